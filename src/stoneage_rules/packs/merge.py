"""The tables of edits, one class each, and how the edits of all packs are carried out, in their order."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from stoneage_rules.language.faults import REPORTED, UNREAD, WORDS, Fault, Put, Write, unknown_key, unknown_word, wrong_type
from stoneage_rules.language.fields import Described, fields_of
from stoneage_rules.language.forms import Schema, described, form_of_class, table
from stoneage_rules.language.word import ContentRecord
from stoneage_rules.packs.content import Settings
from stoneage_rules.packs.diagnostics import names_option, not_in_double_brackets
from stoneage_rules.packs.edit import (
    Edit,
    Files,
    Operation,
    Provenance,
    RawRecord,
    RecordKey,
    conflict,
    disagreements,
    is_same_toml,
    overridden,
    undone,
    value_address,
)
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.operator import NOTHING_CHANGES, EditForms, Skip
from stoneage_rules.packs.operators import OPERATORS
from stoneage_rules.packs.options import Suggestions
from stoneage_rules.packs.parts import FailedDeclarations
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.packs.targets import aim_edit, kinds_of_target
from stoneage_rules.text import listed, noun_of, written

WITHOUT_EFFECT = "SA305"
ON_WHAT_IS_THERE = ("SA203", WITHOUT_EFFECT, "SA306")
"""Codes of faults that depend on the record that is edited."""


@attrs.frozen(eq=False)
class VisibleRecords(Described):
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
        self.edited: tuple[RawRecord, ...] = ()
        """The records that edits have changed, including removed ones."""
        self.visible_records: list[VisibleRecords] = []
        """The records that each pack with edits can see."""
        self.hypothetical: list[RawRecord] = []
        """Records as changed by edits whose condition or target could not be read."""
        self._may_apply = {pack: [edit for edit in of_pack if edit.may_apply] for pack, of_pack in edits.items()}
        self._aims: dict[Edit, tuple[RecordKey, ...]] = {}
        """The targets of each edit, among the records visible to its pack."""
        self._judged: dict[str, dict[str, list[Provenance]]] = {}
        """The effects of edits, by pack and address of the record."""
        self._conflicts: dict[tuple[str, str, str], tuple[Provenance, Provenance]] = {}
        """The first edits that disagree, by the address of the value and the two packs."""

    @property
    def leaves_out(self) -> bool:
        """True if edits were left out because it is open whether they apply."""
        return any(self._may_apply.values())

    @property
    def settled(self) -> dict[str, str]:
        """The packs that the table prefers, by the addresses of the values whose conflicts that settles."""
        return {name: self.resolutions[name] for _, name in self._ignored(tuple(self.edits))}

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
        self.edited = tuple(record for record in everything if record.applied)
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
        for edit in self.edits[pack]:
            for fault in self._aim_and_apply(edit, records, skip):
                if self._is_suppressed(fault, edit):
                    self.report.suppress(fault, edit.source, edit.path)
                else:
                    self.report.add_at(self._with_suggestion(fault, edit), edit)
        for edit in self.edits[pack]:
            if not self._aims[edit]:
                self._check_without_target(edit)
        edited = tuple(record for record in everything if record.applied)
        touched = tuple(record for record in edited if any(edit.pack == pack for edit in record.applied))
        own = {record.address: [edit for edit in record.history if edit.pack == pack] for record in everything if record.history}
        self._judged[pack] = own
        if touched:
            self.visible_records.append(VisibleRecords(tuple(view), records, edited, touched))
        self._refuse_overridden(pack, own.values())
        if self._may_apply[pack]:
            self._check_hypothetical(pack, records, skip)

    def _check_without_target(self, edit: Edit) -> None:
        """Reports the faults of an edit without a target, by applying it to an empty record."""
        self.report.unchecked["what edits without a target change"] = None
        if kinds_of_target(edit, self.defined):
            return
        new = edit.data.get("record")
        id = new.get("id") if isinstance(new, dict) else ""
        blank = RawRecord(
            edit.kind,
            edit.pack,
            id if isinstance(id, str) else "",
            {},
            Provenance(edit.pack, edit.source, edit.path),
            edit.model,
            {},
        )
        for fault in edit.table.apply(edit, blank, {blank.key: blank}, lambda *_: False):
            if fault.code == "SA202" or (edit.table.gives_record and fault.code not in ON_WHAT_IS_THERE):
                self.report.add_at(fault, edit)
        self.hypothetical += [blank] if edit.table.gives_record and blank.applied else []

    def _check_hypothetical(self, pack: str, records: Mapping[RecordKey, RawRecord], skip: Skip) -> None:
        """Reports the faults of edits with an error in `when`, except faults that depend on their targets."""
        self.report.unchecked["what edits with an error in `when` change"] = None
        copies = {key: record.fresh() for key, record in records.items()}
        everything = tuple(copies.values())
        for edit in self._may_apply[pack]:
            for fault in self._aim_and_apply(edit, copies, skip):
                if fault.code not in ON_WHAT_IS_THERE:
                    self.report.add_at(fault, edit)
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

    def _refuse_overridden(self, pack: str, by_record: Iterable[Sequence[Provenance]]) -> None:
        """Reports lines of edits whose every change is undone by a later edit of the same pack."""
        work: dict[tuple[str, TomlPath], list[tuple[Provenance, Provenance | None]]] = {}
        for history in by_record:
            applied = [edit for edit in history if not edit.is_idle]
            gone = overridden(applied)
            for edit in applied:
                work.setdefault((edit.source.file, edit.path), []).append((edit, gone.get(edit)))
        for pairs in work.values():
            edit, later = pairs[0]
            if later is None or any(later is None for _, later in pairs):
                continue
            self.report.diagnostics.append(undone(pack, edit, later))

    def _aim_and_apply(self, edit: Edit, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        aimed = list(aim_edit(edit, records, self.visible[edit.pack]))
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
        ignored = self._ignored(view)

        def skip(pack: str, address: str, words: TomlPath) -> bool:
            around = (words[:length] for length in range(len(words) + 1))
            return any((pack, value_address(address, scope)) in ignored for scope in around)

        return skip

    def _ignored(self, view: Sequence[str]) -> set[tuple[str, str]]:
        """Returns each pack whose edits of a value the table ignores in favour of another's, with the value's address."""
        decided = [(name, packs, self.resolutions.get(name)) for name, *packs in self._conflicts if {*packs} <= {*view}]
        return {(pack, name) for name, packs, winner in decided for pack in packs if winner in packs and pack != winner}

    # --- conflicts ----------------------------------------------------------------------------------------------

    def _compare(self, pack: str) -> None:
        """Compares the edits of a pack with those of each earlier pack that it cannot see."""
        unknown = [other for other in self._judged if other != pack and other not in self.visible[pack]]
        for other in unknown:
            for address, applied in self._judged[pack].items():
                for first, second in disagreements(self._judged[other].get(address, ()), applied):
                    name = value_address(address, min(first.scope, second.scope, key=len))
                    self._conflicts.setdefault((name, first.pack, second.pack), (first, second))

    def _report_conflicts(self) -> None:
        """Reports each conflict that the table has not settled."""
        ignored = self._ignored(tuple(self.edits))
        for (name, *packs), pair in self._conflicts.items():
            if not any((pack, name) in ignored for pack in packs):
                self.report.diagnostics.append(conflict(name, pair, self.defined, self.files))


# --- edit table ---------------------------------------------------------------------------------------------------
#
# The base class of `[[patch.KIND]]`, `[[replace.KIND]]` and `[[remove.KIND]]`.


class EditTable:
    """Base class of the ways to edit a record, each with its own header."""

    word: ClassVar[str]
    """The first word of the header."""
    keys: ClassVar[Sequence[str]]
    """The keys that an edit can have."""
    needs_reason: ClassVar[bool] = False
    """True if `why` is required, so that anyone who misses a record can find the reason."""
    gives_record: ClassVar[bool] = False
    """True if an edit contains a whole record, which can be checked without its target."""

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        """Applies an edit to one of its targets, and yields its faults.

        Args:
            edit: the edit.
            target: the record to change.
            records: every record so far, by kind, pack and id.
            skip: returns whether the table ignores a part of the edit.
        """
        raise NotImplementedError

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        """Returns the JSON schema of such edits, for a kind of record and its class."""
        raise NotImplementedError

    def strange_key(self, edit: Edit, key: str) -> Fault:
        """Returns the fault of an unknown key."""
        return unknown_key(key, self.keys, ())

    def strange_keys(self, edit: Edit) -> list[Fault]:
        """Returns the faults of all unknown keys of an edit."""
        return [self.strange_key(edit, key) for key in edit.data if key not in self.keys]

    def is_misspelt(self, edit: Edit, key: str) -> bool:
        """Returns whether an edit has a misspelt form of a key instead of the key."""
        return key not in edit.data and any(fault.near == key for fault in self.strange_keys(edit))


# --- patch --------------------------------------------------------------------------------------------------------
#
# `[[patch.KIND]]`: changes single values of records.


class PatchTable(EditTable):
    """Changes values of a record with operators, which are keys of the edit."""

    word = "patch"
    keys = ("target", "where", "when", "why", *OPERATORS)

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        if set(edit.data) <= {*self.keys} - {*OPERATORS}:
            yield _nothing_to_change(target)
        target.keep_original()
        for word, operator in OPERATORS.items():
            if word in edit.data:
                for fault in operator.carry_out(edit, target, skip):
                    yield _with_way_out(fault, edit) if fault.code == "SA305" else fault

    def strange_key(self, edit: Edit, key: str) -> Fault:
        """Returns the fault of an unknown key; for a key of the record, suggests how to change that."""
        fault = super().strange_key(edit, key)
        if key not in fields_of(edit.model):
            return fault
        appended = f" or `append.{key}`" if isinstance(edit.data[key], list) else ""
        label, mend = f"`{key}` is a key of the record, not of its edit", Write(f"set.{key}", at_key=True)
        help = f"to change it, write `{mend}`{appended}"
        return attrs.evolve(fault, label=label, help=help, note="", near=None, mend=None if appended else mend)

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        properties = {**forms.around(name), "where": forms.where(kind)}
        for word, operator in OPERATORS.items():
            properties[word] = described(operator.record_schema(forms, kind), operator.help)
        schema = {**table(properties, oneOf=forms.TARGET_OR_WHERE), "x-taplo": {"initKeys": ["target"]}}
        return forms.define(f"patch-{name}", lambda: schema)


def _nothing_to_change(target: RawRecord) -> Fault:
    key = next((key for key, value in target.data.items() if type(value) is int), "name")
    changes = [f"`{word}`" for word, operator in OPERATORS.items() if operator.is_change]
    note, help = f"changes are written with {listed(changes)}", f"add a change, for example `set.{key} = ...`"
    return Fault("SA305", "an edit without a change", "it does not say what to change", note, help=help)


def _with_way_out(fault: Fault, edit: Edit) -> Fault:
    """Returns the fault of a line without effect with its help: to delete the line, or the edit if that is its only line."""
    if fault.help or fault.near:
        return attrs.evolve(fault, help=fault.help or f"did you mean `{fault.near}`?")
    changes = [edit.data[word] for word in OPERATORS if word in edit.data]
    while len(changes) == 1 and isinstance(changes[0], (dict, list)):
        changes = [*(changes[0].values() if isinstance(changes[0], dict) else changes[0])]
    return attrs.evolve(fault, help=f"write something else, or delete this {'line' if len(changes) > 1 else 'edit'}")


# --- remove -------------------------------------------------------------------------------------------------------
#
# `[[remove.KIND]]`: removes records from the game.


class Removal(Operation):
    """The removal of a record."""

    done = "removed"
    in_history = "removes it"
    in_conflict = "removes the record"
    as_last = if_alone = "then the record is gone"
    if_dismissed = ", and the record stays"
    covers_all = True
    ends_target = True
    removes_record = True


REMOVAL = Removal()


class RemoveTable(EditTable):
    """Removes records."""

    word = "remove"
    keys = ("target", "where", "when", "why")
    needs_reason = True

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        if not skip(edit.pack, target.address, ()):
            target.note(edit, (), REMOVAL)
            del records[target.key]
        yield from ()

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        properties = {**forms.around(name), "where": forms.where(kind)}
        schema = table(properties, required=["why"], oneOf=forms.TARGET_OR_WHERE)
        return forms.define(f"remove-{name}", lambda: schema)


# --- replace ------------------------------------------------------------------------------------------------------
#
# `[[replace.KIND]]`: replaces records as a whole.


class Replacement(Operation):
    """The replacement of a record."""

    done = "replaced"
    in_history = "replaces it by"
    in_conflict = "replaces the record"
    as_last = "then it is the record of {pack}"
    covers_all = True


REPLACEMENT = Replacement()


class ReplaceTable(EditTable):
    """Replaces a record by a new one with the same id."""

    word = "replace"
    keys = ("target", "when", "why", "record")
    needs_reason = True
    gives_record = True

    def apply(self, edit: Edit, target: RawRecord, records: dict[RecordKey, RawRecord], skip: Skip) -> Iterator[Fault]:
        new = edit.data.get("record")
        if skip(edit.pack, target.address, ()) or self.is_misspelt(edit, "record"):
            return
        if type(new) is not dict:
            label, help = "what is the new record?", "write its keys under `record`"
            missing = Fault("SA204", "a replacement without `record`", label, help=help)
            yield missing if new is None else wrong_type(new, WORDS[dict], ("record",))
            return
        if new.get("id", target.id) != target.id:
            label = f"the record keeps the id `{target.id}`"
            yield Fault("SA207", "an id that cannot be changed", label, path=("record", "id"))
            return
        data = {"id": target.id, **copy.deepcopy(new)}
        is_same = is_same_toml(data, target.data)
        target.note(edit, ("record",), REPLACEMENT, (), new, target.data, is_idle=is_same)
        if is_same:
            label, help = f"{target.label} is this already", "write something else, or delete this edit"
            yield Fault("SA305", NOTHING_CHANGES, label, help=help, path=("record",))
        else:
            target.data = data

    def strange_key(self, edit: Edit, key: str) -> Fault:
        if key != "where":
            return super().strange_key(edit, key)
        label, help = "one new record cannot replace several", 'instead of this line name the one: `target = "PACK:ID"`'
        return Fault("SA202", UNREAD, label, help=help, at_key=True, path=(key,))

    def schema(self, forms: EditForms, name: str, kind: Any) -> Schema:
        record = described(form_of_class(kind).table(forms, whole=False), "the new record")
        properties = {**forms.around(name), "record": record}
        return forms.define(f"replace-{name}", lambda: table(properties, required=["target", "why", "record"]))


# --- tables -------------------------------------------------------------------------------------------------------
#
# The tables of edits: one class each, with its keys and its effect on records.


IN_ORDER = (ReplaceTable, PatchTable, RemoveTable)
"""In the order in which a pack's edits are applied, whichever of its files they are in."""
EDITS: Mapping[str, EditTable] = {kind.word: kind() for kind in IN_ORDER}
"""The tables by the first word of their headers."""

# --- gather -------------------------------------------------------------------------------------------------------
#
# Reads the edits of a file from its tables.


def gather_edits(pack: str, source: Source, kinds: Mapping[str, type[ContentRecord]]) -> Iterator[Edit | Fault]:
    """Yields the edits of a file in the order in which they are applied, and the faults of their headers."""
    for word, edit_table in EDITS.items():
        tables = source.data.get(word, {})
        if type(tables) is not dict:
            yield not_in_double_brackets("an edit", f"{word}.KIND", tables, (word,), "")
            continue
        for kind, edits in tables.items():
            path = (word, kind)
            if kind not in kinds:
                message = "an edit of a kind that does not exist"
                yield unknown_word("SA205", message, kind, kinds, "kind", at_key=True, path=path)
            elif type(edits) is not list or any(type(edit) is not dict for edit in edits):
                yield not_in_double_brackets("an edit", f"{word}.{kind}", edits, path, source.written_at(path))
            else:
                for index, data in enumerate(edits):
                    yield Edit(edit_table, kind, kinds[kind], pack, source, (*path, index), data)


# --- partial overrides --------------------------------------------------------------------------------------------
#
# Finds edits that override part of a table so that its keys contradict each other, to blame the edit and not the table.
#
# Faults are found in `parts`, and reported in `build`.


FaultsOf = Callable[[Mapping[str, Any]], list[Fault]]
"""Returns the faults of a record's table."""
TAKES_AWAY = next(word for word, operator in OPERATORS.items() if operator.leaves_gap)
"""The operator that takes a whole table away."""
IN_A_TABLE = ("SA202", "SA204", "SA207")
"""Codes of faults that can result from combining the keys of one table."""


def caused_by_override(record: RawRecord, fault: Fault, faults_of: FaultsOf) -> tuple[Fault, Provenance] | None:
    """Returns the fault moved to the edit that caused it by overriding part of a table, or None if no edit did.

    Args:
        record: the record, after its edits.
        fault: a fault of that record.
        faults_of: returns the faults that the record would have with another table.
    """
    if fault.code not in IN_A_TABLE:
        return None
    table = fault.path if isinstance(value_at(record.data, fault.path), dict) else fault.path[:-1]
    within = [edit for edit in record.applied if len(edit.at) > len(table) and edit.at[: len(table)] == table]
    combines = table and within and isinstance(value_at(record.data, table), dict)  # elements of a list do not
    if not combines or any((old.code, old.path) == (fault.code, fault.path) for old in faults_of(record.as_defined)):
        return None
    edits = [edit for edit in within if _edit(edit) == _edit(within[-1])]
    unset = _unset(record, table, edits, faults_of)
    origin, rest = record.origin_of(fault.path)
    if any((origin.source, origin.path[:3]) == _edit(edit) for edit in edits):
        return (_mended(fault, unset, edits[0], path=rest), origin) if unset else None
    step = ".".join(map(str, record.in_words(table)))
    label = f"with this, `{step}` has keys that do not go together: the others are from {origin.pack}"
    fault = attrs.evolve(fault, label=label, near=None, at_key=False, path=())
    return (_mended(fault, unset, edits[0]) if unset else fault), edits[0]


def _unset(record: RawRecord, table: TomlPath, edits: list[Provenance], faults_of: FaultsOf) -> Put | None:
    """Suggests that an edit unset the table, if the table has no faults with only the keys that the edit sets."""
    given = {edit.at[len(table)] for edit in edits if not edit.operation.leaves_gap and edit.operation.covers_all}
    current = value_at(record.data, table)
    alone = {key: value for key, value in current.items() if key in given}
    changed = copy.deepcopy(record.data)
    value_at(changed, table[:-1])[table[-1]] = alone
    if not alone or len(alone) == len(current) or faults_of(changed):
        return None
    return Put(TAKES_AWAY, written([".".join(map(str, record.in_words(table)))]))


def _mended(fault: Fault, unset: Put, edit: Provenance, **changes: Any) -> Fault:
    """Returns the fault with the mend; an edit that unsets something already is left to its author."""
    source, path = _edit(edit)
    mend = None if TAKES_AWAY in value_at(source.data, path) else unset
    return attrs.evolve(fault, help=f"add `{unset}` to this edit", mend=mend, mend_at=(source, path), **changes)


def _edit(edit: Provenance) -> tuple[Any, TomlPath]:
    return edit.source, edit.path[:3]
