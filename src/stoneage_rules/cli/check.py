"""`stoneage check`, with `--fix`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import unified_diff
from functools import partial
from pathlib import Path
from typing import Annotated

import attrs
from cyclopts import Parameter

from stoneage_rules.authoring.inspection import Fixed, Inspection, fix, inspect_pack, inspect_table, written_at
from stoneage_rules.cli.parameters import Json, Modules, expect_no_content
from stoneage_rules.cli.screen import ERROR, FINDINGS, OK, UsageError, screen
from stoneage_rules.cli.table_options import check_policies
from stoneage_rules.errors import ContentError
from stoneage_rules.files import write_whole
from stoneage_rules.loading.installed import existing_pack, installed_modules
from stoneage_rules.loading.table import is_path
from stoneage_rules.packs.codes import codes
from stoneage_rules.packs.diagnostics import Severity, sorted_diagnostics
from stoneage_rules.packs.find import MANIFEST
from stoneage_rules.packs.render import narrate
from stoneage_rules.packs.report import remainder
from stoneage_rules.text import counted, listed

# --- fix ----------------------------------------------------------------------------------------------------------
#
# `check --fix`: writes the mends that messages print ready into the files, after showing the difference.


COLOURS = {"---": "bold", "+++": "bold", "@@": "cyan", "-": "red", "+": "green"}


def fix_files(
    inspect: Callable[[], Inspection], named: Iterable[object], *, yes: bool, show: Callable[[Inspection], None]
) -> tuple[Inspection, int]:
    """Checks, shows the possible fixes, and writes them if wanted; then shows the remaining findings.

    Args:
        inspect: checks the pack or table.
        named: the packs of the command line: files of packs named by their paths may be written even if installed.
        yes: whether to write without asking.
        show: shows what a check finds.

    Returns:
        What the check finds in the files as they are then, and an exit code if that is not the check's own.
    """
    roots = [Path(str(name)).resolve() for name in named if name is not None and is_path(str(name))]
    installed = [module.root.resolve() for module in installed_modules().values() if module.root is not None]

    def may_write(path: Path) -> bool:
        return not _is_below(path, installed) or _is_below(path, roots)

    fixed = fix(inspect, may_write)
    for line in _difference(fixed):
        screen.say(line, style=next((style for start, style in COLOURS.items() if line.startswith(start)), ""))
    if fixed.texts and (yes or _is_wanted(fixed)):
        if any(written_at(path) != fixed.originals[path] for path in fixed.texts):
            screen.problem("the files have changed meanwhile, so nothing was written; once more: `stoneage check --fix`")
            return fixed.before, ERROR
        for path, text in fixed.texts.items():
            write_whole(path, text)
        show(fixed.after)
        screen.lines(_elsewhere(fixed))
        screen.say(f"written: {_fix_summary(fixed)}", style="bold green")
        return fixed.after, 0
    show(fixed.before)
    screen.lines((*_elsewhere(fixed), *_not_written(fixed)))
    return fixed.before, 0


def _is_below(path: Path, roots: Sequence[Path]) -> bool:
    return any(path.is_relative_to(root) for root in roots)


def _difference(fixed: Fixed) -> Iterator[str]:
    """Yields the lines of a unified diff of all files, in the order of their names."""
    for path in sorted(fixed.texts, key=lambda path: fixed.names[path]):
        name = fixed.names[path]
        yield from unified_diff(fixed.originals[path].splitlines(), fixed.texts[path].splitlines(), name, name, lineterm="")
        yield ""


def _is_wanted(fixed: Fixed) -> bool:
    """Asks whether to write, if somebody sits at a terminal."""
    if not (sys.stdin.isatty() and screen.is_terminal):
        return False
    screen.say(_fix_summary(fixed))
    try:
        return input("apply? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        screen.say()
        return False


def _fix_summary(fixed: Fixed) -> str:
    """Returns how much is fixed, and which codes: `3 fixes in 2 files (SA203 twice, SA505)`."""
    counts = Counter(finding.code for finding in fixed.applied)
    codes = [f"{code} {times} times" if times > 1 else code for code, times in sorted(counts.items())]
    return f"{counted(len(fixed.applied), 'fix')} in {counted(len(fixed.texts), 'file')}: {listed(codes)}"


def _not_written(fixed: Fixed) -> Iterator[str]:
    """Yields why nothing was written."""
    if fixed.texts:
        yield f"not written: {_fix_summary(fixed)}; `--yes` writes without asking"
    elif not fixed.elsewhere and fixed.before.findings:
        yield "nothing here has a fix: the remedy is for you to choose"


def _elsewhere(fixed: Fixed) -> Iterator[str]:
    """Yields the files that have fixes which this command does not write."""
    if fixed.elsewhere:
        files = sorted({edit.file for finding in fixed.elsewhere for edit in finding.fixes})
        yield f"left as they are, in a zip file or installed: {listed(files)}"


# --- check --------------------------------------------------------------------------------------------------------
#
# The command `check`: everything that is wrong with a pack or a table, or odd about it.


VERDICT_STYLES = {True: "bold green", False: "bold red"}


def check(
    what: Annotated[
        Path | None,
        Parameter(
            name=("--table", "-t"), help="A pack by its folder, zip file or id, or a table file; without it, the base game."
        ),
    ] = None,
    *,
    players: Annotated[
        int | None, Parameter(name=("--players", "-p"), help="The player count; without it, a pack is checked at every one.")
    ] = None,
    module: Modules = None,
    plain: Annotated[bool, Parameter(negative="", help="Write plain sentences, without the lines and their marks.")] = False,
    json_: Json = False,
    fix: Annotated[bool, Parameter(negative="", help="Mend what has a fix: show the difference, ask, write it.")] = False,
    yes: Annotated[bool, Parameter(negative="", help="With `--fix`, write without asking.")] = False,
) -> int:
    """Check a pack or a table: read, check and compile everything as for a game.

    A pack is checked at every player count, together with the packs that it requires, with each optional one, and with those
    that a file, record or edit names together; its tests are read, and not run. You see every error with its file and line,
    and warnings about what is allowed but odd. The last lines say what was not read, and why, what was checked, and how it went.

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
    if what is None:
        return inspect_table(players=players, modules=modules)
    what = what.parent if what.name == MANIFEST else what
    if existing_pack(what).is_dir() or what.suffix == ".zip":
        return inspect_pack(what, players=players, modules=modules)
    expect_no_content(what)
    return _with_policies(what, inspect_table(what, players=players, modules=modules))


def _with_policies(table: Path, inspection: Inspection) -> Inspection:
    """Adds the errors of a table that names policies which do not exist."""
    try:
        check_policies(table)
    except ContentError as error:
        sources = {**inspection.sources, **error.sources}
        both = sorted_diagnostics([*inspection.findings, *error.diagnostics], sources)
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
            "unread": list(inspection.unread),
            "players": list(inspection.players),
            "rules": [rules.digest for rules in inspection.rules],
            "records": inspection.records.total(),
            "edits": inspection.edits.total(),
            **counts,
            "held_back": inspection.held_back,
            "unchecked": list(inspection.unchecked),
            "findings": [finding.to_dict() for finding in inspection.findings],
        }
    )


# --- what was looked at -----------------------------------------------------------------------------------------


def _summary(inspection: Inspection) -> None:
    screen.lines((*_contents(inspection), *(f"not read: {what}" for what in inspection.unread), *_allowing(inspection)))
    screen.say(_outcome(inspection), style=VERDICT_STYLES[inspection.passed])


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
    """Yields how a comment allows the first warning that can be allowed, which is one about a file of a pack."""
    warnings = [finding.code for finding in inspection.findings if finding.severity is Severity.WARNING and finding.packs]
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
