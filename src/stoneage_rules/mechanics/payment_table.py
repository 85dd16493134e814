"""The payments that seats can make, from tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import add

from stoneage_rules.kernel.actions import Action, Goods
from stoneage_rules.kernel.goods_operations import MOST_IN_BYTE, left_in_supply
from stoneage_rules.kernel.legality import filter_legal, keep
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.payments import FORM, HOLDINGS, PRICES, Amounts, PaymentFacts, Price


@lru_cache(maxsize=100)
def _clip(most: int) -> bytes:
    """Returns the table by which `bytes.translate` sets larger numbers to the most."""
    return bytes([min(held, most) for held in range(MOST_IN_BYTE + 1)])


class PaymentTable:
    """The payments of each price that a seat can make, cached by what it holds of the goods that matter."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.width = len(rules.goods)
        self.prices = rules.entries(PRICES)
        self.bonuses = tuple(rules.items[item].bonus for item in rules.later_uses)
        """By later use, what it can bring in goods."""
        self._candidates: dict[int, tuple[Action, ...]] = {}
        self._tables: list[dict[bytes | Amounts, tuple[Action, ...]]] = [{} for _ in self.prices]
        self._spans = [self._span(price) for price in self.prices]

    def _span(self, price: Price) -> tuple[int, int, int, bytes]:
        """Returns the first good that matters, the one after the last, the most of one, and a table that clips to it."""
        used = [good for good, amount in enumerate(price.fixed) if amount] if price.fixed is not None else [*price.goods]
        most = max(price.fixed, default=0) if price.fixed is not None else price.most
        return min(used, default=0), max(used, default=0) + 1, most, _clip(most)

    def options(self, state: State, seat: int, price: int) -> tuple[Action, ...]:
        """Returns every payment of the price out of what the seat holds."""
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
        """Returns the payments by the goods that matter, each no more than the price can take."""
        first, last, most, _ = self._spans[price]
        key = bytes(held) if most <= MOST_IN_BYTE else tuple(held)
        payments = self._tables[price].get(key)
        if payments is None:
            payments = self._payments(price, (*(0,) * first, *held, *(0,) * (self.width - last)))
            keep(self._tables[price], key, payments)
        return payments

    def _payments(self, price: int, held: Amounts) -> tuple[Action, ...]:
        candidates = self._candidates.get(price)
        if candidates is None:
            pays = tuple(self.rules.action("pay", *goods) for goods, _ in self.prices[price].payments(self.rules.goods))
            candidates = self._candidates[price] = filter_legal(pays, (FORM,), PaymentFacts(self.rules, self.prices[price], held))
        facts, passes = PaymentFacts(self.rules, self.prices[price], held), HOLDINGS.passes
        return tuple([action for action in candidates if passes(facts, action)])

    def ceiling(self, state: State, seat: int) -> Amounts | None:
        """Returns what the seat would hold with all that is left in the supply; None where nothing runs out."""
        if self.rules.supplies is None:
            return None
        width = len(self.rules.goods)
        return tuple(state.goods[seat * width + good] + left_in_supply(state, good) for good in range(width))

    def reachable(self, state: State, seat: int) -> tuple[Amounts, ...]:
        """Returns what the seat holds, and what it could hold by using what can be used at any time."""
        width, ceiling = len(self.rules.goods), self.ceiling(state, seat)
        hands = [tuple(state.goods[seat * width : (seat + 1) * width])]
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
        """Tells if the seat can pay the price, unspent items counted."""
        if self.options(state, seat, price):
            return True
        if not state.unspent[seat] & self.rules.anytime:
            return False
        return any(self.out_of(price, hand) for hand in self.reachable(state, seat)[1:])

    def value(self, payment: int) -> int:
        """Returns what the goods of a payment, an action by its index, are worth."""
        return sum(amount * value for amount, value in zip(self.rules.actions[payment].data, self.rules.good_values, strict=True))

    def universe(self, prices: Sequence[int]) -> Iterator[tuple[str, Goods, Amounts]]:
        """Yields every payment of these prices, whatever is held."""
        for price in prices:
            for goods, amounts in self.prices[price].payments(self.rules.goods):
                yield "pay", goods, amounts
