"""The command `modules`: the installed modules, with their origins, contents and options.  It imports none of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.cli.parameters import Json, Modules, TableParameter, expect_no_pack, is_pack
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.language.forms import Structurer
from stoneage_rules.loading.installed import Installed, installed_modules
from stoneage_rules.loading.table import is_path
from stoneage_rules.loading.table_files import read_table
from stoneage_rules.packs.find import PackFiles, read_pack
from stoneage_rules.packs.options import read_manifest
from stoneage_rules.packs.patching import EDITS
from stoneage_rules.packs.report import Report
from stoneage_rules.text import unknown


def modules(table: TableParameter = None, *, module: Modules = None, json_: Json = False) -> None:
    """List the installed modules, with their options; with a table, which of them it enables.

    Nothing is imported: a module whose Python is broken is listed like the others.
    """
    installed = installed_modules()
    for name in module or ():
        if name not in installed and not is_path(name):
            raise UsageError(unknown("module", name, [f"./{name}"] * is_pack(Path(name)) + [*installed]))
    enabled = {"base", *(module or ())}
    if table is not None:
        expect_no_pack(table)
        enabled |= set(read_table(table).modules)
    asked = table is not None or module is not None
    found = [facts_of(known, known.id in enabled if asked else None) for known in installed.values()]
    found += [_facts(read_pack(Path(name).resolve(), name), name, True, name) for name in sorted(filter(is_path, enabled))]
    if json_:
        screen.json(found)
        return
    for facts in found:
        screen.lines(_lines(facts))


def facts_of(known: Installed, enabled: bool | None) -> dict[str, Any]:
    """Returns all that is known of an installed module; `enabled` is None where no table is asked about."""
    if known.fault or known.root is None:
        return {"id": known.id, "fault": known.fault}
    origin = f"{_origin(known)}, {'with Python: ' + known.entry_point.value if known.has_python else 'TOML only'}"
    facts = _facts(read_pack(known.root, known.root.name), known.id, enabled, origin)
    if facts["id"] != known.id:
        return {"id": known.id, "fault": f"its pack calls itself `{facts['id']}`; entry point and pack.toml must agree"}
    return facts


def _facts(files: PackFiles, name: str, enabled: bool | None, origin: str) -> dict[str, Any]:
    """Returns all that is known of a pack; of one whose manifest cannot be read, its errors in words."""
    report = Report()
    manifest = read_manifest(files, Structurer({}, {}), report)
    faults = "; ".join(f"{error.place.file}:{error.place.span.line}: {error.title}" for error in report.diagnostics)
    if manifest is None or faults:
        return {"id": name, "fault": faults}
    pack = manifest.pack
    facts = {"id": pack.id, "version": pack.version, "name": pack.name, "summary": pack.summary}
    options = {name: attrs.asdict(option) for name, option in manifest.options.items()}
    return facts | {"enabled": enabled, "from": origin, **_changes(files), "options": options}


def _origin(known: Installed) -> str:
    distribution = known.entry_point.dist
    name = f"{distribution.name} {distribution.version}" if distribution else "an unknown distribution"
    return f"{name} ({'/'.join(known.root.parts[-2:]) if known.root else ''})"


def _changes(files: PackFiles) -> dict[str, Any]:
    """Returns how much a pack adds and edits, by kind, and how many of its records have reconstructed values."""
    added, edited, reconstructed = Counter[str](), Counter[str](), 0
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
    return {"adds": added, "edits": edited, "reconstructed": reconstructed}


def _lines(facts: dict[str, Any]) -> Iterator[str]:
    if "fault" in facts:
        yield f"{facts['id']}: broken: {facts['fault']}"
        return
    state = "" if facts["enabled"] is None else ", enabled" if facts["enabled"] else ", not enabled"
    yield f"{facts['id']} {facts['version']}: {facts['name']}{state}"
    if facts["summary"]:
        yield f"  {facts['summary']}"
    yield f"  from {facts['from']}"
    adds, edits = (", ".join(f"{count} {kind}" for kind, count in sorted(facts[key].items())) for key in ("adds", "edits"))
    yield f"  adds {adds or 'nothing'}"
    if edits:
        yield f"  edits: {edits}"
    if facts["reconstructed"]:
        yield f"  {facts['reconstructed']} records have reconstructed values"
    for name, option in facts["options"].items():
        default = str(option["default"]).lower() if isinstance(option["default"], bool) else option["default"]
        allowed = f", one of {', '.join(option['choices'])}" if option["choices"] else ""
        yield f"  option {name} ({option['type']}{allowed}; {default}): {option['help']}"
