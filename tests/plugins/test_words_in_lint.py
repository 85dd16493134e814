"""Words of a plugin say what of them matters and what cannot be played, as those of the library do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

import stoneage_rules as sa
from packs.toy import manifest_text
from stoneage_rules.packs.lint.dead_content import unread
from stoneage_rules.plugin import Bound, Bounds, Clash, Effect, Linker, Mechanism, Verb, beyond, field

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


def load(folder: Path, *trees: int) -> sa.Ruleset:
    """The base game with a building that fells so many trees for each number."""
    folder.mkdir(exist_ok=True)
    (folder / "pack.toml").write_text(manifest_text("woods", requires={"base": ">=1.0"}), "utf-8")
    buildings = (
        f'[[building]]\nid = "mill-{count}"\ncost = {{ wood = 1 }}\neffects = [{{ do = "fell", trees = {count} }}]\n'
        for count in trees
    )
    (folder / "mills.toml").write_text("".join(buildings), "utf-8")
    return sa.load(players=2, modules=[str(folder)], plugins=[Mechanism("felling", verbs=(FellVerb,))])


def test_a_number_beyond_its_bound_is_told(tmp_path: Path) -> None:
    (warning,) = unread([load(tmp_path, 41).content])
    assert warning.code == "SA515"
    assert warning.place.label == "the forest has 40 trees"
    assert warning.help == "lower it to 40 or less"
    assert (warning.place.span.line, warning.packs) == (4, ("woods",))


def test_a_number_within_it_is_not(tmp_path: Path) -> None:
    assert unread([load(tmp_path, 40).content]) == []


def test_what_some_table_needs_is_not_told(tmp_path: Path) -> None:
    """The same value is judged at two tables, and matters at one of them."""
    idle, needed = load(tmp_path, 41).content, load(tmp_path, 41).content
    assert len(unread([idle, needed])) == 1
    for entry in needed.of("building"):
        for effect in entry.record.effects:
            if isinstance(effect, FellVerb):
                object.__setattr__(effect, "trees", FOREST)
    assert unread([idle, needed]) == []


def test_a_clash_is_refused(tmp_path: Path) -> None:
    with pytest.raises(sa.ContentError) as raised:
        load(tmp_path, 1, 2)
    assert {found.title for found in raised.value.diagnostics} == {"two records that fell trees"}
    assert {found.place.label for found in raised.value.diagnostics} == {"one is enough"}
