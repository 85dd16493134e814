"""The operators of a patch: one class each, with its behaviour, wording and schema."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.faults import WORDS, Fault, Write, other_choice, unknown_word, wrong_type
from stoneage_rules.language.fields import fields_of
from stoneage_rules.language.forms import Form, Schema, described, table
from stoneage_rules.packs.edit import Edit, Provenance, RawRecord, as_path
from stoneage_rules.packs.operator import (
    NOTHING_CHANGES,
    UNSET,
    EditForms,
    ListOperator,
    Operator,
    Site,
    Skip,
    ambiguous_name,
    no_list,
    no_names,
    shown,
    unknown_keys,
)
from stoneage_rules.packs.parts import inside, name_of
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.packs.targets import is_same
from stoneage_rules.text import choices_of, either, written

# --- set ----------------------------------------------------------------------------------------------------------
#
# `set`: gives values.


class SetOperator(Operator):
    """Gives a value, whatever it was before."""

    word = "set"
    help = "values to give"
    done = "set"
    in_history = "sets it to"
    in_conflict = "sets {it} to {value}"
    as_last = if_alone = "then it is {value}"
    covers_all = True
    names_effects = True

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        if site.path == ("id",):
            yield Fault("SA207", "an id that cannot be changed", "ids are how records are found", at_key=True)
            return
        current = site.current
        is_default = current is UNSET and is_same(value, site.default)
        if is_default or is_same(value, current):
            site.note_idle(self, value, None if is_default else current)
            label = f"it is {shown(value)} already" + (", without being written" if is_default else "")
            yield Fault("SA305", NOTHING_CHANGES, label)
            return
        site.put(self, value, value)

    def gives_whole(self, edit: Edit, holder: Any, steps: TomlPath) -> bool:
        """Returns whether the edit also unsets the table."""
        unset = edit.data.get("unset")
        return type(unset) is list and as_path(steps) in unset and isinstance(holder, dict)

    def ways_out(self, first: Provenance, second: Provenance, words: str) -> Sequence[str]:
        if type(first.before) is not int or first.words != second.words:
            return ()
        return "in both packs, instead of `set`:", f"  adjust.{words} = {{ add = ... }}", "  then the changes add up"

    def schema(self, writer: EditForms, form: Form) -> Schema | None:
        """Returns the JSON schema of the value itself, or of values within it."""
        within, whole, keys = form.edited(writer, self), form.without_references, {"type": "object", "minProperties": 1}
        if form.is_computed:
            return keys if form.is_table else {"anyOf": [whole.schema(writer), keys]}
        if within is None or form.is_list:
            return whole.schema(writer) if within is None else {"anyOf": [whole.schema(writer), within]}
        return within


# --- unset --------------------------------------------------------------------------------------------------------
#
# `unset`: removes keys.


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
            yield wrong_type(addresses, 'a list such as ["a.b"]', (self.word,))
            return
        known = fields_of(target.model)
        for index, address in enumerate(addresses):
            line = (self.word, index)
            if type(address) is not str:
                yield wrong_type(address, "text such as `a.b`", line)
            elif (key := address.split(".")[0]) not in known:
                message = "an edit of a key that records of this kind do not have"
                yield unknown_word("SA203", message, key, known, "key", path=line)
            else:
                fault = self._take_away(edit, target, address.split("."), line, skip)
                if fault is not None:
                    yield attrs.evolve(fault, path=line)

    def _take_away(self, edit: Edit, target: RawRecord, steps: Sequence[str], line: TomlPath, skip: Skip) -> Fault | None:
        holder: Any = target.data
        path: TomlPath = ()
        for step in steps[:-1]:
            key, holder = inside(holder, step)
            path = (*path, key)
        path = (*path, steps[-1])
        site = Site(edit, target, holder, steps[-1], path, line)
        if not isinstance(holder, dict) or steps[-1] not in holder:
            if isinstance(holder, dict):
                site.note_idle(self)
            return Fault("SA305", NOTHING_CHANGES, f"`{'.'.join(steps)}` is not set")
        if steps == ["id"]:
            return Fault("SA207", "an id that cannot be changed", "ids are how records are found")
        # If `set` then replaces the whole value, that counts as one change, not two.
        if not _is_given(edit, steps) and not skip(edit.pack, target.address, target.in_words(path)):
            site.put(self, None, UNSET)
        return None

    def record_schema(self, writer: EditForms, kind: Any) -> Schema:
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}


def _is_given(edit: Edit, steps: Sequence[str]) -> bool:
    """Returns whether the edit sets the value at a path, or values within it."""
    given: Any = edit.data.get("set")
    for step in steps:
        if type(given) is not dict or step not in given:
            return False
        given = given[step]
    return True


# --- expect -------------------------------------------------------------------------------------------------------
#
# `expect`: asserts current values, to detect that a pack is out of date.


class ExpectOperator(Operator):
    """Reports values that differ from those that the edit was written for."""

    word = "expect"
    help = "values that must be there; where they are not, the pack is out of date"
    is_change = False

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        current = site.current
        if not is_same(current, value):
            setter = site.target.origin_of(site.path)[0]
            label = f"expected {shown(value)}, but {setter.pack} has {shown(current)}"
            line = f"`{as_path(site.line)} = {written(current)}`"
            help = "" if current is UNSET else f"if your edit still makes sense, write {line}"
            yield Fault("SA306", "a value that differs from what this edit expects", label, help=help)

    def record_schema(self, writer: EditForms, kind: Any) -> Schema:
        return SetOperator().record_schema(writer, kind)


# --- adjust -------------------------------------------------------------------------------------------------------
#
# `adjust`: changes numbers by an amount.


ADJUST_KEYS = ("add", "times", "round")
SUMMARY = "by how much a number changes: `add`, or `times` a fraction, rounded as `round` says"


class AdjustOperator(Operator):
    """Adds to a number, or multiplies it, so that the changes of several packs add up."""

    word = "adjust"
    help = "numbers to change by an amount, so that changes of several packs add up"
    done = "adjusted"
    in_history = "adjusts it by"
    in_conflict = "adjusts {it} by {value}"
    enters_unwritten = True

    def leads_on(self, value: Any, current: Any) -> bool:
        return type(value) is dict and current is not None and type(current) is not int

    def commutes_with_itself(self, first: Provenance, second: Provenance) -> bool | None:
        if first.renames and second.renames:
            return None
        return set(first.value) == set(second.value) == {"add"}

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        number = site.default if site.current is UNSET else site.current
        if type(number) is not int:
            yield _no_number(site, number)
            return
        faults = [_number_given(site, value, number)] if type(value) is int else list(_adjust_faults(value, site.line))
        yield from faults
        if faults:
            return
        result = _adjusted(number, value)
        if result != number:
            site.put(self, value, result, before=number, result=result)
        else:
            site.note_idle(self, value, number)
            yield Fault("SA305", NOTHING_CHANGES, f"it stays {number}")

    def schema(self, writer: EditForms, form: Form) -> Schema | None:
        return form.with_numbers(writer, _schema(writer)) or form.edited(writer, self)


def _adjusted(number: int, change: Mapping[str, Any]) -> int:
    if "times" in change:
        product, divisor = number * change["times"][0], change["times"][1]
        number = -(-product // divisor) if change.get("round") == "up" else product // divisor
    return int(number + change.get("add", 0))


def _no_number(site: Site, current: Any) -> Fault:
    message = "an adjustment of something that is no number"
    if current is not None:
        return Fault("SA203", message, f"there is {shown(current)}; only a whole number can be adjusted", at_key=True)
    label = f"{site.label} is not written, and has no number by default"
    return Fault("SA203", message, label, help=f"give it one: `set.{site.written_path} = ...`", at_key=True)


def _number_given(site: Site, value: int, number: int) -> Fault:
    """Returns the fault of a plain number, which could mean an amount to add or a new value."""
    help = f"to add {value}, write `adjust.{site.written_path} = {{ add = {value} }}`"
    help += f"; to make it {value}, write `set.{site.written_path} = {value}`" if value != number else ""
    note = '`{ times = [3, 2], round = "down" }` is a change, too'
    return Fault("SA201", "a number where a change belongs", f"{value} is no change", note, help)


def _adjust_faults(value: Any, line: TomlPath) -> Iterator[Fault]:
    strange = set(value) - {*ADJUST_KEYS} if type(value) is dict else set()
    if strange or type(value) is not dict or not {"add", "times"} & set(value):
        yield from unknown_keys(value, ADJUST_KEYS, "a change such as `{ add = 1 }`", line)
    if type(value) is not dict:
        return
    if "times" in value and not _is_fraction(value["times"]):
        yield attrs.evolve(_no_fraction(value["times"]), path=(*line, "times"))
    if "add" in value and type(value["add"]) is not int:
        yield wrong_type(value["add"], "a whole number", (*line, "add"))
    if value.get("round", "down") not in ("down", "up"):
        yield other_choice("a word that does not belong here", value["round"], ("down", "up"), "round", path=(*line, "round"))
    elif "round" in value and "times" not in value and "add" in value:
        label = "only `times` is rounded"
        yield Fault("SA207", "a word that does not belong here", label, path=(*line, "round"), at_key=True)


def _is_fraction(times: Any) -> bool:
    return type(times) is list and len(times) == 2 and all(type(number) is int for number in times) and times[1] > 0


def _no_fraction(times: Any) -> Fault:
    if type(times) is list and len(times) == 2 and times[1] == 0 and {type(number) for number in times} == {int}:
        return Fault("SA207", "a fraction by 0", "nothing can be divided by 0", help="write a fraction such as `[3, 2]`")
    return wrong_type(times, "a fraction such as [3, 2]")


def _schema(writer: EditForms) -> Schema:
    fraction = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    properties: dict[str, Schema] = {
        "add": described(writer.or_option({"type": "integer"}), "a number to add; below 0 to take away"),
        "times": described(fraction, "a fraction such as [3, 2]"),
        "round": {"enum": ["down", "up"], "description": "how the product is rounded"},
    }
    return writer.define("adjustment", lambda: table(properties, about=SUMMARY, minProperties=1))


# --- append -------------------------------------------------------------------------------------------------------
#
# `append`: adds elements at the end of lists.


class AppendOperator(ListOperator):
    """Adds elements at the end of a list; several packs can do so in any order."""

    word = "append"
    help = "elements to add at the end of lists"
    done = "appended"
    in_history = "appends"
    in_conflict = "appends {value}"

    def commutes_with_itself(self, first: Provenance, second: Provenance) -> bool | None:
        return True

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        if type(value) is not list:
            yield wrong_type(value, WORDS[list])
            return
        if not value:
            yield no_names()
            return
        elements = site.current
        if elements is UNSET:
            elements = site.holder[site.step] = []
        if type(elements) is not list:
            yield no_list(site, elements)
            return
        for index, element in enumerate(value):
            is_there = not isinstance(element, dict) and element in elements
            position = len(elements)
            site.note_element(self, (index,), position, element, is_idle=is_there, shift=(position, 1))
            if is_there:
                yield Fault("SA305", NOTHING_CHANGES, f"{shown(element)} is there already", path=(*site.line, index))
            else:
                elements.append(copy.deepcopy(element))

    def element_schema(self, writer: EditForms, element: Form) -> Schema:
        return {"type": "array", "items": element.schema(writer), "minItems": 1}


# --- drop ---------------------------------------------------------------------------------------------------------
#
# `drop`: removes elements from lists by name.


class DropOperator(ListOperator):
    """Removes elements from a list by name."""

    word = "drop"
    help = "elements to take out of lists, by their names"
    done = "dropped"
    in_history = "drops"
    in_conflict = "drops {value}"
    ends_target = True

    def commutes_with_itself(self, first: Provenance, second: Provenance) -> bool | None:
        return True

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        elements = [] if site.current is UNSET else site.current
        if type(value) is not list:
            yield wrong_type(value, WORDS[list])
            return
        if not value:
            yield no_names()
        if type(elements) is not list:
            yield no_list(site, elements)
            return
        for index, name in enumerate(value):
            if type(name) in (str, int):
                yield from self._drop(site, elements, name, index)
            else:
                yield _no_name(site, elements, name, index)

    def _drop(self, site: Site, elements: list[Any], name: Any, index: int) -> Iterator[Fault]:
        names = [name_of(element) for element in elements]
        places = [place for place, other in enumerate(names) if other == name and type(other) is type(name)]
        line = (*site.line, index)
        if not places:
            site.note_element(self, (index,), index, name, is_idle=True)
            known = choices_of("entry", [str(other) for other in names if other is not None])
            yield Fault("SA305", NOTHING_CHANGES, f"{site.label} has no {shown(name)}", known, path=line)
        elif len(places) > 1 and isinstance(elements[places[0]], dict):
            yield ambiguous_name(name, line)
        else:
            del elements[places[0]]
            site.note_element(self, (index,), f"without {name}", name, name, shift=(places[0], -1))

    def element_schema(self, writer: EditForms, element: Form) -> Schema:
        return {"type": "array", "items": writer.NAME, "minItems": 1}


def _no_name(site: Site, elements: list[Any], value: Any, index: int) -> Fault:
    """Returns the fault of an element that stands where its name belongs."""
    name = name_of(value) if isinstance(value, dict) else None
    known = [other for other in map(name_of, elements) if type(other) in (str, int)]
    mend = Write(written(name)) if name in known else None
    help = "" if mend else f"write its name: {either(f'`{written(other)}`' for other in known)}" if known else "write its name"
    fault = wrong_type(value, "the name of an element")
    return attrs.evolve(fault, label="elements are dropped by name", mend=mend, help=help, path=(*site.line, index))


# --- insert -------------------------------------------------------------------------------------------------------
#
# `insert`: adds elements to lists beside others.


SIDES = ("after", "before")
INSERT_KEYS = ("value", *SIDES)
WRONG_SIDES = {
    0: Fault("SA204", "an insertion without a neighbour", "write `after` or `before`, the element that it shall stand beside"),
    2: Fault("SA207", "an insertion with two neighbours", "write one of `after` and `before`"),
}
"""The fault for each wrong number of sides named."""


class InsertOperator(ListOperator):
    """Adds an element to a list, before or after another."""

    word = "insert"
    help = "elements to put beside others in lists"
    done = "inserted"
    in_conflict = "inserts {value}"
    as_last = "then both are there, that of {pack} next to {neighbour}"
    conflict = "two packs insert into {what}, and nothing says which comes first"
    needs_original = False

    def leads_on(self, value: Any, current: Any) -> bool:
        if type(value) is not dict or current is None:
            return False
        has_names = isinstance(current, list) and any(isinstance(element, dict) for element in current)
        return not (isinstance(current, list) and ({*INSERT_KEYS} & set(value) or not has_names))

    def commutes_with_itself(self, first: Provenance, second: Provenance) -> bool | None:
        return False if first.beside == second.beside else None

    def history_of(self, applied: Provenance) -> str:
        assert applied.beside is not None
        return "inserts {} {}:".format(*applied.beside)

    def value_of(self, applied: Provenance, written: str) -> str:
        assert applied.beside is not None
        side, neighbour = applied.beside
        return f"{written} {side} {shown(neighbour)}"

    def apply(self, site: Site, value: Any) -> Iterator[Fault]:
        elements = site.current
        names = [name_of(element) for element in elements] if type(elements) is list else []
        faults = list(_insert_faults(site, names, value))
        yield from faults
        if faults:
            return
        side = "after" if "after" in value else "before"
        element, beside = value["value"], (side, value[side])
        position = names.index(value[side]) + (side == "after")
        is_there = not isinstance(element, dict) and element in elements
        site.note_element(self, ("value",), position, element, beside=beside, is_idle=is_there, shift=(position, 1))
        if is_there:
            yield Fault("SA305", NOTHING_CHANGES, f"{shown(element)} is there already", path=(*site.line, "value"))
        else:
            elements.insert(position, copy.deepcopy(element))

    def element_schema(self, writer: EditForms, element: Form) -> Schema:
        properties: dict[str, Schema] = {
            "value": described(element.schema(writer), "the new element"),
            "after": described(writer.NAME, "the element that it comes after"),
            "before": described(writer.NAME, "the element that it comes before"),
        }
        return table(properties, required=["value"], minProperties=2, maxProperties=2)


def _insert_faults(site: Site, names: Sequence[Any], value: Any) -> Iterator[Fault]:
    """Yields the faults of `{ value = ..., after = "..." }`, and of the list that it applies to."""
    sides = {*SIDES} & set(value) if type(value) is dict else set()
    if type(site.current) is not list:
        yield no_list(site, site.current, path=site.line)
    elif len(sides) != 1 and type(value) is dict and "value" in value and set(value) <= set(INSERT_KEYS):
        example = f"for example `after = {written(names[-1])}`" if names else "the list is empty: write `append` instead"
        note = choices_of("entry", [str(name) for name in names if name is not None])
        yield attrs.evolve(WRONG_SIDES[len(sides)], path=site.line, help=f"{example}, within the brackets", note=note)
    elif len(sides) != 1 or set(value) != {"value", *sides}:
        yield from unknown_keys(value, INSERT_KEYS, '`{ value = ..., after = "..." }`', site.line)
    else:
        yield from _neighbour_faults(site, names, value, sides.pop())


def _neighbour_faults(site: Site, names: Sequence[Any], value: Mapping[str, Any], side: str) -> Iterator[Fault]:
    neighbour, line = value[side], (*site.line, side)
    same = [name for name in names if name == neighbour and type(name) is type(neighbour)]
    wanted = int if names and all(type(name) is int for name in names) else str
    if type(neighbour) is not wanted:
        yield wrong_type(neighbour, WORDS[wanted], line)
    elif len(same) > 1:
        yield ambiguous_name(neighbour, line)
    elif not same:
        message, label = "a neighbour that is not there", f"{site.label} has no {shown(neighbour)}"
        known = [name for name in names if name is not None]
        yield unknown_word("SA203", message, str(neighbour), known, "entry", label=label, path=line)


# --- operators ----------------------------------------------------------------------------------------------------


IN_ORDER = (ExpectOperator, UnsetOperator, DropOperator, SetOperator, AdjustOperator, AppendOperator, InsertOperator)
"""In the order in which one patch applies them."""
OPERATORS: Mapping[str, Operator] = {kind.word: kind() for kind in IN_ORDER}
"""The operators by their keys."""
