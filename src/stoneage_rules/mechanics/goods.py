"""Goods: countable things that seats hold, from a supply that may run out."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.nouns import GOOD_TABLE, Good
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Linker, Parts, Reader
from stoneage_rules.language.events import GOOD_FIELD, GOODS_FIELD, Event, EventKind, Mechanism, number_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.quantity import QuantityKind, Records, Span, at_least_zero
from stoneage_rules.language.reach import Bound, Bounds, beyond, uncounted
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.mechanics.item_supply import ItemSupply
from stoneage_rules.telling.phrases import LogNames, Phrases


@attrs.frozen
class GoodRecord(ContentRecord):
    """A countable thing that a seat holds."""

    table = "good"
    max_records = 30
    is_used_by_name = True

    groups: tuple[str, ...] = field("the groups it belongs to", default=())
    supply: int | None = field("how many there are in all; without the key it never runs out", default=None, least=1, most=9999)
    value: int = field("points that one is worth in a cost that the payer composes", default=0, least=0, most=999)

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(GOOD_TABLE, Good(declared.name, self.groups, self.value, -1 if self.supply is None else self.supply))

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'count it in a `[[score]]`, `count = {{ goods = "{id}" }}`, or in a price'
        yield uncounted(bounds, "nothing is paid with it, and no score counts it", help)
        if self.value:
            yield Bound(
                ("SA517", "a value that nothing adds up"), ("value",),
                not {bounds.here.name, *self.groups} & bounds.service(ItemSupply).valued,
                f"no item asks for `{self.id}` and then for the value of what was paid",
                'delete it, or let an item ask: `{ paid = "value" }`', about=self.groups, at_key=True,
            )  # fmt: skip


TAKEN = (
    'an effect gives 1 or more; to take goods, write `{ do = "lose", good = "GOOD", amount = 2 }`, or a price with `pay`, '
    "or take points, by `points` below 0"
)


@attrs.frozen
class GainVerb(Verb):
    """The seat takes `amount` of a good from the supply.

    Example: `{ do = "gain", good = "wood", amount = 2 }`
    """

    do = "gain"
    good: str = field("the good to take", refers_to="good", gives=True)
    amount: Amount = field("how many, or a quantity", default=1, least=1, instead_of_less=TAKEN)

    def describe(self, phrases: Phrases) -> str:
        amount = phrases.known(self.amount)
        return f"{amount} {self.good}" if isinstance(amount, int) else f"as {self.good}, {phrases.amount(amount)}"

    def bind(self, link: Linker) -> Effect:
        good = link.index("good", self.good)
        amount = at_least_zero(link, self.amount)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.gain(state, seat, good, amount(state, seat, n))

        return effect

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        supply = bounds.find("good", self.good).supply
        yield from beyond("amount", self.amount, supply, f"there is {supply} of it in all", set_by=(self.good,))

    def gains(self, link: Linker) -> tuple[tuple[int, ...], ...] | None:
        if not isinstance(self.amount, int):
            return None
        good = link.index("good", self.good)
        return (tuple(self.amount if other == good else 0 for other in range(len(link.ids("good")))),)


def _goods(link: Linker, of: str) -> Reader:
    goods, width = link.goods(of), len(link.ids("good"))
    if len(goods) == 1:
        only = goods[0]
        return lambda state, seat, n: state.goods[seat * width + only]
    return lambda state, seat, n: sum(state.goods[seat * width + good] for good in goods)


def _by_good(link: Linker, of: str) -> Parts:
    goods, names, width = link.goods(of), link.ids("good"), len(link.ids("good"))
    return lambda state, seat: [((names[good],), state.goods[seat * width + good]) for good in goods]


def is_never_got(bounds: Bounds, of: str) -> bool:
    """Returns whether no seat can ever get a good of a group, or one good."""
    members = bounds.group("good", of)
    groups = (group for name in members for group in bounds.find("good", name).groups)
    return {of, *members, *groups}.isdisjoint(bounds.got)


def _span(records: Records, of: str) -> Span:
    goods = [good.record for good in records.declared("good") if of == good.name or of in good.record.groups]
    return 0, None if any(good.supply is None for good in goods) else sum(good.supply for good in goods)


def _goods_lost(names: LogNames, event: Event) -> str:
    words = f"{names.who(event.seat)} loses {names.said(event.counts('goods'))}"
    return f"{words} to {names.who(event.number('to'))}" if event.number("to") >= 0 else words


MECHANISM = Mechanism(
    "goods",
    records=(GoodRecord,),
    verbs=(GainVerb,),
    quantities=(
        QuantityKind(
            "goods",
            "how many goods of a group, or of one kind, the seat holds",
            _goods,
            "group:good|good",
            parts=_by_good,
            words="the number of {of}",
            counts=(),
            is_never_got=is_never_got,
            span=_span,
            brought_by='let something bring it, such as an effect `{{ do = "gain", good = "{id}" }}`',
        ),
    ),
    events=(
        EventKind(
            "gain",
            "a seat takes goods from the supply",
            {"good": GOOD_FIELD, "count": number_field("how many")},
            "{seat} takes {count} {good}",
        ),
        EventKind(
            "spend",
            "a seat pays goods into the supply",
            {"goods": GOODS_FIELD.called("all that is paid at once")},
            "{seat} pays {goods}",
        ),
        EventKind(
            "loss",
            "a seat loses goods, to the supply or to another seat",
            {"goods": GOODS_FIELD.called("all that is lost at once"), "to": number_field("the seat that gets them; -1 for none")},
            _goods_lost,
        ),
    ),
)
