"""Refuses entries of scenario and property files that would prove nothing, before anything is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.testing.until import ASKED_NOTHING

__all__ = ["vacuous_properties", "vacuous_scenarios"]

Entries = Sequence[Mapping[str, Any]]

SOME = ("refused", "legal_has", "legal_lacks", "outcomes_have", "outcomes_lack", "meets")
"""Keys whose empty list expects nothing; an empty list under any other key expects that there is none."""


def vacuous_scenarios(entries: Entries) -> Iterator[Fault]:
    """Yields faults of scenarios as written in which nothing is done or expected, and of names used twice."""
    yield from _repeated_names(entries, "scenario")
    for index, entry in enumerate(entries):
        path = ("scenario", index)
        yield from _unanswerable(entry, path)
        if entry.get("do") or entry.get("refused") or any(value != {} for value in entry.get("then", {}).values()):
            for key in ("then", "refused"):
                yield from _empty(entry.get(key, True), (*path, key))
        else:
            yield Fault("SA204", "a scenario that proves nothing", "`do`, `then` or `refused` is missing", path=path)


def _unanswerable(entry: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Yields faults of expectations about a question where none is asked, and of reasons against what is no action."""
    if "until" in entry:
        keys: list[Path] = [("then", key) for key in entry.get("then", {}) if key in ASKED_NOTHING]
        keys += [("refused",)] if "refused" in entry else []
        label = "where `until` ends it, nobody is asked anything, and nothing can be refused"
        yield from (Fault("SA207", "a question where none is asked", label, at_key=True, path=(*path, *key)) for key in keys)
    refusals = entry.get("refused", ())
    single = isinstance(refusals, Mapping)
    for number, refused in enumerate([refusals] if single else refusals):
        where: Path = ("refused",) if single else ("refused", number)
        label = "no rule forbids what is no action at all; `found` can say what is told of it"
        for key in {"seat", "rule", "check", "needed"} & refused.keys() if refused.get("unreadable") else ():
            yield Fault("SA207", "a reason against what is no action", label, at_key=True, path=(*path, *where, key))


def _empty(value: Any, path: Path) -> Iterator[Fault]:
    """Yields faults of empty expectations."""
    if value == {} or (value == [] and path[-1] in SOME):
        yield Fault("SA207", "an expectation of nothing", "nothing is expected here", help="say what must be so", path=path)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _empty(inner, (*path, key))


def vacuous_properties(entries: Entries) -> Iterator[Fault]:
    """Yields faults of properties as written that claim no one thing or are never checked, and of names used twice."""
    for index, entry in enumerate(entries):
        path = ("property", index)
        if ("always" in entry) is ("sometime" in entry):
            label = "exactly one of the two belongs here"
            yield Fault("SA204", "a property says either `always` or `sometime`", label, path=path)
        if entry.get("for", {}).get("players") == []:
            label = "no game is played for this; leave it out for the players of the table"
            yield Fault("SA207", "no number of players", label, path=(*path, "for", "players"))
    yield from _repeated_names(entries, "property")


def _repeated_names(entries: Entries, kind: str) -> Iterator[Fault]:
    names = [entry.get("name") for entry in entries]
    for index, name in enumerate(names):
        if name in names[:index]:
            message = f"two of one name in a file: {kind} `{name}`"
            yield Fault("SA206", message, "give this one another", path=(kind, index, "name"))
