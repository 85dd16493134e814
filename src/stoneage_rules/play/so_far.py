"""A game as far as it has been played: all that can be read of it.  `Game` plays it on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.lookup import check_number, check_seat
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.score_sheet import ScorePart, ScoreSheet
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event, Viewer
from stoneage_rules.play.history import GameStep, History
from stoneage_rules.play.narration import Narrator, Sentence
from stoneage_rules.play.record import Record
from stoneage_rules.text.wording import counted

if TYPE_CHECKING:
    from stoneage_rules.play.explanation import Explanation

__all__ = ["GameSoFar"]


class GameSoFar:
    """All that can be read of a game: the state, the steps, the log, the record.

    Args:
        rules: the compiled rules.
        seed: of the game's chance source.
        start: the state from which it is played; None for the set-up.
        names: the names of the seats.
        policies: the names of who chooses at each seat.
    """

    def __init__(self, rules: Ruleset, seed: int, start: State | None, names: Sequence[str], policies: Sequence[str]) -> None:
        self.rules = rules
        self.seed = seed
        self.start = start
        self.names = tuple(names)
        self.policies = tuple(policies)
        self._history = History(start or rules.initial_state(), seed)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self._history.state_after(self.length)

    @property
    def is_over(self) -> bool:
        """True once the game has ended and been scored."""
        return self._history.now.is_over

    @property
    def seat(self) -> int | None:
        """The seat that must choose now, or for which chance decides; None after the end."""
        return self._history.now.seat

    @property
    def length(self) -> int:
        """The number of steps so far."""
        return len(self._history.entries)

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """Every action and outcome so far, each with the state before it; `length` and `answers` do without these states."""
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
        return Record.of(self)

    @cached_property
    def narrator(self) -> Narrator:
        """Turns the events of this game into sentences, which name everything."""
        return Narrator(self.rules, self.names, "all")

    @property
    def log(self) -> tuple[str, ...]:
        """The sentences of the game so far, as a spectator may read them: nobody's secrets are named.

        The final scores come last once the game is over.
        """
        return self._log(None)

    def log_for(self, seat: int, start: int = 0) -> tuple[str, ...]:
        """Returns the sentences from a step on as one seat may read them: its own secrets are named.

        Raises:
            UnknownName: there is no such seat.
        """
        return self._log(check_seat(self.rules, seat), start)

    @property
    def full_log(self) -> tuple[str, ...]:
        """The sentences of the game so far with everybody's secrets: never show it to somebody who plays."""
        return self._log("all")

    def _log(self, viewer: Viewer, start: int = 0) -> tuple[str, ...]:
        return tuple(sentence.text for sentence in self.sentences(Narrator(self.rules, self.names, viewer), start))

    def sentences(self, narrator: Narrator, start: int = 0) -> list[Sentence]:
        """Returns the sentences from a step on, as a narrator writes them; with 0, the set-up comes first."""
        opening = () if start else self.opening
        sentences = list(narrator.tell(chain(opening, *self.events(start))))
        return sentences + list(narrator.result(self._history.now)) if self.is_over else sentences

    def explain(self, step: int, viewer: Viewer = None) -> Explanation:
        """Returns what a step did, event by event, and by which statements of the rules.

        Args:
            step: the number of the step, as in `steps`; from -1 on backwards, it counts from the last.
            viewer: the seat whose secrets may be named; without it nobody's are, and `"all"` names everybody's.

        Raises:
            ValueError: there is no such step.
            UnknownName: there is no such viewer.
        """
        from stoneage_rules.play.explanation import explain

        return explain(self, step, viewer)

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
        """Returns a number of steps after checking that so many have been taken."""
        number = check_number(steps, "steps")
        if not 0 <= number <= self.length:
            raise ValueError(
                f"{counted(self.length, 'step')} have been taken; one can go back to step 0 to {self.length}, not {steps}"
            )
        return number

    def score_sheet(self, seat: int) -> ScoreSheet:
        """Returns a seat's score sheet, as `state.score_sheet` does, with what gave it the points on the track.

        >>> import stoneage_rules as sa
        >>> game = sa.Game(sa.load(players=2), seed=5)
        >>> game.run(sa.policies.make_policies(["sensible", "random"], seed=5))
        >>> game.score_sheet(1).track_parts[0]
        ScorePart(sources=('feed-tribe',), amount=3, points=-30)

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

    def __repr__(self) -> str:
        return f"<Game: {self.length} steps, seed {self.seed}, {self._history.now!r}>"
