"""Mutants that no test can notice, each with its reason, in `equivalent.toml`.

An entry names mutants by their file, the text of the line before and those after, and, if it is not true of all such lines,
by the functions or records around them: so it holds wherever they move.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

import tomli

from mutation.mutants import Mutant

FILE = Path(__file__).parent / "equivalent.toml"


@cache
def equivalents() -> Mapping[tuple[str, str, str, str], str]:
    """The reasons by file, line before, line after, and function or record; the last is empty for every one in the file."""
    return {
        (entry["file"], entry["was"], now, within): entry["reason"]
        for entry in tomli.loads(FILE.read_text("utf-8"))["equivalent"]
        for now in entry["now"]
        for within in entry.get("within", [""])
    }


def reason_for(mutant: Mutant) -> str:
    """Returns why no test can notice a mutant; nothing if one should."""
    line = mutant.file, mutant.was, mutant.now
    return equivalents().get((*line, mutant.owner), "") or equivalents().get((*line, ""), "")


def stale(mutants: Collection[Mutant]) -> list[str]:
    """Returns what entries name in the files of some mutants and is not there any more: a line, or a function with it."""
    files = {mutant.file for mutant in mutants}
    there = {(mutant.file, mutant.was, mutant.now, within) for mutant in mutants for within in (mutant.owner, "")}
    return [" | ".join(entry) for entry in equivalents() if entry[0] in files and entry not in there]
