"""The worth of placements: what figures gather, and the purchases that they wait for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.nouns import Place
from stoneage_rules.mechanics.rolling import RollVerb
from stoneage_rules.policies.guide import expected_yield
from stoneage_rules.policies.plan import LACKING, Plan, cost_of

__all__ = ["placements"]

GATHERED_LATER = 0.65
"""The share of a purchase's worth whose goods must still be gathered."""
BLOCKED = 0.5
"""The worth of figures on something that cannot be paid."""


def placements(plan: Plan, legal: tuple[Action, ...]) -> Iterator[tuple[float, Action]]:
    """Yields the worth of placements: at a place for one purpose, its own beyond what its figures could gather instead."""
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
    for action in legal:
        if action.kind == "pass":
            yield -best[home], action
    for place, counts in options.items():
        if place in gathering:
            others = _shared_out((values for other, values in gathering.items() if other != place), home)
            for count, action in counts.items():
                yield gathering[place][count] + others[home - count] - best[home], action
        else:
            for count, action in counts.items():
                value = _single(plan, places[place], count, hand, gathering, home - count)
                yield value + best[home - count] - best[home], action


def _by_place(legal: tuple[Action, ...]) -> dict[int, dict[int, Action]]:
    """Returns the placements by place and number of figures."""
    placed: dict[int, dict[int, Action]] = {}
    for action in legal:
        if action.kind == "place":
            place, count = action.data
            placed.setdefault(place, {})[count] = action
    return placed


def _gathered(plan: Plan, place: Place, figures: int, lacking: Sequence[float], spare: float) -> float:
    """Returns the worth of figures on a place with room for several; goods that are lacking count more."""
    value = 0.0
    for verb in plan.guide.places[place.index].effects:
        if isinstance(verb, RollVerb):
            amount = expected_yield(plan.worth.dice(verb.dice, figures), plan.worth.divisor(verb.divide))
            value += max(
                plan.worth.good_value(good, amount, spare) + min(amount, lacking[good]) * LACKING
                for good in map(plan.rules.goods.index, verb.yields)
            )
        else:
            value += plan.worth.effects((verb,), figures)
    return value


def _shared_out(gathering: Iterable[Mapping[int, float]], figures: int) -> list[float]:
    """Returns the most that each number of figures, up to this one, can gather together."""
    best = [0.0] * (figures + 1)
    for values in gathering:
        before = best[:]
        for count, value in values.items():
            for total in range(count, figures + 1):
                if before[total - count] + value > best[total]:
                    best[total] = before[total - count] + value
    return best


def _single(plan: Plan, place: Place, count: int, hand: Sequence[float], gathering: Iterable[int], figures: int) -> float:
    """Returns the worth of a place for one purpose, with some figures left to gather its price."""
    purchase = plan.purchase(place)
    if purchase is None:
        return plan.worth.place(place, count)
    cost, needed = cost_of(plan, purchase.price, hand, gathering)
    net = purchase.value - cost
    if needed == 0:
        return max(net, BLOCKED)
    return max(net * GATHERED_LATER, BLOCKED) if needed <= figures else BLOCKED
