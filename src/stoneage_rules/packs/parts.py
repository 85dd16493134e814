"""The parts of records: types of fields, addresses of values, kinds, ids, and records that failed."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import QUANTITY_KEYS, Amount, Described, OwnForm, Quantity, refs_of, resolve_own
from stoneage_rules.language.quantity import RANGE_KEYS, IfRow
from stoneage_rules.language.word import ContentRecord, Verb, toml_key
from stoneage_rules.packs.diagnostics import REPORTED, Fault, Reported, Write
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import either, nearest

PLAIN = frozenset({str, int, bool, type(None)})
"""Types of values that contain no others."""

BOUNDS = ("least", "most", "keys", "choices")
DEMANDS = ("not_empty", "not_zero")


@attrs.frozen
class Part(Described):
    """One field of a record."""

    name: str
    key: str
    """Its key in TOML."""
    metadata: Mapping[str, Any]
    refs: tuple[str, ...]
    """The kinds of record that it refers to."""
    is_bounded: bool
    """True if its metadata restricts plain values."""


def parts_of(record: Any) -> tuple[Part, ...]:
    """Returns the fields of a record, or of the records of a class."""
    return _parts(record if isinstance(record, type) else type(record))


@lru_cache(maxsize=1000)
def _parts(kind: Any) -> tuple[Part, ...]:
    return tuple(
        Part(
            field.name,
            field.metadata.get("key") or toml_key(field.name),
            field.metadata,
            refs_of(field),
            any(map(field.metadata.get, DEMANDS)) or any(field.metadata.get(bound) is not None for bound in BOUNDS),
        )
        for field in attrs.fields(kind)
        if field.init and (field.metadata or not issubclass(kind, Quantity))  # what is counted is no key
    )


@lru_cache(maxsize=1)
def quantity_fields() -> Mapping[str, Any]:
    """Returns the fields of a quantity by their keys, with their types, besides the word that says what is counted."""
    resolve_own(Quantity)
    return {**QUANTITY_KEYS, "if": QUANTITY_KEYS["if"].evolve(type=tuple[IfRow, ...])}


def at_step(made: Any, step: Any) -> Any:
    """Returns the value at one step of a path, in a record, a list, a table or a quantity."""
    if isinstance(made, Quantity) and step == made.name:
        return made.of
    if isinstance(made, Cost):
        return made.of if step == "of" else made.kinds if step == "kinds" else made.amounts[step]
    if isinstance(made, Mapping):
        return made[step] if step in made else made[int(step)]
    return made[step] if isinstance(made, tuple) else next(getattr(made, p.name) for p in parts_of(made) if p.key == step)


def is_never_negative(metadata: Mapping[str, Any]) -> bool:
    """Returns whether a field's minimum is 0 or more."""
    least = metadata.get("least")
    return least is not None and least >= 0


def walked(made: Any) -> list[tuple[TomlPath, Any]]:
    """Returns a record and every record, effect, cost and quantity within it, each with its path."""
    met: list[tuple[TomlPath, Any]] = []
    _walk(made, (), met)
    return met


def _walk(made: Any, path: TomlPath, met: list[tuple[TomlPath, Any]]) -> None:
    if type(made) in PLAIN:
        return
    if isinstance(made, tuple):
        for index, element in enumerate(made):
            _walk(element, (*path, index), met)
    elif attrs.has(type(made)):
        met.append((path, made))
        if isinstance(made, Quantity):
            _walk(made.of, (*path, made.name), met)
        if isinstance(made, Cost):
            _walk(made.amounts, path, met)
            return
        for part in parts_of(made):
            value = getattr(made, part.name)
            if type(value) not in PLAIN:
                _walk(value, (*path, part.key), met)
    elif isinstance(made, Mapping):
        for key, element in made.items():
            _walk(element, (*path, str(key)), met)


# --- types of fields ---------------------------------------------------------------------------------------------------


def typed_fields(kind: Any) -> tuple[Any, ...]:
    """Returns the fields of a record class, after resolving annotations that are still text.

    Raises:
        PluginError: content cannot be read into the type of a field.
    """
    return _typed_fields(kind)


@lru_cache(maxsize=1000)
def _typed_fields(kind: Any) -> tuple[Any, ...]:
    try:
        resolve_own(kind)
    except NameError as error:
        raise _not_readable(kind, "annotations", str(error)) from error
    fields = tuple(attribute for attribute in attrs.fields(kind) if attribute.init)
    for attribute in fields:
        if not _is_known(attribute.type):
            raise _not_readable(kind, f"field `{attribute.name}`", attribute.type)
    return fields


def _is_known(kind: Any) -> bool:
    """Returns whether a type is one that `structure` reads."""
    if kind in (Any, str, int, bool, Amount, Cost, Quantity, IfRow) or is_effect(kind) or is_own_form(kind):
        return True
    if get_origin(kind) in (Union, UnionType):
        members = [member for member in get_args(kind) if member is not type(None)]
        return {*members} <= {str, int, bool} or kind == Amount | None or (len(members) == 1 and _is_known(members[0]))
    if is_tuple(kind):
        return get_args(kind)[1] is Ellipsis and _is_known(get_args(kind)[0])
    return _is_known(get_args(kind)[1]) if is_mapping(kind) else attrs.has(kind)


def _not_readable(kind: Any, what: str, why: Any) -> PluginError:
    return PluginError(
        f"{kind.__module__}.{kind.__qualname__}, {what}: {why} is no type that content can be read into; there are str, int, "
        "bool, Amount, Cost, Quantity, records, tuple[..., ...] and Mapping[str, ...]"
    )


def is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple and len(get_args(kind)) == 2


def is_mapping(kind: Any) -> bool:
    return (
        get_origin(kind) is not None
        and isinstance(get_origin(kind), type)
        and issubclass(get_origin(kind), Mapping)
        and get_origin(kind) is not dict
    )


def is_effect(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Verb) and not hasattr(kind, "do")


def members_of(annotation: Any) -> list[Any]:
    """Returns the members of a union except None, or the type itself."""
    either = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    return [member for member in either if member is not type(None)]


def is_own_form(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, OwnForm)


def is_plain_union(kind: Any) -> bool:
    if get_origin(kind) not in (Union, UnionType):
        return False
    members = set(get_args(kind)) - {type(None)}
    return len(members) > 1 and members <= {str, int, bool}


# --- types in words ----------------------------------------------------------------------------------------------------


def about_of(kind: Any) -> str:
    """Returns the first paragraph of a class's docstring on one line."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def plain_type(annotation: Any) -> Any:
    """Returns a type without None."""
    if get_origin(annotation) in (Union, UnionType):
        members = [member for member in get_args(annotation) if member is not type(None)]
        return members[0] if len(members) == 1 else Union[tuple(members)]  # noqa: UP007
    return annotation


def element_of(annotation: Any) -> Any:
    """Returns the element type of a list, or None for other types."""
    annotation = plain_type(annotation)
    return get_args(annotation)[0] if get_origin(annotation) is tuple else None


def values_of(annotation: Any) -> tuple[Any, Any] | None:
    """Returns the key and value types of a mapping, or None for other types."""
    annotation = plain_type(annotation)
    origin = get_origin(annotation)
    return get_args(annotation) if isinstance(origin, type) and issubclass(origin, Mapping) else None


def is_effect_class(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Verb)


def is_record(annotation: Any) -> bool:
    return attrs.has(annotation) and annotation not in (Cost, Quantity, IfRow) and not is_effect_class(annotation)


def fields_of(kind: Any) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    """Yields the key, attribute and metadata of each field of a record class."""
    attrs.resolve_types(kind)
    for attribute in attrs.fields(kind):
        if attribute.init:
            yield toml_key(attribute.name), attribute, attribute.metadata


# --- addressing ---------------------------------------------------------------------------------------------------
#
# Names elements of lists, so that the address of a value does not depend on the elements around it.


RANGE = frozenset(RANGE_KEYS)
"""The keys by which a table is known as a row of `if`."""
BESIDE = frozenset(QUANTITY_KEYS)
"""The keys that can stand beside the word of a quantity."""
NAMING = ("id", "do", "at_start_of", "at_least", "option", "module")
"""The keys that name a table in a list, by precedence: for effects, standing effects, rates and rows of `when`."""

NAMES = frozenset({"do", "id"})
"""The keys that name a record or an effect, and are no values of it."""
COMPUTING = ("of", "rounded", "at_least")
"""The keys of quantities that say how they are computed."""


def name_of(element: Any) -> Any:
    """Returns the name by which edits find an element of a list, or None if it has none.

    A row of `if` is named by its `id`, otherwise by the word of its quantity.  Any other table is named by the first key of
    `NAMING` that it has, otherwise by its only text; other values name themselves.
    A quantity is named by what it counts: the texts and numbers of `COMPUTING` are no names beside that.
    """
    if not isinstance(element, dict):
        return element
    if not RANGE.isdisjoint(element) and "do" not in element:
        words = [key for key in element if key not in RANGE]
        return element.get("id") or next((word for word in words if word not in BESIDE), words[0] if words else None)
    texts = [value for key, value in element.items() if isinstance(value, str) and key not in COMPUTING]
    for key in NAMING:
        if key in element and not (texts and key in COMPUTING):
            return element[key]
    return texts[0] if len(texts) == 1 else None


def inside(holder: Any, step: str) -> tuple[Any, Any]:
    """Returns the key or index for a step in words, and the value there; None for each that does not exist."""
    if isinstance(holder, dict):
        return (step, holder[step]) if step in holder else (step, None)
    if isinstance(holder, list):
        tables = [(index, element) for index, element in enumerate(holder) if isinstance(element, dict)]
        fits = [(index, element) for index, element in tables if step == str(name_of(element))]
        if len(fits) == 1:
            return fits[0]
    return None, None


def at_words(data: Any, words: TomlPath) -> tuple[TomlPath, Any]:
    """Returns the path for words in a table, as far as it exists, and the value there, or None."""
    path: TomlPath = ()
    for word in words:
        step, data = inside(data, str(word))
        if step is None:
            return path, None
        path = (*path, step)
    return path, data


# --- kinds --------------------------------------------------------------------------------------------------------
#
# The kinds of record at a table and their classes, handed in so that `packs` depends on no particular kind.


def owner_of(model: type[ContentRecord], pack: str) -> str:
    """Returns the pack that is the namespace of a record's id; empty for kinds whose ids all packs share."""
    return pack if model.namespaced else ""


def owners_of(model: type[ContentRecord], word: str, packs: Sequence[str]) -> tuple[str, ...]:
    """Returns the namespaces in which to look up a reference, given the packs visible to its own."""
    owner = word.rpartition(":")[0]
    return (owner_of(model, owner),) if owner or not model.namespaced else tuple(packs)


@attrs.frozen(eq=False)
class Kinds(Described):
    """The classes of records by the names of their tables; created once per table."""

    records: Mapping[str, type[ContentRecord]]
    """The classes that mechanisms and plugins register."""
    item: type[ContentRecord]
    """The class of items, with the keys that mechanisms add; content declares the kinds of item."""

    def model(self, kind: str) -> type[ContentRecord]:
        """Returns the class of a kind's records."""
        return self.records.get(kind, self.item)

    @property
    def declaring(self) -> tuple[str, ...]:
        """The kinds whose records declare kinds of item."""
        return tuple(kind for kind, record in self.records.items() if record.declares is not None)

    @property
    def only_for_items(self) -> tuple[str, str]:
        """The message and the label for a condition on an item's cost in a record that is not offered item by item."""
        kinds = [kind for kind, record in self.records.items() if record.has_item_conditions]
        offered = "only " + " or ".join(f"an `{kind}`" for kind in kinds) if kinds else "no record"
        return "a condition on the form of a cost", f"{offered} is offered item by item, so only its own `when` can ask this"


# --- ids ----------------------------------------------------------------------------------------------------------
#
# Checks the form of ids, and that they are not reserved words.


ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PREFIX = re.compile(r"[a-z][a-z0-9-]*\.")
DOTTED_ID = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
LETTERS = "lower case letters, digits and hyphens, with a letter first"
WORD_IN_USE = "the rules use this word already"
WITH_PREFIX = 'write `id = "{}"`, and the same wherever it is used'
ONLY_IF = "only_if"


def id_faults(
    model: type[ContentRecord], id: str, words: Collection[str], tables: Collection[str], prefixes: Sequence[str]
) -> Iterator[Fault]:
    """Yields the faults of a record's id.

    Args:
        model, id: the class of the record and its id.
        words, tables: the reserved words and the library's table names.
        prefixes: what ids of statements begin with in the pack.
    """
    pattern, allowed, form = _form_of_ids(model)
    if not pattern.fullmatch(id):
        fault = ill_formed(id, ("id",), pattern, allowed, form)
        without_prefix = not model.namespaced and ID.fullmatch(id)
        yield attrs.evolve(fault, help=WITH_PREFIX.format(prefixes[0] + id)) if without_prefix else fault
    elif not model.namespaced and not id.startswith(tuple(prefixes)):
        label = f"ids of statements begin here with {either(f'`{prefix}`' for prefix in prefixes)}"
        note = "`statements` under [pack] in pack.toml can allow another beginning"
        help = WITH_PREFIX.format(prefixes[0] + id.partition(".")[2])
        yield Fault("SA209", "the id of a statement of another pack", label, note, help, path=("id",))
    elif model.declares is not None and id in tables:
        yield Fault("SA209", f"`{id}` cannot be a kind of item", WORD_IN_USE, help=_other_id(id), path=("id",))
    elif id in words:
        yield Fault("SA209", f"`{id}` cannot be an id", WORD_IN_USE, help=_other_id(id), path=("id",))


def ill_formed(id: str, path: TomlPath, pattern: re.Pattern[str] = ID, allowed: str = "a-z0-9", form: str = LETTERS) -> Fault:
    """Returns the fault of an id with other characters than those allowed, with the nearest one that is well formed."""
    plain = re.sub(f"[^{allowed}]+", "-", id.lower()).strip("-")
    near = plain if pattern.fullmatch(plain) else None
    return Fault("SA209", "an id that is not well formed", f"an id is made of {form}", near=near, path=path)


def _form_of_ids(model: type[ContentRecord]) -> tuple[re.Pattern[str], str, str]:
    """Returns the pattern of a kind's ids, the allowed characters, and a description of these."""
    if model.namespaced:
        return ID, "a-z0-9", LETTERS
    return DOTTED_ID, "a-z0-9.", "words joined by points"


def prefix_faults(prefixes: Sequence[Any]) -> Iterator[Fault]:
    """Yields the faults of the prefixes that a manifest declares for ids of statements; values that are not text are skipped."""
    for index, prefix in enumerate(prefixes):
        if isinstance(prefix, str) and not PREFIX.fullmatch(prefix):
            label, path = "ids of statements begin with a word and a point", ("pack", "statements", index)
            mend = Write(f'"{prefix}."') if PREFIX.fullmatch(f"{prefix}.") else None
            yield Fault("SA209", "no beginning of an id", label, help=f"write {mend}" if mend else "", mend=mend, path=path)


def _other_id(id: str) -> str:
    return f'for example `id = "my-{id}"`'


# --- failed -------------------------------------------------------------------------------------------------------
#
# Names declared by records that could not be filed, so that references to them are not reported again.


def likely_id(data: Any) -> str | None:
    """Returns the id in a record's table, even if the key is misspelt, or None."""
    id = data.get("id", data.get(nearest("id", data) or "id")) if isinstance(data, dict) else None
    return id if isinstance(id, str) else None


def groups_of(data: Any) -> list[str]:
    """Returns the groups in a record's table, even if the key is misspelt."""
    groups = data.get("groups", data.get(nearest("groups", data) or "groups")) if isinstance(data, dict) else None
    return [group for group in (groups if isinstance(groups, list) else [groups]) if isinstance(group, str)]


class FailedDeclarations:
    """The ids and groups declared by records that could not be filed; `REPORTED` stands for an unreadable id."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._names: set[tuple[str, str, str | Reported]] = set()
        """Kind, pack and name of each declaration."""

    def __bool__(self) -> bool:
        return bool(self._names)

    def add(self, kind: str, pack: str, records: Any) -> None:
        """Adds the ids and groups in a value that should be a list of records of a kind."""
        owner = owner_of(self._kinds.model(kind), pack)
        for data in records if isinstance(records, list) else ():
            self._names.add((kind, owner, likely_id(data) or REPORTED))
            self._names |= {(f"group:{kind}", pack, group) for group in groups_of(data)}

    def may_be(self, word: str, kinds: Iterable[str], packs: Sequence[str]) -> bool:
        """Returns whether a word may name one of these records or groups, given the packs visible to its own."""
        names = {word.rpartition(":")[2], REPORTED}
        owners = [(kind, owner) for kind in kinds for owner in owners_of(self._kinds.model(kind), word, packs)]
        return any((*owner, name) in self._names for owner in owners for name in names)
