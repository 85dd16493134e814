"""Items of a row that seats take for nothing, each one that is left: every item has one taker."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, cast

import attrs

from stoneage_rules.kernel.actions import ITEM, NOTHING, Action
from stoneage_rules.kernel.frames import Asked, FrameTuple
from stoneage_rules.kernel.legality import Check, Decision, Facts, Shortfall
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Handle, Linker
from stoneage_rules.language.events import Mechanism
from stoneage_rules.language.fields import field
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.buying import Bills
from stoneage_rules.mechanics.item_supply import OPEN
from stoneage_rules.mechanics.items import TAKERS, UNPAID, UNPAID_KINDS, PurchaseClosed, Takers
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.telling.phrases import Briefs, Phrases
from stoneage_rules.text import either


@attrs.frozen
class DraftVerb(Verb):
    """The seat takes one of the items that lie open in a row, of its choice and for nothing; its effects come at once.

    What one seat has taken is gone for the others, until the row is filled again.  Where nothing lies any more, nothing
    happens; an item on which figures stand cannot be taken.  A seat for which the `if` of no item there holds declines.

    Example: `{ do = "each-seat", effects = [{ do = "draft", row = "card-row" }] }`
    """

    do = "draft"
    belongs = ("set-up", "phase", "turn", "location")
    keeps = OPEN
    row: str = field("the row", refers_to="row")

    def describe(self, phrases: Phrases) -> str:
        return f"one of what lies in {self.row}"

    def bind(self, link: Linker) -> Effect:
        row, frame = link.index("row", self.row), link.frame("draft")
        link.add(UNPAID_KINDS, link.index("kind", link.declared("row")[row].record.kind))
        link.add(DRAFTED_ROWS, row)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if open_places(state, row):
                state.stack.append((frame, seat, row))

        return effect


DRAFTED_ROWS = Handle[int]("drafted-row")
"""The rows from which items are taken for nothing, as indexes."""


def open_places(state: Position, row: int) -> tuple[int, ...]:
    """Returns the spaces of a row on which an item lies and nobody stands."""
    spaces = state.rules.entries(ROWS)[row].spaces
    return tuple([place for place in spaces if state.item_at[place] >= 0 and not state.occupancy[place]])


def _open_items(state: Position, row: int) -> tuple[int, ...]:
    return tuple([state.item_at[place] for place in open_places(state, row)])


def _takeable(state: State, seat: int, row: int) -> tuple[int, ...]:
    """Returns the items that lie open in a row and whose `if` holds for the seat."""
    takers = state.rules.service(Takers)
    return tuple([item for item in _open_items(state, row) if not takers.closed(state, seat, item)])


class ItemOpen(Check):
    """The item lies open in the row, and nobody stands on it."""

    name = "draft.open"
    kinds = ("draft",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return action.data in _open_items(facts.state, facts.frame[2])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        row = facts.rules.entries(ROWS)[facts.frame[2]]
        ids = ", ".join(facts.rules.item_ids[item] for item in _open_items(facts.state, facts.frame[2]))
        return Shortfall(self.name, f"one of {ids}", f"{action.args[0]} cannot be taken from {row.id}", ("row", row.id))


class ItemForSeat(PurchaseClosed):
    """The `if` of the item holds for the seat."""

    kinds = ("draft",)
    after = ("draft.open",)

    def item(self, facts: Facts, action: Action) -> int:
        item: int = action.data
        return item


class DraftMust(Check):
    """A seat may decline only if it can take no item."""

    name = "draft.must"
    kinds = ("decline",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return not _takeable(facts.state, facts.seat, facts.frame[2])

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        row = facts.rules.entries(ROWS)[facts.frame[2]]
        ids = either([facts.rules.item_ids[item] for item in _takeable(facts.state, facts.seat, facts.frame[2])])
        return Shortfall(self.name, "an item is taken by a seat that can take one", f"you can take {ids}", ("row", row.id))


class DraftItem(Decision):
    """The choice of an item of a row; x is the row."""

    name = "draft"
    prompt = "which item of {row} to take"
    checks = (ItemOpen, ItemForSeat, DraftMust)
    progress = (ROWS.slot(),)
    exclusive = "draft"
    shapes = {"draft": ITEM, "decline": NOTHING}

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        kinds = {self.rules.entries(ROWS)[row].kind for row in self.rules.entries(DRAFTED_ROWS)}
        for item in self.rules.items:
            if item.kind in kinds:
                yield "draft", (item.id,), item.index
        closes = any(self.rules.items[taker.item].kind in kinds for taker in self.rules.entries(TAKERS))
        if closes or (kinds and self.rules.items_can_go):
            yield "decline", (), None

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(frame[2] in self.rules.entries(DRAFTED_ROWS), "nothing is taken from that row")
        is_there = bool(open_places(state, frame[2])) or self.rules.items_can_go
        expect(is_there, "nothing that could be taken lies there")

    def key(self, state: State, frame: FrameTuple) -> Hashable:
        return _takeable(state, frame[1], frame[2])

    def candidates(self, state: State, frame: FrameTuple) -> Iterable[Action]:
        items = [self.rules.action("draft", self.rules.item_ids[item]) for item in _open_items(state, frame[2])]
        return [*items, *self.rules.actions_of("decline")]

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        among = tuple(self.rules.item_ids[item] for item in _takeable(cast("State", state), frame[1], frame[2]))
        return {"among": among, "more": {"row": self.rules.entries(ROWS)[frame[2]].id}}

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return str(attrs.evolve(self.rules.service(Briefs).item(action.data), item="")) if action.kind == "draft" else ""

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        if action.kind == "draft":
            self.rules.service(Bills).take(state, frame[1], state.item_at.index(action.data), UNPAID)


MECHANISM = Mechanism("drafting", verbs=(DraftVerb,), frames=(DraftItem,))
