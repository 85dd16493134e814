"""The verb `feed`: figures at home are fed."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import Cost, field
from stoneage_rules.mechanics.feeding import Feeding, feed
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["Feed"]


@attrs.frozen
class Feed(Verb):
    """The seat pays one of a good for each figure at home.

    With less than that, all of it is paid; for each missing one the seat may pay one of the goods `instead`, for all
    of the missing ones or for none, or it starves: then the effects of `starve` happen, with `{ missing = "food" }`
    as a quantity.

    Example: `{ do = "feed", good = "food", instead = "resource", starve = [{ do = "points", amount = -10 }] }`
    """

    do = "feed"
    belongs = ("turn", "location", "workplace", "reward")
    good: str = field("the good that feeds", refers_to="good")
    instead: str = field("the group of goods that can be paid in its place", refers_to="group:good|good")
    starve: tuple[Verb, ...] = field("what happens to a seat that starves", factory=tuple)

    def bind(self, link: Linker) -> Effect:
        most = link.most_figures
        prices = tuple(link.cost(Cost(of=self.instead, at_least=missing, at_most=missing)) for missing in range(1, most + 1))
        good = link.index("good", self.good)
        feeding = link.add("feedings", Feeding(good, prices, link.sequence(self.starve)))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            feed(state, seat, feeding)

        return effect
