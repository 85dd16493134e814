"""The command `rules`: the statements of the rules, each with what carries it, what changes it and what proves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from stoneage_rules import explain
from stoneage_rules.cli.parameters import Json, Modules
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import open_table
from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.packs.content import Entry
from stoneage_rules.testing.citations import proofs
from stoneage_rules.text.spelling import did_you_mean

__all__ = ["rules"]


def rules(
    statement: Annotated[str | None, Parameter(help="The id of a statement, or a part of ids.")] = None,
    /,
    *,
    table: Annotated[Path | None, Parameter(name=("--table", "-t"), help="The table file.")] = None,
    module: Modules = None,
    json_: Json = False,
) -> int:
    """Show the statements of the rules: the sentence, its source, what carries it out, changes it and proves it.

    Without STATEMENT, all are listed by chapter; with a part of an id, those that have it. Without a table and modules,
    those of all installed modules are among them.
    """
    ruleset = _rules_of(table, module)
    entries = [entry for entry in ruleset.content.of("statement") if statement is None or statement in entry.name]
    chosen = [entry for entry in entries if entry.name == statement] or entries
    if not chosen:
        known = [entry.name for entry in ruleset.content.of("statement")]
        short = (id.partition(".")[2] for id in known)
        hint = did_you_mean(str(statement), [*known, *short], "`stoneage rules` lists all")
        raise UsageError(f"no statement has `{statement}` in its id; {hint}")
    if len(chosen) > 1:
        _list(chosen, json_)
    elif json_:
        screen.json(_facts(chosen[0], ruleset))
    else:
        _show(_facts(chosen[0], ruleset))
    return 0


def _rules_of(table: Path | None, module: Sequence[str] | None) -> Ruleset:
    """Returns the rules of a table; without any setting, those of the base game with all modules that go together."""
    if table is None and module is None:
        every = [id for id, installed in installed_modules().items() if id != "base" and not installed.fault]
        try:
            return open_table(None, modules=every).rules
        except ContentError:
            return open_table(None).rules
    return open_table(table, modules=module).rules


def _list(entries: Sequence[Entry], as_json: bool) -> None:
    if as_json:
        screen.json([{"id": entry.name, "text": entry.record.text} for entry in entries])
        return
    for chapter, members in groupby(entries, lambda entry: ".".join(entry.name.split(".")[:2])):
        screen.say(chapter, style="bold")
        for entry in members:
            screen.say(f"  {entry.name}: {entry.record.text}")


def _facts(entry: Entry, ruleset: Ruleset) -> dict[str, Any]:
    """Returns all that is known of a statement."""
    record, content = entry.record, ruleset.content
    carriers = [other.address for other in content if entry.name in other.record.rules]
    own = (entry.address, *carriers)
    changes = [
        str(change)
        for change in explain.diff(ruleset)
        if change.operation != "added" and change.pack != entry.pack and change.address.startswith(own)
    ]
    tests = _tests_of(entry, ruleset)
    return {
        "id": entry.name,
        "text": record.text,
        "source": record.source,
        "kind": record.kind,
        "why": record.why,
        "written in": ruleset.locate(entry.address),
        "checks": list(record.checks),
        "kernel": list(record.kernel),
        "records": {address: ruleset.locate(address) for address in carriers},
        "changes": changes,
        "tests": None if tests is None else list(_cited(entry.name, tests)),
    }


def _tests_of(entry: Entry, ruleset: Ruleset) -> Path | None:
    """Returns the folder of the tests beside a statement's pack, or of the project around it; None if there is none."""
    (root,) = [Path(str(pack.files.root)) for pack in ruleset.content.packs if pack.id == entry.pack]
    for folder in (root, *list(root.parents)[:3]):
        if (folder / "tests").is_dir() and any((folder / name).is_file() for name in ("pack.toml", "pyproject.toml")):
            return folder / "tests"
    return None


def _cited(statement: str, tests: Path) -> Iterator[str]:
    for proof in proofs(statement, tests):
        yield f"{proof.path.relative_to(tests.parent)}:{proof.line}{f' {proof.name}' if proof.name else ''}"


def _show(facts: dict[str, Any]) -> None:
    screen.say(facts["id"], style="bold")
    screen.say(f"  {facts['text']}")
    ruling = f" ({facts['kind']}: {facts['why']})" if facts["why"] else ""
    screen.say(f"  source: {facts['source'] or 'none'}{ruling}")
    screen.say(f"  written in: {facts['written in']}")
    records = [f"{address}  {where}" for address, where in facts["records"].items()]
    code = [f"code of the library: {', '.join(facts['kernel'])}"] if facts["kernel"] else []
    _part("carried out by", [*records, *code])
    _part("refuses by the checks", facts["checks"])
    _part("changed by", facts["changes"])
    if facts["tests"] is None:
        screen.say(f"  proved by tests of the source distribution: `python -m pytest --rule {facts['id']}` runs them there")
    else:
        _part("proved by", facts["tests"])


def _part(title: str, lines: Sequence[str]) -> None:
    if lines:
        screen.say(f"  {title}:")
        for line in lines:
            screen.say(f"    {line}")
