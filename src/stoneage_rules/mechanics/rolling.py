"""Rolls that make one total: the dice, the tools put on them, what the total yields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import TOOLS, Action, Outcome
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.chance import DiceRoll
from stoneage_rules.kernel.invariants import expect_range
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import Amount, Quantity, field
from stoneage_rules.language.handles import Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.quantity import Span, at_least_zero, range_of, without_end
from stoneage_rules.language.reach import Bound, Bounds, Clash, beyond
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.figures import figure_records, most_figures
from stoneage_rules.mechanics.item_supply import all_items
from stoneage_rules.mechanics.rolling_events import EVENTS
from stoneage_rules.mechanics.splitting import SplitYield
from stoneage_rules.mechanics.tool_checks import OneUseToolsUnspent, ToolsUnused, ToolsWhole
from stoneage_rules.mechanics.tools import most_tools, tool_records
from stoneage_rules.mechanics.totals import DICE_COUNTS, ROLLS, Roll, Totals

MOST_DICE = 20
"""How many dice one roll can have."""
MOST_DIVISORS = 60
"""Into how many different parts one roll can be divided, by a quantity."""


@attrs.frozen
class RollVerb(Verb):
    """The seat rolls dice, adds any unused tools, divides the total, rounds down and takes that many goods.

    Without `dice` one die is rolled for each figure that stood on the location; where a quantity comes to 0, none is.
    Several goods in `yields` are taken in any mix.

    Example: `{ do = "roll", dice = 2, divide = 6, yields = ["gold"] }`
    """

    do = "roll"
    otherwise = "say how many dice, as in `dice = 2`: only where figures act is one rolled for each of them"
    dice: Amount | None = field("how many dice; without it, one for each figure", default=None, least=1, most=MOST_DICE)
    divide: Amount = field("how much of the total makes one good, or a quantity, which counts as 1 where it is less", least=1)
    yields: tuple[str, ...] = field("the goods it yields", refers_to="good", not_empty=True, gives=True)

    def belongs_in(self) -> tuple[str, ...]:
        return ("location", "workplace") if self.dice is None else ()

    def describe(self, phrases: Phrases) -> str:
        count = phrases.figures if self.dice is None else phrases.known(self.dice)
        dice = "a die" if count == 1 else f"{count} dice"
        if not isinstance(count, int):
            dice = "a die per figure" if count is None else f"dice, as many as {phrases.amount(count)},"
        mix = " in any mix" if len(self.yields) > 1 else ""
        divide = phrases.amount(self.divide)
        return f"{dice} / {divide if divide.isdigit() else f'({divide})'} {' or '.join(self.yields)}{mix}"

    def bind(self, link: Linker) -> Effect:
        goods = tuple(link.index("good", good) for good in self.yields)
        divide, divisors = link.amount(self.divide), divisors_of(link.range_of(self.divide))
        rolls = {number: link.add(ROLLS, Roll(number, goods)) for number in divisors}
        roll = rolls[divisors[0]]
        frame, dice = link.frame("roll-for-total"), self.dice
        link.add(DICE_COUNTS, 0 if dice is None else min(MOST_DICE, link.range_of(dice)[1] or 0))
        if isinstance(dice, Quantity):
            read = at_least_zero(link, dice)

            def counted(state: State, seat: int, place: int, n: int) -> None:
                if count := read(state, seat, n):
                    state.stack.append((frame, seat, rolls[max(1, divide(state, seat, n))], count))

            return counted

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, seat, roll, n if dice is None else dice))

        def divided(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, seat, rolls[max(1, divide(state, seat, n))], n if dice is None else dice))

        return effect if len(divisors) == 1 else divided

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        yield from without_end(bounds, "divide", self.divide, MOST_DIVISORS)
        if self.dice is not None:
            yield from without_end(bounds, "dice", self.dice, MOST_DICE)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        dice = most_figures(bounds) if self.dice is None else range_of(bounds, self.dice)[1] or MOST_DICE
        most = dice * FACES + most_tools(bounds) + sum(item.record.one_use_tool or 0 for item in all_items(bounds))
        why = f"{f'{dice} dice' if dice > 1 else 'a die'} and all tools make {most} at the most: nothing comes of it"
        yield from beyond("divide", self.divide, most, why, set_by=(*tool_records(bounds), *figure_records(bounds)))


def divisors_of(span: Span) -> range:
    """Returns the numbers by which a roll can be divided; only 1 where no end is known, which `clashes` refuses."""
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

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[3], 1, self.totals.most_dice, "dice")

    @property
    def most_dice(self) -> int:
        return self.totals.most_dice

    def dice(self, frame: tuple[int, ...]) -> int:
        return frame[3]

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        roll = self.totals.rolls[frame[2]]
        return {"dice_count": frame[3], "divide": roll.divide, "among": roll.among(self.rules)}

    def hint(self, state: Position, frame: tuple[int, ...], outcome: Outcome) -> str:
        return self.totals.comes_to(state, frame[1], frame[2], outcome.data)

    def resume(self, state: State, frame: tuple[int, ...], outcome: Outcome) -> None:
        _, seat, roll, _ = frame
        total = outcome.data
        if state.noted is not None:
            state.noted.append(("roll", seat, outcome.args))
        if self.unused[state.kits[seat]] or state.unspent[seat] & self.totals.one_use:
            state.stack.append((self.use_tools, seat, roll, total))
        else:
            finish(self.totals, state, seat, roll, total)


def finish(totals: Totals, state: State, seat: int, index: int, total: int) -> None:
    """Turns the total with everything on it into goods."""
    rules = state.rules
    roll = totals.rolls[index]
    if totals.adjustments:
        total = totals.adjusted(state, seat, total)
    amount = total // roll.divide
    if state.noted is not None:
        state.noted.append(("total", seat, total, roll.divide, amount))
    if len(roll.goods) == 1:
        operations.gain(state, seat, roll.goods[0], amount)
    elif amount:
        state.stack.append((rules.frames["split-yield"], seat, index, amount))


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

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[3], 1, FACES * self.totals.most_dice, "a total")

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        one_use = [bit for bit in range(len(self.rules.later_uses)) if self.totals.one_use >> bit & 1]
        has_tools = self.rules.kits.spaces or one_use
        for values in self.rules.kits.subsets() if has_tools else ():
            for size in range(len(one_use) + 1):
                for bits in combinations(one_use, size):
                    items = tuple(self.rules.items[self.rules.later_uses[bit]].id for bit in bits)
                    yield "tools", (values, items), (values, sum(1 << bit for bit in bits))

    def key(self, state: State, frame: tuple[int, ...]) -> tuple[int, int]:
        return state.kits[frame[1]], state.unspent[frame[1]] & self.totals.one_use

    def value(self, action: Action) -> int:
        """Returns what the tools of an action add to a total."""
        value = self._values.get(action.index)
        if value is None:
            values, items = action.data
            one_use = (self.rules.items[item].one_use for bit, item in enumerate(self.rules.later_uses) if items >> bit & 1)
            value = self._values[action.index] = int(sum(values) + sum(one_use))
        return value

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        _, seat, roll, total = frame
        return self.totals.comes_to(state, seat, roll, total + self.value(action))

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        _, seat, number, total = frame
        roll, kit = self.totals.rolls[number], self.rules.kits.unused[state.kits[seat]]
        facts: Asked = {"total": total, "divide": roll.divide, "among": roll.among(self.rules), "tools": kit}
        one_use = [item for item in state.player(seat).unspent if self.rules.items[self.rules.item_index[item]].one_use]
        return {**facts, "more": {"one_use_tools": one_use}} if one_use else facts

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, roll, total = frame
        values, items = action.data
        if values or items:
            total += self.value(action)
            operations.spend_tools(state, seat, values, items)
        if state.noted is not None:
            operations.note(state, "tools", seat, *action.args, self.value(action))
        finish(self.totals, state, seat, roll, total)


MECHANISM = Mechanism(
    "rolling",
    verbs=(RollVerb,),
    frames=(RollForTotal, SplitYield, UseTools),
    events=EVENTS,
)
