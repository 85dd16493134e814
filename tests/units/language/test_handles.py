"""The numbers of frames: the value in place of a secret number is not among them."""

from __future__ import annotations

import stoneage_rules as sa
from shipped import HERE
from stoneage_rules.language.binding import MOST
from stoneage_rules.mechanics.payments import payment_slot
from stoneage_rules.plugin import HIDDEN, Slot


def test_what_stands_for_a_secret_number_is_no_number_of_a_state() -> None:
    assert HIDDEN < -MOST
    rules = sa.load(players=2, modules=list(HERE))
    slots = [slot for handler in rules.handlers for slot in handler.progress]
    assert slots
    assert min(slot.least for slot in slots) >= -MOST


def test_a_slot_without_bounds_has_every_number_from_0_on() -> None:
    slot = Slot("count")
    assert (slot.least, slot.most(sa.load(players=2)), slot.ids, slot.or_none, slot.secret) == (0, MOST, None, False, False)


def test_a_slot_of_a_payment_has_every_action() -> None:
    rules = sa.load(players=2)
    slot = payment_slot("paid")
    assert (slot.name, slot.least, slot.most(rules)) == ("paid", 0, len(rules.actions) - 1)
