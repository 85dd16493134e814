"""The trade of Style is the Goal: what can be given, got, and paid with it, found by trying everything.

A hand is a dict of goods; `payments` are all payments of a price.  A hand that could still come about, by the card for two
resources, counts where it is asked whether a price can be paid.
"""

from __future__ import annotations

from models.questions import ways_to_choose

TRADED = ("wood", "clay", "stone", "gold", "decoration")


def rate(position):
    """Returns how many goods are given and received on a space of the trader track, None on space 0."""
    if position == 0:
        return None
    if position <= 3:
        return 2, 1
    if position <= 8:
        return 1, 1
    return 1, 2


def gifts(hands, position, payments, strict):
    """Returns what can be given; the first of the hands is the one that the player has now.

    `strict` allows a trade only where the price is out of reach without it.
    """
    if rate(position) is None or (strict and any(affordable(hand, payments) for hand in hands)):
        return []
    size, _ = rate(position)
    possible = [given for given in ways_to_choose(TRADED, size) if holds(hands[0], given)]
    return [given for given in possible if gains(hands, position, payments, given)]


def gains(hands, position, payments, given):
    """Returns what can be received for a gift: the purchase must take place and spend some of it.

    A good comes for itself only at one for two; elsewhere that would change nothing.
    """
    taken, size = rate(position)
    return [
        got
        for got in ways_to_choose(TRADED, size)
        if size > taken or not set(got) & set(given)
        if any(payments_with(less(hand, given), got, payments) for hand in hands)
    ]


def payments_with(left, got, payments):
    """Returns the payments with the goods left and those received: the latter are spent first, and some of them at least.

    How much is paid, where a price leaves that open, is the player's own choice.
    """
    both = {good: left.get(good, 0) + got.get(good, 0) for good in TRADED}
    able = affordable(both, payments)
    fitting = []
    for payment in able:
        rivals = [spent(other, got) for other in able if sum(other.values()) == sum(payment.values())]
        if 0 < spent(payment, got) == max(rivals):
            fitting.append(payment)
    return fitting


def spent(payment, got):
    """Returns how many of the goods received a payment spends."""
    return sum(min(number, got.get(good, 0)) for good, number in payment.items())


def own_part(payment, got):
    """Returns what a payment takes from the player's own goods."""
    return {good: max(0, number - got.get(good, 0)) for good, number in payment.items()}


def affordable(hand, payments):
    """Returns the payments that a hand can make."""
    return [payment for payment in payments if holds(hand, payment)]


def holds(hand, goods):
    """Returns whether a hand has these goods."""
    return all(hand[good] >= number for good, number in goods.items())


def less(hand, goods):
    """Returns a hand without some goods."""
    return {good: number - goods.get(good, 0) for good, number in hand.items()}
