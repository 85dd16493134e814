"""The command `modules`: the installed modules, with their origins, contents and options.  None of them is imported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from stoneage_rules.cli.parameters import Modules, TableParameter, expect_modules, expect_no_pack
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.language.forms import Structurer
from stoneage_rules.loading.installed import Installed, installed_modules
from stoneage_rules.loading.table import is_path
from stoneage_rules.loading.table_files import read_table
from stoneage_rules.packs.content import Manifest
from stoneage_rules.packs.find import PackFiles, read_pack
from stoneage_rules.packs.merge import EDITS
from stoneage_rules.packs.options import read_manifest
from stoneage_rules.packs.report import Report
from stoneage_rules.text import unknown


def modules(table: TableParameter = None, *, module: Modules = None) -> int:
    """List the installed modules, with their options; with a table, which of them it enables.

    Nothing is imported: a module whose Python is broken is listed like the others.
    """
    expect_modules(module or ())
    installed = installed_modules()
    for name in module or ():
        if name not in installed and not is_path(name):
            raise UsageError(unknown("module", name, installed))
    enabled = {"base", *(module or ())}
    if table is not None:
        expect_no_pack(table)
        enabled |= set(read_table(table).modules)
    for known in installed.values():
        asked = table is not None or module is not None
        for line in _lines(known, known.id in enabled if asked else None):
            screen.say(line)
    for name in sorted(filter(is_path, enabled)):
        for line in _lines_of_pack(name):
            screen.say(line)
    return 0


def _lines_of_pack(name: str) -> Iterator[str]:
    """Yields the lines of a pack that is named by its path."""
    files = read_pack(Path(name).resolve(), name)
    manifest, faults = _read(files)
    if manifest is None or faults:
        yield f"{name}: broken: {faults}"
        return
    yield from _described(manifest, files, ", enabled", name)


def _read(files: PackFiles) -> tuple[Manifest | None, str]:
    """Reads the manifest of a pack; returns it with its errors in words."""
    report = Report()
    manifest = read_manifest(files, Structurer({}, {}), report)
    return manifest, "; ".join(f"{error.place.file}:{error.place.span.line}: {error.title}" for error in report.diagnostics)


def _described(manifest: Manifest, files: PackFiles, state: str, origin: str) -> Iterator[str]:
    """Yields the lines of a pack whose manifest can be read."""
    yield f"{manifest.pack.id} {manifest.pack.version}: {manifest.pack.name}{state}"
    if manifest.pack.summary:
        yield f"  {manifest.pack.summary}"
    yield f"  from {origin}"
    yield from _changes(files)
    yield from _options(manifest)


def _lines(known: Installed, enabled: bool | None) -> Iterator[str]:
    if known.fault or known.root is None:
        yield f"{known.id}: broken: {known.fault}"
        return
    files = read_pack(known.root, known.root.name)
    manifest, faults = _read(files)
    if manifest is None or faults:
        yield f"{known.id}: broken: {faults}"
        return
    if manifest.pack.id != known.id:
        yield f"{known.id}: broken: its pack calls itself `{manifest.pack.id}`; entry point and pack.toml must agree"
        return
    state = "" if enabled is None else ", enabled" if enabled else ", not enabled"
    origin = f"{_origin(known)}, {'with Python: ' + known.entry_point.value if known.has_python else 'TOML only'}"
    yield from _described(manifest, files, state, origin)


def _origin(known: Installed) -> str:
    distribution = known.entry_point.dist
    name = f"{distribution.name} {distribution.version}" if distribution else "an unknown distribution"
    return f"{name} ({_shortened(known.root)})"


def _shortened(root: Path | None) -> str:
    return "/".join(root.parts[-2:]) if root else ""


def _changes(files: PackFiles) -> Iterator[str]:
    """Yields the lines of what a pack adds and edits, counted by kind."""
    added: Counter[str] = Counter()
    edited: Counter[str] = Counter()
    reconstructed = 0
    for source in files.content:
        for kind, records in source.data.items():
            if kind in EDITS and isinstance(records, dict):
                edited.update({f"{kind} {target}": len(edits) for target, edits in records.items() if isinstance(edits, list)})
            elif isinstance(records, list):
                added[kind] += len(records)
                reconstructed += sum(
                    bool(record.get("reconstructed")) or record.get("confidence") == "reconstructed"
                    for record in records
                    if isinstance(record, dict)
                )
    yield "  adds " + (", ".join(f"{count} {kind}" for kind, count in sorted(added.items())) or "nothing")
    if edited:
        yield "  edits: " + ", ".join(f"{count} {kind}" for kind, count in sorted(edited.items()))
    if reconstructed:
        yield f"  {reconstructed} records have reconstructed values"


def _options(manifest: Manifest) -> Iterator[str]:
    for name, option in manifest.options.items():
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        allowed = f", one of {', '.join(option.choices)}" if option.choices else ""
        yield f"  option {name} ({option.type}{allowed}; {default}): {option.help}"
