"""The words and frames of a table: those of the library's mechanisms, and those of its plugins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.kernel.frames import guarded
from stoneage_rules.language.described import Described
from stoneage_rules.language.events import EventKind
from stoneage_rules.language.word import ContentRecord, ExtraKeys

__all__ = ["Contributions"]


@attrs.frozen
class Contributions(Described):
    """Everything that mechanisms and plugins register: all that content may say, all that can be asked in play."""

    kinds: Mapping[str, type[ContentRecord]]
    """The kinds of record by the names of their tables, those of items apart."""
    keys: Sequence[type[ExtraKeys]]
    """Keys that mechanisms add to the records of others."""
    verbs: Mapping[str, Any]
    frames: tuple[type[Any], ...]
    """Frames, and extensions of decisions."""
    quantities: Mapping[str, Any]
    limits: Mapping[str, Any]
    owners: Mapping[str, str]
    """The plugin behind each verb (`verb NAME`), frame, quantity and counter that is not the library's own."""
    code: tuple[str, ...] = ()
    """The plugins that bring more than content, sorted."""
    events: Mapping[str, EventKind] = attrs.field(factory=dict)
    """The declarations of events by their names."""

    @property
    def words(self) -> Mapping[str, Mapping[str, Any]]:
        """Words by their sort, for mechanisms that ask for those that others register."""
        return {"counter": self.limits, "verb": self.verbs, "quantity": self.quantities}

    def guard(self, call: Callable[..., Any], word: str, method: str = "") -> Callable[..., Any]:
        """Wraps a call, or a method of a word, so that exceptions name the plugin that registered the word, if one did."""
        owner = self.owners.get(word)
        return guarded(call, owner, f"{word}, {method}" if method else word) if owner else call

    def extra_keys_of(self, record: type) -> list[type[ExtraKeys]]:
        """Returns what adds keys to a class of records."""
        return [keys for keys in self.keys if issubclass(record, keys.extends)]
