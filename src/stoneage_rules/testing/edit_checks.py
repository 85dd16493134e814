"""The check that every edit of a pack changes something, and that every record is there; one of those of `pack_checks`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.editing.edit import Edit
from stoneage_rules.packs.editing.gather import gather_edits
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path as TomlPath
from stoneage_rules.testing.results import CheckLog, Skipped
from stoneage_rules.testing.trial_tables import Trial
from stoneage_rules.text.wording import counted

__all__ = ["edits"]

GUARD = {"target", "where", "when", "why", "expect"}
"""The keys of an edit that only states an expectation and changes nothing."""


def edits(trial: Trial, log: CheckLog) -> None:
    """Every edit changes something, and every record is there, at some table."""
    written = [*_edits(trial), *_records(trial)]
    if not written and trial.has_python:
        raise Skipped("the pack has no records and no edits")
    log.problems += [] if written else [f"the pack has no records and no edits: `stoneage check {trial.root.name}` says more"]
    effects = _effects(trial, [trial.load(table) for table in trial.tables])
    for part in written:
        if (part.source.file, part.path) in effects or _needs_missing(trial, part.source):
            continue
        if (part.source.file, part.path) not in _effects(trial, _asked_for(trial, part.when, part.source)):
            line = f"{part.source.file}:{part.source.span(part.path).line}"
            log.problems.append(f"{line}: at no table that was tried {part.effect}")
    log.count = len(written)
    edits = sum(part.is_edit for part in written)
    log.summary = f"{counted(edits, 'edit')}, {counted(len(written) - edits, 'record')}"


@attrs.frozen(eq=False)
class _WrittenPart:
    """An edit or a record as written in a file."""

    source: Source
    path: TomlPath
    when: Any
    is_edit: bool

    @property
    def effect(self) -> str:
        """A clause that denies its intended effect."""
        return "does this edit change anything" if self.is_edit else "is this record there"


def _edits(trial: Trial) -> Iterator[_WrittenPart]:
    content = trial.load(trial.tables[0]).content
    for source in trial.files.content:
        kinds = {kind: content.kinds.model(kind) for kind in (*content.entries, *source.data.get("patch", {}))}
        for edit in gather_edits(trial.id, source, kinds):
            if isinstance(edit, Edit) and not (edit.word == "patch" and set(edit.data) <= GUARD):
                yield _WrittenPart(source, edit.path, edit.data.get("when"), True)


def _records(trial: Trial) -> Iterator[_WrittenPart]:
    for source in trial.files.content:
        for kind, tables in source.data.items():
            if isinstance(tables, list):
                yield from (_WrittenPart(source, (kind, index), data.get("when"), False) for index, data in enumerate(tables))


def _effects(trial: Trial, loaded: Sequence[Ruleset]) -> set[tuple[str, TomlPath]]:
    """Returns the file and path of each edit that changed something, and of each record in the content."""
    origins = [edit.origin for rules in loaded for edit in rules.content.applied if edit.origin.pack == trial.id]
    entries = [entry for rules in loaded for entry in rules.content if entry.pack == trial.id]
    return {
        *((origin.source.file, origin.path[:3]) for origin in origins),
        *((entry.source.file, entry.path) for entry in entries),
    }


def _needs_missing(trial: Trial, source: Source) -> bool:
    """Returns whether a file applies only with a pack that is missing."""
    return any(id in trial.missing for id in source.data.get("only_if", {}).get("packs", ()))


def _asked_for(trial: Trial, rows: Any, source: Source) -> list[Ruleset]:
    """Loads a table at which rows of `when`, and their file, apply; returns an empty list if it cannot be loaded."""
    players = list(trial.players)
    options: dict[str, dict[str, Any]] = {}
    named = list(source.data.get("only_if", {}).get("packs", ()))
    for row in rows or ():
        players = [count for count in players if count in (row.get("players") or players)]
        named.append(row.get("module", ""))
        if "option" in row:
            pack, _, name = row["option"].rpartition(":")
            named.append(pack)
            options.setdefault(pack or trial.id, {})[name] = row.get("is", True)
    more = [module for id in named for module in trial.optional.get(id, ())]
    try:
        return [trial.load(trial.table(count, more, options)) for count in players[:1]]
    except ContentError:
        return []
