"""Tries saved states with faults: each is refused with a reason, or played on without a fault.

    PYTHONPATH=tests python -m fuzz.states --mutants 100000 --seed 1 --jobs 2

What is accepted is played on with random choices to the end, or for 250 steps, while the laws of every state are looked at.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random

import stoneage_rules as sa
from fuzz import tables
from fuzz.driver import Mutant, Subject, main
from fuzz.faults import MOST
from fuzz.state_faults import Known, Saved, mutated
from properties.invariants import check_all
from properties.play import pick, states
from properties.tables import EXTREMES, TABLES
from units.packs.pack_trials import look

LONGEST = 250
"""The number of steps that are played on."""
LOOK, CHECK = 250, 40
"""At one of so many states all laws are looked at; at one of so many those that are cheap."""
GAMES, EVERY, ALIKE = 2, 3, 4
"""Games from which a table's saves come; of so many states one is saved; so many are kept with the same frames."""
RANDOM_PACKS = 20

ODD: Mapping[str, Sequence[Saved]] = json.loads(Path(__file__).with_name("saves.json").read_text("utf-8"))
"""Saves that were accepted once and should not have been, or nearly so, by table; they have no digest, which changes."""


@cache
def known(table: str) -> Known:
    """Saves from all over a few games, not too many with the same frames."""
    rules, saves = tables.rules_of(table), defaultdict[tuple[str, ...], list[Saved]](list)
    for seed in range(GAMES):
        with suppress(sa.EndlessGame):
            for step, state in enumerate(states(rules, seed)):
                names = tuple(rules.handlers[frame[0]].name for frame in (*state.stack, *state.waiting))
                if len(saves[names]) < ALIKE and (step % EVERY == seed or not saves[names]):
                    saves[names].append(json.loads(json.dumps(state.to_dict())))
    for saved in ODD.get(table, ()):
        saves[tuple(frame[0] for frame in (*saved["stack"], *saved["waiting"]))].append({**saved, "rules": rules.digest})
    return Known(rules, {names: found for names, found in saves.items() if found})


@cache
def all_tables() -> tuple[str, ...]:
    """The names of all tables: the modules, the packs, and some packs made at random."""
    odd = [table for table in ODD if table in TABLES]
    packs = (*tables.pack_tables(*tables.FOLDERS), *tables.random_tables(7, RANDOM_PACKS))
    return tuple(dict.fromkeys((*EXTREMES, *odd, *packs)))


def make(seed: int, number: int) -> Mutant:
    """Makes a mutant of a save of any table."""
    every = all_tables()
    return make_at(every[number % len(every)], seed, number)


def make_at(table: str, seed: int, number: int) -> Mutant:
    """Makes a mutant of a save of one table."""
    source = Random(f"{table} {seed} {number}")
    data, fault = mutated(known(table), source)
    return Mutant(table, fault, int(source.random() * 2**32), data)


def try_saved(mutant: Mutant) -> Counter[str]:
    """Reads a save and plays on from it; counts what came of it.

    Raises:
        Exception: the library raised anything but `InvalidState`, or a law does not hold.
    """
    try:
        state = tables.rules_of(mutant.table).state_from_dict(mutant.data)
    except sa.InvalidState:
        return Counter(refused=1)
    counts = Counter(accepted=1, played_on=not state.is_over)
    try:
        return counts + Counter(steps=play_on(state, Random(mutant.seed)))
    except sa.EndlessGame:
        if not mutant.table.startswith(tables.RANDOM):
            raise
        return counts + Counter(endless=1)  # by the rules of the pack, and told


def play_on(state: sa.State, source: Random) -> int:
    """Plays on to the end or for a while, and looks at the laws of the states; returns the number of steps."""
    # Play adds to a number at the bound of what can be saved.
    check = check_all if _largest(state) > MOST - 10**6 else partial(look, source=source)
    check(state)
    steps = 0
    while not state.is_over and steps < LONGEST:
        state.apply(pick(state, source))
        steps += 1
        if source.random() * LOOK < 1:
            check(state)
        elif source.random() * CHECK < 1:
            check_all(state)
        assert state.is_over or state.is_chance or state.legal(), "no options before the end"
    check(state)
    return steps


def _largest(state: sa.State) -> int:
    return max(state.round, *map(abs, state.points), *state.goods)


def prepare() -> None:
    """Makes the saves of all tables, which processes that are forked share."""
    for table in all_tables():
        known(table)


STATES = Subject(make, try_saved, prepare)

if __name__ == "__main__":
    sys.exit(main(STATES, __doc__, "states"))
