"""Checks values against the ranges and choices of their fields, and finds contradictions within a record.

References to other records are checked in `references`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.word import ContentRecord, Verb, Word, toml_key
from stoneage_rules.packs.findings.faults import Fault, other_choice, unknown_word, wrong_type
from stoneage_rules.packs.findings.reported import REPORTED, Partial, is_whole
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import PLAIN, is_never_negative, parts_of
from stoneage_rules.packs.records.shapes import OUT_OF_RANGE
from stoneage_rules.packs.records.structure import Structurer

__all__ = ["read_record", "records_in", "value_faults"]

MOST_NESTED = 6
"""Deepest nesting of effects allowed, as the repetitions of nested effects multiply."""


def read_record(structurer: Structurer, data: Mapping[str, Any], model: type) -> tuple[Any, list[Fault]]:
    """Returns the record in a table, as far as it can be read, and all its faults."""
    record, faults = structurer.structure(data, model)
    return record, [*faults, *value_faults(record, ())]


def value_faults(made: Any, path: Path) -> Iterator[Fault]:
    """Yields a fault for each value that its field's range or choices forbid, at any depth, and for each contradiction."""
    if isinstance(made, Verb) and sum(type(step) is int for step in path) == MOST_NESTED + 1:
        yield Fault("SA211", "effects within effects, deeper than a game can bear", f"{MOST_NESTED} deep is allowed", path=path)
        return
    wrong = set()
    for part in parts_of(made):
        value = getattr(made, part.name)
        if value is REPORTED or (type(value) in PLAIN and not part.is_bounded):
            continue
        here = (*path, part.key)
        for fault in _range_faults(value, part.metadata, here):
            wrong.add(part.name)
            yield fault
        for step, inner in records_in(value):
            yield from value_faults(inner, here + step)
    if isinstance(made, Quantity) and isinstance(made.of, Quantity):
        yield from _range_faults(made.of, {}, (*path, made.name))
        yield from value_faults(made.of, (*path, made.name))
    if isinstance(made, Quantity):
        for key, why in made.contradictions():
            yield Fault("SA207", "values that contradict each other", why, at_key=True, path=(*path, key))
    if isinstance(made, Word) and _is_read(made, made.involved) and wrong.isdisjoint(made.involved):
        for one in made.contradictions():
            yield Fault("SA207", one.title, one.label, help=one.help, at_key=one.at_key, path=path + one.path)
    if isinstance(made, ContentRecord) and made.reconstructed and _is_read(made, ("reconstructed",)):
        for fault in _reconstructed_faults(made):
            yield attrs.evolve(fault, path=path + fault.path)


def _is_read(made: Any, names: Sequence[str]) -> bool:
    """Returns whether these fields could be read completely."""
    return not isinstance(made, Partial) or all(is_whole(getattr(made, name)) for name in names)


def records_in(value: Any) -> Iterator[tuple[Path, Any]]:
    """Yields the records and quantities directly within a field's value, each with its path."""
    if type(value) in PLAIN:
        return
    if isinstance(value, Cost):
        yield from ((step, amount) for step, amount in records_in(value.amounts) if isinstance(amount, Quantity))
    elif attrs.has(type(value)):
        yield (), value
    elif isinstance(value, tuple):
        for index, element in enumerate(value):
            for step, inner in records_in(element):
                yield (index, *step), inner
    elif isinstance(value, Mapping):
        for key, element in value.items():
            for step, inner in records_in(element):
                yield (str(key), *step), inner


def _range_faults(value: Any, metadata: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    if not value and metadata.get("not_empty"):
        yield Fault("SA207", "an empty value", f"`{path[-1]}` needs at least one", path=path)
    elif metadata.get("fewest") is not None and len(value) < metadata["fewest"]:
        yield Fault("SA207", "a list that is too short", f"`{path[-1]}` needs at least {metadata['fewest']}", path=path)
    if type(value) is int:
        yield from _number_faults({(): value}, metadata, path)
    elif type(value) is str:
        yield from _word_faults({(): value}, metadata, path)
    elif isinstance(value, Quantity):
        yield from _number_faults({("times",): value.times}, _of_times(value, metadata), path)
    elif isinstance(value, Cost):
        for key, amount in value.amounts.items():
            yield from _range_faults(amount, {}, (*path, key)) if isinstance(amount, Quantity) else ()
    elif isinstance(value, tuple):
        for index, each in enumerate(value):
            if isinstance(each, Quantity):
                yield from _number_faults({(index, "times"): each.times}, _of_times(each, metadata), path)
        yield from _word_faults({(index,): word for index, word in enumerate(value)}, metadata, path)
        for index, word in enumerate(value):
            if type(word) in (str, int) and word in value[:index]:
                yield Fault("SA207", f"`{word}` stands twice in one list", "this one has no effect", path=(*path, index))
    elif isinstance(value, Mapping):
        yield from _number_faults({(str(key),): number for key, number in value.items()}, metadata, path)
        first, last = metadata.get("keys") or (None, None)
        for key in value if first is not None else ():
            if not first <= key <= last:
                label = f"the numbers under `{path[-1]}` go from {first} to {last}"
                yield Fault("SA207", OUT_OF_RANGE, label, path=(*path, str(key)), at_key=True)


def _word_faults(words: Mapping[Path, Any], metadata: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    choices = metadata.get("choices")
    if not choices:
        return
    for step, word in words.items():
        if type(word) is not str or word in choices:
            continue
        if metadata.get("least") is not None and word.isdigit():
            yield attrs.evolve(wrong_type(word, "a whole number"), path=path + step)
        else:
            fault = other_choice("a word that does not belong here", word, choices, path[-1], path=path + step)
            hints = [hint for hint in (fault.help, metadata.get("elsewhere")) if hint]
            yield attrs.evolve(fault, help="; ".join(hints))


def _number_faults(numbers: Mapping[Path, Any], metadata: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    least, most = metadata.get("least"), metadata.get("most")
    for step, number in numbers.items():
        if type(number) is not int:
            continue
        key = next(name for name in reversed(path + step) if isinstance(name, str))
        if (least is not None and number < least) or (most is not None and number > most):
            span = f"from {least} to {most}" if most is not None else f"{least} or more"
            help = metadata.get("instead_of_less", "") if number < 0 else ""
            yield Fault("SA207", OUT_OF_RANGE, f"`{key}` must be {span}", help=help, path=path + step)
        elif number == 0 and metadata.get("not_zero"):
            yield Fault("SA207", OUT_OF_RANGE, f"with 0 this does nothing: `{key}` must be another number", path=path + step)


def _of_times(quantity: Quantity, metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns a field's bounds for the `times` of a quantity: as counts are never negative, `times` sets the sign.

    A number that something is added to, or that has a least, can be above 0 whatever `times` is.
    """
    is_raised = any(isinstance(more, Quantity) or (type(more) is int and more > 0) for more in (quantity.plus, quantity.at_least))
    least = 1 if is_never_negative(metadata) and not is_raised else None
    return {"least": least, "not_zero": True, "instead_of_less": metadata.get("instead_of_less", "")}


def _reconstructed_faults(made: ContentRecord) -> Iterator[Fault]:
    """Yields a fault for each entry of `reconstructed` that is no key or part of the record."""
    known = [toml_key(attribute.name) for attribute in attrs.fields(type(made))]
    for index, name in enumerate(made.reconstructed):
        key, _, part = name.partition(".")
        if key not in known:
            message = "a key that records of this kind do not have"
            yield unknown_word("SA207", message, key, known, "key", path=("reconstructed", index))
        elif part:
            value = next(getattr(made, each.name) for each in attrs.fields(type(made)) if toml_key(each.name) == key)
            parts = [str(step) for step in value] if isinstance(value, Mapping) else []
            if part not in parts and is_whole(value):
                yield unknown_word(
                    "SA207", f"a part that `{key}` does not have", part, parts, "part", path=("reconstructed", index)
                )
