"""Quantities: words for numbers that content reads from the game, as in `{ track = "..." }`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.reach import never_got

if TYPE_CHECKING:
    from stoneage_rules.language.binding import Linker, Reader
    from stoneage_rules.language.reach import Bound, Bounds

__all__ = ["QuantityKind", "at_least_zero"]


def at_least_zero(link: Linker, amount: Amount) -> Reader:
    """Returns a number or quantity as a function that never gives less than 0.

    Numbers are bounded when content is loaded; a plugin's quantity is known in the game alone.
    """
    reader = link.amount(amount)
    if not isinstance(amount, Quantity):
        return reader
    return lambda state, seat, n: max(0, reader(state, seat, n))


@attrs.frozen
class QuantityKind:
    """One word for a number read from the game, as in `{ track = "..." }`: the key is the word, the text says what is counted."""

    name: str
    help: str
    bind: Callable[[Linker, str], Reader]
    refers_to: str | None = None
    choices: tuple[str, ...] = ()
    under: str = ""
    """The key whose effects alone can read it, because it is about what has just happened there."""
    of_items: bool = False
    """True if that key is one of an item itself."""
    words: str = "{name} of {of}"
    """The text that describes it: `{name}` stands for the quantity, `{of}` for what is counted."""
    counts: Collection[str] | None = None
    """The kinds of record all of which it counts, besides the one that it refers to; None if nobody knows."""
    is_never_got: Callable[[Bounds, str], bool] = lambda bounds, of: False
    """Tells if nobody ever gets anything of what it counts, so that it is always 0."""
    brought_by: str = ""
    """How something could bring it, as an example with `{id}` in the place of what is counted."""

    def reach(self, bounds: Bounds, of: str) -> Iterator[Bound]:
        """Yields the bound of one such quantity, which counts `of`."""
        members = bounds.group((self.refers_to or "").rpartition("|")[2], of)
        yield never_got(self.name, of, members, self.is_never_got(bounds, of), self.brought_by.format(id=of))
