"""Faults that a record has by itself: ranges, contradictions, values that do not belong; records without faults are read once."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import CONTEXTS, Quantity
from stoneage_rules.language.word import ContentRecord, Verb, Word, toml_key
from stoneage_rules.packs.diagnostics import REPORTED, Fault, Partial, is_whole, other_choice, unknown_word, wrong_type
from stoneage_rules.packs.parts import PLAIN, is_never_negative, parts_of
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.packs.structure import OUT_OF_RANGE, Structurer
from stoneage_rules.text import either, listed

MOST_NESTED = 6
"""Deepest nesting of effects allowed, as the repetitions of nested effects multiply."""


def read_record(structurer: Structurer, data: Mapping[str, Any], model: type) -> tuple[Any, list[Fault]]:
    """Returns the record in a table, as far as it can be read, and all its faults."""
    record, faults = structurer.structure(data, model)
    return record, [*faults, *value_faults(record, ())]


def value_faults(made: Any, path: TomlPath) -> Iterator[Fault]:
    """Yields a fault for each value that its field's range or choices forbid, at any depth, and for each contradiction."""
    if isinstance(made, Verb) and sum(type(step) is int for step in path) == MOST_NESTED + 1:
        yield Fault("SA211", "effects nested too deeply", f"{MOST_NESTED} deep is allowed", path=path)
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


def records_in(value: Any) -> Iterator[tuple[TomlPath, Any]]:
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


def _range_faults(value: Any, metadata: Mapping[str, Any], path: TomlPath) -> Iterator[Fault]:
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


def _word_faults(words: Mapping[TomlPath, Any], metadata: Mapping[str, Any], path: TomlPath) -> Iterator[Fault]:
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


def _number_faults(numbers: Mapping[TomlPath, Any], metadata: Mapping[str, Any], path: TomlPath) -> Iterator[Fault]:
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


# --- belonging ----------------------------------------------------------------------------------------------------
#
# Checks that each effect is in a context that its verb allows.
#
# The values of an effect are checked in `values`.


Verbs = Mapping[str, type[Verb]]


def belonging_faults(
    made: Any, verbs: Verbs, quantities: Mapping[str, Any], path: TomlPath = (), context: str = ""
) -> Iterator[Fault]:
    """Yields a fault for each effect whose verb, and each quantity whose word, does not belong to its context.

    Args:
        made: a record, an effect or a quantity.
        verbs: the verbs that effects may name.
        quantities: the words of quantities.
        path: the path to it.
        context: the context that it is in.
    """
    if isinstance(made, Verb) and context not in (made.belongs_in() or (context,)):
        yield _elsewhere(made, verbs, path, context)
        return
    if isinstance(made, Quantity):
        belongs = quantities[made.name].belongs.get(made.of) if isinstance(made.of, str) else None
        if belongs is not None and context not in belongs:
            label = f"only effects of {either(CONTEXTS[word] for word in belongs)} know it"
            yield Fault("SA207", "a quantity that means nothing here", label, path=(*path, made.name))
        if isinstance(made.of, Quantity):
            yield from belonging_faults(made.of, verbs, quantities, (*path, made.name), context)
    for part in parts_of(made):
        value = getattr(made, part.name)
        if type(value) not in PLAIN:
            within = part.metadata.get("context") or part.metadata.get("becomes", {}).get(context, context)
            for step, inner in records_in(value):
                yield from belonging_faults(inner, verbs, quantities, (*path, part.key, *step), within)


def _elsewhere(effect: Any, verbs: Verbs, path: TomlPath, context: str) -> Fault:
    places = either(CONTEXTS[word] for word in effect.belongs_in())
    label = f"`{effect.do}` belongs to {places}; here stands {CONTEXTS[context]}"
    help = effect.otherwise or "delete it, or write another verb"
    note = "" if effect.otherwise else "verbs for here are " + listed(word for word in verbs if verbs[word].can_stand_in(context))
    return Fault("SA215", "an effect that does not belong here", label, note, help, path=(*path, "do"))


# --- reading again ------------------------------------------------------------------------------------------------
#
# Reads records with the contexts of their effects, and remembers those without faults, which most tables have in common.


MOST_KEPT = 4_000
"""The number of records that are remembered: ten times those of the largest table."""
PLAIN_FORM = 2
"""The version of `marshal` in which equal values have equal bytes."""


@lru_cache(maxsize=8)
def structurer_of(verbs: tuple[tuple[str, type[Verb]], ...], quantities: tuple[tuple[str, Any], ...]) -> Structurer:
    """Returns the structurer of some words, the same one each time."""
    return Structurer(dict(verbs), dict(quantities))


def read_with_contexts(structurer: Structurer, data: Mapping[str, Any], model: type[ContentRecord]) -> tuple[Any, list[Fault]]:
    """Returns the record in a table, as far as it can be read, and all its faults, those of misplaced effects included."""
    record, faults = read_record(structurer, data, model)
    return record, [*faults, *belonging_faults(record, structurer.verbs, structurer.quantities)]


def read_again(structurer: Structurer, data: Any, model: Any) -> Any:
    """Returns the record in a table, the same one each time, or None if it has faults or is not made of plain values."""
    try:
        return _whole(structurer, marshal.dumps(data, PLAIN_FORM), model)
    except ValueError:  # from a date, or from the marker of a value with an error
        return None


@lru_cache(maxsize=MOST_KEPT)
def _whole(structurer: Structurer, data: bytes, model: Any) -> Any:
    """Returns the record in a table; None if it has faults."""
    record, faults = read_with_contexts(structurer, marshal.loads(data), model)
    return None if faults else record
