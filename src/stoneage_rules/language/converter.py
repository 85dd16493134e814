"""Public values as plain data that JSON can write, and the same read back: all from their fields.

Import it in the body of a function: a game imports no cattrs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import BaseValidationError, ClassValidationError, Converter
from cattrs.fns import identity
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn_from_attrs, override
from cattrs.v import format_exception

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.faults import data_fault
from stoneage_rules.language.fields import BESIDE
from stoneage_rules.text import either, safe, shortened

Data = dict[str, Any]
BESIDE_KEY = BESIDE["data"]
"""The key of a field whose parts are merged with the other fields."""
Value = TypeVar("Value")
MOST_FAULTS, LONGEST_MESSAGE = 12, 1000
"""The most faults of data that a message names, and its most letters."""

CONVERTER = Converter(unstruct_collection_overrides={tuple: list}, forbid_extra_keys=True)
"""Makes its functions once for each class."""


def to_data(value: object, kind: type | None = None) -> Data:
    """Returns a value as plain data; `kind` is a class whose fields are attributes of the value, by default its own."""
    data: Data = CONVERTER.unstructure(value, kind)
    return data


def from_data(kind: type[Value], data: Mapping[str, Any]) -> Value:
    """Returns the value of a class that has these data; nothing is converted.

    Raises:
        ValueError: no value of the class has them; the message names the key of each part that is wrong.
    """
    no_value = f"no {kind.__name__} has these data"
    if fault := data_fault(data):
        raise ValueError(f"{no_value}: {fault}")
    data = dict(data)
    try:
        text = json.dumps(data, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{no_value}: {error}") from None
    try:
        value = CONVERTER.structure(data, kind)
    except BaseValidationError as error:
        faults = _faults(error, kind.__name__)
        raise ValueError(safe(shortened("; ".join(islice(faults, MOST_FAULTS)), LONGEST_MESSAGE))) from None
    if text != json.dumps(to_data(value), sort_keys=True):
        raise ValueError(safe(shortened(f"{no_value}; {value!r} has others", LONGEST_MESSAGE)))
    return value


def _faults(error: BaseValidationError, path: str) -> Iterator[str]:
    """Yields the faults of data, each with the path of its keys."""
    keys = _keys(error.cl) if isinstance(error, ClassValidationError) else {}
    noted, others = error.group_exceptions()  # type: ignore[attr-defined]
    for part, note in noted:
        key = f".{keys[note.name]}" if keys else f"[{note.index!r}]"
        where = path if key == f".{BESIDE_KEY}" else path + key
        if isinstance(part, BaseValidationError):
            yield from _faults(part, where)
        else:
            yield f"{_told(part, note.type)} @ {where}"
    yield from (f"{format_exception(part, None)} @ {path}" for part in others)


JSON_TYPES: Mapping[Any, str] = {
    int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null", tuple: "array", Mapping: "object"
}  # fmt: skip
"""The words of JSON for values of types; values of a class go by its name."""


def _told(error: Exception, kind: Any) -> str:
    """Returns the fault of a part that should be of a type."""
    if isinstance(error, (TypeError, ValueError)) and kind is not None:
        return f"invalid value for type, expected {_expected(kind)}"
    return format_exception(error, kind)


def _expected(kind: Any) -> str:
    """Returns a type in words of JSON."""
    origin = get_origin(kind) or kind
    if origin is Annotated:
        return _expected(get_args(kind)[0])
    if origin in (Union, UnionType):
        return either(map(_expected, get_args(kind)))
    return JSON_TYPES.get(origin, getattr(origin, "__name__", repr(origin)))


# --- classes --------------------------------------------------------------------------------------------------------


def data_fields(kind: type) -> dict[str, attrs.Attribute[Any]]:
    """Returns the fields in the data of a class by their keys; a private one is read by the property with its public name."""
    fields = [field.evolve(name=field.alias) for field in attrs.fields(attrs.resolve_types(kind))]
    keys = [field.metadata.get("data", field.name) for field in fields]
    return {key: field for key, field in zip(keys, fields, strict=True) if key is not None}


def _writer(kind: Any) -> Callable[[Any], Data]:
    """Makes the function that returns values of a class as data."""
    fields = data_fields(kind)
    keys: dict[str, Any] = {field.name: override(rename=key) for key, field in fields.items()}
    write: Any = make_dict_unstructure_fn_from_attrs(
        [*fields.values()], kind, CONVERTER, _cattrs_omit_if_default=kind.is_sparse, **keys
    )

    def write_beside(value: Any) -> Data:
        data: Data = {}
        for key, part in write(value).items():
            data |= part if key == BESIDE_KEY else {key: part}
        return data

    if kind.is_sparse:
        return lambda value: {key: part for key, part in write(value).items() if part not in ([], {})}
    return write_beside if BESIDE_KEY in fields else write


def _keys(kind: type) -> dict[str, str | None]:
    """Returns the keys in the data of a class by its fields; None for fields without a key."""
    return {field.name: field.metadata.get("data", field.alias) for field in attrs.fields(kind)}


def _reader(kind: type) -> Callable[[Any, Any], Any]:
    """Makes the function that reads values of a class from data."""
    fields = data_fields(kind)
    how: dict[str, Any] = {name: override(rename=key, omit=key is None) for name, key in _keys(kind).items()}
    read: Any = make_dict_structure_fn(kind, CONVERTER, **how)

    def read_keys(data: Any, _: Any) -> Any:
        _exactly(data, dict)
        if BESIDE_KEY in fields:
            own = {key: part for key, part in data.items() if key in fields}
            data = own | {BESIDE_KEY: {key: part for key, part in data.items() if key not in fields}}
        return read(data, kind)

    return read_keys


CONVERTER.register_unstructure_hook_factory(attrs.has, _writer)
CONVERTER.register_structure_hook_factory(attrs.has, _reader)

_write_cost = _writer(Cost)
CONVERTER.register_unstructure_hook(Cost, lambda cost: _write_cost(cost) or {"fixed": {}})  # a free price has no goods


# --- other types ----------------------------------------------------------------------------------------------------


def _exactly(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"no {kind.__name__}")
    return value


for scalar in (int, str, bool):
    CONVERTER.register_structure_hook(scalar, _exactly)


def is_open(kind: Any) -> bool:
    """Returns whether values of a type can have several forms, as values of plugins can."""
    return kind is Any or (get_origin(kind) in (Union, UnionType) and len({*get_args(kind)} - {NoneType}) > 1)


def _frozen(value: Any, _: Any = None) -> Any:
    """Returns plain data with tuples for lists."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(part) for key, part in value.items()} if isinstance(value, dict) else value


CONVERTER.register_structure_hook_func(is_open, _frozen)
CONVERTER.register_unstructure_hook_func((int | None, str | None).__contains__, identity)
