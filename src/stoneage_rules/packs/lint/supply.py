"""What never lies where it is looked for: draws and moves from zones where no such item comes, prices out of reach."""

from __future__ import annotations

from collections.abc import Iterator

from stoneage_rules.language.fields import Cost
from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.findings.wording import counted, noun_of, plural
from stoneage_rules.packs.lint.reach import Uses, Verdict
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import parts_of

__all__ = ["supplies"]


def supplies(uses: Uses) -> Iterator[Verdict]:
    """Draws, moves and payments of what cannot be there."""
    yield from _from_zones(uses)
    yield from _met_kinds(uses)
    yield from _ends(uses)
    yield from _unfilled(uses)
    for entry, path, made in uses.parts:
        if isinstance(made, Cost):
            yield from _out_of_reach(uses, entry, path, made)


def _from_zones(uses: Uses) -> Iterator[Verdict]:
    """Rows, draws and moves: of each kind, the zones that it can be in."""
    there = {(way.kind, way.zone) for way in uses.arrivals}
    there |= {(kind.name, kind.record.drawn_to) for kind in uses.content.of("kind") if kind.record.drawn_to is not None}
    looked = [(way.entry, (*way.path, "from") if way.hidden else way.path, way.kind, way.zone) for way in uses.draws]
    looked += [(entry, (*path, "from"), effect.kind, effect.from_) for entry, path, effect in uses.effect_kinds("move")]  # type: ignore[attr-defined]
    for entry, path, kind, zone in looked:
        idle = (kind, zone) not in there and bool(uses.content.of(kind)) and zone not in uses.named_otherwise
        label = f"no {noun_of(kind)} ever comes into `{zone}`"
        help = f"name the zone in which {plural(noun_of(kind))} are"
        title = "a zone in which there is no such item"
        about = (entry.name, kind, zone)
        yield uses.verdict(idle, entry, path, "SA514", title, label, help, about=about)


def _met_kinds(uses: Uses) -> Iterator[Verdict]:
    """`drawn_to` of kinds that lie in no zone from which another kind is drawn."""
    for entry in uses.content.of("kind"):
        if entry.record.drawn_to is not None and uses.content.of(entry.id):
            zones = {way.zone for way in uses.arrivals if way.kind == entry.name}
            others = {way.zone for way in uses.draws if way.kind != entry.name}
            label = f"no other kind is drawn from where {plural(noun_of(entry.id))} can be"
            help = "delete it, or let an effect `move` them to where others are drawn"
            about = (entry.name, *zones)
            yield uses.verdict(
                not zones & others,
                entry,
                ("drawn_to",),
                "SA514",
                "a key that makes no difference",
                label,
                help,
                about=about,
                at_key=True,
            )


def _ends(uses: Uses) -> Iterator[Verdict]:
    """Rows with piles, which are never short: the piles are made of what there is."""
    for entry in uses.content.of("row"):
        if entry.record.when_short == "end":
            label = "a space with a pile is filled from it, and left empty when it is used up"
            help = 'delete it; `{ do = "end-game", when_empty = ... }` ends a game when a pile is used up'
            yield uses.verdict(
                entry.record.pile,
                entry,
                ("when_short",),
                "SA514",
                "a key that makes no difference",
                label,
                help,
                about=(entry.name,),
                at_key=True,
            )


def _unfilled(uses: Uses) -> Iterator[Verdict]:
    """Rows in which no effect lays anything out."""
    course = next((f"{entry.pack}:{entry.id}" for entry in uses.content.of("course")), "PACK:ID")
    filling = [effect for _, _, effect in uses.effects if effect.fills()]
    filled = {getattr(effect, part.name) for effect in filling for part in parts_of(effect) if "row" in part.refs}
    for entry in uses.content.of("row"):
        label = f"no effect lays anything out in `{entry.id}`, so its spaces stay empty"
        help = (
            "fill it, for example in the set-up\n"
            f'  [[setup]]\n  id = "{entry.id}-filled"\n  effects = [{{ do = "fill", row = "{entry.id}" }}]\n'
            f'  [[patch.course]]\n  target = "{course}"\n  append.set_up = ["{entry.id}-filled"]'
        )
        idle = entry.name not in filled
        yield uses.verdict(idle, entry, ("id",), "SA505", "a row that nothing fills", label, help, about=(entry.name,))


def _out_of_reach(uses: Uses, entry: Entry, path: Path, cost: Cost) -> Iterator[Verdict]:
    goods = uses.of("good")
    for good, amount in cost.fixed.items():
        supply = goods[good].supply
        idle = supply is not None and amount > supply
        label = f"there is {supply} of it in all: nobody can pay this"
        help, title = f"lower it to {supply} or less", "a price that nobody can pay"
        names = (entry.name, good)
        yield uses.verdict(idle, entry, (*path, good), "SA515", title, label, help, set_by=names)
    if cost.kinds is not None and cost.of is not None:
        group = [name for name, record in goods.items() if cost.of in record.groups] or [cost.of]
        label = f"`{cost.of}` has {counted(len(group), 'good')}: nobody can pay this"
        help, title = f"lower it to {len(group)} or less", "a price that nobody can pay"
        joins = any(path[0] == "good" for _, path in uses.conditional.get(cost.of, ()))
        yield uses.verdict(
            cost.kinds > len(group) and not joins,
            entry,
            (*path, "kinds"),
            "SA515",
            title,
            label,
            help,
            set_by=(entry.name, *group),
        )
