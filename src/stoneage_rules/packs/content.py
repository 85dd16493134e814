"""All packs of a table as one body of checked records: define, structure, refer.

What the records mean for play is the compiler's; what a single value may look like is in `models`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.fields import Cost, EffectSpec, Quantity, refs_of
from stoneage_rules.packs.diagnostics import Diagnostic, Edit, Place, in_order
from stoneage_rules.packs.find import PackFiles, Source
from stoneage_rules.packs.manifest import FORMAT, Manifest
from stoneage_rules.packs.models import KINDS, Item, Record, Requirement, toml_key
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.render import render
from stoneage_rules.packs.structure import Fault, Structurer, unknown_word

__all__ = ["Content", "Entry", "Language", "Pack", "Settings", "build_content", "read_manifest"]

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
STATEMENT_ID = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
ITEM = "item"
"""All kinds of item share one space of names in play."""


@attrs.frozen
class Language:
    """What the kernel and the enabled plugins let content say; handed in, so that packs know no kernel."""

    verbs: Mapping[str, type[EffectSpec]]
    quantities: Mapping[str, Any]
    counters: Iterable[str]
    checks: frozenset[str]
    kernel: frozenset[str]
    """Names of verbs and frames that a statement may name as its carrier."""
    words: frozenset[str]
    """Words that no id may be."""


@attrs.frozen
class Settings:
    """What a table decides before the game starts."""

    players: int
    options: Mapping[str, Mapping[str, Any]]
    """Each pack's options, defaults filled in."""


@attrs.frozen(eq=False)
class Pack:
    """A pack that is used: its manifest and files."""

    manifest: Manifest
    files: PackFiles

    @property
    def id(self) -> str:
        """The namespace of its ids."""
        return self.manifest.pack.id


@attrs.frozen(eq=False)
class Entry:
    """One record: where it comes from, and what it became."""

    kind: str
    pack: str
    id: str
    """The short id."""
    name: str
    """How play calls it: the short id, with the pack in front where two packs have the same."""
    source: Source
    path: Path
    record: Any
    confidence: str

    @property
    def address(self) -> str:
        """`KIND PACK:ID`, as diagnostics and reasons print it."""
        return f"{self.kind} {self.id}" if self.kind == "statement" else f"{self.kind} {self.pack}:{self.id}"

    @property
    def reconstructed(self) -> bool:
        """Whether any of its values is."""
        return self.confidence == "reconstructed" or bool(self.record.reconstructed)


@attrs.frozen(eq=False)
class Content:
    """Every record that applies at a table, by kind, in pack order."""

    packs: tuple[Pack, ...]
    settings: Settings
    entries: Mapping[str, tuple[Entry, ...]]
    item_kinds: tuple[str, ...]

    def of(self, kind: str) -> tuple[Entry, ...]:
        """The records of a kind."""
        return self.entries.get(kind, ())

    def items(self) -> tuple[Entry, ...]:
        """The items of all kinds."""
        return tuple(entry for kind in self.item_kinds for entry in self.of(kind))

    def __iter__(self) -> Iterator[Entry]:
        for entries in self.entries.values():
            yield from entries

    def find(self, address: str) -> Entry | None:
        """The record with an address such as `KIND PACK:ID`."""
        return next((entry for entry in self if entry.address == address), None)


class Report:
    """Collects what is wrong, and raises it all at once."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.texts: dict[str, str] = {}

    def add(self, fault: Fault, source: Source, base: Path, pack: str) -> None:
        """A fault of a value, at its place in its file."""
        path = base + fault.path
        place = source.place(path, fault.label, key=fault.at_key)
        fixes = () if fault.fix is None else (Edit(source.file, _word(source, place, fault.fix), fault.fix),)
        if fixes and not fault.at_key and source.text.split("\n")[place.span.line - 1][place.span.column - 1 :][:1] in "\"'":
            bare = fault.code == "SA201"
            fixes = (Edit(source.file, place.span, fault.fix if bare else f'"{fault.fix}"'),)  # type: ignore[arg-type]
        help_ = f"did you mean `{fault.fix}`?" if fault.fix and fault.code != "SA201" else ""
        notes = (fault.help,) if fault.help else ()
        self.found.append(Diagnostic(fault.code, fault.message, place, help=help_, notes=notes, fixes=fixes, packs=(pack,)))

    def check(self) -> None:
        """Raises everything that was found, if anything was."""
        if self.found:
            ordered = in_order(self.found)
            count = f"{len(ordered)} error{'s' * (len(ordered) != 1)}"
            raise ContentError(ordered, f"{render(ordered, self.texts)}\n\n{count}. Nothing was loaded.")


def _word(source: Source, place: Place, fix: str) -> Any:
    return place.span


def read_manifest(files: PackFiles, structurer: Structurer, report: Report) -> Manifest | None:
    """The manifest of a pack, with its faults reported."""
    report.texts.update(files.texts)
    report.found += files.faults
    if files.manifest is None:
        return None
    made, faults = structurer.structure(files.manifest.data, Manifest)
    manifest: Manifest | None = made
    for fault in faults:
        report.add(fault, files.manifest, (), files.root.name)
    if manifest is None:
        return None
    for fault in _manifest_faults(manifest):
        report.add(fault, files.manifest, (), manifest.pack.id)
    return manifest


def _manifest_faults(manifest: Manifest) -> Iterator[Fault]:
    if manifest.format != FORMAT:
        yield Fault("SA104", f"this library reads format {FORMAT}", f"format {manifest.format}", path=("format",))
    if not ID.fullmatch(manifest.pack.id):
        yield Fault("SA209", "an id of lower case letters, digits and hyphens belongs here", path=("pack", "id"))
    yield from _value_faults(manifest.pack, ("pack",))
    for name, option in manifest.options.items():
        wanted = {"bool": bool, "int": int, "text": str}.get(option.type)
        path = ("options", name)
        if wanted is None:
            yield Fault("SA207", "an option is of type bool, int or text", path=(*path, "type"))
        elif type(option.default) is not wanted or (option.choices and option.default not in option.choices):
            yield Fault("SA207", "a default that the option itself does not allow", path=(*path, "default"))


def build_content(packs: Sequence[Pack], settings: Settings, language: Language) -> Content:
    """The records of all packs, in pack order.

    Raises:
        ContentError: anything at all is wrong; every finding at once.
    """
    report = Report()
    builder = _Builder(packs, settings, language, report)
    content = builder.build()
    report.check()
    return content


@attrs.frozen(eq=False)
class _Raw:
    """A table of content before it is structured."""

    kind: str
    pack: Pack
    source: Source
    path: Path
    data: Mapping[str, Any]

    @property
    def id(self) -> Any:
        return self.data.get("id")


class _Builder:
    """One run over the packs: gather, structure, name, refer."""

    def __init__(self, packs: Sequence[Pack], settings: Settings, language: Language, report: Report) -> None:
        self.packs = packs
        self.settings = settings
        self.language = language
        self.report = report
        self.structurer = Structurer(language.verbs, language.quantities)
        self.item_kinds = self._item_kinds()

    def _item_kinds(self) -> tuple[str, ...]:
        """The tables that `kind` records add."""
        found = [
            table["id"]
            for pack in self.packs
            for source in pack.files.content
            for table in source.data.get("kind", ())
            if isinstance(table, dict) and isinstance(table.get("id"), str)
        ]
        return tuple(dict.fromkeys(kind for kind in found if kind not in KINDS))

    def build(self) -> Content:
        raws = [raw for pack in self.packs for source in pack.files.content for raw in self._gather(pack, source)]
        known = self._refuse_twins(raws)
        made = [entry for raw in known if (entry := self._structure(raw)) is not None]
        content = self._content(self._named(made))
        references = _References(self, content, {(raw.kind, raw.pack.id, raw.id) for raw in known})
        resolved = [references.resolved(entry) for entry in content]
        return self._content(resolved)

    def _content(self, entries: Iterable[Entry]) -> Content:
        by_kind: dict[str, list[Entry]] = {kind: [] for kind in (*KINDS, *self.item_kinds)}
        for entry in entries:
            by_kind[entry.kind].append(entry)
        tables = {kind: tuple(found) for kind, found in by_kind.items()}
        return Content(tuple(self.packs), self.settings, tables, self.item_kinds)

    def _gather(self, pack: Pack, source: Source) -> Iterator[_Raw]:
        tables = (*KINDS, *self.item_kinds)
        for table, value in source.data.items():
            if table not in tables:
                fault = unknown_word("SA205", "a table of a kind that does not exist", table, tables, "no kind", at_key=True, path=(table,))
                self.report.add(fault, source, (), pack.id)
            elif type(value) is not list or any(type(element) is not dict for element in value):
                fault = Fault("SA201", f"records are written `[[{table}]]`", "with two brackets", at_key=True, path=(table,))
                self.report.add(fault, source, (), pack.id)
            else:
                for index, data in enumerate(value):
                    yield _Raw(table, pack, source, (table, index), data)

    def _refuse_twins(self, raws: Sequence[_Raw]) -> list[_Raw]:
        first: dict[tuple[str, str, Any], _Raw] = {}
        for raw in raws:
            key = raw.kind, "" if raw.kind == "statement" else raw.pack.id, raw.id
            if key in first and isinstance(raw.id, str):
                before = first[key]
                self.report.found.append(
                    Diagnostic(
                        "SA206",
                        f"two records `{raw.kind}` have the same id",
                        raw.source.place((*raw.path, "id"), "this id is taken"),
                        others=(before.source.place((*before.path, "id"), "by this record"),),
                        packs=(raw.pack.id,),
                    )
                )
            first.setdefault(key, raw)
        return [raw for raw in raws if isinstance(raw.id, str)] + [raw for raw in raws if not isinstance(raw.id, str)]

    def _structure(self, raw: _Raw) -> Entry | None:
        kind = KINDS.get(raw.kind, Item)
        record, faults = self.structurer.structure(raw.data, kind)
        if record is not None:
            faults = [*self._id_faults(raw.kind, record.id), *_value_faults(record, ())]
        for fault in faults:
            self.report.add(fault, raw.source, raw.path, raw.pack.id)
        if record is None or not self._applies(raw.pack, record.when):
            return None
        confidence = record.confidence or raw.pack.manifest.pack.confidence
        return Entry(raw.kind, raw.pack.id, record.id, record.id, raw.source, raw.path, record, confidence)

    def _id_faults(self, kind: str, id: str) -> Iterator[Fault]:
        if not (STATEMENT_ID if kind == "statement" else ID).fullmatch(id):
            form = "words joined by points" if kind == "statement" else "lower case letters, digits and hyphens"
            yield Fault("SA209", "an id that is not well formed", f"an id is made of {form}", path=("id",))
        elif id in self.language.words:
            yield Fault("SA209", f"`{id}` is a word of the kernel and cannot be an id", "choose another", path=("id",))

    def _applies(self, pack: Pack, rows: Sequence[Requirement]) -> bool:
        return all(requirement_holds(row, pack.id, self.settings, self.packs) for row in rows)

    def _named(self, entries: Sequence[Entry]) -> list[Entry]:
        """Gives every record the name it has in play."""
        spaces: dict[tuple[str, str], set[str]] = {}
        for entry in entries:
            space = ITEM if entry.kind in self.item_kinds else entry.kind
            spaces.setdefault((space, entry.id), set()).add(f"{entry.kind} {entry.pack}")
        return [
            attrs.evolve(entry, name=f"{entry.pack}:{entry.id}")
            if entry.kind != "statement" and len(spaces[ITEM if entry.kind in self.item_kinds else entry.kind, entry.id]) > 1
            else entry
            for entry in entries
        ]


def requirement_holds(row: Requirement, pack: str, settings: Settings, packs: Sequence[Pack]) -> bool:
    """Whether a row of `when` holds at this table; rows about an item's cost are judged item by item elsewhere."""
    if row.option is not None and settings.options.get(pack, {}).get(row.option) != row.is_:
        return False
    if row.module is not None and row.module not in {other.id for other in packs}:
        return False
    return not row.players or settings.players in row.players


# --- values ---------------------------------------------------------------------------------------------------


def _value_faults(made: Any, path: Path) -> Iterator[Fault]:
    """What the fields' own ranges and choices refuse, all the way down."""
    for attribute in attrs.fields(type(made)):
        value = getattr(made, attribute.name)
        here = (*path, toml_key(attribute.name))
        yield from _range_faults(value, attribute.metadata, here)
        for step, inner in _inside(value):
            yield from _value_faults(inner, here + step)


def _inside(value: Any) -> Iterator[tuple[Path, Any]]:
    """The records within a field's value, each with the way to it."""
    if isinstance(value, (Cost, Quantity)):
        return
    if attrs.has(type(value)):
        yield (("do",) if False else ()), value
    elif isinstance(value, tuple):
        for index, element in enumerate(value):
            for step, inner in _inside(element):
                yield (index, *step), inner
    elif isinstance(value, Mapping):
        for key, element in value.items():
            for step, inner in _inside(element):
                yield (str(key), *step), inner


def _range_faults(value: Any, metadata: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    least, most, choices = metadata.get("least"), metadata.get("most"), metadata.get("choices")
    if metadata.get("not_empty") and not value:
        yield Fault("SA207", "at least one is needed here", "this is empty", path=path)
    numbers = {(): value} if type(value) is int else {}
    if isinstance(value, Mapping):
        numbers = {(str(key),): number for key, number in value.items() if type(number) is int}
    for step, number in numbers.items():
        if (least is not None and number < least) or (most is not None and number > most):
            span = f"{least} to {most}" if most is not None else f"{least} or more"
            yield Fault("SA207", "a number that cannot be", f"{span} belongs here", path=path + step)
    words = value if isinstance(value, tuple) else (value,)
    for index, word in enumerate(words):
        if choices and type(word) is str and word not in choices:
            step = (index,) if isinstance(value, tuple) else ()
            yield unknown_word("SA207", "a word that does not belong here", word, choices, "no choice", path=path + step)


# --- references -----------------------------------------------------------------------------------------------


class _References:
    """Finds what every reference means, from the point of view of the pack that wrote it."""

    def __init__(self, builder: _Builder, content: Content, defined: set[tuple[str, str, Any]]) -> None:
        self.report = builder.report
        self.language = builder.language
        self.content = content
        self.defined = defined
        self.scopes = {pack.id: self._scope(pack, builder.packs) for pack in builder.packs}
        self.names: dict[str, dict[str, dict[str, str]]] = {}
        for entry in content:
            self.names.setdefault(entry.kind, {}).setdefault(entry.id, {})[entry.pack] = entry.name
        self.groups = {
            f"group:{kind}": {group for entry in content.of(kind) for group in entry.record.groups}
            for kind in ("good", "location")
        }

    @staticmethod
    def _scope(pack: Pack, packs: Sequence[Pack]) -> tuple[str, ...]:
        """The packs whose ids may stand without their namespace, besides its own."""
        by_id = {other.id: other for other in packs}
        found: list[str] = []
        queue = [*pack.manifest.requires, *pack.manifest.optional]
        while queue:
            name = queue.pop(0)
            if name in by_id and name not in found:
                found.append(name)
                queue += by_id[name].manifest.requires
        return tuple(found)

    def resolved(self, entry: Entry) -> Entry:
        """The record with every reference replaced by the name that play uses."""
        return attrs.evolve(entry, record=self._visit(entry.record, (), entry))

    def _visit(self, made: Any, path: Path, entry: Entry) -> Any:
        changes = {}
        for attribute in attrs.fields(type(made)):
            value = getattr(made, attribute.name)
            here = (*path, toml_key(attribute.name))
            kinds = self._kinds(attribute, made)
            new = self._value(value, kinds, here, entry)
            if new is not value:
                changes[attribute.name] = new
        return attrs.evolve(made, **changes) if changes else made

    def _kinds(self, attribute: Any, made: Any) -> tuple[str, ...]:
        return refs_of(attribute)

    def _value(self, value: Any, kinds: tuple[str, ...], path: Path, entry: Entry) -> Any:
        if isinstance(value, Cost):
            return self._cost(value, path, entry)
        if isinstance(value, Quantity):
            return self._quantity(value, path, entry)
        if isinstance(value, tuple):
            new = tuple(self._value(element, kinds, (*path, index), entry) for index, element in enumerate(value))
            return value if new == value else new
        if isinstance(value, Mapping):
            if kinds:
                return {self._word(key, kinds, (*path, key), entry, at_key=True): item for key, item in value.items()}
            return {key: self._value(item, (), (*path, str(key)), entry) for key, item in value.items()}
        if attrs.has(type(value)):
            return self._visit(value, path, entry)
        return self._word(value, kinds, path, entry) if kinds and isinstance(value, str) else value

    def _cost(self, cost: Cost, path: Path, entry: Entry) -> Cost:
        if cost.of is not None:
            return attrs.evolve(cost, of=self._word(cost.of, ("group:good", "good"), (*path, "of"), entry))
        fixed = {
            self._word(good, ("good",), (*path, good), entry, at_key=True): amount for good, amount in cost.fixed.items()
        }
        return attrs.evolve(cost, fixed=fixed)

    def _quantity(self, quantity: Quantity, path: Path, entry: Entry) -> Quantity:
        kinds = self.language.quantities[quantity.name].refers_to
        if kinds is None:
            return quantity
        return attrs.evolve(quantity, of=self._word(quantity.of, tuple(kinds.split("|")), (*path, quantity.name), entry))

    def _word(self, word: str, kinds: tuple[str, ...], path: Path, entry: Entry, *, at_key: bool = False) -> str:
        for kind in kinds:
            found = self._look_up(word, kind, entry.pack)
            if len(found) == 1:
                return found[0]
            if len(found) > 1:
                message = f"`{word}` is the id of more than one {kind}"
                fault = Fault("SA203", message, "write one of " + ", ".join(found), path=path, at_key=at_key)
                self.report.add(fault, entry.source, entry.path, entry.pack)
                return word
        kind = kinds[-1]
        what = "check" if kind == "check" else kind.replace("_", " ")
        fault = unknown_word(
            "SA210" if kind in ("check", "kernel") else "SA203",
            f"a reference to a {what} that does not exist",
            word, self._known(kinds, entry.pack), f"no {what}", path=path, at_key=at_key,
        )  # fmt: skip
        self.report.add(fault, entry.source, entry.path, entry.pack)
        return word

    def _look_up(self, word: str, kind: str, pack: str) -> list[str]:
        """Every name in play that a word can mean."""
        plain = self._plain_words(kind)
        if plain is not None:
            return [word] if word in plain else []
        owner, _, short = word.rpartition(":")
        holders = self.names.get(kind, {}).get(short, {})
        if kind == "statement":
            return list(holders.values())[:1]
        if owner:
            return [holders[owner]] if owner in holders else []
        if pack in holders:
            return [holders[pack]]
        return [holders[other] for other in self.scopes[pack] if other in holders]

    def _plain_words(self, kind: str) -> Iterable[str] | None:
        if kind in self.groups:
            return self.groups[kind]
        return {"counter": self.language.counters, "check": self.language.checks, "kernel": self.language.kernel}.get(kind)

    def _known(self, kinds: tuple[str, ...], pack: str) -> list[str]:
        known: list[str] = []
        for kind in kinds:
            plain = self._plain_words(kind)
            known += plain if plain is not None else self.names.get(kind, {})
        return sorted(known)
