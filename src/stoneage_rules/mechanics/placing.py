"""Placing figures: whose turn it is, where and how many.

The checks here are the only place where a placement is judged; limits by player count are content (`limits`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import PLACEMENT, Action
from stoneage_rules.kernel.frames import Step, guarded
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, passing
from stoneage_rules.kernel.ruleset import Place, Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.dice_for_all import ask_waiting
from stoneage_rules.mechanics.limits import Limit

__all__ = ["NextPlacement", "PlaceFigures"]


TOGETHER = 7
"""How many places are looked up in one table."""


class PlaceCheck:
    """A condition on the place alone, whatever the number of figures."""

    name: str

    def closed(self, state: State, seat: int) -> int:
        """Bits of the places that this condition closes to the seat."""
        raise NotImplementedError

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        """Why the place is closed; called only when it is."""
        raise NotImplementedError


class Present(PlaceCheck):
    """There is something to stand on: a card on the space, a tile on the pile."""

    name = "placement.present"

    def closed(self, state: State, seat: int) -> int:
        return state.absent

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"something must lie on {place.id}", f"{place.id} is empty", place.record)


class Owner(PlaceCheck):
    """An owned workplace is for its owner alone."""

    name = "placement.owner"

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.owned = [(place.owned, 1 << place.index) for place in rules.places if place.owned >= 0]

    def closed(self, state: State, seat: int) -> int:
        mine = state.zones[len(self.rules.zones) + 2 * seat]
        found = 0
        for item, bit in self.owned:
            if item not in mine:
                found |= bit
        return found

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"{place.id} is for its owner", f"seat {seat} does not own it", place.record)


class Once(PlaceCheck):
    """Nobody comes again to a place where they already stand."""

    name = "placement.once"

    def __init__(self, rules: Ruleset) -> None:
        self.once = sum(1 << place.index for place in rules.places if not place.again)

    def closed(self, state: State, seat: int) -> int:
        return state.mine[seat] & self.once

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        count = state.at[place.index * state.rules.players + seat]
        return Shortfall(
            self.name,
            f"one placement a round on {place.id}",
            f"seat {seat} already has {_figures(count)} there",
            place.record,
        )


class Limited(PlaceCheck):
    """A limit of the content, by player count."""

    name = "placement.limit"

    def __init__(self, limit: Limit, owner: str | None) -> None:
        what = f"counter {limit.counts}"
        self.limit = limit
        self.closed = guarded(limit.closed, owner, what) if owner else limit.closed  # type: ignore[method-assign]
        self.told = guarded(limit.tell, owner, what) if owner else limit.tell

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        needed, found = self.told(state, seat, place)
        return Shortfall(self.name, needed, found, self.limit.record)


class Barred(PlaceCheck):
    """A module closes the place."""

    name = "placement.barred"

    def __init__(self, barrier: Callable[[State, int], int]) -> None:
        self.closed = barrier  # type: ignore[method-assign,assignment]

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"{place.id} must be open to seat {seat}", "a module closes it", place.record)


class Circles(Check):
    """No more figures than there are free circles."""

    name = "placement.circles"

    def passes(self, facts: tuple[Place, int, int], action: Action) -> bool:
        place, _, free = facts
        return place.unlimited or int(action.args[1]) <= free

    def tell_place(self, place: Place, free: int, home: int, count: int) -> Shortfall:
        return Shortfall(
            self.name,
            f"{place.id} has {place.circles} circle{'s' * (place.circles != 1)}",
            f"{free} {'is' if free == 1 else 'are'} free" if free else "all are taken",
            place.record,
        )


class Figures(Check):
    """As many figures as the place takes in one placement."""

    name = "placement.figures"

    def passes(self, facts: tuple[Place, int, int], action: Action) -> bool:
        place = facts[0]
        return place.least <= int(action.args[1]) <= place.most

    def tell_place(self, place: Place, free: int, home: int, count: int) -> Shortfall:
        if place.least == place.most:
            asked = f"exactly {_figures(place.least)}"
        else:
            asked = f"{place.least} to {_figures(place.most)}"
        return Shortfall(self.name, f"{place.id} takes {asked}", f"{count} were named; you have {home} at home", place.record)


class Home(Check):
    """No more figures than stand at home."""

    name = "placement.home"

    def passes(self, facts: tuple[Place, int, int], action: Action) -> bool:
        return int(action.args[1]) <= facts[1]

    def tell_place(self, place: Place, free: int, home: int, count: int) -> Shortfall:
        return Shortfall(self.name, f"{_figures(count)} must stand at home", f"you have {home} at home", place.record)


def _figures(count: int) -> str:
    return f"{count} figure{'s' * (count != 1)}"


class NextPlacement(Step):
    """Looks for the next seat, clockwise, that can place; the phase ends when none can."""

    name = "next-placement"

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return True

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, seat = frame
        rules = state.rules
        decision = rules.place_figures
        for _ in range(rules.players):
            if state.home[seat]:
                if state.waiting and self.can_place(state, seat) and ask_waiting(state, seat):
                    state.stack.insert(-1, (index, seat))
                    return
                options = decision.options(state, (decision.index, seat))
                if options:
                    state.stack.append((index, (seat + 1) % rules.players))
                    state.stack.append((decision.index, seat))
                    state._options = options
                    return
            seat = (seat + 1) % rules.players

    def can_place(self, state: State, seat: int) -> bool:
        """Whether the seat has a turn at all."""
        decision = self.rules.place_figures
        return bool(decision.options(state, (decision.index, seat)))


class PlaceFigures(Decision):
    """One placement: one or more figures on one place."""

    name = "place-figures"
    alone = "turn"
    checks = ("placement.present", "placement.owner", "placement.once", "placement.barred",
              "placement.limit", "placement.circles",
              "placement.figures", "placement.home")  # fmt: skip
    shapes = {"place": PLACEMENT}

    def prepare(self) -> None:
        rules = self.rules
        self.place_checks: tuple[PlaceCheck, ...] = (
            Present(),
            *([Owner(rules)] if any(place.owned >= 0 for place in rules.places) else []),
            Once(rules),
            *(Barred(barrier) for barrier in rules.barriers),
            *(Limited(limit, rules.owners.get(f"counter {limit.counts}")) for limit in rules.tables.get("limits", ())),
        )
        self.closers = tuple(check.closed for check in self.place_checks)
        self.count_checks = (Circles(), Figures(), Home())
        self.everywhere = (1 << len(rules.places)) - 1
        # Places that are open or not, whatever the number of free circles, are looked up together.
        uniform = [place for place in rules.places if place.least == place.most and place.circles % place.most == 0]
        # A few at a time, so that the tables stay small and are soon full.
        groups = [uniform[start : start + TOGETHER] for start in range(0, len(uniform), TOGETHER)]
        self.uniform = tuple(sum(1 << place.index for place in group) for group in groups)
        self.uniform_most = max((place.most for place in uniform), default=0)
        self.counted = tuple((place.index, 1 << place.index, place.circles) for place in rules.places if place not in uniform)
        self._together: dict[tuple[int, int], tuple[Action, ...]] = {}
        self._alone: dict[tuple[int, int, int], tuple[Action, ...]] = {}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for place in self.rules.places:
            for count in range(place.least, min(place.most, self.rules.most_figures) + 1):
                yield "place", (place.id, count), (place.index, count)

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        seat = frame[1]
        home = state.home[seat]
        open_ = self.everywhere
        for closed in self.closers:
            open_ &= ~closed(state, seat)
        free = open_ & ~state.full
        enough = min(home, self.uniform_most)
        together = self._together
        found: tuple[Action, ...] = ()
        for group in self.uniform:
            key = free & group, enough
            more = together.get(key)
            if more is None:
                more = together[key] = self._fill_together(*key)
            found += more
        alone = self._alone
        taken = state.taken
        for place, bit, circles in self.counted:
            if open_ & bit:
                spot = place, home, circles - taken[place]
                more = alone.get(spot)
                if more is None:
                    more = alone[spot] = self._fill(*spot)
                found += more
        return found

    def _fill_together(self, open_: int, home: int) -> tuple[Action, ...]:
        places = self.rules.places
        return tuple(
            action
            for index in range(len(places))
            if open_ >> index & 1
            for action in self._fill(index, home, places[index].circles)
        )

    def _fill(self, place: int, home: int, free: int) -> tuple[Action, ...]:
        return passing(self.rules.placements[place], self.count_checks, (self.rules.places[place], home, free))

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        seat = frame[1]
        place = self.rules.place(action.args[0])
        for check in self.place_checks:
            if check.closed(state, seat) >> place.index & 1:
                yield check.tell(state, seat, place)
        free = max(0, place.circles - state.taken[place.index])
        home = state.home[seat]
        for count_check in self.count_checks:
            if not count_check.passes((place, home, free), action):
                yield count_check.tell_place(place, free, home, int(action.args[1]))

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        operations.put(state, frame[1], *action.data)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        return "where to place figures"
