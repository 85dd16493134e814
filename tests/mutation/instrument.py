"""Code that notes which of its statements run: a number for each statement, set in one array by the statement before it."""

from __future__ import annotations

import ast
import importlib.machinery
from collections.abc import Callable, Mapping
from types import CodeType

import attrs

from mutation.mutants import ROOT

HITS = "__statements_run__"


@attrs.frozen
class Statement:
    """A statement of a function, by its line."""

    file: str
    owner: str
    line: int


def compile_other(texts: Mapping[str, Callable[[], CodeType]]) -> None:
    """Has files import other code than is written in them, in this process alone; nothing is written anywhere."""
    original = importlib.machinery.SourceFileLoader.get_code
    by_path = {str(ROOT / file): make for file, make in texts.items()}

    def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        make = by_path.get(self.path)
        return make() if make is not None else original(self, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def _functions(node: ast.AST, classes: tuple[str, ...]) -> list[tuple[str, ast.FunctionDef]]:
    found = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            found.append((".".join((*classes, child.name)), child))
        else:
            inner = (*classes, child.name) if isinstance(child, ast.ClassDef) else classes
            found += _functions(child, inner)
    return found


def instrumented(file: str, statements: list[Statement]) -> CodeType:
    """Compiles a file so that its functions note their statements, which are added to those known so far."""
    path = ROOT / file
    tree = ast.parse(path.read_text("utf-8"))
    for owner, function in _functions(tree, ()):
        _Noting(file, owner, statements).visit_body(function)
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


@attrs.frozen
class _Noting:
    """Puts a note before each statement of one function."""

    file: str
    owner: str
    statements: list[Statement]

    def visit_body(self, node: ast.AST) -> None:
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                setattr(node, name, [each for statement in body for each in self._noted(statement)])
        for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            self.visit_body(inner)

    def _noted(self, statement: ast.stmt) -> list[ast.stmt]:
        line = statement.lineno
        self.visit_body(statement)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return [statement]
        number = len(self.statements)
        self.statements.append(Statement(self.file, self.owner, line))
        note = ast.parse(f"{HITS}[{number}] = 1").body[0]
        return [ast.copy_location(note, statement), statement]
