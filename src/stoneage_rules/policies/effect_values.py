"""The worth of effects to a seat, by rule of thumb, all found by playing variants against each other.

Goods and points are what a verb says that it brings (`Verb.gains`, `Verb.scores`); verbs that bring something else have a
function each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.mechanics.buying import BuyVerb
from stoneage_rules.mechanics.choosing import ChooseVerb
from stoneage_rules.mechanics.dice_tables import DiceForAllVerb
from stoneage_rules.mechanics.feeding import FeedVerb
from stoneage_rules.mechanics.figures import FigureVerb
from stoneage_rules.mechanics.goods import GainVerb
from stoneage_rules.mechanics.item_supply import FACE_DOWN, OPEN
from stoneage_rules.mechanics.losing import LoseVerb
from stoneage_rules.mechanics.marks import MarkVerb, UnmarkVerb
from stoneage_rules.mechanics.one_of import OneOfVerb
from stoneage_rules.mechanics.paying import PayVerb, price_of_verb
from stoneage_rules.mechanics.payment_table import PaymentTable
from stoneage_rules.mechanics.payments import price_now
from stoneage_rules.mechanics.rolling import RollVerb
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.mechanics.sweeping import SweepVerb
from stoneage_rules.mechanics.tools import ToolVerb
from stoneage_rules.mechanics.tracks import AdvanceVerb
from stoneage_rules.mechanics.workplaces import OwnerVerb
from stoneage_rules.policies.guide import expected_yield

if TYPE_CHECKING:
    from stoneage_rules.policies.valuation import Appraisal

__all__ = ["FOOD_STEPS", "PIP", "UNKNOWN", "effect_value"]

FOOD_STEPS = (1.9, 1.1, 0.3)
"""The worth of one food for the next round, for the one after, and beyond, in points."""
FIGURE_ROUND = 0.9
"""The worth of a further figure in a round."""
PIP = 1.05
"""The worth of one more on a total."""
HIDDEN_ITEM = 5.0
"""The worth of an item that is drawn face down."""
OFTEN = 3
"""How many payments for one effect are looked at in advance."""
UNKNOWN = 1.0
"""The worth of a verb that has no function here, and does not say what it brings."""


def effect_value(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of an effect to a seat, in points.

    Args:
        appraisal: the situation of the seat.
        verb: the effect.
        figures: the figures on the location, if it is one's effect.
        paid: the value of the goods paid, if it is an item's effect.
    """
    if verb.if_ and not appraisal.holds(verb.if_, figures):
        return 0.0
    return _VERBS.get(type(verb), _unknown)(appraisal, verb, figures, paid)


def _gain(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return appraisal.good_value(appraisal.rules.goods.index(verb.good), appraisal.amount(verb.amount, paid, figures))


def _advance(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    track = appraisal.rules.tracks.index(verb.track)
    left = appraisal.rules.track_tops[track] - appraisal.view.track(appraisal.seat, verb.track)
    steps = min(left, appraisal.amount(verb.steps, paid, figures))
    fed = sum(good == appraisal.guide.food for good, of in appraisal.guide.incomes if of == track)
    brought = appraisal.effects(appraisal.guide.entries["track", verb.track].record.each_advance) if verb.steps else 0.0
    return brought + float(steps) * (appraisal.rounds * fed * FOOD_STEPS[0] + appraisal.counted("track", verb.track))


def _tool(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    kits = appraisal.rules.kits
    kit = appraisal.view.kits[appraisal.seat]
    gained = kits.totals[kits.gained[kit]] - kits.totals[kit]
    count = min(appraisal.amount(verb.amount, paid, figures), 2)
    return float(count * gained) * (PIP * (appraisal.future + 0.5) + appraisal.counted("tools", "value"))


def _figure(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    count = min(
        appraisal.amount(verb.amount, paid, figures), appraisal.rules.most_figures - appraisal.view.figures[appraisal.seat]
    )
    return float(count) * (FIGURE_ROUND * appraisal.future + appraisal.counted("figures", "all"))


def _mark(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return 0.0 if appraisal.has_mark(verb.mark) else appraisal.mark_value(verb.mark)


def _unmark(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return -appraisal.mark_value(verb.mark) if appraisal.has_mark(verb.mark) else 0.0


def _roll(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    amount = expected_yield(appraisal.dice(verb.dice, figures), appraisal.divisor(verb.divide))
    return max(appraisal.good_value(appraisal.rules.goods.index(good), amount) for good in verb.yields)


def _choose(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return max(
        appraisal.good_value(good, appraisal.amount(verb.amount, paid, figures)) for good in appraisal.guide.goods(verb.of)
    )


def _dice_for_all(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of the best of the dice, less what the others have of theirs."""
    table = [entry.name for entry in appraisal.rules.content.of("dice_table")].index(verb.table)
    if table in appraisal.tables_judged:
        return UNKNOWN  # a face may bring a further roll of the same table, and so on
    appraisal.tables_judged.add(table)
    faces = sorted(appraisal.face(table, face) for face in range(1, FACES + 1))
    appraisal.tables_judged.discard(table)
    dice = appraisal.rules.players
    best = sum(value * (((rank + 1) / FACES) ** dice - (rank / FACES) ** dice) for rank, value in enumerate(faces))
    return best - 0.3 * sum(faces) / FACES


def _nothing(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return 0.0


def _pay(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of paying as often as it is worth the price, or of paying nothing."""
    table, hand, total = appraisal.rules.service(PaymentTable), tuple(appraisal.hand), 0.0
    price = price_now(appraisal.view, appraisal.seat, price_of_verb(appraisal.rules, verb))
    for time in range(min(verb.times, OFTEN) if isinstance(verb.times, int) else OFTEN):
        payments = table.out_of(price, hand)
        worths = [appraisal.effects(verb.effects, 0, table.value(one.index)) - appraisal.payment(one.data) for one in payments]
        best = max(worths, default=0.0)
        if not worths or (best <= 0 and not verb.must):
            return total if time else appraisal.effects(verb.else_)
        total += best
        hand = tuple(map(int.__sub__, hand, payments[worths.index(best)].data))
    return total


def _lose(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the loss, below 0, or what is taken from others or lost by them."""
    worth, amount = 0.0, appraisal.amount(verb.amount, paid)
    for good in appraisal.guide.goods(verb.good or verb.of or ""):
        worth = max(worth, appraisal.good_value(good, amount))
    if verb.track is not None:
        worth = amount * appraisal.counted("track", verb.track)
    if verb.tools is not None:
        worth = appraisal.amount(verb.tools, paid) * (PIP * appraisal.future + appraisal.counted("tools", "value"))
    if verb.figures is not None:
        count = appraisal.amount(verb.figures, paid)
        worth = count * (FIGURE_ROUND * appraisal.future + appraisal.counted("figures", "all"))
    if verb.takes():
        return -worth
    return worth if verb.to == "seat" else OTHERS_LOSS * worth


def _feed(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the loss, below 0, of what is eaten; what is missing counts as if it were paid."""
    eaten = appraisal.view.at_home[appraisal.seat] if verb.figures is None else appraisal.amount(verb.figures, paid, figures)
    return appraisal.good_value(appraisal.rules.goods.index(verb.good), -max(0.0, eaten))


OTHERS_LOSS = 0.3
"""The worth of what another seat loses, as a share of it."""


def _drawn(appraisal: Appraisal, verb: Any, kind: str, zone: str) -> float:
    """Returns the mean worth of the items that can be drawn: all that they bring, or of those that nobody keeps the effects."""
    rules, way = appraisal.rules, verb.keeps()
    if way == FACE_DOWN:
        return HIDDEN_ITEM
    if appraisal.is_drawing:
        return UNKNOWN  # what is drawn may draw again, and so on
    appraisal.is_drawing = True
    items = [item for item in appraisal.view.zones[rules.zones.index(zone)] if rules.kinds[rules.items[item].kind] == kind]
    worths = [appraisal.item(item) if way == OPEN else appraisal.effects(appraisal.guide.items[item].effects) for item in items]
    appraisal.is_drawing = False
    return sum(worths) / max(1, len(worths))


def _unknown(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of an item that is drawn, of the effects inside a verb, or of what the verb says that it brings."""
    if (row := verb.items_of_row()) and verb.keeps() == OPEN:
        spaces = next(entry.spaces for entry in appraisal.rules.entries(ROWS) if entry.id == row)
        items = [item for space in spaces if (item := appraisal.view.item_at[space]) >= 0]
        return max(map(appraisal.item, items), default=0.0)
    if drawn := verb.draws():
        return _drawn(appraisal, verb, *drawn)
    worths = [appraisal.effects((effect,), figures, paid) for effect in getattr(verb, "effects", ())]
    if not worths:
        return _brought(appraisal, verb, figures, paid)
    return max(worths) if isinstance(verb, OneOfVerb) else sum(worths)


def _brought(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of the points and goods that a verb says it brings, by `scores` and `gains`."""
    points, gains = verb.scores(), verb.gains(appraisal.rules.linker)
    if not points and not gains:
        return UNKNOWN
    goods = (sum(appraisal.good_value(*pair) for pair in enumerate(amounts)) for amounts in gains or ())
    return appraisal.amount(points or 0, paid, figures) + max(goods, default=0.0)


_VERBS: Mapping[type, Callable[[Appraisal, Any, int, float], float]] = {
    AdvanceVerb: _advance,
    BuyVerb: _nothing,
    ChooseVerb: _choose,
    DiceForAllVerb: _dice_for_all,
    FeedVerb: _feed,
    FigureVerb: _figure,
    GainVerb: _gain,
    LoseVerb: _lose,
    MarkVerb: _mark,
    OwnerVerb: _nothing,
    PayVerb: _pay,
    RollVerb: _roll,
    SweepVerb: _nothing,
    ToolVerb: _tool,
    UnmarkVerb: _unmark,
}
