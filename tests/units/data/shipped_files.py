"""Makes files that the library ships: schemas, texts for `help()`, so that it never reads its own source, and types of records.

PYTHONPATH=tests python tests/units/data/shipped_files.py
"""

from __future__ import annotations

import ast
import inspect
import json
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import pairwise
from textwrap import dedent
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

import attrs

import stoneage_rules as sa
from sources import ROOT
from stoneage_rules.language.converter import BESIDE_KEY, Data, data_fields, is_open
from stoneage_rules.language.fields import PublicValue

FOLDER = ROOT / "src/stoneage_rules/data"
DRAFT = "http://json-schema.org/draft-07/schema#"
NAMES = {int: "integer", str: "string", bool: "boolean", float: "number"}


@cache
def texts_of(kind: type) -> Mapping[str, str]:
    """The texts beneath the attributes of a class, in its own body."""
    tree: Any = ast.parse(dedent(inspect.getsource(kind))).body[0]
    return {
        ast.unparse(line.target): inspect.cleandoc(ast.literal_eval(text.value))
        for line, text in pairwise(tree.body)
        if isinstance(line, ast.AnnAssign) and isinstance(text, ast.Expr)
    }


# --- texts for help -------------------------------------------------------------------------------------------------


def public_classes() -> Iterator[type]:
    """Every class of a door, after those from which it is derived; errors have no fields, and no source at their door."""
    for door in (sa, sa.many, sa.plugin, sa.policies, sa.testing):
        for value in (getattr(door, name) for name in door.__all__):
            if isinstance(value, type) and not issubclass(value, Exception):
                yield from (kind for kind in value.__mro__[::-1] if kind.__module__.startswith("stoneage_rules"))


def attributes() -> dict[str, dict[str, str]]:
    """The texts beneath the public attributes of public classes."""
    kinds = {f"{kind.__module__}.{kind.__qualname__}": kind for kind in public_classes()}
    told = {name: {key: text for key, text in texts_of(kinds[name]).items() if key[0] != "_"} for name in sorted(kinds)}
    return {name: texts for name, texts in told.items() if texts}


# --- schemas --------------------------------------------------------------------------------------------------------


def public_values(kind: type = PublicValue) -> Iterator[type]:
    """Every class of the library whose values can be data."""
    for derived in kind.__subclasses__():
        if derived.__module__.startswith("stoneage_rules."):
            yield from (derived, *public_values(derived))


def schemas() -> dict[str, Data]:
    """The JSON Schemas of public values by the names of their classes."""
    for module in pkgutil.walk_packages(sa.__path__, "stoneage_rules."):
        if not module.name.startswith(("stoneage_rules.learning.", "stoneage_rules.__main__")):  # these need extras
            import_module(module.name)
    kinds = {kind.__name__: kind for kind in public_values()}
    return {name: {"$schema": DRAFT, "title": name, **schema_of(kinds[name])} for name in sorted(kinds)}


def schema_of(kind: Any) -> Data:
    """The JSON Schema (draft 7) of the data of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in NAMES:
        return {"type": NAMES[kind]}
    if is_open(kind):
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
    about, fields = texts_of(kind), data_fields(kind)
    parts = {}
    for key, field in fields.items():
        text = about.get(field.name, about.get(f"_{field.name}"))
        parts[key] = schema_of(field.type) | ({"description": text} if text else {})
    beside = parts.pop(BESIDE_KEY, {})
    needed = [key for key in parts if not kind.is_sparse or fields[key].default is attrs.NOTHING]
    return {
        "type": "object", "description": inspect.cleandoc(kind.__doc__ or "").split("\n")[0],
        "properties": parts | beside.get("properties", {}), "required": needed + beside.get("required", []),
        "additionalProperties": beside.get("additionalProperties", False),
    }  # fmt: skip


# --- types of records -----------------------------------------------------------------------------------------------

DEFINITIONS = {"good": "GoodDefinition", "location": "LocationDefinition", "track": "TrackDefinition"}
"""The kinds of record that have a definition of their own."""

HEAD = """\
# Made by `PYTHONPATH=tests python tests/units/data/shipped_files.py`, for type checkers alone.

from typing import Literal, Protocol, overload

"""


def record_types() -> str:
    """The signatures of `Ruleset.definition` and `Ruleset.definitions` for each kind of record of the library."""
    records = sa.load(players=2).content.kinds.records
    kinds = {kind: DEFINITIONS.get(kind, f"Definition[{record.__name__}]") for kind, record in records.items()}
    homes: dict[str, set[str]] = {"stoneage_rules.data.definitions": {"Definition", "ItemDefinition", *DEFINITIONS.values()}}
    for record in (record for kind, record in records.items() if kind not in DEFINITIONS):
        homes.setdefault(record.__module__, set()).add(record.__name__)
    imports = "".join(f"from {home} import {', '.join(sorted(homes[home]))}\n" for home in sorted(homes))
    one = {f'Literal["{kind}"]': made for kind, made in {**kinds, "item": "ItemDefinition"}.items()} | {"str": "Definition"}
    several = {f'Literal["{kind}"]': f"tuple[{made}, ...]" for kind, made in kinds.items()} | {"str": "tuple[Definition, ...]"}
    return HEAD + imports + _signatures("OneOfKind", one, ", id: str") + _signatures("AllOfKind", several, "")


def _signatures(name: str, results: Mapping[str, str], more: str) -> str:
    lines = [f"    @overload\n    def __call__(self, kind: {kind}{more}) -> {made}: ...\n" for kind, made in results.items()]
    return f"\nclass {name}(Protocol):\n" + "".join(lines)


# --- files ----------------------------------------------------------------------------------------------------------


def as_json(data: object) -> str:
    """The text of a file of data."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


FILES: Mapping[str, Callable[[], str]] = {
    "attributes.json": lambda: as_json(attributes()),
    "schemas.json": lambda: as_json(schemas()),
    "kinds.pyi": record_types,
}
"""The files, each with what makes its text."""


if __name__ == "__main__":
    for name in FILES:
        (FOLDER / name).write_text(FILES[name](), "utf-8", newline="\n")
