"""The sensible policy: grow early, feed everyone, buy what can be paid, waste nothing.

It sees the view of its seat and the rules' own data; what things are worth to it is in `appraisal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.view import View
from stoneage_rules.mechanics.add_ons import ADD_ONS, TakeOrSkip
from stoneage_rules.mechanics.buying import BuyFrame
from stoneage_rules.mechanics.choosing import ChooseGoods
from stoneage_rules.mechanics.dice_for_all import PickDie, PickLater
from stoneage_rules.mechanics.feeding import FeedOrStarve
from stoneage_rules.mechanics.one_of import OFFERS, ChooseEffect
from stoneage_rules.mechanics.payments import PRICES, PaymentTable, Price
from stoneage_rules.mechanics.placing import PlaceFigures
from stoneage_rules.mechanics.resolving import ResolvePlace
from stoneage_rules.mechanics.rolling import ROLLS, RollVerb, SplitYield, Totals, UseTools
from stoneage_rules.mechanics.trading.trade_frames import GetGoods, PayTraded
from stoneage_rules.policies.effect_values import PIP
from stoneage_rules.policies.guide import dice_table_asked, expected_yield
from stoneage_rules.policies.valuation import Appraisal

__all__ = ["Sensible"]

MEAN_DIE = 3.5
GATHERED_LATER = 0.65
"""What a purchase is worth whose goods must still be gathered."""
BLOCKED = 0.5
"""What it is worth to stand on something that cannot be paid."""
NOISE = 0.01
"""Settles ties."""


@attrs.define
class Purchase:
    """Something that a seat stands on and might buy."""

    place: Place
    price: Price
    value: float
    """What it brings, the price apart."""


class Sensible:
    """The policy; `random` settles ties."""

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    def __call__(self, view: View, legal: tuple[Action, ...]) -> Action:
        if len(legal) == 1:
            return legal[0]
        judge = _JUDGES.get(type(view.rules.handlers[view.stack[-1][0]]))
        if judge is None:
            return legal[int(self.random() * len(legal))]
        return self._best(judge(Plan(view), legal))

    def _best(self, judged: Iterable[tuple[float, Action]]) -> Action:
        return max(((value + NOISE * self.random(), action.index, action) for value, action in judged))[2]


class Plan:
    """The situation of the seat that must choose: what it holds, stands on and needs."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.viewer
        self.rules: Ruleset = view.rules
        self.worth = Appraisal(view, self.seat)
        self.guide = self.worth.guide
        self.hand = self.worth.hand
        self.frame = view.stack[-1]

    def adjustment(self) -> int:
        """What modules add to the seat's totals now; less than 0 comes off."""
        asked: Any = self.view
        return sum(int(adjustment(asked, self.seat)) for adjustment in self.rules.service(Totals).adjustments)

    # --- what is planned ----------------------------------------------------------------------------------------

    def standing(self) -> Iterator[tuple[Place, int]]:
        """The places on which the seat has figures, and how many."""
        for place in self.rules.places:
            if self.view.occupied_by[self.seat] >> place.index & 1:
                yield place, self.view.placed[place.index * self.rules.players + self.seat]

    def price_at(self, place: Place) -> Price:
        """What the item on a place costs."""
        asked = place.price if place.price >= 0 else self.rules.items[self.view.item_at[place.index]].price
        return self.rules.entries(PRICES)[asked]

    def purchase(self, place: Place) -> Purchase | None:
        """What can be bought at a place, if anything."""
        item = self.view.item_at[place.index]
        if item < 0 or not self.guide.buys[place.index]:
            return None
        price = self.price_at(place)
        return Purchase(place, price, self.worth.item(item, self.typical_value(price)))

    def typical_value(self, price: Price) -> float:
        """The value of the goods that such a price is likely to be paid with."""
        values = self.rules.good_values
        if price.fixed is not None:
            return sum(amount * value for amount, value in zip(price.fixed, values, strict=True))
        held = sorted((values[good] for good in price.goods for _ in range(self.hand[good])), reverse=True)
        count = max(price.least, min(price.most, len(held)))
        mean = sum(values[good] for good in price.goods) / len(price.goods)
        return sum(held[:count]) + mean * max(0, count - len(held))

    def purchases(self) -> list[Purchase]:
        """What the seat stands on to buy; the best first."""
        found = [*(self.purchase(place) for place, _ in self.standing()), self.pending()]
        return sorted((made for made in found if made), key=lambda made: -made.value)

    def pending(self) -> Purchase | None:
        """The purchase in the middle of which something else is asked."""
        for frame in self.view.stack[:-1]:
            if self.rules.handlers[frame[0]].name == "buy" and frame[1] == self.seat:
                return self.purchase(self.rules.places[frame[2]])
        return None

    def expected(self) -> tuple[list[float], float]:
        """The hand with what placed figures are likely to bring, and the food left over then."""
        hand = [float(amount) for amount in self.hand]
        for place, count in self.standing():
            for verb in self.guide.places[place.index].effects:
                if isinstance(verb, RollVerb):
                    good = self.rules.goods.index(verb.yields[0])
                    hand[good] += expected_yield(verb.dice or count, verb.divide)
        food = self.guide.food
        spare = self.worth.spare_food + (hand[food] - self.hand[food] if food >= 0 else 0.0)
        return hand, spare

    def reserve(self, hand: list[float], purchases: Sequence[Purchase]) -> list[float]:
        """What the purchases lack of each good; what they use is taken out of the hand."""
        lacking = [0.0] * len(hand)
        for made in purchases:
            if made.price.fixed is not None:
                for good, amount in enumerate(made.price.fixed):
                    used = min(hand[good], amount)
                    hand[good] -= used
                    lacking[good] += amount - used
                continue
            needed = float(made.price.least)
            for good in sorted(made.price.goods, key=lambda good: self.worth.worth[good]):
                used = min(hand[good], needed)
                hand[good] -= used
                needed -= used
            for good in made.price.goods:
                lacking[good] += needed
        return lacking


# --- placing --------------------------------------------------------------------------------------------------------


def _placements(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """A place for one purpose is worth what it brings beyond what its figures could gather instead."""
    home = plan.view.at_home[plan.seat]
    places = plan.rules.places
    hand, spare = plan.expected()
    lacking = plan.reserve(hand, plan.purchases())
    options = _by_place(legal)
    gathering = {
        place: {count: _gathered(plan, places[place], count, lacking, spare) for count in counts}
        for place, counts in options.items()
        if places[place].most > places[place].least
    }
    best = _shared_out(gathering.values(), home)
    for place, counts in options.items():
        if place in gathering:
            rest = _shared_out((values for other, values in gathering.items() if other != place), home)
            for count, action in counts.items():
                yield gathering[place][count] + rest[home - count] - best[home], action
        else:
            for count, action in counts.items():
                value = _single(plan, places[place], count, hand, gathering, home - count)
                yield value + best[home - count] - best[home], action


def _by_place(legal: tuple[Action, ...]) -> dict[int, dict[int, Action]]:
    """The placements by place and number of figures."""
    found: dict[int, dict[int, Action]] = {}
    for action in legal:
        if action.kind == "place":
            place, count = action.data
            found.setdefault(place, {})[count] = action
    return found


def _gathered(plan: Plan, place: Place, figures: int, lacking: Sequence[float], spare: float) -> float:
    """What figures on a place with room for several bring; what is lacking counts more."""
    value = 0.0
    for verb in plan.guide.places[place.index].effects:
        if isinstance(verb, RollVerb):
            amount = expected_yield(verb.dice or figures, verb.divide)
            value += max(
                plan.worth.good_value(good, amount, spare) + min(amount, lacking[good]) * LACKING
                for good in map(plan.rules.goods.index, verb.yields)
            )
        else:
            value += plan.worth.effects((verb,), figures)
    return value


LACKING = 1.2
"""What a good is worth in addition when a purchase lacks it."""


def _shared_out(gathering: Iterable[Mapping[int, float]], figures: int) -> list[float]:
    """The most that each number of figures, up to this one, can gather together."""
    best = [0.0] * (figures + 1)
    for values in gathering:
        before = best[:]
        for count, value in values.items():
            for total in range(count, figures + 1):
                if before[total - count] + value > best[total]:
                    best[total] = before[total - count] + value
    return best


def _single(plan: Plan, place: Place, count: int, hand: Sequence[float], gathering: Iterable[int], figures: int) -> float:
    """What a place for one purpose brings, with so many figures left to gather its price."""
    made = plan.purchase(place)
    if made is None:
        return plan.worth.place(place, count)
    cost, needed = _cost(plan, made.price, hand, gathering)
    net = made.value - cost
    if needed == 0:
        return max(net, BLOCKED)
    return max(net * GATHERED_LATER, BLOCKED) if needed <= figures else BLOCKED


def _cost(plan: Plan, price: Price, hand: Sequence[float], gathering: Iterable[int]) -> tuple[float, float]:
    """What paying a price from a hand costs, and how many figures must gather what is missing."""
    worth = plan.worth.worth
    ways = {}
    for place in gathering:
        for verb in plan.guide.places[place].effects:
            if isinstance(verb, RollVerb):
                ways[plan.rules.goods.index(verb.yields[0])] = verb.divide / MEAN_DIE
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


# --- acting ---------------------------------------------------------------------------------------------------------


def _resolutions(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """What helps later actions first, then what is gathered, then purchases, the most useful first."""
    for action in legal:
        if action.kind == "resolve":
            place = plan.rules.places[action.data]
            made = plan.purchase(place)
            if made is not None:
                cost, missing = _cost(plan, made.price, plan.hand, ())
                yield (made.value - cost if not missing else -100.0), action
            else:
                yield (1000.0 if place.most > place.least else 2000.0), action


def _bills(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Payments for an item: what it brings less what is paid, other plans and feeding in mind."""
    item = plan.view.item_at[plan.frame[2]]
    effects = plan.guide.items[item].effects
    fixed = plan.worth.fixed_part(item)
    others = [made for made in plan.purchases() if made.place.index != plan.frame[2]]
    payable = False
    brought: dict[int, float] = {}
    for action in legal:
        if action.kind == "pay":
            payable = True
            paid = plan.rules.service(PaymentTable).value(action.index)
            if paid not in brought:
                brought[paid] = fixed + plan.worth.effects(effects, 0, paid)
            yield brought[paid] - _loss(plan, action.data, others), action
        elif action.kind == "give":
            price = plan.price_at(plan.rules.places[plan.frame[2]])
            cost = plan.worth.payment(action.data) + UNDERPAID * _cost(plan, price, plan.hand, ())[0]
            yield (-1.0 if payable else brought.get(0, fixed) - cost), action
    yield from _uses_or_not(plan, legal, payable, plan.price_at(plan.rules.places[plan.frame[2]]))


UNDERPAID = 0.5
"""How much of a price is still paid from the hand after a trade."""


def _uses_or_not(plan: Plan, legal: tuple[Action, ...], payable: bool, price: Price) -> Iterator[tuple[float, Action]]:
    """Not buying is worth nothing; what can be used at any time is used when it makes the price payable."""
    for action in legal:
        if action.kind == "use":
            record = plan.guide.items[plan.rules.item_index[action.args[0]]]
            brought = sum(getattr(verb, "amount", 0) for verb in record.anytime)
            yield (1.0 if not payable and _short_by(plan, price) <= brought else -50.0), action
        elif action.kind not in ("pay", "give"):
            yield 0.0, action


def _short_by(plan: Plan, price: Price) -> int:
    """How many goods a price asks for beyond the hand."""
    if price.fixed is not None:
        return sum(max(0, amount - held) for amount, held in zip(price.fixed, plan.hand, strict=True))
    held = [plan.hand[good] for good in price.goods]
    return max(price.least - sum(held), (price.kinds or 0) - sum(map(bool, held)), 0)


def _loss(plan: Plan, amounts: Sequence[int], others: Sequence[Purchase]) -> float:
    """What a payment costs: the goods, other purchases that become impossible, hunger."""
    cost = plan.worth.payment(amounts)
    rest = [held - amount for held, amount in zip(plan.hand, amounts, strict=True)]
    for made in others:
        if _payable(made.price, plan.hand) and not _payable(made.price, rest):
            cost += max(0.0, made.value - _cost(plan, made.price, plan.hand, ())[0])
    missing = -plan.worth.spare_food
    before, after = (sum(goods[good] for good in plan.guide.instead) for goods in (plan.hand, rest))
    return cost + plan.guide.starving if before >= missing > max(0.0, after) else cost


def _payable(price: Price, hand: Sequence[int]) -> bool:
    if price.fixed is not None:
        return all(amount <= held for amount, held in zip(price.fixed, hand, strict=True))
    held = [hand[good] for good in price.goods]
    return sum(held) >= price.least and sum(map(bool, held)) >= (price.kinds or 0)


def _feedings(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """The cheapest goods in place of food, unless starving costs less."""
    payable = any(action.kind == "pay" for action in legal)
    for action in legal:
        if action.kind == "pay":
            yield -plan.worth.payment(action.data), action
        elif action.kind == "use":
            yield (1.0 if not payable else -100.0), action
        else:
            yield -float(plan.guide.starving), action


def _tools(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Tools where they bring a good more; the rest is kept for rolls that still come."""
    roll, total = plan.rules.entries(ROLLS)[plan.frame[2]], plan.frame[3]
    total += plan.adjustment()
    _, spare = plan.expected()
    more_rolls = any(
        isinstance(verb, RollVerb) for place, _ in plan.standing() for verb in plan.guide.places[place.index].effects
    )
    kept = 0.6 * PIP if more_rolls else 0.02
    for action in legal:
        if action.kind != "tools":
            yield -50.0, action
            continue
        values, items = action.data
        one_use = [plan.rules.items[item].one_use for bit, item in enumerate(plan.rules.later_uses) if items >> bit & 1]
        amount = max(0, total + sum(values) + sum(one_use)) // roll.divide
        value = max(plan.worth.good_value(good, amount, spare) for good in roll.goods)
        later = PIP if plan.worth.future >= 1 else kept
        yield value - kept * sum(values) - later * sum(one_use), action


def _picks(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """The die, or the effect, that is worth most."""
    for action in legal:
        if action.kind == "choose":
            yield plan.worth.effects((plan.rules.entries(OFFERS)[plan.frame[2]].effects[action.data],)), action
        else:
            yield (plan.worth.face(dice_table_asked(plan.view), action.args[0]) if action.kind == "pick" else -50.0), action


def _takings(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """The goods that are worth most; what a purchase lacks counts more."""
    hand, spare = plan.expected()
    lacking = plan.reserve(hand, plan.purchases())
    for action in legal:
        if action.kind in ("take", "get"):
            yield (
                sum(
                    plan.worth.good_value(good, amount, spare) + LACKING * min(amount, lacking[good])
                    for good, amount in enumerate(action.data)
                    if amount
                ),
                action,
            )
        else:
            yield -50.0, action


def _add_ons(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """An add-on when it brings more than it costs."""
    for action in legal:
        if action.kind == "add":
            offer = plan.rules.entries(ADD_ONS)[action.data]
            record = plan.guide.records[offer.record]
            cost = plan.rules.entries(PRICES)[offer.price].fixed or ()
            yield plan.worth.effects(record.effects) - plan.worth.payment(cost or [0] * len(plan.hand)), action
        else:
            yield (0.0 if action.kind == "skip" else -50.0), action


_JUDGES: Mapping[type, Callable[[Plan, tuple[Action, ...]], Iterable[tuple[float, Action]]]] = {
    BuyFrame: _bills,
    ChooseEffect: _picks,
    ChooseGoods: _takings,
    FeedOrStarve: _feedings,
    GetGoods: _takings,
    PayTraded: _bills,
    PickDie: _picks,
    PickLater: _picks,
    PlaceFigures: _placements,
    ResolvePlace: _resolutions,
    SplitYield: _takings,
    TakeOrSkip: _add_ons,
    UseTools: _tools,
}
"""How each kind of decision is judged; a module's own are answered at random."""
