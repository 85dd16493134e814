"""`unset`: removes keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.packs.editing.edit import Edit, RawRecord
from stoneage_rules.packs.editing.operators.operator import Operator, Schema, Skip
from stoneage_rules.packs.editing.operators.site import NOTHING_CHANGES, UNSET, Site
from stoneage_rules.packs.editing.where import keys_of_kind
from stoneage_rules.packs.findings.faults import Fault, unknown_word, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import inside

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["UnsetOperator"]


class UnsetOperator(Operator):
    """Removes keys, which are written as text such as `a.b`."""

    word = "unset"
    help = "keys to take away, such as `a.b`"
    done = "unset"
    in_history = "unsets it"
    in_conflict = "unsets {it}"
    as_last = if_alone = "then it is gone"
    covers_all = True
    leaves_gap = True

    def carry_out(self, edit: Edit, target: RawRecord, skip: Skip) -> Iterator[Fault]:
        addresses = edit.data[self.word]
        if type(addresses) is not list:
            yield attrs.evolve(wrong_type(addresses, 'a list such as ["a.b"]'), path=(self.word,))
            return
        known = keys_of_kind(target.model)
        for index, address in enumerate(addresses):
            line = (self.word, index)
            if type(address) is not str:
                yield attrs.evolve(wrong_type(address, "text such as `a.b`"), path=line)
            elif (key := address.split(".")[0]) not in known:
                message = "an edit of a key that records of this kind do not have"
                yield unknown_word("SA203", message, key, known, "key", path=line)
            else:
                fault = self._take_away(edit, target, address.split("."), line, skip)
                if fault is not None:
                    yield attrs.evolve(fault, path=line)

    def _take_away(self, edit: Edit, target: RawRecord, steps: Sequence[str], line: Path, skip: Skip) -> Fault | None:
        holder: Any = target.data
        path: Path = ()
        for step in steps[:-1]:
            key, holder = inside(holder, step)
            path = (*path, key)
        path = (*path, steps[-1])
        if not isinstance(holder, dict) or steps[-1] not in holder:
            if isinstance(holder, dict):
                target.note(path, edit.origin(line, self), idle=True)
            return Fault("SA305", NOTHING_CHANGES, f"`{'.'.join(steps)}` is not set")
        if steps == ["id"]:
            return Fault("SA207", "an id that cannot be changed", "ids are how records are found")
        # If `set` then replaces the whole value, that counts as one change, not two.
        if not _is_given(edit, steps) and not skip(edit.pack, target.address, target.in_words(path)):
            Site(edit, target, holder, steps[-1], path, line).put(self, None, UNSET)
        return None

    def record_schema(self, forms: EditForms, kind: Any) -> Schema:
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}


def _is_given(edit: Edit, steps: Sequence[str]) -> bool:
    """Returns whether the edit sets the value at a path, or values within it."""
    given: Any = edit.data.get("set")
    for step in steps:
        if type(given) is not dict or step not in given:
            return False
        given = given[step]
    return True
