"""Forms of values: one class for each form that a value of content can have.

A form reads a value strictly, checks it, walks through it, writes its JSON Schema and makes random values.  The form of a field
follows from its type and its description.  The forms of records, effects, quantities and prices are next to their classes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType, UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Union, get_args, get_origin

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.language.faults import (
    CONTRADICTION,
    REPORTED,
    WORDS,
    Fault,
    Path,
    Write,
    other_choice,
    unknown_key,
    wrong_type,
)
from stoneage_rules.text import written

if TYPE_CHECKING:
    from stoneage_rules.language.fields import Field

Schema = dict[str, Any]
NamesIn = Iterator[tuple[Sequence[str], str, Mapping[str, Any]]]
"""Names in a value, each with the kinds of record that it may name, and with the description of its field."""

PartsOf = Iterable[tuple[Any, "Form", Any]]
"""Key or index, form and value of the parts of a value."""
PLAIN = frozenset({str, int, bool, type(None)})
"""Types of values that contain no others."""
NO_DESCRIPTION: Mapping[str, Any] = MappingProxyType({})
PLAIN_KEY = re.compile("0|[1-9][0-9]{0,8}")
OUT_OF_RANGE = "a number out of range"
RANGE_ENDS = frozenset({"min", "max"})
"""The keys of a range in a condition of an edit."""


class NothingFits(Exception):
    """Raised where no random value can be made: nothing can be referred to, or everything is forbidden."""


class Form:
    """A form of values, with the description of its field; this one is for values of any type.

    Args:
        kind: the type.
        metadata: the description of the field.
        is_optional: whether None is a value, too.
    """

    forms: ClassVar[list[type[Form]]] = []
    """All forms; a later one may be for a part of the types of an earlier one."""
    made: ClassVar[Any] = Any
    """The type of its values, if it is the form of one type."""
    is_table: ClassVar[bool] = False
    """True for records, effects, prices, quantities and rows of `if`."""
    is_effect: ClassVar[bool] = False
    is_row: ClassVar[bool] = False
    """True for rows of `if`."""
    is_computed: ClassVar[bool] = False
    """True for prices and quantities, whose single keys an edit can write."""
    holders: ClassVar[Sequence[type]] = ()
    """The types of values that hold several of one form."""
    types: Sequence[type] = (dict,)
    """The types of its values as TOML has them."""
    example = "..."
    """A value, for messages."""
    instead_of_text = ""
    """The hint for a text in its place in a condition of an edit."""
    inner: Form | None = None
    """The form of the elements of a list, or of the values of a table with any keys."""
    is_list: ClassVar[bool] = False

    def __init__(self, kind: Any, metadata: Mapping[str, Any] = NO_DESCRIPTION, is_optional: bool = False) -> None:
        self.kind = kind
        self.metadata = metadata
        self.is_optional = is_optional
        refs = metadata.get("refers_to")
        self.refs: tuple[str, ...] = tuple(refs.split("|")) if refs else ()
        """The kinds of record that it refers to, tried in this order."""

    def __init_subclass__(cls) -> None:
        Form.forms.append(cls)

    @classmethod
    def fits(cls, kind: Any) -> bool:
        """Returns whether values of a type, None apart, have this form."""
        return kind is cls.made

    # --- reading --------------------------------------------------------------------------------------------------

    def read(self, value: Any, reading: Reading) -> Any:
        """Returns a value as the library holds it; raises the fault that leaves nothing to read, and notes all others."""
        return value

    @cached_property
    def is_bounded(self) -> bool:
        """True if the field restricts plain values."""
        bounds = map(self.metadata.get, ("not_empty", "not_zero", "choices", "pattern", "least", "most", "keys"))
        return any(bound is not None and bound is not False for bound in bounds)

    def misfits(self, value: Any, path: Path) -> Iterator[Fault]:
        """Yields a fault for each value that the description of the field forbids."""
        fewest = self.metadata.get("fewest")
        if not value and self.metadata.get("not_empty"):
            yield Fault("SA207", "an empty value", f"`{path[-1]}` needs at least one", path=path)
        elif fewest is not None and len(value) < fewest:
            yield Fault("SA207", "a list that is too short", f"`{path[-1]}` needs at least {fewest}", path=path)
        yield from self.out_of_range(value, path) if value is not None else ()

    def out_of_range(self, value: Any, path: Path) -> Iterator[Fault]:
        """Yields a fault for each number or word outside the range of the field."""
        return iter(())

    def contradictions(self, made: Any) -> Iterator[Fault]:
        """Yields the faults of values of a record or quantity that are valid one by one."""
        return iter(())

    def misplaced(self, made: Any, context: str, words: Structurer) -> Iterator[Fault]:
        """Yields the fault of an effect or quantity that does not belong to its context."""
        return iter(())

    def context_in(self, context: str) -> str:
        """Returns the context of effects in the field, given that around it."""
        own: str = self.metadata.get("context") or self.metadata.get("becomes", NO_DESCRIPTION).get(context, context)
        return own

    # --- walking --------------------------------------------------------------------------------------------------

    def parts(self, value: Any) -> PartsOf:
        """Returns key or index, form and value of each part of a value."""
        return ()

    def words(self, value: Any, path: Path) -> list[tuple[Path, Any]]:
        """Returns the outermost records, effects, prices and quantities of a value, with their paths."""
        if type(value) in self.holders:
            parts = [each for each in self.parts(value) if type(each[2]) not in PLAIN]
            return [found for step, form, part in parts for found in form.words(part, (*path, step))]
        return [(path, value)] if hasattr(value, "__attrs_attrs__") else []

    def names(self, made: Any) -> NamesIn:
        """Yields the names in a record itself."""
        for _, form, value in self.parts(made):
            if form.refs and value and value is not REPORTED:
                yield from ((form.refs, name, form.metadata) for name in ((value,) if type(value) is str else value))

    def counted_by(self, made: Any, quantities: Mapping[str, Any]) -> Any:
        """Returns the kind of a quantity; None for anything else."""
        return None

    def resolved(self, value: Any, path: Path, resolver: Any) -> Any:
        """Returns a value with its references resolved; the same object if nothing changes.

        `resolver.word(word, kinds, path)` returns the name in play, `resolver.counted(quantity, path)` that of the counted thing.
        """
        return resolver.word(value, self.refs, path) if self.refs and type(value) not in (list, dict, type(None)) else value

    def at(self, step: Any, raw: Any, verbs: Mapping[str, Any]) -> Form | None:
        """Returns the form of the value at a step within a value of content; None if it has none."""
        field = self.fields_in(raw, verbs).get(step)
        return self.inner if field is None else field.form

    def fields_in(self, raw: Any, verbs: Mapping[str, Any]) -> Mapping[Any, Field]:
        """Returns the fields of a table as content writes it, by their keys."""
        return {}

    # --- edits and schemas ----------------------------------------------------------------------------------------

    def condition_faults(self, want: Any, path: Path) -> Iterator[Fault]:
        """Yields the faults of the conditions of an edit's `where` on a value."""
        if int in self.types and isinstance(want, dict):
            yield from _range_faults(want, path)
        elif type(want) not in self.types:
            fault = wrong_type(want, " or ".join(WORDS[each] for each in self.types), path)
            help = self.instead_of_text.format(written(want)) if isinstance(want, str) else ""
            yield attrs.evolve(fault, help=help) if help else fault
        else:
            yield from self.conditions_within(want, path)

    def conditions_within(self, want: Any, path: Path) -> Iterator[Fault]:
        """Yields the faults of conditions on the parts of a value."""
        return iter(())

    def schema(self, writer: SchemaWriter) -> Schema:
        """Returns the JSON Schema of a value."""
        return {}

    @property
    def without_references(self) -> Form:
        """The form of the same values without references to records."""
        return form_of(self.kind, {**self.metadata, "refers_to": None})

    def edited(self, writer: SchemaWriter, operator: Any) -> Schema | None:
        """Returns the schema of an operator's table for the values within a value; None if it cannot change them."""
        return None

    def with_numbers(self, writer: SchemaWriter, number: Schema) -> Schema | None:
        """Returns the schema of a value with another schema in place of each number; None if it contains no number."""
        return None

    def sample(self, choices: Any) -> Any:
        """Returns a random value as content writes it; `choices` picks numbers, words and names.

        Raises:
            NothingFits: there is no such value.
        """
        raise NothingFits


Form.forms.append(Form)


def _range_faults(want: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    if not want:
        yield wrong_type(want, "a range such as `{ min = 1 }`", path)
    for key, bound in want.items():
        if key not in RANGE_ENDS:
            yield unknown_key(key, sorted(RANGE_ENDS), path)
        elif type(bound) is not int:
            yield wrong_type(bound, WORDS[int], (*path, key))
    if is_number_range(want) and want.get("max", want.get("min")) < want.get("min", want.get("max")):
        yield Fault("SA207", CONTRADICTION, f"`max` is less than `min`, which is {want['min']}", path=(*path, "max"))


def is_number_range(want: Any) -> bool:
    """Returns whether a condition of an edit asks for a range of numbers."""
    return isinstance(want, dict) and {*want} <= RANGE_ENDS and {*map(type, want.values())} == {int}


class EitherForm(Form):
    """A value of one of several forms, distinguished by the types of their values."""

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return get_origin(kind) in (Union, UnionType)

    def __init__(self, kind: Any, *more: Any) -> None:
        super().__init__(kind, *more)
        self.choices = [form_of(each, self.metadata) for each in get_args(kind)]
        self.types = [each for form in self.choices for each in form.types]

    def _fitting(self, value: Any) -> Form:
        fitting = (form for form in self.choices if type(value) in (form.kind, *form.types, *form.holders))
        return next(fitting, self.choices[0])

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) not in self.types:
            raise wrong_type(value, " or ".join(WORDS[each] for each in self.types))
        return self._fitting(value).read(value, reading)

    def out_of_range(self, value: Any, path: Path) -> Iterator[Fault]:
        return self._fitting(value).out_of_range(value, path)

    def words(self, value: Any, path: Path) -> list[tuple[Path, Any]]:
        return self._fitting(value).words(value, path)

    def resolved(self, value: Any, path: Path, resolver: Any) -> Any:
        return self._fitting(value).resolved(value, path, resolver)

    def schema(self, writer: SchemaWriter) -> Schema:
        return {"anyOf": [form.schema(writer) for form in self.choices]}


# --- plain values -------------------------------------------------------------------------------------------------


class Scalar(Form):
    """A text, a whole number, or true or false; or one of several of these."""

    def __init__(self, kind: Any, *more: Any) -> None:
        super().__init__(kind, *more)
        self.types = get_args(kind) or (kind,)
        self.example = {str: '"..."', int: "1", bool: "true"}.get(kind, "...")
        self.is_optional = self.is_optional and len(self.types) == 1

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return {*get_args(kind)} <= {str, int, bool} if get_origin(kind) in (Union, UnionType) else kind in (str, int, bool)

    def read(self, value: Any, reading: Reading) -> Any:
        value = whole_number(value)
        if type(value) not in self.types:
            raise wrong_type(value, " or ".join(WORDS[each] for each in self.types))
        return value

    def out_of_range(self, value: Any, path: Path) -> Iterator[Fault]:
        if type(value) is int:
            yield from number_faults(value, self.metadata, path)
        elif type(value) is str and (choices := self.metadata.get("choices")) and value not in choices:
            if self.metadata.get("least") is not None and value.isdigit():
                yield wrong_type(value, WORDS[int], path)
            else:
                fault = other_choice("a word that does not belong here", value, choices, _key_of(path), path=path)
                yield attrs.evolve(fault, help="; ".join(filter(None, (fault.help, self.metadata.get("elsewhere")))))
        elif type(value) is str and (pattern := self.metadata.get("pattern")) and not re.fullmatch(pattern[0], value):
            help = f"for example `{_key_of(path)} = {written(pattern[1])}`: {self.metadata['help']}"
            yield Fault("SA207", "a text of another form", f"`{_key_of(path)}` cannot be read", help=help, path=path)

    def schema(self, writer: SchemaWriter) -> Schema:
        schemas = [self.one_of(writer, each) for each in self.types]
        return writer.or_option({"anyOf": schemas} if len(schemas) > 1 else schemas[0])

    def one_of(self, writer: SchemaWriter, kind: Any) -> Schema:
        """Returns the schema of values of one type."""
        metadata = self.metadata
        schema: Schema = {"type": {str: "string", int: "integer", bool: "boolean"}[kind]}
        if kind is str and metadata.get("choices"):
            schema["enum"] = list(metadata["choices"])
        if kind is str and metadata.get("pattern"):
            schema["pattern"] = f"^({metadata['pattern'][0]})$"
        if kind is int:
            bounds = {"minimum": metadata.get("least"), "maximum": metadata.get("most")}
            schema |= {word: bound for word, bound in bounds.items() if bound is not None}
            schema |= {"not": {"const": 0}} if metadata.get("not_zero") else {}
        known = sorted({name for ref in self.refs for name in writer.ids.get(ref, ())}) if kind is str else []
        name = "id-of-" + "-or-".join(self.refs).replace(":", "-")
        return {"anyOf": [writer.define(name, lambda: {"enum": known}), schema]} if known else schema

    def with_numbers(self, writer: SchemaWriter, number: Schema) -> Schema | None:
        return number if int in self.types else None

    def sample(self, choices: Any) -> Any:
        kind = choices.pick(self.types)
        if kind is int:
            return choices.number(self.metadata.get("least"), self.metadata.get("most"))
        words = (False, True) if kind is bool else self.metadata.get("choices") or (self.metadata.get("pattern") or ())[1:]
        return choices.pick(words) if words else choices.reference(self.refs) if self.refs else "a text"


def number_faults(number: int, metadata: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Yields the fault of a number outside the range of its field."""
    least, most, key = metadata.get("least"), metadata.get("most"), _key_of(path)
    if (least is not None and number < least) or (most is not None and number > most):
        span = f"from {least} to {most}" if most is not None else f"{least} or more"
        help = metadata.get("instead_of_less", "") if number < 0 else ""
        yield Fault("SA207", OUT_OF_RANGE, f"`{key}` must be {span}", help=help, path=path)
    elif number == 0 and metadata.get("not_zero"):
        yield Fault("SA207", OUT_OF_RANGE, f"with 0 this does nothing: `{key}` must be another number", path=path)


def _key_of(path: Path) -> str:
    """Returns the key of a value, alone or in a list."""
    return next(step for step in reversed(path) if isinstance(step, str))


def whole_number(value: Any) -> Any:
    """Returns a whole number of another type, such as numpy's, as an int, and any other value as it is."""
    return value.__index__() if type(value) not in PLAIN and hasattr(value, "__index__") else value


class OwnForm:
    """A value whose form no plain type expresses: it defines its own checks, its JSON Schema and its name in the docs."""

    words: ClassVar[str]
    """The name of the form in the docs."""

    @classmethod
    def faults(cls, value: Any) -> Iterator[Exception]:
        """Yields the faults of a value as read from TOML."""
        raise NotImplementedError

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """Returns the form as JSON Schema, for editors; `ids` are the ids to offer, by kind."""
        raise NotImplementedError


class Own(Form):
    """A form that its own class describes."""

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return isinstance(kind, type) and issubclass(kind, OwnForm)

    def read(self, value: Any, reading: Reading) -> Any:
        found = [wrong_type(value, self.kind.words)] if value is REPORTED else list(self.kind.faults(value))
        return reading.add(*found) if found else value

    def schema(self, writer: SchemaWriter) -> Schema:
        return dict(self.kind.schema(writer.ids))


# --- lists and tables ---------------------------------------------------------------------------------------------


class ListOf(Form):
    """A list of values of one form."""

    is_list = True
    types = (list,)
    holders = (tuple,)

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return get_origin(kind) is tuple and get_args(kind)[1:] == (Ellipsis,)

    def __init__(self, kind: Any, *more: Any) -> None:
        super().__init__(kind, *more)
        self.inner: Form = form_of(get_args(kind)[0], self.metadata)
        self.example = f"[{self.inner.example}]"

    def read(self, value: Any, reading: Reading) -> Any:
        inner = self.inner
        if type(value) is not list:
            single = inner.is_table if type(value) is dict else inner.kind is type(value) and type(value) in (str, int)
            help = "a list of one has square brackets around it, too" if single else ""
            raise attrs.evolve(wrong_type(value, WORDS[list]), help=help, mend=Write(written([value])) if single else None)
        return tuple([reading.at(index, inner, element) for index, element in enumerate(value)])

    def out_of_range(self, value: Any, path: Path) -> Iterator[Fault]:
        for index, element in enumerate(value if value is not REPORTED else ()):
            yield from self.inner.out_of_range(element, (*path, index))
            if type(element) in (str, int) and element in value[:index]:
                yield Fault("SA207", f"`{element}` stands twice in one list", "this one has no effect", path=(*path, index))

    def parts(self, value: Any) -> PartsOf:
        return [(index, self.inner, element) for index, element in enumerate(value)]

    def resolved(self, value: Any, path: Path, resolver: Any) -> Any:
        if not isinstance(value, tuple):
            return value
        new = tuple([self.inner.resolved(element, (*path, index), resolver) for index, element in enumerate(value)])
        return value if new == value else new

    def conditions_within(self, want: Any, path: Path) -> Iterator[Fault]:
        for index, element in enumerate(want):
            if type(element) is not dict or not self.inner.is_table:
                yield from self.inner.condition_faults(element, (*path, index))

    def schema(self, writer: SchemaWriter) -> Schema:
        schema: Schema = {"type": "array", "items": self.inner.schema(writer)}
        if self.metadata.get("not_empty"):
            schema["minItems"] = self.metadata.get("fewest") or 1
        if writer.checked and self.inner.kind in (str, int, bool):
            schema["uniqueItems"] = True
        return schema

    def edited(self, writer: SchemaWriter, operator: Any) -> Schema | None:
        if self.inner.is_effect:
            return self.inner.edited(writer, operator)
        inner = operator.schema(writer, self.inner) if self.inner.is_table else None
        tables = {"type": "object", "additionalProperties": inner, "minProperties": 1}  # list elements, under any name
        return inner and writer.define(f"{operator.word}-{self.inner.kind.__name__.lower()}s", lambda: tables)

    def sample(self, choices: Any) -> Any:
        fewest, values = self.metadata.get("fewest") or 1, []
        for _ in range(choices.between(fewest, fewest + 2)):
            value = self.inner.sample(choices)
            values += [value] if self.inner.is_table or value not in values else []
        return values


class TableOf(Form):
    """A table whose keys are ids, or whole numbers, which TOML keys give as text."""

    example = "{ ... }"
    holders = (dict,)

    @classmethod
    def fits(cls, kind: Any) -> bool:
        origin = get_origin(kind)
        return isinstance(origin, type) and issubclass(origin, Mapping) and origin is not dict

    def __init__(self, kind: Any, *more: Any) -> None:
        super().__init__(kind, *more)
        self.key = get_args(kind)[0]
        self.inner: Form = form_of(get_args(kind)[1], {**self.metadata, "refers_to": None})

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is not dict:
            raise wrong_type(value, WORDS[dict])
        entries = {word: reading.at(word, self.inner, item) for word, item in value.items()}
        strange = [word for word in value if self.key is int and not PLAIN_KEY.fullmatch(word)]
        for word in strange:
            label, help = f"`{word}` is no whole number", f"write a number, such as `2 = {written(value[word])}`"
            reading.add(Fault("SA201", "a key that must be a whole number", label, help=help, at_key=True, path=(word,)))
        return REPORTED if strange else {self.key(word): made for word, made in entries.items()}

    def out_of_range(self, value: Any, path: Path) -> Iterator[Fault]:
        first, last = self.metadata.get("keys") or (None, None)
        for key, item in value.items():
            yield from self.inner.out_of_range(item, (*path, str(key)))
            if first is not None and not first <= key <= last:
                label = f"the numbers under `{path[-1]}` go from {first} to {last}"
                yield Fault("SA207", OUT_OF_RANGE, label, path=(*path, str(key)), at_key=True)

    def parts(self, value: Any) -> PartsOf:
        return [(str(key), self.inner, item) for key, item in value.items()]

    def resolved(self, value: Any, path: Path, resolver: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        new = {}
        for key, item in value.items():
            here = (*path, str(key))
            name = resolver.word(key, self.refs, here, at_key=True) if self.refs else key
            new[name] = self.inner.resolved(item, here, resolver)
        return value if new == value else new

    def conditions_within(self, want: Any, path: Path) -> Iterator[Fault]:
        for key, inner in want.items():
            yield from self.inner.condition_faults(inner, (*path, key))

    def schema(self, writer: SchemaWriter) -> Schema:
        known = {} if writer.checked else {name: ref for ref in self.refs for name in writer.ids.get(ref, ())}
        return self._of(self.inner.schema(writer), known, is_filled=bool(self.metadata.get("not_empty")))

    def _of(self, inner: Schema, known: Mapping[str, str], *, is_filled: bool) -> Schema:
        """Returns the schema of a table of values; known ids are offered, others remain valid."""
        schema: Schema = {"type": "object", "additionalProperties": inner or True}
        if known:
            schema["properties"] = {name: described(inner, f"{ref} `{name}`") for name, ref in sorted(known.items())}
        if self.key is int:
            bounds = self.metadata.get("keys")
            pattern = "|".join(map(str, range(bounds[0], bounds[1] + 1))) if bounds else "0|[1-9][0-9]*"
            schema = {"type": "object", "additionalProperties": False, "patternProperties": {f"^({pattern})$": inner}}
        return {**schema, "minProperties": 1} if is_filled else schema

    def edited(self, writer: SchemaWriter, operator: Any) -> Schema | None:
        inner = operator.schema(writer, self.inner)
        return None if inner is None else self._of(inner, {}, is_filled=True)

    def sample(self, choices: Any) -> Any:
        first, last = self.metadata.get("keys") or (1, 4)
        if self.key is int:
            keys = choices.some([str(number) for number in range(first, last + 1)], 1, last)
        else:
            keys = [choices.reference(self.refs) for _ in range(choices.between(1, 3))]
        return {key: self.inner.sample(choices) for key in keys}


# --- forms of types -----------------------------------------------------------------------------------------------


def form_of(kind: Any, metadata: Mapping[str, Any] = NO_DESCRIPTION) -> Form:
    """Returns the form of values of a type, as the description of a field restricts it.

    Raises:
        TypeError: content cannot be read into the type.
    """
    is_optional = get_origin(kind) in (Union, UnionType) and type(None) in get_args(kind)
    members = tuple(member for member in get_args(kind) if member is not type(None))
    plain = Union[members] if is_optional else kind  # noqa: UP007 - made of a tuple
    for form in reversed(Form.forms):
        if form.fits(plain):
            return form(plain, metadata, is_optional)
    raise TypeError(plain)


form_of_class: Callable[[Any], Any] = lru_cache(maxsize=1000)(form_of)
"""Returns the form of the values of a class, which no field restricts."""


# --- reading ------------------------------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Structurer:
    """Turns parsed TOML into records strictly: coerces no value, ignores no key and finds every fault."""

    verbs: Mapping[str, Any]
    """The verbs that effects may name."""
    quantities: Mapping[str, Any]
    """The words that a quantity may have as its key."""
    defers: bool = False
    """True if quantities stay as they are written, because their words are not known yet."""

    def structure(self, data: Mapping[str, Any], kind: type) -> tuple[Any, list[Fault]]:
        """Returns the record, with `REPORTED` in place of each value that cannot be read, and every fault with its path."""
        reading = Reading(self)
        return form_of_class(kind).read(dict(data), reading), list(_without_slips(reading.faults))


@attrs.define(eq=False)
class Reading:
    """The reading of one record."""

    words: Structurer
    path: Path = ()
    """The path to the value being read."""
    faults: list[Fault] = attrs.field(factory=list)
    """The faults so far."""
    around: list[tuple[int, Collection[str]]] = attrs.field(factory=list)
    """The depth and the keys of each record around the value being read, and of the record itself."""

    def at(self, step: str | int, form: Form, value: Any) -> Any:
        """Returns the value of a form at a step; notes all its faults."""
        before, self.path = self.path, (*self.path, step)
        try:
            return None if value is None and form.is_optional else form.read(value, self)
        except Exception as error:  # a plugin's type may raise any
            return self.add(error)
        finally:
            self.path = before

    def add(self, *errors: Exception) -> Any:
        """Notes faults and other exceptions, whose paths begin here; returns REPORTED.

        Raises:
            PluginError: one is the mistake of a plugin.
        """
        for error in errors:
            if isinstance(error, PluginError):
                raise error
            fault = error if isinstance(error, Fault) else Fault("SA207", str(error) or type(error).__name__)
            path = self.path + fault.path
            depth = next((depth for depth, keys in reversed(self.around) if path and path[-1] in keys), len(path) - 1)
            self.faults.append(attrs.evolve(fault, path=path, outer=len(path) - 1 - depth))
        return REPORTED


def _without_slips(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yields faults, merging the fault of a missing key with that of the misspelt or misplaced key that was meant."""
    slips = {(*fault.path[:-1], fault.near): fault for fault in faults if fault.code == "SA202"}
    slips |= {(*fault.path[: -1 - fault.outer], fault.path[-1]): fault for fault in faults if fault.outer}
    hidden = {id(slips[fault.missing]): fault for fault in faults if fault.missing in slips}
    for fault in faults:
        if fault.missing not in slips:
            yield attrs.evolve(fault, suppresses=(hidden[id(fault)],)) if id(fault) in hidden else fault


# --- schemas ------------------------------------------------------------------------------------------------------


OPTION = "the value that a table gives to an option of the pack, or of one that it names, as `PACK:OPTION`"


def table(properties: Mapping[str, Schema], *, required: Sequence[str] = (), about: str = "", **more: Any) -> Schema:
    """Returns the schema of a table with these keys and no others."""
    schema: Schema = {"type": "object", "additionalProperties": False, "properties": dict(properties), **more}
    if required:
        schema |= {"required": list(required), "x-taplo": {"initKeys": list(required)}}
    return {"description": about, **schema} if about else schema


def described(schema: Schema, text: str) -> Schema:
    """Returns a schema with a description; a reference is wrapped, since readers ignore keys next to `$ref`."""
    return {**({"allOf": [schema]} if "$ref" in schema else schema), "description": text}


def about_of(kind: Any) -> str:
    """Returns the first paragraph of a class's docstring on one line."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


@attrs.frozen(eq=False)
class SchemaWriter:
    """The definitions of a JSON Schema, and the words that it offers."""

    words: Any
    """The verbs that effects may name, and the words of quantities."""
    ids: Mapping[str, Sequence[str]]
    """The ids to offer, by kind."""
    checked: bool = True
    """True for content, whose lists have no duplicates and whose values may come from options."""
    definitions: dict[str, Schema] = attrs.field(factory=dict)

    def define(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Returns a reference to a definition, which is made on first use and may refer to itself."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"#/definitions/{name}"}

    def or_option(self, schema: Schema) -> Schema:
        """Returns a schema that allows a value or `{ option = "NAME" }`."""
        if not self.checked:
            return schema
        name = {"option": {"type": "string", "description": "the option"}}
        either = {"anyOf": [schema, self.define("value-of-option", lambda: table(name, required=["option"], about=OPTION))]}
        plain = len(schema) == 1 and schema.get("type")
        return self.define(f"any-{plain}", lambda: either) if plain else either
