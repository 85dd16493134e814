"""Names declared by records that could not be filed, so that references to them are not reported again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.packs.records.kinds import Kinds, owner_of, owners_of
from stoneage_rules.text.spelling import nearest

__all__ = ["FailedDeclarations", "likely_id", "words_of"]

Key = tuple[str, str, str]


def likely_id(data: Any) -> str | None:
    """Returns the id of a record, even if its key is misspelt."""
    id = data.get("id", data.get(nearest("id", data) or "id")) if isinstance(data, dict) else None
    return id if isinstance(id, str) else None


def words_of(kind: str, owner: str, pack: str, id: str, data: Mapping[str, Any]) -> Iterator[Key]:
    """Yields kind, pack and word of everything that a record declares, read from its raw table.

    Args:
        kind: the kind of the record.
        owner: the pack to whose ids its id belongs.
        pack: the pack that it stands in.
        id: its id.
        data: its table.
    """
    yield kind, owner, id
    groups = data.get("groups", data.get(nearest("groups", data) or "groups"))
    for group in groups if isinstance(groups, list) else [groups]:
        if isinstance(group, str):
            yield f"group:{kind}", pack, group


class FailedDeclarations:
    """The records that cannot be filed, as they were most likely meant."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._words: set[Key] = set()
        self._nameless: set[tuple[str, str]] = set()
        """By kind and pack, those of which nobody knows the id."""

    def __bool__(self) -> bool:
        return bool(self._words or self._nameless)

    def add(self, kind: str, pack: str, records: Any) -> None:
        """Takes note of what should have been records of a kind."""
        owner = owner_of(self._kinds.model(kind), pack)
        for data in records if isinstance(records, list) else ():
            id = likely_id(data)
            if id is not None:
                self._words.update(words_of(kind, owner, pack, id, data))
            else:
                self._nameless.add((kind, owner))

    def may_be(self, word: str, kinds: Iterable[str], packs: Sequence[str]) -> bool:
        """Returns whether a word may mean one of them, from the point of view of a pack that knows some packs."""
        short = word.rpartition(":")[2]
        for kind in kinds:
            owners = owners_of(self._kinds.model(kind), word, packs)
            if any((kind, owner, short) in self._words or (kind, owner) in self._nameless for owner in owners):
                return True
        return False
