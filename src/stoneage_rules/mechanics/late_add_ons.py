"""Add-ons that are offered when the item has taken effect, one by one; each is paid and takes effect at once."""

from __future__ import annotations

from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.frames import Step, run
from stoneage_rules.kernel.invariants import expect, expect_range
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.handles import ITEM_SLOT, PLACE_SLOT, Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.mechanics.add_on_records import ADD_ONS, AddOn
from stoneage_rules.mechanics.add_ons import AddOnDecision
from stoneage_rules.mechanics.buying import Bills

PROGRESS = (ITEM_SLOT, PLACE_SLOT, Slot("offers"))


def expect_late(state: State, frame: tuple[int, ...]) -> None:
    """Refuses add-ons that cannot be offered with an item that a seat has taken from a place.

    Raises:
        InvalidState: they cannot.
    """
    _, seat, item, place, offered = frame
    rules = state.rules
    offers = rules.entries(ADD_ONS)
    is_taken = item in state.zones[rules.zones_of(seat)[0]] or rules.items_can_go
    expect(is_taken, f"{rules.items[item].id} has not been taken")
    expect_range(offered, 1, (1 << len(offers)) - 1, "add-ons after an item")
    for number, offer in enumerate(offers):
        fits = offer.is_late and offer.fits(rules, item, place)
        expect(fits or not offered >> number & 1, f"{offer.id} cannot be added to what was taken")
    below = state.stack[: state.stack.index(frame)]
    in_question = any(isinstance(rules.handlers[each[0]], Decision) for each in below)
    expect(not in_question, "add-ons after an item cannot lie above a question")


def first_of(offered: int) -> int:
    """Returns the number of the first of the add-ons, given as bits."""
    return (offered & -offered).bit_length() - 1


class OfferLate(Step):
    """Offers add-ons when an item has taken effect; x is the item, y the place where it lay, z the add-ons as bits."""

    name = "offer-late"
    progress = PROGRESS
    exclusive = "purchase"

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return False  # the next tile of a pile is drawn below

    def prepare(self) -> None:
        if any(offer.is_late for offer in self.rules.entries(ADD_ONS)):
            self.rules.service(Bills).late.append(self.begin)

    def begin(self, state: State, seat: int, item: int, place: int) -> None:
        """Pushes the offer of all late add-ons that fit an item; it comes when what is pushed above it is done."""
        offers = enumerate(self.rules.entries(ADD_ONS))
        fitting = sum(1 << number for number, offer in offers if offer.is_late and offer.fits(self.rules, item, place))
        if fitting:
            state.stack.append((self.index, seat, item, place, fitting))

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_late(state, frame)

    def step(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, item, place, offered = frame
        while offered:
            if self.rules.entries(ADD_ONS)[first_of(offered)].open(state, seat):
                state.stack.append((self.rules.frames["add-late"], seat, item, place, offered))
                return
            offered &= offered - 1


class AddLate(AddOnDecision):
    """The choice to pay for an add-on when the item has taken effect; x, y and z as before, the first add-on in question."""

    name = "add-late"
    progress = PROGRESS

    def interrupts(self, frame: tuple[int, ...]) -> bool:
        return False  # the next tile of a pile is drawn below

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_late(state, frame)

    def offer(self, frame: tuple[int, ...]) -> AddOn:
        """Returns the add-on in question."""
        return self.rules.entries(ADD_ONS)[first_of(frame[4])]

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, item, place, offered = frame
        if further := offered & offered - 1:
            state.stack.append((self.rules.frames["offer-late"], seat, item, place, further))
        if action.kind == "add":
            self.charge(state, frame, action.data)
            run(state, seat, self.offer(frame).node, -1, 0)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        asked: Asked = {"place": self.rules.places[frame[3]].id, "item": self.rules.items[frame[2]].id}
        return {**asked, **self.owed(state, frame)}


MECHANISM = Mechanism("late_add_ons", frames=(OfferLate, AddLate))
