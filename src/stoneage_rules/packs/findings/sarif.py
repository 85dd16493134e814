"""Writes diagnostics as a SARIF 2.1.0 log for code hosts and editors; the library's own JSON is in `render`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from stoneage_rules.packs.findings.codes import Code, codes
from stoneage_rules.packs.findings.diagnostics import NOWHERE, Diagnostic, TextEdit, TextPlace
from stoneage_rules.packs.findings.render import narrate
from stoneage_rules.packs.reading.spans import Span

__all__ = ["to_sarif"]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def to_sarif(
    diagnostics: Iterable[Diagnostic], *, version: str = "", held_back: int = 0, unchecked: Iterable[str] = ()
) -> dict[str, Any]:
    """Returns the log of one run, with the diagnostics in the order given.

    Args:
        diagnostics: everything that is reported.
        version: the library's version, given as the tool's.
        held_back: the number of diagnostics suppressed because they only follow from these.
        unchecked: descriptions of the content that could not be checked because of them.
    """
    diagnostics = list(diagnostics)
    names = sorted({diagnostic.code for diagnostic in diagnostics})
    driver: dict[str, Any] = {"name": "stoneage", "rules": [_rule(codes()[name]) for name in names]}
    if version:
        driver["version"] = version
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "properties": {"heldBack": held_back, "unchecked": list(unchecked)},
                "results": [_result(diagnostic, names.index(diagnostic.code)) for diagnostic in diagnostics],
            }
        ],
    }


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.code,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.meaning},
        "help": {"text": code.mend},
    }


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": {"text": narrate([diagnostic])},
        "locations": [_location(diagnostic.place)],
        "properties": {"packs": list(diagnostic.packs), "datum": diagnostic.datum},
    }
    if diagnostic.others:
        result["relatedLocations"] = [_location(place) for place in diagnostic.others]
    if diagnostic.fixes:
        result["fixes"] = [_fix(diagnostic)]
    return result


def _location(place: TextPlace) -> dict[str, Any]:
    where: dict[str, Any]
    if place.span == NOWHERE:
        where = {"logicalLocations": [{"name": place.file}]}
    else:
        where = {"physicalLocation": {"artifactLocation": {"uri": quote(place.file)}, "region": _region(place.span)}}
    return {**where, "message": {"text": place.label}} if place.label else where


def _region(span: Span) -> dict[str, int]:
    return {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column}


def _fix(diagnostic: Diagnostic) -> dict[str, Any]:
    """Returns the single fix made up of all edits."""
    by_file: dict[str, list[TextEdit]] = {}
    for edit in diagnostic.fixes:
        by_file.setdefault(edit.file, []).append(edit)
    changes = [
        {
            "artifactLocation": {"uri": quote(file)},
            "replacements": [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in edits],
        }
        for file, edits in by_file.items()
    ]
    return {"description": {"text": diagnostic.help or "this would mend it"}, "artifactChanges": changes}
