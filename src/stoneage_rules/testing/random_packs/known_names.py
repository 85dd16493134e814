"""The names that a random pack can use: those of the content that it changes, and those of its own records."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import attrs

from stoneage_rules.language.word import ContentRecord
from stoneage_rules.packs.content import Content, Language
from stoneage_rules.packs.records.parts import typed_fields
from stoneage_rules.testing.random_packs.choice_source import ChoiceSource, NothingFits

__all__ = ["Header", "KnownNames", "KnownRecord", "Table"]

Table = dict[str, Any]
"""A table of a content file, as TOML reads it."""
Header = str
"""The name of a table in double brackets: `location`, `patch.location`."""

RARE = 10
"""A reference to something that there is declares something new in one of so many cases; the larger the pack, the fewer."""
MOST_EAGER = 10
"""A pack with so many records of its own declares fewer further ones."""
MOST_WANTED = 6
"""The most records of a pack's own that are still to be made when a reference declares another one."""


NOTHING: Mapping[str, Any] = MappingProxyType({})


def texts_of(value: Any) -> Iterator[str]:
    """Yields every text and key in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from texts_of(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts_of(inner)


@attrs.frozen
class KnownRecord:
    """A record that edits can change."""

    kind: str
    target: str
    data: Mapping[str, Any]


class KnownNames:
    """The names that a pack can use, which grow with each record that it declares.

    Args:
        language: the words of the table.
        pack: the id of the pack.
        choices: the source of choices.
    """

    def __init__(self, language: Language, pack: str, choices: ChoiceSource) -> None:
        self.language = language
        self.pack = pack
        self.choices = choices
        self.ids: dict[str, list[str]] = {}
        """The ids of each kind, and the groups of each kind under `group:KIND`."""
        self.records: list[KnownRecord] = []
        self.item_kinds: list[str] = []
        self.players: Sequence[int] = (2,)
        """The player counts of the table."""
        self.modules: Sequence[str] = ()
        """The ids of all packs at the table."""
        self.options: Mapping[str, Any] = {}
        """The options of the pack, each with its type."""
        self.wanted: list[tuple[str, str]] = []
        """The kind and id of each record that is referred to and still to be made."""
        self._plain: Mapping[str, list[str]] = {
            name: sorted(words)
            for name, words in (("counter", language.counters), ("check", language.checks), ("kernel", language.kernel))
        }
        self._count = 0
        self._texts: dict[str, set[str]] = {}
        """The texts in the records of each id."""

    def copy(self) -> KnownNames:
        """Returns the names as they are now, to go back to them."""
        other = copy.copy(self)
        other.ids = {kind: [*ids] for kind, ids in self.ids.items()}
        other.records, other.item_kinds, other.wanted = [*self.records], [*self.item_kinds], []
        other._texts = dict(self._texts)
        return other

    def go_back(self, other: KnownNames) -> None:
        """Takes over the names of an earlier copy."""
        self.__dict__.update(other.__dict__)

    def add_content(self, content: Content) -> None:
        """Adds what a table has; records that are there only conditionally are left out."""
        self.item_kinds += content.item_kinds
        self.modules = [pack.id for pack in content.packs]
        for entry in content:
            if not entry.record.when:
                target = f"{entry.pack}:{entry.id}" if entry.record.namespaced else entry.id
                self.add(entry.kind, entry.name, target, entry.raw_record.data)

    def add(self, kind: str, id: str, target: str, data: Mapping[str, Any]) -> None:
        """Adds a record."""
        self._add_id(kind, id)
        for group in data.get("groups", ()):
            self._add_id(f"group:{kind}", group)
        self.records.append(KnownRecord(kind, target, data))
        self._texts[id] = {*self._texts.get(id, ()), *texts_of(data)}

    def _add_id(self, kind: str, id: str) -> None:
        ids = self.ids.setdefault(kind, [])
        if id not in ids:
            ids.append(id)

    def model(self, kind: str) -> type[ContentRecord]:
        """Returns the class of the records of a kind."""
        return self.language.kinds.model(kind)

    def hide(self, kind: str, id: str) -> None:
        """Takes a record away from those that can be referred to, because it is not there at every table."""
        self.ids[kind].remove(id)

    # --- references ---------------------------------------------------------------------------------------------

    def named(self, refs: Sequence[str]) -> list[str]:
        """Returns everything that a reference to one of several kinds can say."""
        return [name for ref in refs for name in self._named(ref)]

    def _named(self, ref: str) -> Sequence[str]:
        if ref == "item":
            return [id for kind in self.item_kinds for id in self.ids.get(kind, ())]
        return self._plain[ref] if ref in self._plain else self.ids.get(ref, ())

    def reference(self, refs: Sequence[str], beside: Mapping[str, Any] = NOTHING) -> str:
        """Returns what a reference says: something that there is, or a new record that is made later.

        Args:
            refs: the kinds to which it can refer.
            beside: what stands beside it; mostly it refers to what belongs to that.

        Raises:
            NothingFits: there is nothing, and too much is still to be made.
        """
        known = self.named(refs)
        new = [ref for ref in refs if ref.removeprefix("group:") in self.language.kinds.records]
        related = {text for word in texts_of(beside) for text in self._texts.get(word, ())}
        near = [name for name in known if name in related]
        alone = not near and any(self.model(ref).is_used_by_name for ref in new if ref in self.language.kinds.records)
        if new and len(self.wanted) < MOST_WANTED and (not known or self._declares(alone=alone and bool(beside))):
            return self.declare(self.choices.pick(new))
        return self.choices.pick(known if not near or self.choices.one_in(20) else near)

    def _declares(self, *, alone: bool) -> bool:
        """Returns whether a reference declares something new, as it mostly does where nothing fits what stands beside it."""
        if alone and self._count < MOST_EAGER:
            return self.choices.below(6) > 0
        return self.choices.one_in(RARE + self._count)

    def is_needed(self, record: KnownRecord) -> bool:
        """Returns whether another record names one."""
        id = record.target.rpartition(":")[2]
        names = {id, record.target, *record.data.get("groups", ())}
        return any(not names.isdisjoint(texts_of(other.data)) for other in self.records if other is not record)

    def declare(self, ref: str) -> str:
        """Returns the id of a new record that is made later, or a group of which it will be the first.

        Raises:
            NothingFits: there can be only one such record, or no more of them.
        """
        kind = ref.removeprefix("group:")
        model = self.model(kind)
        if (model.is_single and self.ids.get(kind)) or len(self.ids.get(kind, ())) >= model.max_records:
            raise NothingFits
        if ref != kind and not any(attribute.name == "groups" for attribute in typed_fields(model)):
            raise NothingFits
        id = self.fresh(kind)
        self._add_id(kind, id)
        self.wanted.append((kind, id))
        if ref == kind:
            return id
        group = f"{id}s"
        self._add_id(ref, group)
        return group

    def fresh(self, kind: str) -> str:
        """Returns an id that nothing has."""
        self._count += 1
        id = f"new-{kind.replace('_', '-')}-{self._count}"
        return id if self.model(kind).namespaced else f"{self.pack}.{id}"
