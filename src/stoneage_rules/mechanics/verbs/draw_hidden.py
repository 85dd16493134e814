"""The verb `draw-hidden`: an item that only its owner sees."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.drawing import has_kind
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["DrawHidden"]


@attrs.frozen
class DrawHidden(Verb):
    """The seat draws an item of a kind from a zone and keeps it face down; only its scoring part counts.

    With none left, nothing happens.  The zone is a bag: of a queue everybody knows what comes next.

    Example: `{ do = "draw-hidden", kind = "card", from = "deck" }`
    """

    do = "draw-hidden"
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone to draw from", refers_to="zone")

    def draws(self) -> tuple[str, str]:
        return self.kind, self.from_

    def bind(self, link: Linker) -> Effect:
        kind, zone = link.index("kind", self.kind), link.index("zone", self.from_)
        frame = link.frame("draw-hidden")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if has_kind(state, zone, kind):
                state.stack.append((frame, seat, zone, kind))

        return effect

    def available(self, link: Linker) -> Condition:
        kind, zone = link.index("kind", self.kind), link.index("zone", self.from_)
        return lambda state: has_kind(state, zone, kind)
