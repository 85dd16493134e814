"""The heuristic policy, called `sensible`: grow early, feed everyone, buy what can be paid, waste nothing.

It sees the view of its seat and the rules' own data; the worth of things to it is in `valuation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.view import View
from stoneage_rules.mechanics.add_on_records import ADD_ONS
from stoneage_rules.mechanics.add_ons import TakeOrSkip
from stoneage_rules.mechanics.buying import BuyFrame
from stoneage_rules.mechanics.choosing import ChooseGoods
from stoneage_rules.mechanics.dealing import KeepDealt
from stoneage_rules.mechanics.dice_for_all import PickDie, PickLater
from stoneage_rules.mechanics.drafting import DraftItem
from stoneage_rules.mechanics.feeding import FeedOrStarve
from stoneage_rules.mechanics.late_add_ons import AddLate
from stoneage_rules.mechanics.losses import LoseGoods
from stoneage_rules.mechanics.one_of import OFFERS, ChooseEffect
from stoneage_rules.mechanics.paying import PAY_OFFERS, PayOrDecline
from stoneage_rules.mechanics.payment_table import PaymentTable
from stoneage_rules.mechanics.payments import PRICES, Price
from stoneage_rules.mechanics.placement.placement_frames import PlaceFigures
from stoneage_rules.mechanics.placement.placement_order import PlaceOrPass
from stoneage_rules.mechanics.resolving import ResolvePlace
from stoneage_rules.mechanics.rolling import RollVerb, UseTools
from stoneage_rules.mechanics.splitting import SplitYield
from stoneage_rules.mechanics.totals import ROLLS
from stoneage_rules.mechanics.trading.trade_frames import GetGoods, PayTraded
from stoneage_rules.policies.effect_values import PIP
from stoneage_rules.policies.guide import dice_table_asked
from stoneage_rules.policies.placements import placements
from stoneage_rules.policies.plan import LACKING, Plan, Purchase, cost_of, is_payable, shortage

__all__ = ["Sensible"]

NOISE = 0.01
"""The weight of the random number that settles ties."""

NEVER = float("-inf")
"""The worth of options that are not weighed at all."""


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

    def rank(self, view: View, legal: tuple[Action, ...]) -> list[tuple[float, Action]]:
        """Returns each legal action with its worth to the policy, the best first; of equal ones the lower index.

        Worth compares the options of one question alone; where goods and cards are weighed it is in points.  It is `-inf` for
        what the policy never does there, and 0 for all options of a decision that it does not know, such as one of a module.
        Here chance settles nothing, as it does where the policy chooses.

        Example: `sensible_policy(1).rank(view, view.legal())[:5]`
        """
        judge = _JUDGES.get(type(view.rules.handlers[view.stack[-1][0]])) if legal else None
        judged = {} if judge is None else {action: value for value, action in judge(Plan(view), legal)}
        other = NEVER if judged else 0.0
        return sorted(((judged.get(action, other), action) for action in legal), key=lambda pair: (-pair[0], pair[1].index))

    def _best(self, judged: Iterable[tuple[float, Action]]) -> Action:
        return max(((value + NOISE * self.random(), action.index, action) for value, action in judged))[2]


def _resolutions(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of acting next: places that help later ones come first, then gathering, then purchases."""
    for action in legal:
        if action.kind == "resolve":
            place = plan.rules.places[action.data]
            purchase = plan.purchase(place)
            if purchase is not None:
                cost, missing = cost_of(plan, purchase.price, plan.hand, ())
                yield (purchase.value - cost if not missing else -100.0), action
            else:
                yield (1000.0 if place.most > place.least else 2000.0), action


def _bills(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of payments for an item: its own less that of the goods, other plans and feeding in mind."""
    item = plan.view.item_at[plan.frame[2]]
    if item < 0:  # it is gone: there is nothing to judge
        yield from ((-50.0 if action.kind == "use" else 0.0, action) for action in legal)
        return
    effects = plan.guide.items[item].effects
    fixed = plan.worth.fixed_part(item)
    others = [purchase for purchase in plan.purchases() if purchase.place.index != plan.frame[2]]
    payable = plan.is_closed(item)
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
            cost = plan.worth.payment(action.data) + UNDERPAID * cost_of(plan, price, plan.hand, ())[0]
            yield (-1.0 if payable else brought.get(0, fixed) - cost), action
    yield from _uses_or_not(plan, legal, payable, plan.price_at(plan.rules.places[plan.frame[2]]))


def _offers(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of payments for effects: theirs less that of the goods, purchases and feeding in mind."""
    offer, others = plan.rules.entries(PAY_OFFERS)[plan.frame[2]], plan.purchases()
    payments = [action for action in legal if action.kind == "pay"]
    for action in payments:
        paid = plan.rules.service(PaymentTable).value(action.index)
        yield plan.worth.effects(offer.word.effects, 0, paid) - _loss(plan, action.data, others), action
    for worth, action in _uses_or_not(
        plan, legal, bool(payments), plan.rules.entries(PRICES)[offer.price].now(plan.view, plan.seat)
    ):
        declined = action.kind == "decline" and offer.otherwise
        yield (plan.worth.effects(offer.word.else_) if declined else worth), action


UNDERPAID = 0.5
"""The share of a price that is still paid from the hand after a trade."""


def _uses_or_not(plan: Plan, legal: tuple[Action, ...], payable: bool, price: Price) -> Iterator[tuple[float, Action]]:
    """Yields the worth of not buying, nothing, and of items to be used: they are if that makes the price payable."""
    for action in legal:
        if action.kind == "use":
            record = plan.guide.items[plan.rules.item_index[action.args[0]]]
            yield (1.0 if not payable and shortage(plan, price) <= plan.worth.goods_of(record.anytime) else -50.0), action
        elif action.kind not in ("pay", "give"):
            # A trade that is taken back would be begun again.
            yield (-100.0 if action.kind == "take-back" else 0.0), action


def _loss(plan: Plan, amounts: Sequence[int], others: Sequence[Purchase]) -> float:
    """Returns the loss by a payment: the goods, other purchases that become impossible, hunger."""
    cost = plan.worth.payment(amounts)
    remaining = [held - amount for held, amount in zip(plan.hand, amounts, strict=True)]
    for purchase in others:
        if is_payable(purchase.price, plan.hand) and not is_payable(purchase.price, remaining):
            cost += max(0.0, purchase.value - cost_of(plan, purchase.price, plan.hand, ())[0])
    missing = -plan.worth.spare_food
    before, after = (sum(goods[good] for good in plan.guide.instead) for goods in (plan.hand, remaining))
    return cost + plan.guide.starving if before >= missing > max(0.0, after) else cost


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


def _tools(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of tools on a roll: they are kept for later rolls unless they bring a good more."""
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
    """Yields the worth of dice, or of effects to choose from."""
    for action in legal:
        if action.kind == "choose":
            yield plan.worth.effects((plan.rules.entries(OFFERS)[plan.frame[2]].effects[action.data],)), action
        else:
            yield (plan.worth.face(dice_table_asked(plan.view), action.args[0]) if action.kind == "pick" else -50.0), action


def _drafts(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of items to be taken for nothing."""
    for action in legal:
        yield (plan.worth.item(action.data) if action.kind == "draft" else -50.0), action


def _keeps(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of items that were dealt; of those that stay face down, what they score."""
    face_down, _ = plan.rules.handlers[plan.frame[0]].dealt(plan.frame)
    worth = plan.worth.fixed_part if face_down else plan.worth.item
    for action in legal:
        yield (sum(map(worth, action.data)) if action.kind == "keep" else -50.0), action


def _takings(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of goods; those that a purchase lacks count more."""
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


def _losses(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of goods to be lost, other plans in mind."""
    for action in legal:
        yield (-_loss(plan, action.data, plan.purchases()) if action.kind == "lose" else -50.0), action


def _add_ons(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of an add-on less its price."""
    for action in legal:
        if action.kind == "add":
            offer = plan.rules.entries(ADD_ONS)[action.data]
            record = plan.guide.entries[offer.record].record
            cost = plan.rules.entries(PRICES)[offer.price].now(plan.view, plan.seat).fixed or ()
            yield plan.worth.effects(record.effects) - plan.worth.payment(cost or [0] * len(plan.hand)), action
        else:
            yield (0.0 if action.kind == "skip" else -50.0), action


_JUDGES: Mapping[type, Callable[[Plan, tuple[Action, ...]], Iterable[tuple[float, Action]]]] = {
    BuyFrame: _bills,
    AddLate: _add_ons,
    ChooseEffect: _picks,
    ChooseGoods: _takings,
    FeedOrStarve: _feedings,
    DraftItem: _drafts,
    GetGoods: _takings,
    LoseGoods: _losses,
    KeepDealt: _keeps,
    PayOrDecline: _offers,
    PayTraded: _bills,
    PickDie: _picks,
    PickLater: _picks,
    PlaceFigures: placements,
    PlaceOrPass: placements,
    ResolvePlace: _resolutions,
    SplitYield: _takings,
    TakeOrSkip: _add_ons,
    UseTools: _tools,
}
"""The judges of decisions by their classes; a module's own decisions are answered at random."""
