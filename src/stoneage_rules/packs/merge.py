"""How the edits of all packs are carried out, in their order, and the faults and conflicts that this shows."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.faults import REPORTED, Fault, Put
from stoneage_rules.language.fields import Shown
from stoneage_rules.packs.content import Settings
from stoneage_rules.packs.diagnostics import names_option
from stoneage_rules.packs.edit import (
    Edit,
    Files,
    Provenance,
    RawRecord,
    RecordKey,
    as_path,
    conflict,
    disagreements,
    overridden,
    undone,
    value_address,
)
from stoneage_rules.packs.operators import UNSET, WITHOUT_EFFECT, Faults
from stoneage_rules.packs.options import Suggestions
from stoneage_rules.packs.parts import FailedDeclarations
from stoneage_rules.packs.patching import RawRecords, Skip, aim_edit, kinds_of_target
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import noun_of, written

ON_WHAT_IS_THERE = ("SA203", WITHOUT_EFFECT, "SA306")
"""Codes of faults that depend on the record that is edited."""


@attrs.frozen(eq=False)
class VisibleRecords(Shown):
    """The records of some packs, after their edits."""

    packs: tuple[str, ...]
    records: Mapping[RecordKey, RawRecord]
    edited: tuple[RawRecord, ...]
    """All records that edits have changed, including removed ones."""
    touched: tuple[RawRecord, ...] = ()
    """The records that the pack edits, if these are the records visible to one pack."""
    settled: Mapping[str, str] = attrs.field(factory=dict)
    """The packs that the table prefers where packs disagree, by the addresses of the values."""

    @property
    def removed(self) -> dict[RecordKey, Provenance]:
        """The edit that removed each removed record, by the key of the record."""
        return {record.key: record.removal for record in self.edited if record.removal is not None}

    @property
    def reaches_far(self) -> bool:
        """True if the edits can cause errors in records that they do not change."""
        return bool(self.removed) or any(record.model.affects_others for record in self.touched)


@attrs.define(eq=False)
class Merger:
    """Merges the edits of all packs into the defined records; used once."""

    defined: Mapping[RecordKey, RawRecord]
    edits: Mapping[str, Sequence[Edit]]
    """By pack, in their order."""
    suggestions: Suggestions
    visible: Mapping[str, Sequence[str]]
    """The packs that each pack can see, itself first."""
    settings: Settings
    failed: FailedDeclarations
    has_error: Callable[[RawRecord, str], bool]
    """Returns whether a key of a record, as defined, has an error."""
    report: Report
    edited: tuple[RawRecord, ...] = ()
    """The records that edits have changed, including removed ones."""
    visible_records: list[VisibleRecords] = attrs.field(factory=list)
    """The records that each pack with edits can see."""
    hypothetical: list[RawRecord] = attrs.field(factory=list)
    """Records as changed by edits whose condition or target could not be read."""
    _aims: dict[Edit, tuple[RecordKey, ...]] = attrs.field(factory=dict)
    """The targets of each edit, among the records visible to its pack."""
    _histories: dict[str, dict[RecordKey, list[Provenance]]] = attrs.field(factory=dict)
    """The effects of edits, by pack and record."""
    _conflicts: dict[tuple[str, str, str], tuple[Provenance, Provenance]] = attrs.field(factory=dict)
    """The first edits that disagree, by the address of the value and the two packs."""

    @property
    def leaves_out(self) -> bool:
        """True if edits were left out because it is open whether they apply."""
        return any(edit.may_apply for edits in self.edits.values() for edit in edits)

    @property
    def settled(self) -> dict[str, str]:
        """The packs that the table prefers, by the addresses of the values whose conflicts that settles."""
        return {address: winner for (_, address), winner in self._ignored([*self.edits]).items()}

    def merge(self) -> dict[RecordKey, RawRecord]:
        """Returns every record after all edits, and reports faults and conflicts."""
        for edit, fault in [found for pack in self.edits for found in self._apply_visible(pack)]:
            self._report(edit, fault)
        files, everything = Files(self.suggestions.packs, self.settings.decided_inline), [*self.edits]
        ignored = self._ignored(everything)
        for (address, *packs), pair in self._conflicts.items():
            if not any((pack, address) in ignored for pack in packs):
                self.report.diagnostics.append(conflict(address, pair, self.defined, files))
        records = {key: record.fresh() for key, record in self.defined.items()}
        self.edited = self._apply(everything, records, self._skip(everything))
        return records

    def _apply_visible(self, pack: str) -> Iterator[tuple[Edit, Fault]]:
        """Applies the edits of a pack to the records that it can see, and yields their faults."""
        view, skip = self.visible[pack], self._skip(self.visible[pack])
        records = {key: record.fresh() for key, record in self.defined.items() if record.pack in view}
        everything = tuple(records.values())
        self._apply([other for other in self.edits if other in view and other != pack], records, skip)
        for edit in self.edits[pack]:
            if not edit.may_apply:
                yield from ((edit, fault) for fault in self._aim_and_apply(edit, records, skip))
        self._histories[pack] = {
            record.key: [edit for edit in record.history if edit.pack == pack] for record in everything if record.history
        }
        edited = tuple(record for record in everything if record.applied)
        touched = tuple(record for record in edited if any(edit.pack == pack for edit in record.applied))
        if touched:
            self.visible_records.append(VisibleRecords(tuple(view), records, edited, touched))
        self._compare(pack)
        self._refuse_overridden(pack)
        if any(edit.may_apply for edit in self.edits[pack]):
            yield from self._apply_open(pack, {key: record.fresh() for key, record in records.items()}, skip)

    def _apply_open(self, pack: str, records: RawRecords, skip: Skip) -> Iterator[tuple[Edit, Fault]]:
        """Yields the faults of edits with an error in `when`, except faults that depend on existing records."""
        everything = tuple(records.values())
        for edit in [edit for edit in self.edits[pack] if edit.may_apply]:
            self.report.unchecked["what edits with an error in `when` change"] = None
            faults = self._aim_and_apply(edit, records, skip)
            yield from ((edit, fault) for fault in faults if fault.code not in ON_WHAT_IS_THERE)
        self.hypothetical += [record for record in everything if record.applied]

    def _apply_to_nothing(self, edit: Edit) -> Faults:
        """Yields the faults that an edit has with every record, by applying it to an empty one."""
        self.report.unchecked["what edits without a target change"] = None
        if kinds_of_target(edit, self.defined):
            return
        gives_record, origin = edit.table.gives_record, Provenance(edit.pack, edit.source, edit.path)
        id = value_at(edit.data, ("record", "id")) or ""
        blank = RawRecord(edit.kind, edit.pack, id, {}, origin, edit.model, {})
        for fault in [*edit.table.apply(edit, blank, {blank.key: blank}, lambda *_: False)]:
            if fault.code == "SA202" or (gives_record and fault.code not in ON_WHAT_IS_THERE):
                yield fault
        self.hypothetical += [blank] if gives_record and blank.applied else []

    def _report(self, edit: Edit, fault: Fault) -> None:
        """Reports a fault of an edit, unless a reported error in the edit's value or target causes it."""
        target = str(edit.data["target"]) if fault.code == "SA203" and fault.path == ("target",) else None
        if target is None:
            is_suppressed = value_at(edit.data, fault.path) is REPORTED or self._follows(edit, fault)
        else:
            is_suppressed = self.failed.may_be(target, [edit.kind], self.visible[edit.pack])
            fault = self.suggestions.suggest(fault, target, [edit.kind], edit.pack, noun_of(edit.kind))
        if is_suppressed:
            self.report.suppress(fault, edit.source, edit.path)
        else:
            self.report.add_at(self._with_adder(edit, fault), edit)

    def _follows(self, edit: Edit, fault: Fault) -> bool:
        """Returns whether a fault may only follow from an error in the definition of the edited record."""
        if fault.code not in (*ON_WHAT_IS_THERE, "SA201") or len(fault.path) < 2:
            return False
        step = fault.path[1]
        key = str(step if isinstance(step, str) else value_at(edit.data, fault.path[:2])).partition(".")[0]
        return any(self.has_error(self.defined[target], key) for target in self._aims[edit] if target in self.defined)

    def _with_adder(self, edit: Edit, fault: Fault) -> Fault:
        """Returns a fault of an edit; if it is about an element that a pack adds which its own does not name, with that pack."""
        told = {str(value_at(edit.data, fault.path)), *map(str, fault.path[-1:])} if fault.code in ON_WHAT_IS_THERE else set()
        for pack in [pack for pack in self._histories if pack not in self.visible[edit.pack]]:
            applied = [added for key in self._aims.get(edit, ()) for added in self._histories[pack].get(key, ()) if added.shift]
            if any(not added.names.isdisjoint(told) for added in applied):
                requirement = f'{pack} = ">={self.suggestions.packs[pack].manifest.pack.version}"'
                help = f"{pack} adds it: write `{requirement}` under [requires] in pack.toml, and this edit comes after"
                return attrs.evolve(fault, help=help, near=None, note="")
        return fault

    def _refuse_overridden(self, pack: str) -> None:
        """Reports lines of edits whose every change is undone by a later edit of the same pack."""
        work: dict[tuple[str, TomlPath], list[tuple[Provenance, Provenance | None]]] = {}
        for history in self._histories[pack].values():
            applied = [edit for edit in history if not edit.is_idle]
            gone = overridden(applied)
            for edit in applied:
                work.setdefault((edit.source.file, edit.path), []).append((edit, gone.get(edit)))
        for (edit, later), *others in work.values():
            if later is not None and all(other for _, other in others):
                self.report.diagnostics.append(undone(pack, edit, later))

    def _aim_and_apply(self, edit: Edit, records: RawRecords, skip: Skip) -> Faults:
        aimed = list(aim_edit(edit, records, self.visible[edit.pack]))
        targets = [target for target in aimed if isinstance(target, RawRecord)]
        self._aims[edit] = tuple(target.key for target in targets)
        yield from (fault for fault in aimed if isinstance(fault, Fault))
        if not targets and not edit.may_apply:
            yield from self._apply_to_nothing(edit)
        faults = [fault for target in targets for fault in edit.table.apply(edit, target, records, skip)]
        idle = Counter(fault.path for fault in faults if fault.code == WITHOUT_EFFECT)
        # Report an edit as without effect only if it changes none of its targets, and would not with another option either.
        for fault in faults:
            written = value_at(edit.source.data, edit.path + fault.path)
            if fault.code != WITHOUT_EFFECT or (idle[fault.path] == len(targets) and not names_option(written)):
                yield fault

    def _apply(self, packs: Sequence[str], records: RawRecords, skip: Skip) -> tuple[RawRecord, ...]:
        """Applies the edits of packs without collecting their faults again, and returns the records that they change."""
        everything = tuple(records.values())
        for edit in [edit for pack in packs for edit in self.edits[pack] if not edit.may_apply]:
            for target in [records[key] for key in self._aims[edit] if key in records]:
                list(edit.table.apply(edit, target, records, skip))
        return tuple(record for record in everything if record.applied)

    def _skip(self, view: Sequence[str]) -> Skip:
        """Returns a function that returns the edits that the table ignores, for a selection of packs."""
        ignored = self._ignored(view)
        return lambda pack, record, words: any(
            (pack, value_address(record, words[:length])) in ignored for length in range(len(words) + 1)
        )

    def _ignored(self, view: Sequence[str]) -> dict[tuple[str, str], str]:
        """Returns the pack that the table prefers, by each other pack that it so ignores and the address of the value."""
        decided = {resolution.datum: resolution.use for resolution in self.settings.resolutions}
        settled = [(packs, name, decided.get(name)) for name, *packs in self._conflicts if {*packs} <= {*view}]
        return {(pack, name): winner for packs, name, winner in settled for pack in packs if winner in packs and pack != winner}

    def _compare(self, pack: str) -> None:
        """Compares the edits of a pack with the edits of each earlier pack that it cannot see."""
        for other in [other for other in self._histories if other not in self.visible[pack]]:
            for key, applied in self._histories[pack].items():
                for first, second in disagreements(self._histories[other].get(key, ()), applied):
                    address = value_address(first.address, min(first.scope, second.scope, key=len))
                    self._conflicts.setdefault((address, first.pack, second.pack), (first, second))


# --- partial overrides --------------------------------------------------------------------------------------------
#
# Finds edits that override part of a table so that its keys contradict each other, to blame the edit and not the table.
#
# Faults are found in `parts`, and reported in `build`.


FaultsOf = Callable[[Mapping[str, Any]], list[Fault]]
"""Returns the faults of a record's table."""
IN_A_TABLE = ("SA202", "SA204", "SA207")
"""Codes of faults that can result from combining the keys of one table."""


def caused_by_override(record: RawRecord, fault: Fault, faults_of: FaultsOf) -> tuple[Fault, Provenance] | None:
    """Returns the fault moved to the edit that caused it by overriding part of a table, or None if no edit did.

    Args:
        record: the record, after its edits.
        fault: a fault of that record.
        faults_of: returns the faults that the record would have with another table.
    """
    path = fault.path if isinstance(value_at(record.data, fault.path), dict) else fault.path[:-1]
    table, within = value_at(record.data, path), [edit for edit in record.applied if edit.at[:-1][: len(path)] == path]
    combines = path and within and isinstance(table, dict) and fault.code in IN_A_TABLE  # elements of a list do not
    if not combines or any((old.code, old.path) == (fault.code, fault.path) for old in faults_of(record.as_defined)):
        return None
    source, line = last = _edit(within[-1])
    origin, ours = record.origin_of(fault.path)[0], [edit for edit in within if _edit(edit) == last]
    if _edit(origin) == last:
        return None
    steps = as_path(record.in_words(path))
    label = f"with this, `{steps}` has keys that do not go together: the others are from {origin.pack}"
    given = {edit.at[len(path)] for edit in ours if edit.operation.covers_all and not edit.operation.leaves_gap}
    alone, changed = {key: value for key, value in table.items() if key in given}, copy.deepcopy(record.data)
    value_at(changed, path[:-1])[path[-1]] = alone
    fault = attrs.evolve(fault, label=label, near=None, at_key=False, path=())
    if alone and not faults_of(changed):
        unset = Put(UNSET, written([steps]))
        mend = None if UNSET in value_at(source.data, line) else unset
        fault = attrs.evolve(fault, help=f"add `{unset}` to this edit", mend=mend, mend_at=last)
    return fault, ours[0]


def _edit(edit: Provenance) -> tuple[Any, TomlPath]:
    return edit.source, edit.path[:3]
