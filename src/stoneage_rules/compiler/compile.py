"""The compiler: one function per part of a ruleset, each from its kind of record.

Whether records are right is decided before, in `packs`; what they do in play comes after, in the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.compiler.digest import digest_of
from stoneage_rules.compiler.linker import ContentLinker
from stoneage_rules.errors import TooManyOptions
from stoneage_rules.kernel.chance import FACES
from stoneage_rules.kernel.finalize import frame_order
from stoneage_rules.kernel.frames import guarded
from stoneage_rules.kernel.ruleset import Item, Phase, Place, Row, Ruleset
from stoneage_rules.kernel.toolsets import Kits
from stoneage_rules.language.fields import Quantity
from stoneage_rules.mechanics.add_ons import AddOn
from stoneage_rules.mechanics.dice_for_all import SharedTable
from stoneage_rules.mechanics.limits import Limit
from stoneage_rules.mechanics.payments import MOST_WAYS
from stoneage_rules.mechanics.scoring import Line, Scoring
from stoneage_rules.mechanics.trade_options import Exchange, Rate
from stoneage_rules.packs.content import Content, Entry

__all__ = ["compile_rules"]


def compile_rules(
    content: Content,
    *,
    table: Any,
    contributions: Contributions,
    first_seat: int,
    adjustments: Sequence[Callable[[Any, int], int]],
    barriers: Sequence[Callable[[Any, int], int]],
    locate: Callable[[str], str | None],
    load_again: Callable[[Any, str], Ruleset],
) -> Ruleset:
    """A frozen ruleset from checked content."""
    spots = list(_spots(content))
    locations: dict[str, list[int]] = {}
    for index, (entry, _) in enumerate(spots):
        locations.setdefault(entry.name, []).append(index)
    frames = contributions.frames
    link = ContentLinker(content, contributions, frame_order(frames), locations)
    places = _places(content, link, spots)
    link.tables["limits"] = _limits(content, link, contributions)
    figure = content.of("figure")[0].record
    tools = [entry.record for entry in content.of("tool")]
    items = _items(content, link)
    phases, setup = _course(content, link)
    link.tables["dice_table"] = [_faces(link, entry) for entry in content.of("dice_table")]
    link.tables["add_on"] = _add_ons(content, link)
    link.tables["exchanges"] = _exchanges(content, link)
    scoring = Scoring(_lines(content, link), _tie(content, link))
    rules = Ruleset(
        table=table,
        digest=digest_of(content, first_seat, contributions.code),
        players=content.settings.players,
        goods=tuple(link.ids("good")),
        good_values=tuple(entry.record.value for entry in content.of("good")),
        supplies=_supplies(content),
        tracks=tuple(link.ids("track")),
        track_tops=tuple(entry.record.top for entry in content.of("track")),
        start_figures=figure.start,
        most_figures=figure.most,
        kits=Kits(tools[0].spaces, tools[0].top) if tools else Kits(0, 1),
        places=places,
        rows=_rows(content, link),
        items=items,
        kinds=tuple(link.ids("kind")),
        zones=tuple(link.ids("zone")),
        start_zones=_start_zones(content, link, items),
        phases=phases,
        marks=tuple(link.ids("mark")),
        queues=frozenset(index for index, entry in enumerate(content.of("zone")) if entry.record.order == "queue"),
        setup=setup,
        first_seat=first_seat,
        nodes=tuple(link.nodes),
        prices=tuple(link.prices),
        tables={name: tuple(values) for name, values in link.tables.items()},
        keepers=tuple(item.index for item in items if item.anytime or item.one_use),
        citations=_citations(content),
        sentences={entry.name: entry.record.text for entry in content.of("statement")},
        packs=tuple(pack.id for pack in content.packs),
        adjustments=tuple(adjustments),
        barriers=tuple(barriers),
        owners=contributions.owners,
        content=content,
        locate=locate,
        load_again=load_again,
    )
    rules._seal(frames, scoring)
    return rules


def _course(content: Content, link: ContentLinker) -> tuple[tuple[Phase, ...], int]:
    """The phases of a round and the effects of the set-up, in the order of the course."""
    course = content.of("course")[0].record
    # What the course does not name stands last, and never comes.
    parts, steps = content.of("phase")[: len(course.phases)], content.of("setup")[: len(course.set_up)]
    phases = tuple(Phase(part.name, part.record.name or part.name, link.sequence(part.record.effects)) for part in parts)
    return phases, link.sequence([effect for step in steps for effect in step.record.effects])


def _supplies(content: Content) -> tuple[int, ...] | None:
    """How many there are of each good; None where nothing ever runs out."""
    found = [entry.record.supply for entry in content.of("good")]
    return None if not any(found) else tuple(-1 if supply is None else supply for supply in found)


def _spots(content: Content) -> list[tuple[Entry, str]]:
    """Every place to be: each location, or each of its copies, with its name in play."""
    spots = []
    for entry in content.of("location"):
        copies = entry.record.copies
        count = content.settings.players if copies == "players" else copies
        names = [entry.name] if count is None else [f"{entry.name}-{number}" for number in range(1, count + 1)]
        spots += [(entry, name) for name in names]
    return spots


def _places(content: Content, link: ContentLinker, spots: Sequence[tuple[Entry, str]]) -> tuple[Place, ...]:
    rows = {
        place: row for row, entry in enumerate(content.of("row")) for space in entry.record.spaces for place in link.places(space)
    }
    everyone = link.players * link.most_figures
    made = []
    for index, (entry, name) in enumerate(spots):
        record = entry.record
        circles = link.players if record.circles == "players" else record.circles
        figures = record.figures
        made.append(
            Place(
                index=index,
                id=name,
                record=(entry.kind, entry.name),
                name=record.name or name,
                groups=record.groups,
                circles=everyone + 1 if circles is None else circles,
                least=figures.exactly or figures.at_least,
                most=figures.exactly or figures.at_most or min(circles or link.most_figures, link.most_figures),
                unlimited=circles is None,
                node=link.sequence(record.effects),
                stays=record.stays,
                again=record.again,
                price=-1 if record.cost is None else link.cost(record.cost),
                row=rows.get(index, -1),
                owned=-1,
                marks=0 if record.mark is None else 1 << link.index("mark", record.mark),
            )
        )
    workplaces = [(item, entry) for item, entry in enumerate(content.items()) if entry.record.workplace]
    made += [_workplace(link, len(made) + number, *found) for number, found in enumerate(workplaces)]
    return tuple(made)


def _workplace(link: ContentLinker, index: int, item: int, entry: Entry) -> Place:
    """The place that an owned item is."""
    record = entry.record.workplace
    figures = record.figures
    return Place(
        index=index,
        id=entry.name,
        record=(entry.kind, entry.name),
        name=entry.record.name or entry.name,
        groups=(),
        circles=record.circles,
        least=figures.exactly or figures.at_least,
        most=figures.exactly or figures.at_most or min(record.circles, link.most_figures),
        unlimited=False,
        node=link.sequence(record.effects),
        stays=False,
        again=False,
        price=-1,
        row=-1,
        owned=item,
        marks=0,
    )


def _rows(content: Content, link: ContentLinker) -> tuple[Row, ...]:
    return tuple(
        Row(
            index=index,
            id=entry.name,
            kind=link.index("kind", entry.record.kind),
            zone=link.index("zone", entry.record.from_),
            spaces=tuple(place for space in entry.record.spaces for place in link.places(space)),
            pile=entry.record.pile,
            ends_game=entry.record.when_short == "end",
        )
        for index, entry in enumerate(content.of("row"))
    )


def _items(content: Content, link: ContentLinker) -> tuple[Item, ...]:
    zones = {entry.name: entry.record.drawn_to for entry in content.of("kind")}
    return tuple(
        Item(
            index=index,
            id=entry.name,
            kind=link.index("kind", entry.kind),
            price=-1 if entry.record.cost is None else link.cost(entry.record.cost),
            node=link.sequence(entry.record.effects),
            anytime=link.sequence(entry.record.anytime),
            one_use=entry.record.one_use_tool or 0,
            symbol=entry.record.symbol,
            icons=dict(entry.record.icons),
            standing=tuple((link.index("phase", s.at_start_of), link.sequence(s.effects)) for s in entry.record.standing),
            bonus=_bonus(link, entry.record.anytime),
            divert=-1 if zones[entry.kind] is None else link.index("zone", zones[entry.kind]),
        )
        for index, entry in enumerate(content.items())
    )


def _bonus(link: ContentLinker, effects: Sequence[Any]) -> tuple[Any, ...]:
    """Every amount of goods that these effects together can bring."""
    found = [(0,) * len(link.ids("good"))]
    for effect in effects:
        gains = effect.gains(link)
        if gains is not None:
            if len(found) * len(gains) > MOST_WAYS:
                raise TooManyOptions(f"what can be had at any time comes in more than {MOST_WAYS} ways")
            both = [tuple(map(int.__add__, before, more)) for before in found for more in gains]
            found = list(dict.fromkeys(both))
    return tuple(found) if effects else ()


def _start_zones(content: Content, link: ContentLinker, items: Sequence[Item]) -> tuple[tuple[int, ...], ...]:
    starts = [link.index("zone", entry.record.starts_in) for entry in content.of("kind")]
    return tuple(tuple(item.index for item in items if starts[item.kind] == zone) for zone in range(len(link.ids("zone"))))


def _faces(link: ContentLinker, entry: Entry) -> SharedTable:
    nodes = tuple(link.sequence(entry.record.faces.get(face, ())) for face in range(1, FACES + 1))
    return SharedTable(nodes, entry.record.others_pick == "next-turn")


def _add_ons(content: Content, link: ContentLinker) -> list[AddOn]:
    made = []
    for entry in content.of("add_on"):
        record = entry.record
        conditions = [effect.available(link) for effect in record.effects]
        made.append(
            AddOn(
                id=entry.name,
                record=(entry.kind, entry.name),
                kinds=frozenset(link.index("kind", kind) for kind in record.applies),
                spaces=frozenset(place for space in record.spaces for place in link.places(space)),
                form=next((row.cost for row in record.when if row.cost), None),
                price=link.cost(record.cost),
                node=link.sequence(record.effects),
                conditions=tuple(condition for condition in conditions if condition is not None),
            )
        )
    return made


def _exchanges(content: Content, link: ContentLinker) -> list[Exchange]:
    def bits(marks: Sequence[str]) -> int:
        return sum(1 << link.index("mark", mark) for mark in marks)

    return [
        Exchange(
            id=entry.name,
            record=(entry.kind, entry.name),
            goods=link.goods(entry.record.goods),
            kinds=frozenset(link.index("kind", kind) for kind in entry.record.applies),
            rates=tuple(Rate(rate.at_least, rate.give, rate.get) for rate in entry.record.rates),
            position=link.quantity(Quantity("track", entry.record.track)),
            done=bits((entry.record.mark,)),
            barred_by=bits(entry.record.barred_by),
            when_short=entry.record.needed == "short",
        )
        for entry in content.of("exchange")
    ]


def _limits(content: Content, link: ContentLinker, contributions: Contributions) -> list[Limit]:
    made = []
    for entry in content.of("limit"):
        record = entry.record
        if link.players not in record.at_most:
            continue
        make = partial(
            contributions.limits[record.counts],
            id=entry.name,
            record=(entry.kind, entry.name),
            group=sum(1 << place for place in link.places(record.group)),
            group_name=record.group,
            at_most=record.at_most[link.players],
        )
        what = f"counter {record.counts}"
        owner = contributions.owners.get(what)
        made.append(guarded(make, owner, what)() if owner else make())
    return made


def _lines(content: Content, link: ContentLinker) -> tuple[Line, ...]:
    return tuple(
        Line(
            id=entry.name,
            name=entry.record.name or entry.name,
            factors=tuple(link.quantity(part) for part in (entry.record.count, entry.record.times) if part is not None),
            each=entry.record.each,
        )
        for entry in content.of("score")
    )


def _tie(content: Content, link: ContentLinker) -> tuple[Any, ...]:
    return tuple(link.quantity(part) for entry in content.of("tie_break") for part in entry.record.sum)


def _citations(content: Content) -> dict[str, tuple[str, ...]]:
    """Statement ids by record address and by check name."""
    found: dict[str, tuple[str, ...]] = {entry.address: entry.record.rules for entry in content}
    for entry in content.of("statement"):
        for check in entry.record.checks:
            found[check] = (*found.get(check, ()), entry.name)
    return found
