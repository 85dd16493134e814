"""The command `new`: the first files of a pack."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.screen import screen
from stoneage_rules.testing.starter import write_starter

__all__ = ["new"]


def new(
    folder: Annotated[Path, Parameter(help="The folder to be made; it must not exist.")],
    /,
    *,
    id: Annotated[
        str | None,
        Parameter(name="--id", help="The id of the pack: lower case letters, digits, hyphens; else the folder's name."),
    ] = None,
) -> int:
    """Make a new pack: one house rule with its tests, to be changed into your own.

    The pack loads, can be played at a table and passes `stoneage test` as it is.
    """
    files = write_starter(folder, id)
    screen.say(f"made the pack {folder.as_posix()}:", style="bold")
    for file in files:
        screen.say(f"  {file.as_posix()}")
    return 0
