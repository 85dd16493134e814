"""The commands `why` and `diff`: who set a value, and everything that a table changes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

import attrs
from cyclopts import Parameter

from stoneage_rules import explain
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import Modules, Players, TableFile, open_table
from stoneage_rules.language.wording import counted

__all__ = ["diff", "why"]

Datum = Annotated[str, Parameter(help="The value: kind, id and path, such as `limit base:village-places at_most.2`.")]
Json = Annotated[bool, Parameter(name="--json", negative="", help="Write JSON.")]
Base = Annotated[str, Parameter(help="What to compare with: `base`, the base game.")]


def why(datum: Datum, table: TableFile = None, /, *, players: Players = None, module: Modules = None, json_: Json = False) -> int:
    """Say who set a value: which pack, in which file and line, over what, and why.

    The path may be left out, or cut to words that mean one value alone: `why "building base:bld-01 points"`.
    """
    rules = open_table(table, players, module).rules
    try:
        found = explain.why(rules, datum)
    except KeyError as error:
        raise UsageError(str(error.args[0])) from None
    if json_:
        _write_json(found)
        return 0
    asked = found[-1].datum
    screen.say(asked, style="bold")
    for setting in found:
        within = setting.datum.removeprefix(asked).lstrip(" .") if setting.datum.startswith(asked) else ""
        screen.say(f"  {within}: {setting}" if within else f"  {setting}")
    for statement in found[-1].statements:
        screen.say(f"  {statement}: {rules.sentences.get(statement, '')}")
    return 0


def diff(base: Base, table: TableFile = None, /, *, players: Players = None, module: Modules = None, json_: Json = False) -> int:
    """List everything that a table's modules and packs add to the base game, change of it or take from it."""
    if base != "base":
        raise UsageError(f"tables are compared with `base`, not with `{base}`: `stoneage diff base TABLE`")
    found = explain.diff(open_table(table, players, module).rules)
    if json_:
        _write_json(found)
        return 0
    for change in found:
        screen.say(str(change))
    screen.say(f"{counted(len(found), 'difference')} from the base game")
    return 0


def _write_json(found: Iterable[Any]) -> None:
    print(json.dumps([attrs.asdict(entry) for entry in found], indent=2, ensure_ascii=False, default=list))
