"""The sensible policy: its plan, its placements, and its answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import add, attrgetter, itemgetter
from typing import Any

import attrs

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import View
from stoneage_rules.mechanics.add_ons import ADD_ONS, AddLate, TakeOrSkip
from stoneage_rules.mechanics.buying import BuyFrame, DraftItem, asking_price
from stoneage_rules.mechanics.choosing import OFFERS, ChooseEffect, ChooseGoods, PickDie, PickLater
from stoneage_rules.mechanics.drawing import KeepDealt
from stoneage_rules.mechanics.feeding import FeedOrStarve
from stoneage_rules.mechanics.paying import PAY_OFFERS, LoseGoods, PayOrDecline
from stoneage_rules.mechanics.payments import PRICES, Price, price_now
from stoneage_rules.mechanics.placement import PlaceFigures, PlaceOrPass, ResolveAmong, ResolvePlace
from stoneage_rules.mechanics.rolling import ROLLS, RollAgain, SplitYield, Totals, UseTools
from stoneage_rules.mechanics.selecting import SEALS, SEAT_CHOICES, ChooseSeat, HandBackItem, SealNumber
from stoneage_rules.mechanics.trading import GetGoods, PayTraded
from stoneage_rules.policies.registry import Ranked
from stoneage_rules.policies.valuation import (
    WORTH,
    Appraisal,
    Bill,
    Gains,
    Guide,
    chosen_worth,
    dice_table_asked,
    expected_worth,
    worth_of_roll,
)

# --- plan ---------------------------------------------------------------------------------------------------------
#
# The situation of a seat that must choose: its goods, figures and planned purchases.


@attrs.define
class Purchase:
    """An item at the seat's figures that it might buy."""

    place: int
    bill: Bill
    value: float
    """Its worth without the price."""
    cost: float
    """The worth of the goods of its price, if that is fixed."""


PURCHASE_VALUE = attrgetter("value")


class Plan:
    """The holdings, figures and plans of the seat that must choose."""

    def __init__(self, view: View, worth: Callable[[], Appraisal] | None = None) -> None:
        self.view = view
        self.seat = view.viewer
        self.rules: Ruleset = view.rules
        self.guide = view.rules.service(Guide)
        self.frame = view.stack[-1]
        self.is_whole = True
        """True if the worth of options that cannot be the best counts as well."""
        self.standing = self._standing()
        """The places of the seat's figures, with their numbers."""
        self._appraise = worth or partial(Appraisal, view, self.seat)

    @cached_property
    def worth(self) -> Appraisal:
        """The worth of things to the seat."""
        return self._appraise()

    @property
    def hand(self) -> Sequence[int]:
        """The goods of the seat."""
        return self.worth.hand

    # --- what is planned ----------------------------------------------------------------------------------------

    def _standing(self) -> list[tuple[int, int]]:
        occupied, placed, step = self.view.occupied_by[self.seat], self.view.placed, self.rules.players
        found = []
        while occupied:
            place = (occupied & -occupied).bit_length() - 1
            occupied &= occupied - 1
            found.append((place, placed[place * step + self.seat]))
        return found

    def bill_at(self, place: int) -> Bill:
        """Returns the price of the item on a place."""
        return self.guide.bills[asking_price(self.view, self.seat, place)]

    def is_closed(self, item: int) -> bool:
        """Returns whether the seat may not take an item now, because of its `if`."""
        asked: Any = self.view
        return self.guide.takers.closed(asked, self.seat, item)

    def sells(self, place: int) -> bool:
        """Returns whether the seat could buy an item on a place."""
        if not self.guide.buys[place]:
            return False
        item = self.view.item_at[place]
        return item >= 0 and not self.is_closed(item)

    def purchase(self, place: int) -> Purchase | None:
        """Returns the possible purchase at a place, if any."""
        known: dict[int, Purchase | None] = self.worth.purchases
        if place not in known:
            known[place] = self._purchase(place) if self.sells(place) else None
        return known[place]

    def _purchase(self, place: int) -> Purchase:
        bill, worth = self.bill_at(place), self.worth
        value = worth.item(self.view.item_at[place], bill.typical_value(worth.hand, self.guide.values))
        return Purchase(place, bill, value, worth.payment(bill.price.fixed) if bill.price.fixed else 0.0)

    def waiting(self) -> list[int]:
        """Returns the places where the seat's figures wait for a purchase, and that of one which the question interrupts."""
        pending = [
            frame[2]
            for frame in self.view.stack[:-1]
            if self.rules.handlers[frame[0]].name == BuyFrame.name and frame[1] == self.seat
        ]
        return [place for place in [*[place for place, _ in self.standing], *pending[:1]] if self.sells(place)]

    def purchases(self) -> list[Purchase]:
        """Returns the purchases that the seat's figures wait for, the best first."""
        purchases = [self.purchase(place) for place in self.waiting()]
        return sorted(filter(None, purchases), key=PURCHASE_VALUE, reverse=True)

    def expected(self) -> tuple[list[float], float]:
        """Returns the hand with the likely goods of placed figures, and the food that remains after all that they do."""
        hand, spare, guide = [float(amount) for amount in self.hand], self.worth.spare_food, self.guide
        for place, count in self.standing:
            for roll in self.worth.brought(place, count)[1]:
                hand[roll[0][0]] += roll[0][1]
            spare += guide.place_food[place] + (guide.item_food[self.view.item_at[place]] if self.sells(place) else 0.0)
        return hand, spare + (hand[guide.food] - self.hand[guide.food] if guide.food >= 0 else 0.0)

    def reserve(self, hand: list[float], purchases: Sequence[Purchase]) -> list[float]:
        """Returns how much of each good the purchases lack, and takes the goods that they use out of the hand."""
        lacking = [0.0] * len(hand)
        for purchase in purchases:
            bill = purchase.bill
            for good, amount in bill.needs:
                used = min(hand[good], amount)
                hand[good] -= used
                lacking[good] += amount - used
            if bill.is_fixed:
                continue
            needed = float(bill.price.least)
            for good in self.worth.ordered(bill.price.goods):
                used = min(hand[good], needed)
                hand[good] -= used
                needed -= used
            for good in bill.price.goods:
                lacking[good] += needed
        return lacking


def cost_of(plan: Plan, purchase: Purchase, hand: Sequence[float], ways: Mapping[int, float]) -> tuple[float, float]:
    """Returns the worth of the goods that pay a price, and how many figures must gather the missing ones.

    `ways` has how many figures gather one of a good; the others can be gathered nowhere.
    """
    bill, never = purchase.bill, plan.rules.most_figures + 1.0
    if bill.is_fixed:
        needed = 0.0
        for good, amount in bill.needs:
            if amount > hand[good]:
                needed += (amount - int(hand[good])) * ways.get(good, never)
        return purchase.cost, needed
    price, worth = bill.price, plan.worth.worth
    is_open = price.least < price.most
    left, cost = price.most if is_open else price.least, 0.0
    for good in plan.worth.ordered(price.goods, dearest_first=is_open):
        used = min(left, int(hand[good]))
        left -= used
        cost += used * worth[good]
    short = max(0, left - price.most + price.least)
    if price.kinds:
        short = max(short, price.kinds - sum([hand[good] >= 1 for good in price.goods]))
    if not short:
        return cost, 0.0
    easiest = min([ways.get(good, never) for good in price.goods])
    return cost + short * min([worth[good] for good in price.goods]), short * easiest


def own_part(plan: Plan, price: Price, hand: Sequence[int]) -> list[int]:
    """Returns the goods in hand that count towards a price."""
    if price.fixed is not None:
        return [min(held, amount) for held, amount in zip(hand, price.fixed, strict=True)]
    part, left = [0] * len(hand), price.least
    for good in plan.worth.ordered(price.goods):
        part[good] = min(left, hand[good])
        left -= part[good]
    return part


# --- placements ---------------------------------------------------------------------------------------------------
#
# The worth of placements: the goods that figures gather, and the purchases that they wait for.


TIE = 1e-6
"""Options that are worse by less are as good as the best."""
NEVER = float("-inf")
"""The worth of options that the policy never takes."""


VALUE = itemgetter(0)


def placements(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of placements, less the worth that their figures could gather elsewhere; 0 for the best gathering."""
    home = plan.view.at_home[plan.seat]
    hand, spare = plan.expected()
    lacking = plan.reserve(hand, plan.purchases())
    grouped: dict[int, dict[int, Action]] = {}
    others, gathers, worth = [], plan.guide.gathers, plan.worth
    for action in legal:
        if placed := gathers[action.index]:
            place, count = placed
            if place in grouped:
                grouped[place][count] = action
            else:
                grouped[place] = {count: action}
        else:
            others.append(action)
    gains, ways = {place: worth.gains(place, home, lacking, spare) for place in grouped}, worth.ways(grouped)
    singles = [
        (_single(plan, action.data[0], action.data[1], hand, ways, home), action) for action in others if action.kind == "place"
    ]
    if not plan.is_whole and (best_ones := _better_than_gathering(singles, gains, grouped)):
        yield from best_ones
        return
    gathering = {place: _offered(gains[place].worths, actions) for place, actions in grouped.items()}
    best, shared = _shared_out(gathering, home)
    most = best[home]
    for value, action in singles:
        yield value + best[home - action.data[1]] - most, action
    if len(singles) < len(others):
        yield from [(-most, action) for action in others if action.kind == "pass"]
    if shared and not plan.is_whole:
        yield from [(0.0, grouped[place][count]) for place, count in shared.items()]
        return
    otherwise = WORTH["otherwise"]
    for place, actions in grouped.items():
        values, taken = gathering[place], shared.get(place)
        for count, action in actions.items():
            lost = values[count - 1] + best[home - count] - most
            yield (0.0 if count == taken else lost - otherwise if lost < 0 else -otherwise), action


def turns(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of placements less their price."""
    toll = plan.rules.handlers[plan.frame[0]].toll
    plan.is_whole |= toll is not None
    for worth, action in placements(plan, legal):
        paid = toll.amounts(plan.view, plan.seat, *action.data) if toll and action.kind == "place" else ()
        yield worth - (plan.worth.payment(paid) if any(paid) else 0.0), action


def _better_than_gathering(
    singles: Sequence[tuple[float, Action]], gains: Mapping[int, Gains], grouped: Mapping[int, Collection[int]]
) -> list[tuple[float, Action]]:
    """Returns places for one figure of which one is the best placement whatever the figures could gather; none if unsure.

    One figure fewer gathers less by no more than the largest step of all gains, if all smaller numbers may be placed as well.
    """
    alone = [single for single in singles if single[1].data[1] == 1]
    most = max(alone, key=VALUE)[0] - TIE if alone else NEVER
    step = max([each.step for each in gains.values()], default=0.0)
    if most <= step or any(max(counts) > len(counts) for counts in grouped.values()):
        return []
    return [] if any(value >= most for value, action in singles if action.data[1] > 1) else alone


def _offered(gains: Sequence[float], counts: Collection[int]) -> Sequence[float]:
    """Returns the worth of 1, 2, 3... figures on a place, where only some numbers, given in order, may be placed."""
    most = max(counts)
    return gains[1 : most + 1] if most == len(counts) else [gains[n] if n in counts else NEVER for n in range(1, most + 1)]


def _shared_out(gathering: Mapping[int, Sequence[float]], figures: int) -> tuple[list[float], dict[int, int]]:
    """Returns the most that 0, 1, 2... figures, up to this number, can gather together, and how many then go to each place."""
    best, steps = [0.0] * (figures + 1), []
    for place, values in gathering.items():
        before, others = best, best[::-1]
        best = [0.0, *[max(before[n], *map(add, others[figures - n + 1 :], values)) for n in range(1, figures + 1)]]
        steps.append((place, values, before, best))
    shared, left = {}, figures
    for place, values, before, after in reversed(steps):
        if after[left] > before[left]:
            shared[place] = next(n for n, value in enumerate(values, 1) if n <= left and before[left - n] + value == after[left])
            left -= shared[place]
    return best, shared


def _single(plan: Plan, place: int, count: int, hand: Sequence[float], ways: Mapping[int, float], home: int) -> float:
    """Returns the worth of a place for one purpose; the figures left at home may gather its price."""
    purchase = plan.purchase(place)
    if purchase is None:
        return plan.worth.place(plan.rules.places[place], count)
    cost, needed = cost_of(plan, purchase, hand, ways)
    net = purchase.value - cost
    if needed:
        figures = home - count
        net *= WORTH["gathered-later"] * max(0.0, 1 - needed / (2 * figures)) if figures else 0.0
    return net


# --- heuristic ----------------------------------------------------------------------------------------------------
#
# The heuristic policy, called `sensible`: grow early, feed everyone, buy all that it can pay, waste nothing.
#
# It sees the view of its seat and the rules' own data; the worth of things to it is in `valuation`.


class Unfed(Appraisal):
    """The worth of things to a seat that lets its figures starve: food is worth nothing to it, nor does a figure cost any."""

    def __init__(self, view: View, seat: int) -> None:
        super().__init__(view, seat)
        self.spare_food = self.hunger = 0.0

    def _food_value(self, spare: float) -> float:
        return 0.0


class Sensible:
    """The policy; `random` settles ties."""

    appraisal: type[Appraisal] = Appraisal

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random
        self._kept: dict[int, tuple[tuple[Any, ...], Appraisal]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.random,)

    def _plan(self, view: View) -> Plan:
        """Returns the plan of a view."""
        return Plan(view, partial(self._appraise, view))

    def _appraise(self, view: View) -> Appraisal:
        """Returns the worth of things to the seat of a view, which lasts while only figures are placed."""
        seat, width = view.viewer, len(view.rules.goods)
        goods, marks = view.goods[seat * width : (seat + 1) * width], view.marks[seat] & view.rules.service(Guide).lasting
        key = (
            view.rules, view.round, view.phase_index, view.first_seat, goods, marks, view.tracks, view.figures, view.kits,
            view.unspent[seat], view.item_at, view.piles, view.zones,
        )  # fmt: skip
        kept = self._kept.get(seat)
        if kept is None or kept[0] != key:
            kept = self._kept[seat] = key, self.appraisal(view, seat)
        kept[1].view = view
        return kept[1]

    def __call__(self, view: View, legal: tuple[Action, ...]) -> Action:
        """Returns the first of `rank`, for less time."""
        if len(legal) == 1:
            return legal[0]
        plan = self._plan(view)
        plan.is_whole = False
        return self._first(self._judged(plan, legal))[1]

    def rank(self, view: View, legal: tuple[Action, ...]) -> tuple[Ranked, ...]:
        """Returns each legal action with its value to the policy and the reason for it, the best first.

        Values compare only the options of one question; those of goods and cards are in points.  They are `-inf` for options
        that the policy never takes, and 0 for all options of an unknown decision, such as one of a module.  Chance settles
        ties, as when the policy chooses: two policies of one seed settle them alike.

        >>> import stoneage_rules as sa
        >>> view = sa.Game(sa.load(players=2), seed=1).view(0)
        >>> [(str(option.action), option.reason) for option in sa.policies.sensible_policy(1).rank(view, view.legal())[:2]]
        [('place fields 1', '1 forward on agriculture'), ('place hut 2', 'a figure')]
        """
        if not legal:
            return ()
        plan = self._plan(view)
        judged = self._judged(plan, legal)
        first = self._first(judged)
        order = [first, *sorted((option for option in judged if option is not first), key=VALUE, reverse=True)]
        ranked = [Ranked(action, value, reason(plan, action)) for value, action in order]
        chosen = {action for _, action in judged}
        return *ranked, *(Ranked(action, NEVER, "never its choice") for action in legal if action not in chosen)

    def _judged(self, plan: Plan, legal: tuple[Action, ...]) -> list[tuple[float, Action]]:
        """Returns the options that the policy can take, with their values."""
        judge = _judge(plan.view)
        return [(0.0, action) for action in legal] if judge is None else [*judge(plan, legal)]

    def _first(self, judged: Sequence[tuple[float, Action]]) -> tuple[float, Action]:
        """Returns the best option; chance settles ties."""
        if len(judged) == 1:
            return judged[0]
        most = max(judged, key=VALUE)[0] - TIE
        best = [option for option in judged if option[0] >= most]
        return best[0] if len(best) == 1 else best[int(self.random() * len(best))]


class Starving(Sensible):
    """The policy `starving`: as `sensible`, but hunger costs it points, unless few goods in place of food cost less."""

    appraisal = Unfed


def reason(plan: Plan, action: Action) -> str:
    """Returns an option's worth to the seat and the reason, in a few words."""
    purchase = plan.purchase(action.data[0]) if action.kind == "place" else None
    if purchase is None:
        return plan.rules.describe(action, plan.view)
    cost, needed = cost_of(plan, purchase, plan.hand, plan.worth.ways(range(len(plan.rules.places))))
    missing = f"; figures needed for what is missing: about {needed:.0f}" if needed >= 0.5 else ""
    return f"worth about {purchase.value:.0f} points in the end, for goods worth about {cost:.0f}{missing}"


def _resolutions(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of acting next: places that help later ones come first, then gathering, then purchases."""
    bought, is_other = [], False
    for action in legal:
        if action.kind == "resolve":
            place = plan.rules.places[action.data]
            if plan.sells(place.index):
                bought.append(action)
            else:
                is_other = True
                yield (1000.0 if place.most > place.least else 2000.0), action
    for action in [] if is_other and not plan.is_whole else bought:
        purchase = plan.purchase(action.data)
        if purchase is not None:
            cost, missing = cost_of(plan, purchase, plan.hand, {})
            yield (purchase.value - cost if not missing else -100.0), action


def _bills(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of payments for an item: its worth less that of the goods; considers other plans and feeding."""
    item = plan.view.item_at[plan.frame[2]]
    if item < 0:  # the item is gone: there is nothing to judge
        yield from ((-50.0 if action.kind == "use" else 0.0, action) for action in legal)
        return
    effects = plan.guide.items[item].effects
    fixed = plan.worth.fixed_part(item)
    payable = plan.is_closed(item)
    loss = _loss_by(plan, plan.frame[2])
    brought: dict[int, float] = {}
    for action in legal:
        if action.kind == "pay":
            payable = True
            paid = plan.guide.value(action.data)
            if paid not in brought:
                brought[paid] = fixed + plan.worth.effects(effects, 0, paid)
            yield brought[paid] - WORTH["paid"] * loss(action.data), action
        elif action.kind == "give" and (purchase := plan.purchase(plan.frame[2])):
            left = [held - given for held, given in zip(plan.hand, action.data, strict=True)]
            cost = plan.worth.payment(action.data) + plan.worth.payment(own_part(plan, purchase.bill.price, left))
            yield (-1.0 if payable else purchase.value - cost), action
    yield from _uses_or_not(plan, legal, payable, plan.bill_at(plan.frame[2]))


def _offers(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of payments for effects: their worth less that of the goods; considers purchases and feeding."""
    offer, loss = plan.rules.entries(PAY_OFFERS)[plan.frame[2]], _loss_by(plan)
    payments = [action for action in legal if action.kind == "pay"]
    for action in payments:
        paid = plan.guide.value(action.data)
        yield plan.worth.effects(offer.word.effects, 0, paid) - loss(action.data), action
    asked: Any = plan.view
    for worth, action in _uses_or_not(plan, legal, bool(payments), plan.guide.bills[price_now(asked, plan.seat, offer.price)]):
        declined = action.kind == "decline" and offer.otherwise
        yield (plan.worth.effects(offer.word.else_) if declined else worth), action


def _uses_or_not(plan: Plan, legal: tuple[Action, ...], payable: bool, bill: Bill) -> Iterator[tuple[float, Action]]:
    """Yields the worth of declining, 0, and of using items, which pays off if it makes the price payable."""
    for action in legal:
        if action.kind == "use":
            record = plan.guide.items[plan.rules.item_index[action.args[0]]]
            yield (1.0 if not payable and bill.shortage(plan.hand) <= plan.worth.goods_of(record.anytime) else -50.0), action
        elif action.kind not in ("pay", "give"):
            # The policy would begin a trade that it took back again.
            yield (-100.0 if action.kind == "take-back" else 0.0), action


def _loss_by(plan: Plan, bought: int = -1) -> Callable[[Sequence[int]], float]:
    """Returns the loss by a payment as a function: the goods, purchases elsewhere that become impossible, hunger."""
    hand, worth, instead = plan.hand, plan.worth, plan.guide.instead
    others = [(place, plan.bill_at(place)) for place in plan.waiting() if place != bought]
    possible = [(place, bill) for place, bill in others if bill.is_payable(hand)]
    missing = -worth.spare_food
    can_starve = sum([hand[good] for good in instead]) >= missing

    def loss(amounts: Sequence[int]) -> float:
        cost = worth.payment(amounts)
        remaining = [held - amount for held, amount in zip(hand, amounts, strict=True)] if possible or can_starve else ()
        for place, bill in possible:
            if not bill.is_payable(remaining) and (purchase := plan.purchase(place)):
                cost += max(0.0, purchase.value - cost_of(plan, purchase, hand, {})[0])
        starves = can_starve and missing > max(0.0, sum([remaining[good] for good in instead]))
        return cost + plan.guide.starving if starves else cost

    return loss


def _feedings(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of goods in place of food, and of starving."""
    payable = any(action.kind == "pay" for action in legal)
    for action in legal:
        if action.kind == "pay":
            yield -plan.worth.payment(action.data), action
        elif action.kind == "use":
            yield (1.0 if not payable else -100.0), action
        else:
            yield -float(plan.guide.starving), action


def _tools(plan: Plan) -> _Worth:
    """Returns the worth of tools on a roll: the policy keeps them for later rolls unless they give another good."""
    roll, total = plan.rules.entries(ROLLS)[plan.frame[2]], plan.frame[3]
    total += plan.worth.adjusted_at(roll.place, roll.dice)
    spare = plan.expected()[1] if plan.guide.food in roll.goods else 0.0
    more_rolls = any(plan.guide.rolls[place] for place, _ in plan.standing)
    kept = WORTH["kept-tool"] * WORTH["pip"] if more_rolls else WORTH["last-tool"]
    later = WORTH["pip"] if plan.worth.future >= 1 else kept
    values: dict[int, float] = {}

    def worth(action: Action) -> float:
        tools, items = action.data
        one_use = [plan.rules.items[item].one_use for bit, item in enumerate(plan.rules.later_uses) if items >> bit & 1]
        whole, once = sum(tools), sum(one_use)
        amount = max(0, total + whole + once) // roll.divide
        if amount not in values:
            values[amount] = max([plan.worth.good_value(good, amount, spare) for good in roll.goods])
        return values[amount] - kept * float(whole) - later * float(once)

    return worth


def _rolls_again(plan: Plan) -> _Worth:
    """Returns the worth of rolling again: what other dice are likely to bring beyond these, less the price."""
    _, _, number, total, dice = plan.frame
    totals, worth, loss = plan.rules.service(Totals), plan.worth, _loss_by(plan)
    roll = totals.rolls[number]
    now = max(0, totals.with_plus(plan.view, plan.seat, number, total) + worth.adjusted_at(roll.place, roll.dice))
    gain = expected_worth(worth, roll.goods, roll.divide, roll.then, dice, now - total)
    gain -= worth_of_roll(worth, roll.goods, now // roll.divide, roll.then, now)
    return lambda action: gain - loss(action.data)


def _picks(plan: Plan) -> _Worth:
    """Returns the worth of dice, or of effects to choose from."""
    if plan.rules.handlers[plan.frame[0]].name != ChooseEffect.name:
        return lambda action: plan.worth.face(dice_table_asked(plan.view), action.args[0])
    effects = plan.rules.entries(OFFERS)[plan.frame[2]].word.effects
    return lambda action: plan.worth.effects((effects[action.data],))


def _seats(plan: Plan) -> _Worth:
    """Returns the worth of the effects for each seat that can be chosen."""
    word = plan.rules.entries(SEAT_CHOICES)[plan.frame[2]].word
    seats = [Appraisal(plan.view, (plan.seat + left) % plan.rules.players) for left in range(plan.rules.players)]
    return lambda action: chosen_worth(plan.worth, word, seats[action.data])


def _hand_backs(plan: Plan) -> _Worth:
    """Returns the worth of items to be handed back, below 0: what they are worth besides their effects."""
    return lambda action: -plan.worth.fixed_part(action.data)


def _seals(plan: Plan) -> _Worth:
    """Returns the worth of sealed numbers: more for higher ones, less the goods that effects take by them."""
    goods = plan.guide.taken_by(plan.rules.entries(SEALS)[plan.frame[2]].word.track)

    def worth(action: Action) -> float:
        number = action.data if goods else 0
        return WORTH["lead"] * number / (number + WORTH["sealed"]) + sum(plan.worth.good_value(good, -number) for good in goods)

    return worth


def _drafts(plan: Plan) -> _Worth:
    """Returns the worth of items to be taken for nothing."""
    return lambda action: plan.worth.item(action.data)


def _keeps(plan: Plan) -> _Worth:
    """Returns the worth of dealt items; for items that stay face down, their score."""
    face_down, _ = plan.rules.handlers[plan.frame[0]].dealt(plan.frame)
    worth = plan.worth.fixed_part if face_down else plan.worth.item
    return lambda action: sum(map(worth, action.data))


def _takings(plan: Plan) -> _Worth:
    """Returns the worth of goods; goods that a purchase lacks count more."""
    hand, spare = plan.expected()
    lacking = plan.reserve(hand, plan.purchases())

    def worth(action: Action) -> float:
        taken = [(good, amount) for good, amount in enumerate(action.data) if amount]
        worths: list[float] = [
            plan.worth.good_value(good, amount, spare) + WORTH["lacking"] * min(amount, lacking[good]) for good, amount in taken
        ]
        return sum(worths)

    return worth


def _losses(plan: Plan) -> _Worth:
    """Returns the worth of goods to be lost; considers other plans."""
    loss = _loss_by(plan)
    return lambda action: -loss(action.data)


def _add_ons(plan: Plan) -> _Worth:
    """Returns the worth of an add-on less its price."""

    def worth(action: Action) -> float:
        offer = plan.rules.entries(ADD_ONS)[action.data]
        record = plan.guide.entries[offer.record].record
        cost = plan.rules.entries(PRICES)[offer.price].now(plan.view, plan.seat).fixed or ()
        return plan.worth.effects(record.effects) - plan.worth.payment(cost or [0] * len(plan.hand))

    return worth


_Worth = Callable[[Action], float]
_Judge = Callable[[Plan, tuple[Action, ...]], Iterable[tuple[float, Action]]]


def _each(worth_of: Callable[[Plan], _Worth], declined: float = -50.0) -> _Judge:
    """Returns the judge of a decision whose options have a worth each, where no use of an item helps."""
    beside = {"decline": declined, "skip": 0.0, "use": -50.0, "take-back": -50.0}

    def judge(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
        worth = worth_of(plan)
        for action in legal:
            yield (beside[action.kind] if action.kind in beside else worth(action)), action

    return judge


_JUDGES: Mapping[str, _Judge] = {
    BuyFrame.name: _bills,
    AddLate.name: _each(_add_ons),
    ChooseEffect.name: _each(_picks, declined=0.0),
    ChooseGoods.name: _each(_takings),
    ChooseSeat.name: _each(_seats),
    FeedOrStarve.name: _feedings,
    DraftItem.name: _each(_drafts),
    GetGoods.name: _each(_takings),
    LoseGoods.name: _each(_losses),
    HandBackItem.name: _each(_hand_backs),
    KeepDealt.name: _each(_keeps),
    PayOrDecline.name: _offers,
    PayTraded.name: _bills,
    PickDie.name: _each(_picks),
    PickLater.name: _each(_picks),
    PlaceFigures.name: placements,
    PlaceOrPass.name: turns,
    ResolveAmong.name: _resolutions,
    ResolvePlace.name: _resolutions,
    RollAgain.name: _each(_rolls_again, declined=0.0),
    SealNumber.name: _each(_seals),
    SplitYield.name: _each(_takings),
    TakeOrSkip.name: _each(_add_ons),
    UseTools.name: _each(_tools),
}
"""The judges of decisions by name; decisions of modules that are not `judged_like` one of these are answered at random."""


def _judge(view: View) -> _Judge | None:
    """Returns the judge of the pending decision; None for a random answer."""
    decision = view.rules.handlers[view.stack[-1][0]]
    return _JUDGES.get(decision.judged_like or decision.name)
