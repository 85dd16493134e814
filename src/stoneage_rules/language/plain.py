"""Values of content as plain data: tables, lists, numbers and texts, as JSON has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from stoneage_rules.language.fields import is_silent
from stoneage_rules.language.word import ContentRecord, Verb, toml_key

__all__ = ["plain", "plain_values"]


def plain(value: Any) -> Any:
    """Returns a value as plain data, under the keys of TOML; an effect begins with its verb, and None stands for none.

    A quantity has its word as `name`, what stands behind it as `of`, and the seats, if there are any, as `seats`.
    """
    if attrs.has(type(value)):
        named = attrs.fields_dict(type(value)).items()
        inner = {toml_key(key): plain(getattr(value, key)) for key, attribute in named if not is_silent(attribute, value)}
        return {"do": value.do, **inner} if isinstance(value, Verb) else inner
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, tuple) else value


def plain_values(record: ContentRecord) -> dict[str, Any]:
    """Returns the values of a record as plain data, without those that all records have, such as `rules`."""
    own = [key for key in attrs.fields_dict(type(record)) if key not in attrs.fields_dict(ContentRecord)]
    return {toml_key(key): plain(getattr(record, key)) for key in own}
