"""Makes thousands of random packs and plays them, and writes those with which something is wrong into a folder.

    PYTHONPATH=tests python -m units.packs.trial_runs --packs 10000 --seed 1 --jobs 2

A pack follows from the seed and its number: `--only NUMBER` makes one again, with everything that it raises.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fuzz.time_limit import time_limit
from units.packs.pack_trials import GAMES, draw_pack, play_games, play_sensibly
from units.packs.random_values import seeded

MOST_SECONDS = 120
"""Processor time after which a pack counts as hanging."""
BATCH = 10


def try_pack(number: int, seed: int, folder: Path, games: int = GAMES, sensible: bool = True) -> Counter[str]:
    """Makes, checks and plays one pack; counts what came of it."""
    trial = draw_pack(seeded(seed * 10_000_000 + number), folder)
    counts = Counter(packs=1, valid_at_once=trial.is_valid, tables=len(trial.made.tables))
    if trial.pack is None or trial.inspection is None:
        return counts + Counter(given_up=1)
    counts += Counter({f"with {word}": 1 for word in words_of(trial.pack.tables)})
    ended, endless = play_games(trial.inspection.rules, games, number)
    played = play_sensibly(trial.inspection.rules, number) if sensible and not endless else False
    return counts + Counter(valid=1, games=ended, endless=endless, sensible=played, tables_left=len(trial.pack.tables))


def words_of(value: Any) -> set[str]:
    """The kinds, edits and verbs in a pack."""
    if isinstance(value, tuple):
        return set().union(*({header} | words_of(table) for header, table in value))
    if isinstance(value, Mapping):
        own = {f"do {value['do']}"} if isinstance(value.get("do"), str) else set()
        return own.union(*map(words_of, value.values()), (f"key {key}" for key in value if key == "if"))
    return set().union(*map(words_of, value)) if isinstance(value, list) else set()


def try_safely(number: int, seed: int, failures: Path, sensible: bool = True) -> Counter[str]:
    """Tries a pack; keeps it, with the error, if anything is wrong with it."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "random-pack"
        try:
            with time_limit(MOST_SECONDS):
                return try_pack(number, seed, folder, sensible=sensible)
        except Exception:
            kept = failures / f"{seed}-{number}"
            if folder.exists():
                shutil.copytree(folder, kept, dirs_exist_ok=True)
            kept.mkdir(parents=True, exist_ok=True)
            (kept / "error.txt").write_text(traceback.format_exc(), "utf-8")
            return Counter(packs=1, failures=1)


def try_batch(numbers: range, seed: int, failures: Path, sensible: bool) -> Counter[str]:
    return sum((try_safely(number, seed, failures, sensible) for number in numbers), Counter[str]())


def run(packs: int, seed: int, jobs: int, failures: Path, first: int = 0, *, sensible: bool = True) -> Counter[str]:
    """Tries many packs in several processes, and shows how far it has come."""
    started, counts = time.monotonic(), Counter[str]()
    batches = [range(start, min(start + BATCH, first + packs)) for start in range(first, first + packs, BATCH)]
    with ProcessPoolExecutor(jobs) as pool:
        settings = ([setting] * len(batches) for setting in (seed, failures, sensible))
        for done in pool.map(try_batch, batches, *settings):
            counts += done
            minutes = (time.monotonic() - started) / 60
            print(f"\r{summary(counts)}, {minutes:.1f} minutes", end="", flush=True)
    print()
    return counts


def summary(counts: Counter[str]) -> str:
    share = 100 * counts["valid_at_once"] // max(1, counts["packs"])
    return (
        f"{counts['packs']} packs: {share} % valid at once, {counts['valid']} played in {counts['games']} games "
        f"and {counts['sensible']} sensible ones, "
        f"{counts['endless']} endless, {counts['given_up']} given up, {counts['failures']} failures"
    )


def kept(failures: Path) -> Iterator[str]:
    """Names what is wrong with each pack that was kept."""
    for folder in sorted(failures.iterdir()) if failures.is_dir() else ():
        if (folder / "error.txt").exists():
            yield f"{folder}: {(folder / 'error.txt').read_text('utf-8').splitlines()[-1]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first pack")
    parser.add_argument("--only", type=int, help="the number of the one pack to make, whose error is shown")
    parser.add_argument("--failures", type=Path, default=Path("random-packs-failed"), help="where packs at fault are kept")
    parser.add_argument("--counts", type=Path, help="a file for all counts, as JSON")
    parser.add_argument("--no-sensible", action="store_true", help="no game of each pack is played by the sensible policy")
    asked = parser.parse_args()
    if asked.only is not None:
        print(try_pack(asked.only, asked.seed, asked.failures / "only", sensible=not asked.no_sensible))
        return 0
    counts = run(asked.packs, asked.seed, asked.jobs, asked.failures, asked.first, sensible=not asked.no_sensible)
    if asked.counts:
        asked.counts.write_text(json.dumps(counts, indent=1, sort_keys=True), "utf-8")
    print("\n".join(kept(asked.failures)))
    return 1 if counts["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
