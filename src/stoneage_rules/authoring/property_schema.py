"""The tables of a property: quantities with ranges, numbers, moments; and parts of tests that test nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.authoring.scenario_schema import ASKED_NOTHING, WrittenEntry
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Reader
from stoneage_rules.language.faults import Fault, unknown_word
from stoneage_rules.language.fields import field, walked
from stoneage_rules.language.forms import Structurer, form_of_class
from stoneage_rules.language.quantity import IfRow
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.parts import structure_record
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.telling.phrases import Phrases, range_in_words
from stoneage_rules.text import a


@attrs.frozen
class Claim:
    """Quantities of a game at some moment, each with its range; all must be in range."""

    at: str = field(
        "the moment: `every-decision`, `end-of-round`, `end-of-game`; or `start-of-phase` or `end-of-phase`, followed by a phase",
        refers_to="at",
    )
    meets: tuple[IfRow, ...] = field(
        "[quantities](#quantities) with their ranges, as in rows of `if`: of the game, or of every seat", not_empty=True
    )


@attrs.frozen
class Games:
    """The games that check a property."""

    players: tuple[int, ...] = field("the player counts; by default the table's", default=(), least=1, most=9)
    games: int = field("games for each player count", default=20, least=1, most=10_000)


@attrs.frozen
class PropertyEntry(WrittenEntry):
    """One `[[property]]`."""

    always: Claim | None = field("the claim, at every such moment", default=None)
    sometime: Claim | None = field("the claim, at least once in one of the games", default=None)
    for_: Games = field("the games to play", factory=Games)


@attrs.frozen
class PropertyFile:
    """Properties of a pack: what must be so in games that are played at random."""

    table: Table = field("players, modules, options and so on, as in a table file", factory=Table)
    property: tuple[PropertyEntry, ...] = field("the properties", factory=tuple)


# --- quantity rows ------------------------------------------------------------------------------------------------
#
# Rows of quantities in test files: read when the words of the table are known, and asked of a state.
#
# They are rows as in `if` of content, such as `{ owned = "building", min = 2 }`, but they count face-down items, too.


@attrs.frozen
class WrittenRows:
    """The rows of one key."""

    rows: tuple[IfRow, ...] = field("the rows", not_empty=True)


@attrs.frozen
class QuantityRow:
    """A row that can be asked of the states of a table."""

    row: IfRow
    index: int
    """Its place among the rows of its key, from 0 on."""
    reader: Reader
    phrases: Phrases

    def problem(self, state: State, seat: int) -> str:
        """Describes how a seat fails the row: its number, and what is wanted; empty if the row holds."""
        number = self.reader(state, seat, 0)
        if self.row.holds(number):
            return ""
        return f"{self.phrases.amount(self.row)}: expected {range_in_words(self.row)}, found {number}"


def unmet(rows: Sequence[QuantityRow], state: State) -> Iterator[tuple[int, str]]:
    """Yields the index of each failing row, with how some seat fails it; a failure common to all seats appears once."""
    for row in rows:
        problems = [row.problem(state, seat) for seat in range(state.rules.players)]
        if len({*problems}) == 1 and problems[0]:
            yield row.index, problems[0]
            continue
        yield from ((row.index, f"seat {seat}: {problem}") for seat, problem in enumerate(problems) if problem)


def bound_rows(rules: Ruleset, written: Sequence[Any]) -> list[QuantityRow]:
    """Returns rows of a file bound to the words of a table; the rows have no faults there."""
    if not written:
        return []
    record, _ = _read(rules, written)
    phrases = rules.service(Phrases)
    return [QuantityRow(row, index, rules.linker.quantity(row), phrases) for index, row in enumerate(record.rows)]


def faults_of_rows(rules: Ruleset, written: Sequence[Any], path: TomlPath) -> Iterator[Fault]:
    """Yields the faults of rows of a file at a path: their form, and words that the table does not have."""
    if not written:
        return
    record, faults = _read(rules, written)
    faults = faults or [fault for step, made in walked(record) for fault in _word_faults(rules, made, step)]
    yield from (attrs.evolve(fault, path=path + fault.path[1:]) for fault in faults)


def _read(rules: Ruleset, written: Sequence[Any]) -> tuple[Any, list[Fault]]:
    return structure_record(Structurer({}, rules.content.language.quantities), {"rows": list(written)}, WrittenRows)


def _word_faults(rules: Ruleset, made: Any, path: TomlPath) -> Iterator[Fault]:
    """Yields the faults of the value behind the word of a quantity."""
    kind = form_of_class(type(made)).counted_by(made, rules.content.language.quantities)
    if kind is None:
        return
    if kind.under or made.of in kind.belongs:
        owner = f"effects under `{kind.under}`" if kind.under else "effects of a place"
        label = f"only {owner} know this: a test asks when nothing is happening"
        yield Fault("SA207", "a quantity that means nothing here", label, at_key=True, path=(*path, made.name))
    elif kind.refers_to is not None and made.of not in kind.choices:
        known = {*kind.choices, *countable(rules, kind)}
        if made.of not in known:
            noun = kind.refers_to.rpartition("|")[2].rpartition(":")[2]
            message = f"a reference to {a(noun)} that does not exist"
            yield unknown_word("SA203", message, str(made.of), known, noun, path=(*path, made.name))


def countable(rules: Ruleset, kind: Any) -> Iterator[str]:
    """Yields the names that a kind of quantity can count at a table."""
    yield from (word for word in kind.choices if word not in kind.belongs)
    for word in (kind.refers_to or "").split("|"):
        group, _, of = word.rpartition(":")
        for entry in rules.content.items() if of == "item" else rules.content.of(of):
            yield from entry.record.groups if group else (entry.shared_name,)


# --- vacuous ------------------------------------------------------------------------------------------------------
#
# Refuses entries of scenario and property files that would prove nothing, before anything is played.


Entries = Sequence[Mapping[str, Any]]

SOME = ("refused", "legal_has", "legal_lacks", "outcomes_have", "outcomes_lack", "meets")
"""Keys whose empty list expects nothing; an empty list under any other key expects that there is none."""


def vacuous_scenarios(entries: Entries) -> Iterator[Fault]:
    """Yields faults of scenarios that do or expect nothing, and of names used twice."""
    yield from _repeated_names(entries, "scenario")
    for index, entry in enumerate(entries):
        path = ("scenario", index)
        yield from _unanswerable(entry, path)
        if entry.get("do") or entry.get("refused") or any(value != {} for value in entry.get("then", {}).values()):
            for key in ("then", "refused"):
                yield from _empty(entry.get(key, True), (*path, key))
        else:
            yield Fault("SA204", "a scenario that proves nothing", "`do`, `then` or `refused` is missing", path=path)


def _unanswerable(entry: Mapping[str, Any], path: TomlPath) -> Iterator[Fault]:
    """Yields faults of expectations about a question where none is pending, and of reasons against a text that is no action."""
    if "until" in entry:
        keys: list[TomlPath] = [("then", key) for key in entry.get("then", {}) if key in ASKED_NOTHING]
        keys += [("refused",)] if "refused" in entry else []
        label = "where `until` ends it, nobody is asked anything, and nothing can be refused"
        yield from (Fault("SA207", "a question where none is asked", label, at_key=True, path=(*path, *key)) for key in keys)
    refusals = entry.get("refused", ())
    single = isinstance(refusals, Mapping)
    for number, refused in enumerate([refusals] if single else refusals):
        where: TomlPath = ("refused",) if single else ("refused", number)
        label = "no rule forbids what is no action at all; `found` can say what is told of it"
        for key in {"seat", "rule", "check", "needed"} & refused.keys() if refused.get("unreadable") else ():
            yield Fault("SA207", "a reason against what is no action", label, at_key=True, path=(*path, *where, key))


def _empty(value: Any, path: TomlPath) -> Iterator[Fault]:
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
