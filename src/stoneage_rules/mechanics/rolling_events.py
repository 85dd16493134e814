"""The events of rolls for a total, and their sentences (no words of its own)."""

from __future__ import annotations

from stoneage_rules.language.events import DICE_FIELD, Event, EventField, EventKind, number_field, text_field
from stoneage_rules.language.naming import LogNames

__all__ = ["EVENTS"]


def _rolled(names: LogNames, event: Event) -> str:
    return f"{names.who(event.seat)} rolls {' '.join(map(str, event.several('dice')))}"


def _tools_added(names: LogNames, event: Event) -> str:
    used = [*map(str, event.several("tools")), *(names.one_use(str(item)) for item in event.several("items"))]
    if not used:
        return f"{names.who(event.seat)} adds no tools"
    total = f" = {event['value']}" if len(used) > 1 else ""
    return f"{names.who(event.seat)} adds tools: {'+'.join(used)}{total}"


def _adjusted(names: LogNames, event: Event) -> str:
    change, by = event.number("change"), event.text("by")
    verb = "gets" if change > 0 else "loses"
    return f"{names.who(event.seat)} {verb} {abs(change)} of the total" + (f" because of {by}" if by else "")


EVENTS = (
    EventKind("roll", "a seat rolls dice", {"dice": DICE_FIELD}, _rolled),
    EventKind(
        "tools",
        "a seat adds tools to a roll, or none",
        {
            "tools": EventField("numbers", "the values of its tools"),
            "items": EventField("ids of items", "its tools for one roll", names="item"),
            "value": number_field("what all of them add"),
        },
        _tools_added,
    ),
    EventKind(
        "adjusted",
        "modules change the total of a roll",
        {"change": number_field("by how much; below 0 if it comes off"), "by": text_field("what does it, if that is known")},
        _adjusted,
    ),
    EventKind(
        "total",
        "a roll has come to its total, and yields goods",
        {
            "total": number_field("with tools and all that changes it"),
            "divide": number_field("how much of it makes one good"),
            "yield": number_field("how many goods it makes"),
        },
        "{seat} has a total of {total}, divided by {divide}: {yield}",
    ),
)
