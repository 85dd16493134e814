"""Changes of a state that move items; mechanisms find them in `operations`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stoneage_rules.kernel.dealt import arranged, counts_dealt
from stoneage_rules.kernel.notes import NOBODY, note, replaced

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["deal", "discard", "draw", "give_back", "keep", "lay", "lift_item", "own", "reveal", "slide", "uncover"]


def draw(state: State, zone: int, item: int) -> None:
    """Takes an item out of a zone."""
    left = [*state.zones[zone]]
    left.remove(item)
    state.zones = replaced(state.zones, zone, tuple(left))


def uncover(state: State, place: int) -> None:
    """Takes one from the items that lie face down on a place."""
    state.piles = replaced(state.piles, place, state.piles[place] - 1)


def lay(state: State, place: int, item: int) -> None:
    """Lays an item face up on a place; a ValueError if one lies there already."""
    if state.item_at[place] >= 0:
        rules = state.rules
        raise ValueError(
            f"{rules.items[state.item_at[place]].id} lies on {rules.places[place].id}, where {rules.items[item].id} is to lie"
        )
    state.item_at = replaced(state.item_at, place, item)
    state.closed_places &= ~(1 << place)
    note(state, "lay", NOBODY, place, item)


def lift_item(state: State, place: int) -> int:
    """Takes the item off a place and returns it; -1 if nothing lies there."""
    item = state.item_at[place]
    state.item_at = replaced(state.item_at, place, -1)
    state.closed_places |= 1 << place
    return item


def own(state: State, seat: int, item: int, face_down: bool = False) -> None:
    """Gives an item to a seat; face down, only its scoring part counts.

    Raises:
        ValueError: items of its kind are never owned face down: no verb adds the kind to `FACE_DOWN_TABLE`.
    """
    rules = state.rules
    if face_down:
        if rules.items[item].kind not in rules.secrets.zones:
            raise ValueError(f"{rules.items[item].id} cannot be owned face down: its kind is not in FACE_DOWN_TABLE")
        _join_owned(state, seat, item, face_down=True)
        state.face_down = replaced(state.face_down, seat, state.face_down[seat] + 1)
        note(state, "own-hidden", seat, rules.items[item].kind, item)
        return
    _own_open(state, seat, item)
    note(state, "own", seat, item)


def _join(state: State, zone: int, item: int) -> None:
    """Puts an item into a zone without order."""
    state.zones = replaced(state.zones, zone, tuple(sorted((*state.zones[zone], item))))


def _join_owned(state: State, seat: int, item: int, face_down: bool) -> None:
    """Puts an item among those of a seat, before those that are being dealt to it."""
    zone = state.rules.zones_of(seat)[face_down]
    if state.rules.dealers:
        items = arranged((item, *state.zones[zone]), counts_dealt(state, seat, face_down))
        state.zones = replaced(state.zones, zone, items)
    else:
        _join(state, zone, item)


def deal(state: State, seat: int, item: int, face_down: bool, dealt: int) -> None:
    """Deals an item to a seat that has been dealt some by the same deal: it joins them until `keep` or `give_back`."""
    rules = state.rules
    zone = rules.zones_of(seat)[face_down]
    items = state.zones[zone]
    start = len(items) - dealt
    state.zones = replaced(state.zones, zone, (*items[:start], *sorted((*items[start:], item))))
    if face_down:
        state.face_down = replaced(state.face_down, seat, state.face_down[seat] + 1)
        note(state, "own-hidden", seat, rules.items[item].kind, item)
    else:
        state.closed_places &= ~rules.owned_place_bits.get(item, 0)
        note(state, "deal", seat, item)


def keep(state: State, seat: int, items: tuple[int, ...], face_down: bool) -> None:
    """Has a seat keep items that have been dealt to it."""
    for item in items:
        draw(state, state.rules.zones_of(seat)[face_down], item)
    for item in items:
        if face_down:
            _join_owned(state, seat, item, face_down)
        else:
            _own_open(state, seat, item)
            note(state, "own", seat, item)


def _own_open(state: State, seat: int, item: int) -> None:
    rules = state.rules
    _join_owned(state, seat, item, face_down=False)
    if item in rules.later_use_bits:
        state.unspent = replaced(state.unspent, seat, state.unspent[seat] | rules.later_use_bits[item])
    if item in rules.owned_place_bits:
        state.closed_places &= ~rules.owned_place_bits[item]


def _refuse_dealt(state: State, seat: int, item: int, face_down: bool) -> None:
    """Refuses an item that is being dealt to a seat, of which nobody knows yet whether the seat keeps it."""
    count = sum(counts_dealt(state, seat, face_down))
    items = state.zones[state.rules.zones_of(seat)[face_down]]
    if item in items[len(items) - count :]:
        raise ValueError(f"{state.rules.items[item].id} is being dealt to seat {seat}, which has not chosen yet what it keeps")


def reveal(state: State, seat: int, item: int) -> None:
    """Turns up an item that a seat owns face down: it lies open before the seat from now on, and all see it.

    Raises:
        ValueError: the item is being dealt to the seat, which has not chosen yet.
    """
    _refuse_dealt(state, seat, item, face_down=True)
    draw(state, state.rules.zones_of(seat)[1], item)
    state.face_down = replaced(state.face_down, seat, state.face_down[seat] - 1)
    _own_open(state, seat, item)
    note(state, "reveal", seat, item)


def give_back(state: State, seat: int, item: int, zone: int, dealt: bool = False) -> None:
    """Takes an item from the seat that owns it, open or face down, and puts it into a zone of the content.

    A face-down item that returns to the zone from which its kind is drawn is seen by nobody else; otherwise all see it.

    Args:
        state: the state.
        seat: the seat that owns it.
        item: the item.
        zone: the zone of the content.
        dealt: whether it is one of those that are being dealt to the seat, and is not kept.

    Raises:
        ValueError: the item is being dealt to the seat, which has not chosen yet.
    """
    rules = state.rules
    owned, down = rules.zones_of(seat)
    if not dealt:
        _refuse_dealt(state, seat, item, item in state.zones[down])
    if item in state.zones[down]:
        draw(state, down, item)
        state.face_down = replaced(state.face_down, seat, state.face_down[seat] - 1)
        unseen = rules.secrets.zones[rules.items[item].kind] == zone
    else:
        draw(state, owned, item)
        unseen = False
        state.unspent = replaced(state.unspent, seat, state.unspent[seat] & ~rules.later_use_bits.get(item, 0))
        state.closed_places |= rules.owned_place_bits.get(item, 0)
    _lie_in(state, zone, item)
    if unseen:
        note(state, "give-back-hidden", seat, zone, rules.items[item].kind, item)
    else:
        note(state, "give-back", seat, zone, item)


def discard(state: State, zone: int, item: int) -> None:
    """Puts an item into a zone of the content: at the end of a queue, anywhere in a bag."""
    _lie_in(state, zone, item)
    note(state, "set-aside", NOBODY, zone, item)


def _lie_in(state: State, zone: int, item: int) -> None:
    if zone in state.rules.queues:
        state.zones = replaced(state.zones, zone, (*state.zones[zone], item))
    else:
        _join(state, zone, item)


def slide(state: State, spaces: tuple[int, ...]) -> None:
    """Moves items towards the first of the spaces as far as they go, keeping their order; those with figures stay."""
    spaces = tuple([place for place in spaces if not state.occupancy[place]])
    before = [(place, state.item_at[place]) for place in spaces if state.item_at[place] >= 0]
    for place in spaces:
        lift_item(state, place)
    for place, (from_, item) in zip(spaces, before, strict=False):
        state.item_at = replaced(state.item_at, place, item)
        state.closed_places &= ~(1 << place)
        if from_ != place:
            note(state, "slide", NOBODY, item, from_, place)
