"""Tools: how many a seat has room for, how it gets more, and when they are fresh again."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.nouns import TOOL_TABLE, ToolSpaces
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Linker, Reader
from stoneage_rules.language.events import TOOLS_FIELD, Event, EventKind, EventValue, Mechanism
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.quantity import QuantityKind, Records
from stoneage_rules.language.reach import Bound, Bounds, beyond
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.telling.phrases import LogNames, Phrases


@attrs.frozen
class ToolRecord(ContentRecord):
    """The tools of a seat."""

    table = "tool"
    is_single = True

    spaces: int = field("how many tools a seat has room for", least=0, most=4)
    top: int = field("the highest value of a tool", least=1, most=6)

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(TOOL_TABLE, ToolSpaces(self.spaces, self.top))


def most_tools(records: Records) -> int:
    """Returns the highest total of a seat's tools."""
    return sum(tools.record.spaces * tools.record.top for tools in records.declared("tool"))


def most_spaces(records: Records) -> int:
    """Returns how many tools a seat has room for."""
    return sum(tools.record.spaces for tools in records.declared("tool"))


def tool_records(bounds: Bounds) -> tuple[str, ...]:
    """Returns the names of the records that say which tools there can be."""
    return tuple(tools.name for tools in bounds.declared("tool"))


MOST_AT_ONCE = 12
"""How many tools one effect gives, at the most."""


@attrs.frozen
class ToolVerb(Verb):
    """The seat takes `amount` tools, one after the other.

    While there is room each is a new tool of value 1; then a lowest tool goes up by one, an unused one first, and a
    used one stays used.  Where every tool is at its highest, nothing happens.

    Example: `{ do = "tool" }`
    """

    do = "tool"
    amount: Amount = field("how many, or a quantity", default=1, least=1, most=MOST_AT_ONCE)

    def describe(self, phrases: Phrases) -> str:
        amount = phrases.known(self.amount)
        if not isinstance(amount, int):
            return f"as tools, {phrases.amount(amount)}"
        return "a tool" if amount == 1 else f"{amount} tools"

    def bind(self, link: Linker) -> Effect:
        amount = link.amount(self.amount)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            for _ in range(min(amount(state, seat, n), MOST_AT_ONCE)):
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
    belongs = ("phase",)

    def describe(self, phrases: Phrases) -> str:
        return "tools are usable again, marks of the round go"

    def bind(self, link: Linker) -> Effect:
        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.refresh(state)

        return effect


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


MECHANISM = Mechanism(
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
            span=lambda records, of: (0, most_tools(records) if of == "value" else most_spaces(records)),
        ),
    ),
    events=(
        EventKind("refresh", "used tools can be used again, and marks go", {}, "used tools can be used again"),
        EventKind(
            "tool",
            "a seat takes a tool, or one goes up",
            {"before": TOOLS_FIELD.called("its tools before"), "after": TOOLS_FIELD.called("its tools then")},
            _tool_taken,
        ),
        EventKind(
            "lose-tool",
            "a seat loses a tool, or one goes down",
            {"before": TOOLS_FIELD.called("its tools before"), "after": TOOLS_FIELD.called("its tools then")},
            _tool_lost,
        ),
    ),
)
