"""The readable side of a ruleset, by name and by number: its nouns, its actions, its outcomes, its bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from stoneage_rules.kernel.actions import Action, Shape
from stoneage_rules.kernel.lookup import index_of, is_kind, unknown_kind
from stoneage_rules.kernel.nouns import Item, Place

if TYPE_CHECKING:
    from stoneage_rules.kernel.game_bounds import GameBounds
    from stoneage_rules.kernel.outcomes import Outcomes
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["Catalogue"]

Service = TypeVar("Service")


class Catalogue:
    """The readable side of a ruleset, which is its base."""

    if TYPE_CHECKING:
        players: int
        words: Mapping[str, Mapping[str, int]]
        shapes: Mapping[str, Shape]
        places: tuple[Place, ...]
        items: tuple[Item, ...]
        kinds: tuple[str, ...]
        zones: tuple[str, ...]
        kinds_of_action: Mapping[str, tuple[Action, ...]]
        handlers: tuple[Any, ...]

        def service(self, kind: Callable[[Ruleset], Service]) -> Service: ...

    def place(self, id: str) -> Place:
        """Returns a place by its id.

        Raises:
            UnknownName: no place has the id.
        """
        return self.places[index_of(self, "place", id)]

    def zones_of(self, seat: int) -> tuple[int, int]:
        """Returns the places of a seat's open and face-down items in `state.zones`."""
        base = len(self.zones) + 2 * seat
        return base, base + 1

    def item_record(self, id: str) -> tuple[str, str]:
        """Returns kind and id of an item, as shortfalls name records."""
        return self.kinds[self.items[index_of(self, "item", id)].kind], id

    def of_kind(self, kind: str) -> tuple[Action, ...]:
        """Returns every action of a kind that any decision can offer, in the order of their indexes.

        Raises:
            InvalidAction: there is no such kind of action.
        """
        actions = self.kinds_of_action.get(kind)
        if actions is None and not is_kind(self, kind):
            raise unknown_kind(self, kind)
        return actions or ()

    # --- numbers ------------------------------------------------------------------------------------------------

    @property
    def outcomes(self) -> Outcomes:
        """Every outcome that any chance event can have, as a sequence; an outcome's `index` is its place here."""
        from stoneage_rules.kernel.outcomes import Outcomes

        return self.service(Outcomes)

    @property
    def bounds(self) -> GameBounds:
        """How large the numbers of a game can become: players, actions, outcomes, rounds, goods, tracks, figures, tools."""
        from stoneage_rules.kernel.game_bounds import bounds_of

        return self.service(bounds_of)
