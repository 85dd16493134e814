"""A verb that takes an item off a space, whatever is in question: the worst that a plugin can do to a purchase."""

from __future__ import annotations

import attrs

from stoneage_rules.plugin import Effect, Linker, Mechanism, State, Verb, field, operations


@attrs.frozen
class Snatch(Verb):
    """The item on a location, or on the first of several that has one, goes to a zone.

    Example: `{ do = "snatch", location = "stall", to = "pit" }`
    """

    do = "snatch"
    location: str = field("the location", refers_to="location")
    to: str = field("the zone", refers_to="zone")

    def bind(self, link: Linker) -> Effect:
        spaces, zone = link.places(self.location), link.index("zone", self.to)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            space = next((space for space in spaces if state.item_at[space] >= 0), -1)
            if space >= 0:
                operations.discard(state, zone, operations.lift_item(state, space))

        return effect


@attrs.frozen
class Forfeit(Verb):
    """The seat gives the last of its items back to a zone, whatever that is.

    Example: `{ do = "forfeit", to = "pit" }`
    """

    do = "forfeit"
    to: str = field("the zone", refers_to="zone")

    def bind(self, link: Linker) -> Effect:
        zone = link.index("zone", self.to)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            owned = state.zones[state.rules.zones_of(seat)[0]]
            operations.give_back(state, seat, owned[-1], zone)

        return effect


MECHANISM = Mechanism("snatch", verbs=(Snatch, Forfeit))
