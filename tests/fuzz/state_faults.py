"""Faults of saved states that know their structure: frames, things that lie or stand elsewhere, numbers of seats.

A fault changes the data in place and returns itself in words. Frames are made from the slots of their handlers, so that those
of every mechanism and plugin come about without being named here.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

import stoneage_rules as sa
from fuzz.faults import pick, spoil
from stoneage_rules.language.binding import MOST
from stoneage_rules.plugin import Slot

Saved = dict[str, Any]
Fault = Callable[[Saved, "Known", random.Random], str]


@attrs.frozen
class Known:
    """Saves of one table: what faults are made of."""

    rules: sa.Ruleset
    saves: Mapping[tuple[Any, ...], Sequence[Saved]]
    """Saves by the names of their frames."""

    def any_save(self, source: random.Random) -> Saved:
        """One of the saves; those with rare frames as likely as others."""
        alike: Sequence[Saved] = self.saves[pick(list(self.saves), source)]
        found: Saved = pick(alike, source)
        return found


def mutated(known: Known, source: random.Random) -> tuple[Saved, str]:
    """A save with one fault or several, and the faults in words."""
    data = copy.deepcopy(known.any_save(source))
    faults = 1 + int(source.random() * 1.9) + int(source.random() * 1.4) + int(source.random() * 1.2)
    return data, "; ".join(_one_more(data, known, source) for _ in range(faults))


def _one_more(data: Saved, known: Known, source: random.Random) -> str:
    if source.random() < 0.15:
        try:
            return spoil(data, source, ("stack", "waiting"))
        except (KeyError, IndexError, TypeError, ValueError):
            return "no further fault fits"
    fault = pick(FAULTS, source)
    try:
        return f"{fault.__name__}: {fault(data, known, source)}"
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        # An earlier fault has taken away what this one is about.
        return f"{fault.__name__}: nothing to be done"


# --- frames -----------------------------------------------------------------------------------------------------------


def new_frame(rules: sa.Ruleset, source: random.Random) -> list[Any]:
    """A frame of any handler, with numbers from the ranges of its slots."""
    handler = pick(rules.handlers, source)
    return [handler.name, int(source.random() * rules.players), *(slot_value(rules, slot, source) for slot in handler.progress)]


def slot_value(rules: sa.Ruleset, slot: Slot, source: random.Random) -> Any:
    """A number, or an id, within the range of a slot; small numbers and the ends of the range most often."""
    if slot.or_none and source.random() < 0.4:
        return -1
    if slot.ids is not None:
        return pick(slot.ids(rules), source)
    most = slot.most(rules)
    end = pick((slot.least, most, min(most, slot.least + 3), min(most, 40), min(most, MOST)), source)
    return slot.least + int(source.random() * (end - slot.least + 1))


def _depth(data: Saved, source: random.Random) -> int:
    """A depth of the stack, seldom the lowest."""
    return int(source.random() * len(data["stack"])) if source.random() < 0.1 else 1 + int(source.random() * len(data["stack"]))


def insert_frame(data: Saved, known: Known, source: random.Random) -> str:
    frame, depth = new_frame(known.rules, source), _depth(data, source)
    data["stack"].insert(depth, frame)
    return f"{frame} at {depth}"


def insert_foreign_frame(data: Saved, known: Known, source: random.Random) -> str:
    """A frame of another state of the same table."""
    frame, depth = copy.deepcopy(pick(known.any_save(source)["stack"], source)), _depth(data, source)
    data["stack"].insert(depth, frame)
    return f"{frame} at {depth}"


def replace_top(data: Saved, known: Known, source: random.Random) -> str:
    data["stack"][-1] = new_frame(known.rules, source)
    return str(data["stack"][-1])


def take_stack(data: Saved, known: Known, source: random.Random) -> str:
    """All that is pending in another state."""
    other = copy.deepcopy(known.any_save(source))
    data["stack"] = other["stack"]
    if source.random() < 0.5:
        data["waiting"], data["phase"] = other["waiting"], other["phase"]
    return str(data["stack"])


def extend_stack(data: Saved, known: Known, source: random.Random) -> str:
    """Puts the frames above the lowest one of another state on top of all."""
    frames = copy.deepcopy(known.any_save(source)["stack"][1:])
    data["stack"] += frames
    return str(frames)


def swap_frames(data: Saved, known: Known, source: random.Random) -> str:
    stack, one, other = data["stack"], _depth(data, source) - 1, _depth(data, source) - 1
    stack[one], stack[other] = stack[other], stack[one]
    return f"{one} and {other}"


def repeat_frame(data: Saved, known: Known, source: random.Random) -> str:
    frame, depth = copy.deepcopy(pick(data["stack"], source)), _depth(data, source)
    data["stack"].insert(depth, frame)
    return f"{frame} at {depth}"


def remove_frame(data: Saved, known: Known, source: random.Random) -> str:
    return str(data["stack"].pop(max(0, _depth(data, source) - 1)))


def change_number(data: Saved, known: Known, source: random.Random) -> str:
    """Another number of a frame on the stack or of one that waits, within its range or a little off."""
    frame = pick(data["stack"] + data["waiting"], source)
    handler = known.rules.handlers[known.rules.frames[frame[0]]]
    spot = 1 + int(source.random() * (len(frame) - 1))
    old = frame[spot]
    if spot == 1:
        frame[spot] = int(source.random() * known.rules.players)
    elif type(old) is int and source.random() < 0.5:
        frame[spot] = old + pick((-2, -1, 1, 2), source)
    else:
        frame[spot] = slot_value(known.rules, handler.progress[spot - 2], source)
    return f"{frame}, {old} before"


def set_aside(data: Saved, known: Known, source: random.Random) -> str:
    """A frame that waits: a new one, that of another state, or one that was on the stack."""
    choice = pick(("new", "other", "stack"), source)
    others = known.any_save(source)["waiting"] if choice == "other" else []
    frame = data["stack"].pop() if choice == "stack" else copy.deepcopy(pick(others, source)) if others else None
    data["waiting"].append(frame or new_frame(known.rules, source))
    return str(data["waiting"][-1])


def take_up(data: Saved, known: Known, source: random.Random) -> str:
    """A frame that waited, on the stack."""
    data["stack"].append(data["waiting"].pop(int(source.random() * len(data["waiting"]))))
    return str(data["stack"][-1])


# --- things -----------------------------------------------------------------------------------------------------------


def _heaps(data: Saved) -> list[list[str]]:
    """All lists of items."""
    return [*data["zones"].values(), *(seat[key] for seat in data["seats"] for key in ("items", "face_down"))]


def move_item(data: Saved, known: Known, source: random.Random) -> str:
    full = [heap for heap in _heaps(data) if heap]
    heap = pick(full, source)
    item = heap.pop(int(source.random() * len(heap)))
    pick(_heaps(data), source).append(item)
    return str(item)


def exchange_items(data: Saved, known: Known, source: random.Random) -> str:
    """Two items, each in the other's place; items that lie open on places too."""
    homes: list[tuple[Any, Any]] = [(heap, spot) for heap in _heaps(data) for spot in range(len(heap))]
    homes += [(place, "item") for place in data["places"].values()] * 2
    (one, here), (other, there) = pick(homes, source), pick(homes, source)
    one[here], other[there] = other[there], one[here]
    return f"{one[here]} and {other[there]}"


def clear_place(data: Saved, known: Known, source: random.Random) -> str:
    place = pick([place for place in data["places"].values() if place["item"]], source)
    item, place["item"] = place["item"], None
    pick(_heaps(data), source).append(item)
    return str(item)


def change_pile(data: Saved, known: Known, source: random.Random) -> str:
    place = pick([place for place in data["places"].values() if place["item"] or place["pile"]], source)
    place["pile"] = max(0, place["pile"] + pick((-7, -1, 1), source))
    return str(place)


def move_figures(data: Saved, known: Known, source: random.Random) -> str:
    """Figures that come to a place, or leave it."""
    name = pick(list(data["places"]), source)
    figures = data["places"][name]["figures"]
    figures[int(source.random() * len(figures))] = int(source.random() * 4)
    return f"{name} {figures}"


def clear_board(data: Saved, known: Known, source: random.Random) -> str:
    for place in data["places"].values():
        place["figures"] = [0] * len(place["figures"])
    return "no figures"


# --- seats and rounds -------------------------------------------------------------------------------------------------


def change_goods(data: Saved, known: Known, source: random.Random) -> str:
    goods = pick(data["seats"], source)["goods"]
    good = pick(list(goods), source)
    goods[good] = pick((0, 0, 1, 2, 3, 30, 255, 256, MOST), source)
    return f"{goods[good]} {good}"


def strip_seat(data: Saved, known: Known, source: random.Random) -> str:
    """A seat without goods."""
    goods = pick(data["seats"], source)["goods"]
    goods.update(dict.fromkeys(goods, 0))
    return "no goods"


def change_tracks(data: Saved, known: Known, source: random.Random) -> str:
    tracks = pick(data["seats"], source)["tracks"]
    track = pick(list(tracks), source)
    tracks[track] = int(source.random() * 11)
    return f"{track} {tracks[track]}"


def change_seat_number(data: Saved, known: Known, source: random.Random) -> str:
    seat, key = pick(data["seats"], source), pick(("points", "figures"), source)
    seat[key] = pick((0, 1, 2, 5, 7, 10, -3, MOST, -MOST), source)
    return f"{key} {seat[key]}"


def change_marks(data: Saved, known: Known, source: random.Random) -> str:
    mark, marks = pick(known.rules.marks, source), pick(data["seats"], source)["marks"]
    marks.remove(mark) if mark in marks else marks.append(mark)
    return str(mark)


def change_uses(data: Saved, known: Known, source: random.Random) -> str:
    """An item that is used up, or is not any more."""
    seat = pick([seat for seat in data["seats"] if seat["items"]], source)
    item = pick(seat["items"], source)
    seat["unspent"].remove(item) if item in seat["unspent"] else seat["unspent"].append(item)
    return str(item)


def change_tools(data: Saved, known: Known, source: random.Random) -> str:
    seat = pick(data["seats"], source)
    seat["tools"] = [list(tool) for tool in pick(known.rules.kits.kits, source)]
    return str(seat["tools"])


def exchange_seats(data: Saved, known: Known, source: random.Random) -> str:
    """All that two seats have."""
    seats = data["seats"]
    seats.append(seats.pop(0))
    return "seats turned"


def change_round(data: Saved, known: Known, source: random.Random) -> str:
    data["round"] = pick((0, 1, 2, 5, 9, MOST), source)
    return str(data["round"])


def change_phase(data: Saved, known: Known, source: random.Random) -> str:
    data["phase"] = pick([None, *(phase.id for phase in known.rules.phases)], source)
    return str(data["phase"])


def change_first(data: Saved, known: Known, source: random.Random) -> str:
    data["first"] = int(source.random() * known.rules.players)
    return str(data["first"])


OF_FRAMES: Sequence[Fault] = (
    insert_frame, insert_frame, insert_frame, insert_foreign_frame, replace_top, take_stack, extend_stack, swap_frames,
    repeat_frame, remove_frame, change_number, change_number, set_aside, take_up,
)  # fmt: skip
OF_THINGS: Sequence[Fault] = (move_item, exchange_items, clear_place, change_pile, move_figures, clear_board)
OF_SEATS: Sequence[Fault] = (
    change_goods, strip_seat, change_tracks, change_seat_number, change_marks, change_uses, change_tools, exchange_seats,
    change_round, change_phase, change_first,
)  # fmt: skip
FAULTS: Sequence[Fault] = (*OF_FRAMES, *OF_FRAMES, *OF_THINGS, *OF_SEATS)
