"""Descriptions of TOML fields: help, references, range.

A leaf module shared by content models and verbs, so that one description serves loader, schema and docs.
It names no content and looks nothing up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, ClassVar, cast

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.text.toml_writer import written

if TYPE_CHECKING:
    from stoneage_rules.language.condition import IfRow

__all__ = [
    "CONTEXTS",
    "ONE_WORD",
    "QUANTITY_KEYS",
    "Amount",
    "OwnForm",
    "Quantity",
    "field",
    "is_silent",
    "referred",
    "refs_of",
]

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
