"""The first player: to whom the token passes, and whose are the bare effects that follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import Step
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker, Reader
from stoneage_rules.language.events import EventKind
from stoneage_rules.language.fields import Quantity, field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.effect_lists import EffectsFrame
from stoneage_rules.mechanics.turn_order import by_quantity

BARE = ("set-up", "phase", "reward")
ACTING = ("set-up", "turn", "location", "paid", "workplace", "reward")
"""The contexts in which effects are those of a seat that acts."""


@attrs.frozen
class PassFirstVerb(Verb):
    """The first-player token passes on: to the next seat on the left, to the seat that acts, or to whoever has most.

    What has begun keeps its order.  Bare effects that follow in the same phase, or in the set-up, are those of the new
    starting player.

    With `most` it goes to the seat that has most of a quantity (fewest with `times = -1`); of several it goes to the nearest
    on the left of the one that has it now, who comes last.

    Example: `{ do = "pass-first" }`, on a location `{ do = "pass-first", to = "seat" }`, or in a phase
    `{ do = "pass-first", most = { goods = "food", times = -1 } }`
    """

    do = "pass-first"
    to: str = field(
        "the next seat on the left, or the seat whose effect it is", default="left", choices=("left", "seat"), silent_default=True
    )
    most: Quantity | None = field("the number of which the next starting player has most", default=None, silent_default=True)
    otherwise = 'where a seat acts, write `to = "seat"`: that seat becomes first player'

    involved = ("to", "most")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.to != "left" and self.most is not None:
            yield Contradiction("`most` says to whom it passes", ("to",), help="delete one of the two", at_key=True)

    def belongs_in(self) -> tuple[str, ...]:
        return ACTING if self.to == "seat" else BARE

    def describe(self, phrases: Phrases) -> str:
        if self.most is not None:
            return f"whoever has most of {phrases.amount(self.most)} becomes first player"
        return "become first player" if self.to == "seat" else "the next seat on the left becomes first player"

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.most is not None:
            idle = not bounds.word("quantity", self.most.name).of_seat
            yield Bound(NO_DIFFERENCE, ("most",), idle, "it is the same number for every seat", "name what seats have")

    def bind(self, link: Linker) -> Effect:
        most = None if self.most is None else link.quantity(self.most)
        number = link.append(PASSES, Pass(self.to == "seat", most))
        frame = link.frame("pass-first")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            state.stack.append((frame, seat, number))

        return effect


class Pass(NamedTuple):
    """A compiled `pass-first`."""

    to_seat: bool
    most: Reader | None


PASSES = Handle[Pass]("pass")


class PassFirst(Step):
    """Passes the token on, and hands what stands bare after it to the new starting player; x is the `pass-first`."""

    name = "pass-first"
    progress = (PASSES.slot(),)

    def prepare(self) -> None:
        self.passes = self.rules.entries(PASSES)

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, number = frame
        to_seat, most = self.passes[number]
        if to_seat:
            operations.pass_first_to(state, seat)
        elif most is None:
            operations.pass_first(state)
        else:
            left = (state.start_seat + 1) % self.rules.players
            operations.pass_first_to(state, by_quantity(state, left, most)[0])
        self.hand_over(state)

    def hand_over(self, state: State) -> None:
        """Hands the bare effects that wait in a phase or in the set-up to the present starting player."""
        index, seat = state.rules.effects_frame, state.start_seat
        lists = self.rules.handlers[index]
        assert isinstance(lists, EffectsFrame)
        for spot, frame in enumerate(state.stack):
            if frame[0] == index and frame[1] != seat and lists.is_bare(frame[2]):
                state.stack[spot] = (index, seat, *frame[2:])


MECHANISM = Mechanism(
    "first_player",
    verbs=(PassFirstVerb,),
    frames=(PassFirst,),
    events=(EventKind("first", "the first-player token passes to a seat", {}, "{seat} becomes first player"),),
)
