"""States as plain data in the content's words; `saving` reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.state import State

__all__ = ["FORMAT", "frame_to_list", "places_to_dicts", "seats_to_dicts", "state_to_dict"]

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
        "first": state.start_seat,
        "seats": seats_to_dicts(state),
        "places": places_to_dicts(state),
        "zones": {zone: [*map(rules.item_ids.__getitem__, items)] for zone, items in zip(rules.zones, state.zones, strict=False)},
        "stack": [frame_to_list(state, frame) for frame in state.stack],
        "waiting": [frame_to_list(state, frame) for frame in state.waiting],
    }


def seats_to_dicts(state: Position) -> list[dict[str, Any]]:
    """Returns the things of each seat."""
    rules, name = state.rules, state.rules.item_ids.__getitem__
    owned = iter(state.zones[len(rules.zones) :])
    goods, tracks = iter(state.goods), iter(state.tracks)  # each `zip` takes a seat's
    return [
        {
            "points": points,
            "goods": dict(zip(rules.goods, goods)),  # noqa: B905
            "tracks": dict(zip(rules.tracks, tracks)),  # noqa: B905
            "figures": figures,
            "tools": [*map(list, rules.kits.kits[kit])],
            "items": [*map(name, next(owned))],
            "face_down": [*map(name, next(owned))],
            "unspent": [name(item) for bit, item in enumerate(rules.later_uses) if unspent >> bit & 1] if unspent else [],
            "marks": [mark for bit, mark in enumerate(rules.marks) if marks >> bit & 1] if marks else [],
        }
        for points, figures, kit, unspent, marks in zip(
            state.points, state.figures, state.kits, state.unspent, state.marks, strict=True
        )
    ]


def places_to_dicts(state: Position) -> dict[str, dict[str, Any]]:
    """Returns what stands and lies on each place, by id."""
    rules = state.rules
    names, players = rules.item_ids, rules.players
    placed = list(state.placed)
    rows = range(0, len(placed), players)
    return {
        place.id: {"figures": placed[row : row + players], "item": names[item] if item >= 0 else None, "pile": pile}
        for place, row, item, pile in zip(rules.places, rows, state.item_at, state.piles, strict=True)
    }


def frame_to_list(state: Position, frame: tuple[int, ...]) -> list[Any]:
    """Returns name, seat and progress of a frame; numbers that stand for an id are saved as the id."""
    rules = state.rules
    handler = rules.handlers[frame[0]]
    numbers = zip(handler.progress, frame[2:], strict=True)
    progress = [slot.ids(rules)[number] if slot.ids and number >= 0 else number for slot, number in numbers]
    return [handler.name, frame[1], *progress]
