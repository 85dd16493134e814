"""Feeding figures when the food does not suffice: pay with other goods, or starve."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import GOODS, NOTHING, Action
from stoneage_rules.kernel.frames import Asked, FrameTuple, run_effects
from stoneage_rules.kernel.legality import Decision, Shortfall, Universe, phase_record
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Handle, Linker, Slot
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import GOOD_FIELD, EventKind, Mechanism, number_field
from stoneage_rules.language.fields import Quantity, field
from stoneage_rules.language.quantity import COUNT, QuantityKind
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, beyond
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.belongings import figure_records, most_figures
from stoneage_rules.mechanics.items import verbs_in
from stoneage_rules.mechanics.payments import (
    PRICES,
    PaymentFacts,
    PaymentForm,
    PaymentHoldings,
    PaymentMust,
    PaymentTable,
    Price,
    amounts_of,
    hand_of,
)
from stoneage_rules.telling.phrases import Phrases


@attrs.frozen
class FeedVerb(Verb):
    """The seat pays one of a good for each figure at home.

    A seat with too little pays all of it. For the missing ones it may pay one each of the goods `instead`, for all or none of
    them; otherwise it starves, and the effects of `starve` happen, with `{ missing = "food" }` as a quantity. Without `instead`
    there is no substitute. `good` itself never counts among the goods `instead`, even if it belongs to their group; units
    gained during the question count, too.

    A good `instead` replaces `worth` missing ones: with 2, a seat that lacks 3 food pays 2 resources. With `must = true` no seat
    starves while it holds such a good: a seat with too few pays all of them, and the effects of `starve` happen for the food
    still missing. With `must = "whole"` a seat with enough of them pays, and a seat with too few keeps them and starves.
    `figures` is the number to feed, if not the figures at home; it is counted once, when feeding begins, and never exceeds the
    figures of a colour.

    Example: `{ do = "feed", good = "food", instead = "resource", starve = [{ do = "points", amount = -10 }] }`, or
    `{ do = "feed", good = "food", instead = "resource", worth = 2, must = true, figures = { figures = "all" } }`
    """

    do = "feed"
    token = "pay {good}"
    belongs = ("turn", "location", "paid", "workplace", "reward")
    good: str = field("the good that each figure eats", refers_to="good")
    instead: str | None = field("the substitute goods; none without the key", refers_to="group:good|good", default=None)
    worth: int = field(
        "the number of missing ones that a good `instead` replaces", default=1, least=1, most=20, silent_default=True
    )
    must: bool | str = field(
        "whether a seat with goods `instead` must pay them; or `whole`: only if they replace everything missing",
        default=False, silent_default=True, choices=("whole",),
    )  # fmt: skip
    figures: Quantity | None = field(
        "the number of figures to feed; without the key, those at home", default=None, silent_default=True
    )
    starve: tuple[Verb, ...] = field("the effects for a starving seat", factory=tuple)

    def describe(self, phrases: Phrases) -> str:
        words = f"pay 1 {self.good} for each figure at home"
        if self.figures is not None:
            words = f"pay {self.good}, as many as {phrases.amount(self.figures)}"
        if self.instead is not None:
            words += f", {'else' if self.must else 'or'} {phrases.goods(1, self.instead)} for {self.worth} missing"
            words += " if that makes up for all" * (self.must == "whole")
        return words + (f", or else {phrases.effects(self.starve)}" if self.starve else "")

    def bind(self, link: Linker) -> Effect:
        good, width, most = link.index("good", self.good), len(link.ids("good")), link.most_figures
        frame, eaters = link.frame("feed-or-starve"), None if self.figures is None else link.quantity(self.figures)
        feeding = link.add(FEEDINGS, self._rule(link, good))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            needed = state.at_home[seat] if eaters is None else max(0, min(most, eaters(state, seat, n)))
            held = state.goods[seat * width + good]
            if needed > held:
                operations.note(state, "short", seat, good, needed - held)
                if eaters is not None:
                    operations.pay(state, seat, good, held)
                state.stack.append((frame, seat, feeding, needed - held))
                return
            if state._noted is not None:
                operations.note(state, "feed", seat, needed)
            operations.pay(state, seat, good, needed)

        return effect

    def _rule(self, link: Linker, good: int) -> Feeding:
        group = self.instead or self.good
        instead = tuple(other for other in link.goods(group) if other != good)
        prices = [
            Price(None, instead, count, count, cost=Cost(of=group, at_least=count, at_most=count))
            for count in range(1, -(-link.most_figures // self.worth) + 1)
        ]
        used = (verb.gains(link) for item in link.declared("item") for effect in item.record.anytime for verb in verbs_in(effect))
        return Feeding(
            good=good,
            instead=instead,
            prices=tuple(link.add(PRICES, price) for price in prices),
            can_end=any(gains is None or any(amounts[good] for amounts in gains) for gains in used),
            starve=link.sequence(self.starve),
            word=self,
        )

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.instead is not None:
            yield self._instead_reach(bounds, self.instead)
        most = most_figures(bounds)
        yield from beyond("worth", self.worth, most, f"a colour has {most} figures in all", set_by=figure_records(bounds))

    def _instead_reach(self, bounds: Bounds, instead: str) -> Bound:
        goods = bounds.group("good", instead)
        idle = {*goods} <= {self.good} and not bounds.joins_later("good", instead) and (instead == self.good or bool(goods))
        why = f"`{self.good}` is the good that feeds, and what is there of it is paid before"
        help = "name other goods, or delete this line"
        return Bound(NO_DIFFERENCE, ("instead",), idle, why, help, about=(self.good, instead))


class Feeding(NamedTuple):
    """One way of feeding."""

    good: int
    """The good that feeds."""
    instead: tuple[int, ...]
    """The goods that can be paid in its place."""
    prices: tuple[int, ...]
    """The prices in place of it, by the number of goods less 1."""
    can_end: bool
    """True if less may be missing, or nothing, before the seat answers: an item may give the good."""
    starve: int
    """The effects of starving."""
    word: FeedVerb
    """The effect as content has it."""


FEEDINGS = Handle[Feeding]("feeding")


class Lack(NamedTuple):
    """The goods that a seat lacks to feed its figures, and the goods that it owes instead."""

    rule: Feeding
    missing: int
    food: int
    """How much of the eaten good it pays."""
    owed: int
    """How many goods it pays for the missing food; 0 if it must pay and has none or too few."""
    price: Price
    """The substitute price for the missing food; a seat that cannot pay it all owes what it holds."""

    def unfed(self, action: Action) -> int:
        """Returns how many goods are still missing after an action."""
        return max(0, self.missing - sum(amounts_of(action)) * self.rule.word.worth)


class MustFeed(PaymentMust):
    """A seat that can pay may not starve, if the effect forbids it with `must`."""

    name = "feeding.must"
    kinds = ("starve",)

    def explain(self, facts: PaymentFacts, action: Action) -> Shortfall:
        needed = f"{facts.asked} {facts.price.describe(facts.rules.goods)}"
        return Shortfall(self.name, needed, "nobody may keep these and starve", facts.record)


class FeedOrStarve(Decision):
    """The choice to make up for missing food, or to starve; x is the way of feeding, y what was missing at first."""

    name = "feed-or-starve"
    prompt = "how to make up for {amount} missing {missing}"
    checks = (MustFeed, PaymentForm, PaymentHoldings)
    progress = (FEEDINGS.slot(), Slot("missing"))
    shapes = {"pay": GOODS, "starve": NOTHING}

    def prepare(self) -> None:
        self.payments = self.rules.service(PaymentTable)
        self.feedings = self.rules.entries(FEEDINGS)
        self.width = len(self.rules.goods)
        self.nothing = Price((0,) * self.width)

    @cached_property
    def starving(self) -> tuple[Action, ...]:
        """The action of starving, alone."""
        return self.rules.actions_of("starve")

    def universe(self) -> Universe:
        for feeding in self.feedings:
            if feeding.can_end:
                yield "pay", (), (0,) * self.width
            yield from self.payments.universe(feeding.prices)
            yield "starve", (), None

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect_range(frame[3], 1, self.rules.most_figures, "what is missing")
        lack = self.lack(state, frame)
        expect(lack.missing == frame[3] or lack.rule.can_end, "so many are not missing")

    def lack(self, state: Position, frame: FrameTuple) -> Lack:
        """Returns how many goods a seat lacks now: fewer than at first if it has used an item meanwhile."""
        _, seat, number, first = frame
        rule, base = self.feedings[number], seat * self.width
        # If others eat than those at home, the lack was counted when feeding began, and the good in hand is paid.
        needed = state.at_home[seat] if rule.word.figures is None else first
        food = state.goods[base + rule.good]
        missing = max(0, min(first, needed - food))
        owed = count = -(-missing // rule.word.worth)
        if rule.word.must:
            held = sum([state.goods[base + good] for good in rule.instead])
            owed = min(count, held) if rule.word.must is True or held >= count else 0
        price = self.payments.prices[rule.prices[(owed or count) - 1]] if missing else self.nothing
        return Lack(rule, missing, max(0, min(food, needed - missing)), owed, price)

    def facts(self, state: State, frame: FrameTuple) -> PaymentFacts:
        rule, missing, _, owed, price = self.lack(state, frame)
        far = " as far as you can" if 0 < owed * rule.word.worth < missing else ""
        asked = f"{missing} {self.rules.goods[rule.good]} {'is' if missing == 1 else 'are'} missing, to be made up for{far} with"
        must = not missing or (rule.word.must is not False and owed > 0)
        return PaymentFacts(self.rules, price, hand_of(state, frame[1]), phase_record(state), asked, must)

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        rule, missing, _, owed, _ = self.lack(state, frame)
        if not owed:
            return self.starving if missing else (self.rules.action("pay"),)
        payments = self.payments.options(state, frame[1], rule.prices[owed - 1])
        return payments if rule.word.must else payments + self.starving

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        seat, lack = frame[1], self.lack(state, frame)
        operations.pay(state, seat, lack.rule.good, lack.food)
        if action.kind == "pay":
            operations.spend(state, seat, action.data)
            if not lack.rule.word.must:
                return
        if unfed := lack.unfed(action):
            operations.note(state, "starve", seat, unfed)
            run_effects(state, seat, lack.rule.starve, -1, unfed)

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        rule, missing, _, _, price = self.lack(state, frame)
        more = {"missing": self.rules.goods[rule.good]}
        return {"amount": missing, "among": price.among(self.rules), "owed": price.cost, "more": more}

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        lack = self.lack(state, frame)
        unfed = lack.unfed(action)
        return self.rules.service(Phrases).at(state, frame[1], unfed).effects(lack.rule.word.starve) if unfed else ""


MISSING = QuantityKind(
    "missing", "the amount missing when the seat starved", lambda link, of: lambda state, seat, n: n, "good", under="starve",
    words="the number of missing {of}", counts=(), of_seat=False, span=lambda records, of: COUNT,
)  # fmt: skip
MECHANISM = Mechanism(
    "feeding",
    verbs=(FeedVerb,),
    frames=(FeedOrStarve,),
    quantities=(MISSING,),
    events=(
        EventKind("feed", "a seat feeds its figures", {"figures": number_field("how many")}, "{seat} feeds {figures:figure}"),
        EventKind(
            "short",
            "a seat has too little to feed its figures",
            {"good": GOOD_FIELD.called("the good that figures eat"), "missing": number_field("how many are missing")},
            "{seat} lacks {missing} {good}",
        ),
        EventKind(
            "starve", "a seat leaves figures unfed", {"figures": number_field("how many")}, "{seat} leaves {figures:figure} unfed"
        ),
    ),
)
