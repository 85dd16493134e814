"""How a class of content describes itself: its fields, their types, how it is shown, and what a derived class must define."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, ForwardRef, Self, TypeVar, cast, get_args
from weakref import WeakSet

import attrs

from stoneage_rules.text import written

if TYPE_CHECKING:
    from stoneage_rules.language.quantity import IfRow

# --- described ----------------------------------------------------------------------------------------------------
#
# The base of attrs classes that show themselves in one common way.


class Described:
    """A base of attrs classes with one `__repr__` for all: to compile one for each takes half of making the class."""

    __slots__ = ()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _described  # type: ignore[method-assign]


def _described(self: Any) -> str:
    """Returns what attrs would: the name of the class and its values by name."""
    fields = attrs.fields(type(self))
    values = [f"{field.name}={getattr(self, field.name, attrs.NOTHING)!r}" for field in fields if field.repr]
    return f"{type(self).__qualname__.rsplit('>.', 1)[-1]}({', '.join(values)})"


# --- public values ------------------------------------------------------------------------------------------------
#
# The base of attrs classes whose plain data are made of their fields.


LEFT_OUT = {"data": None}
"""Metadata of a field that is not in the data; it needs a default."""
BESIDE = {"data": ""}
"""Metadata of a field whose own parts stand beside the other fields; any text but this is the key of the field."""


class PublicValue(Described):
    """A base of attrs classes that leave the process: their data, the schema and the way back are made of the fields."""

    __slots__ = ()

    is_sparse: ClassVar[bool] = False
    """True if fields with their defaults, and empty ones, are left out of the data."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the value as plain tables, lists, numbers and texts, ready for JSON; `from_dict` reads them."""
        from stoneage_rules.data.converter import to_data

        return to_data(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Returns the value that `to_dict` wrote.

        Raises:
            ValueError: no such value can have written it; the message names each part that is wrong.
        """
        from stoneage_rules.data.converter import from_data

        return from_data(cls, data)

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Returns the JSON Schema (draft 7) of what `to_dict` returns, the same for all rules."""
        from stoneage_rules.data.converter import schema_of

        return {"$schema": "http://json-schema.org/draft-07/schema#", **schema_of(cls)}


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
    "paid": "what `pay` at a location brings",
    "workplace": "a workplace",
    "reward": "what items, add-ons, dice and `each-seat` bring",
}
"""The contexts of lists of effects, with the words for each in a sentence."""


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
    or_one: bool = False,
    context: str = "",
    becomes: Mapping[str, str] | None = None,
    gives: bool = False,
    loses: bool = False,
    orders: bool = False,
    key: str = "",
    silent_default: bool = False,
) -> Any:
    """Returns an attrs field with its description.

    `refers_to` names the table kind whose ids the text, list of texts or keys must be among; several kinds are
    joined by `|`, and `group:KIND` stands for the groups named by records of that kind.
    `least` and `most` bound the value, or the values of a table; `keys` bound a table's keys, if these are numbers.
    If the minimum is 0 or more, a quantity's `times` must be at least 1, and `instead_of_less` is the hint for a negative
    number: what to write to get the intended effect.  Otherwise `times` must not be 0.
    `elsewhere` is the hint for a word that is no choice, or a table: the key that says what is meant.
    A list that is `not_empty` needs at least `fewest` elements; with `or_one` a single element may be written without a list.
    `context` is the one of CONTEXTS for a list of effects; by default it is the enclosing one, mapped through `becomes`.
    A reference that `gives` grants what it names; one that `loses` takes it away; any other may count it, pay it or ask for it.
    A list that `orders` the records it refers to names each of them once, and sorts them.  `silent_default`: see `is_silent`.
    `key` is the TOML key, if it is not the name of the attribute.
    """
    metadata = {**locals(), "choices": tuple(choices) if choices else None, "becomes": becomes or {}}
    return attrs.field(**({"factory": factory} if factory else {"default": default}), metadata=metadata, kw_only=True)


def is_silent(attribute: Any, owner: Any) -> bool:
    """Returns whether a field of an object has its `silent_default`: the digest leaves it out, as it was before the key came."""
    return bool(attribute.metadata.get("silent_default")) and getattr(owner, attribute.name) == attribute.default


def refs_of(attribute: Any) -> tuple[str, ...]:
    """Returns the kinds that a field refers to, in the order in which they are tried."""
    kinds = attribute.metadata.get("refers_to")
    return tuple(kinds.split("|")) if kinds else ()


def referred(value: Any, kinds: Set[str]) -> Iterator[str]:
    """Yields the ids and groups by which fields of a record, and of what is within it, refer to records of some kinds.

    Args:
        value: a record, or a value of one.
        kinds: the kinds, as in `refers_to`: `location`, `group:location`.
    """
    if attrs.has(type(value)):
        for attribute in attrs.fields(type(value)):
            inner = getattr(value, attribute.name)
            if not kinds.isdisjoint(refs_of(attribute)) and inner:
                yield from (inner,) if isinstance(inner, str) else inner
            yield from referred(inner, kinds)
    elif isinstance(value, (tuple, Mapping)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from referred(inner, kinds)


SEATS = ("all", "most", "fewest", "others")
"""The seats whose number is read, if not the seat's own: the sum of all, the highest, the lowest, the sum of the others."""


@attrs.frozen
class Quantity(Described):
    """A number read from the game, written as a table: `{ track = "..." }`, with one word that says what is counted.

    `name` is that word and `of` what stands behind it: an id, a word, a number, or a quantity.  The other fields are the
    keys that can stand beside it; they compute with the number in their order.

    Example: `{ goods = "food", times = -7, plus = 3, divide = 2, rounded = "up", at_least = 0 }`
    """

    name: str
    of: str | int | Quantity
    alone: bool = field("of `rank`: seats that are tied have the worse rank, so that the first one is alone", default=False,
        silent_default=True)  # fmt: skip
    seats: str | None = field(
        "whose number, if not the seat's own: the sum of `all` seats, that of the seat with `most` or with `fewest`, "
        "the sum of the `others`", default=None, choices=SEATS, key="of", silent_default=True,
    )  # fmt: skip
    times: int = field("what the number is multiplied with", default=1)
    plus: Amount = field("what is added then; below 0 to take away", default=0, silent_default=True)
    divide: int = field("what it is divided by then", default=1, least=1, most=9999, silent_default=True)
    rounded: str = field(
        "how what is divided becomes whole: `down`, so that -3.5 is -4, or `up`", default="down", choices=("down", "up"),
        silent_default=True,
    )  # fmt: skip
    at_least: Amount | None = field("the least that it is in the end", default=None, silent_default=True)
    at_most: Amount | None = field("the most that it is in the end", default=None, silent_default=True)

    if_: tuple[Quantity, ...] = field(
        "rows that must all hold for this number; otherwise it is `else`", default=(), silent_default=True
    )
    else_: Amount = field("what it is where the rows of `if` do not hold", default=0, silent_default=True)

    @property
    def rows(self) -> tuple[IfRow, ...]:
        """The rows of `if`."""
        return cast("tuple[IfRow, ...]", self.if_)

    def __str__(self) -> str:
        """Returns the quantity as content writes it."""
        return written(self.as_table())

    def as_table(self) -> dict[str, Any]:
        """Returns the quantity as a table of TOML, without the keys that have their defaults."""
        values = {key: (getattr(self, one.name), one.default) for key, one in _keys_of(type(self)).items()}
        beside = {key: _as_toml(value) for key, (value, default) in values.items() if value != default}
        return {self.name: _as_toml(self.of), **beside}

    @property
    def is_plain(self) -> bool:
        """True if the number is the seat's own and only multiplied, so that its parts add up to it."""
        return self == Quantity(self.name, self.of, times=self.times)

    def contradictions(self) -> Iterator[tuple[str, str]]:
        """Yields keys that make no sense beside the others, each with the reason."""
        if self.rounded != "down" and self.divide == 1:
            yield "rounded", "nothing is divided here, so there is nothing to round"
        if self.else_ != 0 and not self.if_:
            yield "else", "without `if` this number is never asked for"
        if isinstance(self.at_least, int) and isinstance(self.at_most, int) and self.at_least > self.at_most:
            yield "at_most", f"`at_most` is less than `at_least`, which is {self.at_least}"


def _keys_of(kind: type[Quantity]) -> dict[str, Any]:
    """Returns the fields of a kind of quantity by their keys, besides the word that says what is counted."""
    fields = [attribute for attribute in attrs.fields(kind) if attribute.metadata]
    return {attribute.metadata.get("key") or attribute.name.rstrip("_"): attribute for attribute in fields}


def _as_toml(value: Any) -> Any:
    """Returns a value of a quantity with the quantities in it as tables."""
    if isinstance(value, tuple):
        return [_as_toml(inner) for inner in value]
    return value.as_table() if isinstance(value, Quantity) else value


Amount = int | Quantity

QUANTITY_KEYS: Mapping[str, Any] = _keys_of(Quantity)
"""The fields of a quantity by their keys, besides the word that says what is counted."""
ONE_WORD = frozenset({"alone"})
"""The keys that make sense beside words alone that declare them."""

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


_resolved: WeakSet[type] = WeakSet()
"""The classes that `resolve` has gone through, so that what many classes hold is not gone through for each."""


def resolve(kind: Any) -> Any:
    """Resolves string annotations of an attrs class, and of the attrs classes that its fields hold; returns the class.

    Raises:
        NameError: an annotation uses a name that its module does not have.
    """
    if kind in _resolved:
        return kind
    resolve_own(kind)
    _resolved.add(kind)
    for attribute in attrs.fields(kind):
        for part in (attribute.type, *get_args(attribute.type)):
            if isinstance(part, type) and attrs.has(part) and part is not kind:
                resolve(part)
    return kind


def resolve_own(kind: Any) -> None:
    """Resolves string annotations of an attrs class, each once however many classes inherit it.

    Raises:
        NameError: an annotation uses a name that its module does not have.
    """
    texts = [attribute for attribute in attrs.fields(kind) if isinstance(attribute.type, str)]
    try:
        types = [_type_of(_home_of(kind, attribute.name), attribute.name) for attribute in texts]
    except Exception:
        attrs.resolve_types(kind)
        return
    for attribute, type_ in zip(texts, types, strict=True):
        object.__setattr__(attribute, "type", type_)  # as attrs itself does


def _home_of(kind: Any, name: str) -> type:
    """Returns the class that annotates an attribute of a class."""
    homes: list[type] = [base for base in kind.__mro__ if name in get_annotations(base)]
    return homes[0]


@lru_cache(maxsize=2000)
def _type_of(home: type, name: str) -> Any:
    """Returns the type in an annotation, which is text; raises if it is none of those that fields of content have."""
    kind = eval(get_annotations(home)[name], vars(sys.modules[home.__module__]), dict(vars(home)))
    if kind is None or any(isinstance(part, (str, ForwardRef)) for part in (kind, *get_args(kind))):
        raise TypeError(name)
    return kind
