"""Exchanges as content declares them, and the law of trading and of paying with the goods received."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Shortfall
from stoneage_rules.kernel.operations import left_in_supply
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Handle, Linker, Reader
from stoneage_rules.language.fields import Quantity, field
from stoneage_rules.language.quantity import IfRow, if_field
from stoneage_rules.language.reach import BEYOND, NO_DIFFERENCE, Bound, Bounds
from stoneage_rules.language.word import ContentRecord, Contradiction
from stoneage_rules.mechanics.belongings import GivenMarks
from stoneage_rules.mechanics.item_supply import ItemSupply, unsold
from stoneage_rules.mechanics.items import Rows
from stoneage_rules.mechanics.payments import Amounts, PaymentFacts, PaymentHoldings, amounts_of, hand_of, minus, used_of

# --- exchange -----------------------------------------------------------------------------------------------------
#
# Exchanges as content writes them, and as they are compiled.


@attrs.frozen
class RateRecord:
    """One rate of an exchange."""

    at_least: int = field("the lowest position on the track for this rate", least=0)
    give: int = field("how many goods are given", least=1, most=4)
    get: int = field("how many goods are received", least=1, most=4)

    def barred(self, given: Amounts) -> tuple[bool, ...]:
        """Returns for each good whether it may not be received: a given good, unless the rate gives more than it takes."""
        return tuple(map(bool, given)) if self.get <= self.give else (False,) * len(given)


@attrs.frozen
class ExchangeRecord(ContentRecord):
    """A trade during a purchase, once per round."""

    table = "exchange"

    goods: str = field("the group of goods that can be given and received", refers_to="group:good|good")
    applies: tuple[str, ...] = field("the kinds of item whose purchase it serves", refers_to="kind", not_empty=True)
    track: str = field("the track whose position sets the rate", refers_to="track")
    rates: tuple[RateRecord, ...] = field("the rates, the lowest position first", not_empty=True)
    mark: str = field("the mark that a trade leaves, which prevents another trade", refers_to="mark")
    barred_by: tuple[str, ...] = field("further marks that prevent a trade", default=(), refers_to="mark")
    needed: str = field(
        "when a trade counts as needed: if the goods received are used, or only if the price is out of reach without it",
        default="used", choices=("used", "short"),
    )  # fmt: skip

    if_: tuple[IfRow, ...] = if_field("it is open to a seat only while every row holds, until the price is paid")

    involved = ("rates",)

    def contradictions(self) -> Iterator[Contradiction]:
        for index, (lower, higher) in enumerate(pairwise(self.rates), 1):
            if higher.at_least <= lower.at_least:
                label = f"the rate before begins at {lower.at_least}: rates stand in rising order"
                yield Contradiction(label, ("rates", index, "at_least"))

    def bind(self, link: Linker, declared: Declared) -> None:
        exchange = Exchange(
            id=declared.name,
            record=(declared.kind, declared.name),
            goods=link.goods(self.goods),
            kinds=frozenset(link.index("kind", kind) for kind in self.applies),
            rates=self.rates,
            position=link.quantity(Quantity("track", self.track)),
            done=_bits(link, (self.mark,)),
            barred_by=_bits(link, self.barred_by),
            when_short=self.needed == "short",
            rows=Rows.made_of(link, self.if_),
        )
        link.append(EXCHANGES, exchange)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        top = bounds.find("track", self.track).top
        for index, rate in enumerate(self.rates):
            why, help = f"the track `{self.track}` ends at {top}", "lower it, or delete this rate"
            path = "rates", index, "at_least"
            # The rate whose number the message shows.
            yield Bound(BEYOND, path, rate.at_least > top, why, help, set_by=(self.track,))
        group = bounds.group("good", self.goods) or [self.goods]
        single = len(group) == 1 and not bounds.joins_later("good", self.goods)
        idle = single and all(rate.get <= rate.give for rate in self.rates)
        why = f"`{self.goods}` is one good, and no rate brings more of it than it takes"
        yield Bound(NO_DIFFERENCE, ("goods",), idle, why, "name a group of two goods or more", about=(self.goods,))
        yield from unsold(bounds, self.applies)
        left = bounds.service(GivenMarks).names | bounds.service(ItemSupply).named_otherwise
        for index, mark in enumerate(self.barred_by):
            own = mark == self.mark
            why = f"`{mark}` is its own `mark`, which bars a second trade anyway" if own else f"nothing leaves the mark `{mark}`"
            idle = own or mark not in left
            yield Bound(NO_DIFFERENCE, ("barred_by", index), idle, why, "take it away", about=(mark,))


def _bits(link: Linker, marks: Sequence[str]) -> int:
    return sum(1 << link.index("mark", mark) for mark in marks)


@attrs.frozen
class Exchange:
    """A trade that serves a purchase, once per round."""

    id: str
    record: tuple[str, str]
    goods: tuple[int, ...]
    kinds: frozenset[int]
    rates: tuple[RateRecord, ...]
    """The highest that applies counts."""
    position: Reader
    done: int
    """Bit of the mark that a trade leaves."""
    barred_by: int
    """Bits of the marks that rule a trade out."""
    when_short: bool
    """True if the price must be out of reach without the trade."""
    rows: Rows = Rows()
    """The rows of `if`."""

    def takes(self, amounts: Amounts, size: int) -> bool:
        """Returns True if these are that many goods of the exchange."""
        return sum(amounts) == size and all(good in self.goods for good, amount in enumerate(amounts) if amount)

    def among(self, rules: Ruleset) -> tuple[str, ...]:
        """Returns the ids of the goods that can be given and received."""
        return tuple(rules.goods[good] for good in self.goods)


EXCHANGES = Handle[Exchange]("exchange")

# --- trade checks -------------------------------------------------------------------------------------------------
# The checks of a trade: which goods may be given and received, and how they pay.


class TradeFacts(NamedTuple):
    """The facts of the checks: the trade in question, the goods of the seat, and the actions that serve the purchase."""

    state: State
    seat: int
    exchange: Exchange | None
    """None where nothing can be traded for the item."""
    rate: RateRecord | None
    """None below the lowest rate."""
    size: int
    """The number of goods that are given, or received."""
    serving: tuple[Action, ...]
    """The actions after which the purchase can still take place."""
    given: Amounts = ()
    """The goods that have been given; none before that."""
    payable: bool = False
    """True if the price can be paid without a trade."""
    failed: bool = False
    """True if a trade that was begun has become impossible."""

    @property
    def trade(self) -> Exchange:
        """The trade, where there is one."""
        assert self.exchange is not None
        return self.exchange

    @property
    def needed(self) -> str:
        """The rate in words."""
        return f"the rate is {self.rate.give} for {self.rate.get}" if self.rate else ""


class TradeCheck(Check):
    """A check that refuses by the record of the trade."""

    def refuse(self, facts: Any, needed: str, found: str) -> Shortfall:
        return Shortfall(self.name, needed, found, facts.trade.record)


class TradeKind(Check):
    """Something can be traded for this kind of item."""

    name = "trade.kind"

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return facts.exchange is not None

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, "a trade serves what a module lets it serve", "nothing can be traded for here")


class TradeRate(TradeCheck):
    """The seat is far enough on the track for a rate."""

    name = "trade.rate"
    after = ("trade.kind",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return facts.rate is not None

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        position = facts.trade.position(facts.state, facts.seat, 0)
        needed = f"position {facts.trade.rates[0].at_least} or more"
        return self.refuse(facts, needed, f"you stand at {position}")


class TradeOnce(TradeCheck):
    """The seat has not traded in this round."""

    name = "trade.once"
    after = ("trade.kind",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not facts.state.marks[facts.seat] & facts.trade.done

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        return self.refuse(facts, "one trade a round", "you have traded")


class TradeBarred(TradeCheck):
    """The seat has not been where trading is ruled out."""

    name = "trade.barred"
    after = ("trade.kind",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not facts.state.marks[facts.seat] & facts.trade.barred_by

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        needed = "a round without a visit that rules trading out"
        return self.refuse(facts, needed, "you were there")


class TradeClosed(Check):
    """The `if` of the exchange holds for the seat."""

    name = "trade.closed"
    kinds = ("give", "get", "pay")
    after = ("trade.kind",)

    def passes(self, facts: Any, action: Action) -> bool:
        exchange: Exchange = facts.trade
        return not exchange.rows.closed(facts.state, facts.seat)

    def explain(self, facts: Any, action: Action) -> Shortfall:
        exchange: Exchange = facts.trade
        return exchange.rows.refuse(self.name, exchange.record, f"{exchange.id} is open", facts.state, facts.seat)


class TradeStands(TradeCheck):
    """The seat still has the goods that it gives, its rate, and no mark that rules the trade out."""

    name = "trade.stands"
    kinds = ("get", "pay")

    def passes(self, facts: Any, action: Action) -> bool:
        return not facts.failed

    def explain(self, facts: Any, action: Action) -> Shortfall:
        needed = "a trade that can still be made, with what was given"
        return self.refuse(facts, needed, "you have lost meanwhile what it takes")


class TradeGoods(TradeCheck):
    """Only goods of the trade are given and received."""

    name = "trade.goods"
    kinds = ("give", "get")
    after = ("trade.kind", "trade.rate")

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not self._foreign(facts, action)

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        allowed = ", ".join(facts.state.rules.goods[good] for good in facts.trade.goods)
        found = f"{', '.join(self._foreign(facts, action))} cannot"
        return self.refuse(facts, f"{allowed} can be traded", found)

    def _foreign(self, facts: TradeFacts, action: Action) -> list[str]:
        goods, amounts = facts.state.rules.goods, amounts_of(action)
        return [name for good, name in enumerate(goods) if amounts[good] and good not in facts.trade.goods]


class TradeAmount(TradeCheck):
    """As many goods as the rate says are given, or received."""

    name = "trade.amount"
    kinds = ("give", "get")
    after = ("trade.kind", "trade.rate")

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return sum(amounts_of(action)) == facts.size or exchanges_in(facts, action) > 1

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        return self.refuse(facts, facts.needed, f"`{action}` is something else")


class TradeSeveral(TradeCheck):
    """There is one exchange, not several at once."""

    name = "trade.several"
    kinds = ("give", "get")
    after = ("trade.kind", "trade.rate")

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return exchanges_in(facts, action) <= 1

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        found = f"`{action}` is {exchanges_in(facts, action)} exchanges"
        return self.refuse(facts, facts.needed, found)


def exchanges_in(facts: TradeFacts, action: Action) -> int:
    """Returns how many exchanges an action would be; 0 if it is not a whole number."""
    count = sum(amounts_of(action))
    return count // facts.size if facts.size and count % facts.size == 0 else 0


class TradeSame(TradeCheck):
    """A good is traded for itself only where the rate gives more than it takes."""

    name = "trade.same"
    kinds = ("get",)
    after = ("trade.goods",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not self._same(facts, action)

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        found = " and ".join(f"one {good} for one {good} changes nothing" for good in self._same(facts, action))
        return self.refuse(facts, "the goods received differ from those given", found)

    def _same(self, facts: TradeFacts, action: Action) -> list[str]:
        barred = facts.rate.barred(facts.given) if facts.rate else ()
        goods = zip(facts.state.rules.goods, amounts_of(action), barred, strict=False)
        return [good for good, got, is_barred in goods if got and is_barred]


class TradeHoldings(TradeCheck):
    """The seat has the goods that it gives."""

    name = "trade.holdings"
    after = ("trade.kind", "trade.rate")

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return minus(hand_of(facts.state, facts.seat), amounts_of(action)) is not None

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        needed = f"`{action}` takes goods of your own"
        return self.refuse(facts, needed, "you have fewer")


class TradeSupply(Check):
    """The goods received are in the supply."""

    name = "trade.supply"
    kinds = ("get", "pay")
    after = ("payment.form", "payment.holdings")

    def passes(self, facts: Any, action: Action) -> bool:
        return not self._lacking(facts, action)

    def explain(self, facts: Any, action: Action) -> Shortfall:
        lacking = self._lacking(facts, action)
        found = f"there {'are' if len(lacking) > 1 else 'is'} {', '.join(f'{left} {good}' for good, left in lacking)}"
        return Shortfall(self.name, "the goods received come from the supply", found, facts.trade.record, named_only=True)

    def _lacking(self, facts: Any, action: Action) -> list[tuple[str, int]]:
        return lacking(facts.state, facts.got.data if action.kind == "pay" else amounts_of(action))


def lacking(state: State, got: Amounts) -> list[tuple[str, int]]:
    """Returns the goods that the supply lacks for this, each with the number that is left."""
    counts = ((good, left_in_supply(state, good), amount) for good, amount in enumerate(got) if amount)
    return [(state.rules.goods[good], left) for good, left, amount in counts if left < amount]


BEFORE_NEEDED = (
    "trade.kind", "trade.rate", "trade.once", "trade.barred", "trade.closed", "trade.stands", "trade.goods", "trade.amount",
    "trade.several", "trade.same", "trade.holdings", "trade.supply",
)  # fmt: skip


class TradeNeeded(TradeCheck):
    """The goods given serve a purchase that then takes place, and at least one of those received can be spent on the price."""

    name = "trade.needed"
    kinds = ("give", "get")
    after = BEFORE_NEEDED

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return action in facts.serving

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        if action.kind == "get":
            needed = "goods of which at least one is spent on the price"
            found = f"`{action}` does not end in the purchase"
        elif facts.trade.when_short and facts.payable:
            needed, found = "a price out of reach without the trade", "you can pay it"
        else:
            needed, found = "a purchase that then takes place", "this trade would not serve it"
        return self.refuse(facts, needed, found)


# --- paying checks ------------------------------------------------------------------------------------------------
#
# The checks of a payment after a trade: the goods received are spent, and spent first.


@attrs.frozen(kw_only=True)
class TradedFacts(PaymentFacts):
    """The facts of the payment's checks; the goods held are the rest after the gift, with the goods received."""

    state: State
    seat: int
    got: Action
    trade: Exchange
    pays: tuple[Action, ...]
    """The payments that spend the goods received, first of all."""
    failed: bool
    """True if the trade has become impossible."""


class TradedHoldings(PaymentHoldings):
    """The payer has the goods, after the trade."""

    def explain(self, facts: PaymentFacts, action: Action) -> Shortfall:
        needed = f"`{action}` takes goods that are left after the trade, or received in it"
        return Shortfall(self.name, needed, "you have fewer", facts.record)


BEFORE_SPENT = ("payment.form", "payment.holdings", "trade.closed", "trade.stands", "trade.supply")


class TradedFirst(TradeCheck):
    """The goods received are spent before own goods."""

    name = "trade.first"
    kinds = ("pay",)
    after = BEFORE_SPENT

    def passes(self, facts: TradedFacts, action: Action) -> bool:
        return action in facts.pays or not used_of(amounts_of(action), facts.got.data)

    def explain(self, facts: TradedFacts, action: Action) -> Shortfall:
        found = f"`{action}` after `{facts.got}` keeps some of it"
        return self.refuse(facts, "the goods received are spent before own goods", found)


class TradedNeeded(TradeCheck):
    """At least one of the goods received is spent."""

    name = "trade.needed"
    kinds = ("pay",)
    after = BEFORE_SPENT

    def passes(self, facts: TradedFacts, action: Action) -> bool:
        return bool(used_of(amounts_of(action), facts.got.data))

    def explain(self, facts: TradedFacts, action: Action) -> Shortfall:
        found = f"`{action}` after `{facts.got}` spends none of it"
        return self.refuse(facts, "at least one good received is spent", found)
