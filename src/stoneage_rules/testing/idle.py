"""Entries of scenario and property files that would prove nothing: found when a file is read, before anything is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.packs.diagnostics import nearest
from stoneage_rules.packs.faults import Fault

__all__ = ["did_you_mean", "idle_properties", "idle_scenarios", "unknown_statements"]


def idle_scenarios(entries: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """Scenarios, as they are written, in which nothing is done and nothing must be so, and second ones of a name."""
    yield from _twins(entries, "scenario")
    for index, entry in enumerate(entries):
        if not (entry.get("do") or entry.get("refused") or any(value != {} for value in entry.get("then", {}).values())):
            yield Fault(
                "SA204", "a scenario that proves nothing", "`do`, `then` or `refused` is missing", path=("scenario", index)
            )


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


def unknown_statements(kind: str, index: int, cited: Sequence[str], known: Sequence[str]) -> Iterator[Fault]:
    """Statements that an entry says it is about, and that nobody has made."""
    for spot, rule in enumerate(cited):
        if problem := did_you_mean("statement", rule, known):
            yield Fault("SA203", "a statement that does not exist", problem, path=(kind, index, "rules", spot))


def did_you_mean(what: str, word: str, known: Sequence[str]) -> str:
    """What is said of a word that nothing is called by; empty where something is."""
    if word in known:
        return ""
    near = nearest(word, known)
    return f"no {what} is called `{word}`" + (f"; did you mean `{near}`?" if near else "")
