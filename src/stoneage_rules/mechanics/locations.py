"""Locations: places for figures, and the marks that they leave."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel.nouns import MARK_TABLE, PLACE_TABLE, Mark, Place
from stoneage_rules.language.binding import Declared, Linker
from stoneage_rules.language.fields import Cost, field
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.word import Contradiction, Record, Verb, Word
from stoneage_rules.mechanics.payments import price_index


@attrs.frozen
class PlacementSize(Word):
    """The number of figures that one placement takes."""

    exactly: int | None = field("this many, no more and no fewer", default=None, least=1, most=99)
    at_least: int = field("this many or more", default=1, least=1, most=99)
    at_most: int | None = field("this many or fewer", default=None, least=1, most=99)

    involved = ("exactly", "at_least", "at_most")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.exactly is not None and (self.at_least != 1 or self.at_most is not None):
            yield Contradiction("it leaves no room for `at_least` and `at_most`", ("exactly",), at_key=True)
        elif self.at_most is not None and self.at_most < self.at_least:
            yield Contradiction(f"`at_most` is less than `at_least`, which is {self.at_least}", ("at_most",))

    def exceeding(self, circles: int | str | None) -> Iterator[Contradiction]:
        """Yields what is wrong with a place that has fewer circles than one placement takes."""
        key = "exactly" if self.exactly else "at_least"
        needed = self.exactly or self.at_least
        if type(circles) is int and 0 < circles < needed:
            label = f"there is room for {circles}, and one placement takes {needed}"
            help = f"raise `circles` to {needed}, or lower `{key}` of `figures` to {circles}"
            yield Contradiction(label, ("circles",), "fewer circles than figures", help)

    def most(self, circles: int, most_figures: int) -> int:
        """Returns the most figures that there can be of one colour on a place with so many circles."""
        return self.exactly or self.at_most or min(circles, most_figures)


@attrs.frozen
class MarkRecord(Record):
    """A fact about a seat that lasts until the round ends."""

    table = "mark"
    max_records = 60

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(MARK_TABLE, Mark(declared.name))


@attrs.frozen
class LocationRecord(Record):
    """A place for figures, or several of a kind."""

    table = "location"
    max_records = 200

    groups: tuple[str, ...] = field("the groups it belongs to", default=())
    copies: int | str | None = field(
        "how many there are: a number, or `players` for one each", default=None, least=1, most=20, choices=("players",)
    )
    circles: int | str | None = field(
        "how many figures it holds: a number, `players`, or no limit without the key",
        default=None, least=1, most=99, choices=("players",),
    )  # fmt: skip
    figures: PlacementSize = field("how many figures one placement takes", factory=PlacementSize)
    again: bool = field("whether a seat that is there may place again in the same round", default=False)
    mark: str | None = field("the mark that a placement here leaves on the seat", default=None, refers_to="mark", gives=True)
    stays: bool = field("whether figures stay instead of acting with the others", default=False)
    cost: Cost | None = field("the price of whatever lies here", default=None)
    effects: tuple[Verb, ...] = field("what figures here do", default=(), context="location")

    involved = ("circles", "figures")

    def contradictions(self) -> Iterator[Contradiction]:
        return self.figures.exceeding(self.circles)

    def place_ids(self, name: str, players: int) -> tuple[str, ...]:
        count = players if self.copies == "players" else self.copies
        return (name,) if count is None else tuple(f"{name}-{number}" for number in range(1, int(count) + 1))

    def bind(self, link: Linker, declared: Declared) -> None:
        places = link.places(declared.name)
        circles = link.players if self.circles == "players" else self.circles
        row = _row_of(link, declared.name)
        for index, id in zip(places, self.place_ids(declared.name, link.players), strict=True):
            place = Place(
                index=index,
                id=id,
                record=(declared.kind, declared.name),
                name=self.name or id,
                groups=self.groups,
                circles=link.players * link.most_figures + 1 if circles is None else int(circles),
                least=self.figures.exactly or self.figures.at_least,
                most=self.figures.most(int(circles or link.most_figures), link.most_figures),
                unlimited=circles is None,
                node=link.sequence(self.effects),
                stays=self.stays,
                again=self.again,
                price=-1 if self.cost is None else price_index(link, self.cost),
                row=-1 if row is None else link.index("row", row.name),
                pile=0 if row is None else row.record.pile,
                owned=-1,
                marks=0 if self.mark is None else 1 << link.index("mark", self.mark),
            )
            link.append(PLACE_TABLE, place)


def _row_of(link: Linker, location: str) -> Declared | None:
    """Returns the row of which a location is a space."""
    rows = [row for row in link.declared("row") if location in row.record.spaces]
    return rows[-1] if rows else None


MECHANISM = Mechanism("locations", records=(MarkRecord, LocationRecord))
