"""Rolls for a total, the tools added to them, and the goods that the total gives."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple, cast

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import TOOLS, Action, Outcome
from stoneage_rules.kernel.chance import DiceRoll
from stoneage_rules.kernel.frames import Asked, FrameTuple
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall, Universe
from stoneage_rules.kernel.nouns import FACES, Kit
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Handle, Linker, Reader, Slot
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import DICE_FIELD, Event, EventField, EventKind, Mechanism, number_field, text_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.quantity import QuantityKind, Span, at_least_zero, range_of, without_end
from stoneage_rules.language.reach import Bound, Bounds, Clash, beyond
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.belongings import figure_records, most_figures, most_tools, tool_records
from stoneage_rules.mechanics.choosing import ChoiceAmount, TakeGoods
from stoneage_rules.mechanics.effect_lists import SUBJECTS, Nesting, Subject
from stoneage_rules.mechanics.item_supply import all_items
from stoneage_rules.mechanics.paying import PayOffer, PayOrDecline, PayVerb, offer_of
from stoneage_rules.mechanics.payments import Price
from stoneage_rules.telling.phrases import LogNames, Phrases
from stoneage_rules.text import counted

# --- rolling events -----------------------------------------------------------------------------------------------
# The events of rolls for a total, and their sentences.


def _rolled(names: LogNames, event: Event) -> str:
    return f"{names.who(event.seat)} rolls {' '.join(map(str, event.several('dice')))}"


def _tools_added(names: LogNames, event: Event) -> str:
    used = [*map(str, event.several("tools")), *(names.one_use(str(item)) for item in event.several("items"))]
    if not used:
        return f"{names.who(event.seat)} adds no tools"
    total = f" = {event['value']}" if len(used) > 1 else ""
    return f"{names.who(event.seat)} adds tools: {'+'.join(used)}{total}"


def _adjusted(names: LogNames, event: Event) -> str:
    change, by = event.number("change"), event.text("by")
    verb = "gets" if change > 0 else "loses"
    return f"{names.who(event.seat)} {verb} {abs(change)} of the total" + (f" because of {by}" if by else "")


def _summed(names: LogNames, event: Event) -> str:
    total = f"{names.who(event.seat)} has a total of {event['total']}"
    return f"{total}, divided by {event['divide']}: {event['yield']}" if event["divide"] != 1 else total


EVENTS = (
    EventKind("roll", "a seat rolls dice", {"dice": DICE_FIELD}, _rolled),
    EventKind(
        "tools",
        "a seat adds tools to a roll, or none",
        {
            "tools": EventField("numbers", "the values of its tools"),
            "items": EventField("ids of items", "its tools for one roll", names="item"),
            "value": number_field("their total"),
        },
        _tools_added,
    ),
    EventKind(
        "adjusted",
        "modules change the total of a roll",
        {"change": number_field("by how much; negative to lower the total"), "by": text_field("the cause, if known")},
        _adjusted,
    ),
    EventKind(
        "total",
        "a roll yields goods by its total",
        {
            "total": number_field("with tools and adjustments"),
            "divide": number_field("the divisor for one good; 1 if it yields none"),
            "yield": number_field("the number of goods"),
        },
        _summed,
    ),
)

# --- totals -------------------------------------------------------------------------------------------------------
#
# Totals of rolls: the most dice, the highest total, and what modules add to one.


DICE_COUNTS = Handle[int]("dice count")
"""Every number of dice that content rolls at once for a total; 0 means one for each figure."""


class Roll(NamedTuple):
    """A roll for a total: total / divide goods, rounded down, among `goods`."""

    divide: int
    goods: tuple[int, ...]
    good: int = -1
    """The one of them, if they are not several."""
    place: int = -1
    """The place whose effect rolls; -1 for none, and where no module asks for it."""
    dice: int = 0
    """How many dice are rolled; 0 where no module asks for it."""
    plus: Reader | None = None
    """The number added to the dice."""
    most_plus: int = 0
    again: PayOffer | None = None
    """The offer to roll again for a price."""
    node: int = 0
    """The effects that follow, which read the total; 0 for none."""
    then: tuple[Verb, ...] = ()
    """The same as content has them."""

    @property
    def is_usual(self) -> bool:
        """True for goods alone, by dice and tools."""
        return bool(self.goods) and self.plus is None and self.again is None and not self.node

    def among(self, rules: Ruleset) -> tuple[str, ...]:
        """Returns the ids of the goods that it yields."""
        return tuple(rules.goods[good] for good in self.goods)


ROLLS = Handle[Roll]("roll")


class Totals:
    """The most dice and the highest totals of rolls, and what modules add to them."""

    def __init__(self, rules: Ruleset) -> None:
        self.rolls = rules.entries(ROLLS)
        self.are_usual = all(roll.is_usual for roll in self.rolls)
        self.most_dice = max({rules.most_figures, *rules.entries(DICE_COUNTS)})
        self.one_use = sum(1 << bit for bit, item in enumerate(rules.later_uses) if rules.items[item].one_use)
        """Bits of the later uses that are tools for one roll."""
        tools = rules.kits.spaces * rules.kits.top + sum(rules.items[item].one_use for item in rules.later_uses)
        self.most = FACES * self.most_dice + tools + max([roll.most_plus for roll in self.rolls], default=0)
        """The highest total: every die shows its highest face, every tool, one-use tool and number is added."""
        self.adjustments = asked = rules.questions["stoneage_roll_adjustment"]
        self.change = asked[0] if len(asked) == 1 else lambda *about: sum(adjustment(*about) for adjustment in asked)
        """Returns the sum that modules add to a total: takes the arguments of the hook."""
        self.are_final = self.are_usual and not asked
        """True if nothing changes or reads totals after tools are added."""
        self.causes = rules.questions["stoneage_adjustment_cause"]

    def adjusted(self, state: State, seat: int, roll: Roll, total: int, change: int) -> int:
        """Notes the adjustments of modules to a total, and returns it: from 0 to the most that dice and tools can make."""
        if state._noted is not None:
            causes = [str(cause(state, seat, roll.place, roll.dice)) for cause in self.causes]
            operations.note(state, "adjusted", seat, change, ", ".join(filter(None, causes)))
        return self.within(total + change)

    def within(self, total: int) -> int:
        """Clamps a total to the range from 0 to the most that dice and tools can make."""
        return min(max(total, 0), self.most)

    def with_plus(self, state: Position, seat: int, index: int, total: int) -> int:
        """Returns what dice make with the number that is added to them, at least 0."""
        roll = self.rolls[index]
        return total if roll.plus is None else max(0, total + min(roll.plus(cast("State", state), seat, 0), roll.most_plus))

    def comes_to_with_plus(self, state: Position, seat: int, index: int, total: int) -> str:
        """Returns the yield of a roll for what its dice make, in a few words."""
        return self.comes_to(state, seat, index, self.with_plus(state, seat, index, total))

    def comes_to(self, state: Position, seat: int, index: int, total: int) -> str:
        """Returns the yield of a roll for a total in a few words, with the adjustments of modules: `7 / 3 = 2 wood`."""
        roll = self.rolls[index]
        total = self.within(total + self.change(state, seat, roll.place, roll.dice))
        if not roll.goods:
            return f"a total of {total}"
        return f"{total} / {roll.divide} = {total // roll.divide} {' or '.join(roll.among(state.rules))}"


# --- tool checks --------------------------------------------------------------------------------------------------
#
# The checks of tools that are put on a roll: whole ones, unused, and one-use tools that are not yet spent.


class ToolsWhole(Check):
    """Each value is that of one of the seat's tools: a tool is used as a whole."""

    name = "tools.whole"

    def passes(self, facts: Facts, action: Action) -> bool:
        return facts.rules.kits.includes(facts.state.kits[facts.seat], action.args[0])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        tools = ", ".join(f"{value}{' (used)' * used}" for value, used in _tools(facts))
        return Shortfall(self.name, f"`{action}` takes whole tools of your own", f"you have {tools or 'none'}")


class ToolsUnused(Check):
    """The tools have not been used this round."""

    name = "tools.unused"
    after = ("tools.whole",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return facts.rules.kits.allows(facts.state.kits[facts.seat], action.args[0])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        unused = ", ".join(str(value) for value, used in _tools(facts) if not used)
        return Shortfall(self.name, f"`{action}` takes tools that are unused this round", f"yours are {unused or 'all used'}")


class OneUseToolsUnspent(Check):
    """The seat owns the one-use tools and has not spent them."""

    name = "tools.one-use"

    def passes(self, facts: Facts, action: Action) -> bool:
        return not any(_is_missing(facts, item) for item in action.args[1])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        rules = facts.rules
        id = next(item for item in action.args[1] if _is_missing(facts, item))
        item = rules.items[rules.item_index[id]]
        if not item.one_use:
            return Shortfall(self.name, f"`{action}` takes one-use tools", f"{id} is none")
        is_owned = item.index in facts.state.zones[rules.zones_of(facts.seat)[0]]
        found = f"{id} is spent" if is_owned else f"{id} does not lie before you"
        return Shortfall(self.name, f"{id} must lie before you, not yet spent", found, rules.item_record(id))


def _tools(facts: Facts) -> Kit:
    return facts.rules.kits.kits[facts.state.kits[facts.seat]]


def _is_missing(facts: Facts, item: str) -> bool:
    """Returns True if the seat does not hold an item as an unspent one-use tool."""
    rules = facts.rules
    bit = rules.later_use_bits.get(rules.item_index[item], 0)
    return not facts.state.unspent[facts.seat] & rules.service(Totals).one_use & bit


# --- splitting ----------------------------------------------------------------------------------------------------
#
# Yields of rolls that are several goods in any mix: the seat says how many of each.


class SplitTotal(ChoiceAmount):
    """The seat takes as many goods as the roll yields, of the kinds that it yields."""

    name = "split.total"

    def explain(self, facts: Price, action: Action) -> Shortfall:
        goods = " and ".join(action.rules.goods[good] for good in facts.goods)
        return Shortfall(self.name, f"{facts.most} in all, of {goods}", f"`{action}` is something else")


class SplitYield(TakeGoods):
    """A yield of several goods in any mix; x is the roll, y how many goods there are."""

    name = "split-yield"
    prompt = "how to split {amount}"
    checks = (SplitTotal,)
    progress = (ROLLS.slot(), Slot("amount"))

    def verify(self, state: State, frame: FrameTuple) -> None:
        roll = self.rules.entries(ROLLS)[frame[2]]
        expect(len(roll.goods) > 1, "a yield of one good is not split")
        expect_range(frame[3], 1, self.most(roll), "goods to split")

    def choices(self) -> Iterator[Price]:
        for roll in self.rules.entries(ROLLS):
            for amount in range(1, self.most(roll) + 1) if len(roll.goods) > 1 else ():
                yield Price(None, roll.goods, amount, amount)

    def most(self, roll: Roll) -> int:
        """Returns the largest yield of a roll."""
        return self.rules.service(Totals).most // roll.divide

    def facts(self, state: State, frame: FrameTuple) -> Price:
        return Price(None, self.rules.entries(ROLLS)[frame[2]].goods, frame[3], frame[3])

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        return {"amount": frame[3], "among": self.rules.entries(ROLLS)[frame[2]].among(self.rules)}


# --- rolling ------------------------------------------------------------------------------------------------------
#
# Rolls that make one total: the dice, the tools put on them, the yield of the total.


MOST_DICE = 20
"""How many dice one roll can have."""
MOST_DIVISORS = 60
"""Into how many different parts one roll can be divided, by a quantity."""
MOST_PLUS = 60
"""The most that a quantity can add to a total."""
MOST_TOTAL = FACES * MOST_DICE + MOST_PLUS + 99
"""No roll has a higher total, with all tools."""
ROLLED = {"location": "reward", "workplace": "reward", "placement": "reward"}
"""Effects that follow a roll know its total, and no longer how many figures act."""


@attrs.frozen
class RollVerb(Verb):
    """The seat rolls dice, adds any unused tools, divides the total, rounds down and takes that many goods.

    Without `dice`, one die is rolled for each figure on the location; with a quantity of 0, none is, and nothing follows.
    Several goods in `yields` are taken in any mix. `plus` is a number added to the dice, which make at least 0 with it. With
    `again` a seat that can pay may roll all dice again before it adds tools, as often as it pays. The `effects` follow the goods
    and read the roll by `{ rolled = "total" }`: dice, `plus`, tools and what modules add, at least 0. Without `yields` no tools
    are added.

    Example: `{ do = "roll", dice = 2, divide = 6, yields = ["gold"] }`, or
    `{ do = "roll", dice = 1, effects = [{ do = "points", amount = { rolled = "total" } }] }`
    """

    do = "roll"
    token = (
        "{dice} dice / {divide} {yields: or }", "dice / {divide} {yields: or }", "{dice} dice: {effects}", "dice: {effects}"
    )  # fmt: skip
    tells = "rolled"
    otherwise = "say how many dice, as in `dice = 2`: only where figures act is one rolled for each of them"
    dice: Amount | None = field("the number of dice; without the key, one for each figure", default=None, least=1, most=MOST_DICE)
    divide: Amount | None = field("the part of the total that makes one good, or a quantity, at least 1", default=None, least=1)
    yields: tuple[str, ...] = field("the goods it yields", refers_to="good", default=(), gives=True)
    plus: Amount = field("a number added to the dice, or a quantity", default=0, silent_default=True, becomes=ROLLED)
    again: Cost | None = field("the price of rolling all dice again", default=None, silent_default=True, becomes=ROLLED)
    effects: tuple[Verb, ...] = field(
        "the effects that follow, which can read the total", default=(), becomes=ROLLED, silent_default=True
    )

    involved = ("divide", "yields", "effects")

    def contradictions(self) -> Iterator[Contradiction]:
        if not self.yields and not self.effects:
            help = "add `divide` and `yields`, or write what depends on its total into `effects = [...]` of this roll"
            yield Contradiction("nothing comes of this roll", ("do",), help=help)
        elif (self.divide is None) == bool(self.yields):
            key, other = ("yields", "divide") if self.yields else ("divide", "yields")
            yield Contradiction(f"`{key}` needs `{other}`", (key,), help="write both, or delete this one", at_key=True)

    def belongs_in(self) -> tuple[str, ...]:
        return ("location", "workplace") if self.dice is None else ()

    def describe(self, phrases: Phrases) -> str:
        count = phrases.figures if self.dice is None else phrases.known(self.dice)
        words = "a die" if count == 1 else f"{count} dice"
        if not isinstance(count, int):
            words = "a die per figure" if count is None else f"dice, as many as {phrases.amount(count)},"
        words += f" + {phrases.amount(self.plus)}" if self.plus != 0 else ""
        words = f"({words})" if self.plus != 0 and self.yields else words
        if self.divide is not None:
            divide = phrases.amount(self.divide)
            mix = " in any mix" if len(self.yields) > 1 else ""
            words += f" / {divide if divide.isdigit() else f'({divide})'} {' or '.join(self.yields)}{mix}"
        words += f", again for {phrases.value(self.again)}" if self.again is not None else ""
        return f"{words}: {phrases.effects(self.effects)}" if self.effects else words

    def scores(self) -> Amount | None:
        return 0 if all(effect.scores() == 0 for effect in self.effects) else None

    def bind(self, link: Linker) -> Effect:
        node = link.sequence(self.effects)
        if node:
            link.append(SUBJECTS, Subject(node, False, MOST_TOTAL))
        effect = self._bind_roll(link, node)
        return Nesting(effect, (node,)) if node else effect

    def _bind_roll(self, link: Linker, node: int) -> Effect:
        """Returns the roll as a function that runs; equal rolls share an entry, one for each number that a quantity can be."""
        goods = tuple(link.index("good", good) for good in self.yields)
        part: Amount = 1 if self.divide is None else self.divide
        divide, divisors = link.amount(part), divisors_of(link.range_of(part))
        plus = None if self.plus == 0 else link.amount(self.plus)
        most_plus = min(max(0, link.range_of(self.plus)[1] or 0), MOST_PLUS)
        again = None if self.again is None else offer_of(link, PayVerb(cost=self.again))
        made = Roll(
            1,
            goods,
            goods[0] if len(goods) == 1 else -1,
            plus=plus,
            most_plus=most_plus,
            again=again,
            node=node,
            then=self.effects,
        )
        frame, dice = link.frame("roll-for-total"), self.dice
        most = 0 if dice is None else min(MOST_DICE, link.range_of(dice)[1] or 0)
        link.add(DICE_COUNTS, most)
        # Where a module asks for places or numbers of dice, each of them is a separate roll.
        places = (-1, *link.places(link.here.name)) if link.here and "place" in link.asked_for else (-1,)
        counts = range((most or link.most_figures) + 1 if "dice" in link.asked_for else 1)
        each_roll = product(divisors, places, counts)
        rolls = {each: link.add(ROLLS, made._replace(divide=each[0], place=each[1], dice=each[2])) for each in each_roll}
        if len(rolls) == 1 and (dice is None or isinstance(dice, int)):
            (roll,) = rolls.values()
            return lambda state, seat, place, n: state.stack.append((frame, seat, roll, n if dice is None else dice))
        read = None if dice is None else at_least_zero(link, dice)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if count := read(state, seat, n) if read else n:
                told = place if place in places else -1, count if count in counts else 0
                state.stack.append((frame, seat, rolls[max(1, divide(state, seat, n)), *told], count))

        return effect

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        for key, most in (("divide", MOST_DIVISORS), ("dice", MOST_DICE), ("plus", MOST_PLUS)):
            if getattr(self, key) is not None:
                yield from without_end(bounds, key, getattr(self, key), most)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.divide is None:
            return
        dice = most_figures(bounds) if self.dice is None else range_of(bounds, self.dice)[1] or MOST_DICE
        most = dice * FACES + most_tools(bounds) + sum(item.record.one_use_tool or 0 for item in all_items(bounds))
        most += max(0, range_of(bounds, self.plus)[1] or 0)
        why = f"{f'{dice} dice' if dice > 1 else 'a die'} and all tools make {most} at the most: nothing comes of it"
        yield from beyond("divide", self.divide, most, why, set_by=(*tool_records(bounds), *figure_records(bounds)))


def divisors_of(span: Span) -> range:
    """Returns the numbers that a roll can be divided by; only 1 if they are unbounded, which `clashes` refuses."""
    least, most = (max(1, end or 1) for end in span)
    return range(least, max(least, most) + 1)


class RollForTotal(DiceRoll):
    """The dice of one roll; x is the roll, y the number of dice."""

    name = "roll-for-total"
    prompt = "a roll of {dice_count:die} for seat {seat}"
    progress = (ROLLS.slot(), Slot("dice"))

    def prepare(self) -> None:
        self.totals = self.rules.service(Totals)
        self.unused = self.rules.kits.unused
        self.use_tools = self.rules.frames["use-tools"]
        self.one_use, self.are_usual = self.totals.one_use, self.totals.are_usual

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect_range(frame[3], 1, self.totals.most_dice, "dice")

    @property
    def most_dice(self) -> int:
        return self.totals.most_dice

    def dice(self, frame: FrameTuple) -> int:
        return frame[3]

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        roll = self.totals.rolls[frame[2]]
        return {"dice_count": frame[3], "divide": roll.divide, "among": roll.among(self.rules)}

    def hint(self, state: Position, frame: FrameTuple, outcome: Outcome) -> str:
        return self.totals.comes_to_with_plus(state, frame[1], frame[2], outcome.data)

    def resume(self, state: State, frame: FrameTuple, outcome: Outcome) -> None:
        _, seat, roll, _ = frame
        if state._noted is not None:
            state._noted.append(("roll", seat, outcome.args))
        if not self.are_usual:
            self._may_roll_again(state, seat, roll, outcome.data, frame[3])
        elif self.unused[state.kits[seat]] or state.unspent[seat] & self.one_use:
            state.stack.append((self.use_tools, seat, roll, outcome.data))
        else:
            finish(self.totals, state, seat, roll, outcome.data)

    def _may_roll_again(self, state: State, seat: int, roll: int, total: int, dice: int) -> None:
        again = self.rules.handlers[self.rules.frames[RollAgain.name]]
        assert isinstance(again, RollAgain)
        if roll in again.offers and again.is_payable(state, seat, roll):
            state.stack.append((again.index, seat, roll, total, dice))
        else:
            add_tools(self.totals, state, seat, roll, total)


def add_tools(totals: Totals, state: State, seat: int, index: int, total: int) -> None:
    """Asks for tools on a roll that yields goods if the seat has any, or else finishes it."""
    total = totals.with_plus(state, seat, index, total)
    has_tools = state.rules.kits.unused[state.kits[seat]] or state.unspent[seat] & totals.one_use
    if totals.rolls[index].goods and has_tools:
        state.stack.append((state.rules.frames[UseTools.name], seat, index, total))
    else:
        finish(totals, state, seat, index, total)


def finish(totals: Totals, state: State, seat: int, index: int, total: int) -> None:
    """Turns the total with everything on it into goods, and then into the effects that follow."""
    roll = totals.rolls[index]
    if not totals.are_final:
        if change := totals.change(state, seat, roll.place, roll.dice):
            total = totals.adjusted(state, seat, roll, total, change)
        if roll.node:
            state.stack.append((state.rules.effects_frame, seat, roll.node, -1, total))
    amount = total // roll.divide
    if state._noted is not None:
        state._noted.append(("total", seat, total, roll.divide, amount))
    if roll.good >= 0:
        operations.gain(state, seat, roll.good, amount)
    elif roll.goods and amount:
        state.stack.append((state.rules.frames["split-yield"], seat, index, amount))


class RollAgain(PayOrDecline):
    """The choice to pay for rolling all dice again; x is the roll, y its total so far, z the number of dice."""

    name = "roll-again"
    prompt = "whether to pay {owed} and roll again, after {total} on the dice"
    progress = (ROLLS.slot(), Slot("total"), Slot("dice"))

    def prepare(self) -> None:
        super().prepare()
        self.totals = self.rules.service(Totals)
        self.offers = {index: roll.again for index, roll in enumerate(self.totals.rolls) if roll.again}

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, _, roll, total, dice = frame
        expect(roll in self.offers, "a roll that is not made again")
        expect_range(dice, 1, self.totals.most_dice, "dice")
        expect_range(total, dice, FACES * dice, "a total")

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        return {**self.owed(state, frame), "total": frame[3], "dice_count": frame[4]}

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        _, seat, roll, total, dice = frame
        return counted(dice, "die") if action.kind == "pay" else self.totals.comes_to_with_plus(state, seat, roll, total)

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, roll, total, dice = frame
        if action.kind == "pay":
            operations.spend(state, seat, action.data)
            state.stack.append((self.rules.frames[RollForTotal.name], seat, roll, dice))
        else:
            add_tools(self.totals, state, seat, roll, total)


class UseTools(Decision):
    """The choice of unused tools, one-use tools among them, for a roll; x is the roll, y its total so far."""

    name = "use-tools"
    prompt = "which tools to add to a total of {total}"
    checks = (ToolsWhole, ToolsUnused, OneUseToolsUnspent)
    progress = (ROLLS.slot(), Slot("total"))
    shapes = {"tools": TOOLS}

    def prepare(self) -> None:
        self.totals = self.rules.service(Totals)
        self._values: dict[int, int] = {}

    def verify(self, state: State, frame: FrameTuple) -> None:
        roll = self.totals.rolls[frame[2]]
        expect_range(frame[3], int(roll.plus is None), FACES * self.totals.most_dice + roll.most_plus, "a total")

    def universe(self) -> Universe:
        one_use = [bit for bit in range(len(self.rules.later_uses)) if self.totals.one_use >> bit & 1]
        has_tools = self.rules.kits.spaces or one_use
        for values in self.rules.kits.subsets() if has_tools else ():
            for size in range(len(one_use) + 1):
                for bits in combinations(one_use, size):
                    items = tuple(self.rules.items[self.rules.later_uses[bit]].id for bit in bits)
                    yield "tools", (values, items), (values, sum(1 << bit for bit in bits))

    def key(self, state: State, frame: FrameTuple) -> tuple[int, int]:
        return state.kits[frame[1]], state.unspent[frame[1]] & self.totals.one_use

    def value(self, action: Action) -> int:
        """Returns the sum of an action's tools."""
        value = self._values.get(action.index)
        if value is None:
            values, items = action.data
            one_use = (self.rules.items[item].one_use for bit, item in enumerate(self.rules.later_uses) if items >> bit & 1)
            value = self._values[action.index] = int(sum(values) + sum(one_use))
        return value

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        _, seat, roll, total = frame
        return self.totals.comes_to(state, seat, roll, total + self.value(action))

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        _, seat, number, total = frame
        roll, kit = self.totals.rolls[number], self.rules.kits.unused[state.kits[seat]]
        facts: Asked = {"total": total, "divide": roll.divide, "among": roll.among(self.rules), "tools": kit}
        one_use = [item for item in state.player(seat).unspent if self.rules.items[self.rules.item_index[item]].one_use]
        return {**facts, "more": {"one_use_tools": one_use}} if one_use else facts

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, roll, total = frame
        values, items = action.data
        if values or items:
            total += self.value(action)
            operations.spend_tools(state, seat, values, items)
        if state._noted is not None:
            operations.note(state, "tools", seat, *action.args, self.value(action))
        finish(self.totals, state, seat, roll, total)


MECHANISM = Mechanism(
    "rolling",
    verbs=(RollVerb,),
    frames=(RollForTotal, SplitYield, UseTools, RollAgain),
    quantities=(
        QuantityKind(
            "rolled",
            "the total of the roll",
            lambda link, of: lambda state, seat, n: n,
            choices=("total",),
            under="effects",
            words="the total rolled",
            counts=(),
            of_seat=False,
            span=lambda records, of: (0, MOST_TOTAL),
        ),
    ),
    events=EVENTS,
)
