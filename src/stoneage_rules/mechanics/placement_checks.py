"""The law of placing figures: the checks of every placement, places that are open only while their `if` holds, and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import le
from typing import Any, ClassVar, NamedTuple

import attrs

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Shortfall, phase_record
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import MOST_PLAYERS, Declared, Handle, Held, Linker, Reader
from stoneage_rules.language.events import Mechanism
from stoneage_rules.language.fields import Amount, field, required, required_if
from stoneage_rules.language.quantity import IfRow, if_field, is_by_round, range_of, without_end
from stoneage_rules.language.reach import NEVER_BINDS, Bound, Bounds, Clash, Named
from stoneage_rules.language.word import ContentRecord
from stoneage_rules.mechanics.items import RowPath, refused_by
from stoneage_rules.mechanics.payments import hand_of
from stoneage_rules.telling.phrases import Phrases
from stoneage_rules.text import counted

MOST_PLACED = 999
"""More figures than any placement has: no bound."""


class PlacementFacts(NamedTuple):
    """The facts of the checks: a seat that would place, and its figures at home."""

    state: State
    """The state."""
    seat: int
    """The seat."""
    at_home: int
    """Its figures at home."""
    most: int = MOST_PLACED
    """The most figures that one placement of this turn can have."""
    may_pass: bool = False
    """True if the seat may keep its figures at home."""

    def place(self, action: Action) -> Place:
        """Returns the place of an action."""
        return self.state.rules.place(action.args[0])

    def free(self, place: Place) -> int:
        """Returns the free circles of a place."""
        return max(0, place.room - self.state.occupancy[place.index])


class CircleFacts(NamedTuple):
    """The facts that the number of figures on a place depends on: the key of a table of options."""

    the_place: Place
    """The place."""
    at_home: int
    """The figures of the seat that are at home."""
    circles: int
    """Free ones."""

    def place(self, action: Action) -> Place:
        """Returns the place."""
        return self.the_place

    def free(self, place: Place) -> int:
        """Returns its free circles."""
        return self.circles


class PlaceCheck(Check):
    """A condition on a place: whether it is open to a seat, or to how many of its figures."""

    kinds: ClassVar[tuple[str, ...]] = ("place",)

    counts_on: int = 0
    """Bits of the places where `room` returns how many figures may be placed; other places are open or closed."""

    changes: bool = True
    """False if only placements and moved items can change its answers, never the gains of a seat during its question."""

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
        """Returns why the place is closed, or not open to that many figures; called only when it is not."""
        raise NotImplementedError

    def allows(self, state: State, seat: int, place: Place, count: int) -> bool:
        """Returns True if the seat may place that many figures there."""
        if self.closed(state, seat) >> place.index & 1:
            return False
        return not self.counts_on >> place.index & 1 or count <= self.room(state, seat, place)

    def among(self, state: State, seat: int, place: Place, placements: Sequence[Action]) -> Sequence[Action]:
        """Returns the placements on a place of `counts_on` that the number of figures allows."""
        room = self.room(state, seat, place)
        return [action for action in placements if action.data[1] <= room]

    def passes(self, facts: PlacementFacts, action: Action) -> bool:
        return self.allows(facts.state, facts.seat, facts.place(action), int(action.args[1]))

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        return self.tell(facts.state, facts.seat, facts.place(action))


class FigureCheck(Check):
    """A condition on the number of figures alone: it is judged by `CircleFacts` as well."""

    kinds: ClassVar[tuple[str, ...]] = ("place",)

    @required
    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        raise NotImplementedError


PLACEMENT_CHECKS = Handle[PlaceCheck | FigureCheck]("placement-check")
"""The checks of every placement that records add, such as limits."""


class PlacePresent(PlaceCheck):
    """The place is not empty: there is a card on the space, or a tile on the pile."""

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
    """A seat places only once at a place, unless the place allows it again."""

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
    """The place has free circles for all the figures."""

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
    """The place takes this number of figures in one placement."""

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
    """The seat has this number of figures at home."""

    name = "placement.home"

    def passes(self, facts: PlacementFacts | CircleFacts, action: Action) -> bool:
        return int(action.args[1]) <= facts.at_home

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        needed = f"{counted(int(action.args[1]), 'figure')} must stand at home"
        return Shortfall(self.name, needed, f"you have {facts.at_home} at home", facts.place(action).record)


class FiguresInTurn(Check):
    """The phase lets the seat place this number of figures at once."""

    name = "placement.turn"
    kinds = ("place",)

    def passes(self, facts: PlacementFacts, action: Action) -> bool:
        return int(action.args[1]) <= facts.most

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        needed, named = f"a placement of this turn has at most {counted(facts.most, 'figure')}", int(action.args[1])
        return Shortfall(self.name, needed, f"{named} {'was' if named == 1 else 'were'} named", phase_record(facts.state))


class PlacementMust(Check):
    """A seat may pass only if it can place no figures."""

    name = "placement.must"
    kinds = ("pass",)

    def __init__(self, placements_of: Callable[[State, int], tuple[Action, ...]]) -> None:
        self.placements_of = placements_of

    def passes(self, facts: PlacementFacts, action: Action) -> bool:
        return facts.may_pass or not self._placements(facts)

    def _placements(self, facts: PlacementFacts) -> list[Action]:
        return [action for action in self.placements_of(facts.state, facts.seat) if action.data[1] <= facts.most]

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        placements = list(map(str, self._placements(facts)))
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
    """Opens places to a seat only while rows of `if` hold for it; `path` leads to them in the record of the places."""
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


# --- tolls --------------------------------------------------------------------------------------------------------
#
# Prices of placements, which are paid by the placement itself.


class Toll(NamedTuple):
    """The price of a placement on some places."""

    places: frozenset[int]
    cost: tuple[tuple[int, Reader], ...]
    """Goods with their numbers, read with the number of figures that are placed."""


TOLLS = Handle[Toll]("toll")


class PlaceToll(PlaceCheck):
    """The seat can pay the price of the placement."""

    name = "placement.toll"

    def __init__(self, rules: Ruleset) -> None:
        self.tolls = {place: toll for toll in rules.entries(TOLLS) for place in toll.places}
        self.counts_on = sum(1 << place for place in self.tolls)
        self.width = len(rules.goods)

    def closed(self, state: State, seat: int) -> int:
        return 0

    def amounts(self, state: State, seat: int, place: int, count: int) -> tuple[int, ...]:
        """Returns what a placement costs now, one amount per good."""
        amounts = [0] * self.width
        for good, reader in self.tolls[place].cost if place in self.tolls else ():
            amounts[good] = reader(state, seat, count)
        return tuple(amounts)

    def is_payable(self, state: State, seat: int, place: int, count: int, hand: Sequence[int]) -> bool:
        """Returns whether goods suffice for a placement."""
        return all(map(le, self.amounts(state, seat, place, count), hand))

    def allows(self, state: State, seat: int, place: Place, count: int) -> bool:
        return place.index not in self.tolls or self.is_payable(state, seat, place.index, count, hand_of(state, seat))

    def among(self, state: State, seat: int, place: Place, placements: Sequence[Action]) -> Sequence[Action]:
        # More figures can be cheaper than fewer, so each number is asked.
        hand = hand_of(state, seat)
        return [action for action in placements if self.is_payable(state, seat, place.index, action.data[1], hand)]

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        return self._tell(state, seat, place, place.least)

    def explain(self, facts: PlacementFacts, action: Action) -> Shortfall:
        return self._tell(facts.state, facts.seat, facts.place(action), int(action.args[1]))

    def _tell(self, state: State, seat: int, place: Place, count: int) -> Shortfall:
        goods, amounts = state.rules.goods, self.amounts(state, seat, place.index, count)
        asked = [f"{amount} {good}" for good, amount in zip(goods, amounts, strict=True) if amount]
        held = hand_of(state, seat)
        short = [f"{held[good]} {goods[good]}" for good, amount in enumerate(amounts) if held[good] < amount]
        needed = f"{counted(count, 'figure')} on {place.id} cost{'s' * (count == 1)} {', '.join(asked) or 'nothing'}"
        return Shortfall(self.name, needed, f"you have {', '.join(short)}", place.record, path=("toll",))


# --- limits ------------------------------------------------------------------------------------------------------


MOST = 99
"""The highest number of a limit."""
NONE_MAY = "nobody may place there"


@attrs.frozen
class Limit:
    """A limit that applies at this table."""

    counts: ClassVar[str]
    """The word of content for the counted thing."""
    counts_figures: ClassVar[bool] = False
    """True if the number of figures matters: then `room` returns how many may be placed."""

    id: str
    """The id of its record."""
    record: tuple[str, str]
    """Kind and id of its record, for a `Shortfall`."""
    group: int
    """The bits of the places that it counts."""
    group_name: str
    """The name of the group of these places."""
    at_most: int
    """The number for this player count."""

    @classmethod
    def most_counted(cls, group: Sequence[Named], players: int) -> tuple[int, str] | None:
        """Returns the highest number that the counter can reach without a limit, and why; None if it is not known.

        Args:
            group: the locations of the group, as records.
            players: the player count.
        """
        return None

    @required
    def closed(self, state: State, seat: int) -> int:
        """Returns the bits of the places where the seat may not place because of the limit."""
        raise NotImplementedError

    @required_if("counts_figures")
    def room(self, state: State, seat: int, place: Place) -> int:
        """Returns how many figures the seat may place on a place of the group; asked only if `counts_figures`."""
        raise NotImplementedError

    @required
    def tell(self, state: State, seat: int, place: Place) -> tuple[str, str]:
        """Returns the needed value and the present one."""
        raise NotImplementedError


@attrs.frozen
class OccupiedPlaces(Limit):
    """At most this number of places of the group have figures in a round."""

    counts = "occupied-places"

    @classmethod
    def most_counted(cls, group: Sequence[Named], players: int) -> tuple[int, str]:
        places = sum(len(place.record.place_ids(place.name, players)) for place in group)
        return places, f"the group has {counted(places, 'place')}"

    def occupied(self, state: State) -> int:
        """Returns the bits of the group's places that have figures."""
        bits = 0
        for places in state.occupied_by:
            bits |= places
        return bits & self.group

    def closed(self, state: State, seat: int) -> int:
        occupied = self.occupied(state)
        return self.group & ~occupied if occupied.bit_count() >= self.at_most else 0

    def tell(self, state: State, seat: int, place: Place) -> tuple[str, str]:
        occupied = self.occupied(state)
        names = ", ".join(other.id for other in state.rules.places if occupied >> other.index & 1)
        number = f"at most {counted(self.at_most, 'place')}" if self.at_most else "no place"
        are = "are" if self.at_most > 1 else "is"
        return (
            f"with {counted(state.rules.players, 'player')} {number} of the {self.group_name} {are} occupied",
            f"{names} already {'is' if occupied.bit_count() == 1 else 'are'}" if names else NONE_MAY,
        )


@attrs.frozen
class PlayersAtPlace(Limit):
    """At most this number of different players have figures on each place of the group."""

    counts = "players"

    @classmethod
    def most_counted(cls, group: Sequence[Named], players: int) -> tuple[int, str]:
        room = max(place.record.seats(players) for place in group)
        if room < players:
            return room, f"no place of the group has room for more than {counted(room, 'player')}"
        return players, f"{counted(players, 'player')} can be on a place without it, too"

    def closed(self, state: State, seat: int) -> int:
        if not self.at_most:
            return self.group
        # A place is closed from as many seats on as the limit has: bits seen once, twice, ...
        levels = [0] * self.at_most
        for places in state.occupied_by:
            here = places & self.group
            for level in range(self.at_most - 1, 0, -1):
                levels[level] |= levels[level - 1] & here
            levels[0] |= here
        return levels[-1] & ~state.occupied_by[seat]

    def tell(self, state: State, seat: int, place: Place) -> tuple[str, str]:
        there = [other for other, places in enumerate(state.occupied_by) if places >> place.index & 1]
        number = f"at most {self.at_most} of them place{'s' * (self.at_most == 1)}" if self.at_most else "none of them places"
        return (
            f"with {counted(state.rules.players, 'player')} {number} on {place.id}",
            f"seat{'s' * (len(there) != 1)} {' and '.join(map(str, there))} already did" if there else NONE_MAY,
        )


class PlaceLimited(PlaceCheck):
    """A limit of the content, by player count."""

    name = "placement.limit"

    def __init__(
        self,
        limits: Mapping[int, Limit],
        read: Reader | None,
        guard: Callable[..., Callable[..., Any]],
        held: Held | None = None,
        rows: Sequence[IfRow] = (),
    ) -> None:
        """Makes the check of one record.

        Args:
            limits: the limit with each of its possible numbers: one, or several from which `read` chooses.
            read: the number, if it is read from the game.
            guard: adds the plugin's name to errors of a limit.
            held: the compiled rows of `if`, if there are any.
            rows: these rows as content has them.
        """
        self.limits, self.read, self.held, self.rows = limits, read, held, rows
        self.limit = limit = next(iter(limits.values()))
        self.changes = held is not None or read is not None
        self.counts_on = limit.group if limit.counts_figures else 0
        if not self.changes:
            self.closed = limit.closed  # type: ignore[method-assign]
        for name in ("closed", "room", "tell"):
            setattr(self, name, guard(getattr(self, name), method=name))

    def now(self, state: State, seat: int) -> Limit:
        """Returns the limit with the number of now."""
        return self.limit if self.read is None else self.limits[max(0, self.read(state, seat, 0))]

    def closed(self, state: State, seat: int) -> int:
        is_free = self.held and not self.held(state, seat, 0)
        return 0 if is_free else self.now(state, seat).closed(state, seat)

    def room(self, state: State, seat: int, place: Place) -> int:
        is_free = self.held and not self.held(state, seat, 0)
        return place.most if is_free else self.now(state, seat).room(state, seat, place)

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        needed, found = self.now(state, seat).tell(state, seat, place)
        if self.rows:
            phrases = state.rules.service(Phrases)
            needed += f" {phrases.rows(self.rows)}"
            found += f", and {phrases.rows_now(self.rows, state, seat)}"
        return Shortfall(self.name, needed, found, self.limit.record)


@attrs.frozen
class LimitRecord(ContentRecord):
    """A limit on placements, by player count."""

    table = "limit"
    own_checks = (PlaceLimited,)

    counts: str = field("what is counted", refers_to="counter")
    group: str = field("the group of locations", refers_to="group:location")
    at_most: Mapping[int, Amount] = field(
        "the limit by player count; other counts have none",
        least=0, most=MOST, keys=(1, MOST_PLAYERS), not_empty=True, elsewhere="write it by player count: `{ 2 = 2 }`",
    )  # fmt: skip
    if_: tuple[IfRow, ...] = if_field("the limit applies to a seat only while every row holds")

    def bind(self, link: Linker, declared: Declared) -> None:
        if link.players not in self.at_most:
            return
        group = sum(1 << place for place in link.places(self.group))
        word, kind = f"counter {self.counts}", link.word("counter", self.counts)
        record = declared.kind, declared.name
        amount = self.at_most[link.players]
        make = link.guard(partial(kind, declared.name, record, group, self.group), word)
        # Numbers without an end are refused by `clashes`.
        least, most = (min(MOST, max(0, end or 0)) for end in link.range_of(amount))
        limits: dict[int, Limit] = {number: make(number) for number in range(min(least, most), most + 1)}
        read = None if isinstance(amount, int) else link.quantity(amount)
        held = link.condition(self.if_) if self.if_ else None
        link.append(PLACEMENT_CHECKS, PlaceLimited(limits, read, partial(link.guard, word=word), held, self.if_))

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        for players, at_most in self.at_most.items():
            for clash in without_end(bounds, "at_most", at_most, MOST):
                yield attrs.evolve(clash, path=("at_most", str(players)))

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        counter, counts = bounds.word("counter", self.counts), bounds.player_counts
        group = [place for place in bounds.declared("location") if self.group in place.record.groups]
        for players, at_most in self.at_most.items():
            path = "at_most", str(players)
            unknown = players not in counts
            why = f"{counts[0]} to {counts[-1]} can play at this table"
            help, set_by = f"take `{players} = {at_most}` away", [each.name for each in bounds.declared("players")]
            yield Bound(NO_SUCH_COUNT, path, unknown, why, help, set_by=set_by, at_key=True, at_any_table=True)
            most = counter.most_counted(group, players)
            if most is not None:
                help = (
                    f"write {most[0] - 1} or less, or {help}" if most[0] > 1 else f"{help}; 0 would close `{self.group}` to all"
                )
                about = (self.group, *(place.name for place in group))
                least = range_of(bounds, at_most)[0]
                yield Bound(NEVER_BINDS, path, least is not None and least >= most[0], most[1], help, about=about)


NO_SUCH_COUNT = "SA507", "a limit for a number of players that there cannot be"


LIMITS = Mechanism("limits", after=("figures", "goods"), records=(LimitRecord,), limits=(OccupiedPlaces, PlayersAtPlace))
