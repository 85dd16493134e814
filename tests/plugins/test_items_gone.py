"""Items that a plugin's verb takes off their spaces while a seat is asked about them: it leaves what it would take."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from properties.play import apart, states
from shipped import HERE, needs
from stoneage_rules.plugin import operations
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import invariants, legal_texts, play
from toy import snatch
from writing import base_with

PIT = """
[[zone]]
id = "pit"
"""
SNATCH = (
    PIT
    + """
[[patch.card]]
where = {}
set.anytime = [
    { do = "snatch", location = "card-1", to = "pit" },
    { do = "snatch", location = "building", to = "pit" },
]
"""
)
"""Every card takes a card and a building away, even from a seat that is about to buy it."""
LINES = """
[[add_on]]
id = "polish"
applies = ["building"]
cost = { wood = 1 }
effects = [{ do = "points", amount = 2 }]

[[add_on]]
id = "feast"
applies = ["building"]
cost = { wood = 1 }
effects = [{ do = "points", amount = 3 }]
"""


def loaded(text: str, players: int = 2, *modules: str) -> sa.Ruleset:
    return base_with(text, players, *modules, plugins=(snatch.MECHANISM,))


def asked(rules: sa.Ruleset, *answers: str, **goods: int) -> sa.State:
    """Seat 0 is to buy a building of 2 wood and 1 clay, and has two cards that take it away."""
    seat = {"items": ["civ-01", "civ-02"], "goods": goods, "tracks": {"trader": 5} if "trader" in rules.tracks else {}}
    return resolved(rules, "building-1", *answers, item="bld-01", **seat)


def look(state: sa.State) -> None:
    """Looks whether every law holds, what a seat sees can be told, and the policy answers."""
    invariants.check_state(state, invariants.ALL)
    assert str(state)
    assert str(state.view(0))
    if not state.is_over and not state.is_chance:
        invariants.legality_agrees(state, state.rules.actions)
        assert sensible_policy(1)(state.view(state.seat), state.legal()) in state.legal()


def reasons(state: sa.State, text: str) -> list[tuple[str, str, str]]:
    return [(reason.check, reason.needed, reason.found) for reason in state.why_not(state.rules.parse(text))]


GONE = [("purchase.stands", "what is bought lies on building-1", "it is gone")]


def events_of(state: sa.State, *answers: str) -> list[str]:
    state._noted = []
    play(state, *answers)
    return [event.name for event in state.events]


def test_what_is_gone_is_not_bought() -> None:
    state = asked(loaded(SNATCH), wood=5, clay=5)
    assert legal_texts(state) == ("pay 2 wood, 1 clay", "decline", "use civ-01", "use civ-02")
    play(state, "use civ-01")
    assert legal_texts(state) == ("decline", "use civ-02")
    assert reasons(state, "pay 2 wood, 1 clay") == GONE
    assert (state.pending.place, state.pending.item, state.pending.owed) == ("building-1", None, None)
    assert state.pending.prompt == "to leave building-1, where nothing lies any more"
    look(state)
    assert events_of(state, "decline")[0] == "nothing-there"
    assert state.player(0).items == ("civ-01", "civ-02")
    assert (state.good(0, "wood"), "bld-01" in state.unseen("pit")) == (5, True)
    look(state)


@needs("style-is-the-goal")
@pytest.mark.parametrize("got", [False, True])
def test_a_trade_for_what_is_gone_is_left(got: bool) -> None:
    state = asked(loaded(SNATCH, 2, "style-is-the-goal"), "give 1 gold", *["get 1 clay"] * got, wood=3, gold=1)
    step = "pay 2 wood, 1 clay" if got else "get 1 clay"
    assert legal_texts(state)[0] == step
    play(state, "use civ-01")
    assert legal_texts(state) == ("decline", "take-back", "use civ-02")
    assert reasons(state, step) == GONE
    assert state.pending.prompt == ("to leave building-1, where nothing lies any more" if got else "what to get for 1 gold")
    look(state)
    left = state.copy()
    play(left, "take-back")
    assert legal_texts(left) == ("decline", "use civ-02")
    look(left)
    assert events_of(state, "decline")[0] == "nothing-there"
    assert (state.good(0, "gold"), state.good(0, "wood")) == (1, 3)


def test_no_line_is_added_to_a_bill_of_what_is_gone() -> None:
    """The price stays paid, and a line that was added before takes effect."""
    state = asked(loaded(SNATCH + LINES), "pay 2 wood, 1 clay", "add polish", wood=6, clay=1)
    assert legal_texts(state) == ("add feast", "skip feast", "use civ-01", "use civ-02")
    play(state, "use civ-01")
    assert legal_texts(state) == ("skip feast", "use civ-02")
    assert reasons(state, "add feast") == GONE
    look(state)
    assert "nothing-there" in events_of(state, "skip feast")
    assert (state.player(0).points, state.good(0, "wood"), "bld-01" in state.unseen("pit")) == (2, 3, True)
    look(state)


def test_the_next_line_is_not_asked_for_when_the_item_is_gone() -> None:
    state = asked(loaded(SNATCH + LINES), "pay 2 wood, 1 clay", wood=6, clay=1)
    play(state, "use civ-01", "skip polish")
    assert state.pending.kind != "take-or-skip"
    assert state.player(0).points == 0


DRAFT = (
    PIT
    + """
[[patch.card]]
where = {}
set.anytime = [
    { do = "snatch", location = "card-1", to = "pit" },
    { do = "snatch", location = "card-2", to = "pit" },
]
[[patch.location]]
target = "base:fields"
append.effects = [{ do = "draft", row = "card-row" }]
"""
)


def test_a_draft_of_which_nothing_is_left_is_declined() -> None:
    rules = loaded(DRAFT)
    spaces = {"card-1": "civ-05", "card-2": "civ-06", "card-3": "none", "card-4": "none"}
    state = resolved(rules, "fields", spaces=spaces, items=["civ-01"], dealt_to=[1])
    assert legal_texts(state) == ("draft civ-05", "draft civ-06", "use civ-01")
    play(state, "use civ-01")
    assert legal_texts(state) == ("decline",)
    look(state)
    play(state, "decline")
    assert set(state.unseen("pit")) == {"civ-05", "civ-06"}


def test_tables_where_nothing_can_be_taken_refuse_a_purchase_of_nothing() -> None:
    """A plugin's verb alone does not make it possible: nobody can use it while a seat is asked."""
    rules = loaded(
        PIT + '[[patch.location]]\ntarget = "base:hut"\nappend.effects = [{ do = "snatch", location = "card-1", to = "pit" }]\n'
    )
    saved = asked(rules, wood=5, clay=5).to_dict()
    saved["zones"]["pit"], saved["places"]["building-1"]["item"] = ["bld-01"], None
    assert_no_state(rules, saved, r"nothing with a price lies there|which is empty")


FORFEIT = (
    PIT
    + """
[[patch.card]]
where = {}
set.anytime = [{ do = "forfeit", to = "pit" }]
[[zone]]
id = "chest"
[[kind]]
id = "relic"
starts_in = "chest"
[[relic]]
id = "bone"
copies = 4
effects = [{ do = "points", amount = 1 }]
[[patch.location]]
target = "base:fields"
append.effects = [{ do = "deal", kind = "relic", from = "chest", amount = 2, keep = 1 }]
"""
)


def test_what_is_being_dealt_cannot_be_given_back() -> None:
    """Else an item that the seat owns would be taken for one that was dealt."""
    state = resolved(loaded(FORFEIT), "fields", "draw bone-1", "draw bone-2", items=["civ-01", "civ-02"])
    assert legal_texts(state)[:2] == ("keep bone-1", "keep bone-2")
    with pytest.raises(sa.PluginError, match=r"verb forfeit.*bone-2 is being dealt to seat 0, which has not chosen yet"):
        play(state.copy(), "use civ-01")
    play(state, "keep bone-2", "resolve hunt", "roll 1")
    assert state.player(0).items == ("civ-01", "civ-02", "bone-2")


def test_nothing_is_laid_on_what_lies_there() -> None:
    """The other item would be nowhere, and the state could not be saved."""
    state = asked(loaded(SNATCH))
    place, rules = state.rules.place("building-1").index, state.rules
    with pytest.raises(ValueError, match="bld-01 lies on building-1, where bld-02 is to lie"):
        operations.lay(state, place, rules.item_index["bld-02"])
    assert state.item_on("building-1") == "bld-01"


def in_purchase(state: sa.State) -> bool:
    """Returns whether a seat is asked in mid-purchase."""
    return bool(state.stack) and state.rules.handlers[state.stack[-1][0]].exclusive == "purchase"


@pytest.mark.parametrize("policy", [None, "sensible"])
def test_whole_games_come_to_their_end(policy: str | None) -> None:
    modules = tuple(module for module in ("style-is-the-goal", "harsh-winter") if module in HERE)
    rules, gone = loaded(SNATCH + LINES, 3, *modules), set[str]()

    def choose(state: sa.State, source: random.Random) -> sa.Action:
        uses, others = apart(state)
        if uses and in_purchase(state) and source.random() < 0.4:
            return uses[0]
        return by_policy(state.view(state.seat), tuple(others)) if policy else others[int(source.random() * len(others))]

    for seed in range(40):
        if seed >= 3 and "buy" in gone:
            break
        by_policy, source = sensible_policy(seed), random.Random(seed)
        for state in states(rules, seed, choose):
            if in_purchase(state) and (place := state.pending.place) is not None and not state.item_on(place):
                gone.add(state.pending.kind)
                if source.random() < 0.1:
                    look(state)
    assert gone >= {"buy"}
