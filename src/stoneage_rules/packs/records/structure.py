"""Turns parsed TOML into attrs records strictly: coerces no value, ignores no key and finds every fault.

The marker `REPORTED` replaces each value that cannot be read, so that one error does not hide another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Amount, OwnForm, Quantity
from stoneage_rules.language.word import Verb, toml_key
from stoneage_rules.packs.findings.faults import UNREAD, WORDS, Fault, unknown_word, wrong_type
from stoneage_rules.packs.findings.mends import Write
from stoneage_rules.packs.findings.reported import REPORTED, Partial
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import (
    PLAIN,
    is_effect,
    is_mapping,
    is_own_form,
    is_plain_union,
    is_tuple,
    plain_type,
    typed_fields,
)
from stoneage_rules.packs.records.shapes import cost_of, if_row_of, quantity_of
from stoneage_rules.text.spelling import nearest
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import choices_of, either, listed, shortened

__all__ = ["PLAIN_NUMBER", "Structurer", "whole_number"]

PLAIN_NUMBER = re.compile("0|[1-9][0-9]{0,8}")

NO_VERB, WHICH_VERB = "an effect without `do`", "what does this do? it has no verb"
MOST_FITTING = 3
"""The most verbs that are suggested for an effect without one."""
LONGEST_EXAMPLE = 80
"""Longest value that is repeated in a suggestion, in characters."""
MOST_NESTED, MOST_STEPS = 6, 40
"""Deepest nesting of quantities allowed, and the longest path to one."""
NOT_WHEN = "`if` asks during the game; `when` asks before it, at records and edits alone"
DO = "do"
"""The key that names an effect's verb."""


class Structurer:
    """Turns parsed TOML into records.

    The method for a type appends the faults that it finds to `faults`, or raises the one that leaves nothing to read; the
    value is then `REPORTED`.

    Args:
        verbs: the verbs that effects may name.
        quantities: the words that a quantity may have as its key.
        defers: whether quantities stay as they are written, because their words are not known yet.
    """

    def __init__(self, verbs: Mapping[str, type[Verb]], quantities: Mapping[str, Any], *, defers: bool = False) -> None:
        self.verbs: Mapping[str, Any] = verbs
        self.quantities = quantities
        self.defers = defers

    def structure(self, data: Mapping[str, Any], kind: type) -> tuple[Any, list[Fault]]:
        """Returns the record, with `REPORTED` in place of each value that cannot be read, and every fault with its path."""
        faults: list[Fault] = []
        record = self._read(dict(data), kind, (), faults)
        return record, list(_without_slips(faults))

    def _read(self, value: Any, kind: Any, path: Path, faults: list[Fault]) -> Any:
        try:
            return _method(kind)(self, value, kind, path, faults)
        except Exception as error:  # a plugin's type may raise any
            faults.append(_as_fault(error, path))
            return REPORTED

    def _any(self, value: Any, *_: Any) -> Any:
        return value

    def _scalar(self, value: Any, kind: Any, *_: Any) -> Any:
        value = whole_number(value)
        if type(value) is not kind:
            raise wrong_type(value, WORDS[kind])
        return value

    def _one_of(self, value: Any, kind: Any, *_: Any) -> Any:
        members = [member for member in get_args(kind) if member is not type(None)]
        value = whole_number(value)
        if type(value) not in members:
            raise wrong_type(value, " or ".join(WORDS[member] for member in members))
        return value

    def _optional(self, value: Any, kind: Any, path: Path, faults: list[Fault]) -> Any:
        return None if value is None else self._read(value, plain_type(kind), path, faults)

    def _own_form(self, value: Any, kind: type[OwnForm], path: Path, faults: list[Fault]) -> Any:
        found = [wrong_type(value, kind.words)] if value is REPORTED else list(kind.faults(value))
        faults += [_as_fault(fault, path) for fault in found]
        return REPORTED if found else value

    def _amount(self, value: Any, kind: Any, path: Path, faults: list[Fault]) -> Any:
        return self._quantity(value, kind, path, faults) if type(value) is dict else self._scalar(value, int)

    def _quantity(self, value: Any, kind: Any, path: Path, faults: list[Fault]) -> Any:
        if self.defers:
            return value
        if len(path) > MOST_STEPS or (len(path) > MOST_NESTED and all(type(step) is str for step in path[-MOST_NESTED:])):
            raise Fault("SA211", "quantities within quantities, deeper than a game can bear", f"{MOST_NESTED} deep is allowed")
        make = if_row_of if kind is IfRow else quantity_of
        quantity, found = make(value, self.quantities, lambda of, kind, step: self._read(of, kind, path + step, faults))
        faults += [_as_fault(fault, path) for fault in found]
        return quantity

    def _cost(self, value: Any, _: Any, path: Path, faults: list[Fault]) -> Any:
        cost, found = cost_of(value, lambda amount, kind, step: self._read(amount, kind, path + step, faults))
        faults += [_as_fault(fault, path) for fault in found]
        return cost

    # --- lists, tables and effects ------------------------------------------------------------------------------

    def _list(self, value: Any, kind: Any, path: Path, faults: list[Fault]) -> tuple[Any, ...]:
        inner = get_args(kind)[0]
        if type(value) is not list:
            single = type(value) is dict and (attrs.has(inner) or is_effect(inner)) and len(written(value)) <= LONGEST_EXAMPLE
            mend = Write(written([value])) if single or type(value) is inner in (str, int) else None
            help = f"a list of one stands in square brackets: `{mend}`" if single else ""
            raise attrs.evolve(wrong_type(value, WORDS[list]), help=help, mend=mend)
        return tuple([self._read(element, inner, (*path, index), faults) for index, element in enumerate(value)])

    def _mapping(self, value: Any, kind: Any, path: Path, faults: list[Fault]) -> Mapping[Any, Any]:
        """Returns a mapping whose keys are ids, or whole numbers, which TOML keys give as text."""
        if type(value) is not dict:
            raise wrong_type(value, WORDS[dict])
        key, inner = get_args(kind)
        strange = [word for word in value if key is int and not PLAIN_NUMBER.fullmatch(word)]
        message = "a key that must be a whole number"
        faults += [Fault("SA201", message, f"`{word}` is no whole number", at_key=True, path=(*path, word)) for word in strange]
        entries = {word: self._read(item, inner, (*path, word), faults) for word, item in value.items()}
        unread = {*strange}
        return {key(word): item for word, item in entries.items() if word not in unread}

    def _effect(self, value: Any, _: Any, path: Path, faults: list[Fault]) -> Any:
        if type(value) is not dict:
            raise wrong_type(value, "an effect such as `{ do = ... }`")
        word = value.get("do")
        if word is None:
            raise self._no_verb(value)
        if type(word) is not str:
            raise attrs.evolve(wrong_type(word, "text"), path=("do",))
        if word not in self.verbs:
            raise unknown_word("SA208", "an effect that does not exist", word, self.verbs, "verb", path=("do",))
        # An `id` only gives edits an address; the effect itself has no use for it.
        id = value.get("id", "")
        own = [attrs.evolve(wrong_type(id, "text"), path=(*path, "id"))] if type(id) is not str else []
        rest = {key: item for key, item in value.items() if key not in ("do", "id")}
        return self._record(rest, self.verbs[word], path, faults, own)

    def _record(self, value: Any, kind: Any, path: Path, faults: list[Fault], own: Sequence[Fault] = ()) -> Any:
        """Returns a record, which is a `Partial` if it has faults; `own` are faults of keys that are no fields."""
        if type(value) is not dict:
            raise wrong_type(value, WORDS[dict])
        fields = _fields(kind)
        strange = sorted(key for key in value if key not in fields)
        found = [*own]
        values = {}
        for key, field in fields.items():
            if key in value:
                values[key] = self._read(value[key], field.type, (*path, key), found)
                slip = dict if field.type is str else int
                if type(value[key]) is slip and (hint := field.metadata.get("elsewhere")):
                    found[-1] = attrs.evolve(found[-1], help=hint)
            elif field.default is attrs.NOTHING:
                found.append(_missing(field, key, path, value.get("id")))
        for key in strange:
            help = NOT_WHEN if key == "when" and "if" in fields else ""
            found.append(unknown_word("SA202", UNREAD, key, fields, "key", at_key=True, path=(*path, key), help=help))
        if not found:
            try:
                return kind(**{fields[key].alias: made for key, made in values.items()})
            except Exception as error:  # a plugin's class may raise any
                found.append(_as_fault(error, path))
        faults += found
        return _partial(kind, values, strange)

    def _no_verb(self, value: Mapping[str, Any]) -> Fault:
        """Returns the fault of an effect without `do`, or of its misspelt key if there is one like it."""
        slip = nearest(DO, value)
        if slip is not None:
            return unknown_word("SA202", UNREAD, slip, [DO], "key", at_key=True, path=(slip,))
        keys = {key for key in value if key != "id"}
        fitting = [word for word, verb in sorted(self.verbs.items()) if keys and keys <= set(_fields(verb))]
        if not 0 < len(fitting) <= MOST_FITTING:
            return Fault("SA204", NO_VERB, WHICH_VERB, choices_of("verb", self.verbs), help="write its verb: `do = ...`")
        help = (
            f"write {either(f'`do = {written(word)}`' for word in fitting)}: it has {listed(f'`{key}`' for key in sorted(keys))}"
        )
        return Fault("SA204", NO_VERB, WHICH_VERB, help=help)


Method = Callable[..., Any]
METHODS: Sequence[tuple[Callable[[Any], bool], Method]] = (
    (lambda kind: kind is Any, Structurer._any),
    (lambda kind: kind in (str, int, bool), Structurer._scalar),
    (lambda kind: kind == Amount, Structurer._amount),
    (lambda kind: kind in (Quantity, IfRow), Structurer._quantity),
    (lambda kind: kind is Cost, Structurer._cost),
    (is_plain_union, Structurer._one_of),
    (lambda kind: type(None) in get_args(kind), Structurer._optional),
    (is_tuple, Structurer._list),
    (is_mapping, Structurer._mapping),
    (is_own_form, Structurer._own_form),
    (is_effect, Structurer._effect),
    (attrs.has, Structurer._record),
)
"""The methods that read values, each with the types that it reads."""


@lru_cache(maxsize=1000)
def _method(kind: Any) -> Method:
    return next(method for reads, method in METHODS if reads(kind))


@lru_cache(maxsize=1000)
def _fields(kind: Any) -> Mapping[str, Any]:
    """Returns the fields of a record class by their keys."""
    return {toml_key(field.name): field for field in typed_fields(kind)}


@lru_cache(maxsize=1000)
def _partial_class(kind: Any) -> Any:
    """Returns the subclass for partial records of a record class."""
    return type(kind.__name__, (kind, Partial), {"__slots__": ()})


def _partial(kind: Any, values: Mapping[str, Any], strange: Sequence[str]) -> Any:
    """Returns a record with errors; a key that is missing has its default, if it has one and is not likely misspelt.

    Where nothing is written but keys that there are not, any key may be meant.
    """
    record = object.__new__(_partial_class(kind))
    for key, field in _fields(kind).items():
        is_meant = nearest(key, strange) or (strange and not values)
        value = values[key] if key in values else REPORTED if is_meant else _default(field.default)
        object.__setattr__(record, field.name, value)
    return record


def _default(default: Any) -> Any:
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        return default.factory()
    return REPORTED if default is attrs.NOTHING else default


def _as_fault(error: Exception, path: Path) -> Fault:
    """Returns an exception as a fault, with its path from the record; raises it if it is a plugin's mistake."""
    if isinstance(error, PluginError):
        raise error
    if isinstance(error, Fault):
        return attrs.evolve(error, path=path + error.path)
    return Fault("SA207", str(error) or type(error).__name__, path=path)


EXAMPLES: Mapping[Any, str] = {
    str: '"..."',
    int: "1",
    bool: "true",
    Cost: "{ GOOD = 1 }",
    Quantity: '{ track = "..." }',
    Amount: "1",
}


def _missing(attribute: Any, key: str, path: Path, owner: object) -> Fault:
    """Returns the fault of a missing key, with its meaning and an example; `owner` is the id of the record."""
    like = (
        "[...]" if is_tuple(attribute.type) else "{ ... }" if is_mapping(attribute.type) else EXAMPLES.get(attribute.type, "...")
    )
    about = attribute.metadata.get("help", "")
    label = f"there is no `{key}` here" if path or type(owner) is not str else f"`{shortened(owner)}` has no `{key}`"
    title, missing = f"the key `{key}` is missing", (*path, key)
    if not path and attrs.has(attribute.type) and attribute.type not in EXAMPLES:
        needed = [toml_key(inner.name) for inner in typed_fields(attribute.type) if inner.default is attrs.NOTHING]
        lines = "".join(f'\n  {inner} = "..."' for inner in needed)
        return Fault("SA204", title, label, help=f"add it: {about}\n  [{key}]{lines}", path=path, missing=missing)
    help = f"for example `{key} = {like}`" + (f": {about}" if about else "")
    return Fault("SA204", title, label, help=help, path=path, missing=missing)


def _without_slips(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yields faults, merging that of a key that is missing because it is misspelt with that of the misspelt key."""
    slips = {(*fault.path[:-1], fault.near): fault for fault in faults if fault.code == "SA202"}
    hidden = {id(slips[fault.missing]): fault for fault in faults if fault.missing in slips}
    for fault in faults:
        if fault.missing not in slips:
            yield attrs.evolve(fault, suppresses=(hidden[id(fault)],)) if id(fault) in hidden else fault


def whole_number(value: Any) -> Any:
    """Returns a whole number of another type, such as numpy's, as an int, and any other value as it is."""
    return value.__index__() if type(value) not in PLAIN and hasattr(value, "__index__") else value
