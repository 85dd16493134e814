"""The operators of a patch as rows: how each changes the value at one place of a record, and how it is described."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

import attrs

from stoneage_rules.language.faults import WORDS, Fault, Write, other_choice, unknown_key, unknown_word, wrong_type
from stoneage_rules.language.fields import Described
from stoneage_rules.language.forms import Form, form_of_class
from stoneage_rules.packs.edit import Edit, Operation, RawRecord, as_path
from stoneage_rules.packs.parts import COMPUTING, NAMING, element_name
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import choices_of, shortened, written

Faults = Iterator[Fault]

# --- faults -------------------------------------------------------------------------------------------------------
#
# The faults of edits, as rows: `fault` fills in their texts.


OTHERWISE = "write something else, or delete this line"
FIXED_ID = "an id that cannot be changed"
NO_NUMBER = "an adjustment of something that is no number"
OUTDATED = "a value that differs from what this edit expects"
WITHOUT_EFFECT = "SA305"
IDLE = {
    "same": "it is {value} already",
    "stays": "it stays {before}",
    "there": "{value} is there already",
    "not set": "it is not set",
    "gone": "{label} has no {value}",
    "unnamed": "nothing is named here",
    "same record": "{label} is this already",
    "none fits": "no {noun} has all of this",
}
"""By name, the labels of edits that change nothing."""
SIDE = 'for example `after = "NAME"`, within the brackets'
FAULTS: Mapping[str, tuple[str, ...]] = {
    **{name: (WITHOUT_EFFECT, "an edit that changes nothing", label, "", OTHERWISE) for name, label in IDLE.items()},
    "no change": (
        WITHOUT_EFFECT,
        "an edit without a change",
        "it does not say what to change",
        "changes are written with {operators}",
        "add a change, for example `set.name = ...`",
    ),
    "id": ("SA207", FIXED_ID, "ids are how records are found"),
    "other id": ("SA207", FIXED_ID, "the record keeps the id `{id}`"),
    "outdated": (
        "SA306",
        OUTDATED,
        "expected {value}, but there is {current}",
        "",
        "if your edit still makes sense, write `{line} = {current}`",
    ),
    "outdated key": ("SA306", OUTDATED, "expected {value}, but there is nothing"),
    "no number": ("SA203", NO_NUMBER, "there is {before}; only a whole number can be adjusted"),
    "no default": (
        "SA203",
        NO_NUMBER,
        "{label} is not written, and has no number by default",
        "",
        "give it one: `set.{steps} = ...`",
    ),
    "amount": (
        "SA201",
        "a number where a change belongs",
        "{value} is no change",
        '`{{ times = [3, 2], round = "down" }}` is a change, too',
        "to add {value}, write `adjust.{steps} = {{ add = {value} }}`; to make it {value}, write `set.{steps} = {value}`",
    ),
    "by 0": ("SA207", "a fraction by 0", "nothing can be divided by 0", "", "write a fraction such as `[3, 2]`"),
    "round": ("SA207", "a word that does not belong here", "only `times` is rounded"),
    "no list": ("SA203", "something that is no list", "there is {current}"),
    "two effects": (
        "SA203",
        "a name of more than one effect",
        "which {value} is meant?",
        "",
        "give each of them an `id` to tell them apart",
    ),
    "no side": (
        "SA204",
        "an insertion without a neighbour",
        "write `after` or `before`, the element that it shall stand beside",
        "{names}",
        SIDE,
    ),
    "two sides": ("SA207", "an insertion with two neighbours", "write one of `after` and `before`", "{names}", SIDE),
    "no key": ("SA203", "an edit of a value that is not there", "there is {value}, and nothing within it"),
    "no reason": (
        "SA204",
        "the key `why` is missing",
        "a whole record goes, and nothing says why",
        "",
        'add a line `why = "..."`: `stoneage why` and `stoneage diff` show it',
    ),
    "empty reason": ("SA207", "an empty value", "nothing is said here", "", "say the reason, or delete the line"),
    "two ways": (
        "SA207",
        "an edit with both `target` and `where`",
        "`target` names one record, `where` all that fit",
        "",
        "delete one of the two",
    ),
    "no target": ("SA204", "an edit without `target`", "which {noun} is meant?", "{known}", 'add a line `target = "{first}"`'),
    "two targets": ("SA203", "an id of more than one {noun}", "which `{value}` is meant?", "", "write it as `PACK:ID`"),
    "no record": ("SA204", "a replacement without `record`", "what is the new record?", "", "write its keys under `record`"),
}
"""By name, each with its code, title, label, note and help."""
AT_KEY = frozenset({"id", "no number", "no default", "round", "no list", "no key", "two ways"})
"""The faults that are reported at the key, not at its value."""


def fault(name: str, path: TomlPath = (), **said: Any) -> Fault:
    """Returns the fault of a row; `said` has the values that its texts use."""
    code, title, label, note, help = (text.format(**said) for text in (*FAULTS[name], "", "")[:5])
    return Fault(code, title, label, note, help, at_key=name in AT_KEY, path=path)


def shown(value: Any) -> str:
    """Returns a value as shortened TOML text, for messages; None is a value that is not written."""
    if value is None:
        return "nothing"
    return WORDS[dict] if isinstance(value, dict) else shortened(written(value))


def unknown_keys(value: Any, known: Sequence[str], form: str, line: TomlPath) -> Faults:
    """Yields a fault for each unknown key of a value, or else one for the value as a whole."""
    strange = {*value} - {*known} if type(value) is dict else ()
    yield from [unknown_key(key, known, line) for key in strange] or [wrong_type(value, form, line)]


# --- defaults -----------------------------------------------------------------------------------------------------
#
# Looks up the default of a value that a record does not write, at any depth.


def unwritten(record: RawRecord, path: TomlPath, *, is_listed: bool = False) -> dict[str, str | int | bool]:
    """Returns the defaults of the keys that a table of a record does not write, if they are text, numbers or truth values.

    Args:
        record: the record.
        path: the path of the table.
        is_listed: True to leave out empty ones, and those of quantities and conditions.
    """
    form: Form | None = form_of_class(record.model)
    for length, step in enumerate(path):
        form = None if form is None else form.at(step, value_at(record.data, path[:length]), record.verbs)
    if form is None or (is_listed and (form.is_computed or form.is_row)):
        return {}
    holder = value_at(record.data, path) or {}
    defaults = {key: field.default for key, field in form.fields_in(holder, record.verbs).items() if key not in holder}
    return {key: one for key, one in defaults.items() if type(one) in (str, int, bool) and not (is_listed and one == "")}


# --- site ---------------------------------------------------------------------------------------------------------
#
# A value of a record, paired with the line of the edit that changes it.


@attrs.frozen
class Site(Described):
    """The value that an operator is applied to."""

    operator: Operator
    edit: Edit
    target: RawRecord
    holder: Any
    """The table or list that contains the value."""
    step: Any
    """The key or index of the value in it."""
    path: TomlPath
    """The path of the value from the record's root."""
    line: TomlPath
    """The path of the line from the edit's root."""

    @property
    def current(self) -> Any:
        """The current value; None if none is written."""
        return value_at(self.holder, (self.step,))

    @property
    def counting(self) -> Any:
        """The value that counts: the current one, or the default while none is written."""
        return unwritten(self.target, self.path[:-1]).get(self.step) if self.current is None else self.current

    @property
    def elements(self) -> Any:
        """The list that the value is, also if it is not written."""
        return [] if self.current is None else self.current

    @property
    def names(self) -> list[Any]:
        """The names of these elements; None for those without."""
        return [element_name(element) for element in self.elements]

    @property
    def label(self) -> str:
        """The value and its record, for messages."""
        return f"`{as_path(self.target.in_words(self.path))}` of {self.target.label}"

    def fault(self, name: str, *within: str | int, value: Any = None, **said: Any) -> Fault:
        """Returns a fault of the edit's line, or of a value within that."""
        values = {"value": shown(value), "current": shown(self.current), "label": self.label, **said}
        line = as_path(self.line)
        return fault(name, (*self.line, *within), line=line, steps=line.partition(".")[2], **values)

    def idle(self, name: str, value: Any, before: Any = None) -> Fault:
        """Records that the operator leaves the value as it is, and returns that as a fault."""
        self._note(value, before, is_idle=True)
        return self.fault(name, value=value, before=before)

    def put(self, value: Any, new: Any, **more: Any) -> None:
        """Sets the value, or removes it for None, and records this; `more` are fields of `Provenance`."""
        self._note(value, **{"before": self.current, "names": self._renamed(new), **more})
        if new is None:
            del self.holder[self.step]
        else:
            self.holder[self.step] = copy.deepcopy(new)

    def _note(self, value: Any, before: Any, **more: Any) -> None:
        self.target.note(self.edit, self.line, self.operator, self.path, value, before, **more)

    def note_element(self, line: str | int, step: Any, element: Any, before: Any = None, **more: Any) -> None:
        """Records the operation on an element of the list that the value is; `line` leads on to the element's own line."""
        at, names = (*self.path, step), _as_names(element)
        words = (*self.target.in_words(self.path), *(names or (step,)))
        edit, line_of_it = self.edit, (*self.line, line)
        self.target.note(edit, line_of_it, self.operator, at, element, before, words=words, names=names, **more)

    def _renamed(self, new: Any) -> Set[str]:
        """Returns the old and the new name of an element of a list if a new value of this key changes its name."""
        if [*map(type, self.path[-2:])] != [int, str]:
            return frozenset()
        changed = {key: value for key, value in {**self.holder, self.step: new}.items() if value is not None}
        names = _as_names(self.holder, changed)
        return names if (self.step in NAMING and self.step not in COMPUTING) or len(names) > 1 else frozenset()


def _as_names(*elements: Any) -> Set[str]:
    """Returns the names of elements as steps of a path in words."""
    return {str(name) for name in map(element_name, elements) if type(name) in (str, int)}


def is_equal(value: Any, other: Any) -> bool:
    """Returns whether two values are equal and of the same type, so that `true` is not 1."""
    return bool(value == other and type(value) is type(other))


# --- operators ----------------------------------------------------------------------------------------------------


@attrs.frozen(eq=False, kw_only=True)
class Operator(Operation):
    """A key of a patch that changes or checks values, as a row."""

    help: str
    """The description of its values, in the schema and the reference."""
    apply: Callable[[Site, Any], Faults]
    """Applies the edit to one value and yields its faults."""
    is_change: bool = True
    """True if it changes values, so that a table's decision can ignore it."""
    from_defaults: bool = False
    """True if it also changes the defaults of a table that is not written."""
    keys: Set[str] = frozenset()
    """Keys of a table in place of a list to be changed; a table without them leads on to elements of that list."""


def _expect(site: Site, value: Any) -> Faults:
    if not is_equal(site.current, value):
        yield site.fault("outdated key" if site.current is None else "outdated", value=value)


def _unset(site: Site, value: Any) -> Faults:
    site.put(None, None)
    yield from ()


def _set(site: Site, value: Any) -> Faults:
    if is_equal(value, site.counting):
        yield site.idle("same", value, site.current)
    else:
        site.put(value, value)


ADJUSTMENT = ("add", "times", "round")
ROUNDINGS = ("down", "up")


def _adjust(site: Site, value: Any) -> Faults:
    number = site.counting
    if type(number) is not int:
        yield site.fault("no default" if number is None else "no number", before=shown(number))
    elif type(value) is int:
        yield site.fault("amount", value=value)
    elif faults := [*_faults_of_adjustment(site, value)]:
        yield from faults
    else:
        factor, divisor = value.get("times", (1, 1))
        up = divisor - 1 if value.get("round") == "up" else 0
        result = (number * factor + up) // divisor + value.get("add", 0)
        if result == number:
            yield site.idle("stays", value, number)
        else:
            site.put(value, result, before=number, result=result)


def _faults_of_adjustment(site: Site, value: Any) -> Faults:
    given = value if type(value) is dict else {}
    if not {*given} <= {*ADJUSTMENT} or not {"add", "times"} & {*given}:
        yield from unknown_keys(value, ADJUSTMENT, "a change such as `{ add = 1 }`", site.line)
    add, times, word = given.get("add", 0), given.get("times", [1, 1]), given.get("round", "down")
    is_fraction = type(times) is list and [*map(type, times)] == [int, int]
    if type(add) is not int:
        yield wrong_type(add, WORDS[int], (*site.line, "add"))
    if is_fraction and times[1] == 0:
        yield site.fault("by 0", "times")
    elif not is_fraction or times[1] < 0:
        yield wrong_type(times, "a fraction such as [3, 2]", (*site.line, "times"))
    if word not in ROUNDINGS:
        yield other_choice("a word that does not belong here", word, ROUNDINGS, "round", path=(*site.line, "round"))
    elif {*given} == {"add", "round"}:
        yield site.fault("round", "round")


ElementChange = Callable[[Site, int, Any], Faults]


def _each(change: ElementChange) -> Callable[[Site, Any], Faults]:
    """Returns how a list in an edit is applied, one element at a time."""

    def apply(site: Site, value: Any) -> Faults:
        if type(value) is not list:
            mend = Write(written([value]))
            yield attrs.evolve(wrong_type(value, WORDS[list], site.line), help=f"a list: `{mend}`", mend=mend)
        elif not value:
            yield site.fault("unnamed")
        elif type(site.elements) is not list:
            yield site.fault("no list")
        else:
            for index, element in enumerate(value):
                yield from change(site, index, element)

    return apply


def _append(site: Site, line: int, element: Any) -> Faults:
    yield from _add(site, line, element, len(site.elements))


def _add(site: Site, line: str | int, element: Any, position: int, **more: Any) -> Faults:
    elements = site.elements
    is_there = not isinstance(element, dict) and element in elements
    site.note_element(line, position, element, is_idle=is_there, shift=(position, 1), **more)
    if is_there:
        yield site.fault("there", line, value=element)
    else:
        elements.insert(position, copy.deepcopy(element))
        site.holder[site.step] = elements


def _drop(site: Site, line: int, name: Any) -> Faults:
    elements, names = site.elements, site.names
    places = [place for place, other in enumerate(names) if is_equal(other, name)]
    if type(name) not in (str, int):
        fault, own = wrong_type(name, "the name of an element", (*site.line, line)), element_name(name)
        mend = Write(written(own)) if type(own) in (str, int) and own in names else None
        yield attrs.evolve(fault, label="elements are dropped by name", mend=mend, help="" if mend else "write its name")
    elif not places:
        site.note_element(line, line, name, is_idle=True)
        yield attrs.evolve(site.fault("gone", line, value=name), note=_entries(site))
    elif len(places) > 1 and isinstance(elements[places[0]], dict):
        yield site.fault("two effects", line, value=name)
    else:
        del elements[places[0]]
        site.note_element(line, f"without {name}", name, name, shift=(places[0], -1))


def _entries(site: Site) -> str:
    return choices_of("entry", [str(name) for name in site.names if name is not None])


SIDES = ("after", "before")
INSERTION = ("value", *SIDES)


def _insert(site: Site, value: Any) -> Faults:
    form, sides = '`{ value = ..., after = "..." }`', [side for side in SIDES if type(value) is dict and side in value]
    if type(site.elements) is not list:
        yield site.fault("no list")
    elif type(value) is list:
        help = f"write one `[[patch.{site.edit.kind}]]` for each"
        yield attrs.evolve(wrong_type(value, form, site.line), help=help)
    elif type(value) is not dict or not {"value"} <= {*value} <= {*INSERTION}:
        yield from unknown_keys(value, INSERTION, form, site.line)
    elif len(sides) != 1:
        yield site.fault("two sides" if sides else "no side", names=_entries(site))
    else:
        yield from _insert_beside(site, value["value"], sides[0], value[sides[0]])


def _insert_beside(site: Site, element: Any, side: str, neighbour: Any) -> Faults:
    names, line = site.names, (*site.line, side)
    wanted = int if names and {*map(type, names)} == {int} else str
    if type(neighbour) is not wanted:
        yield wrong_type(neighbour, WORDS[wanted], line)
    elif neighbour not in names:
        message, label = "a neighbour that is not there", f"{site.label} has no {shown(neighbour)}"
        known = [name for name in names if name is not None]
        yield unknown_word("SA203", message, str(neighbour), known, "entry", label=label, path=line)
    elif names.count(neighbour) > 1:
        yield site.fault("two effects", side, value=neighbour)
    else:
        position = names.index(neighbour) + (side == "after")
        yield from _add(site, "value", element, position, beside=(side, neighbour))


UNSET, SET, ADJUST = "unset", "set", "adjust"
OPERATORS: Mapping[str, Operator] = {
    "expect": Operator(
        help="values that must be there; where they are not, the pack is out of date",
        apply=_expect,
        done="expected",
        is_change=False,
    ),
    UNSET: Operator(
        help="keys to take away, such as `a.b`",
        apply=_unset,
        done="unset",
        in_history="unsets it",
        in_conflict="unsets {it}",
        as_last="then it is gone",
        if_alone="then it is gone",
        covers_all=True,
        leaves_gap=True,
    ),
    "drop": Operator(
        help="elements to take out of lists, by their names",
        apply=_each(_drop),
        done="dropped",
        in_history="drops",
        in_conflict="drops {value}",
        on_list=True,
        ends_target=True,
        keys=frozenset(NAMING),
        commutes=lambda first, second: True,
    ),
    SET: Operator(
        help="values to give",
        apply=_set,
        done="set",
        in_history="sets it to",
        in_conflict="sets {it} to {value}",
        as_last="then it is {value}",
        if_alone="then it is {value}",
        for_numbers=("in both packs, instead of `set`:", "  adjust.{path} = {{ add = ... }}", "  then the changes add up"),
        covers_all=True,
    ),
    ADJUST: Operator(
        help="numbers to change by an amount, so that changes of several packs add up",
        apply=_adjust,
        done="adjusted",
        in_history="adjusts it by",
        in_conflict="adjusts {it} by {value}",
        from_defaults=True,
        commutes=lambda first, second: None if first.renames and second.renames else {*first.value} == {*second.value} == {"add"},
    ),
    "append": Operator(
        help="elements to add at the end of lists",
        apply=_each(_append),
        done="appended",
        in_history="appends",
        in_conflict="appends {value}",
        on_list=True,
        keys=frozenset(NAMING),
        commutes=lambda first, second: True,
    ),
    "insert": Operator(
        help="elements to put beside others in lists",
        apply=_insert,
        done="inserted",
        in_history="inserts {beside[0]} {beside[1]}:",
        in_conflict="inserts {value} {beside[0]} {neighbour}",
        as_last="then both are there, that of {pack} next to {neighbour}",
        conflict="two packs insert into {what}, and nothing says which comes first",
        needs_original=False,
        on_list=True,
        keys=frozenset(INSERTION),
        commutes=lambda first, second: False if first.beside == second.beside else None,
    ),
}
"""The operators by their keys, in the order of application in one patch."""
