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
from stoneage_rules.language.fields import field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.reach import Bounds, Clash
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.payments import Amounts, multisets, named


@attrs.frozen
class ChooseVerb(Verb):
    """The seat takes `amount` goods of its choice, equal or different, from a group of goods.

    Example: `{ do = "choose", of = "resource", amount = 2 }`
    """

    do = "choose"
    of: str = field("the group of goods to choose from", refers_to="group:good|good", gives=True)
    amount: int = field("how many", default=1, least=1, most=12)

    def describe(self, phrases: Phrases) -> str:
        return f"{self.amount} of any {self.of}"

    def bind(self, link: Linker) -> Effect:
        choice = link.add(CHOICES, Choice(link.goods(self.of), self.amount, self.of))
        frame = link.frame("choose-goods")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, seat, choice))

        return effect

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        yield from too_many_ways(bounds, ("of",), "amount", self.amount, self.of)

    def gains(self, link: Linker) -> tuple[Amounts, ...]:
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
        return {"amount": choice.amount, "among": tuple(self.rules.goods[good] for good in choice.goods)}

    def prompt(self, state: Position, frame: tuple[int, ...]) -> str:
        choice = self.rules.entries(CHOICES)[frame[2]]
        return f"{choice.amount} of any {choice.name} to take"


MECHANISM = Mechanism("choosing", verbs=(ChooseVerb,), frames=(ChooseGoods,))
