"""Packs made at random from the words of a table: records, edits, and single faults."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.files import write_whole
from stoneage_rules.language.fields import Field, fields_of
from stoneage_rules.language.forms import Form, NothingFits, Structurer, form_of_class
from stoneage_rules.packs.content import Content, Language
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.find import parse_source
from stoneage_rules.packs.parts import inside, name_of, read_with_contexts
from stoneage_rules.packs.spans import Span, TomlPath
from stoneage_rules.text import written, written_key
from units.packs.random_values import (
    AROUND,
    DEEPEST,
    LIKELY,
    ChoiceSource,
    Header,
    KnownNames,
    KnownRecord,
    RawTable,
    Sampler,
    seeded,
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
        values: makes the values of their keys.
    """

    def __init__(self, names: KnownNames) -> None:
        self.names = names
        self.choices = names.choices

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

    def record(self, kind: str, id: str, *, conditional: bool = False) -> RawTable:
        """Returns the table of a new record.

        Raises:
            NothingFits: something that it must name is not there and cannot be made.
        """
        when = {"when": [Sampler(self.names).requirement()]} if conditional and self.choices.one_in(4 * LIKELY) else {}
        given: RawTable = {"id": id, "reconstructed": [], **when, **self._groups(kind, id)}
        return sound_record(self.names, self.names.model(kind), given)

    def _groups(self, kind: str, id: str) -> RawTable:
        """Returns the groups of a record of a kind that has groups: those for which it is made, and some that there are."""
        if "groups" not in fields_of(self.names.model(kind)):
            return {}
        known = self.names.ids.get(f"group:{kind}", [])
        own = [f"{id}s"] if f"{id}s" in known else []
        more = self.choices.some(known, 0, 2) if self.choices.one_in(2) else []
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
        if not known or self.choices.one_in(2):
            return {"append": {key: [id]}}
        return {"insert": {key: {"value": id, self.choices.pick(("before", "after")): self.choices.pick(known)}}}


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
    """The keys and names that lead to it; empty if it stands in an element that no edit can name."""
    path: TomlPath
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
        values: makes new values.
    """

    def __init__(self, names: KnownNames) -> None:
        self.names = names
        self.choices = names.choices
        self.edited: set[tuple[str, str, str]] = set()
        """The keys that have an edit: kind, target and key.  A pack's second one would undo the first."""

    def any(self) -> Iterator[tuple[Header, RawTable]]:
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
            if spot.words and spot.words[-1] not in AROUND and (record.kind, record.target, spot.words[0]) not in self.edited
        ]
        for _ in range(MOST_TRIES):
            deep = [spot for spot in found if len(spot.words) > 1]
            spot = self.choices.pick(deep if deep and self.choices.one_in(2) else found)
            orders = spot.field.form.metadata.get("orders")
            operator = RandomEdits.move if orders else self.choices.pick(OPERATORS)
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
        if type(spot.current) in (str, int) and self.choices.one_in(4):
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
        change = self.choices.pick(({"add": 1}, {"add": 2}, {"add": -1}, {"times": [3, 2]}, {"times": [1, 2], "round": "up"}))
        return {"adjust": nested(spot.words, change)}

    def append(self, spot: Spot) -> RawTable:
        """Adds elements to a list."""
        return {"append": nested(spot.words, self._elements(spot))}

    def insert(self, spot: Spot) -> RawTable:
        """Adds an element beside another."""
        side = self.choices.pick(("after", "before"))
        return {"insert": nested(spot.words, {"value": self._elements(spot)[0], side: self._name(spot)})}

    def drop(self, spot: Spot) -> RawTable:
        """Takes an element out of a list."""
        return {"drop": nested(spot.words, [self._name(spot)])}

    def move(self, spot: Spot) -> RawTable:
        """Puts an element of a list elsewhere."""
        first, second = self.choices.some(_written(spot), 2, 2)
        side = self.choices.pick(("after", "before"))
        return {"drop": nested(spot.words, [first]), "insert": nested(spot.words, {"value": first, side: second})}

    def _name(self, spot: Spot) -> Any:
        """Returns the name of an element of a list that no other has."""
        names = [name_of(element) for element in _written(spot)]
        return self.choices.pick([name for name in names if name is not None and names.count(name) == 1])

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


def spots(sampler: Sampler, data: Any, form: Form, words: Words = (), path: TomlPath = ()) -> Iterator[Spot]:
    """Yields every field of a record, a verb or a part of one, at any depth; what readers of their own read has none."""
    if not isinstance(data, Mapping) or not form.is_table or form.is_computed or form.is_row:
        return
    sampler = sampler.deeper() if form.is_effect and sampler.depth < DEEPEST else sampler
    for key, field in form.fields_in(data, sampler.verbs).items():
        current, own, here = data.get(key, UNSET), (*words, key) if words or not path else (), (*path, key)
        within = sampler.within(field.form, data)
        yield Spot(own, here, field, within, current)
        if field.form.is_list and field.form.inner is not None:
            for index, element in enumerate(current if isinstance(current, list) else ()):
                name = str(name_of(element)) if own and isinstance(element, Mapping) else ""
                named = (*own, name) if name and inside(current, name)[0] is not None else ()
                yield from spots(within, element, field.form.inner, named, (*here, index))
        else:
            yield from spots(within, current, field.form, own, here)


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
        return "".join(self._texts())

    def _texts(self) -> Iterator[str]:
        for header, table in self.tables:
            lines = (f"{written_key(key)} = {written(value)}\n" for key, value in table.items())
            yield f"[[{header}]]\n{''.join(lines)}\n"

    def table_at(self, line: int) -> int | None:
        """Returns the number of the table that stands at a line of the content file, from 1 on."""
        for number, text in enumerate(self._texts()):
            line -= text.count("\n")
            if line <= 0:
                return number
        return None

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
    id: str = "random-pack",
    players: Sequence[int] = (2, 3, 4),
    given: Sequence[tuple[Header, RawTable]] = (),
) -> RandomPack:
    """Returns a pack of new records and edits, which may have faults that only the whole table shows.

    Args:
        choices: where its choices come from.
        table: the content that it changes; or for a game of its own the words of the table.
        id: its id.
        players: the player counts of the table.
        given: tables that it has in any case; for a game of its own, what it needs.
    """
    names = KnownNames(table if isinstance(table, Language) else table.language, id, choices)
    if isinstance(table, Content):
        names.add_content(table)
    names.players = players
    for header, data in given:
        if "." not in header:
            names.add(header, data["id"], f"{id}:{data['id']}", data)
    names.item_kinds += [data["id"] for header, data in given if header in names.language.kinds.declaring]
    tables = [*given, *_made(names)]
    pack = {
        "id": id,
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
        source = edits.any() if names.records and names.choices.one_in(2) else records.any()
        try:
            yield from [*source, *records.all_wanted()]
        except NothingFits:
            names.go_back(before)
        more = names.choices.below(AVERAGE) > 0


def repaired(pack: RandomPack, faults: Callable[[RandomPack], Sequence[Diagnostic] | None]) -> RandomPack | None:
    """Returns a pack without the tables that are at fault, taken out until nothing is; None if that comes to no end.

    Args:
        pack: the pack.
        faults: returns the errors of a pack; empty if it has none; None if it has some that name no table.
    """
    for _ in range(MOST_REPAIRS):
        found = faults(pack)
        if found is not None and not found:
            return pack
        lines = [place.span.line for error in found or () for place in (error.place,) if place.file.endswith(FILE)]
        blamed = {number for line in lines if (number := pack.table_at(line)) is not None} or {len(pack.tables) - 1}
        pack = attrs.evolve(pack, tables=tuple(table for number, table in enumerate(pack.tables) if number not in blamed))
    return None


# --- single faults ------------------------------------------------------------------------------------------------
#
# Packs that are valid but for one fault: one value, key, word or effect that cannot be where it is.


STRANGE = "zz-nothing"
"""A word that nothing has."""
UNLIKE: Mapping[type, Any] = {str: 7, int: "seven", bool: "seven"}
"""A value of another type for each type."""


@attrs.frozen
class WrongValue:
    """One way to make a value of a record wrong."""

    sort: str
    path: TomlPath
    value: Any
    codes: Collection[str]
    """The codes of which its diagnostic has one."""
    at_key: bool = False
    """True if a key is at fault."""
    shown: TomlPath = ()
    """The path that is shown, if not that of the value."""


@attrs.frozen
class SingleFault:
    """A pack with one fault, and its place."""

    pack: RandomPack
    path: TomlPath
    """The path to the fault in the content file."""
    wrong: WrongValue

    @property
    def span(self) -> Span:
        """The span of the content file that the diagnostic must show."""
        source, faults, _ = parse_source(self.pack.text.encode(), FILE)
        assert source is not None, faults
        return source.span(self.path, key=self.wrong.at_key)


Changes = Iterator[WrongValue]


def with_a_fault(choices: ChoiceSource, pack: RandomPack, language: Language) -> SingleFault | None:
    """Returns a valid pack with one fault in one of its records; None if there is no record to be changed."""
    found: list[tuple[int, WrongValue]] = []
    edited = {str(table.get("target")).rpartition(":")[2] for _, table in pack.tables}
    for number, (header, table) in enumerate(pack.tables):
        model = language.kinds.model(header)
        if "." not in header and "when" not in table and not model.is_single and table["id"] not in edited:
            found += [(number, change) for change in _changes(table, model, language)]
    sorts = sorted({change.sort for _, change in found})
    if not sorts:
        return None
    sort = choices.pick(sorts)
    number, change = choices.pick([(number, change) for number, change in found if change.sort == sort])
    header, table = pack.tables[number]
    data = copy.deepcopy(table)
    holder: Any = data
    for step in change.path[:-1]:
        holder = holder[step]
    holder[change.path[-1]] = change.value
    tables = (*pack.tables[:number], (header, data), *pack.tables[number + 1 :])
    index = sum(other == header for other, _ in pack.tables[:number])
    return SingleFault(attrs.evolve(pack, tables=tables), (header, index, *(change.shown or change.path)), change)


def _changes(table: Mapping[str, Any], model: Any, language: Language) -> Changes:
    """Yields the ways to make a record wrong."""
    found = [*spots(Sampler(KnownNames(language, "", seeded(0))), table, form_of_class(model))]
    for place in sorted({spot.path[:-1] for spot in found}, key=str):
        yield WrongValue("unknown key", (*place, STRANGE), 1, {"SA202"}, at_key=True)
    for spot in found:
        if spot.current is not UNSET and spot.path[-1] not in ("id", "when", "reconstructed"):
            yield from _in_field(spot, language)


def _in_field(spot: Spot, language: Language) -> Changes:
    """Yields the ways to make a field wrong; what readers of their own read is tested elsewhere."""
    value, path, form = spot.current, spot.path, spot.field.form
    metadata, inner = form.metadata, form.inner
    if type(value) in UNLIKE and form.types == (type(value),):
        yield WrongValue("wrong type", path, UNLIKE[type(value)], {"SA201"})
    if inner is not None and not form.is_list:
        yield WrongValue("wrong type", path, [1], {"SA201"})
    for bound, step in (("least", -1), ("most", 1)):
        if type(value) is int and metadata.get(bound) is not None:
            yield WrongValue("out of range", path, metadata[bound] + step, {"SA207"})
    if type(value) is str and metadata.get("choices") and form.types == (str,):
        yield WrongValue("no such choice", path, STRANGE, {"SA207"})
    texts = [path] if type(value) is str else [(*path, index) for index, text in _elements(value) if type(text) is str]
    if form.refs:
        yield from (WrongValue("nothing there", text, STRANGE, {"SA203", "SA210"}) for text in texts)
    if form.is_list and inner is not None and inner.is_effect:
        context = spot.sampler.context
        strangers = [word for word, verb in sorted(language.verbs.items()) if not verb.can_stand_in(context) and _is_short(verb)]
        for index, _ in _elements(value):
            verb = (*path, index, "do")
            yield WrongValue("no such verb", verb, STRANGE, {"SA208"})
            yield from (WrongValue("wrong context", verb[:-1], {"do": word}, {"SA215"}, shown=verb) for word in strangers)


def _elements(value: Any) -> Iterator[tuple[int, Any]]:
    return enumerate(value) if isinstance(value, list) else enumerate(())


def _is_short(verb: Callable[..., Any]) -> bool:
    """Returns whether a verb needs no key."""
    return not any(field.is_needed for field in fields_of(verb).values())
