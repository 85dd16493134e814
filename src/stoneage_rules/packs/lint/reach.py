"""What the checks for unread keys look at: who reads what at a table, and what might under other conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from stoneage_rules.language.fields import Quantity
from stoneage_rules.language.word import Verb
from stoneage_rules.packs.checks.draws import Way, arrivals_of, draws_of
from stoneage_rules.packs.checks.offers import offers
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.editing.tables import EDITS
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.option_values import is_option
from stoneage_rules.packs.lint.warnings import odd
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.ids import ONLY_IF
from stoneage_rules.packs.records.parts import walked

__all__ = ["Uses", "Verdict"]


@attrs.frozen
class Verdict:
    """Whether something matters at a table: what it is about, and the finding if it does not."""

    subject: object
    found: Diagnostic | None


class Uses:
    """A table's content as the checks ask about it; whatever is asked is worked out once."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def verdict(
        self, idle: object, entry: Entry, path: Path, code: str, title: str, label: str, help: str,
        *, about: Sequence[str] = (), set_by: Sequence[str] = (), at_key: bool = False,
    ) -> Verdict:  # fmt: skip
        """The verdict about the value at a path of a record.

        Args:
            idle: whether it matters nowhere at this table.
            entry: the record.
            path: the way to the value.
            code: the code of the finding.
            title: what is wrong in general.
            label: what is wrong here.
            help: what to do about it.
            about: names on which it depends; where one is named under conditions, it may matter.
            set_by: names of records whose values it depends on; where one is edited under conditions, it may matter.
            at_key: whether the key is shown, and not the value.
        """
        origin, rest = entry.origin_of(path)
        subject = code, origin.source.file, origin.path + rest, path[-1:]
        chosen = is_option(value_at(origin.source.data, origin.path + rest)) or self.by_options & _short({*about, *set_by})
        if not idle or chosen:
            return Verdict(subject, None)
        if self._may_matter(entry, about, self.conditional) or self._may_matter(entry, set_by, self.edited):
            return Verdict(subject, None)
        return Verdict(subject, odd(code, title, origin.source, origin.path + rest, label, origin.pack, at_key=at_key, help=help))

    def _may_matter(self, entry: Entry, names: Sequence[str], under: Mapping[str, set[tuple[str, Path]]]) -> bool:
        """Whether something besides the record itself says one of the names under conditions."""
        itself = entry.source.file, entry.path
        return any(under.get(name.rpartition(":")[2], set()) - {itself} for name in names)

    def of(self, kind: str) -> Mapping[str, Any]:
        """The records of a kind by their names."""
        return {entry.name: entry.record for entry in self.content.of(kind)}

    @cached_property
    def most_players(self) -> int:
        """How many can play at the most."""
        return max((entry.record.most for entry in self.content.of("seats")), default=self.content.settings.players)

    @cached_property
    def most_figures(self) -> int:
        """Figures of a colour in all."""
        return max((entry.record.most for entry in self.content.of("figure")), default=0)

    @cached_property
    def figure_records(self) -> tuple[str, ...]:
        """The names of the records that say how many players and figures there are."""
        return tuple(entry.name for kind in ("seats", "figure") for entry in self.content.of(kind))

    @cached_property
    def parts(self) -> Sequence[tuple[Entry, Path, Any]]:
        """Every record and everything within it, with the record and the way to it."""
        return tuple((entry, path, made) for entry in self.content for path, made in walked(entry.record))

    @cached_property
    def effects(self) -> Sequence[tuple[Entry, Path, Any]]:
        """Every effect, with its record and the way to it."""
        return tuple(part for part in self.parts if isinstance(part[2], Verb))

    @cached_property
    def quantities(self) -> Sequence[tuple[Entry, Path, Quantity]]:
        """Every quantity, with its record and the way to it."""
        return tuple(part for part in self.parts if isinstance(part[2], Quantity))

    @cached_property
    def draws(self) -> Sequence[Way]:
        """Where items are drawn, for a row or by an effect."""
        return tuple(draws_of(self.content, self.effects))

    @cached_property
    def arrivals(self) -> Sequence[Way]:
        """Where items start or are moved to."""
        return tuple(arrivals_of(self.content, self.effects))

    @cached_property
    def shops(self) -> Mapping[str, tuple[Entry, ...]]:
        """By kind of item, where it is for sale."""
        return offers(self.content)

    @cached_property
    def rows_of(self) -> Mapping[str, list[Entry]]:
        """The rows to which each location belongs."""
        found: dict[str, list[Entry]] = {}
        for row in self.content.of("row"):
            for space in row.record.spaces:
                found.setdefault(space, []).append(row)
        return found

    @cached_property
    def named_otherwise(self) -> frozenset[str]:
        """What effects name that do not say what they draw or move: a verb of a plugin may do anything with it."""
        return frozenset(
            word
            for _, _, effect in self.effects
            if effect.draws() is effect.moves() is None
            for word in attrs.asdict(effect, recurse=False).values()
            if type(word) is str
        )

    @cached_property
    def _under_conditions(self) -> Sequence[tuple[str, Path, Mapping[str, Any]]]:
        """Records and edits that hold under conditions alone: file, way and table of each."""
        at_table = {pack.id for pack in self.content.packs}
        found = []
        for source in (source for pack in self.content.packs for source in pack.files.content):
            unused = not set(source.data.get(ONLY_IF, {}).get("packs", ())) <= at_table
            found += [(source.file, path, table) for path, table in _tables(source.data, ()) if unused or _depends(table)]
        return found

    @cached_property
    def conditional(self) -> Mapping[str, set[tuple[str, Path]]]:
        """By word, where it stands under conditions: what it names may be read then."""
        found: dict[str, set[tuple[str, Path]]] = {}
        for file, path, table in self._under_conditions:
            for word in _words(table):
                found.setdefault(word, set()).add((file, path))
        return found

    @cached_property
    def edited(self) -> Mapping[str, set[tuple[str, Path]]]:
        """By the name of a record, where it is edited under conditions."""
        found: dict[str, set[tuple[str, Path]]] = {}
        for file, path, table in self._under_conditions:
            for name in self._edited_by(path, table):
                found.setdefault(name, set()).add((file, path))
        return found

    def _edited_by(self, path: Path, table: Mapping[str, Any]) -> Iterable[str]:
        """The names of the records that an edit is about; none for a record."""
        if path[0] not in EDITS:
            return ()
        target = table.get("target")
        return [entry.id for entry in self.content.of(str(path[1]))] if target is None else _short([target])

    @cached_property
    def by_options(self) -> frozenset[str]:
        """The names of records with a value that an option gives: at another table it is another."""
        sources = [source for pack in self.content.packs for source in pack.files.content]
        tables = [(path, table) for source in sources for path, table in _tables(source.data, ()) if _has_option(table)]
        return frozenset(name for path, table in tables for name in self._edited_by(path, table) or (table.get("id", ""),))

    def effect_kinds(self, do: str) -> Iterator[tuple[Entry, Path, Verb]]:
        """The effects of one verb."""
        yield from ((entry, path, effect) for entry, path, effect in self.effects if effect.do == do)


def _tables(data: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """The records and edits of a file."""
    for key, value in data.items():
        if key in EDITS and isinstance(value, dict):
            yield from _tables(value, (key,))
        elif key != ONLY_IF and isinstance(value, list):
            yield from (((*path, key, index), table) for index, table in enumerate(value) if isinstance(table, dict))


def _depends(table: Mapping[str, Any]) -> bool:
    """Whether a record or edit holds under conditions alone; the form of a cost is none of these."""
    return any(set(row) - {"cost"} for row in table.get("when", ()) if isinstance(row, dict))


def _has_option(value: Any) -> bool:
    """Whether an option gives a value here or within."""
    if isinstance(value, list):
        return any(map(_has_option, value))
    return isinstance(value, Mapping) and (is_option(value) or any(_has_option(value[key]) for key in value if key != "when"))


def _short(names: Iterable[str]) -> set[str]:
    """Names without the packs in front of them."""
    return {name.rpartition(":")[2] for name in names}


SAYS_NOTHING = ("id", "rules", "name", "why", "when", "reconstructed")
"""Keys whose texts name nothing that the record or edit would use."""


def _words(value: Any, key: str = "") -> Iterator[str]:
    """Texts and keys, short ids for whole ones."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield name
            yield from _words(inner, name)
    elif isinstance(value, list) and key not in SAYS_NOTHING:
        for inner in value:
            yield from _words(inner, key)
    elif isinstance(value, str) and key not in SAYS_NOTHING:
        yield value.rpartition(":")[2]
