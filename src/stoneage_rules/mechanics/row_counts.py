"""The quantities of what lies open: empty spaces of a row, items on spaces."""

from __future__ import annotations

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Linker, Reader
from stoneage_rules.language.quantity import COUNT, QuantityKind, Records, Span


def _empty(link: Linker, of: str) -> Reader:
    row = next(row.record for row in link.declared("row") if row.name == of)
    spaces = [place for space in row.spaces for place in link.places(space)]

    def empty(state: State, seat: int, n: int) -> int:
        item_at = state.item_at
        return sum([item_at[space] < 0 for space in spaces])

    return empty


def _spaces(records: Records, of: str) -> Span:
    """Returns the range of the empty spaces of a row."""
    row = next(row.record for row in records.declared("row") if row.name == of)
    locations = [location for location in records.declared("location") if location.name in row.spaces]
    return 0, sum(len(location.record.place_ids(location.name, records.players)) for location in locations)


def _open(link: Linker, of: str) -> Reader:
    if of in link.ids("kind"):
        kind = link.index("kind", of)
        return lambda state, seat, n: sum([item >= 0 and state.rules.items[item].kind == kind for item in state.item_at])
    items = [index for index, item in enumerate(link.declared("item")) if item.shared_name == of]
    return lambda state, seat, n: sum([state.item_at.count(item) for item in items])


ROW_COUNTS = (
    QuantityKind(
        "empty",
        "how many spaces of a row are empty",
        _empty,
        "row",
        of_seat=False,
        span=_spaces,
        words="the number of empty spaces of {of}",
        counts=(),
    ),
    QuantityKind(
        "open",
        "how many items of a kind, or copies of an item, lie open on spaces",
        _open,
        "item|kind",
        of_seat=False,
        span=lambda records, of: COUNT,
        words="the number of {of} that lie open",
        counts=(),
    ),
)
