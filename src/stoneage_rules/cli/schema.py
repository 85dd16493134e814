"""The command `schema`: JSON Schemas by which editors complete and check packs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.screen import screen
from stoneage_rules.cli.table_options import Modules, TableFile, open_table
from stoneage_rules.kernel.view import View
from stoneage_rules.testing.schemas import write_schemas

__all__ = ["schema"]


def schema(
    table: TableFile = None,
    /,
    *,
    module: Modules = None,
    to: Annotated[Path, Parameter(help="The folder for the files; it is made where there is none.")] = Path("schemas"),
    ids: Annotated[
        bool, Parameter(negative="--no-ids", help="Offer the ids of the enabled packs for completion; others stay allowed.")
    ] = True,
    view: Annotated[bool, Parameter(negative=(), help="Print the schema of a view's data instead, for programs.")] = False,
) -> int:
    """Write the JSON Schemas of packs, their tests and tables, for editors that read TOML.

    They know what is enabled: the kinds of item and ids of its packs and the verbs of its plugins. In the folder of a
    pack, that pack is enabled too, unless there is a table. An editor finds the schema of a file by its first line, such as
    `#:schema schemas/content-1.schema.json`.
    """
    if view:
        screen.say(json.dumps(View.schema(), indent=1))
        return 0
    if table is None and Path("pack.toml").is_file() and Path.cwd() not in [Path(named).resolve() for named in module or ()]:
        module = [*(module or ()), "."]
    for file in write_schemas(to, open_table(table, modules=module).rules, ids=ids):
        screen.say(file.as_posix())
    return 0
