"""The map that says which tests run which statements, and how long they take; kept as a file outside of the repository."""

from __future__ import annotations

import builtins
import gzip
import json
import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from types import CodeType

import attrs
import pytest

from mutation.children import Tell, answers, lines_of
from mutation.code_mutants import code_files
from mutation.instrument import HITS, Statement, compile_other, instrumented
from mutation.mutants import ROOT, Mutant
from mutation.sessions import SUITE, collect, forget, run_until_failure, unit_of

CACHE = Path(os.environ.get("XDG_CACHE_HOME", gettempdir())) / f"stoneage-mutation-{sha256(str(ROOT).encode()).hexdigest()[:8]}"
"""The folder of the map and of verdicts: one for each checkout."""
MOST_SECONDS = 4.0
"""Processor time of a test function, with all its parameters, above which mutants do not meet it."""

MOST_UNITS = 1_000_000
KEPT_EVERY = 50
"""Lines after which the map is kept, for a run that is stopped."""


@attrs.define
class Unit:
    """A test function or scenario: the processor time of all its parameters, and the statements that it runs as bits."""

    seconds: float
    hits: int
    of_file: str
    """A hash of its file."""
    problem: str = ""
    """Why mutants do not meet it."""


@attrs.define(slots=False)
class TestMap:
    """All units, and the statements that their bits stand for."""

    __test__ = False

    statements: list[Statement] = attrs.Factory(list)
    on_import: int = 0
    """The statements that run when the library is imported and tests are collected."""
    units: dict[str, Unit] = attrs.Factory(dict)

    @classmethod
    def read(cls) -> TestMap:
        """Returns the map that was kept if the code is as it was then, or else an empty one."""
        path = CACHE / "map.json.gz"
        data = json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}
        if data.get("code") != hash_of(*code_files()):
            return cls()
        units = {name: Unit(seconds, int(hits, 16), *more) for name, (seconds, hits, *more) in data["units"].items()}
        return cls([Statement(*each) for each in data["statements"]], int(data["on_import"], 16), units)

    def write(self) -> None:
        """Keeps the map."""
        data = {
            "statements": [attrs.astuple(each) for each in self.statements],
            "code": hash_of(*code_files()),
            "on_import": f"{self.on_import:x}",
            "units": {name: [unit.seconds, f"{unit.hits:x}", unit.of_file, unit.problem] for name, unit in self.units.items()},
        }
        CACHE.mkdir(parents=True, exist_ok=True)
        scratch = CACHE / "map.part"
        scratch.write_bytes(gzip.compress(json.dumps(data).encode()))
        scratch.replace(CACHE / "map.json.gz")

    @cached_property
    def by_function(self) -> Mapping[tuple[str, str], Sequence[tuple[int, int]]]:
        """The line and bit of each statement, by file and function."""
        table: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for number, each in enumerate(self.statements):
            table.setdefault((each.file, each.owner), []).append((each.line, 1 << number))
        return table

    def bits_of(self, mutant: Mutant) -> int:
        """Returns the statements that a unit must run to notice a mutant; those of the whole function for its arguments."""
        statements = self.by_function.get((mutant.file, mutant.owner), ())
        return sum(bit for line, bit in statements if line == mutant.statement) or sum(bit for _, bit in statements)

    def units_for(self, mutant: Mutant) -> list[str]:
        """Returns the units that run a mutant's statement, the fastest first."""
        return self.running(self.bits_of(mutant))

    def running(self, bits: int) -> list[str]:
        """Returns the units that run some of the statements, the fastest first."""
        names = [name for name, unit in self.units.items() if unit.hits & bits and not unit.problem]
        return sorted(names, key=lambda name: self.units[name].seconds)

    def runs_on_import(self, mutant: Mutant) -> bool:
        """Returns whether a mutant's statement runs before any test does; content is read by the tests themselves."""
        if mutant.file.endswith(".toml"):
            return False
        return not mutant.owner or bool(self.bits_of(mutant) & self.on_import)


def hash_of(*paths: Path | str) -> str:
    """Returns a short hash of files of the repository."""
    return sha256(b"".join((ROOT / path).read_bytes() for path in paths)).hexdigest()[:12]


def renew(jobs: int) -> TestMap:
    """Runs the tests that the map does not know as they are now, and keeps what they run."""
    kept = TestMap.read()
    statements: list[Statement] = []
    codes = {file: instrumented(file, statements) for file in code_files()}
    kept.statements = statements
    ran = bytearray(len(statements))
    setattr(builtins, HITS, ran)

    def record(job: int, tell: Tell) -> None:
        compile_other({file: partial(_given, code) for file, code in codes.items()})
        _record(kept, ran, range(job, MOST_UNITS, jobs), tell)

    for count, line in enumerate(lines_of([partial(record, job) for job in range(jobs)]), 1):
        _add(kept, line)
        show(f"{count} test functions are in the map")
        if count % KEPT_EVERY == 0:
            kept.write()
    kept.write()
    delattr(builtins, HITS)
    return kept


def show(text: str) -> None:
    """Shows how far the work is, in one line."""
    print(f"\r{text:<100}", end="", file=sys.stderr, flush=True)


def _record(kept: TestMap, ran: bytearray, turns: range, tell: Tell) -> None:
    """Tells a line for each unit that is not known: its name, the hash of its file, its time, statements and problem."""

    def serve(items: list[pytest.Item]) -> None:
        tell(json.dumps(["import", f"{_taken(ran):x}"]))
        forget()
        units: dict[str, list[pytest.Item]] = {}
        for item in items:
            units.setdefault(unit_of(item), []).append(item)
        for number, (name, tests) in enumerate(units.items()):
            of_file = hash_of(tests[0].path)
            if number in turns and (name not in kept.units or kept.units[name].of_file != of_file):
                tell(json.dumps([name, of_file, *_recorded(tests, ran)]))

    problem = collect(SUITE, serve)
    if problem:
        raise RuntimeError(problem)


def _given(code: CodeType) -> CodeType:
    return code


def _recorded(items: Iterable[pytest.Item], ran: bytearray) -> tuple[float, str, str]:
    """Runs the tests of a unit in a child; returns their processor time, their statements and what is wrong with them."""

    def act(tell: Tell) -> None:
        start = time.process_time()
        run_until_failure(items, lambda item: MOST_SECONDS * 2, tell)
        tell(f"{time.process_time() - start:.3f} {_taken(ran):x}")

    lines = answers(act)
    if len(lines) < 2 or lines[-2] != "passed":
        failed = "fails" if lines[-2:-1] == ["failed"] else "takes too long"
        return MOST_SECONDS, "0", failed
    seconds, bits = lines[-1].split()
    return float(seconds), bits, "" if float(seconds) < MOST_SECONDS else "takes too long"


def _taken(ran: bytearray) -> int:
    """Returns the statements that ran as bits, and forgets them."""
    bits = int("".join("1" if each else "0" for each in reversed(ran)) or "0", 2)
    ran[:] = bytes(len(ran))
    return bits


def _add(kept: TestMap, line: str) -> None:
    """Puts what a process has told into a map."""
    if line.startswith("error"):
        raise RuntimeError(line)
    name, *more = json.loads(line)
    if name == "import":
        kept.on_import |= int(more[0], 16)
    else:
        of_file, seconds, hits, problem = more
        kept.units[name] = Unit(seconds, int(hits, 16), of_file, problem)
