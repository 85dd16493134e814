"""The command `diff`: everything that a table changes of the base game, or of another table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import attrs
from cyclopts import Parameter

from stoneage_rules import explain
from stoneage_rules.cli.parameters import Json
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import Modules, Players, TableFile, open_table
from stoneage_rules.loading.table_files import read_table
from stoneage_rules.text.wording import counted

__all__ = ["diff"]

Base = Annotated[str, Parameter(help="What to compare with: `base`, the base game, or another table file; alone, the table.")]
BASE = "base"


def diff(base: Base, table: TableFile = None, /, *, players: Players = None, module: Modules = None, json_: Json = False) -> int:
    """List everything that a table's settings, modules and packs change of the base game, or of another table."""
    if base != BASE and not base.endswith(".toml"):
        raise UsageError(f"tables are compared with `base` or with a table file, not with `{base}`: `stoneage diff base TABLE`")
    if base != BASE and table is None and not module:
        base, table = BASE, Path(base)
    before = None if base == BASE else open_table(Path(base), players).rules
    rules = open_table(table, players, module).rules
    source = None if table is None else read_table(table)[1]
    changes = explain.diff(rules, before, table=source)
    if json_:
        screen.json([attrs.asdict(change) for change in changes])
        return 0
    for change in changes:
        screen.say(str(change))
    screen.say(f"{counted(len(changes), 'difference')} from {'the base game' if before is None else base}")
    return 0
