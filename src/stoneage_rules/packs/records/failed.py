"""Names declared by records that could not be filed, so that references to them are not reported again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stoneage_rules.packs.findings.reported import REPORTED, Reported
from stoneage_rules.packs.records.kinds import Kinds, owner_of, owners_of
from stoneage_rules.text.spelling import nearest

__all__ = ["FailedDeclarations", "groups_of", "likely_id"]


def likely_id(data: Any) -> str | None:
    """Returns the id in a record's table, even if the key is misspelt, or None."""
    id = data.get("id", data.get(nearest("id", data) or "id")) if isinstance(data, dict) else None
    return id if isinstance(id, str) else None


def groups_of(data: Any) -> list[str]:
    """Returns the groups in a record's table, even if the key is misspelt."""
    groups = data.get("groups", data.get(nearest("groups", data) or "groups")) if isinstance(data, dict) else None
    return [group for group in (groups if isinstance(groups, list) else [groups]) if isinstance(group, str)]


class FailedDeclarations:
    """The ids and groups declared by records that could not be filed; `REPORTED` stands for an unreadable id."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._names: set[tuple[str, str, str | Reported]] = set()
        """Kind, pack and name of each declaration."""

    def __bool__(self) -> bool:
        return bool(self._names)

    def add(self, kind: str, pack: str, records: Any) -> None:
        """Adds the ids and groups in a value that should be a list of records of a kind."""
        owner = owner_of(self._kinds.model(kind), pack)
        for data in records if isinstance(records, list) else ():
            self._names.add((kind, owner, likely_id(data) or REPORTED))
            self._names |= {(f"group:{kind}", pack, group) for group in groups_of(data)}

    def may_be(self, word: str, kinds: Iterable[str], packs: Sequence[str]) -> bool:
        """Returns whether a word may name one of these records or groups, given the packs visible to its own."""
        names = {word.rpartition(":")[2], REPORTED}
        owners = [(kind, owner) for kind in kinds for owner in owners_of(self._kinds.model(kind), word, packs)]
        return any((*owner, name) in self._names for owner in owners for name in names)
