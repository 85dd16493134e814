"""The parts of records: addresses of values, kinds, ids, and records that failed."""

from __future__ import annotations

import marshal
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from stoneage_rules.language.faults import REPORTED, Fault, Partial, Reported, Write, is_whole, unknown_word
from stoneage_rules.language.fields import Quantity, Shown, fields_of, parts_of, toml_key
from stoneage_rules.language.forms import PLAIN, Structurer, form_of_class
from stoneage_rules.language.quantity import RANGE_KEYS
from stoneage_rules.language.word import KERNEL_WORDS, ContentRecord, Verb
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import either, nearest


def at_step(made: Any, step: Any) -> Any:
    """Returns the value at one step of a path, in a record, a list, a table, a price or a quantity."""
    if isinstance(made, Mapping):
        return made[step] if step in made else made[int(step)]
    return made[step] if isinstance(made, tuple) else next(value for key, _, value in parts_of(made) if key == step)


# --- addressing ---------------------------------------------------------------------------------------------------
#
# Names elements of lists, so that the address of a value does not depend on the elements around it.


RANGE = frozenset(RANGE_KEYS)
"""The keys that identify a table as a row of `if`."""
BESIDE = frozenset(fields_of(Quantity))
"""The keys that can accompany the word of a quantity."""
NAMING = ("id", "do", "at_start_of", "at_least", "option", "module")
"""The keys that name a table in a list, by precedence: for effects, standing effects, rates and rows of `when`."""

NAMES = frozenset({"do", "id"})
"""The keys that name a record or an effect, and are no values of it."""
COMPUTING = ("of", "rounded", "at_least")
"""The keys of quantities that say how they are computed."""


def element_name(element: Any) -> Any:
    """Returns the name of an element of a list in edits, or None if it has no name.

    A row of `if` is named by its `id`, otherwise by the word of its quantity.  Any other table is named by the first key of
    `NAMING` that it has, otherwise by its only text; other values name themselves.
    A quantity is named by the counted thing: the texts and numbers of `COMPUTING` are no names beside that.
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
        fits = [(index, element) for index, element in tables if step == str(element_name(element))]
        if len(fits) == 1:
            return fits[0]
    return None, None


def at_words(data: Any, words: TomlPath) -> tuple[TomlPath, Any]:
    """Returns the existing part of the path for words in a table, and the value there, or None."""
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
    """Returns the namespaces to search for a reference, given the packs visible to its own."""
    owner = word.rpartition(":")[0]
    return (owner_of(model, owner),) if owner or not model.namespaced else tuple(packs)


@attrs.frozen(eq=False)
class Kinds(Shown):
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


def id_faults(model: type[ContentRecord], id: str, tables: Collection[str], prefixes: Sequence[str]) -> Iterator[Fault]:
    """Yields the faults of a record's id.

    Args:
        model, id: the class of the record and its id.
        tables: the library's table names.
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
    elif id in KERNEL_WORDS:
        yield Fault("SA209", f"`{id}` cannot be an id", WORD_IN_USE, help=_other_id(id), path=("id",))


def ill_formed(id: str, path: TomlPath, pattern: re.Pattern[str] = ID, allowed: str = "a-z0-9", form: str = LETTERS) -> Fault:
    """Returns the fault of an id with disallowed characters, with the nearest well-formed id."""
    letters = unicodedata.normalize("NFKD", id.casefold()).encode("ascii", "ignore").decode()
    plain = re.sub(f"[^{allowed}]+", "-", letters).strip("-")
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


def _likely(data: Any, key: str) -> Any:
    """Returns the value of a key in a record's table, even if the key is misspelt, or None."""
    if not isinstance(data, dict):
        return None
    return data[key] if key in data else data.get(nearest(key, data))


def likely_id(data: Any) -> str | None:
    """Returns the id in a record's table, even if the key is misspelt, or None."""
    id = _likely(data, "id")
    return id if isinstance(id, str) else None


def groups_of(data: Any) -> list[str]:
    """Returns the groups in a record's table, even if the key is misspelt."""
    groups = _likely(data, "groups")
    return [group for group in (groups if isinstance(groups, list) else [groups]) if isinstance(group, str)]


class FailedDeclarations:
    """The ids and groups declared by records that could not be filed; `REPORTED` replaces an unreadable id."""

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


# --- reading ------------------------------------------------------------------------------------------------------
#
# Faults that a record has by itself: ranges, contradictions, values that do not belong; records without faults are read once.


MOST_NESTED_EFFECTS = 6
"""Deepest nesting of effects allowed, as the repetitions of nested effects multiply."""


def structure_record(structurer: Structurer, data: Mapping[str, Any], model: type) -> tuple[Any, list[Fault]]:
    """Returns the readable part of the record in a table, and all its faults."""
    record, faults = structurer.structure(data, model)
    return record, [*faults, *value_faults(record, ())]


def value_faults(made: Any, path: TomlPath) -> Iterator[Fault]:
    """Yields a fault for each value that its field's range or choices forbid, at any depth, and for each contradiction."""
    form = form_of_class(type(made))
    if form.is_effect and sum(type(step) is int for step in path) == MOST_NESTED_EFFECTS + 1:
        yield Fault("SA211", "effects nested too deeply", f"{MOST_NESTED_EFFECTS} deep is allowed", path=path)
        return
    wrong = set()
    for key, part, value in parts_of(made):
        if type(value) in PLAIN and not part.is_bounded:
            continue
        for fault in part.misfits(value, (*path, key)):
            wrong.add(key)
            yield fault
        for at, inner in part.words(value, (*path, key)):
            yield from value_faults(inner, at)
    involved = getattr(made, "involved", ())
    if _is_read(made, involved) and wrong.isdisjoint(map(toml_key, involved)):
        for fault in form.contradictions(made):
            yield attrs.evolve(fault, path=path + fault.path)
    if isinstance(made, ContentRecord) and made.reconstructed and _is_read(made, ("reconstructed",)):
        for fault in _reconstructed_faults(made):
            yield attrs.evolve(fault, path=path + fault.path)


def _is_read(made: Any, names: Sequence[str]) -> bool:
    """Returns whether these fields could be read completely."""
    return not isinstance(made, Partial) or all(is_whole(getattr(made, name)) for name in names)


def _reconstructed_faults(made: ContentRecord) -> Iterator[Fault]:
    """Yields a fault for each entry of `reconstructed` that is no key or part of the record."""
    known = {key: value for key, _, value in form_of_class(type(made)).parts(made)}
    for index, name in enumerate(made.reconstructed):
        key, _, part = name.partition(".")
        if key not in known:
            message = "a key that records of this kind do not have"
            yield unknown_word("SA207", message, key, known, "key", path=("reconstructed", index))
        elif part:
            value = known[key]
            parts = [str(step) for step in value] if isinstance(value, Mapping) else []
            if part not in parts and is_whole(value):
                yield unknown_word(
                    "SA207", f"a part that `{key}` does not have", part, parts, "part", path=("reconstructed", index)
                )


# --- belonging ----------------------------------------------------------------------------------------------------


def belonging_faults(made: Any, structurer: Structurer, path: TomlPath = (), context: str = "") -> Iterator[Fault]:
    """Yields a fault for each effect whose verb, and each quantity whose word, does not belong to its context.

    Args:
        made: a record, an effect, a price or a quantity.
        structurer: has the verbs and quantities of the table.
        path: the path to it.
        context: the context that it is in.
    """
    form = form_of_class(type(made))
    found = [attrs.evolve(fault, path=path + fault.path) for fault in form.misplaced(made, context, structurer)]
    yield from found
    if found and form.is_effect:
        return
    for key, part, value in parts_of(made):
        if type(value) not in PLAIN:
            for at, inner in part.words(value, (*path, key)):
                yield from belonging_faults(inner, structurer, at, part.context_in(context))


# --- reading again ------------------------------------------------------------------------------------------------
#
# Reads records with the contexts of their effects, and remembers those without faults, which most tables have in common.


MOST_READ = 4_000
"""The number of records that are remembered: ten times the number in the largest table."""
PLAIN_FORM = 2
"""The version of `marshal` that gives equal values equal bytes."""


@lru_cache(maxsize=8)
def structurer_of(verbs: tuple[tuple[str, type[Verb]], ...], quantities: tuple[tuple[str, Any], ...]) -> Structurer:
    """Returns the structurer of some words, the same one each time."""
    return Structurer(dict(verbs), dict(quantities))


def read_with_contexts(structurer: Structurer, data: Mapping[str, Any], model: type[ContentRecord]) -> tuple[Any, list[Fault]]:
    """Returns the readable part of the record in a table, and all its faults, misplaced effects included."""
    record, faults = structure_record(structurer, data, model)
    return record, [*faults, *belonging_faults(record, structurer)]


def read_again(structurer: Structurer, data: Any, model: Any) -> Any:
    """Returns the record in a table, the same one each time, or None if it has faults or is not made of plain values."""
    try:
        return _whole(structurer, marshal.dumps(data, PLAIN_FORM), model)
    except ValueError:  # from a date, or from the marker of a value with an error
        return None


@lru_cache(maxsize=MOST_READ)
def _whole(structurer: Structurer, data: bytes, model: Any) -> Any:
    """Returns the record in a table; None if it has faults."""
    record, faults = read_with_contexts(structurer, marshal.loads(data), model)
    return None if faults else record
