"""Tries records with faults: each is refused at a line of its own, or is a game that can be played on.

PYTHONPATH=tests python -m fuzz.records --mutants 20000 --seed 1 --jobs 2
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from random import Random

import stoneage_rules as sa
from fuzz import tables
from fuzz.driver import Mutant, Subject, main
from fuzz.faults import pick
from fuzz.text_faults import spoil_text
from properties.invariants import check_all
from properties.tables import FEW
from unsafe import UNSAFE

TABLES = (*FEW, "content/stoneage_examples/hidden-goals 3", "content/stoneage_examples/bid-for-first 3", "tests/toy/pool 2")
LENGTHS = (0, 3, 30, 90)
"""The number of answers in the records; one has a whole game."""
FURTHER = 20
"""The number of answers that are given after a record that is accepted."""


@cache
def records_of(table: str) -> tuple[str, ...]:
    """Records of games that are over, have begun, or started in the middle, and those of what one seat has seen."""
    rules = tables.rules_of(table)
    games = [_game(sa.Game(rules, seed=seed), length) for seed, length in enumerate(LENGTHS)]
    middle = _game(sa.Game(rules, seed=7, start=games[-1].state), 10)
    records = [
        *(game.record for game in games),
        middle.record,
        games[-1].record.for_seat(1),
        _game(sa.Game(rules, seed=8)).record,
    ]
    return tuple(map(str, records))


def _game(game: sa.Game, length: int = sys.maxsize) -> sa.Game:
    source = Random(length)
    while not game.is_over and len(game.answers()) < length:
        game.play(pick(game.legal(), source))
    return game


def make(seed: int, number: int) -> Mutant:
    """Makes a mutant of a record of any table."""
    source = Random(f"{seed} {number}")
    table = TABLES[number % len(TABLES)]
    records = records_of(table)
    # Whole games are long: one in eight.
    text = records[-1] if source.random() < 0.12 else pick(records[:-1], source)
    others = records if source.random() < 0.5 else records_of(pick(TABLES, source))
    data, fault = spoil_text(text, others, source)
    return Mutant(table, fault, int(source.random() * 2**32), data)


def try_record(mutant: Mutant) -> Counter[str]:
    """Replays a record and plays on; counts what came of it.

    Raises:
        Exception: the library raised anything but `RecordError`, or a law does not hold.
    """
    source, text = Random(mutant.seed), mutant.data
    if "\n" not in text:
        return Counter(no_record=1)  # it would be the name of a file
    rules = None if source.random() < 0.3 else tables.rules_of(mutant.table)
    try:
        game = sa.replay(text, rules=rules, allow_unfinished=source.random() < 0.8, packs_from=tables.ROOT)
    except sa.RecordError as error:
        refusal = error
    else:
        return play_on(game, source)
    assert 1 <= refusal.line <= text.count("\n") + 1, refusal
    assert UNSAFE & set(str(refusal)) <= {"\n"}, ascii(str(refusal))
    return Counter(refused=1)


def play_on(game: sa.Game, source: Random) -> Counter[str]:
    """Goes on with a game, and replays it."""
    check_all(game.state)
    assert UNSAFE.isdisjoint("".join(game.names)), ascii(game.names)
    for _ in range(FURTHER):
        if game.is_over:
            break
        game.roll() if game.state.is_chance else game.play(pick(game.legal(), source))
        check_all(game.state)
    again = sa.replay(str(game.record), rules=game.rules, allow_unfinished=True)
    assert again.state == game.state
    return Counter(accepted=1)


RECORDS = Subject(make, try_record)

if __name__ == "__main__":
    sys.exit(main(RECORDS, __doc__, "records"))
