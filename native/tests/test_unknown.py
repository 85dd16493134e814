"""A closed world: whatever is added to the rules is named, and then Python plays."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import attrs
import pytest

import stoneage_rules as sa
from shipped import needs
from stoneage_native import known, unknown
from stoneage_rules.kernel.finalize import finalize
from stoneage_rules.language.binding import Handle
from stoneage_rules.mechanics import belongings, placement_checks, rolling
from stoneage_rules.plugin import Effect, Frame, Linker, QuantityKind, Step, Verb, hookimpl


def changed(rules: sa.Ruleset, **values: Any) -> sa.Ruleset:
    """Returns rules with other values; they are only looked at, never played."""
    other = attrs.evolve(rules, **values)
    finalize(other)
    return other


def with_verb(rules: sa.Ruleset, verb: Any) -> sa.Ruleset:
    """Returns rules whose first effect was made of another verb."""
    return changed(rules, verbs=(None, verb, *rules.verbs[2:]))


@attrs.frozen
class Seasoned(belongings.GainVerb):
    """A verb with a key more than the one that the engine knows."""

    twice: bool = False


def test_a_subclass_of_a_verb_is_named() -> None:
    rules = sa.load(players=2)
    assert unknown(rules) == ()
    assert "verb gain" in unknown(with_verb(rules, Seasoned(good="wood")))


def test_a_key_of_a_verb_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sa.load(players=2)
    fewer = known.VERBS | {belongings.GainVerb: "if_ good"}
    monkeypatch.setattr(known, "VERBS", fewer)
    monkeypatch.setattr("stoneage_native.nodes.VERBS", fewer)
    assert "field amount of GainVerb" in unknown(rules)


def test_a_key_of_a_quantity_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sa.load(players=2)
    fewer = {kind: fields.replace(" alone", "") for kind, fields in known.READ.items()}
    monkeypatch.setattr("stoneage_native.words.READ", fewer)
    assert "field alone of Quantity" in unknown(rules)


class Tide(NamedTuple):
    """An entry of a table that the engine does not know."""

    height: int


class LongRoll(rolling.Roll):
    """A roll of another class."""


class Halved(placement_checks.PlaceLimited):
    """A check of another class."""

    def closed(self, state: Any, seat: int) -> int:
        return 0


def test_tables_and_classes_of_entries_are_named() -> None:
    rules = sa.load(players=2)
    assert unknown(changed(rules, tables={**rules.tables, Handle[Tide]("tide"): (Tide(1),)})) == ("table tide",)
    assert unknown(changed(rules, tables={**rules.tables, Handle[Tide]("tide"): ()})) == ()
    rolls = tuple(LongRoll(*roll) for roll in rules.entries(rolling.ROLLS))
    assert unknown(changed(rules, tables={**rules.tables, rolling.ROLLS: rolls})) == ("class LongRoll",)
    handle = placement_checks.PLACEMENT_CHECKS
    (*others, last) = rules.entries(handle)
    halved = Halved(last.limits, last.read, lambda call, method: call)
    assert unknown(changed(rules, tables={**rules.tables, handle: (*others, halved)})) == ("class Halved",)


def test_a_limit_of_another_class_is_named() -> None:
    class Fewer(placement_checks.OccupiedPlaces):
        counts = "fewer"

    rules, handle = sa.load(players=2), placement_checks.PLACEMENT_CHECKS
    (*others, last) = rules.entries(handle)
    limit = Fewer("few", ("limit", "few"), 1, "few", 1)
    checks = (*others, placement_checks.PlaceLimited({1: limit}, None, lambda call, method: call))
    assert "limit of fewer" in unknown(changed(rules, tables={**rules.tables, handle: checks}))


class Offering:
    """A plugin with a hook that is called in play."""

    @hookimpl
    def stoneage_roll_adjustment(self, state: sa.State) -> int:
        return 0


class Counting:
    """A plugin with a quantity, a verb and a frame."""

    @hookimpl
    def stoneage_register_quantities(self) -> list[QuantityKind]:
        return [QuantityKind("moons", "how many moons", lambda link, of: lambda state, seat, n: 1, choices=("now",))]

    @hookimpl
    def stoneage_register_verbs(self) -> list[type[Verb]]:
        @attrs.frozen
        class Howl(Verb):
            """Howls."""

            do = "howl"

            def bind(self, link: Linker) -> Effect:
                return lambda state, seat, place, n: None

        return [Howl]

    @hookimpl
    def stoneage_register_frames(self) -> list[type[Frame]]:
        class Echo(Step):
            """Opens a phase without a verb."""

            name = "echo"

            def step(self, state: Any, frame: Any) -> None:
                pass

        return [Echo]


def test_plugins_are_named() -> None:
    assert unknown(sa.load(players=2, plugins=[Offering()])) == ("hook stoneage_roll_adjustment",)
    named = unknown(sa.load(players=2, plugins=[Counting()]))
    assert set(named) == {"quantity moons", "verb howl", "frame echo"}
    rules = sa.load(players=2, plugins=[Offering()])
    assert rules.engine is None
    assert rules.initial_state().play_out(random.Random(1)) > 0


@needs("wild-animals")
def test_the_hook_of_the_animals_is_known_by_its_function_and_another_is_not() -> None:
    rules = sa.load(players=3, modules=["wild-animals"])
    assert unknown(rules) == ()
    assert unknown(sa.load(players=3, modules=["wild-animals"], plugins=[Offering()])) == ("hook stoneage_roll_adjustment",)


def test_a_handler_of_another_class_is_named() -> None:
    rules = sa.load(players=2)

    class Sorted(type(rules.handlers[rules.frames["pick-die"]])):  # type: ignore[misc]
        """The same frame, by a class of another module."""

    kinds = tuple(Sorted if kind.name == "pick-die" else kind for kind in rules._frame_kinds)
    assert unknown(changed(rules, frame_kinds=kinds)) == ("frame pick-die",)


def test_what_is_larger_than_the_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sa.load(players=4)
    for name in ("SEATS", "GOODS", "PLACES", "ITEMS", "USES", "MOST_AMOUNT"):
        with monkeypatch.context() as context:
            context.setattr(f"stoneage_native._engine.{name}", 1)
            assert any(words.startswith("more than 1 ") for words in unknown(rules)), name
