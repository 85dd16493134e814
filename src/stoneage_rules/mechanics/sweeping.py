"""Sweeping rows: items are taken from spaces and put into a zone."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.fields import field
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.text.wording import choices_of


@attrs.frozen
class SweepVerb(Verb):
    """The items that lie open on a row go into a zone, or those on some of its spaces.

    An item on which figures stand is passed over.  Nothing takes the place of the others: `slide` and `fill` do that, as
    after a purchase.  At the end of a round, what lies on the first space still is what nobody took.

    Example: `{ do = "sweep", row = "cards", spaces = ["card-1"], to = "discard" }`
    """

    do = "sweep"
    belongs = ("set-up", "phase", "turn", "location", "paid")
    row: str = field("the row", refers_to="row")
    spaces: tuple[str, ...] = field(
        "the spaces that are swept; without the key, all of the row", default=(), refers_to="location"
    )
    to: str = field("the zone to which the items go", refers_to="zone")

    def describe(self, phrases: Phrases) -> str:
        return f"what lies on {', '.join(self.spaces) or self.row} goes to {self.to}"

    def clears(self) -> tuple[str, str]:
        return self.row, self.to

    def bind(self, link: Linker) -> Effect:
        row, zone = link.index("row", self.row), link.index("zone", self.to)
        named = {place for space in self.spaces for place in link.places(space)}

        def effect(state: State, seat: int, place: int, n: int) -> None:
            for space in state.rules.entries(ROWS)[row].spaces:
                swept = not named or space in named
                if swept and state.item_at[space] >= 0 and not state.occupancy[space]:
                    operations.discard(state, zone, operations.lift_item(state, space))

        return effect

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        spaces = bounds.find("row", self.row).spaces
        for number, space in enumerate(self.spaces):
            why, help = f"`{space}` is no space of the row `{self.row}`", choices_of("space", spaces)
            yield Bound(
                ("SA514", "a space of another row"), ("spaces", number), space not in spaces, why, help, about=(self.row,)
            )


MECHANISM = Mechanism("sweeping", verbs=(SweepVerb,))
