"""Building blocks of all schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["DRAFT", "ID", "SCALARS", "SHARED_ID", "TEXTS", "Schema", "described", "table"]

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
ID = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
SHARED_ID = r"^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$"
SCALARS = {str: "string", int: "integer", bool: "boolean"}
TEXTS: Schema = {"type": "array", "items": {"type": "string"}}


def table(properties: Mapping[str, Schema], *, required: Sequence[str] = (), about: str = "", **more: Any) -> Schema:
    """Returns the schema of a table with these keys and no others."""
    schema: Schema = {"type": "object", "additionalProperties": False, "properties": dict(properties), **more}
    if required:
        schema |= {"required": list(required), "x-taplo": {"initKeys": list(required)}}
    return {"description": about, **schema} if about else schema


def described(schema: Schema, text: str) -> Schema:
    """Returns a schema with a description; a reference is wrapped, since readers ignore keys beside `$ref`."""
    return {**({"allOf": [schema]} if "$ref" in schema else schema), "description": text}
