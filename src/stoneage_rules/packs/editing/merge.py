"""Merges the edits of all packs, and compares those of packs that cannot see each other.

Single edits are applied by `tables` and `operators`.  The order in which packs are listed makes no difference: edits are
applied in pack order, and two packs that have no declared order must commute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.packs.content import Settings
from stoneage_rules.packs.editing.conflict_report import Files, conflict, undone
from stoneage_rules.packs.editing.conflicts import disagreements, overridden
from stoneage_rules.packs.editing.edit import AppliedEdit, Edit, Provenance, RawRecord, RecordKey, value_address
from stoneage_rules.packs.editing.operation import RESOLVED
from stoneage_rules.packs.editing.operators.operator import Skip
from stoneage_rules.packs.editing.targets import aim_edit, finder, kinds_of_target
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.option_values import names_option
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.findings.reported import REPORTED
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.failed import FailedDeclarations
from stoneage_rules.packs.resolution.suggestions import Suggestions
from stoneage_rules.text.wording import noun_of

__all__ = ["Merger", "VisibleRecords"]

WITHOUT_EFFECT = "SA305"
ON_WHAT_IS_THERE = ("SA203", WITHOUT_EFFECT, "SA306")
"""Codes of faults that depend on the record that is edited."""


@attrs.frozen(eq=False)
class VisibleRecords(Described):
    """The records of some packs, after their edits."""

    packs: tuple[str, ...]
    records: Mapping[RecordKey, RawRecord]
    applied: tuple[AppliedEdit, ...]
    touched: tuple[RawRecord, ...] = ()
    """The records that the pack edits, if these are the records visible to one pack."""

    @property
    def removed(self) -> dict[RecordKey, Provenance]:
        """The provenance of each removal, by the key of the removed record."""
        return {edit.key: edit.origin for edit in self.applied if edit.operation.removes_record}

    @property
    def reaches_far(self) -> bool:
        """True if the edits can cause errors in records that they do not change."""
        return bool(self.removed) or any(record.model.affects_others for record in self.touched)


@attrs.frozen
class _Veto(Described):
    """A table's decision to ignore one pack's edits of a value, and of everything within it, in favour of another's."""

    loser: str
    winner: str
    address: str
    words: Path


class Merger:
    """Merges the edits of all packs into the defined records; used once."""

    def __init__(
        self,
        defined: Mapping[RecordKey, RawRecord],
        edits: Mapping[str, Sequence[Edit]],
        suggestions: Suggestions,
        visible: Mapping[str, Sequence[str]],
        settings: Settings,
        failed: FailedDeclarations,
        has_error: Callable[[RawRecord, str], bool],
        report: Report,
    ) -> None:
        self.defined = defined
        self.edits = {pack: [edit for edit in of_pack if not edit.may_apply] for pack, of_pack in edits.items()}
        self.suggestions = suggestions
        self.visible = visible
        self.resolutions = {resolution.datum: resolution.use for resolution in settings.resolutions}
        self.files = Files(suggestions.packs, settings.decided_inline)
        """The files in which conflicts can be settled."""
        self.failed = failed
        self.has_error = has_error
        """Returns whether a key of a record, as defined, has an error."""
        self.report = report
        self.applied: tuple[AppliedEdit, ...] = ()
        """The effects of all edits, grouped by record."""
        self.visible_records: list[VisibleRecords] = []
        """The records that each pack with edits can see."""
        self.hypothetical: list[RawRecord] = []
        """Records as changed by edits whose condition or target could not be read."""
        self._may_apply = {pack: [edit for edit in of_pack if edit.may_apply] for pack, of_pack in edits.items()}
        self._aims: dict[Edit, tuple[RecordKey, ...]] = {}
        """The targets of each edit, among the records visible to its pack."""
        self._judged: dict[str, dict[str, list[AppliedEdit]]] = {}
        """The effects of edits, by pack and address of the record."""
        self._vetoes: list[_Veto] = []
        self._open: list[tuple[str, AppliedEdit, AppliedEdit]] = []

    @property
    def leaves_out(self) -> bool:
        """True if edits were left out because it is open whether they apply."""
        return any(self._may_apply.values())

    @property
    def settled(self) -> frozenset[str]:
        """The addresses of the values whose conflicts the table has settled."""
        return frozenset(value_address(veto.address, veto.words) for veto in self._vetoes)

    def merge(self) -> dict[RecordKey, RawRecord]:
        """Returns every record after all edits, and reports faults and conflicts."""
        for pack in self.edits:
            self._apply_visible(pack)
            self._compare(pack)
        self._report_conflicts()
        records = {key: record.fresh() for key, record in self.defined.items()}
        everything = tuple(records.values())
        for pack in self.edits:
            self._apply(pack, records, self._skip(tuple(self.edits)))
        self._note_decisions([record for record in everything if record.key in records])
        self.applied = tuple(edit for record in everything for edit in record.applied)
        return records

    def _apply_visible(self, pack: str) -> None:
        """Applies the edits of a pack to the records that it can see, and reports their faults."""
        view = self.visible[pack]
        records = {key: record.fresh() for key, record in self.defined.items() if record.pack in view}
        everything = tuple(records.values())
        skip = self._skip(view)
        for other in self.edits:
            if other in view and other != pack:
                self._apply(other, records, skip)
        before = {id(record): (len(record.applied), len(record.claims)) for record in everything}
        for edit in self.edits[pack]:
            for fault in self._aim_and_apply(edit, records, skip):
                if self._is_suppressed(fault, edit):
                    self.report.suppress(fault, edit.source, edit.path)
                else:
                    self.report.add(self._with_suggestion(fault, edit), edit.source, edit.path, pack)
        for edit in self.edits[pack]:
            if not self._aims[edit]:
                self._check_without_target(edit)
        claimed = [record for record in everything if len(record.claims) > before[id(record)][1]]
        touched = [record for record in claimed if len(record.applied) > before[id(record)][0]]
        self._judged[pack] = {record.address: record.claims[before[id(record)][1] :] for record in claimed}
        if touched:
            applied = tuple(edit for record in everything for edit in record.applied)
            self.visible_records.append(VisibleRecords(tuple(view), records, applied, tuple(touched)))
        self._refuse_overridden(pack, [record.applied[before[id(record)][0] :] for record in touched])
        if self._may_apply[pack]:
            self._check_hypothetical(pack, records, skip)

    def _check_without_target(self, edit: Edit) -> None:
        """Reports the faults of an edit without a target, by applying it to an empty record."""
        self.report.unchecked["what edits without a target change"] = None
        if kinds_of_target(edit, self.defined):
            return
        new = edit.data.get("record")
        id = new.get("id") if isinstance(new, dict) else ""
        blank = RawRecord(edit.kind, edit.pack, id if isinstance(id, str) else "", {}, edit.origin(()), edit.model, {})
        for fault in edit.table.apply(edit, blank, {blank.key: blank}, lambda *_: False):
            if fault.code == "SA202" or (edit.table.gives_record and fault.code not in ON_WHAT_IS_THERE):
                self.report.add(fault, edit.source, edit.path, edit.pack)
        self.hypothetical += [blank] if edit.table.gives_record and blank.applied else []

    def _check_hypothetical(self, pack: str, records: Mapping[RecordKey, RawRecord], skip: Skip) -> None:
        """Reports the faults of edits with an error in `when`, except faults that depend on their targets."""
        self.report.unchecked["what edits with an error in `when` change"] = None
        copies = {key: record.fresh() for key, record in records.items()}
        everything = tuple(copies.values())
        for edit in self._may_apply[pack]:
            for fault in self._aim_and_apply(edit, copies, skip):
                if fault.code not in ON_WHAT_IS_THERE:
                    self.report.add(fault, edit.source, edit.path, pack)
        self.hypothetical += [record for record in everything if record.applied]

    def _is_suppressed(self, fault: Fault, edit: Edit) -> bool:
        """Returns whether a fault of an edit is caused by a reported error in the edit's value or target."""
        if value_at(edit.data, fault.path) is REPORTED:
            return True
        if fault.path == ("target",) and fault.code == "SA203":
            return self.failed.may_be(str(edit.data["target"]), [edit.kind], self.visible[edit.pack])
        if fault.code not in (*ON_WHAT_IS_THERE, "SA201") or fault.path[:1] == ("target",) or len(fault.path) < 2:
            return False
        word, step = str(fault.path[0]), fault.path[1]
        key = str(step if isinstance(step, str) else edit.data[word][step]).partition(".")[0]
        return any(self.has_error(self.defined[target], key) for target in self._aims[edit] if target in self.defined)

    def _with_suggestion(self, fault: Fault, edit: Edit) -> Fault:
        """Returns a fault of an edit; if the target does not exist, with the pack that has a record of this name."""
        if fault.code != "SA203" or fault.path != ("target",):
            return fault
        return self.suggestions.suggest(fault, str(edit.data["target"]), [edit.kind], edit.pack, noun_of(edit.kind))

    def _refuse_overridden(self, pack: str, by_record: Sequence[Sequence[AppliedEdit]]) -> None:
        """Reports lines of edits whose every change is undone by a later edit of the same pack."""
        work: dict[tuple[str, Path], list[tuple[AppliedEdit, AppliedEdit | None]]] = {}
        for applied in by_record:
            gone = overridden(applied)
            for edit in applied:
                work.setdefault((edit.origin.source.file, edit.origin.path), []).append((edit, gone.get(edit)))
        for pairs in work.values():
            edit, later = pairs[0]
            if later is None or any(later is None for _, later in pairs):
                continue
            self.report.diagnostics.append(undone(pack, edit, later))

    def _aim_and_apply(self, edit: Edit, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        aimed = list(aim_edit(edit, records, finder(records, self.visible[edit.pack], edit)))
        targets = [target for target in aimed if isinstance(target, RawRecord)]
        self._aims[edit] = tuple(target.key for target in targets)
        yield from (fault for fault in aimed if isinstance(fault, Fault))
        faults = [fault for target in targets for fault in edit.table.apply(edit, target, records, skip)]
        idle = Counter(fault.path for fault in faults if fault.code == WITHOUT_EFFECT)
        # Report an edit as without effect only if it changes none of its targets, and would not with another option either.
        for fault in faults:
            written = value_at(edit.source.data, edit.path + fault.path)
            if fault.code != WITHOUT_EFFECT or (idle[fault.path] == len(targets) and not names_option(written)):
                yield fault

    def _apply(self, pack: str, records: dict[RecordKey, RawRecord], skip: Skip) -> None:
        """Applies the edits of a pack, without reporting their faults again."""
        for edit in self.edits[pack]:
            for target in [records[key] for key in self._aims[edit] if key in records]:
                list(edit.table.apply(edit, target, records, skip))

    def _skip(self, view: Sequence[str]) -> Skip:
        """Returns a function that tells which edits the table has decided to ignore, for a selection of packs."""
        vetoes = [veto for veto in self._vetoes if veto.loser in view and veto.winner in view]

        def skip(pack: str, address: str, words: Path) -> bool:
            return any(
                veto.loser == pack and veto.address == address and words[: len(veto.words)] == veto.words for veto in vetoes
            )

        return skip

    # --- conflicts ----------------------------------------------------------------------------------------------

    def _compare(self, pack: str) -> None:
        """Compares the edits of a pack with those of each earlier pack that it cannot see."""
        unknown = [other for other in self._judged if other != pack and other not in self.visible[pack]]
        for other in unknown:
            for address, applied in self._judged[pack].items():
                for first, second in disagreements(self._judged[other].get(address, ()), applied):
                    self._file(first, second)

    def _file(self, first: AppliedEdit, second: AppliedEdit) -> None:
        """Keeps a pair of edits that disagree, and the table's decision between them, if any."""
        shorter = min(first, second, key=lambda edit: len(edit.scope))
        address, words = shorter.address, shorter.scope
        name = value_address(address, words)
        winner = self.resolutions.get(name)
        packs = (first.origin.pack, second.origin.pack)
        if winner in packs:
            loser = packs[1 - packs.index(winner)]
            self._vetoes.append(_Veto(loser, winner, address, words))
        self._open.append((name, first, second))

    def _report_conflicts(self) -> None:
        """Reports each conflict that the table has not settled, once per value and pair of packs."""
        beaten = {(veto.loser, value_address(veto.address, veto.words)) for veto in self._vetoes}
        reported: set[tuple[str, str, str]] = set()
        for name, first, second in self._open:
            packs = (first.origin.pack, second.origin.pack)
            if (name, *packs) not in reported and not any((pack, name) in beaten for pack in packs):
                reported.add((name, *packs))
                self.report.diagnostics.append(conflict(name, (first, second), self.defined, self.files))

    def _note_decisions(self, records: Sequence[RawRecord]) -> None:
        """Adds the table's decision to the history of each value that it settled."""
        for record in records:
            for edit in list(record.applied):
                if any(
                    veto.winner == edit.origin.pack and veto.address == record.address and veto.words == edit.scope
                    for veto in self._vetoes
                ):
                    origin = attrs.evolve(edit.origin, operation=RESOLVED)
                    record.note(edit.path, origin, edit.value, edit.before, words=edit.words, result=edit.result)
