"""The digest of compiled content: equal digests play alike.

Names, sentences and confidences are left out, so that a better wording breaks no record.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import attrs

from stoneage_rules.fields import EffectSpec
from stoneage_rules.packs.content import Content

__all__ = ["KERNEL_FORMAT", "digest_of"]

KERNEL_FORMAT = 1
"""Counts changes of the kernel that change how content plays."""

SILENT_KINDS = {"statement", "edition"}
SILENT_FIELDS = {"name", "rules", "confidence", "reconstructed", "when", "after", "before"}


def digest_of(content: Content, first_seat: int) -> str:
    """Hash of everything in the content that play can depend on."""
    tables = {
        kind: [{"name": entry.name, **_plain(entry.record)} for entry in entries]
        for kind, entries in content.entries.items()
        if kind not in SILENT_KINDS and entries
    }
    whole = {"kernel": KERNEL_FORMAT, "players": content.settings.players, "first": first_seat, "tables": tables}
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if attrs.has(type(value)):
        fields = {
            attribute.name: _plain(getattr(value, attribute.name))
            for attribute in attrs.fields(type(value))
            if attribute.name not in SILENT_FIELDS
        }
        return {"do": value.do, **fields} if isinstance(value, EffectSpec) and hasattr(value, "do") else fields
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
