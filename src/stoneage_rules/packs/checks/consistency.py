"""What several records together must make: rules that could not be played are refused, and with them whoever made them so.

What a single record may say is in `values`; what is merely odd is in `lint`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any

import attrs

from stoneage_rules.language.fields import Cost
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.editing.edit import Provenance
from stoneage_rules.packs.editing.operation import DEFINED
from stoneage_rules.packs.findings.diagnostics import Diagnostic, TextPlace
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.findings.wording import counted, noun_of, plural
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import PLAIN, parts_of
from stoneage_rules.text.toml_writer import written

__all__ = ["check_sense"]

MOST_WAYS = 50_000
"""In how many ways goods may be chosen at once."""


def check_sense(content: Content, report: Report) -> None:
    """Reports second records of which one alone can apply, and rows whose piles need more items than there are."""
    for kind in [kind for kind in content.entries if content.kinds.model(kind).is_single]:
        for second in content.of(kind)[1:]:
            report.diagnostics.append(_second(content.of(kind)[0], second))
    for entry in content:
        for choice in _choices(entry.record, (), content):
            if choice.ways > MOST_WAYS:
                report.diagnostics.append(_too_many(entry, choice))
    players = content.settings.players
    if not all(seats.record.least <= players <= seats.record.most for seats in content.of("seats")):
        # So many cannot play at all, which is told of the table that asks for it.
        return
    for row in content.of("row"):
        needed = row.record.pile * sum(_copies(content, space) for space in row.record.spaces)
        there = _items_in(content, row.record.from_)
        if needed > there:
            report.diagnostics.append(_short(content, row, needed, there))


@attrs.frozen
class _Choice:
    """A number of goods out of a group."""

    path: Path
    key: str
    """What says how many."""
    count: int
    size: int

    @property
    def ways(self) -> int:
        """In how many ways that many can be chosen."""
        return comb(self.size + self.count - 1, self.count)

    @property
    def possible(self) -> int:
        """The largest number that can be listed."""
        fitting = (n for n in range(self.count, 0, -1) if attrs.evolve(self, count=n).ways <= MOST_WAYS)
        return next(fitting, 1)


def _choices(made: Any, path: Path, content: Content) -> Iterator[_Choice]:
    """Wherever a number of goods is asked for out of a group."""
    if isinstance(made, Cost):
        if made.of is not None:
            key = "amount" if made.at_least == made.at_most else "at_most"
            yield _Choice(path, key, made.at_most, _size(content, made.of))
    elif attrs.has(type(made)):
        amount = getattr(made, "amount", None)
        for part in parts_of(made):
            value = getattr(made, part.name)
            if type(value) not in PLAIN:
                yield from _choices(value, (*path, part.key), content)
            elif type(amount) is int and "group:good" in part.refs and type(value) is str:
                yield _Choice((*path, part.key), "amount", amount, _size(content, value))
    elif isinstance(made, tuple):
        for index, element in enumerate(made):
            yield from _choices(element, (*path, index), content)
    elif isinstance(made, dict):
        for key, element in made.items():
            yield from _choices(element, (*path, str(key)), content)


def _size(content: Content, group: str) -> int:
    return sum(group in entry.record.groups for entry in content.of("good")) or 1


def _too_many(entry: Entry, choice: _Choice) -> Diagnostic:
    origin, rest = entry.origin_of(choice.path)
    what = f"{choice.count} goods out of {choice.size} kinds can be chosen in {choice.ways} ways; {MOST_WAYS} are allowed"
    return Diagnostic(
        "SA211",
        "more ways to choose than can be listed",
        origin.place(rest, what),
        help=f"`{choice.key} = {choice.possible}` or less works, or name a smaller group",
        packs=(origin.pack,),
    )


def _second(first: Entry, second: Entry) -> Diagnostic:
    return Diagnostic(
        "SA213",
        f"a second `{second.kind}`; there can be only one",
        second.source.place((*second.path, "id"), "this one is too many"),
        others=(first.source.place((*first.path, "id"), "this is the first"),),
        help="\n".join(_as_edit(first, second)),
        packs=tuple(dict.fromkeys((second.pack, first.pack))),
    )


def _as_edit(first: Entry, second: Entry) -> Iterator[str]:
    """An edit of the first that says what the second has otherwise: lines to paste."""
    old, new = first.raw_record.data, second.raw_record.data
    changes = [f"  set.{key} = {written(value)}" for key, value in new.items() if key != "id" and old.get(key) != value]
    if not changes:
        yield "delete this one: it says what the first says"
        return
    yield "instead of this record, write"
    yield f"  [[patch.{second.kind}]]"
    yield f'  target = "{first.pack}:{first.id}"'
    yield from changes


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
    players, height = content.settings.players, row.record.pile
    label = f"{counted(needed // height, 'pile')} of {height} need {needed}"
    removals = [
        touch.origin for touch in content.applied if touch.operation.removes_record and _is_of(row.record.kind, touch.address)
    ]
    places = list(_removal_places(removals, there))
    piles = origin.place(rest, label if places else f"{label}, and there are {there}")
    first, *others = [*places, piles]
    what = plural(noun_of(row.record.kind.rpartition(":")[2]))
    lower = there // (needed // height)
    help = [f"add {needed - there}, or lower the piles"]
    help += ["  [[patch.row]]", f'  target = "{row.pack}:{row.id}"', f"  set.pile = {lower}"]
    if origin.operation is not DEFINED:
        # A second edit of the same value would not mend the first.
        help = [f"add {needed - there}, or write {lower} or less instead of {height}"]
    return Diagnostic(
        "SA212",
        f"too few {what} for {players} players",
        first,
        others=tuple(others),
        help="\n".join(help),
        packs=tuple(dict.fromkeys([*(gone.pack for gone in reversed(removals)), origin.pack])),
    )


def _removal_places(removals: Sequence[Provenance], left: int) -> Iterator[TextPlace]:
    """Where items are removed and how many, the last edit first; one edit may remove several."""
    counts = Counter((gone.pack, gone.place()) for gone in reversed(removals))
    for number, ((pack, place), count) in enumerate(counts.items()):
        what = f"{count} of {left + len(removals)}: {left} are left" if number == 0 else f"{count} more"
        yield attrs.evolve(place, label=f"{pack} removes {what}")


def _is_of(kind: str, address: str) -> bool:
    return address.split()[0] == kind
