"""Items with `if`: bought or taken only by seats for which it holds, told with the statement; a seat may always leave them."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import resolved
from mechanics.games import against, chosen, whole_games
from stoneage_rules.testing import inspect_pack, play, position
from writing import base_pack, base_with

SKILLED = """
[[statement]]
id = "stranger.skilled"
text = "This card is for those who know the fields."
source = "house rule"
checks = ["purchase.closed"]

[[patch.card]]
target = "base:civ-17"
set.if = [{ track = "agriculture", min = 3 }]
append.rules = ["stranger.skilled"]

[[patch.card]]
target = "base:civ-18"
set.if = [{ goods = "food", max = 5 }]

[[patch.location]]
target = "base:hunt"
append.effects = [{ do = "draft", row = "card-row" }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(SKILLED)


def buying(rules: sa.Ruleset, card: str = "civ-17", *, track: int = 0, items: tuple[str, ...] = (), **goods: int) -> sa.State:
    """Seat 0 is asked to pay for a card on the first space."""
    seat = {"tracks": {"agriculture": track}, "goods": {"wood": 2, "clay": 1, "food": 3} | goods, "items": list(items)}
    return resolved(rules, "card-1", item=card, **seat)


def test_a_draft_tells_programs_what_can_be_taken(rules: sa.Ruleset) -> None:
    state = resolved(rules, "hunt", "roll 1", spaces={"card-1": "civ-17", "card-2": "civ-16"})
    assert "civ-16" in state.pending.among
    assert "civ-17" not in state.pending.among


def test_the_reason_quotes_the_statement_of_the_pack_and_what_is_now(rules: sa.Ruleset) -> None:
    (reason,) = against(buying(rules, track=1), "pay 1 wood")
    assert (reason.check, reason.address) == ("purchase.closed", "card base:civ-17")
    assert reason.needed == "civ-17 can be taken only if the position on agriculture is 3 or more"
    assert reason.found == "the position on agriculture is 1"
    assert reason.sentence == "This card is for those who know the fields."
    assert reason.where == "stranger/rules.toml:10", "the line of the row, not of the card"


def test_a_condition_without_a_statement_of_its_own_quotes_none(rules: sa.Ruleset) -> None:
    (reason,) = against(buying(rules, "civ-18", food=6), "pay 1 wood")
    assert (reason.statement, reason.sentence) == (None, "")
    assert reason.where == "stranger/rules.toml:15"


def test_the_condition_stands_in_the_brief_of_the_item_and_the_obstacle_of_the_place(rules: sa.Ruleset) -> None:
    state = buying(rules)
    assert "to be taken only if the position on agriculture is 3 or more" in state.pending.brings
    before = position(rules, {"phase": "take-actions", "figures": {"card-1": [1, 0]}, "spaces": {"card-1": "civ-17"}})
    hint = rules.describe(before.legal()[0], before)
    assert "cannot be taken now" in hint


def test_where_nothing_lies_nothing_is_bought() -> None:
    text = '[[location]]\nid = "empty-stall"\ncircles = 1\neffects = [{ do = "buy" }]\n'
    rules = base_with(text)
    state = position(rules, {"phase": "take-actions", "figures": {"empty-stall": [1, 0], "hunt": [0, 1]}})
    assert "nothing lies there" in rules.describe(state.legal()[0], state)
    play(state, "0: resolve empty-stall", "1: resolve hunt")


def test_a_card_that_may_not_be_bought_is_declined_and_the_log_says_so(rules: sa.Ruleset) -> None:
    state = buying(rules)
    assert chosen(state) == {"decline"}
    state._noted = []
    play(state, "decline")
    (declined,) = [event for event in state._noted if event[0] == "decline"]
    assert declined[-1] == -1


POOR = "\n".join(
    f'[[patch.card]]\ntarget = "base:civ-{number:02}"\nset.if = [{{ goods = "{good}", max = 1 }}]'
    for number in range(1, 37)
    for good in [("wood", "clay", "food")[number % 3]]
)
DRAFTED = "\n" + SKILLED[SKILLED.index("[[patch.location]]") :]


def test_whole_games_keep_every_law() -> None:
    rules = base_with(POOR + DRAFTED)
    whole_games(rules, 3, "buy", "draft", every=50)


def test_a_condition_on_items_that_come_otherwise_is_told() -> None:
    dealt = """
    [[kind]]
    id = "tribe"
    starts_in = "tribes"
    [[zone]]
    id = "tribes"
    [[tribe]]
    id = "fishers"
    effects = [{ do = "points", amount = 1 }]
    if = [{ goods = "food", min = 1 }]
    [[patch.location]]
    target = "base:hunt"
    append.effects = [{ do = "draw-hidden", kind = "tribe", from = "tribes" }]
    """
    pack = base_pack(dealt)
    told = [(found.code, found.title) for found in inspect_pack(pack).findings]
    assert ("SA514", "a condition that nobody asks for") in told
