"""The command `new`: the first files of a pack, of a module with a plugin, or a first table file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.testing.plugin_starter import write_plugin_starter
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
    plugin: Annotated[
        bool, Parameter(negative="", help="Make a Python package with a pack and a plugin, which pip installs as a module.")
    ] = False,
) -> int:
    """Make a new pack, one house rule with its tests, to be changed into your own; or a plugin, or a table file.

    The pack loads, can be played at a table and passes `stoneage test` as it is. With `--plugin` it has a verb and a decision
    of its own, written in Python, and passes its tests by `pytest` when it is installed.
    """
    if table and plugin:
        raise UsageError("a table file is no plugin; leave out `--plugin`, or `--table`")
    if table and id is not None:
        raise UsageError("a table file has no id; leave out `--id`, or `--table`")
    if table:
        screen.say(f"made the table file {write_table(folder).as_posix()}", style="bold")
        return 0
    files = (write_plugin_starter if plugin else write_starter)(folder, id)
    screen.say(f"made the {'plugin' if plugin else 'pack'} {folder.as_posix()}:", style="bold")
    for file in files:
        screen.say(f"  {file.as_posix()}")
    if plugin:
        screen.say(f"install it and test it: cd {folder.as_posix()} && pip install -e '.[test]' && pytest")
    return 0
