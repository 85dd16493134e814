"""The first player: to whom the token passes, and whose are the bare effects that follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Outcome
from stoneage_rules.kernel.chance import DiceRoll
from stoneage_rules.kernel.frames import FrameTuple, Step
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Handle, Linker, Reader, Slot
from stoneage_rules.language.events import EventKind, Mechanism
from stoneage_rules.language.fields import Quantity, field
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.effect_lists import by_quantity, effect_lists
from stoneage_rules.telling.phrases import Phrases

BARE = ("set-up", "phase", "reward")
ACTING = ("set-up", "turn", "location", "paid", "workplace", "reward")
"""The contexts in which effects are those of a seat that acts."""
WORDS = {
    "left": "the next seat on the left becomes first player", "seat": "become first player",
    "drawn": "a seat is drawn that becomes first player",
}  # fmt: skip


@attrs.frozen
class PassFirstVerb(Verb):
    """The first-player token passes on: to the next seat on the left, the seat that acts, a seat drawn, or whoever has most.

    What has begun keeps its order.  Bare effects that follow in the same phase, or in the set-up, are those of the new
    starting player.

    With `most` it goes to the seat that has most of a quantity (fewest with `times = -1`); of several it goes to the nearest
    on the left of the one that has it now, who comes last.  One that is `drawn` is counted by a die, clockwise from the one that
    has it now, so that each is equally likely; a die that counts unevenly is rolled again.

    Example: `{ do = "pass-first" }`, on a location `{ do = "pass-first", to = "seat" }`, or in a phase
    `{ do = "pass-first", most = { goods = "food", times = -1 } }`
    """

    do = "pass-first"
    to: str = field(
        "the next seat on the left, the seat whose effect it is, or one drawn by a die",
        default="left", choices=("left", "seat", "drawn"), silent_default=True,
        elsewhere="the seat with most of something is named by `most = { ... }`",
    )  # fmt: skip
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
            return f"whoever has {phrases.most_of(self.most)} becomes first player"
        return WORDS[self.to]

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.most is not None:
            idle = not bounds.word("quantity", self.most.name).of_seat
            yield Bound(NO_DIFFERENCE, ("most",), idle, "it is the same number for every seat", "name what seats have")

    def bind(self, link: Linker) -> Effect:
        most = None if self.most is None else link.quantity(self.most)
        number = link.append(PASSES, Pass(self.to, most))
        frame, draw = link.frame("pass-first"), link.frame("draw-first")
        if self.to == "drawn":
            return lambda state, seat, place, n: state.stack.append((draw, seat, 0, 1))
        return lambda state, seat, place, n: state.stack.append((frame, seat, number))


class Pass(NamedTuple):
    """A compiled `pass-first`."""

    to: str
    most: Reader | None


PASSES = Handle[Pass]("pass")


class PassFirst(Step):
    """Passes the token on, and hands what stands bare after it to the new starting player; x is the `pass-first`."""

    name = "pass-first"
    progress = (PASSES.slot(),)

    def prepare(self) -> None:
        self.passes = self.rules.entries(PASSES)

    def step(self, state: State, frame: FrameTuple) -> None:
        _, seat, number = frame
        to, most = self.passes[number]
        if to != "seat":
            seat = (state.first_seat + 1) % self.rules.players
        if most is not None:
            seat = by_quantity(state, seat, most)[0]
        operations.pass_first_to(state, seat)
        hand_over(state)


class DrawFirst(DiceRoll):
    """The roll of a die that draws the next starting player; x counts what has been rolled, y in how many ways."""

    name = "draw-first"
    prompt = "a die for who becomes first player"
    progress = (Slot("rolled"), Slot("ways", least=1))

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, _, rolled, ways = frame
        scales = [FACES**count for count in range(self.rules.players) if FACES**count < max(2, self.rules.players)]
        expect(rolled < ways and ways in scales, "a draw of the first player that cannot have come this far")

    def dice(self, frame: FrameTuple) -> int:
        return 1

    @property
    def most_dice(self) -> int:
        return int(any(entry.to == "drawn" for entry in self.rules.entries(PASSES)))

    def counted(self, state: Position, frame: FrameTuple, outcome: Outcome) -> tuple[int, int, int | None]:
        """Returns what has been rolled with an outcome, in how many ways, and the seat drawn; None if none is yet."""
        players = self.rules.players
        rolled, ways = frame[2] * FACES + outcome.args[0] - 1, frame[3] * FACES
        if ways < players:
            return rolled, ways, None
        return (0, 1, None) if rolled >= ways - ways % players else (0, 1, (state.first_seat + rolled) % players)

    def resume(self, state: State, frame: FrameTuple, outcome: Outcome) -> None:
        *progress, drawn = self.counted(state, frame, outcome)
        if drawn is None:
            state.stack.append((*frame[:2], *progress))
            return
        operations.pass_first_to(state, drawn)
        hand_over(state)

    def hint(self, state: Position, frame: FrameTuple, outcome: Outcome) -> str:
        drawn = self.counted(state, frame, outcome)[2]
        return "rolled again" if drawn is None else f"seat {drawn} is first"


def hand_over(state: State) -> None:
    """Hands the bare effects that wait in a phase or in the set-up to the present starting player."""
    lists, stack = effect_lists(state.rules), state.stack
    for spot, frame in enumerate(stack):
        if frame[0] == lists.index and frame[2] in lists.bare:
            stack[spot] = (lists.index, state.first_seat, *frame[2:])


MECHANISM = Mechanism(
    "first_player",
    verbs=(PassFirstVerb,),
    frames=(PassFirst, DrawFirst),
    events=(EventKind("first", "the first-player token passes to a seat", {}, "{seat} becomes first player"),),
)
