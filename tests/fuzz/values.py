"""Tries data of public values and settings of tables with faults: each is refused as a ValueError, or is a value as written.

PYTHONPATH=tests python -m fuzz.values --mutants 100000 --seed 1 --jobs 2
"""

from __future__ import annotations

import copy
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import stoneage_rules as sa
from fuzz import tables
from fuzz.driver import Mutant, Subject, main
from fuzz.faults import pick, places, spoil
from shipped import HERE
from unsafe import UNSAFE

TABLE = "base-2"
SETTINGS = "settings of load"
ASKED = 0.1
"""The share of states of a game whose values are taken."""
HUGE = (10**400, -(10**400), 2**1024, "x" * 20_000)
LONGEST_MESSAGE = 1000

TABLES: Sequence[Mapping[str, Any]] = (
    {
        "players": 3, "modules": [*HERE][:1], "options": {"base": {"edition": "2018"}}, "first_seat": 1,
        "allow_reconstructed": True,
    },
    {
        "players": 2, "seats": [{"name": "Ada", "policy": "person"}, {"policy": "sensible"}], "seed": 7,
        "requires": {"base": ">=0"},
    },
)  # fmt: skip


def values() -> Iterator[Any]:
    """Public values of all sorts that come about in a game and in many, and those of content and of findings."""
    rules, source = tables.rules_of(TABLE), Random(TABLE)
    game = sa.Game(rules, seed=11)
    while not game.is_over:
        if source.random() < ASKED:
            yield from (game.pending, game.state.score_sheet(0), sa.ViewData.from_dict(game.view(0).to_dict()))
            yield from game.state.why_not(pick(rules.actions, source))[:1]
        game.play(pick(game.legal(), source))
    yield from (event for events in game.events()[::9] for event in events[:1])
    yield from (game.explain(number, "all") for number in range(5, game.length, game.length // 3))
    yield game.score_sheet(0)
    yield from (sa.DefinitionData.from_dict(rules.definitions(kind)[0].to_dict()) for kind in ("location", "statement", "good"))
    yield from (sa.Seat(name="Ada"), sa.Seat(policy="random", version="1"))
    yield sa.simulate(rules, 3, makers="random", seed=1)
    yield sa.compare(rules, rules, 2, makers="random", seed=1)
    try:
        sa.load({"players": 9, "modules": ["nowhere"]})
    except sa.ContentError as error:
        yield from error.diagnostics


@cache
def known() -> Mapping[str, Sequence[tuple[Any, Any]]]:
    """Readers with the data that they read, by name."""
    found: dict[str, list[tuple[Any, Any]]] = {SETTINGS: [(None, dict(TABLES[0]))], "Table": [(sa.Table, one) for one in TABLES]}
    for value in values():
        if value is not None:
            data = json.loads(json.dumps(value.to_dict()))
            found.setdefault(type(value).__name__, []).append((type(value), data))
    return found


def make(seed: int, number: int) -> Mutant:
    """Makes a mutant of the data of a value."""
    source = Random(f"{seed} {number}")
    name = pick([*known()], source)
    _, original = pick(known()[name], source)
    data, faults = copy.deepcopy(original), []
    for _ in range(1 + int(source.random() * 1.6)):
        with suppress(IndexError, KeyError, TypeError, ValueError):  # no fault fits
            faults.append(spoil(data, source) if source.random() < 0.85 else enlarge(data, source))
    if source.random() < 0.05:
        data = pick((data, None, 5, "x", [], [data], {}), source)
        faults.append("something else as a whole")
    return Mutant(name, "; ".join(faults), int(source.random() * 2**32), data)


def enlarge(data: Any, source: Random) -> str:
    """Puts a value that is too large into the data, or one that is nested."""
    path = pick(list(places(data)), source)
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    value = pick((*HUGE, None), source)
    for _ in range(pick((3, 30, 60, 300), source) if value is None else 0):
        value = [value] if source.random() < 0.5 else {"in": value}
    holder[path[-1]] = value
    return f"enlarge at {path}"


def try_value(mutant: Mutant) -> Counter[str]:
    """Reads data; counts what came of it.

    Raises:
        Exception: the library raised anything but a ValueError, or what it read is not what was written.
    """
    try:
        read = _read(mutant.table, mutant.data)
    except ValueError as error:
        refusal = error
    else:
        if not isinstance(read, sa.Ruleset):
            assert json.dumps(read.to_dict(), sort_keys=True) == json.dumps(mutant.data, sort_keys=True)
        return Counter(accepted=1)
    told, of_table = str(refusal), isinstance(refusal, sa.ContentError)
    assert UNSAFE & set(told) <= ({"\n"} if of_table else set()), ascii(told)
    assert of_table or len(told) <= LONGEST_MESSAGE
    return Counter(refused=1)


def _read(name: str, data: Any) -> Any:
    """Reads data as what they are of; loads tables, too."""
    if name == SETTINGS:
        own = data if isinstance(data, dict) else {"options": data}
        return sa.load(**{key: value for key, value in own.items() if key in TABLES[0]})
    if name == "Table":
        return sa.load(sa.Table.from_dict(data))
    kind, _ = known()[name][0]
    return kind.from_dict(data)


VALUES = Subject(make, try_value, known)

if __name__ == "__main__":
    sys.exit(main(VALUES, __doc__, "values"))
