"""The worth of goods, items and places to one seat at one moment, in points and by rule of thumb.

It knows quantities, the words that content is written in, and no content; the policy that uses it is in `heuristic`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any

from stoneage_rules.kernel.nouns import Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.choosing import ChooseVerb
from stoneage_rules.mechanics.goods import GainVerb
from stoneage_rules.mechanics.scoring import Line
from stoneage_rules.policies.effect_values import FOOD_STEPS, PIP, UNKNOWN, effect_value
from stoneage_rules.policies.guide import Guide

__all__ = ["Appraisal"]

# Rules of thumb, found by letting the policy play against variants of itself.
KEPT_VALUE = (0.58, 0.8, 0.95)
"""The share of its value that a good is worth: in the last round, the one before, and earlier."""
STOCK = 4.0
"""The goods that can be spent in a round; those beyond are worth less."""
PLAIN_GOOD = 1.5
"""The worth of a good without a value of its own that feeds nobody."""
UNFED = 3.0
"""The loss by one missing food."""
GROWTH: Mapping[str, float] = {"tools": 0.45, "track": 0.4, "figures": 0.3, "owned": 0.5, "icons": 0.35}
"""The growth in a round of what a score line counts, by quantity."""
SYMBOL_GROWTH = 0.35
UNMET = 0.4
"""The share that a score line is worth whose condition does not hold yet."""


class Appraisal:
    """The situation of one seat at one moment, and the worth of things in it."""

    def __init__(self, view: Position, seat: int) -> None:
        self.view: Any = view
        self.seat = seat
        self.rules = view.rules
        self.guide = Guide.of(view.rules)
        width = len(self.rules.goods)
        self.hand = view.goods[seat * width : (seat + 1) * width]
        self.rounds = self.guide.rounds_left(view)
        self.future = self.rounds - 1
        self.is_drawing = False
        """True while the worth of what could be drawn is worked out."""
        self.tables_judged: set[int] = set()
        """The dice tables whose faces are being judged."""
        self._counts: dict[tuple[str, str], float] = {}

    # --- goods --------------------------------------------------------------------------------------------------

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """The worth of one of each good, except the one that feeds."""
        share = KEPT_VALUE[min(2, int(self.future + 0.5))]
        values = self.rules.good_values
        held = sum(amount for amount, value in zip(self.hand, values, strict=True) if value)
        crowd = min(1.0, STOCK * (self.rounds + 1) / max(1, held))
        return tuple(crowd * max(share * value, 1.0) if value else self._plain(good) for good, value in enumerate(values))

    def _plain(self, good: int) -> float:
        """Returns the worth of a good without a value of its own."""
        return 0.0 if good == self.guide.food else PLAIN_GOOD * min(1.0, 2 * STOCK / max(1, self.hand[good]))

    @cached_property
    def income(self) -> float:
        """The amount of the good that feeds which the tracks bring per round."""
        width = len(self.rules.tracks)
        tracks = self.view.tracks[self.seat * width : (self.seat + 1) * width]
        return float(sum(tracks[track] for good, track in self.guide.incomes if good == self.guide.food))

    @cached_property
    def mouths(self) -> int:
        """Figures that will have to be fed: the seat's own, or as many as the effect that feeds says, while its rows hold."""
        feeding = self.guide.feeding
        if feeding is not None and not self.holds(feeding.if_):
            return 0
        if feeding is None or feeding.figures is None:
            return int(self.view.figures[self.seat])
        return max(0, int(self.amount(feeding.figures)))

    @cached_property
    def spare_food(self) -> float:
        """The amount of the good that feeds which will be left after feeding, from what is there now; below 0 it is missing."""
        if self.guide.food < 0:
            return 0.0
        return float(self.hand[self.guide.food] + self.income - self.mouths)

    def food_value(self, spare: float) -> float:
        """Returns the worth of having this much of the good that feeds left after feeding."""
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
        """Returns the worth of some more of a good."""
        if good != self.guide.food:
            return amount * self.worth[good]
        spare = self.spare_food if spare is None else spare
        return self.food_value(spare + amount) - self.food_value(spare)

    # --- final scoring ------------------------------------------------------------------------------------------

    def counted(self, name: str, of: str) -> float:
        """Returns the points that one more of a quantity adds to final scoring."""
        points = self._counts.get((name, of))
        if points is None:
            points = self._counts[name, of] = self._counted(name, of)
        return points

    def _counted(self, name: str, of: str) -> float:
        total = 0.0
        for record, line in self.guide.lines:
            share = self._counts_share(line)
            parts = [part for part in (record.count, record.times) if part is not None]
            for number, part in enumerate(parts):
                if part.name == name and part.of == of and part.seats in (None, "all"):
                    others = [n for n in range(len(parts)) if n != number]
                    worth = share * line.each * part.times / part.divide
                    for other in others:
                        now = line.factors[other](self.view, self.seat, 0)
                        worth *= now + GROWTH.get(parts[other].name, 0.0) * self.future
                    total += worth
        return total

    def has_mark(self, mark: str) -> bool:
        """Returns whether the seat has a mark."""
        return bool(self.guide.reader(Quantity("mark", mark))(self.view, self.seat, 0))

    def mark_value(self, mark: str) -> float:
        """Returns the points that a mark adds to final scoring: as a number that counts, and as a condition of lines."""
        if self.guide.entries["mark", mark].record.lasts != "game":
            return 0.0
        points = self.counted("mark", mark)
        for record, line in self.guide.lines:
            if any(row.name == "mark" and row.of == mark and row.holds(1) and not row.holds(0) for row in record.if_):
                points += line.each * prod(factor(self.view, self.seat, 0) for factor in line.factors)
        return points

    def _counts_share(self, line: Line) -> float:
        """Returns the share of its points for which a line counts now: less while its condition does not hold."""
        holds = all(row_holds(reader(self.view, self.seat, 0)) for reader, row_holds in line.open_rows)
        return 1.0 if holds else UNMET if self.future else 0.0

    @cached_property
    def _symbols(self) -> Counter[str]:
        items = (item for zone in self.rules.zones_of(self.seat) for item in self.view.zones[zone])
        return Counter(symbol for item in items if (symbol := self.rules.items[item].symbol) is not None)

    def symbol_value(self, symbol: str) -> float:
        """Returns the points that one more symbol adds to the sets."""
        level = self._symbols[symbol] + 1
        size = sum(count >= level for count in self._symbols.values())
        lines = [line for record, line in self.guide.lines if (record.count.name, record.count.of) == ("symbols", "sets-squared")]
        each = sum(line.each * self._counts_share(line) for line in lines)
        return each * (2 * size + 1 + SYMBOL_GROWTH * self.future)

    # --- effects and items --------------------------------------------------------------------------------------

    def effects(self, effects: Iterable[Any], figures: int = 0, paid: float = 0.0) -> float:
        """Returns the worth of a list of effects, for figures on a location or for goods paid of some value."""
        return sum(effect_value(self, verb, figures, paid) for verb in effects)

    def goods_of(self, effects: Iterable[Verb]) -> float:
        """Returns how many goods effects bring now at the most, as far as it can be told."""
        count = 0.0
        for verb in effects:
            gains = verb.gains(self.rules.linker) if self.holds(verb.if_) else ()
            if gains is None and isinstance(verb, (GainVerb, ChooseVerb)):
                count += max(0.0, self.amount(verb.amount))
            else:
                count += max(map(sum, gains or ()), default=0)
        return count

    def holds(self, rows: Sequence[IfRow], n: int = 0) -> bool:
        """Returns whether the rows of an `if` hold for the seat now."""
        return all(row.holds(self.guide.reader(row)(self.view, self.seat, n)) for row in rows)

    def amount(self, amount: Any, paid: float = 0.0, figures: int = 0) -> float:
        """Returns an amount in content as a number, for figures on a location or for goods paid of some value."""
        if not isinstance(amount, Quantity):
            return float(amount)
        kind = self.rules.linker.word("quantity", amount.name)
        if amount.of in kind.belongs:
            return float(self.guide.reader(amount)(self.view, self.seat, figures))
        if not kind.under:
            return float(self.guide.reader(amount)(self.view, self.seat, 0))
        number = (paid if kind.of_items else 1.0) * amount.times + self.amount(amount.plus, paid, figures)
        number /= amount.divide
        number = number if amount.at_least is None else max(number, self.amount(amount.at_least, paid, figures))
        return number if amount.at_most is None else min(number, self.amount(amount.at_most, paid, figures))

    def dice(self, amount: Any, figures: int) -> int:
        """Returns how many dice a roll would have now, where so many figures act; an amount of None is a die for each."""
        return figures if amount is None else max(0, int(self.amount(amount, figures=figures)))

    def divisor(self, amount: Any) -> int:
        """Returns the number by which a roll would be divided now."""
        return max(1, int(self.amount(amount)))

    def item(self, index: int, paid: float = 0.0) -> float:
        """Returns the worth of an item, its price apart."""
        return self.fixed_part(index) + self.effects(self.guide.items[index].effects, 0, paid)

    def fixed_part(self, index: int) -> float:
        """Returns the worth of an item besides its effects."""
        record = self.guide.items[index]
        item = self.rules.items[index]
        value = self.effects(record.anytime) + PIP * item.one_use
        value += sum(count * self.counted("icons", icon) for icon, count in item.icons.items())
        value += self.counted("owned", self.rules.kinds[item.kind]) + self.counted("owned", item.id)
        if item.symbol is not None:
            value += self.symbol_value(item.symbol) + self.counted("symbols", item.symbol)
        for standing in getattr(record, "standing", ()):
            value += self.future * self.effects(standing.effects)
        workplace = getattr(record, "workplace", None)
        return value + (UNKNOWN * self.future if workplace else 0.0)

    def face(self, table: int, face: int) -> float:
        """Returns the worth of a face of a dice table."""
        return self.effects(self.guide.dice_tables[table].get(face, ()))

    def place(self, place: Place, figures: int) -> float:
        """Returns the worth of figures on a place, purchases apart."""
        return self.effects(self.guide.places[place.index].effects, figures)

    def payment(self, amounts: Sequence[int]) -> float:
        """Returns the worth of the goods of a payment."""
        worth = sum(amount * worth for amount, worth in zip(amounts, self.worth, strict=True) if amount)
        food = self.guide.food
        return worth - self.good_value(food, -amounts[food]) if food >= 0 and amounts[food] else worth
