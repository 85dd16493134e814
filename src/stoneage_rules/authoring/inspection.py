"""Packs and tables checked without playing, and their faults mended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import tomli

from stoneage_rules.authoring.lint import lint, newer_toml, unread
from stoneage_rules.authoring.properties import read_properties
from stoneage_rules.authoring.scenario import PROPERTIES, read_scenarios
from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.installed import Dependencies, installed_modules, pack_folder, read_manifest_partly
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.loading.table_files import read_table
from stoneage_rules.packs.content_bounds import ContentBounds
from stoneage_rules.packs.diagnostics import Diagnostic, Severity, TextEdit, edited, sorted_diagnostics
from stoneage_rules.packs.find import TESTS, Source, read_pack, read_source, unsaved, way_to
from stoneage_rules.packs.options import only_if_names
from stoneage_rules.packs.report import Report, merged_errors
from stoneage_rules.text import either, listed

PLAYERS = (4, 3, 2, 5, 1, 6, 7, 8, 9)
"""Player counts, tried in this order until one is allowed."""

REFUSED_PLAYERS = "SA302"
"""The code of the error that refuses a player count."""


@attrs.frozen(eq=False)
class Inspection:
    """The result of checking a pack or a table."""

    subject: str
    """The pack or table that was checked, as the caller named it."""
    rules: tuple[Ruleset, ...]
    """The rules of each table that was checked; empty if any of them cannot be loaded."""
    findings: tuple[Diagnostic, ...]
    """Errors, warnings and notes, each once, ordered by file and line."""
    sources: Mapping[str, str]
    """The texts of the files with findings, by the names that the findings use."""
    held_back: int = 0
    """The number of findings that are left out because they only follow from others."""
    unchecked: tuple[str, ...] = ()
    """Descriptions of the checks that errors made impossible."""
    missing: tuple[str, ...] = ()
    """Ids of the optional packs that could not be found, so that the pack was not checked together with them."""
    unread: tuple[str, ...] = ()
    """The files that apply at no table that was checked, each with the reason."""

    def count(self, severity: Severity) -> int:
        """Counts the findings of a severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def passed(self) -> bool:
        """True if there are neither errors nor warnings."""
        return not self.count(Severity.ERROR) and not self.count(Severity.WARNING)

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts that were checked, in ascending order."""
        return tuple(sorted({rules.players for rules in self.rules}))

    @property
    def packs(self) -> tuple[str, ...]:
        """The packs that were loaded, as `ID VERSION`, in load order."""
        packs = (pack.manifest.pack for rules in self.rules for pack in rules.content.packs)
        return tuple(dict.fromkeys(f"{pack.id} {pack.version}" for pack in packs))

    @property
    def records(self) -> Counter[str]:
        """The number of each pack's records that exist at some player count."""
        entries = {(entry.pack, entry.kind, entry.id) for rules in self.rules for entry in rules.content}
        return Counter(pack for pack, _, _ in entries)

    @property
    def edits(self) -> Counter[str]:
        """The number of each pack's edits that are applied at some player count."""
        steps = (step for rules in self.rules for step in rules.content.applied)
        edits = {(step.pack, step.source.file, step.path[:3]) for step in steps}
        return Counter(pack for pack, _, _ in edits)


def inspect_table(
    path: str | Path | None = None, *, players: int | None = None, modules: Sequence[str] | None = None
) -> Inspection:
    """Checks a table with its modules and packs.

    Args:
        path: the table file; None for a table with default settings.
        players: the player count, instead of the table's own.
        modules: further modules, by id or by the path of their folder.
    """
    subject = str(path) if path is not None else "a table" if modules else "the base game"
    try:
        table = Table() if path is None else read_table(path)
        rules = load(path, players=players, modules=(*table.modules, *modules) if modules else None)
    except ContentError as error:
        return _refused(subject, [error])
    return _linted(subject, [rules], table._source)


def inspect_pack(path: str | Path, *, players: int | None = None, modules: Sequence[str] | None = None) -> Inspection:
    """Checks a pack and its tests at every player count, with its required and optional packs.

    The other packs must be installed or in the same folder as this one.

    Args:
        path: the pack's folder or zip file, or the id of an installed module.
        players: the only player count to check.
        modules: further modules to enable, by id or by the path of their folder.

    Raises:
        StoneAgeError: the pack is a module with Python that is installed from another folder.
        PluginError: a plugin is wrong.
    """
    root = pack_folder(path).resolve()
    subject = str(path) if Path(path).name else root.name
    report, loaded = Report(), _LoadedTables()
    manifest = read_manifest_partly(root, report)
    if manifest is None:
        # Report the errors in its files, too, without the packs that a broken manifest may require.
        loaded.load(Table(modules=(str(root),)))
        return _with_tests(path, _refused(subject, [report.error(), *loaded.errors]))
    dependencies = Dependencies(root, manifest)
    unread = loaded.load_pack(dependencies, modules or (), players)
    result = _refused(subject, loaded.errors) if loaded.errors else _linted(subject, loaded.rules, None, dependencies)
    return attrs.evolve(_with_tests(path, result), missing=tuple(dependencies.missing), unread=unread)


def warnings_of(root: Path, rules: Sequence[Ruleset], dependencies: Dependencies) -> list[Diagnostic]:
    """Returns the warnings about a pack whose rules are loaded already."""
    findings = _with_tests(root, _linted(root.name, rules, None, dependencies)).findings
    return [finding for finding in findings if finding.severity is Severity.WARNING]


def test_files(pack: Path) -> list[Path]:
    """Returns the files of scenarios and properties of a pack, in the order of their names."""
    return sorted((pack / TESTS).rglob("*.toml")) if (pack / TESTS).is_dir() else []


def _with_tests(path: str | Path, inspection: Inspection) -> Inspection:
    """Adds the errors in the form of a pack's tests, which are read, and not run; a link out of the pack is not followed."""
    findings, sources, folder = [*inspection.findings], {**inspection.sources}, pack_folder(path)
    for file in test_files(folder):
        if file.resolve().is_relative_to(folder.resolve()):
            try:
                (read_properties if file.name == PROPERTIES else read_scenarios)(file)
                sources[str(file)] = read_source(file, str(file))[2]
                findings += newer_toml({str(file): sources[str(file)]})
            except ContentError as error:
                findings += error.diagnostics
                sources |= error.sources
    return attrs.evolve(inspection, findings=tuple(sorted_diagnostics(findings, sources)), sources=sources)


PackGroups = Sequence[tuple[str, ...]]
"""Groups of optional packs, each of which is enough for a file together."""


def optional_packs_needed(dependencies: Dependencies) -> dict[str, PackGroups]:
    """Returns the groups of optional packs with which each file of a pack is read."""
    root = dependencies.root
    return {source.file: _groups(source, dependencies.manifest.optional) for source in read_pack(root, way_to(root)).content}


def _groups(source: Source, optional: Iterable[str]) -> PackGroups:
    needed = {*only_if_names(source, "packs")}
    groups = [{*needed, id} for id in only_if_names(source, "any")] or [needed]
    return list(dict.fromkeys(tuple(id for id in optional if id in group) for group in groups))


def optional_tables(dependencies: Dependencies, needs: Mapping[str, PackGroups]) -> list[tuple[str, ...]]:
    """Returns the optional packs of each table that tries a pack: none, each alone, and each group that is needed together."""
    together = [ids for groups in needs.values() for ids in groups if dependencies.optional.keys() >= {*ids}]
    return [*dict.fromkeys([(), *((id,) for id in dependencies.optional), *together])]


def is_between_others(error: ContentError, id: str) -> bool:
    """Returns whether a table's errors do not concern a pack: its other packs cannot be combined."""
    return all(one.code == REFUSED_PLAYERS or (one.packs and id not in one.packs) for one in error.diagnostics)


def first_allowed(load: Callable[[int], Ruleset]) -> tuple[int, Ruleset | ContentError]:
    """Finds the first player count that is allowed.

    Returns:
        The player count, with its rules or with an error that has other reasons; the first one tried if all are refused.
    """
    refused: dict[int, ContentError] = {}
    for players in PLAYERS:
        try:
            return players, load(players)
        except ContentError as error:
            if {finding.code for finding in error.diagnostics} != {REFUSED_PLAYERS}:
                return players, error
            refused[players] = error
    return next(iter(refused.items()))


def player_counts(rules: Ruleset) -> range:
    """Returns the player counts that the content of these rules allows."""
    counts: range = rules.content.of("players")[0].record.player_counts()
    return counts


class _LoadedTables:
    """The rules of several tables, and the errors of those that cannot be loaded."""

    def __init__(self) -> None:
        self.rules: list[Ruleset] = []
        self.errors: list[ContentError] = []

    def load_pack(self, dependencies: Dependencies, modules: Sequence[str], players: int | None) -> tuple[str, ...]:
        """Loads the tables of a pack, and returns its files that apply at none of them, with the reasons."""
        required = (*dependencies.required, *modules, str(dependencies.root))
        needs, alone = optional_packs_needed(dependencies), set[int]()
        why = dict[tuple[str, ...], str]()
        for ids in optional_tables(dependencies, needs):
            more = [module for id in ids for module in dependencies.optional[id]]
            table, tried = Table(modules=tuple(dict.fromkeys((*more, *required)))), _LoadedTables()
            if players is None:
                tried.load_every_count(table, alone)
            else:
                tried.load(table, players)
            clashes = [error for error in tried.errors if is_between_others(error, dependencies.manifest.pack.id)]
            if clashes and len(ids) > 1:
                why[ids] = clashes[0].diagnostics[0].title
                continue
            self.rules += tried.rules
            self.errors += tried.errors
            alone = alone or {rules.players for rules in tried.rules}
        told = [(file, _unread_because(groups, dependencies.missing, why)) for file, groups in needs.items()]
        return tuple(f"{file}, it needs {because}" for file, because in told if because)

    def load(self, table: Table, players: int | None = None) -> None:
        try:
            self.rules.append(load(table, players=players))
        except ContentError as error:
            self.errors.append(error)

    def load_every_count(self, table: Table, skipped: Collection[int] = ()) -> None:
        """Loads a table at the first player count that is allowed, and at all others but those that are skipped."""
        count, first = first_allowed(lambda players: load(table, players=players))
        if isinstance(first, ContentError):
            self.errors.append(first)
            return
        self.rules.append(first)
        for other in player_counts(first):
            if other != count and other not in skipped:
                self.load(table, other)


def _unread_because(groups: PackGroups, missing: Collection[str], clashes: Mapping[tuple[str, ...], str]) -> str:
    """Returns the packs that a file needs and why it is read with none of their groups; empty if it is read."""
    gone = sorted({id for ids in groups for id in ids if id in missing})
    if any(ids not in clashes and not {*gone}.intersection(ids) for ids in groups):
        return ""
    reasons = [f"not there: {listed(gone)}"] if gone else []
    reasons += dict.fromkeys(clashes[ids] for ids in groups if ids in clashes)
    needed = either(listed(ids) + (" together" if len(ids) > 1 else "") for ids in groups)
    return "; ".join((needed, *reasons))


def _refused(subject: str, errors: Sequence[ContentError]) -> Inspection:
    """Returns the result for a pack or table that cannot be loaded."""
    error = merged_errors(errors)
    return Inspection(subject, (), error.diagnostics, error.sources, len(error.held_back), error.unchecked)


def _opened_phases(rules: Ruleset) -> set[str]:
    openings = rules.handlers[rules.frames["rounds"]].openings
    return {phase.id for phase, steps in zip(rules.phases, openings, strict=True) if steps}


def _linted(subject: str, rules: Sequence[Ruleset], table: Source | None, dependencies: Dependencies | None = None) -> Inspection:
    """Returns the result for loaded rules: the warnings about their content, and about the table's file."""
    modules = installed_modules()
    manifests = [pack.manifest for one in rules for pack in one.content.packs]
    named = {name for each in manifests for name in (*each.optional, *each.conflicts, *each.order.after, *each.order.before)}
    # Neighbouring packs are read only where the pack may name one of them.
    installed = {*modules, *(dependencies.ids if dependencies and not named <= modules.keys() else ())}
    tables = [ContentBounds(one.content, _opened_phases(one)) for one in rules]
    more: Any = {"table": table, "installed": installed, "beside": unread(tables), "modules": modules}
    findings = [finding for bounds in tables for finding in lint(bounds, **more)]
    sources = {file: text for one in rules for pack in one.content.packs for file, text in pack.files.texts.items()}
    if table is not None:
        sources |= table.texts()
    return Inspection(subject, tuple(rules), tuple(sorted_diagnostics(findings, sources)), sources)


# --- fixes --------------------------------------------------------------------------------------------------------
#
# Carries out the fixes of diagnostics on the texts of files, as many at once as do not get in each other's way.


def apply_fixes(
    diagnostics: Iterable[Diagnostic], texts: Mapping[str, str]
) -> tuple[dict[str, str], tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Applies fixes to the texts of files: the first of overlapping fixes; a fix that breaks the file is dropped.

    Args:
        diagnostics: the findings, with their fixes.
        texts: the texts of the files that may be changed, by the names that the findings use.

    Returns:
        The texts that change, the diagnostics whose fixes were applied, and those whose fixes are in other files.
    """
    accepted: dict[str, list[TextEdit]] = {}
    applied, elsewhere = [], []
    for diagnostic in diagnostics:
        edits = diagnostic.fixes
        if not {edit.file for edit in edits} <= set(texts):
            elsewhere.append(diagnostic)
        elif edits and not any(_is_in_the_way(edit, accepted.get(edit.file, ())) for edit in edits):
            proposed = {file: [*accepted.get(file, ()), *_new(edits, file, accepted)] for file in {edit.file for edit in edits}}
            if all(_is_toml(edited(texts[file], of_file)) or not _is_toml(texts[file]) for file, of_file in proposed.items()):
                accepted |= proposed
                applied.append(diagnostic)
    changed = {file: edited(texts[file], edits) for file, edits in accepted.items()}
    return changed, tuple(applied), tuple(elsewhere)


def _new(edits: Iterable[TextEdit], file: str, accepted: Mapping[str, Collection[TextEdit]]) -> list[TextEdit]:
    """Returns the edits of a file that no accepted fix makes already."""
    return [edit for edit in edits if edit.file == file and edit not in accepted.get(file, ())]


def _is_in_the_way(edit: TextEdit, accepted: Sequence[TextEdit]) -> bool:
    """Returns whether an edit overlaps or touches an accepted edit that is not the same."""
    return any(other.span.start <= edit.span.end and edit.span.start <= other.span.end for other in accepted if other != edit)


def _is_toml(text: str) -> bool:
    try:
        tomli.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


# --- fixing -------------------------------------------------------------------------------------------------------
# Fixes findings whose messages print a mend that can be written as it is; no file is written here.


MOST_ROUNDS = 50
"""How often the fixed texts are checked again at the most: each round applies all fixes that do not overlap."""


@attrs.frozen(eq=False)
class Fixed:
    """The result of fixing: the texts of files as they would be, and the findings of a check in them."""

    before: Inspection
    after: Inspection
    applied: tuple[Diagnostic, ...]
    """The fixed findings, in the order of fixing; a fix may reveal another finding."""
    elsewhere: tuple[Diagnostic, ...]
    """Findings that could be fixed, in files that are not to be changed."""
    originals: dict[Path, str]
    """The texts of the changed files as they are now, by resolved path."""
    texts: dict[Path, str]
    """The texts as they would be."""
    names: dict[Path, str]
    """The names of the files in messages."""


def written_at(path: Path) -> str:
    """Returns the text of a file; empty if it is not there yet."""
    return path.read_bytes().decode() if path.exists() else ""


def fix(inspect: Callable[[], Inspection], may_write: Callable[[Path], bool]) -> Fixed:
    """Checks and applies the fixes of findings to the texts, until nothing is left to fix.

    A finding whose remedy is one of several has no fix, and comments that would allow a warning are never written.

    Args:
        inspect: checks the pack or table, reading its files.
        may_write: whether the file of a resolved path may be changed.
    """
    texts: dict[Path, str] = {}
    originals: dict[Path, str] = {}
    names: dict[Path, str] = {}
    applied: list[Diagnostic] = []
    seen: list[dict[Path, str]] = []
    before = None
    while True:
        with unsaved(texts) as files:
            inspection = inspect()
        before = before or inspection
        fixed = {edit.file for finding in inspection.findings for edit in finding.fixes}
        paths = {shown: path for shown, path in files.paths.items() if shown in fixed and may_write(path)}
        there = {shown: texts[path] if path in texts else written_at(path) for shown, path in paths.items()}
        changed, done, elsewhere = apply_fixes(inspection.findings, there)
        seen.append(texts)
        texts = {**texts, **{paths[shown]: text for shown, text in changed.items()}}
        if not done or texts in seen or len(seen) == MOST_ROUNDS:
            break
        applied += done
        names |= {paths[shown]: shown for shown in changed}
        originals = {**{paths[shown]: there[shown] for shown in changed}, **originals}
    return Fixed(before, inspection, tuple(applied), elsewhere, originals, seen[-1], names)
