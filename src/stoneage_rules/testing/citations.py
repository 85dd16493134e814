"""Reads tests for the statements that they cite: marks `@pytest.mark.rule("ID")` in Python, `rules` in scenarios.

Tests are read, not run or imported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import attrs
import tomli

from stoneage_rules.language.described import Described

__all__ = ["Citation", "citations_in", "proofs"]


@attrs.frozen
class Citation(Described):
    """A test, and the statements that it cites."""

    path: Path
    line: int
    name: str
    """The name of the test; empty for a mark on single parameters of one."""
    statements: tuple[str, ...]
    """Their ids; an argument that is not written out as text stands as its code in angle brackets."""


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
