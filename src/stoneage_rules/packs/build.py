"""From files to content: tables become raw records, then edited ones, then checked ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from stoneage_rules.language.faults import REPORTED, Fault, is_whole, unknown_word
from stoneage_rules.language.word import ContentRecord, Requirement
from stoneage_rules.packs.content import Content, Entry, Language, Pack, Settings
from stoneage_rules.packs.content_bounds import clashes
from stoneage_rules.packs.diagnostics import ONLY_IF, Diagnostic, TextPlace, not_in_double_brackets
from stoneage_rules.packs.edit import Edit, Provenance, RawRecord, RecordKey
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.load_order import visible_by_pack
from stoneage_rules.packs.merge import Merger, VisibleRecords, caused_by_override
from stoneage_rules.packs.options import Installed, Options, Suggestions, is_for, only_if_faults, requirements_of
from stoneage_rules.packs.parts import (
    FailedDeclarations,
    id_faults,
    likely_id,
    owner_of,
    read_again,
    read_with_contexts,
    structure_record,
    structurer_of,
)
from stoneage_rules.packs.patching import EDITS, gather_edits
from stoneage_rules.packs.references import References, check_listed, in_listed_order
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import a, listed, noun_of, plural, shortened, written

# --- copying ------------------------------------------------------------------------------------------------------
#
# Copies of records: one record that says how many there are becomes as many records of the game.


def ids_of_copies(entry: Entry) -> Sequence[str]:
    """Returns the ids of the copies of a record; empty if there is only one of it, or that cannot be read."""
    count = entry.record.count_in_play() if is_whole(entry.record) else 1
    return [f"{entry.id}-{number}" for number in range(1, count + 1)] if count > 1 else []


def with_copies(content: Content) -> Content:
    """Returns the content with every copy in place of its record."""
    entries = {kind: tuple(copy for entry in of_kind for copy in _copies(entry)) for kind, of_kind in content.entries.items()}
    return attrs.evolve(content, entries=entries)


def _copies(entry: Entry) -> Iterator[Entry]:
    count = entry.record.count_in_play()
    for number in range(1, count + 1):
        yield attrs.evolve(entry, name=f"{entry.name}-{number}", copy=number) if count > 1 else entry


def shared_names(content: Content) -> Iterator[Diagnostic]:
    """Yields an error for every item of a pack that has the name of a copy, once for each record."""
    first: dict[str, Entry] = {}
    told: set[tuple[str, str]] = set()
    for entry in sorted(content.items(), key=lambda entry: not entry.copy):
        twin = first.setdefault(entry.name, entry)
        if twin is entry or (twin.address, entry.address) in told:
            continue
        told.add((twin.address, entry.address))
        label = f"a copy of it is called `{twin.id}-{twin.copy}`" if twin.copy else "first used here"
        yield _same_id(entry.kind, twin.source.place((*twin.path, "id"), label), entry)


def _same_id(kind: str, first: TextPlace, second: Entry | Provenance) -> Diagnostic:
    """Returns the error of a second record with the id of the first one."""
    place, title = second.source.place((*second.path, "id"), "used again here"), f"two {plural(noun_of(kind))} with the same id"
    return Diagnostic("SA206", title, place, others=(first,), help="give one of them another id", packs=(second.pack,))


# --- build --------------------------------------------------------------------------------------------------------
#
# Builds content from pack files in fixed steps: define, edit, structure, name, refer.  Reports each error of every step once,
# however many packs can see it.
#
# The fields of records are declared in their classes; edits are applied by `merge`.


OF_A_TABLE_FILE = (
    *("extends", "without", "players", "modules", "options", "requires"),
    *("resolve", "first_seat", "allow_reconstructed", "seed"),
)
"""Keys of table files; `players` is a kind of record, too, but no number there."""


def build_content(
    packs: Sequence[Pack], settings: Settings, language: Language, installed: Installed = dict, report: Report | None = None
) -> Content:
    """Returns the records of all packs, in pack order.

    Args:
        packs: the packs, in pack order.
        settings: the decisions of the table.
        language: the words that content may use.
        installed: reads the installed packs, to suggest them in messages about names that they have.
        report: collects the errors; if given, they are not raised.

    Raises:
        ContentError: the content has errors; lists them all.
    """
    collected = Report() if report is None else report
    content = _Builder(packs, settings, language, collected, installed).build()
    if report is None:
        collected.check()
    return content


class _Builder:
    """Builds the content of the packs; used once."""

    def __init__(
        self, packs: Sequence[Pack], settings: Settings, language: Language, report: Report, installed: Installed
    ) -> None:
        self.packs = packs
        self.suggestions = Suggestions(packs, installed)
        self.settings = settings
        self.language = language
        self.report, report.home_of = report, language.home_of
        for pack in packs:
            report.texts.update(pack.files.texts)
        self.kinds = language.kinds
        self.reserved = frozenset({*language.kinds.records, *EDITS, ONLY_IF})
        """Names of tables that no kind of item may use."""
        self.structurer = structurer_of(tuple(language.verbs.items()), tuple(language.quantities.items()))
        self.options = Options(packs, settings)
        self.failed = FailedDeclarations(language.kinds)
        self.files = [(pack, source) for pack in packs for source in pack.files.content if self._is_used(pack, source)]
        self.visible = visible_by_pack(packs)
        self.kinds_of = {pack.id: self._kinds_of(pack) for pack in packs}
        self.item_kinds = tuple(dict.fromkeys(kind for kinds in self.kinds_of.values() for kind in kinds))
        self.records: dict[RecordKey, RawRecord] = {}
        self._untouched: dict[int, Entry | None] = {}
        """Caches unedited records without errors by the identity of their tables; None for records that do not apply."""

    def build(self) -> Content:
        for pack, source in self.files:
            self._define(pack, source)
        edits = {pack.id: self._edits(pack) for pack in self.packs}
        merger = Merger(
            self.records, edits, self.suggestions, self.visible, self.settings, self.failed, self._has_error, self.report
        )
        records = merger.merge()
        for key in dict.fromkeys(record.key for visible in merger.visible_records for record in visible.edited):
            # Also check values that edits have overwritten or removed.
            self._structure(self.records[key])
        for raw_record in merger.hypothetical:
            self._structure(raw_record)
        for visible in merger.visible_records:
            self._check(visible)
        everything = VisibleRecords(tuple(self.visible), records, merger.edited, settled=merger.settled)
        return self._checked(everything, is_complete=not merger.leaves_out)

    def _has_error(self, raw_record: RawRecord, key: str) -> bool:
        """Returns whether a key of a record, or the key's value, has an error in the definition of the record."""
        _, faults = structure_record(self.structurer, raw_record.data, raw_record.model)
        return any(key in (*fault.path[:1], *fault.missing[:1]) or (key,) == (*fault.path[1:], fault.near) for fault in faults)

    # --- define -------------------------------------------------------------------------------------------------

    def _is_used(self, pack: Pack, source: Source) -> bool:
        """Returns whether a file's `only_if` holds, and reports the faults in it."""
        faults = only_if_faults(pack, source, self.structurer, self.suggestions)
        for fault in faults:
            self.report.add(fault, source, (), pack.id)
        if faults:
            self._add_failed_file(pack, source)
        return not faults and is_for(source, {other.id for other in self.packs})

    def _add_failed_file(self, pack: Pack, source: Source) -> None:
        """Adds the names that a file declares to the failed ones; the file is skipped because of an error."""
        if {*source.data} - {ONLY_IF, *OF_A_TABLE_FILE}:
            self.report.unchecked[f"the rest of {source.file}"] = None
        for kind, value in source.data.items():
            self.failed.add(kind, pack.id, value)

    def _kinds_of(self, pack: Pack) -> tuple[str, ...]:
        """Returns the names of the tables that the `kind` records of a pack declare."""
        tables = [
            table
            for owner, source in self.files
            for kind in self.kinds.declaring
            if owner is pack and type(source.data.get(kind)) is list
            for table in source.data[kind]
        ]
        ids = [id for table in tables if (id := likely_id(table)) is not None]
        return tuple(dict.fromkeys(kind for kind in ids if kind not in self.reserved))

    def _tables(self, pack: str) -> dict[str, type[ContentRecord]]:
        """Returns the tables that a pack can use: of the library, of itself, and of the packs that it can see."""
        of_items = (kind for other in self.visible[pack] for kind in self.kinds_of[other])
        return {**self.kinds.records, **dict.fromkeys(of_items, self.kinds.item)}

    def _define(self, pack: Pack, source: Source) -> None:
        if self._is_table_file(pack, source):
            return
        for table, value in source.data.items():
            if table in EDITS or table == ONLY_IF:
                continue
            fault = None
            if table not in (tables := self._tables(pack.id)):
                message = "a kind of record that does not exist"
                fault = unknown_word("SA205", message, table, tables, "kind", at_key=True, path=(table,))
                if fault.near is None and self.failed.may_be(table, self.kinds.declaring, self.visible[pack.id]):
                    self.report.suppress(fault, source)
                    continue
                fault = self.suggestions.suggest(fault, table, self.kinds.declaring, pack.id, "kind")
                if not fault.near and not fault.help:
                    head = f"[[{self.kinds.declaring[0]}]]"
                    fault = attrs.evolve(fault, help=f"a kind of your own is declared by `{head}` with `id = {written(table)}`")
                self.failed.add(fault.near or table, pack.id, value)
                self.report.unchecked[f"the records under `[[{shortened(table)}]]`"] = None
            elif type(value) is not list or any(type(element) is not dict for element in value):
                fault = not_in_double_brackets("a record", table, value, (table,), source.written_at((table,)))
            if fault is not None:
                self.report.add(fault, source, (), pack.id)
                continue
            for index, data in enumerate(value):
                self._define_one(pack, source, table, index, data)

    def _is_table_file(self, pack: Pack, source: Source) -> bool:
        """Returns whether a file is a table file, and reports it if so."""
        kinds = self._tables(pack.id)
        keys = (key for key, value in source.data.items() if key in OF_A_TABLE_FILE and (key not in kinds or type(value) is int))
        key = next(keys, None)
        if key is not None:
            label, help = "this looks like a table file", "move the file out of the pack's folder"
            fault = Fault("SA205", "a kind of record that does not exist", label, help=help, at_key=True, path=(key,))
            self.report.add(fault, source, (), pack.id)
            self._add_failed_file(pack, source)
        return key is not None

    def _define_one(self, pack: Pack, source: Source, kind: str, index: int, data: Mapping[str, Any]) -> None:
        origin = Provenance(pack.id, source, (kind, index))
        model = self.kinds.model(kind)
        id = data.get("id")
        if type(id) is not str:
            # A record without an id cannot be filed, so report its faults now.
            for fault in structure_record(self.structurer, data, model)[1]:
                self.report.add_at(fault, origin)
            self.failed.add(kind, pack.id, [data])
            self.report.unchecked["references of records without `id`"] = None
            return
        prefixes = pack.manifest.pack.prefixes
        for fault in id_faults(model, id, self.reserved, prefixes):
            self.report.add_at(fault, origin)
        key = kind, owner_of(model, pack.id), id
        twin = self.records.get(key) or self._same_table(kind, id)
        if twin is not None:
            first = twin.definition.place(("id",), "first used here")
            self.report.diagnostics.append(_same_id(twin.kind, first, origin))
            if twin.pack != pack.id:
                self.failed.add(kind, pack.id, [data])  # other records of this pack may name it
            return
        filled = self._filled(data, origin)
        self.records[key] = RawRecord(kind, pack.id, id, filled, origin, model, self.language.verbs)

    def _same_table(self, kind: str, id: str) -> RawRecord | None:
        """Returns the record, of any pack, that already declares the same table; all packs share the names of tables."""
        if self.kinds.model(kind).declares is None:
            return None
        return next((raw_record for key, raw_record in self.records.items() if (key[0], key[2]) == (kind, id)), None)

    def _filled(self, data: Mapping[str, Any], origin: Provenance | Edit) -> dict[str, Any]:
        """Returns a table with the values of its options filled in, and reports the faults of these."""
        filled, faults = self.options.filled({**data}, origin.pack)
        for fault in faults:
            self.report.add_at(fault, origin)
        assert isinstance(filled, dict)
        return filled

    # --- edit ---------------------------------------------------------------------------------------------------

    def _edits(self, pack: Pack) -> list[Edit]:
        """Returns the edits of a pack that apply, or may apply, at this table, in order."""
        edits = []
        for source in [source for owner, source in self.files if owner is pack]:
            for edit in gather_edits(pack.id, source, self._tables(pack.id)):
                if isinstance(edit, Fault):
                    fault = edit
                    if fault.code == "SA205":
                        fault = self.suggestions.suggest(fault, str(fault.path[-1]), self.kinds.declaring, pack.id, "kind")
                    self.report.add(fault, source, (), pack.id)
                    continue
                rows, faults = requirements_of(edit, self.structurer, self.options, self.kinds.only_for_items)
                for fault in faults:
                    self.report.add_at(fault, edit)
                if faults or all(self.options.holds(row, pack.id) for row in rows):
                    data = self._filled(edit.data, edit)
                    edits.append(attrs.evolve(edit, data={**data, "when": REPORTED} if faults else data))
        return sorted(edits, key=lambda edit: list(EDITS).index(edit.word))

    # --- check --------------------------------------------------------------------------------------------------

    def _checked(self, visible: VisibleRecords, *, is_complete: bool = True) -> Content:
        """Returns the content of the records without errors, and reports all errors.

        Args:
            visible: the records of some packs after their edits.
            is_complete: False if edits have been left out.
        """
        met_before = self.report.met
        entries = self._entries(visible)
        references = self._references(visible, entries)
        resolved = [references.resolved(entry) for entry in references.content if _applies(entry)]
        references.refuse_removals()
        has_errors = self.report.met > met_before or references.needs
        content = self._content(visible, [entry for entry in resolved if is_whole(entry.record)])
        content = in_listed_order(with_copies(content))
        self.report.diagnostics += shared_names(content)
        self._check_numbers(content)
        if self.failed or has_errors or not is_complete:
            self.report.unchecked["how the records work together"] = None
        else:
            check_listed(content, self.report)
            self.report.diagnostics += clashes(content)
        return content

    def _check(self, visible: VisibleRecords) -> None:
        """Reports errors in the records that a pack edits, or in all that it can see if its edits can affect others."""
        if visible.reaches_far:
            self._checked(visible)
            return
        references = self._references(visible, self._entries(visible))
        touched = {id(raw_record) for raw_record in visible.touched}
        for entry in references.content:
            if id(entry.raw_record) in touched and _applies(entry):
                references.resolved(entry)
        references.refuse_removals()

    def _references(self, visible: VisibleRecords, entries: Iterable[Entry]) -> References:
        content = self._content(visible, entries)
        return References(content, self.language, visible.removed, self.failed, self.suggestions, self.report)

    # --- structure ----------------------------------------------------------------------------------------------

    def _entries(self, visible: VisibleRecords) -> list[Entry]:
        """Returns the records that apply, including those with errors; items only where their kind does."""
        entries = [entry for raw_record in visible.records.values() if (entry := self._entry(raw_record)) is not None]
        declaring = self.kinds.declaring
        kinds = {entry.id for entry in entries if entry.kind in declaring}
        return [entry for entry in entries if entry.kind in kinds or entry.kind not in self.item_kinds]

    def _entry(self, raw_record: RawRecord) -> Entry | None:
        """Returns a record, from the cache if possible, or None if it does not apply."""
        if id(raw_record.data) in self._untouched:
            return self._untouched[id(raw_record.data)]
        met_before = self.report.met
        entry = self._structure(raw_record)
        if raw_record.data is raw_record.as_defined and self.report.met == met_before:
            self._untouched[id(raw_record.data)] = entry
        return entry

    def _structure(self, raw_record: RawRecord) -> Entry | None:
        """Returns a record, with `REPORTED` as its `when` if that has an error, or None if it does not apply."""
        record = self._record(raw_record)
        rows = record.when if isinstance(record.when, tuple) else ()
        # Every row is checked, even after one with an error.
        errors = [self._is_wrong(raw_record, index, row) for index, row in enumerate(rows) if isinstance(row, Requirement)]
        if any(errors) or not is_whole(record.when):
            self.report.unchecked["references of records with an error in `when`"] = None
            record = attrs.evolve(record, when=REPORTED)
        elif not all(self.options.holds(row, raw_record.origin_of(("when", index))[0].pack) for index, row in enumerate(rows)):
            return None
        manifest = next(pack.manifest for pack in self.packs if pack.id == raw_record.pack)
        return Entry(raw_record, raw_record.id, record, record.confidence or manifest.pack.confidence)

    def _record(self, raw_record: RawRecord) -> Any:
        """Returns the readable part of a record, and reports each fault at the line that caused it."""
        record, faults = self._read(raw_record.model, raw_record.data)
        for fault in faults:
            at_cause, origin = self._at_cause(raw_record, fault)
            with_packs = partial(self._with_other_edits, raw_record=raw_record, path=fault.path)
            self.report.add_at(at_cause, origin, with_packs=with_packs)
        return record

    def _read(self, model: type[ContentRecord], data: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
        """Returns the readable part of a record, and its faults."""
        record = read_again(self.structurer, data, model)
        return read_with_contexts(self.structurer, data, model) if record is None else (record, [])

    def _with_other_edits(self, diagnostic: Diagnostic, raw_record: RawRecord, path: TomlPath) -> Diagnostic:
        """Adds the places of other packs' edits of the same value, which may have caused the error."""
        words, origin = raw_record.in_words(path), raw_record.origin_of(path)[0]
        edits = {edit.pack: edit for edit in raw_record.applied if edit.words[: len(words)] == words or edit is origin}
        others = [origin for pack, origin in sorted(edits.items()) if pack not in diagnostic.packs]
        places = [origin.place((), f"{origin.pack} edits it too") for origin in others]
        packs = sorted({*diagnostic.packs, *(origin.pack for origin in others)})
        return attrs.evolve(diagnostic, others=(*diagnostic.others, *places), packs=tuple(packs)) if others else diagnostic

    def _at_cause(self, raw_record: RawRecord, fault: Fault) -> tuple[Fault, Provenance]:
        """Returns a fault with the provenance that caused it, such as the edit that unset a missing key."""
        if fault.code == "SA204":
            for edit in raw_record.applied:
                origin = raw_record.origin_of(edit.at)[0]
                if edit.at[:-1] == fault.path and origin.operation.leaves_gap:
                    return _unset_but_needed(raw_record.kind, edit.at), origin
        caused = caused_by_override(raw_record, fault, lambda data: self._read(raw_record.model, data)[1])
        if caused is not None:
            return caused
        origin, rest = raw_record.origin_of(fault.path)
        return attrs.evolve(fault, path=rest), origin

    def _is_wrong(self, raw_record: RawRecord, index: int, row: Requirement) -> bool:
        """Reports errors in a row of a record's `when`, and returns whether there are any."""
        origin, rest = raw_record.origin_of(("when", index))
        faults = list(self.options.row_faults(row, origin.pack, rest))
        if isinstance(row.cost, str) and not raw_record.model.has_item_conditions:
            faults.append(Fault("SA207", *self.kinds.only_for_items, path=(*rest, "cost")))
        for fault in faults:
            self.report.add_at(fault, origin)
        return bool(faults)

    # --- names and numbers --------------------------------------------------------------------------------------

    def _check_numbers(self, content: Content) -> None:
        """Reports each kind with more records than the kernel supports."""
        for kind, entries in content.entries.items():
            most = self.kinds.model(kind).max_records
            if len(entries) > most:
                first = entries[most]
                by_pack = Counter(entry.pack for entry in entries)
                label = f"a game can have {most}: " + listed(f"{pack} has {count}" for pack, count in by_pack.items())
                help = f"take away {len(entries) - most}"
                fault = Fault("SA211", f"too many {plural(noun_of(kind))}", label, help=help, path=("id",))
                self.report.add_at(fault, first)

    def _named(self, entries: Sequence[Entry]) -> list[Entry]:
        """Returns the entries with the names that play uses; all kinds of item share one namespace."""

        def spaces(entry: Entry) -> list[tuple[str, str]]:
            kind = "item" if entry.kind in self.item_kinds else entry.kind
            return [(kind, id) for id in {entry.id, *ids_of_copies(entry)}]

        taken = [spaces(entry) for entry in entries]
        holders = Counter(space for of_entry in taken for space in of_entry)
        shared = {space for space, count in holders.items() if count > 1}
        return [
            entry if shared.isdisjoint(of_entry) else attrs.evolve(entry, name=f"{entry.pack}:{entry.id}")
            for entry, of_entry in zip(entries, taken, strict=True)
        ]

    def _content(self, visible: VisibleRecords, entries: Iterable[Entry]) -> Content:
        by_kind: dict[str, list[Entry]] = {kind: [] for kind in (*self.kinds.records, *self.item_kinds)}
        for entry in self._named(list(entries)):
            by_kind[entry.kind].append(entry)
        tables = {kind: tuple(found) for kind, found in by_kind.items()}
        packs = tuple(pack for pack in self.packs if pack.id in visible.packs)
        return Content(packs, self.settings, tables, self.item_kinds, self.language, visible.edited, visible.settled)


def _applies(entry: Entry) -> bool:
    """Returns whether a record is known to apply."""
    return entry.record.when is not REPORTED


def _unset_but_needed(kind: str, path: TomlPath) -> Fault:
    key = str(path[-1])
    help = f"delete this edit, or change the value instead: `set.{'.'.join(map(str, path))} = ...`"
    return Fault("SA204", "a key that cannot be unset", f"{a(noun_of(kind))} cannot be without `{key}`", help=help)
