"""Quantities: numbers that content reads from the game, for amounts, scoring lines and the tie-break.

In content `{ track = "..." }`: the key names the quantity, the text what it counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Linker, Reader

__all__ = ["QUANTITIES", "QuantityKind"]


@attrs.frozen
class QuantityKind:
    """One word for a quantity: what its text refers to, or which words it allows, and how it is bound."""

    name: str
    help: str
    bind: Callable[[Linker, str], Reader]
    refers_to: str | None = None
    choices: tuple[str, ...] = ()
    under: str = ""
    """The key whose effects alone can read it, because it is about what has just happened there."""
    of_items: bool = False
    """Whether that key is one of an item itself."""


def _track(link: Linker, of: str) -> Reader:
    track, width = link.index("track", of), len(link.ids("track"))
    return lambda state, seat, n: state.tracks[seat * width + track]


def _goods(link: Linker, of: str) -> Reader:
    goods, width = link.goods(of), len(link.ids("good"))
    return lambda state, seat, n: sum(state.goods[seat * width + good] for good in goods)


def _tools(link: Linker, of: str) -> Reader:
    if of == "value":
        return lambda state, seat, n: state.rules.kits.totals[state.kits[seat]]
    return lambda state, seat, n: state.rules.kits.counts[state.kits[seat]]


def _figures(link: Linker, of: str) -> Reader:
    if of == "all":
        return lambda state, seat, n: state.figures[seat]
    return lambda state, seat, n: state.home[seat]


def _owned(link: Linker, of: str) -> Reader:
    kind = link.index("kind", of)
    return lambda state, seat, n: sum(state.rules.items[item].kind == kind for item in _items(state, seat))


def _icons(link: Linker, of: str) -> Reader:
    return lambda state, seat, n: sum(state.rules.items[item].icons.get(of, 0) for item in _items(state, seat))


def _symbols(link: Linker, of: str) -> Reader:
    return lambda state, seat, n: _squared_sets(state, seat)


def _squared_sets(state: State, seat: int) -> int:
    """Different symbols make a set, their duplicates a further one; each set counts its size squared."""
    symbols = Counter(state.rules.items[item].symbol for item in _items(state, seat))
    del symbols[None]
    return sum(sum(count >= level for count in symbols.values()) ** 2 for level in range(1, max(symbols.values(), default=0) + 1))


def _paid(link: Linker, of: str) -> Reader:
    if of == "value":
        return lambda state, seat, n: state.rules.payment_values[n]
    return lambda state, seat, n: sum(state.rules.actions[n].data)


def _missing(link: Linker, of: str) -> Reader:
    return lambda state, seat, n: n


def _items(state: State, seat: int) -> tuple[int, ...]:
    """All that a seat owns, open and face down."""
    owned, down = state.rules.zones_of(seat)
    return state.zones[owned] + state.zones[down]


_ALL = (
    QuantityKind("track", "the seat's position on a track", _track, "track"),
    QuantityKind("goods", "how many goods of a group, or of one kind, the seat holds", _goods, "group:good|good"),
    QuantityKind("tools", "the total value of the seat's tools, or their number", _tools, None, ("value", "count")),
    QuantityKind("figures", "all figures of the seat, or those at home", _figures, None, ("all", "home")),
    QuantityKind("owned", "how many items of a kind the seat owns", _owned, "kind"),
    QuantityKind("icons", "how many icons of a profession stand on the seat's items", _icons, "icon"),
    QuantityKind("symbols", "the seat's sets of different symbols, each squared", _symbols, None, ("sets-squared",)),
    QuantityKind(
        "paid",
        "the value, or the number, of the goods paid for the item",
        _paid,
        None,
        ("value", "count"),
        under="effects",
        of_items=True,
    ),
    QuantityKind("missing", "what was missing when the seat starved", _missing, "good", under="starve"),
)

QUANTITIES: Mapping[str, QuantityKind] = {kind.name: kind for kind in _ALL}
