"""The first law, tried with every key: one that a record did not have makes a difference in play, or is reported.

What each report says is in the folder `bad`; here keys that nobody thought of are found.
"""

from __future__ import annotations

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
from packs.toy import manifest_text, toml
from shipped import HERE
from stoneage_rules.errors import ContentError
from stoneage_rules.fields import Amount, Cost, EffectSpec, refs_of
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.lint import lint
from stoneage_rules.packs.models import KINDS, Figures, Item, Record, Standing, Workplace, toml_key
from stoneage_rules.packs.types import is_mapping, is_tuple
from stoneage_rules.packs.unread import unread

FOR_PEOPLE = {"edition", "statement", "seats"}
"""Kinds that only people read, and the one that only says who may play."""
SHARED = {attribute.name for attribute in attrs.fields(Record)}
ORDER = {"after", "before"}
"""Keys that say where a record stands among others."""
GAMES = 6
STEPS = 2000
PLAYERS = 4


@cache
def base() -> Content:
    found: Content = sa.load(players=PLAYERS).content
    return found


def samples() -> Iterator[Entry]:
    """One record of each shape: those with the same keys, and effects of the same verbs, are alike."""
    seen = set()
    for entry in base():
        if entry.kind in FOR_PEOPLE:
            continue
        verbs = tuple(effect["do"] for effect in entry.entity.data.get("effects", ()))
        shape = entry.kind, tuple(sorted({*entry.entity.data} - SHARED)), verbs, entry.entity.data.get("kind")
        if shape not in seen:
            seen.add(shape)
            yield entry


def values(entry: Entry, kind: Any, metadata: Mapping[str, Any], refs: tuple[str, ...]) -> Iterator[Any]:
    """Plausible values of a key."""
    if get_origin(kind) in (Union, UnionType) and kind != Amount:
        for member in get_args(kind):
            if member is not type(None):
                yield from values(entry, member, metadata, refs)
    elif kind is bool:
        yield True
        yield False
    elif kind is int:
        least, most = metadata.get("least") or 0, metadata.get("most") or 99
        yield from dict.fromkeys((least, min(least + 1, most), min(least + 2, most), most))
    elif kind is str:
        yield from metadata.get("choices") or names(refs)[:2]
    elif kind is Cost:
        yield {"wood": 1}
        yield {"of": "resource", "amount": 5, "kinds": 3}
    elif kind is Figures:
        yield from ({"exactly": 1}, {"exactly": 3}, {"at_least": 2}, {"at_most": 2}, {"at_most": 9})
    elif kind is Workplace:
        yield {"circles": 2, "effects": [{"do": "roll", "divide": 2, "yields": ["wood"]}]}
    elif is_tuple(kind):
        yield from lists(entry, get_args(kind)[0], refs)
    elif is_mapping(kind) and refs:
        yield {names(refs)[0]: 2}


def lists(entry: Entry, element: Any, refs: tuple[str, ...]) -> Iterator[Any]:
    if isinstance(element, type) and issubclass(element, EffectSpec):
        yield [{"do": "points", "amount": 7}]
        yield [{"do": "gain", "good": "wood", "amount": 2}]
        yield [{"do": "buy"}]
    elif element is Standing:
        yield [{"at_start_of": "placing", "effects": [{"do": "points", "amount": 1}]}]
    elif refs:
        yield names(refs)[:1]


def names(refs: tuple[str, ...]) -> list[str]:
    found = [name for ref in refs for name in ([entry.name for entry in base().of(ref)])]
    return found or ["none-such"]


def changes() -> Iterator[Any]:
    for entry in samples():
        record = KINDS.get(entry.kind, Item)
        attrs.resolve_types(record)
        for attribute in attrs.fields(record):
            if attribute.name in SHARED | ORDER:
                continue
            key = toml_key(attribute.name)
            for value in values(entry, attribute.type, attribute.metadata, refs_of(attribute)):
                if (entry.kind, key, value) == ("figure", "start", 0):
                    continue
                yield pytest.param(entry.kind, entry.id, key, value, id=f"{entry.kind}-{entry.id}-{key}-{toml(value)}")


def trace(rules: Any, seed: int) -> Iterator[Any]:
    """What can be seen of a game in which chance and choice fall as the seed says; of a long one, the beginning."""
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
def as_it_is() -> list[list[Any]]:
    """The games under the rules without a change."""
    rules = sa.load(players=PLAYERS)
    return [list(trace(rules, seed)) for seed in range(GAMES)]


def differs(rules: Any) -> bool:
    """Whether some game goes otherwise than under the rules as they are."""
    return any(
        any(ours != theirs for ours, theirs in zip_longest(as_it_is()[seed], trace(rules, seed))) for seed in range(GAMES)
    )


@pytest.mark.parametrize(("kind", "id", "key", "value"), tuple(changes()))
def test_a_key_makes_a_difference_or_is_reported(kind: str, id: str, key: str, value: Any, tmp_path: Path) -> None:
    pack = tmp_path / "one-key"
    pack.mkdir()
    (pack / "pack.toml").write_text(manifest_text("one-key", requires={"base": ">=1.0"}), "utf-8")
    before = f'unset = ["{key}"]\n' if type(value) is dict and next(iter([e.entity.data for e in base().of(kind) if e.id == id])).get(key) else ""
    (pack / "all.toml").write_text(f'[[patch.{kind}]]\ntarget = "base:{id}"\n{before}set.{key} = {toml(value)}\n', "utf-8")
    try:
        rules = sa.load(players=PLAYERS, modules=[str(pack)])
    except ContentError:
        return
    found = lint(rules.content, installed=("base", *HERE), beside=unread([rules.content]))
    assert found or differs(rules)
