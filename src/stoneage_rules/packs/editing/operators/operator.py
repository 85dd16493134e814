"""The base class of the operators of a patch, which finds the values to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from stoneage_rules.packs.editing.edit import Edit, RawRecord
from stoneage_rules.packs.editing.operation import Operation
from stoneage_rules.packs.editing.operators.site import NOTHING_CHANGES, Site, ambiguous_name, shown
from stoneage_rules.packs.editing.where import keys_of_kind
from stoneage_rules.packs.findings.faults import UNREAD, Fault, unknown_word, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import inside, name_of
from stoneage_rules.text.wording import a, either

if TYPE_CHECKING:
    from stoneage_rules.packs.schema.edit_tables import EditForms

__all__ = ["Operator", "Schema", "Skip", "unknown_keys"]

Schema = dict[str, Any]
Skip = Callable[[str, str, Path], bool]
"""Returns whether the table ignores a pack's edit of the value at an address and a path in words."""


class Operator(Operation):
    """Base class of the keys of a patch that change or check values."""

    word: ClassVar[str]
    """The key in a patch."""
    help: ClassVar[str]
    """The description of its values, in the schema and the reference."""
    is_change: ClassVar[bool] = True
    """True if it changes values, so that a table's decision can ignore it."""
    enters_unwritten: ClassVar[bool] = False
    """True if it can change values of a table that is not written, starting from their defaults."""

    names_effects: ClassVar[bool] = False
    """True if it may give an effect another `id` or `do`."""

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        """Applies the edit to one value and yields its faults; a fault without a path is placed at the edit's line."""
        raise NotImplementedError

    def schema(self, forms: EditForms, annotation: Any, metadata: Mapping[str, Any]) -> Schema | None:
        """Returns the JSON schema of the operator's value for a field of a type, or None if it cannot apply."""
        raise NotImplementedError

    def record_schema(self, forms: EditForms, kind: Any) -> Schema:
        """Returns the JSON schema of the operator's value for records of a class."""
        return forms.within(self, kind)

    def leads_on(self, value: Any, current: Any) -> bool:
        """Returns whether a table in an edit is a step on the way to values, not a value itself."""
        return type(value) is dict and isinstance(current, (dict, list))

    def gives_whole(self, edit: Edit, holder: Any, steps: Path) -> bool:
        """Returns whether an edit replaces the table at a path as a whole, instead of changing values within it."""
        return False

    def carry_out(self, edit: Edit, target: RawRecord, skip: Skip) -> Iterator[Fault]:
        """Applies what an edit has under the operator's key to a record, and yields the faults."""
        yield from self._descend(edit, target, skip, edit.data[self.word], target.data, (), (self.word,))

    def _descend(
        self, edit: Edit, target: RawRecord, skip: Skip, value: Any, holder: Any, path: Path, line: Path
    ) -> Iterator[Fault]:
        """Follows the keys under an operator to the values, and applies it to each."""
        if type(value) is not dict:
            yield attrs.evolve(wrong_type(value, f"a set of keys to {self.word}"), path=line)
            return
        if not value:
            yield Fault("SA305", NOTHING_CHANGES, "nothing is named here", path=line)
        for key, inner in value.items():
            step, current = inside(holder, key)
            here, there = (*line, key), (*path, step)
            if not path and key not in (known := keys_of_kind(target.model)):
                yield self._unknown_key(key, known, target, here)
            elif step is None:
                yield _nothing_within(target, holder, key, here)
            elif self.leads_on(inner, current) and not self.gives_whole(edit, holder, here[1:]):
                yield from self._descend(edit, target, skip, inner, current, there, here)
            elif self.enters_unwritten and current is None and _all_tables(inner):
                unwritten: dict[str, Any] = {}
                yield from self._descend(edit, target, skip, inner, unwritten, there, here)
                holder.update({step: unwritten} if unwritten else {})
            elif not self.is_change or not skip(edit.pack, target.address, target.in_words(there)):
                for fault in self.apply(Site(edit, target, holder, step, there, here), inner):
                    yield attrs.evolve(fault, path=fault.path or here)

    def _unknown_key(self, key: str, known: Sequence[str], target: RawRecord, here: Path) -> Fault:
        """Returns the fault of a key that the record has not, with the place within it that has such a key."""
        fault = unknown_word("SA202", UNREAD, key, known, "key", at_key=True, path=here)
        within = sorted(set(_places_of(key, target.data)))
        if fault.near or not within:
            return fault
        help = f"there is {either(f'`{self.word}.{place}`' for place in within)}"
        return attrs.evolve(fault, help=help, note="")


def _places_of(key: str, holder: Any, path: str = "") -> Iterator[str]:
    """Yields where a record has a key further within, as edits write it."""
    items: list[tuple[Any, Any]] = [*holder.items()] if isinstance(holder, dict) else []
    if isinstance(holder, list):
        items = [(name_of(element), element) for element in holder if isinstance(element, dict)]
    for name, inner in items:
        if name is not None and path and name == key and isinstance(holder, dict):
            yield f"{path}{name}"
        yield from _places_of(key, inner, f"{path}{name}.")


def _all_tables(value: Any) -> bool:
    return type(value) is dict and bool(value) and all(type(inner) is dict for inner in value.values())


def _nothing_within(target: RawRecord, holder: Any, key: str, here: Path) -> Fault:
    if not isinstance(holder, list):
        label = f"there is {shown(holder)}, and nothing within it"
        return Fault("SA203", "an edit of a value that is not there", label, path=here, at_key=True)
    known = [str(name) for element in holder if isinstance(element, dict) and (name := name_of(element)) is not None]
    if known.count(key) > 1:
        return attrs.evolve(ambiguous_name(key, here), at_key=True)
    noun = "effect" if any(isinstance(element, dict) and "do" in element for element in holder) else "entry"
    message, label = f"an edit of {a(noun)} that is not there", f"{target.label} has no {noun} called `{key}`"
    return unknown_word("SA203", message, key, known, noun, label=label, path=here, at_key=True)


def unknown_keys(value: Any, known: Sequence[str], form: str, line: Path) -> Iterator[Fault]:
    """Yields a fault for each unknown key of a value; if there is none, one for the value as a whole."""
    strange = [key for key in value if key not in known] if type(value) is dict else []
    for key in strange:
        yield unknown_word("SA202", UNREAD, key, known, "key", at_key=True, path=(*line, key))
    if not strange:
        yield attrs.evolve(wrong_type(value, form), path=line)
