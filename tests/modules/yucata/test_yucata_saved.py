"""Saved states with rolls that wait: what can be comes back, what cannot be is refused, and nothing else happens later.

Faults of any kind, anywhere in a save, are in `tests/play/test_saving`.
"""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from modules.yucata.rolls import two_rolls
from stoneage_rules.testing import legal_texts, play, position
from writing import write_pack

CARD = {"items": ["civ-36"], "unspent": ["civ-36"]}
DICE_CARDS = {"card-1": "civ-01", "card-2": "civ-02", "card-3": "civ-09", "card-4": "civ-28"}


def placing(at):
    """Seats 2 and 3 have bought a dice card each, and seat 1 is asked for a die of the first roll."""
    return two_rolls(at, on=("deferred-dice",), spaces=DICE_CARDS, seats={1: CARD})


def buying(at):
    """One roll waits, and the buyer of another is asked for the first die of it."""
    state = at(phase="take-actions", on=("deferred-dice",), spaces=DICE_CARDS,
               figures={"card-1": {0: 1}, "card-2": {1: 1}, "hunt": [0, 0, 1, 1]},
               seats={seat: {"goods": {"wood": 2}} for seat in range(4)})  # fmt: skip
    play(state, "0: resolve card-1", "pay 1 wood", "roll 1 2 3 4", "0: pick 1", "1: pick 2")
    play(state, "1: resolve card-2", "pay 2 wood", "roll 3 3 4 4")
    return state


def loaded(state, change):
    """The state from its text, after a change."""
    saved = state.to_dict()
    change(saved)
    return state.rules.state_from_dict(saved)


FAULTS = {
    "no such table": (0, 2, 99, "dice that are picked at once"),
    "one die more": (0, 3, 0x0121, "another number of dice than of seats"),
    "a seventh face": (0, 3, 1 << 24 | 0x21, "another number of dice than of seats"),
    "nobody left": (0, 4, 0, "seats that have no die to pick"),
    "a fifth seat": (0, 4, 0b10011, "seats that have no die to pick"),
    "the buyer again": (0, 4, 0b0111, "seats that have no die to pick"),
    "another seat bought": (0, 1, 0, "seats that have no die to pick"),
    "no seat bought": (0, 1, 4, "seat: 4 is no whole number from 0 to 3"),
}


@pytest.mark.rule("yucata.open-dice")
@pytest.mark.parametrize(("spot", "field", "value", "said"), FAULTS.values(), ids=FAULTS)
def test_a_roll_that_cannot_wait_is_refused(at, spot, field, value, said):
    state = placing(at)
    with pytest.raises(sa.InvalidState, match=said):
        loaded(state, lambda saved: saved["waiting"][spot].__setitem__(field, value))


@pytest.mark.rule("yucata.open-dice")
@pytest.mark.parametrize(("frame", "said"), [
    (["pick-later", 1, 2, 0, 0], "no such roll waits"),
    (["pick-later", 1, 0, 1, 0], "no such roll waits"),
    (["pick-later", 1, 0, 0, 1], "no such roll waits"),
    (["pick-later", 1, 1, 0, 0], "or one of an older roll"),
    (["pick-later", 3, 0, 0, 0], "seat 3 has no die to pick"),
])  # fmt: skip
def test_a_pick_that_nobody_has_is_refused(at, frame, said):
    with pytest.raises(sa.InvalidState, match=said):
        loaded(placing(at), lambda saved: saved["stack"].__setitem__(-1, frame))


@pytest.mark.rule("yucata.open-dice")
@pytest.mark.parametrize("dice", [1 << 8, 0x21 << 8, 0x32 << 8, 1 << 24])
def test_the_buyer_picks_from_all_dice(at, dice):
    with pytest.raises(sa.InvalidState, match="dice that are left"):
        loaded(buying(at), lambda saved: saved["stack"][-1].__setitem__(3, dice))


@pytest.mark.rule("yucata.open-dice")
@pytest.mark.parametrize("beneath", [["pick-later", 2, 1, 0, 0], ["buy", 2, "card-4"]])
def test_nobody_has_a_turn_while_something_is_in_question(at, beneath):
    """A turn could settle it: the die would be picked, the card bought."""
    state = buying(at)
    play(state, "1: pick 3", "2: pick 3")
    saved = state.to_dict()
    assert [frame[0] for frame in saved["stack"][-2:]] == ["resolve-next", "pick-later"]
    saved["stack"][-1:] = [beneath, ["resolve-next", 2], ["resolve-place", 2]]
    assert_no_state(state.rules, saved, f"resolve-next cannot lie above a frame {beneath[0]}")


@pytest.mark.rule("yucata.open-dice")
def test_dice_that_the_last_use_brings_are_picked(tmp_path):
    """A pack's card, spent when the game ends, has all players roll."""
    patch = '[[patch.card]]\ntarget = "base:civ-36"\nset.anytime = [{ do = "dice-for-all", table = "finds" }]\nwhy = "a party"\n'
    root = write_pack(tmp_path, {"cards.toml": patch}, requires="base")
    rules = sa.load(players=2, modules=["yucata", str(root)], options={"yucata": {"two-resources-now": False}})
    given = {
        "phase": "take-actions",
        "figures": {"hunt": [1, 0]},
        "spaces": {"building-1": "none"},
        "seats": {0: CARD},
        "dealt_to": [1],
    }
    state = position(rules, given | {"dealt_to": [1]})
    play(state, "resolve hunt", "roll 2", "roll 4 5", "0: pick 4")
    assert (state.seat, legal_texts(state)) == (1, ("pick 5",))
    play(state, "pick 5")
    assert state.is_over
    assert not state.waiting
