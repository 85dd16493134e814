"""Items: what can be taken, of which kinds, where they lie, and what is counted of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import TooManyOptions
from stoneage_rules.kernel import operations
from stoneage_rules.kernel.nouns import ITEM_TABLE, KIND_TABLE, TAKING_ITEMS, ZONE_TABLE, Item, ItemKind, Zone
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Linker
from stoneage_rules.language.condition import IfRow, gains_of, if_field, in_words
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import ITEM_FIELD, ZONE_FIELD, Event, EventKind
from stoneage_rules.language.fields import field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.naming import LogNames
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.reach import Bound, Bounds, Clash, uncounted
from stoneage_rules.language.word import ContentRecord, Contradiction, Verb
from stoneage_rules.mechanics.item_counts import ITEM_COUNTS
from stoneage_rules.mechanics.item_reach import reach_of_kind, strays, unpriced
from stoneage_rules.mechanics.item_supply import FACE_DOWN, ItemSupply, absence
from stoneage_rules.mechanics.payments import MOST_WAYS, price_index
from stoneage_rules.mechanics.taking import take_while
from stoneage_rules.text.wording import a, noun_of, plural


@attrs.frozen
class SymbolRecord(ContentRecord):
    """A symbol that makes sets."""

    table = "symbol"
    is_used_by_name = True

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'count symbols in a `[[score]]`: `count = {{ symbols = "sets-squared" }}`'
        yield uncounted(bounds, "no score counts symbols", help, unless=bounds.counts_unknown)


@attrs.frozen
class IconRecord(ContentRecord):
    """An icon that multiplies something at the end."""

    table = "icon"
    is_used_by_name = True

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'count it in a `[[score]]`: `count = {{ icons = "{id}" }}`'
        yield uncounted(bounds, "no score counts it", help, unless=bounds.counts_unknown)


UNPAID = -1
"""Stands for the payment, in effects of items that come to nobody by paying for them."""

UNPAID_KINDS = Handle[int]("unpaid-kind")
"""The kinds of item that take effect without being paid for."""


@attrs.frozen
class ZoneRecord(ContentRecord):
    """A stock of items that nobody owns and that lie on no space."""

    table = "zone"
    max_records = 60
    is_used_by_name = True

    order: str = field(
        "a bag, from which any item is equally likely to come, or a queue, from which the first comes",
        default="bag", choices=("bag", "queue"),
    )  # fmt: skip

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(ZONE_TABLE, Zone(declared.name, self.order == "queue"))

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        name = bounds.here.name
        why = f"`{name}` is a queue: everybody knows what comes next"
        help = f'delete `order = "queue"` of the zone `{name}`, so that nobody knows, or draw from another zone'
        for draw in bounds.service(ItemSupply).draws if self.order == "queue" else ():
            if draw.way == FACE_DOWN and draw.zone == name:
                yield Clash("SA214", "a draw that hides nothing", draw.path, why, help, at=draw.at)


@attrs.frozen
class ItemRecord(ContentRecord):
    """A card, building or other thing that can be taken."""

    copies: int = field(
        "how many there are of it; two of `token` are called `token-1` and `token-2` in play", default=1, least=1, most=100,
        silent_default=True,
    )  # fmt: skip
    cost: Cost | None = field("its price, where the space does not set one", default=None)
    effects: tuple[Verb, ...] = field("what happens when it is taken", default=(), context="reward")
    anytime: tuple[Verb, ...] = field("what its owner may have once, at any time", default=(), context="reward")
    one_use_tool: int | None = field("its value as a tool for one roll", default=None, least=1, most=12)
    symbol: str | None = field("its symbol", default=None, refers_to="symbol", gives=True)
    icons: Mapping[str, int] = field("its icons and how many of each", factory=dict, refers_to="icon", least=1, gives=True)
    if_: tuple[IfRow, ...] = if_field("who may buy it, or take it for nothing: only a seat for which every row holds now")

    involved = ("anytime",)

    def contradictions(self) -> Iterator[Contradiction]:
        for index, effect in enumerate(self.anytime):
            if any(verb.takes() for verb in verbs_in(effect)):
                label = "its owner would lose something here, in the middle of another decision"
                help = "put it into `effects`, or let all others lose it"
                yield Contradiction(label, ("anytime", index, "do"), "a loss at any time", help)

    def describe(self, phrases: Phrases) -> str:
        parts = [phrases.effects(self.effects)]
        parts += [f"once, at any time: {phrases.effects(self.anytime)}"] if self.anytime else []
        parts += [f"a tool of {self.one_use_tool} for one roll"] if self.one_use_tool else []
        parts += [keys.describe(self, phrases) for keys in self.added_keys]
        parts += [f"to be taken only {in_words(self.if_, phrases)}"] if self.if_ else []
        return ", ".join(filter(None, parts))

    def bind(self, link: Linker, declared: Declared) -> None:
        item = len(link.entries(ITEM_TABLE))
        kind = link.index("kind", declared.kind)
        link.append(
            ITEM_TABLE,
            Item(
                index=item,
                id=declared.name,
                kind=kind,
                price=-1 if self.cost is None else price_index(link, self.cost),
                node=link.sequence(self.effects),
                anytime=link.sequence(self.anytime),
                one_use=self.one_use_tool or 0,
                symbol=self.symbol,
                icons=dict(self.icons),
                bonus=joint_gains(link, self.anytime),
                divert=link.entries(KIND_TABLE)[kind].divert,
            ),
        )
        take_while(link, item, self.if_)
        # What brings goods takes none; of anything else nobody knows what follows from it, or which seat uses what next.
        if any(verb.gains(link) is None for effect in self.anytime for verb in verbs_in(effect)):
            link.append(TAKING_ITEMS, item)

    def count_in_play(self) -> int:
        return self.copies

    @classmethod
    def benefits(cls) -> list[str]:
        """Returns the attributes of what an item brings, keys of other mechanisms among them."""
        others = {*attrs.fields_dict(ContentRecord), "copies", "cost", "if_"}
        return [name for name in attrs.fields_dict(cls) if name not in others]

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        supply, kind = bounds.service(ItemSupply), bounds.here.kind
        counts = not supply.owned.isdisjoint((kind, bounds.here.shared_name))
        idle = kind in supply.taken and not counts and not any(getattr(self, name) for name in self.benefits())
        sort, why = ("SA516", f"{a(noun_of(kind))} of which nothing comes"), f"`{self.id}` brings nothing to whoever takes it"
        yield Bound(sort, ("id",), idle, why, "add `effects = [...]`, a `symbol` or `icons`", about=(kind,))
        if self.if_:
            why, help = (
                f"nobody buys {plural(noun_of(kind))}, or takes one for nothing",
                "delete it, or let a location of their row `buy` them",
            )
            idle = kind not in supply.shops and kind not in supply.drafted
            sort = "SA514", "a condition that nobody asks for"
            yield Bound(sort, ("if",), idle, why, help, about=(kind,), at_key=True)


def joint_gains(link: Linker, effects: Sequence[Verb]) -> tuple[tuple[int, ...], ...]:
    """Returns every amount of goods that these effects together can bring."""
    sums = [(0,) * len(link.ids("good"))]
    for effect in effects:
        gains = gains_of(effect, link)
        if gains is not None:
            if len(sums) * len(gains) > MOST_WAYS:
                raise TooManyOptions(f"what can be had at any time comes in more than {MOST_WAYS} ways")
            both = [tuple(map(int.__add__, before, more)) for before in sums for more in gains]
            sums = list(dict.fromkeys(both))
    return tuple(sums) if effects else ()


def verbs_in(effect: Any) -> Iterator[Verb]:
    """Yields an effect and those that stand in its own lists."""
    yield effect
    for attribute in attrs.fields(type(effect)):
        inner = getattr(effect, attribute.name)
        for element in inner if isinstance(inner, tuple) else ():
            if isinstance(element, Verb):
                yield from verbs_in(element)


@attrs.frozen
class KindRecord(ContentRecord):
    """A kind of item; its id becomes a table of its own for its items."""

    table = "kind"
    declares = ItemRecord
    is_used_by_name = True

    starts_in: str = field("the zone in which its items start", refers_to="zone")
    drawn_to: str | None = field(
        "the zone to which one goes that is met in a draw for another kind", default=None, refers_to="zone"
    )

    def bind(self, link: Linker, declared: Declared) -> None:
        divert = -1 if self.drawn_to is None else link.index("zone", self.drawn_to)
        link.append(KIND_TABLE, ItemKind(declared.name, link.index("zone", self.starts_in), divert))

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from reach_of_kind(bounds, self)

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        yield from strays(bounds, self)
        yield from unpriced(bounds)


@attrs.frozen
class MoveVerb(Verb):
    """All items of a kind go from one zone to another; in a zone that is a bag they are shuffled in.

    Example: `{ do = "move", kind = "animal", from = "animal-box", to = "deck" }`
    """

    do = "move"
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone they leave", refers_to="zone")
    to: str = field("the zone they go to", refers_to="zone")

    def describe(self, phrases: Phrases) -> str:
        return f"all {plural(noun_of(self.kind))} go from {self.from_} to {self.to}"

    def moves(self) -> tuple[str, str]:
        return self.kind, self.to

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield absence(bounds, self.kind, self.from_)

    def bind(self, link: Linker) -> Effect:
        kind = link.index("kind", self.kind)
        source, target = link.index("zone", self.from_), link.index("zone", self.to)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            for item in state.zones[source]:
                if state.rules.items[item].kind == kind:
                    operations.draw(state, source, item)
                    operations.discard(state, target, item)

        return effect


def _taken(names: LogNames, event: Event) -> str:
    item = event.text("item")
    return f"{names.who(event.seat)} takes {item}{names.worth(item)}"


MECHANISM = Mechanism(
    "items",
    after=("figures", "goods"),
    records=(SymbolRecord, IconRecord, ZoneRecord, KindRecord),
    verbs=(MoveVerb,),
    quantities=ITEM_COUNTS,
    events=(
        EventKind("own", "a seat takes an item", {"item": ITEM_FIELD}, _taken),
        EventKind("set-aside", "an item goes to a zone", {"zone": ZONE_FIELD, "item": ITEM_FIELD}, "{item} goes to {zone}"),
        EventKind("use", "a seat uses an item that it can use once, at any time", {"item": ITEM_FIELD}, "{seat} uses {item}"),
    ),
)
