"""Packs made at random from the words of a table: records and edits."""

from __future__ import annotations

import copy
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.files import write_whole
from stoneage_rules.language.fields import Field, fields_of
from stoneage_rules.language.forms import Form, NothingFits, Structurer, form_of_class
from stoneage_rules.packs.content import Content, Language
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.parts import inside, name_of, read_with_contexts
from stoneage_rules.text import written, written_key
from units.packs.random_values import (
    AROUND,
    DEEPEST,
    ID,
    LIKELY,
    ChoiceSource,
    Header,
    KnownNames,
    KnownRecord,
    RawTable,
    Sampler,
)

# --- new records --------------------------------------------------------------------------------------------------
#
# New records of a random pack, each with what it needs to be there.


MOST_TRIES = 6
"""How often a record is made anew if its values contradict each other."""
FEWEST_ITEMS, MOST_ITEMS = 1, 5
"""How many items a new kind of item has."""

Tables = Iterator[tuple[Header, RawTable]]


class NewRecords:
    """Makes records, and the edits that name them where an order must name each.

    Args:
        names: the names that can be used.
    """

    def __init__(self, names: KnownNames) -> None:
        self.names = names

    def any(self) -> Tables:
        """Yields the tables of a new record of any kind, and of all that it needs.

        Raises:
            NothingFits: there can be no such record.
        """
        names, records = self.names, self.names.language.kinds.records
        kinds = [kind for kind, model in records.items() if not (model.is_single and names.ids.get(kind))]
        kind = self.names.pick([*kinds, *names.item_kinds])
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
            self.names.add(kind, id, f"{ID}:{id}" if self.names.model(kind).namespaced else id, table)
            if "when" in table:
                self.names.hide(kind, id)
            yield kind, table
            if self.names.model(kind).declares is not None:
                self._declare_items(id)
            yield from self._orders(kind, id, table)

    def _declare_items(self, kind: str) -> None:
        self.names.item_kinds.append(kind)
        for _ in range(self.names.between(FEWEST_ITEMS, MOST_ITEMS)):
            self.names.declare(kind)

    def record(self, kind: str, id: str, *, conditional: bool = False) -> RawTable:
        """Returns the table of a new record.

        Raises:
            NothingFits: something that it must name is not there and cannot be made.
        """
        when = {"when": [Sampler(self.names).requirement()]} if conditional and self.names.one_in(4 * LIKELY) else {}
        given: RawTable = {"id": id, "reconstructed": [], **when, **self._groups(kind, id)}
        return sound_record(self.names, self.names.model(kind), given)

    def _groups(self, kind: str, id: str) -> RawTable:
        """Returns the groups of a record of a kind that has groups: those for which it is made, and some that there are."""
        if "groups" not in fields_of(self.names.model(kind)):
            return {}
        known = self.names.ids.get(f"group:{kind}", [])
        own = [f"{id}s"] if f"{id}s" in known else []
        more = self.names.some(known, 0, 2) if self.names.one_in(2) else []
        return {"groups": [*own, *(group for group in more if group not in own)]}

    def _orders(self, kind: str, id: str, table: RawTable) -> Tables:
        """Yields an edit of each list that must name all records of the kind, which puts the new one somewhere."""
        for holder in [*self.names.records]:
            for key, field in fields_of(self.names.model(holder.kind)).items():
                if field.form.metadata.get("orders") and kind in field.form.refs:
                    known = [name for name in holder.data.get(key, ()) if name in self.names.ids.get(kind, ())]
                    when = {"when": table["when"]} if "when" in table else {}
                    yield f"patch.{holder.kind}", {"target": holder.target, **when, **self._put(key, id, known)}

    def _put(self, key: str, id: str, known: list[str]) -> dict[str, Any]:
        """Returns the operator that puts an id into a list, at its end or beside another."""
        if not known or self.names.one_in(2):
            return {"append": {key: [id]}}
        return {"insert": {key: {"value": id, self.names.pick(("before", "after")): self.names.pick(known)}}}


def sound_record(names: KnownNames, model: type, given: Mapping[str, Any]) -> RawTable:
    """Returns the table of a record that has nothing wrong with it on its own; keys with an empty list are left out.

    Raises:
        NothingFits: none is found.
    """
    structurer = Structurer(names.language.verbs, names.language.quantities)
    for _ in range(MOST_TRIES):
        table = form_of_class(model).sample(Sampler(names, given=given))
        table = {key: value for key, value in table.items() if value != [] or key not in given}
        if not read_with_contexts(structurer, table, model)[1]:
            return table
    raise NothingFits


# --- random edits -------------------------------------------------------------------------------------------------
#
# Random edits of records: every operator, at any depth, and records that are replaced or removed.


Words = tuple[str, ...]

UNSET: Any = object()
"""Marks a value that is not written."""


@attrs.frozen
class Spot:
    """A field of a record, at any depth, written or not."""

    words: Words
    """The keys and names that lead to it."""
    field: Field
    """The field that it is a value of."""
    sampler: Sampler
    """The choices for another value."""
    current: Any
    """The value as written; UNSET if it is not."""


class RandomEdits:
    """Makes edits of the records that there are.

    Args:
        names: the names that can be used.
    """

    def __init__(self, names: KnownNames) -> None:
        self.names = names
        self.edited: set[tuple[str, str, str]] = set()
        """The keys that have an edit: kind, target and key.  A pack's second one would undo the first."""

    def any(self) -> Iterator[tuple[Header, RawTable]]:
        """Yields one edit of a record.

        Raises:
            NothingFits: none is found.
        """
        kind = self.names.pick(sorted({record.kind for record in self.names.records}))
        record = self.names.pick([record for record in self.names.records if record.kind == kind])
        form = self.names.below(12)
        if form == 11:
            if self.names.is_needed(record) or self.names.model(record.kind).is_needed:
                raise NothingFits
            yield f"remove.{record.kind}", {"target": record.target, "why": "nobody needs it"}
        elif form == 10:
            yield self._replacement(record)
        else:
            yield self._patch(record)

    def _replacement(self, record: KnownRecord) -> tuple[Header, RawTable]:
        model = self.names.model(record.kind)
        if any(field.form.metadata.get("orders") for field in fields_of(model).values()):
            raise NothingFits
        table = sound_record(self.names, model, {"id": "x", "reconstructed": []})
        del table["id"]
        return f"replace.{record.kind}", {"target": record.target, "why": "as it should be", "record": table}

    def _patch(self, record: KnownRecord) -> tuple[Header, RawTable]:
        found = [
            spot
            for spot in spots(Sampler(self.names), record.data, form_of_class(self.names.model(record.kind)))
            if spot.words[-1] not in AROUND and (record.kind, record.target, spot.words[0]) not in self.edited
        ]
        for _ in range(MOST_TRIES):
            deep = [spot for spot in found if len(spot.words) > 1]
            spot = self.names.pick(deep if deep and self.names.one_in(2) else found)
            orders = spot.field.form.metadata.get("orders")
            operator = RandomEdits.move if orders else self.names.pick(OPERATORS)
            try:
                table = operator(self, spot)
            except NothingFits:
                continue
            self.edited.add((record.kind, record.target, spot.words[0]))
            return f"patch.{record.kind}", {"target": record.target, **table}
        raise NothingFits

    # --- operators ----------------------------------------------------------------------------------------------

    def _new(self, spot: Spot) -> Any:
        """Returns another value for a spot."""
        for _ in range(MOST_TRIES):
            value = spot.field.form.sample(spot.sampler)
            if value != spot.current:
                return value
        raise NothingFits

    def set(self, spot: Spot) -> RawTable:
        """Gives a value; a table is given anew."""
        value = self._new(spot)
        table = {"set": nested(spot.words, value)}
        if type(spot.current) in (str, int) and self.names.one_in(4):
            table["expect"] = nested(spot.words, spot.current)
        is_table = isinstance(value, dict) and isinstance(spot.current, Mapping)
        return {"unset": [".".join(spot.words)], **table} if is_table else table

    def unset(self, spot: Spot) -> RawTable:
        """Takes a value away that may be missing."""
        if spot.current is UNSET or spot.field.is_needed:
            raise NothingFits
        return {"unset": [".".join(spot.words)]}

    def adjust(self, spot: Spot) -> RawTable:
        """Changes a number by another."""
        if type(spot.current) is not int:
            raise NothingFits
        change = self.names.pick(({"add": 1}, {"add": 2}, {"add": -1}, {"times": [3, 2]}, {"times": [1, 2], "round": "up"}))
        return {"adjust": nested(spot.words, change)}

    def append(self, spot: Spot) -> RawTable:
        """Adds elements to a list."""
        return {"append": nested(spot.words, self._elements(spot))}

    def insert(self, spot: Spot) -> RawTable:
        """Adds an element beside another."""
        side = self.names.pick(("after", "before"))
        return {"insert": nested(spot.words, {"value": self._elements(spot)[0], side: self._name(spot)})}

    def drop(self, spot: Spot) -> RawTable:
        """Takes an element out of a list."""
        return {"drop": nested(spot.words, [self._name(spot)])}

    def move(self, spot: Spot) -> RawTable:
        """Puts an element of a list elsewhere."""
        first, second = self.names.some(_written(spot), 2, 2)
        side = self.names.pick(("after", "before"))
        return {"drop": nested(spot.words, [first]), "insert": nested(spot.words, {"value": first, side: second})}

    def _name(self, spot: Spot) -> Any:
        """Returns the name of an element of a list that no other has."""
        names = [name_of(element) for element in _written(spot)]
        return self.names.pick([name for name in names if name is not None and names.count(name) == 1])

    def _elements(self, spot: Spot) -> list[Any]:
        """Returns new elements of a list.

        Raises:
            NothingFits: none is found, or it is no list.
        """
        written = _written(spot)
        elements = [element for element in spot.field.form.sample(spot.sampler) if element not in written]
        if not elements:
            raise NothingFits
        return elements


OPERATORS: tuple[Callable[[RandomEdits, Spot], RawTable], ...] = (
    RandomEdits.set, RandomEdits.append, RandomEdits.set, RandomEdits.insert, RandomEdits.adjust, RandomEdits.append,
    RandomEdits.drop, RandomEdits.unset,
)  # fmt: skip


def nested(words: Words, value: Any) -> dict[str, Any]:
    """Returns a value within tables, one for each step that leads to it."""
    for word in reversed(words):
        value = {word: value}
    return dict(value)


def _written(spot: Spot) -> list[Any]:
    """Returns the elements of a list as written.

    Raises:
        NothingFits: it is none.
    """
    if not spot.field.form.is_list or not isinstance(spot.current, (list, type(UNSET))):
        raise NothingFits
    return copy.deepcopy(spot.current) if isinstance(spot.current, list) else []


def spots(sampler: Sampler, data: Any, form: Form, words: Words = ()) -> Iterator[Spot]:
    """Yields every field of a record, a verb or a part of one, at any depth, to which names lead; what readers of their own read
    has none."""
    if not isinstance(data, Mapping) or not form.is_table or form.is_computed or form.is_row:
        return
    sampler = sampler.deeper() if form.is_effect and sampler.depth < DEEPEST else sampler
    for key, field in form.fields_in(data, sampler.verbs).items():
        current, own, within = data.get(key, UNSET), (*words, key), sampler.within(field.form, data)
        yield Spot(own, field, within, current)
        if field.form.is_list and field.form.inner is not None:
            for element in current if isinstance(current, list) else ():
                name = str(name_of(element))
                if isinstance(element, Mapping) and inside(current, name)[0] is not None:
                    yield from spots(within, element, field.form.inner, (*own, name))
        else:
            yield from spots(within, current, field.form, own)


# --- random pack --------------------------------------------------------------------------------------------------
#
# A whole pack made at random: what it holds, how it is written, and how what is wrong with it is taken out.


AVERAGE = 7
"""How many new records and edits a pack has on average, without those that they need."""
MOST_REPAIRS = 16
FILE = "rules.toml"


@attrs.frozen
class RandomPack:
    """A pack as data."""

    manifest: Mapping[str, Any]
    tables: Sequence[tuple[Header, RawTable]]

    @property
    def text(self) -> str:
        """Its content file."""
        return "".join(self.texts())

    def texts(self) -> Iterator[str]:
        """Yields the text of each table."""
        for header, table in self.tables:
            lines = (f"{written_key(key)} = {written(value)}\n" for key, value in table.items())
            yield f"[[{header}]]\n{''.join(lines)}\n"

    def write(self, folder: Path) -> Path:
        """Writes the pack into a folder, which is made if it is missing; returns the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        lines = (f"{key} = {written(value)}\n" for key, value in self.manifest.items())
        write_whole(folder / "pack.toml", "".join(lines))
        write_whole(folder / FILE, self.text)
        return folder


def random_pack(
    choices: ChoiceSource,
    table: Content | Language,
    *,
    players: Sequence[int] = (2, 3, 4),
    given: Sequence[tuple[Header, RawTable]] = (),
) -> RandomPack:
    """Returns a pack of new records and edits, which may have faults that only the whole table shows.

    Args:
        choices: where its choices come from.
        table: the content that it changes; or for a game of its own the words of the table.
        players: the player counts of the table.
        given: tables that it has in any case; for a game of its own, what it needs.
    """
    names = KnownNames(table if isinstance(table, Language) else table.language, choices)
    if isinstance(table, Content):
        names.add_content(table)
    names.players = players
    for header, data in given:
        if "." not in header:
            names.add(header, data["id"], f"{ID}:{data['id']}", data)
    names.item_kinds += [data["id"] for header, data in given if header in names.language.kinds.declaring]
    tables = [*given, *_made(names)]
    pack = {
        "id": ID,
        "name": "A pack made at random",
        "version": "1.0.0",
        "kind": "base" if isinstance(table, Language) else "house-rules",
        "license": "CC0-1.0",
    }
    requires = dict.fromkeys(names.modules, ">=0")
    return RandomPack({"format": 1, "pack": pack, **({"requires": requires} if requires else {})}, tuple(tables))


def _made(names: KnownNames) -> Iterator[tuple[Header, RawTable]]:
    records, edits = NewRecords(names), RandomEdits(names)
    more = True
    while more:
        before = names.copy()
        source = edits.any() if names.records and names.one_in(2) else records.any()
        try:
            yield from [*source, *records.all_wanted()]
        except NothingFits:
            names.go_back(before)
        more = names.below(AVERAGE) > 0


def repaired(pack: RandomPack, faults: Callable[[RandomPack], Sequence[Diagnostic]]) -> RandomPack | None:
    """Returns a pack without the tables that are at fault, taken out until nothing is; None if that comes to no end.

    Args:
        pack: the pack.
        faults: returns the errors of a pack.
    """
    for _ in range(MOST_REPAIRS):
        found = faults(pack)
        if not found:
            return pack
        lines = [error.place.span.line for error in found if error.place.file.endswith(FILE)]
        ends = [*accumulate(text.count("\n") for text in pack.texts())]
        blamed = {bisect_left(ends, line) for line in lines} or {len(ends) - 1}
        pack = attrs.evolve(pack, tables=tuple(table for number, table in enumerate(pack.tables) if number not in blamed))
    return None
