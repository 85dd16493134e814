"""Packs that are valid but for one fault: one value, key, word or effect that cannot be where it is."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path as Folder
from typing import Any, get_args

import attrs

from stoneage_rules.language.fields import refs_of
from stoneage_rules.language.word import toml_key
from stoneage_rules.packs.content import Language
from stoneage_rules.packs.reading.find import parse_source
from stoneage_rules.packs.reading.spans import Path, Span
from stoneage_rules.packs.records.parts import is_effect, is_mapping, is_own_form, is_tuple, members_of, plain_type, typed_fields
from stoneage_rules.testing.random_packs.choice_source import ChoiceSource
from stoneage_rules.testing.random_packs.random_pack import RandomPack
from stoneage_rules.testing.random_packs.typed_values import HOLDERS

__all__ = ["SingleFault", "with_a_fault"]

STRANGE = "zz-nothing"
"""A word that nothing has."""
UNLIKE: Mapping[type, Any] = {str: 7, int: "seven", bool: "seven"}
"""A value of another type for each type."""


@attrs.frozen
class SingleFault:
    """A pack with one fault, and its place."""

    pack: RandomPack
    path: Path
    """The path to the fault in the content file."""
    at_key: bool
    """True if a key is at fault."""
    codes: Collection[str]
    """The codes of which its diagnostic has one."""
    sort: str

    def write(self, folder: Folder) -> Folder:
        """Writes the pack into a folder, which is made if it is missing; returns the folder."""
        return self.pack.write(folder)

    @property
    def span(self) -> Span:
        """The span of the content file that the diagnostic must show."""
        source, faults, _ = parse_source(self.pack.text.encode(), "rules.toml")
        assert source is not None, faults
        return source.span(self.path, key=self.at_key)


@attrs.frozen
class _Change:
    """One way to make a value wrong."""

    sort: str
    path: Path
    value: Any
    codes: Collection[str]
    at_key: bool = False
    shown: Path = ()
    """The path that is shown, if not that of the value."""


Changes = Iterator[_Change]


def with_a_fault(choices: ChoiceSource, pack: RandomPack, language: Language) -> SingleFault | None:
    """Returns a valid pack with one fault in one of its records; None if there is no record to be changed."""
    found: list[tuple[int, _Change]] = []
    edited = {str(table.get("target")).rpartition(":")[2] for _, table in pack.tables}
    for number, (header, table) in enumerate(pack.tables):
        model = language.kinds.model(header)
        if "." not in header and "when" not in table and not model.is_single and table["id"] not in edited:
            found += [(number, change) for change in _in_record(table, model, language, (), "")]
    sorts = sorted({change.sort for _, change in found})
    if not sorts:
        return None
    sort = choices.pick(sorts)
    number, change = choices.pick([(number, change) for number, change in found if change.sort == sort])
    header, table = pack.tables[number]
    data = copy.deepcopy(table)
    holder: Any = data
    for step in change.path[:-1]:
        holder = holder[step]
    holder[change.path[-1]] = change.value
    tables = (*pack.tables[:number], (header, data), *pack.tables[number + 1 :])
    index = sum(other == header for other, _ in pack.tables[:number])
    path = (header, index, *(change.shown or change.path))
    return SingleFault(attrs.evolve(pack, tables=tables), path, change.at_key, change.codes, change.sort)


def _in_record(table: Mapping[str, Any], kind: Any, language: Language, path: Path, context: str) -> Changes:
    """Yields the ways to make a table of a record, a verb or a part of one wrong."""
    yield _Change("unknown key", (*path, STRANGE), 1, {"SA202"}, at_key=True)
    for attribute in typed_fields(kind):
        key = toml_key(attribute.name)
        if key in table and not (path == () and key in ("id", "when", "reconstructed")):
            yield from _in_field(table[key], attribute, language, (*path, key), context)


def _in_field(value: Any, attribute: Any, language: Language, path: Path, context: str) -> Changes:
    metadata, kind = attribute.metadata, plain_type(attribute.type)
    if type(value) in UNLIKE:
        yield from _in_scalar(value, members_of(attribute.type), metadata, refs_of(attribute), path)
    elif is_tuple(kind) and isinstance(value, list):
        within = metadata.get("context") or metadata.get("becomes", {}).get(context, context)
        yield from _in_list(value, get_args(kind)[0], refs_of(attribute), language, path, within)
    elif is_mapping(kind):
        yield _Change("wrong type", path, [1], {"SA201"})
    elif attrs.has(kind) and isinstance(value, Mapping) and not _is_form(kind):
        yield from _in_record(value, kind, language, path, context)


def _is_form(kind: Any) -> bool:
    """Returns whether values are read by a reader of their own, whose faults are tested elsewhere."""
    return kind in HOLDERS or is_own_form(kind)


def _in_scalar(value: Any, members: Collection[Any], metadata: Mapping[str, Any], refs: Collection[str], path: Path) -> Changes:
    if type(value) in members and len(members) == 1:
        yield _Change("wrong type", path, UNLIKE[type(value)], {"SA201"})
    if type(value) is int and metadata.get("least") is not None:
        yield _Change("out of range", path, metadata["least"] - 1, {"SA207"})
    if type(value) is int and metadata.get("most") is not None:
        yield _Change("out of range", path, metadata["most"] + 1, {"SA207"})
    if type(value) is str and metadata.get("choices") and members == [str]:
        yield _Change("no such choice", path, STRANGE, {"SA207"})
    if type(value) is str and refs:
        yield _Change("nothing there", path, STRANGE, {"SA203", "SA210"})


def _in_list(values: list[Any], element: Any, refs: Collection[str], language: Language, path: Path, context: str) -> Changes:
    for index, value in enumerate(values):
        here = (*path, index)
        if is_effect(element) and isinstance(value, Mapping):
            yield from _in_effect(value, language, here, context)
        elif type(value) is str and refs:
            yield _Change("nothing there", here, STRANGE, {"SA203", "SA210"})
        elif attrs.has(element) and isinstance(value, Mapping) and not _is_form(element):
            yield from _in_record(value, element, language, here, context)


def _in_effect(effect: Mapping[str, Any], language: Language, path: Path, context: str) -> Changes:
    yield _Change("no such verb", (*path, "do"), STRANGE, {"SA208"})
    strangers = [word for word, verb in sorted(language.verbs.items()) if not verb.can_stand_in(context) and _is_short(verb)]
    yield from (_Change("wrong context", path, {"do": word}, {"SA215"}, shown=(*path, "do")) for word in strangers)
    verb = language.verbs[effect["do"]]
    rest = {key: value for key, value in effect.items() if key not in ("do", "id")}
    yield from _in_record(rest, verb, language, path, context)


def _is_short(verb: Callable[..., Any]) -> bool:
    """Returns whether a verb needs no key."""
    return all(attribute.default is not attrs.NOTHING for attribute in typed_fields(verb))
