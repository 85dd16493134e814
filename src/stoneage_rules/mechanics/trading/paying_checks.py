"""The checks of a payment after a trade: what was got is spent, and spent first."""

from __future__ import annotations

from typing import NamedTuple

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Shortfall
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.payments import FORM, HOLDINGS, Amounts, PaymentFacts, amounts_of, used_of
from stoneage_rules.mechanics.trading.exchange import Exchange
from stoneage_rules.mechanics.trading.trade_checks import out_of_supply


class TradedFacts(NamedTuple):
    """The facts of the payment's checks."""

    state: State
    seat: int
    payment: PaymentFacts
    """The payment that is asked for; the goods held are those that are left, with those got."""
    traded: Amounts
    """The goods got."""
    got: Action
    trade: Exchange
    lacking: tuple[tuple[str, int], ...]
    pays: tuple[Action, ...]
    """The payments that spend what was got, first of all."""
    failed: bool
    """True if the trade has become impossible."""


class TradedForm(Check):
    """The goods paid are what the price asks for."""

    name = "payment.form"
    kinds = ("pay",)

    def passes(self, facts: TradedFacts, action: Action) -> bool:
        return FORM.passes(facts.payment, action)

    def explain(self, facts: TradedFacts, action: Action) -> Shortfall:
        return FORM.explain(facts.payment, action)


class TradedHoldings(Check):
    """The payer has the goods, after the trade."""

    name = "payment.holdings"
    kinds = ("pay",)

    def passes(self, facts: TradedFacts, action: Action) -> bool:
        return HOLDINGS.passes(facts.payment, action)

    def explain(self, facts: TradedFacts, action: Action) -> Shortfall:
        needed = f"`{action}` takes goods that are left after the trade, or got in it"
        return Shortfall(self.name, needed, "you have fewer", facts.payment.record)


class TradedSupply(Check):
    """The goods got still lie in the supply."""

    name = "trade.supply"
    kinds = ("pay",)
    after = ("payment.form", "payment.holdings")

    def passes(self, facts: TradedFacts, action: Action) -> bool:
        return not facts.lacking

    def explain(self, facts: TradedFacts, action: Action) -> Shortfall:
        return out_of_supply(facts.lacking, facts.trade)


class TradedFirst(Check):
    """The goods got are spent before own goods."""

    name = "trade.first"
    kinds = ("pay",)
    after = ("payment.form", "payment.holdings", "trade.closed", "trade.stands", "trade.supply")

    def passes(self, facts: TradedFacts, action: Action) -> bool:
        return action in facts.pays or not used_of(amounts_of(action), facts.traded)

    def explain(self, facts: TradedFacts, action: Action) -> Shortfall:
        found = f"`{action}` after `{facts.got}` keeps some of it"
        return Shortfall(self.name, "what was got is spent before own goods", found, facts.trade.record)


class TradedNeeded(Check):
    """At least one of the goods got is spent."""

    name = "trade.needed"
    kinds = ("pay",)
    after = ("payment.form", "payment.holdings", "trade.closed", "trade.stands", "trade.supply")

    def passes(self, facts: TradedFacts, action: Action) -> bool:
        return bool(used_of(amounts_of(action), facts.traded))

    def explain(self, facts: TradedFacts, action: Action) -> Shortfall:
        found = f"`{action}` after `{facts.got}` spends none of it"
        return Shortfall(self.name, "at least one good got is spent", found, facts.trade.record)
