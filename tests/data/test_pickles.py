"""Every public value that a program can hold is pickled and read back, so that it can be sent to another process."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from running import python
from sources import ROOT

PACK = ROOT / "content" / "stoneage_examples" / "bakery"
DOORS = (sa, sa.many, sa.policies, sa.testing)
NO_VALUES = {
    *("Policy", "RankingPolicy", "RandomSource", "RunningRecord"),
    *("Dice", "Habit"),
    *("Property", "Scenario", "ScenarioResult", "PropertyResult"),
    "Sums",
}
"""Public classes of which no value is pickled: protocols, an open file, parts of a search for a placement, tests of a file, which
hold a loader of tables, and sums, which can be, and have no equality."""


PLACE = sa.TextPlace("f", sa.TextSpan(1, 1, 1, 2))


@cache
def values() -> Mapping[str, Any]:
    """Public values by a name."""
    rules = sa.load(players=2)
    game = sa.Game(rules, seed=3)
    while game.state.round < 2:
        game.play(game.state.legal()[0])
    game.undo()
    state = game.state
    space = sa.ActionSpace([rules, sa.load(players=3)])
    observation = sa.Observation([rules, sa.load(players=3)])
    over = rules.initial_state()
    over.play_out(random.Random(1))
    simulation = sa.simulate(rules, 2, makers=["random", "random"], seed=1)
    made: dict[str, Any] = {
        "rules": rules,
        "table": rules.table,
        "seat of a table": sa.Seat(),
        "decision of a table": sa.Resolution("good.wood.value", "my-pack"),
        "item, phase and brief": (rules.items[0], rules.phases[0], rules.items_of()[0].brief),
        "diagnostic": sa.Diagnostic("SA999", "a fault", PLACE, fixes=(sa.TextEdit("f", PLACE.span, "x"),)),
        "results": (
            sa.testing.Message("wrong"),
            sa.testing.ResultPart("a", "b", True),
            sa.testing.Failure(2, 1, 1, "wrong", ()),
        ),
        "state": state,
        "view": state.view(0),
        "game": game,
        "record": game.record,
        "step": game.steps[-1],
        "event": game.steps[-1].events or game.opening,
        "action": state.legal()[0],
        "outcome": rules.parse("roll 1 2"),
        "pending": state.pending,
        "reasons": state.why_not(rules.parse("place hut 1")),
        "bounds": rules.bounds,
        "player": state.player(0),
        "score sheet": state.score_sheet(0),
        "place": rules.place("hunt"),
        "item": rules.item("civ-01"),
        "definitions": (*rules.definitions("location"), *rules.definitions("good"), *rules.definitions("track")),
        "definition data": sa.DefinitionData.from_dict(rules.definition("location", "hunt").to_dict()),
        "inspection": sa.testing.inspect_table(players=2),
        "result": sa.testing.check_pack(PACK, only=["loads"], games=1),
        "narrator": sa.Narrator(rules, names=["Ada"], viewer=0),
        "explanation": game.explain(len(game.steps) - 1),
        "view data": sa.ViewData.from_dict(state.view(0).to_dict()),
        "space": space,
        "observation": observation,
        "parts": observation.parts,
        "random": sa.policies.random_policy(1),
        "sensible": sa.policies.sensible_policy(1),
        "starving": sa.policies.starving_policy(1),
        "thoughtful": sa.policies.thoughtful_policy(1),
        "random by name": sa.policies.make_policy("random", 1),
        "simulation": simulation,
        "tallies": simulation.by_player,
        "items": sa.study(rules, 1, makers=["random", "random"], seed=1).by_item,
        "comparison": sa.compare(rules, sa.load(players=3), 2, makers="random", seed=1),
        "study": sa.study(rules, 1, makers=["random", "random"], seed=1),
        "sentences": tuple(sa.Narrator(rules).tell(game.opening)),
        "explained events": game.explain(len(game.steps) - 1).events,
        "last sheet": over.score_sheet(0),
        "tie break": over.score_sheet(0).tie_break,
        "ranked": sa.policies.sensible_policy(1).rank(state.view(state.seat), state.legal()),
        "zones": tuple(sa.ViewData.from_dict(state.view(0).to_dict()).zones.values()),
        "interval": sa.many.wilson(1, 2),
    }
    return made


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def test_a_public_value_is_pickled_and_says_the_same():
    for name, value in values().items():
        read = again(value)
        assert type(read) is type(value), name
        if type(value).__repr__ is not object.__repr__ and not callable(value):
            assert repr(read) == repr(value), name
        if type(value).__eq__ is not object.__eq__:
            assert read == value, name
        assert type(copy.deepcopy(value)) is type(value), name


def test_steps_are_equal_after_a_round_trip_and_unequal_to_each_other():
    game = values()["game"]
    assert again(game.steps) == game.steps
    assert again(game).steps == game.steps
    assert len({*again(game.steps), *game.steps}) == len(game.steps)
    assert len({step.answer.text for step in game.steps}) > 1
    assert all(one != other for one, other in zip(game.steps, game.steps[1:], strict=False))


@pytest.mark.parametrize("kind", [sa.ActionSpace, sa.Observation])
def test_a_space_is_pickled_as_its_tables_and_means_the_same(kind):
    space = values()["space" if kind is sa.ActionSpace else "observation"]
    read = again(space)
    assert (read.digest, len(read), read.rulesets) == (space.digest, len(space), space.rulesets)
    assert len(pickle.dumps(space)) < 2000, "a space is pickled as its tables"
    state = values()["state"]
    if kind is sa.Observation:
        assert read.packed(state.view(0)) == space.packed(state.view(0))
    else:
        assert read.mask(state) == space.mask(state)


def test_spaces_are_read_in_another_process(tmp_path):
    file = tmp_path / "spaces.pickle"
    file.write_bytes(pickle.dumps([values()[name] for name in ("space", "observation", "random", "narrator", "step")]))
    program = "import pickle, sys; print(*[type(each).__name__ for each in pickle.load(open(sys.argv[1], 'rb'))])"
    assert python("-c", program, file).stdout.split() == ["ActionSpace", "Observation", "partial", "Narrator", "GameStep"]


def test_a_random_policy_goes_on_with_its_numbers():
    view = values()["view"]
    policy, legal = sa.policies.random_policy(5), view.rules.actions[:40]
    policy(view, legal)
    read = again(policy)
    assert [read(view, legal) for _ in range(20)] == [policy(view, legal) for _ in range(20)]
    assert read.needs_view is False


def test_a_narrator_tells_the_same():
    narrator, game = values()["narrator"], values()["game"]
    told = [str(sentence) for sentence in narrator.tell(game.opening)]
    assert [str(sentence) for sentence in again(narrator).tell(game.opening)] == told
    assert any("Ada (seat 0)" in line for line in told)


def test_a_policy_with_an_observation_plays_in_other_processes():
    found = sa.simulate({"players": 2}, 2, makers=[Counting, "random"], seed=1, workers=2)
    assert len(found.games) == 2


class Counting:
    """A policy that looks at numbers, as a net does."""

    observation = None

    def __init__(self, seed: int) -> None:
        self.observation = sa.Observation({"players": 2})
        self.source = random.Random(seed)

    def __call__(self, view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
        return legal[sum(self.observation(view)) % len(legal)]


def test_every_public_class_is_among_them_or_has_a_reason():
    def inside(value: Any) -> set[str]:
        """Returns the names of the classes of a value and of what it is made of."""
        if isinstance(value, Mapping) and not attrs.has(type(value)):
            return inside(tuple(value.values()))
        fields = attrs.fields(type(value)) if attrs.has(type(value)) else ()
        parts = value if isinstance(value, (tuple, list)) else [getattr(value, each.name) for each in fields]
        return {each.__name__ for each in type(value).__mro__}.union(*map(inside, parts))

    seen = set[str]().union(*map(inside, values().values()))
    classes = {name: getattr(door, name) for door in DOORS for name in door.__all__}
    kinds = {name for name, kind in classes.items() if isinstance(kind, type) and not issubclass(kind, Exception)}
    assert kinds - seen == NO_VALUES


@pytest.mark.parametrize("name", ["random", "sensible", "starving", "thoughtful(playouts=4)"])
def test_a_policy_that_has_played_goes_on_alike(name):
    """Leaves out what it remembers of the game."""
    state = sa.load(players=2).initial_state()
    state.play_out(random.Random(2), until_round=2)
    policy = sa.policies.make_policy(name, 1)
    for _ in range(4):
        state.play_out(random.Random(3), until_round=state.round)
        state.apply(policy(state.view(state.seat), state.legal()))
    other = again(policy)
    for _ in range(4):
        view, legal = state.view(state.seat), state.legal()
        choice = policy(view, legal)
        assert other(view, legal) is choice
        state.apply(choice)
        while state.is_chance:
            state.apply(state.outcomes()[0][0])
