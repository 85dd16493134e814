"""Games: playing, undo and redo, and all that can be read of the game so far."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.errors import EndlessGame, IllegalAction, ListenerError, check_type
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.position import ScorePart, ScoreSheet, check_number, check_seat, names_of_seats
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State, View
from stoneage_rules.language.events import Event, Viewer
from stoneage_rules.language.fields import Noted
from stoneage_rules.play.record import Record
from stoneage_rules.policies.registry import Policies, choice_of, each_seat, seed_of_seat, version_of
from stoneage_rules.telling.narration import Explanation, Narrator, Sentence, explanation
from stoneage_rules.text import checked_names, checked_policies, counted, listed

if TYPE_CHECKING:
    from stoneage_rules.data.views import Pending
    from stoneage_rules.kernel.legality import Reason
    from stoneage_rules.loading.table import Seat

# --- chance source ------------------------------------------------------------------------------------------------
#
# The chance of a game: numbers from a seed, which can be drawn again.


class ChanceSource:
    """The chance of a game: the numbers of `random.Random(seed).random()`, which can be rewound."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn = 0
        """How many numbers have been drawn."""
        self._random = random.Random(seed)

    def random(self) -> float:
        """Returns the next number, from 0 up to but not including 1."""
        self.drawn += 1
        return self._random.random()

    def rewind(self, drawn: int) -> None:
        """Goes back to the moment after a number of draws."""
        if drawn != self.drawn:
            self.drawn = drawn
            self._random = random.Random(self.seed)
            for _ in range(drawn):
                self._random.random()

    def of(self, state: State) -> ChanceSource:
        """Returns the source, ready for the roll or draw that is pending."""
        return self


class Streams(ChanceSource):
    """The chance of a paired game: numbers of each kind of roll or draw from a generator for it alone.

    So a roll more or less changes no card that comes, and two tables with one seed share most of their luck.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._kinds: list[str] = []
        """The kind of each number that was drawn, and of the next one."""
        self._generators: dict[str, random.Random] = {}

    def random(self) -> float:
        self.drawn += 1
        self._kinds.append(self._kinds[-1])
        return self._next(self._kinds[-1])

    def _next(self, kind: str) -> float:
        return self._generators.setdefault(kind, random.Random(f"{self.seed} {kind}")).random()

    def rewind(self, drawn: int) -> None:
        del self._kinds[drawn:]
        self.drawn, self._generators = drawn, {}
        for kind in self._kinds:
            self._next(kind)

    def of(self, state: State) -> ChanceSource:
        frame = state.stack[-1]
        handler = state.rules.handlers[frame[0]]
        self._kinds[self.drawn :] = [f"{handler.name} {handler.asked(state, frame).get('zone', '')}"]
        return self


# --- history ------------------------------------------------------------------------------------------------------
#
# The answers of a game, and its states and events, which are computed from the answers on request.


PlayedStep = tuple[Action | Outcome, int | None, bool, bool, int]
"""A step without its states: answer, seat, forced, by hand, drawn, as in `GameStep`; plain, because every step makes one."""


@attrs.frozen
class GameStep(Noted):
    """One action or outcome of a game."""

    answer: Action | Outcome
    """The choice of the seat, or the result of chance."""
    seat: int | None
    """The seat that chose it; None for chance."""
    forced: bool
    """True if it was the only option, and the game played it."""
    by_hand: bool
    """True for an outcome that did not come from the game's chance source."""
    before: State = attrs.field(hash=False)
    """The state before it."""
    drawn: int
    """The number of draws from the chance source before it."""
    events: tuple[Event, ...] = attrs.field(hash=False)
    """The events of the step."""


class History:
    """Every answer so far, with the resulting state, and some earlier states.

    A kept state never changes. States between two of them are played again from the earlier one.

    Args:
        start: the state before the first answer; nobody else may change it.
        seed: for the chance of the game.
        streams: whether each kind of roll or draw has a generator.
    """

    def __init__(self, start: State, seed: int, streams: bool) -> None:
        self.source = Streams(seed) if streams else ChanceSource(seed)
        self.entries: list[PlayedStep] = []
        self.undone: list[PlayedStep] = []
        """The entries that were undone and can be redone, the first to be redone first."""
        self._drawn_at_end = 0
        """How many numbers the source had given after the last of them."""
        self._kept: dict[int, State] = {0: start}
        """By number of answers before it."""
        self._own: State | None = None
        """The state after the last answer while nobody else has it, so that it may change; None while it is kept."""
        self._round = start.round
        """The last round with a kept state."""
        self._events: list[tuple[Event, ...]] = []
        """By answer, if asked for."""
        self._listening: State | None = None
        """The state after the last answer whose events are known."""
        self._steps: list[GameStep] = []

    # --- states -------------------------------------------------------------------------------------------------

    @property
    def now(self) -> State:
        """The state after the last answer, for reading: it changes with the next answer."""
        return self._own or self.state_after(len(self.entries))

    def state_after(self, number: int) -> State:
        """Returns the state after a number of answers, and keeps it: the same object each time."""
        if self._own is not None and number == len(self.entries):
            self._kept[number], self._own = self._own, None
        state = self._kept.get(number)
        if state is None:
            start = max(kept for kept in self._kept if kept < number)
            state = self._kept[start].copy()
            for answer, *_ in self.entries[start:number]:
                state.apply(answer)
            self._kept[number] = state
        return state

    # --- changes ------------------------------------------------------------------------------------------------

    def take(self, answer: Action | Outcome, seat: int | None, forced: bool, by_hand: bool, drawn: int) -> None:
        """Carries out an answer. If it raises, `cut` must follow."""
        state = self._own
        if state is None:
            self._own = state = self.now.copy()
        state.apply(answer)
        self.entries.append((answer, seat, forced, by_hand, drawn))
        if state.round != self._round:
            self._round = state.round
            self._kept[len(self.entries)] = state.copy()

    def cut(self, number: int, drawn: int) -> None:
        """Keeps only the first answers, and forgets the states and events of the others.

        Args:
            number: the number of answers to keep.
            drawn: how many numbers the source had given after them.
        """
        self.source.rewind(drawn)
        self._own = None
        del self.entries[number:], self._steps[number:]
        if len(self._events) > number:
            del self._events[number:]
            self._listening = None
        for kept in [kept for kept in self._kept if kept > number]:
            del self._kept[kept]

    def decisions(self, seats: Collection[int] | None) -> list[int]:
        """Returns the indexes of the entries where one of some seats, or any seat, had more than one option."""
        return [number for number, entry in enumerate(self.entries) if _is_choice(entry) and (seats is None or entry[1] in seats)]

    def undo(self, number: int) -> None:
        """Goes back to a number of answers; `redo` can repeat the others."""
        if not self.undone:
            self._drawn_at_end = self.source.drawn
        self.undone[:0] = self.entries[number:]
        self.cut(number, self.entries[number][-1])

    def redo(self, steps: int) -> bool:
        """Repeats undone answers; returns False, and does nothing, if there are fewer steps.

        Each step is an answer with all chance and forced actions that follow it.
        """
        starts = [number for number, entry in enumerate(self.undone) if not number or _is_choice(entry)]
        if len(starts) < steps:
            return False
        end = [*starts, len(self.undone)][steps]
        for entry in self.undone[:end]:
            self.take(*entry)
        del self.undone[:end]
        self.source.rewind(self.undone[0][-1] if self.undone else self._drawn_at_end)
        return True

    # --- events -------------------------------------------------------------------------------------------------

    def events(self, start: int) -> list[tuple[Event, ...]]:
        """Returns the events of each answer from one on."""
        for number in range(len(self._events), len(self.entries)):
            self._listen(number)
        return self._events[start:]

    def _listen(self, number: int) -> None:
        """Plays an answer again to hear its events; events of earlier answers are known."""
        state = self._listening
        if state is None or number in self._kept:
            state = self.state_after(number).copy()
        self._listening = None  # in case that it raises
        state._noted = []
        state.apply(self.entries[number][0])
        self._events.append(state.events)
        self._listening = state

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """Every answer with the state before it and its events."""
        start = len(self._steps)
        for number, events in enumerate(self.events(start), start):
            answer, seat, forced, by_hand, drawn = self.entries[number]
            self._steps.append(GameStep(answer, seat, forced, by_hand, self.state_after(number), drawn, events))
        return tuple(self._steps)


def _is_choice(entry: PlayedStep) -> bool:
    """True for the action of a seat that had other options."""
    _, seat, forced, _, _ = entry
    return seat is not None and not forced


# --- game ---------------------------------------------------------------------------------------------------------
#
# A game with everything around the rules: its own chance source, the steps that were played, undo, a log.


SEED_BITS = 32
MOST_SEED = 2**63 - 1
"""The largest seed that a record can have: TOML has no larger numbers."""


class Game:
    """One game, from the set-up or any other position, to the final scores.

    `state` is the current state; each step makes a new one, so a state that you keep does not change.

    Args:
        rules: the compiled rules.
        seed: for the game's chance source, from 0 to 9223372036854775807 (63 bits); without one, a fresh seed is drawn and kept
            in `seed`.
        start: the first state, such as a saved one, or one that `view.guess` has drawn; it is copied.
            Without one, the game begins with the set-up.
        auto_chance: whether rolls and draws happen automatically when due; otherwise call `roll`, or `play` an outcome.
        skip_forced: whether the game plays decisions that have only one option.
        names: the names of the seats in the log and the record, one for each seat.
        policies: the name of each seat's policy, such as `person` or `sensible`, for the record.
        longest: the number of steps after which the game is treated as endless, by default `rules.bounds.answers`; None for no
            bound.
        streams: whether each kind of roll or draw has a generator of the seed for it alone, as in the games of `sa.compare`.

    Raises:
        ValueError: the seed is not such a whole number, the start is of other rules, the number of names or policies is
            not that of the seats, a name cannot be shown, or a policy contains half a character.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: int | None = None,
        *,
        start: State | None = None,
        auto_chance: bool = True,
        skip_forced: bool = False,
        names: Sequence[str] = (),
        policies: Sequence[str] = (),
        longest: int | None = LONGEST,
        streams: bool = False,
    ) -> None:
        check_type(rules, "rules", Ruleset, "a Ruleset, as `load` makes it")
        if seed is None:
            seed = secrets.randbits(SEED_BITS)
        number = seed.__index__() if hasattr(seed, "__index__") and type(seed) is not bool else -1
        if not 0 <= number <= MOST_SEED:
            raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED}, not {seed!r}")
        self.names: tuple[str, ...] = checked_names(names_of_seats(names, rules, all_or_none=True))
        self.policies: tuple[str, ...] = checked_policies(names_of_seats(policies, rules, "policies", all_or_none=True))
        self.rules = rules
        self.seed = number
        self.streams = streams
        self.start: State | None = None if start is None else _start_of(rules, start)
        self.versions: tuple[str | None, ...] = tuple(map(version_of, policies))
        self._history = History(self.start or rules.initial_state(), number, streams)
        self.auto_chance = auto_chance
        self.skip_forced = skip_forced
        self.longest: int | None = None if longest is None else check_number(longest, "longest")
        self._listeners: list[list[Callable[[Game], None]]] = []
        self._source = self._history.source
        self._follow()

    def sit(self, seats: Sequence[Seat]) -> None:
        """Sets the player of each seat from now on, and the version of the policy, for the log and the record.

        Raises:
            ValueError: a name cannot be shown, or a policy contains half a character.
        """
        self.names = checked_names([seat.name for seat in seats])
        self.policies = checked_policies([seat.policy for seat in seats])
        self.versions = tuple([seat.version for seat in seats])

    @property
    def state(self) -> State:
        """The current state."""
        return self._history.state_after(self.length)

    @property
    def is_over(self) -> bool:
        """True once the game has ended and been scored."""
        return self._history.now.is_over

    @property
    def seat(self) -> int | None:
        """The seat that must choose now, or whose chance event is pending; None after the end."""
        return self._history.now.seat

    @property
    def length(self) -> int:
        """The number of steps so far."""
        return len(self._history.entries)

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """Every action and outcome so far, each with the state before it; `length` and `answers` are cheaper, without the
        states."""
        return self._history.steps

    @cached_property
    def opening(self) -> tuple[Event, ...]:
        """The events before the first step; none if the game did not begin with the set-up."""
        return () if self.start is not None else self.rules.initial_state(listen=True).events

    @property
    def is_seeded(self) -> bool:
        """True if every outcome of chance so far came from the seed."""
        return not any(by_hand for _, _, _, by_hand, _ in self._history.entries)

    @property
    def record(self) -> Record:
        """The game as a record: a readable text that can be replayed."""
        return Record._of(self)

    @property
    def log(self) -> tuple[str, ...]:
        """The sentences of the game so far for a spectator, without anybody's secrets.

        Once the game is over, the final scores come last.
        """
        return self._log(None)

    def log_for(self, seat: int, start: int = 0) -> tuple[str, ...]:
        """Returns the sentences from a step on for one seat, with its own secrets.

        Raises:
            UnknownName: there is no such seat.
        """
        return self._log(check_seat(self.rules, seat), start)

    @property
    def full_log(self) -> tuple[str, ...]:
        """The sentences of the game so far with everybody's secrets: never show them to a player."""
        return self._log("all")

    def _log(self, viewer: Viewer, start: int = 0) -> tuple[str, ...]:
        return tuple(sentence.text for sentence in self.sentences(viewer, start))

    def sentences(self, viewer: Viewer = None, start: int = 0) -> list[Sentence]:
        """Returns the sentences from a step on as a viewer may read them; 0 includes the set-up."""
        narrator, opening = Narrator(self.rules, self.names, viewer), () if start else self.opening
        sentences = list(narrator.tell(chain(opening, *self.events(start))))
        return sentences + list(narrator.result(self._history.now)) if self.is_over else sentences

    def explain(self, step: int, viewer: Viewer = None) -> Explanation:
        """Returns the events of a step, and the statements of the rules behind them.

        Args:
            step: the number of the step, as in `steps`; negative numbers count from the end.
            viewer: the seat whose secrets may be shown; by default nobody's, with `"all"` everybody's.

        Raises:
            ValueError: there is no such step.
            UnknownName: there is no such viewer.
        """
        number = step + self.length if check_number(step, "step") < 0 else step
        if not 0 <= number < self.length:
            raise ValueError(f"there is no step {step}; the game has {self.length}, counted from 0, or from -1 backwards")
        narrator = Narrator(self.rules, self.names, viewer)
        ((_, answer), *_), (*earlier, after) = self.answers(number), self.events()[: number + 1]
        return explanation(narrator, number, self.state_after(number), answer, earlier, after)

    def answers(self, start: int = 0) -> list[tuple[int | None, Action | Outcome]]:
        """Returns the actions and outcomes from a step on, each with the seat that chose it, None for chance."""
        return [(seat, answer) for answer, seat, *_ in self._history.entries[check_number(start, "start") :]]

    def events(self, start: int = 0) -> list[tuple[Event, ...]]:
        """Returns the events of each step from one on."""
        return self._history.events(check_number(start, "start"))

    def state_after(self, steps: int) -> State:
        """Returns the state after a number of steps.

        Raises:
            ValueError: there are fewer steps.
        """
        return self._history.state_after(self._number(steps))

    def _number(self, steps: int) -> int:
        """Returns a number of steps after checking that at least as many have been taken."""
        number = check_number(steps, "steps")
        if not 0 <= number <= self.length:
            raise ValueError(
                f"{counted(self.length, 'step')} have been taken; one can go back to step 0 to {self.length}, not {steps}"
            )
        return number

    def score_sheet(self, seat: int) -> ScoreSheet:
        """Returns a seat's score sheet, as `state.score_sheet` does, with the sources of the points on the track.

        >>> import stoneage_rules as sa
        >>> game = sa.Game(sa.load(players=2), seed=5)
        >>> game.run(["sensible", "random"])
        >>> game.score_sheet(1).track_parts[0]
        ScorePart(sources=('feed-tribe',), amount=1, points=-10)

        Raises:
            UnknownName: there is no such seat.
        """
        sheet = self.state.score_sheet(seat)
        given = 0 if self.start is None else self.start.points[sheet.seat]
        scored: dict[tuple[str, ...], list[int]] = {(): [given]} if given else {}
        for event in chain(self.opening, *self.events()):
            if event.name == "score" and event.seat == sheet.seat:
                source = tuple(event.text("by").split(" ")[1:])
                scored.setdefault(source, []).append(event.number("points"))
        parts = tuple(ScorePart(source, len(points), sum(points)) for source, points in scored.items())
        return attrs.evolve(sheet, track_parts=parts)

    def legal(self) -> tuple[Action, ...]:
        """Returns every action that `seat` may choose now."""
        return self._history.now.legal()

    def why_not(self, answer: Action | Outcome | str, seat: int | None = None) -> tuple[Reason, ...]:
        """Returns the reasons against an answer now, or against its text, as `state.why_not` does."""
        return self._history.now.why_not(self.rules.parse(answer) if isinstance(answer, str) else answer, seat)

    @property
    def pending(self) -> Pending | None:
        """The open question, as `state.pending`."""
        return self._history.now.pending

    def view(self, seat: int | None) -> View:
        """Returns the game as one seat sees it now, or a spectator, as `state.view` does."""
        return self._history.now.view(seat)

    def __repr__(self) -> str:
        return f"<Game: {self.length} steps, seed {self.seed}, {self._history.now!r}>"

    def _repr_html_(self) -> str:
        """Returns the board and the score sheets, as if the game ended now, for notebooks."""
        from stoneage_rules.board.tables import game_page

        return game_page(self._history.now, self.names)

    # --- doing -------------------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Game], None]) -> Callable[[], None]:
        """Calls a function with the game after every change: each `play`, `roll`, `undo` and `redo`.

        All listeners are called. If some raise, the change stays, and a `ListenerError` with their errors is raised.

        Returns:
            a function that stops the calls.
        """
        own = [listener]
        self._listeners.append(own)
        return own.clear

    def play(self, answer: Action | Outcome | str, seat: int | None = None, *, forced: bool = False) -> None:
        """Carries out an action of the seat to move, or an outcome of a pending chance event.

        Carries out the whole answer, with `auto_chance` also the following chance events, or leaves the game unchanged.

        Args:
            answer: the action or outcome, or its text, such as `pay 2 wood`.
            seat: the seat that must be to move, if the answer is a player's; no seat may choose an outcome.
            forced: whether it counts as forced, so that `undo` skips it.

        Raises:
            InvalidAction: it cannot be read.
            IllegalAction: it is refused now; the error carries the reasons.
            ListenerError: it was carried out, and a listener failed.
        """
        if not isinstance(answer, Action | Outcome):
            answer = self.rules.parse(answer)
        if seat is not None and isinstance(answer, Outcome):
            raise IllegalAction(f"`{answer}` is an outcome of chance, which no seat chooses")
        if seat is not None:
            reasons = self._history.now.why_not(answer, seat)
            if reasons:
                raise IllegalAction(f"`{answer}` is not legal now: " + "; ".join(map(str, reasons)), reasons)
        self._change(answer, forced)

    def roll(self) -> Outcome:
        """Resolves the pending chance event with the game's chance source; returns the outcome.

        Raises:
            ValueError: no chance event is pending.
        """
        self._expect_chance()
        before = self.length
        self._change(None)
        outcome = self._history.entries[before][0]
        assert isinstance(outcome, Outcome)
        return outcome

    def foresee(self) -> Outcome:
        """Returns the outcome that `roll` would give now.

        Raises:
            ValueError: no chance event is pending.
        """
        self._expect_chance()
        drawn = self._source.drawn
        outcome = self._history.now.sample(self._source.of(self._history.now))
        self._source.rewind(drawn)
        return outcome

    def undo(self, steps: int = 1, seat: int | Collection[int] | None = None) -> None:
        """Takes back the last decisions, with all chance events and forced actions after them.

        Undo does not change the dice: the same choices meet the same outcomes again. `redo` repeats the decisions.

        Args:
            steps: the number of decisions.
            seat: the seat, or the seats, whose decisions count; decisions of others in between are also taken back.

        Raises:
            UnknownName: there is no such seat.
            ValueError: there are fewer decisions to take back, or the number is below 1.
        """
        if check_number(steps, "steps") < 1:
            raise ValueError(f"at least one step is taken back, not {steps}")
        seats = (
            None if seat is None else [check_seat(self.rules, one) for one in (seat if isinstance(seat, Collection) else [seat])]
        )
        chosen = self._history.decisions(seats)
        if len(chosen) < steps:
            whose = "" if seats is None else f" of {'seats' if len(seats) > 1 else 'seat'} {listed(sorted(seats))}"
            raise ValueError(f"{counted(steps, 'decision')}{whose} cannot be taken back; {len(chosen)} have been made")
        self.undo_to(chosen[-steps])

    def undo_to(self, step: int) -> None:
        """Takes back steps until `length` is a given number.

        A roll or draw that is due there does not happen automatically: call `roll` or `redo`.

        Raises:
            ValueError: there are fewer steps.
        """
        number = self._number(step)
        if number < self.length:
            self._history.undo(number)
            self._notify()

    @property
    def can_undo(self) -> bool:
        """True if there is a decision for `undo` to take back."""
        return bool(self._history.decisions(None))

    @property
    def can_redo(self) -> bool:
        """True while there is an undone step for `redo` to repeat."""
        return bool(self._history.undone)

    def redo(self, steps: int = 1) -> None:
        """Repeats undone decisions, each with the chance and forced actions that followed it.

        Undone steps can be repeated until another step is taken.

        Raises:
            ValueError: fewer have been undone.
        """
        if check_number(steps, "steps") < 1:
            raise ValueError(f"at least one step is taken again, not {steps}")
        if not self._history.redo(steps):
            raise ValueError(f"{counted(steps, 'decision')} cannot be taken again; fewer have been undone")
        self._notify()

    def run(self, policies: Policies) -> None:
        """Plays to the end, each seat by its policy, or all by one; a policy sees only the seat's view.

        Policies are asked even if one option is left, unless `skip_forced` is set; `simulate` never asks them then.

        Args:
            policies: names, made as by `make_policies` with the game's seed, or functions `(view, legal)` that return an action.

        Raises:
            ValueError: the number of policies is not that of the seats.
            IllegalAction: a policy chose an action that is not legal.
            UnknownName: no policy has that name.
            PolicyError: a policy cannot be created, is not callable, or returned something else than an action.
            EndlessGame: it is not over after `longest` steps.
        """
        seated = each_seat(policies, self.rules.players, partial(seed_of_seat, self.seed))
        while True:
            state = self._history.now
            legal = state.legal()
            if legal:
                self.play(choice_of(seated, state, legal))
            elif state.is_over:
                return
            else:
                self.roll()

    def _expect_chance(self) -> None:
        if not self._history.now.is_chance:
            raise ValueError("no roll or draw is due" + ("; the game is over" if self.is_over else ""))

    # --- steps --------------------------------------------------------------------------------------------------

    def _change(self, answer: Action | Outcome | None, forced: bool = False) -> None:
        """Takes a step, None for a roll, and the steps that follow by themselves: all of them or none."""
        length, drawn = self.length, self._source.drawn
        try:
            if answer is None:
                self._roll(self._history.now)
            elif isinstance(answer, Outcome):
                self._step(answer, None, drawn, by_hand=True)
            else:
                self._step(answer, self._history.now.seat, drawn, forced)
            self._follow()
        except BaseException:
            self._history.cut(length, drawn)
            raise
        self._history.undone.clear()
        self._notify()

    def _follow(self) -> None:
        """Takes the steps that need no choice."""
        while True:
            state = self._history.now
            if state.is_chance:
                if not self.auto_chance:
                    return
                self._roll(state)
                continue
            legal = state.legal() if self.skip_forced else ()
            if len(legal) != 1:
                return
            self._step(legal[0], state.seat, self._source.drawn, forced=True)

    def _roll(self, state: State) -> None:
        drawn = self._source.drawn
        self._step(state.sample(self._source.of(state)), None, drawn)

    def _step(self, answer: Action | Outcome, seat: int | None, drawn: int, forced: bool = False, by_hand: bool = False) -> None:
        if len(self._history.entries) == self.longest:
            where = f"in round {self._history.now.round}"
            raise EndlessGame(f"seed {self.seed}: not over after {self.longest} steps, {where}")
        self._history.take(answer, seat, forced, by_hand, drawn)

    def _notify(self) -> None:
        """Calls every listener, and then raises the errors of the failed ones."""
        errors = []
        for listener in chain(*self._listeners):
            try:
                listener(self)
            except Exception as error:
                errors.append(error)
        if errors:
            raise ListenerError(errors) from errors[0]


def _start_of(rules: Ruleset, state: State) -> State:
    """Returns a copy of a state, under these rules if its own are others with the same digest."""
    if not isinstance(state, State):
        raise ValueError(f"a game starts from a State, not from {state!r}; a view can draw one that agrees with it: `view.guess`")
    return state.copy() if state.rules is rules else rules.state_from_dict(state.to_dict())
