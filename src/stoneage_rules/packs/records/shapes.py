"""Reads prices and quantities, reporting every fault of one and not only the first.

`structure` calls these functions while it builds records.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.condition import RANGE_KEYS, IfRow
from stoneage_rules.language.cost import MOST_OF_GOOD, MOST_OF_GROUP, Cost
from stoneage_rules.language.fields import ONE_WORD, Amount, Quantity
from stoneage_rules.language.word import CONTRADICTION
from stoneage_rules.packs.findings.faults import WORDS, Fault, other_choice, unknown_word, word_for, wrong_type
from stoneage_rules.packs.findings.reported import REPORTED, Reported
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import quantity_fields
from stoneage_rules.text.spelling import nearest
from stoneage_rules.text.wording import choices_of, either, shortened

__all__ = ["OUT_OF_RANGE", "cost_of", "if_row_of", "quantity_of"]

OUT_OF_RANGE = "a number out of range"
NO_KEY = "a key that a quantity does not have"
NO_ROW_KEY = "a key that a row of `if` does not have"
NO_QUANTITY = "a quantity that does not exist"

AMOUNTS = frozenset({"amount", "at_least", "at_most"})
DIFFERENCE = 'compare two numbers by what is between them: `{ goods = "ONE", plus = { goods = "OTHER", times = -1 }, min = 0 }`'
COMPOSED = AMOUNTS | {"kinds"}
"""The keys that go with `of` in a cost that the payer composes."""


Read = Callable[[Any, Any, Path], Any]
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
