"""The choice of goods to lose, of a group of goods."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any, NamedTuple

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, Action
from stoneage_rules.kernel.asking import JSON, Asked
from stoneage_rules.kernel.invariants import expect
from stoneage_rules.kernel.legality import Decision, filter_legal, keep, phase_record
from stoneage_rules.kernel.nouns import TAKING_ITEMS
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.handles import MOST, Handle, Slot
from stoneage_rules.mechanics.payments import PaymentFacts, PaymentForm, PaymentHoldings, Price, hand_of

MOST_AT_ONCE = 500
"""The most ways among which goods are given up in one answer; larger losses are chosen in several."""


def at_once(kinds: int) -> int:
    """Returns how many goods of so many kinds are chosen in one answer."""
    return max((count for count in range(2, 12) if comb(kinds + count, count) <= MOST_AT_ONCE), default=1)


class Loss(NamedTuple):
    """A group of goods of which the loser chooses."""

    goods: tuple[int, ...]
    name: str
    at_once: int
    """The most goods in one answer."""


LOSSES = Handle[Loss]("loss")


def ask(state: State, frame: int, loser: int, loss: int, left: int, receiver: int) -> None:
    """Takes goods of a group from a seat, or has it choose which, if that makes a difference."""
    goods, hand = state.rules.entries(LOSSES)[loss].goods, hand_of(state, loser)
    held = [hand[good] for good in goods]
    if left <= 0 or not any(held):
        return
    if sum(held) > left and sum(map(bool, held)) > 1:
        state.stack.append((frame, loser, loss, min(left, MOST), receiver + 1))
        return
    amounts = tuple([min(count, left) if good in goods else 0 for good, count in enumerate(hand)])
    operations.lose_goods(state, loser, amounts, receiver)


class LossForm(PaymentForm):
    """The goods given up are as many as are lost, of those that can be."""

    name = "loss.form"
    kinds = ("lose",)


class LossHoldings(PaymentHoldings):
    """The loser has the goods that it gives up."""

    name = "loss.holdings"
    kinds = ("lose",)


class LoseGoods(Decision):
    """The choice of goods to lose; x is the group, y how many are still to be lost, z the seat that gets them + 1, or 0."""

    name = "lose-goods"
    prompt = "{left} of any {of} to lose"
    checks = (LossForm, LossHoldings)
    progress = (LOSSES.slot(), Slot("left", least=1), Slot("receiver", most=lambda rules: rules.players))
    shapes = {"lose": GOODS}

    def prepare(self) -> None:
        self.losses = self.rules.entries(LOSSES)
        self.can_shrink = bool(self.rules.entries(TAKING_ITEMS))
        """True if the loser may hold less, or nothing any more, before it has answered."""
        nothing = Price((0,) * len(self.rules.goods))
        self.prices = [[nothing, *(_price(loss, count) for count in range(1, loss.at_once + 1))] for loss in self.losses]

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        possible = [price for prices in self.prices for price in prices[not self.can_shrink :]]
        for goods, amounts in dict.fromkeys(payment for price in possible for payment in price.payments(self.rules.goods)):
            yield "lose", goods, amounts

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        _, seat, loss, left, receiver = frame
        expect(receiver != seat + 1, "goods that a seat hands to itself")
        if self.can_shrink:
            return
        hand = hand_of(state, seat)
        held = [hand[good] for good in self.losses[loss].goods]
        expect(sum(held) > left and sum(map(bool, held)) > 1, "a choice of goods to lose that makes no difference")
        in_all = sum(other[3] for other in state.stack if other[:2] == frame[:2])
        expect(in_all <= sum(hand), f"seat {seat} is to lose {in_all} goods in all, and has {sum(hand)}")

    def left(self, state: Position, frame: tuple[int, ...]) -> int:
        """Returns how many goods are still to be lost: less than at first if the seat holds less by now."""
        hand = hand_of(state, frame[1])
        return min(frame[3], sum(hand[good] for good in self.losses[frame[2]].goods))

    def asked_for(self, state: Position, frame: tuple[int, ...]) -> Price:
        """Returns how many goods of which kinds are given up in the answer, as a price."""
        return self.prices[frame[2]][min(self.left(state, frame), self.losses[frame[2]].at_once)]

    def facts(self, state: State, frame: tuple[int, ...]) -> PaymentFacts:
        hand = hand_of(state, frame[1])
        return PaymentFacts(self.rules, self.asked_for(state, frame), hand, phase_record(state), "to be lost:")

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        price, hand = self.asked_for(state, frame), hand_of(state, frame[1])
        key = frame[2], price.most, tuple([min(hand[good], price.most) for good in price.goods])
        options = self._options.get(key)
        if options is None:
            candidates = [self.rules.action("lose", *goods) for goods, _ in price.payments(self.rules.goods)]
            options = filter_legal(candidates, self.judges, self.facts(state, frame))
            keep(self._options, key, options)
        return options

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        index, seat, loss, left, receiver = frame
        operations.lose_goods(state, seat, action.data, receiver - 1)
        ask(state, index, seat, loss, left - sum(action.data), receiver - 1)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        price, receiver = self.asked_for(state, frame), frame[4]
        facts: Asked = {"amount": price.most, "among": price.among(self.rules)}
        more: dict[str, JSON] = {"left": self.left(state, frame), "of": self.losses[frame[2]].name}
        return {**facts, "more": {**more, "receiver": receiver - 1 if receiver else None}}


def _price(loss: Loss, count: int) -> Price:
    return Price(None, loss.goods, count, count, cost=Cost(of=loss.name, at_least=count, at_most=count))
