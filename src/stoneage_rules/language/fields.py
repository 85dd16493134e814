"""How a class of content describes itself: its fields, their types, how it is shown, and what a derived class must define."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property, lru_cache
from inspect import cleandoc, get_annotations
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, ForwardRef, Self, TypeVar, get_args

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.files import shipped
from stoneage_rules.language.faults import CONTRADICTION, REPORTED, WORDS, Fault, Partial, Path, unknown_key, wrong_type
from stoneage_rules.language.forms import (
    PLAIN,
    Form,
    NamesIn,
    NothingFits,
    PartsOf,
    Reading,
    Schema,
    SchemaWriter,
    about_of,
    described,
    form_of,
    form_of_class,
    table,
)
from stoneage_rules.text import nearest, shortened, written

if TYPE_CHECKING:
    from stoneage_rules.language.quantity import IfRow
    from stoneage_rules.telling.phrases import Phrases

# --- described ----------------------------------------------------------------------------------------------------
# The bases of classes that list their attributes in `help()`, and of attrs classes with a common representation.


class Noted:
    """A base of classes whose docstring includes the texts beneath their attributes, added when it is first read."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        tell_attributes([cls])


def tell_attributes(names: Iterable[object]) -> None:
    """Adds attributes to the docstrings of the classes among some values, once somebody asks for them."""
    for kind in names:
        if isinstance(kind, type) and type(vars(kind).get("__doc__")) is str:
            kind.__doc__ = Docstring(kind.__doc__)


class Docstring(str):
    """The docstring of a class, completed when it is first read."""

    def __get__(self, value: object, kind: type) -> str:
        about = {field.name: field.metadata.get("help") for field in getattr(kind, "__attrs_attrs__", ())}
        for base in kind.__mro__[-2::-1]:
            about |= shipped("attributes").get(f"{base.__module__}.{base.__qualname__}", {})
        lines = [f"\n    {name}: {' '.join(words.split())}" for name, words in about.items() if words and name[0] != "_"]
        return f"{cleandoc(self)}\n\nAttributes:{''.join(lines)}" if lines else str(self)


class Shown(Noted):
    """A base of attrs classes with one `__repr__` for all: compiling methods for each takes half of making the class."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__repr__" not in cls.__dict__:
            own: Any = cls
            own.__repr__ = _described


def _described(self: Any) -> str:
    """Returns what attrs would: the name of the class and its values by name."""
    fields = attrs.fields(type(self))
    values = [f"{field.name}={getattr(self, field.name, attrs.NOTHING)!r}" for field in fields if field.repr]
    return f"{type(self).__qualname__.rsplit('>.', 1)[-1]}({', '.join(values)})"


def _reader(kind: Any, hashed: bool) -> Callable[[Any], Any]:
    """Returns the function that reads the fields of a class that count for comparison or hash."""
    names = [field.name for field in attrs.fields(kind) if field.eq and not (hashed and field.hash is False)]
    return attrgetter(*names) if names else type


_reader_of: Callable[[Any, bool], Callable[[Any], Any]] = lru_cache(maxsize=1000)(_reader)


def _equal(self: Any, other: object) -> Any:
    """Returns whether two values of one class have equal fields, as attrs does."""
    if type(other) is not type(self):
        return NotImplemented
    values = _reader_of(type(self), False)
    return values(self) == values(other)


def _hashed(self: Any) -> int:
    return hash(_reader_of(type(self), True)(self))


class Described(Shown):
    """A base of frozen attrs classes, which are compared by their values, and so have one `__eq__` and `__hash__`, too."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__eq__" not in cls.__dict__:
            for name, method in (("__eq__", _equal), ("__hash__", _hashed)):
                setattr(cls, name, method)


# --- public values ------------------------------------------------------------------------------------------------
#
# The base of attrs classes whose plain data are made of their fields.


LEFT_OUT = {"data": None}
"""Metadata of a field that is not in the data; it needs a default."""
BESIDE = {"data": ""}
"""Metadata of a field whose parts are merged with the other fields; any text but this is the key of the field."""


class PublicValue(Described):
    """A base of attrs classes that leave the process: their data, the schema and the way back are made of the fields."""

    __slots__ = ()

    is_sparse: ClassVar[bool] = False  # if true, fields with their defaults, and empty ones, are left out of the data

    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain tables, lists, numbers and texts, ready for JSON; `from_dict` reads them."""
        from stoneage_rules.language.converter import to_data

        return to_data(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Returns the value that `to_dict` wrote.

        Raises:
            ValueError: no such value can have written it; the message names each part that is wrong.
        """
        from stoneage_rules.language.converter import from_data

        return from_data(cls, data)

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Returns the JSON Schema (draft 7) of the result of `to_dict`, the same for all rules."""
        return deepcopy(shipped("schemas")[cls.__name__])

    def _repr_html_(self) -> str:
        """Returns the fields as a table, for notebooks."""
        from stoneage_rules.language.notebook import fields_table

        return fields_table(self)


# --- fields -------------------------------------------------------------------------------------------------------
#
# Descriptions of TOML fields: help, references, range.
#
# A leaf module shared by content models and verbs, so that one description serves loader, schema and docs.
# It names no content and looks nothing up.


CONTEXTS: Mapping[str, str] = {
    "set-up": "the set-up",
    "phase": "a phase",
    "turn": "`each-seat` in a phase",
    "location": "a location",
    "placement": "a placement (`each_placement`, `toll`)",
    "paid": "`pay` at a location",
    "workplace": "a workplace",
    "reward": "items, add-ons, dice and `each-seat`",
    "chosen": "`choose-seat`",
    "chooser": "`chooser`",
}
"""The contexts of lists of effects, with the words for each in a sentence."""
OTHER_SEAT = {"chosen": "chooser", "chooser": "chosen"}
"""By context, the other seat of the choice of a seat."""


def toml_key(attribute: str) -> str:
    """Returns the TOML key of a field, without the underscore that Python's reserved words need in Python."""
    return attribute.rstrip("_")


def field(
    help: str,
    *,
    default: Any = attrs.NOTHING,
    factory: Any = None,
    refers_to: str | None = None,
    least: int | None = None,
    most: int | None = None,
    choices: Sequence[str] | None = None,
    not_empty: bool = False,
    not_zero: bool = False,
    fewest: int | None = None,
    keys: tuple[int, int] | None = None,
    instead_of_less: str = "",
    elsewhere: str = "",
    context: str = "",
    becomes: Mapping[str, str] | None = None,
    gives: bool = False,
    loses: bool = False,
    orders: bool = False,
    key: str = "",
    silent_default: bool = False,
    pattern: tuple[str, str] | None = None,
) -> Any:
    """Returns an attrs field with its description.

    `refers_to` names the kind of record with the allowed ids of the text, list of texts or keys; several kinds are joined by `|`,
    and `group:KIND` means the groups named by records of that kind.
    `least` and `most` bound the value, or the values of a table; `keys` bounds its numeric keys.  If the minimum is 0 or more, a
    quantity's `times` must be at least 1, and `instead_of_less` is the hint for smaller ones; otherwise `times` must not be 0.
    `elsewhere` is the hint for an invalid word, or a table: the right key.
    A list that is `not_empty` needs at least `fewest` elements.
    `context` is the one of CONTEXTS for a list of effects; by default it is the enclosing one, mapped through `becomes`.
    A reference that `gives` grants the named thing; one that `loses` removes it; any other may count, pay or test it.
    A list that `orders` records names each of them once, and sorts them.  `silent_default`: see `is_silent`.
    `key` is the TOML key, if it is not the name of the attribute.  `pattern` is a regular expression for a text, with an example.
    """
    metadata = {**locals(), "choices": tuple(choices) if choices else None, "becomes": becomes or {}}
    return attrs.field(**({"factory": factory} if factory else {"default": default}), metadata=metadata, kw_only=True)


def is_silent(attribute: Any, owner: Any) -> bool:
    """Returns whether a field of an object has its `silent_default`: the digest leaves it out, as it was before the key came."""
    return bool(attribute.metadata.get("silent_default")) and getattr(owner, attribute.name) == attribute.default


def plain(value: Any, named: Callable[[str], str] = toml_key, without: Collection[str] = ()) -> Any:
    """Returns a value as plain data.

    A quantity has its word as `name`, the word's value as `of`, and the seats, if any, as `seats`.

    Args:
        value: a value of a record, or a record.
        named: returns the key for a field.
        without: the fields of the record that are left out.
    """
    if type(value) in PLAIN:
        return value
    if attrs.has(type(value)):
        fields = [one for one in attrs.fields(type(value)) if one.name not in without and not is_silent(one, value)]
        inner = {named(one.name): plain(getattr(value, one.name), named) for one in fields}
        return {"do": value.do, **inner} if hasattr(value, "do") else inner
    if isinstance(value, Mapping):
        return {str(key): plain(item, named) for key, item in value.items()}
    return [plain(item, named) for item in value] if isinstance(value, tuple) else value


@attrs.frozen
class Contradiction(Described):
    """A contradiction between values of one table."""

    label: str
    """The reason, shown at the value to blame."""
    path: tuple[str | int, ...] = ()
    """The path to that value from the table; empty for the table itself."""
    title: str = CONTRADICTION
    """The fault, as the heading of the message."""
    help: str = ""
    """The remedy."""
    at_key: bool = False
    """True if the key, not the value, is to blame."""


SEATS = ("all", "most", "fewest", "others")
"""The seats whose number is read, if not the seat's own: the sum of all, the highest, the lowest, the sum of the others."""


@attrs.frozen
class Quantity(Described):
    """A number read from the game, written as a table: `{ track = "..." }`, with one word for the counted thing.

    The other keys compute with the number in their order.

    Example: `{ goods = "food", times = -7, plus = 3, divide = 2, rounded = "up", at_least = 0 }`
    """

    name: str
    """The word."""
    of: str | int | Quantity
    """The id, word, number or quantity behind it."""
    alone: bool = field("for `rank`: tied seats share the worse rank, so rank 1 is never shared", default=False,
        silent_default=True)  # fmt: skip
    seats: str | None = field(
        "another number instead of the seat's own: the sum of `all` seats, the highest (`most`) or the lowest (`fewest`) "
        "of any seat, or the sum of the `others`", default=None, choices=SEATS, key="of", silent_default=True,
    )  # fmt: skip
    times: int = field("the factor", default=1)
    plus: Amount = field("a number added afterwards; negative to subtract", default=0, silent_default=True)
    divide: int = field("the divisor afterwards", default=1, least=1, most=9999, silent_default=True)
    rounded: str = field(
        "the rounding of the quotient: `down`, so that -3.5 becomes -4, or `up`", default="down", choices=("down", "up"),
        silent_default=True,
    )  # fmt: skip
    at_least: Amount | None = field("the minimum of the result", default=None, silent_default=True)
    at_most: Amount | None = field("the maximum of the result", default=None, silent_default=True)

    if_: tuple[IfRow, ...] = field(
        "rows that must all hold for this number; otherwise `else` is used", default=(), silent_default=True
    )
    else_: Amount = field("the number if the rows of `if` do not hold", default=0, silent_default=True)

    def __str__(self) -> str:
        """Returns the quantity as content writes it."""
        return written(self.as_table())

    def in_words(self, phrases: Phrases) -> str:
        """Returns the quantity in words."""
        return phrases.amount(self)

    def as_table(self) -> dict[str, Any]:
        """Returns the quantity as a table of TOML, without the keys that have their defaults."""
        values = {key: (getattr(self, one.name), one.default) for key, one in fields_of(type(self)).items()}
        beside = {key: _as_toml(value) for key, (value, default) in values.items() if value != default}
        return {self.name: _as_toml(self.of), **beside}

    @property
    def is_plain(self) -> bool:
        """True if the number is the seat's own and only multiplied, so that its parts add up to it."""
        return self == Quantity(self.name, self.of, times=self.times)

    def contradictions(self) -> Iterator[Contradiction]:
        """Yields keys that make no sense with the others."""
        if self.rounded != "down" and self.divide == 1:
            yield Contradiction("nothing is divided here, so there is nothing to round", ("rounded",), at_key=True)
        if self.else_ != 0 and not self.if_:
            yield Contradiction("without `if` this number is never asked for", ("else",), at_key=True)
        if isinstance(self.at_least, int) and isinstance(self.at_most, int) and self.at_least > self.at_most:
            yield Contradiction(f"`at_most` is less than `at_least`, which is {self.at_least}", ("at_most",), at_key=True)


def _as_toml(value: Any) -> Any:
    """Returns a value of a quantity with the quantities in it as tables."""
    if isinstance(value, tuple):
        return [_as_toml(inner) for inner in value]
    return value.as_table() if isinstance(value, Quantity) else value


Amount = int | Quantity
"""A number of content, or a quantity that is read from the game."""

ONE_WORD = frozenset({"alone"})
"""The keys that make sense only with words that declare them."""

# --- required -----------------------------------------------------------------------------------------------------
#
# Methods that a derived class must define, marked where they are declared, and found missing in what plugins hand over.


Method = TypeVar("Method", bound=Callable[..., Any])
MARK = "_required_if"


def required(method: Method) -> Method:
    """Marks a method that every derived class must define."""
    return required_if("")(method)


def required_if(trait: str) -> Callable[[Method], Method]:
    """Returns the decorator of a method that must be defined where a trait of the class or object is true."""

    def mark(method: Method) -> Method:
        setattr(method, MARK, trait)
        return method

    return mark


def missing_methods(thing: Any) -> Iterator[tuple[type, str]]:
    """Yields the methods that a class, or the class of an object, should define: the class that declares each, and its name."""
    for base, name, trait in _marked(thing if isinstance(thing, type) else type(thing)):
        method = getattr(thing, name)
        if getattr(method, "__func__", method) is vars(base)[name] and (not trait or getattr(thing, trait)):
            yield base, name


@lru_cache(maxsize=1000)
def _marked(own: type) -> tuple[tuple[type, str, str], ...]:
    """Returns the marked methods of a class: where each is declared, its name and its trait."""
    members = [(base, name, getattr(member, MARK, None)) for base in reversed(own.__mro__) for name, member in vars(base).items()]
    return tuple((base, name, trait) for base, name, trait in members if trait is not None)


# --- annotations --------------------------------------------------------------------------------------------------
#
# Types of the fields of attrs classes, from annotations that are text.


def resolve_own(kind: Any) -> None:
    """Resolves string annotations of an attrs class, each once however many classes inherit it.

    Raises:
        NameError: an annotation uses a name that its module does not have.
    """
    texts = [attribute for attribute in attrs.fields(kind) if isinstance(attribute.type, str)]
    try:
        homes = [next(base for base in kind.__mro__ if one.name in get_annotations(base)) for one in texts]
        types = [_type_of(home, one.name) for home, one in zip(homes, texts, strict=True)]
    except Exception:
        attrs.resolve_types(kind)
        return
    for attribute, type_ in zip(texts, types, strict=True):
        object.__setattr__(attribute, "type", type_)  # as attrs itself does


@lru_cache(maxsize=2000)
def _type_of(home: type, name: str) -> Any:
    """Returns the type in an annotation, which is text; raises for a type that fields of content cannot have."""
    kind = eval(get_annotations(home)[name], vars(sys.modules[home.__module__]), dict(vars(home)))
    if kind is None or any(isinstance(part, (str, ForwardRef)) for part in (kind, *get_args(kind))):
        raise TypeError(name)
    return kind


# --- records ------------------------------------------------------------------------------------------------------
#
# The form of records, with their fields and the words within them.


NOT_WHEN = "`if` asks during the game; `when` asks before it, at records and edits alone"
PLAIN_ID = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
SHARED_ID = r"^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$"


@attrs.frozen
class Field(Described):
    """A field of a class of content."""

    name: str
    key: str
    """Its key in TOML."""
    form: Form
    default: Any

    @property
    def in_example(self) -> str:
        """The key with a value, and what it means, for messages."""
        about = self.form.metadata.get("help", "")
        return f"for example `{self.key} = {self.form.example}`" + (f": {about}" if about else "")

    @property
    def is_needed(self) -> bool:
        """True if the key cannot be left out."""
        return self.default is attrs.NOTHING


def _fields_of(kind: Any) -> Mapping[str, Field]:
    try:
        resolve_own(kind)
    except NameError as error:
        raise _not_readable(kind, "annotations", str(error)) from error
    fields = {}
    for attribute in attrs.fields(kind):
        if attribute.init and (attribute.metadata or not issubclass(kind, Quantity)):  # the counted value is no key
            try:
                form = form_of(attribute.type, attribute.metadata)
            except TypeError as error:
                raise _not_readable(kind, f"field `{attribute.name}`", attribute.type) from error
            key = attribute.metadata.get("key") or toml_key(attribute.name)
            fields[key] = Field(attribute.name, key, form, attribute.default)
    return fields


fields_of: Callable[[Any], Mapping[str, Field]] = lru_cache(maxsize=1000)(_fields_of)
"""Returns the fields of a class of content by their keys; raises PluginError if content cannot be read into the type of one."""


def _not_readable(kind: Any, what: str, why: Any) -> PluginError:
    return PluginError(
        f"{kind.__module__}.{kind.__qualname__}, {what}: {why} is no type that content can be read into; there are str, int, "
        "bool, Amount, Cost, Quantity, records, tuple[..., ...] and Mapping[str, ...]"
    )


class RecordForm(Form):
    """A table with the fields of a class."""

    is_table = True
    example = "{ ... }"

    @classmethod
    def fits(cls, kind: Any) -> bool:
        return isinstance(kind, type) and attrs.has(kind)

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The fields by their keys."""
        return fields_of(self.kind)

    @cached_property
    def _places(self) -> Sequence[tuple[str, Form, str]]:
        """Key, form and name of each field, for walks."""
        return [(key, field.form, field.name) for key, field in self.fields.items()]

    @cached_property
    def _partial(self) -> Any:
        """The subclass for records with faults."""
        return type(self.kind.__name__, (self.kind, Partial), {"__slots__": ()})

    def read(self, value: Any, reading: Reading) -> Any:
        return self.read_fields(value, reading)

    def read_fields(self, value: Any, reading: Reading, own: Sequence[Fault] = ()) -> Any:
        """Returns a record, which is a `Partial` if it has faults; `own` are faults of keys that are no fields."""
        if type(value) is not dict:
            raise wrong_type(value, WORDS[dict])
        fields, before, values = self.fields, len(reading.faults), {}
        reading.around.append((len(reading.path), fields))
        reading.add(*own)
        for key, field in fields.items():
            if key in value:
                values[key] = self.read_field(key, value[key], reading)
            elif field.is_needed:
                reading.add(_missing(field, reading.path, value.get("id")))
        strange = sorted(key for key in value if key not in fields)
        for key in strange:
            help = NOT_WHEN if key == "when" and "if" in fields else ""
            reading.add(unknown_key(key, fields, (), help=help))
        reading.around.pop()
        if len(reading.faults) == before:
            try:
                return self.kind(**{fields[key].name: made for key, made in values.items()})
            except Exception as error:  # a plugin's class may raise any
                reading.add(error)
        return self._with_faults(values, strange)

    def read_field(self, key: str, value: Any, reading: Reading) -> Any:
        """Returns the value of a key; one of a wrong type is told with the hint of its field, or else with an example."""
        field = self.fields[key]
        made = reading.at(key, field.form, value)
        fault = reading.faults[-1] if made is REPORTED else Fault("", "")
        if fault.code == "SA201" and fault.path == (*reading.path, key) and fault.mend is None:
            help = field.form.metadata.get("elsewhere") or fault.help or field.in_example
            reading.faults[-1] = attrs.evolve(fault, help=help)
        return made

    def _with_faults(self, values: Mapping[str, Any], strange: Sequence[str]) -> Any:
        """Returns a record with faults; a key that is missing has its default, if it has one and is not likely misspelt.

        If all keys are unknown, any of them may be a misspelling.
        """
        record = object.__new__(self._partial)
        for key, field in self.fields.items():
            is_meant = nearest(key, strange) or (strange and not values)
            default = field.default.factory() if isinstance(field.default, attrs.Factory) else field.default  # type: ignore[arg-type]
            otherwise = REPORTED if is_meant or field.is_needed else default
            object.__setattr__(record, field.name, values.get(key, otherwise))
        return record

    def contradictions(self, made: Any) -> Iterator[Fault]:
        for one in made.contradictions() if hasattr(made, "contradictions") else ():
            yield Fault("SA207", one.title, one.label, help=one.help, at_key=one.at_key, path=one.path)

    def parts(self, value: Any) -> PartsOf:
        return [(key, form, getattr(value, name)) for key, form, name in self._places]

    def resolved(self, value: Any, path: Path, resolver: Any) -> Any:
        if not hasattr(value, "__attrs_attrs__"):
            return value
        changes = {}
        for key, form, name in form_of_class(type(value))._places:
            old = getattr(value, name)
            if form.refs or type(old) not in PLAIN:
                new = form.resolved(old, (*path, key), resolver)
                if new is not old:
                    changes[name] = new
        return attrs.evolve(value, **changes) if changes else value

    def fields_in(self, raw: Any, verbs: Mapping[str, Any]) -> Mapping[Any, Field]:
        return self.fields

    def conditions_within(self, want: Any, path: Path) -> Iterator[Fault]:
        for key, inner in want.items():
            if key in self.fields:
                yield from self.fields[key].form.condition_faults(inner, (*path, key))
            else:
                yield unknown_key(key, self.fields, path)

    def schema(self, writer: SchemaWriter) -> Schema:
        name = re.sub(r"(?<!^)(?=[A-Z])", "-", self.kind.__name__.strip("_")).lower()
        return writer.define(name, lambda: self.table(writer))

    def table(self, writer: SchemaWriter, *, whole: bool = True) -> Schema:
        """Returns the schema of a record; if not `whole`, of a replacement that takes over an existing id."""
        properties, required = {}, []
        for key, field in self.fields.items():
            schema = field.form.schema(writer)
            if key == "id":
                schema = {"type": "string", "pattern": PLAIN_ID if getattr(self.kind, "namespaced", True) else SHARED_ID}
            properties[key] = described(schema, field.form.metadata.get("help", ""))
            if field.is_needed and (whole or key != "id"):
                required.append(key)
        return table(properties, required=required, about=about_of(self.kind))

    def edited(self, writer: SchemaWriter, operator: Any) -> Schema | None:
        properties = {}
        for key, field in self.fields.items():
            schema = None if key == "id" else operator.schema(writer, field.form)
            if schema is not None:
                properties[key] = described(schema, field.form.metadata.get("help", ""))
        return table(properties, minProperties=1) if properties else None

    def sample(self, choices: Any) -> Any:
        values = dict(choices.given)
        for key, field in self.fields.items():
            if key not in values and (field.is_needed or choices.is_written(field)):
                try:
                    values[key] = field.form.sample(choices.within(field.form, values))
                except NothingFits:
                    if field.is_needed:
                        raise
        return values


def _missing(field: Field, path: Path, owner: object) -> Fault:
    """Returns the fault of a missing key, with its meaning and an example; `owner` is the id of the record."""
    key, missing = field.key, (*path, field.key)
    label = f"there is no `{key}` here" if path or type(owner) is not str else f"`{shortened(owner)}` has no `{key}`"
    help = field.in_example
    if not path and type(field.form) is RecordForm:
        lines = "".join(f'\n  {inner.key} = "..."' for inner in fields_of(field.form.kind).values() if inner.is_needed)
        help = f"add it: {field.form.metadata.get('help', '')}\n  [{key}]{lines}"
    return Fault("SA204", f"the key `{key}` is missing", label, help=help, missing=missing)


# --- walking ------------------------------------------------------------------------------------------------------


def parts_of(made: Any) -> PartsOf:
    """Returns key, form and value of each part of a record, effect, price or quantity, except parts with an error."""
    return [each for each in form_of_class(type(made)).parts(made) if each[2] is not REPORTED]


def walked(made: Any) -> list[tuple[Path, Any]]:
    """Returns a record and every record, effect, price and quantity within it, each with its path."""
    met: list[tuple[Path, Any]] = []

    def walk(path: Path, made: Any) -> None:
        met.append((path, made))
        for key, form, value in form_of_class(type(made)).parts(made):
            if type(value) not in PLAIN:
                for at, word in form.words(value, (*path, key)):
                    walk(at, word)

    walk((), made)
    return met


def names_in(made: Any) -> NamesIn:
    """Yields the names in a record and everything within it."""
    for _, word in walked(made):
        yield from form_of_class(type(word)).names(word)
