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
from stoneage_rules.packs.parts import element_name, inside, read_with_contexts
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


def new_record(names: KnownNames) -> Tables:
    """Yields the tables of a new record of any kind, and of all that it needs.

    Raises:
        NothingFits: there can be no such record.
    """
    kinds = [kind for kind, model in names.language.kinds.records.items() if not (model.is_single and names.ids.get(kind))]
    kind = names.pick([*kinds, *names.item_kinds])
    names.declare(kind)
    yield from all_wanted(names, first_alone=not names.model(kind).is_used_by_name)


def all_wanted(names: KnownNames, *, first_alone: bool = False) -> Tables:
    """Yields the tables of all records that are referred to and not made yet, and of the edits that put them into orders.

    Args:
        names: the names that can be used.
        first_alone: whether nothing refers to the first one, which can then be conditional.

    Raises:
        NothingFits: something that a record must name is not there and cannot be made.
    """
    while names.wanted:
        kind, id = names.wanted.pop(0)
        when = {"when": [Sampler(names).requirement()]} if first_alone and names.one_in(4 * LIKELY) else {}
        first_alone = False
        table = sound_record(names, names.model(kind), {"id": id, "reconstructed": [], **when, **_groups(names, kind, id)})
        names.add(kind, id, f"{ID}:{id}" if names.model(kind).namespaced else id, table)
        if when:
            names.hide(kind, id)
        yield kind, table
        if names.model(kind).declares is not None:
            names.item_kinds.append(id)
            for _ in range(names.between(FEWEST_ITEMS, MOST_ITEMS)):
                names.declare(id)
        yield from _orders(names, kind, id, when)


def _groups(names: KnownNames, kind: str, id: str) -> RawTable:
    """Returns the groups of a record of a kind that has groups: those for which it is made, and some that there are."""
    if "groups" not in fields_of(names.model(kind)):
        return {}
    known = names.ids.get(f"group:{kind}", [])
    own = [f"{id}s"] if f"{id}s" in known else []
    more = names.some(known, 0, 2) if names.one_in(2) else []
    return {"groups": [*own, *(group for group in more if group not in own)]}


def _orders(names: KnownNames, kind: str, id: str, when: RawTable) -> Tables:
    """Yields an edit of each list that must name all records of the kind, which puts the new one at its end or beside another."""
    for holder in [*names.records]:
        for key, field in fields_of(names.model(holder.kind)).items():
            if field.form.metadata.get("orders") and kind in field.form.refs:
                known = [name for name in holder.data.get(key, ()) if name in names.ids.get(kind, ())]
                put: RawTable = {"append": {key: [id]}}
                if known and not names.one_in(2):
                    put = {"insert": {key: {"value": id, names.pick(("before", "after")): names.pick(known)}}}
                yield f"patch.{holder.kind}", {"target": holder.target, **when, **put}


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
    """A field of a record, at any depth, written or not, with the operators of edits."""

    words: Words
    """The keys and names that lead to it."""
    field: Field
    """The field that it is a value of."""
    sampler: Sampler
    """The choices for another value."""
    current: Any
    """The value as written; UNSET if it is not."""

    def set(self) -> RawTable:
        """Gives another value; a table is given anew."""
        values = (self.field.form.sample(self.sampler) for _ in range(MOST_TRIES))
        value = next((value for value in values if value != self.current), UNSET)
        if value is UNSET:
            raise NothingFits
        table = {"set": nested(self.words, value)}
        if type(self.current) in (str, int) and self.sampler.one_in(4):
            table["expect"] = nested(self.words, self.current)
        is_table = isinstance(value, dict) and isinstance(self.current, Mapping)
        return {"unset": [".".join(self.words)], **table} if is_table else table

    def unset(self) -> RawTable:
        """Takes a value away that may be missing."""
        if self.current is UNSET or self.field.is_needed:
            raise NothingFits
        return {"unset": [".".join(self.words)]}

    def adjust(self) -> RawTable:
        """Changes a number by another."""
        if type(self.current) is not int:
            raise NothingFits
        change = self.sampler.pick(({"add": 1}, {"add": 2}, {"add": -1}, {"times": [3, 2]}, {"times": [1, 2], "round": "up"}))
        return {"adjust": nested(self.words, change)}

    def append(self) -> RawTable:
        """Adds elements to a list."""
        return {"append": nested(self.words, self._new())}

    def insert(self) -> RawTable:
        """Adds an element beside another."""
        side = self._side()
        return {"insert": nested(self.words, {"value": self._new()[0], side: self._name()})}

    def drop(self) -> RawTable:
        """Takes an element out of a list."""
        return {"drop": nested(self.words, [self._name()])}

    def move(self) -> RawTable:
        """Puts an element of a list elsewhere."""
        first, second = self.sampler.some(self._written(), 2, 2)
        return {"drop": nested(self.words, [first]), "insert": nested(self.words, {"value": first, self._side(): second})}

    def _side(self) -> str:
        return self.sampler.pick(("after", "before"))

    def _written(self) -> list[Any]:
        """Returns the elements of a list as written.

        Raises:
            NothingFits: it is none.
        """
        if not self.field.form.is_list or not isinstance(self.current, (list, type(UNSET))):
            raise NothingFits
        return copy.deepcopy(self.current) if isinstance(self.current, list) else []

    def _name(self) -> Any:
        """Returns the name of an element of a list that no other has."""
        names = [element_name(element) for element in self._written()]
        return self.sampler.pick([name for name in names if name is not None and names.count(name) == 1])

    def _new(self) -> list[Any]:
        """Returns new elements of a list.

        Raises:
            NothingFits: none is found, or it is no list.
        """
        written = self._written()
        elements = [element for element in self.field.form.sample(self.sampler) if element not in written]
        if not elements:
            raise NothingFits
        return elements


CHANGES = (Spot.set, Spot.append, Spot.set, Spot.insert, Spot.adjust, Spot.append, Spot.drop, Spot.unset)


def new_edit(names: KnownNames) -> Tables:
    """Yields one edit of a record.

    Raises:
        NothingFits: none is found.
    """
    kind = names.pick(sorted({record.kind for record in names.records}))
    record = names.pick([record for record in names.records if record.kind == kind])
    model, form = names.model(kind), names.below(12)
    if form == 11:
        if names.is_needed(record) or model.is_needed:
            raise NothingFits
        yield f"remove.{kind}", {"target": record.target, "why": "nobody needs it"}
    elif form == 10:
        if any(field.form.metadata.get("orders") for field in fields_of(model).values()):
            raise NothingFits
        table = sound_record(names, model, {"id": "x", "reconstructed": []})
        del table["id"]
        yield f"replace.{kind}", {"target": record.target, "why": "as it should be", "record": table}
    else:
        yield f"patch.{kind}", {"target": record.target, **_patch(names, record)}


def _patch(names: KnownNames, record: KnownRecord) -> RawTable:
    found = [
        spot
        for spot in spots(Sampler(names), record.data, form_of_class(names.model(record.kind)))
        if spot.words[-1] not in AROUND and (record.kind, record.target, spot.words[0]) not in names.edited
    ]
    for _ in range(MOST_TRIES):
        deep = [spot for spot in found if len(spot.words) > 1]
        spot = names.pick(deep if deep and names.one_in(2) else found)
        operator = Spot.move if spot.field.form.metadata.get("orders") else names.pick(CHANGES)
        try:
            table = operator(spot)
        except NothingFits:
            continue
        names.edited.add((record.kind, record.target, spot.words[0]))
        return table
    raise NothingFits


def nested(words: Words, value: Any) -> dict[str, Any]:
    """Returns a value within tables, one for each step that leads to it."""
    for word in reversed(words):
        value = {word: value}
    return dict(value)


def spots(sampler: Sampler, data: Any, form: Form, words: Words = ()) -> Iterator[Spot]:
    """Yields every field of a record, a verb or a part of one, at any depth, that names lead to; what readers of their own read
    has none."""
    if not isinstance(data, Mapping) or not form.is_table or form.is_computed or form.is_row:
        return
    sampler = sampler.deeper() if form.is_effect and sampler.depth < DEEPEST else sampler
    for key, field in form.fields_in(data, sampler.verbs).items():
        current, own, within = data.get(key, UNSET), (*words, key), sampler.within(field.form, data)
        yield Spot(own, field, within, current)
        if field.form.is_list and field.form.inner is not None:
            for element in current if isinstance(current, list) else ():
                name = str(element_name(element))
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


def _made(names: KnownNames) -> Tables:
    more = True
    while more:
        before = names.copy()
        source = new_edit(names) if names.records and names.one_in(2) else new_record(names)
        try:
            yield from [*source, *all_wanted(names)]
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
