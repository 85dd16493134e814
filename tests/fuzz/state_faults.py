"""Faults of saved states that know their structure: frames, things that lie or stand elsewhere, numbers of seats.

A fault changes the data in place. Frames are made from the slots of their handlers, so that those
of every mechanism and plugin come about without being named here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import attrs

import stoneage_rules as sa
from fuzz.faults import MOST, pick, spoil
from stoneage_rules.plugin import Slot

Saved = dict[str, Any]
Fault = Callable[["Spoilt"], None]


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


@attrs.frozen
class Spoilt:
    """A save into which faults are put."""

    data: Saved
    known: Known
    source: Random

    @property
    def rules(self) -> sa.Ruleset:
        """The rules of the table."""
        return self.known.rules

    def below(self, number: int) -> int:
        """A number from 0, by chance."""
        return int(self.source.random() * number)

    def pick(self, found: Collection[Any]) -> Any:
        """One of several things, by chance."""
        return pick([*found], self.source)

    def depth(self) -> int:
        """A depth of the stack, seldom the lowest."""
        stack = self.data["stack"]
        return self.below(len(stack)) if self.source.random() < 0.1 else 1 + self.below(len(stack))

    def other(self, key: str) -> Any:
        """The part of another state of the same table that has a key."""
        return copy.deepcopy(self.known.any_save(self.source)[key])

    def new_frame(self) -> list[Any]:
        """A frame of any handler, with numbers from the ranges of its slots."""
        handler = self.pick(self.rules.handlers)
        return [handler.name, self.below(self.rules.players), *map(self.slot_value, handler.progress)]

    def slot_value(self, slot: Slot) -> Any:
        """A number, or an id, within the range of a slot; small numbers and the ends of the range most often."""
        if slot.or_none and self.source.random() < 0.4:
            return -1
        if slot.ids is not None:
            return self.pick(slot.ids(self.rules))
        most = slot.most(self.rules)
        end = self.pick((slot.least, most, min(most, slot.least + 3), min(most, 40), min(most, MOST)))
        return slot.least + self.below(end - slot.least + 1)


def mutated(known: Known, source: Random) -> tuple[Saved, str]:
    """A save with one fault or several, and the faults in words."""
    spoilt = Spoilt(copy.deepcopy(known.any_save(source)), known, source)
    faults = 1 + int(source.random() * 1.9) + int(source.random() * 1.4) + int(source.random() * 1.2)
    return spoilt.data, "; ".join(_one_more(spoilt) for _ in range(faults))


def _one_more(spoilt: Spoilt) -> str:
    if spoilt.source.random() < 0.15:
        try:
            return spoil(spoilt.data, spoilt.source, ("stack", "waiting"))
        except (KeyError, IndexError, TypeError, ValueError):
            return "no further fault fits"
    fault = pick(FAULTS, spoilt.source)
    with suppress(KeyError, IndexError, TypeError, ValueError, AttributeError):
        # An earlier fault may have taken away what this one is about.
        fault(spoilt)
    return fault.__name__


# --- frames -----------------------------------------------------------------------------------------------------------


def insert_frame(spoilt: Spoilt) -> None:
    spoilt.data["stack"].insert(spoilt.depth(), spoilt.new_frame())


def insert_foreign_frame(spoilt: Spoilt) -> None:
    """A frame of another state of the same table."""
    spoilt.data["stack"].insert(spoilt.depth(), spoilt.pick(spoilt.other("stack")))


def replace_top(spoilt: Spoilt) -> None:
    spoilt.data["stack"][-1] = spoilt.new_frame()


def take_stack(spoilt: Spoilt) -> None:
    """All that is pending in another state."""
    other = copy.deepcopy(spoilt.known.any_save(spoilt.source))
    spoilt.data["stack"] = other["stack"]
    if spoilt.source.random() < 0.5:
        spoilt.data["waiting"], spoilt.data["phase"] = other["waiting"], other["phase"]


def extend_stack(spoilt: Spoilt) -> None:
    """Puts the frames above the lowest one of another state on top of all."""
    spoilt.data["stack"] += spoilt.other("stack")[1:]


def swap_frames(spoilt: Spoilt) -> None:
    stack, one, other = spoilt.data["stack"], spoilt.depth() - 1, spoilt.depth() - 1
    stack[one], stack[other] = stack[other], stack[one]


def repeat_frame(spoilt: Spoilt) -> None:
    spoilt.data["stack"].insert(spoilt.depth(), copy.deepcopy(spoilt.pick(spoilt.data["stack"])))


def remove_frame(spoilt: Spoilt) -> None:
    spoilt.data["stack"].pop(max(0, spoilt.depth() - 1))


def change_number(spoilt: Spoilt) -> None:
    """Another number of a frame on the stack or of one that waits, within its range or a little off."""
    frame = spoilt.pick(spoilt.data["stack"] + spoilt.data["waiting"])
    handler = spoilt.rules.handlers[spoilt.rules.frames[frame[0]]]
    spot = 1 + spoilt.below(len(frame) - 1)
    old = frame[spot]
    if spot == 1:
        frame[spot] = spoilt.below(spoilt.rules.players)
    elif type(old) is int and spoilt.source.random() < 0.5:
        frame[spot] = old + spoilt.pick((-2, -1, 1, 2))
    else:
        frame[spot] = spoilt.slot_value(handler.progress[spot - 2])


def set_aside(spoilt: Spoilt) -> None:
    """A frame that waits: a new one, that of another state, or one that was on the stack."""
    choice = spoilt.pick(("new", "other", "stack"))
    others = spoilt.other("waiting") if choice == "other" else []
    frame = spoilt.data["stack"].pop() if choice == "stack" else spoilt.pick(others) if others else None
    spoilt.data["waiting"].append(frame or spoilt.new_frame())


def take_up(spoilt: Spoilt) -> None:
    """A frame that waited, on the stack."""
    spoilt.data["stack"].append(spoilt.data["waiting"].pop(spoilt.below(len(spoilt.data["waiting"]))))


# --- things -----------------------------------------------------------------------------------------------------------


def _heaps(spoilt: Spoilt) -> list[list[str]]:
    """All lists of items."""
    return [*spoilt.data["zones"].values(), *(seat[key] for seat in spoilt.data["seats"] for key in ("items", "face_down"))]


def move_item(spoilt: Spoilt) -> None:
    full = [heap for heap in _heaps(spoilt) if heap]
    heap = spoilt.pick(full)
    spoilt.pick(_heaps(spoilt)).append(heap.pop(spoilt.below(len(heap))))


def exchange_items(spoilt: Spoilt) -> None:
    """Two items, each in the other's place; items that lie open on places too."""
    homes: list[tuple[Any, Any]] = [(heap, spot) for heap in _heaps(spoilt) for spot in range(len(heap))]
    homes += [(place, "item") for place in spoilt.data["places"].values()] * 2
    (one, here), (other, there) = spoilt.pick(homes), spoilt.pick(homes)
    one[here], other[there] = other[there], one[here]


def clear_place(spoilt: Spoilt) -> None:
    place = spoilt.pick([place for place in spoilt.data["places"].values() if place["item"]])
    item, place["item"] = place["item"], None
    spoilt.pick(_heaps(spoilt)).append(item)


def change_pile(spoilt: Spoilt) -> None:
    place = spoilt.pick([place for place in spoilt.data["places"].values() if place["item"] or place["pile"]])
    place["pile"] = max(0, place["pile"] + spoilt.pick((-7, -1, 1)))


def move_figures(spoilt: Spoilt) -> None:
    """Figures that come to a place, or leave it."""
    figures = spoilt.pick(spoilt.data["places"].values())["figures"]
    figures[spoilt.below(len(figures))] = spoilt.below(4)


def clear_board(spoilt: Spoilt) -> None:
    for place in spoilt.data["places"].values():
        place["figures"] = [0] * len(place["figures"])


# --- seats and rounds -------------------------------------------------------------------------------------------------


def change_goods(spoilt: Spoilt) -> None:
    goods = spoilt.pick(spoilt.data["seats"])["goods"]
    goods[spoilt.pick(goods)] = spoilt.pick((0, 0, 1, 2, 3, 30, 255, 256, MOST))


def strip_seat(spoilt: Spoilt) -> None:
    """A seat without goods."""
    goods = spoilt.pick(spoilt.data["seats"])["goods"]
    goods.update(dict.fromkeys(goods, 0))


def change_tracks(spoilt: Spoilt) -> None:
    tracks = spoilt.pick(spoilt.data["seats"])["tracks"]
    tracks[spoilt.pick(tracks)] = spoilt.below(11)


def change_seat_number(spoilt: Spoilt) -> None:
    spoilt.pick(spoilt.data["seats"])[spoilt.pick(("points", "figures"))] = spoilt.pick((0, 1, 2, 5, 7, 10, -3, MOST, -MOST))


def change_marks(spoilt: Spoilt) -> None:
    mark, marks = spoilt.pick(spoilt.rules.marks), spoilt.pick(spoilt.data["seats"])["marks"]
    marks.remove(mark) if mark in marks else marks.append(mark)


def change_uses(spoilt: Spoilt) -> None:
    """An item that is used up, or is not any more."""
    seat = spoilt.pick([seat for seat in spoilt.data["seats"] if seat["items"]])
    item = spoilt.pick(seat["items"])
    seat["unspent"].remove(item) if item in seat["unspent"] else seat["unspent"].append(item)


def change_tools(spoilt: Spoilt) -> None:
    spoilt.pick(spoilt.data["seats"])["tools"] = [list(tool) for tool in spoilt.pick(spoilt.rules.kits.kits)]


def exchange_seats(spoilt: Spoilt) -> None:
    """All that two seats have."""
    spoilt.data["seats"].append(spoilt.data["seats"].pop(0))


def change_round(spoilt: Spoilt) -> None:
    spoilt.data["round"] = spoilt.pick((0, 1, 2, 5, 9, MOST))


def change_phase(spoilt: Spoilt) -> None:
    spoilt.data["phase"] = spoilt.pick([None, *(phase.id for phase in spoilt.rules.phases)])


def change_first(spoilt: Spoilt) -> None:
    spoilt.data["first"] = spoilt.below(spoilt.rules.players)


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
