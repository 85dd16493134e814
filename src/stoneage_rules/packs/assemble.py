"""Turns edited raw records into checked content: structures and names them, checks their references and consistency.

Raw records are read in `build` and edited in `merge`; faults of single values are found in `structure` and `values`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from stoneage_rules.language.word import ContentRecord, Requirement
from stoneage_rules.packs.checks.consistency import clashes
from stoneage_rules.packs.checks.listed_order import check_listed, in_listed_order
from stoneage_rules.packs.checks.references import References
from stoneage_rules.packs.content import Content, Entry, Language, Pack, Settings
from stoneage_rules.packs.copying import ids_of_copies, shared_names, with_copies
from stoneage_rules.packs.editing.edit import Provenance, RawRecord
from stoneage_rules.packs.editing.merge import VisibleRecords
from stoneage_rules.packs.editing.partial_overrides import caused_by_override
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.findings.reported import REPORTED, is_whole
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.failed import FailedDeclarations
from stoneage_rules.packs.records.reading_again import read_again, read_with_contexts, structurer_of
from stoneage_rules.packs.resolution.options import Options
from stoneage_rules.packs.resolution.suggestions import Suggestions
from stoneage_rules.text.wording import a, listed, noun_of, plural

__all__ = ["Assembler"]


class Assembler:
    """Turns raw records into content, and reports each error once, however many packs can see it."""

    def __init__(
        self,
        packs: Sequence[Pack],
        settings: Settings,
        language: Language,
        item_kinds: tuple[str, ...],
        suggestions: Suggestions,
        failed: FailedDeclarations,
        report: Report,
    ) -> None:
        self.packs = packs
        self.settings = settings
        self.language = language
        self.kinds = language.kinds
        self.item_kinds = item_kinds
        self.suggestions = suggestions
        self.failed = failed
        self.report = report
        self.options = Options(packs, settings)
        self.structurer = structurer_of(tuple(language.verbs.items()), tuple(language.quantities.items()))
        self._untouched: dict[int, Entry | None] = {}
        """Caches unedited records without errors by the identity of their tables; None for records that do not apply."""

    def content(self, visible: VisibleRecords, *, settled: frozenset[str] = frozenset(), is_complete: bool = True) -> Content:
        """Returns the content of the records without errors, and reports all errors.

        Args:
            visible: the records of some packs after their edits.
            settled: the addresses of the values whose conflicts the table has settled.
            is_complete: False if edits have been left out.
        """
        met_before = self.report.met
        entries = self._entries(visible)
        references = self._references(visible, entries)
        resolved = [references.resolved(entry) for entry in references.content if _applies(entry)]
        references.refuse_removals()
        has_errors = self.report.met > met_before or references.needs
        content = self._content(visible, [entry for entry in resolved if is_whole(entry.record)])
        content = attrs.evolve(in_listed_order(with_copies(content)), settled=settled)
        self.report.diagnostics += shared_names(content)
        self._check_numbers([*content])
        if self.failed or has_errors or not is_complete:
            self.report.unchecked["how the records work together"] = None
        else:
            check_listed(content, self.report)
            self.report.diagnostics += clashes(content)
        return content

    def check(self, visible: VisibleRecords) -> None:
        """Reports errors in the records that a pack edits, or in all that it can see if its edits can affect others."""
        if visible.reaches_far:
            self.content(visible)
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

    def check_alone(self, raw_record: RawRecord) -> None:
        """Reports the errors of a record by itself, without its references."""
        self._structure(raw_record)

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
        if raw_record.as_defined is None and self.report.met == met_before:
            self._untouched[id(raw_record.data)] = entry
        return entry

    def _structure(self, raw_record: RawRecord) -> Entry | None:
        """Returns a record, with `REPORTED` as its `when` if that has an error, or None if it does not apply."""
        record = self._record(raw_record)
        rows = record.when if isinstance(record.when, tuple) else ()
        # Every row is checked, even after one with an error.
        errors = [self._has_error(raw_record, index, row) for index, row in enumerate(rows) if isinstance(row, Requirement)]
        if any(errors) or not is_whole(record.when):
            self.report.unchecked["references of records with an error in `when`"] = None
            record = attrs.evolve(record, when=REPORTED)
        elif not all(self.options.holds(row, raw_record.origin_of(("when", index))[0].pack) for index, row in enumerate(rows)):
            return None
        manifest = next(pack.manifest for pack in self.packs if pack.id == raw_record.pack)
        return Entry(raw_record, raw_record.id, record, record.confidence or manifest.pack.confidence)

    def _record(self, raw_record: RawRecord) -> Any:
        """Returns a record as far as it can be read, and reports each fault at the line that caused it."""
        record, faults = self._read(raw_record.model, raw_record.data)
        for fault in faults:
            at_cause, origin = self._at_cause(raw_record, fault)
            with_packs = partial(self._with_other_edits, raw_record=raw_record, path=fault.path)
            self.report.add(at_cause, origin.source, origin.path, origin.pack, with_packs=with_packs)
        return record

    def _read(self, model: type[ContentRecord], data: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
        """Returns a record as far as it can be read, and its faults."""
        record = read_again(self.structurer, data, model)
        return read_with_contexts(self.structurer, data, model) if record is None else (record, [])

    def _with_other_edits(self, diagnostic: Diagnostic, raw_record: RawRecord, path: Path) -> Diagnostic:
        """Adds the places of other packs' edits of the same value, which may have caused the error."""
        words = raw_record.in_words(path)
        edits = {edit.origin.pack: edit.origin for edit in raw_record.applied if edit.words[: len(words)] == words}
        others = [origin for pack, origin in sorted(edits.items()) if pack not in diagnostic.packs]
        places = [origin.place((), f"{origin.pack} edits it too") for origin in others]
        packs = sorted({*diagnostic.packs, *(origin.pack for origin in others)})
        return attrs.evolve(diagnostic, others=(*diagnostic.others, *places), packs=tuple(packs)) if others else diagnostic

    def _at_cause(self, raw_record: RawRecord, fault: Fault) -> tuple[Fault, Provenance]:
        """Returns a fault with the provenance that caused it, such as the edit that unset a missing key."""
        if fault.code == "SA204":
            for path, origins in raw_record.changes.items():
                if path[:-1] == fault.path and origins[-1].operation.leaves_gap:
                    return _unset_but_needed(raw_record.kind, path), origins[-1]
        caused = caused_by_override(raw_record, fault, lambda data: self._read(raw_record.model, data)[1])
        if caused is not None:
            return caused
        origin, rest = raw_record.origin_of(fault.path)
        return attrs.evolve(fault, path=rest), origin

    def _has_error(self, raw_record: RawRecord, index: int, row: Requirement) -> bool:
        """Reports errors in a row of a record's `when`, and returns whether there are any."""
        origin, rest = raw_record.origin_of(("when", index))
        faults = list(self.options.row_faults(row, origin.pack, rest))
        if isinstance(row.cost, str) and not raw_record.model.has_item_conditions:
            faults.append(Fault("SA207", *self.kinds.only_for_items, path=(*rest, "cost")))
        for fault in faults:
            self.report.add(fault, origin.source, origin.path, origin.pack)
        return bool(faults)

    # --- names and numbers --------------------------------------------------------------------------------------

    def _check_numbers(self, entries: Sequence[Entry]) -> None:
        """Reports each kind with more records than the kernel supports."""
        counts: Counter[str] = Counter()
        firsts: dict[str, Entry] = {}
        for entry in entries:
            counts[entry.kind] += 1
            most = entry.raw_record.model.max_records
            if counts[entry.kind] == most + 1:
                firsts[entry.kind] = entry
        for kind, first in firsts.items():
            most = first.raw_record.model.max_records
            by_pack = Counter(entry.pack for entry in entries if entry.kind == kind)
            label = f"a game can have {most}: " + listed(f"{pack} has {count}" for pack, count in by_pack.items())
            help = f"take away {counts[kind] - most}"
            fault = Fault("SA211", f"too many {plural(noun_of(kind))}", label, help=help, path=("id",))
            self.report.add(fault, first.source, first.path, first.pack)

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
        return Content(packs, self.settings, tables, self.item_kinds, self.language, visible.applied)


def _applies(entry: Entry) -> bool:
    """Returns whether a record is known to apply."""
    return entry.record.when is not REPORTED


def _unset_but_needed(kind: str, path: Path) -> Fault:
    key = str(path[-1])
    help = f"delete this edit, or change the value instead: `set.{'.'.join(map(str, path))} = ...`"
    return Fault("SA204", "a key that cannot be unset", f"{a(noun_of(kind))} cannot be without `{key}`", help=help)
