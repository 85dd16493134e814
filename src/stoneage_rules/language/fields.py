"""How a TOML field describes itself: its help, what it refers to, its range.

A leaf shared by the content models and the verbs, so that one description serves loader, schema and docs.
No content is named here, and nothing is looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from stoneage_rules.language.reach import MOST_WAYS, Bound, Clash
from stoneage_rules.text.wording import counted

if TYPE_CHECKING:
    from stoneage_rules.language.reach import Bounds, Path

__all__ = ["CONTEXTS", "Amount", "Cost", "OwnForm", "Quantity", "field", "refs_of", "too_many_ways"]

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

    goods_refer_to: ClassVar[tuple[str, ...]] = ("good",)
    of_refers_to: ClassVar[tuple[str, ...]] = ("group:good", "good")

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

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        for good, amount in self.fixed.items():
            supply = bounds.find("good", good).supply
            idle, why = supply is not None and amount > supply, f"there is {supply} of it in all: nobody can pay this"
            yield Bound(UNPAYABLE, (good,), idle, why, f"lower it to {supply} or less", set_by=(good,))
        if self.kinds is not None and self.of is not None:
            group = bounds.group("good", self.of) or [self.of]
            idle = self.kinds > len(group) and not bounds.joins_later("good", self.of)
            why = f"`{self.of}` has {counted(len(group), 'good')}: nobody can pay this"
            yield Bound(UNPAYABLE, ("kinds",), idle, why, f"lower it to {len(group)} or less", set_by=tuple(group))

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        if self.of is not None:
            key = "amount" if self.at_least == self.at_most else "at_most"
            yield from too_many_ways(bounds, (), key, self.at_most, self.of)


UNPAYABLE = "SA515", "a price that nobody can pay"


def too_many_ways(bounds: Bounds, path: Path, key: str, count: int, group: str) -> Iterator[Clash]:
    """Yields the fault of a number of goods out of a group that can be chosen in more ways than can be listed.

    Args:
        bounds: the content of the table.
        path: the way to what is shown.
        key: the key of the number.
        count: the number.
        group: a group of goods, or one good.
    """
    size = len(bounds.group("good", group)) or 1
    ways = comb(size + count - 1, count)
    if ways > MOST_WAYS:
        possible = next((n for n in range(count, 0, -1) if comb(size + n - 1, n) <= MOST_WAYS), 1)
        why = f"{count} goods out of {size} kinds can be chosen in {ways} ways; {MOST_WAYS} are allowed"
        help = f"`{key} = {possible}` or less works, or name a smaller group"
        yield Clash("SA211", "more ways to choose than can be listed", path, why, help)
