"""Draws that content makes possible: each must find what it is made for, or something that can be set aside.

How a draw goes is the kernel's; here is what no draw could do anything sensible with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from stoneage_rules.language.word import Verb
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.findings.wording import choices_of
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import walked

__all__ = ["Way", "arrivals_of", "check_draws", "draws_of"]


@attrs.frozen
class Way:
    """Where content says that a kind of item is drawn from a zone, or comes into one."""

    entry: Entry
    path: Path
    kind: str
    zone: str
    hidden: bool = False


def check_draws(content: Content, report: Report) -> None:
    """Reports items that a draw for another kind would meet and could not set aside, and hidden draws from a queue."""
    drawn = {kind.name for kind in content.of("kind") if kind.record.drawn_to is not None}
    queues = {zone.name for zone in content.of("zone") if zone.record.order == "queue"}
    told: set[tuple[str, str]] = set()
    effects = list(_effects_of(content))
    draws, arrivals = list(draws_of(content, effects)), list(arrivals_of(content, effects))
    for draw in draws:
        if draw.hidden and draw.zone in queues:
            report.diagnostics.append(_open_draw(draw))
        for way in arrivals:
            stray = way.zone == draw.zone and way.kind != draw.kind and way.kind not in drawn
            if stray and (way.zone, way.kind) not in told:
                told.add((way.zone, way.kind))
                report.diagnostics.append(_stray(way, draw, content))


def draws_of(content: Content, effects: Effects) -> Iterator[Way]:
    """Rows, and effects that draw."""
    for row in content.of("row"):
        yield Way(row, ("from",), row.record.kind, row.record.from_)
    for entry, path, effect in effects:
        found = effect.draws()
        if found is not None:
            yield Way(entry, path, *found, hidden=True)


def arrivals_of(content: Content, effects: Effects) -> Iterator[Way]:
    """Where items start, and effects that move them."""
    with_items = {kind.name for kind in content.of("kind") if content.of(kind.id)}
    for kind in content.of("kind"):
        if kind.name in with_items:
            yield Way(kind, ("starts_in",), kind.name, kind.record.starts_in)
    for entry, path, effect in effects:
        found = effect.moves()
        if found is not None and found[0] in with_items:
            yield Way(entry, path, *found)


Effects = Sequence[tuple[Entry, Path, Verb]]
"""Every effect of the content, with its record and the way to it."""


def _effects_of(content: Content) -> Iterator[tuple[Entry, Path, Verb]]:
    """Every effect of the content, those within others too."""
    for entry in content:
        for path, made in walked(entry.record):
            if isinstance(made, Verb):
                yield entry, path, made


def _stray(way: Way, draw: Way, content: Content) -> Diagnostic:
    origin, rest = way.entry.origin_of(way.path)
    other, more = draw.entry.origin_of(draw.path)
    label = f"`{way.kind}` would lie in `{way.zone}`, from which `{draw.kind}` is drawn"
    return Diagnostic(
        "SA214",
        "items in the way of a draw",
        origin.place(rest, label),
        others=(other.place(more, f"`{draw.kind}` is drawn here"),),
        help=f'add `drawn_to = "ZONE"` to the kind `{way.kind}`: one that is met is put there, and the next is drawn; '
        "or name another zone here",
        notes=(choices_of("zone", [zone.name for zone in content.of("zone")]),),
        packs=tuple(dict.fromkeys((origin.pack, other.pack))),
    )


def _open_draw(draw: Way) -> Diagnostic:
    origin, rest = draw.entry.origin_of(draw.path)
    label = f"`{draw.zone}` is a queue: everybody knows what comes next"
    return Diagnostic(
        "SA214",
        "a draw that hides nothing",
        origin.place(rest, label),
        help=f'delete `order = "queue"` of the zone `{draw.zone}`, so that nobody knows, or draw from another zone',
        packs=(origin.pack,),
    )
