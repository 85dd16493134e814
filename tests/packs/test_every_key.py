"""The first law, tried with every key: one that a record did not have makes a difference in play, or is reported.

What each report says is in the folder `bad`; here keys are found that nobody thought of.  With `STONEAGE_SLOW` every value
is tried, otherwise some.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from long_profile import FULL
from packs.test_schema import opened
from packs.toy import write
from stoneage_rules.testing import inspect_pack, schemas_of
from writing import toml

FOR_PEOPLE = {"edition", "statement"}
SHARED = set("id name rules confidence reconstructed when groups source after before".split())
"""Keys that are for people, or say which records there are and where they stand among others."""
PLAYERS, GAMES, STEPS = 4, 20, 2000
EVERY = 1 if os.environ.get("STONEAGE_SLOW") else 10 if FULL else 30
SMALL = 20
"""So large are bounds that a game can meet; larger ones are as good as none, and nobody can tell by looking."""
SOME = {
    "cost": [{"wood": 1}, {"of": "resource", "amount": 5, "kinds": 3}],
    "placement-size": [{"exactly": 1}, {"exactly": 3}, {"at_least": 3}, {"at_most": 2}, {"at_most": 9}],
    "workplace-table": [{"circles": 2, "effects": [{"do": "roll", "divide": 2, "yields": ["wood"]}]}],
    "effects": [[{"do": "points", "amount": 7}], [{"do": "gain", "good": "wood", "amount": 2}], [{"do": "buy"}]],
    "standing-table": [[{"at_start_of": "placing", "effects": [{"do": "points", "amount": 1}]}]],
    "icons": [{"farmer": 2}],
    "value-of-option": [],
    "quantity": [],
}
"""Plausible values by the name of their key or schema, or of that of their elements."""


@cache
def rules() -> Any:
    """The rules without a change."""
    return sa.load(players=PLAYERS)


@cache
def definitions() -> Any:
    schema = schemas_of(rules())["content"]
    return opened(schema, schema["definitions"])


def samples() -> Iterator[Any]:
    """One record of each shape: those with the same keys, and effects of the same verbs, are alike."""
    seen = set()
    for entry in rules().content:
        data = entry.raw_record.data
        verbs = tuple(effect["do"] for effect in data.get("effects", ()))
        shape = entry.kind, tuple(sorted({*data} - SHARED)), verbs, data.get("kind")
        if entry.kind not in FOR_PEOPLE and shape not in seen:
            seen.add(shape)
            yield entry


def values(schema: Any) -> Iterator[Any]:
    """Plausible values of a key."""
    name = schema.get("$ref", "").rpartition("/")[2]
    if name in SOME:
        yield from SOME[name]
    elif name:
        yield from values(definitions()[name])
    elif "anyOf" in schema or "allOf" in schema:
        for member in schema.get("anyOf", ()) or schema["allOf"]:
            yield from values(member)
    elif "enum" in schema:
        yield from schema["enum"][:2]
    elif schema["type"] == "boolean":
        yield from (True, False)
    elif schema["type"] == "integer":
        least, most = schema.get("minimum", 0), schema.get("maximum", SMALL + 1)
        yield from dict.fromkeys((least, min(least + 1, most), min(least + 2, most), *([most] if most <= SMALL else [])))
    elif schema["type"] == "array":
        of = schema["items"].get("$ref", "").rpartition("/")[2]
        of = "effects" if of.startswith("effect") else of
        yield from SOME[of] if of in SOME else [[value] for value in [*values(schema["items"])][:1]] if not of else ()


def changes() -> Iterator[Any]:
    """Kind, id, key and value of what is tried."""
    for entry in samples():
        schema = definitions()["item" if entry.kind not in definitions() else entry.kind]
        for key in sorted(schema["properties"].keys() - SHARED - {*schema["required"]}):
            for value in SOME["icons"] if key == "icons" else values(schema["properties"][key]):
                yield pytest.param(entry, key, value, id=f"{entry.address} {key} {toml(value)}")


ALL = tuple(changes())


def trace(rules: Any, seed: int) -> Iterator[Any]:
    """Returns the visible course of a game whose chance and choices follow the seed; of a long one, the beginning."""
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
def game(seed: int) -> tuple[Any, ...]:
    """A game under the rules as they are."""
    return tuple(trace(rules(), seed))


def differs(other: Any) -> bool:
    """Returns whether some game goes otherwise than under the rules as they are."""
    return any(ours != theirs for seed in range(GAMES) for ours, theirs in zip_longest(game(seed), trace(other, seed)))


@pytest.mark.parametrize(("entry", "key", "value"), ALL[::EVERY])
def test_a_key_makes_a_difference_or_is_reported(entry: Any, key: str, value: Any, tmp_path: Path) -> None:
    """A table that is there is given anew."""
    anew = f'unset = ["{key}"]\n' if type(value) is dict and entry.raw_record.data.get(key) else ""
    edit = f'[[patch.{entry.kind}]]\ntarget = "base:{entry.id}"\n{anew}set.{key} = {toml(value)}\n'
    found = inspect_pack(write(tmp_path, "one-key", edit, requires={"base": ">=1.0"}), players=PLAYERS)
    assert found.findings or differs(*found.rules)


def test_every_kind_and_key_is_among_them() -> None:
    """Of everything that can be left away in a record that makes the game, some value is tried."""
    tried = {(entry.kind, key) for entry, key, _ in (param.values for param in ALL)}
    assert len(ALL) > 300
    assert {("card", key) for key in "cost effects anytime standing workplace one_use_tool symbol icons".split()} <= tried
    assert {("location", "again"), ("location", "stays"), ("location", "cost"), ("row", "pile"), ("good", "value")} <= tried


def test_games_under_the_same_rules_do_not_differ() -> None:
    assert not differs(rules())
