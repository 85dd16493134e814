"""The state as one seat may know it.

A view is a copy from which the secrets are gone: what others own face down has joined what may still be drawn, and `HIDDEN`
stands for the secret numbers of frames.  Once the game is over, final scoring has shown everything, and nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from stoneage_rules.kernel.hidden import Secrets
from stoneage_rules.kernel.lookup import check_seat
from stoneage_rules.kernel.position import Position
from stoneage_rules.language.handles import HIDDEN

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["View"]


class View(Position):
    """A state as `viewer` may know it: it can be read like a state, but not played on."""

    __slots__ = ("hidden_kinds", "viewer")

    viewer: int
    """The seat whose view this is."""
    hidden_kinds: tuple[tuple[int, ...], ...]
    """By seat, the kinds of the items that it alone knows, whose backs all see; none of anybody while nothing is hidden."""

    @classmethod
    def of(cls, state: State, viewer: int) -> View:
        """Returns the view of one seat; later changes of the state do not show in it.

        Raises:
            UnknownName: there is no such seat.
        """
        rules = state.rules
        view = cls.__new__(cls)
        state._copy_numbers(view)
        view.viewer = check_seat(rules, viewer)
        view.hidden_kinds = ()
        if any(state.face_down) and state.stack:
            view._hide_items()
        if rules.service(Secrets).slots:
            view._hide_numbers(state)
        return view

    def _hide_items(self) -> None:
        """Puts what others own face down back among the unseen items of the zone that such items come from."""
        rules, zones = self.rules, [*self.zones]
        home = rules.service(Secrets).zones
        hidden: list[tuple[int, ...]] = [()] * rules.players
        for seat, count in enumerate(self.face_down):
            if count and seat != self.viewer:
                down = rules.zones_of(seat)[1]
                kinds = [rules.items[item].kind for item in zones[down]]
                for kind, item in zip(kinds, zones[down], strict=True):
                    zones[home[kind]] = tuple(sorted((*zones[home[kind]], item)))
                zones[down] = ()
                hidden[seat] = tuple(sorted(kinds))
        self.zones = tuple(zones)
        self.hidden_kinds = tuple(hidden)

    def _hide_numbers(self, state: State) -> None:
        """Hides the secret numbers of frames, on the stack and set aside."""
        self.stack = [self._hidden(state, frame) for frame in self.stack]
        self.waiting = tuple(self._hidden(state, frame) for frame in self.waiting)

    def _hidden(self, state: State, frame: tuple[int, ...]) -> tuple[int, ...]:
        slots = self.rules.service(Secrets).slots.get(frame[0])
        if slots is None or self.viewer in self.rules.handlers[frame[0]].known_to(state, frame):
            return frame
        return tuple([HIDDEN if place in slots else number for place, number in enumerate(frame)])

    def key(self) -> tuple[Hashable, ...]:
        """Returns all numbers of the view as one hashable value, with its seat: states that differ in a secret have the same."""
        return self.viewer, self.hidden_kinds, *super().key()

    def __repr__(self) -> str:
        return f"<View of seat {self.viewer}: round {self.round}>"
