"""The command of every fuzzer: thousands of trials in several processes, counts as it goes, and a file for each failure."""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from fuzz.time_limit import time_limit

BATCH = 100


class Mutant(NamedTuple):
    """Data with a fault, and all that the trial needs besides."""

    table: str
    """The table at which it is tried."""
    fault: str
    """The fault in words."""
    seed: int
    """The seed of the choices with which the trial goes on."""
    data: Any
    """The data themselves, as JSON can hold them."""


@attrs.frozen
class Subject:
    """A kind of thing that is tried: a saved state, a record, a pack."""

    make: Callable[[int, int], Mutant]
    """Makes a mutant from the seed of the run and its number."""
    attempt: Callable[[Mutant], Counter[str]]
    """Tries one, and counts what came of it; it raises what must not be raised."""
    prepare: Callable[[], object] = int
    """Does what all processes need once, before they start."""
    most_seconds: int = 30
    """Processor time after which a trial counts as hanging."""

    def again(self, file: Path) -> Counter[str]:
        """Tries a mutant that was kept."""
        fields = json.loads(file.read_text("utf-8"))
        return self.attempt(Mutant(*(fields[name] for name in Mutant._fields)))


def try_one(subject: Subject, number: int, seed: int, failures: Path) -> Counter[str]:
    """Tries one mutant, and keeps it if anything is wrong."""
    mutant = subject.make(seed, number)
    try:
        with time_limit(subject.most_seconds):
            return Counter(tried=1) + subject.attempt(mutant)
    except Exception:
        failures.mkdir(parents=True, exist_ok=True)
        kept = {**mutant._asdict(), "error": traceback.format_exc()}
        (failures / f"{seed}-{number}.json").write_text(json.dumps(kept, indent=1), "utf-8")
        return Counter(tried=1, found=1)


def try_many(subject: Subject, numbers: range, seed: int, failures: Path) -> Counter[str]:
    """Tries many mutants in this process."""
    return sum((try_one(subject, number, seed, failures) for number in numbers), Counter[str]())


def run(subject: Subject, numbers: range, seed: int, jobs: int, failures: Path) -> Counter[str]:
    """Tries many mutants in several processes, and shows how far it has come."""
    subject.prepare()
    started, counts = time.monotonic(), Counter[str]()
    batches = [numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH)]
    with ProcessPoolExecutor(jobs) as pool:
        same = ([value] * len(batches) for value in (seed, failures))
        for done in pool.map(try_many, [subject] * len(batches), batches, *same):
            counts += done
            minutes = (time.monotonic() - started) / 60
            print(f"\r{summary(counts)}, {minutes:.1f} minutes", end="", flush=True)
    print()
    return counts


def summary(counts: Counter[str]) -> str:
    """The counts in words."""
    first = ("tried", "found")
    others = [f"{counts[word]} {word}" for word in sorted(counts) if word not in first]
    return ", ".join([f"{counts['tried']} tried", *others, f"{counts['found']} found"])


def kept(failures: Path) -> Iterator[str]:
    """Names what was wrong with each mutant that was kept."""
    for file in sorted(failures.glob("*.json")):
        found = json.loads(file.read_text("utf-8"))
        yield f"{file}: {found['table']}: {found['fault'][:200]}: {found['error'].splitlines()[-1][:300]}"


def main(subject: Subject | Mapping[str, Subject], text: str | None, name: str) -> int:
    """Runs the command of a subject.

    Args:
        subject: what is tried, or several by the names that `--of` takes.
        text: the description of the command.
        name: the noun for what is tried; the folder of failures has it.
    """
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--failures", type=Path, default=Path(f"{name}-failed"), help="where mutants are kept that fail")
    parser.add_argument("--again", type=Path, help="the file of one that failed: it is tried again, and its error is shown")
    several = subject if isinstance(subject, Mapping) else {"": subject}
    parser.add_argument("--of", choices=[*several], default=next(iter(several)), help="which of several")
    asked = parser.parse_args()
    subject = several[asked.of]
    if asked.again:
        print(summary(subject.again(asked.again)))
        return 0
    numbers = range(asked.first, asked.first + asked.mutants)
    counts = run(subject, numbers, asked.seed, asked.jobs, asked.failures)
    if counts["found"]:
        print("\n".join(kept(asked.failures)), file=sys.stderr)
    return 1 if counts["found"] else 0
