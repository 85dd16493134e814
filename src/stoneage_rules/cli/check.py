"""The command `check`: looks at a pack or a table, and says what was looked at and everything that was found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import attrs
from cyclopts import Parameter

from stoneage_rules._version import __version__
from stoneage_rules.cli.exits import FINE, FOUND
from stoneage_rules.cli.parameters import Modules
from stoneage_rules.cli.path_hints import expect_modules, expect_no_content
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import check_policies, existing
from stoneage_rules.errors import ContentError
from stoneage_rules.language.wording import counted, listed
from stoneage_rules.loading.inspection import Inspection, inspect_pack, inspect_table
from stoneage_rules.packs.findings.diagnostics import Severity, in_order
from stoneage_rules.packs.findings.render import narrate, to_json
from stoneage_rules.packs.findings.report import said_of_the_rest
from stoneage_rules.packs.findings.sarif import to_sarif

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
    sarif: Annotated[bool, Parameter(negative="", help="Write SARIF 2.1.0, which code hosts read.")] = False,
) -> int:
    """Check a pack or a table: read, check and compile everything as for a game.

    A pack is checked at every player count, together with the packs that it requires, and with each optional one. You
    see every error with its file and line, and warnings about what is allowed but odd. The last line says what was
    checked and how it went.

    Exit codes: 0 for neither errors nor warnings, 1 for either, 2 where there is nothing to check.
    """
    forms = [form for form, wanted in ((_plain, plain), (_json, json_), (_sarif, sarif)) if wanted]
    if len(forms) > 1:
        raise UsageError("`--plain`, `--json` and `--sarif` are three ways to write the same; choose one")
    found = _inspect(what, players, module)
    (forms[0] if forms else _text)(found)
    return FINE if found.passed else FOUND


def _inspect(what: Path | None, players: int | None, modules: list[str] | None) -> Inspection:
    expect_modules(modules or ())
    if what is not None and (existing(what).is_dir() or what.suffix == ".zip"):
        return inspect_pack(what, players=players, modules=modules)
    if what is not None and what.name == "pack.toml":
        return inspect_pack(what.parent, players=players, modules=modules)
    if what is not None:
        expect_no_content(what)
    found = inspect_table(what, players=players, modules=modules)
    return found if what is None else _with_policies(what, found)


def _with_policies(table: Path, found: Inspection) -> Inspection:
    """What was found at a table, and whether there are the policies that it names."""
    try:
        check_policies(table)
    except ContentError as error:
        sources = {**found.sources, **error.sources}
        both = in_order([*found.findings, *error.diagnostics], sources)
        return attrs.evolve(found, rules=(), findings=tuple(both), sources=sources)
    return found


# --- forms ------------------------------------------------------------------------------------------------------


def _text(found: Inspection) -> None:
    screen.findings(found.findings, found.sources)
    _facts(found)


def _plain(found: Inspection) -> None:
    if found.findings:
        screen.say(narrate(found.findings))
        screen.say()
    _facts(found)


def _json(found: Inspection) -> None:
    counts = {f"{severity.value}s": found.count(severity) for severity in Severity}
    _dump(
        {
            "subject": found.subject,
            "passed": found.passed,
            "packs": list(found.packs),
            "missing": list(found.missing),
            "players": list(found.players),
            "rules": [rules.digest for rules in found.rules],
            "records": found.records.total(),
            "edits": found.edits.total(),
            **counts,
            "held_back": found.held_back,
            "unchecked": list(found.unchecked),
            "findings": to_json(found.findings),
        }
    )


def _sarif(found: Inspection) -> None:
    _dump(to_sarif(found.findings, version=__version__, held_back=found.held_back, unchecked=found.unchecked))


def _dump(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


# --- what was looked at -----------------------------------------------------------------------------------------


def _facts(found: Inspection) -> None:
    for line in _looked_at(found):
        screen.say(line)
    screen.say(_outcome(found), style=STYLES[found.passed])


def _looked_at(found: Inspection) -> Iterator[str]:
    """What there is in the packs, and how many records have values that are not certain; `show` says which."""
    if not found.rules:
        return
    entries = {entry.address: entry for rules in found.rules for entry in rules.content}
    doubtful = Counter(entry.pack for entry in entries.values() if entry.reconstructed)
    packs = {pack.id: pack for rules in found.rules for pack in rules.content.packs}
    for pack in packs.values():
        info = pack.manifest.pack
        files = counted(len(pack.files.content), "file")
        doubt = f", {doubtful[pack.id]} with reconstructed values" if doubtful[pack.id] else ""
        yield f"{pack.id} {info.version}: {info.name}; {listed(_size(found, pack.id))} in {files}{doubt}"
    if found.missing:
        yield f"not there, so not looked at: {listed(found.missing)}"
    if len(found.rules) == 1:
        yield f"rules {found.rules[0].digest}"


def _outcome(found: Inspection) -> str:
    """The last line: what was checked, and how it went."""
    counts = [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.NOTE, "note")]
    numbers = {severity: found.count(severity) for severity, _ in counts}
    said = [counted(numbers[severity], word) for severity, word in counts if numbers[severity] or word == "error"]
    outcome = listed(said).replace("0 errors", "no errors")
    if not found.rules:
        outcome = "; ".join([outcome, *said_of_the_rest(found.held_back, found.unchecked)])
        return f"checked {found.subject}: {outcome}. Nothing was loaded."
    players = f"{listed(found.players)} player{'s' if found.players != (1,) else ''}"
    return f"checked {found.subject} with {players}: {listed(found.packs)}; {listed(_size(found))}; {outcome}."


def _size(found: Inspection, pack: str = "") -> list[str]:
    """How many records and edits there are, of one pack or of all."""
    records, edits = (counts[pack] if pack else counts.total() for counts in (found.records, found.edits))
    return [counted(records, "record"), *([counted(edits, "edit")] if edits else [])]
