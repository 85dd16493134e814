"""A value of a record, paired with the line of the edit that changes it."""

from __future__ import annotations

import copy
from typing import Any

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.packs.editing.defaults import default_of
from stoneage_rules.packs.editing.edit import Edit, RawRecord
from stoneage_rules.packs.editing.operation import Operation, as_path
from stoneage_rules.packs.findings.faults import WORDS, Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import COMPUTING, NAMING, name_of
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import shortened

__all__ = ["NOTHING_CHANGES", "UNSET", "Site", "ambiguous_name", "as_words", "no_list", "no_names", "shown"]

NOTHING_CHANGES = "an edit that changes nothing"

UNSET: Any = object()
"""Marks a value that is not written."""


@attrs.frozen
class Site(Described):
    """The value that an operator is applied to."""

    edit: Edit
    target: RawRecord
    holder: Any
    """The table or list that contains the value."""
    step: Any
    """The key or index of the value in it."""
    path: Path
    """The path of the value from the record's root."""
    line: Path
    """The path of the line from the edit's root."""

    @property
    def current(self) -> Any:
        """The current value, or `UNSET`."""
        return self.holder.get(self.step, UNSET) if isinstance(self.holder, dict) else self.holder[self.step]

    @property
    def default(self) -> str | int | bool | None:
        """The default, which counts while no value is written."""
        return default_of(self.target.model, self.target.data, self.path, self.target.verbs)

    @property
    def words(self) -> Path:
        """The path in words."""
        return self.target.in_words(self.path)

    @property
    def label(self) -> str:
        """The value and its record, for messages."""
        return f"`{as_path(self.words)}` of {self.target.label}"

    @property
    def written_path(self) -> str:
        """The path as the edit writes it, without the operator."""
        return as_path(self.line[1:])

    def put(self, operation: Operation, value: Any, new: Any, *, before: Any = UNSET, **more: Any) -> None:
        """Sets or removes the value and records the change.

        Args:
            operation: the operation performed.
            value: the value in the edit.
            new: the record's new value; `UNSET` removes it.
            before: the previous value, if that is a default that is not written.
            more: further fields of `AppliedEdit`.
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
    """Returns the old and the new name of a list element if setting a key has changed its name."""
    if not path or not isinstance(path[-1], int) or not isinstance(holder, dict):
        return ()
    former = {name: value for name, value in {**holder, key: before}.items() if value is not None}
    names = {*as_words(name_of(former)), *as_words(name_of(holder))}
    return tuple(names) if (key in NAMING and key not in COMPUTING) or len(names) > 1 else ()


def as_words(name: Any) -> tuple[str, ...]:
    """Returns a name as one step of a path in words; empty if it is no name."""
    return (str(name),) if type(name) in (str, int) else ()


def shown(value: Any) -> str:
    """Returns a value as shortened TOML text, for messages."""
    if value is UNSET:
        return "nothing"
    return WORDS[dict] if isinstance(value, dict) else shortened(written(value))


def ambiguous_name(name: object, path: Path) -> Fault:
    """Returns the fault of a name that several effects share."""
    label, help = f"which `{name}` is meant?", "give each of them an `id` to tell them apart"
    return Fault("SA203", "a name of more than one effect", label, help=help, path=path)


def no_list(site: Site, value: Any, **more: Any) -> Fault:
    """Returns the fault of a list operator on a value that is not a list, with the list around it if there is one."""
    around = ".".join(map(str, site.line[:-1]))
    help = f"`{site.words[-1]}` is an element: the list is `{around}`" if isinstance(site.path[-1], int) else ""
    return Fault("SA203", "something that is no list", f"there is {shown(value)}", help=help, at_key=True, **more)


def no_names() -> Fault:
    """Returns the fault of an operator with an empty list."""
    return Fault("SA305", NOTHING_CHANGES, "nothing is named here")
