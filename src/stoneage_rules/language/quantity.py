"""Quantities: words for numbers that content reads from the game, as in `{ track = "..." }`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.reach import Bound, Clash

if TYPE_CHECKING:
    from stoneage_rules.language.binding import Declared, Linker, Parts, Reader
    from stoneage_rules.language.condition import IfRow
    from stoneage_rules.language.reach import Bounds

__all__ = ["COUNT", "QuantityKind", "Records", "Span", "at_least_zero", "constant", "divided", "range_of", "without_end"]

Span = tuple[int | None, int | None]
"""The least and the most that a number can be; None where that is not known."""
COUNT: Span = 0, None
"""The range of a count without a known end."""


class Records(Protocol):
    """The content of a table as ranges depend on it: compiled, or only read."""

    @property
    def players(self) -> int:
        """The player count."""

    def declared(self, kind: str) -> Sequence[Declared]:
        """Returns the records of a kind."""

    def word(self, sort: str, name: str) -> Any:
        """Returns the object registered for a word of some sort."""


def range_of(records: Records, amount: Amount) -> Span:
    """Returns the least and the most that a number or quantity can be during a game; None where that is not known."""
    if not isinstance(amount, Quantity):
        return amount, amount
    least, most = records.word("quantity", amount.name).span(records, amount.of)
    if amount.seats in ("all", "others"):
        seats = records.players - (amount.seats == "others")
        least, most = _times(least, seats), _times(most, seats)
    least, most = _times(least, amount.times), _times(most, amount.times)
    least, most = (most, least) if amount.times < 0 else (least, most)
    more = range_of(records, amount.plus)
    least, most = _plus(least, more[0]), _plus(most, more[1])
    if amount.divide != 1:
        least, most = (None if end is None else divided(end, amount) for end in (least, most))
    if amount.at_least is not None:
        low = range_of(records, amount.at_least)
        least, most = _known(max, least, low[0]), _both(max, most, low[1])
    if amount.at_most is not None:
        high = range_of(records, amount.at_most)
        least, most = _both(min, least, high[0]), _known(min, most, high[1])
    if amount.if_:
        other = range_of(records, amount.else_)
        least, most = _both(min, least, other[0]), _both(max, most, other[1])
    return least, most


def constant(bounds: Bounds, quantity: Quantity) -> Iterator[Bound]:
    """Yields the bound of a quantity that its keys leave only one number; a plain number is one on purpose."""
    least, most = range_of(bounds, quantity)
    if isinstance(quantity.of, str) and type(quantity) is Quantity:
        idle, help = least is not None and least == most, "write the number itself, or change the keys beside it"
        sort = "SA517", "a number that is always the same"
        yield Bound(sort, (), idle, f"this is always {least}", help, set_by=(quantity.of,))


def without_end(bounds: Bounds, key: str, amount: Amount, most: int) -> Iterator[Clash]:
    """Yields a clash for a quantity that can be more than what is listed before the game begins.

    Args:
        bounds: the content of the table.
        key: the key of the amount.
        amount: a number, which is bounded by its field, or a quantity.
        most: the largest number that can be listed.
    """
    end = range_of(bounds, amount)[1]
    if isinstance(amount, Quantity) and (end is None or end > most):
        why = f"this can be any number; {most} is the most" if end is None else f"this can be {end}; {most} is the most"
        title = "a quantity that can be more than a game can list"
        yield Clash("SA211", title, (key,), why, f"add `at_most = {most}` or less")


def divided(number: int, quantity: Quantity) -> int:
    """Returns a number divided as a quantity says."""
    return -(-number // quantity.divide) if quantity.rounded == "up" else number // quantity.divide


def _times(number: int | None, times: int) -> int | None:
    return None if number is None else number * times


def _plus(number: int | None, more: int | None) -> int | None:
    return None if number is None or more is None else number + more


def _both(choose: Callable[[int, int], int], number: int | None, other: int | None) -> int | None:
    """Returns the choice of two ends, which are both needed."""
    return None if number is None or other is None else choose(number, other)


def _known(choose: Callable[[int, int], int], number: int | None, other: int | None) -> int | None:
    """Returns the choice of those of two ends that are known."""
    return other if number is None else number if other is None else choose(number, other)


def at_least_zero(link: Linker, amount: Amount) -> Reader:
    """Compiles a number or quantity to a function that never returns less than 0."""
    reader, (least, _) = link.amount(amount), link.range_of(amount)
    if least is not None and least >= 0:
        return reader
    return lambda state, seat, n: max(0, reader(state, seat, n))


@attrs.frozen(eq=False)
class QuantityKind(Described):
    """A word for a number read from the game, such as `track` in `{ track = "..." }`; the text names what is counted."""

    name: str
    help: str
    bind: Callable[[Linker, Any], Reader]
    """Compiles what stands behind the word to a function: a text or number; if it `takes` a quantity, the whole quantity."""
    refers_to: str | None = None
    """The kinds of record whose ids can stand behind it; `item` stands for items of all kinds."""
    choices: tuple[str, ...] = ()
    """The words of its own that can stand behind it."""
    under: str = ""
    """The only key whose effects can read it, because it refers to what has just happened there."""
    of_items: bool = False
    """True if that key must belong to an item itself."""
    words: str | Mapping[str, str] = "{name} of {of}"
    """The template of its description: `{name}` is the quantity, `{of}` is what it counts.  If words of its own can stand
    behind it, there may be a template for each of them; that of the empty text is for all else."""
    counts: Collection[str] | None = None
    """The kinds of record of which it counts all, besides the one that it refers to; None if unknown."""
    is_never_got: Callable[[Bounds, str], bool] = lambda bounds, of: False
    """Returns whether no seat can ever get what it counts, so that it is always 0."""
    parts: Callable[[Linker, str], Parts | None] | None = None
    """Compiles what brings the quantity, item by item or good by good, for score sheets; None if that cannot be told."""
    keys: tuple[str, ...] = ()
    """The keys that this word alone has, of those in `ONE_WORD`."""
    belongs: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """By word behind it, the contexts of effects that alone know it; words that every place knows are left out."""
    bind_open: Callable[[Linker, Any], Reader] | None = None
    """Compiles it without what lies face down, for all but final scoring; None if nothing of it is ever face down."""
    takes: type = str
    """The type of what stands behind the word: a text, a whole number (`int`), or a nested quantity (`Quantity`)."""
    by_round: bool = False
    """True if the number changes with the round alone, and is the same for every seat."""
    of_seat: bool = True
    """False if the number is the same for every seat, so that seats cannot be compared by it."""
    span: Callable[[Records, Any], Span] = lambda records, of: (None, None)
    """Returns the least and the most that the number of a seat can be, None where that is not known."""
    in_range: Callable[[IfRow], str] = lambda row: ""
    """Returns a row of `if` that reads the quantity in words, as in `from round 3 on`; empty for the usual words."""
    brought_by: str = ""
    """An example of content that brings it, with `{id}` in place of what is counted."""

    def describe(self, of: object) -> str:
        """Returns the number that it reads of `of`, which is in words already: `the number of wood`."""
        words = self.words if isinstance(self.words, str) else self.words.get(str(of), self.words[""])
        return words.format(name=self.name, of=of)

    def reach(self, bounds: Bounds, of: Any) -> Iterator[Bound]:
        """Yields the bound of a quantity that counts `of`."""
        if type(of) is not str:
            return
        members = bounds.group((self.refers_to or "").rpartition("|")[2], of)
        idle, why = self.is_never_got(bounds, of), f"nobody ever gets anything of `{of}`"
        help = f"{self.brought_by.format(id=of) or 'let something bring it'}, or count something else here"
        yield Bound(("SA517", "a number that is always 0"), (self.name,), idle, why, help, about=(of, *members))
