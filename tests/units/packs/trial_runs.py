"""Makes thousands of random packs and plays them, and keeps the faulty ones.

    PYTHONPATH=tests python -m units.packs.trial_runs --mutants 10000 --seed 1 --jobs 2

A pack follows from the seed and its number; the text of one at fault stands at the end of its error.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fuzz.driver import Mutant, Subject, main
from units.packs.pack_trials import GAMES, draw_pack, play_games, play_sensibly
from units.packs.random_values import seeded


def make(seed: int, number: int) -> Mutant:
    """Names a pack by its seed."""
    return Mutant("random", f"pack {number}", seed * 10_000_000 + number, None)


def try_pack(mutant: Mutant, games: int = GAMES) -> Counter[str]:
    """Makes, checks and plays one pack; counts what came of it."""
    with TemporaryDirectory() as folder:
        trial = draw_pack(seeded(mutant.seed), Path(folder) / "random-pack")
        counts = Counter(valid_at_once=trial.is_valid)
        if trial.pack is None or trial.inspection is None:
            return counts + Counter(given_up=1)
        try:
            ended, endless = play_games(trial.inspection.rules, games, mutant.seed)
            played = False if endless else play_sensibly(trial.inspection.rules, mutant.seed)
        except Exception as error:
            error.add_note(trial.pack.text)
            raise
        return counts + Counter(valid=1, games=ended, endless=endless, sensible=played)


def words_of(value: Any) -> set[str]:
    """The kinds, edits and verbs in a pack."""
    if isinstance(value, tuple):
        return set().union(*({header} | words_of(table) for header, table in value))
    if isinstance(value, Mapping):
        own = {f"do {value['do']}"} if isinstance(value.get("do"), str) else set()
        return own.union(*map(words_of, value.values()))
    return set().union(*map(words_of, value)) if isinstance(value, list) else set()


if __name__ == "__main__":
    sys.exit(main(Subject(make, try_pack, most_seconds=120), __doc__, "random-packs"))
