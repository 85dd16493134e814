"""`stoneage show`, `rules`, `why` and `diff`: the rules as they are at a table."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Annotated, Any

import attrs
from cyclopts import Parameter

from stoneage_rules.authoring import explain
from stoneage_rules.authoring.explain import proofs
from stoneage_rules.cli.parameters import Json, Modules, Players, TableParameter
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import open_table
from stoneage_rules.errors import ContentError
from stoneage_rules.files import expect_own, write_whole
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.table_files import read_table
from stoneage_rules.mechanics.statements import StatementRecord
from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.provenance import Change, as_edited
from stoneage_rules.telling.phrases import Phrases
from stoneage_rules.telling.rules_page import OWN
from stoneage_rules.telling.rules_page import page as rules_page
from stoneage_rules.text import counted, did_you_mean, listed, plural, unknown

RULING = "ruling"
"""The kind of a statement that no document makes: its `why` gives the reasons."""

LABELS = {
    "checks": "refuses by the checks",
    "kernel": "carried out by code of the library",
    "records": "carried out by",
    "changes": "changed by",
    "tests": "proved by",
}
"""Display labels that differ from the JSON keys."""

CONFIDENCES = {
    "rulebook": "printed in a rulebook",
    "corroborated": "not printed, but sources agree",
    "reconstructed": "reconstructed: plausible, not verified",
    "house": "a house rule",
}


def show(
    kind: Annotated[str | None, Parameter(help="A kind of record, such as `statement`; or an id.")] = None,
    id: Annotated[str | None, Parameter(help="The id of a record; the beginning of an id lists all that have it.")] = None,
    /,
    *,
    table: TableParameter = None,
    players: Players = None,
    module: Modules = None,
    toml: Annotated[bool, Parameter(negative=(), help="Show records as TOML, with the path of each value in an edit.")] = False,
    json_: Json = False,
) -> None:
    """Show the rules: every card, place, limit, phase and statement as it is at a table.

    Without KIND, the kinds are listed; with a KIND, its records; with an ID as well, one record in full: its values,
    the file and line it stands in, how sure the values are, and the sentences of the rules that it carries out.
    As JSON, records are definitions as programs have them; without KIND all of them.
    """
    if toml and json_:
        raise UsageError("`--toml` and `--json` are two ways to write the same; choose one")
    rules = open_table(table, players, module).rules
    kind = kind and kind_names(rules.content.entries).get(kind, kind)
    if kind is None and not json_:
        _kinds(rules)
        return
    chosen, is_whole = (list(rules.content), False) if kind is None else _chosen(rules, kind, id)
    if json_:
        data = [rules.definition(entry.kind, entry.name).to_dict() for entry in chosen]
        screen.json(data[0] if is_whole else data)
    elif is_whole or toml:
        for entry in chosen:
            _record(entry, rules, toml)
            if not is_whole:
                screen.say()
    else:
        _list(chosen, rules.service(Phrases))


def _chosen(rules: Ruleset, kind: str, id: str | None) -> tuple[Sequence[Entry], bool]:
    """Returns the records to show, and whether one is shown in full.

    Raises:
        UsageError: there are none.
    """
    kinds = rules.content.entries
    if kind not in kinds:
        if id is not None:
            raise UsageError(unknown("kind of record", kind, kinds))
        return [_record_of(list(rules.content), kind, tuple(kinds))], True
    entries = rules.content.of(kind)
    below = [entry for entry in entries if id is None or entry.id.startswith(id) or entry.name.startswith(id)]
    if id is not None and (not below or any(id in (entry.id, entry.name) for entry in entries)):
        return [_record_of(entries, id, ())], True
    return [entry for entry in below if entry.copy < 2], False


def kind_names(kinds: Iterable[str]) -> dict[str, str]:
    """Returns the kinds of record by their possible names: `dice_table`, `dice table`, and the plural of both."""
    return {name: kind for kind in kinds for word in (kind, kind.replace("_", " ")) for name in (word, plural(word))}


def confidence(entry: Entry) -> str:
    """Returns the confidence of a record; reconstructed values are named."""
    if isinstance(entry.record, StatementRecord) and entry.record.kind == RULING:
        return RULING
    if entry.record.reconstructed and entry.confidence != "reconstructed":
        return f"{entry.confidence}; reconstructed: {', '.join(entry.record.reconstructed)}"
    return entry.confidence


def _kinds(rules: Ruleset) -> None:
    rows = []
    for kind, entries in rules.content.entries.items():
        if entries:
            records = rules.content.kinds.records
            about = records[kind].__doc__ if kind in records else "Items of this kind."
            doubtful = sum(entry.reconstructed for entry in entries)
            rows.append((kind, len(entries), doubtful or "", inspect.cleandoc(about or "").split("\n")[0]))
    screen.table(("kind", "records", "reconstructed", "what it is"), rows, right=(1, 2))


def _record_of(entries: Sequence[Entry], id: str, kinds: Sequence[str]) -> Entry:
    """Returns the record with an id, short or with its pack; of several kinds, the first.

    Raises:
        UsageError: there is none.
    """
    for entry in entries:
        if id in (entry.id, entry.name, entry.address, f"{entry.pack}:{entry.id}"):
            return entry
    hint = did_you_mean(id, [*kinds, *(entry.id for entry in entries)], "`stoneage show KIND` lists what there is")
    raise UsageError(f"nothing is called `{id}`; {hint}")


def _list(entries: Sequence[Entry], phrases: Phrases) -> None:
    if not entries:
        screen.say("there are none at this table")
    elif isinstance(entries[0].record, StatementRecord):
        screen.table(("id", "text"), [(entry.id, entry.record.text) for entry in entries])
    else:
        named = any(entry.record.name for entry in entries)
        heads = ("id", "name", "values", "confidence") if named else ("id", "values", "confidence")
        screen.table(heads, [row(entry, named, phrases) for entry in entries])


def row(entry: Entry, named: bool, phrases: Phrases) -> tuple[str, ...]:
    """Returns the cells of a record in a list: its id, with names its name, its values, how sure they are."""
    values = "; ".join(f"{name}: {words}" for name, words in phrases.fields(entry.record))
    return (entry.shared_name, *([entry.record.name] if named else []), values, confidence(entry))


def _mark(key: str, reconstructed: Sequence[str]) -> str:
    """Returns the remark behind a value that is wholly or partly reconstructed."""
    parts = [name.partition(".")[2] for name in reconstructed if name.partition(".")[0] == key]
    return f"  [reconstructed{': ' * any(parts)}{', '.join(filter(None, parts))}]" if parts else ""


def record_lines(entry: Entry, rules: Ruleset) -> Iterator[str]:
    """Yields the lines of a record in full: its values, their certainty, its file and line, and the rules that it carries out."""
    record = entry.record
    yield entry.address + (f" ({record.name})" if record.name else "")
    for key, words in rules.service(Phrases).fields(record):
        yield f"  {key}: {words}{_mark(key, record.reconstructed)}"
    if not (isinstance(record, StatementRecord) and record.kind == RULING):
        yield f"  confidence: {_meaning(entry, rules.service(Phrases))}"
    yield f"  written in: {rules._locate(entry.address)}"
    for statement in record.rules:
        yield f"  {statement}: {rules.sentences.get(statement, 'unknown')}"
    if items := showing(entry, rules):
        yield f"  shown by: {', '.join(items)}"
    carriers = [other.address for other in rules.content if entry.name in other.record.rules]
    if isinstance(record, StatementRecord) and carriers:
        yield f"  carried out by: {', '.join(carriers)}"


def showing(entry: Entry, rules: Ruleset) -> list[str]:
    """Returns the items that show a symbol or icon."""
    name, kind = entry.name, entry.kind
    return [item.id for item in rules.items if name in {"symbol": (item.symbol,), "icon": item.icons}.get(kind, ())]


def _record(entry: Entry, rules: Ruleset, toml: bool) -> None:
    """Prints a record in full, in words or as TOML."""
    title, *lines = as_edited(entry.raw_record) if toml else record_lines(entry, rules)
    screen.say(title, style="bold")
    screen.lines(lines)


def _meaning(entry: Entry, phrases: Phrases) -> str:
    """Returns how sure the values of a record are, and which of them are reconstructed."""
    meaning = CONFIDENCES.get(entry.confidence, entry.confidence)
    doubtful = entry.record.reconstructed
    if not doubtful or entry.confidence == "reconstructed":
        return meaning
    whole = {key for key, _ in phrases.fields(entry.record)} <= {*doubtful}
    return CONFIDENCES["reconstructed"] if whole else f"{meaning}, but reconstructed, not verified: {', '.join(doubtful)}"


# --- rules --------------------------------------------------------------------------------------------------------
#
# The command `rules`: the statements of the rules, each with what carries it, what changes it and what proves it.


def rules(
    statement: Annotated[str | None, Parameter(help="The id of a statement, or a part of ids.")] = None,
    /,
    *,
    table: Annotated[Path | None, Parameter(name=("--table", "-t"), help="The table file.")] = None,
    players: Players = None,
    module: Modules = None,
    json_: Json = False,
    page: Annotated[Path | None, Parameter(help="Write the rules of the table into this file, .html or .md.")] = None,
) -> None:
    """Show the statements of the rules: the sentence, its source, what carries it out, changes it and proves it.

    Without STATEMENT, all are listed by chapter; with a part of an id, those that have it. Without a table and modules,
    those of all installed modules are among them. A page has the rules of one table, the base game's if nothing else is
    named, by subject; it marks what modules and packs add and change, and says where each rule comes from.
    """
    if page is not None:
        if page.suffix not in (".html", ".md") or json_ or statement is not None:
            raise UsageError("a page has all rules of a table, in a file .html or .md: `stoneage rules --page rules.html`")
        expect_own(page, OWN)
        write_whole(page, rules_page(_page(open_table(table, players, module).rules), as_html=page.suffix == ".html"))
        screen.say(f"wrote {page.as_posix()}")
        return
    ruleset = _rules_of(table, players, module)
    entries = [entry for entry in ruleset.content.of("statement") if statement is None or statement in entry.name]
    chosen = [entry for entry in entries if entry.name == statement] or entries
    if not chosen:
        known = [entry.name for entry in ruleset.content.of("statement")]
        short = (id.partition(".")[2] for id in known)
        hint = did_you_mean(str(statement), [*known, *short], "`stoneage rules` lists all")
        raise UsageError(f"no statement has `{statement}` in its id; {hint}")
    if len(chosen) > 1:
        _list_statements(chosen, json_)
    elif json_:
        screen.json(_facts(chosen[0], ruleset))
    else:
        _show(_facts(chosen[0], ruleset))


def _rules_of(table: Path | None, players: int | None, module: Sequence[str] | None) -> Ruleset:
    """Returns the rules of a table; without any setting, the base game with all modules that go together."""
    if table is None and module is None and players is None:
        every = [id for id, installed in installed_modules().items() if id != "base" and not installed.fault]
        try:
            return open_table(None, modules=every).rules
        except ContentError:
            return open_table(None).rules
    return open_table(table, players, module).rules


def _page(ruleset: Ruleset) -> Sequence[tuple[str, str]]:
    """Returns the parts of a page of rules: statements whose ids differ only in the last word form one chapter."""
    packs = {pack.id: pack.manifest.pack.name for pack in ruleset.content.packs}
    changes = explain.diff(ruleset)
    chapters: dict[str, list[tuple[str, str]]] = {}
    for entry in ruleset.content.of("statement"):
        record, pack = entry.record, packs[entry.pack]
        carriers, told = _carried(entry, ruleset, changes)
        is_dropped = any(change.value == entry.name for change in told) or not (record.checks or record.kernel)
        marks = {"idle": is_dropped and not carriers, "changed": told, "new": entry.pack != next(iter(packs)), "rule": True}
        sort = next(sort for sort, holds in marks.items() if holds)
        parts = chapters.setdefault(entry.name.rpartition(".")[0], [("subject", record.chapter or pack)])
        parts += [
            (sort, record.text),
            *(("change", str(change)) for change in told),
            ("origin", f"{pack}, {entry.name}: {record.source or 'no source'}; {confidence(entry)}: {record.why}".rstrip(": ")),
        ]
    title = f"The rules of {listed(packs.values())} for {counted(ruleset.players, 'player')}"
    return [("title", title), *chain(*chapters.values())]


def _carried(entry: Entry, ruleset: Ruleset, changes: Iterable[Change]) -> tuple[list[str], list[Change]]:
    """Returns the records that carry out a statement, and what other packs change of it and of them."""
    carriers = [other.address for other in ruleset.content if entry.name in other.record.rules]
    own = (entry.address, *carriers)
    others = (change for change in changes if change.operation != "added" and change.pack != entry.pack)
    return carriers, [
        change
        for change in others
        if change.value == entry.name or (change.address.startswith(own) and not change.address.endswith(" rules"))
    ]


def _list_statements(entries: Sequence[Entry], as_json: bool) -> None:
    if as_json:
        screen.json([{"id": entry.name, "text": entry.record.text} for entry in entries])
        return
    for chapter, members in groupby(entries, lambda entry: ".".join(entry.name.split(".")[:2])):
        screen.say(chapter, style="bold")
        screen.lines(f"  {entry.name}: {entry.record.text}" for entry in members)


def _facts(entry: Entry, ruleset: Ruleset) -> dict[str, Any]:
    """Returns all that is known of a statement."""
    record = entry.record
    carriers, changes = _carried(entry, ruleset, explain.diff(ruleset))
    tests = _tests_of(entry, ruleset)
    return {
        "id": entry.name,
        "text": record.text,
        "source": record.source,
        "kind": record.kind,
        "why": record.why,
        "written in": ruleset._locate(entry.address),
        "checks": list(record.checks),
        "kernel": list(record.kernel),
        "records": {address: ruleset._locate(address) for address in carriers},
        "changes": [*map(str, changes)],
        "tests": None if tests is None else list(_cited(entry.name, tests)),
    }


def _tests_of(entry: Entry, ruleset: Ruleset) -> Path | None:
    """Returns the folder of tests of a statement's pack, or of the project around it; None if there is none."""
    (root,) = [Path(str(pack.files.root)) for pack in ruleset.content.packs if pack.id == entry.pack]
    for folder in (root, *list(root.parents)[:3]):
        if (folder / "tests").is_dir() and any((folder / name).is_file() for name in ("pack.toml", "pyproject.toml")):
            return folder / "tests"
    return None


def _cited(statement: str, tests: Path) -> Iterator[str]:
    for proof in proofs(statement, tests):
        yield f"{proof.path.relative_to(tests.parent)}:{proof.line}{f' {proof.name}' if proof.name else ''}"


def _show(facts: dict[str, Any]) -> None:
    """Prints a statement with all that is known of it."""
    screen.say(facts["id"], style="bold")
    screen.say(f"  {facts['text']}")
    for name, known in [*facts.items()][2:]:
        label = f"  {LABELS.get(name, name)}:"
        if isinstance(known, str) and known:
            screen.say(f"{label} {known}")
        elif known:
            screen.say(label)
            screen.lines(f"    {key}  {known[key]}" if isinstance(known, dict) else f"    {key}" for key in known)
    if facts["tests"] is None:
        screen.say(f"  proved by tests of the source distribution: `python -m pytest --rule {facts['id']}` runs them there")


# --- why ----------------------------------------------------------------------------------------------------------
#
# The command `why`: the history of a value.


Address = Annotated[str, Parameter(help="The value: kind, id and path, such as `limit PACK:ID at_most`.")]


def why(
    address: Address, /, table: TableParameter = None, *, players: Players = None, module: Modules = None, json_: Json = False
) -> None:
    """Say who set a value: which pack, in which file and line, over what, and why.

    The path may be left out, or cut to words that mean one value alone: `why "building base:bld-01 points"`.
    """
    rules = open_table(table, players, module).rules
    history = explain.why(rules, address)
    if json_:
        screen.json([attrs.asdict(setting) for setting in history])
        return
    asked = history[-1].address
    screen.say(asked, style="bold")
    for setting in history:
        path = setting.address.removeprefix(asked).lstrip(" .") if setting.address.startswith(asked) else ""
        screen.say(f"  {path}: {setting}" if path else f"  {setting}")
    screen.lines(f"  {statement}: {rules.sentences.get(statement, '')}" for statement in history[-1].statements)


# --- diff ---------------------------------------------------------------------------------------------------------
#
# The command `diff`: everything that a table changes of the base game, or of another table.


Base = Annotated[str, Parameter(help="What to compare with: `base`, the base game, or another table file; alone, the table.")]
BASE = "base"


def diff(
    base: Base, /, table: TableParameter = None, *, players: Players = None, module: Modules = None, json_: Json = False
) -> None:
    """List everything that a table's settings, modules and packs change of the base game, or of another table."""
    if base != BASE and not base.endswith(".toml"):
        raise UsageError(f"tables are compared with `base` or with a table file, not with `{base}`: `stoneage diff base TABLE`")
    if base != BASE and table is None and not module:
        base, table = BASE, Path(base)
    before = None if base == BASE else open_table(Path(base), players).rules
    rules = open_table(table, players, module).rules
    source = None if table is None else read_table(table)._source
    changes = explain.diff(rules, before, table=source)
    if json_:
        screen.json([attrs.asdict(change) for change in changes])
        return
    screen.lines(changes)
    screen.say(f"{counted(len(changes), 'difference')} from {'the base game' if before is None else base}")
