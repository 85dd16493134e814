"""What can be given and got so that a purchase can still take place, and why not: tables for the frames of a trade.

Nothing here changes a state; the frames that ask, and what a trade does, are in `trading`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.binding import Reader
from stoneage_rules.kernel.decisions import Shortfall
from stoneage_rules.kernel.frames.taking import asking_price
from stoneage_rules.kernel.payments import Amounts, Price, multisets, named
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State

__all__ = ["Exchange", "Rate", "Trades", "minus", "used_of"]


@attrs.frozen
class Rate:
    """`give` goods for `get` goods, from `at_least` on a track on."""

    at_least: int
    give: int
    get: int


@attrs.frozen
class Exchange:
    """A trade that serves a purchase, once per round."""

    id: str
    record: tuple[str, str]
    goods: tuple[int, ...]
    kinds: frozenset[int]
    rates: tuple[Rate, ...]
    """The highest that applies counts."""
    position: Reader
    done: int
    """Bit of the mark that a trade leaves."""
    barred_by: int
    """Bits of the marks that rule a trade out."""
    when_short: bool
    """Whether the price must be out of reach without the trade."""


class Trades:
    """What can be given and got so that the purchase can still take place; cached by all that it depends on."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.exchanges: tuple[Exchange, ...] = rules.tables.get("exchanges", ())
        self.width = len(rules.goods)
        self._gifts: dict[Any, tuple[Action, ...]] = {}
        self._gets: dict[Any, tuple[Action, ...]] = {}
        self._pays: dict[Any, tuple[Action, ...]] = {}
        self._can_end: dict[Any, bool] = {}
        self._caps = [self._most_used(price) for price in rules.prices]

    def _most_used(self, price: Price) -> Amounts:
        """How many of each good the price can take; what a hand holds beyond that makes no difference."""
        if price.fixed is not None:
            return price.fixed
        return tuple(price.most if good in price.goods else 0 for good in range(self.width))

    def universe(self, kind: str) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        """Every amount that some rate can give or get."""
        for exchange in self.exchanges:
            for rate in exchange.rates:
                size = rate.give if kind == "give" else rate.get
                for amounts in multisets(exchange.goods, size, self.width):
                    yield kind, named(amounts, self.rules.goods), amounts

    def rate(self, state: State, seat: int, exchange: Exchange) -> Rate | None:
        """The rate of a seat now, or None where it is too low for any."""
        position = exchange.position(state, seat, 0)
        return next((rate for rate in reversed(exchange.rates) if position >= rate.at_least), None)

    def current(self, state: State, seat: int, place: int) -> tuple[Exchange, Rate] | None:
        """The trade that is open to a seat for the item on a place."""
        for exchange in self.exchanges:
            rate = self.rate(state, seat, exchange)
            kind = self.rules.items[state.held[place]].kind
            if rate and kind in exchange.kinds and not state.marks[seat] & (exchange.done | exchange.barred_by):
                return exchange, rate
        return None

    def begun(self, state: State, seat: int, place: int) -> tuple[Exchange, Rate]:
        """The trade of a seat that has given something already.

        Raises:
            InvalidState: there can be none; only a state that was written by hand comes to this.
        """
        open_ = self.current(state, seat, place) if state.held[place] >= 0 else None
        if open_ is None:
            raise InvalidState(f"seat {seat} is in the middle of a trade that it cannot make")
        return open_

    def handed(self, action: int, kind: str) -> Amounts:
        """The goods of a `give` or `get` by its index.

        Raises:
            InvalidState: that action is something else.
        """
        found = self.rules.actions[action]
        if found.kind != kind:
            raise InvalidState(f"`{found}` is no part of a trade: a `{kind}` belongs there")
        amounts: Amounts = found.data
        return amounts

    def rest(self, state: State, seat: int, given: int) -> Amounts:
        """What a seat has left when it has given something.

        Raises:
            InvalidState: it does not hold that much.
        """
        left = minus(self.hand(state, seat), self.handed(given, "give"))
        if left is None:
            raise InvalidState(f"seat {seat} does not hold what it has given: `{self.rules.actions[given]}`")
        return left

    # --- what can end in the purchase ---------------------------------------------------------------------------

    def hand(self, state: State, seat: int) -> Amounts:
        """All that a seat holds."""
        return tuple(state.goods[seat * self.width : (seat + 1) * self.width])

    def gifts(self, state: State, seat: int, place: int) -> tuple[Action, ...]:
        """What may be given: some goods got for it can be spent on the price."""
        open_ = self.current(state, seat, place)
        if open_ is None:
            return ()
        exchange, rate = open_
        price = asking_price(state, place)
        if exchange.when_short and self.rules.payments.payable(state, seat, price):
            return ()
        key = price, rate, exchange.id, self._clipped(self.hand(state, seat), price, rate.give), self._usable(state, seat)
        found = self._gifts.get(key)
        if found is None:
            found = self._keep(self._gifts, key, tuple(self._giveable(state, seat, price, exchange, rate)))
        return found

    def _clipped(self, hand: Amounts, price: int, give: int) -> Amounts:
        return tuple([min(amount, cap + give) for amount, cap in zip(hand, self._caps[price], strict=True)])

    def _usable(self, state: State, seat: int) -> int:
        return state.kept[seat] & self.rules.anytime

    def _giveable(self, state: State, seat: int, price: int, exchange: Exchange, rate: Rate) -> Iterator[Action]:
        for amounts in multisets(exchange.goods, rate.give, self.width):
            for hand in self.rules.payments.reachable(state, seat):
                rest = minus(hand, amounts)
                # What is given must be held now: a card spent later is asked for again then.
                if rest and minus(self.hand(state, seat), amounts) and self._ends(price, rest, exchange, rate):
                    yield self.rules.action("give", *named(amounts, self.rules.goods))
                    break

    def _ends(self, price: int, rest: Amounts, exchange: Exchange, rate: Rate) -> bool:
        key = price, tuple(map(min, rest, self._caps[price])), exchange.id, rate.get
        found = self._can_end.get(key)
        if found is None:
            found = any(self.pays(price, rest, got) for got in multisets(exchange.goods, rate.get, self.width))
            self._can_end[key] = found
        return found

    def gets(self, state: State, seat: int, place: int, given: Amounts) -> tuple[Action, ...]:
        """What may be got: at least one of it can be spent on the price."""
        exchange, rate = self.begun(state, seat, place)
        price = asking_price(state, place)
        key = price, rate, exchange.id, given, self._clipped(self.hand(state, seat), price, rate.give), self._usable(state, seat)
        found = self._gets.get(key)
        if found is None:
            rests = [rest for hand in self.rules.payments.reachable(state, seat) if (rest := minus(hand, given))]
            fitting = (
                self.rules.action("get", *named(got, self.rules.goods))
                for got in multisets(exchange.goods, rate.get, self.width)
                if any(self.pays(price, rest, got) for rest in rests)
            )
            found = self._keep(self._gets, key, tuple(fitting))
        return found

    def pays(self, price: int, rest: Amounts, got: Amounts) -> tuple[Action, ...]:
        """The payments out of own goods and goods got that spend at least one good got, and no own good in place of one."""
        key = price, tuple(map(min, rest, self._caps[price])), got
        found = self._pays.get(key)
        if found is None:
            found = self._keep(self._pays, key, self._payments(price, rest, got))
        return found

    def _payments(self, price: int, rest: Amounts, got: Amounts) -> tuple[Action, ...]:
        payments = self.rules.payments.out_of(price, tuple(map(int.__add__, rest, got)))
        used = [used_of(action.data, got) for action in payments]
        # Of two payments of one size, the one that keeps goods got for nothing spends own goods in their place.
        most: dict[int, int] = {}
        for action, count in zip(payments, used, strict=True):
            size = sum(action.data)
            most[size] = max(count, most.get(size, 1))
        return tuple(action for action, count in zip(payments, used, strict=True) if count == most[sum(action.data)])

    @staticmethod
    def _keep(table: dict[Any, tuple[Action, ...]], key: Any, found: tuple[Action, ...]) -> tuple[Action, ...]:
        if len(table) > 50_000:
            table.clear()
        table[key] = found
        return found

    # --- why not ------------------------------------------------------------------------------------------------

    def gift_shortfalls(self, state: State, seat: int, place: int, action: Action) -> Iterator[Shortfall]:
        """Why a seat cannot give these goods for the item on a place."""
        kind = self.rules.items[state.held[place]].kind
        fitting = [exchange for exchange in self.exchanges if kind in exchange.kinds]
        if not fitting:
            yield Shortfall("trade.kind", "a trade serves what a module lets it serve", "nothing can be traded for here")
        for exchange in fitting[:1]:
            yield from self._exchange_shortfalls(state, seat, place, action, exchange)

    def _exchange_shortfalls(
        self, state: State, seat: int, place: int, action: Action, exchange: Exchange
    ) -> Iterator[Shortfall]:
        rate, record = self.rate(state, seat, exchange), exchange.record
        barred = list(self._bars(state, seat, exchange, rate))
        yield from barred
        if rate is None:
            return
        amiss = list(self.amount_shortfalls(exchange, rate.give, action, f"the rate is {rate.give} for {rate.get}"))
        yield from amiss
        if minus(self.hand(state, seat), self.rules.payments.amounts(action)) is None:
            yield Shortfall("trade.holdings", f"`{action}` takes goods of your own", f"seat {seat} has fewer", record)
        elif not barred and not amiss and action not in self.gifts(state, seat, place):
            yield self._needless(state, seat, place, exchange)

    def _bars(self, state: State, seat: int, exchange: Exchange, rate: Rate | None) -> Iterator[Shortfall]:
        """What forbids a seat any trade."""
        record = exchange.record
        if rate is None:
            needed = f"position {exchange.rates[0].at_least} or more"
            yield Shortfall("trade.rate", needed, f"seat {seat} stands at {exchange.position(state, seat, 0)}", record)
        if state.marks[seat] & exchange.done:
            yield Shortfall("trade.once", "one trade a round", f"seat {seat} has traded", record)
        if state.marks[seat] & exchange.barred_by:
            yield Shortfall("trade.barred", "a round without a visit that rules trading out", f"seat {seat} was there", record)

    def amount_shortfalls(self, exchange: Exchange, size: int, action: Action, needed: str) -> Iterator[Shortfall]:
        """Why these are not the goods of one exchange, `size` of them."""
        amounts = self.rules.payments.amounts(action)
        count = sum(amounts)
        foreign = [name for good, name in enumerate(self.rules.goods) if amounts[good] and good not in exchange.goods]
        if foreign:
            allowed = ", ".join(self.rules.goods[good] for good in exchange.goods)
            yield Shortfall("trade.goods", f"{allowed} can be traded", f"{', '.join(foreign)} cannot", exchange.record)
        if count != size:
            several = count and count % size == 0
            found = f"`{action}` is {count // size} exchanges" if several else f"`{action}` is something else"
            yield Shortfall("trade.several" if several else "trade.amount", needed, found, exchange.record)

    def _needless(self, state: State, seat: int, place: int, exchange: Exchange) -> Shortfall:
        """Why a trade at the rate does not serve the purchase."""
        if exchange.when_short and self.rules.payments.payable(state, seat, asking_price(state, place)):
            needed, found = "a price out of reach without the trade", f"seat {seat} can pay it"
        else:
            needed, found = "a purchase that then takes place", "this trade would not serve it"
        return Shortfall("trade.needed", needed, found, exchange.record)


def used_of(paid: Amounts, got: Amounts) -> int:
    """How many of the goods got a payment spends."""
    return sum(map(min, paid, got))


def minus(hand: Amounts, amounts: Amounts) -> Amounts | None:
    """What is left of a hand; None where it does not suffice."""
    rest = tuple(map(int.__sub__, hand, amounts))
    return None if min(rest) < 0 else rest
