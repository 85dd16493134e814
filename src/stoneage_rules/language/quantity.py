"""Quantities: words for numbers that content reads from the game, as in `{ track = "..." }`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.reach import Bound

if TYPE_CHECKING:
    from stoneage_rules.language.binding import Linker, Parts, Reader
    from stoneage_rules.language.reach import Bounds

__all__ = ["QuantityKind", "at_least_zero"]


def at_least_zero(link: Linker, amount: Amount) -> Reader:
    """Compiles a number or quantity to a function that never returns less than 0.

    Numbers are checked when content is loaded; a plugin's quantity has a value only during a game.
    """
    reader = link.amount(amount)
    if not isinstance(amount, Quantity):
        return reader
    return lambda state, seat, n: max(0, reader(state, seat, n))


@attrs.frozen
class QuantityKind(Described):
    """A word for a number read from the game, such as `track` in `{ track = "..." }`; the text names what is counted."""

    name: str
    help: str
    bind: Callable[[Linker, str], Reader]
    refers_to: str | None = None
    choices: tuple[str, ...] = ()
    under: str = ""
    """The only key whose effects can read it, because it refers to what has just happened there."""
    of_items: bool = False
    """True if that key must belong to an item itself."""
    words: str = "{name} of {of}"
    """The template of its description: `{name}` is the quantity, `{of}` is what it counts."""
    counts: Collection[str] | None = None
    """The kinds of record of which it counts all, besides the one that it refers to; None if unknown."""
    is_never_got: Callable[[Bounds, str], bool] = lambda bounds, of: False
    """Returns whether no seat can ever get what it counts, so that it is always 0."""
    parts: Callable[[Linker, str], Parts] | None = None
    """Compiles what brings the quantity, item by item or good by good, for score sheets; None if that cannot be told."""
    brought_by: str = ""
    """An example of content that brings it, with `{id}` in place of what is counted."""

    def reach(self, bounds: Bounds, of: str) -> Iterator[Bound]:
        """Yields the bound of a quantity that counts `of`."""
        members = bounds.group((self.refers_to or "").rpartition("|")[2], of)
        idle, why = self.is_never_got(bounds, of), f"nobody ever gets anything of `{of}`"
        help = f"{self.brought_by.format(id=of) or 'let something bring it'}, or count something else here"
        yield Bound(("SA517", "a number that is always 0"), (self.name,), idle, why, help, about=(of, *members))
