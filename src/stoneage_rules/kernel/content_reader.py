"""Finds definitions by kind and id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from stoneage_rules.kernel.definitions import (
    Definition,
    GoodDefinition,
    ItemDefinition,
    LocationDefinition,
    TrackDefinition,
)
from stoneage_rules.kernel.lookup import find
from stoneage_rules.kernel.nouns import GOOD_TABLE, TRACK_TABLE
from stoneage_rules.text.wording import noun_of

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.packs.content import Entry

__all__ = ["ContentReader"]

Sort = TypeVar("Sort", bound=Definition)


class ContentReader:
    """The definitions of a ruleset: `rules.service(ContentReader)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._locations = {place.record[0] for place in rules.places} - {*rules.kinds}
        self.by_kind: dict[str, dict[str, Definition]] = {
            kind: {entry.name: self._made(entry) for entry in rules.content.of(kind)} for kind in self._kinds()
        }

    def _kinds(self) -> list[str]:
        return [*self.rules.content.kinds.records, *self.rules.content.item_kinds]

    def _made(self, entry: Entry) -> Definition:
        sort = self._class_of(entry.kind)
        return sort(self.rules, entry.kind, entry.name, entry.record, entry.confidence, entry.address)

    def _class_of(self, kind: str) -> type[Definition]:
        if kind in self.rules.kinds:
            return ItemDefinition
        if kind in self._locations:
            return LocationDefinition
        return {GOOD_TABLE.name: GoodDefinition, TRACK_TABLE.name: TrackDefinition}.get(kind, Definition)

    def of(self, kind: str) -> Mapping[str, Definition]:
        """Returns the definitions of a kind by id.

        Raises:
            UnknownName: no kind of record has this name.
        """
        return find("kind of record", kind, self.by_kind)

    def get(self, kind: str, id: str) -> Definition:
        """Returns the definition of a kind with an id.

        Raises:
            UnknownName: there is no such kind, or none of it has the id.
        """
        return find(noun_of(kind), id, self.of(kind))

    def _of_class(self, sort: type[Sort], kind: str, id: str) -> Sort:
        found = self.get(kind, id)
        assert isinstance(found, sort)
        return found

    def item(self, id: str) -> ItemDefinition:
        """Returns the item with an id; raises UnknownName if there is none."""
        return self._of_class(ItemDefinition, *self.rules.item_record(id))

    def good(self, id: str) -> GoodDefinition:
        """Returns the good with an id; raises UnknownName if there is none."""
        return self._of_class(GoodDefinition, GOOD_TABLE.name, id)

    def track(self, id: str) -> TrackDefinition:
        """Returns the track with an id; raises UnknownName if there is none."""
        return self._of_class(TrackDefinition, TRACK_TABLE.name, id)

    def location(self, id: str) -> LocationDefinition:
        """Returns the location with an id, or with a place of that id.

        Raises:
            UnknownName: there is none.
        """
        locations = [
            one for kind in self._locations for one in self.by_kind[kind].values() if isinstance(one, LocationDefinition)
        ]
        known = {one.id: one for one in locations}
        return find("location", id, {place: one for one in locations for place in one.places} | known)
