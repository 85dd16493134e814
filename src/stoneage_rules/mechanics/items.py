"""Items: their kinds, zones, symbols and icons, how they are counted and moved, and which of them a seat may take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

import attrs

from stoneage_rules.errors import TooManyOptions
from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Check, Facts, RecordKey, Shortfall
from stoneage_rules.kernel.nouns import ITEM_TABLE, KIND_TABLE, TAKING_ITEMS, ZONE_TABLE, Item, ItemKind, Zone
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Handle, Held, Linker, Parts, Reader
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.events import ITEM_FIELD, ZONE_FIELD, EventKind, Mechanism
from stoneage_rules.language.fields import field
from stoneage_rules.language.quantity import COUNT, IfRow, QuantityKind, gains_of, if_field
from stoneage_rules.language.reach import Bound, Bounds, Clash, uncounted
from stoneage_rules.language.word import ContentRecord, Contradiction, DrawnRecord, Verb
from stoneage_rules.mechanics.item_supply import FACE_DOWN, ItemSupply, absence, reach_of_kind, strays, unpriced
from stoneage_rules.mechanics.payments import MOST_WAYS, price_index
from stoneage_rules.telling.phrases import Phrases
from stoneage_rules.text import a, noun_of, plural

# --- item counts --------------------------------------------------------------------------------------------------
# The quantities of items that a seat owns: their number, icons and sets of symbols; with the items that count.


Items = Callable[[State, int], tuple[int, ...]]
"""The items of a seat that are counted."""


def _items(state: State, seat: int) -> tuple[int, ...]:
    """Returns all items that a seat owns, open and face down."""
    owned, down = state.rules.zones_of(seat)
    return state.zones[owned] + state.zones[down]


def _open_items(state: State, seat: int) -> tuple[int, ...]:
    return state.zones[state.rules.zones_of(seat)[0]]


ITEMS_BY_STATUS: Mapping[str, Reader] = {
    "open": lambda state, seat, n: len(_open_items(state, seat)),
    "face-down": lambda state, seat, n: state.face_down[seat],
}


def _worth(link: Linker, worth: Callable[[Declared], int]) -> tuple[int, ...]:
    return tuple(map(worth, link.declared("item")))


def _sum(worth: Sequence[int], items: Items) -> Reader:
    return lambda state, seat, n: sum([worth[item] for item in items(state, seat)])


def _split(worth: Sequence[int]) -> Parts:
    """Returns the reader of a seat's items, each with its worth."""
    return lambda state, seat: [((state.rules.item_ids[item],), worth[item]) for item in _items(state, seat) if worth[item]]


def _owned_worth(link: Linker, of: str) -> tuple[int, ...]:
    if of in link.ids("kind"):
        return _worth(link, lambda item: int(item.kind == of))
    return _worth(link, lambda item: int(item.shared_name == of))


def _icons_worth(link: Linker, of: str) -> tuple[int, ...]:
    return _worth(link, lambda item: item.record.icons.get(of, 0))


def _symbol_worth(link: Linker, of: str) -> tuple[int, ...]:
    return _worth(link, lambda item: int(item.record.symbol == of))


def _owned(link: Linker, of: str, items: Items = _items) -> Reader:
    return ITEMS_BY_STATUS[of] if of in ITEMS_BY_STATUS else _sum(_owned_worth(link, of), items)


def _icons(link: Linker, of: str, items: Items = _items) -> Reader:
    return _sum(_icons_worth(link, of), items)


SETS = "sets-squared"


def _symbols(link: Linker, of: str, items: Items = _items) -> Reader:
    if of != SETS:
        return _sum(_symbol_worth(link, of), items)
    return lambda state, seat, n: sum([squared for _, squared in _sets_of(state, seat, items)])


def _sets_of(state: State, seat: int, items: Items = _items) -> list[tuple[tuple[str, ...], int]]:
    """Returns the sets of different symbols, each as its items with its size squared: the largest first, then its duplicates."""
    rules = state.rules
    by_symbol: dict[str | None, list[str]] = {}
    for index in items(state, seat):
        item = rules.items[index]
        by_symbol.setdefault(item.symbol, []).append(item.id)
    by_symbol.pop(None, None)
    sets = [tuple(filter(None, ids)) for ids in zip_longest(*by_symbol.values())]
    return [(ids, len(ids) ** 2) for ids in sets]


def is_never_owned(bounds: Bounds, of: str) -> bool:
    """Returns whether no seat can ever have items of a kind, or copies of an item."""
    supply = bounds.service(ItemSupply)
    kinds = {kind for kind, items in supply.items.items() if of in (item.shared_name for item in items)}
    return (supply.taken | supply.named_otherwise | ITEMS_BY_STATUS.keys()).isdisjoint({of, *kinds})


ITEM_COUNTS = (
    QuantityKind(
        "owned",
        "the number of the seat's items of a kind, or copies of one item; or of all its open or face-down items",
        _owned,
        "item|kind",
        tuple(ITEMS_BY_STATUS),
        bind_open=partial(_owned, items=_open_items),
        parts=lambda link, of: None if of in ITEMS_BY_STATUS else _split(_owned_worth(link, of)),
        words={
            "": "the number of {of}s owned",
            **{word: f"the number of items that lie {word.replace('-', ' ')}" for word in ITEMS_BY_STATUS},
        },
        counts=(),
        is_never_got=is_never_owned,
        span=lambda records, of: COUNT,
    ),
    QuantityKind(
        "icons",
        "the number of icons of a profession on the seat's items",
        _icons,
        "icon",
        bind_open=partial(_icons, items=_open_items),
        parts=lambda link, of: _split(_icons_worth(link, of)),
        words="the number of {of} icons",
        counts=(),
        is_never_got=lambda bounds, of: of not in bounds.got,
        span=lambda records, of: COUNT,
    ),
    QuantityKind(
        "symbols",
        "the seat's sets of different symbols, each squared; or how many of its items show one symbol",
        _symbols,
        "symbol",
        (SETS,),
        bind_open=partial(_symbols, items=_open_items),
        parts=lambda link, of: _sets_of if of == SETS else _split(_symbol_worth(link, of)),
        words={"": "the number of {of} symbols", SETS: "the squares of the sets of symbols"},
        counts=("symbol",),
        is_never_got=lambda bounds, of: of != SETS and of not in bounds.got,
        span=lambda records, of: COUNT,
    ),
)

# --- refused rows -------------------------------------------------------------------------------------------------
#
# Refusals by rows of `if` that do not hold now.


RowPath = tuple[str | int, ...]
"""The path to a row of `if` in its record."""


def refused_by(
    check: str, record: RecordKey | None, failing: Sequence[tuple[RowPath, IfRow]], what: str, state: State, seat: int
) -> Shortfall:
    """Returns the refusal of a named check whose rows do not hold: the wanted value, the present value, and the first row's line.

    Args:
        check: the name of the check.
        record: kind and id of the record with the rows.
        failing: the rows that do not hold, one or more, each with its path in the record.
        what: what is open only while they hold, with its verb: `the hut is open`.
        state: the state that is asked about.
        seat: the seat for which they do not hold.
    """
    phrases, rows = state.rules.service(Phrases), [row for _, row in failing]
    needed, found = f"{what} only {phrases.rows(rows)}", phrases.rows_now(rows, state, seat)
    return Shortfall(check, needed, found, record, named_only=True, path=failing[0][0])


@attrs.frozen
class Rows:
    """The rows of an `if`, each compiled, so that a refusal can name the rows that fail."""

    rows: tuple[tuple[IfRow, Held], ...] = ()

    @classmethod
    def made_of(cls, link: Linker, rows: Sequence[IfRow]) -> Rows:
        """Compiles rows."""
        return cls(tuple((row, link.condition((row,))) for row in rows))

    def closed(self, state: State, seat: int) -> bool:
        """Returns whether one of them does not hold for a seat now."""
        return any(not held(state, seat, 0) for _, held in self.rows)

    def refuse(self, check: str, record: RecordKey, what: str, state: State, seat: int) -> Shortfall:
        """Returns the refusal of a named check; called only if one of the rows does not hold."""
        failing = [(("if", at), row) for at, (row, held) in enumerate(self.rows) if not held(state, seat, 0)]
        return refused_by(check, record, failing, what, state, seat)


# --- taking -------------------------------------------------------------------------------------------------------
# Items that a seat may take only while their `if` holds: bought from their place, or taken for free.


class Taker(NamedTuple):
    """The `if` of an item, by its index."""

    item: int
    rows: Rows


TAKERS = Handle[Taker]("taker")


def note_declined(state: State, seat: int, place: int, payable: int) -> None:
    """Notes that a seat does not buy the item on a place, or that no item is left there."""
    item = state.item_at[place]
    if item < 0:
        operations.note(state, "nothing-there", seat, place)
    else:
        operations.note(state, "decline", seat, place, item, payable)


class Takers:
    """Knows which items a seat may take now: `rules.service(Takers)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rows = {taker.item: taker.rows for taker in rules.entries(TAKERS)}
        """By item, the rows that must hold; items without rows are not in it."""
        self.can_close = bool(self.rows) or rules.items_can_go
        """True if a purchase can be closed to the seat that is asked."""

    def must_leave(self, state: State, seat: int, place: int) -> bool:
        """Returns whether a purchase can only be declined: the item is gone, or its `if` does not hold for the seat."""
        item = state.item_at[place]
        return item < 0 or self.closed(state, seat, item)

    def closed(self, state: State, seat: int, item: int) -> bool:
        """Returns whether a seat may not take an item now; never for no item, which is -1."""
        return item in self.rows and self.rows[item].closed(state, seat)

    def tell(self, state: State, seat: int, item: int) -> Shortfall:
        """Returns why a seat may not take an item; called only if it may not."""
        id = state.rules.item_ids[item]
        return self.rows[item].refuse(PurchaseClosed.name, state.rules.item_record(id), f"{id} can be taken", state, seat)


class ItemThere(Check):
    """The item to be bought is still there; a seat may always decline the purchase."""

    name = "purchase.stands"

    def passes(self, facts: Facts, action: Action) -> bool:
        return action.kind in LEAVING or facts.state.item_at[facts.frame[2]] >= 0

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        place = facts.rules.places[facts.frame[2]]
        return Shortfall(self.name, f"what is bought lies on {place.id}", "it is gone", place.record, named_only=True)


LEAVING = "decline", "skip", "take-back"
"""The kinds of action that decline a purchase or an add-on."""


class PurchaseClosed(Check):
    """The `if` of the item holds for the seat; it may always leave the item."""

    name = "purchase.closed"

    def item(self, facts: Facts, action: Action) -> int:
        """Returns the item that is to be taken: of a purchase, the one on the frame's place."""
        item: int = facts.state.item_at[facts.frame[2]]
        return item

    def passes(self, facts: Facts, action: Action) -> bool:
        takers = facts.rules.service(Takers)
        return action.kind in LEAVING or not takers.closed(facts.state, facts.seat, self.item(facts, action))

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return facts.rules.service(Takers).tell(facts.state, facts.seat, self.item(facts, action))


# --- items --------------------------------------------------------------------------------------------------------
# Items, their kinds, their zones, and what counts of them.


@attrs.frozen
class SymbolRecord(DrawnRecord):
    """A symbol that makes sets."""

    table = "symbol"
    is_used_by_name = True

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'count symbols in a `[[score]]`: `count = {{ symbols = "sets-squared" }}`'
        yield uncounted(bounds, "no score counts symbols", help, unless=bounds.counts_unknown)


@attrs.frozen
class IconRecord(DrawnRecord):
    """An icon that multiplies something at the end."""

    table = "icon"
    is_used_by_name = True

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'count it in a `[[score]]`: `count = {{ icons = "{id}" }}`'
        yield uncounted(bounds, "no score counts it", help, unless=bounds.counts_unknown)


UNPAID = -1
"""Replaces the payment in the effects of items that nobody gets by paying."""

UNPAID_KINDS = Handle[int]("unpaid-kind")
"""The kinds of item that take effect without being paid for."""


@attrs.frozen
class ZoneRecord(ContentRecord):
    """A supply of items that are neither owned nor on a space."""

    table = "zone"
    max_records = 60
    is_used_by_name = True

    order: str = field(
        "a bag (every item is equally likely to be drawn) or a queue (the first item is drawn)",
        default="bag", choices=("bag", "queue"),
    )  # fmt: skip

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(ZONE_TABLE, Zone(declared.name, self.order == "queue"))

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        name = bounds.here.name
        why = f"`{name}` is a queue: everybody knows what comes next"
        help = f'delete `order = "queue"` of the zone `{name}`, so that nobody knows, or draw from another zone'
        for draw in bounds.service(ItemSupply).draws if self.order == "queue" else ():
            if draw.keeps == FACE_DOWN and draw.source == name:
                yield Clash("SA214", "a draw that hides nothing", draw.path, why, help, at=draw.at)


@attrs.frozen
class ItemRecord(ContentRecord):
    """A card, building or other thing that can be taken."""

    copies: int = field(
        "the number of copies; two of `token` are called `token-1` and `token-2` in play", default=1, least=1, most=100,
        silent_default=True,
    )  # fmt: skip
    cost: Cost | None = field("its price, if the space does not set one", default=None)
    effects: tuple[Verb, ...] = field("what happens when it is taken", default=(), context="reward")
    anytime: tuple[Verb, ...] = field("effects for its owner, once, at any time", default=(), context="reward")
    one_use_tool: int | None = field("its value as a tool for one roll", default=None, least=1, most=12)
    symbol: str | None = field("its symbol", default=None, refers_to="symbol", gives=True)
    icons: Mapping[str, int] = field("its icons and how many of each", factory=dict, refers_to="icon", least=1, gives=True)
    if_: tuple[IfRow, ...] = if_field("the condition to buy it, or take it for free: every row must hold for the seat now")

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
        parts += [f"to be taken only {phrases.rows(self.if_)}"] if self.if_ else []
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
        if self.if_:
            link.append(TAKERS, Taker(item, Rows.made_of(link, self.if_)))
        # An effect that gives goods takes none; any other effect may do anything.
        if any(verb.gains(link) is None for effect in self.anytime for verb in verbs_in(effect)):
            link.append(TAKING_ITEMS, item)

    def count_in_play(self) -> int:
        return self.copies

    @classmethod
    def benefits(cls) -> list[str]:
        """Returns the attributes that hold an item's benefits, keys of other mechanisms included."""
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
    """Returns every amount of goods that these effects can give together."""
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
    """Yields an effect and the effects in its lists."""
    yield effect
    for attribute in attrs.fields(type(effect)):
        inner = getattr(effect, attribute.name)
        for element in inner if isinstance(inner, tuple) else ():
            if isinstance(element, Verb):
                yield from verbs_in(element)


@attrs.frozen
class KindRecord(ContentRecord):
    """A kind of item; its id becomes the table of its items."""

    table = "kind"
    declares = ItemRecord
    is_used_by_name = True

    starts_in: str = field("the zone where its items start", refers_to="zone")
    drawn_to: str | None = field(
        "the zone for its items when a draw for another kind turns them up", default=None, refers_to="zone"
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
    """All items of a kind go from one zone to another; a bag is shuffled.

    Example: `{ do = "move", kind = "animal", from = "animal-box", to = "deck" }`
    """

    do = "move"
    token = "{kind} to {to}"
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone they leave", refers_to="zone")
    to: str = field("the zone they go to", refers_to="zone")

    def describe(self, phrases: Phrases) -> str:
        return f"all {plural(noun_of(self.kind))} go from {self.from_} to {self.to}"

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


MECHANISM = Mechanism(
    "items",
    after=("figures", "goods"),
    records=(SymbolRecord, IconRecord, ZoneRecord, KindRecord),
    verbs=(MoveVerb,),
    quantities=ITEM_COUNTS,
    events=(
        EventKind("own", "a seat takes an item", {"item": ITEM_FIELD}, "{seat} takes {item}{worth}"),
        EventKind("set-aside", "an item goes to a zone", {"zone": ZONE_FIELD, "item": ITEM_FIELD}, "{item} goes to {zone}"),
        EventKind("use", "a seat uses an item that has one use at any time", {"item": ITEM_FIELD}, "{seat} uses {item}"),
    ),
)
