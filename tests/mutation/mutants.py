"""A mutant: one small change of one file's text that should make some test fail."""

from __future__ import annotations

import difflib
import functools
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Any

import attrs

ROOT = Path(__file__).parents[2]


@attrs.frozen
class Mutant:
    """A stretch of a file's text, and what stands there instead.

    `was` and `now` are the lines of the file around the stretch, before and after, without their indentation: with the
    file, the function and `nth` (of equal ones in that function, from 0) they name the mutant wherever it moves.
    """

    file: str
    line: int
    """The line and column of the stretch, from 1; its start and end are offsets in the text."""
    column: int
    start: int
    end: int
    text: str
    was: str
    now: str
    owner: str = ""
    """The outermost function around it, as `Class.function`; of content, the record's kind and id."""
    first_line: int = 0
    """The first line of that function."""
    statement: int = 0
    """The line of the innermost statement around it."""
    nth: int = 0
    rules: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    """Of content, the statements that the record carries out."""

    @property
    def key(self) -> str:
        """The mutant's name in files of verdicts."""
        return " | ".join((self.file, self.owner, self.was, self.now, str(self.nth)))

    @property
    def place(self) -> str:
        """The mutant's place, as `--only` takes it."""
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def room(self) -> str:
        """The row of the report to which it belongs."""
        parts = self.file.removeprefix("src/stoneage_rules/").split("/")
        return "/".join(parts[:2])

    @classmethod
    def of(cls, file: str, text: str, start: int, end: int, new: str, **more: Any) -> Mutant:
        """Returns the mutant that puts `new` in place of a stretch of a file's text."""
        before, after = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        after = len(text) if after < 0 else after
        lines = text[before:after], text[before:start] + new + text[end:after]
        was, now = (" ".join(part.split()) for part in lines)
        return cls(file, text.count("\n", 0, start) + 1, start - before + 1, start, end, new, was, now, **more)


def numbered(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Returns mutants so that no two have the same key."""
    seen: Counter[str] = Counter()
    result = []
    for mutant in mutants:
        result.append(attrs.evolve(mutant, nth=seen[mutant.key]))
        seen[mutant.key] += 1
    return result


@functools.cache
def read(file: str) -> str:
    """Returns the text of a file of the repository."""
    return (ROOT / file).read_text("utf-8")


@functools.cache
def line_starts(file: str) -> list[int]:
    """Returns the offset of each line of a file, and of its end."""
    return [0, *accumulate(len(line) for line in read(file).splitlines(keepends=True))]


def mutated(mutant: Mutant) -> str:
    """Returns the text of the mutant's file with the change; raises ValueError if the file is not as it was."""
    text = read(mutant.file)
    lines = text[text.rfind("\n", 0, mutant.start) + 1 :]
    if not " ".join(lines.split()).startswith(mutant.was):
        raise ValueError(f"{mutant.file} was changed while its mutants were tried")
    return text[: mutant.start] + mutant.text + text[mutant.end :]


def diff(mutant: Mutant) -> str:
    """Returns the change for people."""
    lines = difflib.unified_diff(read(mutant.file).splitlines(), mutated(mutant).splitlines(), n=0, lineterm="")
    changed = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
    return "\n".join([f"{mutant.place}  {mutant.owner}", *(f"    {line}" for line in changed)])
