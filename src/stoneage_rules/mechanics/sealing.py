"""Numbers that all seats choose in secret, and then show."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple, cast

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import FACE, Action, Outcome
from stoneage_rules.kernel.frames import Asked, FrameTuple, Step
from stoneage_rules.kernel.legality import Check, Decision, Facts, RecordKey, Shortfall, Universe
from stoneage_rules.kernel.nouns import TAKING_ITEMS
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Handle, Linker, Reader, Slot
from stoneage_rules.language.events import TRACK_FIELD, EventKind, Mechanism, number_field
from stoneage_rules.language.faults import CONTRADICTION
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.reach import Bounds, Clash
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.effect_lists import WITHIN, record_here
from stoneage_rules.telling.phrases import Phrases

LONGEST_TRACK = 99
"""The last space of a track for sealed numbers, at the most: each of its numbers is an option."""


@attrs.frozen
class SealVerb(Verb):
    """Every seat chooses a number in secret; then all are shown, and each seat's marker on the track goes to its number.

    Seats choose from the starting player clockwise. With `at_most` a seat chooses at most this quantity of its own, read when it
    is asked. Later effects read the track.

    Example: `{ do = "seal", track = "bid", at_most = { goods = "food" } }`
    """

    do = "seal"
    token = "seal {track}"
    belongs = ("set-up", "phase")
    otherwise = "all seats choose together: write it into a phase, outside of `each-seat`"
    track: str = field("the track for the numbers", refers_to="track", gives=True)
    at_most: Amount | None = field(
        "the highest number, or a quantity of the seat; without the key, the end of the track",
        default=None,
        least=0,
        becomes=WITHIN,
    )

    def describe(self, phrases: Phrases) -> str:
        most = "" if self.at_most is None else f", at most {phrases.amount(self.at_most)}"
        return f"all seats choose a number for {self.track} in secret{most}"

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        track = bounds.find("track", self.track)
        if track.top > LONGEST_TRACK:
            help = f"name a track whose `top` is {LONGEST_TRACK} or less"
            yield Clash("SA211", "too many numbers", ("track",), f"`{self.track}` has more than {LONGEST_TRACK} spaces", help)
        if track.shared:
            why = f"`{self.track}` is one marker for all seats"
            yield Clash("SA207", CONTRADICTION, ("track",), why, "name a track where each seat has a marker")

    def bind(self, link: Linker) -> Effect:
        track = link.index("track", self.track)
        top = link.declared("track")[track].record.top
        record = record_here(link)
        most = link.amount(top if self.at_most is None else self.at_most)
        number, frame = link.append(SEALS, Seal(track, top, most, self, record)), link.frame(SealNext.name)
        return lambda state, seat, place, n: state.stack.append((frame, state.first_seat, number, 0))


class Seal(NamedTuple):
    """A compiled `seal`: its track, the end of it, and the highest number of a seat."""

    track: int
    top: int
    most: Reader
    word: SealVerb
    record: RecordKey | None

    def numbers(self, state: Position, seat: int) -> range:
        """Returns the numbers that a seat can choose now."""
        return range(min(self.top, max(0, self.most(cast("State", state), seat, 0))) + 1)


SEALS = Handle[Seal]("seal")


def _highest(rules: Ruleset) -> int:
    return max((seal.top for seal in rules.entries(SEALS)), default=-1)


class SealNext(Step):
    """Asks each seat in turn, and then shows all numbers; x is the rule, y counts the seats that have been asked."""

    name = "seal-next"
    progress = (SEALS.slot("rule"), Slot("asked", most=lambda rules: rules.players))
    interrupts = True

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, first, rule, asked = frame
        seats = [(first + turn) % self.rules.players for turn in range(asked)]
        above = state.stack[state.stack.index(frame) + 1 :][:1]
        expect(above == [(self.rules.frames[SealNumber.name], *seats[-1:], rule)], "secret numbers for which nobody is asked")
        waiting = [each[1:3] for each in state.waiting if each[0] == self.rules.frames[Sealed.name]]
        expect(waiting == [(seat, rule) for seat in seats[:-1]], "sealed numbers of other seats than those that have been asked")

    def step(self, state: State, frame: FrameTuple) -> None:
        index, first, rule, asked = frame
        if asked < self.rules.players:
            state.stack.append((index, first, rule, asked + 1))
            state.stack.append((self.rules.frames[SealNumber.name], (first + asked) % self.rules.players, rule))
            return
        sealed, track = self.rules.frames[Sealed.name], self.rules.entries(SEALS)[rule].track
        for spot in reversed([spot for spot, waiting in enumerate(state.waiting) if waiting[0] == sealed]):
            _, seat, _, number = state.waiting[spot]
            operations.end_waiting(state, spot)
            operations.set_track(state, seat, track, number)


class SealRange(Check):
    """The number is one that the seat can choose."""

    name = "seal.range"

    def passes(self, facts: Facts, action: Action) -> bool:
        return action.args[0] in facts.rules.entries(SEALS)[facts.frame[2]].numbers(facts.state, facts.seat)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        seal = facts.rules.entries(SEALS)[facts.frame[2]]
        most = seal.numbers(facts.state, facts.seat)[-1]
        return Shortfall(self.name, f"a number from 0 to {most}", f"{action.args[0]} was named", seal.record)


class SealNumber(Decision):
    """The choice of a number in secret; x is the rule."""

    name = "seal"
    prompt = "which number to choose in secret for {track}, at most {amount}"
    checks = (SealRange,)
    progress = (SEALS.slot("rule"),)
    shapes = {"seal": FACE}
    secret_until = "sealed"

    def universe(self) -> Universe:
        for number in range(_highest(self.rules) + 1):
            yield "seal", (number,), number

    def verify(self, state: State, frame: FrameTuple) -> None:
        below = state.stack[state.stack.index(frame) - 1]
        expect(below[0] == self.rules.frames[SealNext.name], "a secret number that nobody asks for")

    def key(self, state: State, frame: FrameTuple) -> Hashable:
        return self.rules.entries(SEALS)[frame[2]].numbers(state, frame[1])

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        seal = self.rules.entries(SEALS)[frame[2]]
        return {"amount": seal.numbers(state, frame[1])[-1], "more": {"track": seal.word.track}}

    def seen_by(self, state: Position, frame: FrameTuple, answer: Action | Outcome) -> tuple[int, ...]:
        # The last seat's number is shown at once.
        is_last = state.stack[-2][3] == self.rules.players
        return super().seen_by(state, frame, answer) if is_last else (frame[1],)

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        operations.set_aside(state, (self.rules.frames[Sealed.name], *frame[1:], action.data))
        operations.note(state, "sealed", frame[1])


class Sealed(Step):
    """A chosen number that waits until all are shown; x is the rule, y the number."""

    name = "sealed"
    progress = (SEALS.slot("rule"), Slot("number", most=_highest, secret=True))

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(False, "a sealed number that does not wait")

    def step(self, state: State, frame: FrameTuple) -> None:
        """Does nothing: such a frame only waits."""

    def within(self, state: Position, frame: FrameTuple) -> Sequence[int] | None:
        seal = self.rules.entries(SEALS)[frame[2]]
        return range(seal.top + 1) if self.rules.entries(TAKING_ITEMS) else seal.numbers(state, frame[1])

    def verify_waiting(self, state: State, frame: FrameTuple) -> None:
        expect(frame[3] in (self.within(state, frame) or ()), "a sealed number above what its seat can choose")
        asking = self.rules.frames[SealNext.name]
        expect(any(below[0] == asking for below in state.stack), "a sealed number that nobody asked for")


MECHANISM = Mechanism(
    "sealing",
    verbs=(SealVerb,),
    frames=(SealNext, SealNumber, Sealed),
    events=(
        EventKind("sealed", "a seat has chosen a number in secret", {}, "{seat} has chosen a number"),
        EventKind(
            "unsealed",
            "a number that was chosen in secret is shown",
            {"track": TRACK_FIELD, "number": number_field("the number, where the marker is now")},
            "{seat} shows {number} on {track}",
        ),
    ),
)
