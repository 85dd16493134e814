"""Limits by player count: how many places of a group, how many players at a place.

The numbers are content; a limit here is a counter with its number for this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import attrs

from stoneage_rules.kernel.legality import Shortfall
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import MOST_PLAYERS, Declared, Held, Linker, Reader
from stoneage_rules.language.events import Mechanism
from stoneage_rules.language.fields import Amount, field, required, required_if
from stoneage_rules.language.quantity import IfRow, Span, if_field, in_words, now_in_words, range_of, without_end
from stoneage_rules.language.reach import NEVER_BINDS, Bound, Bounds, Clash, Named
from stoneage_rules.language.word import ContentRecord
from stoneage_rules.mechanics.placement_checks import PLACEMENT_CHECKS, PlaceCheck
from stoneage_rules.telling.phrases import Phrases
from stoneage_rules.text import counted

MOST = 99
"""The highest number of a limit."""
NONE_MAY = "nobody may place there"


def _numbers_of(span: Span) -> range:
    """Returns the numbers that a limit can have; those without an end are refused by `clashes`."""
    least, most = (min(MOST, max(0, end or 0)) for end in span)
    return range(min(least, most), most + 1)


@attrs.frozen
class Limit:
    """A limit that applies at this table.

    `group` are the bits of the places it counts; `at_most` is the number for this player count.
    """

    counts: ClassVar[str]
    """The word of content for what is counted."""
    counts_figures: ClassVar[bool] = False
    """True if it depends on the number of figures how much of the limit a placement takes: then `room` says how many may come."""

    id: str
    record: tuple[str, str]
    group: int
    group_name: str
    at_most: int

    @classmethod
    def most_counted(cls, group: Sequence[Named], players: int) -> tuple[int, str] | None:
        """Returns the highest number that the counter can come to without a limit, and why; None if it is not known.

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
        """Returns what would be needed, and what is."""
        raise NotImplementedError


@attrs.frozen
class OccupiedPlaces(Limit):
    """At most so many places of the group have figures in a round."""

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
            f"with {state.rules.players} players {number} of the {self.group_name} {are} occupied",
            f"{names} already {'is' if occupied.bit_count() == 1 else 'are'}" if names else NONE_MAY,
        )


@attrs.frozen
class PlayersAtPlace(Limit):
    """At most so many different players have figures on each place of the group."""

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
        number = f"at most {self.at_most} of them place" if self.at_most else "none of them places"
        return (
            f"with {state.rules.players} players {number} on {place.id}",
            f"seat{'s' * (len(there) != 1)} {' and '.join(map(str, there))} already did" if there else NONE_MAY,
        )


class PlaceLimited(PlaceCheck):
    """A limit of the content, by player count."""

    name = "placement.limit"

    def __init__(
        self,
        limits: Mapping[int, Limit],
        read: Reader | None,
        guard: Callable[[Callable[..., Any]], Callable[..., Any]],
        held: Held | None = None,
        rows: Sequence[IfRow] = (),
    ) -> None:
        """Makes the check of one record.

        Args:
            limits: the limit with each number that it can have: one, or several of which `read` says which one counts.
            read: the number, if it is read from the game.
            guard: what names the plugin in whatever a limit raises.
            held: the compiled rows of `if`, if there are any.
            rows: these rows as content has them.
        """
        self.rows = rows
        self.limit = limit = next(iter(limits.values()))
        self.changes = held is not None or read is not None
        self.counts_on = limit.group if limit.counts_figures else 0
        calls = [{number: guard(call(limit)) for number, limit in limits.items()} for call in CALLS]
        closed, room, self.tell_limit = (one[limit.at_most] if read is None else _read(read, one) for one in calls)
        if held is not None:
            closed, room = _while_held(held, closed, lambda *_: 0), _while_held(held, room, lambda state, seat, place: place.most)
        self.closed, self.room = closed, room  # type: ignore[method-assign]

    def tell(self, state: State, seat: int, place: Place) -> Shortfall:
        needed, found = self.tell_limit(state, seat, place)
        if self.rows:
            phrases = state.rules.service(Phrases)
            needed += f" {in_words(self.rows, phrases)}"
            found += f", and {now_in_words(self.rows, phrases, state, seat)}"
        return Shortfall(self.name, needed, found, self.limit.record)


CALLS: Sequence[Callable[[Limit], Callable[..., Any]]] = (
    lambda limit: limit.closed, lambda limit: limit.room, lambda limit: limit.tell,
)  # fmt: skip
"""The functions of a limit that a check asks."""


def _read(read: Reader, calls: Mapping[int, Callable[..., Any]]) -> Callable[..., Any]:
    """Returns a function of a state, a seat and perhaps a place that is that of the limit with the number of now."""
    return lambda state, seat, *place: calls[max(0, read(state, seat, 0))](state, seat, *place)


def _while_held(held: Held, limited: Callable[..., int], free: Callable[..., int]) -> Callable[..., int]:
    """Returns a function of a state, a seat and perhaps a place that is limited only while a condition holds."""
    return lambda state, seat, *place: (limited if held(state, seat, 0) else free)(state, seat, *place)


@attrs.frozen
class LimitRecord(ContentRecord):
    """A limit on placements, by player count."""

    table = "limit"
    own_checks = (PlaceLimited,)

    counts: str = field("what is counted", refers_to="counter")
    group: str = field("the group of locations", refers_to="group:location")
    at_most: Mapping[int, Amount] = field(
        "the number by player count; a count that is not named has no limit",
        least=0, most=MOST, keys=(1, MOST_PLAYERS), not_empty=True, elsewhere="write it by player count: `{ 2 = 2 }`",
    )  # fmt: skip
    if_: tuple[IfRow, ...] = if_field("it applies to a seat only while every row holds")

    def bind(self, link: Linker, declared: Declared) -> None:
        if link.players not in self.at_most:
            return
        group = sum(1 << place for place in link.places(self.group))
        word, kind = f"counter {self.counts}", link.word("counter", self.counts)
        record = declared.kind, declared.name
        amount = self.at_most[link.players]
        make = link.guard(partial(kind, declared.name, record, group, self.group), word)
        limits: dict[int, Limit] = {number: make(number) for number in _numbers_of(link.range_of(amount))}
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


MECHANISM = Mechanism("limits", after=("figures", "goods"), records=(LimitRecord,), limits=(OccupiedPlaces, PlayersAtPlace))
