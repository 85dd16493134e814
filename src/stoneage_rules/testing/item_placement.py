"""Places every item of a position: where the position has it, else where the set-up left it, else with `dealt_to`.

Reading saved states (`kernel.saving`) later checks that the whole position is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.kernel.nouns import Item
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.mechanics.rows import ROWS, Row
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.testing.names import EMPTY
from stoneage_rules.testing.position_reader import PositionError
from stoneage_rules.testing.scenario_schema import Given

__all__ = ["ItemPlacement"]

ITEM_LISTS = {"items": "belongs to seat {}", "face_down": "lies face down before seat {}"}


class ItemPlacement:
    """Places every item of a position: where the position has it, else where the set-up left it, else with `dealt_to`.

    Args:
        rules: the rules of the table.
        saved: the set-up as a saved state, which `place` changes.
        given: the position.
    """

    def __init__(self, rules: Ruleset, saved: dict[str, Any], given: Given) -> None:
        self.rules = rules
        self.saved = saved
        self.seats = given.seats or {}
        spaces: Mapping[str, Any] = given.spaces or {}
        self.spaces: Mapping[str, str | None] = {place: None if item == EMPTY else item for place, item in spaces.items()}
        self.piles: Mapping[str, Any] = given.piles or {}
        self.zones: Mapping[str, Any] = given.zones or {}
        self.claims: dict[str, tuple[str, Path]] = {}
        """The items with a given place: the phrase that names it, and its path."""
        dealt_to: Any = given.dealt_to or ()
        self.takers: Sequence[int] = dealt_to
        """Seats that receive the items for which no other place is left."""
        self.left: list[str] = []
        """Items that have no place yet: at first those that seats have from the set-up whose items are given."""
        for seat, entry in enumerate(saved["seats"]):
            for key in ITEM_LISTS:
                self.left += entry[key] if self.items_of(seat, key) is not None else []
        self.emptied: list[str] = []
        """Spaces whose set-up item is given elsewhere."""
        self.dealt = 0

    def place(self) -> None:
        """Places all items.

        Raises:
            PositionError: two places are given for an item, or no place is left for one.
        """
        self.claim()
        self.clear()
        self.fill_spaces()
        self.fill_zones()
        self.give(self.left, "no place is left for {}")
        for row in self.rules.entries(ROWS):
            if row.pile and self.saved["phase"] is not None:  # in the set-up nothing may be laid out yet
                self.balance(row)

    def items_of(self, seat: int, key: str) -> tuple[str, ...] | None:
        """Returns the items given for a seat, or None if they are not given."""
        items: tuple[str, ...] | None = getattr(self.seats.get(seat), key, None)
        return items

    # --- places that are given ----------------------------------------------------------------------------------

    def claim(self) -> None:
        """Records the given place of each item, and refuses an item with two places."""
        for seat in self.seats:
            for key, phrase in ITEM_LISTS.items():
                for item in self.items_of(seat, key) or ():
                    self.claim_one(item, phrase.format(seat), ("seats", str(seat), key))
        for place, taken in self.spaces.items():
            if taken is not None:
                self.claim_one(taken, f"lies on {place}", ("spaces", place))
        for zone, items in self.zones.items():
            for item in items:
                self.claim_one(item, f"is in {zone}", ("zones", zone))

    def claim_one(self, item: str, phrase: str, path: Path) -> None:
        if item in self.claims:
            raise PositionError(f"`{item}` {phrase}, but it {self.claims[item][0]} as well", path)
        self.claims[item] = phrase, path

    # --- places of the set-up -----------------------------------------------------------------------------------

    def clear(self) -> None:
        """Removes items that are given elsewhere, and those in places where other items are given."""
        self.left = self.unclaimed(self.left)
        for seat, entry in enumerate(self.saved["seats"]):
            for key in ITEM_LISTS:
                if self.items_of(seat, key) is None:
                    entry[key] = self.unclaimed(entry[key])
        for place in self.space_ids():
            entry = self.saved["places"][place]
            item = entry["item"]
            if place in self.spaces:
                self.left += [] if item is None else self.unclaimed([item])
                entry["item"] = self.spaces[place]
            elif item in self.claims:
                entry["item"] = None
                self.emptied.append(place)
        for zone, items in self.saved["zones"].items():
            given = self.zones.get(zone)
            free = self.unclaimed(items)
            self.left += [] if given is None else free
            self.saved["zones"][zone] = free if given is None else list(given)

    def space_ids(self) -> Iterator[str]:
        for row in self.rules.entries(ROWS):
            for place in row.spaces:
                yield self.rules.places[place].id

    def unclaimed(self, items: Iterable[str]) -> list[str]:
        return [item for item in items if item not in self.claims]

    # --- places that are not given ------------------------------------------------------------------------------

    def fill_spaces(self) -> None:
        """Puts the next item on each space whose set-up item is given elsewhere."""
        for place in self.emptied:
            row = self.rules.entries(ROWS)[self.rules.place(place).row]
            zone = self.rules.zones[row.zone]
            stock = [] if zone in self.zones else self.saved["zones"][zone]
            fitting = [item for item in (*self.left, *stock) if self.item(item).kind == row.kind]
            if fitting:
                item = min(fitting, key=self.rules.item_index.__getitem__)
                (self.left if item in self.left else stock).remove(item)
                self.saved["places"][place]["item"] = item

    def item(self, id: str) -> Item:
        return self.rules.items[self.rules.item_index[id]]

    def fill_zones(self) -> None:
        """Puts items without a place back into the supply, unless its contents are given."""
        waiting, self.left = self.left, []
        for item in waiting:
            source = self.rules.zones[self.rules.sources[self.rules.item_index[item]]]
            (self.left if source in self.zones else self.saved["zones"][source]).append(item)
        for zone, items in self.saved["zones"].items():
            if self.rules.zones.index(zone) not in self.rules.queues:
                items.sort(key=self.rules.item_index.__getitem__)

    def give(self, items: Sequence[str], complaint: str, path: Path = ("zones",)) -> None:
        """Gives items in turn to the seats to which the position deals them; they are never dealt without a word."""
        if items and not self.takers:
            more, them = (f" and {len(items) - 1} more", "they are") if len(items) > 1 else ("", "it is")
            seats = [seat for seat in range(self.rules.players) if self.items_of(seat, "items") is None] or [0]
            mend = f"say where {them}, or to whom dealt: `dealt_to = {seats}`"
            raise PositionError(f"{complaint.format(f'`{items[0]}`{more}')}: {mend}", path)
        for item in items:
            self.saved["seats"][self.takers[self.dealt % len(self.takers)]]["items"].append(item)
            self.dealt += 1

    # --- piles --------------------------------------------------------------------------------------------------

    def balance(self, row: Row) -> None:
        """Adjusts the piles of a row, so that as many items are missing from them as the seats own."""
        piles = {self.rules.places[place].id: self.saved["places"][self.rules.places[place].id] for place in row.spaces}
        for place, entry in piles.items():
            if place in self.piles:
                entry["pile"] = self.piles[place]
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
        free = [entry for place, entry in piles.items() if place not in self.piles and entry["pile"]]
        if not free:
            raise PositionError(complaint, ("piles",))
        max(free, key=lambda entry: int(entry["pile"]))["pile"] -= 1

    def give_from(self, row: Row, count: int) -> None:
        """Gives to seats the items that are missing from the piles."""
        if count <= 0:
            return
        zone = self.rules.zones[row.zone]
        if zone in self.zones:
            raise PositionError(f"{count} more have left the piles than seats own", ("piles",))
        stock = self.saved["zones"][zone]
        self.give(stock[:count], "{} must have left the piles", ("piles",))
        del stock[:count]
