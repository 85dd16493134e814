"""Every change of a state; each notes an event."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from stoneage_rules.language.binding import MOST

if TYPE_CHECKING:
    from stoneage_rules.kernel.frames import FrameTuple
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.state import State

# --- notes --------------------------------------------------------------------------------------------------------
#
# Helpers of operations: `note` records an event, `replaced` changes one value of a tuple.


NOBODY = -1
"""The seat in events that no seat in particular causes, and the viewer who has no seat."""

Value = TypeVar("Value")


def note(state: State, name: str, seat: int | None, *values: int | str | tuple[int | str, ...]) -> None:
    """Notes an event, if the state listens; the seat is None or -1 if there is none.

    Raises:
        TypeError: the seat is no number.
    """
    if state._noted is not None:
        who = NOBODY if seat is None else seat
        if type(who) is not int and not hasattr(who, "__index__"):
            raise TypeError(f"the seat of the event `{name}` is a whole number or None, not {who!r}")
        state._noted.append((name, who, *values))


def replaced(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    """Returns the values with one replaced; copies of a state share the unchanged ones."""
    changed = [*values]
    changed[index] = value
    return tuple(changed)


# --- goods operations ---------------------------------------------------------------------------------------------
#
# Changes of a state that move goods.


MOST_IN_BYTE = 255
"""The most of a good that a state holds in a byte; if a seat has more, the goods become a list."""


def gain(state: State, seat: int, good: int, count: int) -> None:
    """Adds goods from the supply, never fewer than 0; of a good that can run out, no more than are left."""
    if count < 0:
        raise ValueError(f"{count} {state.rules.goods[good]} cannot be gained; `pay` and `lose_goods` take goods away")
    if state.rules.supplies is not None:
        count = min(count, left_in_supply(state, good))
    spot = seat * len(state.rules.goods) + good
    held = state.goods[spot] + count
    if held > MOST_IN_BYTE:
        count = _add(state, spot, count)
    else:
        state.goods[spot] = held
    if count and state._noted is not None:
        state._noted.append(("gain", seat, good, count))


def gain_goods(state: State, seat: int, amounts: tuple[int, ...]) -> None:
    """Adds goods from the supply, one amount per good."""
    for good, amount in enumerate(amounts):
        if amount:
            gain(state, seat, good, amount)


def left_in_supply(state: State, good: int) -> int:
    """Returns the number of a good that no seat holds; `sys.maxsize` if it never runs out."""
    supplies = state.rules.supplies
    if supplies is None or supplies[good] < 0:
        return sys.maxsize
    return supplies[good] - sum(state.goods[good :: len(state.rules.goods)])


def spend(state: State, seat: int, amounts: tuple[int, ...], told: tuple[int, ...] = ()) -> None:
    """Returns goods to the supply, one amount per good, never more than is held; `told` is the bill, if it differs."""
    for spot, amount in enumerate(amounts, seat * len(amounts)):
        if amount:
            _take(state, spot, amount)
    if state._noted is not None and any(told or amounts):
        state._noted.append(("spend", seat, told or amounts))


def pay(state: State, seat: int, good: int, count: int) -> None:
    """Returns some of one good to the supply, never more than is held."""
    if count:
        width = len(state.rules.goods)
        _take(state, seat * width + good, count)
        if state._noted is not None:
            state._noted.append(("spend", seat, tuple([count if other == good else 0 for other in range(width)])))


def _take(state: State, spot: int, count: int) -> None:
    left = state.goods[spot] - count
    if left < 0 or count < 0:
        seat, good = divmod(spot, len(state.rules.goods))
        raise ValueError(f"seat {seat} has {state.goods[spot]} {state.rules.goods[good]} and cannot spend {count}")
    state.goods[spot] = left


def lose_goods(state: State, seat: int, amounts: tuple[int, ...], to: int = -1) -> None:
    """Takes goods from a seat, at most those that it holds, one amount per good: to the supply, or to another seat."""
    width = len(amounts)
    taken = tuple([min(amount, state.goods[seat * width + good]) for good, amount in enumerate(amounts)])
    for good, amount in enumerate(taken):
        state.goods[seat * width + good] -= amount
        if to >= 0:
            _add(state, to * width + good, amount)
    if any(taken):
        note(state, "loss", seat, taken, to)


def _add(state: State, spot: int, count: int) -> int:
    """Adds to a number of goods, up to a thousand million; returns how many were added."""
    if state.goods[spot] + count > MOST_IN_BYTE:
        state.goods = [*state.goods]
        count = min(count, MOST - state.goods[spot])
    state.goods[spot] += count
    return count


# --- dealt --------------------------------------------------------------------------------------------------------
# Items that a seat is being dealt: its last ones, open or face down, until it has chosen which to keep.
#
# The items before them and they themselves are each in the order of content; how many there are is a number of the frame that
# deals, known to all.


def counts_dealt(position: Position, seat: int, face_down: bool, above: int = 0) -> tuple[int, ...]:
    """Returns how many items each frame is dealing to a seat, of those on the stack from a depth on, the lowest first."""
    dealers, handlers = position.rules._dealers, position.rules.handlers
    if not dealers:
        return ()
    deals = [handlers[frame[0]].dealt(frame) for frame in position.stack[above:] if frame[1] == seat and frame[0] in dealers]
    return tuple([count for is_down, count in deals if is_down == face_down])


def arranged(numbers: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    """Returns numbers in their order, the last ones by themselves: as many as each of the counts says."""
    end, parts = len(numbers), []
    for count in reversed(counts):
        parts.append(sorted(numbers[max(0, end - count) : end]))
        end = max(0, end - count)
    return (*sorted(numbers[:end]), *(number for part in reversed(parts) for number in part))


# --- item operations ----------------------------------------------------------------------------------------------
#
# Changes of a state that move items.


def draw(state: State, zone: int, item: int) -> None:
    """Takes an item out of a zone."""
    left = [*state.zones[zone]]
    left.remove(item)
    state.zones = replaced(state.zones, zone, tuple(left))


def uncover(state: State, place: int) -> None:
    """Takes one of the face-down items on a place."""
    state.piles = replaced(state.piles, place, state.piles[place] - 1)


def lay(state: State, place: int, item: int) -> None:
    """Lays an item face up on a place; a ValueError if there is one already."""
    if state.item_at[place] >= 0:
        rules = state.rules
        raise ValueError(
            f"{rules.items[state.item_at[place]].id} lies on {rules.places[place].id}, where {rules.items[item].id} is to lie"
        )
    state.item_at = replaced(state.item_at, place, item)
    state._closed_places &= ~(1 << place)
    note(state, "lay", NOBODY, place, item)


def lift_item(state: State, place: int) -> int:
    """Takes the item off a place and returns it; -1 if there is none."""
    item = state.item_at[place]
    state.item_at = replaced(state.item_at, place, -1)
    state._closed_places |= 1 << place
    return item


def own(state: State, seat: int, item: int, face_down: bool = False) -> None:
    """Gives an item to a seat; face down, only its scoring part counts.

    Raises:
        ValueError: items of its kind are never owned face down: no verb adds the kind to `FACE_DOWN_TABLE`.
    """
    rules = state.rules
    if face_down:
        if rules.items[item].kind not in rules._secrets.zones:
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
    if state.rules._dealers:
        items = arranged((item, *state.zones[zone]), counts_dealt(state, seat, face_down))
        state.zones = replaced(state.zones, zone, items)
    else:
        _join(state, zone, item)


def deal(state: State, seat: int, item: int, face_down: bool, dealt: int) -> None:
    """Deals an item to a seat: it joins the others of the same deal until `keep` or `give_back`."""
    rules = state.rules
    zone = rules.zones_of(seat)[face_down]
    items = state.zones[zone]
    start = len(items) - dealt
    state.zones = replaced(state.zones, zone, (*items[:start], *sorted((*items[start:], item))))
    if face_down:
        state.face_down = replaced(state.face_down, seat, state.face_down[seat] + 1)
        note(state, "own-hidden", seat, rules.items[item].kind, item)
    else:
        state._closed_places &= ~rules._owned_place_bits.get(item, 0)
        note(state, "deal", seat, item)


def keep(state: State, seat: int, items: tuple[int, ...], face_down: bool) -> None:
    """Lets a seat keep items that were dealt to it."""
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
    if item in rules._owned_place_bits:
        state._closed_places &= ~rules._owned_place_bits[item]


def _refuse_dealt(state: State, seat: int, item: int, face_down: bool) -> None:
    """Refuses an item that is being dealt to a seat: the seat has not yet chosen whether to keep it."""
    count = sum(counts_dealt(state, seat, face_down))
    items = state.zones[state.rules.zones_of(seat)[face_down]]
    if item in items[len(items) - count :]:
        raise ValueError(f"{state.rules.items[item].id} is being dealt to seat {seat}, which has not chosen yet what it keeps")


def reveal(state: State, seat: int, item: int) -> None:
    """Turns up an item that a seat owns face down: it is open from now on, and all see it.

    Raises:
        ValueError: the item is being dealt to the seat, which has not chosen yet.
    """
    _refuse_dealt(state, seat, item, face_down=True)
    draw(state, state.rules.zones_of(seat)[1], item)
    state.face_down = replaced(state.face_down, seat, state.face_down[seat] - 1)
    _own_open(state, seat, item)
    note(state, "reveal", seat, item)


def give_back(state: State, seat: int, item: int, zone: int, dealt: bool = False) -> None:
    """Moves an item from its owner, open or face down, into a zone of the content.

    A face-down item that returns to the zone that its kind is drawn from is seen by nobody else; otherwise all see it.

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
        unseen = rules._secrets.zones[rules.items[item].kind] == zone
    else:
        draw(state, owned, item)
        unseen = False
        state.unspent = replaced(state.unspent, seat, state.unspent[seat] & ~rules.later_use_bits.get(item, 0))
        state._closed_places |= rules._owned_place_bits.get(item, 0)
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
    """Moves items towards the first of the spaces as far as possible, in order; those with figures stay."""
    spaces = tuple([place for place in spaces if not state.occupancy[place]])
    before = [(place, state.item_at[place]) for place in spaces if state.item_at[place] >= 0]
    for place in spaces:
        lift_item(state, place)
    for place, (from_, item) in zip(spaces, before, strict=False):
        state.item_at = replaced(state.item_at, place, item)
        state._closed_places &= ~(1 << place)
        if from_ != place:
            note(state, "slide", NOBODY, item, from_, place)


# --- operations ---------------------------------------------------------------------------------------------------
#
# Every change that a step of the game makes to a state.
#
# Verbs and frames change a state through these functions alone; each notes an event when somebody listens.


__all__ = [
    "add_figure", "add_tool", "advance", "change_waiting", "come_home", "deal", "discard", "draw", "end_waiting", "gain",
    "gain_goods", "give_back", "give_mark", "go_back", "keep", "lay", "left_in_supply", "lift", "lift_item", "lose_figures",
    "lose_goods", "lose_tool", "mark", "note", "own", "pass_first", "pass_first_to", "pay", "put", "refresh", "reveal", "score",
    "set_aside", "set_track", "settle", "slide", "spend", "spend_tools", "spend_uses", "start_phase", "uncover", "unmark",
]  # fmt: skip

# --- figures --------------------------------------------------------------------------------------------------


def put(state: State, seat: int, place: int, count: int) -> None:
    """Puts figures from home onto a place, and leaves the place's marks on the seat; a ValueError if too few are at home."""
    spot, bit, there = state.rules.places[place], 1 << place, state.occupancy[place] + count
    home = state.at_home[seat] - count
    if home < 0:
        raise ValueError(f"seat {seat} has {state.at_home[seat]} figures at home and cannot place {count}")
    state.at_home[seat] = home
    state.placed[place * state.rules.players + seat] += count
    state.occupancy[place] = there
    state.occupied_by = replaced(state.occupied_by, seat, state.occupied_by[seat] | bit)
    if there >= spot.room:
        state._full_places |= bit
    if spot.marks:
        mark(state, seat, spot.marks)
    if state._noted is not None:
        state._noted.append(("put", seat, place, count))


def lift(state: State, seat: int, place: int) -> int:
    """Takes a seat's figures from a place back home; returns how many."""
    spot, others = place * state.rules.players + seat, ~(1 << place)
    count, state.placed[spot] = state.placed[spot], 0
    state.occupancy[place] -= count
    state.at_home[seat] += count
    state.occupied_by = replaced(state.occupied_by, seat, state.occupied_by[seat] & others)
    state._full_places &= others
    return count


def come_home(state: State, seat: int, place: int) -> None:
    """Takes a seat's figures from a place back home without acting, if there are any."""
    if state.occupied_by[seat] >> place & 1:
        note(state, "come-home", seat, place, lift(state, seat, place))


def add_figure(state: State, seat: int, count: int) -> None:
    """Adds figures from the general supply, at home, as many as the colour still has."""
    count = min(count, state.rules.most_figures - state.figures[seat])
    state.figures = replaced(state.figures, seat, state.figures[seat] + count)
    state.at_home[seat] += count
    note(state, "figure", seat, count)


def lose_figures(state: State, seat: int, count: int) -> None:
    """Removes figures at home from the game, as many as there are; a colour keeps its last figure."""
    count = min(count, state.at_home[seat], state.figures[seat] - 1)
    if count > 0:
        state.figures = replaced(state.figures, seat, state.figures[seat] - count)
        state.at_home[seat] -= count
        note(state, "lose-figures", seat, count)


# --- tracks, points, marks ---------------------------------------------------------------------------------------


def advance(state: State, seat: int, track: int, steps: int) -> None:
    """Moves a marker forward on a track, never back; steps beyond its end are lost."""
    rules = state.rules
    if steps < 0:
        raise ValueError(f"a marker is not moved on by {steps}; `go_back` moves it back")
    spot = seat * len(rules.tracks) + track
    before = state.tracks[spot]
    after = min(before + steps, rules.track_tops[track])
    if track in rules.shared_tracks:
        _put_shared(state, track, after)
    else:
        state.tracks = replaced(state.tracks, spot, after)
    if state._noted is not None:
        state._noted.append(("advance", seat, track, after - before, after))


def go_back(state: State, seat: int, track: int, steps: int) -> None:
    """Moves a marker back on a track, not below 0."""
    spot = seat * len(state.rules.tracks) + track
    before, after = state.tracks[spot], max(0, state.tracks[spot] - steps)
    if after < before:
        if track in state.rules.shared_tracks:
            _put_shared(state, track, after)
        else:
            state.tracks = replaced(state.tracks, spot, after)
        note(state, "go-back", seat, track, before - after, after)


def _put_shared(state: State, track: int, after: int) -> None:
    """Puts the one marker of a shared track onto a space: all seats have that number."""
    tracks = [*state.tracks]
    tracks[track :: len(state.rules.tracks)] = [after] * state.rules.players
    state.tracks = tuple(tracks)


def set_track(state: State, seat: int, track: int, number: int) -> None:
    """Moves a marker to a number that its seat has chosen in secret, which all see now."""
    state.tracks = replaced(state.tracks, seat * len(state.rules.tracks) + track, number)
    note(state, "unsealed", seat, track, number)


def score(state: State, seat: int, points: int, by: str = "") -> None:
    """Scores points, within a thousand million; a negative number subtracts them. `by` is the kind and id of their source."""
    before = state.points[seat]
    after = max(-MOST, min(MOST, before + points))
    state.points = replaced(state.points, seat, after)
    if state._noted is not None:
        state._noted.append(("score", seat, after - before, after, by))


def settle(state: State, verdict: str, seat: int) -> None:
    """Decides who wins whatever the points, unless that is decided: `nobody`, `all` or the `seat`."""
    if state.won is None:
        state.won = {"nobody": (), "all": tuple(range(state.rules.players)), "seat": (seat,)}[verdict]
        note(state, "verdict", seat, verdict)


def mark(state: State, seat: int, marks: int) -> None:
    """Leaves marks on a seat, given as bits; the event of their source reports them."""
    state.marks = replaced(state.marks, seat, state.marks[seat] | marks)


def give_mark(state: State, seat: int, mark: int) -> None:
    """Gives a seat a mark, by its index, unless it has it."""
    if not state.marks[seat] >> mark & 1:
        state.marks = replaced(state.marks, seat, state.marks[seat] | 1 << mark)
        note(state, "mark", seat, mark)


def unmark(state: State, seat: int, mark: int) -> None:
    """Takes a mark from a seat, by its index, if it has it."""
    if state.marks[seat] >> mark & 1:
        state.marks = replaced(state.marks, seat, state.marks[seat] & ~(1 << mark))
        note(state, "unmark", seat, mark)


# --- tools ------------------------------------------------------------------------------------------------------


def add_tool(state: State, seat: int) -> None:
    """Adds a tool: a new one, or a lowest one goes up, or nothing if all are at the maximum."""
    before = state.kits[seat]
    state.kits = replaced(state.kits, seat, state.rules.kits.gained[before])
    if state._noted is not None:
        state._noted.append(("tool", seat, before, state.kits[seat]))


def lose_tool(state: State, seat: int) -> None:
    """Undoes `add_tool`: a highest tool, a used one first, goes down by one; a tool of value 1 is removed."""
    before = state.kits[seat]
    after = state.rules.kits.lost[before]
    if after != before:
        state.kits = replaced(state.kits, seat, after)
        note(state, "lose-tool", seat, before, after)


def spend_tools(state: State, seat: int, values: tuple[int, ...], one_use: int) -> None:
    """Uses tools for this round, and one-use items (bits of `unspent`) for good."""
    if values:
        state.kits = replaced(state.kits, seat, state.rules.kits.spend(state.kits[seat], values))
    if one_use:
        spend_uses(state, seat, one_use)


def spend_uses(state: State, seat: int, uses: int) -> None:
    """Spends later uses of items, given as bits of `unspent`."""
    state.unspent = replaced(state.unspent, seat, state.unspent[seat] & ~uses)


def refresh(state: State) -> None:
    """Makes used tools fresh, and removes the marks that last a round.

    A seat whose figures have not acted yet keeps the mark of their place.
    """
    rules = state.rules
    state.kits = tuple([rules.kits.refreshed[kit] for kit in state.kits])
    kept = [rules.lasting_marks] * rules.players
    for place in [place for place in rules.places if place.marks and not place.stays]:
        kept = [marks | place.marks * (there >> place.index & 1) for marks, there in zip(kept, state.occupied_by, strict=True)]
    state.marks = tuple([marks & keeps for marks, keeps in zip(state.marks, kept, strict=True)])
    note(state, "refresh", NOBODY)


# --- frames that wait ------------------------------------------------------------------------------------------


def set_aside(state: State, frame: FrameTuple) -> None:
    """Sets a frame aside for later, behind those already waiting; its kind must define `verify_waiting`."""
    state.waiting = (*state.waiting, frame)


def change_waiting(state: State, spot: int, frame: FrameTuple) -> None:
    """Replaces a frame that waits."""
    state.waiting = replaced(state.waiting, spot, frame)


def end_waiting(state: State, spot: int) -> None:
    """Removes a waiting frame."""
    state.waiting = state.waiting[:spot] + state.waiting[spot + 1 :]


# --- time -------------------------------------------------------------------------------------------------------


def start_phase(state: State, phase: int) -> None:
    """Begins a phase; the first one begins a round."""
    state.phase_index = phase
    if phase == 0:
        state.round += 1
        note(state, "round", NOBODY, state.round, state.first_seat)
    note(state, "phase", NOBODY, phase)


def pass_first(state: State) -> None:
    """Passes the first-player token to the left."""
    pass_first_to(state, (state.first_seat + 1) % state.rules.players)


def pass_first_to(state: State, seat: int) -> None:
    """Passes the first-player token to a seat; nothing happens if it already has it.

    The order of what has begun stays: the token counts from the next effect on that asks for it.
    """
    if seat != state.first_seat:
        state.first_seat = seat
        note(state, "first", seat)
