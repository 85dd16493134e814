"""The verb `move`: items from one zone to another."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Move"]


@attrs.frozen
class Move(Verb):
    """All items of a kind go from one zone to another; in a zone that is a bag they are shuffled in.

    Example: `{ do = "move", kind = "animal", from = "animal-box", to = "deck" }`
    """

    do = "move"
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone they leave", refers_to="zone")
    to: str = field("the zone they go to", refers_to="zone")

    def moves(self) -> tuple[str, str]:
        return self.kind, self.to

    def bind(self, link: Linker) -> Effect:
        kind = link.index("kind", self.kind)
        source, target = link.index("zone", self.from_), link.index("zone", self.to)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            for item in state.zones[source]:
                if state.rules.items[item].kind == kind:
                    operations.draw(state, source, item)
                    operations.discard(state, target, item)

        return effect
