"""Origins of values, changes by the settings of a table, and tests that cite a statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import tomli

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.fields import Described
from stoneage_rules.packs import provenance
from stoneage_rules.packs.content import Content
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.provenance import Change, HistoryStep, compared
from stoneage_rules.packs.spans import TomlPath

# --- table changes ------------------------------------------------------------------------------------------------
#
# Changes that a table makes by its settings: options that are not at their defaults, and the difference from another table.


TABLE = "table"
"""The name that changes by a table itself have in place of a pack's."""


def changed_options(content: Content, table: Source | None) -> Iterator[Change]:
    """Yields the options that a table sets to other values than their defaults; `table` is its file."""
    for pack in content.packs:
        for name, option in pack.manifest.options.items():
            value = content.settings.options[pack.id][name]
            if value != option.default:
                yield _setting(f"option {pack.id} {name}", ("options", pack.id, name), option.default, value, table)


def compared_settings(before: Content, after: Content, table: Source | None) -> Iterator[Change]:
    """Yields how the settings of two tables differ: players, packs with their versions, and options."""
    if before.settings.players != after.settings.players:
        yield _setting("players", ("players",), before.settings.players, after.settings.players, table)
    old, new = ({pack.id: pack.manifest.pack.version for pack in content.packs} for content in (before, after))
    for pack in dict.fromkeys((*old, *new)):
        if old.get(pack) != new.get(pack):
            yield _setting(f"pack {pack}", ("modules",), old.get(pack), new.get(pack), table)
    for pack in [pack for pack in new if pack in old]:
        was, now = before.settings.options[pack], after.settings.options[pack]
        for name in [name for name in now if name in was and was[name] != now[name]]:
            yield _setting(f"option {pack} {name}", ("options", pack, name), was[name], now[name], table)


def _setting(address: str, path: TomlPath, before: Any, value: Any, table: Source | None) -> Change:
    """Returns the change of a setting, with its line in the table's file, or the first line if the file does not write it."""
    if path[-1] == "edition" and table is not None and "edition" in table.data:
        path = ("edition",)
    place = None if table is None else table.place(path)
    operation = "set" if before is not None and value is not None else "added" if before is None else "gone"
    shown = None if operation == "added" else before
    file, line = ("the settings", 0) if place is None else (place.file, place.span.line)
    return Change(f"{address} {value}" if operation == "added" else address, operation, shown, value, None, TABLE, file, line, "")


# --- explain ------------------------------------------------------------------------------------------------------
# The origins of the values of a ruleset: the pack that set each, and all changes by packs.


def why(rules: Ruleset, address: str) -> tuple[HistoryStep, ...]:
    """Returns the history of a value, the last change first: who set it, in which file and line, and why.

    Args:
        rules: the rules with the value.
        address: `KIND PACK:ID PATH`, such as `limit base:ID at_most.2`; the path may be left out, or cut to words
            that mean one value alone.

    Raises:
        UnknownName: there is no such record or value; the message names the nearest.
    """
    return provenance.history_of(rules.content, address)


def diff(rules: Ruleset, before: Ruleset | None = None, *, table: Source | None = None) -> tuple[Change, ...]:
    """Returns everything that a table changes: options, and what the enabled packs add, change and take.

    Args:
        rules: the rules of the table.
        before: the rules that they are compared with, value by value; without them the base game, edit by edit.
        table: the file of the table, for the lines of its settings.
    """
    if before is None:
        return (*changed_options(rules.content, table), *provenance.pack_changes(rules.content))
    settings = compared_settings(before.content, rules.content, table)
    return (*settings, *compared(before.content, rules.content))


# --- citations ----------------------------------------------------------------------------------------------------
#
# Reads tests for the statements that they cite: marks `@pytest.mark.rule("ID")` in Python, `rules` in scenarios.
#
# Tests are read, not run or imported.


@attrs.frozen
class Citation(Described):
    """A test, and the statements that it cites."""

    path: Path
    line: int
    name: str
    """The name of the test; empty for a mark on single parameters of one."""
    statements: tuple[str, ...]
    """Their ids; an argument that is not literal text appears as its code in angle brackets."""


def citations_in(path: Path) -> Iterator[Citation]:
    """Yields what the tests of a file cite: a Python file, or a TOML file of scenarios."""
    text = path.read_text(encoding="utf-8")
    yield from _in_python(path, text) if path.suffix == ".py" else _in_scenarios(path, text)


def _in_python(path: Path, text: str) -> Iterator[Citation]:
    nodes = list(ast.walk(ast.parse(text)))
    tests = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    names = {id(mark): test.name for test in tests for mark in test.decorator_list}
    for node in nodes:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            ids = [str(arg.value) if isinstance(arg, ast.Constant) else f"<{ast.unparse(arg)}>" for arg in node.args]
            yield Citation(path, node.lineno, names.get(id(node), ""), tuple(ids))


def _in_scenarios(path: Path, text: str) -> Iterator[Citation]:
    for scenario in tomli.loads(text).get("scenario", []):
        name = str(scenario["name"])
        yield Citation(path, text.partition(name)[0].count("\n") + 1, name, tuple(scenario.get("rules", ())))


def proofs(statement: str, tests: Path) -> Iterator[Citation]:
    """Yields the tests below a folder that cite a statement, in the order of their files."""
    for path in sorted([*tests.rglob("test_*.py"), *tests.rglob("scenarios/*.toml")]):
        if statement in path.read_text(encoding="utf-8"):
            yield from (citation for citation in citations_in(path) if statement in citation.statements)
