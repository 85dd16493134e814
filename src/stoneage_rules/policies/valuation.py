"""What things are worth to a seat: effects, items, goods, in points and by rule of thumb.

It knows verbs and quantities, the words that content is written in, and no content; what to do with it is `sensible`.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.fields import Quantity
from stoneage_rules.mechanics.buying import BuyVerb
from stoneage_rules.mechanics.choosing import ChooseVerb
from stoneage_rules.mechanics.dice_for_all import DiceForAllVerb, PickLater
from stoneage_rules.mechanics.drawing import DrawHiddenVerb
from stoneage_rules.mechanics.effect_lists import EachSeatVerb
from stoneage_rules.mechanics.feeding import FeedVerb
from stoneage_rules.mechanics.figures import FigureVerb
from stoneage_rules.mechanics.goods import GainVerb
from stoneage_rules.mechanics.one_of import OneOfVerb
from stoneage_rules.mechanics.points import PointsVerb
from stoneage_rules.mechanics.rolling import RollVerb
from stoneage_rules.mechanics.rounds import EndGameVerb
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.mechanics.scoring import SCORE_LINES
from stoneage_rules.mechanics.tools import ToolVerb
from stoneage_rules.mechanics.tracks import AdvanceVerb

__all__ = ["Appraisal", "Guide", "dice_table_asked", "expected_yield"]

# Rules of thumb, in points; found by letting the policy play against variants of itself.
LONGEST = 20
"""In this round and later ones, every round is played as the last one."""
PACE = 0.72
"""The share of a row's items that is taken in a round."""
KEPT_VALUE = (0.58, 0.8, 0.95)
"""What a good is worth of its value: in the last round, the one before, and earlier."""
STOCK = 4.0
"""So many goods can be spent in a round; those beyond are worth less."""
PLAIN_GOOD = 1.5
"""A good without a value of its own that feeds nobody."""
UNFED = 3.0
"""One missing food."""
FOOD_STEPS = (1.9, 1.1, 0.3)
"""One food for the next round, for the one after, and beyond."""
FIGURE_ROUND = 0.9
"""What a further figure brings in a round."""
PIP = 1.05
"""One more on a total."""
HIDDEN_ITEM = 5.0
UNKNOWN = 1.0
"""A verb that this file does not know."""
GROWTH: Mapping[str, float] = {"tools": 0.45, "track": 0.4, "figures": 0.3, "owned": 0.5, "icons": 0.35}
"""By how much what a score line counts grows in a round."""
SYMBOL_GROWTH = 0.35


@lru_cache(maxsize=4096)
def expected_yield(dice: int, divide: int, more: int = 0) -> float:
    """The mean of the total of some dice and a number, divided and rounded down."""
    ways = _totals(dice)
    return float(sum(count * ((total + more) // divide) for total, count in enumerate(ways)) / 6**dice)


@lru_cache(maxsize=64)
def _totals(dice: int) -> tuple[int, ...]:
    """In how many ways each total comes about."""
    if dice == 0:
        return (1,)
    before = _totals(dice - 1)
    return tuple(
        sum(before[total - face] for face in range(1, 7) if 0 <= total - face < len(before)) for total in range(len(before) + 6)
    )


def dice_table_asked(position: Position) -> int:
    """The dice table from whose dice a seat must pick now."""
    frame = position.stack[-1]
    if isinstance(position.rules.handlers[frame[0]], PickLater):
        frame = position.waiting[frame[2]]
    return frame[2]


class Guide:
    """What the content of a ruleset says about its worth, found once: who feeds on what, what grows, what ends."""

    _made: weakref.WeakKeyDictionary[Ruleset, Guide] = weakref.WeakKeyDictionary()

    def __init__(self, rules: Ruleset) -> None:
        self.rules = weakref.proxy(rules)
        self.records = {(entry.kind, entry.name): entry.record for entry in rules.content}
        self.items = [self.records[rules.kinds[item.kind], item.id] for item in rules.items]
        self.places = [self.records[place.record] for place in rules.places]
        steps = [verb for entry in rules.content.of("phase") for verb in _flat(entry.record.effects)]
        self.feeding = next((verb for verb in steps if isinstance(verb, FeedVerb)), None)
        self.food = -1 if self.feeding is None else rules.goods.index(self.feeding.good)
        self.instead = () if self.feeding is None else self.goods(self.feeding.instead)
        self.starving = -sum(
            verb.amount
            for verb in (self.feeding.starve if self.feeding else ())
            if isinstance(verb, PointsVerb) and isinstance(verb.amount, int)
        )
        self.incomes = tuple(
            (rules.goods.index(verb.good), rules.tracks.index(verb.amount.of))
            for verb in steps
            if isinstance(verb, GainVerb) and isinstance(verb.amount, Quantity) and verb.amount.name == "track"
        )
        self.ends = tuple(verb for verb in steps if isinstance(verb, EndGameVerb))
        self.lines = tuple(
            (entry.record, line) for entry, line in zip(rules.content.of("score"), rules.entries(SCORE_LINES), strict=True)
        )
        self.buys = tuple(any(isinstance(verb, BuyVerb) for verb in place.effects) for place in self.places)
        self.dice_tables = tuple(entry.record.faces for entry in rules.content.of("dice_table"))

    @classmethod
    def of(cls, rules: Ruleset) -> Guide:
        """The guide to a ruleset, made on first use."""
        found = cls._made.get(rules)
        if found is None:
            found = cls._made[rules] = cls(rules)
        return found

    def goods(self, name: str) -> tuple[int, ...]:
        """The goods of a group, or the one good with that name."""
        goods = self.rules.content.of("good")
        group = tuple(index for index, entry in enumerate(goods) if name in entry.record.groups)
        return group or tuple(index for index, entry in enumerate(goods) if entry.name == name)

    def rounds_left(self, view: Position) -> float:
        """How many rounds are likely still to be finished, the present one included."""
        rules = self.rules
        found: list[float] = []
        for row in rules.entries(ROWS):
            if row.ends_game:
                left = sum(rules.items[item].kind == row.kind for item in view.zones[row.zone])
                found.append(1 + left / (PACE * len(row.spaces)))
        for end in self.ends:
            if end.after_round is not None:
                found.append(end.after_round - view.round + 1)
            elif end.when_empty is not None:
                row = next(row for row in rules.entries(ROWS) if row.id == end.when_empty)
                found += [(view.piles[place] + (view.item_at[place] >= 0)) / PACE for place in row.spaces]
        return max(1.0, min([*found, LONGEST - view.round]))


def _flat(effects: Iterable[Any]) -> Iterable[Any]:
    for verb in effects:
        yield verb
        if isinstance(verb, EachSeatVerb):
            yield from _flat(verb.effects)


class Appraisal:
    """What things are worth to one seat at one moment."""

    def __init__(self, view: Position, seat: int) -> None:
        self.view: Any = view
        self.seat = seat
        self.rules = view.rules
        self.guide = Guide.of(view.rules)
        width = len(self.rules.goods)
        self.hand = view.goods[seat * width : (seat + 1) * width]
        self.rounds = self.guide.rounds_left(view)
        self.future = self.rounds - 1
        self._counts: dict[tuple[str, str], float] = {}

    # --- goods --------------------------------------------------------------------------------------------------

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """What one of each good is worth, the one that feeds apart."""
        share = KEPT_VALUE[min(2, int(self.future + 0.5))]
        values = self.rules.good_values
        held = sum(amount for amount, value in zip(self.hand, values, strict=True) if value)
        crowd = min(1.0, STOCK * (self.rounds + 1) / max(1, held))
        return tuple(crowd * max(share * value, 1.0) if value else self._plain(good) for good, value in enumerate(values))

    def _plain(self, good: int) -> float:
        """What a good without a value of its own is worth."""
        return 0.0 if good == self.guide.food else PLAIN_GOOD * min(1.0, 2 * STOCK / max(1, self.hand[good]))

    @cached_property
    def income(self) -> float:
        """What the tracks bring of the good that feeds, per round."""
        width = len(self.rules.tracks)
        tracks = self.view.tracks[self.seat * width : (self.seat + 1) * width]
        return float(sum(tracks[track] for good, track in self.guide.incomes if good == self.guide.food))

    @cached_property
    def mouths(self) -> int:
        """Figures that will have to be fed."""
        return int(self.view.figures[self.seat])

    @cached_property
    def spare_food(self) -> float:
        """What will be left of the good that feeds after feeding, from what is there now; less than 0 is missing."""
        if self.guide.food < 0:
            return 0.0
        return float(self.hand[self.guide.food] + self.income - self.mouths)

    def food_value(self, spare: float) -> float:
        """What it is worth to have so much of the good that feeds left after feeding."""
        if spare <= 0:
            return max(UNFED * spare, -4.0 * self.guide.starving)
        step = max(1.0, self.mouths - self.income)
        value = 0.0
        for number, worth in enumerate(FOOD_STEPS):
            part = min(spare, step) if number + 1 < len(FOOD_STEPS) else spare
            value += part * worth * min(1.0, max(0.0, self.future - number))
            spare -= part
        return value

    def good_value(self, good: int, amount: float, spare: float | None = None) -> float:
        """What some more of a good is worth."""
        if good != self.guide.food:
            return amount * self.worth[good]
        spare = self.spare_food if spare is None else spare
        return self.food_value(spare + amount) - self.food_value(spare)

    # --- final scoring ------------------------------------------------------------------------------------------

    def counted(self, name: str, of: str) -> float:
        """What one more of a quantity adds to final scoring."""
        found = self._counts.get((name, of))
        if found is None:
            found = self._counts[name, of] = self._counted(name, of)
        return found

    def _counted(self, name: str, of: str) -> float:
        total = 0.0
        for record, line in self.guide.lines:
            parts = [part for part in (record.count, record.times) if part is not None]
            for number, part in enumerate(parts):
                if part.name == name and part.of == of:
                    others = [n for n in range(len(parts)) if n != number]
                    worth = float(line.each)
                    for other in others:
                        now = line.factors[other](self.view, self.seat, 0)
                        worth *= now + GROWTH.get(parts[other].name, 0.0) * self.future
                    total += worth
        return total

    @cached_property
    def _symbols(self) -> Counter[str]:
        items = (item for zone in self.rules.zones_of(self.seat) for item in self.view.zones[zone])
        return Counter(symbol for item in items if (symbol := self.rules.items[item].symbol) is not None)

    def symbol_value(self, symbol: str) -> float:
        """What one more symbol adds to the sets."""
        level = self._symbols[symbol] + 1
        size = sum(count >= level for count in self._symbols.values())
        each = sum(line.each for record, line in self.guide.lines if record.count.name == "symbols")
        return each * (2 * size + 1 + SYMBOL_GROWTH * self.future)

    # --- effects and items --------------------------------------------------------------------------------------

    def effects(self, effects: Iterable[Any], figures: int = 0, paid: float = 0.0) -> float:
        """What a list of effects is worth, for so many figures on a location or for goods paid of such a value."""
        return sum(_VERBS.get(type(verb), _unknown)(self, verb, figures, paid) for verb in effects)

    def amount(self, amount: Any, paid: float) -> float:
        """An amount in content as a number."""
        if not isinstance(amount, Quantity):
            return float(amount)
        if amount.name == "paid":
            return paid * amount.times
        if amount.name == "track":
            return amount.times * float(self.view.track(self.seat, amount.of))
        return float(amount.times)

    def item(self, index: int, paid: float = 0.0) -> float:
        """What an item is worth, its price apart."""
        return self.fixed_part(index) + self.effects(self.guide.items[index].effects, 0, paid)

    def fixed_part(self, index: int) -> float:
        """What an item is worth besides its effects."""
        record = self.guide.items[index]
        item = self.rules.items[index]
        value = self.effects(record.anytime) + PIP * item.one_use
        value += sum(count * self.counted("icons", icon) for icon, count in item.icons.items())
        value += self.counted("owned", self.rules.kinds[item.kind])
        if item.symbol is not None:
            value += self.symbol_value(item.symbol)
        for standing in getattr(record, "standing", ()):
            value += self.future * self.effects(standing.effects)
        workplace = getattr(record, "workplace", None)
        return value + (UNKNOWN * self.future if workplace else 0.0)

    def face(self, table: int, face: int) -> float:
        """What a face of a dice table is worth."""
        return self.effects(self.guide.dice_tables[table].get(face, ()))

    def place(self, place: Place, figures: int) -> float:
        """What figures on a place bring, purchases apart."""
        return self.effects(self.guide.places[place.index].effects, figures)

    def payment(self, amounts: Sequence[int]) -> float:
        """What the goods of a payment are worth."""
        return sum(amount * worth for amount, worth in zip(amounts, self.worth, strict=True) if amount)


# --- one function per verb: the appraisal, the verb, figures, value paid ----------------------------------------------


def _gain(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return told.good_value(told.rules.goods.index(verb.good), told.amount(verb.amount, paid))


def _points(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return told.amount(verb.amount, paid)


def _advance(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    track = told.rules.tracks.index(verb.track)
    left = told.rules.track_tops[track] - told.view.track(told.seat, verb.track)
    steps = min(left, told.amount(verb.steps, paid))
    fed = sum(good == told.guide.food for good, of in told.guide.incomes if of == track)
    return float(steps) * (told.rounds * fed * FOOD_STEPS[0] + told.counted("track", verb.track))


def _tool(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    kits = told.rules.kits
    kit = told.view.kits[told.seat]
    gained = kits.totals[kits.gained[kit]] - kits.totals[kit]
    return float(min(verb.amount, 2) * gained) * (PIP * (told.future + 0.5) + told.counted("tools", "value"))


def _figure(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    count = min(verb.amount, told.rules.most_figures - told.view.figures[told.seat])
    return float(count) * (FIGURE_ROUND * told.future + told.counted("figures", "all"))


def _roll(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    amount = expected_yield(verb.dice or figures, verb.divide)
    return max(told.good_value(told.rules.goods.index(good), amount) for good in verb.yields)


def _choose(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return max(told.good_value(good, verb.amount) for good in told.guide.goods(verb.of))


def _dice_for_all(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """The best of the dice, less what the others have of theirs."""
    table = [entry.name for entry in told.rules.content.of("dice_table")].index(verb.table)
    faces = sorted(told.face(table, face) for face in range(1, 7))
    dice = told.rules.players
    best = sum(value * (((rank + 1) / 6) ** dice - (rank / 6) ** dice) for rank, value in enumerate(faces))
    return best - 0.3 * sum(faces) / 6


def _draw_hidden(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return HIDDEN_ITEM


def _nothing(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return 0.0


def _unknown(told: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """The effects inside a verb, all of them or the best one; a module's own may have none."""
    worths = [told.effects((effect,), figures, paid) for effect in getattr(verb, "effects", ())] or [UNKNOWN]
    return max(worths) if isinstance(verb, OneOfVerb) else sum(worths)


_VERBS: Mapping[type, Callable[[Appraisal, Any, int, float], float]] = {
    AdvanceVerb: _advance,
    BuyVerb: _nothing,
    ChooseVerb: _choose,
    DiceForAllVerb: _dice_for_all,
    DrawHiddenVerb: _draw_hidden,
    FigureVerb: _figure,
    GainVerb: _gain,
    PointsVerb: _points,
    RollVerb: _roll,
    ToolVerb: _tool,
}
