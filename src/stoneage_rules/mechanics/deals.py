"""Compiled deals, and how one goes on: the next item, the choice of those that are kept, and their effects."""

from __future__ import annotations

from typing import NamedTuple

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.dealt import counts_dealt
from stoneage_rules.kernel.invariants import expect
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.handles import Handle, Slot
from stoneage_rules.mechanics.drawing import met
from stoneage_rules.mechanics.items import UNPAID

__all__ = ["DEALS", "DEALT_SLOT", "Deal", "deal_on", "dealt_items", "end_deal", "expect_dealt", "take_back_dealt"]


class Deal(NamedTuple):
    """A compiled `deal`: kind and zones are indexes."""

    kind: int
    zone: int
    amount: int
    keep: int
    to: int
    hidden: bool


DEALS = Handle[Deal]("deal")
DEALT_SLOT = Slot("dealt", most=lambda rules: max((deal.amount for deal in rules.entries(DEALS)), default=0))


def deal_on(state: State, seat: int, number: int, dealt: int) -> None:
    """Deals the next item to a seat that has been dealt some; when all are dealt, it keeps its choice of them."""
    deal, frames = state.rules.entries(DEALS)[number], state.rules.frames
    while dealt < deal.amount and state.has_kind(deal.zone, deal.kind):
        if deal.zone not in state.rules.queues:
            state.stack.append((frames["deal"], seat, number, dealt))
            return
        item = state.zones[deal.zone][0]
        if not met(state, deal.zone, item, deal.kind):
            operations.deal(state, seat, item, deal.hidden, dealt)
            dealt += 1
    if dealt > deal.keep:
        state.stack.append((frames["keep"], seat, number, dealt))
    elif dealt:
        end_deal(state, seat, deal, dealt_items(state, seat, deal, dealt))
    else:
        operations.note(state, "none-left", seat, deal.zone, deal.kind)


def dealt_items(state: Position, seat: int, deal: Deal, dealt: int, above: int | None = None) -> tuple[int, ...]:
    """Returns the items that are being dealt to a seat, as far as they are known.

    Args:
        state: a state or view.
        seat: the seat.
        deal: the deal.
        dealt: how many have been dealt.
        above: the depth of the stack above the frame that deals; None if it is not on the stack.
    """
    items = state.zones[state.rules.zones_of(seat)[deal.hidden]]
    end = len(items) - (0 if above is None else sum(counts_dealt(state, seat, deal.hidden, above)))
    return items[end - dealt : end] if end >= dealt else ()


def end_deal(state: State, seat: int, deal: Deal, kept: tuple[int, ...]) -> None:
    """Has a seat keep items that were dealt to it; open ones take effect, in the order of content."""
    operations.keep(state, seat, kept, deal.hidden)
    for item in () if deal.hidden else reversed(kept):
        if node := state.rules.items[item].node:
            state.stack.append((state.rules.effects_frame, seat, node, -1, UNPAID))


def take_back_dealt(state: State, frame: tuple[int, ...]) -> None:
    """Puts the items of a deal that never comes to an end back where they were dealt from."""
    _, seat, number, dealt = frame
    deal = state.rules.entries(DEALS)[number]
    for item in dealt_items(state, seat, deal, dealt):
        operations.give_back(state, seat, item, deal.zone, dealt=True)


def expect_dealt(state: State, frame: tuple[int, ...], deal: Deal) -> None:
    """Refuses a deal of items that do not lie there.

    Raises:
        InvalidState: they do not.
    """
    items = dealt_items(state, frame[1], deal, frame[3], state.stack.index(frame) + 1)
    fits = len(items) == frame[3] and all(state.rules.items[item].kind == deal.kind for item in items)
    expect(fits, f"the seat has no {frame[3]} items that are being dealt to it")
