"""The belongings of seats: goods, tracks, figures, tools and marks, and how a seat gets more of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import run_effects
from stoneage_rules.kernel.nouns import (
    FIGURE_TABLE,
    GOOD_TABLE,
    MARK_TABLE,
    TOOL_TABLE,
    TRACK_TABLE,
    FigureSupply,
    Good,
    Mark,
    ToolSpaces,
    Track,
)
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Handle, Linker, Parts, Reader
from stoneage_rules.language.events import (
    GOOD_FIELD,
    GOODS_FIELD,
    PLACE_FIELD,
    TOOLS_FIELD,
    TRACK_FIELD,
    Event,
    EventKind,
    EventValue,
    Mechanism,
    id_field,
    number_field,
)
from stoneage_rules.language.fields import Amount, Quantity, field, fields_of
from stoneage_rules.language.quantity import MEANINGLESS, IfRow, QuantityKind, Span, at_least_zero
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, Clash, Records, beyond, uncounted
from stoneage_rules.language.word import ContentRecord, Contradiction, DrawnRecord, Verb, Word
from stoneage_rules.mechanics.item_supply import ItemSupply, reached
from stoneage_rules.telling.phrases import LogNames, Phrases
from stoneage_rules.text import counted

# --- goods -------------------------------------------------------------------------------------------------------


@attrs.frozen
class GoodRecord(DrawnRecord):
    """A countable thing that a seat holds."""

    table = "good"
    max_records = 30
    is_used_by_name = True

    groups: tuple[str, ...] = field("the groups it belongs to", default=())
    supply: int | None = field("the total number; without the key it never runs out", default=None, least=1, most=9999)
    value: int = field("the value of one in a cost that the payer composes", default=0, least=0, most=999)

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
    token = "{amount:+} {good}"
    good: str = field("the good to take", refers_to="good", gives=True)
    amount: Amount = field("how many, or a quantity", default=1, least=1, instead_of_less=TAKEN)

    def describe(self, phrases: Phrases) -> str:
        amount = phrases.known(self.amount)
        return f"{amount} {self.good}" if isinstance(amount, int) else f"as {self.good}, {phrases.amount(amount)}"

    def bind(self, link: Linker) -> Effect:
        good = link.index("good", self.good)
        amount = at_least_zero(link, self.amount)

        return lambda state, seat, place, n: operations.gain(state, seat, good, amount(state, seat, n))

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


GOODS = Mechanism(
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
            {"goods": GOODS_FIELD.called("all goods paid at once")},
            "{seat} pays {goods}",
        ),
        EventKind(
            "loss",
            "a seat loses goods, to the supply or to another seat",
            {"goods": GOODS_FIELD.called("all goods lost at once"), "to": number_field("the seat that gets them; -1 for none")},
            _goods_lost,
        ),
    ),
)


# --- tracks ------------------------------------------------------------------------------------------------------


@attrs.frozen
class TrackRecord(DrawnRecord):
    """A scale on which each seat has a marker, from 0; a shared one has a single marker, which any seat moves."""

    table = "track"
    max_records = 30
    is_used_by_name = True

    top: int = field("its last space", least=1, most=999)
    each_advance: tuple[Verb, ...] = field(
        "the effects after each advance, of any number of steps, even if they are lost at the end",
        default=(), context="reward", silent_default=True,
    )  # fmt: skip
    shared: bool = field("whether one marker counts for all seats", default=False, silent_default=True)

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(TRACK_TABLE, Track(declared.name, self.top, self.shared))
        link.append(EACH_ADVANCE, link.sequence(self.each_advance))

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        brought: dict[str, list[str]] = {}
        for use in bounds.words(AdvanceVerb):
            if use.at.kind == self.table:
                brought.setdefault(use.at.name, []).append(use.word.track)
        here = bounds.here.name
        circle = [track for track in reached(brought, here) if here in reached(brought, track)]
        if circle and here == min(circle):
            why = f"an advance on `{here}` brings another one on `{here}`, and that the next"
            help = "let it bring something else, or advance where the first advance stands"
            yield Clash("SA211", "advances without an end", ("each_advance",), why, help)
        for use in bounds.words(Quantity) if self.shared else ():
            if (use.word.name, use.word.of) == ("track", here) and use.word.seats is not None:
                why, help = f"`{here}` has one marker for all: there are no seats to compare", "delete this key"
                yield Clash("SA207", MEANINGLESS, (*use.path, "of"), why, help, at=use.at)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'count it, for example in a `[[score]]`: `count = {{ track = "{id}" }}`'
        yield uncounted(bounds, "nothing depends on where a marker stands", help)


EACH_ADVANCE = Handle[int]("each advance")
"""By track, the node of the effects of each advance; 0 for no effects."""

BACK = 'an effect gives 1 or more; a marker goes back by `{ do = "lose", track = "TRACK" }`'


@attrs.frozen
class AdvanceVerb(Verb):
    """The seat's marker moves `steps` forward on a track; steps beyond the end of the track are lost.

    Example: `{ do = "advance", track = "agriculture" }`
    """

    do = "advance"
    token = "{steps:+} {track}"
    track: str = field("the track", refers_to="track", gives=True)
    steps: Amount = field("how far", default=1, least=1, instead_of_less=BACK)

    def describe(self, phrases: Phrases) -> str:
        brought = phrases.effects(_track_record(phrases.linker, self.track).each_advance)
        return f"{phrases.amount(self.steps)} forward on {self.track}" + (f" (with {brought})" if brought else "")

    def bind(self, link: Linker) -> Effect:
        track = link.index("track", self.track)
        steps = at_least_zero(link, self.steps)

        if not _track_record(link, self.track).each_advance:
            return lambda state, seat, place, n: operations.advance(state, seat, track, steps(state, seat, n))

        def bringing(state: State, seat: int, place: int, n: int) -> None:
            count = steps(state, seat, n)
            operations.advance(state, seat, track, count)
            if count:
                run_effects(state, seat, state.rules.entries(EACH_ADVANCE)[track], -1, 0)

        return bringing

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from beyond_track(bounds, "steps", self.steps, self.track)


def beyond_track(bounds: Bounds, key: str, number: object, track: str) -> Iterator[Bound]:
    """Yields the bound of a number that makes no difference beyond the end of a track."""
    top = bounds.find("track", track).top
    yield from beyond(key, number, top, f"the track `{track}` ends at {top}", set_by=(track,))


def changes_seat(bounds: Bounds, effect: Verb) -> bool:
    """Returns whether an effect gives or takes what the seat with the effect has, and no shared marker is all that moves."""
    track = getattr(effect, "track", None)
    if effect.belongs or (track and bounds.find("track", track).shared):
        return False
    fields = fields_of(type(effect)).values()
    gives = any(one.form.metadata.get("gives") and getattr(effect, one.name) for one in fields)
    return bool(gives or effect.scores() or effect.takes())


def _track_record(link: Linker, track: str) -> TrackRecord:
    record: TrackRecord = link.declared("track")[link.index("track", track)].record
    return record


def _track(link: Linker, of: str) -> Reader:
    track, width = link.index("track", of), len(link.ids("track"))
    return lambda state, seat, n: state.tracks[seat * width + track]


def _advanced(names: LogNames, event: Event) -> str:
    who, track, after = names.who(event.seat), event["track"], event["after"]
    if not event["steps"]:
        return f"{who} stays on {track} {after}, the end of the track"
    return f"{who} goes {event['steps']} forward on {track}, to {after}"


TRACKS = Mechanism(
    "tracks",
    after=("figures", "goods"),
    records=(TrackRecord,),
    verbs=(AdvanceVerb,),
    quantities=(
        QuantityKind(
            "track",
            "the seat's position on a track",
            _track,
            "track",
            words="the position on {of}",
            counts=(),
            is_never_got=lambda bounds, of: of not in bounds.got,
            is_shared=lambda bounds, of: bounds.find("track", of).shared,
            span=lambda records, of: (0, next(track.record.top for track in records.declared("track") if track.name == of)),
            brought_by='let something bring it, such as an effect `{{ do = "advance", track = "{id}" }}`',
        ),
    ),
    events=(
        EventKind(
            "advance",
            "a seat goes forward on a track",
            {
                "track": TRACK_FIELD,
                "steps": number_field("how many; 0 at the end of the track"),
                "after": number_field("the position then"),
            },
            _advanced,
        ),
        EventKind(
            "go-back",
            "a seat goes back on a track",
            {"track": TRACK_FIELD, "steps": number_field("how many"), "after": number_field("the position then")},
            "{seat} goes {steps} back on {track}, to {after}",
        ),
    ),
)


# --- figures -----------------------------------------------------------------------------------------------------


@attrs.frozen
class FigureRecord(ContentRecord):
    """The figures of a colour."""

    table = "figure"
    is_single = True
    is_needed = True

    start: int = field("figures of each seat at the start", least=0, most=20)
    most: int = field("figures of a colour in all", least=1, most=20)

    involved = ("start", "most")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.start > self.most:
            yield Contradiction(f"a colour has {self.most} figures in all", ("start",))

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(FIGURE_TABLE, FigureSupply(self.start, self.most))


def most_figures(records: Records) -> int:
    """Returns the figures of a colour in all."""
    return max((figures.record.most for figures in records.declared("figure")), default=0)


def figure_records(bounds: Bounds) -> tuple[str, ...]:
    """Returns the names of the records that say how many players and figures there are."""
    return tuple(record.name for kind in ("players", "figure") for record in bounds.declared(kind))


@attrs.frozen
class FigureVerb(Verb):
    """The seat takes `amount` figures of its colour from the general supply, home at once, while there are any.

    Example: `{ do = "figure", amount = 1 }`
    """

    do = "figure"
    token = "{amount:+} figure"
    amount: Amount = field("how many, or a quantity", default=1, least=1, most=99)

    def describe(self, phrases: Phrases) -> str:
        amount = phrases.known(self.amount)
        if not isinstance(amount, int):
            return f"as figures, {phrases.amount(amount)}"
        return "a figure" if amount == 1 else f"{amount} figures"

    def bind(self, link: Linker) -> Effect:
        amount = link.amount(self.amount)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            count = amount(state, seat, n)
            if count > 0:
                operations.add_figure(state, seat, count)

        return effect

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        more = next((figures.record.most - figures.record.start for figures in bounds.declared("figure")), 0)
        why = f"{more} of a colour's figures are left to take"
        yield from beyond("amount", self.amount, more, why, set_by=figure_records(bounds))


@attrs.frozen
class BringHomeVerb(Verb):
    """The seat's figures on a location, or on a group of them, come home without acting.

    Figures that stay come home by this alone; figures that wait to act can come home, too.

    Example: `{ do = "bring-home", from = "council" }`
    """

    do = "bring-home"
    token = "home from {from}"
    from_: str = field("the location, or the group of locations", refers_to="group:location|location")

    def takes(self) -> bool:
        return True

    def describe(self, phrases: Phrases) -> str:
        return f"all figures on {self.from_} come home"

    def bind(self, link: Linker) -> Effect:
        places = link.places(self.from_)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            for there in places:
                operations.come_home(state, seat, there)

        return effect

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        places = [bounds.find("location", name) for name in bounds.group("location", self.from_) or (self.from_,)]
        idle = all(place.circles == 0 for place in places)
        why, help = f"no figures come to `{self.from_}`", "name another location, or take the effect away"
        yield Bound(("SA514", "an effect that never happens"), ("from",), idle, why, help, about=(self.from_,))
        phases, here = bounds.declared("course")[0].record.phases, bounds.here.name
        moves = [(use.at.name, use.word.do) for use in bounds.words(Verb) if use.word.do in ("place", "resolve")]
        before = phases[: phases.index(here)] if here in phases else ()
        acted = [do for phase in before for name, do in moves if name == phase][-1:] == ["resolve"]
        idle = acted and not any(place.stays for place in places)
        why, help = f"figures on `{self.from_}` have acted before, and are home", "write `stays = true` at the location"
        yield Bound(("SA514", "nobody to come home"), ("from",), idle, why, help, at_any_table=True)


def _figures(link: Linker, of: str) -> Reader:
    if of in FIGURE_COUNTS:
        return FIGURE_COUNTS[of]
    places, players = link.places(of), link.players
    return lambda state, seat, n: sum([state.placed[place * players + seat] for place in places])


FIGURE_COUNTS: Mapping[str, Reader] = {
    "all": lambda state, seat, n: state.figures[seat],
    "home": lambda state, seat, n: state.at_home[seat],
    "here": lambda state, seat, n: n,
}
COUNTED_IN_WORDS = {
    "": "the number of figures on {of}",
    "all": "the number of figures",
    "home": "the number of figures at home",
    "here": "the number of figures here",
}


def _figure_taken(names: LogNames, event: Event) -> str:
    count = event.number("count")
    if not count:
        return f"{names.who(event.seat)} has no figure left in the supply, and gets none"
    return f"{names.who(event.seat)} gets {counted(count, 'figure')} more"


FIGURES = Mechanism(
    "figures",
    records=(FigureRecord,),
    verbs=(BringHomeVerb, FigureVerb),
    quantities=(
        QuantityKind(
            "figures",
            "all figures of the seat, those at home, those acting here, or those on a location or a group of them; "
            "acting figures have left their location, and only `here` counts them",
            _figures,
            "group:location|location",
            tuple(FIGURE_COUNTS),
            belongs={"here": ("location", "placement", "workplace")},
            words=COUNTED_IN_WORDS,
            counts=(),
            span=lambda records, of: (0, most_figures(records)),
        ),
    ),
    events=(
        EventKind("figure", "a seat gets figures", {"count": number_field("how many; 0 if none is left")}, _figure_taken),
        EventKind(
            "come-home",
            "figures of a seat come home from a place without acting",
            {"place": PLACE_FIELD, "figures": number_field("how many")},
            "{seat} takes {figures:figure} home from {place}",
        ),
        EventKind("lose-figures", "a seat loses figures", {"figures": number_field("how many")}, "{seat} loses {figures:figure}"),
    ),
)


# --- tools -------------------------------------------------------------------------------------------------------


@attrs.frozen
class ToolRecord(ContentRecord):
    """The tools of a seat."""

    table = "tool"
    is_single = True

    spaces: int = field("the number of tools that a seat has room for", least=0, most=4)
    top: int = field("the highest value of a tool", least=1, most=6)

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(TOOL_TABLE, ToolSpaces(self.spaces, self.top))


def most_tools(records: Records, of: str = "value") -> int:
    """Returns the highest total of a seat's tools, or how many it has room for."""
    return sum(tools.record.spaces * (tools.record.top if of == "value" else 1) for tools in records.declared("tool"))


def tool_records(bounds: Bounds) -> tuple[str, ...]:
    """Returns the names of the records that say which tools there can be."""
    return tuple(tools.name for tools in bounds.declared("tool"))


MOST_TOOLS_AT_ONCE = 12
"""How many tools one effect gives, at the most."""


@attrs.frozen
class ToolVerb(Verb):
    """The seat takes `amount` tools, one after the other.

    While there is room, each is a new tool of value 1; then a lowest tool goes up by one, an unused one first, and a used one
    stays used. If every tool is at its maximum, nothing happens.

    Example: `{ do = "tool" }`
    """

    do = "tool"
    token = "{amount:+} tool"
    amount: Amount = field("how many, or a quantity", default=1, least=1, most=MOST_TOOLS_AT_ONCE)

    def describe(self, phrases: Phrases) -> str:
        amount = phrases.known(self.amount)
        if not isinstance(amount, int):
            return f"as tools, {phrases.amount(amount)}"
        return "a tool" if amount == 1 else f"{amount} tools"

    def bind(self, link: Linker) -> Effect:
        amount = link.amount(self.amount)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            for _ in range(min(amount(state, seat, n), MOST_TOOLS_AT_ONCE)):
                operations.add_tool(state, seat)

        return effect

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        most = most_tools(bounds)
        why = f"the tools of a seat go up to {most} in all"
        yield from beyond("amount", self.amount, most, why, set_by=tool_records(bounds))


@attrs.frozen
class RefreshVerb(Verb):
    """Used tools become usable again, and all marks that last a round are wiped.

    A seat whose figures have not acted yet keeps the mark of their place.

    Example: `{ do = "refresh" }`
    """

    do = "refresh"
    token = "refresh"
    belongs = ("phase",)

    def describe(self, phrases: Phrases) -> str:
        return "tools are usable again, marks of the round go"

    def bind(self, link: Linker) -> Effect:
        return lambda state, seat, place, n: operations.refresh(state)


def _tools(link: Linker, of: str) -> Reader:
    if of == "value":
        return lambda state, seat, n: state.rules.kits.totals[state.kits[seat]]
    return lambda state, seat, n: state.rules.kits.counts[state.kits[seat]]


def _tool_taken(names: LogNames, event: Event) -> str:
    if event["before"] == event["after"]:
        return f"{names.who(event.seat)} has the highest tools already, and gets none"
    return f"{names.who(event.seat)} takes a tool, and has {tools_in_words(event.several('after'))}"


def _tool_lost(names: LogNames, event: Event) -> str:
    return f"{names.who(event.seat)} loses a tool, and has {tools_in_words(event.several('after')) or 'none'}"


def tools_in_words(tools: tuple[EventValue, ...]) -> str:
    """Returns tools as `2+1`, with those used this round apart: `2+1 unused, 1 used`; empty for none."""
    fresh, used = ("+".join(str(tool[0]) for tool in tools if isinstance(tool, tuple) and tool[1] == state) for state in (0, 1))
    if not used:
        return fresh
    return f"{fresh} unused, {used} used" if fresh else f"{used}, all used"


TOOLS_CHANGED = {"before": TOOLS_FIELD.called("its tools before"), "after": TOOLS_FIELD.called("its tools then")}
TOOLS = Mechanism(
    "tools",
    records=(ToolRecord,),
    verbs=(RefreshVerb, ToolVerb),
    quantities=(
        QuantityKind(
            "tools",
            "the total value of the seat's tools, or their number",
            _tools,
            None,
            ("value", "count"),
            words={"": "the value of the tools", "count": "the number of tools"},
            counts=(),
            span=lambda records, of: (0, most_tools(records, of)),
        ),
    ),
    events=(
        EventKind("refresh", "used tools can be used again, and round marks are removed", {}, "used tools can be used again"),
        EventKind("tool", "a seat takes a tool, or one of its tools goes up", TOOLS_CHANGED, _tool_taken),
        EventKind("lose-tool", "a seat loses a tool, or one of its tools goes down", TOOLS_CHANGED, _tool_lost),
    ),
)


# --- marks -------------------------------------------------------------------------------------------------------


@attrs.frozen
class MarkRecord(ContentRecord):
    """A yes-or-no fact about a seat, such as a trade made this round; everybody sees it.

    Marks come from placements (`mark` of a location), from trades, and from the effect `mark`.
    """

    table = "mark"
    max_records = 60
    is_used_by_name = True

    lasts: str = field(
        "how long it lasts: until the effect `refresh` ends the round, or for the rest of the game",
        default="round", choices=("round", "game"), silent_default=True,
    )  # fmt: skip

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'ask for it, for example by a row of `if`: `{{ mark = "{id}", max = 0 }}`'
        yield uncounted(bounds, "nothing asks for it, and it bars nothing", help)

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(MARK_TABLE, Mark(declared.name, self.lasts == "game"))


@attrs.frozen
class MarkVerb(Verb):
    """The seat gets a mark, unless it already has it.

    The quantity `mark` reads it.

    Example: `{ do = "mark", mark = "first-farmer" }`
    """

    do = "mark"
    token = "mark {mark}"
    mark: str = field("the mark", refers_to="mark", gives=True)

    def describe(self, phrases: Phrases) -> str:
        return f"the mark {self.mark}"

    def bind(self, link: Linker) -> Effect:
        mark = link.index("mark", self.mark)

        return lambda state, seat, place, n: operations.give_mark(state, seat, mark)


@attrs.frozen
class UnmarkVerb(Verb):
    """The seat loses a mark, if it has it.

    Example: `{ do = "unmark", mark = "first-farmer" }`
    """

    do = "unmark"
    token = "no mark {mark}"
    mark: str = field("the mark", refers_to="mark", loses=True)

    def describe(self, phrases: Phrases) -> str:
        return f"no longer the mark {self.mark}"

    def bind(self, link: Linker) -> Effect:
        mark = link.index("mark", self.mark)
        link.add(LOST_MARKS, mark)

        return lambda state, seat, place, n: operations.unmark(state, seat, mark)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        idle = self.mark not in bounds.service(GivenMarks).names
        help = f'let something give it, such as `{{ do = "mark", mark = "{self.mark}" }}`, or take the effect away'
        yield Bound(NO_DIFFERENCE, ("mark",), idle, f"no seat ever has the mark `{self.mark}`", help, about=(self.mark,))


LOST_MARKS = Handle[int]("lost mark")
"""The marks that effects take away."""


class GivenMarks:
    """The marks that seats can get at a table: a word that names a single one leaves it, unless it takes it away."""

    def __init__(self, bounds: Bounds) -> None:
        self.names = {
            getattr(use.word, attribute.name)
            for use in bounds.words(Word)
            if not isinstance(use.word, UnmarkVerb)
            for attribute in attrs.fields(type(use.word))
            if attribute.metadata.get("refers_to") == "mark"
        }


def _mark(link: Linker, of: str) -> Reader:
    mark = link.index("mark", of)
    return lambda state, seat, n: state.marks[seat] >> mark & 1


SEATS_IN_WORDS = {"all": ("a seat has", "no seat has"), "others": ("another seat has", "no other seat has")}
"""The words for one holder of a mark and for none, by the seats that are counted."""


def _in_range(row: IfRow) -> str:
    """Returns a row about a mark in words: `without the mark rested`; empty if it asks for something else."""
    if not row.is_plain or row.every is not None or row.in_:
        return ""
    if row.seats is None and row.holds(0) != row.holds(1):
        return f"{'with' if row.holds(1) else 'without'} the mark {row.of}"
    has, lacks = SEATS_IN_WORDS.get(row.seats or "", ("", ""))
    words = {(1, None): has, (None, 0): lacks, (0, 0): lacks}.get((row.min, row.max))
    return f"if {words} the mark {row.of}" if words else ""


MARK_FIELD = id_field(MARK_TABLE, "the mark")
MARKED = "a seat gets a mark by an effect; marks of placements and trades have no event"
MARKS = Mechanism(
    "marks", records=(MarkRecord,), verbs=(MarkVerb, UnmarkVerb),
    quantities=(
        QuantityKind(
            "mark", "1 if the seat has a mark, else 0", _mark, "mark", words="the mark {of} (1 or 0)", in_range=_in_range,
            span=lambda records, of: (0, 1), counts=(),
            is_never_got=lambda bounds, of: of not in bounds.service(GivenMarks).names,
            brought_by='let something give it, such as an effect `{{ do = "mark", mark = "{id}" }}`',
        ),
    ),
    events=(
        EventKind("mark", MARKED, {"mark": MARK_FIELD}, "{seat} gets the mark {mark}"),
        EventKind("unmark", "a seat loses a mark", {"mark": MARK_FIELD}, "{seat} loses the mark {mark}"),
    ),
)  # fmt: skip
