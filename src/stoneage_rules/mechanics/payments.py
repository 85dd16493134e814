"""Prices, and the checks of what pays them; every payment that a seat can make is in `payment_table`.

A price is data (goods printed, or a number of goods that the payer composes); whether it must be paid is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from operator import gt
from typing import Any, NamedTuple, cast

import attrs

from stoneage_rules.errors import TooManyOptions
from stoneage_rules.kernel.actions import Action, Goods, format_goods
from stoneage_rules.kernel.legality import Check, RecordKey, Shortfall
from stoneage_rules.kernel.nouns import PRICE_TABLE
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Linker, Reader
from stoneage_rules.language.cost import Cost, numbers_of
from stoneage_rules.language.handles import Handle, Slot
from stoneage_rules.text.wording import counted, plural

__all__ = ["Amounts", "Price", "minus", "multisets", "named", "used_of"]

MOST_WAYS = 50_000
"""In how many ways goods may be chosen at once."""
MOST_REMEMBERED = 2_000
"""Up to how many payments of a price are listed once for all tables."""

Amounts = tuple[int, ...]
"""One number per good of the ruleset."""


@attrs.frozen
class Changing:
    """How a price is read from the game: each of its numbers, within its range, and the price that they make."""

    cost: Cost
    readers: tuple[Reader, ...] = attrs.field(eq=False)
    ranges: tuple[range, ...] = attrs.field(eq=False)
    prices: Mapping[tuple[int, ...], int] = attrs.field(eq=False)
    """By its numbers, a place in the table of prices."""

    def index(self, state: State, seat: int) -> int:
        """Returns the price asked of a seat now, as a place in the table of prices."""
        read = zip(self.readers, self.ranges, strict=True)
        return self.prices[tuple([min(max(reader(state, seat, 0), within[0]), within[-1]) for reader, within in read])]


@attrs.frozen
class Price:
    """A price: `fixed` amounts, or `least` to `most` goods out of `goods`, of exactly `kinds` different ones if given."""

    fixed: Amounts | None
    goods: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    kinds: int | None = None
    cost: Cost = attrs.field(factory=Cost, eq=lambda cost: cost.of)
    """The same as content has it."""
    changing: Changing | None = None
    """For a price that is read from the game, how it is read; the numbers above are then the highest that it comes to."""

    def now(self, state: Position, seat: int) -> Price:
        """Returns the price that is asked of a seat now."""
        if self.changing is None:
            return self
        price: Price = state.rules.entries(PRICES)[self.changing.index(cast("State", state), seat)]
        return price

    @property
    def name(self) -> str:
        """The group of goods of which it is composed."""
        return self.cost.of or ""

    @property
    def form(self) -> str:
        """The word of requirement rows for it: `fixed` or `composed`."""
        return "composed" if self.fixed is None else "fixed"

    def among(self, rules: Ruleset) -> tuple[str, ...]:
        """Returns the ids of the goods that can pay it."""
        return tuple(good for index, good in enumerate(rules.goods) if index in self.goods or (self.fixed and self.fixed[index]))

    def choices(self, width: int) -> Iterator[Amounts]:
        """Yields all amounts that pay it exactly; `width` is the number of goods of the ruleset."""
        if self.fixed is not None:
            yield self.fixed
            return
        for size in range(self.least, self.most + 1):
            for amounts in multisets(self.goods, size, width):
                if self.kinds is None or sum(map(bool, amounts)) == self.kinds:
                    yield amounts

    def payments(self, goods: tuple[str, ...]) -> Iterable[tuple[Goods, Amounts]]:
        """Returns all amounts that pay it exactly, each by the names of the goods, too."""
        if self.fixed is None and comb(len(self.goods) + self.most, self.most) <= MOST_REMEMBERED:
            return _composed(self.goods, self.least, self.most, self.kinds, goods)
        return ((named(amounts, goods), amounts) for amounts in self.choices(len(goods)))

    def met_by(self, amounts: Sequence[int]) -> bool:
        """Tells if these amounts are what it asks for."""
        if self.fixed is not None:
            return tuple(amounts) == self.fixed
        inside = sum(amounts[good] for good in self.goods)
        return (
            inside == sum(amounts)
            and self.least <= inside <= self.most
            and (self.kinds is None or sum(map(bool, amounts)) == self.kinds)
        )

    def describe(self, goods: Sequence[str]) -> str:
        """Returns the price in words: `2 wood, 1 clay`, `4 of any resource, of exactly 2 kinds`."""
        if self.fixed is not None:
            return format_goods(named(self.fixed, goods))
        if not self.goods:
            return "nothing"
        size = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        kinds = f", of exactly {counted(self.kinds, 'kind')}" if self.kinds else ""
        return f"{size} of any {self.name}{kinds}" if len(self.goods) > 1 else f"{size} {self.name}{kinds}"

    def brief(self, goods: Sequence[str]) -> str:
        """Returns the price in the fewest words: `2 wood, 1 clay`, `4 resources of 2 kinds`."""
        name = plural(self.name) if self.most > 1 else self.name
        return self.describe(goods).replace(", of exactly", " of").replace(f"of any {self.name}", name)


@lru_cache(maxsize=100)
def _composed(
    of: tuple[int, ...], least: int, most: int, kinds: int | None, goods: tuple[str, ...]
) -> Sequence[tuple[Goods, Amounts]]:
    """Returns the payments of a composed price once for all tables: most have the same goods and prices."""
    price = Price(None, of, least, most, kinds)
    return [(named(amounts, goods), amounts) for amounts in price.choices(len(goods))]


def multisets(goods: Sequence[int], size: int, width: int) -> Iterator[Amounts]:
    """Yields every way to take `size` goods out of `goods`, as amounts; most of the first good first.

    Raises:
        TooManyOptions: there are more ways than can be listed.
    """
    ways = comb(len(goods) + size - 1, size)
    if ways > MOST_WAYS:
        raise TooManyOptions(f"{size} goods out of {len(goods)} kinds can be taken in {ways} ways; {MOST_WAYS} are allowed")
    for chosen in combinations_with_replacement(goods, size):
        amounts = [0] * width
        for good in chosen:
            amounts[good] += 1
        yield tuple(amounts)


def named(amounts: Sequence[int], goods: Sequence[str]) -> Goods:
    """Returns amounts as pairs of good and number, without the zeros."""
    return tuple([pair for pair in zip(goods, amounts, strict=True) if pair[1]])


def used_of(paid: Amounts, got: Amounts) -> int:
    """Returns how many of the goods got a payment spends."""
    return sum(map(min, paid, got))


def minus(hand: Amounts, amounts: Amounts) -> Amounts | None:
    """Returns what is left of a hand; None where it does not suffice."""
    remaining = tuple(map(int.__sub__, hand, amounts))
    return None if min(remaining) < 0 else remaining


PRICES: Handle[Price] = PRICE_TABLE


def price_index(link: Linker, cost: Cost) -> int:
    """Compiles a cost of content; returns the price as a place in the table of prices."""
    if not cost.changes:
        return link.add(PRICES, _price_of(link, cost, [*cost.amounts.values()]))
    ranges = tuple(numbers_of(link, amount) for amount in cost.amounts.values())
    prices = {numbers: link.add(PRICES, _price_of(link, cost, numbers)) for numbers in product(*ranges)}
    changing = Changing(cost, tuple(map(link.amount, cost.amounts.values())), ranges, prices)
    highest = _price_of(link, cost, [within[-1] for within in ranges])
    return link.add(PRICES, attrs.evolve(highest, cost=cost, changing=changing))


def _price_of(link: Linker, cost: Cost, numbers: Sequence[Any]) -> Price:
    """Returns a price with certain numbers in place of those of a cost; a price of nothing has no goods to choose from."""
    amounts = dict(zip(cost.amounts, numbers, strict=True))
    most = amounts.get("at_most", amounts.get("amount", 0))
    if cost.of is None or not most:
        fixed = {good: amount for good, amount in amounts.items() if amount and cost.of is None}
        return Price(fixed=tuple(fixed.get(good, 0) for good in link.ids("good")), cost=Cost(fixed=fixed))
    least, kinds = min(amounts.get("at_least", most), most), cost.kinds and min(cost.kinds, most)
    return Price(None, link.goods(cost.of), least, most, kinds, Cost(of=cost.of, at_least=least, at_most=most, kinds=kinds))


def price_now(state: State, seat: int, price: int) -> int:
    """Returns the price that is asked of a seat now; both are places in the table of prices."""
    if price not in state.rules.changing_prices:
        return price
    changing = cast("Changing", state.rules.entries(PRICES)[price].changing)
    return changing.index(state, seat)


def all_prices(rules: Ruleset, prices: Iterable[int]) -> list[int]:
    """Returns every price that some prices can come to, each once, as places in the table of prices in order."""
    found = ((price, rules.entries(PRICES)[price].changing) for price in prices if price >= 0)
    return sorted({way for price, changing in found for way in (changing.prices.values() if changing else (price,))})


def payment_slot(name: str) -> Slot:
    """Returns the slot of a frame whose number is an action by its index, such as a payment."""
    return Slot(name, most=lambda rules: len(rules.actions) - 1)


class PaymentFacts(NamedTuple):
    """The facts of a payment's checks: the price, and the goods that the payer holds."""

    rules: Ruleset
    price: Price
    held: Amounts
    record: RecordKey | None = None
    """Kind and id of the record that asks for it."""
    asked: str = "the price is"
    """The words before the price in a message."""
    must: bool = False
    """True if the payer can pay, and may not decline."""


def payment_facts(state: State, seat: int, price: int, record: RecordKey | None) -> PaymentFacts:
    """Returns the facts of a payment out of a seat's goods."""
    return PaymentFacts(state.rules, state.rules.entries(PRICES)[price], hand_of(state, seat), record)


def hand_of(state: Position, seat: int) -> Amounts:
    """Returns all that a seat holds."""
    width = len(state.rules.goods)
    return tuple(state.goods[seat * width : (seat + 1) * width])


def amounts_of(action: Action) -> Amounts:
    """Returns the goods of an action, one number per good, also of one that no table offers."""
    if action.data is not None:
        return tuple(action.data)
    counts = dict(action.args)
    return tuple(counts.get(good, 0) for good in action.rules.goods)


class PaymentForm(Check):
    """The goods paid are what the price asks for."""

    name = "payment.form"
    kinds = ("pay",)

    def passes(self, facts: PaymentFacts, action: Action) -> bool:
        return facts.price.met_by(amounts_of(action))

    def explain(self, facts: PaymentFacts, action: Action) -> Shortfall:
        needed = f"{facts.asked} {facts.price.describe(facts.rules.goods)}"
        return Shortfall(self.name, needed, f"`{action}` is something else", facts.record)


class PaymentHoldings(Check):
    """The payer has the goods."""

    name = "payment.holdings"
    kinds = ("pay",)

    def passes(self, facts: PaymentFacts, action: Action) -> bool:
        return not any(map(gt, action.data or amounts_of(action), facts.held))

    def explain(self, facts: PaymentFacts, action: Action) -> Shortfall:
        goods, paid = facts.rules.goods, amounts_of(action)
        short = [f"{have} {goods[good]}" for good, have in enumerate(facts.held) if have < paid[good]]
        needed = f"`{action}` takes {format_goods(named(paid, goods))}"
        return Shortfall(self.name, needed, f"you have {', '.join(short)}", facts.record)


class PaymentMust(Check):
    """Declining is for a seat that need not pay, or cannot."""

    name = "payment.must"
    kinds = ("decline",)

    def passes(self, facts: PaymentFacts, action: Action) -> bool:
        return not facts.must

    def explain(self, facts: PaymentFacts, action: Action) -> Shortfall:
        needed = f"{facts.price.describe(facts.rules.goods)} must be paid by a seat that can"
        return Shortfall(self.name, needed, "you have the goods", facts.record)


FORM, HOLDINGS = PaymentForm(), PaymentHoldings()
