"""Filters out the warnings that comments allow, and warns about comments that are not needed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from stoneage_rules.packs.content import Content, Pack
from stoneage_rules.packs.findings.diagnostics import Diagnostic, Severity
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Span

__all__ = ["manifest_of", "without_allowed"]

ALLOWED = re.compile(r"#\s*stoneage:\s*allow\s+(SA\d{3})[ \t]*(.*)")


def manifest_of(pack: Pack) -> Source:
    """Returns the manifest file of a loaded pack."""
    source = pack.files.manifest
    assert source is not None
    return source


def without_allowed(content: Content, warnings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yields the warnings that no comment allows, and warnings about comments that allow nothing or give no reason."""
    sources = {source.file: (source, pack.id) for pack in content.packs for source in (manifest_of(pack), *pack.files.content)}
    allowed = {file: dict(_allowances(source)) for file, (source, _) in sources.items()}
    used: set[tuple[str, int]] = set()
    for diagnostic in warnings:
        file, line = diagnostic.place.file, diagnostic.place.span.line
        comment = next((n for n in (line, line - 1) if allowed.get(file, {}).get(n, ("",))[0] == diagnostic.code), None)
        if comment is None:
            yield diagnostic
        else:
            used.add((file, comment))
    for file, comments in allowed.items():
        for line, (code, reason, span) in comments.items():
            if (file, line) not in used or not reason:
                title, label, help = (NO_REASON if (file, line) in used else NOT_NEEDED).values()
                place = attrs.evolve(sources[file][0].place((), label.format(code=code)), span=span)
                packs = (sources[file][1],)
                yield Diagnostic("SA509", title, place, Severity.WARNING, help=help.format(code=code), packs=packs)


NOT_NEEDED = {
    "title": "a comment that is not needed",
    "label": "there is no {code} here to allow",
    "help": "delete it, or move it to the line of the warning",
}
NO_REASON = {
    "title": "a comment without a reason",
    "label": "it does not say why {code} is allowed",
    "help": "for example `# stoneage: allow {code} because it is meant so`",
}


def _allowances(source: Source) -> Iterator[tuple[int, tuple[str, str, Span]]]:
    """Yields the line of each comment, with the code that it allows, its reason and its span."""
    for number, line in enumerate(source.lines, 1):
        met = ALLOWED.search(line)
        if met:
            yield number, (met[1], met[2].strip(), Span(number, met.start() + 1, number, met.end() + 1))
