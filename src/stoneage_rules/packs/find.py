"""Reading a pack's files: a folder or zip file with `pack.toml`, bounded and never outside.

What the files say is not judged here, apart from being readable TOML.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path as FilePath
from typing import Any
from zipfile import BadZipFile, ZipFile

import attrs
import tomli

from stoneage_rules.packs.diagnostics import NOWHERE, Diagnostic, Place
from stoneage_rules.packs.positions import (
    Path,
    Position,
    Span,
    find_toml_1_1,
    index_positions,
    position_of_syntax_error,
)
from stoneage_rules.packs.syntax import in_words
from stoneage_rules.packs.wording import shortened, written

__all__ = ["PackFiles", "Setting", "Source", "parse_source", "read_pack", "read_source", "shown_names", "way_to"]

MOST_BYTES = 1_000_000
MOST_BYTES_OF_A_PACK = 4_000_000
MOST_FILES = 500
MOST_VALUES = 20_000
"""Keys and elements of lists, in all files of a pack; the base game has about 3,000."""
MOST_DEPTH = 40
MOST_TEXT = 10_000
TOO_LARGE = f"it is larger than {MOST_BYTES} bytes"
TOO_MANY = f"it has more than {MOST_VALUES} values"
TOO_DEEP = f"it is nested more than {MOST_DEPTH} deep"
START = Span(1, 1, 1, 2)


@attrs.define(eq=False, slots=False)
class Source:
    """One TOML file: its text, what tomli made of it, and where everything stands."""

    file: str
    """As shown to people."""
    text: str
    data: Mapping[str, Any]

    @cached_property
    def lines(self) -> Sequence[str]:
        """The text by lines."""
        return self.text.split("\n")

    @cached_property
    def positions(self) -> Mapping[Path, Position]:
        """The position index; built when a message first asks."""
        return index_positions(self.text)

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Where a value stands, or its key; the nearest table around it when it is not written."""
        while path:
            found = self.positions.get(path)
            if found is not None:
                return found.key if key else found.value
            path, key = path[:-1], False
        return START

    def place(self, path: Path, label: str = "", *, key: bool = False) -> Place:
        """The same as a place of a diagnostic."""
        return Place(self.file, self.span(path, key=key), label)


class Setting(Source):
    """A setting that stands in no file, but was given by a call or on the command line, as the place of a message."""

    def __init__(self, path: Path, value: Any) -> None:
        name = ".".join(str(step) for step in path if isinstance(step, str))
        super().__init__(f"the setting `{name} = {shortened(written(value))}`" if path else "the settings of the table", "", {})

    def span(self, path: Path, *, key: bool = False) -> Span:
        """No line of anything."""
        return NOWHERE


@attrs.frozen(eq=False)
class PackFiles:
    """A pack as found: its manifest file and its content files, in the order of their names."""

    root: FilePath
    manifest: Source | None
    content: tuple[Source, ...]
    faults: tuple[Diagnostic, ...]
    texts: Mapping[str, str]


def read_source(path: FilePath, shown: str) -> tuple[Source | None, list[Diagnostic], str]:
    """A file as a source, or what keeps it from being one, and its text."""
    try:
        if path.exists() and not path.is_file():
            # A pipe or device could be read for ever.
            return None, [_unreadable(Place(shown, START), "it is no file")], ""
        if path.stat().st_size > MOST_BYTES:
            return None, [_unreadable(Place(shown, START), TOO_LARGE)], ""
        data = path.read_bytes()
    except OSError as error:
        return None, [_unreadable(Place(shown, START), error.strerror or str(error))], ""
    return parse_source(data, shown)


def parse_source(content: bytes, shown: str) -> tuple[Source | None, list[Diagnostic], str]:
    """A file's content as a source, or what keeps it from being one, and its text."""
    start = Place(shown, START)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        read = content[: error.start].decode("utf-8").split("\n")
        span = Span(len(read), len(read[-1]) + 1, len(read), len(read[-1]) + 2)
        return None, [_unreadable(Place(shown, span), "from here on it is not UTF-8 text; save the file as UTF-8")], ""
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        span = position_of_syntax_error(error)
        return None, [Diagnostic("SA101", "this is not TOML", Place(shown, span, in_words(str(error), text)))], text
    except RecursionError:
        return None, [_unreadable(start, TOO_DEEP)], text
    except ValueError:
        # tomli hands this one on from Python: a whole number of thousands of digits.
        return None, [_unreadable(start, "it has a number that is too long")], text
    fault = _size_fault(data)
    if fault:
        return None, [_unreadable(start, fault)], text
    newer = [
        Diagnostic("SA102", "a spelling that is newer than TOML 1.0", Place(shown, span, met))
        for span, met in find_toml_1_1(text)
    ]
    return Source(shown, text, data), newer, text


def _unreadable(place: Place, why: str) -> Diagnostic:
    return Diagnostic("SA103", "this file cannot be read", attrs.evolve(place, label=why))


def _size_fault(data: Mapping[str, Any]) -> str:
    """What about the values is more than TOML or a pack may hold."""
    level: list[Any] = [data]
    count = 0
    for _ in range(MOST_DEPTH + 1):
        inner = _values_of(level)
        count += len(inner)
        if count > MOST_VALUES:
            return TOO_MANY
        if any(type(value) is int and not -(2**63) <= value < 2**63 for value in inner):
            return "it has a whole number that TOML does not allow: 64 bits are the limit"
        if any(type(value) is str and len(value) > MOST_TEXT for value in inner):
            return f"it has a text of more than {MOST_TEXT} characters"
        level = [value for value in inner if isinstance(value, (dict, list))]
        if not level:
            return ""
    return TOO_DEEP


def _values_of(holders: Sequence[Any]) -> list[Any]:
    return [value for holder in holders for value in (holder.values() if isinstance(holder, dict) else holder)]


def _count(data: Any) -> int:
    """How many keys and elements there are, all the way down; not deeper than a pack may be nested."""
    level, count = [data], 0
    while level:
        inner = _values_of(level)
        count += len(inner)
        level = [value for value in inner if isinstance(value, (dict, list))]
    return count


def shown_names(roots: Sequence[tuple[FilePath, bool]]) -> dict[FilePath, str]:
    """What messages call the folders of packs, each given with whether a table names it by its path.

    That is the way to it for those, the folder's name for others, and the whole path where two have the same.
    """
    named = {root: way_to(root) if by_path else root.name for root, by_path in roots}
    names = list(named.values())
    return {root: name if names.count(name) == 1 else str(root) for root, name in named.items()}


def way_to(root: FilePath) -> str:
    """What messages call a pack's folder: the way to it from the current one, or its name where it lies elsewhere."""
    root, here = root.resolve(), FilePath.cwd()
    return root.relative_to(here).as_posix() if root != here and root.is_relative_to(here) else root.name


def read_pack(root: FilePath, shown: str, *, manifest_only: bool = False) -> PackFiles:
    """Every TOML file of a pack, or its manifest: of a folder, or of a zip file, which is never unpacked.

    Links and names that lead outside are refused; the pack's own tests are no content.
    """
    faults: list[Diagnostic] = []
    texts: dict[str, str] = {}
    sources: dict[str, Source] = {}
    reader = _zipped if root.suffix == ".zip" else _files
    seen: set[str] = set()
    size = values = 0
    manifest = f"{shown}/pack.toml"
    for name, read in reader(root, shown, faults):
        if manifest_only and name != manifest:
            continue
        if size > MOST_BYTES_OF_A_PACK or values > MOST_VALUES:
            what = f"{MOST_VALUES} values" if values > MOST_VALUES else f"{MOST_BYTES_OF_A_PACK} bytes"
            faults.append(_unreadable(Place(name, START), f"a pack has at most {what}, and those before have more"))
            break
        if name in seen:
            faults.append(_unreadable(Place(name, START), "the zip file has two files of this name"))
            continue
        seen.add(name)
        source, found, text = read()
        size += len(text)
        faults += found
        if text or source is not None:
            texts[name] = text
        if source is not None:
            sources[name] = source
            values += _count(source.data)
    if manifest not in seen and not faults:
        faults.append(Diagnostic("SA104", "a pack without pack.toml", Place(manifest, START, "this file does not exist")))
    return PackFiles(root, sources.pop(manifest, None), tuple(sources.values()), tuple(faults), texts)


Read = Callable[[], tuple[Source | None, list[Diagnostic], str]]


def _files(root: FilePath, shown: str, faults: list[Diagnostic]) -> Iterator[tuple[str, Read]]:
    """The files of a folder, each with a way to read it."""
    inside = root.resolve()
    paths = sorted(path for path in root.rglob("*.toml") if not _is_test(path.relative_to(root).parts))
    if len(paths) > MOST_FILES:
        faults.append(_unreadable(Place(f"{shown}/pack.toml", START), f"a pack has at most {MOST_FILES} files"))
    for path in paths[:MOST_FILES]:
        name = f"{shown}/{path.relative_to(root).as_posix()}"
        try:
            is_inside = path.resolve().is_relative_to(inside)
        except (OSError, RuntimeError):  # links in a circle
            is_inside = False
        if is_inside:
            yield name, partial(read_source, path, name)
        else:
            faults.append(_unreadable(Place(name, START), "it leads out of the pack's folder"))


def _zipped(root: FilePath, shown: str, faults: list[Diagnostic]) -> Iterator[tuple[str, Read]]:
    """The files of a zip file, each with a way to read it; `pack.toml` may lie in one folder of its own."""
    try:
        with ZipFile(root) as packed:
            members = [member for member in packed.infolist() if member.filename.endswith(".toml")]
            if len(members) > MOST_FILES:
                faults.append(_unreadable(Place(shown, START), f"a pack has at most {MOST_FILES} files"))
            manifests = [member.filename for member in members if member.filename.split("/")[-1] == "pack.toml"]
            prefix = min(manifests, key=len, default="pack.toml").removesuffix("pack.toml")
            for member in sorted(members[:MOST_FILES], key=lambda member: member.filename):
                parts = member.filename.removeprefix(prefix).split("/")
                name = f"{shown}/{'/'.join(parts)}"
                if ".." in parts or "" in parts or "\\" in member.filename or not member.filename.startswith(prefix):
                    faults.append(_unreadable(Place(name, START), "it leads out of the pack"))
                elif member.file_size > MOST_BYTES:
                    faults.append(_unreadable(Place(name, START), TOO_LARGE))
                elif not _is_test(tuple(parts)):
                    # `file_size` is the packer's word; reading stops at the bound whatever it says.
                    with packed.open(member) as file:
                        data = file.read(MOST_BYTES + 1)
                    if len(data) > MOST_BYTES:
                        faults.append(_unreadable(Place(name, START), TOO_LARGE))
                    else:
                        yield name, partial(parse_source, data, name)
    except (OSError, EOFError, ValueError, BadZipFile, RuntimeError, NotImplementedError, zlib.error) as error:
        faults.append(_unreadable(Place(shown, START), f"it is no zip file that can be read: {error}"))


def _is_test(parts: tuple[str, ...]) -> bool:
    return "tests" in parts[:-1]
