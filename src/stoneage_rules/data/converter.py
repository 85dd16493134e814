"""Public values as plain data that JSON can write, the same read back, and the schema of the data: all from their fields.

Whoever needs it imports it in the body of a function: a game imports no cattrs.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from inspect import cleandoc, getsource
from itertools import pairwise
from textwrap import dedent
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import BaseValidationError, Converter, transform_error
from cattrs.fns import identity
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn_from_attrs, override

from stoneage_rules.language.cost import Cost

Data = dict[str, Any]
BESIDE = ""
"""The key of a field whose own parts stand beside the other fields."""
Value = TypeVar("Value")
NAMES = {int: "integer", str: "string", bool: "boolean"}

CONVERTER = Converter(unstruct_collection_overrides={tuple: list}, forbid_extra_keys=True)
"""Makes its functions once for each class."""


def to_data(value: object, kind: type | None = None) -> Data:
    """Returns a value as plain data; `kind` is a class whose fields are attributes of the value, by default its own."""
    data: Data = CONVERTER.unstructure(value, kind)
    return data


def from_data(kind: type[Value], data: Mapping[str, Any]) -> Value:
    """Returns the value of a class that has these data; nothing is converted.

    Raises:
        ValueError: no value of the class has them; the message names each part that is wrong.
    """
    try:
        value = CONVERTER.structure(data, kind)
    except (BaseValidationError, AttributeError) as error:  # the latter of what is no table
        raise ValueError("; ".join(transform_error(error, kind.__name__))) from None
    if json.dumps(data, sort_keys=True) != json.dumps(to_data(value), sort_keys=True):
        raise ValueError(f"no {kind.__name__} has these data; {value!r} has others")
    return value


# --- classes --------------------------------------------------------------------------------------------------------


def _fields(kind: type) -> dict[str, attrs.Attribute[Any]]:
    """Returns the fields in the data of a class by their keys; a private one is read by the property with its public name."""
    fields = [field.evolve(name=field.alias) for field in attrs.fields(attrs.resolve_types(kind))]
    keys = [field.metadata.get("data", field.name) for field in fields]
    return {key: field for key, field in zip(keys, fields, strict=True) if key is not None}


def _writer(kind: Any) -> Callable[[Any], Data]:
    """Makes the function that returns values of a class as data."""
    fields = _fields(kind)
    keys: dict[str, Any] = {field.name: override(rename=key) for key, field in fields.items()}
    write: Any = make_dict_unstructure_fn_from_attrs(
        [*fields.values()], kind, CONVERTER, _cattrs_omit_if_default=kind.is_sparse, **keys
    )

    def write_beside(value: Any) -> Data:
        data: Data = {}
        for key, part in write(value).items():
            data |= part if key == BESIDE else {key: part}
        return data

    if kind.is_sparse:
        return lambda value: {key: part for key, part in write(value).items() if part not in ([], {})}
    return write_beside if BESIDE in fields else write


def _reader(kind: type) -> Callable[[Any, Any], Any]:
    """Makes the function that reads values of a class from data."""
    fields = _fields(kind)
    keys = {field.name: field.metadata.get("data", field.alias) for field in attrs.fields(kind)}
    how: dict[str, Any] = {name: override(rename=key, omit=key is None) for name, key in keys.items()}
    read: Any = make_dict_structure_fn(kind, CONVERTER, **how)

    def read_beside(data: Data, _: Any) -> Any:
        own = {key: part for key, part in data.items() if key in fields}
        return read(own | {BESIDE: {key: part for key, part in data.items() if key not in fields}}, kind)

    return read_beside if BESIDE in fields else read


CONVERTER.register_unstructure_hook_factory(attrs.has, _writer)
CONVERTER.register_structure_hook_factory(attrs.has, _reader)

_write_cost = _writer(Cost)
CONVERTER.register_unstructure_hook(Cost, lambda cost: _write_cost(cost) or {"fixed": {}})  # what is free has no goods


# --- other types ----------------------------------------------------------------------------------------------------


def _exactly(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


for scalar in NAMES:
    CONVERTER.register_structure_hook(scalar, _exactly)


def _is_open(kind: Any) -> bool:
    """Returns whether values of a type can have several forms, as those of plugins can."""
    return kind is Any or (get_origin(kind) in (Union, UnionType) and len({*get_args(kind)} - {NoneType}) > 1)


def _frozen(value: Any, _: Any = None) -> Any:
    """Returns plain data with tuples for lists."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(part) for key, part in value.items()} if isinstance(value, dict) else value


CONVERTER.register_structure_hook_func(_is_open, _frozen)
CONVERTER.register_unstructure_hook_func((int | None, str | None).__contains__, identity)

# --- schema ---------------------------------------------------------------------------------------------------------


def schema_of(kind: Any) -> Data:
    """Returns the JSON Schema (draft 7) of the data of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in NAMES:
        return {"type": NAMES[kind]}
    if _is_open(kind):
        return {}
    if origin is Annotated:
        return schema_of(inner[0]) | dict(inner[1:])
    if NoneType in inner:
        schema = schema_of(inner[0])
        return {**schema, "type": [schema["type"], "null"]}
    if inner[1:] == (...,):
        return {"type": "array", "items": schema_of(inner[0])}
    if origin is tuple:
        return {"type": "array", "items": [*map(schema_of, inner)], "minItems": len(inner), "maxItems": len(inner)}
    if hasattr(kind, "__members__"):
        return {"enum": [member.value for member in kind]}
    return _schema_of_class(kind) if attrs.has(kind) else {"type": "object", "additionalProperties": schema_of(inner[1])}


def _schema_of_class(kind: Any) -> Data:
    about, fields = _descriptions(kind), _fields(kind)
    parts = {key: schema_of(field.type) | about.get(field.name, about.get(f"_{field.name}", {})) for key, field in fields.items()}
    beside = parts.pop(BESIDE, {})
    needed = [key for key in parts if not kind.is_sparse or fields[key].default is attrs.NOTHING]
    return {
        "type": "object", "description": cleandoc(kind.__doc__ or "").split("\n")[0],
        "properties": parts | beside.get("properties", {}), "required": needed + beside.get("required", []),
        "additionalProperties": beside.get("additionalProperties", False),
    }  # fmt: skip


def with_attributes(text: str, kind: type) -> str:
    """Returns the docstring of a class with a section of what stands behind its attributes."""
    about = {field.name: field.metadata.get("help") for field in getattr(kind, "__attrs_attrs__", ())}
    for base in kind.__mro__[-2::-1]:
        with suppress(OSError, TypeError):  # there is no source
            about |= {name: said["description"] for name, said in _descriptions(base).items()}
    lines = [f"\n    {name}: {' '.join(words.split())}" for name, words in about.items() if words and name[0] != "_"]
    return f"{cleandoc(text)}\n\nAttributes:{''.join(lines)}" if lines else text


@cache
def _descriptions(kind: type) -> dict[str, Data]:
    """Returns the texts beneath the fields of a class."""
    tree: Any = ast.parse(dedent(getsource(kind))).body[0]
    return {
        ast.unparse(line.target): {"description": cleandoc(ast.literal_eval(text.value))}
        for line, text in pairwise(tree.body)
        if isinstance(line, ast.AnnAssign) and isinstance(text, ast.Expr)
    }
