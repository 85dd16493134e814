"""The course of the game: set-up, phases in their order, whose turn is first, the end.

What happens within a phase is content: a list of effects.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import Frame, Step, next_due, run, use_item
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.notes import NOBODY
from stoneage_rules.kernel.nouns import LAST_ROUND_TABLE, PHASE_TABLE, Phase
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Linker
from stoneage_rules.language.events import PHASE_FIELD, PLACES_FIELD, Event, EventKind, id_field, number_field
from stoneage_rules.language.fields import field
from stoneage_rules.language.handles import PHASE_SLOT, Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.naming import LogNames
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.mechanics.effect_lists import SET_UPS
from stoneage_rules.mechanics.holdings import note_holdings
from stoneage_rules.mechanics.round_counts import ROUND_COUNTS
from stoneage_rules.mechanics.rows import ROWS


@attrs.frozen
class SetUpRecord(ContentRecord):
    """A step of the set-up."""

    table = "setup"

    effects: tuple[Verb, ...] = field("what is done", not_empty=True, context="set-up")


@attrs.frozen
class PhaseRecord(ContentRecord):
    """A part of the round."""

    table = "phase"
    max_records = 60

    effects: tuple[Verb, ...] = field("the steps of the phase", context="phase")

    def bind(self, link: Linker, declared: Declared) -> None:
        if declared.name in link.declared("course")[0].record.phases:
            link.append(PHASE_TABLE, Phase(declared.name, self.name or declared.name, link.sequence(self.effects)))
            for effect in self.effects:
                if isinstance(effect, EndGameVerb) and effect.when_empty is None and not effect.if_:
                    link.append(LAST_ROUND_TABLE, effect.after_round or 1)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        idle = not self.effects and bounds.here.name not in bounds.opened_phases
        why = f"`{self.id}` has no steps, and nothing else happens at its start"
        help = "add `effects = [...]`, or remove the phase"
        yield Bound(("SA514", "a phase in which nothing happens"), ("effects",), idle, why, help)


@attrs.frozen
class CourseRecord(ContentRecord):
    """The order of the set-up and of the round; a game has one course, which packs edit."""

    table = "course"
    is_single = True
    is_needed = True

    set_up: tuple[str, ...] = field("the steps of the set-up, in their order", default=(), refers_to="setup", orders=True)
    phases: tuple[str, ...] = field("the phases of a round, in their order", refers_to="phase", orders=True, not_empty=True)

    def bind(self, link: Linker, declared: Declared) -> None:
        steps = [step for step in link.declared("setup") if step.name in self.set_up]
        link.append(SET_UPS, link.sequence([effect for step in steps for effect in step.record.effects]))


@attrs.frozen
class EndGameVerb(Verb):
    """Final scoring comes now: when a space of the row is empty, after a number of rounds, or without a condition.

    Example: `{ do = "end-game", when_empty = "buildings" }` or `{ do = "end-game", after_round = 8 }`
    """

    do = "end-game"
    when_empty: str | None = field("only when a space of this row is empty", default=None, refers_to="row")
    after_round: int | None = field("only when this round or a later one has been played", default=None, least=1)

    def describe(self, phrases: Phrases) -> str:
        words = "the game ends" if self.after_round is None else f"the game ends after round {self.after_round}"
        return words if self.when_empty is None else f"{words} if a space of {self.when_empty} is empty"

    def bind(self, link: Linker) -> Effect:
        row = None if self.when_empty is None else link.index("row", self.when_empty)
        after_round = self.after_round
        frame = link.frame("end")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            spaces = () if row is None else state.rules.entries(ROWS)[row].spaces
            empty = tuple([space for space in spaces if state.item_at[space] < 0])
            if row is not None and not empty:
                return
            if after_round is not None and state.round < after_round:
                return
            if row is not None:
                operations.note(state, "emptied", NOBODY, row, empty)
            state.stack.append((frame, seat))

        return effect


class SetUpFrame(Step):
    """The set-up's effects, then the first round."""

    name = "set-up"
    begins_game = True

    def prepare(self) -> None:
        self.nodes = self.rules.entries(SET_UPS)

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect(False, "the set-up is over as soon as it begins")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        state.stack.append((state.rules.frames["rounds"], state.start_seat, 0))
        run(state, state.start_seat, self.nodes[0] if self.nodes else 0, -1, 0)


class Rounds(Step):
    """The phases one after the other, round after round; x is the phase that comes next."""

    name = "rounds"
    progress = (PHASE_SLOT,)
    is_root = True

    def prepare(self) -> None:
        self._openings: dict[int, tuple[Frame, ...]] = {}

    def openings(self, phase: int) -> tuple[Frame, ...]:
        """Returns the mechanisms that do something at the start of a phase."""
        if phase not in self._openings:
            self._openings[phase] = tuple(handler for handler in self.rules.handlers if handler.opens(phase))
        return self._openings[phase]

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, _, phase = frame
        phases = state.rules.phases
        state.stack.append((index, state.start_seat, (phase + 1) % len(phases)))
        if phase == 0 and state.round and state.noted is not None:
            note_holdings(state)
        operations.start_phase(state, phase)
        openings = self.openings(phase)
        if not openings:
            run(state, state.start_seat, phases[phase].node, -1, 0)
            return
        if node := phases[phase].node:
            state.stack.append((state.rules.effects_frame, state.start_seat, node, -1, 0))
        for opening in openings:
            state.stack.append((opening.index, state.start_seat, phase, 0))


class EndFrame(Step):
    """The game ends here and now: what was unfinished, or waits for what never comes, is dropped; final scoring comes."""

    name = "end"

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        handlers = state.rules.handlers
        while state.stack:
            unfinished = state.stack.pop()
            handlers[unfinished[0]].drop(state, unfinished)
        for spot in reversed(range(len(state.waiting))):
            if handlers[state.waiting[spot][0]].due(state, spot, None) is None:
                operations.end_waiting(state, spot)
        state.stack.append((state.rules.frames["last-uses"], state.start_seat, 0))
        if state.noted is not None:
            operations.note(state, "end", NOBODY)
            note_holdings(state)


class LastUses(Step):
    """Before final scoring dice that wait are picked, then what can be used at any time is used; x seats are done.

    The oldest roll comes first, clockwise from its buyer; dice that a use has brought are picked before the next use.
    """

    name = "last-uses"
    progress = (Slot("done"),)
    is_root = True

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[2], 0, self.rules.players - 1, "seats that are done")

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        index, first, done = frame
        seat = (first + done) % state.rules.players
        usable = state.unspent[seat] & state.rules.anytime
        question = next_due(state, None)
        if question is not None:
            state.stack.append(frame)
            state.stack.append(question)
        elif usable:
            state.stack.append(frame)
            use_item(state, seat, usable.bit_length() - 1)
        elif done + 1 < state.rules.players:
            state.stack.append((index, first, done + 1))


def _round_begun(names: LogNames, event: Event) -> str:
    return f"round {event['round']}, first player is {names.who(event.number('first'))}"


def _emptied(names: LogNames, event: Event) -> str:
    count = len(event.several("places"))
    return f"{count} of the {names.called('row', event.text('row'))} {'is' if count == 1 else 'are'} empty"


MECHANISM = Mechanism(
    "rounds",
    after=("figures", "goods"),
    records=(SetUpRecord, PhaseRecord, CourseRecord),
    verbs=(EndGameVerb,),
    frames=(EndFrame, LastUses, Rounds, SetUpFrame),
    quantities=ROUND_COUNTS,
    events=(
        EventKind(
            "round",
            "a round begins",
            {"round": number_field("which, from 1 on"), "first": number_field("the seat of the first player")},
            _round_begun,
            begins=True,
        ),
        EventKind(
            "phase",
            "a phase begins",
            {"phase": PHASE_FIELD},
            lambda names, event: names.called("phase", event.text("phase")),
            begins=True,
        ),
        EventKind(
            "emptied",
            "the game is to end, as places of a row are empty",
            {"row": id_field(ROWS, "the row"), "places": PLACES_FIELD.called("those that are empty")},
            _emptied,
        ),
        EventKind("end", "the game ends, and final scoring comes", {}, "the game ends"),
    ),
)
