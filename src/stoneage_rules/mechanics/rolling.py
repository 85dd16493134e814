"""Rolls that make one total: the dice, the tools put on them, what the total yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import TOOLS, Action, Outcome
from stoneage_rules.kernel.chance import Chance, Odds, roll_dice
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, passing
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.payments import multisets, named

__all__ = ["Roll", "RollForTotal", "SplitYield", "UseTools"]


@attrs.frozen
class Roll:
    """What a total yields: total / divide goods, rounded down, among `goods`."""

    divide: int
    goods: tuple[int, ...]


class RollForTotal(Chance):
    """The dice of one roll; x is the roll, y the number of dice."""

    name = "roll-for-total"
    progress = ("roll", "dice")

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[3], 1, self.rules.most_dice, "dice")

    def outcomes(self, state: State, frame: tuple[int, ...]) -> Odds:
        return self.rules.rolls.odds(frame[3])

    def accepts(self, state: State, frame: tuple[int, ...], answer: Outcome) -> bool:
        return answer.kind == "roll" and len(answer.args) == frame[3]

    def sample(self, state: State, frame: tuple[int, ...], random: Callable[[], float]) -> Outcome:
        return roll_dice(state, frame[3], random)

    def needed(self, state: State, frame: tuple[int, ...]) -> str:
        return f"a roll of {frame[3]} dice for seat {frame[1]}" if frame[3] > 1 else f"a roll of a die for seat {frame[1]}"

    def resume(self, state: State, frame: tuple[int, ...], outcome: Outcome) -> None:
        _, seat, roll, dice = frame
        rules = state.rules
        total = outcome.data
        if state.events is not None:
            state.events.append(("roll", seat, outcome.text))
        if rules.kits.unused[state.kits[seat]] or state.kept[seat] & rules.one_use:
            state.stack.append((rules.frames["use-tools"], seat, roll, total))
        else:
            finish(state, seat, roll, total)


def finish(state: State, seat: int, roll: int, total: int) -> None:
    """The total with everything on it becomes goods."""
    rules = state.rules
    made: Roll = rules.tables["rolls"][roll]
    if rules.adjustments:
        total = adjusted(state, seat, total)
    amount = total // made.divide
    if state.events is not None:
        state.events.append(("total", seat, total, made.divide, amount))
    if len(made.goods) == 1:
        operations.gain(state, seat, made.goods[0], amount)
    elif amount:
        state.stack.append((rules.frames["split-yield"], seat, roll, amount))


def adjusted(state: State, seat: int, total: int) -> int:
    """A total with what modules add to it: never below 0, and never above what dice and tools can make."""
    rules = state.rules
    change = 0
    for adjustment in rules.adjustments:
        change += adjustment(state, seat)
    if not change:
        return total
    operations.note(state, "adjusted", seat, change)
    return min(max(total + change, 0), rules.most_total)


class Held(Check):
    """The tools are the seat's own, and unused."""

    name = "tools.unused"

    def passes(self, facts: tuple[int, int], action: Action) -> bool:
        values, items = action.data
        return self.rules.kits.allows(facts[0], values) and not items & ~facts[1]

    def __init__(self, rules: Any) -> None:
        self.rules = rules


class UseTools(Decision):
    """Which unused tools, one-use tools among them, go on a roll; x is the roll, y its total so far."""

    name = "use-tools"
    checks = ("tools.unused",)
    progress = ("roll", "total")

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[3], 1, 6 * self.rules.most_dice, "a total")

    shapes = {"tools": TOOLS}

    def prepare(self) -> None:
        self.check = Held(self.rules)
        self._table: dict[tuple[int, int], tuple[Action, ...]] = {}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        one_use = [bit for bit in range(len(self.rules.keepers)) if self.rules.one_use >> bit & 1]
        has_tools = self.rules.kits.spaces or one_use
        for values in self.rules.kits.subsets() if has_tools else ():
            for size in range(len(one_use) + 1):
                for bits in combinations(one_use, size):
                    items = tuple(self.rules.items[self.rules.keepers[bit]].id for bit in bits)
                    yield "tools", (values, items), (values, sum(1 << bit for bit in bits))

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        seat = frame[1]
        key = state.kits[seat], state.kept[seat] & self.rules.one_use
        found = self._table.get(key)
        if found is None:
            found = self._table[key] = passing(self.rules.of_kind("tools"), (self.check,), key)
        return found

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        seat = frame[1]
        facts = state.kits[seat], state.kept[seat] & self.rules.one_use
        if action.data is None or not self.check.passes(facts, action):
            unused = [str(value) for value in self.rules.kits.unused[facts[0]]]
            unused += [self.rules.items[item].id for bit, item in enumerate(self.rules.keepers) if facts[1] >> bit & 1]
            yield Shortfall(
                self.check.name,
                f"`{action}` takes tools of your own, unused this round",
                f"seat {seat} has unused: {', '.join(unused) or 'none'}",
            )

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, roll, total = frame
        values, items = action.data
        total += sum(values)
        for bit, item in enumerate(state.rules.keepers):
            if items >> bit & 1:
                total += state.rules.items[item].one_use
        operations.spend_tools(state, seat, values, items)
        operations.note(state, "tools", seat, action.text)
        finish(state, seat, roll, total)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        return f"which tools to add to a total of {frame[3]}"


class SplitYield(Decision):
    """A yield of several goods in any mix; x is the roll, y how many goods there are."""

    name = "split-yield"
    checks = ("split.total",)
    progress = ("roll", "amount")

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        made: Roll = self.rules.tables["rolls"][frame[2]]
        expect(len(made.goods) > 1, "a yield of one good is not split")
        expect_range(frame[3], 1, self.most(made), "goods to split")

    def prepare(self) -> None:
        from stoneage_rules.mechanics.choosing import TAKE

        self.shapes = {"take": TAKE}  # type: ignore[misc]
        self._table: dict[tuple[int, int], tuple[Action, ...]] = {}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for roll in self.rules.tables.get("rolls", ()):
            if len(roll.goods) > 1:
                for amount in range(1, self.most(roll) + 1):
                    for amounts in multisets(roll.goods, amount, len(self.rules.goods)):
                        yield "take", named(amounts, self.rules.goods), amounts

    def most(self, roll: Roll) -> int:
        """The largest yield."""
        return self.rules.most_total // roll.divide

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        key = frame[2], frame[3]
        found = self._table.get(key)
        if found is None:
            goods = self.rules.tables["rolls"][key[0]].goods
            found = self._table[key] = tuple(
                self.rules.action("take", *named(amounts, self.rules.goods))
                for amounts in multisets(goods, key[1], len(self.rules.goods))
            )
        return found

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        if action not in self.options(state, frame):
            goods = " and ".join(self.rules.goods[good] for good in self.rules.tables["rolls"][frame[2]].goods)
            yield Shortfall("split.total", f"{frame[3]} in all, of {goods}", f"`{action}` is something else")

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        for good, amount in enumerate(action.data):
            if amount:
                operations.gain(state, frame[1], good, amount)

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        return f"how to split {frame[3]}"
