"""Small packs of house rules, written into folders of their own, so that rules have to be loaded that never were before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

__all__ = ["load_anew"]

MANIFEST = """format = 1
[pack]
id = "house-{number}"
name = "House rule {number}"
version = "1.0.0"
kind = "house-rules"
license = "CC0-1.0"
summary = "One more point for a building"
[requires]
base = ">=1.0,<2"
"""

EDIT = """[[patch.building]]
target = "base:bld-{building:02}"
append.effects = [{{ do = "points", amount = 1, id = "house-{number}" }}]
why = "a building is worth more"
"""
BUILDINGS = 28


def write_packs(folder: Path, number: int) -> list[str]:
    """Writes packs of one edit each and returns their folders."""
    paths = []
    for index in range(number):
        pack = folder / f"house-{index}"
        pack.mkdir()
        (pack / "pack.toml").write_text(MANIFEST.format(number=index), encoding="utf-8")
        edit = EDIT.format(building=index % BUILDINGS + 1, number=index)
        (pack / "edit.toml").write_text(edit, encoding="utf-8")
        paths.append(str(pack))
    return paths


def load_anew(players: int, modules: Sequence[str], packs: int) -> tuple[Any, float]:
    """Loads a table with packs that were never there before; returns its rules and the milliseconds of CPU time."""
    import stoneage_rules as sa

    with TemporaryDirectory() as folder:
        names = [*modules, *write_packs(Path(folder), packs)]
        start = process_time()
        rules = sa.load(players=players, modules=names)
        return rules, (process_time() - start) * 1e3
