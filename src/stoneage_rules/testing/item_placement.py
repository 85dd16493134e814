"""A place for every item of a position: where it is said to be, else where the set-up left it, else with a seat.

What is said has been read already (`given`); whether the whole can be is judged later (`kernel.saving`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.kernel.nouns import Item
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.mechanics.rows import ROWS, Row
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.testing.position_reader import PositionError, Said

__all__ = ["Dealer"]

ITEM_LISTS = {"items": "belongs to seat {}", "face_down": "lies face down before seat {}"}


class Dealer:
    """Finds a place for every item: where it is said to be, else where the set-up left it, else with a seat."""

    def __init__(self, rules: Ruleset, saved: dict[str, Any], said: Said) -> None:
        self.rules = rules
        self.saved = saved
        self.said = said
        self.claims: dict[str, tuple[str, Path]] = {}
        self.takers = [seat for seat in range(rules.players) if "items" not in said.seats.get(seat, {})]
        self.left: list[str] = []
        """Items that have no place yet."""
        self.emptied: list[str] = []
        """Spaces whose item of the set-up is said to be elsewhere."""
        self.dealt = 0

    def deal(self) -> None:
        self.claim()
        self.clear()
        self.fill_spaces()
        self.fill_zones()
        self.give(self.left, "no place is left for {}, and the items of every seat are given")
        for row in self.rules.entries(ROWS):
            if row.pile:
                self.balance(row)

    # what is said

    def claim(self) -> None:
        """Notes every item that is said to be somewhere; it can be there alone."""
        for seat, entry in self.said.seats.items():
            for key, phrase in ITEM_LISTS.items():
                for item in entry.get(key, ()):
                    self.claim_one(item, phrase.format(seat), ("seats", str(seat), key))
        for place, item in self.said.spaces.items():
            if item is not None:
                self.claim_one(item, f"lies on {place}", ("spaces", place))
        for zone, items in self.said.zones.items():
            for item in items if isinstance(items, list) else ():
                self.claim_one(item, f"is in {zone}", ("zones", zone))

    def claim_one(self, item: str, phrase: str, path: Path) -> None:
        if item in self.claims:
            raise PositionError(f"`{item}` {phrase}, but it {self.claims[item][0]} as well", path)
        self.claims[item] = phrase, path

    # what the set-up left

    def clear(self) -> None:
        """Takes every item away that is said to be elsewhere, and those that lie where others are said to be."""
        for seat, entry in enumerate(self.saved["seats"]):
            said = self.said.seats.get(seat, {})
            for key in ITEM_LISTS:
                if key not in said:
                    entry[key] = self.unclaimed(entry[key])
        for place in self.spaces():
            entry = self.saved["places"][place]
            item = entry["item"]
            if place in self.said.spaces:
                self.left += [] if item is None else self.unclaimed([item])
                entry["item"] = self.said.spaces[place]
            elif item in self.claims:
                entry["item"] = None
                self.emptied.append(place)
        for zone, items in self.saved["zones"].items():
            said_items = self.said.zones.get(zone)
            free = self.unclaimed(items)
            self.left += free if isinstance(said_items, list) else []
            self.saved["zones"][zone] = list(said_items) if isinstance(said_items, list) else free

    def spaces(self) -> Iterator[str]:
        for row in self.rules.entries(ROWS):
            for place in row.spaces:
                yield self.rules.places[place].id

    def unclaimed(self, items: Iterable[str]) -> list[str]:
        return [item for item in items if item not in self.claims]

    # what is not said

    def fill_spaces(self) -> None:
        """The next item for a space of which nothing is said and whose item is elsewhere."""
        for place in self.emptied:
            row = self.rules.entries(ROWS)[self.rules.place(place).row]
            zone = self.rules.zones[row.zone]
            stock = [] if isinstance(self.said.zones.get(zone), list) else self.saved["zones"][zone]
            fitting = [item for item in (*self.left, *stock) if self.item(item).kind == row.kind]
            if fitting:
                item = min(fitting, key=self.rules.item_index.__getitem__)
                (self.left if item in self.left else stock).remove(item)
                self.saved["places"][place]["item"] = item

    def item(self, id: str) -> Item:
        return self.rules.items[self.rules.item_index[id]]

    def fill_zones(self) -> None:
        """Back to the supply with what has no place, where the supply is not given."""
        waiting, self.left = self.left, []
        for item in waiting:
            self.put_back(item, isinstance(self.said.zones.get(self.source(item)), list))
        for zone, items in self.saved["zones"].items():
            if self.rules.zones.index(zone) not in self.rules.queues:
                items.sort(key=self.rules.item_index.__getitem__)
            count = self.said.zones.get(zone)
            if type(count) is int:
                if len(items) < count:
                    raise PositionError(f"{count} items in {zone}, but only {len(items)} can be", ("zones", zone))
                surplus = items[count:]
                del items[count:]
                for item in surplus:
                    self.put_back(item, self.source(item) in self.said.zones)

    def source(self, item: str) -> str:
        """The zone in which an item starts."""
        return self.rules.zones[self.rules.sources[self.rules.item_index[item]]]

    def put_back(self, item: str, given: bool) -> None:
        """To where it starts, unless it is given what is there."""
        (self.left if given else self.saved["zones"][self.source(item)]).append(item)

    def give(self, items: Sequence[str], complaint: str, path: Path = ("zones",)) -> None:
        """Items to the seats of which it is not said what they own, one by one in turn."""
        if items and not self.takers:
            more = f" and {len(items) - 1} more" if len(items) > 1 else ""
            raise PositionError(complaint.format(f"`{items[0]}`{more}"), path)
        for item in items:
            self.saved["seats"][self.takers[self.dealt % len(self.takers)]]["items"].append(item)
            self.dealt += 1

    # stacks

    def balance(self, row: Row) -> None:
        """As many items have left the piles of a row as seats own."""
        piles = {self.rules.places[place].id: self.saved["places"][self.rules.places[place].id] for place in row.spaces}
        for place, entry in piles.items():
            if place in self.said.piles:
                entry["pile"] = self.said.piles[place]
            elif entry["item"] is None:
                entry["pile"] = 0
            if entry["item"] is None and entry["pile"]:
                raise PositionError(f"{place} is empty, but {entry['pile']} lie beneath", ("piles", place))
        gone = row.pile * len(piles) - sum(entry["pile"] + (entry["item"] is not None) for entry in piles.values())
        owned = self.owned(row.kind)
        for _ in range(owned - gone):
            self.lower(piles, f"seats own {owned} of the kind {self.rules.kinds[row.kind]}, but only {gone} have left the piles")
        self.give_from(row, gone - owned)

    def owned(self, kind: int) -> int:
        return sum(self.item(item).kind == kind for seat in self.saved["seats"] for key in ITEM_LISTS for item in seat[key])

    def lower(self, piles: Mapping[str, dict[str, Any]], complaint: str) -> None:
        free = [entry for place, entry in piles.items() if place not in self.said.piles and entry["pile"]]
        if not free:
            raise PositionError(complaint, ("piles",))
        max(free, key=lambda entry: int(entry["pile"]))["pile"] -= 1

    def give_from(self, row: Row, count: int) -> None:
        """Items that have left the piles unnoticed belong to somebody."""
        if count <= 0:
            return
        zone = self.rules.zones[row.zone]
        if zone in self.said.zones:
            raise PositionError(f"{count} more have left the piles than seats own", ("piles",))
        stock = self.saved["zones"][zone]
        self.give(stock[:count], "{} must have left the piles, but no seat owns it", ("piles",))
        del stock[:count]
