"""All packs' edits together: each pack is judged by what it knows, then packs that know nothing of each other are compared.

What a single edit does is in `edits`.  The order in which packs are listed cannot matter: edits work in pack order, and
two packs without a declared order that do not commute are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from stoneage_rules.packs.content import Settings
from stoneage_rules.packs.editing.conflict_report import Files, conflict, undone
from stoneage_rules.packs.editing.conflicts import disagreements, overridden
from stoneage_rules.packs.editing.edit import AppliedEdit, Edit, Provenance, RawRecord, RecordKey, value_address
from stoneage_rules.packs.editing.operation import RESOLVED
from stoneage_rules.packs.editing.operators.operator import Skip
from stoneage_rules.packs.editing.targets import aim_edit, finder
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.option_values import names_option
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.failed import FailedDeclarations
from stoneage_rules.packs.resolution.suggestions import Suggestions
from stoneage_rules.text.wording import noun_of

__all__ = ["Merger", "VisibleRecords"]

WITHOUT_EFFECT = "SA305"
ON_WHAT_IS_THERE = ("SA203", WITHOUT_EFFECT, "SA306")
"""Faults that an edit only has where it applies."""


@attrs.frozen(eq=False)
class VisibleRecords:
    """The records of some packs after their edits."""

    packs: tuple[str, ...]
    entities: Mapping[RecordKey, RawRecord]
    applied: tuple[AppliedEdit, ...]
    touched: tuple[RawRecord, ...] = ()
    """The records that the pack edits, where these are the records that one pack can see."""

    @property
    def removed(self) -> dict[RecordKey, Provenance]:
        """Who has removed a record that was defined."""
        return {edit.key: edit.origin for edit in self.applied if edit.operation.removes_record}

    @property
    def reaches_far(self) -> bool:
        """True if edits here can put records in the wrong that they do not change."""
        return bool(self.removed) or any(entity.model.affects_others for entity in self.touched)


@attrs.frozen
class _Veto:
    """Edits that a table's decision takes out: one pack's, of a value and all within it, in favour of another's."""

    loser: str
    winner: str
    address: str
    words: Path


class Merger:
    """One merging of all packs' edits into the defined records."""

    def __init__(
        self,
        defined: Mapping[RecordKey, RawRecord],
        edits: Mapping[str, Sequence[Edit]],
        suggestions: Suggestions,
        visible: Mapping[str, Sequence[str]],
        settings: Settings,
        lost: FailedDeclarations,
        is_flawed: Callable[[RawRecord, str], bool],
        report: Report,
    ) -> None:
        self.defined = defined
        self.edits = {pack: [edit for edit in its if not edit.is_doubtful] for pack, its in edits.items()}
        self.suggestions = suggestions
        self.visible = visible
        self.resolutions = {resolution.datum: resolution.use for resolution in settings.resolutions}
        self.files = Files(suggestions.packs, settings.decided_inline)
        """The files in which conflicts can be settled."""
        self.lost = lost
        self.is_flawed = is_flawed
        """True if something is wrong with a value of a record as it was defined."""
        self.report = report
        self.applied: tuple[AppliedEdit, ...] = ()
        """The effects of all edits together, record by record."""
        self.worlds: list[VisibleRecords] = []
        """The world as each pack with edits knows it."""
        self.doubted: list[RawRecord] = []
        """Records as changed by edits whose condition or target could not be read."""
        self._doubtful = {pack: [edit for edit in its if edit.is_doubtful] for pack, its in edits.items()}
        self._aims: dict[Edit, tuple[RecordKey, ...]] = {}
        """The records that each edit means: by what its pack knows, whatever unknown packs make of them."""
        self._judged: dict[str, dict[str, list[AppliedEdit]]] = {}
        """By pack and record what its edits have done."""
        self._vetoes: list[_Veto] = []
        self._open: list[tuple[str, AppliedEdit, AppliedEdit]] = []

    @property
    def settled(self) -> frozenset[str]:
        """The data that the table's decisions have settled."""
        return frozenset(value_address(veto.address, veto.words) for veto in self._vetoes)

    def merge(self) -> dict[RecordKey, RawRecord]:
        """Returns every record after all edits; faults and conflicts are reported."""
        for pack in self.edits:
            self._judge(pack)
            self._compare(pack)
        self._report_conflicts()
        entities = {key: entity.fresh() for key, entity in self.defined.items()}
        everything = tuple(entities.values())
        for pack in self.edits:
            self._apply(pack, entities, self._skip(tuple(self.edits)))
        self._note_decisions([entity for entity in everything if entity.key in entities])
        self.applied = tuple(edit for entity in everything for edit in entity.applied)
        return entities

    def _judge(self, pack: str) -> None:
        """Carries a pack's edits out on what it knows, reports their faults and notes what they change."""
        view = self.visible[pack]
        entities = {key: entity.fresh() for key, entity in self.defined.items() if entity.pack in view}
        everything = tuple(entities.values())
        skip = self._skip(view)
        for other in self.edits:
            if other in view and other != pack:
                self._apply(other, entities, skip)
        before = {id(entity): (len(entity.applied), len(entity.claims)) for entity in everything}
        for edit in self.edits[pack]:
            for fault in self._aim_and_apply(edit, entities, skip):
                if self._only_follows(fault, edit):
                    self.report.suppress(fault, edit.source, edit.path)
                else:
                    self.report.add(self._hinted(fault, edit), edit.source, edit.path, pack)
        for edit in self.edits[pack]:
            if not self._aims[edit]:
                self._judge_aimless(edit)
        claimed = [entity for entity in everything if len(entity.claims) > before[id(entity)][1]]
        touched = [entity for entity in claimed if len(entity.applied) > before[id(entity)][0]]
        self._judged[pack] = {entity.address: entity.claims[before[id(entity)][1] :] for entity in claimed}
        if touched:
            applied = tuple(edit for entity in everything for edit in entity.applied)
            self.worlds.append(VisibleRecords(tuple(view), entities, applied, tuple(touched)))
        self._refuse_overridden(pack, [entity.applied[before[id(entity)][0] :] for entity in touched])
        if self._doubtful[pack]:
            self._judge_doubtful(pack, entities, skip)

    def _judge_aimless(self, edit: Edit) -> None:
        """Reports what is wrong with an edit that means no record in itself, as if there were one with nothing in it."""
        self.report.unchecked["what edits without a target change"] = None
        new = edit.data.get("record")
        id = new.get("id") if isinstance(new, dict) else ""
        blank = RawRecord(edit.kind, edit.pack, id if isinstance(id, str) else "", {}, edit.origin(()), edit.model, {})
        for fault in edit.table.apply(edit, blank, {blank.key: blank}, lambda *_: False):
            if fault.code == "SA202" or (edit.table.gives_record and fault.code not in ON_WHAT_IS_THERE):
                self.report.add(fault, edit.source, edit.path, edit.pack)
        self.doubted += [blank] if edit.table.gives_record and blank.applied else []

    def _judge_doubtful(self, pack: str, entities: Mapping[RecordKey, RawRecord], skip: Skip) -> None:
        """Reports what is wrong with edits that may not apply in themselves, whatever there is for them to change."""
        self.report.unchecked["what edits with an error in `when` change"] = None
        copies = {key: entity.fresh() for key, entity in entities.items()}
        everything = tuple(copies.values())
        for edit in self._doubtful[pack]:
            for fault in self._aim_and_apply(edit, copies, skip):
                if fault.code not in ON_WHAT_IS_THERE:
                    self.report.add(fault, edit.source, edit.path, pack)
        self.doubted += [entity for entity in everything if entity.applied]

    def _only_follows(self, fault: Fault, edit: Edit) -> bool:
        """Returns whether what an edit is about is only missing because of what is wrong with it."""
        if fault.path == ("target",) and fault.code == "SA203":
            return self.lost.may_be(str(edit.data["target"]), [edit.kind], self.visible[edit.pack])
        if fault.code not in (*ON_WHAT_IS_THERE, "SA201") or fault.path[:1] == ("target",) or len(fault.path) < 2:
            return False
        word, step = str(fault.path[0]), fault.path[1]
        key = str(step if isinstance(step, str) else edit.data[word][step]).partition(".")[0]
        return any(self.is_flawed(self.defined[target], key) for target in self._aims[edit] if target in self.defined)

    def _hinted(self, fault: Fault, edit: Edit) -> Fault:
        """Returns a fault of an edit; for a record that is not there, with the pack that has it."""
        if fault.code != "SA203" or fault.path != ("target",):
            return fault
        return self.suggestions.suggest(fault, str(edit.data["target"]), [edit.kind], edit.pack, noun_of(edit.kind))

    def _refuse_overridden(self, pack: str, by_record: Sequence[Sequence[AppliedEdit]]) -> None:
        """Reports lines all of whose work a later edit of the same pack undoes."""
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

    def _aim_and_apply(self, edit: Edit, entities: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        found = list(aim_edit(edit, entities, finder(entities, self.visible[edit.pack], edit)))
        targets = [target for target in found if isinstance(target, RawRecord)]
        self._aims[edit] = tuple(target.key for target in targets)
        yield from (fault for fault in found if isinstance(fault, Fault))
        faults = [fault for target in targets for fault in edit.table.apply(edit, target, entities, skip)]
        idle = Counter(fault.path for fault in faults if fault.code == WITHOUT_EFFECT)
        # What changes some of the records that fit is not without effect, nor is what would change them at another table.
        for fault in faults:
            written = value_at(edit.source.data, edit.path + fault.path)
            if fault.code != WITHOUT_EFFECT or (idle[fault.path] == len(targets) and not names_option(written)):
                yield fault

    def _apply(self, pack: str, entities: dict[RecordKey, RawRecord], skip: Skip) -> None:
        """Carries out the edits of a pack that has been judged already."""
        for edit in self.edits[pack]:
            for target in [entities[key] for key in self._aims[edit] if key in entities]:
                list(edit.table.apply(edit, target, entities, skip))

    def _skip(self, view: Sequence[str]) -> Skip:
        """Returns what the table's decisions between some packs take out."""
        vetoes = [veto for veto in self._vetoes if veto.loser in view and veto.winner in view]

        def skip(pack: str, address: str, words: Path) -> bool:
            return any(
                veto.loser == pack and veto.address == address and words[: len(veto.words)] == veto.words for veto in vetoes
            )

        return skip

    # --- conflicts ----------------------------------------------------------------------------------------------

    def _compare(self, pack: str) -> None:
        """Finds values over which a pack and those before it disagree, none of which it knows or is known to."""
        unknown = [other for other in self._judged if other != pack and other not in self.visible[pack]]
        for other in unknown:
            for address, applied in self._judged[pack].items():
                for first, second in disagreements(self._judged[other].get(address, ()), applied):
                    self._file(first, second)

    def _file(self, first: AppliedEdit, second: AppliedEdit) -> None:
        """Files two edits that disagree: as settled by the table, or as open."""
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
        """Reports what the table has not settled, once for each value and pair of packs."""
        beaten = {(veto.loser, value_address(veto.address, veto.words)) for veto in self._vetoes}
        reported: set[tuple[str, str, str]] = set()
        for name, first, second in self._open:
            packs = (first.origin.pack, second.origin.pack)
            if (name, *packs) not in reported and not any((pack, name) in beaten for pack in packs):
                reported.add((name, *packs))
                self.report.diagnostics.append(conflict(name, (first, second), self.defined, self.files))

    def _note_decisions(self, entities: Sequence[RawRecord]) -> None:
        """Notes at each value that the table has settled whose edits count."""
        for entity in entities:
            for edit in list(entity.applied):
                if any(
                    veto.winner == edit.origin.pack and veto.address == entity.address and veto.words == edit.scope
                    for veto in self._vetoes
                ):
                    origin = attrs.evolve(edit.origin, operation=RESOLVED)
                    entity.note(edit.path, origin, edit.value, edit.before, words=edit.words, result=edit.result)
