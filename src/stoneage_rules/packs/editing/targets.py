"""The records that an edit means, and what is wrong with its header.

What it does to them is in `deeds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from stoneage_rules.packs.editing.edit import KEYS, Edit, Entity
from stoneage_rules.packs.editing.where import condition_faults, fits, keys_of_kind, nothing_fits
from stoneage_rules.packs.findings.faults import UNREAD, Fault, unknown_word, wrong_type
from stoneage_rules.text.spelling import nearest
from stoneage_rules.text.wording import choices_of, either, noun_of

__all__ = ["aim_edit", "finder", "is_misspelt"]

WITH_REASON = ("replace", "remove")
"""The edits that must say why."""


def aim_edit(
    edit: Edit, entities: Mapping[tuple[str, str, str], Entity], find: Callable[[str], list[Entity]]
) -> Iterator[Entity | Fault]:
    """The records that an edit means, and what is wrong with its header.

    Args:
        edit: the edit.
        entities: the records that its pack knows of, by kind, pack and id.
        find: the records that a target can mean, from the pack's point of view.
    """
    for fault in _strange_keys(edit):
        hidden = (Fault("SA204", f"the key `{fault.fix}` is missing"),)
        yield attrs.evolve(fault, hides=hidden) if _is_needed(edit, fault.fix) else fault
    yield from _reason(edit)
    if "where" in edit.data and "where" not in KEYS[edit.word]:
        return
    if "target" not in edit.data and (is_misspelt(edit, "target") or is_misspelt(edit, "where")):
        return
    if "where" not in edit.data:
        yield from _target(edit, entities, find)
    elif "target" in edit.data:
        message = "an edit with both `target` and `where`"
        label, help = "`target` names one record, `where` all that fit", "delete one of the two"
        yield Fault("SA207", message, label, help=help, path=("where",), at_key=True)
    else:
        yield from _where(edit, entities)


def _reason(edit: Edit) -> Iterator[Fault]:
    """What is wrong with an edit's `why`: whoever misses a record must be able to learn the reason."""
    why = edit.data.get("why")
    if why is None:
        if edit.word in WITH_REASON and not is_misspelt(edit, "why"):
            help = 'add a line `why = "..."`: `stoneage why` and `stoneage diff` show it'
            yield Fault("SA204", "the key `why` is missing", "a whole record goes, and nothing says why", help=help)
    elif type(why) is not str:
        yield attrs.evolve(wrong_type(why, "text"), path=("why",))
    elif not why.strip():
        yield Fault("SA207", "an empty value", "nothing is said here", help="say the reason, or delete the line", path=("why",))


def _where(edit: Edit, entities: Mapping[tuple[str, str, str], Entity]) -> Iterator[Entity | Fault]:
    wanted = edit.data["where"]
    faults = [attrs.evolve(fault, path=("where", *fault.path)) for fault in condition_faults(wanted, edit.kind)]
    yield from faults
    if faults:
        return
    known = [entity for entity in entities.values() if entity.kind == edit.kind]
    found = [entity for entity in known if fits(entity.data, wanted)]
    if not found:
        fault = nothing_fits(wanted, edit.kind, [entity.data for entity in known])
        yield attrs.evolve(fault, path=("where", *fault.path))
    yield from found


def _strange_keys(edit: Edit) -> list[Fault]:
    """The faults of keys that an edit cannot have."""
    return [_unread(edit, key) for key in edit.data if key not in KEYS[edit.word]]


def finder(entities: Mapping[tuple[str, str, str], Entity], view: Sequence[str], kind: str) -> Callable[[str], list[Entity]]:
    """Finds the records that a target can mean, from the point of view of a pack."""

    def find(target: str) -> list[Entity]:
        owner, _, short = target.rpartition(":")
        owners = ("",) if kind == "statement" else (owner,) if owner else tuple(view)
        found = [entities[kind, name, short] for name in owners if (kind, name, short) in entities]
        # A short id is the pack's own before it is another's; its own comes first in its view.
        return found[:1] if found and found[0].pack == view[0] else found

    return find


def is_misspelt(edit: Edit, key: str) -> bool:
    """Whether a key that an edit does not have is there all the same, but misspelt."""
    return key not in edit.data and any(fault.fix == key for fault in _strange_keys(edit))


def _is_needed(edit: Edit, key: str | None) -> bool:
    """Whether an edit cannot be without a key that it does not have."""
    if key == "why":
        return key not in edit.data and edit.word in WITH_REASON
    return key not in edit.data and (key == "record" or (key in ("target", "where") and not {"target", "where"} & set(edit.data)))


def _unread(edit: Edit, key: str) -> Fault:
    """A key that an edit cannot have: one of the record itself is most likely to be changed."""
    if key == "where":
        label, help = "one new record cannot replace several", 'instead of this line name the one: `target = "PACK:ID"`'
        return Fault("SA202", UNREAD, label, help=help, at_key=True, path=(key,))
    fault = unknown_word("SA202", UNREAD, key, KEYS[edit.word], "key", at_key=True, path=(key,))
    if edit.word != "patch" or key not in keys_of_kind(edit.kind):
        return fault
    appended = f" or `append.{key}`" if isinstance(edit.data[key], list) else ""
    label = f"`{key}` is a key of the record, not of its edit"
    return attrs.evolve(fault, label=label, help=f"to change it, write `set.{key}`{appended}", note="", fix=None)


def _target(
    edit: Edit, entities: Mapping[tuple[str, str, str], Entity], find: Callable[[str], list[Entity]]
) -> Iterator[Entity | Fault]:
    target = edit.data.get("target")
    if target is None:
        known = _addresses(edit.kind, entities)
        help = f'add a line `target = "{known[0] if known else "PACK:ID"}"`' + (
            ", or `where = { ... }` with what several have in common" if "where" in KEYS[edit.word] else ""
        )
        label = f"which {noun_of(edit.kind)} is meant?"
        yield Fault("SA204", "an edit without `target`", label, choices_of(noun_of(edit.kind), known), help=help)
    elif type(target) is not str:
        yield attrs.evolve(wrong_type(target, "text"), path=("target",))
    elif len(found := find(target)) == 1:
        yield found[0]
    elif found:
        message = f"an id of more than one {noun_of(edit.kind)}"
        help = f"write {either(f'`{e.pack}:{e.id}`' for e in found)}"
        yield Fault("SA203", message, f"which `{target}` is meant?", help=help, path=("target",))
    else:
        message, known = "an edit of a record that does not exist", _addresses(edit.kind, entities)
        fault = unknown_word("SA203", message, target, known, noun_of(edit.kind), path=("target",))
        yield fault if fault.fix else attrs.evolve(fault, fix=nearest(target, [word.partition(":")[2] for word in known]))


def _addresses(kind: str, entities: Mapping[tuple[str, str, str], Entity]) -> list[str]:
    return sorted({entity.address.split()[1] for entity in entities.values() if entity.kind == kind})
