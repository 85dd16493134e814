"""Fixes what a check finds, as far as its messages print mends ready to be written; nothing is written to any file here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs

from stoneage_rules.loading.inspection import Inspection
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.fixes import apply_fixes
from stoneage_rules.packs.reading.unsaved import unsaved

__all__ = ["Fixed", "fix", "written_at"]

MOST_ROUNDS = 50
"""How often the fixed texts are checked again at the most: each round applies all fixes that do not overlap."""


@attrs.frozen(eq=False)
class Fixed:
    """The result of fixing: the texts of files as they would be, and what a check finds in them."""

    before: Inspection
    after: Inspection
    applied: tuple[Diagnostic, ...]
    """The findings that are fixed, in the order in which it was done; a fix may bring another to light."""
    elsewhere: tuple[Diagnostic, ...]
    """Findings that could be fixed, in files that are not to be changed."""
    originals: dict[Path, str]
    """The texts of the changed files as they are now, by resolved path."""
    texts: dict[Path, str]
    """The texts as they would be."""
    names: dict[Path, str]
    """The names of the files in messages."""


def written_at(path: Path) -> str:
    """Returns the text of a file; empty if it is not there yet."""
    return path.read_bytes().decode() if path.exists() else ""


def fix(inspect: Callable[[], Inspection], may_write: Callable[[Path], bool]) -> Fixed:
    """Checks, applies the fixes of what is found to the texts, and again, until nothing is left that can be fixed.

    A finding whose remedy is one of several has no fix, and comments that would allow a warning are never written.

    Args:
        inspect: checks the pack or table, reading its files.
        may_write: whether the file of a resolved path may be changed.
    """
    texts: dict[Path, str] = {}
    originals: dict[Path, str] = {}
    names: dict[Path, str] = {}
    applied: list[Diagnostic] = []
    seen: list[dict[Path, str]] = []
    before = None
    while True:
        with unsaved(texts) as files:
            inspection = inspect()
        before = before or inspection
        fixed = {edit.file for finding in inspection.findings for edit in finding.fixes}
        paths = {shown: path for shown, path in files.paths.items() if shown in fixed and may_write(path)}
        there = {shown: texts[path] if path in texts else written_at(path) for shown, path in paths.items()}
        changed, done, elsewhere = apply_fixes(inspection.findings, there)
        seen.append(texts)
        texts = {**texts, **{paths[shown]: text for shown, text in changed.items()}}
        if not done or texts in seen or len(seen) == MOST_ROUNDS:
            break
        applied += done
        names |= {paths[shown]: shown for shown in changed}
        originals = {**{paths[shown]: there[shown] for shown in changed}, **originals}
    return Fixed(before, inspection, tuple(applied), elsewhere, originals, seen[-1], names)
