"""The first law, tried with every key: one that a record did not have makes a difference in play, or is reported.

What each report says is in the folder `bad`; here keys are found that nobody thought of.  With `STONEAGE_SLOW` every value
is tried, otherwise some.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs
import pytest

import stoneage_rules as sa
from shipped import HERE
from stoneage_rules import ContentError
from stoneage_rules.authoring.lint import lint, unread
from stoneage_rules.language.fields import refs_of
from stoneage_rules.language.word import toml_key
from stoneage_rules.mechanics.locations import PlacementSize, WorkplaceTable
from stoneage_rules.mechanics.rounds import StandingTable
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.content_bounds import ContentBounds
from stoneage_rules.packs.parts import is_mapping, is_tuple
from stoneage_rules.plugin import Amount, ContentRecord, Cost, Verb
from units.library import KINDS
from writing import manifest_text, toml

FOR_PEOPLE = {"edition", "statement"}
SHARED = {attribute.name for attribute in attrs.fields(ContentRecord)} | {"after", "before"}
"""Keys that are for people, or say where a record stands among others."""
PLAYERS, GAMES, STEPS = 4, 20, 2000
EVERY = 1 if os.environ.get("STONEAGE_SLOW") else 10
SMALL = 20
"""So large are bounds that a game can meet; larger ones are as good as none, and nobody can tell by looking."""

FIGURES = ({"exactly": 1}, {"exactly": 3}, {"at_least": 3}, {"at_most": 2}, {"at_most": 9})
COSTS = ({"wood": 1}, {"of": "resource", "amount": 5, "kinds": 3})
EFFECTS = [{"do": "points", "amount": 7}], [{"do": "gain", "good": "wood", "amount": 2}], [{"do": "buy"}]
PLACE = {"circles": 2, "effects": [{"do": "roll", "divide": 2, "yields": ["wood"]}]}
AT_START = [{"at_start_of": "placing", "effects": [{"do": "points", "amount": 1}]}]


@cache
def base() -> Content:
    found: Content = sa.load(players=PLAYERS).content
    return found


def samples() -> Iterator[Entry]:
    """One record of each shape: those with the same keys, and effects of the same verbs, are alike."""
    seen = set()
    for entry in base():
        data = entry.raw_record.data
        verbs = tuple(effect["do"] for effect in data.get("effects", ()))
        shape = entry.kind, tuple(sorted({*data} - SHARED)), verbs, data.get("kind")
        if entry.kind not in FOR_PEOPLE and shape not in seen:
            seen.add(shape)
            yield entry


def values(kind: Any, metadata: Mapping[str, Any], refs: tuple[str, ...]) -> Iterator[Any]:
    """Plausible values of a key."""
    if get_origin(kind) in (Union, UnionType) and kind != Amount:
        for member in get_args(kind):
            yield from values(member, metadata, refs) if member is not type(None) else ()
    elif kind is bool:
        yield from (True, False)
    elif kind is int:
        least, most = metadata.get("least") or 0, metadata.get("most") or SMALL + 1
        yield from dict.fromkeys((least, min(least + 1, most), min(least + 2, most), *([most] if most <= SMALL else [])))
    elif kind is str:
        yield from metadata.get("choices") or names(refs)[:2]
    elif kind in SOME:
        yield from SOME[kind]
    elif is_tuple(kind):
        element = get_args(kind)[0]
        is_effect = isinstance(element, type) and issubclass(element, Verb)
        yield from EFFECTS if is_effect else [AT_START] if element is StandingTable else [names(refs)[:1]] if refs else ()
    elif is_mapping(kind) and refs:
        yield {names(refs)[0]: 2}


SOME: Mapping[Any, Any] = {Cost: COSTS, PlacementSize: FIGURES, WorkplaceTable: (PLACE,)}


def names(refs: tuple[str, ...]) -> list[str]:
    """Returns what a reference can say."""
    return [entry.name for ref in refs for entry in base().of(ref)] or ["none-such"]


def changes() -> Iterator[Any]:
    """Kind, id, key and value of what is tried."""
    for entry in samples():
        record = KINDS.model(entry.kind)
        attrs.resolve_types(record)
        for attribute in attrs.fields(record):
            key = toml_key(attribute.name)
            if attribute.name in SHARED or attribute.default is attrs.NOTHING:
                continue
            for value in values(attribute.type, attribute.metadata, refs_of(attribute)):
                yield pytest.param(entry.kind, entry.id, key, value, id=f"{entry.kind} {entry.id} {key} {toml(value)}")


ALL = tuple(changes())


def trace(rules: Any, seed: int) -> Iterator[Any]:
    """Returns what can be seen of a game in which chance and choice fall as the seed says; of a long one, the beginning."""
    chance, choice = random.Random(seed), random.Random(seed + 1000)
    state = rules.initial_state()
    for _ in range(STEPS):
        if state.is_over:
            break
        if state.is_chance:
            state.apply(state.sample(chance))
        else:
            legal = state.legal()
            yield tuple([action.text for action in legal])
            state.apply(legal[int(choice.random() * len(legal))])
    yield state.points, state.goods, state.scores if state.is_over else ()


@cache
def as_it_is() -> Any:
    """The rules without a change."""
    return sa.load(players=PLAYERS)


@cache
def game(seed: int) -> tuple[Any, ...]:
    """A game under these."""
    return tuple(trace(as_it_is(), seed))


def differs(rules: Any) -> bool:
    """Returns whether some game goes otherwise than under the rules as they are."""
    return any(ours != theirs for seed in range(GAMES) for ours, theirs in zip_longest(game(seed), trace(rules, seed)))


def written(kind: str, id: str, key: str, value: Any) -> str:
    """The key as an edit; a table that is there is given anew."""
    (entry,) = (entry for entry in base().of(kind) if entry.id == id)
    anew = f'unset = ["{key}"]\n' if type(value) is dict and entry.raw_record.data.get(key) else ""
    return f'[[patch.{kind}]]\ntarget = "base:{id}"\n{anew}set.{key} = {toml(value)}\n'


@pytest.mark.parametrize(("kind", "id", "key", "value"), ALL[::EVERY])
def test_a_key_makes_a_difference_or_is_reported(kind: str, id: str, key: str, value: Any, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(manifest_text("one-key", requires={"base": ">=1.0"}), "utf-8")
    (tmp_path / "all.toml").write_text(written(kind, id, key, value), "utf-8")
    try:
        rules = sa.load(players=PLAYERS, modules=[str(tmp_path)])
    except ContentError:
        return
    bounds = ContentBounds(rules.content)
    found = lint(bounds, installed=("base", *HERE), beside=unread([bounds]))
    assert found or differs(rules)


def test_every_kind_and_key_is_among_them() -> None:
    """Of everything that can be left away in a record that makes the game, some value is tried."""
    tried = {(param.values[0], param.values[2]) for param in ALL}
    assert len(ALL) > 300
    assert {"cost", "effects", "anytime", "standing", "workplace", "one_use_tool", "symbol", "icons"} <= {
        key for kind, key in tried if kind == "card"
    }
    assert {("location", "again"), ("location", "stays"), ("location", "cost"), ("row", "pile"), ("good", "value")} <= tried


def test_games_under_the_same_rules_do_not_differ() -> None:
    assert not differs(sa.load(players=PLAYERS, modules=[]))
