"""The command `show`: the records of the content, with their sources and their confidence."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import Modules, Players, open_table
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.mechanics.statements import StatementRecord
from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.editing.as_edited import as_edited
from stoneage_rules.text.spelling import did_you_mean, unknown
from stoneage_rules.text.wording import plural

__all__ = ["confidence", "kind_names", "record_lines", "show"]

RULING = "ruling"
"""The kind of a statement that no document makes: its `why` gives the reasons."""

MEANINGS = {
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
    table: Annotated[Path | None, Parameter(name=("--table", "-t"), help="The table file; without it, the base game.")] = None,
    players: Players = None,
    module: Modules = None,
    toml: Annotated[bool, Parameter(negative=(), help="Show records as TOML, with the path of each value in an edit.")] = False,
) -> int:
    """Show the rules: every card, place, limit, phase and statement as it is at a table.

    Without KIND, the kinds are listed; with a KIND, its records; with an ID as well, one record in full: its values,
    the file and line it stands in, how sure the values are, and the sentences of the rules that it carries out.
    """
    rules = open_table(table, players, module).rules
    entries = rules.content.entries
    kind = kind and kind_names(entries).get(kind, kind)
    if kind is None:
        _kinds(rules)
    elif id is None and kind not in entries:
        _record(_record_of(rules, list(rules.content), kind, tuple(entries)), rules, toml)
    else:
        _of_kind(rules, kind, id, toml)
    return 0


def kind_names(kinds: Iterable[str]) -> dict[str, str]:
    """Returns the kinds of record by what they may be called: `dice_table`, `dice table`, and the plural of both."""
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


def _of_kind(rules: Ruleset, kind: str, id: str | None, toml: bool) -> None:
    entries = rules.content.of(kind)
    if kind not in rules.content.entries:
        raise UsageError(unknown("kind of record", kind, rules.content.entries))
    below = [entry for entry in entries if id is None or entry.id.startswith(id) or entry.name.startswith(id)]
    if id is not None and (not below or any(id in (entry.id, entry.name) for entry in entries)):
        _record(_record_of(rules, entries, id, ()), rules, toml)
    elif toml:
        for entry in (entry for entry in below if entry.copy < 2):
            _record(entry, rules, toml)
            screen.say()
    else:
        _list(below, rules.service(Phrases))


def _record_of(rules: Ruleset, entries: Sequence[Entry], id: str, kinds: Sequence[str]) -> Entry:
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
        screen.table(heads, [_row(entry, named, phrases) for entry in entries if entry.copy < 2])


def _row(entry: Entry, named: bool, phrases: Phrases) -> tuple[str, ...]:
    values = "; ".join(f"{name}: {words}" for name, words in phrases.fields(entry.record))
    return (entry.shared_name, *([entry.record.name] if named else []), values, confidence(entry))


def _mark(key: str, reconstructed: Sequence[str]) -> str:
    """Returns the remark behind a value of which all or some is reconstructed."""
    parts = [name.partition(".")[2] for name in reconstructed if name.partition(".")[0] == key]
    return f"  [reconstructed{': ' * any(parts)}{', '.join(filter(None, parts))}]" if parts else ""


def record_lines(entry: Entry, rules: Ruleset) -> Iterator[str]:
    """Yields the lines of a record in full: its values, how sure they are, where it stands, what it carries out."""
    record = entry.record
    yield entry.address + (f" ({record.name})" if record.name else "")
    for key, words in rules.service(Phrases).fields(record):
        yield f"  {key}: {words}{_mark(key, record.reconstructed)}"
    if not (isinstance(record, StatementRecord) and record.kind == RULING):
        yield f"  confidence: {_meaning(entry, rules.service(Phrases))}"
    yield f"  written in: {rules.locate(entry.address)}"
    for statement in record.rules:
        yield f"  {statement}: {rules.sentences.get(statement, 'unknown')}"
    carriers = [other.address for other in rules.content if entry.name in other.record.rules]
    if isinstance(record, StatementRecord) and carriers:
        yield f"  carried out by: {', '.join(carriers)}"


def _record(entry: Entry, rules: Ruleset, toml: bool) -> None:
    """Prints a record in full, in words or as TOML."""
    title, *lines = as_edited(entry.raw_record) if toml else record_lines(entry, rules)
    screen.say(title, style="bold")
    for line in lines:
        screen.say(line)


def _meaning(entry: Entry, phrases: Phrases) -> str:
    """Returns how sure the values of a record are: where some are reconstructed, those apart from the others."""
    meaning = MEANINGS.get(entry.confidence, entry.confidence)
    doubtful = entry.record.reconstructed
    if not doubtful or entry.confidence == "reconstructed":
        return meaning
    whole = {key for key, _ in phrases.fields(entry.record)} <= {*doubtful}
    return MEANINGS["reconstructed"] if whole else f"{meaning}, but reconstructed, not verified: {', '.join(doubtful)}"
