"""What several records together must make: rules that could not be played are refused, and with them whoever made them so.

What a single record may say is in `values`; what is merely odd is in `lint`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

import attrs

from stoneage_rules.fields import Cost
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.parts import PLAIN, parts_of
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.report import Report

__all__ = ["check_sense"]

MOST_WAYS = 50_000
"""In how many ways goods may be chosen at once."""
SINGLE = ("seats", "figure", "tool")
"""Kinds of which one record applies at a table."""


def check_sense(content: Content, report: Report) -> None:
    """Reports second records of which one alone can apply, and rows whose piles need more items than there are."""
    for kind in SINGLE:
        for second in content.of(kind)[1:]:
            report.found.append(_second(content.of(kind)[0], second))
    for entry in content:
        for path, ways in _ways(entry.record, (), content):
            if ways > MOST_WAYS:
                report.found.append(_too_many(entry, path, ways))
    players = content.settings.players
    if not all(seats.record.least <= players <= seats.record.most for seats in content.of("seats")):
        # So many cannot play at all, which is told of the table that asks for it.
        return
    for row in content.of("row"):
        needed = row.record.pile * sum(_copies(content, space) for space in row.record.spaces)
        there = _items_in(content, row.record.from_)
        if needed > there:
            report.found.append(_short(content, row, needed, there))


def _ways(made: Any, path: Path, content: Content) -> Iterator[tuple[Path, int]]:
    """In how many ways goods can be chosen: wherever a number of them is asked for out of a group."""
    if isinstance(made, Cost):
        if made.of is not None:
            size = _size(content, made.of)
            yield path, max(comb(size + count - 1, count) for count in range(made.at_least, made.at_most + 1))
    elif attrs.has(type(made)):
        amount = getattr(made, "amount", None)
        for part in parts_of(made):
            value = getattr(made, part.name)
            if type(value) not in PLAIN:
                yield from _ways(value, (*path, part.key), content)
            elif type(amount) is int and "group:good" in part.refs and type(value) is str:
                yield (*path, part.key), comb(_size(content, value) + amount - 1, amount)
    elif isinstance(made, tuple):
        for index, element in enumerate(made):
            yield from _ways(element, (*path, index), content)
    elif isinstance(made, dict):
        for key, element in made.items():
            yield from _ways(element, (*path, str(key)), content)


def _size(content: Content, group: str) -> int:
    return sum(group in entry.record.groups for entry in content.of("good")) or 1


def _too_many(entry: Entry, path: Path, ways: int) -> Diagnostic:
    origin, rest = entry.origin_of(path)
    return Diagnostic(
        "SA211",
        "more ways to choose than can be listed",
        origin.source.place(origin.path + rest, f"goods can be chosen here in {ways} ways; {MOST_WAYS} are allowed"),
        help="ask for fewer goods, or for goods of a smaller group",
        packs=(origin.pack,),
    )


def _second(first: Entry, second: Entry) -> Diagnostic:
    return Diagnostic(
        "SA213",
        f"a second record `{second.kind}`, of which there can be only one",
        second.source.place((*second.path, "id"), "this one is too many"),
        others=(first.source.place((*first.path, "id"), "this is the first"),),
        help=f'change the first by a [[patch.{second.kind}]] with `target = "{first.pack}:{first.id}"`',
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
    """Told of whoever has removed items; of the height of the piles where nobody has."""
    origin, rest = row.origin_of(("pile",))
    piles = origin.source.place(origin.path + rest, f"{content.settings.players} players need {needed} for all piles")
    removals = [touch.origin for touch in content.touches if touch.deed == "removed" and _is_of(row.record.kind, touch.address)]
    places = [gone.source.place(gone.path, f"{gone.pack} removes one: {there} are left") for gone in reversed(removals)]
    if not places:
        piles = attrs.evolve(piles, label=f"{piles.label}, and there are {there}")
    first, *others = [*places, piles]
    return Diagnostic(
        "SA212",
        "piles that need more than there is",
        first,
        others=tuple(others),
        help=f"lower `pile` of the row {row.pack}:{row.id}, or add as many as are missing",
        packs=tuple(dict.fromkeys([*(gone.pack for gone in reversed(removals)), origin.pack])),
    )


def _is_of(kind: str, address: str) -> bool:
    return address.split()[0] == kind
