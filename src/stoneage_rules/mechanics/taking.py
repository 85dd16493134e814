"""Items that a seat may take only while their `if` holds: buy where they lie, or take for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Facts, Shortfall
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Held, Linker
from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.handles import Handle
from stoneage_rules.mechanics.refused_rows import refused_by

__all__ = ["PurchaseClosed", "Takers", "take_while"]


class Taker(NamedTuple):
    """One row of the `if` of an item, by its index."""

    item: int
    row: IfRow
    held: Held


TAKERS = Handle[Taker]("taker")


def take_while(link: Linker, item: int, rows: Sequence[IfRow]) -> None:
    """Lets a seat take an item, by its index, only while rows hold for it."""
    for row in rows:
        link.append(TAKERS, Taker(item, row, link.condition((row,))))


class Takers:
    """Tells which items a seat may take now: `rules.service(Takers)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rows: dict[int, list[Taker]] = {}
        """By item, the rows that must hold; items without rows are not in it."""
        for taker in rules.entries(TAKERS):
            self.rows.setdefault(taker.item, []).append(taker)

    def closed(self, state: State, seat: int, item: int) -> bool:
        """Returns whether a seat may not take an item now; never for no item, which is -1."""
        return any(not taker.held(state, seat, 0) for taker in self.rows.get(item, ()))

    def tell(self, state: State, seat: int, item: int) -> Shortfall:
        """Returns why a seat may not take an item; called only if it may not."""
        rows = enumerate(self.rows[item])
        failing = [(("if", index), taker.row) for index, taker in rows if not taker.held(state, seat, 0)]
        id = state.rules.item_ids[item]
        record = state.rules.item_record(id)
        return refused_by(PurchaseClosed.name, record, failing, f"{id} can be taken", state, seat)


class PurchaseClosed(Check):
    """The `if` of the item holds for the seat; it may always leave the item."""

    name = "purchase.closed"
    leaving = "decline", "take-back"

    def item(self, facts: Facts, action: Action) -> int:
        """Returns the item that is to be taken: of a purchase, the one on the frame's place."""
        item: int = facts.state.item_at[facts.frame[2]]
        return item

    def passes(self, facts: Facts, action: Action) -> bool:
        takers = facts.rules.service(Takers)
        return action.kind in self.leaving or not takers.closed(facts.state, facts.seat, self.item(facts, action))

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return facts.rules.service(Takers).tell(facts.state, facts.seat, self.item(facts, action))
