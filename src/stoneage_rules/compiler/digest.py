"""The digest of compiled rules: equal digests play alike.

Names, sentences and confidences are left out, so that a better wording breaks no record.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from stoneage_rules.language.fields import is_silent
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.packs.content import Content
from stoneage_rules.packs.records.parts import PLAIN

__all__ = ["KERNEL_FORMAT", "digest_of"]

KERNEL_FORMAT = 2
"""Counts changes of the kernel that change how content plays."""

SILENT_FIELDS = {"name", "rules", "confidence", "reconstructed", "when"}
"""Fields of records that are words, or that have done their work when the content is put together."""


def digest_of(content: Content, first_seat: int, code: Sequence[str]) -> str:
    """Returns the hash of everything that play can depend on: the content, and plugins that bring more than content."""
    tables = {
        kind: [{"name": entry.name, **_plain(entry.record), **_asked_in_play(entry.record)} for entry in entries]
        for kind, entries in content.entries.items()
        if entries and not entries[0].record.is_silent
    }
    whole: dict[str, Any] = {"kernel": KERNEL_FORMAT, "players": content.settings.players, "first": first_seat, "tables": tables}
    if code:
        whole["code"] = list(code)
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _asked_in_play(record: ContentRecord) -> dict[str, Any]:
    """Returns the part of `when` that is judged item by item; the other rows decide if there is a record at all."""
    forms = [row.cost for row in record.when if row.cost]
    return {"forms": forms} if forms else {}


@lru_cache(maxsize=1000)
def _counting_fields(kind: Any) -> tuple[Any, ...]:
    """Returns the fields of a class on which play can depend."""
    silent = SILENT_FIELDS if issubclass(kind, ContentRecord) else ()
    return tuple(attribute for attribute in attrs.fields(kind) if attribute.name not in silent)


def _plain(value: Any) -> Any:
    kind: Any = type(value)
    if kind in PLAIN:
        return value
    if attrs.has(kind):
        fields = {
            attribute.name: _plain(getattr(value, attribute.name))
            for attribute in _counting_fields(kind)
            if not is_silent(attribute, value)
        }
        return {"do": value.do, **fields} if isinstance(value, Verb) else fields
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
