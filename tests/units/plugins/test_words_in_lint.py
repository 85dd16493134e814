"""Words of a plugin say what of them matters and what cannot be played, as those of the library do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from stoneage_rules.authoring import inspection
from stoneage_rules.authoring.lint import unread
from stoneage_rules.mechanics.items import ItemRecord
from stoneage_rules.packs.content_bounds import ContentBounds
from stoneage_rules.plugin import (
    Bound,
    Bounds,
    Clash,
    ContentRecord,
    Effect,
    ExtraKeys,
    Limit,
    Linker,
    Mechanism,
    Step,
    Verb,
    Word,
    beyond,
    field,
)
from writing import base_pack, pack

FOREST = 40


@attrs.frozen
class FellVerb(Verb):
    """The seat fells trees of the forest.

    Example: `{ do = "fell", trees = 2 }`
    """

    do = "fell"
    trees: int = field("how many", least=1, most=999)

    def bind(self, link: Linker) -> Effect:
        return lambda state, seat, place, n: None

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from beyond("trees", self.trees, FOREST, f"the forest has {FOREST} trees")

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        others = [use for use in bounds.words(FellVerb) if use.at is not bounds.here]
        if others:
            yield Clash("SA217", "two records that fell trees", ("do",), "one is enough", "delete one of them")


def table(content: str, **words: Any) -> sa.Ruleset:
    """The base game with this content, in the words of a plugin."""
    return sa.load(players=2, plugins=[pack(content), Mechanism("trial", **words)])


def load(*trees: int) -> sa.Ruleset:
    """The base game with a building that fells so many trees for each number."""
    buildings = (
        f'[[building]]\nid = "mill-{count}"\ncost = {{ wood = 1 }}\neffects = [{{ do = "fell", trees = {count} }}]\n'
        for count in trees
    )
    return table("".join(buildings), verbs=(FellVerb,))


def test_a_number_beyond_its_bound_is_told() -> None:
    (warning,) = unread([ContentBounds(load(41).content)])
    assert warning.code == "SA515"
    assert warning.place.label == "the forest has 40 trees"
    assert warning.help == "lower it to 40 or less"
    assert (warning.place.span.line, warning.packs) == (4, ("stranger",))


def test_a_number_within_it_is_not() -> None:
    assert unread([ContentBounds(load(40).content)]) == []


def test_what_some_table_needs_is_not_told() -> None:
    """The same value is judged at two tables, and matters at one of them."""
    idle, needed = load(41).content, load(41).content
    assert len(unread([ContentBounds(idle), ContentBounds(needed)])) == 1
    for entry in needed.of("building"):
        for effect in entry.record.effects:
            if isinstance(effect, FellVerb):
                object.__setattr__(effect, "trees", FOREST)
    assert unread([ContentBounds(idle), ContentBounds(needed)]) == []


class Dawn(Step):
    """The start of a phase."""

    name = "dawn"

    def opens(self, phase: int) -> bool:
        return self.rules.phases[phase].id == "morning"

    def step(self, state: sa.State, frame: tuple[int, ...]) -> None:
        """Does nothing."""


@pytest.mark.parametrize(("plugins", "told"), [([], ["SA514"]), ([Mechanism("dawn", frames=(Dawn,))], [])])
def test_a_phase_that_a_mechanism_opens_is_not_told_as_empty(
    plugins: list[Mechanism], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    phase = (
        '[[phase]]\nid = "morning"\neffects = []\n[[patch.course]]\ntarget = "base:order-of-play"\nappend.phases = ["morning"]\n'
    )
    monkeypatch.setattr(inspection, "load", partial(sa.load, plugins=plugins))
    assert [warning.code for warning in inspection.inspect_pack(base_pack(phase)).findings] == told


def test_a_clash_is_refused() -> None:
    with pytest.raises(sa.ContentError) as raised:
        load(1, 2)
    assert {found.title for found in raised.value.diagnostics} == {"two records that fell trees"}
    assert {found.place.label for found in raised.value.diagnostics} == {"one is enough"}


# --- words that go wrong ------------------------------------------------------------------------------------------


@attrs.frozen
class Axe(Word):
    """A table within a verb, which goes wrong when it is asked."""

    weight: int = field("how heavy", default=1)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        raise KeyError(self.weight)


@attrs.frozen
class ChopVerb(Verb):
    """The seat chops wood, with an axe or in one of two wrong ways."""

    do = "chop"
    axe: Axe | None = field("the axe", default=None)
    wrong: str = field("the method that goes wrong", default="")

    def bind(self, link: Linker) -> Effect:
        return lambda state, seat, place, n: None

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.wrong == "reach":
            raise ValueError(self.wrong)
        return iter(())

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        if self.wrong == "clashes":
            raise ZeroDivisionError(self.wrong)
        yield from ()


@attrs.frozen
class CampRecord(ContentRecord):
    """A camp of woodcutters, which goes wrong when it is asked."""

    table = "camp"

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        return iter([bounds.find("good", "no such good")])


MILL = '[[building]]\nid = "mill"\ncost = {{ wood = 1 }}\neffects = [{{ do = "chop", {} }}]'


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (MILL.format('wrong = "reach"'), "verb chop, reach: ValueError: reach"),
        (MILL.format('wrong = "clashes"'), "verb chop, clashes: ZeroDivisionError: clashes"),
        (MILL.format("axe = { weight = 3 }"), "verb chop, reach: KeyError: 3"),
        ('[[camp]]\nid = "camp"', "record camp, reach: KeyError: ('good', 'no such good')"),
    ],
)
def test_a_word_that_goes_wrong_names_its_plugin(content: str, named: str) -> None:
    with pytest.raises(sa.PluginError) as raised:
        unread([ContentBounds(table(content, verbs=(ChopVerb,), records=(CampRecord,)).content)])
    said = str(raised.value)
    assert said.startswith(f"plugin trial, {named}; to be mended in ")
    assert re.search(r"test_words_in_lint\.py:\d+$", said)


# --- keys that a plugin adds --------------------------------------------------------------------------------------


@attrs.frozen
class SawTable(Word):
    """A table under the key of a plugin, which goes wrong when its saw is blunt."""

    blunt: bool = field("whether it goes wrong", default=False)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.blunt:
            raise ValueError("blunt")
        return iter(())


@attrs.frozen
class SawKeys(ExtraKeys):
    """Keys of items that saw trees of the forest."""

    table = "item.saws"
    extends = ItemRecord
    saws: int = field("how many trees it saws", default=0, least=0, most=999)
    saw: SawTable | None = field("the saw", default=None)

    @classmethod
    def reach(cls, record: Any, bounds: Bounds) -> Iterator[Bound]:
        if record.saws == 13:
            raise ZeroDivisionError(record.saws)
        yield from beyond("saws", record.saws, FOREST, f"the forest has {FOREST} trees")

    @classmethod
    def clashes(cls, record: Any, bounds: Bounds) -> Iterator[Clash]:
        if record.saws == FOREST and not record.effects:
            yield Clash("SA217", "a saw for all trees", ("saws",), "nothing is left", "leave one")


def sawing(keys: str) -> sa.Ruleset:
    """The base game with a building that has such keys of a plugin."""
    return table(f'[[building]]\nid = "mill"\ncost = {{ wood = 1 }}\n{keys}\n', records=(SawKeys,))


def test_added_keys_say_which_of_their_values_matter() -> None:
    assert unread([ContentBounds(sawing("saws = 39").content)]) == []
    (warning,) = unread([ContentBounds(sawing("saws = 41").content)])
    assert (warning.code, warning.place.label) == ("SA515", "the forest has 40 trees")
    assert (warning.place.span.line, warning.packs) == (4, ("stranger",))


def test_added_keys_say_what_cannot_be_played() -> None:
    with pytest.raises(sa.ContentError) as raised:
        sawing(f"saws = {FOREST}")
    (found,) = raised.value.diagnostics
    assert (found.title, found.place.span.line) == ("a saw for all trees", 4)


@pytest.mark.parametrize(
    ("keys", "named"), [("saws = 13", "ZeroDivisionError: 13"), ("saw = { blunt = true }", "ValueError: blunt")]
)
def test_added_keys_that_go_wrong_name_their_plugin(keys: str, named: str) -> None:
    with pytest.raises(sa.PluginError, match=rf"^plugin trial, record item\.saws, reach: {named}; to be mended in"):
        unread([ContentBounds(sawing(keys).content)])


@attrs.frozen
class Crowd(Limit):
    """A counter that says no highest number."""

    counts = "figures"

    def closed(self, state: sa.State, seat: int) -> int:
        return 0

    def tell(self, state: sa.State, seat: int, place: Any) -> tuple[str, str]:
        return "", ""


@pytest.mark.parametrize(("counts", "told"), [("figures", []), ("players", ["SA515"])])
def test_a_limit_whose_counter_says_no_highest_number_is_not_called_idle(counts: str, told: list[str]) -> None:
    """Nobody knows what a plugin counts, and `players` can be 2 at the most."""
    narrow = f'[[limit]]\nid = "narrow"\ncounts = "{counts}"\ngroup = "village"\nat_most = {{ 2 = 90 }}\n'
    rules = table(narrow, limits=(Crowd,))
    assert [warning.code for warning in unread([ContentBounds(rules.content)])] == told
