"""Placing figures: whose turn it is, where and how many.

The checks here are the only place where a placement is judged; limits by player count are content (`limits`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import PLACEMENT, Action
from stoneage_rules.kernel.frames import Step, guarded, next_due
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, filter_legal
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.naming import LogNames, counted
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.limits import LIMITS, Limit


@attrs.frozen
class PlaceVerb(Verb):
    """From the starting player clockwise, one placement each, again and again, until nobody can place.

    Example: `{ do = "place" }`
    """

    do = "place"
    belongs = ("phase",)

    def bind(self, link: Linker) -> Effect:
        frame = link.frame("next-placement")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, state.start_seat))

        return effect


TOGETHER = 7
"""The number of places that are looked up in one table."""


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
        return max(0, place.circles - self.state.occupancy[place.index])


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
    """A condition on the place alone, whatever the number of figures."""

    def closed(self, state: State, seat: int) -> int:
        """Returns the bits of the places that this condition closes to the seat."""
        raise NotImplementedError

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        """Returns why the place is closed; called only when it is."""
        raise NotImplementedError

    def passes(self, facts: PlacementFacts, action: Action) -> bool:
        return not self.closed(facts.state, facts.seat) >> facts.place(action).index & 1

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        return self.tell(facts.state, facts.seat, facts.place(action))


class PlacePresent(PlaceCheck):
    """There is something to stand on: a card on the space, a tile on the pile."""

    name = "placement.present"

    def closed(self, state: State, seat: int) -> int:
        return state.closed_places

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"something must lie on {place.id}", f"{place.id} is empty", place.record)


class PlaceOwner(PlaceCheck):
    """An owned workplace is for its owner alone."""

    name = "placement.owner"

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.owned = [(place.owned, 1 << place.index) for place in rules.places if place.owned >= 0]

    def closed(self, state: State, seat: int) -> int:
        own = state.zones[len(self.rules.zones) + 2 * seat]
        closed = 0
        for item, bit in self.owned:
            if item not in own:
                closed |= bit
        return closed

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"{place.id} is for its owner", f"seat {seat} does not own it", place.record)


class PlacedOnce(PlaceCheck):
    """Nobody comes again to a place where they already stand."""

    name = "placement.once"

    def __init__(self, rules: Ruleset) -> None:
        self.once = sum(1 << place.index for place in rules.places if not place.again)

    def closed(self, state: State, seat: int) -> int:
        return state.occupied_by[seat] & self.once

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        count = state.placed[place.index * state.rules.players + seat]
        needed, found = f"one placement a round on {place.id}", f"seat {seat} already has {counted(count, 'figure')} there"
        return Shortfall(self.name, needed, found, place.record)


class PlaceLimited(PlaceCheck):
    """A limit of the content, by player count."""

    name = "placement.limit"

    def __init__(self, limit: Limit, owner: str | None) -> None:
        word = f"counter {limit.counts}"
        self.limit = limit
        self.closed = guarded(limit.closed, owner, word) if owner else limit.closed  # type: ignore[method-assign]
        self.tell_limit = guarded(limit.tell, owner, word) if owner else limit.tell

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        needed, found = self.tell_limit(state, seat, place)
        return Shortfall(self.name, needed, found, self.limit.record)


class PlaceBarred(PlaceCheck):
    """A module closes the place."""

    name = "placement.barred"

    def __init__(self, barrier: Callable[[State, int], int]) -> None:
        self.closed = barrier  # type: ignore[method-assign,assignment]

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return Shortfall(self.name, f"{place.id} must be open to seat {seat}", "a module closes it", place.record)


class CirclesFree(Check):
    """No more figures than there are free circles."""

    name = "placement.circles"

    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        place = facts.place(action)
        return place.unlimited or int(action.args[1]) <= facts.free(place)

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        place = facts.place(action)
        free = facts.free(place)
        found = f"{free} {'is' if free == 1 else 'are'} free" if free else "all are taken"
        return Shortfall(self.name, f"{place.id} has {place.circles} circle{'s' * (place.circles != 1)}", found, place.record)


class FiguresInPlacement(Check):
    """As many figures as the place takes in one placement."""

    name = "placement.figures"

    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        place = facts.place(action)
        return place.least <= int(action.args[1]) <= place.most

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        place = facts.place(action)
        exact = place.least == place.most
        asked = f"exactly {counted(place.least, 'figure')}" if exact else f"{place.least} to {counted(place.most, 'figure')}"
        found = f"{action.args[1]} were named; you have {facts.at_home} at home"
        return Shortfall(self.name, f"{place.id} takes {asked}", found, place.record)


class FiguresAtHome(Check):
    """No more figures than stand at home."""

    name = "placement.home"

    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        return int(action.args[1]) <= facts.at_home

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        needed = f"{counted(int(action.args[1]), 'figure')} must stand at home"
        return Shortfall(self.name, needed, f"you have {facts.at_home} at home", facts.place(action).record)


class NextPlacement(Step):
    """Looks for the next seat, clockwise, that can place; the phase ends when none can."""

    name = "next-placement"

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return True

    @property
    def decision(self) -> PlaceFigures:
        """The handler of the decision that it asks for."""
        handler: PlaceFigures = self.rules.handlers[self.rules.frames[PlaceFigures.name]]
        return handler

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, seat = frame
        rules = state.rules
        decision = self.decision
        for _ in range(rules.players):
            if state.at_home[seat]:
                question = next_due(state, seat) if state.waiting and self.can_place(state, seat) else None
                if question is not None:
                    state.stack += [(index, seat), question]
                    return
                options = decision.options(state, (decision.index, seat))
                if options:
                    state.stack.append((index, (seat + 1) % rules.players))
                    state.stack.append((decision.index, seat))
                    state._options = options
                    return
            seat = (seat + 1) % rules.players

    def can_place(self, state: State, seat: int) -> bool:
        """Tells if the seat has a turn at all."""
        decision = self.decision
        return bool(decision.options(state, (decision.index, seat)))


class PlaceFigures(Decision):
    """One placement: one or more figures on one place."""

    name = "place-figures"
    exclusive = "turn"
    checks = (
        PlacePresent, PlaceOwner, PlacedOnce, PlaceBarred, PlaceLimited, CirclesFree, FiguresInPlacement, FiguresAtHome,
    )  # fmt: skip
    shapes = {"place": PLACEMENT}

    def make_judges(self) -> tuple[Check, ...]:
        rules = self.rules
        self.place_checks: tuple[PlaceCheck, ...] = (
            PlacePresent(),
            *([PlaceOwner(rules)] if any(place.owned >= 0 for place in rules.places) else []),
            PlacedOnce(rules),
            *(PlaceBarred(barrier) for barrier in rules.questions["stoneage_placement_barred"]),
            *(PlaceLimited(limit, rules.owners.get(f"counter {limit.counts}")) for limit in rules.entries(LIMITS)),
        )
        self.count_checks = (CirclesFree(), FiguresInPlacement(), FiguresAtHome())
        return (*self.place_checks, *self.count_checks)

    def prepare(self) -> None:
        rules = self.rules
        self.closers = tuple(check.closed for check in self.place_checks)
        self.everywhere = (1 << len(rules.places)) - 1
        # Places that are open or not, whatever the number of free circles, are looked up together.
        uniform = [place for place in rules.places if place.least == place.most and place.circles % place.most == 0]
        # A few at a time, so that the tables stay small and are soon full.
        groups = [uniform[start : start + TOGETHER] for start in range(0, len(uniform), TOGETHER)]
        self.uniform = tuple(sum(1 << place.index for place in group) for group in groups)
        self.uniform_most = max((place.most for place in uniform), default=0)
        self.counted = tuple((place.index, 1 << place.index, place.circles) for place in rules.places if place not in uniform)
        self._placements: tuple[tuple[Action, ...], ...] = ()
        self._together: dict[tuple[int, int], tuple[Action, ...]] = {}
        self._alone: dict[tuple[int, int, int], tuple[Action, ...]] = {}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for place in self.rules.places:
            for count in range(place.least, min(place.most, self.rules.most_figures) + 1):
                yield "place", (place.id, count), (place.index, count)

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        seat = frame[1]
        home = state.at_home[seat]
        open_ = self.everywhere
        for closed in self.closers:
            open_ &= ~closed(state, seat)
        free = open_ & ~state.full_places
        enough = min(home, self.uniform_most)
        together = self._together
        options: tuple[Action, ...] = ()
        for group in self.uniform:
            key = free & group, enough
            more = together.get(key)
            if more is None:
                more = together[key] = self._fill_together(*key)
            options += more
        alone = self._alone
        occupancy = state.occupancy
        for place, bit, circles in self.counted:
            if open_ & bit:
                circles_key = place, home, circles - occupancy[place]
                more = alone.get(circles_key)
                if more is None:
                    more = alone[circles_key] = self._fill(*circles_key)
                options += more
        return options

    @property
    def placements(self) -> tuple[tuple[Action, ...], ...]:
        """The actions of each place, by its index."""
        if not self._placements:
            by_place: list[list[Action]] = [[] for _ in self.rules.places]
            for action in self.rules.of_kind("place"):
                by_place[action.data[0]].append(action)
            self._placements = tuple(map(tuple, by_place))
        return self._placements

    def _fill_together(self, open_: int, home: int) -> tuple[Action, ...]:
        places = self.rules.places
        return tuple(
            action
            for index in range(len(places))
            if open_ >> index & 1
            for action in self._fill(index, home, places[index].circles)
        )

    def _fill(self, place: int, home: int, free: int) -> tuple[Action, ...]:
        return filter_legal(self.placements[place], self.count_checks, CircleFacts(self.rules.places[place], home, free))

    def facts(self, state: State, frame: tuple[int, ...]) -> PlacementFacts:
        return PlacementFacts(state, frame[1], state.at_home[frame[1]])

    def hint(self, state: State, frame: tuple[int, ...], action: Action) -> str:
        return state.item_on(action.args[0]) or ""

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        operations.put(state, frame[1], *action.data)

    def prompt(self, state: State, frame: tuple[int, ...]) -> str:
        return "where to place figures"


def _placed(names: LogNames, seat: int, place: int, count: int) -> str:
    return f"{names.who(seat)} puts {counted(count, 'figure')} on {names.place(place)}"


MECHANISM = Mechanism("placing", verbs=(PlaceVerb,), frames=(NextPlacement, PlaceFigures), sentences={"put": _placed})
