"""States as plain data in the content's words, and back, with every number checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel.engine import settle
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Place, Ruleset

__all__ = ["blank_state", "new_state", "state_from_dict", "state_to_dict"]

FORMAT = 1
MOST = 10**9
"""No number of a state is larger; a bound for data from strangers."""

TABLES = {"add_on": "add_on", "choice": "choices", "dice_table": "dice_table", "feeding": "feedings", "roll": "rolls"}
"""The tables of verbs into which the progress of a frame points."""


def blank_state(rules: Ruleset) -> State:
    """The table before anything is set up: figures at home, every item where it starts, nothing to do."""
    state = State.__new__(State)
    players = rules.players
    state.rules = rules
    state.round, state.phase, state.first, state.full = 0, -1, rules.first_seat, 0
    state.goods = [0] * (players * len(rules.goods))
    state.tracks = [0] * (players * len(rules.tracks))
    state.points, state.kits, state.kept, state.marks, state.mine, state.face_down = ([0] * players for _ in range(6))
    state.figures, state.home = ([rules.start_figures] * players for _ in range(2))
    state.at = [0] * (players * len(rules.places))
    state.taken = [0] * len(rules.places)
    state.held = [-1] * len(rules.places)
    state.piles = [0] * len(rules.places)
    state.zones = [*rules.start_zones, *[()] * (2 * players)]
    state.absent = sum(1 << place.index for place in rules.places if place.row >= 0 or place.owned >= 0)
    for row in rules.rows:
        for space in row.spaces:
            state.piles[space] = row.pile
    state.stack, state.waiting = [], []
    state.events = None
    state._legal = state._options = None
    return state


def new_state(rules: Ruleset, *, listen: bool = False) -> State:
    """A game that is about to be set up; `listen` as in `Ruleset.initial_state`."""
    state = blank_state(rules)
    state.events = [] if listen else None
    state.stack.append((rules.frames["set-up"], state.first))
    settle(state)
    return state


# --- writing ----------------------------------------------------------------------------------------------------


def state_to_dict(state: State) -> dict[str, Any]:
    """See `State.to_dict`."""
    rules = state.rules
    return {
        "format": FORMAT,
        "rules": rules.digest,
        "round": state.round,
        "phase": state.phase_id,
        "first": state.first,
        "seats": [_seat_to_dict(state, seat) for seat in range(rules.players)],
        "places": {place.id: _place_to_dict(state, place.index) for place in rules.places},
        "zones": {zone: list(state.unseen(zone)) for zone in rules.zones},
        "stack": [_frame_to_list(state, frame) for frame in state.stack],
        "waiting": [_frame_to_list(state, frame) for frame in state.waiting],
    }


def _seat_to_dict(state: State, seat: int) -> dict[str, Any]:
    player = state.player(seat)
    return {
        "points": player.points,
        "goods": dict(player.goods),
        "tracks": dict(player.tracks),
        "figures": player.figures,
        "tools": [list(tool) for tool in player.tools],
        "items": list(player.items),
        "face_down": list(player.face_down),
        "unspent": list(player.unspent),
        "marks": [mark for bit, mark in enumerate(state.rules.marks) if state.marks[seat] >> bit & 1],
    }


def _place_to_dict(state: State, place: int) -> dict[str, Any]:
    players = state.rules.players
    return {
        "figures": state.at[place * players : (place + 1) * players],
        "item": state.rules.items[state.held[place]].id if state.held[place] >= 0 else None,
        "pile": state.piles[place],
    }


def _frame_to_list(state: State, frame: tuple[int, ...]) -> list[Any]:
    """Name, seat and progress of a frame; what names a record is saved by its id."""
    rules = state.rules
    handler = rules.handlers[frame[0]]
    named = [_names(rules, field) for field in handler.fields]
    return [
        handler.name,
        frame[1],
        *(
            names[value] if names is not None and value >= 0 else value
            for names, value in zip(named, frame[2:], strict=True)
        ),
    ]


def _names(rules: Ruleset, field: str) -> Sequence[str] | None:
    """The ids that a frame's field may have, when it names a record."""
    if field == "place":
        return [place.id for place in rules.places]
    if field == "row":
        return [row.id for row in rules.rows]
    if field == "phase":
        return [phase.id for phase in rules.phases]
    if field == "item":
        return rules.item_ids
    return {"zone": rules.zones, "kind": rules.kinds}.get(field)


# --- reading ----------------------------------------------------------------------------------------------------


def state_from_dict(rules: Ruleset, saved: Mapping[str, Any]) -> State:
    """See `Ruleset.state_from_dict`."""
    _expect(isinstance(saved, Mapping), "a saved state is a table of names and values")
    if saved.get("format") != FORMAT:
        raise InvalidState(f"the saved state has format {saved.get('format')!r}; this library reads format {FORMAT}")
    if saved.get("rules") != rules.digest:
        raise InvalidState(
            f"the state was saved under rules {str(saved.get('rules'))[:12]}, but these are {rules.digest[:12]}"
        )
    state = blank_state(rules)
    try:
        _read_into(state, saved)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, InvalidState):
            raise
        raise InvalidState(f"the saved state is malformed: {type(error).__name__}: {error}") from None
    return state


def _read_into(state: State, saved: Mapping[str, Any]) -> None:
    rules = state.rules
    state.round = _number(saved["round"], "round")
    state.phase = -1 if saved["phase"] is None else [phase.id for phase in rules.phases].index(saved["phase"])
    state.first = _number(saved["first"], "first", rules.players - 1)
    _expect(len(saved["seats"]) == rules.players, f"{len(saved['seats'])} seats; these rules have {rules.players}")
    for seat, entry in enumerate(saved["seats"]):
        _read_seat(state, seat, entry)
    _expect(set(saved["zones"]) == set(rules.zones), "the zones are not those of these rules")
    for zone, items in saved["zones"].items():
        state.zones[rules.zones.index(zone)] = tuple(rules.item_index[item] for item in items)
    _expect(set(saved["places"]) == set(rules.place_index), "the places are not those of these rules")
    for place, entry in saved["places"].items():
        _read_place(state, rules.place_index[place], entry)
    check_position(state)
    state.stack[:] = [_read_frame(rules, frame) for frame in saved["stack"]]
    state.waiting[:] = [_read_frame(rules, frame) for frame in saved["waiting"]]
    if state.stack:
        _expect(bool(rules.handlers[state.stack[-1][0]].role), "nobody is asked anything, yet the game is not over")
        _check_pending(state)


def _read_seat(state: State, seat: int, entry: Mapping[str, Any]) -> None:
    rules = state.rules
    what = f"seat {seat}: "
    _expect(set(entry["goods"]) == set(rules.goods), what + "the goods are not those of these rules")
    _expect(set(entry["tracks"]) == set(rules.tracks), what + "the tracks are not those of these rules")
    for good, amount in entry["goods"].items():
        state.goods[seat * len(rules.goods) + rules.goods.index(good)] = _number(amount, what + good)
    for track, position in entry["tracks"].items():
        index = rules.tracks.index(track)
        state.tracks[seat * len(rules.tracks) + index] = _number(position, what + track, rules.track_tops[index])
    state.points[seat] = _number(entry["points"], what + "points", least=-MOST)
    state.figures[seat] = state.home[seat] = _number(entry["figures"], what + "figures", rules.most_figures)
    kit = tuple(sorted(((_number(v, what + "tool"), _truth(u)) for v, u in entry["tools"]), key=lambda t: (-t[0], t[1])))
    _expect(kit in rules.kits.index, what + f"tools {entry['tools']} cannot come about")
    state.kits[seat] = rules.kits.index[kit]
    owned, down = rules.zones_of(seat)
    state.zones[owned] = tuple(sorted(rules.item_index[item] for item in entry["items"]))
    state.zones[down] = tuple(sorted(rules.item_index[item] for item in entry["face_down"]))
    state.face_down[seat] = len(state.zones[down])
    for item in entry["unspent"]:
        index = rules.item_index[item]
        _expect(index in state.zones[owned], what + f"{item} is unspent but not owned")
        _expect(index in rules.keeper_bits, what + f"{item} has no later use")
        state.kept[seat] |= rules.keeper_bits[index]
    for item in state.zones[owned]:
        state.absent &= ~rules.workplace_bits.get(item, 0)
    state.marks[seat] = sum(1 << rules.marks.index(mark) for mark in set(entry["marks"]))


def _read_place(state: State, place: int, entry: Mapping[str, Any]) -> None:
    rules = state.rules
    spot = rules.places[place]
    _expect(len(entry["figures"]) == rules.players, f"{spot.id}: figures are given seat by seat")
    for seat, count in enumerate(entry["figures"]):
        count = _number(count, f"{spot.id}: figures", rules.most_figures)
        if count:
            _expect(state.home[seat] >= count, f"seat {seat} has more figures on the board than in play")
            state.home[seat] -= count
            state.mine[seat] |= 1 << place
            state.at[place * rules.players + seat] = count
            state.taken[place] += count
    _expect(state.taken[place] <= spot.circles, f"{spot.id} has {spot.circles} circles, not {state.taken[place]}")
    if state.taken[place] == spot.circles:
        state.full |= 1 << place
    state.piles[place] = _number(entry["pile"], f"{spot.id}: pile", len(rules.items))
    if entry["item"] is not None:
        _expect(spot.row >= 0, f"nothing can lie on {spot.id}")
        state.held[place] = rules.item_index[entry["item"]]
        state.absent &= ~(1 << place)


def _read_frame(rules: Ruleset, saved: Sequence[Any]) -> tuple[int, ...]:
    index = rules.frames.get(saved[0])
    _expect(index is not None, f"there is no frame {saved[0]!r}")
    assert index is not None
    handler = rules.handlers[index]
    _expect(len(saved) == 2 + len(handler.fields), f"a frame {saved[0]} has {len(handler.fields)} numbers")
    values = [_number(saved[1], "seat", rules.players - 1)]
    for field, value in zip(handler.fields, saved[2:], strict=True):
        names = _names(rules, field)
        if names is not None and isinstance(value, str):
            values.append(list(names).index(value))
        else:
            values.append(_number(value, f"{saved[0]}: {field}", _limit(rules, field), least=-1))
    return index, *values


def _limit(rules: Ruleset, field: str) -> int:
    """The largest number that a frame's field may have."""
    if field == "node":
        return len(rules.nodes) - 1
    return len(rules.tables[TABLES[field]]) - 1 if field in TABLES else MOST


def check_position(state: Position) -> None:
    """Refuses a position that cannot be.

    Raises:
        InvalidState: an item is missing, in two places or where it cannot lie, or figures stand where they cannot.
    """
    counts = Counter(item for zone in state.zones for item in zone)
    counts.update(item for item in state.held if item >= 0)
    for item in state.rules.items:
        _expect(counts[item.index] == 1, f"{item.id} is in {counts[item.index] or 'no'} place{'s' * (counts[item.index] > 1)}")
    for place in state.rules.places:
        _check_place(state, place)


def _check_place(state: Position, place: Place) -> None:
    """What lies on a place belongs there, and figures stand there as a placement leaves them."""
    rules, item = state.rules, state.held[place.index]
    if item >= 0:
        _expect(rules.items[item].kind == rules.rows[place.row].kind, f"{rules.items[item].id} cannot lie on {place.id}")
    if place.stays or place.again:
        return
    _expect(place.row < 0 or item >= 0 or not state.taken[place.index], f"figures stand on {place.id}, which is empty")
    for seat, count in enumerate(state.figures_at(place.id)):
        fits = place.least <= count <= place.most or not count
        _expect(fits, f"seat {seat} cannot have {count} figures on {place.id}: a placement has {place.least} to {place.most}")


def _check_pending(state: State) -> None:
    """A pending frame must be able to answer: its own tables find whatever contradicts."""
    if state.is_chance:
        _expect(bool(state.outcomes()), "the pending chance event has no outcome")
    else:
        _expect(bool(state.legal()), "the pending decision has no option")


def _number(value: Any, what: str, most: int = MOST, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= most:
        raise InvalidState(f"{what}: {value!r} is no whole number from {least} to {most}")
    return value


def _truth(value: Any) -> bool:
    _expect(type(value) is bool, f"{value!r} is neither true nor false")
    return bool(value)


def _expect(holds: bool, message: str) -> None:
    if not holds:
        raise InvalidState(message)
