"""Values made at random: by type, by schema, and the names that they can have."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import attrs
from hypothesis import strategies as st

from stoneage_rules.authoring.schemas import EditForms
from stoneage_rules.language.fields import refs_of
from stoneage_rules.language.word import Requirement, toml_key
from stoneage_rules.packs.content import Content, Language
from stoneage_rules.packs.parts import is_effect, is_mapping, is_own_form, is_plain_union, is_tuple, plain_type, typed_fields
from stoneage_rules.packs.structure import Structurer
from stoneage_rules.plugin import Amount, ContentRecord, Cost, IfRow, Quantity, Verb

# --- choice source ------------------------------------------------------------------------------------------------
#
# The one source of the choices of a random pack, whether they come from a seed or from a property test.


Item = TypeVar("Item")


class NothingFits(Exception):
    """Raised where no value can be made: nothing can be referred to, or everything is forbidden."""


class ChoiceSource:
    """Choices, all of which come from whole numbers; 0 is always the plainest choice, so that they shrink well.

    Args:
        below: returns a number from 0 to less than its argument, which is at least 1.
    """

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def below(self, count: int) -> int:
        """Returns a number from 0 to `count` - 1."""
        return self._below(count) if count > 1 else 0

    def between(self, least: int, most: int) -> int:
        """Returns a number from `least` to `most`; `least` is the plainest."""
        return least + self.below(most - least + 1)

    def one_in(self, count: int) -> bool:
        """Returns True in one of `count` cases."""
        return self.below(count) == count - 1

    def pick(self, options: Sequence[Item]) -> Item:
        """Returns one of several options.

        Raises:
            NothingFits: there are none.
        """
        if not options:
            raise NothingFits
        return options[self.below(len(options))]

    def some(self, options: Sequence[Item], least: int, most: int) -> list[Item]:
        """Returns different options, in any order: `least` to `most` of them, or fewer if there are no more.

        Raises:
            NothingFits: there are fewer than `least`.
        """
        left = list(options)
        if len(left) < least:
            raise NothingFits
        count = self.between(least, max(least, min(most, len(left))))
        return [left.pop(self.below(len(left))) for _ in range(count)]


def seeded(seed: int) -> ChoiceSource:
    """Returns choices that follow from a seed, on every Python alike."""
    draw = random.Random(seed).random
    return ChoiceSource(lambda count: int(draw() * count))


@st.composite
def choice_sources(draw: st.DrawFn) -> ChoiceSource:
    """Returns a strategy for sources of choices that shrink: everything that is made with one is made plainer."""
    return ChoiceSource(lambda count: draw(st.integers(0, count - 1)))


# --- known names --------------------------------------------------------------------------------------------------
#
# The names that a random pack can use: those of the content that it changes, and those of its own records.


RawTable = dict[str, Any]
"""A table of a content file, as TOML reads it."""
Header = str
"""The name of a table in double brackets: `location`, `patch.location`."""

RARE = 10
"""A reference to something that there is declares something new in one of so many cases; the larger the pack, the fewer."""
MOST_EAGER = 10
"""A pack with so many records of its own declares fewer further ones."""
MOST_WANTED = 6
"""The most records of a pack's own that are still to be made when a reference declares another one."""


NOTHING: Mapping[str, Any] = MappingProxyType({})


def texts_of(value: Any) -> Iterator[str]:
    """Yields every text and key in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from texts_of(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts_of(inner)


@attrs.frozen
class KnownRecord:
    """A record that edits can change."""

    kind: str
    target: str
    data: Mapping[str, Any]


class KnownNames:
    """The names that a pack can use, which grow with each record that it declares.

    Args:
        language: the words of the table.
        pack: the id of the pack.
        choices: the source of choices.
    """

    def __init__(self, language: Language, pack: str, choices: ChoiceSource) -> None:
        self.language = language
        self.pack = pack
        self.choices = choices
        self.ids: dict[str, list[str]] = {}
        """The ids of each kind, and the groups of each kind under `group:KIND`."""
        self.records: list[KnownRecord] = []
        self.item_kinds: list[str] = []
        self.players: Sequence[int] = (2,)
        """The player counts of the table."""
        self.modules: Sequence[str] = ()
        """The ids of all packs at the table."""
        self.wanted: list[tuple[str, str]] = []
        """The kind and id of each record that is referred to and still to be made."""
        self._plain: Mapping[str, list[str]] = {
            name: sorted(words)
            for name, words in (("counter", language.counters), ("check", language.checks), ("kernel", language.kernel))
        }
        self._count = 0
        self._texts: dict[str, set[str]] = {}
        """The texts in the records of each id."""

    def copy(self) -> KnownNames:
        """Returns the names as they are now, to go back to them."""
        other = copy.copy(self)
        other.ids = {kind: [*ids] for kind, ids in self.ids.items()}
        other.records, other.item_kinds, other.wanted = [*self.records], [*self.item_kinds], []
        other._texts = dict(self._texts)
        return other

    def go_back(self, other: KnownNames) -> None:
        """Takes over the names of an earlier copy."""
        self.__dict__.update(other.__dict__)

    def add_content(self, content: Content) -> None:
        """Adds what a table has; records that are there only conditionally are left out."""
        self.item_kinds += content.item_kinds
        self.modules = [pack.id for pack in content.packs]
        for entry in content:
            if not entry.record.when:
                target = f"{entry.pack}:{entry.id}" if entry.record.namespaced else entry.id
                self.add(entry.kind, entry.name, target, entry.raw_record.data)

    def add(self, kind: str, id: str, target: str, data: Mapping[str, Any]) -> None:
        """Adds a record."""
        self._add_id(kind, id)
        for group in data.get("groups", ()):
            self._add_id(f"group:{kind}", group)
        self.records.append(KnownRecord(kind, target, data))
        self._texts[id] = {*self._texts.get(id, ()), *texts_of(data)}

    def _add_id(self, kind: str, id: str) -> None:
        ids = self.ids.setdefault(kind, [])
        if id not in ids:
            ids.append(id)

    def model(self, kind: str) -> type[ContentRecord]:
        """Returns the class of the records of a kind."""
        return self.language.kinds.model(kind)

    def hide(self, kind: str, id: str) -> None:
        """Takes a record away from those that can be referred to, because it is not there at every table."""
        self.ids[kind].remove(id)

    # --- references ---------------------------------------------------------------------------------------------

    def named(self, refs: Sequence[str]) -> list[str]:
        """Returns everything that a reference to one of several kinds can say."""
        return [name for ref in refs for name in self._named(ref)]

    def _named(self, ref: str) -> Sequence[str]:
        if ref == "item":
            return [id for kind in self.item_kinds for id in self.ids.get(kind, ())]
        return self._plain[ref] if ref in self._plain else self.ids.get(ref, ())

    def reference(self, refs: Sequence[str], beside: Mapping[str, Any] = NOTHING) -> str:
        """Returns what a reference says: something that there is, or a new record that is made later.

        Args:
            refs: the kinds to which it can refer.
            beside: what stands beside it; mostly it refers to what belongs to that.

        Raises:
            NothingFits: there is nothing, and too much is still to be made.
        """
        known = self.named(refs)
        new = [ref for ref in refs if ref.removeprefix("group:") in self.language.kinds.records]
        related = {text for word in texts_of(beside) for text in self._texts.get(word, ())}
        near = [name for name in known if name in related]
        alone = not near and any(self.model(ref).is_used_by_name for ref in new if ref in self.language.kinds.records)
        if new and len(self.wanted) < MOST_WANTED and (not known or self._declares(alone=alone and bool(beside))):
            return self.declare(self.choices.pick(new))
        return self.choices.pick(known if not near or self.choices.one_in(20) else near)

    def _declares(self, *, alone: bool) -> bool:
        """Returns whether a reference declares something new, as it mostly does where nothing fits what stands beside it."""
        if alone and self._count < MOST_EAGER:
            return self.choices.below(6) > 0
        return self.choices.one_in(RARE + self._count)

    def is_needed(self, record: KnownRecord) -> bool:
        """Returns whether another record names one."""
        id = record.target.rpartition(":")[2]
        names = {id, record.target, *record.data.get("groups", ())}
        return any(not names.isdisjoint(texts_of(other.data)) for other in self.records if other is not record)

    def declare(self, ref: str) -> str:
        """Returns the id of a new record that is made later, or a group of which it will be the first.

        Raises:
            NothingFits: there can be only one such record, or no more of them.
        """
        kind = ref.removeprefix("group:")
        model = self.model(kind)
        if (model.is_single and self.ids.get(kind)) or len(self.ids.get(kind, ())) >= model.max_records:
            raise NothingFits
        if ref != kind and not any(attribute.name == "groups" for attribute in typed_fields(model)):
            raise NothingFits
        id = self.fresh(kind)
        self._add_id(kind, id)
        self.wanted.append((kind, id))
        if ref == kind:
            return id
        group = f"{id}s"
        self._add_id(ref, group)
        return group

    def fresh(self, kind: str) -> str:
        """Returns an id that nothing has."""
        self._count += 1
        id = f"new-{kind.replace('_', '-')}-{self._count}"
        return id if self.model(kind).namespaced else f"{self.pack}.{id}"


# --- schema values ------------------------------------------------------------------------------------------------
#
# Values of any form of which a schema is all that is known: prices, quantities, and forms of a plugin's own.


SMALL = 5
"""The number of values that a number takes as a rule, from its smallest one on."""
MARK = "@"
"""The first character of a word that stands for all ids of a kind."""
OPTION = "value-of-option"
"""The definition of a value that is taken from an option."""
NUMBER = re.compile(r"\^\((.+)\)\$")
"""The pattern of keys that are numbers; the group has them, separated by bars."""

Schema = Mapping[str, Any]


class _Markers(dict[str, Sequence[str]]):
    """Ids for a schema: a marker for each kind in place of ids."""

    def get(self, kind: str, default: Any = None) -> Sequence[str]:
        return (MARK + kind,)


class SchemaValues:
    """Makes values by the schemas of the forms that content can have.

    Args:
        names: the names that can be used.
    """

    def __init__(self, names: KnownNames) -> None:
        self.names = names
        self.choices = names.choices
        self.depth = 0
        """How many tables are around what is made: the deeper, the fewer keys are written."""
        self.forms = EditForms(names.language, _Markers({"": ()}))

    def value(self, annotation: Any, metadata: Mapping[str, Any], keys: Sequence[str] = ()) -> Any:
        """Returns a value of a type, with the range of its field.

        Args:
            annotation: the type.
            metadata: the metadata of the field.
            keys: the kinds of what the keys of an open table refer to.

        Raises:
            NothingFits: there is no such value.
        """
        return self._made(self.forms.value(annotation, metadata), keys)

    def _made(self, schema: Schema, keys: Sequence[str]) -> Any:
        if "$ref" in schema:
            return self._made(self.forms.definitions[schema["$ref"].rpartition("/")[2]], keys)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._word(schema["enum"])
        for word in ("allOf", "anyOf", "oneOf"):
            if word in schema:
                return self._either(schema[word], keys)
        return self._plain(schema, keys)

    def _plain(self, schema: Schema, keys: Sequence[str]) -> Any:
        kind = schema.get("type")
        kind = self.choices.pick(kind) if isinstance(kind, list) else kind
        if kind == "object":
            self.depth += 1
            try:
                return self._table(schema, keys)
            finally:
                self.depth -= 1
        if kind == "array":
            fewest = schema.get("minItems", 0)
            most = schema.get("maxItems", fewest + 2)
            return [self._made(schema["items"], keys) for _ in range(self.choices.between(fewest, most))]
        if kind == "integer":
            return self.number(schema.get("minimum"), schema.get("maximum"), "not" in schema)
        return self.choices.one_in(2) if kind == "boolean" else "a text"

    def _either(self, schemas: Sequence[Schema], keys: Sequence[str]) -> Any:
        """Returns a value of one of several forms; where ids are offered, plain text is not one of them."""
        refs = [schema for schema in schemas if "$ref" in schema]
        names = [schema for schema in refs if schema["$ref"].rpartition("/")[2].startswith("id-of-")]
        options = [schema for schema in refs if schema["$ref"].endswith(OPTION)]
        left = names or [schema for schema in schemas if schema not in options]
        while left:
            schema = self.choices.pick(left)
            try:
                return self._made(schema, keys)
            except NothingFits:
                left = [other for other in left if other is not schema]
        raise NothingFits

    def _word(self, words: Sequence[Any]) -> Any:
        """Returns one of several words; those that are markers stand for ids."""
        refs = [word[len(MARK) :] for word in words if isinstance(word, str) and word.startswith(MARK)]
        return self.names.reference(refs) if refs else self.choices.pick(words)

    def _table(self, schema: Schema, keys: Sequence[str]) -> dict[str, Any]:
        """Returns a table; of keys of which one is needed, such as the words of quantities, exactly one."""
        properties = schema.get("properties", {})
        main = [key for key in properties if key in self.names.language.quantities]
        table: dict[str, Any] = {}
        if main:
            self._add_one(table, properties, main, keys)
        for key in schema.get("required", ()):
            table[key] = self._made(properties[key], keys)
        most = schema.get("maxProperties", len(properties) + 3)
        for key, inner in properties.items():
            if key not in table and key not in main and len(table) < most and self.choices.one_in(3 * self.depth**3):
                table[key] = self._made(inner, keys)
        return self._open(table, schema, keys)

    def _add_one(self, table: dict[str, Any], properties: Mapping[str, Schema], main: Sequence[str], keys: Sequence[str]) -> None:
        """Adds one of several keys to a table, the first tried for which there is a value."""
        for key in self.choices.some(main, 1, len(main)):
            try:
                table[key] = self._made(properties[key], keys)
                return
            except NothingFits:
                continue
        raise NothingFits

    def _open(self, table: dict[str, Any], schema: Schema, keys: Sequence[str]) -> dict[str, Any]:
        """Adds entries under keys of one's own, where a table has such."""
        fewest, inner = schema.get("minProperties", 0), schema.get("additionalProperties")
        names: list[Any] = []
        if isinstance(inner, Mapping):
            names = self.choices.some(self.names.named(keys), max(0, fewest - len(table)), 3)
        for pattern, numbered in schema.get("patternProperties", {}).items():
            words = NUMBER.fullmatch(pattern)
            inner = numbered
            names = self.choices.some(words[1].split("|"), fewest, 4) if words else []
        for name in names:
            table[name] = self._made(inner, keys)  # type: ignore[arg-type]
        if len(table) < fewest:
            raise NothingFits
        return table

    def number(self, least: int | None, most: int | None, not_zero: bool = False) -> int:
        """Returns a number within a range, nearly always a small one."""
        first = -4 if least is None else least
        room = SMALL * 2 if least is None else SMALL
        last = first + room if most is None else min(most, first + room)
        choice = self.choices.below(30)
        number = most if choice == 29 and most is not None else self.choices.between(first, last)
        if least is None:
            number = number + 5 if number < 1 and choice < 15 else number
        return number or (1 if not_zero else 0)


# --- typed values -------------------------------------------------------------------------------------------------
#
# Values of any type that a key of content can have, made from the fields of records and verbs.


AROUND = ("id", "name", "rules", "confidence", "reconstructed", "when")
"""The keys of every record, which do not make it what it is."""
DEEPEST = 2
"""The depth from which on effects have no effects within them."""
LIKELY = 3
"""One of so many keys that can be left away is written."""
MOST_TRIES = 8
"""How many verbs are tried before a list of effects stays empty."""


HOLDERS: Mapping[Any, type] = {
    form: attrs.make_class("Holder", {"value": attrs.field(type=form)}) for form in (Amount, Cost, Quantity, IfRow)
}
"""A class of tables with one value for each form whose schema allows more than its reader."""


@attrs.frozen
class Surroundings:
    """The context of the effects in a value, and how many effects are around it."""

    context: str = ""
    depth: int = 0

    def within(self, attribute: Any) -> Surroundings:
        """Returns the surroundings of what is in a field."""
        metadata = attribute.metadata
        context = metadata.get("context") or metadata.get("becomes", {}).get(self.context, self.context)
        return attrs.evolve(self, context=context)


class TypedValues:
    """Makes values of the types of fields.

    Args:
        names: the names that can be used.
    """

    def __init__(self, names: KnownNames) -> None:
        self.names = names
        self.choices = names.choices
        self.schemas = SchemaValues(names)
        self.structurer = Structurer(names.language.verbs, names.language.quantities)
        self.beside: Mapping[str, Any] = {}
        """The table of which a value is being made."""

    def of_field(self, attribute: Any, around: Surroundings) -> Any:
        """Returns a value of a field.

        Raises:
            NothingFits: there is none.
        """
        return self.value(attribute.type, attribute.metadata, refs_of(attribute), around.within(attribute))

    def value(self, kind: Any, metadata: Mapping[str, Any], refs: tuple[str, ...], around: Surroundings) -> Any:
        """Returns a value of a type."""
        kind = plain_type(kind)
        if is_plain_union(kind):
            kind = self.choices.pick(get_args(kind))
        if kind is str and not metadata.get("choices"):
            return self.names.reference(refs, self.beside) if refs else f"text {self.choices.between(1, 4)}"
        if is_tuple(kind):
            return self._list(get_args(kind)[0], metadata, refs, around)
        if is_mapping(kind):
            return self._mapping(get_args(kind), metadata, refs, around)
        return self._composed(kind, metadata, around)

    def _composed(self, kind: Any, metadata: Mapping[str, Any], around: Surroundings) -> Any:
        if kind in HOLDERS:
            return self._sound(kind, metadata)
        if is_own_form(kind) or kind in (Any, bool, int, str):
            return self.schemas.value(kind, metadata)
        if is_effect(kind):
            return self.effect(around)
        return self._requirement() if kind is Requirement else self.table(kind, around)

    def _sound(self, form: type, metadata: Mapping[str, Any]) -> Any:
        """Returns a value of a form whose schema allows more than its reader.

        Raises:
            NothingFits: none is found.
        """
        for _ in range(MOST_TRIES):
            value = self.schemas.value(form, metadata, Cost.goods_refer_to if form is Cost else ())
            if not self.structurer.structure({"value": value}, HOLDERS[form])[1]:
                return value
        raise NothingFits

    # --- lists and tables ---------------------------------------------------------------------------------------

    def _list(self, element: Any, metadata: Mapping[str, Any], refs: tuple[str, ...], around: Surroundings) -> list[Any]:
        fewest = metadata.get("fewest") or (1 if metadata.get("not_empty") else 0)
        count = self.choices.between(max(fewest, 1), max(fewest, 1) + (1 if around.depth else 2))
        values: list[Any] = []
        for _ in range(count):
            try:
                value = self.value(element, metadata, refs, around)
            except NothingFits:
                break
            if element not in (str, int) or value not in values:
                values.append(value)
        if len(values) < fewest:
            raise NothingFits
        return values

    def _mapping(
        self, types: tuple[Any, Any], metadata: Mapping[str, Any], refs: tuple[str, ...], around: Surroundings
    ) -> dict[str, Any]:
        key, inner = types
        if key is int:
            first, last = metadata.get("keys") or (1, 4)
            all_keys = [str(number) for number in range(first, last + 1)]
            keys = all_keys if self.choices.one_in(2) else self.choices.some(all_keys, 1, len(all_keys))
        else:
            keys = (
                list(dict.fromkeys(self.names.reference(refs, self.beside) for _ in range(self.choices.between(1, 3))))
                if refs
                else []
            )
        if not keys:
            raise NothingFits
        return {name: self.value(inner, {**metadata, "keys": None}, (), around) for name in keys}

    def effect(self, around: Surroundings) -> dict[str, Any]:
        """Returns an effect that can stand in its context.

        Raises:
            NothingFits: none is found.
        """
        verbs = [verb for _, verb in sorted(self.names.language.verbs.items()) if verb.can_stand_in(around.context)]
        deeper = attrs.evolve(around, depth=around.depth + 1)
        for _ in range(MOST_TRIES):
            verb = self.choices.pick(verbs)
            if around.depth >= DEEPEST and _holds_effects(verb):
                continue
            try:
                return {"do": verb.do, **self.table(verb, deeper)}
            except NothingFits:
                continue
        raise NothingFits

    def table(self, kind: Any, around: Surroundings, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Returns a table with the fields of a record, verb, or part of one; `given` are keys that have a value already."""
        values = dict(given or {})
        for attribute in typed_fields(kind):
            key = toml_key(attribute.name)
            needed = attribute.default is attrs.NOTHING
            if key in values or not (needed or self._is_written(attribute)):
                continue
            self.beside = values
            try:
                values[key] = self.of_field(attribute, around)
            except NothingFits:
                if needed:
                    raise
        return values

    def _is_written(self, attribute: Any) -> bool:
        if plain_type(attribute.type) is Cost or (is_tuple(attribute.type) and is_effect(get_args(attribute.type)[0])):
            return self.choices.below(4) > 0
        is_rare = attribute.name in AROUND or IfRow in get_args(attribute.type)
        return self.choices.one_in(LIKELY * (4 if is_rare else 1))

    def _requirement(self) -> dict[str, Any]:
        """Returns a row of `when`."""
        names = self.names
        row: dict[str, Any] = {}
        if self.choices.one_in(3) and names.modules:
            row["module"] = self.choices.pick(names.modules)
        if not row or self.choices.one_in(3):
            row["players"] = sorted(self.choices.some(names.players, 1, len(names.players)))
        return row


def _holds_effects(verb: type[Verb]) -> bool:
    return any(is_tuple(attribute.type) and is_effect(get_args(attribute.type)[0]) for attribute in typed_fields(verb))
