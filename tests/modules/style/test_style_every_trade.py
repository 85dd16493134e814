"""The trade against every position at once: what may be given, got and paid, worked out from the rules by trying all.

Nothing here looks at the kernel or the content: prices, rates and rules are written down once more.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

GOODS = ("wood", "clay", "stone", "gold", "decoration")
RESOURCES = GOODS[:4]
CARD = "civ-36"


# --- the rules, written down once more --------------------------------------------------------------------------


def ways(goods, size):
    """Every choice of so many goods, as numbers in the order of GOODS."""
    return [tuple(chosen.count(good) for good in GOODS) for chosen in combinations_with_replacement(goods, size)]


def exactly(**amounts):
    return [tuple(amounts.get(good, 0) for good in GOODS)]


def of_kinds(size, kinds):
    return [way for way in ways(RESOURCES, size) if sum(map(bool, way)) == kinds]


PRICES = {
    ("card-1", "civ-26"): ways(RESOURCES, 1),
    ("card-2", "civ-27"): ways(RESOURCES, 2),
    ("card-3", "civ-28"): ways(RESOURCES, 3),
    ("card-4", "civ-11"): ways(RESOURCES, 4),
    ("card-5", "civ-12"): exactly(decoration=3),
    ("building-1", "bld-01"): exactly(wood=2, clay=1),
    ("building-1", "bld-05"): exactly(wood=1, clay=1, stone=1),
    ("building-1", "bld-17"): exactly(stone=2, gold=1),
    **{("building-1", f"bld-{17 + kinds}"): of_kinds(4, kinds) for kinds in (1, 2, 3, 4)},
    **{("building-1", f"bld-{21 + kinds}"): of_kinds(5, kinds) for kinds in (1, 2, 3, 4)},
    ("building-1", "bld-26"): [way for size in range(1, 8) for way in ways(RESOURCES, size)],
    ("building-1", "style-bld-1"): [way for size in range(1, 5) for way in ways(("decoration",), size)],
    ("building-1", "style-bld-5"): exactly(stone=2, decoration=1),
    ("building-1", "style-bld-8"): exactly(wood=1, gold=1, decoration=2),
}
"""Every payment of each price."""


def rate(position):
    """How many goods are given and got."""
    if position == 0:
        return None
    return (2, 1) if position <= 3 else (1, 1) if position <= 8 else (1, 2)


def minus(hand, goods):
    left = tuple(have - gone for have, gone in zip(hand, goods, strict=True))
    return left if min(left) >= 0 else None


def plus(hand, goods):
    return tuple(have + more for have, more in zip(hand, goods, strict=True))


class Rulebook:
    """The trades that the rules allow a buyer who holds `hand`."""

    def __init__(self, item, price, hand, position, card, marked, strict):
        self.item = item
        self.price, self.hand, self.position, self.marked, self.strict = price, hand, position, marked, strict
        self.hands = [hand, *(plus(hand, two) for two in ways(RESOURCES, 2))] if card else [hand]
        """With an unspent card for two resources: what could be held as well."""

    def affordable(self, hand):
        return [payment for payment in self.price if minus(hand, payment)]

    def payments_after(self, left, got):
        """Payments that spend some of what was got, and own goods only for what it leaves open."""
        able = [(payment, sum(map(min, payment, got))) for payment in self.affordable(plus(left, got))]
        return [
            payment
            for payment, used in able
            if used and not any(sum(other) == sum(payment) and more > used for other, more in able)
        ]

    def gets(self, given):
        taken, size = rate(self.position)
        return [
            got
            for got in ways(GOODS, size)
            if size > taken or not any(map(min, got, given))
            if any(self.payments_after(left, got) for hand in self.hands if (left := minus(hand, given)))
        ]

    def gifts(self):
        if rate(self.position) is None or self.marked:
            return []
        if self.strict and any(self.affordable(hand) for hand in self.hands):
            return []
        return [given for given in ways(GOODS, rate(self.position)[0]) if minus(self.hand, given) and self.gets(given)]

    def against(self, given):
        """The statements that a gift offends."""
        found = set()
        if rate(self.position) is None or self.marked:
            found.add("style.trade.when")
        if rate(self.position) is None:
            return found
        size, count = rate(self.position)[0], sum(given)
        if count != size:
            found.add("style.trade.one-exchange" if count and count % size == 0 else "style.trade.rates")
        if minus(self.hand, given) is None:
            found.add("style.trade.rates")
        if not found and given not in self.gifts():
            found.add("style.trade.needed")
        return found


# --- positions --------------------------------------------------------------------------------------------------


def written(kind, amounts):
    return f"{kind} " + (", ".join(f"{n} {good}" for n, good in zip(amounts, GOODS, strict=True) if n) or "nothing")


def positions(acting, seed, number):
    """Purchases in random positions, and what the rules say about each."""
    random = Random(seed)
    places = sorted(PRICES)
    for _ in range(number):
        place, item = random.choice(places)
        most = random.choice([1, 2, 3, 4, 6])
        hand = tuple(random.choice([0, random.randint(0, most)]) for _ in GOODS)
        position, card, loose = random.randint(0, 10), random.random() < 0.3, random.random() < 0.5
        marks = random.choice([[]] * 9 + [["has-traded"], ["at-trader"], ["has-traded", "at-trader"]])
        state = acting(
            place, spaces={place: item}, options=(("trade_needed", "used"),) * loose,
            goods=dict(zip(GOODS, hand, strict=True)), tracks={"trader": position}, marks=marks,
            items=[CARD] * card, unspent=[CARD] * card,
        )  # fmt: skip
        state.apply(state.rules.parse(f"resolve {place}"))
        yield random, state, Rulebook(item, PRICES[place, item], hand, position, card, bool(marks), not loose)


def legal(state, kind):
    return {action.text for action in state.legal() if action.kind == kind}


def reasons(state, action):
    return {reason.statement for reason in state.why_not(action)}


# --- the comparison ---------------------------------------------------------------------------------------------


@pytest.mark.rule("style.trade.needed", "style.trade.rates", "style.trade.excess")
@pytest.mark.parametrize("seed", range(5))
def test_every_step_of_a_trade_is_what_the_rules_allow(acting, seed):
    steps = 0
    for random, state, book in positions(acting, seed, 600):
        assert legal(state, "pay") == {written("pay", payment) for payment in book.affordable(book.hand)}
        gifts = book.gifts()
        assert legal(state, "give") == {written("give", given) for given in gifts}
        if not gifts:
            continue
        given = random.choice(gifts)
        state.apply(state.rules.parse(written("give", given)))
        gets = book.gets(given)
        assert legal(state, "get") == {written("get", got) for got in gets}
        got = random.choice(gets)
        state.apply(state.rules.parse(written("get", got)))
        left = minus(book.hand, given)
        assert legal(state, "pay") == {written("pay", payment) for payment in book.payments_after(left, got)}
        steps += 1
    assert steps > 100, "enough of the positions allow a trade"


@pytest.mark.rule("style.trade.when", "style.trade.one-exchange", "style.trade.needed")
def test_every_refused_gift_names_the_statement_it_offends(acting):
    told = set()
    for random, state, book in positions(acting, 11, 300):
        for given in random.sample([way for size in (1, 2, 3, 4) for way in ways(GOODS, size)], 12):
            action = state.rules.parse(written("give", given))
            against = book.against(given)
            assert reasons(state, action) == against, action
            told |= against
    assert told == {"style.trade.when", "style.trade.one-exchange", "style.trade.rates", "style.trade.needed"}


@pytest.mark.rule("style.trade.rates", "style.trade.needed", "style.trade.excess")
def test_every_refused_step_after_the_gift_names_the_statement_it_offends(acting):
    told = set()
    for random, state, book in positions(acting, 13, 450):
        if not (gifts := book.gifts()):
            continue
        given = random.choice(gifts)
        state.apply(state.rules.parse(written("give", given)))
        gets, (taken, size) = book.gets(given), rate(book.position)
        for got in ways(GOODS, size):
            nothing_changes = size <= taken and any(map(min, got, given))
            expected = {"style.trade.one-exchange"} if nothing_changes else {"style.trade.needed"}
            assert reasons(state, state.rules.parse(written("get", got))) == (set() if got in gets else expected)
        got = random.choice(gets)
        state.apply(state.rules.parse(written("get", got)))
        left = minus(book.hand, given)
        fitting = book.payments_after(left, got)
        for payment in random.sample(book.price, min(len(book.price), 40)):
            found = reasons(state, state.rules.parse(written("pay", payment)))
            told |= found
            if payment in fitting:
                assert not found
            elif minus(plus(left, got), payment):
                used = sum(map(min, payment, got))
                assert found == {"style.trade.excess" if used else "style.trade.needed"}
            else:
                assert found
                assert not any(name.startswith("style.trade.") for name in found)
    assert {"style.trade.excess", "style.trade.needed"} <= told


@pytest.mark.rule("style.trade.needed", "base.civ.cash-any-time")
def test_no_step_of_a_trade_is_a_dead_end(acting):
    by_card = 0
    for _, state, _ in positions(acting, 13, 200):
        for give in [action for action in state.legal() if action.kind == "give"]:
            getting = state.after(give)
            assert legal(getting, "get")
            for get in [action for action in getting.legal() if action.kind == "get"]:
                paying = getting.after(get)
                if legal(paying, "pay"):
                    continue
                assert f"use {CARD}" in legal(paying, "use"), "only an unspent card can still bring what is missing"
                taking = paying.after(paying.rules.parse(f"use {CARD}"))
                assert any(legal(taking.after(take), "pay") for take in taking.legal())
                by_card += 1
    assert by_card > 10


@pytest.mark.rule("style.trade.excess", "style.trade.rates", "style.trade.when")
def test_a_finished_trade_changes_hands_as_the_rules_say(acting):
    done = 0
    for random, state, book in positions(acting, 14, 200):
        if not (gifts := book.gifts()):
            continue
        given = random.choice(gifts)
        got = random.choice(book.gets(given))
        asked, declined = state.copy(), state.after(state.rules.parse("decline"))
        for text in (written("give", given), written("get", got)):
            state.apply(state.rules.parse(text))
            assert state.after(state.rules.parse("take-back")) == asked, "taken back, it is as if nothing had been given"
        assert state.after(state.rules.parse("decline")) == declined, "called off, a trade leaves no trace"
        payments = book.payments_after(minus(book.hand, given), got)
        if not payments:
            continue
        payment = random.choice(payments)
        state.apply(state.rules.parse(written("pay", payment)))
        own = tuple(max(0, paid - traded) for paid, traded in zip(payment, got, strict=True))
        left = minus(minus(book.hand, given), own)
        assert (legal(state, "skip") == {"skip bonus-card"}) == (book.item == "civ-12" and left[-1] >= 3)
        assert tuple(state.good(0, good) for good in GOODS) == left, "no tile here, and no card, brings goods but food"
        assert "has-traded" in state.to_dict()["seats"][0]["marks"]
        if not legal(state, "skip"):
            assert book.item in state.player(0).items
        done += 1
    assert done > 30
