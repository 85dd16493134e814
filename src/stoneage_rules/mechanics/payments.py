"""Prices, every way to pay them, and the tables that list it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from operator import add, gt
from typing import Any, ClassVar, cast

import attrs

from stoneage_rules.errors import TooManyOptions
from stoneage_rules.kernel.actions import Action, Goods, format_goods
from stoneage_rules.kernel.legality import Check, RecordKey, Shortfall, filter_legal, in_order, remember
from stoneage_rules.kernel.nouns import PRICE_TABLE
from stoneage_rules.kernel.operations import MOST_IN_BYTE, left_in_supply
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Handle, Linker, Reader, Slot
from stoneage_rules.language.cost import Cost, numbers_of
from stoneage_rules.text import counted, plural

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
    """For a price that is read from the game, its reader; the numbers above are then its maximum."""
    record: RecordKey | None = None
    """Kind and id of the record that gives goods of choice; None for what is paid."""

    def now(self, state: Position, seat: int) -> Price:
        """Returns the price that is asked of a seat now."""
        if self.changing is None:
            return self
        price: Price = state.rules.entries(PRICES)[self.changing.index(cast("State", state), seat)]
        return price

    @property
    def name(self) -> str:
        """The group of goods that pay it."""
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
        return ((named_goods(amounts, goods), amounts) for amounts in self.choices(len(goods)))

    def met_by(self, amounts: Sequence[int]) -> bool:
        """Returns True if these amounts are the price."""
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
            return format_goods(named_goods(self.fixed, goods))
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
    return [(named_goods(amounts, goods), amounts) for amounts in price.choices(len(goods))]


def multisets(goods: Sequence[int], size: int, width: int) -> Iterator[tuple[int, ...]]:
    """Yields every way to take `size` goods out of `goods`, as amounts; most of the first good first.

    Raises:
        TooManyOptions: there are too many ways to list.
    """
    ways = comb(len(goods) + size - 1, size)
    if ways > MOST_WAYS:
        raise TooManyOptions(f"{size} goods out of {len(goods)} kinds can be taken in {ways} ways; {MOST_WAYS} are allowed")
    for chosen in combinations_with_replacement(goods, size):
        amounts = [0] * width
        for good in chosen:
            amounts[good] += 1
        yield tuple(amounts)


def named_goods(amounts: Sequence[int], goods: Sequence[str]) -> Goods:
    """Returns amounts as pairs of good and number, without the zeros."""
    return tuple([pair for pair in zip(goods, amounts, strict=True) if pair[1]])


def used_of(paid: Amounts, got: Amounts) -> int:
    """Returns how many of the goods received a payment spends."""
    return sum(map(min, paid, got))


def minus(hand: Amounts, amounts: Amounts) -> Amounts | None:
    """Returns the rest of a hand; None if the hand does not suffice."""
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
    """Returns the price of a cost with other numbers; a price of 0 goods is fixed, whatever the cost."""
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
    """Returns every possible value of some prices, each once, as indexes into the table of prices in order."""
    found = ((price, rules.entries(PRICES)[price].changing) for price in prices if price >= 0)
    return sorted({way for price, changing in found for way in (changing.prices.values() if changing else (price,))})


def payment_slot(name: str) -> Slot:
    """Returns the slot of a frame whose number is an action by its index, such as a payment."""
    return Slot(name, most=lambda rules: len(rules.actions) - 1)


@attrs.frozen
class PaymentFacts:
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
    """Returns the goods of a seat."""
    width = len(state.rules.goods)
    return tuple(state.goods[seat * width : (seat + 1) * width])


def amounts_of(action: Action) -> Amounts:
    """Returns the goods of an action, one number per good, even if no table offers it."""
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
        needed = f"`{action}` takes {format_goods(named_goods(paid, goods))}"
        return Shortfall(self.name, needed, f"you have {', '.join(short)}", facts.record)


class PaymentMust(Check):
    """A seat may decline only if it need not pay, or cannot."""

    name = "payment.must"
    kinds = ("decline",)

    def passes(self, facts: PaymentFacts, action: Action) -> bool:
        return not facts.must

    def explain(self, facts: PaymentFacts, action: Action) -> Shortfall:
        needed = f"{facts.price.describe(facts.rules.goods)} must be paid by a seat that can"
        return Shortfall(self.name, needed, "you have the goods", facts.record)


PAYMENT_FORM, PAYMENT_HOLDINGS = PaymentForm(), PaymentHoldings()

# --- payment table ------------------------------------------------------------------------------------------------
#
# The payments that seats can make, from tables.


@lru_cache(maxsize=100)
def _clip(most: int) -> bytes:
    """Returns the table for `bytes.translate` that clips numbers to a maximum."""
    return bytes([min(held, most) for held in range(MOST_IN_BYTE + 1)])


class PaymentTable:
    """The payments of each price that a seat can make, cached by its holdings of the goods that matter."""

    kind: ClassVar[str] = "pay"
    """The kind of action that pays."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.width = len(rules.goods)
        self.prices = rules.entries(PRICES)
        self.bonuses = tuple(rules.items[item].bonus for item in rules.later_uses)
        """The goods that each later use can give."""
        self._candidates: dict[int, tuple[Action, ...]] = {}
        self._tables: list[dict[bytes | Amounts, tuple[Action, ...]]] = [{} for _ in self.prices]
        self._spans = [self._span(price) for price in self.prices]

    def _span(self, price: Price) -> tuple[int, int, int, bytes]:
        """Returns the first good that matters, the one after the last, the most of each, and the table that clips to this."""
        used = [good for good, amount in enumerate(price.fixed) if amount] if price.fixed is not None else [*price.goods]
        most = max(price.fixed, default=0) if price.fixed is not None else price.most
        return min(used, default=0), max(used, default=0) + 1, most, _clip(most)

    def options(self, state: State, seat: int, price: int) -> tuple[Action, ...]:
        """Returns every payment of the price from the seat's goods."""
        first, last, most, clip = self._spans[price]
        base = seat * self.width
        held = state.goods[base + first : base + last]
        if type(held) is not bytearray:
            return self._look_up(price, [min(have, most) for have in held])
        key = bytes(held.translate(clip))
        payments = self._tables[price].get(key)
        return self._look_up(price, key) if payments is None else payments

    def out_of(self, price: int, held: Amounts) -> tuple[Action, ...]:
        """Returns every payment of the price out of these goods."""
        first, last, most, _ = self._spans[price]
        return self._look_up(price, [min(have, most) for have in held[first:last]])

    def _look_up(self, price: int, held: Sequence[int]) -> tuple[Action, ...]:
        """Returns the payments out of the goods that matter, each clipped to the most that the price can take."""
        first, last, most, _ = self._spans[price]
        key = bytes(held) if most <= MOST_IN_BYTE else tuple(held)
        payments = self._tables[price].get(key)
        if payments is None:
            payments = self._payments(price, (*(0,) * first, *held, *(0,) * (self.width - last)))
            remember(self._tables[price], key, payments)
        return payments

    def _payments(self, price: int, held: Amounts) -> tuple[Action, ...]:
        candidates = self._candidates.get(price)
        if candidates is None:
            pays = tuple(self.rules.action(self.kind, *goods) for goods, _ in self.prices[price].payments(self.rules.goods))
            candidates = filter_legal(pays, (PAYMENT_FORM,), PaymentFacts(self.rules, self.prices[price], held))
            self._candidates[price] = candidates = in_order(candidates)
        facts, passes = PaymentFacts(self.rules, self.prices[price], held), PAYMENT_HOLDINGS.passes
        return tuple([action for action in candidates if passes(facts, action)])

    def ceiling(self, state: State, seat: int) -> Amounts | None:
        """Returns the goods of the seat with the whole supply added; None if no good runs out."""
        if self.rules.supplies is None:
            return None
        return tuple(held + left_in_supply(state, good) for good, held in enumerate(hand_of(state, seat)))

    def reachable(self, state: State, seat: int) -> tuple[Amounts, ...]:
        """Returns the goods of the seat, and the goods that it could have by using its `anytime` items."""
        ceiling, hands = self.ceiling(state, seat), [hand_of(state, seat)]
        usable = state.unspent[seat] & self.rules.anytime
        while usable:
            bit = usable.bit_length() - 1
            usable -= 1 << bit
            more_hands = [tuple(map(add, hand, more)) for hand in hands for more in self.bonuses[bit]]
            if ceiling is not None:
                more_hands = [tuple(map(min, hand, ceiling)) for hand in more_hands]
            hands = list(dict.fromkeys([*hands, *more_hands]))
        return tuple(hands)

    def payable(self, state: State, seat: int, price: int) -> bool:
        """Returns True if the seat can pay the price, unspent items counted."""
        if self.options(state, seat, price):
            return True
        if not state.unspent[seat] & self.rules.anytime:
            return False
        return any(self.out_of(price, hand) for hand in self.reachable(state, seat)[1:])

    def value(self, payment: int) -> int:
        """Returns the worth of the goods of a payment, given by the index of its action."""
        return sum(amount * value for amount, value in zip(self.rules.actions[payment].data, self.rules.good_values, strict=True))

    def universe(self, prices: Sequence[int]) -> Iterator[tuple[str, Goods, Amounts]]:
        """Yields every payment of these prices, whatever is held."""
        for price in prices:
            for goods, amounts in self.prices[price].payments(self.rules.goods):
                yield self.kind, goods, amounts
