"""Conditions of content during a game: the rows of `if`, each a quantity with a range, all of which must hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.language.fields import Amount, Quantity, field
from stoneage_rules.language.quantity import range_of
from stoneage_rules.language.reach import Bound

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.state import State
    from stoneage_rules.language.binding import Effect, Held, Linker
    from stoneage_rules.language.phrases import Phrases
    from stoneage_rules.language.reach import Bounds
    from stoneage_rules.language.word import Verb

__all__ = [
    "RANGE_KEYS",
    "Conditional",
    "IfRow",
    "core",
    "gains_of",
    "if_field",
    "in_words",
    "is_by_round",
    "now_in_words",
    "obstacle_of",
    "points_of",
]


@attrs.frozen
class IfRow(Quantity):
    """One row of `if`: a quantity, and the range in which it must lie now.

    In TOML `{ track = "hunger", min = 3 }`, `{ goods = "food", max = 0 }` or `{ track = "hunger", every = 2 }`.
    """

    min: int | None = field("the smallest number for which it holds", default=None)
    max: int | None = field("the largest number for which it holds", default=None)
    every: int | None = field("it holds for the multiples of this number alone", default=None, least=2, most=99)

    def holds(self, number: int) -> bool:
        """Returns whether the row holds if its quantity is this number."""
        return (
            (self.min is None or number >= self.min)
            and (self.max is None or number <= self.max)
            and (self.every is None or number % self.every == 0)
        )

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        """Yields the bounds of the row, which asks for nothing if all numbers, or none, that there can be are in its range."""
        least, most = range_of(bounds, self)
        ends = f"{least} or more" if most is None else f"{most} or less" if least is None else f"{least} to {most}"
        why, set_by = f"the number is {ends}, whatever happens", (self.of,) if isinstance(self.of, str) else ()
        always = self.every is None and _is_within(self, least, most)
        yield Bound(ALWAYS, (), always, why, "delete the row, or write another range", set_by=set_by)
        for key, never in (
            ("min", self.min is not None and most is not None and self.min > most),
            ("max", self.max is not None and least is not None and self.max < least),
            ("every", not _has_multiple(self, least, most)),
        ):
            if getattr(self, key) is not None:
                yield Bound(NEVER, (key,), never, why, f"write a range within {ends}", set_by=set_by)

    def describe(self, phrases: Phrases) -> str:
        """Returns the row in words: `if the position on hunger is 3 or more`, `from round 3 on`."""
        own = phrases.linker.word("quantity", self.name).in_range(self) or self._compared(phrases)
        return own or f"if {phrases.amount(self)} is {' and '.join(self.range_in_words(phrases))}"

    def _compared(self, phrases: Phrases) -> str:
        """Returns a row about the difference of two numbers in words: `if A is not more than B`; empty if it is none."""
        than = COMPARED.get((self.min, self.max)) if self.every is None else None
        other = self.plus
        if (
            than is None
            or not isinstance(other, Quantity)
            or other != attrs.evolve(BARE, name=other.name, of=other.of, seats=other.seats)
        ):
            return ""
        first = IfRow(self.name, self.of, seats=self.seats, plus=other, min=self.min, max=self.max)
        if self != first:
            return ""
        return f"if {phrases.amount(attrs.evolve(self, plus=0))} is {than} {phrases.amount(attrs.evolve(other, times=1))}"

    @property
    def is_plain(self) -> bool:
        """True if it asks for the number as it is read, of the seat's own or of all seats, and computes nothing."""
        return self == IfRow(self.name, self.of, seats=self.seats, min=self.min, max=self.max, every=self.every)

    def range_in_words(self, phrases: Phrases) -> Iterator[str]:
        """Yields the range in words: `3 or more`, `3 to 5`, `5 or less`, `3`, `a multiple of 2`."""
        if self.min is not None and self.max is not None:
            yield str(self.min) if self.min == self.max else f"{self.min} to {self.max}"
        elif self.min is not None:
            yield f"{self.min} or more"
        elif self.max is not None:
            yield str(self.max) if self.max == range_of(phrases.linker, self)[0] else f"{self.max} or less"
        if self.every is not None:
            yield f"a multiple of {self.every}"


COMPARED = {(None, 0): "not more than", (None, -1): "less than", (0, None): "not less than", (1, None): "more than"}
"""The words for the range of a difference of two numbers."""
BARE = Quantity("count", 0, times=-1)
"""A number that is taken away as it is read."""
ALWAYS = "SA513", "a condition that always holds"
NEVER = "SA507", "a condition that can never hold"


def _is_within(row: IfRow, least: int | None, most: int | None) -> bool:
    """Returns whether all numbers between two ends, None where one is not known, are in the range of a row."""
    is_above = row.min is None or (least is not None and least >= row.min)
    return is_above and (row.max is None or (most is not None and most <= row.max))


def _has_multiple(row: IfRow, least: int | None, most: int | None) -> bool:
    """Returns whether there may be a multiple of `every` between two ends, None where one is not known, and in the range."""
    low = max((end for end in (least, row.min) if end is not None), default=None)
    high = min((end for end in (most, row.max) if end is not None), default=None)
    return row.every is None or low is None or high is None or -(-low // row.every) * row.every <= high


RANGE_KEYS = tuple(attribute.name for attribute in attrs.fields(IfRow) if attribute.name not in attrs.fields_dict(Quantity))
"""The keys of a row besides those of its quantity."""


def if_field(help: str) -> Any:
    """Returns the field of the key `if`, whose attribute is `if_`: rows that must all hold, none by default."""
    return field(help, default=(), silent_default=True)


def in_words(rows: Sequence[IfRow], phrases: Phrases) -> str:
    """Returns rows in words: `from round 3 on, and if the position on hunger is 3`."""
    return ", and ".join(row.describe(phrases) for row in rows)


def now_in_words(rows: Sequence[IfRow], phrases: Phrases, state: State, seat: int, n: int = 0) -> str:
    """Returns what the quantities of rows are now: `the position on hunger is 1`."""
    numbers = [f"{phrases.amount(row)} is {phrases.linker.open_quantity(row)(state, seat, n)}" for row in rows]
    return ", ".join(dict.fromkeys(numbers))


def is_by_round(link: Linker, quantity: Quantity) -> bool:
    """Returns whether a quantity changes with the round alone, and is the same for every seat."""
    amounts = (quantity.plus, quantity.at_least, quantity.at_most, quantity.else_, *quantity.rows)
    known: bool = link.word("quantity", quantity.name).by_round
    return known and all(is_by_round(link, amount) for amount in amounts if isinstance(amount, Quantity))


# --- effects with a condition -------------------------------------------------------------------------------------


@attrs.frozen
class Conditional(Described):
    """An effect that happens only while its condition holds; the effect itself can be seen in it."""

    held: Held
    effect: Effect

    @property
    def lists(self) -> Sequence[int]:
        """The nodes at which the effect's own lists start, if it has any."""
        lists: Sequence[int] = getattr(self.effect, "lists", ())
        return lists

    def __call__(self, state: State, seat: int, place: int, n: int) -> None:
        if self.held(state, seat, n):
            self.effect(state, seat, place, n)


def core(effect: Effect) -> Effect:
    """Returns an effect without its condition."""
    return effect.effect if isinstance(effect, Conditional) else effect


def gains_of(effect: Verb, link: Linker) -> tuple[tuple[int, ...], ...] | None:
    """Returns the goods that an effect can bring (`Verb.gains`); None if it has a condition, and so may bring nothing."""
    return None if effect.if_ else effect.gains(link)


def points_of(effect: Verb) -> Amount | None:
    """Returns the points that an effect scores at once (`Verb.scores`); None if they depend on its condition."""
    scores = effect.scores()
    return None if effect.if_ and scores else scores


def obstacle_of(effect: Verb, state: Position, seat: int, place: int) -> str:
    """Returns the obstacle to an effect of a place now (`Verb.obstacle`), or that its condition does not hold."""
    rules: Any = state.rules
    figures = state.placed[place * rules.players + seat]
    if not all(row.holds(rules.linker.open_quantity(row)(state, seat, figures)) for row in effect.if_):
        return "its condition does not hold now"
    return effect.obstacle(state, seat, place)
