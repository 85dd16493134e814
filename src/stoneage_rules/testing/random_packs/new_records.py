"""New records of a random pack, each with what it needs to be there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.packs.records.belonging import belonging_faults
from stoneage_rules.packs.records.parts import parts_of
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.records.values import read_record
from stoneage_rules.testing.random_packs.choice_source import NothingFits
from stoneage_rules.testing.random_packs.known_names import Header, KnownNames, Table
from stoneage_rules.testing.random_packs.typed_values import Surroundings, TypedValues

__all__ = ["NewRecords", "is_faultless"]

MOST_TRIES = 6
"""How often a record is made anew if its values contradict each other."""
FEWEST_ITEMS, MOST_ITEMS = 1, 5
"""How many items a new kind of item has."""

Tables = Iterator[tuple[Header, Table]]


class NewRecords:
    """Makes records, and the edits that name them where an order must name each.

    Args:
        names: the names that can be used.
        values: makes the values of their keys.
    """

    def __init__(self, names: KnownNames, values: TypedValues) -> None:
        self.names = names
        self.choices = names.choices
        self.values = values

    def any(self) -> Tables:
        """Yields the tables of a new record of any kind, and of all that it needs.

        Raises:
            NothingFits: there can be no such record.
        """
        names, records = self.names, self.names.language.kinds.records
        kinds = [kind for kind, model in records.items() if not (model.is_single and names.ids.get(kind))]
        kind = self.choices.pick([*kinds, *names.item_kinds])
        names.declare(kind)
        yield from self.all_wanted(first_alone=not names.model(kind).is_used_by_name)

    def all_wanted(self, *, first_alone: bool = False) -> Tables:
        """Yields the tables of all records that are referred to and not made yet.

        Args:
            first_alone: whether nothing refers to the first one, which can then be conditional.
        """
        while self.names.wanted:
            kind, id = self.names.wanted.pop(0)
            table = self.record(kind, id, conditional=first_alone)
            first_alone = False
            self.names.add(kind, id, f"{self.names.pack}:{id}" if self.names.model(kind).namespaced else id, table)
            if "when" in table:
                self.names.hide(kind, id)
            yield kind, table
            if self.names.model(kind).declares is not None:
                self._declare_items(id)
            yield from self._orders(kind, id, table)

    def _declare_items(self, kind: str) -> None:
        self.names.item_kinds.append(kind)
        for _ in range(self.choices.between(FEWEST_ITEMS, MOST_ITEMS)):
            self.names.declare(kind)

    def record(self, kind: str, id: str, *, conditional: bool = False) -> Table:
        """Returns the table of a new record.

        Raises:
            NothingFits: something that it must name is not there and cannot be made.
        """
        model = self.names.model(kind)
        around = Surroundings(of_item=kind in self.names.item_kinds)
        given: Table = {"id": id, "reconstructed": [], **({} if conditional else {"when": []}), **self._groups(kind, id)}
        for _ in range(MOST_TRIES):
            table = self.values.table(model, around, given)
            table = {key: value for key, value in table.items() if value != [] or key not in given}
            if is_faultless(self.values.structurer, table, model):
                return table
        raise NothingFits

    def _groups(self, kind: str, id: str) -> Table:
        """Returns the groups of a record of a kind that has groups: those for which it is made, and some that there are."""
        if not any(part.key == "groups" for part in parts_of(self.names.model(kind))):
            return {}
        known = self.names.ids.get(f"group:{kind}", [])
        own = [f"{id}s"] if f"{id}s" in known else []
        more = self.choices.some(known, 0, 2) if self.choices.one_in(2) else []
        return {"groups": [*own, *(group for group in more if group not in own)]}

    def _orders(self, kind: str, id: str, table: Table) -> Tables:
        """Yields an edit of each list that must name all records of the kind, which puts the new one somewhere."""
        for holder in [*self.names.records]:
            for part in parts_of(self.names.model(holder.kind)):
                if part.metadata.get("orders") and kind in part.refs:
                    known = [name for name in holder.data.get(part.key, ()) if name in self.names.ids.get(kind, ())]
                    when = {"when": table["when"]} if "when" in table else {}
                    yield f"patch.{holder.kind}", {"target": holder.target, **when, **self._put(part.key, id, known)}

    def _put(self, key: str, id: str, known: list[str]) -> dict[str, Any]:
        """Returns the operator that puts an id into a list, at its end or beside another."""
        if not known or self.choices.one_in(2):
            return {"append": {key: [id]}}
        return {"insert": {key: {"value": id, self.choices.pick(("before", "after")): self.choices.pick(known)}}}


def is_faultless(structurer: Structurer, table: Table, model: type) -> bool:
    """Returns whether a table is a record that has nothing wrong with it on its own."""
    record, faults = read_record(structurer, table, model)
    return not faults and not any(belonging_faults(record, structurer.verbs, structurer.quantities))
