"""The moment at which a scenario ends, before the game runs on: the end of a phase or round, or the start of a phase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.kernel.state import State
from stoneage_rules.language.fields import OwnForm
from stoneage_rules.packs.findings.faults import WORDS, Fault, unknown_word, wrong_type
from stoneage_rules.testing.event_relay import EventRelay
from stoneage_rules.testing.names import SET_UP

__all__ = ["ASKED_NOTHING", "LastMoment", "Until", "phase_of"]

START, END, END_OF_ROUND = "start-of-phase", "end-of-phase", "end-of-round"
FORMS = (f"{END} PHASE", f"{START} PHASE", END_OF_ROUND)
FORM = re.compile(f"{END_OF_ROUND}|({END}|{START}) +[^ ].*")

ASKED_NOTHING = (
    "seat", "asks", "dice", "legal", "legal_has", "legal_lacks", "outcomes", "outcomes_have", "outcomes_lack",
)  # fmt: skip
"""The facts about a pending question, of which there is none at such a moment."""


class LastMoment(OwnForm):
    """The moment at which a scenario ends."""

    words = "text"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not str:
            yield wrong_type(value, WORDS[str])
        elif value.strip() in (START, END):
            yield Fault("SA207", "a moment without its phase", "which phase?", help=f'write `until = "{value.strip()} PHASE"`')
        elif not FORM.fullmatch(value):
            yield unknown_word("SA207", "a moment that does not exist", value, FORMS, "moment")

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        known = [END_OF_ROUND, *(f"{word} {id}" for word in (END, START) for id in ids.get("phase", ()))]
        return {"anyOf": [{"enum": known}, {"type": "string", "pattern": f"^({FORM.pattern})$"}]}


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
        self._running = SET_UP if state.phase < 0 else ""
        self._copy: State | None = None
        state.noted = EventRelay(self._listen)

    def _listen(self, event: tuple[Any, ...]) -> None:
        if event[0] != "phase":
            return
        before, self._running = self._running, self._state.rules.phases[event[2]].id
        if self._copy is None and self._is_now(before, event[2]):
            self._copy = self._state.copy()
            if self.word != START:
                self._copy.phase = next((index for index, phase in enumerate(self._state.rules.phases) if phase.id == before), -1)
                self._copy.round -= event[2] == 0

    def _is_now(self, before: str, begun: int) -> bool:
        """Returns whether the moment has come when a phase begins after another one."""
        if self.word == END_OF_ROUND:
            return bool(before) and before != SET_UP and begun == 0
        return self.phase == (self._running if self.word == START else before)

    @property
    def state(self) -> State | None:
        """The state at that moment; None if it has not come."""
        if self._copy is None and self._state.is_over and self.word != START:
            return self._state if self.word == END_OF_ROUND or self._state.phase_id == self.phase else None
        return self._copy
