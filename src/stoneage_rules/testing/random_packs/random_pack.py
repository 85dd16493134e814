"""A whole pack made at random: what it holds, how it is written, and how what is wrong with it is taken out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from stoneage_rules.files import write_whole
from stoneage_rules.packs.content import Content, Language
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.testing.random_packs.choice_source import ChoiceSource, NothingFits
from stoneage_rules.testing.random_packs.known_names import Header, KnownNames, Table
from stoneage_rules.testing.random_packs.new_records import NewRecords
from stoneage_rules.testing.random_packs.random_edits import RandomEdits
from stoneage_rules.testing.random_packs.typed_values import TypedValues
from stoneage_rules.text.toml_writer import written, written_key

__all__ = ["RandomPack", "random_pack", "repaired"]

AVERAGE = 7
"""How many new records and edits a pack has on average, without those that they need."""
MOST_REPAIRS = 8
FILE = "rules.toml"
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


@attrs.frozen
class RandomPack:
    """A pack as data."""

    manifest: Mapping[str, Any]
    tables: Sequence[tuple[Header, Table]]

    @property
    def text(self) -> str:
        """Its content file."""
        return "".join(self._texts())

    def _texts(self) -> Iterator[str]:
        for header, table in self.tables:
            lines = (f"{written_key(key)} = {written(value)}\n" for key, value in table.items())
            yield f"[[{header}]]\n{''.join(lines)}\n"

    def table_at(self, line: int) -> int | None:
        """Returns the number of the table that stands at a line of the content file, from 1 on."""
        for number, text in enumerate(self._texts()):
            line -= text.count("\n")
            if line <= 0:
                return number
        return None

    def write(self, folder: Path) -> Path:
        """Writes the pack into a folder, which is made if it is missing; returns the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        lines = (f"{key} = {written(value)}\n" for key, value in self.manifest.items())
        write_whole(folder / "pack.toml", "".join(lines))
        write_whole(folder / FILE, self.text)
        return folder


def random_pack(
    choices: ChoiceSource,
    table: Content | Language,
    *,
    id: str = "random-pack",
    players: Sequence[int] = (2, 3, 4),
    given: Sequence[tuple[Header, Table]] = (),
) -> RandomPack:
    """Returns a pack of new records and edits, which may have faults that only the whole table shows.

    Args:
        choices: where its choices come from.
        table: the content that it changes; or for a game of its own the words of the table.
        id: its id.
        players: the player counts of the table.
        given: tables that it has in any case; for a game of its own, what it needs.
    """
    names = KnownNames(table if isinstance(table, Language) else table.language, id, choices)
    if isinstance(table, Content):
        names.add_content(table)
    names.players = players
    for header, data in given:
        if "." not in header:
            names.add(header, data["id"], f"{id}:{data['id']}", data)
    names.item_kinds += [data["id"] for header, data in given if header in names.language.kinds.declaring]
    tables = [*given, *_made(names)]
    pack = {
        "id": id,
        "name": "A pack made at random",
        "version": "1.0.0",
        "kind": "base" if isinstance(table, Language) else "house-rules",
        "license": "CC0-1.0",
    }
    requires = dict.fromkeys(names.modules, ">=0")
    return RandomPack({"format": 1, "pack": pack, **({"requires": requires} if requires else {})}, tuple(tables))


def _made(names: KnownNames) -> Iterator[tuple[Header, Table]]:
    values = TypedValues(names)
    records, edits = NewRecords(names, values), RandomEdits(names, values)
    more = True
    while more:
        before = names.copy()
        source = edits.any() if names.records and names.choices.one_in(2) else records.any()
        try:
            yield from [*source, *records.all_wanted()]
        except NothingFits:
            names.go_back(before)
        more = names.choices.below(AVERAGE) > 0


def repaired(pack: RandomPack, faults: Callable[[RandomPack], Sequence[Diagnostic] | None]) -> RandomPack | None:
    """Returns a pack without the tables that are at fault, taken out until nothing is; None if that comes to no end.

    Args:
        pack: the pack.
        faults: returns the errors of a pack; empty if it has none; None if it has some that name no table.
    """
    for _ in range(MOST_REPAIRS):
        found = faults(pack)
        if found is not None and not found:
            return pack
        lines = [place.span.line for error in found or () for place in (error.place,) if place.file.endswith(FILE)]
        blamed = {number for line in lines if (number := pack.table_at(line)) is not None} or {len(pack.tables) - 1}
        pack = attrs.evolve(pack, tables=tuple(table for number, table in enumerate(pack.tables) if number not in blamed))
    return None
