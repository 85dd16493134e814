"""The law of placing figures, and places that are open only while their `if` holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Shortfall, phase_record
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Handle, Held, Linker
from stoneage_rules.language.fields import required, required_if
from stoneage_rules.language.quantity import IfRow, is_by_round
from stoneage_rules.mechanics.items import RowPath, refused_by
from stoneage_rules.text import counted


class PlacementFacts(NamedTuple):
    """The facts of the checks: a seat that would place, and its figures at home."""

    state: State
    seat: int
    at_home: int

    def place(self, action: Action) -> Place:
        """Returns the place of an action."""
        return self.state.rules.place(action.args[0])

    def free(self, place: Place) -> int:
        """Returns the free circles of a place."""
        return max(0, place.room - self.state.occupancy[place.index])


class CircleFacts(NamedTuple):
    """The same of one place, by all that the number of figures depends on: the key of a table of options."""

    the_place: Place
    at_home: int
    circles: int
    """Free ones."""

    def place(self, action: Action) -> Place:
        """Returns the place."""
        return self.the_place

    def free(self, place: Place) -> int:
        """Returns its free circles."""
        return self.circles


class PlaceCheck(Check):
    """A condition on the place: it is open to a seat, or open to so many more of its figures."""

    kinds = ("place",)

    counts_on: int = 0
    """Bits of the places where `room` says how many figures may come; elsewhere the place is open or closed."""

    changes: bool = True
    """False if only placements and items that come or go can change its answers, never what a seat gets while it is asked."""

    @required
    def closed(self, state: State, seat: int) -> int:
        """Returns the bits of the places that this condition closes to the seat."""
        raise NotImplementedError

    @required_if("counts_on")
    def room(self, state: State, seat: int, place: Place) -> int:
        """Returns how many figures the seat may place there now; asked only for the places of `counts_on`."""
        raise NotImplementedError

    @required
    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        """Returns why the place is closed, or not open to so many figures; called only when it is not."""
        raise NotImplementedError

    def allows(self, state: State, seat: int, place: Place, count: int) -> bool:
        """Returns True if the seat may place so many figures there."""
        if self.closed(state, seat) >> place.index & 1:
            return False
        return not self.counts_on >> place.index & 1 or count <= self.room(state, seat, place)

    def passes(self, facts: PlacementFacts, action: Action) -> bool:
        return self.allows(facts.state, facts.seat, facts.place(action), int(action.args[1]))

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        return self.tell(facts.state, facts.seat, facts.place(action))


class FigureCheck(Check):
    """A condition on the number of figures, whatever else stands on the board: it is judged by `CircleFacts` as well."""

    kinds = ("place",)

    @required
    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        raise NotImplementedError


PLACEMENT_CHECKS = Handle[PlaceCheck | FigureCheck]("placement-check")
"""The checks that records add to those of every placement, such as limits."""


class PlacePresent(PlaceCheck):
    """There is something to stand on: a card on the space, a tile on the pile."""

    name = "placement.present"
    changes = False

    def closed(self, state: State, seat: int) -> int:
        return state._closed_places

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"something must lie on {place.id}", f"{place.id} is empty", place.record)


class PlaceOwner(PlaceCheck):
    """An owned workplace is for its owner alone, unless it is open."""

    name = "placement.owner"
    changes = False

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.owned = [(place.owned, 1 << place.index) for place in rules.places if place.owned >= 0 and not place.is_open]

    def closed(self, state: State, seat: int) -> int:
        own = state.zones[len(self.rules.zones) + 2 * seat]
        closed = 0
        for item, bit in self.owned:
            if item not in own:
                closed |= bit
        return closed

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"{place.id} is for its owner", "you do not own it", place.record)


class PlacedOnce(PlaceCheck):
    """Nobody comes again to a place where they already stand."""

    name = "placement.once"
    changes = False

    def __init__(self, rules: Ruleset) -> None:
        self.once = sum(1 << place.index for place in rules.places if not place.again)

    def closed(self, state: State, seat: int) -> int:
        return state.occupied_by[seat] & self.once

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        count = state.placed[place.index * state.rules.players + seat]
        needed, found = f"one placement a round on {place.id}", f"you already have {counted(count, 'figure')} there"
        return Shortfall(self.name, needed, found, place.record)


class PlaceBarred(PlaceCheck):
    """A module closes the place."""

    name = "placement.barred"

    def __init__(self, barrier: Callable[[State, int], int]) -> None:
        self.closed = barrier  # type: ignore[method-assign,assignment]

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"{place.id} must be open to you", "a module closes it", place.record)


class CirclesFree(FigureCheck):
    """No more figures than there are free circles."""

    name = "placement.circles"

    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        place = facts.place(action)
        return place.circles is None or int(action.args[1]) <= facts.free(place)

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        place = facts.place(action)
        free = facts.free(place)
        found = f"{free} {'is' if free == 1 else 'are'} free" if free else "all are taken"
        return Shortfall(self.name, f"{place.id} has {place.circles} circle{'s' * (place.circles != 1)}", found, place.record)


class FiguresInPlacement(FigureCheck):
    """As many figures as the place takes in one placement."""

    name = "placement.figures"

    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        place = facts.place(action)
        return place.least <= int(action.args[1]) <= place.most

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        place = facts.place(action)
        exact = place.least == place.most
        asked = f"exactly {counted(place.least, 'figure')}" if exact else f"{place.least} to {counted(place.most, 'figure')}"
        found = f"{action.args[1]} {'was' if action.args[1] == 1 else 'were'} named; you have {facts.at_home} at home"
        return Shortfall(self.name, f"{place.id} takes {asked}", found, place.record)


class FiguresAtHome(FigureCheck):
    """No more figures than stand at home."""

    name = "placement.home"

    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        return int(action.args[1]) <= facts.at_home

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        needed = f"{counted(int(action.args[1]), 'figure')} must stand at home"
        return Shortfall(self.name, needed, f"you have {facts.at_home} at home", facts.place(action).record)


class PlacementMust(Check):
    """Passing is for a seat that can place no figures any more."""

    name = "placement.must"
    kinds = ("pass",)

    def __init__(self, placements_of: Callable[[State, int], tuple[Action, ...]]) -> None:
        self.placements_of = placements_of

    def passes(self, facts: PlacementFacts, action: Action) -> bool:
        return not self.placements_of(facts.state, facts.seat)

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        placements = [str(action) for action in self.placements_of(facts.state, facts.seat)]
        found = f"you can `{placements[0]}`" + (", for one" if len(placements) > 1 else "")
        return Shortfall(self.name, "a seat that can place figures places some", found, phase_record(facts.state))


# --- opening ------------------------------------------------------------------------------------------------------
#
# Places that are open only while their `if` holds.


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
