"""What the checks for unread keys look at: who reads what at a table, and what might under other conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from stoneage_rules.fields import EffectSpec, Quantity
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.draws import Way, arrivals_of, draws_of, effects_of
from stoneage_rules.packs.edits import EDITS
from stoneage_rules.packs.ids import ONLY_IF
from stoneage_rules.packs.oddities import odd
from stoneage_rules.packs.offers import offers
from stoneage_rules.packs.parts import walked
from stoneage_rules.packs.positions import Path

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
        *, about: Sequence[str] = (), at_key: bool = False,
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
            about: names of records on which it depends; where one is changed under conditions, it may matter.
            at_key: whether the key is shown, and not the value.
        """
        origin, rest = entry.origin_of(path)
        subject = code, origin.source.file, origin.path + rest, path[-1:]
        if not idle or not self.conditional.isdisjoint(name.rpartition(":")[2] for name in about):
            return Verdict(subject, None)
        return Verdict(subject, odd(code, title, origin.source, origin.path + rest, label, origin.pack, at_key=at_key, help=help))

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
    def effects(self) -> Sequence[tuple[Entry, Path, Any]]:
        """Every effect, with its record and the way to it."""
        return tuple(effects_of(self.content))

    @cached_property
    def quantities(self) -> Sequence[tuple[Entry, Path, Quantity]]:
        """Every quantity, with its record and the way to it."""
        return tuple(
            (entry, path, made) for entry in self.content for path, made in walked(entry.record) if isinstance(made, Quantity)
        )

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
    def conditional(self) -> frozenset[str]:
        """Every word of records and edits that hold under conditions alone: what they name may be read then."""
        found: set[str] = set()
        at_table = {pack.id for pack in self.content.packs}
        for pack in self.content.packs:
            for source in pack.files.content:
                unused = not set(source.data.get(ONLY_IF, {}).get("packs", ())) <= at_table
                for record in _tables(source.data):
                    if unused or record.get("when"):
                        found.update(_words(record))
        return frozenset(found)

    def effect_kinds(self, do: str) -> Iterator[tuple[Entry, Path, EffectSpec]]:
        """The effects of one verb."""
        yield from ((entry, path, effect) for entry, path, effect in self.effects if effect.do == do)


def _tables(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The records and edits of a file."""
    for key, value in data.items():
        if key in EDITS and isinstance(value, dict):
            yield from _tables(value)
        elif key != ONLY_IF and isinstance(value, list):
            yield from (table for table in value if isinstance(table, dict))


def _words(value: Any, key: str = "") -> Iterator[str]:
    """Texts and keys, short ids for whole ones; a record's own id and its statements apart."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield name
            yield from _words(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner, key)
    elif isinstance(value, str) and key not in ("id", "rules", "name", "why"):
        yield value.rpartition(":")[2]
