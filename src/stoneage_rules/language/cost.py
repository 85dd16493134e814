"""Prices as content writes them: goods by name, or goods of a group that the payer composes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from math import comb, prod
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from stoneage_rules.language.faults import REPORTED, Fault, unknown_key, wrong_type
from stoneage_rules.language.fields import LEFT_OUT, Amount, PublicValue, Quantity
from stoneage_rules.language.forms import (
    OUT_OF_RANGE,
    Form,
    PartsOf,
    Reading,
    Schema,
    SchemaWriter,
    described,
    form_of,
    number_faults,
    table,
)
from stoneage_rules.language.quantity import range_of
from stoneage_rules.language.reach import MOST_WAYS, Bound, Clash, Path
from stoneage_rules.text import counted

if TYPE_CHECKING:
    from stoneage_rules.language.reach import Bounds, Records
    from stoneage_rules.telling.phrases import Phrases


@attrs.frozen
class Cost(PublicValue):
    """A price: named goods (`fixed`), or a number of goods that the payer composes (`of`).

    In TOML `{ wood = 2, clay = 1 }` is fixed; `{ of = "GROUP", amount = 4, kinds = 2 }` or
    `{ of = "GROUP", at_least = 1, at_most = 7 }` is composed.  Each number except `kinds` can be a quantity, which is read when
    the price is due: `{ clay = { owned = "kiln", times = -1, plus = 3 } }`.  Below 0 it counts as 0.
    """

    goods_refer_to: ClassVar[tuple[str, ...]] = ("good",)
    """The names that the keys of a fixed cost can be."""
    of_refers_to: ClassVar[tuple[str, ...]] = ("group:good", "good")
    """The names that `of` can be."""

    is_sparse = True

    fixed: Mapping[str, int] = attrs.field(factory=dict, hash=False)
    """The number of each good by its id."""
    of: str | None = None
    """The group, or the good, that the payer chooses from."""
    at_least: int = 0
    """The fewest goods of it."""
    at_most: int = 0
    """The most goods of it."""
    kinds: int | None = None
    """The exact number of different goods."""
    quantities: tuple[tuple[str, Quantity], ...] = attrs.field(default=(), metadata={"silent_default": True, **LEFT_OUT})
    """The numbers read from the game, by their TOML keys; in the other fields these are 0 or missing."""

    @property
    def form(self) -> str:
        """The form of the price in rows of `when`: `fixed` or `composed`."""
        return "composed" if self.of else "fixed"

    @property
    def amounts(self) -> Mapping[str, Amount]:
        """Its numbers by their keys: of each good, or `amount`, or `at_least` and `at_most`."""
        if self.of is None:
            return {**self.fixed, **dict(self.quantities)}
        if "amount" in dict(self.quantities) or (not self.changes and self.at_least == self.at_most):
            return {"amount": self.at_most, **dict(self.quantities)}
        return {"at_least": self.at_least, "at_most": self.at_most, **dict(self.quantities)}

    @property
    def changes(self) -> bool:
        """True if a number of it is read from the game."""
        return bool(self.quantities)

    @classmethod
    def made_of(cls, amounts: Mapping[str, Amount], of: str | None = None, kinds: int | None = None) -> Cost:
        """Returns the price with these numbers, by the keys that they have in TOML."""
        numbers = {key: amount for key, amount in amounts.items() if isinstance(amount, int)}
        quantities = tuple((key, amount) for key, amount in amounts.items() if isinstance(amount, Quantity))
        if of is None:
            return cls(numbers, quantities=quantities)
        each = numbers.get("amount", 0)
        return cls({}, of, numbers.get("at_least", each), numbers.get("at_most", each), kinds, quantities)

    def __str__(self) -> str:
        return self.describe()

    def describe(self, words: Callable[[Amount], str] = str, goods: Collection[str] = ()) -> str:
        """Returns the price in words: `2 wood, 1 clay`, `4 of any resource, of exactly 2 kinds`.

        Args:
            words: describes a number read from the game.
            goods: the ids of all goods, which leave no choice for a price in one good.
        """
        amounts = self.amounts
        if self.of is None:
            return ", ".join(counted_goods(amount, good, words) for good, amount in amounts.items()) or "nothing"
        noun = self.of if self.of in goods else f"of any {self.of}"
        kinds = f", of exactly {self.kinds} kind{'s' * (self.kinds != 1)}" if self.kinds else ""
        if "amount" in amounts:
            return counted_goods(amounts["amount"], noun, words) + kinds
        if not self.changes:
            return f"{self.at_least} to {self.at_most} {noun}{kinds}"
        return f"{noun}, from {words(amounts['at_least'])} to {words(amounts['at_most'])}{kinds}"

    def in_words(self, phrases: Phrases) -> str:
        """Returns the price in words, with the words of its quantities."""
        return self.describe(phrases.amount, phrases.rules.goods)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        for good, amount in self.amounts.items() if self.of is None else ():
            supply = bounds.find("good", good).supply
            idle = supply is not None and isinstance(amount, int) and amount > supply
            why = f"there is {supply} of it in all: nobody can pay this"
            bound = Bound(UNPAYABLE, (good,), idle, why, f"lower it to {supply} or less", set_by=(good,))
            yield from _never_got(bounds, good, (good,)) or (bound,)
        if self.of is not None:
            yield from _never_got(bounds, self.of, ("of",))
        if self.kinds is not None and self.of is not None:
            group = bounds.group("good", self.of) or [self.of]
            idle = self.kinds > len(group) and not bounds.joins_later("good", self.of)
            why = f"`{self.of}` has {counted(len(group), 'good')}: nobody can pay this"
            yield Bound(UNPAYABLE, ("kinds",), idle, why, f"lower it to {len(group)} or less", set_by=tuple(group))

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        endless = list(self._endless(bounds))
        yield from endless
        if endless:
            return
        if self.of is not None:
            key, most = list(self.amounts.items())[-1]
            yield from too_many_ways(bounds, (), key, numbers_of(bounds, most)[-1], self.of)
        prices = prod(len(numbers_of(bounds, amount)) for amount in self.amounts.values())
        if prices > MOST_PRICES:
            why = f"the quantities of this price make {prices} different ones; {MOST_PRICES} are allowed"
            last = [key for key, amount in self.amounts.items() if isinstance(amount, Quantity)][-1]
            yield Clash("SA211", TOO_MANY, (last,), why, "write `at_least` and `at_most` closer together, or fewer quantities")

    def _endless(self, bounds: Bounds) -> Iterator[Clash]:
        """Yields the quantities of the price that may exceed the maximum of a price."""
        limit = MOST_OF_GROUP if self.of is not None else MOST_OF_GOOD
        for key, amount in self.amounts.items():
            most = range_of(bounds, amount)[1]
            if isinstance(amount, Quantity) and (most is None or most > limit):
                why = f"it can come to {'any number' if most is None else most}; a price asks for {limit} at the most"
                yield Clash("SA211", TOO_MANY, (key,), why, f"add `at_most = {limit}` to it, or less")


MOST_OF_GOOD, MOST_OF_GROUP = 99, 12
"""The most of one good, and of goods that the payer composes, that a price asks for."""
MOST_PRICES = 400
"""How many different prices one can become."""
TOO_MANY = "more prices than can be listed"


def numbers_of(records: Records, amount: Amount) -> range:
    """Returns every number that an amount of a price can become."""
    least, most = range_of(records, amount)
    return range(max(0, least or 0), max(0, least or 0, MOST_OF_GOOD if most is None else most) + 1)


def counted_goods(amount: Amount, noun: str, words: Callable[[Amount], str]) -> str:
    """Returns a number of something in words: `2 wood`, `clay, as many as the number of kiln`."""
    return f"{noun}, as many as {words(amount)}" if isinstance(amount, Quantity) else f"{amount} {noun}"


UNPAYABLE = "SA515", "a price that nobody can pay"


def _never_got(bounds: Bounds, name: str, path: Path) -> tuple[Bound, ...]:
    """Returns the bound of a good, or of a group of goods, in a price if nothing ever gives any of it."""
    goods = bounds.group("good", name) or [name]
    groups = (group for good in goods for group in bounds.find("good", good).groups)
    if not {name, *goods, *groups}.isdisjoint(bounds.got):
        return ()
    why, help = f"nothing ever brings `{name}`: nobody can pay this", f"let an effect `gain` bring `{goods[0]}`, or name another"
    return (Bound(UNPAYABLE, path, True, why, help, about=tuple(goods), at_key=path == (name,)),)


def too_many_ways(bounds: Bounds, path: Path, key: str, count: int, group: str) -> Iterator[Clash]:
    """Yields a clash if goods of a group can be chosen in more ways than can be listed.

    Args:
        bounds: the content of the table.
        path: the path to the value that is shown.
        key: the key of the number.
        count: the number of goods chosen.
        group: a group of goods, or one good.
    """
    size = len(bounds.group("good", group)) or 1
    ways = comb(size + count - 1, count)
    if ways > MOST_WAYS:
        possible = next((n for n in range(count, 0, -1) if comb(size + n - 1, n) <= MOST_WAYS), 1)
        why = f"{count} goods out of {size} kinds can be chosen in {ways} ways; {MOST_WAYS} are allowed"
        help = f"`{key} = {possible}` or less works, or name a smaller group"
        yield Clash("SA211", "more ways to choose than can be listed", path, why, help)


# --- form ---------------------------------------------------------------------------------------------------------


AMOUNTS = frozenset({"amount", "at_least", "at_most"})
COMPOSED = AMOUNTS | {"kinds"}
"""The keys that go with `of` in a cost that the payer composes."""
NUMBER = form_of(Amount)
KEYS = {"of": form_of(str), **dict.fromkeys(sorted(AMOUNTS), NUMBER), "kinds": form_of(int)}


class CostForm(Form):
    """A price: goods by name, or goods of a group that the payer composes."""

    example = "{ GOOD = 1 }"
    is_table = is_computed = True
    made = Cost

    def read(self, value: Any, reading: Reading) -> Any:
        """Returns the price; one with a fault is one of each good, or of the group, that it names."""
        if type(value) is not dict:
            raise wrong_type(value, "a price such as `{ GOOD = 1 }`")
        if "of" not in value and COMPOSED.isdisjoint(value):
            return self._fixed(value, reading)
        made, found = {}, []
        for key, item in value.items():
            if key in KEYS or type(item) is dict:
                made[key] = reading.at(key, KEYS.get(key, NUMBER), item)
            if key not in KEYS:
                found.append(unknown_key(key, KEYS, (), "a key that a cost `of` a group does not have"))
        is_read = not found and not any(
            made[key] is REPORTED and not (key in AMOUNTS and type(value[key]) is dict) for key in value
        )
        found += _combination_faults(made) if is_read else ()
        reading.add(*found)
        if type(value.get("of")) is not str:
            return REPORTED
        if found or REPORTED in made.values():
            return Cost(of=value["of"], at_least=1, at_most=1)
        numbers = {key: amount for key, amount in made.items() if key in AMOUNTS}
        numbers |= {"at_least": 1} if "at_most" in numbers and "at_least" not in numbers else {}
        return Cost.made_of(numbers, value["of"], value.get("kinds"))

    def _fixed(self, value: Mapping[str, Any], reading: Reading) -> Cost:
        amounts = {good: reading.at(good, NUMBER, amount) for good, amount in value.items()}
        numbers = [(good, amount) for good, amount in amounts.items() if type(amount) is int]
        bounds = {"least": 1, "most": MOST_OF_GOOD}
        found = [fault for good, amount in numbers for fault in number_faults(amount, bounds, (good,))]
        found += [] if value else [Fault("SA207", "a cost of nothing", "name at least one good")]
        reading.add(*found)
        return Cost.made_of(dict.fromkeys(value, 1) if found or REPORTED in amounts.values() else amounts)

    def parts(self, value: Any) -> PartsOf:
        return [(key, NUMBER, amount) for key, amount in value.amounts.items()]

    def resolved(self, value: Any, path: Path, resolver: Any) -> Any:
        if not isinstance(value, Cost):
            return value
        amounts = {key: NUMBER.resolved(amount, (*path, key), resolver) for key, amount in value.amounts.items()}
        if value.of is not None:
            made = Cost.made_of(amounts, resolver.word(value.of, value.of_refers_to, (*path, "of")), value.kinds)
        else:
            goods = value.goods_refer_to
            made = Cost.made_of(
                {resolver.word(good, goods, (*path, good), at_key=True): amount for good, amount in amounts.items()}
            )
        return value if made == value else made

    def schema(self, writer: SchemaWriter) -> Schema:
        def make() -> Schema:
            kinds = form_of(int, {"least": 1, "most": MOST_OF_GROUP}).schema(writer)
            number = form_of(Amount, {"least": 1, "most": MOST_OF_GROUP}).schema(writer)
            composed = table(
                {
                    "of": described(form_of(str, {"refers_to": "group:good"}).schema(writer), "the group of goods"),
                    "amount": described(number, "how many goods"),
                    "at_least": described(number, "the fewest goods"),
                    "at_most": described(number, "the most goods"),
                    "kinds": described(kinds, "of exactly how many different goods"),
                },
                required=["of"],
                about="a number of goods that the payer composes",
            )
            fixed = {
                "description": "the goods printed, and how many of each",
                "type": "object",
                "additionalProperties": form_of(Amount, {"least": 1, "most": MOST_OF_GOOD}).schema(writer),
                "minProperties": 1,
            }
            return {"anyOf": [composed, fixed]}

        return writer.define("cost", make)

    def with_numbers(self, writer: SchemaWriter, number: Schema) -> Schema | None:
        return {"type": "object", "additionalProperties": number, "minProperties": 1}

    def sample(self, choices: Any) -> Any:
        if choices.pick((False, False, True)):
            return {"of": choices.reference(("group:good",)), "amount": choices.between(1, 3)}
        amount = form_of(Amount, {"least": 1})
        return {choices.reference(Cost.goods_refer_to): amount.sample(choices) for _ in range(choices.between(1, 2))}


def _combination_faults(value: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields the faults of keys that are valid one by one."""
    if "of" not in value:
        yield Fault("SA204", "a cost of a group without `of`", "of which group?", help='write `of = "GROUP"`')
    twice = [key for key in ("at_least", "at_most") if key in value and "amount" in value]
    for key in twice:
        yield Fault("SA207", "values that contradict each other", "`amount` says it already", at_key=True, path=(key,))
    least, most = value.get("amount", value.get("at_least", 1)), value.get("amount", value.get("at_most"))
    numbers = [number for number in (least, most) if type(number) is int]
    if most is None or numbers != sorted(numbers) or not all(1 <= number <= MOST_OF_GROUP for number in numbers):
        message = "a cost of a group needs `amount`, or `at_least` and `at_most`"
        yield Fault("SA207", message, f"these must be from 1 to {MOST_OF_GROUP}, `at_least` not above `at_most`")
    elif "kinds" in value and type(most) is int and not 1 <= value["kinds"] <= most:
        yield Fault("SA207", OUT_OF_RANGE, f"`kinds` must be from 1 to {most}", path=("kinds",))
