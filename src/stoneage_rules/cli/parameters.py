"""Parameters that several commands have, and hints about paths."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import attrs
from cyclopts import Parameter

from stoneage_rules.cli.screen import UsageError
from stoneage_rules.loading.table import is_path
from stoneage_rules.loading.table_files import TableFile
from stoneage_rules.packs.find import MANIFEST, read_source

TableParameter = Annotated[Path | None, Parameter(name=("--table", "-t"), help="The table file; without it, the base game.")]
Players = Annotated[int | None, Parameter(name=("--players", "-p"), help="How many play; 4 where nothing says so.")]
Modules = Annotated[
    list[str] | None,
    Parameter(
        name=("--module", "-m"),
        negative="",
        help="A module by its id, or a pack by the path of its folder, besides those of the table. Can be repeated.",
    ),
]


def _expect_one(_: object, number: int) -> None:
    if number < 1:
        raise ValueError("At least 1 is needed.")


Games = Annotated[int, Parameter(name=("-n", "--games"), validator=_expect_one, help="How many games.")]
Workers = Annotated[
    int,
    Parameter(name=("--workers", "-w"), validator=_expect_one, help="How many processes play; the results do not depend on it."),
]
Json = Annotated[bool, Parameter(name="--json", negative="", help="Write JSON.")]
Seed = Annotated[
    int | None, Parameter(name=("--seed", "-s"), help="The seed of the dice and draws: a number of at most 63 bits.")
]
Seats = Annotated[
    list[str] | None,
    Parameter(
        name="--seat",
        negative="",
        help="Who chooses, from seat 0 on: `random`, any option alike; `sensible`, by rules of thumb, at once; `starving`, the "
        "same without food, paying points for hunger; `thoughtful`, looking ahead, stronger and slower; an installed policy, "
        "`module:function`, or, to play, `person`. "
        "All but the function can have a name behind a colon, as `person:Alex`. Repeat it for the next seat.",
    ),
]
AllowCode = Annotated[
    bool,
    Parameter(
        negative="",
        help="Whether the table may name `module:function` as a policy, which runs Python; allow it to those you trust.",
    ),
]
PacksFrom = Annotated[
    list[Path] | None,
    Parameter(
        name="--packs-from",
        negative="",
        help="A folder from which packs may be read that the record names by a path, besides its own. Can be repeated.",
    ),
]

# --- path hints ---------------------------------------------------------------------------------------------------
#
# Hints for packs that are named where something else belongs.


TABLE_KEYS = {field.name for field in attrs.fields(TableFile)}


def expect_no_pack(table: Path) -> None:
    """Refuses the folder of a pack in the place of a table file.

    Raises:
        UsageError: the path is a pack.
    """
    if is_pack(table):
        raise UsageError(f"{table} is no table file, but a pack; to play with it: `-m {_as_path(table)}`")


def expect_no_content(file: Path, command: str = "check", keys: Collection[str] = TABLE_KEYS) -> None:
    """Refuses a file of a pack in the place of a pack, of a table file, or of a file of tests.

    Args:
        file: the file.
        command: the command that is given the file.
        keys: the keys of files that the command takes.

    Raises:
        UsageError: it is in a pack and has none of the keys.
    """
    folder = next((parent for parent in file.parents if is_pack(parent)), None)
    source = read_source(file, str(file))[0] if folder is not None else None
    data = {} if source is None else source.data
    # `[[players]]` is a record of content, `players = 3` a setting of a table.
    if data and not any(key in keys and (key, type(data[key])) != ("players", list) for key in data):
        raise UsageError(f"{file} is content of a pack; name the folder of the pack: `stoneage {command} {_as_path(folder)}`")


def is_pack(folder: Path) -> bool:
    """Returns True for the folder of a pack."""
    return (folder / MANIFEST).is_file()


def _as_path(folder: object) -> str:
    """Returns a folder as a command line must name it."""
    return str(folder) if is_path(str(folder)) else f"./{folder}"
