"""Lists of effects: what is left of one, one list for every seat in turn, and a list that counts as one effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from stoneage_rules.kernel.frames import Step, run
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Effect, Linker
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.handles import NODE_SLOT, PLACE_OR_NONE_SLOT, Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.items import joint_gains
from stoneage_rules.mechanics.payments import Amounts
from stoneage_rules.mechanics.rows import ROWS

WITHIN = {"phase": "turn", "location": "reward", "workplace": "reward"}
"""The turn of a phase is a seat's own; figures that act are those of one seat, and not what each seat has."""


@attrs.frozen
class EachSeatVerb(Verb):
    """Every seat, from the starting player clockwise, has these effects; one seat finishes before the next begins.

    Example: `{ do = "each-seat", effects = [{ do = "gain", good = "wood", amount = 1 }] }`
    """

    do = "each-seat"
    effects: tuple[Verb, ...] = field("what each seat has", not_empty=True, becomes=WITHIN)

    def bind(self, link: Linker) -> Effect:
        node = link.sequence(self.effects)
        frame = link.frame("each-seat")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, state.start_seat, node, 0))

        return effect


@attrs.frozen
class AllOfVerb(Verb):
    """These effects happen one after the other, as one: a bundle that `one-of` can offer.

    Example: `{ do = "one-of", effects = [{ do = "all-of", effects = [{ do = "tool" }, { do = "points", amount = 2 }] },
    { do = "figure" }] }`
    """

    do = "all-of"
    passes_on = True
    effects: tuple[Verb, ...] = field("what happens, two or more effects", not_empty=True, fewest=2)

    def describe(self, phrases: Phrases) -> str:
        return " and ".join(effect.describe(phrases) for effect in self.effects)

    def bind(self, link: Linker) -> Effect:
        return Bundle(link.sequence(self.effects))

    def available(self, link: Linker) -> Condition | None:
        return any_available(link, self.effects)

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        return joint_gains(link, self.effects) if any(effect.gains(link) for effect in self.effects) else None

    def scores(self) -> Amount:
        amounts = [effect.scores() for effect in self.effects]
        return next((amount for amount in amounts if not isinstance(amount, int)), None) or sum(map(int, amounts))  # type: ignore[arg-type]


@attrs.frozen
class Bundle:
    """The effect that runs a list; the list can be seen in it, so that a saved frame's origin is known."""

    node: int

    def __call__(self, state: State, seat: int, place: int, n: int) -> None:
        run(state, seat, self.node, place, n)


def any_available(link: Linker, effects: Sequence[Verb]) -> Condition | None:
    """Returns the condition under which any of some effects can bring anything; None for always."""
    conditions = [effect.available(link) for effect in effects]
    known = [condition for condition in conditions if condition is not None]
    if len(known) < len(conditions):
        return None

    def any_of(state: State) -> bool:
        return any(condition(state) for condition in known)

    return any_of


class EffectsFrame(Step):
    """The rest of a list of effects."""

    name = "effects"
    progress = (NODE_SLOT, PLACE_OR_NONE_SLOT, Slot("n"))
    continues_effects = True

    def prepare(self) -> None:
        rules = self.rules
        self.of_places = {node: place for place in rules.places for node in self._from(place.node)}
        self.of_phases = {node for phase in rules.phases for node in self._from(phase.node)}
        self.of_items = {node: item for item in rules.items for node in self._from(item.node)}
        bundles = [(node, effect) for node, (effect, _) in enumerate(rules.nodes) if isinstance(effect, Bundle)]
        self.within = {inner: node for node, bundle in bundles for inner in self._from(bundle.node)}

    def _from(self, node: int) -> Iterator[int]:
        """Yields the nodes of the list that starts at one."""
        while node:
            yield node
            node = self.rules.nodes[node][1]

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, _, node, place, n = frame
        rules = self.rules
        if node in self.of_places:
            expect(place == self.of_places[node].index, "effects of another place")
            expect_range(n, 1, rules.most_figures, "figures that act")
        elif node in self.of_items:
            row = rules.places[place].row if place >= 0 else -1
            expect(row >= 0 and rules.entries(ROWS)[row].kind == self.of_items[node].kind, "effects of an item from elsewhere")
            expect(n < len(rules.actions) and rules.actions[n].kind == "pay", "effects of an item that was not paid")
        else:
            expect_range(n, 0, max(rules.most_figures, len(rules.actions) - 1), "what effects are about")

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return frame[2] in self.of_places or frame[2] in self.of_phases

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, node, place, n = frame
        run(state, seat, node, place, n)


class EachSeatFrame(Step):
    """The same effects for every seat, from the starting player clockwise; x seats are done."""

    name = "each-seat"
    progress = (NODE_SLOT, Slot("done"))

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        lists = self.rules.handlers[self.rules.effects_frame]
        assert isinstance(lists, EffectsFrame)
        expect(frame[2] not in lists.of_places and frame[2] not in lists.of_items, "effects that are not every seat's")
        expect_range(frame[3], 0, self.rules.players - 1, "seats that are done")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, node, done = frame
        players = state.rules.players
        seat = (first + done) % players
        if done + 1 < players:
            state.stack.append((index, first, node, done + 1))
        state.rules.lists[node](state, seat, -1, 0)


MECHANISM = Mechanism("effect_lists", verbs=(EachSeatVerb, AllOfVerb), frames=(EachSeatFrame, EffectsFrame))
