"""Taking the actions of placed figures, one place at a time, in the order that their owner likes."""

from __future__ import annotations

from typing import NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import PLACE, Action
from stoneage_rules.kernel.frames import Asked, FrameTuple, Step, next_due
from stoneage_rules.kernel.legality import Check, Decision, Shortfall, Universe
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.events import PLACE_FIELD, EventKind, Mechanism, number_field
from stoneage_rules.language.quantity import obstacle_of
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.marks import LOST_MARKS
from stoneage_rules.telling.phrases import Briefs, Phrases


@attrs.frozen
class ResolveVerb(Verb):
    """The seat resolves all places on which it has figures, one at a time, in any order.

    Example: `{ do = "each-seat", effects = [{ do = "resolve" }] }`
    """

    do = "resolve"
    belongs = ("turn",)

    def describe(self, phrases: Phrases) -> str:
        return "its figures act, place by place"

    def bind(self, link: Linker) -> Effect:
        frame = link.frame("resolve-next")

        return lambda state, seat, place, n: state.stack.append((frame, seat))


class ResolveFacts(NamedTuple):
    """The facts of the check: a seat, and the bits of the places on which its figures act in turn."""

    rules: Ruleset
    seat: int
    occupied: int


class HasFigures(Check):
    """The seat has figures on the place, and they act in turn."""

    name = "resolve.standing"

    def passes(self, facts: ResolveFacts, action: Action) -> bool:
        return action.data is not None and bool(facts.occupied >> action.data & 1)

    def explain(self, facts: ResolveFacts, action: Action) -> Shortfall:
        place = facts.rules.place(action.args[0])
        needed = f"figures on {place.id} that wait to act"
        return Shortfall(self.name, needed, "you have none there", place.record)


def resolvable_places(rules: Ruleset) -> int:
    """Returns the bits of the places whose figures act in turn."""
    return sum(1 << place.index for place in rules.places if not place.stays)


class ResolveNext(Step):
    """Asks a seat for its next place until none of its figures is left to act."""

    name = "resolve-next"

    def prepare(self) -> None:
        self.resolvable = resolvable_places(self.rules)
        asks = self.rules.frames[ResolvePlace.name]
        self.turns = tuple(((self.index, seat), (asks, seat)) for seat in range(self.rules.players))
        """By seat, its next turn, and its decision now."""

    def interrupts(self, frame: FrameTuple) -> bool:
        return True

    def step(self, state: State, frame: FrameTuple) -> None:
        seat = frame[1]
        question = next_due(state, seat) if state.waiting else None
        if question is not None:
            state.stack += [frame, question]
        elif state.occupied_by[seat] & self.resolvable:
            state.stack.extend(self.turns[seat])


class ResolvePlace(Decision):
    """The choice of the place that acts next."""

    name = "resolve-place"
    prompt = "which place acts next"
    exclusive = "turn"
    checks = (HasFigures,)
    shapes = {"resolve": PLACE}

    def prepare(self) -> None:
        self.resolvable = resolvable_places(self.rules)
        self.effects = tuple(self.rules.lists[place.node] for place in self.rules.places)

    def verify_position(self, state: State) -> None:
        lost = sum(1 << mark for mark in self.rules.entries(LOST_MARKS))
        for place in self.rules.places:
            for seat in range(self.rules.players) if place.marks and not place.stays else ():
                there = state.occupied_by[seat] >> place.index & 1
                has_left = not there or not place.marks & ~state.marks[seat] & ~lost
                expect(has_left, f"seat {seat} has figures on {place.id}, but not the mark that a placement there leaves")

    def universe(self) -> Universe:
        for place in self.rules.places:
            if not place.stays and place.room:
                yield "resolve", (place.id,), place.index

    def key(self, state: State, frame: FrameTuple) -> int:
        return state.occupied_by[frame[1]] & self.resolvable

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        seat, place = frame[1], self.rules.places[action.data]
        figures = state.placed[place.index * self.rules.players + seat]
        briefs = self.rules.service(Briefs)
        phrases = briefs.phrases.at(state, seat, figures) if figures else briefs.phrases
        against = obstacle_of(place.effects[0], state, seat, place.index) if place.effects else ""
        return "; ".join(filter(None, (str(briefs.place(state, place, phrases)), against)))

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        waiting = state.occupied_by[frame[1]] & self.resolvable
        return {"among": tuple(place.id for place in self.rules.places if waiting >> place.index & 1)}

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        # The most frequent decision of all: the table is looked up here, without a detour over `key`.
        known = self._options.get(state.occupied_by[frame[1]] & self.resolvable)
        return super().options(state, frame) if known is None else known

    def facts(self, state: State, frame: FrameTuple) -> ResolveFacts:
        return ResolveFacts(self.rules, frame[1], self.key(state, frame))

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        seat, place = frame[1], action.data
        count = operations.lift(state, seat, place)
        if state._noted is not None:
            operations.note(state, "resolve", seat, place, count)
        self.effects[place](state, seat, place, count)


MECHANISM = Mechanism(
    "resolving",
    verbs=(ResolveVerb,),
    frames=(ResolveNext, ResolvePlace),
    events=(
        EventKind(
            "resolve",
            "a seat takes the action of a place, and its figures return home",
            {"place": PLACE_FIELD, "figures": number_field("how many figures stood there")},
            "{seat} resolves {place} with {figures:figure}",
            begins=True,
        ),
    ),
)
