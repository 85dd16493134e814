"""The command `why`: the history of a value."""

from __future__ import annotations

from typing import Annotated

import attrs
from cyclopts import Parameter

from stoneage_rules import explain
from stoneage_rules.cli.parameters import Json
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import Modules, Players, TableFile, open_table
from stoneage_rules.errors import UnknownName

__all__ = ["why"]

Address = Annotated[str, Parameter(help="The value: kind, id and path, such as `limit PACK:ID at_most`.")]


def why(
    address: Address, table: TableFile = None, /, *, players: Players = None, module: Modules = None, json_: Json = False
) -> int:
    """Say who set a value: which pack, in which file and line, over what, and why.

    The path may be left out, or cut to words that mean one value alone: `why "building base:bld-01 points"`.
    """
    rules = open_table(table, players, module).rules
    try:
        history = explain.why(rules, address)
    except UnknownName as error:
        raise UsageError(str(error)) from None
    if json_:
        screen.json([attrs.asdict(setting) for setting in history])
        return 0
    asked = history[-1].address
    screen.say(asked, style="bold")
    for setting in history:
        path = setting.address.removeprefix(asked).lstrip(" .") if setting.address.startswith(asked) else ""
        screen.say(f"  {path}: {setting}" if path else f"  {setting}")
    for statement in history[-1].statements:
        screen.say(f"  {statement}: {rules.sentences.get(statement, '')}")
    return 0
