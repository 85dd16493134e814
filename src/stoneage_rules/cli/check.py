"""The command `check`: everything that is wrong with a pack or a table, or odd about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import attrs
from cyclopts import Parameter

from stoneage_rules.cli.exits import FINDINGS, OK
from stoneage_rules.cli.fix import fix_files
from stoneage_rules.cli.parameters import Modules
from stoneage_rules.cli.path_hints import expect_modules, expect_no_content
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import check_policies, existing
from stoneage_rules.errors import ContentError
from stoneage_rules.loading.inspection import Inspection, inspect_pack, inspect_table
from stoneage_rules.packs.findings.codes import codes
from stoneage_rules.packs.findings.diagnostics import Severity, in_order
from stoneage_rules.packs.findings.render import narrate, to_json
from stoneage_rules.packs.findings.report import remainder
from stoneage_rules.text.wording import counted, listed

__all__ = ["check"]

STYLES = {True: "bold green", False: "bold red"}


def check(
    what: Annotated[
        Path | None, Parameter(help="A pack by its folder, zip file or id, or a table file; without it, the base game.")
    ] = None,
    /,
    *,
    players: Annotated[
        int | None, Parameter(name=("--players", "-p"), help="The player count; without it, a pack is checked at every one.")
    ] = None,
    module: Modules = None,
    plain: Annotated[bool, Parameter(negative="", help="Write plain sentences, without the lines and their marks.")] = False,
    json_: Annotated[bool, Parameter(name="--json", negative="", help="Write JSON.")] = False,
    fix: Annotated[bool, Parameter(negative="", help="Mend what has a fix: show the difference, ask, write it.")] = False,
    yes: Annotated[bool, Parameter(negative="", help="With `--fix`, write without asking.")] = False,
) -> int:
    """Check a pack or a table: read, check and compile everything as for a game.

    A pack is checked at every player count, together with the packs that it requires, and with each optional one. You
    see every error with its file and line, and warnings about what is allowed but odd. The last line says what was
    checked and how it went.

    With `--fix`, mends that follow from the text itself are made, such as `true` for `True`; a word that is only similar is
    never written. The difference is shown first; at a terminal you are asked, elsewhere nothing is written without `--yes`.
    Comments and layout stay as they are, and so do packs in zip files and installed ones that are named by their ids.

    Exit codes: 0 for neither errors nor warnings, 1 for either, 2 where there is nothing to check.
    """
    if plain and json_:
        raise UsageError("`--plain` and `--json` are two ways to write the same; choose one")
    if (fix and json_) or (yes and not fix):
        raise UsageError("`--yes` is for `--fix`; `--fix` makes what `--json` only shows: choose one")
    inspect, show, code = partial(_inspect, what, players, module), _json if json_ else _plain if plain else _text, OK
    if fix:
        inspection, code = fix_files(inspect, (what, *(module or ())), yes=yes, show=show)
    else:
        inspection = inspect()
        show(inspection)
    return code or (OK if inspection.passed else FINDINGS)


def _inspect(what: Path | None, players: int | None, modules: list[str] | None) -> Inspection:
    expect_modules(modules or ())
    if what is not None and (existing(what).is_dir() or what.suffix == ".zip"):
        return inspect_pack(what, players=players, modules=modules)
    if what is not None and what.name == "pack.toml":
        return inspect_pack(what.parent, players=players, modules=modules)
    if what is not None:
        expect_no_content(what)
    inspection = inspect_table(what, players=players, modules=modules)
    return inspection if what is None else _with_policies(what, inspection)


def _with_policies(table: Path, inspection: Inspection) -> Inspection:
    """Adds the errors of a table that names policies which do not exist."""
    try:
        check_policies(table)
    except ContentError as error:
        sources = {**inspection.sources, **error.sources}
        both = in_order([*inspection.findings, *error.diagnostics], sources)
        return attrs.evolve(inspection, rules=(), findings=tuple(both), sources=sources)
    return inspection


# --- forms ------------------------------------------------------------------------------------------------------


def _text(inspection: Inspection) -> None:
    screen.diagnostics(inspection.findings, inspection.sources)
    _summary(inspection)


def _plain(inspection: Inspection) -> None:
    if inspection.findings:
        screen.say(narrate(inspection.findings))
        screen.say()
    _summary(inspection)


def _json(inspection: Inspection) -> None:
    counts = {f"{severity.value}s": inspection.count(severity) for severity in Severity}
    screen.json(
        {
            "subject": inspection.subject,
            "passed": inspection.passed,
            "packs": list(inspection.packs),
            "missing": list(inspection.missing),
            "players": list(inspection.players),
            "rules": [rules.digest for rules in inspection.rules],
            "records": inspection.records.total(),
            "edits": inspection.edits.total(),
            **counts,
            "held_back": inspection.held_back,
            "unchecked": list(inspection.unchecked),
            "findings": to_json(inspection.findings),
        }
    )


# --- what was looked at -----------------------------------------------------------------------------------------


def _summary(inspection: Inspection) -> None:
    for line in (*_contents(inspection), *_allowing(inspection)):
        screen.say(line)
    screen.say(_outcome(inspection), style=STYLES[inspection.passed])


def _contents(inspection: Inspection) -> Iterator[str]:
    """Yields a line for each pack: its size, and how many of its records have reconstructed values."""
    if not inspection.rules:
        return
    entries = {entry.address: entry for rules in inspection.rules for entry in rules.content}
    doubtful = Counter(entry.pack for entry in entries.values() if entry.reconstructed)
    packs = {pack.id: pack for rules in inspection.rules for pack in rules.content.packs}
    for pack in packs.values():
        info = pack.manifest.pack
        files = counted(len(pack.files.content), "file")
        doubt = f", {doubtful[pack.id]} with reconstructed values" if doubtful[pack.id] else ""
        yield f"{pack.id} {info.version}: {info.name}; {listed(_size(inspection, pack.id))} in {files}{doubt}"
    if inspection.missing:
        yield f"not there, so not looked at: {listed(inspection.missing)}"
    if len(inspection.rules) == 1:
        yield f"rules {inspection.rules[0].digest}"


def _allowing(inspection: Inspection) -> Iterator[str]:
    """Yields how to keep what the first warning shows, if a comment can allow it."""
    warnings = [finding.code for finding in inspection.findings if finding.severity is Severity.WARNING]
    yield from [kept for code in warnings if (kept := codes()[code].kept_by)][:1]


def _outcome(inspection: Inspection) -> str:
    """Returns the last line: what was checked, and how it went."""
    counts = [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.NOTE, "note")]
    numbers = {severity: inspection.count(severity) for severity, _ in counts}
    words = [counted(numbers[severity], word) for severity, word in counts if numbers[severity] or word == "error"]
    outcome = listed(words).replace("0 errors", "no errors")
    if not inspection.rules:
        outcome = "; ".join([outcome, *remainder(inspection.held_back, inspection.unchecked)])
        return f"checked {inspection.subject}: {outcome}. Nothing was loaded."
    players = f"{listed(inspection.players)} player{'s' if inspection.players != (1,) else ''}"
    return f"checked {inspection.subject} with {players}: {listed(inspection.packs)}; {listed(_size(inspection))}; {outcome}."


def _size(inspection: Inspection, pack: str = "") -> list[str]:
    """Returns how many records and edits there are, of one pack or of all."""
    records, edits = (counts[pack] if pack else counts.total() for counts in (inspection.records, inspection.edits))
    return [counted(records, "record"), *([counted(edits, "edit")] if edits else [])]
