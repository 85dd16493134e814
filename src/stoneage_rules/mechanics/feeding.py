"""Feeding figures when the food does not suffice: pay with other goods, or starve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.asking import Asked
from stoneage_rules.kernel.frames import run
from stoneage_rules.kernel.invariants import expect_range
from stoneage_rules.kernel.legality import Decision, phase_record
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker, Reader
from stoneage_rules.language.events import GOOD_FIELD, EventKind, number_field
from stoneage_rules.language.fields import Cost, field
from stoneage_rules.language.handles import Handle, Slot
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.quantity import COUNT, QuantityKind
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.payment_table import PaymentTable
from stoneage_rules.mechanics.payments import PaymentFacts, PaymentForm, PaymentHoldings, payment_facts, price_index


@attrs.frozen
class FeedVerb(Verb):
    """The seat pays one of a good for each figure at home.

    With less than that, all of it is paid; for each missing one the seat may pay one of the goods `instead`, for all
    of the missing ones or for none, or it starves: then the effects of `starve` happen, with `{ missing = "food" }`
    as a quantity.

    Example: `{ do = "feed", good = "food", instead = "resource", starve = [{ do = "points", amount = -10 }] }`
    """

    do = "feed"
    belongs = ("turn", "location", "paid", "workplace", "reward")
    good: str = field("the good that feeds", refers_to="good")
    instead: str = field("the group of goods that can be paid in its place", refers_to="group:good|good")
    starve: tuple[Verb, ...] = field("what happens to a seat that starves", factory=tuple)

    def bind(self, link: Linker) -> Effect:
        most = link.most_figures
        prices = tuple(
            price_index(link, Cost(of=self.instead, at_least=missing, at_most=missing)) for missing in range(1, most + 1)
        )
        good = link.index("good", self.good)
        rule = Feeding(good, prices, link.sequence(self.starve), self.starve)
        feeding, frame, width = link.add(FEEDINGS, rule), link.frame("feed-or-starve"), len(link.ids("good"))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            needed = state.at_home[seat]
            missing = needed - state.goods[seat * width + good]
            if missing > 0:
                operations.note(state, "short", seat, good, missing)
                state.stack.append((frame, seat, feeding, missing))
                return
            if state.noted is not None:
                operations.note(state, "feed", seat, needed)
            operations.pay(state, seat, good, needed)

        return effect


class Feeding(NamedTuple):
    """One way of feeding: the good that feeds, the prices in place of it by missing number, what starving does."""

    good: int
    prices: tuple[int, ...]
    starve: int
    starving: tuple[Verb, ...]
    """The same as content has it."""


FEEDINGS = Handle[Feeding]("feeding")


class FeedOrStarve(Decision):
    """The choice to make up for missing food, or to starve; x is the way of feeding, y what is missing."""

    name = "feed-or-starve"
    checks = (PaymentForm, PaymentHoldings)
    progress = (FEEDINGS.slot(), Slot("missing"))
    shapes = {"pay": GOODS, "starve": NOTHING}

    def prepare(self) -> None:
        self.payments = self.rules.service(PaymentTable)
        self.feedings = self.rules.entries(FEEDINGS)

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        for feeding in self.feedings:
            yield from self.payments.universe(feeding.prices)
            yield "starve", (), None

    def verify(self, state: State, frame: tuple[int, ...]) -> None:
        expect_range(frame[3], 1, self.rules.most_figures, "what is missing")

    def price(self, frame: tuple[int, ...]) -> int:
        """Returns the price in place of what is missing."""
        return self.feedings[frame[2]].prices[frame[3] - 1]

    def facts(self, state: State, frame: tuple[int, ...]) -> PaymentFacts:
        facts = payment_facts(state, frame[1], self.price(frame), phase_record(state))
        missing = f"{frame[3]} {self.rules.goods[self.feedings[frame[2]].good]} {'is' if frame[3] == 1 else 'are'} missing"
        return facts._replace(asked=f"{missing}, to be made up for with")

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        return self.payments.options(state, frame[1], self.price(frame)) + self.rules.of_kind("starve")

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        _, seat, feeding, missing = frame
        rule = self.feedings[feeding]
        operations.pay(state, seat, rule.good, state.goods[seat * len(self.rules.goods) + rule.good])
        if action.kind == "pay":
            operations.spend(state, seat, action.data)
            return
        operations.note(state, "starve", seat, missing)
        run(state, seat, rule.starve, -1, missing)

    def asked(self, state: Position, frame: tuple[int, ...]) -> Asked:
        price, missing = self.payments.prices[self.price(frame)], self.rules.goods[self.feedings[frame[2]].good]
        return {"amount": frame[3], "among": price.among(self.rules), "owed": price.cost, "more": {"missing": missing}}

    def hint(self, state: Position, frame: tuple[int, ...], action: Action) -> str:
        if action.kind == "pay":
            return ""
        return self.rules.service(Phrases).at(state, frame[1], frame[3]).effects(self.feedings[frame[2]].starving)

    def prompt(self, state: Position, frame: tuple[int, ...]) -> str:
        return f"how to make up for {frame[3]} missing {self.rules.goods[self.feedings[frame[2]].good]}"


def _missing(link: Linker, of: str) -> Reader:
    return lambda state, seat, n: n


MECHANISM = Mechanism(
    "feeding",
    verbs=(FeedVerb,),
    frames=(FeedOrStarve,),
    quantities=(
        QuantityKind(
            "missing",
            "what was missing when the seat starved",
            _missing,
            "good",
            under="starve",
            words="the missing {of}",
            counts=(),
            of_seat=False,
            span=lambda records, of: COUNT,
        ),
    ),
    events=(
        EventKind("feed", "a seat feeds its figures", {"figures": number_field("how many")}, "{seat} feeds {figures:figure}"),
        EventKind(
            "short",
            "a seat has too little to feed its figures",
            {"good": GOOD_FIELD.called("the good that feeds"), "missing": number_field("how many are missing")},
            "{seat} lacks {missing} {good}",
        ),
        EventKind(
            "starve", "a seat leaves figures unfed", {"figures": number_field("how many")}, "{seat} leaves {figures:figure} unfed"
        ),
    ),
)
