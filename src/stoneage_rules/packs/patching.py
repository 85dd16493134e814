"""The tables of edits as rows: which records an edit means, and how it changes them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from stoneage_rules.language.faults import WORDS, Fault, Write, unknown_key, unknown_word, wrong_type
from stoneage_rules.language.fields import fields_of
from stoneage_rules.language.forms import form_of_class, is_number_range
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.packs.diagnostics import not_in_double_brackets
from stoneage_rules.packs.edit import Edit, Operation, RawRecord, RecordKey, as_path, is_same_toml
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.operators import OPERATORS, SET, UNSET, Faults, Site, fault, is_equal, shown
from stoneage_rules.packs.parts import at_words, element_name, inside, owners_of
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import a, choices_of, either, listed, nearest, noun_of

Skip = Callable[[str, str, TomlPath], bool]
"""Returns whether the table ignores a pack's edit of the value at an address and a path in words."""
RawRecords = dict[RecordKey, RawRecord]

# --- patch --------------------------------------------------------------------------------------------------------
#
# `[[patch.KIND]]`: follows the keys under each operator to the values that it changes.


def _patch(edit: Edit, target: RawRecord, records: RawRecords, skip: Skip) -> Faults:
    words = [word for word in OPERATORS if word in edit.data]
    if not words and {*edit.data} <= {*edit.table.keys}:
        changes = [f"`{word}`" for word, operator in OPERATORS.items() if operator.is_change]
        yield fault("no change", operators=listed(changes))
    target.keep_original()
    for word in words:
        walk = _Walk(edit, target, skip, word)
        yield from walk.unset_all() if word == UNSET else walk.follow(edit.data[word], target.data, (), (word,))


class _Walk(NamedTuple):
    """The way of one operator through a record."""

    edit: Edit
    target: RawRecord
    skip: Skip
    word: str

    def follow(self, value: Any, holder: Any, path: TomlPath, line: TomlPath) -> Faults:
        """Follows the keys of an edit to the values, and applies the operator to each."""
        if type(value) is not dict or not value:
            is_empty = type(value) is dict
            yield fault("unnamed", line) if is_empty else wrong_type(value, f"a set of keys to {self.word}", line)
            return
        for key, inner in value.items():
            step, current = inside(holder, key)
            here, there = (*line, key), (*path, step)
            if step is None and not isinstance(holder, list):
                yield fault("no key", here, value=shown(holder))
            elif step is None or (not path and key not in fields_of(self.target.model)):
                yield self._unknown(holder, key, here)
            elif self._leads_on(inner, current, here[1:]):
                yield from self.follow(inner, current, there, here)
            elif self._starts_from_defaults(inner, current):
                unwritten: dict[str, Any] = {}
                yield from self.follow(inner, unwritten, there, here)
                holder.update({step: unwritten} if unwritten else {})
            else:
                yield from self._apply(Site(OPERATORS[self.word], self.edit, self.target, holder, step, there, here), inner)

    def unset_all(self) -> Faults:
        """Takes away the keys that the edit lists; if the edit also sets one, that counts as one change."""
        addresses, known = self.edit.data[UNSET], fields_of(self.target.model)
        if type(addresses) is not list:
            yield wrong_type(addresses, 'a list such as ["a.b"]', (UNSET,))
            return
        for index, address in enumerate(addresses):
            (key, *steps), line = str(address).split("."), (UNSET, index)
            if type(address) is not str:
                yield wrong_type(address, "text such as `a.b`", line)
            elif key not in known:
                message = "an edit of a key that records of this kind do not have"
                yield unknown_word("SA203", message, key, known, "key", path=line)
            else:
                *around, step = (key, *steps)
                path, holder = at_words(self.target.data, tuple(around))
                site = Site(OPERATORS[UNSET], self.edit, self.target, holder, step, (*path, step), line)
                if site.current is None:
                    yield site.idle("not set", None)
                elif value_at(self.edit.data, (SET, key, *steps)) is None:
                    yield from self._apply(site, address)

    def _apply(self, site: Site, value: Any) -> Faults:
        if site.path == ("id",) and site.operator.covers_all:
            yield site.fault("id")
        elif not site.operator.is_change or not self.skip(self.edit.pack, self.target.address, self.target.in_words(site.path)):
            yield from site.operator.apply(site, value)

    def _leads_on(self, value: Any, current: Any, steps: TomlPath) -> bool:
        """Returns whether a table in an edit is a step on the way to values, not a value itself."""
        unset = self.edit.data.get(UNSET)
        if type(value) is not dict or (self.word == SET and type(unset) is list and as_path(steps) in unset):
            return False
        return OPERATORS[self.word].keys.isdisjoint(value) if isinstance(current, list) else isinstance(current, dict)

    def _starts_from_defaults(self, value: Any, current: Any) -> bool:
        """Returns whether an edit changes the defaults of a table that is not written."""
        is_way = current is None and type(value) is dict and {*map(type, value.values())} == {dict}
        return is_way and OPERATORS[self.word].from_defaults

    def _unknown(self, holder: Any, key: str, here: TomlPath) -> Fault:
        """Returns the fault of a key that leads to nothing, with the places further within the record that have such a key."""
        tables = [element for element in holder if isinstance(element, dict)]
        known = [str(name) for name in map(element_name, tables) if name is not None]
        noun = "effect" if any("do" in element for element in tables) else "entry"
        if len(here) == 2:
            unknown = unknown_key(key, fields_of(self.target.model), here[:1])
        elif key in known:
            return fault("two effects", here, value=key)
        else:
            message, label = f"an edit of {a(noun)} that is not there", f"{self.target.label} has no {noun} called `{key}`"
            unknown = unknown_word("SA203", message, key, known, noun, label=label, path=here, at_key=True)
        places = sorted({f"`{self.word}.{place}`" for place in _places_of(key, self.target.data, self.target.verbs)})
        return unknown if unknown.near or not places else attrs.evolve(unknown, help=f"there is {either(places)}", note="")


def _places_of(key: str, holder: Any, verbs: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yields where a record has a key or an element further within, or an effect can have the key, as edits write it."""
    if isinstance(holder, list):
        holder = {element_name(element): element for element in holder if isinstance(element, dict)}
    elif key in form_of_class(Verb).fields_in(holder, verbs):
        yield f"{path}{key}"
    for name, inner in holder.items() if isinstance(holder, dict) else ():
        if path and name == key:
            yield f"{path}{name}"
        yield from _places_of(key, inner, verbs, f"{path}{name}.")


# --- whole records ------------------------------------------------------------------------------------------------
#
# `[[remove.KIND]]` and `[[replace.KIND]]`.

REMOVAL = Operation(
    done="removed",
    in_history="removes it",
    in_conflict="removes the record",
    as_last="then the record is gone",
    if_alone="then the record is gone",
    if_dismissed=", and the record stays",
    covers_all=True,
    ends_target=True,
    removes_record=True,
)
REPLACEMENT = Operation(
    done="replaced",
    in_history="replaces it by",
    in_conflict="replaces the record",
    as_last="then it is the record of {pack}",
    covers_all=True,
)


def _remove(edit: Edit, target: RawRecord, records: RawRecords, skip: Skip) -> Faults:
    if not skip(edit.pack, target.address, ()):
        target.note(edit, (), REMOVAL)
        del records[target.key]
    yield from ()


def _replace(edit: Edit, target: RawRecord, records: RawRecords, skip: Skip) -> Faults:
    new, line = edit.data.get("record"), ("record",)
    if skip(edit.pack, target.address, ()):
        return
    if type(new) is not dict:
        yield _missing(edit, "no record", "record") if new is None else wrong_type(new, WORDS[dict], line)
    elif new.get("id", target.id) != target.id:
        yield fault("other id", (*line, "id"), id=target.id)
    else:
        data = {"id": target.id, **copy.deepcopy(new)}
        is_idle = is_same_toml(data, target.data)
        target.note(edit, line, REPLACEMENT, (), new, target.data, is_idle=is_idle)
        if is_idle:
            yield fault("same record", line, label=target.label)
        else:
            target.data = data


# --- tables -------------------------------------------------------------------------------------------------------


class EditTable(NamedTuple):
    """A way to edit a record, with its own header."""

    word: str
    """The first word of the header."""
    apply: Callable[[Edit, RawRecord, RawRecords, Skip], Faults]
    """Applies an edit to one of its targets, among the records so far, and yields its faults."""
    keys: Sequence[str]
    """The keys that an edit can have."""
    needs_reason: bool = True
    """True if `why` is required, so that anyone who misses a record can find the reason."""
    gives_record: bool = False
    """True if an edit contains a whole record, which can be checked without its target."""


EDITS: Mapping[str, EditTable] = {
    "replace": EditTable("replace", _replace, ("target", "when", "why", "record"), gives_record=True),
    "patch": EditTable("patch", _patch, ("target", "where", "when", "why", *OPERATORS), needs_reason=False),
    "remove": EditTable("remove", _remove, ("target", "where", "when", "why")),
}
"""By the first word of their headers, in the order of application, whichever files of the pack they are in."""


def gather_edits(pack: str, source: Source, kinds: Mapping[str, type[ContentRecord]]) -> Iterator[Edit | Fault]:
    """Yields the edits of a file in the order of application, and the faults of their headers."""
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


# --- targets ------------------------------------------------------------------------------------------------------
#
# Finds the target records of an edit, by id or by the rows of `where`, and the faults of its keys.


def aim_edit(edit: Edit, records: RawRecords, view: Sequence[str]) -> Iterator[RawRecord | Fault]:
    """Yields the target records of an edit, and the faults of its keys.

    Args:
        edit: the edit.
        records: the records visible to its pack, by kind, pack and id.
        view: the packs that its pack can see, itself first.
    """
    yield from _strange_keys(edit)
    why, target, where = (edit.data.get(key) for key in ("why", "target", "where"))
    if why is None and edit.table.needs_reason:
        yield _missing(edit, "no reason", "why")
    elif type(why) is not str and why is not None:
        yield wrong_type(why, WORDS[str], ("why",))
    elif why is not None and not why.strip():
        yield fault("empty reason", ("why",))
    known = [record for record in records.values() if record.kind == edit.kind]
    labels, noun = sorted(record.label for record in known), noun_of(edit.kind)
    if where is not None and "where" not in edit.table.keys:
        return
    if where is not None and target is not None:
        yield fault("two ways", ("where",))
    elif where is not None:
        yield from _where(edit, where, known)
    elif target is None:
        yield _missing(
            edit, "no target", "target", "where", noun=noun, known=choices_of(noun, labels), first=[*labels, "PACK:ID"][0]
        )
    elif type(target) is not str:
        yield wrong_type(target, WORDS[str], ("target",))
    else:
        keys = [(edit.kind, owner, target.rpartition(":")[2]) for owner in owners_of(edit.model, target, view)]
        found = [records[key] for key in keys if key in records]
        if len(found) == 1 or (found and found[0].pack == view[0]):  # a short id means the pack's own record first
            yield found[0]
        elif found:
            yield fault("two targets", ("target",), noun=noun, value=target)
        else:
            yield _no_such_record(edit, target, labels, records)


def _strange_keys(edit: Edit) -> Faults:
    """Yields the faults of unknown keys; for a key of the record, with how to change that."""
    for key in [key for key in edit.data if key not in edit.table.keys]:
        fault = unknown_key(key, edit.table.keys, ())
        if SET in edit.table.keys and key in fields_of(edit.model):
            also, write = f" or `append.{key}`" if isinstance(edit.data[key], list) else "", Write(f"set.{key}", at_key=True)
            label, help = f"`{key}` is a key of the record, not of its edit", f"to change it, write `{write}`{also}"
            fault = attrs.evolve(fault, label=label, help=help, note="", near=None, mend=None if also else write)
        yield fault


def _missing(edit: Edit, name: str, *keys: str, **said: Any) -> Fault:
    """Returns the fault of a key that is missing; it only follows if the edit has a misspelt form of it."""
    is_suppressed = any(strange.near in keys for strange in _strange_keys(edit))
    return attrs.evolve(fault(name, **said), is_suppressed=is_suppressed)


def _where(edit: Edit, wanted: Any, known: Sequence[RawRecord]) -> Iterator[RawRecord | Fault]:
    line = ("where",)
    if type(wanted) is not dict:
        yield wrong_type(wanted, "a set of conditions", line)
    elif faults := [*form_of_class(edit.model).condition_faults(wanted, line)]:
        yield from faults
    else:
        found: list[RawRecord | Fault] = [record for record in known if _fits(record.data, wanted)]
        yield from found or [fault("none fits", line, noun=noun_of(edit.kind))]


def _fits(have: Any, want: Any) -> bool:
    """Returns whether a value fulfils a condition."""
    if is_number_range(want):
        return type(have) is int and want.get("min", have) <= have <= want.get("max", have)
    if isinstance(want, dict):
        return isinstance(have, dict) and all(_fits(have.get(key), inner) for key, inner in want.items())
    if isinstance(want, list):
        return isinstance(have, list) and all(element in have for element in want)
    return is_equal(have, want)


def kinds_of_target(edit: Edit, keys: Iterable[RecordKey]) -> list[str]:
    """Returns the kinds, other than its own, that have a record with the id that an edit's target is."""
    owner, _, id = str(edit.data.get("target")).rpartition(":")
    return sorted({kind for kind, pack, known in keys if known == id and owner in ("", pack) and kind != edit.kind})


def _no_such_record(edit: Edit, target: str, labels: Sequence[str], records: RawRecords) -> Fault:
    """Returns the fault of a target that does not exist, with the header for its kind, or the record that is nearest."""
    kinds, noun = kinds_of_target(edit, records), noun_of(edit.kind)
    missing = unknown_word("SA203", "an edit of a record that does not exist", target, labels, noun, path=("target",))
    if kinds:
        header, inner = f"[[{edit.word}.{kinds[0]}]]", f"[{edit.word}.{edit.kind}."
        label, help = f"`{target}` is {a(noun_of(kinds[0]))}", f"write `{header}`"
        is_plain = edit.source.written_at(edit.path).startswith("[[") and inner not in edit.source.text
        mend, at = Write(header) if is_plain else None, (edit.source, edit.path)
        return attrs.evolve(missing, label=label, note="", near=None, help=help, mend=mend, mend_at=at)
    called = {str(record.data.get("name")).casefold(): record.label for record in records.values() if record.kind == edit.kind}
    near = called.get(target.strip().casefold()) or missing.near
    return attrs.evolve(missing, near=near or nearest(target, [label.partition(":")[2] for label in labels]))
