"""The records and values that an edit means: by id, and by the rows of `where`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.faults import Fault, Put, Write, unknown_word, wrong_type
from stoneage_rules.language.forms import form_of_class, is_range
from stoneage_rules.packs.edit import Edit, RawRecord, RecordKey
from stoneage_rules.packs.parts import owners_of
from stoneage_rules.text import a, choices_of, either, listed, nearest, noun_of, plural, written

# --- where --------------------------------------------------------------------------------------------------------
#
# Matches the plain tables of records against the conditions of an edit's `where`, and finds faults in these conditions.


NOTHING_CHANGES = "an edit that changes nothing"


def fits(data: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Returns whether a record's table fulfils all conditions."""
    return all(_has(data.get(key), want) for key, want in wanted.items())


def _has(have: Any, want: Any) -> bool:
    if is_range(want):
        return type(have) is int and want.get("min", have) <= have <= want.get("max", have)
    if isinstance(want, dict):
        return isinstance(have, dict) and fits(have, want)
    if isinstance(want, list):
        return isinstance(have, list) and all(element in have for element in want)
    return is_same(have, want)


def is_same(value: Any, other: Any) -> bool:
    """Returns whether two values are equal and of the same type, so that `true` is not 1."""
    return bool(value == other and type(value) is type(other))


# --- conditions that no record fulfils --------------------------------------------------------------------------------


def nothing_fits(wanted: Mapping[str, Any], kind: str, tables: Iterable[Mapping[str, Any]]) -> Fault:
    """Returns the fault of conditions that no record fulfils: names the first that none does, and the values that exist."""
    known = list(tables)
    if not known:
        return Fault("SA305", NOTHING_CHANGES, f"there are no {plural(noun_of(kind))}")
    for key, want in wanted.items():
        if not any(_has(data.get(key), want) for data in known):
            strange = _strange_key(key, want, known)
            if strange is not None:
                label = f"no {noun_of(kind)} has `{strange.path[-1]}` under `{key}`"
                return attrs.evolve(strange, label=label)
            there = {written(element) for data in known for element in _elements(data.get(key))}
            label = f"no {noun_of(kind)} has {_shown(want)} under `{key}`"
            note = choices_of(f"value of `{key}`", there) if there else ""
            return Fault("SA305", NOTHING_CHANGES, label, note)
    keys = listed(f"`{key}`" for key in wanted)
    return Fault("SA305", NOTHING_CHANGES, f"some {plural(noun_of(kind))} have {keys}, but none has all of it")


def _strange_key(key: str, want: Any, known: Iterable[Mapping[str, Any]]) -> Fault | None:
    """Returns the fault of a key within a condition's table that no record has there, if there is one."""
    tables = [data[key] for data in known if isinstance(data.get(key), dict)]
    there = sorted({inner for table in tables for inner in table})
    for inner in want if isinstance(want, dict) and there and not is_range(want) else ():
        if inner not in there:
            return unknown_word("SA305", NOTHING_CHANGES, inner, there, f"key of `{key}`", path=(key, inner), at_key=True)
    return None


def _elements(value: Any) -> list[Any]:
    found = value if isinstance(value, list) else [] if value is None else [value]
    return [element for element in found if not isinstance(element, (dict, list))]


def _shown(want: Any) -> str:
    return listed(map(written, want)) if isinstance(want, list) and want else written(want)


# --- targets ------------------------------------------------------------------------------------------------------
#
# Finds the target records of an edit, and the faults of its keys.
#
# The edit is applied to them by `operators` and `merge`.


def aim_edit(edit: Edit, records: Mapping[RecordKey, RawRecord], view: Sequence[str]) -> Iterator[RawRecord | Fault]:
    """Yields the target records of an edit, and the faults of its keys.

    Args:
        edit: the edit.
        records: the records visible to its pack, by kind, pack and id.
        view: the packs that its pack can see, itself first.
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
        yield from _target(edit, records, view)
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
        yield wrong_type(why, "text", ("why",))
    elif not why.strip():
        yield Fault("SA207", "an empty value", "nothing is said here", help="say the reason, or delete the line", path=("why",))


def _where(edit: Edit, records: Mapping[RecordKey, RawRecord]) -> Iterator[RawRecord | Fault]:
    wanted = edit.data["where"]
    if type(wanted) is dict:
        faults = [*form_of_class(edit.model).condition_faults(wanted, ("where",))]
    else:
        faults = [attrs.evolve(wrong_type(wanted, "a set of conditions"), path=("where",))]
    yield from faults
    if faults:
        return
    known = [record for record in records.values() if record.kind == edit.kind]
    found = [record for record in known if fits(record.data, wanted)]
    if not found:
        fault = nothing_fits(wanted, edit.kind, [record.data for record in known])
        yield attrs.evolve(fault, path=("where", *fault.path))
    yield from found


def _named(edit: Edit, target: str, records: Mapping[RecordKey, RawRecord], view: Sequence[str]) -> list[RawRecord]:
    """Returns the records that an edit's pack can mean by a target."""
    keys = [(edit.kind, owner, target.rpartition(":")[2]) for owner in owners_of(edit.model, target, view)]
    found = [records[key] for key in keys if key in records]
    # A short id means the pack's own record first.
    return found[:1] if found and found[0].pack == view[0] else found


def _is_needed(edit: Edit, key: str | None) -> bool:
    """Returns whether an edit lacks a key that it needs."""
    if key == "why":
        return key not in edit.data and edit.table.needs_reason
    return key not in edit.data and (key == "record" or (key in ("target", "where") and not {"target", "where"} & set(edit.data)))


def _target(edit: Edit, records: Mapping[RecordKey, RawRecord], view: Sequence[str]) -> Iterator[RawRecord | Fault]:
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
        yield wrong_type(target, "text", ("target",))
    elif len(found := _named(edit, target, records, view)) == 1:
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
    """Returns the fault of a target that is the name shown to players instead of the record's id; None for any other."""
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
