"""Turns of placing figures, and the options of one placement, from tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import NOTHING, PLACEMENT, Action
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.briefs import Briefs
from stoneage_rules.kernel.frames import Step, next_due
from stoneage_rules.kernel.invariants import expect
from stoneage_rules.kernel.legality import Check, Decision
from stoneage_rules.kernel.nouns import TAKING_ITEMS, Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.handles import Handle
from stoneage_rules.mechanics.placement.opening import OPENINGS, PlaceClosed
from stoneage_rules.mechanics.placement.placement_checks import (
    PLACEMENT_CHECKS,
    CircleFacts,
    CirclesFree,
    FigureCheck,
    FiguresAtHome,
    FiguresInPlacement,
    PlaceBarred,
    PlaceCheck,
    PlacedOnce,
    PlacementFacts,
    PlacementMust,
    PlaceOwner,
    PlacePresent,
)
from stoneage_rules.text.wording import counted


class Reaction(NamedTuple):
    """Effects that follow a placement, with its place and its number of figures, before the next seat's turn."""

    places: int
    """Bits of the places on which it reacts."""
    node: int


REACTIONS = Handle[Reaction]("reaction")
"""The effects that records add to placements."""

Row = list[tuple[Action, ...] | None]
"""The options on a place by the figures that stand there; None until it is asked for."""

TOGETHER = 11
"""The number of places that are looked up in one table."""


class NextPlacement(Step):
    """Looks for the next seat, clockwise, that can place; the phase ends when none can."""

    name = "next-placement"

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return True

    def prepare(self) -> None:
        players, self.asks = self.rules.players, self.rules.frames[PlaceFigures.name]
        followers = [(seat + 1) % players for seat in range(players)]
        self.turns = tuple((((self.index, after), (self.asks, seat)), after) for seat, after in enumerate(followers))
        """By seat, the frames of the turn after it and of its own decision, and the seat of the turn after it."""

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        seat, turns = frame[1], self.turns
        placements_of = state.rules.handlers[self.asks].placements_of
        for _ in turns:
            turn, after = turns[seat]
            options = placements_of(state, seat) if state.at_home[seat] else ()
            if options:
                question = next_due(state, seat) if state.waiting else None
                if question is not None:
                    state.stack += [(self.index, seat), question]
                    return
                state.stack.extend(turn)
                state._options = options
                return
            if state.noted is not None and state.at_home[seat]:
                operations.note(state, "passed-over", seat, state.at_home[seat])
            seat = after


class PlaceFigures(Decision):
    """One placement: one or more figures on one place.

    A seat is asked only if it can place.  If that may change before it answers, by what is used meanwhile, it may pass then.
    """

    name = "place-figures"
    prompt = "where to place figures"
    exclusive = "turn"
    checks = (
        PlacePresent, PlaceOwner, PlacedOnce, PlaceClosed, PlaceBarred, CirclesFree, FiguresInPlacement, FiguresAtHome,
        PlacementMust,
    )  # fmt: skip
    shapes = {"place": PLACEMENT}

    def make_judges(self) -> tuple[Check, ...]:
        rules = self.rules
        added = rules.entries(PLACEMENT_CHECKS)
        self.place_checks: tuple[PlaceCheck, ...] = (
            PlacePresent(),
            *([PlaceOwner(rules)] if any(place.owned >= 0 and not place.is_open for place in rules.places) else []),
            PlacedOnce(rules),
            *([PlaceClosed(rules)] if rules.entries(OPENINGS) else []),
            *(PlaceBarred(barrier) for barrier in rules.questions["stoneage_placement_barred"]),
            *(check for check in added if isinstance(check, PlaceCheck)),
        )
        self.added_checks = tuple(check for check in added if isinstance(check, FigureCheck))
        self.count_checks = (CirclesFree(), FiguresInPlacement(), FiguresAtHome(), *self.added_checks)
        return (*self.place_checks, *self.count_checks, PlacementMust(self.placements_of))

    def prepare(self) -> None:
        rules = self.rules
        if rules.entries(TAKING_ITEMS) or (rules.anytime and any(check.changes for check in self.place_checks)):
            self.shapes = {"place": PLACEMENT, "pass": NOTHING}  # type: ignore[misc]
        self.closers = tuple(check.closed for check in self.place_checks)
        self.everywhere = (1 << len(rules.places)) - 1
        # Places that are open or not, whatever the number of free circles, are looked up together.
        counting = [check for check in self.place_checks if check.counts_on]
        simple = [place for place in rules.places if not any(check.counts_on >> place.index & 1 for check in counting)]
        # A check that a record brings may look at the figures at home and the free circles of every place.
        alike = [] if self.added_checks else simple
        uniform = [place for place in alike if place.least == place.most and place.room % place.most == 0]
        # A few at a time, so that the tables stay small and are soon full.
        groups = [uniform[start : start + TOGETHER] for start in range(0, len(uniform), TOGETHER)]
        bits = [sum(1 << place.index for place in group) for group in groups]
        most = max((place.most for place in uniform), default=0)
        enough: list[list[tuple[int, dict[int, tuple[Action, ...]]]]] = [
            [(group, {}) for group in bits] for _ in range(min(most, rules.most_figures) + 1)
        ]
        self.uniform = tuple(enough[min(home, most)] for home in range(rules.most_figures + 1))
        """By figures at home, bits of the places looked up together, and their options by the bits of those that are closed."""
        together = sum(bits)
        self.counted = tuple(place.index for place in simple if not together >> place.index & 1)
        self.rows: list[list[tuple[int, int, Row]]] = [[] for _ in range(rules.most_figures + 1)]
        """By figures at home, each counted place, its bit and its options by the figures there; made when asked for."""
        judging = ((place, tuple(check for check in counting if check.counts_on >> place.index & 1)) for place in rules.places)
        self.bounded = tuple((place, checks) for place, checks in judging if checks)
        self.reactions = rules.entries(REACTIONS)[::-1]
        self._placements: tuple[tuple[Action, ...], ...] = ()

    @cached_property
    def passing(self) -> tuple[Action, ...]:
        """The action of a seat that can place nothing any more; nothing at tables where that cannot come about."""
        return self.rules.of_kind("pass") if "pass" in self.shapes else ()

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        if "pass" in self.shapes:
            yield "pass", (), None
        for place in [place for place in self.rules.places if place.room]:
            for count in range(place.least, min(place.most, self.rules.most_figures) + 1):
                yield "place", (place.id, count), (place.index, count)

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        return self.placements_of(state, frame[1]) or self.passing

    def placements_of(self, state: State, seat: int) -> tuple[Action, ...]:
        """Returns every placement that a seat can make now."""
        home = state.at_home[seat]
        closed = 0
        for closed_by in self.closers:
            closed |= closed_by(state, seat)
        shut = closed | state.full_places
        options: tuple[Action, ...] = ()
        for group, together in self.uniform[home]:
            more = together.get(shut & group)
            if more is None:
                more = together[shut & group] = self._fill_together(group & ~shut, home)
            options += more
        occupancy = state.occupancy
        for place, bit, row in self.rows[home] or self._fill_rows(home):
            if not shut & bit:
                more = row[occupancy[place]]
                if more is None:
                    more = row[occupancy[place]] = self._fill(place, home, self.rules.places[place].room - occupancy[place])
                options += more
        return options + self._bounded_options(state, seat, self.everywhere & ~closed) if self.bounded else options

    def _fill_rows(self, home: int) -> list[tuple[int, int, Row]]:
        """Makes the rows of all counted places for a number of figures at home."""
        rules = self.rules
        most = rules.players * rules.most_figures
        rows: list[tuple[int, int, Row]] = [
            (place, 1 << place, [None] * (min(rules.places[place].room, most) + 1)) for place in self.counted
        ]
        self.rows[home] = rows
        return rows

    def _bounded_options(self, state: State, seat: int, open_: int) -> tuple[Action, ...]:
        """Returns the options on the places where a check says how many figures may come."""
        options: tuple[Action, ...] = ()
        for place, checks in self.bounded:
            if open_ >> place.index & 1:
                room = min(check.room(state, seat, place) for check in checks)
                actions = self._fill(place.index, state.at_home[seat], place.room - state.occupancy[place.index])
                options += tuple(action for action in actions if action.data[1] <= room)
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
            action for index in range(len(places)) if open_ >> index & 1 for action in self._fill(index, home, places[index].room)
        )

    def _fill(self, place: int, home: int, free: int) -> tuple[Action, ...]:
        options: Iterable[Action] = self.placements[place]
        facts = CircleFacts(self.rules.places[place], home, free)
        for check in self.count_checks:  # as `filter_legal` does, which would ask each time for the kind: all are placements
            passes = check.passes
            options = [action for action in options if passes(facts, action)]
        return tuple(options)

    def facts(self, state: State, frame: tuple[int, ...]) -> PlacementFacts:
        return PlacementFacts(state, frame[1], state.at_home[frame[1]])

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        if action.kind == "pass":
            return ""
        place, count = action.data
        briefs = self.rules.service(Briefs)
        return str(briefs.place(state, self.rules.places[place], briefs.phrases.at(state, frame[1], count)))

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        return {"amount": state.at_home[frame[1]]}

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        seat = frame[1]
        if action.data is None:  # it passes
            operations.note(state, "passed-over", seat, state.at_home[seat])
            return
        place, count = action.data
        operations.put(state, seat, place, count)
        for reaction in self.reactions:
            if reaction.places >> place & 1:
                state.stack.append((state.rules.effects_frame, seat, reaction.node, place, count))

    def verify_position(self, state: State) -> None:
        others = [check for check in self.place_checks if isinstance(check, PlaceOwner)]
        for place in self.rules.places:
            if state.occupancy[place.index] and not place.stays and not place.again:
                self._verify_figures(state, place, others)

    def _verify_figures(self, state: State, place: Place, owners: list[PlaceOwner]) -> None:
        """Refuses a number of figures that no placement leaves, and figures on another seat's place."""
        sizes = self._sizes(place)
        for seat, count in enumerate(state.figures_at(place.id)):
            if count:
                span = max(1, place.most - place.least)
                takes = f"{place.least} to {place.most}" if len(sizes) > span else ", ".join(map(str, sizes))
                there = f"{counted(count, 'figure')} on {place.id}"
                expect(count in sizes, f"seat {seat} cannot have {there}: a placement has {takes}")
                another = any(owner.closed(state, seat) >> place.index & 1 for owner in owners)
                expect(not another, f"seat {seat} has figures on {place.id}, which is another's")

    def _sizes(self, place: Place) -> list[int]:
        """Returns every number of figures that one placement can have, whoever is at home and whatever circles are free."""
        most = self.rules.most_figures
        rooms = [(most, place.room)]
        if self.added_checks:
            rooms = [(home, free) for home in range(most + 1) for free in range(min(place.room, most * self.rules.players) + 1)]
        return sorted({action.data[1] for room in rooms for action in self._fill(place.index, *room)})
