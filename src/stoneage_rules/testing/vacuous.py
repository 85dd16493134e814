"""Entries of scenario and property files that would prove nothing: found when a file is read, before anything is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.reading.spans import Path

__all__ = ["idle_properties", "idle_scenarios"]


def idle_scenarios(entries: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """Scenarios, as they are written, in which nothing is done and nothing must be so, and second ones of a name."""
    yield from _twins(entries, "scenario")
    for index, entry in enumerate(entries):
        path = ("scenario", index)
        if entry.get("do") or entry.get("refused") or any(value != {} for value in entry.get("then", {}).values()):
            for key in ("then", "refused"):
                yield from _empty(entry.get(key, True), (*path, key))
        else:
            yield Fault("SA204", "a scenario that proves nothing", "`do`, `then` or `refused` is missing", path=path)


SOME = ("refused", "legal_has", "legal_lacks")
"""Lists of some things: empty, they say nothing, where another empty list says that there is none."""


def _empty(value: Any, path: Path) -> Iterator[Fault]:
    """What is expected, as it is written, where that is nothing."""
    if value == {} or (value == [] and path[-1] in SOME):
        yield Fault("SA207", "an expectation of nothing", "nothing is expected here", help="say what must be so", path=path)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _empty(inner, (*path, key))


def idle_properties(entries: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """Properties, as they are written, for which no game is played, and second ones of a name."""
    yield from _twins(entries, "property")
    for index, entry in enumerate(entries):
        if entry.get("for", {}).get("players") == []:
            label = "no game is played for this; leave it out for the players of the table"
            yield Fault("SA207", "no number of players", label, path=("property", index, "for", "players"))


def _twins(entries: Sequence[Mapping[str, Any]], kind: str) -> Iterator[Fault]:
    names = [entry.get("name") for entry in entries]
    for index, name in enumerate(names):
        if name in names[:index]:
            yield Fault(
                "SA206", f"two of one name in a file: {kind} `{name}`", "give this one another", path=(kind, index, "name")
            )
