"""Mutants of Python: comparisons, arithmetic, `and`/`or`/`not`, numbers, conditions forced, calls and stores dropped, returns.

Messages, descriptions, knowledge for lint, checks of saved states, type hints and decorators are left out: nothing in play
depends on them, and the tests of packs, boards and the fuzzers answer for them.  So are assertions, that of `zip` included.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from mutation.mutants import ROOT, Mutant, line_starts, numbered, read

FILES = (
    "src/stoneage_rules/kernel/**/*.py",
    "src/stoneage_rules/mechanics/**/*.py",
    "src/stoneage_rules/data/*.py",
    "src/stoneage_rules/compiler/*.py",
    *(f"src/stoneage_rules/language/{room}.py" for room in ("binding", "cost", "quantity", "word")),
    "plugins/**/*.py",
)
LEFT_OUT = frozenset(f"src/stoneage_rules/{file}.py" for file in ("kernel/saving", "mechanics/item_supply"))
"""Saved states, and what lint knows of items."""
SILENT = frozenset(
    "__repr__ __str__ asked belongs_in belongs clashes closed contradictions describe explain hint"
    " obstacle reach tell verify verify_position verify_waiting wanted words".split()
)
"""Functions that only tell people, lint or the reader of saved states something."""


def _exchanges(pairs: str) -> Mapping[type[ast.AST], Any]:
    """Returns the classes of operators by those in whose place they come, which stand before them in a text of `Lt:LtE`."""
    return {getattr(ast, one): getattr(ast, other) for one, other in (pair.split(":") for pair in pairs.split())}


COMPARISONS = _exchanges("Lt:LtE LtE:Lt Gt:GtE GtE:Gt Eq:NotEq NotEq:Eq Is:IsNot IsNot:Is In:NotIn NotIn:In")
ARITHMETIC = _exchanges(
    "Add:Sub Sub:Add Mult:Add FloorDiv:Mult Mod:FloorDiv BitAnd:BitOr BitOr:BitAnd BitXor:BitOr LShift:RShift RShift:LShift"
)


def code_files() -> list[str]:
    """Returns the files that are mutated."""
    paths = {path.relative_to(ROOT).as_posix() for pattern in FILES for path in ROOT.glob(pattern)}
    return sorted(paths - LEFT_OUT)


def code_mutants(files: Sequence[str] | None = None) -> list[Mutant]:
    """Returns every mutant of some files, by default of all."""
    return [mutant for file in (code_files() if files is None else files) for mutant in _File(file).mutants()]


@attrs.frozen(eq=False, slots=False)
class _File:
    """One file, and the walk through its tree."""

    file: str

    @cached_property
    def text(self) -> str:
        return read(self.file)

    def mutants(self) -> list[Mutant]:
        """Returns the mutants of the file, each of which compiles."""
        return numbered(self._in(ast.parse(self.text), _Around()))

    def _in(self, node: ast.AST, around: _Around) -> Iterator[Mutant]:
        around = around.with_node(node)
        for start, end, new in self._changes(node):
            yield Mutant.of(
                self.file,
                self.text,
                start,
                end,
                new,
                owner=around.owner,
                first_line=around.first_line,
                statement=around.statement,
            )
        for child in _children(node):
            yield from self._in(child, around)

    def _changes(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        if isinstance(node, (ast.expr, ast.stmt)):
            start, end = self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno, node.end_col_offset)
            is_bracketed = self.text[start - 1 : start] + self.text[end : end + 1] == "()"
            for new in _replacements(node):
                yield start, end, new[1:-1] if is_bracketed and new.startswith("(") else new
        for test in _tests(node):
            start, end = self._offset(test.lineno, test.col_offset), self._offset(test.end_lineno, test.end_col_offset)
            for value in ("True", "False"):
                if not (value == "True" and isinstance(node, ast.While)):
                    yield start, end, value

    def _offset(self, line: int | None, column: int | None) -> int:
        """The offset of a node's position, whose columns count bytes."""
        assert line is not None
        assert column is not None
        start, end = line_starts(self.file)[line - 1 : line + 1]
        return start + len(self.text[start:end].encode()[:column].decode())


@attrs.frozen
class _Around:
    """The function and statement around a node."""

    classes: tuple[str, ...] = ()
    owner: str = ""
    first_line: int = 0
    statement: int = 0

    def with_node(self, node: ast.AST) -> _Around:
        if isinstance(node, ast.ClassDef) and not self.owner:
            return attrs.evolve(self, classes=(*self.classes, node.name), statement=node.lineno)
        around = attrs.evolve(self, statement=node.lineno) if isinstance(node, ast.stmt) else self
        if isinstance(node, ast.FunctionDef) and not self.owner:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            around = attrs.evolve(around, owner=".".join((*self.classes, node.name)), first_line=first)
        return around


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the children that are mutated."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment", "bases") or isinstance(node, ast.arguments):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_left_out(child):
                yield child


def _is_left_out(node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name in SILENT or node.name.startswith("reach")
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    if isinstance(node, ast.ClassDef):
        return any(ast.unparse(base) == "Protocol" for base in node.bases)
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "__all__"
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    return isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom))


def _tests(node: ast.AST) -> list[ast.expr]:
    """Returns the conditions of a node that can be forced."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        return [node.test]
    return list(node.ifs) if isinstance(node, ast.comprehension) else []


def _replacements(node: ast.expr | ast.stmt) -> Iterator[str]:
    """Yields what can stand in place of a node."""
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            ops = [*node.ops[:index], COMPARISONS[type(operator)](), *node.ops[index + 1 :]]
            yield f"({ast.unparse(ast.Compare(node.left, ops, node.comparators))})"
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _is_text(node):
        yield f"({ast.unparse(ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))})"
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"({ast.unparse(ast.BoolOp(other, node.values))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
    elif isinstance(node, ast.stmt):
        yield from _statements(node)


def _statements(node: ast.stmt) -> Iterator[str]:
    """Yields what can stand in place of a statement."""
    if _can_go(node):
        yield "pass"
    if isinstance(node, ast.AugAssign):
        if type(node.op) in ARITHMETIC and not _is_text(node):
            yield ast.unparse(ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value))
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield "return None"


def _can_go(node: ast.stmt) -> bool:
    """Returns whether a statement can be dropped: a call, a store into something else, a jump."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, (ast.Call, ast.Yield, ast.YieldFrom))
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
    return isinstance(node, (ast.AugAssign, ast.Continue, ast.Break))


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """Returns whether an operator joins texts, lists or tuples, or makes a union of types."""
    parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(
        isinstance(part, (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp))
        or (isinstance(part, ast.Constant) and (part.value is None or isinstance(part.value, str)))
        for part in parts
    )
