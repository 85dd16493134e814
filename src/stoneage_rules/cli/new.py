"""The command `new`: the first files of a pack, or a first table file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.testing.starter import write_starter
from stoneage_rules.testing.table_starter import write_table

__all__ = ["new"]


def new(
    folder: Annotated[Path, Parameter(help="The folder to be made, or with `--table` the file; it must not exist.")],
    /,
    *,
    id: Annotated[
        str | None,
        Parameter(name="--id", help="The id of the pack: lower case letters, digits, hyphens; else the folder's name."),
    ] = None,
    table: Annotated[
        bool, Parameter(negative="", help="Make a table file: commented, with every option of the installed modules.")
    ] = False,
) -> int:
    """Make a new pack, one house rule with its tests, to be changed into your own; or a table file.

    The pack loads, can be played at a table and passes `stoneage test` as it is.
    """
    if table and id is not None:
        raise UsageError("a table file has no id; leave out `--id`, or `--table`")
    if table:
        screen.say(f"made the table file {write_table(folder).as_posix()}", style="bold")
        return 0
    files = write_starter(folder, id)
    screen.say(f"made the pack {folder.as_posix()}:", style="bold")
    for file in files:
        screen.say(f"  {file.as_posix()}")
    return 0
