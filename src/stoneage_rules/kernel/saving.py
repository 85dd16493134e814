"""States as plain data and back, and the verification of a state that is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel.frames import DECISION, MOST_FRAMES, FrameTuple, NoOptions, run_steps
from stoneage_rules.kernel.operations import MOST_IN_BYTE, arranged, counts_dealt
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import MOST, Slot
from stoneage_rules.language.faults import data_fault

if TYPE_CHECKING:
    from stoneage_rules.kernel.nouns import Place
    from stoneage_rules.kernel.position import Player, Position
    from stoneage_rules.kernel.ruleset import Ruleset

# --- state data ---------------------------------------------------------------------------------------------------
#
# States as plain data in the content's words.


FORMAT = 1
"""The format of saved states."""


def state_to_dict(state: State) -> dict[str, Any]:
    """Returns the dict of `State.to_dict`."""
    rules = state.rules
    return {
        "format": FORMAT,
        "rules": rules.digest,
        "round": state.round,
        "phase": state.phase,
        "first": state.first_seat,
        **({} if state.won is None else {"won": [*state.won]}),
        "seats": [_seat_to_dict(player) for player in state.players],
        "places": places_to_dicts(state),
        "zones": {zone: [*map(rules.item_ids.__getitem__, items)] for zone, items in zip(rules.zones, state.zones, strict=False)},
        "stack": [frame_to_list(state, frame) for frame in state.stack],
        "waiting": [frame_to_list(state, frame) for frame in state.waiting],
    }


def _seat_to_dict(player: Player) -> dict[str, Any]:
    things = {key: getattr(player, key) for key in SEAT} | {"tools": [*map(list, player.tools)]}
    return {key: [*thing] if type(thing) is tuple else thing for key, thing in things.items()}


def places_to_dicts(state: Position) -> dict[str, dict[str, Any]]:
    """Returns the figures and items on each place, by id."""
    rules = state.rules
    names, players = rules.item_ids, rules.players
    placed = list(state.placed)
    rows = range(0, len(placed), players)
    return {
        place.id: {"figures": placed[row : row + players], "item": names[item] if item >= 0 else None, "pile": pile}
        for place, row, item, pile in zip(rules.places, rows, state.item_at, state.piles, strict=True)
    }


def frame_to_list(state: Position, frame: FrameTuple) -> list[Any]:
    """Returns name, seat and progress of a frame; numbers that index ids are saved as the ids."""
    rules = state.rules
    handler = rules.handlers[frame[0]]
    numbers = zip(handler.progress, frame[2:], strict=True)
    progress = [slot.ids(rules)[number] if slot.ids and number >= 0 else number for slot, number in numbers]
    return [handler.name, frame[1], *progress]


# --- invariants ---------------------------------------------------------------------------------------------------
#
# Checks of a position from outside, before it is played on: nothing in two places, nothing pending that cannot be.
# States that play itself reaches never need these checks.


def expect(holds: bool, message: str) -> None:
    """Refuses unless something holds.

    Raises:
        InvalidState: it does not.
    """
    if not holds:
        raise InvalidState(message)


def check_position(state: Position) -> None:
    """Refuses an impossible position.

    Raises:
        InvalidState: an item is missing, in two places or where it cannot be, there are more goods than the supply has, or
            figures are where they cannot be.
    """
    _check_items(state)
    for good, supply in enumerate(state.rules.supplies or ()):
        held = sum(state.goods[good :: len(state.rules.goods)])
        if 0 <= supply < held:
            raise InvalidState(f"{held} {state.rules.goods[good]} are held, but there are {supply} in all")
    for track in state.rules.shared_tracks:
        levels = set(state.tracks[track :: len(state.rules.tracks)])
        expect(len(levels) == 1, f"{state.rules.tracks[track]} has one marker for all seats")
    for place in state.rules.places:
        _check_place(state, place)
    for handler in state.rules.handlers:
        handler.verify_position(state)


def _check_items(state: Position) -> None:
    """Refuses items that are missing or in two places, and those face down that are never owned so."""
    rules = state.rules
    for seat, count in enumerate(state.face_down):
        for index in state.zones[rules.zones_of(seat)[1]] if count else ():
            if rules.items[index].kind not in rules._secrets.zones:
                raise InvalidState(f"seat {seat}: {rules.items[index].id} cannot be owned face down")
    lying = [item for item in state.item_at if item >= 0]
    everywhere = [*chain.from_iterable(state.zones), *lying]
    if len(everywhere) == len(rules.items) == len(set(everywhere)):
        return
    counts = Counter(everywhere)
    count, lost = next((counts[item.index], item.id) for item in rules.items if counts[item.index] != 1)
    raise InvalidState(f"{lost} is in {count or 'no'} place{'s' * (count > 1)}")


def _check_place(state: Position, place: Place) -> None:
    """Refuses items that do not belong on a place, and figures on an empty space whose item no other seat could have taken."""
    index = place.index
    if place.row < 0:
        if state.piles[index]:
            raise InvalidState(f"there is no pile on {place.id}")
    elif state.item_at[index] < 0 and state.occupancy[index] and not (place.is_shared or state.rules.items_can_go):
        raise InvalidState(f"figures stand on {place.id}, which is empty")


def check_pending(state: State) -> None:
    """Refuses unfinished work that is impossible here.

    Raises:
        InvalidState: a frame does not fit the position, or the top one has no answer.
    """
    handlers = state.rules.handlers
    counts = Counter(handlers[frame[0]].exclusive for frame in state.stack)
    for word, count in counts.items():
        expect(count == 1 or not word, f"{count} frames of one {word}")
    for frame in state.waiting:
        handlers[frame[0]].verify_waiting(state, frame)
    expect(bool(state.stack) or not state.waiting, "something waits, but the game is over")
    for depth, frame in enumerate(state.stack):
        handler = handlers[frame[0]]
        if handler.is_root is not (depth == 0):
            raise InvalidState(f"a frame {handler.name} cannot lie on {depth} others")
        handler.verify(state, frame)
        if handler.interrupts or (handler.interrupts is None and handler.exclusive):
            expect_nothing_asked(state, frame)
        if depth < len(state.stack) - 1:
            expect(handler.can_wait, f"a frame {handler.name} cannot lie below others")
            if handler.role == DECISION:
                expect(_has_options(handler, state, frame), f"a frame {handler.name} below others has no answer")
    if state.stack:
        handler, frame = handlers[state.stack[-1][0]], state.stack[-1]
        expect(bool(handler.role), "nobody is asked anything, yet the game is not over")
        # Items that can be used at any time are no answer: the question must have one when they are spent.
        expect(_has_options(handler, state, frame), "what is pending has no answer")


def _has_options(handler: Any, state: State, frame: FrameTuple) -> bool:
    try:
        return bool(handler.options(state, frame) if handler.role == DECISION else handler.outcomes(state, frame))
    except NoOptions:
        return False


def expect_range(value: int, least: int, most: int, what: str) -> None:
    """Refuses a number out of range.

    Raises:
        InvalidState: it is.
    """
    expect(least <= value <= most, f"{what}: {value} is no number from {least} to {most}")


def expect_nothing_asked(state: State, frame: FrameTuple) -> None:
    """Refuses a frame stacked above an open question unless it may interrupt.

    Only items used at any time are above a question, and the effects of an item above a draw.

    Raises:
        InvalidState: it does.
    """
    handlers, above = state.rules.handlers, False
    for other in reversed(state.stack):
        handler = handlers[other[0]]
        if above and handler.role:
            raise InvalidState(f"a frame {handlers[frame[0]].name} cannot lie above a frame {handler.name}")
        above = above or other == frame


# --- saving -------------------------------------------------------------------------------------------------------
#
# New states, and states read from plain data, with every number checked.


SHARED = (
    "tracks", "points", "figures", "kits", "unspent", "marks", "occupied_by", "item_at", "piles", "zones", "face_down", "waiting",
)  # fmt: skip
"""The tuples of a state; while one is read they are lists."""
NOWHERE = -1
"""The place of effects that belong to no place."""


def blank_state(rules: Ruleset) -> State:
    """Returns the table before anything is set up: figures at home, every item where it starts, nothing to do."""
    state = State.__new__(State)
    players = rules.players
    state.rules = rules
    state.round, state.phase_index, state.first_seat, state.won = 0, -1, rules.first_seat, None
    state.goods = bytearray(players * len(rules.goods))
    state.tracks = (0,) * (players * len(rules.tracks))
    state.points = state.kits = state.unspent = state.marks = state.occupied_by = state.face_down = (0,) * players
    state.figures = (rules.start_figures,) * players
    counts = bytearray if rules.most_figures * players <= MOST_IN_BYTE else list
    state.at_home = counts(state.figures)
    state.placed = counts([0] * (players * len(rules.places)))
    state.occupancy = counts([0] * len(rules.places))
    state.item_at = (-1,) * len(rules.places)
    state.piles = tuple(place.pile for place in rules.places)
    state.zones = (*rules._start_zones, *((),) * (2 * players))
    state._closed_places = sum(1 << place.index for place in rules.places if place.row >= 0 or place.owned >= 0)
    state._full_places = sum(1 << place.index for place in rules.places if not place.room)
    state.stack, state.waiting = [], ()
    state._noted = None
    state._legal = state._options = None
    return state


def settle_places(state: State) -> None:
    """Works out which places are full and which are closed, for a state whose public numbers were set from outside."""
    rules = state.rules
    owned = {item for seat in range(rules.players) for item in state.zones[rules.zones_of(seat)[0]]}
    state._full_places = state._closed_places = 0
    for place, there, item in zip(rules.places, state.occupancy, state.item_at, strict=True):
        is_closed = item < 0 if place.row >= 0 else place.owned >= 0 and place.owned not in owned
        state._full_places |= (there >= place.room) << place.index
        state._closed_places |= is_closed << place.index
    state._legal = state._options = None


def new_state(rules: Ruleset, *, listen: bool = False) -> State:
    """Returns a new game; `listen` as in `Ruleset.initial_state`."""
    state = blank_state(rules)
    state._noted = [] if listen else None
    state.stack.append((rules._first_frame, state.first_seat))
    run_steps(state)
    return state


# --- reading ----------------------------------------------------------------------------------------------------


def state_from_dict(rules: Ruleset, saved: Mapping[str, Any]) -> State:
    """Returns the state of `Ruleset.state_from_dict`."""
    if fault := data_fault(saved):
        raise InvalidState(f"the saved state cannot be read: {fault}")
    if saved.get("format") != FORMAT:
        raise InvalidState(f"the saved state has format {saved.get('format')!r}; this library reads format {FORMAT}")
    if saved.get("rules") != rules.digest:
        raise InvalidState(f"the state was saved under rules {str(saved.get('rules'))[:12]}, but these are {rules.digest[:12]}")
    state = blank_state(rules)
    try:
        _read_into(state, saved)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, InvalidState):
            raise
        raise InvalidState(f"the saved state is malformed: {type(error).__name__}: {error}") from None
    return state


def _read_into(state: Any, saved: Mapping[str, Any]) -> None:
    rules: Ruleset = state.rules
    state.goods = [*state.goods]
    for name in SHARED:
        setattr(state, name, [*getattr(state, name)])
    _table(saved, (*STATE, "won") if "won" in saved else STATE, "the state")
    state.round = _number(saved["round"], "round")
    state.phase_index = -1 if saved["phase"] is None else _named(saved["phase"], [phase.id for phase in rules.phases], "phase")
    state.first_seat = _number(saved["first"], "first", rules.players - 1)
    if "won" in saved:
        seats = [_number(seat, "won", rules.players - 1) for seat in _list(saved["won"], "won")]
        expect(seats == sorted(set(seats)), "won: the seats are not in order")
        state.won = tuple(seats)
    for seat, entry in enumerate(_list(saved["seats"], "seats", rules.players)):
        _read_seat(state, seat, entry)
    for zone, items in _table(saved["zones"], rules.zones, "zones").items():
        index = rules.zones.index(zone)
        found = _items(rules, items, zone)
        state.zones[index] = tuple(found) if index in rules.queues else tuple(sorted(found))
    for place, entry in _table(saved["places"], rules.place_index, "places").items():
        _read_place(state, rules.place_index[place], entry)
    if max(state.goods, default=0) <= MOST_IN_BYTE:
        state.goods = bytearray(state.goods)
    for name in SHARED:
        setattr(state, name, tuple(getattr(state, name)))
    check_position(state)
    state.stack[:] = _read_frames(rules, saved["stack"], "stack")
    state.waiting = tuple(_read_frames(rules, saved["waiting"], "waiting"))
    _arrange_owned(state)
    check_pending(state)


def _arrange_owned(state: State) -> None:
    """Puts the items of each seat into their order: as they are saved, with the items that are being dealt last."""
    zones = [*state.zones]
    for seat in range(state.rules.players):
        for face_down, zone in enumerate(state.rules.zones_of(seat)):
            zones[zone] = arranged(zones[zone], counts_dealt(state, seat, bool(face_down)))
    state.zones = tuple(zones)


STATE = ("format", "rules", "round", "phase", "first", "seats", "places", "zones", "stack", "waiting")
SEAT = ("points", "goods", "tracks", "figures", "tools", "items", "face_down", "unspent", "marks")
PLACE_KEYS = ("figures", "item", "pile")


def _read_seat(state: Any, seat: int, entry: Any) -> None:
    rules: Ruleset = state.rules
    what = f"seat {seat}: "
    _table(entry, SEAT, f"seat {seat}")
    for good, amount in _table(entry["goods"], rules.goods, what + "goods").items():
        state.goods[seat * len(rules.goods) + rules.goods.index(good)] = _number(amount, what + good)
    for track, position in _table(entry["tracks"], rules.tracks, what + "tracks").items():
        index = rules.tracks.index(track)
        state.tracks[seat * len(rules.tracks) + index] = _number(position, what + track, rules.track_tops[index])
    state.points[seat] = _number(entry["points"], what + "points", least=-MOST)
    state.figures[seat] = state.at_home[seat] = _number(entry["figures"], what + "figures", rules.most_figures)
    state.kits[seat] = _read_tools(rules, entry["tools"], what)
    _read_belongings(state, seat, entry, what)
    for mark in _list(entry["marks"], what + "marks"):
        state.marks[seat] |= 1 << _named(mark, rules.marks, what + "mark")


def _read_tools(rules: Ruleset, saved: Any, what: str) -> int:
    tools = [_list(tool, what + "a tool", 2) for tool in _list(saved, what + "tools")]
    read = [(_number(value, what + "a tool"), _truth(used)) for value, used in tools]
    kit = tuple(sorted(read, key=lambda tool: (-tool[0], tool[1])))
    if kit not in rules.kits.index:
        order = "every space has a tool before one is raised, and a lowest one is raised first"
        raise InvalidState(what + f"tools {str(saved).lower()} cannot come about: {order}")
    return rules.kits.index[kit]


def _read_belongings(state: Any, seat: int, entry: Mapping[str, Any], what: str) -> None:
    rules: Ruleset = state.rules
    owned, down = rules.zones_of(seat)
    state.zones[owned] = tuple(_items(rules, entry["items"], what + "items"))
    state.zones[down] = tuple(_items(rules, entry["face_down"], what + "face_down"))
    state.face_down[seat] = len(state.zones[down])
    for item in _items(rules, entry["unspent"], what + "unspent"):
        expect(item in state.zones[owned], what + f"{rules.items[item].id} is unspent but not owned")
        expect(item in rules.later_use_bits, what + f"{rules.items[item].id} has no later use")
        state.unspent[seat] |= rules.later_use_bits[item]
    for item in state.zones[owned]:
        state._closed_places &= ~rules._owned_place_bits.get(item, 0)


def _read_place(state: Any, place: int, entry: Any) -> None:
    rules: Ruleset = state.rules
    spot = rules.places[place]
    _table(entry, PLACE_KEYS, spot.id)
    what = f"{spot.id}: figures"
    for seat, count in enumerate(_list(entry["figures"], what, rules.players)):
        if (type(count) is not int or count) and _number(count, what, rules.most_figures):
            expect(state.at_home[seat] >= count, f"seat {seat} has more figures on the board than in play")
            state.at_home[seat] -= count
            state.occupied_by[seat] |= 1 << place
            state.placed[place * rules.players + seat] = count
            state.occupancy[place] += count
    if state.occupancy[place] > spot.room:
        raise InvalidState(f"{spot.id} has {spot.circles} circles, not {state.occupancy[place]}")
    if state.occupancy[place] == spot.room:
        state._full_places |= 1 << place
    state.piles[place] = _number(entry["pile"], f"{spot.id}: pile", len(rules.items))
    if entry["item"] is not None:
        expect(spot.row >= 0, f"nothing can lie on {spot.id}")
        state.item_at[place] = _named(entry["item"], rules.item_ids, f"{spot.id}: item")
        state._closed_places &= ~(1 << place)


def _read_frames(rules: Ruleset, saved: Any, what: str) -> list[tuple[int, ...]]:
    frames = _list(saved, what)
    expect(len(frames) <= MOST_FRAMES, f"{what}: {len(frames)} frames, but {MOST_FRAMES} are allowed")
    return [_read_frame(rules, frame) for frame in frames]


def _read_frame(rules: Ruleset, saved: Any) -> tuple[int, ...]:
    name, *values = _list(saved, "a frame")
    expect(name in rules.frames, f"there is no frame {name!r}")
    handler = rules.handlers[rules.frames[name]]
    seat, *progress = _list(values, f"a frame {name}", 1 + len(handler.progress))
    read = (_read_slot(rules, name, *pair) for pair in zip(handler.progress, progress, strict=True))
    return handler.index, _number(seat, "seat", rules.players - 1), *read


def _read_slot(rules: Ruleset, frame: str, slot: Slot, value: Any) -> int:
    """Reads a frame's number, or resolves its id."""
    what = f"{frame}: {slot.name}"
    if slot.or_none and type(value) is int and value == NOWHERE:
        return NOWHERE
    if slot.ids is not None:
        return _named(value, slot.ids(rules), what)
    return _number(value, what, slot.most(rules), slot.least)


def _items(rules: Ruleset, saved: Any, what: str) -> list[int]:
    names, index = _list(saved, what), rules.item_index
    try:
        return [index[name] for name in names]
    except (KeyError, TypeError):
        return [_named(name, rules.item_ids, what) for name in names]


def _named(value: Any, names: Sequence[str], what: str) -> int:
    """Returns the index of a name among all allowed ones."""
    if value not in names:
        raise InvalidState(f"{what}: {value!r} is unknown")
    return names.index(value)


def _list(value: Any, what: str, length: int | None = None) -> Sequence[Any]:
    if not isinstance(value, (list, tuple)):
        raise InvalidState(f"{what}: {value!r} is no list")
    if length is not None and len(value) != length:
        raise InvalidState(f"{what}: {length} belong here, not {len(value)}")
    return value


def _table(value: Any, keys: Collection[str], what: str) -> Mapping[str, Any]:
    if type(value) is dict and len(value) == len(keys) and all(map(value.__contains__, keys)):
        return value
    expect(isinstance(value, Mapping), f"{what}: {value!r} is no table of names and values")
    wrong = set(keys) ^ set(value)
    expect(not wrong, f"{what}: {', '.join(sorted(map(str, wrong)))} {'are' if len(wrong) > 1 else 'is'} missing or unknown")
    found: Mapping[str, Any] = value
    return found


def _number(value: Any, what: str, most: int = MOST, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= most:
        raise InvalidState(f"{what}: {value!r} is no whole number from {least} to {most}")
    return value


def _truth(value: Any) -> bool:
    expect(type(value) is bool, f"{value!r} is neither true nor false")
    return bool(value)
