"""The checks of a trade: what may be given, what may be got for it, and how it is paid with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Shortfall
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.payments import Amounts, amounts_of, hand_of, minus
from stoneage_rules.mechanics.refused_rows import refused_by
from stoneage_rules.mechanics.trading.exchange import Exchange, Rate


class TradeFacts(NamedTuple):
    """The facts of the checks: the trade in question, what a seat has for it, and what would serve the purchase."""

    state: State
    seat: int
    place: int
    exchange: Exchange | None
    """None where nothing can be traded for the item."""
    rate: Rate | None
    """None below the lowest rate."""
    size: int
    """The number of goods that are given, or got."""
    needed: str
    """The same in words."""
    serving: tuple[Action, ...]
    """The actions of which the purchase can come."""
    lacking: Callable[[Action], tuple[tuple[str, int], ...]]
    """The goods of an action that the supply has too few of, and how many it has."""
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


class TradeKind(Check):
    """Something can be traded for this kind of item."""

    name = "trade.kind"

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return facts.exchange is not None

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, "a trade serves what a module lets it serve", "nothing can be traded for here")


class TradeRate(Check):
    """The seat stands high enough for a rate."""

    name = "trade.rate"
    after = ("trade.kind",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return facts.rate is not None

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        position = facts.trade.position(facts.state, facts.seat, 0)
        needed = f"position {facts.trade.rates[0].at_least} or more"
        return Shortfall(self.name, needed, f"you stand at {position}", facts.trade.record)


class TradeOnce(Check):
    """The seat has not traded in this round."""

    name = "trade.once"
    after = ("trade.kind",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not facts.state.marks[facts.seat] & facts.trade.done

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, "one trade a round", "you have traded", facts.trade.record)


class TradeBarred(Check):
    """The seat has not been where trading is ruled out."""

    name = "trade.barred"
    after = ("trade.kind",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not facts.state.marks[facts.seat] & facts.trade.barred_by

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        needed = "a round without a visit that rules trading out"
        return Shortfall(self.name, needed, "you were there", facts.trade.record)


class TradeClosed(Check):
    """The `if` of the exchange holds for the seat."""

    name = "trade.closed"
    kinds = ("give", "get", "pay")
    after = ("trade.kind",)

    def passes(self, facts: Any, action: Action) -> bool:
        exchange: Exchange = facts.trade
        return not exchange.closed(facts.state, facts.seat)

    def explain(self, facts: Any, action: Action) -> Shortfall:
        exchange, state, seat = facts.trade, facts.state, facts.seat
        failing = [(("if", at), row) for at, (row, held) in enumerate(exchange.rows) if not held(state, seat, 0)]
        return refused_by(self.name, exchange.record, failing, f"{exchange.id} is open", state, seat)


class TradeStands(Check):
    """The seat still has what it gives, its rate, and no mark that rules the trade out."""

    name = "trade.stands"
    kinds = ("get", "pay")

    def passes(self, facts: Any, action: Action) -> bool:
        return not facts.failed

    def explain(self, facts: Any, action: Action) -> Shortfall:
        needed = "a trade that can still be made, with what was given"
        return Shortfall(self.name, needed, "you have lost meanwhile what it takes", facts.trade.record)


class TradeGoods(Check):
    """Only goods of the trade are given and got."""

    name = "trade.goods"
    kinds = ("give", "get")
    after = ("trade.kind", "trade.rate")

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not self._foreign(facts, action)

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        allowed = ", ".join(facts.state.rules.goods[good] for good in facts.trade.goods)
        found = f"{', '.join(self._foreign(facts, action))} cannot"
        return Shortfall(self.name, f"{allowed} can be traded", found, facts.trade.record)

    def _foreign(self, facts: TradeFacts, action: Action) -> list[str]:
        goods, amounts = facts.state.rules.goods, amounts_of(action)
        return [name for good, name in enumerate(goods) if amounts[good] and good not in facts.trade.goods]


class TradeAmount(Check):
    """As many goods as the rate says are given, or got."""

    name = "trade.amount"
    kinds = ("give", "get")
    after = ("trade.kind", "trade.rate")

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return sum(amounts_of(action)) == facts.size or exchanges_in(facts, action) > 1

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, facts.needed, f"`{action}` is something else", facts.trade.record)


class TradeSeveral(Check):
    """There is one exchange, not several at once."""

    name = "trade.several"
    kinds = ("give", "get")
    after = ("trade.kind", "trade.rate")

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return exchanges_in(facts, action) <= 1

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        found = f"`{action}` is {exchanges_in(facts, action)} exchanges"
        return Shortfall(self.name, facts.needed, found, facts.trade.record)


def exchanges_in(facts: TradeFacts, action: Action) -> int:
    """Returns how many exchanges an action would be; 0 for what is not a number of whole ones."""
    count = sum(amounts_of(action))
    return count // facts.size if facts.size and count % facts.size == 0 else 0


class TradeSame(Check):
    """A good is traded for itself only where the rate brings more than it takes."""

    name = "trade.same"
    kinds = ("get",)
    after = ("trade.goods",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not self._same(facts, action)

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        found = " and ".join(f"one {good} for one {good} changes nothing" for good in self._same(facts, action))
        return Shortfall(self.name, "what is got are other goods than those given", found, facts.trade.record)

    def _same(self, facts: TradeFacts, action: Action) -> list[str]:
        barred = facts.rate.barred(facts.given) if facts.rate else ()
        goods = zip(facts.state.rules.goods, amounts_of(action), barred, strict=False)
        return [good for good, got, is_barred in goods if got and is_barred]


class TradeHoldings(Check):
    """The seat has what it gives."""

    name = "trade.holdings"
    after = ("trade.kind", "trade.rate")

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return minus(hand_of(facts.state, facts.seat), amounts_of(action)) is not None

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        needed = f"`{action}` takes goods of your own"
        return Shortfall(self.name, needed, "you have fewer", facts.trade.record)


class TradeSupply(Check):
    """The goods got lie in the supply."""

    name = "trade.supply"
    kinds = ("get",)

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return not facts.lacking(action)

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        return out_of_supply(facts.lacking(action), facts.trade)


BEFORE_NEEDED = (
    "trade.kind", "trade.rate", "trade.once", "trade.barred", "trade.closed", "trade.stands", "trade.goods", "trade.amount",
    "trade.several", "trade.same", "trade.holdings", "trade.supply",
)  # fmt: skip


class GiftNeeded(Check):
    """The goods given serve a purchase that then takes place."""

    name = "trade.needed"
    after = BEFORE_NEEDED

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return action in facts.serving

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        if facts.trade.when_short and facts.payable:
            needed, found = "a price out of reach without the trade", "you can pay it"
        else:
            needed, found = "a purchase that then takes place", "this trade would not serve it"
        return Shortfall(self.name, needed, found, facts.trade.record)


class GetNeeded(Check):
    """At least one of the goods got can be spent on the price."""

    name = "trade.needed"
    kinds = ("get",)
    after = BEFORE_NEEDED

    def passes(self, facts: TradeFacts, action: Action) -> bool:
        return action in facts.serving

    def explain(self, facts: TradeFacts, action: Action) -> Shortfall:
        needed = "goods of which at least one is spent on the price"
        return Shortfall(self.name, needed, f"`{action}` does not end in the purchase", facts.trade.record)


def out_of_supply(lacking: tuple[tuple[str, int], ...], exchange: Exchange) -> Shortfall:
    """Returns why goods cannot be got of which the supply has too few."""
    found = f"there {'are' if len(lacking) > 1 else 'is'} {', '.join(f'{left} {good}' for good, left in lacking)}"
    return Shortfall("trade.supply", "what is got comes from the supply", found, exchange.record)
