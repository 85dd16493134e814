"""The situation of a seat that must choose: its goods and figures, and the purchases that it plans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.view import View
from stoneage_rules.mechanics.buying import asking_price
from stoneage_rules.mechanics.payments import PRICES, Price
from stoneage_rules.mechanics.rolling import RollVerb
from stoneage_rules.mechanics.taking import Takers
from stoneage_rules.mechanics.totals import Totals
from stoneage_rules.policies.guide import expected_yield
from stoneage_rules.policies.valuation import Appraisal

__all__ = ["LACKING", "Plan", "Purchase", "cost_of", "is_payable", "shortage"]

MEAN_DIE = 3.5
LACKING = 1.2
"""The additional worth of a good that a purchase lacks."""


@attrs.define
class Purchase:
    """An item at the seat's figures that it might buy."""

    place: Place
    price: Price
    value: float
    """Its worth, the price apart."""


class Plan:
    """The holdings, figures and plans of the seat that must choose."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.viewer
        self.rules: Ruleset = view.rules
        self.worth = Appraisal(view, self.seat)
        self.guide = self.worth.guide
        self.hand = self.worth.hand
        self.frame = view.stack[-1]

    def adjustment(self) -> int:
        """Returns what modules add to the seat's totals now; below 0 it comes off."""
        asked: Any = self.view
        return sum(int(adjustment(asked, self.seat)) for adjustment in self.rules.service(Totals).adjustments)

    # --- what is planned ----------------------------------------------------------------------------------------

    def standing(self) -> Iterator[tuple[Place, int]]:
        """Yields the places on which the seat has figures, and how many."""
        for place in self.rules.places:
            if self.view.occupied_by[self.seat] >> place.index & 1:
                yield place, self.view.placed[place.index * self.rules.players + self.seat]

    def price_at(self, place: Place) -> Price:
        """Returns the price of the item on a place."""
        return self.rules.entries(PRICES)[asking_price(self.view, self.seat, place.index)]

    def is_closed(self, item: int) -> bool:
        """Returns whether the seat may not take an item now, because of its `if`."""
        asked: Any = self.view
        return self.rules.service(Takers).closed(asked, self.seat, item)

    def purchase(self, place: Place) -> Purchase | None:
        """Returns the purchase that can be made at a place, if any."""
        item = self.view.item_at[place.index]
        if item < 0 or not self.guide.buys[place.index] or self.is_closed(item):
            return None
        price = self.price_at(place)
        return Purchase(place, price, self.worth.item(item, self.typical_value(price)))

    def typical_value(self, price: Price) -> float:
        """Returns the value of the goods with which a price is likely to be paid."""
        values = self.rules.good_values
        if price.fixed is not None:
            return sum(amount * value for amount, value in zip(price.fixed, values, strict=True))
        held = sorted((values[good] for good in price.goods for _ in range(self.hand[good])), reverse=True)
        count = max(price.least, min(price.most, len(held)))
        mean = sum(values[good] for good in price.goods) / len(price.goods)
        return sum(held[:count]) + mean * max(0, count - len(held))

    def purchases(self) -> list[Purchase]:
        """Returns the purchases that the seat's figures wait for, the best first."""
        purchases = [*(self.purchase(place) for place, _ in self.standing()), self.pending()]
        return sorted((purchase for purchase in purchases if purchase), key=lambda purchase: -purchase.value)

    def pending(self) -> Purchase | None:
        """Returns the purchase in the middle of which something else is asked."""
        for frame in self.view.stack[:-1]:
            if self.rules.handlers[frame[0]].name == "buy" and frame[1] == self.seat:
                return self.purchase(self.rules.places[frame[2]])
        return None

    def expected(self) -> tuple[list[float], float]:
        """Returns the hand with what placed figures are likely to bring, and the food left over then."""
        hand = [float(amount) for amount in self.hand]
        for place, count in self.standing():
            for verb in self.guide.places[place.index].effects:
                if isinstance(verb, RollVerb):
                    good = self.rules.goods.index(verb.yields[0])
                    hand[good] += expected_yield(self.worth.dice(verb.dice, count), self.worth.divisor(verb.divide))
        food = self.guide.food
        spare = self.worth.spare_food + (hand[food] - self.hand[food] if food >= 0 else 0.0)
        return hand, spare

    def reserve(self, hand: list[float], purchases: Sequence[Purchase]) -> list[float]:
        """Returns how much of each good the purchases lack; the goods that they use are taken out of the hand."""
        lacking = [0.0] * len(hand)
        for purchase in purchases:
            if purchase.price.fixed is not None:
                for good, amount in enumerate(purchase.price.fixed):
                    used = min(hand[good], amount)
                    hand[good] -= used
                    lacking[good] += amount - used
                continue
            needed = float(purchase.price.least)
            for good in sorted(purchase.price.goods, key=lambda good: self.worth.worth[good]):
                used = min(hand[good], needed)
                hand[good] -= used
                needed -= used
            for good in purchase.price.goods:
                lacking[good] += needed
        return lacking


def cost_of(plan: Plan, price: Price, hand: Sequence[float], gathering: Iterable[int]) -> tuple[float, float]:
    """Returns the worth of the goods that pay a price, and how many figures must gather those that are missing."""
    worth = plan.worth.worth
    ways = {}
    for place in gathering:
        for verb in plan.guide.places[place].effects:
            if isinstance(verb, RollVerb):
                ways[plan.rules.goods.index(verb.yields[0])] = plan.worth.divisor(verb.divide) / MEAN_DIE
    never = float(plan.rules.most_figures + 1)
    if price.fixed is not None:
        missing = [max(0.0, amount - int(held)) for amount, held in zip(price.fixed, hand, strict=True)]
        needed = sum(count * ways.get(good, never) for good, count in enumerate(missing) if count)
        return plan.worth.payment(price.fixed), needed
    held = sorted(worth[good] for good in price.goods for _ in range(int(hand[good])))
    short = max(0, price.least - len(held))
    easiest = min((ways[good] for good in price.goods if good in ways), default=never)
    typical = min(worth[good] for good in price.goods)
    held = held[-price.most :] if price.least < price.most else held[: price.least]
    kinds = sum(hand[good] >= 1 for good in price.goods)
    if price.kinds and kinds < price.kinds:
        short = max(short, price.kinds - kinds)
    return sum(held) + short * typical, short * easiest


def shortage(plan: Plan, price: Price) -> int:
    """Returns how many goods a price asks for beyond the hand."""
    if price.fixed is not None:
        return sum(max(0, amount - held) for amount, held in zip(price.fixed, plan.hand, strict=True))
    held = [plan.hand[good] for good in price.goods]
    return max(price.least - sum(held), (price.kinds or 0) - sum(map(bool, held)), 0)


def is_payable(price: Price, hand: Sequence[int]) -> bool:
    """Tells if a hand pays a price."""
    if price.fixed is not None:
        return all(amount <= held for amount, held in zip(price.fixed, hand, strict=True))
    held = [hand[good] for good in price.goods]
    return sum(held) >= price.least and sum(map(bool, held)) >= (price.kinds or 0)
