"""Finds the target records of an edit, and the faults of its keys.

The edit is applied to them by `operators` and `tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from stoneage_rules.packs.editing.edit import Edit, RawRecord, RecordKey
from stoneage_rules.packs.editing.where import condition_faults, fits, nothing_fits
from stoneage_rules.packs.findings.faults import Fault, unknown_word, wrong_type
from stoneage_rules.packs.findings.mends import Put, Write
from stoneage_rules.packs.records.kinds import owners_of
from stoneage_rules.text.spelling import nearest
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import a, choices_of, either, noun_of

__all__ = ["aim_edit", "finder", "kinds_of_target"]


def aim_edit(
    edit: Edit, records: Mapping[RecordKey, RawRecord], find: Callable[[str], list[RawRecord]]
) -> Iterator[RawRecord | Fault]:
    """Yields the target records of an edit, and the faults of its keys.

    Args:
        edit: the edit.
        records: the records visible to its pack, by kind, pack and id.
        find: returns the records that the pack can mean by a target.
    """
    for fault in edit.table.strange_keys(edit):
        follows = (Fault("SA204", f"the key `{fault.near}` is missing"),)
        yield attrs.evolve(fault, suppresses=follows) if _is_needed(edit, fault.near) else fault
    yield from _reason(edit)
    if "where" in edit.data and "where" not in edit.table.keys:
        return
    if "target" not in edit.data and (edit.table.is_misspelt(edit, "target") or edit.table.is_misspelt(edit, "where")):
        return
    if "where" not in edit.data:
        yield from _target(edit, records, find)
    elif "target" in edit.data:
        message = "an edit with both `target` and `where`"
        label, help = "`target` names one record, `where` all that fit", "delete one of the two"
        yield Fault("SA207", message, label, help=help, path=("where",), at_key=True)
    else:
        yield from _where(edit, records)


def _reason(edit: Edit) -> Iterator[Fault]:
    """Yields the faults of an edit's `why`, which is required where a whole record is removed."""
    why = edit.data.get("why")
    if why is None:
        if edit.table.needs_reason and not edit.table.is_misspelt(edit, "why"):
            help = 'add a line `why = "..."`: `stoneage why` and `stoneage diff` show it'
            yield Fault("SA204", "the key `why` is missing", "a whole record goes, and nothing says why", help=help)
    elif type(why) is not str:
        yield attrs.evolve(wrong_type(why, "text"), path=("why",))
    elif not why.strip():
        yield Fault("SA207", "an empty value", "nothing is said here", help="say the reason, or delete the line", path=("why",))


def _where(edit: Edit, records: Mapping[RecordKey, RawRecord]) -> Iterator[RawRecord | Fault]:
    wanted = edit.data["where"]
    faults = [attrs.evolve(fault, path=("where", *fault.path)) for fault in condition_faults(wanted, edit.model)]
    yield from faults
    if faults:
        return
    known = [record for record in records.values() if record.kind == edit.kind]
    found = [record for record in known if fits(record.data, wanted)]
    if not found:
        fault = nothing_fits(wanted, edit.kind, [record.data for record in known])
        yield attrs.evolve(fault, path=("where", *fault.path))
    yield from found


def finder(records: Mapping[RecordKey, RawRecord], view: Sequence[str], edit: Edit) -> Callable[[str], list[RawRecord]]:
    """Returns a function that finds the records that an edit's pack can mean by a target."""

    def find(target: str) -> list[RawRecord]:
        keys = [(edit.kind, owner, target.rpartition(":")[2]) for owner in owners_of(edit.model, target, view)]
        found = [records[key] for key in keys if key in records]
        # A short id means the pack's own record first; the pack itself is the first in its view.
        return found[:1] if found and found[0].pack == view[0] else found

    return find


def _is_needed(edit: Edit, key: str | None) -> bool:
    """Returns whether an edit lacks a key that it needs."""
    if key == "why":
        return key not in edit.data and edit.table.needs_reason
    return key not in edit.data and (key == "record" or (key in ("target", "where") and not {"target", "where"} & set(edit.data)))


def _target(
    edit: Edit, records: Mapping[RecordKey, RawRecord], find: Callable[[str], list[RawRecord]]
) -> Iterator[RawRecord | Fault]:
    target = edit.data.get("target")
    if target is None:
        known = _addresses(edit.kind, records)
        mend = Put("target", written(known[0] if known else "PACK:ID"))
        help = f"add a line `{mend}`" + (
            ", or `where = { ... }` with what several have in common" if "where" in edit.table.keys else ""
        )
        label = f"which {noun_of(edit.kind)} is meant?"
        yield Fault(
            "SA204",
            "an edit without `target`",
            label,
            choices_of(noun_of(edit.kind), known),
            help=help,
            mend=mend if len(known) == 1 else None,
        )
    elif type(target) is not str:
        yield attrs.evolve(wrong_type(target, "text"), path=("target",))
    elif len(found := find(target)) == 1:
        yield found[0]
    elif found:
        message = f"an id of more than one {noun_of(edit.kind)}"
        help = f"write {either(f'`{e.pack}:{e.id}`' for e in found)}"
        yield Fault("SA203", message, f"which `{target}` is meant?", help=help, path=("target",))
    else:
        message, known = "an edit of a record that does not exist", _addresses(edit.kind, records)
        fault = unknown_word("SA203", message, target, known, noun_of(edit.kind), path=("target",))
        yield (
            _of_other_kind(edit, target, records)
            or _by_display_name(edit, target, records)
            or (fault if fault.near else attrs.evolve(fault, near=nearest(target, [word.partition(":")[2] for word in known])))
        )


def kinds_of_target(edit: Edit, keys: Iterable[RecordKey]) -> list[str]:
    """Returns the kinds, other than its own, that have a record with the id that an edit's target is."""
    owner, _, id = str(edit.data.get("target")).rpartition(":")
    return sorted({kind for kind, pack, known in keys if known == id and owner in ("", pack) and kind != edit.kind})


def _of_other_kind(edit: Edit, target: str, records: Mapping[RecordKey, RawRecord]) -> Fault | None:
    """Returns the fault of a target that is a record of another kind, with the header for it; None for any other."""
    kinds = kinds_of_target(edit, records)
    if not kinds:
        return None
    header, inner = f"[[{edit.word}.{kinds[0]}]]", f"[{edit.word}.{edit.kind}."
    is_plain = edit.source.written_at(edit.path).startswith("[[") and inner not in edit.source.text
    mend = Write(header) if len(kinds) == 1 and is_plain else None
    label, help = f"`{target}` is {either(a(noun_of(kind)) for kind in kinds)}", f"write `{header}`"
    message, at = "an edit of a record that does not exist", (edit.source, edit.path)
    return Fault("SA203", message, label, help=help, mend=mend, mend_at=at, path=("target",))


def _by_display_name(edit: Edit, target: str, records: Mapping[RecordKey, RawRecord]) -> Fault | None:
    """Returns the fault of a target that is what players read of a record, and not its id; None for any other."""
    called = {record.data.get("name"): record for record in records.values() if record.kind == edit.kind}
    names = {name.casefold(): name for name in called if isinstance(name, str)}
    name = names.get(target.strip().casefold())
    if name is None:
        return None
    record, noun = called[name], noun_of(edit.kind)
    label = f"no {noun} has this id; `{record.pack}:{record.id}` is called {name}"
    return Fault("SA203", "an edit of a record that does not exist", label, near=f"{record.pack}:{record.id}", path=("target",))


def _addresses(kind: str, records: Mapping[RecordKey, RawRecord]) -> list[str]:
    return sorted({record.address.split()[1] for record in records.values() if record.kind == kind})
