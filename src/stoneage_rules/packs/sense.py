"""What several records together must make: rules that could not be played are refused, and with them whoever made them so.

What a single record may say is in `values`; what is merely odd is in `lint`.
"""

from __future__ import annotations

from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.report import Report

__all__ = ["check_sense"]

SINGLE = ("seats", "figure", "tool")
"""Kinds of which one record applies at a table."""


def check_sense(content: Content, report: Report) -> None:
    """Reports second records of which one alone can apply, and rows whose piles need more items than there are."""
    for kind in SINGLE:
        for second in content.of(kind)[1:]:
            report.found.append(_second(content.of(kind)[0], second))
    players = content.settings.players
    if not all(seats.record.least <= players <= seats.record.most for seats in content.of("seats")):
        # So many cannot play at all, which is told of the table that asks for it.
        return
    for row in content.of("row"):
        needed = row.record.pile * sum(_copies(content, space) for space in row.record.spaces)
        there = _items_in(content, row.record.from_)
        if needed > there:
            report.found.append(_short(content, row, needed, there))


def _second(first: Entry, second: Entry) -> Diagnostic:
    return Diagnostic(
        "SA213",
        f"a second record `{second.kind}`, of which there can be only one",
        second.source.place((*second.path, "id"), "this one is too many"),
        others=(first.source.place((*first.path, "id"), "this is the first"),),
        help=f"change the first by a [[patch.{second.kind}]] with `target = \"{first.pack}:{first.id}\"`",
        packs=tuple(dict.fromkeys((second.pack, first.pack))),
    )


def _copies(content: Content, space: str) -> int:
    copies = next((entry.record.copies for entry in content.of("location") if entry.name == space), 1)
    return content.settings.players if copies == "players" else copies or 1


def _items_in(content: Content, zone: str) -> int:
    """How many items start in a zone and can be laid out from there."""
    kinds = {entry.id for entry in content.of("kind") if entry.record.starts_in == zone and entry.record.drawn_to is None}
    return sum(entry.kind in kinds for entry in content.items())


def _short(content: Content, row: Entry, needed: int, there: int) -> Diagnostic:
    origin, rest = row.origin_of(("pile",))
    label = f"{content.settings.players} players need {needed} for all piles, and there are {there}"
    removals = [touch.origin for touch in content.touches if touch.deed == "removed" and _is_of(row.record.kind, touch.address)]
    return Diagnostic(
        "SA212",
        "piles that need more than there is",
        origin.source.place(origin.path + rest, label),
        others=tuple(gone.source.place(gone.path, f"{gone.pack} removes one") for gone in removals),
        help="lower `pile`, or add as many as are missing",
        packs=tuple(dict.fromkeys([origin.pack, *(gone.pack for gone in removals)])),
    )


def _is_of(kind: str, address: str) -> bool:
    return address.split()[0] == kind
