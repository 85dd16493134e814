"""Faults of saved states that know their structure: frames, things that lie or stand elsewhere, numbers of seats.

A fault changes the data in place. Frames are made from the slots of their handlers, so that those
of every mechanism and plugin come about without being named here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import attrs

import stoneage_rules as sa
from fuzz.faults import MOST, pick, spoil
from stoneage_rules.plugin import Slot

Saved = dict[str, Any]
Fault = Callable[[Saved, "Known", Random], None]


@attrs.frozen
class Known:
    """Saves of one table: what faults are made of."""

    rules: sa.Ruleset
    saves: Mapping[tuple[Any, ...], Sequence[Saved]]
    """Saves by the names of their frames."""

    def any_save(self, source: Random) -> Saved:
        """One of the saves; those with rare frames as likely as others."""
        alike: Sequence[Saved] = self.saves[pick(list(self.saves), source)]
        found: Saved = pick(alike, source)
        return found


def mutated(known: Known, source: Random) -> tuple[Saved, str]:
    """A save with one fault or several, and the faults in words."""
    data = copy.deepcopy(known.any_save(source))
    faults = 1 + int(source.random() * 1.9) + int(source.random() * 1.4) + int(source.random() * 1.2)
    return data, "; ".join(_one_more(data, known, source) for _ in range(faults))


def _one_more(data: Saved, known: Known, source: Random) -> str:
    if source.random() < 0.15:
        try:
            return spoil(data, source, ("stack", "waiting"))
        except (KeyError, IndexError, TypeError, ValueError):
            return "no further fault fits"
    fault = pick(FAULTS, source)
    with suppress(KeyError, IndexError, TypeError, ValueError, AttributeError):
        # An earlier fault may have taken away what this one is about.
        fault(data, known, source)
    return fault.__name__


# --- frames -----------------------------------------------------------------------------------------------------------


def new_frame(rules: sa.Ruleset, source: Random) -> list[Any]:
    """A frame of any handler, with numbers from the ranges of its slots."""
    handler = pick(rules.handlers, source)
    return [handler.name, int(source.random() * rules.players), *(slot_value(rules, slot, source) for slot in handler.progress)]


def slot_value(rules: sa.Ruleset, slot: Slot, source: Random) -> Any:
    """A number, or an id, within the range of a slot; small numbers and the ends of the range most often."""
    if slot.or_none and source.random() < 0.4:
        return -1
    if slot.ids is not None:
        return pick(slot.ids(rules), source)
    most = slot.most(rules)
    end = pick((slot.least, most, min(most, slot.least + 3), min(most, 40), min(most, MOST)), source)
    return slot.least + int(source.random() * (end - slot.least + 1))


def _depth(data: Saved, source: Random) -> int:
    """A depth of the stack, seldom the lowest."""
    return int(source.random() * len(data["stack"])) if source.random() < 0.1 else 1 + int(source.random() * len(data["stack"]))


def insert_frame(data: Saved, known: Known, source: Random) -> None:
    data["stack"].insert(_depth(data, source), new_frame(known.rules, source))


def insert_foreign_frame(data: Saved, known: Known, source: Random) -> None:
    """A frame of another state of the same table."""
    data["stack"].insert(_depth(data, source), copy.deepcopy(pick(known.any_save(source)["stack"], source)))


def replace_top(data: Saved, known: Known, source: Random) -> None:
    data["stack"][-1] = new_frame(known.rules, source)


def take_stack(data: Saved, known: Known, source: Random) -> None:
    """All that is pending in another state."""
    other = copy.deepcopy(known.any_save(source))
    data["stack"] = other["stack"]
    if source.random() < 0.5:
        data["waiting"], data["phase"] = other["waiting"], other["phase"]


def extend_stack(data: Saved, known: Known, source: Random) -> None:
    """Puts the frames above the lowest one of another state on top of all."""
    data["stack"] += copy.deepcopy(known.any_save(source)["stack"][1:])


def swap_frames(data: Saved, known: Known, source: Random) -> None:
    stack, one, other = data["stack"], _depth(data, source) - 1, _depth(data, source) - 1
    stack[one], stack[other] = stack[other], stack[one]


def repeat_frame(data: Saved, known: Known, source: Random) -> None:
    data["stack"].insert(_depth(data, source), copy.deepcopy(pick(data["stack"], source)))


def remove_frame(data: Saved, known: Known, source: Random) -> None:
    data["stack"].pop(max(0, _depth(data, source) - 1))


def change_number(data: Saved, known: Known, source: Random) -> None:
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


def set_aside(data: Saved, known: Known, source: Random) -> None:
    """A frame that waits: a new one, that of another state, or one that was on the stack."""
    choice = pick(("new", "other", "stack"), source)
    others = known.any_save(source)["waiting"] if choice == "other" else []
    frame = data["stack"].pop() if choice == "stack" else copy.deepcopy(pick(others, source)) if others else None
    data["waiting"].append(frame or new_frame(known.rules, source))


def take_up(data: Saved, known: Known, source: Random) -> None:
    """A frame that waited, on the stack."""
    data["stack"].append(data["waiting"].pop(int(source.random() * len(data["waiting"]))))


# --- things -----------------------------------------------------------------------------------------------------------


def _heaps(data: Saved) -> list[list[str]]:
    """All lists of items."""
    return [*data["zones"].values(), *(seat[key] for seat in data["seats"] for key in ("items", "face_down"))]


def move_item(data: Saved, known: Known, source: Random) -> None:
    full = [heap for heap in _heaps(data) if heap]
    heap = pick(full, source)
    pick(_heaps(data), source).append(heap.pop(int(source.random() * len(heap))))


def exchange_items(data: Saved, known: Known, source: Random) -> None:
    """Two items, each in the other's place; items that lie open on places too."""
    homes: list[tuple[Any, Any]] = [(heap, spot) for heap in _heaps(data) for spot in range(len(heap))]
    homes += [(place, "item") for place in data["places"].values()] * 2
    (one, here), (other, there) = pick(homes, source), pick(homes, source)
    one[here], other[there] = other[there], one[here]


def clear_place(data: Saved, known: Known, source: Random) -> None:
    place = pick([place for place in data["places"].values() if place["item"]], source)
    item, place["item"] = place["item"], None
    pick(_heaps(data), source).append(item)


def change_pile(data: Saved, known: Known, source: Random) -> None:
    place = pick([place for place in data["places"].values() if place["item"] or place["pile"]], source)
    place["pile"] = max(0, place["pile"] + pick((-7, -1, 1), source))


def move_figures(data: Saved, known: Known, source: Random) -> None:
    """Figures that come to a place, or leave it."""
    figures = pick(list(data["places"].values()), source)["figures"]
    figures[int(source.random() * len(figures))] = int(source.random() * 4)


def clear_board(data: Saved, known: Known, source: Random) -> None:
    for place in data["places"].values():
        place["figures"] = [0] * len(place["figures"])


# --- seats and rounds -------------------------------------------------------------------------------------------------


def change_goods(data: Saved, known: Known, source: Random) -> None:
    goods = pick(data["seats"], source)["goods"]
    goods[pick(list(goods), source)] = pick((0, 0, 1, 2, 3, 30, 255, 256, MOST), source)


def strip_seat(data: Saved, known: Known, source: Random) -> None:
    """A seat without goods."""
    goods = pick(data["seats"], source)["goods"]
    goods.update(dict.fromkeys(goods, 0))


def change_tracks(data: Saved, known: Known, source: Random) -> None:
    tracks = pick(data["seats"], source)["tracks"]
    tracks[pick(list(tracks), source)] = int(source.random() * 11)


def change_seat_number(data: Saved, known: Known, source: Random) -> None:
    pick(data["seats"], source)[pick(("points", "figures"), source)] = pick((0, 1, 2, 5, 7, 10, -3, MOST, -MOST), source)


def change_marks(data: Saved, known: Known, source: Random) -> None:
    mark, marks = pick(known.rules.marks, source), pick(data["seats"], source)["marks"]
    marks.remove(mark) if mark in marks else marks.append(mark)


def change_uses(data: Saved, known: Known, source: Random) -> None:
    """An item that is used up, or is not any more."""
    seat = pick([seat for seat in data["seats"] if seat["items"]], source)
    item = pick(seat["items"], source)
    seat["unspent"].remove(item) if item in seat["unspent"] else seat["unspent"].append(item)


def change_tools(data: Saved, known: Known, source: Random) -> None:
    pick(data["seats"], source)["tools"] = [list(tool) for tool in pick(known.rules.kits.kits, source)]


def exchange_seats(data: Saved, known: Known, source: Random) -> None:
    """All that two seats have."""
    data["seats"].append(data["seats"].pop(0))


def change_round(data: Saved, known: Known, source: Random) -> None:
    data["round"] = pick((0, 1, 2, 5, 9, MOST), source)


def change_phase(data: Saved, known: Known, source: Random) -> None:
    data["phase"] = pick([None, *(phase.id for phase in known.rules.phases)], source)


def change_first(data: Saved, known: Known, source: Random) -> None:
    data["first"] = int(source.random() * known.rules.players)


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
