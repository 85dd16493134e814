"""The state as one seat may know it.

A view is a copy from which the secrets are gone: what others own face down has joined what may still be drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stoneage_rules.kernel.lookup import check_seat
from stoneage_rules.kernel.position import Position

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["View"]


class View(Position):
    """A state as `viewer` may know it: it can be read like a state, but not played on."""

    __slots__ = ("viewer",)

    viewer: int
    """The seat whose view this is."""

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
        if any(state.face_down):
            view._hide()
        return view

    def _hide(self) -> None:
        """Puts what others own face down back among the unseen items of the zones that it came from."""
        rules, zones = self.rules, [*self.zones]
        for seat, count in enumerate(self.face_down):
            if count and seat != self.viewer:
                _, down = rules.zones_of(seat)
                for item in zones[down]:
                    source = rules.sources[item]
                    zones[source] = tuple(sorted((*zones[source], item)))
                zones[down] = ()
        self.zones = tuple(zones)

    def __repr__(self) -> str:
        return f"<View of seat {self.viewer}: round {self.round}>"
