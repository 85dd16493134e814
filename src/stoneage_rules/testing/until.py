"""The moment at which a scenario ends, before the game runs on: the end of a phase or round, or the start of a phase."""

from __future__ import annotations

from typing import Any

from stoneage_rules.kernel.state import State
from stoneage_rules.testing.event_relay import EventRelay
from stoneage_rules.testing.moments import END_OF_ROUND, START_OF_PHASE, MomentForm
from stoneage_rules.testing.names import SET_UP

__all__ = ["ASKED_NOTHING", "LastMoment", "Until", "phase_of"]

ASKED_NOTHING = (
    "seat", "asks", "dice", "legal", "legal_has", "legal_lacks", "outcomes", "outcomes_have", "outcomes_lack",
)  # fmt: skip
"""The facts about a pending question, of which there is none at such a moment."""


class LastMoment(MomentForm):
    """The moment at which a scenario ends."""

    key = "until"
    plain = (END_OF_ROUND,)


def phase_of(moment: str) -> str:
    """Returns the id of the phase that a moment names; empty for the end of the round."""
    return moment.partition(" ")[2].strip()


class Until:
    """Watches a state while it is played, and keeps a copy of it as it is at a moment.

    Args:
        moment: such as `end-of-phase take-actions`.
        state: the state that is going to be played; its phase has not begun yet, or it is in the set-up.
    """

    def __init__(self, moment: str, state: State) -> None:
        self.word = moment.partition(" ")[0]
        self.phase = phase_of(moment)
        self._state = state
        self._running = SET_UP if state.phase_index < 0 else ""
        self._copy: State | None = None
        state.noted = EventRelay(self._listen)

    def _listen(self, event: tuple[Any, ...]) -> None:
        if event[0] != "phase":
            return
        before, self._running = self._running, self._state.rules.phases[event[2]].id
        if self._copy is None and self._is_now(before, event[2]):
            self._copy = self._state.copy()
            if self.word != START_OF_PHASE:
                self._copy.phase_index = next(
                    (index for index, phase in enumerate(self._state.rules.phases) if phase.id == before), -1
                )
                self._copy.round -= event[2] == 0

    def _is_now(self, before: str, begun: int) -> bool:
        """Returns whether the moment has come when a phase begins after another one."""
        if self.word == END_OF_ROUND:
            return bool(before) and before != SET_UP and begun == 0
        return self.phase == (self._running if self.word == START_OF_PHASE else before)

    @property
    def state(self) -> State | None:
        """The state at that moment; None if it has not come."""
        if self._copy is None and self._state.is_over and self.word != START_OF_PHASE:
            return self._state if self.word == END_OF_ROUND or self._state.phase == self.phase else None
        return self._copy
