"""Positions in words: what is given is there, what is not is dealt, and what cannot be is refused with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from play.positions import first_choice
from shipped import needs
from stoneage_rules.testing import PositionError, legal_texts, play, position, position_of
from writing import write_pack


@pytest.fixture(scope="module")
def rules() -> sa.Ruleset:
    return sa.load(players=3)


def test_nothing_given_is_the_start_of_the_game(rules):
    assert position(rules, {}) == first_choice(rules)


GIVEN = {
    "round": 4,
    "phase": "take-actions",
    "first": 2,
    "acting": 1,
    "seats": {
        "0": {"points": 12, "goods": {"wood": 3, "food": 1}, "items": ["bld-05", "civ-33"], "unspent": ["civ-33"]},
        "1": {"tracks": {"agriculture": 4}, "figures": 7, "tools": [[2, True], [1, False], [1, False]]},
    },
    "figures": {"forest": [0, 3, 0], "card-2": {"1": 1}},
    "spaces": {"card-1": "none", "card-2": "civ-20", "building-3": "bld-28"},
    "piles": {"building-3": 2},
    "dealt_to": [2],
}


def test_what_is_given_is_there(rules):
    found = position_of(position(rules, GIVEN))
    assert (found["round"], found["phase"], found["first"]) == (4, "take-actions", 2)
    first, second = found["seats"]["0"], found["seats"]["1"]
    assert first["points"] == 12
    assert first["unspent"] == ["civ-33"]
    assert first["goods"] == {"food": 1, "wood": 3, "clay": 0, "stone": 0, "gold": 0}
    assert sorted(first["items"]) == ["bld-05", "civ-33"]
    assert (second["tracks"], second["figures"], second["at_home"]) == ({"agriculture": 4}, 7, 3)
    assert second["tools"] == [[2, True], [1, False], [1, False]]
    assert found["figures"]["forest"] == {"0": 0, "1": 3, "2": 0}
    assert [found["spaces"][place] for place in ("card-1", "card-2", "building-3")] == ["none", "civ-20", "bld-28"]
    assert found["piles"]["building-3"] == 2


def test_the_phase_begins_at_the_seat_that_acts(rules):
    state = position(rules, GIVEN)
    assert (state.seat, legal_texts(state)) == (1, ("resolve forest", "resolve card-2"))
    assert position(rules, {"acting": 2}).seat == 2


STANDING = """
[[patch.card]]
target = "base:civ-01"
append.standing = [{ at_start_of = "placing", effects = [{ do = "points", amount = 1 }] }]
[[patch.phase]]
target = "base:placing"
insert.effects = { value = { do = "pass-first" }, before = "place" }
"""


def test_effects_before_the_seats_act_are_done_first(tmp_path: Path) -> None:
    """Standing effects come, and the token passes; then the seat that acts is asked."""
    pack = write_pack(tmp_path, {"standing.toml": STANDING}, requires="base")
    rules = sa.load(players=3, modules=[str(pack)])
    state = position(rules, {"acting": 2, "seats": {1: {"items": ["civ-01"]}}})
    assert (state.seat, state.first_seat, state.points) == (2, 1, (0, 1, 0))


def test_what_was_described_can_be_given(rules):
    found = position_of(position(rules, GIVEN))
    for seat in found["seats"].values():
        del seat["at_home"]
    again = position(rules, {**found, "acting": 1})
    assert again == position(rules, GIVEN)
    assert rules.state_from_dict(again.to_dict()) == again


def test_what_is_not_said_is_always_dealt_alike(rules):
    given = {"zones": {"deck": ["civ-35", "civ-36"]}, "piles": {"building-1": 0}, "dealt_to": [0, 1, 2]}
    assert position(rules, given) == position(rules, given)


def test_every_item_is_in_one_place(rules):
    found = position_of(
        position(rules, {"zones": {"deck": ["civ-36"]}, "piles": {"building-1": 0, "building-2": 3}, "dealt_to": [0, 1, 2]})
    )
    everywhere = [item for items in found["zones"].values() for item in items]
    everywhere += [item for item in found["spaces"].values() if item != "none"]
    everywhere += [item for seat in found["seats"].values() for item in seat["items"] + seat["face_down"]]
    assert sorted(everywhere) == sorted(item.id for item in rules.items)


def test_cards_that_left_the_deck_belong_to_the_seats_to_which_they_are_dealt(rules):
    given = {"zones": {"deck": ["civ-09"]}, "seats": {0: {"items": ["civ-01"]}}, "dealt_to": [1, 2]}
    found = position_of(position(rules, given))
    counts = [len([item for item in seat["items"] if item.startswith("civ")]) for seat in found["seats"].values()]
    assert found["zones"]["deck"] == ["civ-09"]
    assert counts == [1, 15, 15]


def test_a_number_of_a_zone_is_its_first_items_that_lie_nowhere_else(rules):
    given = {"spaces": {"card-1": "civ-06"}, "seats": {0: {"items": ["civ-05"]}}, "dealt_to": [1]}
    counted, listed = (position(rules, {**given, "zones": {"deck": deck}}) for deck in (3, ["civ-07", "civ-08", "civ-09"]))
    assert counted == listed
    assert position(rules, {"zones": {"deck": 32}}) == position(rules, {})


def test_as_many_tiles_have_left_the_stacks_as_seats_own(rules):
    found = position_of(position(rules, {"seats": {0: {"items": ["bld-09", "bld-10", "bld-20", "bld-28"]}}}))
    assert sorted(found["piles"][f"building-{number}"] for number in (1, 2, 3)) == [4, 5, 5]
    found = position_of(position(rules, {"piles": {"building-1": 2}, "dealt_to": [1, 2]}))
    assert [len(seat["items"]) for seat in found["seats"].values()] == [0, 2, 2]


def test_a_position_plays_on_to_the_end(rules):
    state = position(rules, GIVEN)
    for _ in range(5000):
        if state.is_over:
            break
        state.apply(state.outcomes()[0][0] if state.is_chance else state.legal()[len(state.legal()) // 2])
    assert state.is_over


IMPOSSIBLE = [
    ({"rond": 2}, "no key is called `rond`; did you mean `round`?", ("rond",)),
    ({"round": 0}, "`round` must be 1 or more", ("round",)),
    ({"round": "2"}, "write 2, without quotation marks", ("round",)),
    ({"phase": "feeding-tribe"}, "no phase is called `feeding-tribe`; did you mean `feed-tribe`?", ("phase",)),
    ({"first": 3}, "seats are numbered from 0 to 2", ("first",)),
    ({"seats": {"one": {}}}, "seats.one: `one` is no whole number", ("seats", "one")),
    ({"figures": {"forest": [1]}}, "figures.forest: 1 number of figures for 3 seats", ("figures", "forest")),
    ({"seats": {"3": {}}}, "seats are numbered from 0 to 2", ("seats", "3")),
    ({"seats": {0: {"good": {}}}}, "did you mean `goods`?", ("seats", "0", "good")),
    ({"seats": {0: {"goods": {"wod": 1}}}}, "no good is called `wod`; did you mean `wood`?", ("seats", "0", "goods", "wod")),
    ({"seats": {0: {"tracks": {"farming": 1}}}}, "no track is called `farming`", ("seats", "0", "tracks", "farming")),
    ({"seats": {0: {"items": ["civ-37"]}}}, "no item is called `civ-37`", ("seats", "0", "items", 0)),
    ({"seats": {0: {"marks": ["traded"]}}}, "no mark is called `traded`; there are no marks", ("seats", "0", "marks", 0)),
    ({"figures": {"forrest": [0, 0, 0]}}, "no place is called `forrest`; did you mean `forest`?", ("figures", "forrest")),
    ({"figures": {"forest": [1, 0]}}, "2 numbers of figures for 3 seats", ("figures", "forest")),
    ({"spaces": {"hunt": "civ-01"}}, "no place is called `hunt`", ("spaces", "hunt")),
    ({"spaces": {"card-1": "bld-01"}}, "no card is called `bld-01`", ("spaces", "card-1")),
    ({"piles": {"building-1": 7}}, "`building-1` must be from 0 to 6", ("piles", "building-1")),
    ({"zones": {"dek": []}}, "no zone is called `dek`; did you mean `deck`?", ("zones", "dek")),
    ({"zones": {"deck": 33}}, "deck has only 32 that are not named: list its items", ("zones", "deck")),
    ({"zones": {"deck": -1}}, "`deck` must be 0 or more", ("zones", "deck")),
    ({"zones": {"deck": 3}}, "no place is left for `civ-08` and 28 more: say where they are, or to whom dealt", ("zones",)),
    ({"seats": {0: {"items": 3}}}, "seats.0.items: this is a whole number; for example `items = [", ("seats", "0", "items")),
    ({"dealt_to": 1}, "dealt_to: this is a whole number; a list of one has square brackets around it, too", ("dealt_to",)),
    ({"spaces": {"card-1": "civ-09"}, "seats": {1: {"items": ["civ-09"]}}},
     "`civ-09` lies on card-1, but it belongs to seat 1 as well", ("spaces", "card-1")),
    ({"zones": {"deck": ["civ-09"]}, "seats": {1: {"face_down": ["civ-09"]}}},
     "`civ-09` is in deck, but it lies face down before seat 1 as well", ("zones", "deck")),
    ({"seats": {0: {"items": ["civ-21"], "face_down": ["civ-21"]}}},
     "`civ-21` lies face down before seat 0, but it belongs to seat 0 as well", ("seats", "0", "face_down")),
    ({"seats": {0: {"items": ["civ-09", "civ-09"]}}}, "belongs to seat 0 as well", ("seats", "0", "items")),
    ({"zones": {"deck": []}, "seats": {0: {"items": []}, 1: {"items": []}, 2: {"items": []}}},
     "no place is left for `civ-05` and 31 more: say where they are, or to whom dealt: `dealt_to = [0]`", ("zones",)),
    ({"piles": {"building-1": 5}, "seats": {1: {"items": []}}},
     "must have left the piles: say where it is, or to whom dealt: `dealt_to = [0, 2]`", ("piles",)),
    ({"spaces": {"building-1": "none"}, "piles": {"building-1": 2}}, "building-1 is empty, but 2 lie beneath",
     ("piles", "building-1")),
    ({"piles": {"building-1": 6, "building-2": 6, "building-3": 6}, "seats": {0: {"items": ["bld-09"]}}},
     "seats own 1 of the kind building, but only 0 have left the piles", ("piles",)),
    ({"phase": "new-round", "acting": 1}, "in the phase new-round the seats do not act one after the other", ("acting",)),
    ({"seats": {0: {"figures": 11}}}, "11 is no whole number from 0 to 10", None),
    ({"seats": {0: {"goods": {"wood": -1}}}}, "seats.0.goods.wood: `wood` must be 0 or more", ("seats", "0", "goods", "wood")),
    ({"seats": {0: {"items": ["civ-11"], "unspent": ["civ-11"]}}}, "civ-11 has no later use", None),
    ({"figures": {"forest": [5, 3, 0]}}, "forest has 7 circles, not 8", None),
    ({"figures": {"card-1": [1, 0, 0]}, "spaces": {"card-1": "none"}}, "figures stand on card-1, which is empty", None),
    ({"figures": {"forest": [1, 1, 1]}},
     "seat 2 has figures on forest, but with 3 players at most 2 of them place on forest; seats 0 and 1 already did [count.",
     ("figures", "forest")),
    ({"figures": {"hut": {0: 2}, "fields": {1: 1}, "toolmaker-hut": {2: 1}}},
     "but with 3 players at most 2 places of the village are occupied; ", None),
    ({"figures": {"hunt": {0: 5}}, "acting": 0}, "seat 0 cannot place: it has nobody at home", ("acting",)),
    ({"figures": {"hunt": {0: 5}}, "acting": 1, "phase": "take-actions"},
     "seat 1 is asked nothing in the phase take-actions: it is the turn of seat 1 in the phase placing", ("acting",)),
    ({"figures": {"hunt": {0: 5}}, "phase": "feed-tribe"},
     "seat 0 has figures on hunt in the phase feed-tribe, but in the phase take-actions before it all figures",
     ("figures", "hunt")),
    ({"figures": {"hunt": {0: 5}}, "phase": "new-round"}, "in the phase take-actions before it", ("figures", "hunt")),
]  # fmt: skip


@pytest.mark.parametrize(("given", "message", "path"), IMPOSSIBLE)
def test_what_cannot_be_is_refused(rules, given, message, path):
    with pytest.raises(sa.InvalidState) as error:
        position(rules, given)
    assert message in str(error.value)
    if path is not None:
        assert isinstance(error.value, PositionError)
        assert error.value.path == path


def test_full_limits_are_no_contradiction(rules):
    figures = {"forest": [1, 1, 0], "quarry": [0, 1, 1], "hut": [2, 0, 0], "fields": [0, 1, 0]}
    for phase in ("placing", "take-actions"):
        assert position_of(position(rules, {"figures": figures, "phase": phase}))["figures"]["forest"] == {"0": 1, "1": 1, "2": 0}


@needs("wild-animals")
def test_figures_that_stay_are_away_when_the_others_are_home():
    rules = sa.load(players=3, modules=["wild-animals"])
    place = next(place.id for place in rules.places if place.stays)
    animal = next(item.id for item in rules.items if rules.kinds[item.kind] == "animal")
    state = position(rules, {"figures": {place: {0: 1}}, "spaces": {place: animal}, "phase": "feed-tribe"})
    assert position_of(state)["figures"][place]["0"] == 1


def test_the_given_words_are_left_as_they_were(rules):
    given = {"zones": {"deck": ["civ-30", "civ-09"]}, "seats": {0: {"goods": {"wood": 1}}}, "dealt_to": [1]}
    position(rules, given)
    assert given == {"zones": {"deck": ["civ-30", "civ-09"]}, "seats": {0: {"goods": {"wood": 1}}}, "dealt_to": [1]}


def test_play_says_whose_turn_it_is(rules):
    state = position(rules, {})
    play(state, "0: place hunt 5", "place hunt 5")
    with pytest.raises(sa.IllegalAction, match="it is the turn of seat 2, not seat 1"):
        play(state, "1: place forest 1")
    with pytest.raises(sa.InvalidAction, match="no kind of action"):
        play(state, "2: jump")
    assert state.seat == 2


@needs("wild-animals")
def test_items_of_other_kinds_go_back_to_where_they_start():
    rules = sa.load(players=2, modules=["wild-animals"])
    found = position_of(position(rules, {"zones": {"deck": ["civ-09", "wolf"]}, "dealt_to": [0, 1]}))
    assert found["spaces"]["active-animal"] == "none"
    assert set(found["zones"]["animal-box"]) == {"polar-bear", "wild-boar", "raptor"}
    assert "wolf" not in {item for seat in found["seats"].values() for item in seat["items"]}


@needs("wild-animals")
def test_a_queue_keeps_the_order_given():
    rules = sa.load(players=2, modules=["wild-animals"])
    given = {"spaces": {"active-animal": "wolf"}, "zones": {"animals-waiting": ["raptor", "polar-bear"]}}
    assert position_of(position(rules, given))["zones"]["animals-waiting"] == ["raptor", "polar-bear"]
