"""From pack files to content in fixed steps: define, edit, structure, name, refer.  Every fault of every step is found.

What a single value may look like is in `models`; what an edit does is in `edits`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import attrs

from stoneage_rules.packs.content import Content, Entry, Language, Pack, Settings
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.edits import EDITS, Edit, Entity, Origin, Touch, gather_edits
from stoneage_rules.packs.find import PackFiles, Source
from stoneage_rules.packs.manifest import FORMAT, Manifest
from stoneage_rules.packs.merge import Merger
from stoneage_rules.packs.models import KINDS, Item, Requirement
from stoneage_rules.packs.options import Options, allows
from stoneage_rules.packs.order import views_of
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.references import References
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.structure import Fault, Structurer, unknown_word
from stoneage_rules.packs.values import value_faults

__all__ = ["build_content", "read_manifest"]

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
STATEMENT_ID = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
ONLY_IF = "only_if"
RESERVED_KINDS = frozenset({*KINDS, *EDITS, ONLY_IF})

PRICED = "add_on"
"""The one kind whose `when` may ask for the form of an item's cost."""
COST_ROW = ("a condition on the form of a cost", "only an `add_on` is offered item by item, so only its own `when` can ask this")

MOST_RECORDS: Mapping[str, int] = {"good": 30, "track": 30, "mark": 60, "zone": 60, "row": 60, "location": 200, "phase": 60}
MOST_OF_OTHER_KINDS = 1000

Key = tuple[str, str, str]


def read_manifest(files: PackFiles, structurer: Structurer, report: Report) -> Manifest | None:
    """The manifest of a pack, with its faults reported."""
    report.texts.update(files.texts)
    report.found += files.faults
    if files.manifest is None:
        return None
    made, faults = structurer.structure(files.manifest.data, Manifest)
    manifest: Manifest | None = made
    if manifest is not None:
        faults = list(_manifest_faults(manifest))
    for fault in faults:
        report.add(fault, files.manifest, (), files.root.name)
    return manifest


def _manifest_faults(manifest: Manifest) -> Iterator[Fault]:
    if manifest.format != FORMAT:
        yield Fault("SA104", f"this library reads format {FORMAT}", f"format {manifest.format}", path=("format",))
    if not ID.fullmatch(manifest.pack.id):
        yield Fault("SA209", "an id of lower case letters, digits and hyphens belongs here", path=("pack", "id"))
    yield from value_faults(manifest.pack, ("pack",))
    for name, option in manifest.options.items():
        yield from value_faults(option, ("options", name))
        if option.type in ("bool", "int", "text") and not allows(option, option.default):
            path = ("options", name, "default")
            yield Fault("SA207", "a default that the option itself does not allow", path=path)


def build_content(packs: Sequence[Pack], settings: Settings, language: Language) -> Content:
    """The records of all packs, in pack order.

    Raises:
        ContentError: anything at all is wrong; every finding at once.
    """
    report = Report()
    content = _Builder(packs, settings, language, report).build()
    report.check()
    return content


class _Builder:
    """One run over the packs."""

    def __init__(self, packs: Sequence[Pack], settings: Settings, language: Language, report: Report) -> None:
        self.packs = packs
        self.settings = settings
        self.language = language
        self.report = report
        self.structurer = Structurer(language.verbs, language.quantities)
        self.options = Options(packs, settings)
        self.unfilled: set[tuple[str, Path]] = set()
        """File and path of options that could not be filled in: the wrong type that is left there is no news."""
        self.files = [(pack, source) for pack in packs for source in pack.files.content if self._is_used(pack, source)]
        self.views = views_of(packs)
        self.kinds_of = {pack.id: self._kinds_of(pack) for pack in packs}
        self.item_kinds = tuple(dict.fromkeys(kind for kinds in self.kinds_of.values() for kind in kinds))
        self.tables = (*KINDS, *self.item_kinds)
        self.entities: dict[Key, Entity] = {}
        self.touches: tuple[Touch, ...] = ()

    def build(self) -> Content:
        for pack, source in self.files:
            self._define(pack, source)
        edits = {pack.id: self._edits(pack) for pack in self.packs}
        merger = Merger(self.entities, edits, self.views, self.settings.resolutions, self.report)
        self.entities = merger.merge()
        self.touches = merger.touches
        for entity in (entity for seen in merger.seen.values() for entity in seen):
            # A pack's faults are those of what it knows of, whatever unknown packs make of the same records.
            self._record(entity)
        self._compare_neighbours()
        entries = [entry for entity in self._ordered() if (entry := self._structure(entity)) is not None]
        self._check_numbers(entries)
        content = self._content(self._named(entries))
        references = References(content, self.language, merger.removed, self.report)
        return attrs.evolve(self._content([references.resolved(entry) for entry in content]), settled=merger.settled)

    # --- define -------------------------------------------------------------------------------------------------

    def _is_used(self, pack: Pack, source: Source) -> bool:
        """Whether a file's `only_if` holds."""
        rows = source.data.get(ONLY_IF)
        if rows is None:
            return True
        packs = rows.get("packs") if type(rows) is dict and set(rows) == {"packs"} else None
        if type(packs) is not list or not packs or any(type(name) is not str for name in packs):
            fault = Fault("SA201", 'a condition is written `only_if.packs = ["..."]`', at_key=True, path=(ONLY_IF,))
            self.report.add(fault, source, (), pack.id)
            return False
        named = {**pack.manifest.optional, **pack.manifest.requires}
        for index, name in enumerate(packs):
            if name not in named:
                fault = unknown_word(
                    "SA203", "a condition on a pack that is not under `optional`", name, named, "pack",
                    path=(ONLY_IF, "packs", index),
                )  # fmt: skip
                self.report.add(fault, source, (), pack.id)
        return set(packs) <= {other.id for other in self.packs}

    def _kinds_of(self, pack: Pack) -> tuple[str, ...]:
        """The tables that a pack's own `kind` records add."""
        found = [
            table["id"]
            for owner, source in self.files
            if owner is pack and type(source.data.get("kind")) is list
            for table in source.data["kind"]
            if isinstance(table, dict) and isinstance(table.get("id"), str)
        ]
        return tuple(dict.fromkeys(kind for kind in found if kind not in RESERVED_KINDS))

    def _tables(self, pack: str) -> tuple[str, ...]:
        """The tables that a pack can use: those of the library, its own and those of packs that it knows of."""
        return (*KINDS, *dict.fromkeys(kind for other in self.views[pack] for kind in self.kinds_of[other]))

    def _define(self, pack: Pack, source: Source) -> None:
        for table, value in source.data.items():
            if table in EDITS or table == ONLY_IF:
                continue
            fault = None
            if table not in (tables := self._tables(pack.id)):
                message = "a table of a kind that does not exist"
                fault = unknown_word("SA205", message, table, tables, "kind", at_key=True, path=(table,))
            elif type(value) is not list or any(type(element) is not dict for element in value):
                fault = Fault("SA201", f"records are written `[[{table}]]`", "with two brackets", at_key=True, path=(table,))
            if fault is not None:
                self.report.add(fault, source, (), pack.id)
                continue
            for index, data in enumerate(value):
                self._define_one(pack, source, table, index, data)

    def _define_one(self, pack: Pack, source: Source, kind: str, index: int, data: Mapping[str, Any]) -> None:
        origin = Origin(pack.id, source, (kind, index))
        id = data.get("id")
        if type(id) is not str:
            # Structuring alone would find this too, but a record without an id cannot be filed.
            _, faults = self.structurer.structure(data, KINDS.get(kind, Item))
            for fault in faults:
                self.report.add(fault, source, origin.path, pack.id)
            return
        for fault in self._id_faults(kind, id):
            self.report.add(fault, source, origin.path, pack.id)
        key = kind, "" if kind == "statement" else pack.id, id
        twin = self.entities.get(key) or self._same_table(kind, id)
        if twin is not None:
            self._refuse_twin(twin, origin)
            return
        filled = self._filled(data, source, origin.path, pack.id)
        self.entities[key] = Entity(kind, pack.id, id, filled, origin)

    def _same_table(self, kind: str, id: str) -> Entity | None:
        """The record of another pack that adds this table already: all packs share the names of tables."""
        return next((entity for key, entity in self.entities.items() if key[0] == kind == "kind" and key[2] == id), None)

    def _filled(self, data: Mapping[str, Any], source: Source, base: Path, pack: str) -> dict[str, Any]:
        """The table with the options that it names filled in."""
        filled, faults = self.options.filled({**data}, pack)
        for fault in faults:
            self.report.add(fault, source, base, pack)
            self.unfilled.add((source.file, base + fault.path[:-1]))
        assert isinstance(filled, dict)
        return filled

    def _refuse_twin(self, first: Entity, second: Origin) -> None:
        taken = first.origin.source.place((*first.origin.path, "id"), "by this record")
        place = second.source.place((*second.path, "id"), "this id is taken")
        title = f"two records `{first.kind}` have the same id"
        self.report.found.append(Diagnostic("SA206", title, place, others=(taken,), packs=(second.pack,)))

    def _id_faults(self, kind: str, id: str) -> Iterator[Fault]:
        if not (STATEMENT_ID if kind == "statement" else ID).fullmatch(id):
            form = "words joined by points" if kind == "statement" else "lower case letters, digits and hyphens"
            yield Fault("SA209", "an id that is not well formed", f"an id is made of {form}", path=("id",))
        elif kind == "kind" and id in RESERVED_KINDS:
            yield Fault("SA209", f"`{id}` is a table of the language and cannot be a kind of item", "choose another", path=("id",))
        elif id in self.language.words:
            yield Fault("SA209", f"`{id}` is a word of the kernel and cannot be an id", "choose another", path=("id",))

    # --- edit ---------------------------------------------------------------------------------------------------

    def _edits(self, pack: Pack) -> list[Edit]:
        """The edits of a pack that apply at this table, in the order of its files and lines."""
        found = []
        for source in [source for owner, source in self.files if owner is pack]:
            for edit in gather_edits(pack.id, source, self._tables(pack.id)):
                if isinstance(edit, Fault):
                    self.report.add(edit, source, (), pack.id)
                    continue
                rows = self._rows(edit)
                if rows is not None and all(self.options.holds(row, pack.id) for row in rows):
                    data = self._filled(edit.data, source, edit.path, pack.id)
                    found.append(attrs.evolve(edit, data=data))
        return found

    def _rows(self, edit: Edit) -> Sequence[Requirement] | None:
        """The rows of an edit's `when`; None where they are faulty."""
        made, faults = self.structurer.structure({"rows": edit.data.get("when", [])}, _When)
        for fault in faults:
            found = attrs.evolve(fault, path=("when", *fault.path[1:]))
            self.report.add(found, edit.source, edit.path, edit.pack)
        if faults:
            return None
        for index, row in enumerate(made.rows):
            if row.cost is not None:
                self.report.add(Fault("SA207", *COST_ROW, path=("when", index, "cost")), edit.source, edit.path, edit.pack)
            for fault in self.options.row_faults(row, edit.pack, ("when", index)):
                self.report.add(fault, edit.source, edit.path, edit.pack)
        return tuple(made.rows)

    # --- structure ----------------------------------------------------------------------------------------------

    def _ordered(self) -> Iterable[Entity]:
        """Records in pack order; a record that names a neighbour stands beside it."""
        ordered = list(self.entities.values())
        for entity in [entity for entity in ordered if "after" in entity.data or "before" in entity.data]:
            for side in ("after", "before"):
                neighbour = entity.data.get(side)
                found = [other for other in ordered if other.kind == entity.kind and _is_called(other, neighbour)]
                if found and found[0] is not entity:
                    ordered.remove(entity)
                    ordered.insert(ordered.index(found[0]) + (side == "after"), entity)
        return ordered

    def _compare_neighbours(self) -> None:
        """Reports records that unordered packs put beside the same neighbour."""
        placed: dict[tuple[str, str, str], list[Entity]] = {}
        for entity in self.entities.values():
            for side in ("after", "before"):
                if type(entity.data.get(side)) is str:
                    placed.setdefault((entity.kind, side, entity.data[side].rpartition(":")[2]), []).append(entity)
        for (_, side, neighbour), found in placed.items():
            for first, second in combinations(found, 2):
                a, b = first.pack, second.pack
                if a not in self.views[b] and b not in self.views[a]:
                    self._refuse_neighbours(first, second, side, neighbour)

    def _refuse_neighbours(self, first: Entity, second: Entity, side: str, neighbour: str) -> None:
        places = []
        for entity in (first, second):
            origin, rest = entity.origin_of((side,))
            label = f"{entity.pack} puts `{entity.id}` {side} `{neighbour}`"
            self.report.texts.setdefault(origin.source.file, origin.source.text)
            places.append(origin.source.place(origin.path + rest, label))
        title = f"two packs put a {first.kind} beside the same one, and neither comes after the other"
        help = [
            "one of these settles it",
            f'  in {first.pack}/pack.toml   [order]  after = ["{second.pack}"]',
            f'  in {second.pack}/pack.toml   [order]  after = ["{first.pack}"]',
        ]
        packs = (first.pack, second.pack)
        self.report.found.append(Diagnostic("SA401", title, places[0], others=(places[1],), help="\n".join(help), packs=packs))

    def _record(self, entity: Entity) -> Any:
        """The record of an entity, or None; its faults are reported where they come from."""
        record, faults = self.structurer.structure(entity.data, KINDS.get(entity.kind, Item))
        if record is not None:
            faults = list(value_faults(record, ()))
        for fault in faults:
            origin, rest = self._origin(entity, fault)
            if (origin.source.file, origin.path + rest) not in self.unfilled:
                self.report.add(attrs.evolve(fault, path=rest), origin.source, origin.path, origin.pack)
        return record

    def _origin(self, entity: Entity, fault: Fault) -> tuple[Origin, Path]:
        """Who is to blame for a fault: for a key that is missing, whoever has taken it away."""
        if fault.code == "SA204":
            for path, origins in entity.changes.items():
                if path[:-1] == fault.path and origins[-1].deed == "unset":
                    return origins[-1], ()
        return entity.origin_of(fault.path)

    def _structure(self, entity: Entity) -> Entry | None:
        record = self._record(entity)
        if record is None:
            return None
        # Every row is looked at, for what is wrong with it.
        holding = [self._holds(entity, index, row) for index, row in enumerate(record.when)]
        if not all(holding):
            return None
        manifest = next(pack.manifest for pack in self.packs if pack.id == entity.pack)
        return Entry(entity, entity.id, record, record.confidence or manifest.pack.confidence)

    def _check_numbers(self, entries: Iterable[Entry]) -> None:
        """Reports more records of a kind than the kernel can play with."""
        counts: Counter[str] = Counter()
        for entry in entries:
            counts[entry.kind] += 1
            most = MOST_RECORDS.get(entry.kind, MOST_OF_OTHER_KINDS)
            if counts[entry.kind] == most + 1:
                label = f"{most} are allowed, and this is one more"
                fault = Fault("SA211", f"more records `{entry.kind}` than a game can have", label, path=("id",))
                self.report.add(fault, entry.source, entry.path, entry.pack)

    def _holds(self, entity: Entity, index: int, row: Requirement) -> bool:
        """Whether a row of a record's `when` holds, from the point of view of the pack that wrote it."""
        origin, rest = entity.origin_of(("when", index))
        if row.cost is not None and entity.kind != PRICED:
            self.report.add(Fault("SA207", *COST_ROW, path=(*rest, "cost")), origin.source, origin.path, origin.pack)
        for fault in self.options.row_faults(row, origin.pack, rest):
            self.report.add(fault, origin.source, origin.path, origin.pack)
        return self.options.holds(row, origin.pack)

    def _named(self, entries: Sequence[Entry]) -> list[Entry]:
        """Gives every record the name it has in play; all kinds of item share one space of names."""

        def space(entry: Entry) -> tuple[str, str]:
            return "item" if entry.kind in self.item_kinds else entry.kind, entry.id

        holders: dict[tuple[str, str], int] = {}
        for entry in entries:
            holders[space(entry)] = holders.get(space(entry), 0) + 1
        return [
            attrs.evolve(entry, name=f"{entry.pack}:{entry.id}") if holders[space(entry)] > 1 else entry
            for entry in entries
        ]

    def _content(self, entries: Iterable[Entry]) -> Content:
        by_kind: dict[str, list[Entry]] = {kind: [] for kind in self.tables}
        for entry in entries:
            by_kind[entry.kind].append(entry)
        tables = {kind: tuple(found) for kind, found in by_kind.items()}
        return Content(tuple(self.packs), self.settings, tables, self.item_kinds, self.touches)


@attrs.frozen
class _When:
    rows: tuple[Requirement, ...]


def _is_called(entity: Entity, word: Any) -> bool:
    return word in (entity.id, f"{entity.pack}:{entity.id}")
