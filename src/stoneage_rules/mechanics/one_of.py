"""Choosing one effect of several."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import FACE, Action
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.frames import run
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Effect, Linker
from stoneage_rules.language.condition import core, gains_of, points_of
from stoneage_rules.language.events import EventKind, number_field, text_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.handles import PLACE_OR_NONE_SLOT, Handle, Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.effect_lists import EffectsFrame, any_available
from stoneage_rules.mechanics.items import UNPAID
from stoneage_rules.mechanics.payments import Amounts


@attrs.frozen
class OneOfVerb(Verb):
    """The seat chooses one of these effects, and has it; the others are lost.

    The choice is written `choose 1`, `choose 2`, ..., numbered as the effects are listed.  Each can be chosen, whether
    it would bring anything or not.

    Example: `{ do = "one-of", effects = [{ do = "gain", good = "gold" }, { do = "figure" }] }`
    """

    do = "one-of"
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
    """The effects of which one is chosen: their nodes, and themselves."""

    nodes: tuple[int, ...]
    effects: tuple[Any, ...]


@attrs.frozen
class Offering:
    """The effect that asks; what it asks about can be seen in it, so that a saved frame's origin is known."""

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
        offerings = ((node, core(effect)) for node, (effect, _) in enumerate(rules.nodes))
        self.asked_at = {effect.offer: node for node, effect in offerings if isinstance(effect, Offering)}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for number in range(max((len(offer.nodes) for offer in self.offers), default=0)):
            yield "choose", (number + 1,), number

    def _as_effects(self, frame: tuple[int, ...]) -> tuple[EffectsFrame, tuple[int, ...]]:
        """Returns the list of effects in which the offer stands, as a frame that would begin there."""
        index, seat, offer, place, n = frame
        lists = self.rules.handlers[self.rules.effects_frame]
        assert isinstance(lists, EffectsFrame)
        return lists, (index, seat, self.asked_at.get(offer, 0), place, n)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        lists, outer = self._as_effects(frame)
        lists.verify(state, outer)

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        lists, outer = self._as_effects(frame)
        return lists.interrupts(outer)

    def key(self, state: State, frame: tuple[int, ...]) -> int:
        return frame[2]

    def described(self, state: Position, frame: tuple[int, ...]) -> list[str]:
        """Returns the effects of which one is chosen, each in a few words."""
        phrases = self.rules.service(Phrases).at(state, frame[1], frame[4])
        return list(map(phrases.effect, self.offers[frame[2]].effects))

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        return "".join(self.described(state, frame)[action.data : action.data + 1])

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        facts: Asked = {"amount": 1, "more": {"choices": self.described(state, frame)}}
        return {**facts, "place": self.rules.places[frame[3]].id} if frame[3] >= 0 else facts

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, number, place, n = frame
        offer = self.offers[number]
        if state.noted is not None:
            operations.note(state, "choose", seat, action.data + 1, self.described(state, frame)[action.data])
        run(state, seat, offer.nodes[action.data], place, n)


MECHANISM = Mechanism(
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
