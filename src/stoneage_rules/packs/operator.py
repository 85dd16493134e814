"""The protocol of the operators of a patch, the place at which one works, and the default that it finds there."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from stoneage_rules.language.faults import UNREAD, WORDS, Fault, unknown_key, unknown_word, wrong_type
from stoneage_rules.language.fields import Described, fields_of
from stoneage_rules.language.forms import Form, Scalar, Schema, SchemaWriter, described, form_of_class, table
from stoneage_rules.language.word import Requirement, Verb
from stoneage_rules.packs.edit import Edit, Operation, RawRecord, as_path
from stoneage_rules.packs.parts import COMPUTING, NAMING, inside, name_of
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import a, either, shortened, written

# --- defaults -----------------------------------------------------------------------------------------------------
#
# Looks up the default of a value that a record does not write, at any depth.


def default_of(kind: type, data: Mapping[str, Any], path: TomlPath, verbs: Mapping[str, type[Verb]]) -> str | int | bool | None:
    """Returns the default of a value if that is text, a whole number or a truth value, otherwise None.

    Args:
        kind: the class of the record.
        data: the record's table.
        path: the path of the value, which the table does not write.
        verbs: the verbs that effects may name.
    """
    holder = form_at(kind, data, path[:-1], verbs)
    field = None if holder is None else holder.fields_in(value_at(data, path[:-1]), verbs).get(path[-1])
    return field.default if field is not None and type(field.default) in (str, int, bool) else None


def unwritten(kind: type, data: Mapping[str, Any], path: TomlPath, verbs: Mapping[str, type[Verb]]) -> Iterator[tuple[str, Any]]:
    """Yields the keys that a record, or an effect at a path in it, does not write, with those defaults that are not empty."""
    holder, form = value_at(data, path), form_at(kind, data, path, verbs)
    fields = {} if form is None or form.is_computed or form.is_row else form.fields_in(holder, verbs)
    for key, field in fields.items():
        if key not in holder and type(field.default) in (str, int, bool) and field.default != "":
            yield key, field.default


def form_at(kind: type, data: Mapping[str, Any], path: TomlPath, verbs: Mapping[str, type[Verb]]) -> Form | None:
    """Returns the form of the value at a path of a record's table; None if it has none."""
    form: Form | None = form_of_class(kind)
    for length, step in enumerate(path):
        form = None if form is None else form.at(step, value_at(data, path[:length]), verbs)
    return form


# --- schemas ------------------------------------------------------------------------------------------------------


class EditForms(SchemaWriter):
    """Writes the schemas of records and edits; operators and edit tables use it to write their own."""

    NAME: ClassVar[Schema] = {"type": ["string", "integer"]}
    """The name of an element of a list."""
    TARGET_OR_WHERE: ClassVar[Sequence[Schema]] = [{"required": ["target"]}, {"required": ["where"]}]

    def shared_name(self, name: str, kind: Any) -> str:
        """Returns one name for all kinds of item if no ids tell them apart."""
        return "item" if kind is self.words.kinds.item and not self.ids else name

    def around(self, name: str) -> dict[str, Schema]:
        """Returns the keys that every edit has besides its operators."""
        target = Scalar(str, {"refers_to": name}).one_of(self, str)
        return {
            "target": described(target, f"the `{name}` that is edited, as `PACK:ID`"),
            "when": {
                "type": "array",
                "items": form_of_class(Requirement).schema(self),
                "description": "the edit works only where every row holds",
            },
            "why": {"type": "string", "minLength": 1, "description": "the reason, for `stoneage why` and `stoneage diff`"},
        }

    def where(self, kind: Any) -> Schema:
        """Returns the schema of the conditions of an edit."""
        conditions = {key: described({}, field.form.metadata.get("help", "")) for key, field in fields_of(kind).items()}
        return table(conditions, about="instead of `target`: every record whose values fit")


# --- site ---------------------------------------------------------------------------------------------------------
#
# A value of a record, paired with the line of the edit that changes it.


NOTHING_CHANGES = "an edit that changes nothing"

UNSET: Any = object()
"""Marks a value that is not written."""


@attrs.frozen
class Site(Described):
    """The value that an operator is applied to."""

    edit: Edit
    target: RawRecord
    holder: Any
    """The table or list that contains the value."""
    step: Any
    """The key or index of the value in it."""
    path: TomlPath
    """The path of the value from the record's root."""
    line: TomlPath
    """The path of the line from the edit's root."""

    @property
    def current(self) -> Any:
        """The current value, or `UNSET`."""
        return self.holder.get(self.step, UNSET) if isinstance(self.holder, dict) else self.holder[self.step]

    @property
    def default(self) -> str | int | bool | None:
        """The default, which counts while no value is written."""
        return default_of(self.target.model, self.target.data, self.path, self.target.verbs)

    @property
    def words(self) -> TomlPath:
        """The path in words."""
        return self.target.in_words(self.path)

    @property
    def label(self) -> str:
        """The value and its record, for messages."""
        return f"`{as_path(self.words)}` of {self.target.label}"

    @property
    def written_path(self) -> str:
        """The path as the edit writes it, without the operator."""
        return as_path(self.line[1:])

    def note_idle(self, operation: Operation, value: Any = None, before: Any = None) -> None:
        """Records an operation that leaves the value as it is."""
        self.target.note(self.edit, self.line, operation, self.path, value, before, words=self.words, is_idle=True)

    def note_element(
        self, operation: Operation, line: TomlPath, step: Any, element: Any, before: Any = None, **more: Any
    ) -> None:
        """Records an operation on an element of the list that the value is; `line` leads on to the element's own line."""
        names = as_words(name_of(element))
        words = (*self.words, *(names or (step,)))
        there = *self.path, step
        self.target.note(self.edit, self.line + line, operation, there, element, before, words=words, names=names, **more)

    def put(self, operation: Operation, value: Any, new: Any, *, before: Any = UNSET, **more: Any) -> None:
        """Sets or removes the value and records the change.

        Args:
            operation: the operation performed.
            value: the value in the edit.
            new: the record's new value; `UNSET` removes it.
            before: the previous value, if that is a default that is not written.
            more: further fields of `Provenance`.
        """
        words = self.words
        before = self.current if before is UNSET else before
        before = None if before is UNSET else before
        if new is UNSET:
            del self.holder[self.step]
        else:
            self.holder[self.step] = copy.deepcopy(new)
        names = _renamed(self.holder, self.path[:-1], self.step, before)
        self.target.note(self.edit, self.line, operation, self.path, value, before, words=words, names=names, **more)


def _renamed(holder: Any, path: TomlPath, key: Any, before: Any) -> tuple[str, ...]:
    """Returns the old and the new name of a list element if setting a key has changed its name."""
    if not path or not isinstance(path[-1], int) or not isinstance(holder, dict):
        return ()
    former = {name: value for name, value in {**holder, key: before}.items() if value is not None}
    names = {*as_words(name_of(former)), *as_words(name_of(holder))}
    return tuple(names) if (key in NAMING and key not in COMPUTING) or len(names) > 1 else ()


def as_words(name: Any) -> tuple[str, ...]:
    """Returns a name as one step of a path in words; empty if it is no name."""
    return (str(name),) if type(name) in (str, int) else ()


def shown(value: Any) -> str:
    """Returns a value as shortened TOML text, for messages."""
    if value is UNSET:
        return "nothing"
    return WORDS[dict] if isinstance(value, dict) else shortened(written(value))


def ambiguous_name(name: object, path: TomlPath) -> Fault:
    """Returns the fault of a name that several effects share."""
    label, help = f"which `{name}` is meant?", "give each of them an `id` to tell them apart"
    return Fault("SA203", "a name of more than one effect", label, help=help, path=path)


def no_list(site: Site, value: Any, **more: Any) -> Fault:
    """Returns the fault of a list operator on a value that is not a list, with the list around it if there is one."""
    around = ".".join(map(str, site.line[:-1]))
    help = f"`{site.words[-1]}` is an element: the list is `{around}`" if isinstance(site.path[-1], int) else ""
    return Fault("SA203", "something that is no list", f"there is {shown(value)}", help=help, at_key=True, **more)


def no_names() -> Fault:
    """Returns the fault of an operator with an empty list."""
    return Fault("SA305", NOTHING_CHANGES, "nothing is named here")


# --- operator -----------------------------------------------------------------------------------------------------
#
# The base class of the operators of a patch, which finds the values to change.


Skip = Callable[[str, str, TomlPath], bool]
"""Returns whether the table ignores a pack's edit of the value at an address and a path in words."""


class Operator(Operation):
    """Base class of the keys of a patch that change or check values."""

    word: ClassVar[str]
    """The key in a patch."""
    help: ClassVar[str]
    """The description of its values, in the schema and the reference."""
    is_change: ClassVar[bool] = True
    """True if it changes values, so that a table's decision can ignore it."""
    enters_unwritten: ClassVar[bool] = False
    """True if it can change values of a table that is not written, starting from their defaults."""

    names_effects: ClassVar[bool] = False
    """True if it may give an effect another `id` or `do`."""

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        """Applies the edit to one value and yields its faults; a fault without a path is placed at the edit's line."""
        raise NotImplementedError

    def schema(self, writer: EditForms, form: Form) -> Schema | None:
        """Returns the JSON schema of the operator's value for values of a form, or None if it cannot apply."""
        raise NotImplementedError

    def record_schema(self, writer: EditForms, kind: Any) -> Schema:
        """Returns the JSON schema of the operator's value for records of a class."""
        schema: Schema = form_of_class(kind).edited(writer, self)
        return schema

    def leads_on(self, value: Any, current: Any) -> bool:
        """Returns whether a table in an edit is a step on the way to values, not a value itself."""
        return type(value) is dict and isinstance(current, (dict, list))

    def gives_whole(self, edit: Edit, holder: Any, steps: TomlPath) -> bool:
        """Returns whether an edit replaces the table at a path as a whole, instead of changing values within it."""
        return False

    def carry_out(self, edit: Edit, target: RawRecord, skip: Skip) -> Iterator[Fault]:
        """Applies what an edit has under the operator's key to a record, and yields the faults."""
        yield from self._descend(edit, target, skip, edit.data[self.word], target.data, (), (self.word,))

    def _descend(
        self, edit: Edit, target: RawRecord, skip: Skip, value: Any, holder: Any, path: TomlPath, line: TomlPath
    ) -> Iterator[Fault]:
        """Follows the keys under an operator to the values, and applies it to each."""
        if type(value) is not dict:
            yield wrong_type(value, f"a set of keys to {self.word}", line)
            return
        if not value:
            yield Fault("SA305", NOTHING_CHANGES, "nothing is named here", path=line)
        for key, inner in value.items():
            step, current = inside(holder, key)
            here, there = (*line, key), (*path, step)
            if not path and key not in (known := fields_of(target.model)):
                yield self._unknown_key(key, known, target, here)
            elif step is None:
                yield _nothing_within(target, holder, key, here)
            elif self.leads_on(inner, current) and not self.gives_whole(edit, holder, here[1:]):
                yield from self._descend(edit, target, skip, inner, current, there, here)
            elif self.enters_unwritten and current is None and _all_tables(inner):
                unwritten: dict[str, Any] = {}
                yield from self._descend(edit, target, skip, inner, unwritten, there, here)
                holder.update({step: unwritten} if unwritten else {})
            elif not self.is_change or not skip(edit.pack, target.address, target.in_words(there)):
                for fault in self.apply(Site(edit, target, holder, step, there, here), inner):
                    yield attrs.evolve(fault, path=fault.path or here)

    def _unknown_key(self, key: str, known: Iterable[str], target: RawRecord, here: TomlPath) -> Fault:
        """Returns the fault of a key that the record has not, with the place within it that has such a key."""
        fault = unknown_word("SA202", UNREAD, key, known, "key", at_key=True, path=here)
        within = sorted(set(_places_of(key, target.data)))
        if fault.near or not within:
            return fault
        help = f"there is {either(f'`{self.word}.{place}`' for place in within)}"
        return attrs.evolve(fault, help=help, note="")


def _places_of(key: str, holder: Any, path: str = "") -> Iterator[str]:
    """Yields where a record has a key further within, as edits write it."""
    items: list[tuple[Any, Any]] = [*holder.items()] if isinstance(holder, dict) else []
    if isinstance(holder, list):
        items = [(name_of(element), element) for element in holder if isinstance(element, dict)]
    for name, inner in items:
        if name is not None and path and name == key and isinstance(holder, dict):
            yield f"{path}{name}"
        yield from _places_of(key, inner, f"{path}{name}.")


def _all_tables(value: Any) -> bool:
    return type(value) is dict and bool(value) and all(type(inner) is dict for inner in value.values())


def _nothing_within(target: RawRecord, holder: Any, key: str, here: TomlPath) -> Fault:
    if not isinstance(holder, list):
        label = f"there is {shown(holder)}, and nothing within it"
        return Fault("SA203", "an edit of a value that is not there", label, path=here, at_key=True)
    known = [str(name) for element in holder if isinstance(element, dict) and (name := name_of(element)) is not None]
    if known.count(key) > 1:
        return attrs.evolve(ambiguous_name(key, here), at_key=True)
    noun = "effect" if any(isinstance(element, dict) and "do" in element for element in holder) else "entry"
    message, label = f"an edit of {a(noun)} that is not there", f"{target.label} has no {noun} called `{key}`"
    return unknown_word("SA203", message, key, known, noun, label=label, path=here, at_key=True)


def unknown_keys(value: Any, known: Sequence[str], form: str, line: TomlPath) -> Iterator[Fault]:
    """Yields a fault for each unknown key of a value; if there is none, one for the value as a whole."""
    strange = [key for key in value if key not in known] if type(value) is dict else []
    for key in strange:
        yield unknown_key(key, known, line)
    if not strange:
        yield wrong_type(value, form, line)


# --- list operator ------------------------------------------------------------------------------------------------
#
# The base class of the operators on lists.


class ListOperator(Operator):
    """An operator that adds or drops elements of a list."""

    on_list: ClassVar[bool] = True

    def schema(self, writer: EditForms, form: Form) -> Schema | None:
        within = form.edited(writer, self)
        if form.inner is None or not form.is_list:
            return within
        schema = self.element_schema(writer, form.inner.without_references)
        return schema if within is None else {"anyOf": [schema, within]}

    def element_schema(self, writer: EditForms, element: Form) -> Schema:
        """Returns the JSON schema of the operator's value for a list with elements of a form."""
        raise NotImplementedError
