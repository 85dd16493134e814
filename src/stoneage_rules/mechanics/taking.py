"""Items that a seat may take only while their `if` holds: buy where they lie, or take for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Facts, Shortfall
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Held, Linker
from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.handles import Handle
from stoneage_rules.mechanics.refused_rows import refused_by

__all__ = ["ItemThere", "PurchaseClosed", "Takers", "note_declined", "take_while"]


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


def note_declined(state: State, seat: int, place: int, payable: int) -> None:
    """Notes that a seat does not buy what lies on a place, or that nothing lies there any more."""
    item = state.item_at[place]
    if item < 0:
        operations.note(state, "nothing-there", seat, place)
    else:
        operations.note(state, "decline", seat, place, item, payable)


class Takers:
    """Tells which items a seat may take now: `rules.service(Takers)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rows: dict[int, list[Taker]] = {}
        """By item, the rows that must hold; items without rows are not in it."""
        for taker in rules.entries(TAKERS):
            self.rows.setdefault(taker.item, []).append(taker)
        self.can_close = bool(self.rows) or rules.items_can_go
        """True if a purchase can be closed to the seat that is asked."""

    def must_leave(self, state: State, seat: int, place: int) -> bool:
        """Returns whether a purchase can only be left: nothing lies there any more, or its `if` does not hold for the seat."""
        item = state.item_at[place]
        return item < 0 or self.closed(state, seat, item)

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


class ItemThere(Check):
    """The item to be bought lies there still; a seat may always leave the purchase."""

    name = "purchase.stands"

    def passes(self, facts: Facts, action: Action) -> bool:
        return action.kind in LEAVING or facts.state.item_at[facts.frame[2]] >= 0

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        place = facts.rules.places[facts.frame[2]]
        return Shortfall(self.name, f"what is bought lies on {place.id}", "it is gone", place.record, named_only=True)


LEAVING = "decline", "skip", "take-back"
"""The kinds of action by which a seat leaves what it would buy, or an add-on."""


class PurchaseClosed(Check):
    """The `if` of the item holds for the seat; it may always leave the item."""

    name = "purchase.closed"

    def item(self, facts: Facts, action: Action) -> int:
        """Returns the item that is to be taken: of a purchase, the one on the frame's place."""
        item: int = facts.state.item_at[facts.frame[2]]
        return item

    def passes(self, facts: Facts, action: Action) -> bool:
        takers = facts.rules.service(Takers)
        return action.kind in LEAVING or not takers.closed(facts.state, facts.seat, self.item(facts, action))

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return facts.rules.service(Takers).tell(facts.state, facts.seat, self.item(facts, action))
