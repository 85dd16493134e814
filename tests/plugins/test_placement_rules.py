"""Placement rules that a plugin brings through the public door: how many figures may come, and what follows a placement."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from mechanics.games import against, read_again
from properties.play import states
from stoneage_rules.plugin import (
    PLACEMENT_CHECKS,
    REACTIONS,
    Action,
    ContentRecord,
    Declared,
    FigureCheck,
    Limit,
    Linker,
    Mechanism,
    Place,
    Reaction,
    Shortfall,
    State,
    Verb,
    field,
)
from stoneage_rules.testing import invariants, play, position
from writing import pack

CONTENT = """
[[pairs]]
id = "hunters-go-in-pairs"
location = "hunt"
rules = ["stranger.pairs"]

[[statement]]
id = "stranger.pairs"
text = "Hunters go in pairs."
checks = ["placement.pairs"]

[[herald]]
id = "welcome"
location = "forest"
effects = [{ do = "points", amount = 1 }, { do = "gain", good = "food" }]

[[herald]]
id = "song"
location = "forest"
effects = [{ do = "each-seat", effects = [{ do = "points", amount = 2 }] }]

[[limit]]
id = "narrow"
counts = "figures"
group = "narrow"
at_most = { 2 = 5 }

[[patch.location]]
target = "clay-pit"
append.groups = ["narrow"]

[[patch.location]]
target = "quarry"
append.groups = ["narrow"]
"""


class InPairs(FigureCheck):
    """Figures come in pairs."""

    name = "placement.pairs"

    def __init__(self, places: tuple[int, ...] = (), record: tuple[str, str] = ("", "")) -> None:
        self.places, self.record = places, record

    def passes(self, facts: Any, action: Action) -> bool:
        return facts.place(action).index not in self.places or action.args[1] % 2 == 0

    def explain(self, facts: Any, action: Action) -> Shortfall:
        return Shortfall(self.name, "an even number of figures", f"{action.args[1]} were named", self.record)


@attrs.frozen
class Pairs(ContentRecord):
    """A location that takes figures in pairs."""

    table = "pairs"
    own_checks = (InPairs,)
    location: str = field("the location", refers_to="location")

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(PLACEMENT_CHECKS, InPairs(link.places(self.location), (declared.kind, declared.name)))


@attrs.frozen
class Herald(ContentRecord):
    """Effects that follow every placement on a location."""

    table = "herald"
    location: str = field("the location", refers_to="location")
    effects: tuple[Verb, ...] = field("what follows", context="location")

    def bind(self, link: Linker, declared: Declared) -> None:
        places = sum(1 << place for place in link.places(self.location))
        link.append(REACTIONS, Reaction(places, link.sequence(self.effects)))


@attrs.frozen
class Crowd(Limit):
    """At most so many figures stand on the places of a group."""

    counts = "figures"
    counts_figures = True

    def standing(self, state: State) -> int:
        """Returns the number of figures on the group's places."""
        return sum(count for place, count in enumerate(state.occupancy) if self.group >> place & 1)

    def closed(self, state: State, seat: int) -> int:
        return self.group if self.standing(state) >= self.at_most else 0

    def room(self, state: State, seat: int, place: Place) -> int:
        return self.at_most - self.standing(state)

    def tell(self, state: State, seat: int, place: Place) -> tuple[str, str]:
        return f"at most {self.at_most} figures on the {self.group_name}", f"{self.standing(state)} stand there"


class OneStays(FigureCheck):
    """One figure stays at home: a check that looks at more than the number."""

    name = "placement.one-stays"

    def passes(self, facts: Any, action: Action) -> bool:
        return action.args[1] < facts.at_home or not facts.free(facts.place(action))

    def explain(self, facts: Any, action: Action) -> Shortfall:
        return Shortfall(self.name, "one figure stays at home", f"you have {facts.at_home}")


@attrs.frozen
class Watch(ContentRecord):
    """One figure stays at home."""

    table = "watch"
    own_checks = (OneStays,)

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(PLACEMENT_CHECKS, OneStays())


@pytest.fixture
def rules() -> sa.Ruleset:
    """A table where all of these rules apply."""
    return sa.load(players=2, plugins=[pack(CONTENT), Mechanism("trial", records=(Pairs, Herald), limits=(Crowd,))])


def placements(state: State, place: str) -> list[int]:
    """Returns how many figures the options put on a place."""
    return [action.args[1] for action in state.legal() if action.args[0] == place]


def test_a_check_of_the_number_of_figures(rules):
    state = position(rules, {})
    assert placements(state, "hunt") == [2, 4]
    (reason,) = against(state, "place hunt 3")
    assert reason.check == "placement.pairs"
    assert reason.sentence == "Hunters go in pairs."
    assert reason.where.endswith("rules.toml:2")


def test_a_saved_position_is_held_against_the_same_check(rules):
    state = position(rules, {})
    play(state, "place hunt 4")
    saved = state.to_dict()
    saved["places"]["hunt"]["figures"] = [3, 0]
    assert_no_state(rules, saved, "seat 0 cannot have 3 figures on hunt: a placement has 2, 4")


def test_a_limit_that_counts_figures_is_never_exceeded(rules):
    state = position(rules, {"figures": {"clay-pit": [2, 0]}, "first": 1})
    assert placements(state, "quarry") == [1, 2, 3]
    play(state, "place quarry 3")
    assert not placements(state, "quarry") + placements(state, "clay-pit")


def test_a_limit_that_counts_figures_leaves_other_places_alone():
    single = """
[[limit]]
id = "single"
counts = "figures"
group = "single"
at_most = { 2 = 1 }

[[patch.location]]
target = "river"
append.groups = ["single"]
"""
    trial = Mechanism("trial", records=(Pairs, Herald), limits=(Crowd,))
    rules = sa.load(players=2, plugins=[pack(CONTENT + single), trial])
    state = position(rules, {"figures": {"river": [0, 1]}})
    assert not placements(state, "river")
    assert placements(state, "quarry") == [1, 2, 3, 4, 5]


def test_the_refusal_of_more_figures_than_a_limit_has_room_for(rules):
    state = position(rules, {"figures": {"clay-pit": [2, 0]}, "first": 1})
    (reason,) = against(state, "place quarry 4")
    assert (reason.needed, reason.found) == ("at most 5 figures on the narrow", "2 stand there")


def test_effects_follow_a_placement_before_the_next_turn(rules):
    state = position(rules, {"seats": {0: {"goods": {"food": 0}}}})
    play(state, "place forest 2")
    assert [state.player(seat).points for seat in (0, 1)] == [3, 2]
    assert state.player(0).goods["food"] == 1
    assert state.seat == 1


def test_a_state_can_be_saved_while_effects_follow_a_placement():
    roll = '{ do = "roll", dice = 2, divide = 3, yields = ["wood"] }, { do = "points", amount = 1 }'
    content = f'[[herald]]\nid = "search"\nlocation = "forest"\neffects = [{roll}]\n'
    rules = sa.load(players=3, plugins=[pack(content), Mechanism("trial", records=(Herald,))])
    state = position(rules, {})
    play(state, "place forest 2")
    assert state.is_chance
    again = read_again(state)
    play(again, "roll 3 4")
    assert (again.player(0).goods["wood"], again.player(0).points, again.seat) == (2, 1, 1)


def test_a_check_may_look_at_the_figures_at_home():
    content = CONTENT + '[[watch]]\nid = "watch"\n'
    rules = sa.load(players=2, plugins=[pack(content), Mechanism("trial", records=(Pairs, Herald, Watch), limits=(Crowd,))])
    state = position(rules, {})
    assert placements(state, "hut") == [2]
    assert placements(state, "quarry") == [1, 2, 3, 4]
    play(state, "place quarry 4")
    read_again(state)
    assert_options_are_what_no_check_refuses(rules)


def test_options_are_what_no_check_refuses(rules):
    assert_options_are_what_no_check_refuses(rules)


def assert_options_are_what_no_check_refuses(rules):
    """Holds all placements against the reasons for refusing them, in a random game."""
    for step, state in enumerate(states(rules, 4)):
        if step % 4 == 0 and state.pending is not None and state.pending.kind == "place-figures":
            invariants.legality_agrees(state, rules.actions_of("place"))
