"""Manifests, versions and options; when a file, record or edit applies, and which pack might be missing."""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.faults import (
    CONTRADICTION,
    REPORTED,
    WORDS,
    Fault,
    Put,
    is_whole,
    other_choice,
    unknown_word,
    wrong_type,
)
from stoneage_rules.language.fields import Described, field, fields_of
from stoneage_rules.language.forms import Structurer
from stoneage_rules.language.word import Requirement
from stoneage_rules.packs.content import FORMAT, Manifest, Option, Pack, Settings
from stoneage_rules.packs.diagnostics import ONLY_IF, OPTION_KEY, is_option
from stoneage_rules.packs.find import PackFiles, Source
from stoneage_rules.packs.parts import ID, groups_of, ill_formed, prefix_faults, structure_record
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import TomlPath, value_at
from stoneage_rules.text import choices_of, either, nearest, shortened, written

if TYPE_CHECKING:
    from stoneage_rules.packs.edit import Edit


NEVER = "a value that the option does not allow"
ROWS = "when"
"""The key whose rows test options and are not values themselves."""
TYPES: Mapping[str, type] = {"bool": bool, "int": int, "text": str}


class Options:
    """The options of all packs, as a pack may name them: its own as `NAME`, options of packs that it names as `PACK:NAME`."""

    def __init__(self, packs: Sequence[Pack], settings: Settings) -> None:
        self.packs = {pack.id: pack for pack in packs}
        self.settings = settings

    # --- values -------------------------------------------------------------------------------------------------

    def filled(self, value: Any, pack: str, path: TomlPath = ()) -> tuple[Any, list[Fault]]:
        """Returns the value with every `{ option = "NAME" }` replaced by the chosen value, and the faults of the names.

        An option whose name has a fault becomes `REPORTED`.
        """
        faults: list[Fault] = []
        return self._filled(value, pack, path, faults) if _may_name_option(value) else value, faults

    def _filled(self, value: Any, pack: str, path: TomlPath, faults: list[Fault]) -> Any:
        if isinstance(value, list):
            return [self._filled(element, pack, (*path, index), faults) for index, element in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if is_option(value):
            fault = self._name_fault(value[OPTION_KEY], pack, (*path, OPTION_KEY), optional=False)
            if fault is None:
                owner, name = _split(value[OPTION_KEY], pack)
                return self.settings.options[owner][name]
            faults.append(fault)
            return REPORTED
        return {key: item if key == ROWS else self._filled(item, pack, (*path, key), faults) for key, item in value.items()}

    # --- rows ---------------------------------------------------------------------------------------------------

    def row_faults(self, row: Requirement, pack: str, path: TomlPath) -> Iterator[Fault]:
        """Yields the faults that keep a row from ever holding."""
        # In a row that is only partly readable, any value may be missing.
        if isinstance(row.module, str) and row.module not in (known := self._named(pack)):
            message = "a condition on a pack that pack.toml does not name"
            yield unknown_word("SA203", message, row.module, known, "pack", path=(*path, "module"))
        if not isinstance(row.option, str):
            return
        fault = self._name_fault(row.option, pack, (*path, OPTION_KEY), optional=True)
        if fault is not None:
            yield fault
            return
        option = self._option(row.option, pack)
        if option is None or not is_whole(row.is_):
            return
        if row.is_ is None and option.type != "bool":
            help = f"write which one, for example `{written({OPTION_KEY: row.option, 'is': option.default})}`"
            message, label = "a condition without the value that is asked for", f"`{row.option}` is {_kind_of(option)}"
            yield Fault("SA204", message, label, help=help, path=(*path, OPTION_KEY))
        elif not allows(option, asked_value(row)):
            label = f"`{row.option}` is {_values_of(option)}"
            yield Fault("SA207", "a value that the option never has", label, path=(*path, "is"))

    def holds(self, row: Requirement, pack: str) -> bool:
        """Returns whether a row holds at this table. Rows about an item's cost are evaluated elsewhere, per item."""
        if row.option is not None:
            owner, name = _split(row.option, pack)
            if self.settings.options.get(owner, {}).get(name) != asked_value(row):
                return False
        if row.module is not None and row.module not in self.packs:
            return False
        return not row.players or self.settings.players in row.players

    # --- names --------------------------------------------------------------------------------------------------

    def _name_fault(self, word: Any, pack: str, path: TomlPath, *, optional: bool) -> Fault | None:
        """Returns the fault of an option's name, if any; `optional` means that its pack may be missing."""
        if type(word) is not str:
            return wrong_type(word, "text", path)
        owner, name = _split(word, pack)
        if owner != pack and owner not in (known := self._named(pack)):
            return unknown_word("SA203", "an option of a pack that is not named in pack.toml", owner, known, "pack", path=path)
        if owner not in self.packs:
            if optional:
                return None
            help = f"put this into a file that begins with `only_if.packs = [{written(owner)}]`"
            return Fault("SA203", "an option of a pack that is not at the table", f"`{owner}` is not there", help=help, path=path)
        if name in self._options_of(owner):
            return None
        return self._unknown(word, pack, path)

    def _unknown(self, word: str, pack: str, path: TomlPath) -> Fault:
        """Returns the fault of an option that its pack does not have, with a suggestion if another named pack has it."""
        seen = [*filter(self.packs.__contains__, self._named(pack)), pack]
        owners = [word.rpartition(":")[0]] if ":" in word else seen
        # If two options share a name, the pack's own is suggested.
        known = {name: name if owner == pack else f"{owner}:{name}" for owner in owners for name in self._options_of(owner)}
        fault = unknown_word("SA203", "an option that does not exist", _split(word, pack)[1], known, "option", path=path)
        note = choices_of("option", known.values(), fault.near)
        return attrs.evolve(fault, label=f"no option is called `{shortened(word)}`", note=note, near=known.get(fault.near or ""))

    def _options_of(self, pack: str) -> Mapping[str, Option]:
        return self.packs[pack].manifest.options

    def _option(self, word: str, pack: str) -> Option | None:
        owner, name = _split(word, pack)
        return self._options_of(owner).get(name) if owner in self.packs else None

    def _named(self, pack: str) -> Mapping[str, str]:
        """Returns the packs that a manifest names, with their version ranges."""
        manifest = self.packs[pack].manifest
        return {**manifest.optional, **manifest.requires}


def asked_value(row: Requirement) -> str | int | bool:
    """Returns the value that a row requires of its option."""
    return True if row.is_ is None else row.is_


def _may_name_option(value: Any) -> bool:
    """Returns False if no key or text in a value can name an option, which saves a closer look at most tables."""
    try:
        return OPTION_KEY.encode() in marshal.dumps(value)
    except ValueError:  # from a date
        return True


def _split(word: str, pack: str) -> tuple[str, str]:
    owner, _, name = word.rpartition(":")
    return owner or pack, name


def option_fault(name: str, option: Option, value: object) -> Fault | None:
    """Returns the fault of the value that a table gives an option, if any."""
    if type(value) is not TYPES[option.type]:
        return wrong_type(value, WORDS[TYPES[option.type]])
    given: Any = value
    if option.choices and given not in option.choices:
        return other_choice(NEVER, given, option.choices, name)
    return None if allows(option, given) else Fault("SA207", NEVER, f"`{name}` must be {_span(option)}")


KEEPS: Mapping[str, tuple[str, str]] = {
    "min": ("int", "a whole number has a `min`"),
    "max": ("int", "a whole number has a `max`"),
    "choices": ("text", "a text has `choices`"),
}
"""The keys that bound an option's values, with the type of such an option, and that in words."""


def declared_faults(name: str, option: Option) -> Iterator[Fault]:
    """Yields the faults in a pack's declaration of an option."""
    path = ("options", name)
    is_known = option.type in TYPES
    strange = [
        key for key, (sort, _) in KEEPS.items() if is_known and option.type != sort and getattr(option, key) not in (None, ())
    ]
    for key in strange:
        message, label = "a key that makes no difference", f"only {KEEPS[key][1]}, and this is {_kind_of(option)}"
        yield Fault("SA207", message, label, help="delete this line, or correct `type`", path=(*path, key), at_key=True)
    if option.min is not None and option.max is not None and option.max < option.min:
        yield Fault("SA207", CONTRADICTION, f"`max` is less than `min`, which is {option.min}", path=(*path, "max"))
    elif not strange and is_known and not allows(option, option.default):
        message, label = "a default that the option itself does not allow", f"`{name}` can never be this"
        yield Fault("SA207", message, label, help=f"it is {_values_of(option)}", path=(*path, "default"))


def _kind_of(option: Option) -> str:
    """Returns the noun for a value of an option."""
    return WORDS[TYPES[option.type]]


def _values_of(option: Option) -> str:
    """Describes the values that an option can have."""
    if option.choices:
        return either(map(written, option.choices))
    return f"{_kind_of(option)} {_span(option)}" if (option.min, option.max) != (None, None) else _kind_of(option)


def _span(option: Option) -> str:
    """Describes the numbers that an option allows."""
    if option.min is None or option.max is None:
        return f"{option.min} or more" if option.max is None else f"{option.max} or less"
    return f"from {option.min} to {option.max}"


def allows(option: Option, value: str | int | bool) -> bool:
    """Returns whether an option allows a value."""
    if type(value) is not TYPES[option.type] or (option.choices and value not in option.choices):
        return False
    if type(value) is not int:
        return True
    return (option.min is None or value >= option.min) and (option.max is None or value <= option.max)


# --- versions -----------------------------------------------------------------------------------------------------
#
# Versions of packs, and the ranges of versions that packs require.


USUAL_VERSION = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){0,5}")
"""Versions that are read without `packaging`, which takes longer to import than a pack to read."""


def is_version(version: str) -> bool:
    """Returns whether a version can be compared with the ranges that packs require."""
    return bool(USUAL_VERSION.fullmatch(version)) or fits(version, "")


def is_version_range(spec: str) -> bool:
    """Returns whether a range of versions can be read."""
    from packaging.specifiers import SpecifierSet

    with suppress(ValueError):
        SpecifierSet(spec)
        return True
    return False


def fits(version: str, spec: str) -> bool:
    """Returns whether a version is in a range; False if either cannot be read."""
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

    with suppress(ValueError):
        return SpecifierSet(spec).contains(Version(version), prereleases=True)
    return False


# --- suggestions --------------------------------------------------------------------------------------------------
#
# Suggests the pack, at the table or installed, that declares a name which another pack cannot resolve.


ONLY_WHERE_IT_IS = "let what names it have the same condition, or name another"

Installed = Callable[[], Mapping[str, PackFiles]]
"""Reads the installed packs, by id."""


class Suggestions:
    """Looks up names in all packs; packs that are not at the table are read only when a name is missing."""

    def __init__(self, packs: Sequence[Pack], installed: Installed) -> None:
        self.packs = {pack.id: pack for pack in packs}
        self._installed = installed

    @cached_property
    def _files(self) -> Mapping[str, PackFiles]:
        return {**self._installed(), **{id: pack.files for id, pack in self.packs.items()}}

    @property
    def known(self) -> Set[str]:
        """The ids of the packs at the table and of the installed ones."""
        return self._files.keys()

    @cached_property
    def _declared(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """Returns the packs that declare a record, by its kind and id."""
        found: dict[tuple[str, str], list[str]] = {}
        for pack, its in self._files.items():
            for key in dict.fromkeys(key for source in its.content for key in _keys_in(source.data)):
                found.setdefault(key, []).append(pack)
        return found

    def suggest(self, fault: Fault, word: str, kinds: Iterable[str], pack: str, noun: str) -> Fault:
        """Returns the fault of a name that a pack cannot see, with how to make another pack's record of that name visible."""
        owner, _, short = word.rpartition(":")
        known = {pack, *self.packs[pack].manifest.requires, *self.packs[pack].manifest.optional}
        bases = {other.id for other in self.packs.values() if other.manifest.pack.kind == "base"}
        left_out = self._left_out(short, kinds, {owner} & (known | bases) if owner else known | bases)
        if left_out is not None:
            label = f"`{word}` is not there at every table"
            return attrs.evolve(fault, label=label, note=left_out, help=ONLY_WHERE_IT_IS, near=None)
        holders = {holder for kind in kinds for holder in self._declared.get((kind, short), ())} - known
        if not holders or (owner and owner not in holders):
            return fault
        holder = owner or min(holders)
        version = _version_of(self._files[holder])
        mend, manifest = Put(holder, f'">={version}"'), self.packs[pack].files.manifest
        help = f"{holder} has one: add `{mend}` under [requires] in pack.toml"
        if holder not in self.packs:
            help += f', and `"{holder}"` to the list `modules` in the table file'
        seen = either([other for other in self.packs if other in known or self.packs[other].manifest.pack.kind == "base"])
        label = f"no {noun} of {seen} is called `{word}`"
        return attrs.evolve(
            fault, label=label, note="", help=help, near=None, mend=mend, mend_at=(manifest, ("requires",)) if manifest else None
        )

    def _left_out(self, id: str, kinds: Iterable[str], packs: Iterable[str]) -> str | None:
        """Describes where packs at the table declare a record that does not apply, and why; None if they do not declare it."""
        sources = [source for name in sorted(packs) if name in self.packs for source in self.packs[name].files.content]
        for source, kind in product(sources, kinds):
            records = source.data.get(kind)
            for index, record in enumerate(records if isinstance(records, list) else ()):
                if isinstance(record, dict) and record.get("id") == id and ("when" in record or ONLY_IF in source.data):
                    why = "its `when` holds" if "when" in record else "the `only_if` of its file holds"
                    return f"it exists only where {why}: {source.file}:{source.span((kind, index, 'id')).line}"
        return None


def _version_of(files: PackFiles) -> str:
    """Returns the first two numbers of a pack's version, as a lower bound that is sure to include its records."""
    about = files.manifest.data.get("pack") if files.manifest is not None else None
    version = about.get("version") if isinstance(about, dict) else None
    return ".".join(str(version or "0").split(".")[:2])


def _keys_in(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yields the kind and id of every record in a file, and its groups under the kind `group:KIND`."""
    for kind, records in data.items():
        for record in records if isinstance(records, list) else ():
            if isinstance(record, dict) and isinstance(record.get("id"), str):
                yield kind, record["id"]
                yield from ((f"group:{kind}", group) for group in groups_of(record))


# --- applicability ------------------------------------------------------------------------------------------------
#
# Reads the conditions under which a file or an edit applies (`only_if`, `when`), and collects their faults.
#
# A record's own `when` is read in `build`, with the rest of the record.


@attrs.frozen
class OnlyIf(Described):
    """The packs that decide whether a file is read."""

    packs: tuple[str, ...] = field("the packs that must all be at the table", default=())
    any: tuple[str, ...] = field("packs of which at least one must be at the table", default=())
    not_: tuple[str, ...] = field("packs that must all be absent from the table", default=())


@attrs.frozen
class _Conditional(Described):
    only_if: OnlyIf


@attrs.frozen
class _When(Described):
    when: tuple[Requirement, ...] = ()


def only_if_names(source: Source, key: str) -> Sequence[str]:
    """Returns the packs in a list of a file's `only_if`, whether or not the file has faults."""
    return [name for _, name in _named_by(source, key)]


def _named_by(source: Source, key: str) -> Iterator[tuple[int, str]]:
    names = value_at(source.data, (ONLY_IF, key))
    for index, name in enumerate(names if isinstance(names, list) else ()):
        if isinstance(name, str):
            yield index, name


def is_for(source: Source, ids: Set[str]) -> bool:
    """Returns whether a file is read at a table with these packs."""
    one_of = only_if_names(source, "any")
    is_one_there = not one_of or not ids.isdisjoint(one_of)
    return is_one_there and ids >= {*only_if_names(source, "packs")} and ids.isdisjoint(only_if_names(source, "not"))


def only_if_faults(pack: Pack, source: Source, structurer: Structurer, suggestions: Suggestions) -> list[Fault]:
    """Returns the faults of a file's `only_if`."""
    if ONLY_IF not in source.data:
        return []
    asked = source.data[ONLY_IF]
    _, faults = structure_record(structurer, {ONLY_IF: asked}, _Conditional)
    named, seen = {**pack.manifest.optional, **pack.manifest.requires}, dict[str, str]()
    for key in fields_of(OnlyIf):
        if value_at(source.data, (ONLY_IF, key)) == []:
            faults.append(Fault("SA207", "an empty value", f"`{key}` needs at least one", path=(ONLY_IF, key)))
        for index, name in _named_by(source, key):
            path = (ONLY_IF, key, index)
            if name not in named:
                faults.append(attrs.evolve(_not_named(name, pack, suggestions.known - {pack.id}), path=path))
            elif seen.setdefault(name, key) != key:
                message = CONTRADICTION if key == "not" else "a pack that is named twice"
                help = "delete one of the two"
                faults.append(Fault("SA207", message, f"`{name}` is in `{seen[name]}` already", help=help, path=path))
    if asked == {}:
        help = "write `packs`, `any` or `not`"
        faults.append(Fault("SA207", "a condition that asks for nothing", "no pack is named", help=help, path=(ONLY_IF,)))
    return faults


def _not_named(name: str, pack: Pack, known: Collection[str]) -> Fault:
    """Returns the fault of a pack that a file's `only_if` names and pack.toml does not; only an existing one is added."""
    message = "a condition on a pack that pack.toml does not name"
    if name not in known:
        near, note = nearest(name, known), f"installed: {', '.join(sorted(known))}"
        help = "" if near else "correct the name; a pack that is not installed here is named under [optional] in pack.toml"
        return Fault("SA203", message, f"no pack is called `{name}`", note, help, near)
    mend, manifest = Put(name, '">=1.0"'), pack.files.manifest
    help = f"add a line `{mend}` under [optional] in pack.toml"
    at = None if manifest is None else (manifest, ("optional",))
    return Fault("SA203", message, f"`{name}` is not under [optional]", help=help, mend=mend, mend_at=at)


def requirements_of(
    edit: Edit, structurer: Structurer, options: Options, only_for_items: tuple[str, str]
) -> tuple[Sequence[Requirement], list[Fault]]:
    """Returns the rows of an edit's `when`, and their faults.

    Args:
        edit: the edit.
        structurer: reads the rows.
        options: the options of the table.
        only_for_items: message and label for a row about the cost of an item.
    """
    if "when" not in edit.data:
        return (), []
    made, faults = structure_record(structurer, {"when": edit.data["when"]}, _When)
    rows = (
        [(index, row) for index, row in enumerate(made.when) if isinstance(row, Requirement)] if made.when is not REPORTED else []
    )
    for index, row in rows:
        if isinstance(row.cost, str):
            faults.append(Fault("SA207", *only_for_items, path=("when", index, "cost")))
        faults += options.row_faults(row, edit.pack, ("when", index))
    return [row for _, row in rows], faults


# --- manifest reader ----------------------------------------------------------------------------------------------
#
# Reads the manifest of a pack, skipping the parts that cannot be read.


NO_VERSION = "0"
"""The version assumed for a pack whose own version cannot be read."""


def read_manifest(files: PackFiles, structurer: Structurer, report: Report) -> Manifest | None:
    """Reads a manifest as far as possible and reports its faults; returns None if not even the pack's id can be read."""
    manifest, faults = manifest_and_faults(files, structurer)
    report_manifest(files, faults, report)
    return manifest


def report_manifest(files: PackFiles, faults: Iterable[Fault], report: Report) -> None:
    """Reports the faults of a manifest, and of the files themselves."""
    report.texts.update(files.texts)
    report.diagnostics += files.faults
    for fault in faults:
        assert files.manifest is not None
        report.add(fault, files.manifest, (), files.root.name)


def manifest_and_faults(files: PackFiles, structurer: Structurer) -> tuple[Manifest | None, list[Fault]]:
    """Returns the readable part of a manifest and its faults; None instead of the manifest if the pack's id cannot be read."""
    if files.manifest is None:
        return None, []
    made, faults = structure_record(structurer, files.manifest.data, Manifest)
    if not isinstance(getattr(made.pack, "id", None), str):
        return None, faults
    manifest: Manifest = _without_reported(made, {"format": FORMAT, "version": NO_VERSION})
    faults += _manifest_faults(manifest)
    if isinstance(made.pack.statements, tuple):
        faults += prefix_faults(made.pack.statements)
    if not is_version(manifest.pack.version):
        manifest = attrs.evolve(manifest, pack=attrs.evolve(manifest.pack, version=NO_VERSION))
    return manifest, faults


def _manifest_faults(manifest: Manifest) -> Iterator[Fault]:
    if manifest.format != FORMAT:
        fault = Fault("SA104", "a format that this library does not read", f"it reads format {FORMAT}", path=("format",))
        yield attrs.evolve(fault, help=f"write `format = {FORMAT}`, or install the library that the pack was made for")
    if not ID.fullmatch(manifest.pack.id):
        yield ill_formed(manifest.pack.id, ("pack", "id"))
    if not is_version(manifest.pack.version):
        label, help = "this is no version", 'for example `version = "1.0.0"`'
        yield Fault("SA104", "a version that cannot be read", label, help=help, path=("pack", "version"))
    for name, option in manifest.options.items():
        yield from declared_faults(name, option)


def _without_reported(value: Any, instead: Mapping[str, Any]) -> Any:
    """Returns a value without `REPORTED`: drops elements and entries that contain it, and gives fields their defaults.

    `instead` has the values for keys without a default; other such keys become empty text.
    """
    if is_whole(value):
        return value
    if isinstance(value, tuple):
        return tuple(filter(is_whole, value))
    if isinstance(value, Mapping):
        return {key: inner for key, inner in value.items() if is_whole(inner)}
    kept = {}
    for one in fields_of(type(value)).values():
        inner = getattr(value, one.name)
        if inner is not REPORTED:
            kept[one.name] = _without_reported(inner, instead)
        elif one.is_needed:
            kept[one.name] = instead.get(one.name, "")
    return type(value).__bases__[0](**kept)
