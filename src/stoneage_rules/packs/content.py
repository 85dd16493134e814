"""Manifests, content, and the vocabulary of a table, as other layers read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.fields import Described, RecordForm, Shown, field, fields_of
from stoneage_rules.language.word import CONFIDENCES, ExtraKeys, Verb
from stoneage_rules.packs.find import PackFiles, Source
from stoneage_rules.packs.parts import Kinds
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import first_of

if TYPE_CHECKING:
    from stoneage_rules.packs.edit import Provenance, RawRecord

# --- manifest -----------------------------------------------------------------------------------------------------
#
# The tables of `pack.toml` as attrs records.


FORMAT = 1
"""The format of content that this library reads."""


@attrs.frozen
class PackInfo(Described):
    """The table `[pack]`."""

    id: str = field("lower case letters, digits and hyphens; the namespace of its ids")
    name: str = field("its name for people")
    version: str = field("its version")
    kind: str = field("the sort of pack", choices=("base", "expansion", "house-rules", "fixture"))
    license: str = field("its licence")
    summary: str = field("one sentence about it", default="")
    confidence: str = field("the confidence of its values, unless a record states its own", default="house", choices=CONFIDENCES)
    statements: tuple[str, ...] = field(
        "the first words of its statements' ids; the pack's id and a point without the key", default=()
    )

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The beginnings of the ids of its statements."""
        return self.statements or (f"{self.id}.",)


@attrs.frozen
class Engine(Described):
    """The table `[engine]`."""

    library: str = field("compatible versions of this library", default="")
    features: tuple[str, ...] = field("required features of the library", default=())


@attrs.frozen
class Order(Described):
    """The table `[order]`."""

    after: tuple[str, ...] = field("packs that it comes after, without requiring them", default=())
    before: tuple[str, ...] = field("packs that it comes before, without requiring them", default=())


@attrs.frozen
class Option(Described):
    """A setting that a table may give the pack: `[options.NAME]`."""

    type: str = field("what its value is", choices=("bool", "int", "text"))
    default: bool | int | str = field("its value if the table sets none")
    help: str = field("what it does")
    choices: tuple[str, ...] = field("the allowed texts", default=())
    min: int | None = field("the smallest number allowed", default=None)
    max: int | None = field("the largest number allowed", default=None)


@attrs.frozen
class Manifest(Described):
    """All of `pack.toml`."""

    format: int = field("the format of the pack's content", choices=None)
    pack: PackInfo = field("what the pack is")
    engine: Engine = field("its requirements of the library", factory=Engine)
    requires: Mapping[str, str] = field("required packs, with their versions", factory=dict)
    optional: Mapping[str, str] = field("optional packs, with their versions; it comes after them", factory=dict)
    order: Order = field("order without dependency", factory=Order)
    conflicts: Mapping[str, str] = field("incompatible packs, each with the reason", factory=dict)
    options: Mapping[str, Option] = field("its settings", factory=dict)


# --- content ------------------------------------------------------------------------------------------------------
#
# The checked records of all packs of a table, as other layers read them.
#
# `build` builds them from files; the compiler turns them into a ruleset.


MOST_HOMES = 4
"""The most tables that are named as having a key."""
HELD = ", effects = [...]"
"""How an effect is shown that can have others among its effects."""


@attrs.frozen
class Language(Described):
    """All words that content may use at a table, and the frames of mechanisms and plugins; `packs` asks no frame."""

    kinds: Kinds
    """The classes of records by the names of their tables."""
    keys: Sequence[type[ExtraKeys]]
    """Keys that mechanisms add to the records of others."""
    verbs: Mapping[str, type[Verb]]
    frames: tuple[type[Any], ...]
    """Frames, and extensions of decisions."""
    quantities: Mapping[str, Any]
    counters: Mapping[str, Any]
    events: Mapping[str, Any]
    """The declarations of events by their names."""
    checks: frozenset[str]
    owners: Mapping[str, str]
    """The plugin behind each verb (`verb NAME`), frame, quantity and counter that is not the library's own."""
    code: tuple[str, ...]
    """The plugins with code, sorted."""
    asked_for: frozenset[str]
    """The arguments that the hooks of plugins take in play."""
    guard: Callable[..., Callable[..., Any]]
    """Wraps a method of a word, such as `verb gain`, `reach`, so that exceptions name the plugin that registered the word."""

    @property
    def kernel(self) -> frozenset[str]:
        """Names of verbs and frames that a statement may cite as its implementation."""
        return frozenset({*self.verbs, *(frame.name for frame in self.frames)})

    def word(self, sort: str, name: str) -> Any:
        """Returns the object registered under a name of some sort, such as the counter `players`."""
        return {"counter": self.counters, "quantity": self.quantities, "verb": self.verbs}[sort][name]

    def home_of(self, key: str) -> str:
        """Returns the help for a key that its table does not have: which tables have it; empty if there are none."""
        if key in self.quantities:
            return f"`{key}` is asked during the game, by `if` of an effect or a record: `if = [{{ {key} = ..., min = 1 }}]`"
        kinds: dict[str, Any] = {f"[[{kind}]]": model for kind, model in self.kinds.records.items()}
        kinds["[[KIND]]"] = self.kinds.item
        inner = {f"{name} = {{ ... }}": one.form for model in kinds.values() for name, one in fields_of(model).items()}
        kinds |= {name: form.kind for name, form in inner.items() if type(form) is RecordForm}
        kinds |= {f'{{ do = "{do}"{HELD * ("effects" in fields_of(verb))} }}': verb for do, verb in self.verbs.items()}
        homes = first_of([f"`{name}`" for name, kind in kinds.items() if key in fields_of(kind)], MOST_HOMES)
        return f"`{key}` is a key of {homes}" if homes else ""

    def extra_keys_of(self, record: type) -> list[type[ExtraKeys]]:
        """Returns what adds keys to a class of records."""
        return [keys for keys in self.keys if issubclass(record, keys.extends)]


@attrs.frozen
class Resolution(Described):
    """A table's decision between packs that disagree: for one value, one pack counts."""

    datum: str = attrs.field(metadata={"help": "the value, as the message of the conflict names it"})
    use: str = attrs.field(metadata={"help": "the pack whose edits of it count"})


@attrs.frozen
class Settings(Described):
    """The decisions of a table before the game starts."""

    players: int
    options: Mapping[str, Mapping[str, Any]]
    """The options by pack, with defaults filled in."""
    resolutions: tuple[Resolution, ...] = ()
    decided_inline: bool = False
    """True if the table file has them as `resolve = [...]`, to which TOML does not allow adding `[[resolve]]`."""


@attrs.frozen(eq=False)
class Pack(Shown):
    """A pack in use: its manifest and files."""

    manifest: Manifest
    files: PackFiles

    @property
    def id(self) -> str:
        """The namespace of its ids."""
        return self.manifest.pack.id


@attrs.frozen(eq=False)
class Entry(Shown):
    """One record of the content, with its raw record."""

    raw_record: RawRecord
    name: str
    """The name in play: the short id, prefixed with the pack if several packs use it."""
    record: Any
    confidence: str
    copy: int = 0
    """The number of a copy, from 1 on; 0 for the only one of its record."""

    @property
    def kind(self) -> str:
        """The kind of record, which is the name of its table."""
        return self.raw_record.kind

    @property
    def pack(self) -> str:
        """The pack that defines it."""
        return self.raw_record.pack

    @property
    def id(self) -> str:
        """The id without the pack."""
        return self.raw_record.id

    @property
    def shared_name(self) -> str:
        """The name without the number of the copy; in references it means all copies of the record."""
        return self.name.removesuffix(f"-{self.copy}")

    @property
    def source(self) -> Source:
        """The file it is written in."""
        return self.origin_of(())[0].source

    @property
    def path(self) -> TomlPath:
        """The path from the file's root."""
        return self.origin_of(())[0].path

    @property
    def address(self) -> str:
        """`KIND PACK:ID`, as diagnostics and `why` print it."""
        return self.raw_record.address

    @property
    def reconstructed(self) -> bool:
        """True if any of its values is reconstructed."""
        return self.confidence == "reconstructed" or bool(self.record.reconstructed)

    def origin_of(self, path: TomlPath) -> tuple[Provenance, TomlPath]:
        """Returns the provenance of the value at a path, and the rest of the path below the value that it set."""
        return self.raw_record.origin_of(path)


@attrs.frozen(eq=False)
class Content(Shown):
    """Every record that applies at a table, by kind, in pack order."""

    packs: tuple[Pack, ...]
    settings: Settings
    entries: Mapping[str, tuple[Entry, ...]]
    item_kinds: tuple[str, ...]
    language: Language
    edited: tuple[RawRecord, ...] = ()
    """The records that edits have changed, including removed records."""
    settled: Mapping[str, str] = attrs.field(factory=dict)
    """The packs that the table prefers where packs disagree, by the addresses of the values."""

    @property
    def applied(self) -> tuple[Provenance, ...]:
        """The effects of all edits, record by record."""
        return tuple(step for record in self.edited for step in record.applied)

    @property
    def kinds(self) -> Kinds:
        """The classes of the records."""
        return self.language.kinds

    def of(self, kind: str) -> tuple[Entry, ...]:
        """Returns the records of a kind."""
        return self.entries.get(kind, ())

    def items(self) -> tuple[Entry, ...]:
        """Returns the items of all kinds."""
        return tuple(entry for kind in self.item_kinds for entry in self.of(kind))

    def __iter__(self) -> Iterator[Entry]:
        for entries in self.entries.values():
            yield from entries

    @cached_property
    def by_name(self) -> Mapping[tuple[str, str], Entry]:
        """All records by kind and name in play."""
        return {(entry.kind, entry.name): entry for entry in self}

    def find(self, address: str) -> Entry | None:
        """Returns the record with an address such as `KIND PACK:ID`."""
        return next((entry for entry in self if entry.address == address), None)

    def locate(self, address: str, path: TomlPath = ()) -> str | None:
        """Returns `FILE:LINE` of the record with an address, or of the value at a path in it; None without the record."""
        entry = self.find(address)
        if entry is None:
            return None
        origin, rest = entry.origin_of(path)
        return f"{origin.source.file}:{origin.source.span(origin.path + rest).line}"
