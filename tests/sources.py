"""The text of Python sources and content, read without running them: names, texts, imports, ids, sizes.

Nothing is asserted here; `test_architecture` asserts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import tomli

ROOT = Path(__file__).parents[1]

CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")


def python_files(*folders: str) -> list[Path]:
    """Every Python file below these folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def blocks(page: str, language: str) -> list[str]:
    """The blocks of a language on a page of the project."""
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)


BASE = "base"
"""The one pack that may be named: the word for whatever game is extended."""


def content_ids(*folders: str) -> set[str]:
    """Every id and group that a record of the content declares, and every id of a pack."""
    found: set[str] = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.toml")):
        data = tomli.loads(path.read_text("utf-8"))
        if path.name == "pack.toml":
            found.add(data["pack"]["id"])
        for records in data.values():
            for record in records if isinstance(records, list) else ():
                found |= set(_declared(record))
    return found - {BASE}


def modules() -> dict[str, str]:
    """The id of every module of the project, by the name of its package."""
    packs = sorted((ROOT / "plugins").glob("*/pack.toml"))
    return {path.parent.name: tomli.loads(path.read_text("utf-8"))["pack"]["id"] for path in packs}


def _declared(record: Any) -> Iterator[str]:
    if isinstance(record, dict) and isinstance(record.get("id"), str):
        yield record["id"]
        yield from (group for group in record.get("groups", ()) if isinstance(group, str))


# --- syntax trees -----------------------------------------------------------------------------------------------


def texts_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and value of every text, docstrings and notes beneath attributes apart."""
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.lineno, node.value


def quotations(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and words of everything that a text has in quotation marks or backquotes; of a formatted one as a whole."""
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    notes = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and node not in parts | notes:
            values = node.values if isinstance(node, ast.JoinedStr) else [node]
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in values)
            yield from ((node.lineno, found) for mark in '`"' for found in re.findall(f"{mark}([^{mark}]+){mark}", text))


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every docstring and of every note beneath an attribute."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value.strip()


def class_names(tree: ast.AST) -> Iterator[str]:
    """The name of every class, nested ones included."""
    return (node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def module_names(tree: ast.Module) -> Iterator[str]:
    """The public names that a module defines: functions, classes, constants and aliases, but not type variables."""
    for node in [*tree.body, *(inner for block in tree.body if isinstance(block, ast.If) for inner in block.body)]:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names = [node.name]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and "TypeVar(" not in ast.unparse(node):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        else:
            continue
        yield from (name for name in names if not name.startswith("_"))


def names_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of everything that is named: variables, attributes, functions, classes, parameters, keywords."""
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "arg", "asname"):
            name = getattr(node, field, None)
            if isinstance(name, str) and not isinstance(node, ast.Constant):
                yield getattr(node, "lineno", 0), name


def parts_of(name: str) -> list[str]:
    """The words of a name: `PlaceFigures` and `place_figures` are both place and figures."""
    return [part.lower() for word in name.split("_") for part in CAMEL.findall(word)]


def ids_in(name: str, ids: Collection[str]) -> list[str]:
    """The ids whose words are adjacent in a name."""
    parts = parts_of(name)
    ends = range(1, len(parts) + 1)
    return [id for end in ends for start in range(end) if (id := "-".join(parts[start:end])) in ids]


def imports_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and module of every import, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def imports_by_function(tree: ast.AST, within: str = "") -> Iterator[tuple[str, str]]:
    """The function, after its class, and the name of every import that runs: no function for those at import time."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            yield from ((within, home + alias.name) for alias in node.names)
        named = isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        yield from imports_by_function(node, f"{within}.{node.name}".strip(".") if named else within)  # type: ignore[attr-defined]


def long_functions(tree: ast.AST, most: int) -> Iterator[tuple[str, int]]:
    """Name and length of every function of more lines than `most`."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > most:
                yield node.name, length


def parsed(paths: Iterable[Path]) -> Iterator[tuple[str, ast.Module]]:
    """Each file's path from the root, and its tree."""
    for path in paths:
        yield path.relative_to(ROOT).as_posix(), _tree(path)


@cache
def _tree(path: Path) -> ast.Module:
    """Each file is parsed once, however many tests read it."""
    return ast.parse(path.read_text("utf-8"))
