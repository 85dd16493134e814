"""The verb `advance`: steps forward on a track."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.mechanics.verbs.base import Verb, at_least_zero

__all__ = ["Advance"]

BACK = 'a marker never goes back; write 1 or more, or take points instead: `{ do = "points", amount = -2 }`'


@attrs.frozen
class Advance(Verb):
    """The seat's marker moves `steps` forward on a track; steps beyond the end of the track are lost.

    Example: `{ do = "advance", track = "agriculture" }`
    """

    do = "advance"
    track: str = field("the track", refers_to="track", gives=True)
    steps: Amount = field("how far", default=1, least=1, instead_of_less=BACK)

    def bind(self, link: Linker) -> Effect:
        track = link.index("track", self.track)
        steps = at_least_zero(link, self.steps)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.advance(state, seat, track, steps(state, seat, n))

        return effect
