"""Tables to records, strictly: their shape, and the shapes of prices, quantities and other values."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.language.cost import MOST_OF_GOOD, MOST_OF_GROUP, Cost
from stoneage_rules.language.fields import ONE_WORD, Amount, OwnForm, Quantity
from stoneage_rules.language.quantity import RANGE_KEYS, IfRow
from stoneage_rules.language.word import CONTRADICTION, Verb, toml_key
from stoneage_rules.packs.diagnostics import (
    REPORTED,
    UNREAD,
    WORDS,
    Fault,
    Partial,
    Reported,
    Write,
    other_choice,
    unknown_word,
    word_for,
    wrong_type,
)
from stoneage_rules.packs.parts import (
    PLAIN,
    is_effect,
    is_mapping,
    is_own_form,
    is_plain_union,
    is_tuple,
    plain_type,
    quantity_fields,
    typed_fields,
)
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import choices_of, either, listed, nearest, shortened, written

# --- shapes -------------------------------------------------------------------------------------------------------
#
# Reads prices and quantities, reporting every fault of one and not only the first.
#
# `structure` calls these functions while it builds records.


OUT_OF_RANGE = "a number out of range"
NO_KEY = "a key that a quantity does not have"
NO_ROW_KEY = "a key that a row of `if` does not have"
NO_QUANTITY = "a quantity that does not exist"

AMOUNTS = frozenset({"amount", "at_least", "at_most"})
DIFFERENCE = 'compare two numbers by what is between them: `{ goods = "ONE", plus = { goods = "OTHER", times = -1 }, min = 0 }`'
COMPOSED = AMOUNTS | {"kinds"}
"""The keys that go with `of` in a cost that the payer composes."""


Read = Callable[[Any, Any, TomlPath], Any]
"""Reads a value of a type at a path from the quantity; REPORTED if it cannot be read."""


COUNTED = 'of a good or a track called `{0}` it is `{{ goods = "{0}" }}` or `{{ track = "{0}" }}`'
TIMES = "what one of it counts is said by `times`"


def quantity_of(
    value: Any, known: Mapping[str, Any], read: Read, beside: Sequence[str] = ()
) -> tuple[Quantity | Reported, list[Fault]]:
    """Returns a quantity, as far as it can be read, and the faults that `read` does not report.

    Args:
        value: the value as read from TOML.
        known: the words that say what is counted.
        read: reads the values within it.
        beside: further keys that its table can have, for messages.
    """
    if type(value) is not dict:
        raise wrong_type(value, 'a quantity such as `{ track = "..." }`')
    faults = list(_quantity_faults(value, known, beside))
    words = [key for key in value if key in known]
    is_read = len(words) == 1 and not _has_no_choice(value[words[0]], known[words[0]])
    of = read(value[words[0]], known[words[0]].takes, (words[0],)) if is_read else REPORTED
    computing = {key: read(value[key], field.type, (key,)) for key, field in quantity_fields().items() if key in value}
    if of is REPORTED:
        return REPORTED, faults
    known_values = {quantity_fields()[key].name: number for key, number in computing.items() if number is not REPORTED}
    return Quantity(words[0], of, **known_values), faults


def _quantity_faults(value: Mapping[str, Any], known: Mapping[str, Any], beside: Sequence[str]) -> Iterator[Fault]:
    words = [key for key in value if key not in quantity_fields()]
    strange = [word for word in words if word not in known]
    for word in strange:
        if len(strange) < len(words):
            keys, message = (*beside, *quantity_fields()), NO_ROW_KEY if beside else NO_KEY
            help = TIMES if word == "each" else ""
            yield unknown_word("SA202", message, word, keys, "key", at_key=True, path=(word,), help=help)
        else:
            fault = unknown_word("SA202", NO_QUANTITY, word, known, "quantity", at_key=True, path=(word,))
            yield fault if fault.near else attrs.evolve(fault, help=COUNTED.format(shortened(word)))
    if not strange and len(words) != 1:
        help = "" if words else 'name it, for example `goods = "..."`'
        note = "" if words else choices_of("quantity", known)
        yield Fault("SA207", "a quantity has one word that says what is counted", f"this one has {len(words)}", note, help)
    elif not strange:
        yield from _counted_faults(words[0], value, known)


def _has_no_choice(of: object, kind: Any) -> bool:
    """Returns whether something else stands behind a word that has but a few choices."""
    return bool(kind.choices) and not kind.refers_to and of not in kind.choices


def _counted_faults(word: str, value: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[Fault]:
    of, kind = value[word], known[word]
    if of is not REPORTED and _has_no_choice(of, kind):
        yield _other_counted(word, of, kind.choices)
    for key in sorted(ONE_WORD.intersection(value).difference(kind.keys)):
        owners = [f"`{name}`" for name, other in known.items() if key in other.keys]
        yield Fault("SA207", "a key that means nothing here", f"only {either(owners)} has it", at_key=True, path=(key,))
    if "of" in value and not kind.of_seat:
        label = f"`{word}` is no number of a seat: there are no seats to compare"
        yield Fault("SA207", "a key that means nothing here", label, at_key=True, path=("of",))


def if_row_of(value: Any, known: Mapping[str, Any], read: Read) -> tuple[IfRow | Reported, list[Fault]]:
    """Returns a row of `if`, which is a quantity with a range and perhaps an `id`, and its faults, like `quantity_of`."""
    if type(value) is not dict:
        raise wrong_type(value, 'a row such as `{ track = "...", min = 1 }`')
    own = {
        key
        for key in value
        if key in (*RANGE_KEYS, "id") or (key not in {*known, *quantity_fields()} and nearest(key, RANGE_KEYS))
    }
    counted = {key: item for key, item in value.items() if key not in own}
    quantity, found = quantity_of(counted, known, read, RANGE_KEYS)
    faults = list(_range_faults(value, own))
    if not _is_range_meant(counted, known):
        faults += _missing_range(own)
    faults += found
    if quantity is REPORTED:
        return REPORTED, faults
    numbers = {} if faults else {key: value[key] for key in RANGE_KEYS if key in value}
    return IfRow(**{key: getattr(quantity, key) for key in attrs.fields_dict(Quantity)}, **numbers), faults


def _range_faults(value: Mapping[str, Any], own: Collection[str]) -> Iterator[Fault]:
    """Yields the faults of single keys of a range; if there are none, that of keys that contradict each other."""
    single = [fault for key in value if key in own for fault in _range_key_faults(key, value[key])]
    yield from single
    least, most = value.get("min"), value.get("max")
    if not single and least is not None and most is not None and least > most:
        yield Fault("SA207", CONTRADICTION, f"`max` is less than `min`, which is {least}", path=("max",))


def _missing_range(own: Collection[str]) -> Iterator[Fault]:
    """Yields the fault of a row whose own keys are not those of a range."""
    if {*own} <= {"id"}:
        help = "write `min`, `max` or `every`"
        yield Fault("SA207", "a condition that asks for nothing", "this row has no range", help=help)


def _is_range_meant(counted: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
    """Returns whether a number stands where none belongs, and so a range is meant: `{ round = 3 }`, `{ ..., exactly = 3 }`."""
    keys = [key for key, item in counted.items() if type(item) is int and key not in quantity_fields()]
    return any(key not in known or known[key].takes is not int for key in keys)


def _range_key_faults(key: str, item: Any) -> Iterator[Fault]:
    if key == "id":
        if type(item) is not str:
            yield attrs.evolve(wrong_type(item, WORDS[str]), path=(key,))
    elif key not in RANGE_KEYS:
        yield unknown_word("SA202", NO_ROW_KEY, key, RANGE_KEYS, "key", at_key=True, path=(key,))
    elif type(item) is not int:
        yield attrs.evolve(wrong_type(item, WORDS[int]), path=(key,), help=DIFFERENCE if type(item) is dict else "")
    elif key == "every" and not 2 <= item <= 99:
        yield Fault("SA207", OUT_OF_RANGE, "`every` must be from 2 to 99", path=(key,))


def _other_counted(word: str, of: object, choices: Sequence[str]) -> Fault:
    """Returns the fault of what stands behind a word that has but a few choices, often a number that belongs into a range."""
    if type(of) is str:
        return other_choice("a word that does not belong here", of, choices, word, path=(word,))
    wanted = either([f'`{word} = "{choice}"`' for choice in choices])
    help = f"write {wanted}; in a row of `if`, `min` and `max` are the numbers that are asked for"
    return Fault("SA201", f"{word_for(of)} where text belongs", f"this is {word_for(of)}", help=help, path=(word,))


def cost_of(value: Any, read: Read) -> tuple[Cost | Reported, list[Fault]]:
    """Returns a price, of fixed goods or of goods of a group that the payer composes, and the faults that `read` does not report.

    A price with a fault is one of each good, or of the group, that it names.
    """
    if type(value) is not dict:
        raise wrong_type(value, "a price such as `{ GOOD = 1 }`")
    quantities = [key for key, item in value.items() if type(item) is dict and key not in ("of", "kinds")]
    amounts = value | {key: read(value[key], Amount, (key,)) for key in quantities}
    unread = any(amount is REPORTED for amount in amounts.values())
    if "of" not in value and COMPOSED.isdisjoint(value):
        faults = list(_fixed_faults(amounts))
        return Cost.made_of(dict.fromkeys(value, 1) if faults or unread else amounts), faults
    faults = list(_composed_faults(amounts))
    if type(value.get("of")) is not str:
        return REPORTED, faults
    if faults or unread:
        return Cost(of=value["of"], at_least=1, at_most=1), faults
    numbers = {key: amount for key, amount in amounts.items() if key in AMOUNTS}
    numbers |= {"at_least": 1} if "at_most" in numbers and "at_least" not in numbers else {}
    return Cost.made_of(numbers, value["of"], value.get("kinds")), faults


def _fixed_faults(value: Mapping[str, Any]) -> Iterator[Fault]:
    for good, amount in value.items():
        if isinstance(amount, Quantity) or amount is REPORTED:
            continue
        if type(amount) is not int:
            yield attrs.evolve(wrong_type(amount, WORDS[int]), path=(good,))
        elif not 1 <= amount <= MOST_OF_GOOD:
            yield Fault("SA207", OUT_OF_RANGE, f"`{good}` must be from 1 to {MOST_OF_GOOD}", path=(good,))
    if not value:
        yield Fault("SA207", "a cost of nothing", "name at least one good")


def _composed_faults(value: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields the faults of single keys; if there are none, those of their combination."""
    single = list(_key_faults(value))
    yield from single
    if not single and "of" not in value:
        yield Fault("SA204", "a cost of a group without `of`", "of which group?", help='write `of = "GROUP"`')
    if not single:
        yield from _number_faults(value)


def _key_faults(value: Mapping[str, Any]) -> Iterator[Fault]:
    keys = ("of", *sorted(COMPOSED))
    for key, item in value.items():
        wanted = str if key == "of" else int
        if key not in keys:
            message = "a key that a cost `of` a group does not have"
            yield unknown_word("SA202", message, key, keys, "key", at_key=True, path=(key,))
        elif type(item) is not wanted and not (key in AMOUNTS and (isinstance(item, Quantity) or item is REPORTED)):
            yield attrs.evolve(wrong_type(item, WORDS[wanted]), path=(key,))


def _number_faults(value: Mapping[str, Any]) -> Iterator[Fault]:
    twice = [key for key in ("at_least", "at_most") if key in value and "amount" in value]
    for key in twice:
        yield Fault("SA207", "values that contradict each other", "`amount` says it already", at_key=True, path=(key,))
    least, most = _span(value)
    numbers = [number for number in (least, most) if type(number) is int]
    if most is None or numbers != sorted(numbers) or not all(1 <= number <= MOST_OF_GROUP for number in numbers):
        message = "a cost of a group needs `amount`, or `at_least` and `at_most`"
        yield Fault("SA207", message, f"these must be from 1 to {MOST_OF_GROUP}, `at_least` not above `at_most`")
    elif "kinds" in value and type(most) is int and not 1 <= value["kinds"] <= most:
        yield Fault("SA207", OUT_OF_RANGE, f"`kinds` must be from 1 to {most}", path=("kinds",))


def _span(value: Mapping[str, Any]) -> tuple[Any, Any]:
    """Returns the smallest and the largest number of goods of a composed price."""
    return value.get("amount", value.get("at_least", 1)), value.get("amount", value.get("at_most"))


# --- structure ----------------------------------------------------------------------------------------------------
#
# Turns parsed TOML into attrs records strictly: coerces no value, ignores no key and finds every fault.
#
# The marker `REPORTED` replaces each value that cannot be read, so that one error does not hide another.


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

    def _read(self, value: Any, kind: Any, path: TomlPath, faults: list[Fault]) -> Any:
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

    def _optional(self, value: Any, kind: Any, path: TomlPath, faults: list[Fault]) -> Any:
        return None if value is None else self._read(value, plain_type(kind), path, faults)

    def _own_form(self, value: Any, kind: type[OwnForm], path: TomlPath, faults: list[Fault]) -> Any:
        found = [wrong_type(value, kind.words)] if value is REPORTED else list(kind.faults(value))
        faults += [_as_fault(fault, path) for fault in found]
        return REPORTED if found else value

    def _amount(self, value: Any, kind: Any, path: TomlPath, faults: list[Fault]) -> Any:
        return self._quantity(value, kind, path, faults) if type(value) is dict else self._scalar(value, int)

    def _quantity(self, value: Any, kind: Any, path: TomlPath, faults: list[Fault]) -> Any:
        if self.defers:
            return value
        if len(path) > MOST_STEPS or (len(path) > MOST_NESTED and all(type(step) is str for step in path[-MOST_NESTED:])):
            raise Fault("SA211", "quantities nested too deeply", f"{MOST_NESTED} deep is allowed")
        make = if_row_of if kind is IfRow else quantity_of
        quantity, found = make(value, self.quantities, lambda of, kind, step: self._read(of, kind, path + step, faults))
        faults += [_as_fault(fault, path) for fault in found]
        return quantity

    def _cost(self, value: Any, _: Any, path: TomlPath, faults: list[Fault]) -> Any:
        cost, found = cost_of(value, lambda amount, kind, step: self._read(amount, kind, path + step, faults))
        faults += [_as_fault(fault, path) for fault in found]
        return cost

    # --- lists, tables and effects ------------------------------------------------------------------------------

    def _list(self, value: Any, kind: Any, path: TomlPath, faults: list[Fault]) -> tuple[Any, ...]:
        inner = get_args(kind)[0]
        if type(value) is not list:
            single = type(value) is dict and (attrs.has(inner) or is_effect(inner)) and len(written(value)) <= LONGEST_EXAMPLE
            mend = Write(written([value])) if single or type(value) is inner in (str, int) else None
            help = f"a list of one stands in square brackets: `{mend}`" if single else ""
            raise attrs.evolve(wrong_type(value, WORDS[list]), help=help, mend=mend)
        return tuple([self._read(element, inner, (*path, index), faults) for index, element in enumerate(value)])

    def _mapping(self, value: Any, kind: Any, path: TomlPath, faults: list[Fault]) -> Mapping[Any, Any]:
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

    def _effect(self, value: Any, _: Any, path: TomlPath, faults: list[Fault]) -> Any:
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

    def _record(self, value: Any, kind: Any, path: TomlPath, faults: list[Fault], own: Sequence[Fault] = ()) -> Any:
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

    If all keys are unknown, any of them may be a misspelling.
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


def _as_fault(error: Exception, path: TomlPath) -> Fault:
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


def _missing(attribute: Any, key: str, path: TomlPath, owner: object) -> Fault:
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
