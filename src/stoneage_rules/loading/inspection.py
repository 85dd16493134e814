"""Everything that can be said about a pack or a table without playing: what is wrong, what is odd, what was looked at.

What is wrong is found while loading, what is odd by `packs.lint`; how both are shown is a matter of the command line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.dependencies import Company, folder_of, likely_manifest
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table, read_table
from stoneage_rules.packs.findings.diagnostics import Diagnostic, Severity, in_order
from stoneage_rules.packs.findings.report import Report, together
from stoneage_rules.packs.lint.dead_content import unread
from stoneage_rules.packs.lint.run import lint
from stoneage_rules.packs.reading.find import Source

__all__ = ["Inspection", "first_allowed", "inspect_pack", "inspect_table", "player_counts"]

PLAYERS = (4, 3, 2, 5, 1, 6, 7, 8, 9)
"""Player counts in the order in which they are tried, until one is allowed."""
REFUSED_PLAYERS = "SA302"


@attrs.frozen(eq=False)
class Inspection:
    """What came of looking at a pack or a table."""

    subject: str
    """What was looked at, as it was named."""
    rules: tuple[Ruleset, ...]
    """The rules of each table that was looked at; empty when they cannot be loaded."""
    findings: tuple[Diagnostic, ...]
    """Errors, warnings and notes in the order of files and lines, each once."""
    sources: Mapping[str, str]
    """The texts of the files that the findings speak of, by the names that they use."""
    held_back: int = 0
    """How many findings that only follow from others are not told."""
    unchecked: tuple[str, ...] = ()
    """What could not be looked at because of what was found, in words."""
    missing: tuple[str, ...] = ()
    """Packs that a pack names as optional and that are not there, so that nothing was seen of what it does with them."""

    def count(self, severity: Severity) -> int:
        """How many findings are of a severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def passed(self) -> bool:
        """Whether there are neither errors nor warnings."""
        return not self.count(Severity.ERROR) and not self.count(Severity.WARNING)

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts that were looked at."""
        return tuple(sorted({rules.players for rules in self.rules}))

    @property
    def packs(self) -> tuple[str, ...]:
        """The packs that are there, each with its version, in their order."""
        found = (pack.manifest.pack for rules in self.rules for pack in rules.content.packs)
        return tuple(dict.fromkeys(f"{pack.id} {pack.version}" for pack in found))

    @property
    def records(self) -> Counter[str]:
        """The records that are there at some player count, by their packs."""
        entries = {(entry.pack, entry.kind, entry.id) for rules in self.rules for entry in rules.content}
        return Counter(pack for pack, _, _ in entries)

    @property
    def edits(self) -> Counter[str]:
        """The edits that do something at some player count, by their packs."""
        edits = (edit for rules in self.rules for edit in rules.content.applied)
        found = {(edit.origin.pack, edit.origin.source.file, edit.origin.path[:3]) for edit in edits}
        return Counter(pack for pack, _, _ in found)


def inspect_table(
    path: str | Path | None = None, *, players: int | None = None, modules: Sequence[str] | None = None
) -> Inspection:
    """Looks at a table with its modules and packs.

    Args:
        path: the table file; without it, a table at which the base game is played, or another game among `modules`.
        players: the player count, in place of the table's own.
        modules: modules and paths of packs besides those of the table.
    """
    subject = str(path) if path is not None else "a table" if modules else "the base game"
    source = None
    try:
        table = Table()
        if path is not None:
            table, source = read_table(path)
        rules = load(path, players=players, modules=(*table.modules, *modules) if modules else None)
    except ContentError as error:
        return _refused(subject, [error])
    return _result(subject, [rules], source)


def inspect_pack(path: str | Path, *, players: int | None = None, modules: Sequence[str] | None = None) -> Inspection:
    """Looks at a pack together with the packs that it requires, at every player count, and with each of the optional ones.

    Another pack must be installed, or lie beside this one.

    Args:
        path: the pack's folder or zip file, or the id of an installed module.
        players: the one player count to look at.
        modules: modules and paths of packs that shall be there besides.

    Raises:
        StoneAgeError: it is a module with Python, installed from another folder; or a plugin is wrong (`PluginError`).
    """
    root = folder_of(path).resolve()
    subject = str(path) if Path(path).name else root.name
    report = Report()
    manifest = likely_manifest(root, report)
    if manifest is None:
        return _refused(subject, [report.error(), *_found_alone(root)])
    company = Company(root, manifest)
    there = (*company.required, *(modules or ()), str(root))
    tables = [Table(modules=tuple(dict.fromkeys((*more, *there)))) for more in company.optional.values()]
    found = _inspected(subject, Table(modules=tuple(dict.fromkeys(there))), players, company.ids, tables)
    findings = found.findings
    if any(_is_of_others(finding, manifest.pack.id) for finding in findings):
        others = Table(modules=tuple(dict.fromkeys((*company.required, *(modules or ())))))
        findings = _blamed(findings, manifest.pack.id, _inspected("", others, players, company.ids, ()).findings)
    return attrs.evolve(found, findings=findings, missing=tuple(company.missing))


def _is_of_others(finding: Diagnostic, pack: str) -> bool:
    """Whether a finding is about the files of other packs alone."""
    return bool(finding.packs) and pack not in finding.packs


def _blamed(findings: Iterable[Diagnostic], pack: str, without: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings, with a note at those that stand in files of others and are not there without the pack."""
    known = {(finding.code, finding.place.file, finding.place.span) for finding in without}
    note = f"without {pack} this is all right: look at what {pack} changes around it"
    return tuple(
        attrs.evolve(finding, notes=(*finding.notes, note))
        if _is_of_others(finding, pack) and (finding.code, finding.place.file, finding.place.span) not in known
        else finding
        for finding in findings
    )


def first_allowed(load: Callable[[int], Ruleset]) -> tuple[int, Ruleset | ContentError]:
    """The first player count that is not refused, with its rules or with what else is wrong there."""
    refused: dict[int, ContentError] = {}
    for players in PLAYERS:
        try:
            return players, load(players)
        except ContentError as error:
            if {found.code for found in error.diagnostics} != {REFUSED_PLAYERS}:
                return players, error
            refused[players] = error
    return next(iter(refused.items()))


def player_counts(rules: Ruleset) -> range:
    """How many can play where these rules come from."""
    seats = rules.content.of("seats")[0].record
    return range(seats.least, seats.most + 1)


def _found_alone(root: Path) -> list[ContentError]:
    """What is wrong with the files of a pack whose manifest does not say what it needs."""
    try:
        load(Table(modules=(str(root),)))
    except ContentError as error:
        return [error]
    return []


def _inspected(subject: str, table: Table, players: int | None, known: Iterable[str], more: Sequence[Table]) -> Inspection:
    """A pack's table and more tables with it, at one player count or at all that they allow."""
    seen = _Seen()
    for each in (table, *more):
        if players is not None:
            seen.look_at(each, players)
        else:
            # With an optional pack, what could be seen without it need not be looked at again.
            seen.look_at_every_count(each, besides=frozenset() if each is table else seen.alone)
        if each is table:
            seen.alone = frozenset(rules.players for rules in seen.rules)
    return _refused(subject, seen.errors) if seen.errors else _result(subject, seen.rules, None, known)


class _Seen:
    """What came of looking at several tables: their rules, or what is wrong with them."""

    def __init__(self) -> None:
        self.rules: list[Ruleset] = []
        self.errors: list[ContentError] = []
        self.alone: frozenset[int] = frozenset()
        """The player counts that were looked at without any optional pack."""

    def look_at(self, table: Table, players: int) -> None:
        """A table at one player count."""
        try:
            self.rules.append(load(table, players=players))
        except ContentError as error:
            self.errors.append(error)

    def look_at_every_count(self, table: Table, besides: Collection[int]) -> None:
        """A table at the first player count that is allowed, and at those that are not looked at yet."""
        count, first = first_allowed(lambda players: load(table, players=players))
        if isinstance(first, ContentError):
            self.errors.append(first)
            return
        self.rules.append(first)
        for other in player_counts(first):
            if other != count and other not in besides:
                self.look_at(table, other)


def _refused(subject: str, errors: Sequence[ContentError]) -> Inspection:
    error = together(errors)
    return Inspection(subject, (), error.diagnostics, error.sources, len(error.held_back), error.unchecked)


def _result(subject: str, rules: Sequence[Ruleset], table: Source | None, known: Iterable[str] = ()) -> Inspection:
    """What is odd about rules that could be loaded."""
    installed = {*installed_modules(), *known}
    beside = unread(one.content for one in rules)
    found = [finding for one in rules for finding in lint(one.content, table=table, installed=installed, beside=beside)]
    sources = {file: text for one in rules for pack in one.content.packs for file, text in pack.files.texts.items()}
    if table is not None:
        sources[table.file] = table.text
    return Inspection(subject, tuple(rules), tuple(in_order(found, sources)), sources)
