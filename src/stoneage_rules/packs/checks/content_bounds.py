"""Implements `Bounds`: the content of a table, for words that report idle values and clashes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, TypeVar

from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.quantity import constant
from stoneage_rules.language.reach import Bounds, Located
from stoneage_rules.language.rows_together import reach_together
from stoneage_rules.language.word import ContentRecord, Verb
from stoneage_rules.packs.checks.conditional_names import ConditionalNames
from stoneage_rules.packs.checks.texts import Texts
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import PLAIN, parts_of, walked

__all__ = ["ContentBounds"]

Service = TypeVar("Service")
Answer = TypeVar("Answer")


class ContentBounds:
    """The content of a table as `Bounds`; each answer is computed once."""

    here: Entry

    def __init__(self, content: Content, opened_phases: Collection[str] = ()) -> None:
        self.content = content
        self.opened_phases = opened_phases
        self.conditional = ConditionalNames(content)
        self._words: dict[type, Sequence[Located]] = {}
        self._services: dict[Any, Any] = {}
        self._answered: dict[str, Sequence[tuple[Entry, Path, Any]]] = {}

    def answers(self, method: str) -> Sequence[tuple[Entry, Path, Any]]:
        """Returns everything that a method (`reach` or `clashes`) of each word yields, with the word's record and path."""
        if method not in self._answered:
            self._answered[method] = [*self._asked(method)]
        return self._answered[method]

    def _asked(self, method: str) -> Iterator[tuple[Entry, Path, Any]]:
        for use, name in _with_names(self.words(object)):
            self.here = use.at  # type: ignore[assignment]
            for ask in self._questions(use.word, name, method):
                for answer in ask():
                    yield self.here, use.path, answer

    def _questions(self, word: Any, name: str, method: str) -> Iterator[Callable[[], Sequence[Any]]]:
        """Yields functions that return what a method of a word yields; what they raise names the plugin of the word."""
        guard = self.content.language.guard
        if isinstance(word, Quantity):
            kind = self.content.language.quantities[word.name]
            if hasattr(kind, method):
                yield guard(partial(_answers, getattr(kind, method), self, word.of), f"quantity {word.name}", method)
            if method == "reach":
                yield guard(partial(_answers, constant, self, word), f"quantity {word.name}", "span")
        if hasattr(word, method):
            yield guard(partial(_answers, getattr(word, method), self), name, method)
        if method == "reach" and (rows := getattr(word, "if_", ())):
            yield guard(partial(_answers, reach_together, self, rows), name, "span")
        for keys in word.added_keys if isinstance(word, ContentRecord) else ():
            yield guard(partial(_answers, getattr(keys, method), word, self), f"record {keys.table}", method)

    # --- the protocol `Bounds` ----------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return self.content.settings.players

    @cached_property
    def player_counts(self) -> range:
        counts = [counts for entry in self.content if (counts := entry.record.player_counts()) is not None]
        return counts[0] if counts else range(self.players, self.players + 1)

    @cached_property
    def _named(self) -> tuple[set[str], set[str]]:
        """The names that are got and those that are read; a reference marked with neither `gives` nor `loses` is both."""
        got: set[str] = set()
        read: set[str] = set()
        for word in (use.word for use in self.words(object)):
            if isinstance(word, Quantity):
                kinds = self.content.language.quantities[word.name].counts or ()
                read.update((word.of,) if isinstance(word.of, str) else ())
                read.update(entry.name for kind in kinds for entry in self.content.of(kind))
            elif isinstance(word, Cost):
                read.update((word.of,) if word.of else word.amounts)
            else:
                for part in (part for part in parts_of(word) if not part.metadata.get("loses")):
                    names = _names(getattr(word, part.name)) if part.refs else ()
                    got.update(names)
                    read.update(() if part.metadata.get("gives") else names)
        return got, read

    @property
    def got(self) -> Collection[str]:
        return self._named[0]

    @property
    def read(self) -> Collection[str]:
        return self._named[1]

    @cached_property
    def counts_unknown(self) -> bool:
        quantities = self.content.language.quantities
        return any(quantities[use.word.name].counts is None for use in self.words(Quantity))

    def declared(self, kind: str) -> Sequence[Entry]:
        return self.content.of(kind)

    @cached_property
    def _entries(self) -> Mapping[tuple[str, str], Entry]:
        return self.content.by_name()

    def find(self, kind: str, name: str) -> Any:
        return self._entries[kind, name].record

    def group(self, kind: str, name: str) -> Sequence[str]:
        return [entry.name for entry in self.content.of(kind) if name in getattr(entry.record, "groups", ())]

    def words(self, sort: type) -> Sequence[Located]:
        if object not in self._words:
            self._words[object] = [
                Located(entry, path, word) for entry in self.content if entry.copy < 2 for path, word in walked(entry.record)
            ]
        if sort not in self._words:
            self._words[sort] = [use for use in self._words[object] if isinstance(use.word, sort)]
        return self._words[sort]

    def word(self, sort: str, name: str) -> Any:
        return self.content.language.word(sort, name)

    @cached_property
    def texts(self) -> Texts:
        """The texts and keys in the files of all packs."""
        return Texts(self.content.packs)

    def keys_naming(self, id: str) -> Collection[str]:
        return self.texts.keys_naming(id)

    def joins_later(self, kind: str, group: str) -> bool:
        return any(path[0] == kind for _, path in self.conditional.named.get(group, ()))

    def service(self, make: Callable[[Bounds], Service]) -> Service:
        if make not in self._services:
            self._services[make] = make(self)
        service: Service = self._services[make]
        return service


def _names(value: Any) -> tuple[str, ...]:
    if type(value) is str:
        return (value,)
    return tuple(value) if type(value) not in PLAIN else ()


def _answers(ask: Callable[..., Iterator[Answer]], *args: Any) -> Sequence[Answer]:
    return tuple(ask(*args))


def _with_names(words: Sequence[Located]) -> Iterator[tuple[Located, str]]:
    """Yields each word with the name under which it is registered, such as `verb gain`; a nested table with that around it."""
    around: list[tuple[Path, str]] = []
    for use in words:
        while around and (not use.path or use.path[: len(around[-1][0])] != around[-1][0]):
            around.pop()
        if isinstance(use.word, Verb):
            name = f"verb {use.word.do}"
        else:
            name = around[-1][1] if len(around) > 1 else _record_name(use)
        around.append((use.path, name))
        yield use, name


def _record_name(use: Located) -> str:
    """Returns the name under which a record is registered, or the keys that a mechanism adds to it and that a table is under."""
    added = [keys for keys in use.at.record.added_keys if any(part.key in use.path[:1] for part in parts_of(keys))]
    return f"record {added[0].table if added else use.at.kind}"
