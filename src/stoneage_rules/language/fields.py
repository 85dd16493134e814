"""How a TOML field describes itself: its help, what it refers to, its range.

A leaf shared by the content models and the verbs, so that one description serves loader, schema and docs.
No content is named here, and nothing is looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import attrs

__all__ = ["CONTEXTS", "Amount", "Cost", "OwnForm", "Quantity", "field", "refs_of"]

CONTEXTS: Mapping[str, str] = {
    "set-up": "the set-up",
    "phase": "a phase",
    "turn": "`each-seat` in a phase",
    "location": "a location",
    "workplace": "a workplace",
    "reward": "what items, add-ons, dice and `each-seat` bring",
}
"""Where a list of effects can stand, each as it is called in a sentence."""


class OwnForm:
    """A value whose form no plain type says: it is read, described to editors and called in the docs in its own way."""

    words: ClassVar[str]
    """What it is called in the docs."""

    @classmethod
    def faults(cls, value: Any) -> Iterator[Exception]:
        """Everything that is wrong with the value as TOML gives it."""
        raise NotImplementedError

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """The same for editors, as JSON Schema; `ids` are those to be offered, by their kinds."""
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
    or_one: bool = False,
    context: str = "",
    becomes: Mapping[str, str] | None = None,
    gives: bool = False,
    orders: bool = False,
) -> Any:
    """An attrs field with its description.

    `refers_to` names the table kind whose ids the text, list of texts or keys must be among; several kinds are
    joined by `|`, and `group:KIND` stands for the groups named by records of that kind.
    `least` and `most` bound the value, or the values of a table; `keys` bound a table's keys, if these are numbers.
    A quantity in a field that is never below 0 is multiplied with 1 or more, any other not with 0.
    `instead_of_less` says what to write for what a number below 0 was meant to do.
    A list that is `not_empty` may need more than one element, `fewest`; with `or_one` its one element may stand alone.
    `context` says in which of CONTEXTS a list of effects stands; without it the one around it counts, or what it `becomes`.
    What a reference `gives` is got by it; any other may as well be what is counted, paid or asked for.
    A list that `orders` the records it refers to names each of them once, and they stand in its order.
    """
    metadata = {
        "help": help, "refers_to": refers_to, "choices": tuple(choices) if choices else None, "keys": keys,
        "least": least, "most": most, "not_zero": not_zero, "instead_of_less": instead_of_less, "not_empty": not_empty,
        "fewest": fewest, "or_one": or_one, "context": context, "becomes": becomes or {}, "gives": gives,
        "orders": orders,
    }  # fmt: skip
    given = {"default": default} if factory is None else {"factory": factory}
    return attrs.field(**given, metadata=metadata, kw_only=True)


def refs_of(attribute: Any) -> tuple[str, ...]:
    """The kinds that a field refers to, in the order they are tried."""
    kinds = attribute.metadata.get("refers_to")
    return tuple(kinds.split("|")) if kinds else ()


@attrs.frozen
class Quantity:
    """A number read from the game, written as a table of one key: `{ track = "..." }`.

    `name` is the quantity, `of` what it counts; `times` multiplies it.
    """

    name: str
    of: str
    times: int = 1


Amount = int | Quantity


@attrs.frozen
class Cost:
    """A price: the goods printed (`fixed`), or a number of goods that the payer composes (`of`).

    In TOML `{ wood = 2, clay = 1 }` is fixed; `{ of = "GROUP", amount = 4, kinds = 2 }` or
    `{ of = "GROUP", at_least = 1, at_most = 7 }` is composed.
    """

    fixed: Mapping[str, int] = attrs.field(factory=dict)
    of: str | None = None
    at_least: int = 0
    at_most: int = 0
    kinds: int | None = None

    @property
    def form(self) -> str:
        """`fixed` or `composed`, the word used in requirement rows."""
        return "composed" if self.of else "fixed"

    def describe(self) -> str:
        """Returns the price in words: `2 wood, 1 clay`, `4 of any resource, of exactly 2 kinds`."""
        if self.of is None:
            return ", ".join(f"{count} {good}" for good, count in self.fixed.items()) or "nothing"
        count = str(self.at_least) if self.at_least == self.at_most else f"{self.at_least} to {self.at_most}"
        kinds = f", of exactly {self.kinds} kind{'s' * (self.kinds != 1)}" if self.kinds else ""
        return f"{count} of any {self.of}{kinds}"
