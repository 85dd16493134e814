"""Hints for packs that are named where something else belongs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

import attrs

from stoneage_rules.cli.screen import UsageError
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.table import is_path
from stoneage_rules.loading.table_files import TableFile
from stoneage_rules.packs.reading.find import read_source

__all__ = ["expect_modules", "expect_no_content", "expect_no_pack"]

MANIFEST = "pack.toml"
TABLE_KEYS = {field.name for field in attrs.fields(TableFile)}


def expect_no_pack(table: Path) -> None:
    """Refuses the folder of a pack in the place of a table file.

    Raises:
        UsageError: the path is that of a pack.
    """
    if _is_pack(table):
        raise UsageError(f"{table} is no table file, but a pack; to play with it: `-m {_as_path(table)}`")


def expect_modules(modules: Iterable[str]) -> None:
    """Refuses the folder of a pack that is written like the id of a module.

    Raises:
        UsageError: there is a folder with this name, and no module.
    """
    for module in modules:
        if not is_path(module) and _is_pack(Path(module)) and module not in installed_modules():
            raise UsageError(f"no module is called `{module}`; for the pack in the folder of this name: `-m {_as_path(module)}`")


def expect_no_content(file: Path, command: str = "check", keys: Collection[str] = TABLE_KEYS) -> None:
    """Refuses a file of a pack in the place of a pack, of a table file, or of a file of tests.

    Args:
        file: the file.
        command: the command that is given the file.
        keys: the keys that a file can have which the command takes.

    Raises:
        UsageError: it lies in a pack and has none of the keys.
    """
    folder = next((parent for parent in file.parents if _is_pack(parent)), None)
    source = read_source(file, str(file))[0] if folder is not None else None
    if source is not None and source.data and not {*keys} & {*source.data}:
        raise UsageError(f"{file} is content of a pack; name the folder of the pack: `stoneage {command} {_as_path(folder)}`")


def _is_pack(folder: Path) -> bool:
    return (folder / MANIFEST).is_file()


def _as_path(folder: object) -> str:
    """Returns a folder as a command line must name it."""
    return str(folder) if is_path(str(folder)) else f"./{folder}"
