"""Places that are open only while their `if` holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stoneage_rules.kernel.legality import Shortfall
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Held, Linker
from stoneage_rules.language.condition import IfRow, is_by_round
from stoneage_rules.language.handles import Handle
from stoneage_rules.mechanics.placement.placement_checks import PlaceCheck
from stoneage_rules.mechanics.refused_rows import RowPath, refused_by


class Opening(NamedTuple):
    """One row of an `if`, and the places that are open only while it holds."""

    places: int
    """Their bits."""
    row: IfRow
    path: RowPath
    """The path to the row in its record."""
    held: Held
    by_round: bool
    """True if it changes with the round alone."""


OPENINGS = Handle[Opening]("opening")


def open_while(link: Linker, places: Sequence[int], rows: Sequence[IfRow], path: RowPath = ("if",)) -> None:
    """Opens places to a seat only while rows hold for it, which stand at a path in the record of the places."""
    bits = sum(1 << place for place in places)
    for index, row in enumerate(rows):
        link.append(OPENINGS, Opening(bits, row, (*path, index), link.condition((row,)), is_by_round(link, row)))


class PlaceClosed(PlaceCheck):
    """The `if` of the place holds for the seat."""

    name = "placement.closed"

    def __init__(self, rules: Ruleset) -> None:
        self.openings = rules.entries(OPENINGS)
        self.by_round = tuple(opening for opening in self.openings if opening.by_round)
        self.by_moment = tuple((opening.places, opening.held) for opening in self.openings if not opening.by_round)
        self.changes = bool(self.by_moment)
        self._closed_in: dict[int, int] = {}
        """By round, the bits of the places that are closed because of the round alone."""

    def closed(self, state: State, seat: int) -> int:
        closed = self._closed_in.get(state.round)
        if closed is None:
            closed = 0
            for opening in self.by_round:
                if not opening.held(state, seat, 0):
                    closed |= opening.places
            self._closed_in[state.round] = closed
        for places, held in self.by_moment:
            if places & ~closed and not held(state, seat, 0):
                closed |= places
        return closed

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        here = [opening for opening in self.openings if opening.places >> place.index & 1]
        failing = [(opening.path, opening.row) for opening in here if not opening.held(state, seat, 0)]
        return refused_by(self.name, place.record, failing, f"{place.id} is open", state, seat)
