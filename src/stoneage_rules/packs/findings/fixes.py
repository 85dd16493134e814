"""Carries out the fixes of diagnostics on the texts of files, as many at once as do not get in each other's way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import tomli

from stoneage_rules.packs.findings.diagnostics import Diagnostic, TextEdit, edited

__all__ = ["apply_fixes"]


def apply_fixes(
    diagnostics: Iterable[Diagnostic], texts: Mapping[str, str]
) -> tuple[dict[str, str], tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Applies fixes to the texts of files; of those that overlap the first, and none that spoils a file.

    Args:
        diagnostics: the findings, with their fixes.
        texts: the texts of the files that may be changed, by the names that the findings use.

    Returns:
        The texts that change, the diagnostics whose fixes were applied, and those whose fixes are in other files.
    """
    accepted: dict[str, list[TextEdit]] = {}
    applied, elsewhere = [], []
    for diagnostic in diagnostics:
        edits = diagnostic.fixes
        if not {edit.file for edit in edits} <= set(texts):
            elsewhere.append(diagnostic)
        elif edits and not any(_is_in_the_way(edit, accepted.get(edit.file, ())) for edit in edits):
            proposed = {file: [*accepted.get(file, ()), *_new(edits, file, accepted)] for file in {edit.file for edit in edits}}
            if all(_is_toml(edited(texts[file], of_file)) or not _is_toml(texts[file]) for file, of_file in proposed.items()):
                accepted |= proposed
                applied.append(diagnostic)
    changed = {file: edited(texts[file], edits) for file, edits in accepted.items()}
    return changed, tuple(applied), tuple(elsewhere)


def _new(edits: Iterable[TextEdit], file: str, accepted: Mapping[str, Collection[TextEdit]]) -> list[TextEdit]:
    """Returns the edits of a file that no other fix makes, too."""
    return [edit for edit in edits if edit.file == file and edit not in accepted.get(file, ())]


def _is_in_the_way(edit: TextEdit, accepted: Sequence[TextEdit]) -> bool:
    """Returns whether an edit overlaps or touches another one, and is not the same."""
    return any(other.span.start <= edit.span.end and edit.span.start <= other.span.end for other in accepted if other != edit)


def _is_toml(text: str) -> bool:
    try:
        tomli.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
