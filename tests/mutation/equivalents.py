"""Mutants that no test can notice, each with its reason, in `equivalent.toml`.

An entry names mutants by their file, the text of the line before and those after, and, if it is not true of all such lines,
by the functions or records around them: so it holds wherever they move.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path

import attrs
import tomli

from mutation.mutants import Mutant

__all__ = ["Equivalent", "equivalents", "reason_for", "stale"]

FILE = Path(__file__).parent / "equivalent.toml"


@attrs.frozen
class Equivalent:
    """One entry."""

    file: str
    was: str
    now: tuple[str, ...] = attrs.field(converter=tuple)
    reason: str
    within: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    """The functions or records; empty for every one in the file."""

    def names(self, mutant: Mutant) -> bool:
        """Returns whether a mutant is meant."""
        is_line = (mutant.file, mutant.was) == (self.file, self.was) and mutant.now in self.now
        return is_line and (not self.within or mutant.owner in self.within)


@cache
def equivalents() -> Sequence[Equivalent]:
    """Returns all entries."""
    return [Equivalent(**entry) for entry in tomli.loads(FILE.read_text("utf-8")).get("equivalent", [])]


def reason_for(mutant: Mutant) -> str:
    """Returns why no test can notice a mutant; nothing if one should."""
    return next((each.reason for each in equivalents() if each.names(mutant)), "")


def stale(mutants: Collection[Mutant]) -> list[str]:
    """Returns what entries name in the files of some mutants and is not there any more: a line, or a function with it."""
    named = [mutant for mutant in mutants if reason_for(mutant)]
    files = {mutant.file for mutant in mutants}
    entries = [each for each in equivalents() if each.file in files]
    wanted = [(each, now, within) for each in entries for now in each.now for within in each.within or ("",)]
    return [
        " | ".join((each.file, within, each.was, now))
        for each, now, within in wanted
        if not any(each.names(mutant) and mutant.now == now and within in ("", mutant.owner) for mutant in named)
    ]
