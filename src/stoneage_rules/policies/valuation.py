"""The judgement of the sensible policy: of positions, of effects, and of possible gains."""

from __future__ import annotations

import weakref
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from operator import is_, le, mul, sub
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import attrs
import tomli

from stoneage_rules.kernel.nouns import FACES, Item, Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.fields import Quantity, fields_of
from stoneage_rules.language.quantity import IfRow
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.belongings import (
    AdvanceVerb,
    BringHomeVerb,
    FigureVerb,
    GainVerb,
    MarkVerb,
    ToolVerb,
    UnmarkVerb,
)
from stoneage_rules.mechanics.buying import BuyVerb
from stoneage_rules.mechanics.choosing import ChooseVerb, DiceForAllVerb, OneOfVerb
from stoneage_rules.mechanics.effect_lists import EachSeatVerb, PassFirstVerb
from stoneage_rules.mechanics.feeding import FeedVerb
from stoneage_rules.mechanics.item_supply import FACE_DOWN, OPEN, items_named
from stoneage_rules.mechanics.items import Takers
from stoneage_rules.mechanics.locations import OwnerVerb
from stoneage_rules.mechanics.paying import LoseVerb, PayVerb, price_of_verb
from stoneage_rules.mechanics.payments import PRICES, PaymentTable, Price, price_now
from stoneage_rules.mechanics.placement import PlaceVerb
from stoneage_rules.mechanics.rolling import RollVerb, Totals
from stoneage_rules.mechanics.rounds import EndGameVerb
from stoneage_rules.mechanics.rows import ROWS, SweepVerb
from stoneage_rules.mechanics.scoring import SCORE_LINES, Line, PointsVerb
from stoneage_rules.mechanics.selecting import HAND_BACKS, ChooserVerb, ChooseSeatVerb, HandBackVerb

TABLE: Mapping[str, Any] = tomli.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
WORTH: Mapping[str, float] = TABLE["numbers"]
STEPS: Mapping[str, Sequence[float]] = TABLE["steps"]
GROWTH: Mapping[str, float] = TABLE["growth"]
"""The hand-made numbers of `valuation.toml`, which says what each of them is."""
MEAN_DIE = (FACES + 1) / 2

# --- guide --------------------------------------------------------------------------------------------------------
#
# The effects of a ruleset that values depend on, the remaining rounds, and the average yield of dice.


@lru_cache(maxsize=4096)
def expected_yield(dice: int, divide: int, more: int = 0) -> float:
    """Returns the mean of the total of some dice and a number, divided and rounded down."""
    ways = _totals(dice)
    return float(sum(count * (max(0, total + more) // divide) for total, count in enumerate(ways)) / FACES**dice)


@lru_cache(maxsize=64)
def _totals(dice: int) -> tuple[int, ...]:
    """Returns the number of ways to roll each total."""
    if dice == 0:
        return (1,)
    before = _totals(dice - 1)
    sums = range(len(before) + FACES)
    faces = range(1, FACES + 1)
    return tuple(sum(before[total - face] for face in faces if 0 <= total - face < len(before)) for total in sums)


def dice_table_asked(position: Position) -> int:
    """Returns the dice table from whose dice a seat must pick now."""
    frame = position.stack[-1]
    table: int = position.rules.handlers[frame[0]].table(position, frame)
    return table


Counting: TypeAlias = "tuple[Line, float, list[tuple[Any, float]]]"
"""A score line that counts a quantity: with the points for one, and its other factors with their growth in a round."""
Brought: TypeAlias = "tuple[float, list[list[tuple[int, float]]]]"
"""The worth of figures on a place apart from rolls, and for each roll the goods to choose from, with their amounts."""


HELD = frozenset({"icons", "mark", "owned", "symbols", "tools", "track"})
"""Quantities of a seat's holdings that change neither with its goods nor with the places of its figures."""


class Promise:
    """The points that score lines promise a seat for more of anything, with its holdings besides goods."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], float] = {}
        """By quantity, the points for one more."""
        self.items: dict[int, float] = {}
        """By item, its worth besides its effects."""
        self.goods: list[float] | None = None
        """By good, the points for one more."""
        self.symbols: Counter[str] | None = None
        """The symbols of the seat's items."""


Worth: TypeAlias = "Callable[[Appraisal, int, float], float]"
"""The worth of an effect to a seat, for figures on the location, and for goods paid of some value."""


class Gains(NamedTuple):
    """The worth of figures on a place where several can gather."""

    worths: list[float]
    """By number of figures, from 0 on."""
    step: float
    """The largest difference between one number and the next."""


@attrs.frozen
class Bill:
    """A price, with what a judgement needs to know of it."""

    price: Price
    is_fixed: bool
    needs: tuple[tuple[int, int], ...]
    """The goods of a fixed price, with their amounts."""
    value: int
    """The value of the goods of a fixed price."""
    dearest: tuple[int, ...]
    """The goods that can be chosen for a composed price, the most valuable first."""
    total: int
    """The sum of their values."""

    @classmethod
    def of(cls, price: Price, values: Sequence[int]) -> Bill:
        """Returns the bill of a price, by the values of all goods."""
        needs = tuple((good, amount) for good, amount in enumerate(price.fixed or ()) if amount)
        dearest = tuple(sorted(price.goods, key=values.__getitem__, reverse=True))
        value = sum([amount * values[good] for good, amount in needs])
        return cls(price, price.fixed is not None, needs, value, dearest, sum([values[good] for good in dearest]))

    def is_payable(self, hand: Sequence[int]) -> bool:
        """Returns whether a hand can pay it."""
        if self.price.fixed is not None:
            return all(map(le, self.price.fixed, hand))
        held = [hand[good] for good in self.dearest]
        return sum(held) >= self.price.least and sum(map(bool, held)) >= (self.price.kinds or 0)

    def shortage(self, hand: Sequence[int]) -> int:
        """Returns how many of its goods a hand lacks."""
        if self.is_fixed:
            return sum([max(0, amount - hand[good]) for good, amount in self.needs])
        held = [hand[good] for good in self.dearest]
        return max(self.price.least - sum(held), (self.price.kinds or 0) - sum(map(bool, held)), 0)

    def typical_value(self, hand: Sequence[int], values: Sequence[int]) -> float:
        """Returns the value of the goods that a hand is likely to pay it with."""
        if self.is_fixed:
            return self.value
        price, paid = self.price, 0.0
        left = max(price.least, min(price.most, sum([hand[good] for good in self.dearest])))
        for good in self.dearest:
            used = min(left, hand[good])
            paid += used * values[good]
            left -= used
        return paid + left * self.total / len(self.dearest)


class Guide:
    """The effects of a ruleset that values depend on, looked up once."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = weakref.proxy(rules)
        self.entries = rules.content.by_name
        self.values = rules.good_values
        self.items = [self.entries[rules.kinds[item.kind], item.id].record for item in rules.items]
        self.places = [self.entries[place.record].record for place in rules.places]
        steps = [verb for entry in rules.content.of("phase") for verb in _flat(entry.record.effects)]
        self._look_at_feeding(steps)
        self.ends = tuple(verb for verb in steps if isinstance(verb, EndGameVerb))
        orders = [verb.most_first for verb in steps if isinstance(verb, PlaceVerb)]
        orders += [verb.most for verb in steps if isinstance(verb, PassFirstVerb)]
        self.leads = {of: share for order in orders if order is not None for of, share in _shares(order)}
        """By quantity, its share in the order of placing: 1 for what counts most."""
        self.lines = tuple(
            (entry.record, line) for entry, line in zip(rules.content.of("score"), rules.entries(SCORE_LINES), strict=True)
        )
        self.buys = tuple(any(verb.buys for verb in place.effects) for place in self.places)
        self.plain_goods = [good for good, value in enumerate(rules.good_values) if not value]
        """The goods without a declared value."""
        self.bills = tuple(Bill.of(price, rules.good_values) for price in rules.entries(PRICES))
        """By price, what a judgement needs to know of it."""
        self.takers = rules.service(Takers)
        totals = rules.service(Totals)
        self.change = totals.change if totals.adjustments else None
        """The change of totals by modules; None where none changes them."""
        self.lasting = sum(1 << bit for bit, entry in enumerate(rules.content.of("mark")) if entry.record.lasts == "game")
        """Bits of the marks that last the whole game."""
        self._look_at_places(steps)
        self._look_at_scoring()
        self._readers: dict[Quantity, Any] = {}
        self._look_at_rows()
        self._look_at_lines()
        self._look_at_effects(rules)

    def _look_at_feeding(self, steps: Iterable[Verb]) -> None:
        """Notes the feeding of figures, and the tracks that give goods in every round."""
        rules = self.rules
        self.feeding = next((verb for verb in steps if isinstance(verb, FeedVerb)), None)
        self.food = -1 if self.feeding is None else rules.goods.index(self.feeding.good)
        self.instead = self.goods(self.feeding.instead) if self.feeding and self.feeding.instead else ()
        self.starving = -sum(
            verb.amount
            for verb in (self.feeding.starve if self.feeding else ())
            if isinstance(verb, PointsVerb) and isinstance(verb.amount, int)
        )
        self.incomes = tuple(
            (rules.goods.index(verb.good), rules.tracks.index(verb.amount.of))
            for verb in steps
            if isinstance(verb, GainVerb) and not isinstance(verb.amount, int) and verb.amount.name == "track"
        )
        self.feeds_all = self.feeding is None or (not self.feeding.if_ and self.feeding.figures is None)
        """True if every figure is to be fed in every round."""
        self.tracks = {
            track: (
                number,
                sum(good == self.food for good, of in self.incomes if of == number),
                self.entries["track", track].record.each_advance,
            )
            for number, track in enumerate(rules.tracks)
        }
        """By track, its number, how many of the feeding good a step gives in a round, and the effects of each step."""
        self.fed_by = tuple(track for good, track in self.incomes if good == self.food)
        """The tracks that give the feeding good."""

    def _look_at_scoring(self) -> None:
        """Notes what score lines count."""
        rules = self.rules
        self.counting: defaultdict[tuple[str, str], list[Counting]] = defaultdict(list)
        """By quantity, the score lines that count it."""
        for record, line in self.lines:
            parts = [part for part in (record.count, record.times) if part is not None]
            growing = [(factor, GROWTH.get(part.name, 0.0)) for factor, part in zip(line.factors, parts, strict=True)]
            for number, part in enumerate(parts):
                if part.seats in (None, "all"):
                    others = [*growing[:number], *growing[number + 1 :]]
                    self.counting[part.name, part.of].append((line, line.each * part.times / part.divide, others))
        names = [(entry.name, *entry.record.groups) for entry in rules.content.of("good")]
        self.names = [[name for name in each if ("goods", name) in self.counting] for each in names]
        """By good, the names that score lines count it by."""
        sets = "symbols", "sets-squared"
        self.set_lines = [line for record, line in self.lines if (record.count.name, record.count.of) == sets]
        """The score lines that count sets of symbols."""
        self.scored = [self._scored(rules, item) for item in rules.items]
        """By item, the counted quantities that it adds to: of icons with their number, of items, of symbols."""

    def _scored(self, rules: Ruleset, item: Item) -> tuple[list[tuple[tuple[str, str], int]], ...]:
        """Returns the quantities that an item adds to, by lists, each with how much it adds."""
        symbol = [] if item.symbol is None else [(("symbols", item.symbol), 1)]
        owned = [(("owned", name), 1) for name in (rules.kinds[item.kind], item.id)]
        icons = [(("icons", icon), count) for icon, count in item.icons.items()]
        return tuple([pair for pair in pairs if pair[0] in self.counting] for pairs in (icons, owned, symbol))

    def reader(self, quantity: Quantity) -> Any:
        """Returns a quantity as a function of a position, a seat and `n`; it counts only open items."""
        if quantity not in self._readers:
            self._readers[quantity] = self.rules.linker.open_quantity(quantity)
        return self._readers[quantity]

    def _look_at_places(self, steps: Iterable[Verb]) -> None:
        """Notes the effects of phases, and the gains of figures on each place, apart from purchases."""
        rules, self.steps = self.rules, steps
        self.rewards = {place: table for verb in steps for place, table in self._rewarded(verb)}
        """By place, the dice table of a phase that rewards figures waiting there."""
        self.rolls = [
            tuple((verb, tuple(map(rules.goods.index, verb.yields))) for verb in place.effects if is_gathering(verb))
            for place in self.places
        ]
        """By place, the rolls with the goods to choose from."""
        others = [
            (*[verb for verb in place.effects if not is_gathering(verb)], *getattr(place, "each_placement", ()))
            for place in self.places
        ]
        self.others = [self.worths_of(effects) for effects in others]
        """By place, the worth of each of its effects that are no rolls, as a function."""
        self.yields = [tuple(good for _, goods in rolls for good in goods) for rolls in self.rolls]
        self.is_told = is_told = not rules.linker.asked_for.isdisjoint(("place", "dice"))
        self.is_steady = [
            not (is_told or self.others[place])
            and not any(verb.if_ or verb.dice or verb.plus != 0 or not isinstance(verb.divide, int) for verb, _ in rolls)
            for place, rolls in enumerate(self.rolls)
        ]
        """By place, whether the same figures gain the same throughout the game, unless modules change all totals."""
        single = zip(self.is_steady, self.yields, strict=True)
        self.single = [goods[0] if steady and len(goods) == 1 else -1 for steady, goods in single]
        """By place, the only good that figures gather there, if they gain the same throughout the game; else -1."""
        self.amounts: dict[tuple[int, int], tuple[float, ...]] = {}
        """By such a place and the change of totals by modules, the mean amount by number of figures."""
        self.brought: dict[tuple[int, int, int], Brought] = {}
        """Their goods and worth, by place, figures and the change of totals by modules."""
        several = [place.most > place.least for place in rules.places]
        self.gathers = [action.data if action.kind == "place" and several[action.data[0]] else None for action in rules.actions]
        """By action, place and figures of a placement where several can gather."""

    def _look_at_rows(self) -> None:
        """Notes what ends the game, for the remaining rounds."""
        rows = self.rules.entries(ROWS)
        self.last_rows = [(row.zone, self.rules.zones[row.zone], row.kind, len(row.spaces)) for row in rows if row.ends_game]
        """The zone of each row that ends the game, its id, the kind of its items, and its spaces."""
        self.last_rounds: list[int] = []
        """Rounds after which the game ends."""
        self.last_piles: list[int] = []
        """Places of which one ends the game when it is empty."""
        for end in self.ends:
            rounds = [row.min for row in end.if_ if row.name == "round" and row.is_plain and row.min is not None]
            if len(rounds) < len(end.if_):
                continue  # unknown when it holds
            rounds += [] if end.after_round is None else [end.after_round]
            if rounds:
                self.last_rounds.append(max(rounds))
            elif end.when_empty is not None:
                self.last_piles += next(row for row in rows if row.id == end.when_empty).spaces
        self._seen: tuple[Any, ...] = (None, None, None, None)
        self._rounds = 0.0

    def _look_at_lines(self) -> None:
        """Notes whether score lines count nothing that changes more often than a seat's holdings besides goods."""
        self.is_settled = not self.rules.shared_tracks and all(self._is_settled(record) for record, _ in self.lines)
        self._promises: list[tuple[Any, Promise]] = [(None, Promise())] * self.rules.players

    def _look_at_effects(self, rules: Ruleset) -> None:
        """Notes what effects are worth, as functions."""
        tables = rules.content.of("dice_table")
        self.table_names = [entry.name for entry in tables]
        self.dice_tables = [{face: self.worths_of(effects) for face, effects in entry.record.faces.items()} for entry in tables]
        """By dice table and face, the worth of each effect, as a function."""
        self.item_effects = [self.worths_of(record.effects) for record in self.items]
        """By item, the worth of each of its effects, as a function."""
        self.is_fixed = [not (record.anytime or getattr(record, "standing", ())) for record in self.items]
        """By item, whether its worth besides its effects is a matter of score lines alone."""
        self.item_food = [self._food_of(record.effects) for record in self.items]
        """By item, the food in this round that its effects give, less that of further figures."""
        self.place_food = [self._food_of(place.effects) for place in self.places]
        """By place, the same."""

    def _food_of(self, effects: Iterable[Any]) -> float:
        """Returns the food in this round that effects without conditions give, less that of further figures."""
        food = 0.0
        for verb in effects:
            if (
                type(verb) is GainVerb
                and isinstance(verb.amount, int)
                and verb.good in self.rules.goods[self.food : self.food + 1]
            ):
                food += verb.amount
            elif type(verb) is AdvanceVerb and isinstance(verb.steps, int):
                food += verb.steps * self.tracks[verb.track][1]
            elif type(verb) is FigureVerb and isinstance(verb.amount, int):
                food -= verb.amount * self.feeds_all
        return food

    def _is_settled(self, record: Any) -> bool:
        """Returns whether the points for one more of a score line depend on nothing but holdings besides goods."""
        parts = [part for part in (record.count, record.times, *record.if_) if part is not None]
        if record.count.name == "goods" and record.times is None:
            del parts[0]
        return all(
            part.is_plain and part.seats is None and (part.name in HELD or (part.name, part.of) == ("figures", "all"))
            for part in parts
        )

    def held(self, view: Position, seat: int) -> Hashable:
        """Returns what the points for one more depend on; None if that is not known of all score lines."""
        if not self.is_settled:
            return None
        rules, width = view.rules, len(view.rules.tracks)
        owned, down = rules.zones_of(seat)
        return (
            view.tracks[seat * width : (seat + 1) * width], view.figures[seat], view.kits[seat], view.marks[seat],
            view.zones[owned], view.zones[down],
        )  # fmt: skip

    def promise(self, view: Position, seat: int, rounds: float) -> Promise:
        """Returns what score lines promise a seat: the same as before for the same holdings and rounds to come."""
        held = rounds, self.held(view, seat)
        known = self._promises[seat]
        if known[0] != held or held[1] is None:
            known = self._promises[seat] = held, Promise()
        return known[1]

    def _rewarded(self, verb: Verb) -> Iterator[tuple[int, int]]:
        """Yields the places of the location that an effect of a phase names, with the dice table that it names."""
        named = {ref: getattr(verb, field.name) for field in fields_of(type(verb)).values() for ref in field.form.refs}
        if "location" in named and "dice_table" in named:
            tables = [entry.name for entry in self.rules.content.of("dice_table")]
            for place in self.rules.places:
                if place.record == ("location", named["location"]):
                    yield place.index, tables.index(named["dice_table"])

    def worths_of(self, effects: Sequence[Any]) -> list[Worth]:
        """Returns the worth of each effect as a function, with what never changes looked up."""
        return [self._worth_of(verb) for verb in effects]

    def _worth_of(self, verb: Any) -> Worth:
        if type(verb) is GainVerb and isinstance(verb.amount, int) and not verb.if_:
            good, amount = self.rules.goods.index(verb.good), float(verb.amount)
            if good != self.food:
                return lambda appraisal, figures, paid: amount * appraisal.worth[good]
            return lambda appraisal, figures, paid: appraisal.good_value(good, amount)
        return lambda appraisal, figures, paid: effect_value(appraisal, verb, figures, paid)

    def value(self, amounts: Sequence[int]) -> int:
        """Returns the value of goods."""
        return sum(map(mul, amounts, self.values))

    def goods(self, name: str) -> tuple[int, ...]:
        """Returns the goods of a group, or the one good with that name."""
        goods = self.rules.content.of("good")
        group = tuple(index for index, entry in enumerate(goods) if name in entry.record.groups)
        return group or tuple(index for index, entry in enumerate(goods) if entry.name == name)

    def taken_by(self, track: str) -> list[int]:
        """Returns the goods that effects of phases take by the position on a track."""
        taking = [verb for verb in self.steps if isinstance(verb, LoseVerb) and _is_position(verb.amount, track)]
        return [good for verb in taking for good in self.goods(verb.good or verb.of or "")]

    def rounds_left(self, view: Position) -> float:
        """Returns how many rounds are likely to be finished, including the present one."""
        seen = view.round, view.zones, view.piles, view.item_at
        if not all(map(is_, seen, self._seen)):  # they are replaced when they change, and by views that hide items
            self._seen, self._rounds = seen, self._rounds_left(view)
        return self._rounds

    def _rounds_left(self, view: Position) -> float:
        estimates = [last - view.round + 1.0 for last in self.last_rounds]
        for zone, name, kind, spaces in self.last_rows:
            # Without the items that others own face down.
            there = view.zones[zone]
            left = sum([self.rules.items[item].kind == kind for item in there]) * view.left_in(name) / max(1, len(there))
            estimates.append(1 + left / (WORTH["pace"] * spaces))
        estimates += [(view.piles[place] + (view.item_at[place] >= 0)) / WORTH["pace"] for place in self.last_piles]
        return max(1.0, min([*estimates, WORTH["longest"] - view.round]))


def is_gathering(verb: Any) -> bool:
    """Returns whether an effect is a roll for goods alone."""
    return isinstance(verb, RollVerb) and not verb.effects


def _shares(order: Quantity) -> list[tuple[tuple[str, Any], float]]:
    """Returns the quantities that an order of seats adds up, each with its weight as a share of the greatest."""
    terms = [order]
    while not isinstance(more := terms[-1].plus, int):
        terms.append(more)
    most = max(abs(term.times) for term in terms)
    return [((term.name, term.of), term.times / most) for term in terms]


def _is_position(amount: Any, track: str) -> bool:
    """Returns whether an amount is the seat's position on a track."""
    return not isinstance(amount, int) and (amount.name, amount.of, amount.seats) == ("track", track, None)


def _flat(effects: Iterable[Any]) -> Iterator[Any]:
    """Yields effects, and those within `each-seat`."""
    for verb in effects:
        yield verb
        if isinstance(verb, EachSeatVerb):
            yield from _flat(verb.effects)


# --- effect values ------------------------------------------------------------------------------------------------
#
# The worth of effects to a seat, by rule of thumb.
#
# Verbs state their goods and points (`Verb.gains`, `Verb.scores`); verbs with other benefits have a function each.


def effect_value(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of an effect to a seat, in points.

    Args:
        appraisal: the situation of the seat.
        verb: the effect.
        figures: the figures on the location, for its effects.
        paid: the value of the goods paid, for effects of an item.
    """
    if verb.if_ and not appraisal.holds(verb.if_, figures):
        return 0.0
    return _VERBS.get(type(verb), _unknown)(appraisal, verb, figures, paid)


def _gain(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return appraisal.good_value(appraisal.rules.goods.index(verb.good), appraisal.amount(verb.amount, paid, figures))


def _advance(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    guide = appraisal.guide
    track, fed, bonus = guide.tracks[verb.track]
    left = appraisal.rules.track_tops[track] - appraisal.view.tracks[appraisal.seat * len(guide.tracks) + track]
    steps = min(left, appraisal.amount(verb.steps, paid, figures))
    brought = appraisal.effects(bonus) if verb.steps and bonus else 0.0
    if track in appraisal.rules.shared_tracks:  # it counts for all
        return brought
    food: float = appraisal.rounds * (appraisal.hunger * fed) * STEPS["fed"][0]
    return brought + float(steps) * (food + appraisal.counted("track", verb.track))


def _tool(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    kits = appraisal.rules.kits
    kit = appraisal.view.kits[appraisal.seat]
    gained = kits.totals[kits.gained[kit]] - kits.totals[kit]
    count = min(appraisal.amount(verb.amount, paid, figures), 2)
    return float(count * gained) * (WORTH["pip"] * (appraisal.future + 0.5) + appraisal.counted("tools", "value"))


def _figure(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    count = min(
        appraisal.amount(verb.amount, paid, figures), appraisal.rules.most_figures - appraisal.view.figures[appraisal.seat]
    )
    return float(count) * appraisal.figure


def _bring_home(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    view, rules = appraisal.view, appraisal.rules
    there = sum(view.placed[place * rules.players + appraisal.seat] for place in rules.linker.places(verb.from_))
    return float(there) * appraisal.figure


def _end_game(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return {None: WORTH["unknown"], "seat": WORTH["decided"], "nobody": -WORTH["decided"]}.get(verb.wins, 0.0)


def _mark(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return 0.0 if appraisal.has_mark(verb.mark) else appraisal.mark_value(verb.mark)


def _unmark(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return -appraisal.mark_value(verb.mark) if appraisal.has_mark(verb.mark) else 0.0


def _roll(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    dice, goods = appraisal.dice(verb.dice, figures), [*map(appraisal.rules.goods.index, verb.yields)]
    more = appraisal.adjusted_at(-1, dice) + appraisal.plus(verb, figures)
    return expected_worth(appraisal, goods, appraisal.divisor(verb.divide), verb.effects, dice, more) if dice else 0.0


def expected_worth(
    appraisal: Appraisal, goods: Iterable[int], divide: int, effects: Sequence[Any], dice: int, more: float
) -> float:
    """Returns the worth of what a roll of dice is likely to bring, with a number added to the total."""
    total = max(0.0, MEAN_DIE * dice + more)
    return worth_of_roll(appraisal, goods, expected_yield(dice, divide, more), effects, total)


def worth_of_roll(appraisal: Appraisal, goods: Iterable[int], amount: float, effects: Sequence[Any], total: float) -> float:
    """Returns the worth of the goods of a roll, and of the effects that read its total."""
    worth = max((appraisal.good_value(good, amount) for good in goods), default=0.0)
    return worth + appraisal.effects(effects, int(total), total)


def _choose(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return max(
        appraisal.good_value(good, appraisal.amount(verb.amount, paid, figures)) for good in appraisal.guide.goods(verb.of)
    )


def _dice_for_all(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of the best die, less the worth of the others' dice."""
    table = appraisal.guide.table_names.index(verb.table)
    if table in appraisal.tables_judged:
        return WORTH["unknown"]  # a face may cause a further roll of the same table, and so on
    is_outer = not (appraisal.tables_judged or appraisal.is_drawing or appraisal.is_choosing)
    if is_outer and table in appraisal.tables:
        return appraisal.tables[table]
    appraisal.tables_judged.add(table)
    faces = sorted(appraisal.face(table, face) for face in range(1, FACES + 1))
    appraisal.tables_judged.discard(table)
    dice = appraisal.rules.players
    best = sum([value * (((rank + 1) / FACES) ** dice - (rank / FACES) ** dice) for rank, value in enumerate(faces)])
    worth = best - WORTH["others-dice"] * sum(faces) / FACES
    if is_outer:
        appraisal.tables[table] = worth
    return worth


def _nothing(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return 0.0


def _pay(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of paying as often as it pays off; of paying nothing, the worth of `else`."""
    table, hand, total = appraisal.rules.service(PaymentTable), tuple(appraisal.hand), 0.0
    price = price_now(appraisal.view, appraisal.seat, price_of_verb(appraisal.rules, verb))
    often = int(WORTH["often"])
    for time in range(min(verb.times, often) if isinstance(verb.times, int) else often):
        payments = table.out_of(price, hand)
        worths = [appraisal.effects(verb.effects, 0, table.value(one.index)) - appraisal.payment(one.data) for one in payments]
        best = max(worths, default=0.0)
        if not worths or (best <= 0 and not verb.must):
            return total if time else appraisal.effects(verb.else_)
        total += best
        hand = tuple(map(int.__sub__, hand, payments[worths.index(best)].data))
    return total


def _hand_back(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of the effects of items handed back, less that of the items that the seat misses least."""
    entry = next(entry for entry in appraisal.rules.entries(HAND_BACKS) if entry.word == verb)
    lost = sorted(appraisal.fixed_part(item) for item in entry.allowed(appraisal.view, appraisal.seat))
    lost = lost[: max(0, int(appraisal.amount(verb.amount, paid, figures)))]
    return len(lost) * appraisal.effects(verb.effects) - sum(lost)


def _lose(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the loss, below 0, or the worth of the others' losses and the goods taken from them."""
    worth, amount = 0.0, appraisal.amount(verb.amount, paid)
    for good in appraisal.guide.goods(verb.good or verb.of or ""):
        worth = max(worth, appraisal.good_value(good, amount))
    if verb.track is not None and appraisal.rules.tracks.index(verb.track) not in appraisal.rules.shared_tracks:
        worth = amount * appraisal.counted("track", verb.track)
    if verb.tools is not None:
        worth = appraisal.amount(verb.tools, paid) * (WORTH["pip"] * appraisal.future + appraisal.counted("tools", "value"))
    if verb.figures is not None:
        count = appraisal.amount(verb.figures, paid)
        worth = count * appraisal.figure
    if verb.takes() or (verb.to == "chooser" and verb.from_ == "seat" and verb.from_most is None):
        return -worth
    return worth if verb.to == "seat" else WORTH["others-loss"] * worth


def _feed(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the loss, below 0, by feeding; missing goods count as if they were paid."""
    eaten = appraisal.view.at_home[appraisal.seat] if verb.figures is None else appraisal.amount(verb.figures, paid, figures)
    return appraisal.good_value(appraisal.rules.goods.index(verb.good), -max(0.0, eaten))


def _choose_seat(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of choosing the best seat; 0 if none can be chosen."""
    others = [Appraisal(appraisal.view, seat) for seat in range(appraisal.rules.players) if seat != appraisal.seat]
    return max((chosen_worth(appraisal, verb, other) for other in others if other.holds(verb.among)), default=0.0)


def chosen_worth(appraisal: Appraisal, verb: Any, other: Appraisal) -> float:
    """Returns the worth to a seat of the effects of `choose-seat` for another seat."""
    if appraisal.is_choosing:
        return WORTH["unknown"]  # one of the effects chooses a seat again, and so on
    appraisal.is_choosing = other.is_choosing = True
    worth = sum(_worth_to_chooser(appraisal, other, effect) for effect in verb.effects)
    appraisal.is_choosing = False
    return worth


def _worth_to_chooser(appraisal: Appraisal, other: Appraisal, effect: Any) -> float:
    """Returns the worth to the seat that chose of an effect for the chosen seat, which answers questions for itself."""
    if isinstance(effect, ChooserVerb):
        return appraisal.effects(effect.effects)
    theirs = other.effects((effect,))
    if isinstance(effect, (OneOfVerb, PayVerb)):
        taken = (
            [max(effect.effects, key=lambda inner: other.effects((inner,)))] if isinstance(effect, OneOfVerb) else effect.effects
        )
        if theirs <= 0:
            return 0.0
        paid = _paid_to_chooser(appraisal, effect) if isinstance(effect, PayVerb) else 0.0
        return paid + sum(_worth_to_chooser(appraisal, other, inner) for inner in taken)
    if isinstance(effect, LoseVerb) and effect.to == "chooser":
        goods = [good for good in appraisal.guide.goods(effect.good or effect.of or "") if other.hand[good]]
        amount = min(other.amount(effect.amount), sum(other.hand[good] for good in goods))
        given = min(goods, key=lambda good: -other.good_value(good, -amount), default=None)  # it gives what it misses least
        if given is None:
            return 0.0
        return appraisal.good_value(given, amount) - WORTH["others-loss"] * other.good_value(given, -amount)
    return -WORTH["others-loss"] * theirs


def _paid_to_chooser(appraisal: Appraisal, verb: PayVerb) -> float:
    """Returns the worth of a payment to the seat that chose, if it gets it and the price names the goods."""
    goods = verb.cost.amounts.items() if verb.to == "chooser" and verb.cost.of is None else ()
    return sum(appraisal.good_value(appraisal.rules.goods.index(good), appraisal.amount(amount)) for good, amount in goods)


def _chooser(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth to the chosen seat of effects for the seat that chose: the goods that it gets from them."""
    gifts = [effect for effect in verb.effects if isinstance(effect, LoseVerb) and effect.to == "chosen"]
    return -appraisal.effects(gifts)


def _points(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    return appraisal.amount(verb.amount, paid, figures)


def _drawn(appraisal: Appraisal, verb: Any, kind: str, zone: str) -> float:
    """Returns the mean worth of the items that can be drawn; of items that no seat keeps, their effects alone count."""
    rules, way = appraisal.rules, verb.keeps
    if way == FACE_DOWN:
        return WORTH["hidden-item"]
    if appraisal.is_drawing:
        return WORTH["unknown"]  # a drawn item may draw again, and so on
    appraisal.is_drawing = True
    items = [item for item in appraisal.view.zones[rules.zones.index(zone)] if rules.kinds[rules.items[item].kind] == kind]
    worths = [appraisal.item(item) if way == OPEN else appraisal.effects(appraisal.guide.items[item].effects) for item in items]
    appraisal.is_drawing = False
    return sum(worths) / max(1, len(worths))


def _unknown(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of a drawn item, of the effects inside a verb, or of the goods and points that it states."""
    named = {} if verb.keeps is None else items_named(verb)
    if "row" in named and verb.keeps == OPEN:
        spaces = next(entry.spaces for entry in appraisal.rules.entries(ROWS) if entry.id == named["row"])
        items = [item for space in spaces if (item := appraisal.view.item_at[space]) >= 0]
        return max(map(appraisal.item, items), default=0.0)
    if "kind" in named and "from" in named:
        return _drawn(appraisal, verb, named["kind"], named["from"])
    worths = [appraisal.effects((effect,), figures, paid) for effect in getattr(verb, "effects", ())]
    if not worths:
        return _brought(appraisal, verb, figures, paid)
    return max(*worths, *[0.0] * verb.decline) if isinstance(verb, OneOfVerb) else sum(worths)


def _brought(appraisal: Appraisal, verb: Any, figures: int, paid: float) -> float:
    """Returns the worth of the points and goods that a verb states by `scores` and `gains`."""
    points, gains = verb.scores(), verb.gains(appraisal.rules.linker)
    if not points and not gains:
        return WORTH["unknown"]
    goods = (sum(appraisal.good_value(*pair) for pair in enumerate(amounts)) for amounts in gains or ())
    return appraisal.amount(points or 0, paid, figures) + max(goods, default=0.0)


_VERBS: Mapping[type, Callable[[Appraisal, Any, int, float], float]] = {
    AdvanceVerb: _advance,
    BringHomeVerb: _bring_home,
    BuyVerb: _nothing,
    ChooseSeatVerb: _choose_seat,
    ChooseVerb: _choose,
    ChooserVerb: _chooser,
    DiceForAllVerb: _dice_for_all,
    EndGameVerb: _end_game,
    FeedVerb: _feed,
    FigureVerb: _figure,
    GainVerb: _gain,
    HandBackVerb: _hand_back,
    LoseVerb: _lose,
    MarkVerb: _mark,
    OwnerVerb: _nothing,
    PayVerb: _pay,
    PointsVerb: _points,
    RollVerb: _roll,
    SweepVerb: _nothing,
    ToolVerb: _tool,
    UnmarkVerb: _unmark,
}

# --- valuation ----------------------------------------------------------------------------------------------------
#
# The worth of goods, items and places to one seat at one moment, in points and by rule of thumb.
#
# It knows quantities, which are words of content, and no content; the policy that uses it is in `heuristic`.


class Holdings:
    """The goods of a seat at one moment, and the food that it needs."""

    def __init__(self, view: Position, seat: int) -> None:
        self.view: Any = view
        self.seat = seat
        self.rules = rules = view.rules
        self.guide = guide = rules.service(Guide)
        width, tracks = len(rules.goods), seat * len(rules.tracks)
        self.hand = view.goods[seat * width : (seat + 1) * width]
        self.income = float(sum([view.tracks[tracks + track] for track in guide.fed_by]))
        """The amount of the feeding good that the tracks give per round."""
        self.mouths = int(view.figures[seat]) if guide.feeds_all else self._fed_now()
        """The number of figures to feed: the seat's, or the number of the feeding effect while its rows hold."""
        self.food = self.hand[guide.food] if guide.food >= 0 else 0
        """The amount of the feeding good."""
        self.spare_food = float(self.food + self.income - self.mouths) if guide.food >= 0 else 0.0
        """The amount of the feeding good that will be left of the present one after feeding; below 0, the amount missing."""

    def _fed_now(self) -> int:
        """Returns the number of the feeding effect, or 0 while its rows do not hold."""
        feeding: Any = self.guide.feeding
        if not self.holds(feeding.if_):
            return 0
        return int(self.view.figures[self.seat]) if feeding.figures is None else max(0, int(self.amount(feeding.figures)))

    def holds(self, rows: Sequence[IfRow], n: int = 0) -> bool:
        """Returns whether the rows of an `if` hold for the seat now."""
        return all(row.holds(self.guide.reader(row)(self.view, self.seat, n)) for row in rows)

    def amount(self, amount: Any, paid: float = 0.0, figures: int = 0) -> float:
        """Returns an amount in content as a number, for figures on a location or for goods paid of some value."""
        if isinstance(amount, (int, float)):
            return float(amount)
        kind = self.rules.linker.word("quantity", amount.name)
        if amount.of in kind.belongs:
            return float(self.guide.reader(amount)(self.view, self.seat, figures))
        if not kind.under:
            return float(self.guide.reader(amount)(self.view, self.seat, 0))
        number = (paid if kind.under == "effects" else 1.0) * amount.times + self.amount(amount.plus, paid, figures)
        number /= amount.divide
        number = number if amount.at_least is None else max(number, self.amount(amount.at_least, paid, figures))
        return float(number if amount.at_most is None else min(number, self.amount(amount.at_most, paid, figures)))


class Appraisal(Holdings):
    """The situation of one seat at one moment, and the worth of things in it."""

    def __init__(self, view: Position, seat: int) -> None:
        super().__init__(view, seat)
        guide = self.guide
        self.rounds = guide.rounds_left(view)
        self.future = self.rounds - 1
        self.promise = guide.promise(view, seat, self.rounds)
        """The promises of score lines to the seat now."""
        self.adjusted = self.adjusted_at(-1, 1)
        """The change of all the seat's totals by modules now, where none asks for place or dice."""
        self.hunger = min(1.0, max(0.0, self.mouths + 1 - self.income - self.food / (self.rounds + 1)))
        """The share of one more feeding good a round that would be eaten: 0 where the seat has more than it needs."""
        self._brought: dict[tuple[int, int, int], Brought] = {}
        self._ways: dict[tuple[int, ...], dict[int, float]] = {}
        self._items: dict[tuple[int, float], float] = {}
        self._gained: dict[tuple[float, ...], Gains] = {}
        self._places: dict[tuple[int, int], float] = {}
        self._fed: dict[float, float] = {}
        self._ordered: dict[tuple[tuple[int, ...], bool], list[int]] = {}
        self.tables: dict[int, float] = {}
        """By dice table, the worth of dice for all."""
        self.purchases: dict[int, Any] = {}
        """By place, the purchase that is possible there."""
        self.is_drawing = False
        """True while the worth of possible draws is computed."""
        self.is_choosing = False
        """True while the worth of effects for a chosen seat is computed."""
        self.tables_judged: set[int] = set()
        """The dice tables whose faces are being judged."""
        self.worth = self._worth()
        """The worth of one of each good, except the one that feeds: at least its points in the end."""

    def adjusted_at(self, place: int, dice: int) -> int:
        """Returns the change of the seat's total by modules, for dice that are rolled at a place."""
        change = self.guide.change
        return 0 if change is None else int(change(self.view, self.seat, place, dice))

    # --- goods --------------------------------------------------------------------------------------------------

    def _worth(self) -> list[float]:
        guide, rounds, finals = self.guide, self.rounds, self.promise.goods
        if finals is None:
            finals = self.promise.goods = [sum([self.counted("goods", name) for name in names]) for names in guide.names]
        held = sum([amount for amount, value in zip(self.hand, guide.values, strict=True) if value])
        kept, stock = STEPS["kept-value"], WORTH["stock"]
        share = min(1.0, stock * rounds / max(1, held)) * kept[min(len(kept) - 1, int(self.future + 0.5))]
        worth = [max(final, share * value) for value, final in zip(guide.values, finals, strict=True)]
        late = min(1.0, (self.future + 0.5) / WORTH["plain-rounds"]) * WORTH["plain-good"]
        for good in guide.plain_goods:
            plenty = min(1.0, WORTH["plain-stock"] * stock / max(1, self.hand[good]))
            worth[good] = 0.0 if good == guide.food else late * plenty
        return worth

    def ordered(self, goods: tuple[int, ...], *, dearest_first: bool = False) -> list[int]:
        """Returns goods in the order of their worth."""
        order = self._ordered.get((goods, dearest_first))
        if order is None:
            order = sorted(goods, key=self.worth.__getitem__, reverse=dearest_first)
            self._ordered[goods, dearest_first] = order
        return order

    def food_value(self, spare: float) -> float:
        """Returns the worth of an amount of the feeding good left after feeding."""
        value = self._fed.get(spare)
        if value is None:
            value = self._fed[spare] = self._food_value(spare)
        return value

    def _food_value(self, spare: float) -> float:
        if spare <= 0:
            return max(WORTH["unfed"] * spare, -WORTH["most-unfed"] * self.guide.starving)
        step, value, worths = max(1.0, self.mouths - self.income), 0.0, STEPS["fed"]
        for number, worth in enumerate(worths):
            part = min(spare, step) if number + 1 < len(worths) else spare
            value += part * worth * min(1.0, max(0.0, self.future - number))
            spare -= part
            if not spare:
                break
        return value

    @property
    def figure(self) -> float:
        """The worth of one more figure, which must be fed."""
        sixth = STEPS["figure"][min(max(self.rules.players, 2), 4) - 2]
        each: float = sixth - WORTH["crowd"] * (self.view.figures[self.seat] - 5)
        return (each - WORTH["upkeep"] * self.hunger) * self.future + self.counted("figures", "all")

    def good_value(self, good: int, amount: float, spare: float | None = None) -> float:
        """Returns the worth of a further amount of a good."""
        if good != self.guide.food:
            return amount * self.worth[good]
        spare = self.spare_food if spare is None else spare
        return self.food_value(spare + amount) - self.food_value(spare)

    # --- final scoring ------------------------------------------------------------------------------------------

    def counted(self, name: str, of: str) -> float:
        """Returns the points that one more of a quantity adds to final scoring."""
        points = self.promise.counts.get((name, of))
        if points is None:
            points = self.promise.counts[name, of] = self._counted(name, of)
        return points

    def _counted(self, name: str, of: str) -> float:
        total = 0.0
        for line, each, others in self.guide.counting.get((name, of), ()):
            worth = self._counts_share(line) * each
            for factor, growth in others:
                worth *= factor(self.view, self.seat, 0) + growth * self.future
            total += worth
        return total

    def has_mark(self, mark: str) -> bool:
        """Returns whether the seat has a mark."""
        return bool(self.guide.reader(Quantity("mark", mark))(self.view, self.seat, 0))

    def mark_value(self, mark: str) -> float:
        """Returns the points that a mark adds to final scoring: as a counted number, and as a condition of lines."""
        lead = WORTH["lead"] * self.guide.leads.get(("mark", mark), 0.0)
        if self.guide.entries["mark", mark].record.lasts != "game":
            return lead
        points = lead + self.counted("mark", mark)
        for record, line in self.guide.lines:
            if any(row.name == "mark" and row.of == mark and row.holds(1) and not row.holds(0) for row in record.if_):
                points += line.each * prod(factor(self.view, self.seat, 0) for factor in line.factors)
        return points

    def _counts_share(self, line: Line) -> float:
        """Returns the share of its points that a line counts for now: less while its condition does not hold."""
        holds = all(row_holds(reader(self.view, self.seat, 0)) for reader, row_holds in line.open_rows)
        return 1.0 if holds else WORTH["unmet"] if self.future else 0.0

    def symbol_value(self, symbol: str) -> float:
        """Returns the points that one more symbol adds to the sets."""
        symbols = self.promise.symbols
        if symbols is None:
            items = [item for zone in self.rules.zones_of(self.seat) for item in self.view.zones[zone]]
            symbols = self.promise.symbols = Counter(
                [name for item in items if (name := self.rules.items[item].symbol) is not None]
            )
        level = symbols[symbol] + 1
        size = sum([count >= level for count in symbols.values()])
        each = sum([line.each * self._counts_share(line) for line in self.guide.set_lines])
        return each * (2 * size + 1 + WORTH["symbol-growth"] * self.future)

    # --- effects and items --------------------------------------------------------------------------------------

    def effects(self, effects: Iterable[Any], figures: int = 0, paid: float = 0.0) -> float:
        """Returns the worth of a list of effects, for figures on a location or for goods paid of some value."""
        return sum([effect_value(self, verb, figures, paid) for verb in effects])

    def total(self, worths: Iterable[Worth], figures: int = 0, paid: float = 0.0) -> float:
        """Returns the worth of effects that are given as functions, as `effects` does."""
        return sum([worth(self, figures, paid) for worth in worths])

    def goods_of(self, effects: Iterable[Verb]) -> float:
        """Returns the most goods that effects give now, as far as known."""
        count = 0.0
        for verb in effects:
            gains = verb.gains(self.rules.linker) if self.holds(verb.if_) else ()
            if gains is None and isinstance(verb, (GainVerb, ChooseVerb)):
                count += max(0.0, self.amount(verb.amount))
            else:
                count += max(map(sum, gains or ()), default=0)
        return count

    def dice(self, amount: Any, figures: int) -> int:
        """Returns how many dice a roll by this many figures would have now; an amount of None is a die for each."""
        return figures if amount is None else max(0, int(self.amount(amount, figures=figures)))

    def plus(self, verb: RollVerb, figures: int) -> int:
        """Returns what would be added to a roll now."""
        return int(self.amount(verb.plus, figures=figures))

    def divisor(self, amount: Any) -> int:
        """Returns the number that would divide a roll now."""
        return max(1, int(self.amount(amount)))

    def item(self, index: int, paid: float = 0.0) -> float:
        """Returns the worth of an item without its price."""
        worth = self._items.get((index, paid))
        if worth is None:
            worth = self._items[index, paid] = self.fixed_part(index) + self.total(self.guide.item_effects[index], 0, paid)
        return worth

    def fixed_part(self, index: int) -> float:
        """Returns the worth of an item besides its effects."""
        if not self.guide.is_fixed[index]:
            return self._fixed_part(index)
        worth = self.promise.items.get(index)
        if worth is None:
            worth = self.promise.items[index] = self._fixed_part(index)
        return worth

    def _fixed_part(self, index: int) -> float:
        record = self.guide.items[index]
        item = self.rules.items[index]
        value = self.effects(record.anytime) + WORTH["pip"] * item.one_use
        icons, owned, symbols = [sum([count * self.counted(*of) for of, count in each]) for each in self.guide.scored[index]]
        value += icons
        value += owned
        if item.symbol is not None:
            value += self.symbol_value(item.symbol) + symbols
        for standing in getattr(record, "standing", ()):
            value += self.future * self.effects(standing.effects)
        workplace = getattr(record, "workplace", None)
        return value + (WORTH["unknown"] * self.future if workplace else 0.0)

    def face(self, table: int, face: int) -> float:
        """Returns the worth of a face of a dice table."""
        return self.total(self.guide.dice_tables[table].get(face, ()))

    def brought(self, place: int, figures: int) -> Brought:
        """Returns the worth of figures on a place, and the goods that they are expected to roll."""
        known = self.guide.brought if self.guide.is_steady[place] else self._brought
        brought = known.get((place, figures, self.adjusted))
        if brought is None:
            rolls = []
            for verb, goods in self.guide.rolls[place]:
                if not verb.if_ or self.holds(verb.if_, figures):
                    dice = self.dice(verb.dice, figures)
                    amount = expected_yield(
                        dice, self.divisor(verb.divide), self.adjusted_at(place, dice) + self.plus(verb, figures)
                    )
                    rolls.append([(good, amount) for good in goods])
            others = self.guide.others[place]
            worth = self.total(others, figures) if others else 0.0
            brought = known[place, figures, self.adjusted] = worth, rolls
        return brought

    def gains(self, place: int, most: int, lacking: Sequence[float], spare: float) -> Gains:
        """Returns the worth of figures on a place, up to a number or more; lacking goods count more."""
        guide = self.guide
        good = guide.single[place]
        key: tuple[float, ...]
        if good < 0:
            key = place, spare, *[lacking[good] for good in guide.yields[place]]
        else:
            key = place, lacking[good], spare if good == guide.food else 0.0
        gains = self._gained.get(key)
        if gains is None or len(gains.worths) <= most:
            worths = self._gains(place, most, lacking, spare)
            gains = self._gained[key] = Gains(worths, max(map(sub, worths[1:], worths)))
        return gains

    def _gains(self, place: int, most: int, lacking: Sequence[float], spare: float) -> list[float]:
        good = self.guide.single[place]
        if good < 0:
            return [0.0, *[self._gather(place, figures, lacking, spare) for figures in range(1, most + 1)]]
        amounts, missing, needed = self._amounts(place)[: most + 1], lacking[good], WORTH["lacking"]
        if good != self.guide.food:
            each = self.worth[good]
            return [amount * each + needed * min(amount, missing) for amount in amounts]
        held = self.food_value(spare)
        return [self.food_value(spare + amount) - held + needed * min(amount, missing) for amount in amounts]

    def _amounts(self, place: int) -> tuple[float, ...]:
        """Returns the mean amounts that 0, 1, 2... figures gather on a place where only one good is gathered."""
        amounts = self.guide.amounts.get((place, self.adjusted))
        if amounts is None:
            rolls = [self.brought(place, figures)[1][0] for figures in range(1, self.rules.most_figures + 1)]
            amounts = self.guide.amounts[place, self.adjusted] = 0.0, *[roll[0][1] for roll in rolls]
        return amounts

    def _gather(self, place: int, figures: int, lacking: Sequence[float], spare: float) -> float:
        value, rolls = self.brought(place, figures)
        needed = WORTH["lacking"]
        for roll in rolls:
            value += max([self.good_value(good, amount, spare) + needed * min(amount, lacking[good]) for good, amount in roll])
        return value

    def place(self, place: Place, figures: int) -> float:
        """Returns the worth of figures on a place without purchases; a phase may reward those who wait for others there."""
        if place.index in self.guide.rewards:
            faces = [self.face(self.guide.rewards[place.index], face) for face in range(1, FACES + 1)]
            filled = (self.view.occupancy[place.index] + figures) / place.room
            return self._place(place.index, figures, filled * figures * min(1.0, self.future) * sum(faces) / FACES)
        worth = self._places.get((place.index, figures))
        if worth is None:
            worth = self._places[place.index, figures] = self._place(place.index, figures)
        return worth

    def _place(self, place: int, figures: int, reward: float = 0.0) -> float:
        worth, rolls = self.brought(place, figures)
        return worth + reward + sum([max([self.good_value(good, amount) for good, amount in roll]) for roll in rolls])

    def ways(self, places: Iterable[int]) -> dict[int, float]:
        """Returns by good how many figures gather one of it, at some places."""
        key = tuple(places)
        ways = self._ways.get(key)
        if ways is None:
            rolls = [roll for place in key for roll in self.guide.rolls[place]]
            ways = self._ways[key] = {goods[0]: self.divisor(verb.divide) / MEAN_DIE for verb, goods in rolls}
        return ways

    def payment(self, amounts: Sequence[int]) -> float:
        """Returns the worth of the goods of a payment."""
        worth = sum([amount * worth for amount, worth in zip(amounts, self.worth, strict=True) if amount])
        food = self.guide.food
        return worth - self.good_value(food, -amounts[food]) if food >= 0 and amounts[food] else worth
