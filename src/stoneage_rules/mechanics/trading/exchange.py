"""Exchanges as content writes them, and as they are compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import attrs

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Held, Linker, Reader
from stoneage_rules.language.condition import IfRow, if_field
from stoneage_rules.language.fields import Quantity, field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.reach import BEYOND, NO_DIFFERENCE, Bound, Bounds
from stoneage_rules.language.word import ContentRecord, Contradiction
from stoneage_rules.mechanics.item_supply import ItemSupply, unsold
from stoneage_rules.mechanics.marks import GivenMarks
from stoneage_rules.mechanics.payments import Amounts


@attrs.frozen
class RateRecord:
    """One rate of an exchange."""

    at_least: int = field("from this position on the track on", least=0)
    give: int = field("how many goods are given", least=1, most=4)
    get: int = field("how many goods are got", least=1, most=4)


@attrs.frozen
class ExchangeRecord(ContentRecord):
    """A trade in the middle of a purchase, once per round."""

    table = "exchange"

    goods: str = field("the group of goods that can be given and got", refers_to="group:good|good")
    applies: tuple[str, ...] = field("the kinds of item whose purchase it serves", refers_to="kind", not_empty=True)
    track: str = field("the track whose position sets the rate", refers_to="track")
    rates: tuple[RateRecord, ...] = field("the rates, the lowest position first", not_empty=True)
    mark: str = field("the mark that a trade leaves: with it there is no second one", refers_to="mark")
    barred_by: tuple[str, ...] = field("further marks with which there is no trade", default=(), refers_to="mark")
    needed: str = field(
        "when a trade is needed: when what is got is used, or only when the price is out of reach without it",
        default="used", choices=("used", "short"),
    )  # fmt: skip

    if_: tuple[IfRow, ...] = if_field("it is open only to a seat for which every row holds, until the price is paid")

    involved = ("rates",)

    def contradictions(self) -> Iterator[Contradiction]:
        for index, (lower, higher) in enumerate(pairwise(self.rates), 1):
            if higher.at_least <= lower.at_least:
                label = f"the rate before begins at {lower.at_least}: rates stand in rising order"
                yield Contradiction(label, ("rates", index, "at_least"))

    def bind(self, link: Linker, declared: Declared) -> None:
        exchange = Exchange(
            id=declared.name,
            record=(declared.kind, declared.name),
            goods=link.goods(self.goods),
            kinds=frozenset(link.index("kind", kind) for kind in self.applies),
            rates=tuple(Rate(rate.at_least, rate.give, rate.get) for rate in self.rates),
            position=link.quantity(Quantity("track", self.track)),
            done=_bits(link, (self.mark,)),
            barred_by=_bits(link, self.barred_by),
            when_short=self.needed == "short",
            rows=tuple((row, link.condition((row,))) for row in self.if_),
        )
        link.append(EXCHANGES, exchange)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        top = bounds.find("track", self.track).top
        for index, rate in enumerate(self.rates):
            why, help = f"the track `{self.track}` ends at {top}", "lower it, or delete this rate"
            path = "rates", index, "at_least"
            # The rate itself, of which the message shows the number.
            yield Bound(BEYOND, path, rate.at_least > top, why, help, set_by=(self.track,))
        group = bounds.group("good", self.goods) or [self.goods]
        single = len(group) == 1 and not bounds.joins_later("good", self.goods)
        idle = single and all(rate.get <= rate.give for rate in self.rates)
        why = f"`{self.goods}` is one good, and no rate brings more of it than it takes"
        yield Bound(NO_DIFFERENCE, ("goods",), idle, why, "name a group of two goods or more", about=(self.goods,))
        yield from unsold(bounds, self.applies)
        left = bounds.service(GivenMarks).names | bounds.service(ItemSupply).named_otherwise
        for index, mark in enumerate(self.barred_by):
            own = mark == self.mark
            why = f"`{mark}` is its own `mark`, which bars a second trade anyway" if own else f"nothing leaves the mark `{mark}`"
            idle = own or mark not in left
            yield Bound(NO_DIFFERENCE, ("barred_by", index), idle, why, "take it away", about=(mark,))


def _bits(link: Linker, marks: Sequence[str]) -> int:
    return sum(1 << link.index("mark", mark) for mark in marks)


class Rate(NamedTuple):
    """`give` goods for `get` goods, from `at_least` on a track on."""

    at_least: int
    give: int
    get: int

    def barred(self, given: Amounts) -> tuple[bool, ...]:
        """Tells of each good if it may not be got: one that is given, unless the rate brings more than it takes."""
        return tuple([amount > 0 and self.get <= self.give for amount in given])


@attrs.frozen
class Exchange:
    """A trade that serves a purchase, once per round."""

    id: str
    record: tuple[str, str]
    goods: tuple[int, ...]
    kinds: frozenset[int]
    rates: tuple[Rate, ...]
    """The highest that applies counts."""
    position: Reader
    done: int
    """Bit of the mark that a trade leaves."""
    barred_by: int
    """Bits of the marks that rule a trade out."""
    when_short: bool
    """True if the price must be out of reach without the trade."""
    rows: tuple[tuple[IfRow, Held], ...] = ()
    """The rows of `if`, each compiled."""

    def closed(self, state: State, seat: int) -> bool:
        """Tells if one of the rows does not hold for a seat now."""
        return any(not held(state, seat, 0) for _, held in self.rows)

    def takes(self, given: Amounts, rate: Rate) -> bool:
        """Tells if goods can have been given in it at a rate."""
        return sum(given) == rate.give and all(good in self.goods for good, amount in enumerate(given) if amount)

    def among(self, rules: Ruleset) -> tuple[str, ...]:
        """Returns the ids of the goods that can be given and got."""
        return tuple(rules.goods[good] for good in self.goods)


EXCHANGES = Handle[Exchange]("exchange")
