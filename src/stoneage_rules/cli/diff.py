"""The command `diff`: everything that a table changes of the base game."""

from __future__ import annotations

from typing import Annotated

import attrs
from cyclopts import Parameter

from stoneage_rules import explain
from stoneage_rules.cli.parameters import Json
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import Modules, Players, TableFile, open_table
from stoneage_rules.text.wording import counted

__all__ = ["diff"]

Base = Annotated[str, Parameter(help="What to compare with: `base`, the base game.")]


def diff(base: Base, table: TableFile = None, /, *, players: Players = None, module: Modules = None, json_: Json = False) -> int:
    """List everything that a table's modules and packs add to the base game, change of it or take from it."""
    if base != "base":
        raise UsageError(f"tables are compared with `base`, not with `{base}`: `stoneage diff base TABLE`")
    changes = explain.diff(open_table(table, players, module).rules)
    if json_:
        screen.json([attrs.asdict(change) for change in changes])
        return 0
    for change in changes:
        screen.say(str(change))
    screen.say(f"{counted(len(changes), 'difference')} from the base game")
    return 0
