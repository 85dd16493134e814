"""Figures on places: placing them in turn, and taking the actions of the places.  `placement_checks` has the law of placing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import factorial
from typing import ClassVar, NamedTuple, cast

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import NOTHING, PLACE, PLACEMENT, Action, format_goods
from stoneage_rules.kernel.frames import Asked, FrameTuple, Step, next_due
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, Universe
from stoneage_rules.kernel.nouns import TAKING_ITEMS, Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Handle, Linker, Reader, Slot
from stoneage_rules.language.events import PLACE_FIELD, EventKind, Mechanism, number_field
from stoneage_rules.language.fields import Amount, Quantity, field
from stoneage_rules.language.quantity import at_least_zero, comparing, obstacle_of, range_of
from stoneage_rules.language.reach import NEVER_BINDS, NO_DIFFERENCE, Bound, Bounds
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.belongings import LOST_MARKS, figure_records, most_figures
from stoneage_rules.mechanics.effect_lists import WITHIN, EachSeatVerb, all_of, by_quantity, clockwise, number_of, seat_order
from stoneage_rules.mechanics.items import verbs_in
from stoneage_rules.mechanics.payments import PaymentTable, named_goods
from stoneage_rules.mechanics.placement_checks import (
    OPENINGS,
    PLACEMENT_CHECKS,
    TOLLS,
    CircleFacts,
    CirclesFree,
    FigureCheck,
    FiguresAtHome,
    FiguresInPlacement,
    FiguresInTurn,
    PlaceBarred,
    PlaceCheck,
    PlaceClosed,
    PlacedOnce,
    PlacementFacts,
    PlacementMust,
    PlaceOwner,
    PlacePresent,
    PlaceToll,
)
from stoneage_rules.telling.phrases import Briefs, Phrases
from stoneage_rules.text import counted

# --- placement frames ---------------------------------------------------------------------------------------------
#
# Turns of placing figures, and the options of one placement, from tables.


class Reaction(NamedTuple):
    """Effects that follow a placement, with its place and its number of figures, before the next seat's turn."""

    places: int
    """Bits of the places that it reacts to."""
    node: int
    """The effects, as `link.sequence` returns them."""


REACTIONS = Handle[Reaction]("reaction")
"""The effects that records add to placements."""

OptionsByFigures = list[tuple[Action, ...] | None]
"""The options on a place by the figures already there; None until asked for."""
Alike = tuple[int, dict[int, tuple[Action, ...]]]
"""Bits of places that are open or closed, whatever circles are free, and their options by the bits of the closed ones."""

BY_FIGURES, ALIKE, BOUNDED = range(3)
"""The tables of a run."""
TOGETHER = 11
"""The most places that are looked up in one table, so that tables stay small and are soon full."""


class Run(NamedTuple):
    """The tables of places that follow one another: of the first ones, of the next ones, of the last ones."""

    rows: tuple[tuple[int, int, OptionsByFigures], ...]
    """Places with their bits, and their options by the figures there."""
    groups: tuple[Alike, ...]
    bounded: tuple[tuple[Place, tuple[PlaceCheck, ...]], ...]
    """Places with the checks that say how many figures may come."""


class NextPlacement(Step):
    """Looks for the next seat, clockwise, that can place; the phase ends when none can."""

    name = "next-placement"
    interrupts = True

    def prepare(self) -> None:
        players, self.asks = self.rules.players, self.rules.frames[PlaceFigures.name]
        followers = [(seat + 1) % players for seat in range(players)]
        self.turns = tuple((((self.index, after), (self.asks, seat)), after) for seat, after in enumerate(followers))
        """By seat, the frames of the turn after it and of its own decision, and the seat of the turn after it."""

    def step(self, state: State, frame: FrameTuple) -> None:
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
            if state._noted is not None and state.at_home[seat]:
                operations.note(state, "passed-over", seat, state.at_home[seat])
            seat = after


class PlaceFigures(Decision):
    """One placement: one or more figures on one place.

    A seat is asked only if it can place.  If uses may change that before it answers, it may pass then.
    """

    name = "place-figures"
    prompt: ClassVar[str | tuple[str, ...]] = "where to place figures"
    exclusive = "turn"
    checks: ClassVar[tuple[type[Check], ...]] = (
        PlacePresent, PlaceOwner, PlacedOnce, PlaceClosed, PlaceBarred, CirclesFree, FiguresInPlacement, FiguresAtHome,
        PlaceToll, PlacementMust,
    )  # fmt: skip
    shapes = {"place": PLACEMENT}

    def _make_judges(self) -> tuple[Check, ...]:
        rules = self.rules
        added = rules.entries(PLACEMENT_CHECKS)
        self.toll = PlaceToll(rules) if rules.entries(TOLLS) else None
        self.place_checks: tuple[PlaceCheck, ...] = (
            PlacePresent(),
            *([PlaceOwner(rules)] if any(place.owned >= 0 and not place.is_open for place in rules.places) else []),
            PlacedOnce(rules),
            *([PlaceClosed(rules)] if rules.entries(OPENINGS) else []),
            *(PlaceBarred(barrier) for barrier in rules.questions["stoneage_placement_barred"]),
            *(check for check in added if isinstance(check, PlaceCheck)),
            *([self.toll] if self.toll else []),
        )
        self.added_checks = tuple(check for check in added if isinstance(check, FigureCheck))
        self.count_checks = (CirclesFree(), FiguresInPlacement(), FiguresAtHome(), *self.added_checks)
        return (*self.place_checks, *self.count_checks, PlacementMust(self.placements_of))

    def prepare(self) -> None:
        rules = self.rules
        if rules.entries(TAKING_ITEMS) or (rules.anytime and any(check.changes for check in self.place_checks)):
            self.shapes = {"place": PLACEMENT, "pass": NOTHING}  # type: ignore[misc]
        self.closers = tuple(check.closed for check in self.place_checks)
        self.runs = self._make_runs()
        """By figures at home, the tables of places that follow one another."""
        self.reactions = rules.entries(REACTIONS)[::-1]

    def _make_runs(self) -> tuple[tuple[Run, ...], ...]:
        """Returns tables for all places in their order, by figures at home."""
        stretches: list[tuple[list[Place], ...]] = []
        last = 0
        for place in self.rules.places:
            way = self._way(place)
            if not stretches or way < last:
                stretches.append(([], [], []))
            stretches[-1][way].append(place)
            last = way
        most = self.rules.most_figures
        shared: dict[tuple[int, int], Alike] = {}
        return tuple(tuple(self._run(shared, home, *stretch) for stretch in stretches) for home in range(most + 1))

    def _way(self, place: Place) -> int:
        """Returns which table of a run a place belongs to."""
        if self._counting(place):
            return BOUNDED
        # A record's check may look at the figures at home and the free circles of every place.
        is_open_or_closed = place.least == place.most and place.room % place.most == 0 and not self.added_checks
        return ALIKE if is_open_or_closed else BY_FIGURES

    def _counting(self, place: Place) -> tuple[PlaceCheck, ...]:
        """Returns the checks of how many figures may be placed on a place."""
        return tuple(check for check in self.place_checks if check.counts_on >> place.index & 1)

    def _run(
        self, shared: dict[tuple[int, int], Alike], home: int, rows: list[Place], alike: list[Place], bounded: list[Place]
    ) -> Run:
        """Returns the tables of a run by the number of figures at home; equal options share a table."""
        most = self.rules.players * self.rules.most_figures
        groups = []
        for start in range(0, len(alike), TOGETHER):
            group = alike[start : start + TOGETHER]
            bits = sum(1 << place.index for place in group)
            enough = min(home, max(place.most for place in group))
            groups.append(shared.setdefault((bits, enough), (bits, {})))
        return Run(
            tuple((place.index, 1 << place.index, [None] * (min(place.room, most) + 1)) for place in rows),
            tuple(groups),
            tuple((place, self._counting(place)) for place in bounded),
        )

    @cached_property
    def passing(self) -> tuple[Action, ...]:
        """The action of a seat that can no longer place; no action at tables where that cannot happen."""
        return self.rules.actions_of("pass") if "pass" in self.shapes else ()

    def universe(self) -> Universe:
        for place in [place for place in self.rules.places if place.room]:
            for count in range(place.least, min(place.most, self.rules.most_figures) + 1):
                yield "place", (place.id, count), (place.index, count)
        if "pass" in self.shapes:
            yield "pass", (), None

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        return self.placements_of(state, frame[1]) or self.passing

    def placements_of(self, state: State, seat: int) -> tuple[Action, ...]:
        """Returns every placement that a seat can make now."""
        home = state.at_home[seat]
        closed = 0
        for closed_by in self.closers:
            closed |= closed_by(state, seat)
        shut = closed | state._full_places
        occupancy = state.occupancy
        options: tuple[Action, ...] = ()
        for rows, groups, bounded in self.runs[home]:
            for place, bit, row in rows:
                if not shut & bit:
                    more = row[occupancy[place]]
                    if more is None:
                        more = row[occupancy[place]] = self._fill(place, home, self.rules.places[place].room - occupancy[place])
                    options += more
            for group, together in groups:
                more = together.get(shut & group)
                if more is None:
                    more = together[shut & group] = self._fill_all(group & ~shut, home)
                options += more
            for there, checks in bounded:
                if not closed >> there.index & 1:
                    actions: Sequence[Action] = self._fill(there.index, home, there.room - occupancy[there.index])
                    for check in checks:
                        actions = check.among(state, seat, there, actions)
                    options += tuple(actions)
        return options

    def _fill_all(self, places: int, home: int) -> tuple[Action, ...]:
        """Returns the options on empty places, given by their bits."""
        there = [place for place in self.rules.places if places >> place.index & 1]
        return tuple([action for place in there for action in self._fill(place.index, home, place.room)])

    @cached_property
    def placements(self) -> Sequence[Sequence[Action]]:
        """The actions of each place, by its index."""
        by_place: list[list[Action]] = [[] for _ in self.rules.places]
        for action in self.rules.actions_of("place"):
            by_place[action.data[0]].append(action)
        return by_place

    def _fill(self, place: int, home: int, free: int) -> tuple[Action, ...]:
        options: Iterable[Action] = self.placements[place]
        facts = CircleFacts(self.rules.places[place], home, free)
        for check in self.count_checks:  # as `filter_legal` does, which would ask each time for the kind: all are placements
            passes = check.passes
            options = [action for action in options if passes(facts, action)]
        return tuple(options)

    def facts(self, state: State, frame: FrameTuple) -> PlacementFacts:
        return PlacementFacts(state, frame[1], state.at_home[frame[1]])

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        if action.kind == "pass":
            return ""
        place, count = action.data
        briefs = self.rules.service(Briefs)
        brief = str(briefs.place(state, self.rules.places[place], briefs.phrases.at(state, frame[1], count)))
        price = self.toll.amounts(cast("State", state), frame[1], place, count) if self.toll else ()
        paid = f"pays {format_goods(named_goods(price, self.rules.goods))}" if any(price) else ""
        return "; ".join(filter(None, (paid, brief)))

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        return {"amount": state.at_home[frame[1]]}

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
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
        most = self.rules.most_figures
        rooms = [(most, place.room)]
        if self.added_checks:
            rooms = [(home, free) for home in range(most + 1) for free in range(min(place.room, most * self.rules.players) + 1)]
        # Every number that one placement can have, for any figures at home and any free circles.
        sizes = sorted({action.data[1] for room in rooms for action in self._fill(place.index, *room)})
        for seat, count in enumerate(state.figures_at(place.id)):
            if count:
                span = max(1, place.most - place.least)
                takes = f"{place.least} to {place.most}" if len(sizes) > span else ", ".join(map(str, sizes))
                there = f"{counted(count, 'figure')} on {place.id}"
                expect(count in sizes, f"seat {seat} cannot have {there}: a placement has {takes}")
                another = any(owner.closed(state, seat) >> place.index & 1 for owner in owners)
                expect(not another, f"seat {seat} has figures on {place.id}, which is another's")


# --- placement order ----------------------------------------------------------------------------------------------
#
# The verb `place`, and turns of placing in another order than clockwise, or with figures that may stay at home.


CLOCKWISE, REVERSE, SNAKE = "clockwise", "reverse", "there-and-back"
MOST_TURNS = 99
"""The most turns that a seat can have in one phase of placing where they are counted."""


@attrs.frozen
class PlaceVerb(Verb):
    """From the starting player clockwise, each seat makes one placement at a time, until nobody can place.

    In `reverse` order each turn ends with the starting player, after the next seat on the left; `there-and-back` reverses after
    each turn, so that the last seat places twice, and then the first. `most_first` sorts the seats by a quantity that is read
    when placing begins; ties go clockwise from the starting player. With `pass` a seat may keep its figures at home instead of
    placing; it then places no more in this phase.

    With `turns` a seat makes at most that many placements by this effect, and with `figures` each has at most that many figures;
    a quantity is read at each turn of the seat, and a shared track gives each seat the same number. A seat that has no turn left
    is passed over.

    Example: `{ do = "place" }`, `{ do = "place", order = "there-and-back", pass = true }` or
    `{ do = "place", most_first = { track = "hour" }, turns = 4, figures = 1 }`
    """

    do = "place"
    token = "place"
    belongs = ("phase",)
    otherwise = "it goes round all seats: write it into a phase, outside of `each-seat`"
    order: str = field(
        "the order of the seats", default=CLOCKWISE, choices=(CLOCKWISE, REVERSE, SNAKE), silent_default=True,
        elsewhere="an order by a number is said by `most_first = { ... }`",
    )  # fmt: skip
    pass_: bool = field("whether a seat may keep figures at home", default=False, silent_default=True)
    most_first: Quantity | None = field(
        "the quantity that sorts the seats, most first", default=None, becomes=WITHIN, silent_default=True
    )
    turns: Amount | None = field(
        "the most placements of a seat by this effect, a second `place` counts anew; or a quantity of the seat",
        default=None, least=1, most=MOST_TURNS, becomes=WITHIN, silent_default=True,
    )  # fmt: skip
    figures: Amount | None = field(
        "the most figures of one placement, or a quantity of the seat",
        default=None, least=1, becomes=WITHIN, silent_default=True,
    )  # fmt: skip

    involved = ("order", "most_first")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.order == REVERSE and self.most_first is not None:
            yield Contradiction("`most_first` says in which order", ("order",), help="delete one of the two", at_key=True)

    def describe(self, phrases: Phrases) -> str:
        words = "seats place in turn"
        words += f", {phrases.most_of(self.most_first)} first" if self.most_first else ""
        words += "" if self.order == CLOCKWISE else f", {self.order.replace('-', ' ')}"
        words += "" if self.turns is None else f", turns of each: {phrases.amount(self.turns)} at most"
        words += "" if self.figures is None else f", figures at a time: {phrases.amount(self.figures)} at most"
        return f"{words}, or pass" if self.pass_ else words

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from comparing(bounds, "most_first", self.most_first)
        most = most_figures(bounds)
        for key in ("turns", "figures"):
            amount = getattr(self, key)
            idle = isinstance(amount, int) and amount > most
            why, help = f"a colour has {counted(most, 'figure')} in all", f"write {most} or less, or delete the key"
            if amount is not None:
                yield Bound(NEVER_BINDS, (key,), idle, why, help, set_by=figure_records(bounds))
                never, end = ("SA514", "an effect that never happens"), range_of(bounds, amount)[1]
                why, help = f"`{key}` is never more than {end}: nobody places here", "write a quantity that can be 1 or more"
                yield Bound(never, (key,), end is not None and end < 1, why, help)
        end, is_alone = range_of(bounds, self.figures or 0)[1], len(bounds.words(PlaceVerb)) == 1
        small = [place.id for place in bounds.declared("location") if end and end < place.record.figures.least]
        why, help = f"nobody can place on {', '.join(small)}: that takes more", "raise it, or change `figures` of the location"
        yield Bound(("SA514", "locations where nobody can place"), ("figures",), small and is_alone, why, help)

    def bind(self, link: Linker) -> Effect:
        frame, ordered = link.frame("next-placement"), link.frame("next-in-order")
        turns, figures = (amount and at_least_zero(link, amount) for amount in (self.turns, self.figures))
        most = self.most_first and link.quantity(self.most_first)
        placing = Placing(self.order, self.pass_, turns or None, figures or None, most or None)
        number = link.append(PLACINGS, placing)

        def in_order(state: State, seat: int, place: int, n: int) -> None:
            if placing.is_usual and not state.rules.entries(TOLLS):
                state.stack.append((frame, state.first_seat))
                return
            seats = number_of(placing.seats(state, state.first_seat))
            state.stack.append((ordered, state.first_seat, number, 0, seats << state.rules.players))

        return in_order


class Placing(NamedTuple):
    """A compiled `place`."""

    order: str
    can_pass: bool
    turns: Reader | None = None
    """The most turns of a seat; None if they are not counted."""
    figures: Reader | None = None
    """The most figures of one placement; None for no such bound."""
    most_first: Reader | None = None

    @property
    def is_usual(self) -> bool:
        """True for turns clockwise until nobody can place."""
        return self == Placing(CLOCKWISE, False)

    def seats(self, state: State, first: int) -> list[int]:
        """Returns the seats in the order of their first turns."""
        if self.most_first is not None:
            return by_quantity(state, first, self.most_first)
        seats = clockwise(state.rules.players, first)
        return seats[::-1] if self.order == REVERSE else seats

    def has_turn(self, state: State, seat: int, lap: int) -> bool:
        """Returns whether a seat has a turn left after as many as the laps that are done."""
        return self.turns is None or lap < min(self.turns(state, seat, 0), MOST_TURNS)

    def most(self, state: State, seat: int) -> int:
        """Returns the most figures that a seat can place at once."""
        home = state.at_home[seat]
        return home if self.figures is None else min(home, self.figures(state, seat, 0))


PLACINGS = Handle[Placing]("place-rule")


class NextInOrder(Step):
    """Looks for the next seat that can place; x is the `place`, y the turn.

    z is the order of the seats, as `number_of` gives it, and behind it the bits of the seats that have passed, never all.
    """

    name = "next-in-order"
    progress = (
        PLACINGS.slot(), Slot("turn"), Slot("seats", most=lambda rules: (factorial(rules.players) << rules.players) - 1)
    )  # fmt: skip
    interrupts = True

    def prepare(self) -> None:
        self.placings, self.asks = self.rules.entries(PLACINGS), self.rules.frames[PlaceOrPass.name]
        self.may_help = bool(self.rules.entries(TOLLS) and self.rules.anytime)
        """True if a use may help to pay a toll, so that a seat that could not place at once may pass."""

    def cycle(self, frame: FrameTuple) -> list[int]:
        """Returns the seats of the turns of a frame, which come again and again; every `players` of them are all seats."""
        seats = seat_order(frame[4] >> self.rules.players, self.rules.players)
        return seats + seats[::-1] if self.placings[frame[2]].order == SNAKE else seats

    def passed(self, frame: FrameTuple) -> int:
        """Returns the bits of the seats that have passed."""
        return frame[4] & ((1 << self.rules.players) - 1)

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, first, number, turn, _ = frame
        placing, cycle, players = self.placings[number], self.cycle(frame), self.rules.players
        expect_range(turn, 0, len(cycle) - 1 if placing.turns is None else players * MOST_TURNS, "turn")
        is_fixed = placing.most_first is None
        expect(not is_fixed or cycle[:players] == placing.seats(state, first), "seats that place in another order")
        expect(not self.passed(frame) or placing.can_pass or self.may_help, "nobody can pass here")
        expect(self.passed(frame) < (1 << players) - 1, "everybody has passed")

    def from_seat(self, frame: FrameTuple, seat: int) -> tuple[int, ...]:
        """Returns the first frame of a seat's turn."""
        return (*frame[:3], self.cycle(frame).index(seat), frame[4])

    def step(self, state: State, frame: FrameTuple) -> None:
        index, first, number, turn, seats = frame
        placing, cycle, unable = self.placings[number], self.cycle(frame), self.passed(frame)
        handler = self.rules.handlers[self.asks]
        for spot in range(turn, turn + len(cycle)):
            seat = cycle[spot % len(cycle)]
            if unable >> seat & 1:
                continue
            unable |= 1 << seat
            if not placing.has_turn(state, seat, spot // self.rules.players):
                continue
            if state.at_home[seat] and handler.can_place(state, seat, number):
                question = next_due(state, seat) if state.waiting else None
                asked, after = (question, spot) if question is not None else ((self.asks, seat, number), spot + 1)
                after = after if placing.turns is not None else after % len(cycle)
                state.stack += [(index, first, number, after, seats), asked]
                return
            if state._noted is not None and state.at_home[seat]:
                operations.note(state, "passed-over", seat, state.at_home[seat])


class PlaceOrPass(PlaceFigures):
    """One placement of an ordered phase, or the decision to place no more in it; x is the `place`."""

    name = "place-or-pass"
    prompt = ("where to place figures, or to {pass}", "where to place figures")
    checks = (*PlaceFigures.checks, FiguresInTurn)
    progress = (PLACINGS.slot(),)
    shapes = {"place": PLACEMENT, "pass": NOTHING}

    def _make_judges(self) -> tuple[Check, ...]:
        return (*super()._make_judges(), FiguresInTurn())

    def prepare(self) -> None:
        self.placings = self.rules.entries(PLACINGS)
        self.payments = self.rules.service(PaymentTable)
        self.is_used = bool(self.rules.entries(TOLLS)) or not all(placing.is_usual for placing in self.placings)
        if self.is_used:
            super().prepare()

    def universe(self) -> Universe:
        can_shrink = any(placing.figures is not None for placing in self.placings) and self.rules.anytime
        if can_shrink or any(placing.can_pass for placing in self.placings):
            yield "pass", (), None

    def placements_in(self, state: State, seat: int, number: int) -> tuple[Action, ...]:
        """Returns every placement that a seat can make in a turn of a `place`."""
        options, placing = self.placements_of(state, seat), self.placings[number]
        if placing.figures is None:
            return options
        most = placing.most(state, seat)
        return tuple([action for action in options if action.data[1] <= most])

    def can_place(self, state: State, seat: int, number: int) -> bool:
        """Returns whether a seat can place in a turn of a `place`, if only after uses of its items that help to pay."""
        if self.placements_in(state, seat, number):
            return True
        if self.toll is None or not state.unspent[seat] & self.rules.anytime:
            return False
        facts, hands = self.facts(state, (self.index, seat, number)), self.payments.reachable(state, seat)
        others = [judge for judge in self.judges if "place" in judge.kinds and judge is not self.toll]
        return any(
            place in self.toll.tolls
            and all(judge.passes(facts, action) for judge in others)
            and any(self.toll.is_payable(state, seat, place, count, hand) for hand in hands)
            for action in self.rules.actions_of("place")
            for place, count in [action.data]
        )

    def ends(self, number: int) -> bool:
        """Returns whether a seat that passes places no more in the phase."""
        return self.placings[number].can_pass or self.toll is not None

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        options = self.placements_in(state, *frame[1:])
        return options if options and not self.placings[frame[2]].can_pass else options + self.rules.actions_of("pass")

    def facts(self, state: State, frame: FrameTuple) -> PlacementFacts:
        seat, placing = frame[1], self.placings[frame[2]]
        return PlacementFacts(state, seat, state.at_home[seat], placing.most(state, seat), placing.can_pass)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        placing = self.placings[frame[2]]
        facts: Asked = {"amount": placing.most(cast("State", state), frame[1])}
        return {**facts, "more": {"pass": "pass"}} if placing.can_pass else facts

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        seat = frame[1]
        if action.kind == "place" or not self.ends(frame[2]):
            if self.toll and action.kind == "place":
                operations.spend(state, seat, self.toll.amounts(state, seat, *action.data))
            super().resume(state, frame, action)
            return
        *turn, seats = state.stack[-1]
        state.stack[-1] = (*turn, seats | 1 << seat)
        operations.note(state, "pass", seat, state.at_home[seat])

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        ends = action.kind == "pass" and self.ends(frame[2])
        return "places no more in this phase" if ends else super().hint(state, frame, action)

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, seat, number = frame
        spot = state.stack.index(frame)
        turns, turn = self.rules.handlers[self.rules.frames[NextInOrder.name]], state.stack[spot - 1]
        assert isinstance(turns, NextInOrder)
        expect(spot > 0 and turn[0] == turns.index and turn[2] == number, "a turn of another `place`")
        cycle = turns.cycle(turn)
        expect(cycle[(turn[3] - 1) % len(cycle)] == seat, f"it is not the turn of seat {seat}")
        expect(not turns.passed(turn) >> seat & 1, f"seat {seat} has passed")

    def verify_position(self, state: State) -> None:
        """Does nothing: `PlaceFigures` judges the same figures."""


PLACING = Mechanism(
    "placement",
    verbs=(PlaceVerb,),
    frames=(NextPlacement, PlaceFigures, NextInOrder, PlaceOrPass),
    events=(
        EventKind(
            "put",
            "a seat puts figures on a place",
            {"place": PLACE_FIELD, "figures": number_field("how many")},
            "{seat} puts {figures:figure} on {place}",
            begins=True,
        ),
        EventKind(
            "pass",
            "a seat keeps its figures at home, and places no more in this phase",
            {"figures": number_field("how many are at home")},
            "{seat} passes with {figures:figure} at home",
            begins=True,
        ),
        EventKind(
            "passed-over",
            "a seat's turn to place is skipped: it cannot place any of its figures at home",
            {"figures": number_field("how many are at home")},
            "{seat} has nowhere to put {figures:figure}, and is passed over",
        ),
    ),
)


# --- resolving ---------------------------------------------------------------------------------------------------


@attrs.frozen
class ResolveVerb(Verb):
    """The seat resolves all places with its figures, one at a time, in any order.

    With `places` only these act, in the order of the list; of a group, the seat chooses which of its places is next. In a
    phase, outside of `each-seat`, each entry of the list acts for every seat, from the starting player clockwise, before the
    next entry. Figures on other places wait for another `resolve`.

    Example: `{ do = "each-seat", effects = [{ do = "resolve" }] }`, or in a phase
    `{ do = "resolve", places = ["hunt", "resource-place"] }`
    """

    do = "resolve"
    token = "act"
    belongs = ("phase", "turn")
    otherwise = "`resolve` without `places` belongs to `each-seat`"
    places: tuple[str, ...] = field(
        "locations, or groups of them, that act one after the other; without the key all places of the seat, in any order",
        default=(), refers_to="group:location|location", silent_default=True,
    )  # fmt: skip

    def belongs_in(self) -> tuple[str, ...]:
        return self.belongs if self.places else ("turn",)

    def describe(self, phrases: Phrases) -> str:
        return f"figures act on {', then on '.join(self.places)}" if self.places else "its figures act, place by place"

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        before: set[str] = set()
        for index, name in enumerate(self.places):
            places = {*(bounds.group("location", name) or [name])}
            yield Bound(NO_DIFFERENCE, ("places", index), places <= before, f"`{name}` acts already", "delete it")
            before |= places
        verbs = [located.word for located in bounds.words(ResolveVerb)]
        if verbs[-1] is self and all(verb.places for verb in verbs):
            named = {name for verb in verbs for name in verb.places}
            acting = [each for each in bounds.declared("location") if each.record.effects and not each.record.stays]
            left = [each.name for each in acting if named.isdisjoint({each.name, *each.record.groups})]
            help = 'add them to `places`, or `{ do = "each-seat", effects = [{ do = "resolve" }] }` behind'
            why = f"figures never act on {', '.join(left)}: no `resolve` names them"
            yield Bound(("SA514", "figures that never act"), ("places",), left, why, help, at_any_table=True)

    def bind(self, link: Linker) -> Effect:
        frame, among = link.frame(ResolveNext.name), link.frame(ResolveNextAmong.name)
        if not self.places:
            return lambda state, seat, place, n: state.stack.append((frame, seat))
        entries: list[Verb] = [ResolveVerb(places=(name,)) for name in self.places]
        effects = [] if link.here is None else [verb for effect in link.here.record.effects for verb in verbs_in(effect)]
        in_turns = [verb for each in effects if isinstance(each, EachSeatVerb) for verb in verbs_in(each)]
        if any(verb is self for verb in effects) and not any(verb is self for verb in in_turns):
            entries = [EachSeatVerb(effects=(entry,)) for entry in entries]
        elif len(entries) == 1:
            (name,) = self.places
            number = link.add(ACTINGS, Acting(sum(1 << place for place in link.places(name)), name))
            return lambda state, seat, place, n: state.stack.append((among, seat, number))
        return all_of(link, entries)


class Acting(NamedTuple):
    """An entry of a list of places that act: their bits, and the entry as content has it."""

    places: int = -1
    name: str = ""


ACTINGS = Handle[Acting]("acting")


class ResolveFacts(NamedTuple):
    """The facts of the checks: the bits of the places where the seat's figures act in turn."""

    rules: Ruleset
    occupied: int
    acting: Acting = Acting()
    """The places that act now; all without a list."""


class HasFigures(Check):
    """The seat has figures on the place, and they act in turn."""

    name = "resolve.standing"

    def passes(self, facts: ResolveFacts, action: Action) -> bool:
        return action.data is not None and bool(facts.occupied >> action.data & 1)

    def explain(self, facts: ResolveFacts, action: Action) -> Shortfall:
        place = facts.rules.place(action.args[0])
        needed = f"figures must wait on {place.id} to act"
        return Shortfall(self.name, needed, "you have none there", place.record)


class ActsNow(Check):
    """It is the turn of the place in the list of the phase."""

    name = "resolve.turn"
    after = ("resolve.standing",)

    def passes(self, facts: ResolveFacts, action: Action) -> bool:
        return bool(facts.acting.places >> action.data & 1)

    def explain(self, facts: ResolveFacts, action: Action) -> Shortfall:
        place = facts.rules.place(action.args[0])
        return Shortfall(self.name, f"{facts.acting.name} acts now", f"{place.id} acts at another time", place.record)


def resolvable_places(rules: Ruleset) -> int:
    """Returns the bits of the places whose figures act in turn."""
    return sum(1 << place.index for place in rules.places if not place.stays)


class ResolveNext(Step):
    """Asks a seat for its next place until none of its figures is left to act."""

    name = "resolve-next"
    interrupts = True

    def prepare(self) -> None:
        self.resolvable = resolvable_places(self.rules)
        asks = self.rules.frames[ResolvePlace.name]
        self.turns = tuple(((self.index, seat), (asks, seat)) for seat in range(self.rules.players))
        """By seat, its next turn, and its decision now."""

    def step(self, state: State, frame: FrameTuple) -> None:
        seat = frame[1]
        question = next_due(state, seat) if state.waiting else None
        if question is not None:
            state.stack += [frame, question]
        elif state.occupied_by[seat] & self.resolvable:
            state.stack.extend(self.turns[seat])


class ResolvePlace(Decision):
    """The choice of the place that acts next."""

    name = "resolve-place"
    prompt = "which place to use next"
    exclusive = "turn"
    checks: ClassVar[tuple[type[Check], ...]] = (HasFigures,)
    shapes = {"resolve": PLACE}

    def prepare(self) -> None:
        self.resolvable = resolvable_places(self.rules)
        self.effects = tuple(self.rules.lists[place.node] for place in self.rules.places)

    def verify_position(self, state: State) -> None:
        lost = sum(1 << mark for mark in self.rules.entries(LOST_MARKS))
        for place in self.rules.places:
            for seat in range(self.rules.players) if place.marks and not place.stays else ():
                there = state.occupied_by[seat] >> place.index & 1
                has_left = not there or not place.marks & ~state.marks[seat] & ~lost
                expect(has_left, f"seat {seat} has figures on {place.id}, but not the mark that a placement there leaves")

    def universe(self) -> Universe:
        for place in self.rules.places:
            if not place.stays and place.room:
                yield "resolve", (place.id,), place.index

    def key(self, state: Position, frame: FrameTuple) -> int:
        return state.occupied_by[frame[1]] & self.resolvable

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        seat, place = frame[1], self.rules.places[action.data]
        figures = state.placed[place.index * self.rules.players + seat]
        briefs = self.rules.service(Briefs)
        phrases = briefs.phrases.at(state, seat, figures) if figures else briefs.phrases
        against = obstacle_of(place.effects[0], state, seat, place.index) if place.effects else ""
        return "; ".join(filter(None, (str(briefs.place(state, place, phrases)), against)))

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        waiting = self.key(state, frame)
        return {"among": tuple(place.id for place in self.rules.places if waiting >> place.index & 1)}

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        # The most frequent decision of all: the table is looked up here, without a detour over `key`.
        known = self._options.get(state.occupied_by[frame[1]] & self.resolvable)
        return super().options(state, frame) if known is None else known

    def facts(self, state: State, frame: FrameTuple) -> ResolveFacts:
        return ResolveFacts(self.rules, self.key(state, frame))

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        seat, place = frame[1], action.data
        count = operations.lift(state, seat, place)
        if state._noted is not None:
            operations.note(state, "resolve", seat, place, count)
        self.effects[place](state, seat, place, count)


class ResolveNextAmong(ResolveNext):
    """Asks a seat for its next place of an entry of a list until none of its figures is left there; x is the entry."""

    name = "resolve-next-among"
    progress = (ACTINGS.slot("acting"),)

    def step(self, state: State, frame: FrameTuple) -> None:
        among = self.rules.handlers[self.rules.frames[ResolveAmong.name]]
        question = next_due(state, frame[1]) if state.waiting else None
        if question is not None:
            state.stack += [frame, question]
        elif among.key(state, frame):
            state.stack += [frame, (among.index, *frame[1:])]


class ResolveAmong(ResolvePlace):
    """The choice of the next place of an entry of a list; x is the entry."""

    name = "resolve-among"
    checks = (HasFigures, ActsNow)
    progress = (ACTINGS.slot("acting"),)

    def universe(self) -> Universe:
        """Yields nothing: `ResolvePlace` yields the same actions."""
        yield from ()

    def verify_position(self, state: State) -> None:
        """Does nothing: `ResolvePlace` judges the same figures."""

    def verify(self, state: State, frame: FrameTuple) -> None:
        below = state.stack[state.stack.index(frame) - 1]
        expect(below == (self.rules.frames[ResolveNextAmong.name], *frame[1:]), "places that do not act now")

    def key(self, state: Position, frame: FrameTuple) -> int:
        return super().key(state, frame) & self.rules.entries(ACTINGS)[frame[2]].places

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        return Decision.options(self, state, frame)

    def facts(self, state: State, frame: FrameTuple) -> ResolveFacts:
        return ResolveFacts(self.rules, super().key(state, frame), self.rules.entries(ACTINGS)[frame[2]])


RESOLVING = Mechanism(
    "resolving",
    verbs=(ResolveVerb,),
    frames=(ResolveNext, ResolvePlace, ResolveNextAmong, ResolveAmong),
    events=(
        EventKind(
            "resolve",
            "a seat takes the action of a place, and its figures return home",
            {"place": PLACE_FIELD, "figures": number_field("how many figures were there")},
            "{seat} uses {place} with {figures:figure}",
            begins=True,
        ),
    ),
)
