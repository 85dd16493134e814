"""Collects all texts and keys in the files of packs, including files and records that do not apply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stoneage_rules.packs.content import Pack

__all__ = ["Texts"]

INSERTED = ("value", "after", "before")
"""The keys of `insert`, whose texts stand in the list that it changes."""


class Texts:
    """The texts and keys in the files of some packs, with the keys under which each occurs."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self.words: dict[str, set[str]] = {}
        self.options: set[tuple[str, str]] = set()
        """The pack and name of every option that a value or a `when` uses."""
        for pack in packs:
            for source in pack.files.content:
                self._read(source.data, "", pack.id)

    def _read(self, value: Any, key: str, pack: str) -> None:
        if isinstance(value, Mapping):
            option = value.get("option")
            if isinstance(option, str):
                owner, _, name = option.rpartition(":")
                self.options.add((owner or pack, name))
            for name, inner in value.items():
                self.words.setdefault(name, set()).add("key")
                self._read(inner, key if name in INSERTED else name, pack)
        elif isinstance(value, list):
            for inner in value:
                self._read(inner, key, pack)
        elif isinstance(value, str):
            self.words.setdefault(value.rpartition(":")[2], set()).add(key)

    def keys_naming(self, word: str) -> set[str]:
        """Returns the keys under which a word occurs, and `key` if it is a key itself; `id` does not count."""
        return self.words.get(word, set()) - {"id"}
