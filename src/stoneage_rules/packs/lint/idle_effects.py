"""Records whose effects never happen, and records without any where they are expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stoneage_rules.language.wording import a, noun_of, plural
from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.lint.reach import Uses, Verdict

__all__ = ["idle_effects"]

NO_DIFFERENCE = "a key that makes no difference"
BRINGS = ("effects", "anytime", "standing", "workplace", "one_use_tool", "symbol", "icons")


def idle_effects(uses: Uses) -> Iterator[Verdict]:
    """Items, phases, locations, add-ons, exchanges and dice tables of which nothing comes."""
    yield from _items(uses)
    yield from _phases(uses)
    yield from _staying(uses)
    yield from _others_pick(uses)
    yield from _add_ons(uses)
    yield from _exchanges(uses)


def _items(uses: Uses) -> Iterator[Verdict]:
    taken = {*uses.shops, *(way.kind for way in uses.draws if way.hidden)}
    counted = {quantity.of for _, _, quantity in uses.quantities if quantity.name == "owned"}
    for entry in uses.content.items():
        idle = entry.kind in taken - counted and not any(getattr(entry.record, key) for key in BRINGS)
        title, label = f"{a(noun_of(entry.kind))} of which nothing comes", f"`{entry.id}` brings nothing to whoever takes it"
        help = "add `effects = [...]`, a `symbol` or `icons`"
        yield uses.verdict(idle, entry, ("id",), "SA516", title, label, help, about=(entry.name, entry.kind))


def _phases(uses: Uses) -> Iterator[Verdict]:
    begun = {standing.at_start_of for item in uses.content.items() for standing in item.record.standing}
    for entry in uses.content.of("phase"):
        idle = not entry.record.effects and entry.name not in begun
        label = f"`{entry.id}` has no steps, and no item has effects at its start"
        help = "add `effects = [...]`, or remove the phase"
        about = (entry.name,)
        yield uses.verdict(idle, entry, ("effects",), "SA514", "a phase in which nothing happens", label, help, about=about)


def _staying(uses: Uses) -> Iterator[Verdict]:
    """Effects where figures stay, unless an effect of another place names the location and may run them."""
    for entry in uses.content.of("location"):
        if entry.record.stays and entry.record.effects:
            label = f"figures on `{entry.id}` stay, and do not act: `stays` is true"
            help = "delete one of the two"
            idle = entry.name not in uses.named_otherwise
            yield uses.verdict(
                idle, entry, ("effects",), "SA514", "effects that never happen", label, help, about=(entry.name,), at_key=True
            )


def _others_pick(uses: Uses) -> Iterator[Verdict]:
    shared = {effect.table for _, _, effect in uses.effect_kinds("dice-for-all")}  # type: ignore[attr-defined]
    for entry in uses.content.of("dice_table"):
        if entry.record.others_pick != "at-once":
            label = f"no effect `dice-for-all` uses `{entry.id}`"
            idle = entry.name not in shared
            yield uses.verdict(
                idle, entry, ("others_pick",), "SA514", NO_DIFFERENCE, label, "delete this line", about=(entry.name,), at_key=True
            )


# --- lines of a bill ------------------------------------------------------------------------------------------------


def _add_ons(uses: Uses) -> Iterator[Verdict]:
    for entry in uses.content.of("add_on"):
        record = entry.record
        yield from _applies(uses, entry)
        for index, space in enumerate(record.spaces):
            lying = {row.record.kind for row in uses.rows_of.get(space, ())}
            label = f"nothing that it can be added to lies on `{space}`"
            about = (entry.name, space, *(row.name for row in uses.rows_of.get(space, ())))
            yield uses.verdict(
                not lying & {*record.applies}, entry, ("spaces", index), "SA514", "a space that makes no difference", label,
                "take it away", about=about,
            )  # fmt: skip
        for index, row in enumerate(record.when):
            if row.cost is not None:
                forms = _forms(uses, record)
                label = f"no {' or '.join(noun_of(kind) for kind in record.applies)} for sale has a {row.cost} cost of its own"
                idle = row.cost not in forms
                path = ("when", index, "cost")
                about = (entry.name, *record.applies)
                title, help = "a condition that no item meets", "take the condition away, or the whole add-on"
                yield uses.verdict(idle, entry, path, "SA514", title, label, help, about=about)


def _forms(uses: Uses, record: Any) -> set[str]:
    """The forms of cost of the items to which an add-on could be added."""
    found = set()
    for kind in record.applies:
        spaces = {space.name for space in uses.shops.get(kind, ())}
        if spaces & {*record.spaces} or (spaces and not record.spaces):
            found |= {item.record.cost.form for item in uses.content.of(kind) if item.record.cost is not None}
    return found


def _exchanges(uses: Uses) -> Iterator[Verdict]:
    marks: Mapping[str, set[str]] = {
        "location": {entry.record.mark for entry in uses.content.of("location") if entry.record.mark},
        "exchange": {entry.record.mark for entry in uses.content.of("exchange")},
    }
    for entry in uses.content.of("exchange"):
        yield from _applies(uses, entry)
        for index, mark in enumerate(entry.record.barred_by):
            own = mark == entry.record.mark
            left = mark in marks["location"] | marks["exchange"] or mark in uses.named_otherwise
            label = (
                f"`{mark}` is its own `mark`, which bars a second trade anyway" if own else f"nothing leaves the mark `{mark}`"
            )
            about = (entry.name, mark)
            yield uses.verdict(
                own or not left,
                entry,
                ("barred_by", index),
                "SA514",
                NO_DIFFERENCE,
                label,
                "take it away",
                about=about,
            )


def _applies(uses: Uses, entry: Entry) -> Iterator[Verdict]:
    """Kinds that an add-on or exchange serves and that are never for sale."""
    for index, kind in enumerate(entry.record.applies):
        label = f"nobody can buy {plural(noun_of(kind))}"
        title, help = "a kind that makes no difference", "take it away, or let a location of their row `buy` them"
        idle = kind not in uses.shops
        yield uses.verdict(idle, entry, ("applies", index), "SA514", title, label, help, about=(entry.name, kind))
