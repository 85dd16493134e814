"""Mutants in a running process: a function gets other code, a file of content reads differently; no file is written."""

from __future__ import annotations

import gc
import importlib.machinery
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType

from mutation.mutants import ROOT, Mutant, mutated

Functions = Mapping[tuple[str, str, int], Sequence[FunctionType]]
"""The functions of this process by file, name with its classes, and first line."""


def functions_of_library() -> Functions:
    """Returns the functions that the repository's own modules have defined so far; none of those that `gc.freeze` has hidden."""
    functions: dict[tuple[str, str, int], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(ROOT)):
            code = each.__code__
            functions.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(each)
    return functions


def put_in(mutant: Mutant, functions: Functions) -> bool:
    """Puts a mutant into this process; returns whether that can be done once the library is imported."""
    if mutant.file.endswith(".toml"):
        _read_other(ROOT / mutant.file, mutated(mutant).encode())
        return True
    path = str(ROOT / mutant.file)
    whole = _compiled(mutant)
    wanted = mutant.owner, mutant.first_line
    code = next((code for code in _codes_in(whole) if (code.co_qualname, code.co_firstlineno) == wanted), None)
    found = functions.get((path, *wanted), ())
    is_imported = any(file == path for file, _, _ in functions)
    if code is None or is_imported != bool(found) or any(each.__code__.co_freevars != code.co_freevars for each in found):
        return False
    for function in found:
        function.__code__ = code
    put_in_before_import(mutant)  # for a module that nobody has imported yet
    return True


def put_in_before_import(mutant: Mutant) -> None:
    """Puts a mutant of code into this process, which must not have imported its module."""
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        return _compiled(mutant) if self.path == str(ROOT / mutant.file) else original(self, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def _compiled(mutant: Mutant) -> CodeType:
    return compile(mutated(mutant), str(ROOT / mutant.file), "exec", dont_inherit=True)


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)


def _read_other(path: Path, content: bytes) -> None:
    """Has a file read as other bytes."""
    original = Path.read_bytes
    whole = path.resolve()

    def read_bytes(self: Path) -> bytes:
        return content if self.name == whole.name and self.resolve() == whole else original(self)

    Path.read_bytes = read_bytes  # type: ignore[method-assign]
