"""Matches the plain tables of records against the conditions of an edit's `where`, and finds faults in these conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import attrs

from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.word import CONTRADICTION, ContentRecord, toml_key
from stoneage_rules.packs.findings.faults import UNREAD, WORDS, Fault, unknown_word, wrong_type
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import is_effect, is_mapping, is_tuple, members_of
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import choices_of, listed, noun_of, plural

__all__ = ["condition_faults", "fits", "is_same", "keys_of_kind", "nothing_fits"]

NOTHING_CHANGES = "an edit that changes nothing"
BOUNDS = frozenset({"min", "max"})


def keys_of_kind(model: type[ContentRecord]) -> list[str]:
    """Returns the keys that records of a kind can have."""
    return [toml_key(attribute.name) for attribute in attrs.fields(model)]


def fits(data: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Returns whether a record's table fulfils all conditions."""
    return all(_has(data.get(key), want) for key, want in wanted.items())


def _has(have: Any, want: Any) -> bool:
    if _is_range(want):
        return type(have) is int and want.get("min", have) <= have <= want.get("max", have)
    if isinstance(want, dict):
        return isinstance(have, dict) and fits(have, want)
    if isinstance(want, list):
        return isinstance(have, list) and all(element in have for element in want)
    return is_same(have, want)


def is_same(value: Any, other: Any) -> bool:
    """Returns whether two values are equal and of the same type, so that `true` is not 1."""
    return bool(value == other and type(value) is type(other))


def _is_range(want: Any) -> bool:
    return isinstance(want, dict) and bool(want) and set(want) <= BOUNDS and all(type(bound) is int for bound in want.values())


# --- faults of conditions ---------------------------------------------------------------------------------------------


def condition_faults(wanted: Any, model: type[ContentRecord]) -> Iterator[Fault]:
    """Yields a fault for each key that records of the kind cannot have, and for each value of the wrong type."""
    if type(wanted) is not dict:
        yield wrong_type(wanted, "a set of conditions")
    else:
        yield from _record_faults(wanted, model, ())


def _record_faults(wanted: Mapping[str, Any], kind: Any, path: Path) -> Iterator[Fault]:
    fields = {toml_key(attribute.name): attribute.type for attribute in attrs.fields(kind)}
    for key, want in wanted.items():
        if key in fields:
            yield from _value_faults(want, fields[key], (*path, key))
        else:
            yield unknown_word("SA202", UNREAD, key, fields, "key", at_key=True, path=(*path, key))


def _value_faults(want: Any, annotation: Any, path: Path) -> Iterator[Fault]:
    members = members_of(annotation)
    if int in members and isinstance(want, dict) and (annotation != Amount or BOUNDS & set(want)):
        yield from _range_faults(want, path)
    elif is_tuple(annotation):
        yield from _list_faults(want, get_args(annotation)[0], path)
    elif is_mapping(annotation) and isinstance(want, dict):
        for key, inner in want.items():
            yield from _value_faults(inner, get_args(annotation)[1], (*path, key))
    elif (record := next((member for member in members if _is_record(member)), None)) and isinstance(want, dict):
        yield from _record_faults(want, record, path)
    elif type(want) not in (allowed := _types(members)):
        yield attrs.evolve(wrong_type(want, " or ".join(WORDS[member] for member in allowed)), path=path)


def _list_faults(want: Any, element: Any, path: Path) -> Iterator[Fault]:
    if type(want) is not list:
        yield attrs.evolve(wrong_type(want, WORDS[list]), path=path)
        return
    for index, inner in enumerate(want):
        wanted = element if element in (str, int) else dict
        if type(inner) is not wanted:
            fault = attrs.evolve(wrong_type(inner, WORDS[wanted]), path=(*path, index))
            if is_effect(element) and isinstance(inner, str):
                help = f"write the whole effect as it stands in the record, such as `{{ do = {written(inner)} }}`"
                fault = attrs.evolve(fault, help=help)
            yield fault


def _range_faults(want: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    if not want:
        yield attrs.evolve(wrong_type(want, "a range such as `{ min = 1 }`"), path=path)
    for key, bound in want.items():
        if key not in BOUNDS:
            yield unknown_word("SA202", UNREAD, key, sorted(BOUNDS), "key", at_key=True, path=(*path, key))
        elif type(bound) is not int:
            yield attrs.evolve(wrong_type(bound, WORDS[int]), path=(*path, key))
    if _is_range(want) and want.get("max", want.get("min")) < want.get("min", want.get("max")):
        yield Fault("SA207", CONTRADICTION, f"`max` is less than `min`, which is {want['min']}", path=(*path, "max"))


def _is_record(member: Any) -> bool:
    return attrs.has(member) and member not in (Cost, Quantity, IfRow)


def _types(members: Iterable[Any]) -> list[type]:
    return [member if member in (str, int, bool) else dict for member in members]


# --- conditions that no record fulfils --------------------------------------------------------------------------------


def nothing_fits(wanted: Mapping[str, Any], kind: str, tables: Iterable[Mapping[str, Any]]) -> Fault:
    """Returns the fault of conditions that no record fulfils: names the first that none does, and the values that exist."""
    known = list(tables)
    if not known:
        return Fault("SA305", NOTHING_CHANGES, f"there are no {plural(noun_of(kind))}")
    for key, want in wanted.items():
        if not any(_has(data.get(key), want) for data in known):
            strange = _strange_key(key, want, known)
            if strange is not None:
                label = f"no {noun_of(kind)} has `{strange.path[-1]}` under `{key}`"
                return attrs.evolve(strange, label=label)
            there = {written(element) for data in known for element in _elements(data.get(key))}
            label = f"no {noun_of(kind)} has {_shown(want)} under `{key}`"
            note = choices_of(f"value of `{key}`", there) if there else ""
            return Fault("SA305", NOTHING_CHANGES, label, note)
    keys = listed(f"`{key}`" for key in wanted)
    return Fault("SA305", NOTHING_CHANGES, f"some {plural(noun_of(kind))} have {keys}, but none has all of it")


def _strange_key(key: str, want: Any, known: Iterable[Mapping[str, Any]]) -> Fault | None:
    """Returns the fault of a key within a condition's table that no record has there, if there is one."""
    tables = [data[key] for data in known if isinstance(data.get(key), dict)]
    there = sorted({inner for table in tables for inner in table})
    for inner in want if isinstance(want, dict) and there and not _is_range(want) else ():
        if inner not in there:
            return unknown_word("SA305", NOTHING_CHANGES, inner, there, f"key of `{key}`", path=(key, inner), at_key=True)
    return None


def _elements(value: Any) -> list[Any]:
    found = value if isinstance(value, list) else [] if value is None else [value]
    return [element for element in found if not isinstance(element, (dict, list))]


def _shown(want: Any) -> str:
    return listed(map(written, want)) if isinstance(want, list) and want else written(want)
