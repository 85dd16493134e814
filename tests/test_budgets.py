"""The size of the source by room, in words: a room may grow by a twentieth beyond its row in `budgets.toml`.

A word is a token that says something: a name, keyword, number, text or operator, those within the braces of f-strings among
them.  Punctuation, comments, docstrings and notes beneath attributes are none, so that neither layout nor prose counts.  All
Python of the wheel is counted.
"""

from __future__ import annotations

import ast
import io
import platform
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import tomli

from shown import SHOWN
from sources import ROOT, python_files

pytestmark = pytest.mark.skipif(
    platform.python_implementation() != "CPython" or sys.version_info[:2] != (3, 11),
    reason="other versions of Python cut a text into other tokens",
)

LIBRARY = ROOT / "src" / "stoneage_rules"
BUDGETS = tomli.loads((Path(__file__).parent / "budgets.toml").read_text("utf-8"))

PUNCTUATION = frozenset("()[]{},:.;")
SILENT = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER)
)


def words_in(text: str) -> int:
    """Returns how many words a source text has."""
    tree = ast.parse(text)
    notes = {(node.lineno, node.col_offset) for node in ast.walk(tree) if isinstance(node, ast.Expr) and _is_text(node.value)}
    embedded = [ast.unparse(node.value) for node in ast.walk(tree) if isinstance(node, ast.FormattedValue)]
    return sum(token.start not in notes for token in _words(text)) + sum(len([*_words(part)]) for part in embedded)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _words(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yields the tokens of a text but punctuation, comments and layout."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT and token.string not in PUNCTUATION:
            yield token


def packages() -> list[str]:
    """Returns the folders that are packed into the wheel."""
    project = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])


def room_of(path: Path) -> str:
    """Returns the room of a file: a folder of the library, its doors, or the package of a module."""
    if not path.is_relative_to(LIBRARY):
        return path.relative_to(ROOT).parts[1]
    folder = path.relative_to(LIBRARY).parts[0]
    return "doors" if folder.endswith(".py") else folder


def sizes(measure: Callable[[Path], int]) -> dict[str, int]:
    """Returns the sum of a measure of files, by room."""
    found: Counter[str] = Counter()
    for path in python_files(*packages()):
        found[room_of(path)] += measure(path)
    return dict(found)


MEASURES: dict[str, Callable[[Path], int]] = {"words": lambda path: words_in(path.read_text("utf-8")), "files": lambda path: 1}
SLACK = 20
"""A room may grow by one of so many words beyond its row, and by one file at the least."""
MOST_TOLD = 5
"""How many of the largest classes are told."""


def most_of(row: int) -> int:
    """Returns the size that a room may have, given its row."""
    return row + max(row // SLACK, 1)


@pytest.mark.parametrize("table", MEASURES)
def test_no_room_is_larger_than_its_budget(table: str, record_property: Callable[[str, object], None]) -> None:
    found, rows = sizes(MEASURES[table]), BUDGETS[table]
    record_property(SHOWN, f"{table} of all rooms together: {sum(found.values()):,}")
    grown = [
        f"{room} has {number:,} {table}, {most_of(rows.get(room, 0)):,} are allowed: set `{room} = {number}` below `[{table}]`"
        for room, number in sorted(found.items())
        if number > most_of(rows.get(room, 0))
    ]
    raise_it = "If the addition is asked for, raise the row in tests/budgets.toml in the same commit, and say why in its message"
    assert not grown, "\n".join([*grown, raise_it])
    assert set(rows) <= set(found), "delete the rooms that are gone"


def test_the_largest_classes_are_told(record_property: Callable[[str, object], None]) -> None:
    """Tells them without a bound: most of a large class is documentation, and a bound would have it split by inheritance."""
    lines = sorted(_lines_of_classes(), reverse=True)[:MOST_TOLD]
    record_property(SHOWN, f"largest classes, in lines of code: {', '.join(f'{name} {count}' for count, name in lines)}")
    assert len(lines) == MOST_TOLD


def _lines_of_classes() -> Iterator[tuple[int, str]]:
    """Yields every class, with the number of its lines that hold code."""
    for path in python_files(*packages()):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        notes = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Expr) and _is_text(node.value)}
        tokens = [token for token in _words(text) if token.start[0] not in notes]
        lines = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield len(lines & {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}), node.name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = f(1, 'a b', *c)", 7),
        ("from a.b import (c, d)", 6),
        ("x = f'{y + 1} of {z}'", 7),
        ("x = ...", 3),
        ("def f(a: int) -> None:\n    # why\n    '''Does it.'''\n    return a", 8),
        ("class C:\n    x: int\n    'A note.'", 4),
        ("x = 'a', '''b\nc'''", 4),
        ('"""Text."""', 0),
        ("", 0),
    ],
)
def test_words_are_counted(text: str, words: int) -> None:
    assert words_in(text) == words
