"""The quantities of items that a seat owns: how many, their icons, their sets of symbols; with the items that bring them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import zip_longest

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Linker, Parts, Reader
from stoneage_rules.language.quantity import COUNT, QuantityKind
from stoneage_rules.language.reach import Bounds
from stoneage_rules.mechanics.item_supply import ItemSupply

Items = Callable[[State, int], tuple[int, ...]]
"""The items of a seat that are counted."""


def _items(state: State, seat: int) -> tuple[int, ...]:
    """Returns all items that a seat owns, open and face down."""
    owned, down = state.rules.zones_of(seat)
    return state.zones[owned] + state.zones[down]


def _open_items(state: State, seat: int) -> tuple[int, ...]:
    """Returns the items that a seat owns and that lie open."""
    return state.zones[state.rules.zones_of(seat)[0]]


COUNTED: Mapping[str, Reader] = {
    "open": lambda state, seat, n: len(_open_items(state, seat)),
    "face-down": lambda state, seat, n: state.face_down[seat],
}


def _meant(link: Linker, of: str) -> frozenset[int]:
    """Returns the items of a kind, or all copies of one item."""
    is_kind = of in link.ids("kind")
    items = enumerate(link.declared("item"))
    return frozenset(index for index, item in items if of == (item.kind if is_kind else item.shared_name))


def _owned(link: Linker, of: str, items: Items = _items) -> Reader:
    if of in COUNTED:
        return COUNTED[of]
    meant = _meant(link, of)
    return lambda state, seat, n: sum([item in meant for item in items(state, seat)])


def _owned_items(link: Linker, of: str) -> Parts | None:
    if of in COUNTED:
        return None
    meant = _meant(link, of)
    return lambda state, seat: [((state.rules.items[item].id,), 1) for item in _items(state, seat) if item in meant]


def _icons(link: Linker, of: str, items: Items = _items) -> Reader:
    def icons(state: State, seat: int, n: int) -> int:
        known = state.rules.items
        return sum([known[item].icons[of] for item in items(state, seat) if of in known[item].icons])

    return icons


def _items_with_icon(link: Linker, of: str) -> Parts:
    def parts(state: State, seat: int) -> list[tuple[tuple[str, ...], int]]:
        items = state.rules.items
        return [((items[item].id,), items[item].icons[of]) for item in _items(state, seat) if of in items[item].icons]

    return parts


SETS = "sets-squared"


def _symbols(link: Linker, of: str, items: Items = _items) -> Reader:
    if of != SETS:
        return lambda state, seat, n: sum([state.rules.items[item].symbol == of for item in items(state, seat)])

    def squared(state: State, seat: int, n: int) -> int:
        """Returns the sizes of sets squared: different symbols make a set, their duplicates a further one."""
        symbols = Counter(state.rules.items[item].symbol for item in items(state, seat))
        del symbols[None]
        levels = range(1, max(symbols.values(), default=0) + 1)
        return sum(sum(count >= level for count in symbols.values()) ** 2 for level in levels)

    return squared


def _items_with_symbol(link: Linker, of: str) -> Parts:
    if of == SETS:
        return _sets_of

    def parts(state: State, seat: int) -> list[tuple[tuple[str, ...], int]]:
        items = state.rules.items
        return [((items[item].id,), 1) for item in _items(state, seat) if items[item].symbol == of]

    return parts


def _sets_of(state: State, seat: int) -> list[tuple[tuple[str, ...], int]]:
    """Returns the sets of different symbols, each as its items with its size squared; the largest first."""
    rules = state.rules
    by_symbol: dict[str | None, list[str]] = {}
    for index in _items(state, seat):
        item = rules.items[index]
        by_symbol.setdefault(item.symbol, []).append(item.id)
    by_symbol.pop(None, None)
    sets = [tuple([id for id in items if id]) for items in zip_longest(*by_symbol.values())]
    return [(items, len(items) ** 2) for items in sets]


def _is_never_owned(bounds: Bounds, of: str) -> bool:
    supply = bounds.service(ItemSupply)
    kinds = {kind for kind, items in supply.items.items() if of in (item.shared_name for item in items)}
    return (supply.taken | supply.named_otherwise | COUNTED.keys()).isdisjoint({of, *kinds})


ITEM_COUNTS = (
    QuantityKind(
        "owned",
        "how many items of a kind the seat owns, or copies of one item; or of all kinds, those that lie open or face down",
        _owned,
        "item|kind",
        tuple(COUNTED),
        bind_open=partial(_owned, items=_open_items),
        parts=_owned_items,
        words={
            "": "the number of {of}s owned",
            **{word: f"the number of items that lie {word.replace('-', ' ')}" for word in COUNTED},
        },
        counts=(),
        is_never_got=_is_never_owned,
        span=lambda records, of: COUNT,
    ),
    QuantityKind(
        "icons",
        "how many icons of a profession stand on the seat's items",
        _icons,
        "icon",
        bind_open=partial(_icons, items=_open_items),
        parts=_items_with_icon,
        words="the number of {of} icons",
        counts=(),
        is_never_got=lambda bounds, of: of not in bounds.got,
        span=lambda records, of: COUNT,
    ),
    QuantityKind(
        "symbols",
        "the seat's sets of different symbols, each squared; or how many of its items show one symbol",
        _symbols,
        "symbol",
        (SETS,),
        bind_open=partial(_symbols, items=_open_items),
        parts=_items_with_symbol,
        words={"": "the number of {of} symbols", SETS: "the squares of the sets of symbols"},
        counts=("symbol",),
        is_never_got=lambda bounds, of: of != SETS and of not in bounds.got,
        span=lambda records, of: COUNT,
    ),
)
