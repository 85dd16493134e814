"""Builds content from pack files in fixed steps: define, edit, structure, name, refer.  Reports the errors of every step.

The fields of records are declared in their classes; edits are applied by `editing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.word import ContentRecord
from stoneage_rules.packs.assemble import Assembler
from stoneage_rules.packs.content import Content, Language, Pack, Settings
from stoneage_rules.packs.editing.edit import Edit, Provenance, RawRecord, RecordKey
from stoneage_rules.packs.editing.gather import gather_edits
from stoneage_rules.packs.editing.merge import Merger, VisibleRecords
from stoneage_rules.packs.editing.tables import EDITS
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.faults import Fault, not_in_double_brackets, unknown_word
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.findings.reported import REPORTED
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.failed import FailedDeclarations, likely_id
from stoneage_rules.packs.records.ids import ONLY_IF, id_faults
from stoneage_rules.packs.records.kinds import owner_of
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.records.values import read_record
from stoneage_rules.packs.resolution.applicability import asked_for, rows_of
from stoneage_rules.packs.resolution.load_order import visible_by_pack
from stoneage_rules.packs.resolution.options import Options
from stoneage_rules.packs.resolution.suggestions import Installed, Suggestions
from stoneage_rules.text.wording import noun_of, plural, shortened

__all__ = ["build_content"]

OF_A_TABLE_FILE = (
    *("extends", "without", "players", "modules", "options", "requires"),
    *("resolve", "starting_seat", "allow_reconstructed", "seed"),
)
"""Keys of table files, none of which is a kind of record."""


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
        self.report = report
        for pack in packs:
            report.texts.update(pack.files.texts)
        self.kinds = language.kinds
        self.reserved = frozenset({*language.kinds.records, *EDITS, ONLY_IF})
        """Names of tables that no kind of item may use."""
        self.structurer = Structurer(language.verbs, language.quantities)
        self.options = Options(packs, settings)
        self.failed = FailedDeclarations(language.kinds)
        self.files = [(pack, source) for pack in packs for source in pack.files.content if self._is_used(pack, source)]
        self.visible = visible_by_pack(packs)
        self.kinds_of = {pack.id: self._kinds_of(pack) for pack in packs}
        self.item_kinds = tuple(dict.fromkeys(kind for kinds in self.kinds_of.values() for kind in kinds))
        self.records: dict[RecordKey, RawRecord] = {}

    def build(self) -> Content:
        for pack, source in self.files:
            self._define(pack, source)
        edits = {pack.id: self._edits(pack) for pack in self.packs}
        merger = Merger(
            self.records, edits, self.suggestions, self.visible, self.settings, self.failed, self._has_error, self.report
        )
        records = merger.merge()
        assembler = Assembler(
            self.packs, self.settings, self.language, self.item_kinds, self.suggestions, self.failed, self.report
        )
        for key in dict.fromkeys(edit.key for visible in merger.visible_records for edit in visible.applied):
            # Also check values that edits have overwritten or removed.
            assembler.check_alone(self.records[key])
        for raw_record in merger.hypothetical:
            assembler.check_alone(raw_record)
        for visible in merger.visible_records:
            assembler.check(visible)
        everything = VisibleRecords(tuple(self.visible), records, merger.applied)
        return assembler.content(everything, settled=merger.settled, is_complete=not merger.leaves_out)

    def _has_error(self, raw_record: RawRecord, key: str) -> bool:
        """Returns whether a key of a record, or its value, has an error, as the record was defined."""
        _, faults = read_record(self.structurer, raw_record.data, raw_record.model)
        return any(key in (*fault.path[:1], *fault.missing[:1]) or (key,) == (*fault.path[1:], fault.near) for fault in faults)

    # --- define -------------------------------------------------------------------------------------------------

    def _is_used(self, pack: Pack, source: Source) -> bool:
        """Returns whether a file's `only_if` holds, and reports the faults in it."""
        packs, faults = asked_for(pack, source, self.structurer, self.suggestions)
        for fault in faults:
            self.report.add(fault, source, (), pack.id)
        if faults:
            self._add_failed_file(pack, source)
        return not faults and {*packs} <= {other.id for other in self.packs}

    def _add_failed_file(self, pack: Pack, source: Source) -> None:
        """Adds the names declared in a file that is skipped because of an error to the failed ones."""
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
        """Returns the tables that a pack can use: those of the library, its own and those of the packs that it can see."""
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
        key = next((key for key in source.data if key in OF_A_TABLE_FILE and key not in self._tables(pack.id)), None)
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
            for fault in read_record(self.structurer, data, model)[1]:
                self.report.add(fault, source, origin.path, pack.id)
            self.failed.add(kind, pack.id, [data])
            self.report.unchecked["references of records without `id`"] = None
            return
        prefixes = pack.manifest.pack.prefixes
        for fault in id_faults(model, id, self.language.words, self.reserved, prefixes):
            self.report.add(fault, source, origin.path, pack.id)
        key = kind, owner_of(model, pack.id), id
        twin = self.records.get(key) or self._same_table(kind, id)
        if twin is not None:
            self._refuse_twin(twin, origin)
            if twin.pack != pack.id:
                self.failed.add(kind, pack.id, [data])  # its own pack goes on naming it
            return
        filled = self._filled(data, source, origin.path, pack.id)
        self.records[key] = RawRecord(kind, pack.id, id, filled, origin, model, self.language.verbs)

    def _same_table(self, kind: str, id: str) -> RawRecord | None:
        """Returns the record, of any pack, that already declares the same table; all packs share the names of tables."""
        if self.kinds.model(kind).declares is None:
            return None
        return next((raw_record for key, raw_record in self.records.items() if (key[0], key[2]) == (kind, id)), None)

    def _filled(self, data: Mapping[str, Any], source: Source, base: Path, pack: str) -> dict[str, Any]:
        """Returns a table with the values of its options filled in, and reports the faults of these."""
        filled, faults = self.options.filled({**data}, pack)
        for fault in faults:
            self.report.add(fault, source, base, pack)
        assert isinstance(filled, dict)
        return filled

    def _refuse_twin(self, first: RawRecord, second: Provenance) -> None:
        taken = first.origin.place(("id",), "first used here")
        place = second.source.place((*second.path, "id"), "used again here")
        title = f"two {plural(noun_of(first.kind))} with the same id"
        help = "give one of them another id"
        self.report.diagnostics.append(Diagnostic("SA206", title, place, others=(taken,), help=help, packs=(second.pack,)))

    # --- edit ---------------------------------------------------------------------------------------------------

    def _edits(self, pack: Pack) -> list[Edit]:
        """Returns the edits of a pack that apply, or may, at this table, in the order in which they are applied."""
        edits = []
        for source in [source for owner, source in self.files if owner is pack]:
            for edit in gather_edits(pack.id, source, self._tables(pack.id)):
                if isinstance(edit, Fault):
                    fault = edit
                    if fault.code == "SA205":
                        fault = self.suggestions.suggest(fault, str(fault.path[-1]), self.kinds.declaring, pack.id, "kind")
                    self.report.add(fault, source, (), pack.id)
                    continue
                rows, faults = rows_of(edit, self.structurer, self.options, self.kinds.only_for_items)
                for fault in faults:
                    self.report.add(fault, source, edit.path, pack.id)
                if faults or all(self.options.holds(row, pack.id) for row in rows):
                    data = self._filled(edit.data, source, edit.path, pack.id)
                    edits.append(attrs.evolve(edit, data={**data, "when": REPORTED} if faults else data))
        return sorted(edits, key=lambda edit: list(EDITS).index(edit.word))
