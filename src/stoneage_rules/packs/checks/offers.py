"""What is offered for sale, and where: spaces of rows on which figures buy.  What has no price cannot be offered.

How a price is paid is the kernel's.
"""

from __future__ import annotations

from collections.abc import Mapping

from stoneage_rules.language.word import Verb
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.findings.wording import a, counted, noun_of
from stoneage_rules.packs.records.parts import walked
from stoneage_rules.text.toml_writer import written

__all__ = ["check_offers", "offers", "sells"]


def sells(location: Entry) -> bool:
    """Whether figures on a location buy what lies there."""
    return any(isinstance(made, Verb) and made.buys() for _, made in walked(location.record.effects))


def offers(content: Content) -> Mapping[str, tuple[Entry, ...]]:
    """By kind of item, the locations on which its items lie for sale."""
    locations = {entry.name: entry for entry in content.of("location")}
    found: dict[str, dict[str, Entry]] = {}
    for row in content.of("row"):
        for space in row.record.spaces:
            if sells(locations[space]):
                found.setdefault(row.record.kind, {})[space] = locations[space]
    return {kind: tuple(spaces.values()) for kind, spaces in found.items()}


def check_offers(content: Content, report: Report) -> None:
    """Reports what is for sale with neither a price of its own nor one of the space."""
    for kind, spaces in offers(content).items():
        items = content.of(kind)
        without = [item for item in items if item.record.cost is None]
        for space in spaces:
            if space.record.cost is None and without:
                none = len(without) == len(items)
                found = [_space(space, without, content)] if none else [_item(item, space, content) for item in without]
                report.diagnostics += [one for one in found if one.place not in {other.place for other in report.diagnostics}]


def _space(space: Entry, items: list[Entry], content: Content) -> Diagnostic:
    origin, rest = space.origin_of(("cost",))
    label = f"`{space.id}` sells {counted(len(items), noun_of(items[0].kind))}, and neither it nor they have a `cost`"
    place = origin.place((), label) if origin.operation.leaves_gap else space.source.place((*space.path, "id"), label)
    help = f"give the location a `cost`, such as `cost = {_example(content)}`, or each item one of its own"
    help = f"delete this edit, or {help}" if origin.operation.leaves_gap else help
    return Diagnostic("SA216", "an offer without a price", place, help=help, packs=(origin.pack,))


def _example(content: Content) -> str:
    """A price in goods that there are."""
    goods = sorted(content.of("good"), key=lambda good: not good.record.value)
    return written({good.name: 2 for good in goods[:1]})


def _item(item: Entry, space: Entry, content: Content) -> Diagnostic:
    origin, _ = item.origin_of(("cost",))
    label = f"`{item.id}` has no `cost`, and neither has `{space.id}`, where it lies"
    place = origin.place((), label) if origin.operation.leaves_gap else item.source.place((*item.path, "id"), label)
    help = f"give it one, such as `cost = {_example(content)}`: {a(noun_of(item.kind))} that is laid out there needs a price"
    return Diagnostic("SA216", "an offer without a price", place, help=help, packs=(origin.pack,))
