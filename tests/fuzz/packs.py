"""Tries packs and table files with faults: each has errors that are told, or can be played.

    PYTHONPATH=tests python -m fuzz.packs --mutants 5000 --seed 1 --jobs 2

The packs are the examples, the house rules, the toys, and those with one fault already, with their table files.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import tomli

import stoneage_rules as sa
from fuzz.driver import Mutant, Subject, main
from fuzz.faults import pick, spoil
from fuzz.tables import FOLDERS, PLUGINS, ROOT
from fuzz.text_faults import spoil_bytes, spoil_text
from properties.invariants import check_all
from stoneage_rules.testing import inspect_pack
from stoneage_rules.text import UNSAFE, written, written_key

Files = Mapping[str, str]
"""The texts of a folder's files by their paths; what is no UTF-8 stands as lone surrogates."""

TABLE = "table.toml"
LONGEST = 3000
INSPECTED = 0.1
"""The share of packs that `stoneage check` looks at."""


@cache
def folders() -> Sequence[str]:
    """The folders that are spoilt, from the root of the repository."""
    found = [path for folder in (*FOLDERS, "tests/packs/bad") for path in sorted((ROOT / folder).iterdir())]
    return [path.relative_to(ROOT).as_posix() for path in found if (path / "pack.toml").exists() or (path / TABLE).exists()]


@cache
def files_of(folder: str) -> Files:
    """The texts of the TOML files of a folder."""
    root = ROOT / folder
    paths = [path for path in sorted(root.rglob("*.toml")) if path.is_file() and "tests" not in path.relative_to(root).parts]
    return {path.relative_to(root).as_posix(): _decoded(path.read_bytes()) for path in paths}


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def make(seed: int, number: int) -> Mutant:
    """Makes a mutant of a folder."""
    source = Random(f"{seed} {number}")
    folder = pick(folders(), source)
    files = dict(files_of(folder))
    name = pick(list(files), source)
    files[name], fault = spoilt(files[name], source)
    if source.random() < 0.05:
        other = pick(list(files), source)
        files[other], files[name] = files[name], files[other]
    return Mutant(folder, f"{name}: {fault}", int(source.random() * 2**32), files)


def spoilt(text: str, source: Random) -> tuple[str, str]:
    """A text of TOML with faults in its bytes, its words or its values, and the faults in words."""
    way = source.random()
    if way < 0.1:
        return _decoded(spoil_bytes(text.encode("utf-8", "surrogateescape"), source)), "other bytes"
    if way < 0.5:
        return spoil_text(text, list(files_of(pick(folders(), source)).values()), source)
    try:
        data = tomli.loads(text)
    except ValueError:
        return text, "as it was"
    fault = "; ".join(_spoil(data, source) for _ in range(1 + int(source.random() * 1.5)))
    return "".join(f"{written_key(key)} = {_written(value)}\n" for key, value in data.items()), fault


def _spoil(data: object, source: Random) -> str:
    try:
        return spoil(data, source)
    except (IndexError, KeyError, TypeError, ValueError):
        return "no fault fits"


def _written(value: object) -> str:
    """A value as TOML; what has no form there is a text."""
    try:
        return written(value)
    except (TypeError, ValueError, AttributeError):
        return written(str(value))


def try_folder(mutant: Mutant) -> Counter[str]:
    """Writes a folder, loads it and plays a game; counts what came of it.

    Raises:
        Exception: the library raised anything but `ContentError`, or a law does not hold.
    """
    source = Random(mutant.seed)
    with TemporaryDirectory() as scratch:
        root = Path(scratch) / "folder"
        for name, text in mutant.data.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        before = Path.cwd()
        os.chdir(root)
        try:
            return _try_here(mutant, root, source)
        finally:
            os.chdir(before)


def _try_here(mutant: Mutant, root: Path, source: Random) -> Counter[str]:
    plugins = PLUGINS.get(mutant.table, ())
    try:
        if (root / TABLE).exists():
            rules = sa.load(TABLE)
        else:
            if source.random() < INSPECTED and not plugins:
                inspect_pack(root)
            rules = sa.load(players=2 + int(source.random() * 2), modules=["."], plugins=plugins)
    except sa.ContentError as error:
        refusal = str(error)
    else:
        return _play(rules.initial_state(), source)
    assert UNSAFE & set(refusal) <= {"\n"}, ascii(refusal)
    return Counter(refused=1)


def _play(state: sa.State, source: Random) -> Counter[str]:
    """Plays a game, and looks at the laws of its end."""
    try:
        state.play_out(source, longest=LONGEST)
    except sa.EndlessGame:
        return Counter(loaded=1, endless=1)
    check_all(state)
    return Counter(loaded=1)


PACKS = Subject(make, try_folder)

if __name__ == "__main__":
    sys.exit(main(PACKS, __doc__, "packs"))
