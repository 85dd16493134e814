"""Goods of one's choice, and one effect of several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import FACE, GOODS, Action
from stoneage_rules.kernel.frames import Asked, FrameTuple, run
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall, Universe
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import PLACE_OR_NONE_SLOT, Condition, Effect, Handle, Linker, Slot
from stoneage_rules.language.cost import too_many_ways
from stoneage_rules.language.events import EventKind, Mechanism, number_field, text_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.quantity import gains_of, points_of, range_of, without_end
from stoneage_rules.language.reach import Bounds, Clash
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.effect_lists import any_available, effect_lists, effects_of
from stoneage_rules.mechanics.items import UNPAID
from stoneage_rules.mechanics.payments import Amounts, amounts_of, multisets, named
from stoneage_rules.telling.phrases import Phrases

MOST_CHOSEN = 12
"""How many goods can be chosen at once."""


@attrs.frozen
class ChooseVerb(Verb):
    """The seat takes `amount` goods of its choice, equal or different, from a group of goods.

    Example: `{ do = "choose", of = "resource", amount = 2 }`
    """

    do = "choose"
    token = "{amount:+} {of}"
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


class Choice(NamedTuple):
    """`amount` goods out of `goods`, equal or different."""

    goods: tuple[int, ...]
    amount: int
    name: str = ""


CHOICES = Handle[Choice]("choice")


class ChoiceAmount(Check):
    """The goods are as many as may be taken, of those that may be."""

    name = "choice.amount"

    def passes(self, facts: Choice, action: Action) -> bool:
        amounts = amounts_of(action)
        return sum(amounts) == facts.amount == sum(amounts[good] for good in {*facts.goods})

    def explain(self, facts: Choice, action: Action) -> Shortfall:
        return Shortfall(self.name, f"{facts.amount} of any {facts.name}", f"`{action}` is something else")


class TakeGoods(Decision):
    """The choice of goods to take; its facts are a `Choice`."""

    shapes = {"take": GOODS}

    def choices(self) -> Iterable[Choice]:
        """Returns every choice that there can be."""
        raise NotImplementedError

    def universe(self) -> Universe:
        for choice in self.choices():
            for amounts in multisets(choice.goods, choice.amount, len(self.rules.goods)):
                yield "take", named(amounts, self.rules.goods), amounts

    def candidates(self, state: State, frame: FrameTuple) -> Iterator[Action]:
        choice = self.facts(state, frame)
        for amounts in multisets(choice.goods, choice.amount, len(self.rules.goods)):
            yield self.rules.action("take", *named(amounts, self.rules.goods))

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        operations.gain_goods(state, frame[1], action.data)


class ChooseGoods(TakeGoods):
    """The choice of goods of a group; x is the choice."""

    name = "choose-goods"
    prompt = "{amount} of any {of} to take"
    checks = (ChoiceAmount,)
    progress = (CHOICES.slot(),)

    def choices(self) -> Iterable[Choice]:
        return self.rules.entries(CHOICES)

    def facts(self, state: State, frame: FrameTuple) -> Choice:
        return self.rules.entries(CHOICES)[frame[2]]

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        choice = self.rules.entries(CHOICES)[frame[2]]
        among = tuple(self.rules.goods[good] for good in choice.goods)
        return {"amount": choice.amount, "among": among, "more": {"of": choice.name}}


MECHANISM = Mechanism("choosing", verbs=(ChooseVerb,), frames=(ChooseGoods,))

# --- one of -------------------------------------------------------------------------------------------------------
#
# Choosing one effect of several.


@attrs.frozen
class OneOfVerb(Verb):
    """The seat chooses one of these effects, and has it; the others are lost.

    The choice is written `choose 1`, `choose 2`, ..., numbered as the effects are listed.  Each can be chosen, whether
    it would bring anything or not.

    Example: `{ do = "one-of", effects = [{ do = "gain", good = "gold" }, { do = "figure" }] }`
    """

    do = "one-of"
    token = "{effects: or }"
    passes_on = True
    effects: tuple[Verb, ...] = field("what there is to choose from, two or more", not_empty=True, fewest=2)

    def describe(self, phrases: Phrases) -> str:
        return " or ".join(map(phrases.effect, self.effects))

    def bind(self, link: Linker) -> Effect:
        nodes = tuple(link.sequence((effect,)) for effect in self.effects)
        offer = link.add(OFFERS, Offer(nodes, self.effects))
        return Offering(link.frame("one-of"), offer, nodes)

    def available(self, link: Linker) -> Condition | None:
        return any_available(link, self.effects)

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        possible = [gains_of(effect, link) for effect in self.effects]
        if not any(possible):
            return None
        nothing = ((0,) * len(link.ids("good")),)
        return tuple(dict.fromkeys(amounts for gains in possible for amounts in gains or nothing))

    def scores(self) -> Amount | None:
        amounts = {points_of(effect) for effect in self.effects}
        return amounts.pop() if len(amounts) == 1 else None


class Offer(NamedTuple):
    """The effects to choose from, compiled and as content has them."""

    nodes: tuple[int, ...]
    effects: tuple[Any, ...]


@attrs.frozen
class Offering:
    """The effect that asks; it shows its offer, so that the origin of a saved frame is known."""

    frame: int
    offer: int
    lists: tuple[int, ...]

    def __call__(self, state: State, seat: int, place: int, n: int) -> None:
        state.stack.append((self.frame, seat, self.offer, place, n))


OFFERS = Handle[Offer]("offer")


class ChoiceListed(Check):
    """The number is that of one of the effects."""

    name = "choice.listed"

    def passes(self, facts: Facts, action: Action) -> bool:
        return 1 <= int(action.args[0]) <= len(facts.rules.entries(OFFERS)[facts.frame[2]].nodes)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        most = len(facts.rules.entries(OFFERS)[facts.frame[2]].nodes)
        return Shortfall(self.name, f"a number from 1 to {most}", f"there is no effect {action.args[0]}")


class ChooseEffect(Decision):
    """The choice of one of several effects; x is the offer, y and z are the place and the number that effects are about."""

    name = "one-of"
    prompt = "one of {choices:effect}"
    checks = (ChoiceListed,)
    progress = (OFFERS.slot(), PLACE_OR_NONE_SLOT, Slot("n", least=UNPAID))
    shapes = {"choose": FACE}

    def prepare(self) -> None:
        rules = self.rules
        self.offers = rules.entries(OFFERS)
        self.asked_at = {effect.offer: node for node, effect in effects_of(rules, Offering)}

    def universe(self) -> Universe:
        for number in range(max((len(offer.nodes) for offer in self.offers), default=0)):
            yield "choose", (number + 1,), number

    def verify(self, state: State, frame: FrameTuple) -> None:
        # The list of effects in which the offer stands, as if it began there.
        effect_lists(self.rules).verify(state, (*frame[:2], self.asked_at.get(frame[2], 0), *frame[3:]))

    def interrupts(self, frame: FrameTuple) -> bool:
        return effect_lists(self.rules).begins(self.asked_at.get(frame[2], 0))

    def key(self, state: State, frame: FrameTuple) -> int:
        return frame[2]

    def described(self, state: Position, frame: FrameTuple) -> list[str]:
        """Returns the effects to choose from, each in a few words."""
        phrases = self.rules.service(Phrases).at(state, frame[1], frame[4])
        return list(map(phrases.effect, self.offers[frame[2]].effects))

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return "".join(self.described(state, frame)[action.data : action.data + 1])

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        facts: Asked = {"amount": 1, "more": {"choices": self.described(state, frame)}}
        return {**facts, "place": self.rules.places[frame[3]].id} if frame[3] >= 0 else facts

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, number, place, n = frame
        offer = self.offers[number]
        if state._noted is not None:
            operations.note(state, "choose", seat, action.data + 1, self.described(state, frame)[action.data])
        run(state, seat, offer.nodes[action.data], place, n)


ONE_OF = Mechanism(
    "one_of",
    verbs=(OneOfVerb,),
    frames=(ChooseEffect,),
    events=(
        EventKind(
            "choose",
            "a seat chooses one of several effects",
            {"number": number_field("which, from 1 on"), "effect": text_field("the effect in words")},
            "{seat} chooses: {effect}",
        ),
    ),
)
