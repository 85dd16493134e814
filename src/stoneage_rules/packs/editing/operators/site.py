"""A value of a record together with the line of an edit that is about it."""

from __future__ import annotations

import copy
from typing import Any

import attrs

from stoneage_rules.packs.editing.defaults import default_of
from stoneage_rules.packs.editing.edit import Edit, RawRecord
from stoneage_rules.packs.editing.operation import Operation, as_path
from stoneage_rules.packs.findings.faults import WORDS, Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import NAMING, name_of
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import shortened

__all__ = ["NOTHING_CHANGES", "UNSET", "Site", "ambiguous_name", "as_words", "no_list", "no_names", "shown"]

NOTHING_CHANGES = "an edit that changes nothing"

UNSET: Any = object()
"""Stands for a value that is not written."""


@attrs.frozen
class Site:
    """A value that an operator is about."""

    edit: Edit
    target: RawRecord
    holder: Any
    """The table or list in which the value stands."""
    step: Any
    """Its key or index there."""
    path: Path
    """From the record's root."""
    line: Path
    """From the edit's root."""

    @property
    def current(self) -> Any:
        """The value as it is, or `UNSET`."""
        return self.holder.get(self.step, UNSET) if isinstance(self.holder, dict) else self.holder[self.step]

    @property
    def default(self) -> str | int | bool | None:
        """The value that counts while none is written."""
        return default_of(self.target.model, self.target.data, self.path, self.target.verbs)

    @property
    def words(self) -> Path:
        """The path in words."""
        return self.target.in_words(self.path)

    @property
    def label(self) -> str:
        """The value and its record, for people."""
        return f"`{as_path(self.words)}` of {self.target.label}"

    @property
    def written_path(self) -> str:
        """The path as the edit spells it, without its operator."""
        return as_path(self.line[1:])

    def put(self, operation: Operation, value: Any, new: Any, *, before: Any = UNSET, **more: Any) -> None:
        """Gives the value anew and notes it.

        Args:
            operation: what is done.
            value: the value that the edit names.
            new: what the record's value becomes; `UNSET` to take it away.
            before: the value before, where it counts without being written.
            more: further fields of the note.
        """
        words = self.words
        before = self.current if before is UNSET else before
        before = None if before is UNSET else before
        if new is UNSET:
            del self.holder[self.step]
        else:
            self.holder[self.step] = copy.deepcopy(new)
        names = _renamed(self.holder, self.path[:-1], self.step, before)
        self.target.note(self.path, self.edit.origin(self.line, operation), value, before, words=words, names=names, **more)


def _renamed(holder: Any, path: Path, key: Any, before: Any) -> tuple[str, ...]:
    """Returns the old and new name of an element of a list if setting a key has changed how edits find it."""
    if not path or not isinstance(path[-1], int) or not isinstance(holder, dict):
        return ()
    former = {name: value for name, value in {**holder, key: before}.items() if value is not None}
    names = {*as_words(name_of(former)), *as_words(name_of(holder))}
    return tuple(names) if key in NAMING or len(names) > 1 else ()


def as_words(name: Any) -> tuple[str, ...]:
    """Returns a name as paths have it; nothing where there is none."""
    return (str(name),) if type(name) in (str, int) else ()


def shown(value: Any) -> str:
    """Returns a value as messages show it: short, and as TOML spells it."""
    if value is UNSET:
        return "nothing"
    return WORDS[dict] if isinstance(value, dict) else shortened(written(value))


def ambiguous_name(name: object, path: Path) -> Fault:
    """Returns the fault of a name that more than one effect has."""
    label, help = f"which `{name}` is meant?", "give each of them an `id` to tell them apart"
    return Fault("SA203", "a name of more than one effect", label, help=help, path=path)


def no_list(value: Any, **more: Any) -> Fault:
    """Returns the fault of an operator on lists at a value that is none."""
    return Fault("SA203", "something that is no list", f"there is {shown(value)}", at_key=True, **more)


def no_names() -> Fault:
    """Returns the fault of an operator with an empty list."""
    return Fault("SA305", NOTHING_CHANGES, "nothing is named here")
