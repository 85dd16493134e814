"""Tries texts of actions and outcomes with faults: each is refused, or means the same when it is written and read again.

PYTHONPATH=tests python -m fuzz.notation --mutants 100000 --seed 1 --jobs 2
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

import stoneage_rules as sa
from fuzz import tables
from fuzz.driver import Mutant, Subject, main
from fuzz.faults import pick
from fuzz.text_faults import spoil_text
from properties.play import states
from properties.tables import FEW

TABLES = (
    *FEW,
    *(f"tests/authoring/house_rules/{name}" for name in ("bid-for-first 3", "mammoth-herd 2", "passing 2", "open-draft 2")),
    "tests/authoring/packs/hidden-goals 3",
    "tests/toy/curios 3",
)
MOMENTS = 12


@cache
def moments(table: str) -> Sequence[sa.State]:
    """States of a game in which different things are asked."""
    found: dict[str, sa.State] = {}
    for state in states(tables.rules_of(table), 3):
        if state.stack and len(found) < MOMENTS:
            found.setdefault(state.rules.handlers[state.stack[-1][0]].name, state.copy())
    return list(found.values())


@cache
def texts(table: str) -> Sequence[str]:
    """Texts of all actions and draws of a table, and some rolls."""
    rules = tables.rules_of(table)
    draws = [f"draw {item.id}" for item in rules.items]
    return [*(action.text for action in rules.actions), *draws, "roll 1 2 3", "roll 6", "roll 4 4 4 4 4"]


def make(seed: int, number: int) -> Mutant:
    """Makes a mutant of an action of any table."""
    source = Random(f"{seed} {number}")
    table = TABLES[number % len(TABLES)]
    text, fault = spoil_text(pick(texts(table), source), texts(pick(TABLES, source)), source)
    return Mutant(table, fault, int(source.random() * 2**32), text)


def try_text(mutant: Mutant) -> Counter[str]:
    """Reads a text and asks about it; counts what came of it.

    Raises:
        Exception: the library raised anything but `InvalidAction`, or a law does not hold.
    """
    source, rules = Random(mutant.seed), tables.rules_of(mutant.table)
    state = pick(moments(mutant.table), source)
    try:
        answer = rules.parse(mutant.data)
    except sa.InvalidAction:
        return Counter(refused=1)
    assert str(rules.parse(str(answer))) == str(answer)
    legal = state.is_legal(answer)
    assert bool(state.why_not(answer)) is not legal
    try:
        state.copy().apply(answer)
    except sa.IllegalAction:
        assert not legal
        return Counter(illegal=1)
    assert legal or state.is_chance
    return Counter(legal=1)


NOTATION = Subject(make, try_text)

if __name__ == "__main__":
    sys.exit(main(NOTATION, __doc__, "notation"))
