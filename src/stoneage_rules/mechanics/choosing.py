"""Taking goods of one's own choice from the supply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, Action
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.cost import too_many_ways
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.quantity import range_of, without_end
from stoneage_rules.language.reach import Bounds, Clash
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.payments import Amounts, multisets, named

MOST_CHOSEN = 12
"""How many goods can be chosen at once."""


@attrs.frozen
class ChooseVerb(Verb):
    """The seat takes `amount` goods of its choice, equal or different, from a group of goods.

    Example: `{ do = "choose", of = "resource", amount = 2 }`
    """

    do = "choose"
    of: str = field("the group of goods to choose from", refers_to="group:good|good", gives=True)
    amount: Amount = field("how many, or a quantity", default=1, least=1, most=MOST_CHOSEN)

    def describe(self, phrases: Phrases) -> str:
        return phrases.goods(self.amount, self.of)

    def bind(self, link: Linker) -> Effect:
        goods, amount = link.goods(self.of), link.amount(self.amount)
        least, most = link.range_of(self.amount)
        numbers = range(max(1, least or 1), (most or 0) + 1)
        choices = {number: link.add(CHOICES, Choice(goods, number, self.of)) for number in numbers}
        frame = link.frame("choose-goods")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            number = amount(state, seat, n)
            if number > 0:
                state.stack.append((frame, seat, choices[number]))

        return effect

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        yield from without_end(bounds, "amount", self.amount, MOST_CHOSEN)
        most = range_of(bounds, self.amount)[1]
        if most is not None and 0 < most <= MOST_CHOSEN:
            yield from too_many_ways(bounds, ("of",), "amount", most, self.of)

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        if not isinstance(self.amount, int):
            return None
        return tuple(multisets(link.goods(self.of), self.amount, len(link.ids("good"))))


TAKE = GOODS


class Choice(NamedTuple):
    """`amount` goods out of `goods`, equal or different."""

    goods: tuple[int, ...]
    amount: int
    name: str


CHOICES = Handle[Choice]("choice")


class ChoiceAmount(Check):
    """The goods are as many as may be taken, of those that may be."""

    name = "choice.amount"

    def passes(self, facts: Facts, action: Action) -> bool:
        choice = facts.rules.entries(CHOICES)[facts.frame[2]]
        goods = [facts.rules.goods[good] for good in choice.goods]
        return sum(count for _, count in action.args) == choice.amount and all(good in goods for good, _ in action.args)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        choice = facts.rules.entries(CHOICES)[facts.frame[2]]
        return Shortfall(self.name, f"{choice.amount} of any {choice.name}", f"`{action}` is something else")


class ChooseGoods(Decision):
    """The choice of goods to take; x is the choice."""

    name = "choose-goods"
    prompt = "{amount} of any {of} to take"
    checks = (ChoiceAmount,)
    progress = (CHOICES.slot(),)
    shapes = {"take": TAKE}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for choice in self.rules.entries(CHOICES):
            for amounts in multisets(choice.goods, choice.amount, len(self.rules.goods)):
                yield "take", named(amounts, self.rules.goods), amounts

    def candidates(self, state: State, frame: tuple[int, ...]) -> Iterator[Action]:
        choice = self.rules.entries(CHOICES)[frame[2]]
        for amounts in multisets(choice.goods, choice.amount, len(self.rules.goods)):
            yield self.rules.action("take", *named(amounts, self.rules.goods))

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        operations.gain_goods(state, frame[1], action.data)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        choice = self.rules.entries(CHOICES)[frame[2]]
        among = tuple(self.rules.goods[good] for good in choice.goods)
        return {"amount": choice.amount, "among": among, "more": {"of": choice.name}}


MECHANISM = Mechanism("choosing", verbs=(ChooseVerb,), frames=(ChooseGoods,))
