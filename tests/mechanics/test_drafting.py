"""Items that seats take from a row for nothing: each has one taker, and takes effect at once."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import chosen, read_again, whole_games
from play.positions import first_choice
from sources import ROOT
from stoneage_rules.testing import play
from writing import base_with, toy_with

UNPAID = -1
"""The number of a purchase that costs nothing, in saved frames."""

PACKS = ROOT / "content" / "stoneage_examples"
CARDS_TOO = """
[[patch.location]]
target = "base:hunt"
append.effects = [{ do = "draft", row = "card-row" }, { do = "points", amount = 1 }]

[[phase]]
id = "gifts"
effects = [{ do = "each-seat", effects = [{ do = "draft", row = "building-row" }] }]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "gifts", after = "feed-tribe" }
"""


def start(players: int = 3) -> sa.State:
    """The bonuses are laid out, and the starting player is asked for its choice."""
    return first_choice(sa.load(players=players, modules=[str(PACKS / "start-bonuses")]))


@pytest.fixture
def gifts() -> sa.Ruleset:
    return base_with(CARDS_TOO, 3)


def test_the_question_is_told_as_facts_and_words() -> None:
    state = start()
    assert (state.pending.kind, state.pending.prompt) == ("draft", "which item of bonuses to take")
    assert state.pending.among == ("stock", "stones", "hoe", "axe")
    assert [state.rules.describe(action, state) for action in state.legal()][:2] == ["4 food", "2 stone"]
    assert chosen(state) <= {"draft hoe", "draft axe"}


def test_every_choice_is_saved_and_a_wrong_one_refused() -> None:
    state = start()
    for answer in ("draft stones", "draft axe", "draft stock"):
        read_again(state)
        play(state, answer)
    saved = start().to_dict()
    assert_no_state(state.rules, saved, "nothing is taken from that row", top=["draft", 0, "card-row"])


def test_whole_games_keep_every_law(gifts: sa.Ruleset) -> None:
    whole_games(gifts, 3, "draft")


TENTS = """
[[zone]]
id = "clans"
[[kind]]
id = "clan"
starts_in = "clans"
[[clan]]
id = "bears"
effects = [{ do = "choose", of = "resource" }, { do = "points", amount = 1 }]
[[location]]
id = "tent"
[[row]]
id = "tents"
kind = "clan"
from = "clans"
spaces = ["tent"]
[[patch.location]]
target = "base:hunt"
set.effects = [{ do = "draft", row = "tents" }]
"""


def test_the_effects_of_what_is_drafted_are_saved_in_the_middle() -> None:
    """Although no clan is ever paid for."""
    rules = base_with(TENTS)
    state = resolved(rules, "hunt", "draft bears", spaces={"tent": "bears"})
    assert state.to_dict()["stack"][-2][3:] == ["tent", UNPAID]
    read_again(state)


STALLS = """
[[patch.location]]
target = "bush"
set.effects = [{ do = "draft", row = "stalls" }]
[[patch.location]]
target = "stall"
set.effects = [{ do = "points", amount = 1 }]
[[patch.charm]]
where = {}
unset = ["cost"]
"""
OTHERS = """
[[zone]]
id = "box"
[[kind]]
id = "pebble"
starts_in = "box"
[[pebble]]
id = "flint"
if = [{ track = "tan", min = 1 }]
"""


@pytest.mark.parametrize("text", ["", OTHERS])
def test_nobody_declines_what_everybody_can_take(text: str) -> None:
    assert toy_with(STALLS + text).actions_of("decline") == ()
