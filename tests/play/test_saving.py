"""A saved state that cannot be is refused with a reason that names the fault.

That saves of any moment come back equal and play on equally is proved by the machine in `tests/properties`, and that whatever is
wrong is refused or can be played, in `tests/fuzz`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import delitem, getitem, setitem
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from play.positions import first_choice, give_texts
from properties.tables import rules_of
from writing import base_with

RULES = rules_of("base-3")
Saved = dict[str, Any]


# --- one fault after the other ----------------------------------------------------------------------------------


def buying() -> sa.State:
    """Seat 0 is asked whether to buy civ-01; seat 1 stands at the hut and seat 2 in the forest."""
    state = first_choice(RULES)
    texts = ("place card-1 1", "place hut 2", "place forest 3", "place hunt 4", "place hunt 3", "place hunt 2")
    return give_texts(state, *texts, "resolve card-1")


def within(saved: Saved, path: Sequence[str | int]) -> Any:
    """Returns what stands at a place."""
    return reduce(getitem, path, saved)


def at(*path: str | int, value: Any) -> Callable[[Saved], None]:
    """Writes a value over what stands at a place."""
    return lambda saved: setitem(within(saved, path[:-1]), path[-1], value)


def without(*path: str | int) -> Callable[[Saved], None]:
    """Takes an entry away."""
    return lambda saved: delitem(within(saved, path[:-1]), path[-1])


def moved(card: str, *path: str | int) -> Callable[[Saved], None]:
    """Takes a card out of the deck and adds it to a list."""

    def change(saved: Saved) -> None:
        saved["zones"]["deck"].remove(card)
        within(saved, path).append(card)

    return change


def beneath(*frame: str | int) -> Callable[[Saved], None]:
    """Puts a frame beneath the question."""
    return lambda saved: saved["stack"].insert(-1, [*frame])


def together(*changes: Callable[[Saved], None]) -> Callable[[Saved], None]:
    """Several changes as one."""

    def change(saved: Saved) -> None:
        for part in changes:
            part(saved)

    return change


FAULTS: Mapping[str, tuple[Callable[[Saved], None], str]] = {
    "format": (at("format", value=2), "format 2; this library reads format 1"),
    "no format": (without("format"), "format None"),
    "other rules": (at("rules", value="0123456789abcdef"), "saved under rules 0123456789ab, but these are"),
    "unknown key": (at("weather", value=1), "the state: weather is missing or unknown"),
    "missing key": (without("places"), "the state: places is missing or unknown"),
    "round below 0": (at("round", value=-1), "round: -1 is no whole number"),
    "round as text": (at("round", value="1"), "round: '1' is no whole number"),
    "round as truth": (at("round", value=True), "round: True is no whole number"),
    "no such phase": (at("phase", value="winter"), "phase: 'winter' is unknown"),
    "no such seat": (at("first", value=3), "first: 3 is no whole number from 0 to 2"),
    "a seat too few": (without("seats", 2), "seats: 3 belong here, not 2"),
    "seats by name": (at("seats", value={}), "seats: {} is no list"),
    "good below 0": (at("seats", 0, "goods", "wood", value=-1), "seat 0: wood: -1 is no whole number"),
    "good unknown": (at("seats", 0, "goods", "wool", value=1), "seat 0: goods: wool is missing or unknown"),
    "good missing": (without("seats", 1, "goods", "gold"), "seat 1: goods: gold is missing or unknown"),
    "track off its end": (at("seats", 0, "tracks", "agriculture", value=11), "agriculture: 11 is no whole number from 0 to 10"),
    "points as float": (at("seats", 0, "points", value=1.0), r"points: 1\.0 is no whole number"),
    "too many figures": (at("seats", 0, "figures", value=11), "figures: 11 is no whole number from 0 to 10"),
    "more placed than owned": (at("seats", 1, "figures", value=4), "seat 1 has more figures on the board than in play"),
    "four tools": (at("seats", 0, "tools", value=[[1, False]] * 4), "cannot come about"),
    "uneven tools": (
        at("seats", 0, "tools", value=[[3, False], [1, False]]),
        r"tools \[\[3, false\], \[1, false\]\] cannot come about",
    ),
    "a tool of 5": (at("seats", 0, "tools", value=[[5, False]]), "cannot come about"),
    "a tool half said": (at("seats", 0, "tools", value=[[1]]), "a tool: 2 belong here, not 1"),
    "a tool used 0": (at("seats", 0, "tools", value=[[1, 0]]), "0 is neither true nor false"),
    "item unknown": (at("seats", 0, "items", value=["civ-99"]), "items: 'civ-99' is unknown"),
    "items as text": (at("seats", 0, "items", value="civ-09"), "items: 'civ-09' is no list"),
    "item twice": (at("seats", 0, "items", value=["civ-09"]), "civ-09 is in 2 places"),
    "item missing": (without("zones", "deck", 0), "is in no place"),
    "item in the wrong supply": (moved("civ-09", "zones", "tile-supply"), "civ-09 cannot be drawn from tile-supply"),
    "unspent, not owned": (at("seats", 0, "unspent", value=["civ-33"]), "civ-33 is unspent but not owned"),
    "mark unknown": (at("seats", 0, "marks", value=["traded"]), "mark: 'traded' is unknown"),
    "zone unknown": (at("zones", "attic", value=[]), "zones: attic is missing or unknown"),
    "place unknown": (at("places", "moon", value={}), "places: moon is missing or unknown"),
    "figures of a fourth seat": (at("places", "hunt", "figures", value=[0, 0, 0, 0]), "hunt: figures: 3 belong here, not 4"),
    "one at the hut": (at("places", "hut", "figures", value=[0, 1, 0]), "a placement has 2$"),
    "four at the hut": (
        together(at("places", "hunt", "figures", value=[0, 0, 0]), at("places", "hut", "figures", value=[2, 2, 0])),
        "hut has 2 circles, not 4",
    ),
    "an item on the hunt": (at("places", "hunt", "item", value="civ-09"), "nothing can lie on hunt"),
    "a card on a stack": (at("places", "building-1", "item", value="civ-01"), "is in 2 places|is in no place"),
    "a pile of cards": (at("places", "card-1", "pile", value=1), "the pile on card-1 has at most 0"),
    "a pile on the hunt": (at("places", "hunt", "pile", value=1), "there is no pile on hunt"),
    "a pile too high": (at("places", "building-1", "pile", value=8), "the pile on building-1 has at most 7"),
    "nothing pending": (at("stack", value=[["rounds", 0, "placing"]]), "nobody is asked anything, yet the game is not over"),
    "no rounds beneath": (without("stack", 0), "cannot lie on 0 others"),
    "frame unknown": (at("stack", -1, value=["dance", 0]), "there is no frame 'dance'"),
    "frame too short": (at("stack", -1, value=["buy", 0]), "a frame buy: 2 belong here, not 1"),
    "frame of nobody": (at("stack", -1, value=["buy", 3, "card-1"]), "seat: 3 is no whole number from 0 to 2"),
    "frame as text": (at("stack", -1, value="buy"), "a frame: 'buy' is no list"),
    "buying nothing": (at("stack", -1, value=["buy", 0, "hunt"]), "nothing with a price lies there"),
    "buying nowhere": (at("stack", -1, value=["buy", 0, -1]), "buy: place: -1 is unknown"),
    "a place as number": (at("stack", -1, value=["buy", 0, 8]), "buy: place: 8 is unknown"),
    "no dice": (at("stack", -1, value=["roll-for-total", 0, 0, 0]), "dice: 0 is no number from 1 to 10"),
    "too many dice": (at("stack", -1, value=["roll-for-total", 0, 0, 11]), "dice: 11 is no number from 1 to 10"),
    "a roll of nothing": (at("stack", -1, value=["roll-for-total", 0, 99, 2]), "roll: 99 is no whole number from 0 to"),
    "no dice to pick": (at("stack", -1, value=["pick-die", 0, 0, 0]), "dice that are left: 0 is no number"),
    "a die of 7": (at("stack", -1, value=["pick-die", 0, 0, 1 << 24]), "dice that are left: 0 is no number"),
    "nothing missing": (at("stack", -1, value=["feed-or-starve", 0, 0, 0]), "what is missing: 0 is no number from 1 to 10"),
    "a filled space": (at("stack", -1, value=["lay-item", 0, "card-row", "card-1"]), "no empty space of that row"),
    "a hidden draw of tiles": (
        at("stack", -1, value=["draw-hidden", 0, "deck", "building"]),
        "nothing is drawn face down from there",
    ),
    "two purchases": (at("stack", value=[["rounds", 0, "placing"], *[["buy", 0, "card-1"]] * 2]), "2 frames of one purchase"),
    "a purchase above a placement": (beneath("place-figures", 0), "a frame buy cannot lie above a frame place-figures"),
    "a purchase above a place": (beneath("resolve-place", 0), "a frame buy cannot lie above a frame resolve-place"),
    "effects that are not there": (beneath("one-of", 0, 99, -1, 0), "99"),
    "a set-up that goes on": (at("stack", 1, value=["set-up", 0]), "the set-up is over as soon as it begins"),
    "a frame of nothing": (at("stack", -1, value=[]), "the saved state is malformed: ValueError"),
    "a frame whose name is a list": (at("stack", -1, value=[[], 0]), "the saved state is malformed: TypeError"),
    "waiting work": (at("waiting", value=[["next-placement", 0]]), "a frame next-placement never waits"),
    "dice that wait": (at("waiting", value=[["pick-later", 0, 0, 1, 2]]), "dice that are picked at once"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_named(name: str) -> None:
    change, said = FAULTS[name]
    saved = buying().to_dict()
    change(saved)
    assert_no_state(RULES, saved, said)


@pytest.mark.parametrize("value", [None, [], "state", 7, [("format", 1)]])
def test_what_is_no_table_is_no_state(value: Any) -> None:
    assert_no_state(RULES, value, "the saved state cannot be read: it is no table of keys and values")


def test_a_game_that_is_over_has_nothing_left_to_do() -> None:
    saved = buying().to_dict()
    saved["stack"] = []
    assert RULES.state_from_dict(saved).is_over
    saved["waiting"] = [["next-placement", 0]]
    assert_no_state(RULES, saved, "never waits")


def test_the_position_of_the_faults_is_itself_sound() -> None:
    saved = buying().to_dict()
    assert RULES.state_from_dict(copy.deepcopy(saved)) == buying()
    assert saved == buying().to_dict(), "reading changes what it reads"


# --- what makes no difference -----------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [sa.State.copy, copy.copy, copy.deepcopy])
def test_a_copy_however_it_is_made_plays_on_by_itself(copied: Callable[[sa.State], sa.State]) -> None:
    state = buying()
    other = copied(state)
    assert other == state
    other.apply(other.legal()[0])
    assert state == buying() != other


def test_the_order_in_a_bag_makes_no_difference() -> None:
    saved = buying().to_dict()
    for zone in saved["zones"].values():
        zone.reverse()
    for seat in saved["seats"]:
        seat["items"].reverse()
    assert RULES.state_from_dict(saved) == buying()


def test_a_save_speaks_the_words_of_the_content() -> None:
    saved = buying().to_dict()
    assert saved["phase"] == "take-actions"
    assert saved["seats"][0]["goods"] == {"food": 12, "wood": 0, "clay": 0, "stone": 0, "gold": 0}
    assert saved["places"]["hut"] == {"figures": [0, 2, 0], "item": None, "pile": 0}
    assert saved["places"]["card-1"] == {"figures": [0, 0, 0], "item": "civ-01", "pile": 0}
    assert saved["places"]["building-3"] == {"figures": [0, 0, 0], "item": "bld-03", "pile": 6}
    assert saved["stack"][-1] == ["buy", 0, "card-1"]


def test_a_state_can_only_be_had_from_rules() -> None:
    with pytest.raises(TypeError, match="initial_state"):
        sa.State()
    with pytest.raises(TypeError):
        hash(buying())


def test_more_goods_than_there_are_in_all_are_refused() -> None:
    wood = '[[patch.good]]\ntarget = "base:wood"\nset.supply = 5\n'
    rules = base_with(wood)
    saved = first_choice(rules).to_dict()
    for seat, held in enumerate((3, 2)):
        saved["seats"][seat]["goods"]["wood"] = held
    assert rules.state_from_dict(saved).to_dict() == saved
    saved["seats"][1]["goods"]["wood"] = 3
    assert_no_state(rules, saved, "6 wood are held, but there are 5 in all")


def test_a_question_below_another_that_has_no_answer_is_refused() -> None:
    """After the payment seat 1 would be asked which of its places acts, and it stands nowhere."""
    saved = first_choice(rules_of("base-2")).to_dict()
    saved["phase"] = "feed-tribe"
    saved["seats"][1]["goods"]["wood"] = 3
    saved["stack"] = [["rounds", 0, "feed-tribe"], ["resolve-place", 1], ["feed-or-starve", 1, 0, 3]]
    assert_no_state(rules_of("base-2"), saved, "frame resolve-place below others has no answer")
