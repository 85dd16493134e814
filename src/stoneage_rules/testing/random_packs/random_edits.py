"""Random edits of records: every operator, at any depth, and records that are replaced or removed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

import attrs

from stoneage_rules.language.word import toml_key
from stoneage_rules.packs.records.addressing import at_words, inside, name_of
from stoneage_rules.packs.records.parts import is_effect, is_tuple, parts_of, plain_type, typed_fields
from stoneage_rules.testing.random_packs.choice_source import NothingFits
from stoneage_rules.testing.random_packs.known_names import Header, KnownNames, KnownRecord, Table
from stoneage_rules.testing.random_packs.new_records import is_faultless
from stoneage_rules.testing.random_packs.typed_values import AROUND, HOLDERS, Surroundings, TypedValues

__all__ = ["RandomEdits", "Spot", "spots"]

MOST_TRIES = 6
"""How often an edit is made anew if the record would be wrong after it."""
UNSET: Any = object()
"""Marks a value that is not written."""


@attrs.frozen
class Spot:
    """A value of a record that an edit can change, written or not."""

    words: tuple[str, ...]
    """The keys and names that lead to it."""
    attribute: Any
    """The field that it is a value of."""
    around: Surroundings
    passes_on: bool
    current: Any
    """The value as written; UNSET if it is not."""


class RandomEdits:
    """Makes edits of the records that there are.

    Args:
        names: the names that can be used.
        values: makes new values.
    """

    def __init__(self, names: KnownNames, values: TypedValues) -> None:
        self.names = names
        self.choices = names.choices
        self.values = values
        self.edited: set[tuple[str, str, str]] = set()
        """The keys that have an edit: kind, target and key.  A pack's second one would undo the first."""

    def any(self) -> Iterator[tuple[Header, Table]]:
        """Yields one edit of a record.

        Raises:
            NothingFits: none is found.
        """
        kind = self.choices.pick(sorted({record.kind for record in self.names.records}))
        record = self.choices.pick([record for record in self.names.records if record.kind == kind])
        form = self.choices.below(12)
        if form == 11:
            if self.names.is_needed(record) or self.names.model(record.kind).is_needed:
                raise NothingFits
            yield f"remove.{record.kind}", {"target": record.target, "why": "nobody needs it"}
        elif form == 10:
            yield self._replacement(record)
        else:
            yield self._patch(record)

    def _replacement(self, record: KnownRecord) -> tuple[Header, Table]:
        model = self.names.model(record.kind)
        if any(part.metadata.get("orders") for part in parts_of(model)):
            raise NothingFits
        around = Surroundings(of_item=record.kind in self.names.item_kinds)
        for _ in range(MOST_TRIES):
            table = self.values.table(model, around, {"id": "x", "reconstructed": []})
            del table["reconstructed"]
            if is_faultless(self.values.structurer, table, model):
                del table["id"]
                return f"replace.{record.kind}", {"target": record.target, "why": "as it should be", "record": table}
        raise NothingFits

    def _patch(self, record: KnownRecord) -> tuple[Header, Table]:
        found = [spot for spot in spots(self.names, record) if (record.kind, record.target, spot.words[0]) not in self.edited]
        for _ in range(MOST_TRIES):
            deep = [spot for spot in found if len(spot.words) > 1]
            spot = self.choices.pick(deep if deep and self.choices.one_in(2) else found)
            orders = spot.attribute.metadata.get("orders")
            operator = RandomEdits.move if orders else self.choices.pick(OPERATORS)
            try:
                table = operator(self, spot)
            except NothingFits:
                continue
            if not self._is_faultless(record, spot, table):
                continue
            self.edited.add((record.kind, record.target, spot.words[0]))
            return f"patch.{record.kind}", {"target": record.target, **table}
        raise NothingFits

    def _is_faultless(self, record: KnownRecord, spot: Spot, table: Table) -> bool:
        """Returns whether the record has nothing wrong with it on its own after an edit."""
        data = {**copy.deepcopy(dict(record.data)), "id": "x"}
        holder = at_words(data, spot.words[:-1])[1]
        key = spot.words[-1]
        for operator in ("unset", "drop", "set", "append", "insert"):
            if operator not in table:
                continue
            value: Any = at_words(table[operator], spot.words)[1] if operator != "unset" else None
            if operator == "set":
                holder[key] = value
            elif operator == "unset":
                del holder[key]
            elif operator == "drop":
                holder[key] = [element for element in holder[key] if name_of(element) not in value]
            else:
                holder[key] = [*holder.get(key, ()), *(value if operator == "append" else [value["value"]])]
        return is_faultless(self.values.structurer, data, self.names.model(record.kind))

    # --- operators ----------------------------------------------------------------------------------------------

    def _new(self, spot: Spot) -> Any:
        """Returns another value for a spot."""
        for _ in range(MOST_TRIES):
            value = self.values.of_field(spot.attribute, spot.around, spot.passes_on)
            if value != spot.current and value != getattr(spot.attribute, "default", UNSET):
                return value
        raise NothingFits

    def set(self, spot: Spot) -> Table:
        """Gives a value; a table is given anew."""
        value = self._new(spot)
        table = {"set": nested(spot.words, value)}
        if type(spot.current) in (str, int) and self.choices.one_in(4):
            table["expect"] = nested(spot.words, spot.current)
        is_table = isinstance(value, dict) and isinstance(spot.current, Mapping)
        return {"unset": [".".join(spot.words)], **table} if is_table else table

    def unset(self, spot: Spot) -> Table:
        """Takes a value away that may be missing."""
        if spot.current is UNSET or spot.attribute.default is attrs.NOTHING:
            raise NothingFits
        return {"unset": [".".join(spot.words)]}

    def adjust(self, spot: Spot) -> Table:
        """Changes a number by another."""
        if type(spot.current) is not int or isinstance(spot.current, bool):
            raise NothingFits
        change = self.choices.pick(({"add": 1}, {"add": 2}, {"add": -1}, {"times": [3, 2]}, {"times": [1, 2], "round": "up"}))
        return {"adjust": nested(spot.words, change)}

    def append(self, spot: Spot) -> Table:
        """Adds elements to a list."""
        elements = [element for element in self._elements(spot) if element not in _written(spot)]
        if not elements:
            raise NothingFits
        return {"append": nested(spot.words, elements)}

    def insert(self, spot: Spot) -> Table:
        """Adds an element beside another."""
        names = [name_of(element) for element in _written(spot)]
        names = [name for name in names if name is not None and names.count(name) == 1]
        neighbour = self.choices.pick(names)
        element = next((element for element in self._elements(spot) if element not in _written(spot)), UNSET)
        if element is UNSET:
            raise NothingFits
        return {"insert": nested(spot.words, {"value": element, self.choices.pick(("after", "before")): neighbour})}

    def drop(self, spot: Spot) -> Table:
        """Takes an element out of a list."""
        names = [name_of(element) for element in _written(spot)]
        names = [name for name in names if name is not None and names.count(name) == 1]
        return {"drop": nested(spot.words, [self.choices.pick(names)])}

    def move(self, spot: Spot) -> Table:
        """Puts an element of a list elsewhere."""
        first, second = self.choices.some(_written(spot), 2, 2)
        side = self.choices.pick(("after", "before"))
        return {"drop": nested(spot.words, [first]), "insert": nested(spot.words, {"value": first, side: second})}

    def _elements(self, spot: Spot) -> list[Any]:
        if not is_tuple(plain_type(spot.attribute.type)):
            raise NothingFits
        elements: list[Any] = self.values.of_field(spot.attribute, spot.around, spot.passes_on)
        return elements


OPERATORS: tuple[Callable[[RandomEdits, Spot], Table], ...] = (
    RandomEdits.set, RandomEdits.append, RandomEdits.set, RandomEdits.insert, RandomEdits.adjust, RandomEdits.append,
    RandomEdits.drop, RandomEdits.unset,
)  # fmt: skip


def nested(words: tuple[str, ...], value: Any) -> dict[str, Any]:
    """Returns a value within tables, one for each step that leads to it."""
    for word in reversed(words):
        value = {word: value}
    return dict(value)


def _written(spot: Spot) -> list[Any]:
    """Returns the elements of a list as written.

    Raises:
        NothingFits: it is none.
    """
    if not is_tuple(plain_type(spot.attribute.type)) or not isinstance(spot.current, (list, type(UNSET))):
        raise NothingFits
    return copy.deepcopy(spot.current) if isinstance(spot.current, list) else []


def spots(names: KnownNames, record: KnownRecord) -> Iterator[Spot]:
    """Yields every value of a record that an edit can change, at any depth."""
    around = Surroundings(of_item=record.kind in names.item_kinds)
    yield from (spot for spot in _spots(names, record.data, names.model(record.kind), (), around) if spot.words[-1] not in AROUND)


def _spots(names: KnownNames, data: Any, kind: Any, words: tuple[str, ...], around: Surroundings) -> Iterator[Spot]:
    passes_on = getattr(kind, "passes_on", False)
    for attribute in typed_fields(kind):
        key = toml_key(attribute.name)
        current = data.get(key, UNSET)
        yield Spot((*words, key), attribute, around, passes_on, current)
        inner = plain_type(attribute.type)
        within = around.within(attribute, passes_on)
        if is_tuple(inner) and isinstance(current, list):
            for element in current:
                name = str(name_of(element)) if isinstance(element, Mapping) else ""
                if name and inside(current, name)[0] is not None:
                    yield from _inside(names, element, get_args(inner)[0], (*words, key, name), within)
        elif isinstance(current, Mapping):
            yield from _inside(names, current, inner, (*words, key), within)


def _inside(names: KnownNames, data: Any, kind: Any, words: tuple[str, ...], around: Surroundings) -> Iterator[Spot]:
    """Yields the values of a table within a record."""
    if is_effect(kind):
        kind = names.language.verbs.get(str(data.get("do")))
        around = attrs.evolve(around, depth=around.depth + 1)
    if kind is not None and attrs.has(kind) and kind not in HOLDERS:
        yield from _spots(names, data, kind, words, around)
