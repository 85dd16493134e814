"""Reads the files of a pack, a folder or zip file with `pack.toml`, within size limits and never outside it.

The contents are not checked here, except that they must be valid TOML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from pathlib import Path as FilePath
from typing import Any, ClassVar

import attrs
import tomli

from stoneage_rules.language.described import Described
from stoneage_rules.packs.findings.diagnostics import NOWHERE, Diagnostic, TextEdit, TextPlace
from stoneage_rules.packs.reading.bounds import MOST_VALUES, TOO_DEEP, count_values
from stoneage_rules.packs.reading.pack_paths import MANIFEST, MOST_BYTES_OF_A_PACK, MOST_FILES, is_left_out, paths_in
from stoneage_rules.packs.reading.parsing import parsed
from stoneage_rules.packs.reading.spans import (
    Path,
    Span,
    TextPosition,
    index_positions,
)
from stoneage_rules.packs.reading.syntax import not_toml
from stoneage_rules.packs.reading.unsaved import OPEN
from stoneage_rules.packs.reading.zips import LETTERS, is_toml, layout_of
from stoneage_rules.text.toml_writer import written
from stoneage_rules.text.wording import listed, shortened

__all__ = ["PackFiles", "Setting", "Source", "parse_source", "read_pack", "read_source"]

MOST_BYTES = 1_000_000
MOST_NAMED = 6
TOO_LARGE = f"it is larger than {MOST_BYTES} bytes"
START = Span(1, 1, 1, 2)
NOT_UTF_8 = "this character is not UTF-8"
UTF_8_HELP = "in your editor choose `Save with encoding`, then UTF-8"


@attrs.define(eq=False, slots=False)
class Source:
    """A TOML file: its text, its parsed data, and the position of each value."""

    file: str
    """The name of the file as shown to people."""
    text: str
    data: Mapping[str, Any]
    is_whole: ClassVar[bool] = True
    """False if the paths of the data are not those of the file, so that nothing can be mended by them."""

    def locate(self, path: Path) -> tuple[Source, Path]:
        """Returns the file in which a value stands, and its path there: this file, unless several make one source."""
        return self, path

    def texts(self) -> dict[str, str]:
        """Returns the text by the name of the file; several if several files make one source."""
        return {self.file: self.text}

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines of the text."""
        return self.text.split("\n")

    @cached_property
    def positions(self) -> Mapping[Path, TextPosition]:
        """The position index, built on first use."""
        return index_positions(self.text)

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Returns the span of a value or its key; that of the nearest enclosing table if it is not written."""
        while path:
            found = self.positions.get(path)
            if found is not None:
                return found.key if key else found.value
            path, key = path[:-1], False
        return START

    def written_at(self, path: Path) -> str:
        """Returns the first line of a value's text."""
        span = self.span(path)
        return self.lines[span.line - 1][span.column - 1 :] if self.text else ""

    def place(self, path: Path, label: str = "", *, key: bool = False) -> TextPlace:
        """Returns the span of a value or its key as a place of a diagnostic."""
        return TextPlace(self.file, self.span(path, key=key), label)


class Setting(Source):
    """A setting given by a call or on the command line instead of a file, as the place of a message."""

    def __init__(self, path: Path, value: Any) -> None:
        name = ".".join(str(step) for step in path if isinstance(step, str))
        super().__init__(f"the setting `{name} = {shortened(written(value))}`" if path else "the settings of the table", "", {})

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Returns the empty span: a setting has no lines."""
        return NOWHERE


@attrs.frozen(eq=False)
class PackFiles(Described):
    """The files of a pack: its manifest and its content files, in the order of their names."""

    root: FilePath
    manifest: Source | None
    content: tuple[Source, ...]
    faults: tuple[Diagnostic, ...]
    texts: Mapping[str, str]


def read_source(path: FilePath, shown: str) -> tuple[Source | None, list[Diagnostic], str]:
    """Reads a file; returns its source (None if it is unusable), its diagnostics, and its text."""
    opened = OPEN.get()
    try:
        data = opened.read(path, shown) if opened is not None else None
        if data is None and path.exists() and not path.is_file():
            # Reading a pipe or device might never end.
            return None, [_unreadable(TextPlace(shown, START), "it is no file")], ""
        if data is None and path.stat().st_size > MOST_BYTES:
            return None, [_unreadable(TextPlace(shown, START), TOO_LARGE)], ""
        data = path.read_bytes() if data is None else data
    except OSError as error:
        return None, [_unreadable(TextPlace(shown, START), error.strerror or str(error))], ""
    return parse_source(data, shown)


def parse_source(content: bytes, shown: str) -> tuple[Source | None, list[Diagnostic], str]:
    """Parses a file's content; returns its source (None if it is unusable), its diagnostics, and its text."""
    start = TextPlace(shown, START)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        read = content[: error.start].decode("utf-8").split("\n")
        span = Span(len(read), len(read[-1]) + 1, len(read), len(read[-1]) + 2)
        return None, [_unreadable(TextPlace(shown, span), NOT_UTF_8, UTF_8_HELP)], ""
    try:
        data, fault = parsed(text)
    except tomli.TOMLDecodeError as error:
        return None, [not_toml(error, text, shown)], text
    except RecursionError:
        return None, [_unreadable(start, TOO_DEEP)], text
    except ValueError:
        # Raised by Python, not tomli, for an integer with thousands of digits.
        return None, [_unreadable(start, "it has a number that is too long")], text
    if fault:
        return None, [_unreadable(start, fault)], text
    return Source(shown, text, data), [], text


def _unreadable(place: TextPlace, why: str, help: str = "") -> Diagnostic:
    return Diagnostic("SA103", "this file cannot be read", attrs.evolve(place, label=why), help=help)


def read_pack(root: FilePath, shown: str, *, manifest_only: bool = False) -> PackFiles:
    """Reads every TOML file of a pack, or only its manifest, from a folder or a zip file, which is never unpacked.

    Links and names that lead outside are refused; the pack's own tests and files of other programs are not content.
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
            faults.append(_unreadable(TextPlace(name, START), f"a pack has at most {what}, and those before have more"))
            break
        if name in seen:
            faults.append(_unreadable(TextPlace(name, START), "the zip file has two files of this name"))
            continue
        seen.add(name)
        source, found, text = read()
        size += len(text)
        faults += found
        if text or source is not None:
            texts[name] = text
        if source is not None:
            sources[name] = source
            values += count_values(source.data)
    if manifest not in seen and not faults:
        faults.append(_no_manifest(root, shown))
    return PackFiles(root, sources.pop(manifest, None), tuple(sources.values()), tuple(faults), texts)


def _no_manifest(root: FilePath, shown: str) -> Diagnostic:
    """Returns the diagnostic of a folder that is not a pack, with how to make it one."""
    name = re.sub("[^a-z0-9]+", "-", root.stem.lower()).strip("-0123456789") or "my-rules"
    title = name.replace("-", " ").capitalize()
    lines = [
        "format = 1",
        "[pack]",
        f'id = "{name}"',
        f'name = "{title}"',
        'version = "1.0.0"',
        'kind = "house-rules"',
        'license = "CC0-1.0"',
    ]
    place = TextPlace(f"{shown}/", NOWHERE, "every pack needs this file")
    if root.is_file():
        folder = FilePath(shown).parent.as_posix()
        help = f"name the folder of the pack: `{folder}`" if (root.parent / MANIFEST).is_file() else "name the folder of a pack"
        place = TextPlace(shown, NOWHERE, "a pack is a folder")
        return Diagnostic("SA104", f"`{shown}` is a file, and no pack", place, help=help)
    if any(map(FilePath.is_file, root.parents)):
        help = "packs are read from folders: install the library and its modules unpacked, not in a zip file on Python's path"
        return Diagnostic("SA104", f"no pack.toml in `{shown}`", place, help=help)
    inside = [f"`{shown}/{path.parent.relative_to(root).as_posix()}`" for path in _manifests_inside(root)]
    if inside:
        several = f"there are packs in {listed(inside)}: name one of these folders"
        help = f"there is a pack in {inside[0]}: name that folder" if len(inside) == 1 else several
        return Diagnostic("SA104", f"no pack.toml in `{shown}`", place, help=help)
    help = "\n  ".join(["make a file pack.toml there that begins with these lines", *lines])
    manifest, opened = f"{shown}/{MANIFEST}", OPEN.get()
    if opened is not None:
        opened.read(root / MANIFEST, manifest)
    fixes = (TextEdit(manifest, Span(1, 1, 1, 1), "\n".join([*lines, ""])),) if any(root.glob("*.toml")) else ()
    return Diagnostic("SA104", f"no pack.toml in `{shown}`", place, help=help, fixes=fixes)


def _manifests_inside(root: FilePath) -> list[FilePath]:
    """Returns some manifests in a folder or its direct subfolders."""
    try:
        found = [*islice(root.glob("*/pack.toml"), MOST_NAMED), *islice(root.glob("*/*/pack.toml"), MOST_NAMED)]
    except OSError:
        return []
    return sorted(found)[:MOST_NAMED]


Read = Callable[[], tuple[Source | None, list[Diagnostic], str]]


def _files(root: FilePath, shown: str, faults: list[Diagnostic]) -> Iterator[tuple[str, Read]]:
    """Yields the files of a folder, each with a function that reads it."""
    try:
        inside = root.resolve()
        paths = paths_in(root) if root.is_dir() else []
    except (OSError, RuntimeError) as error:  # the latter for circular links
        faults.append(_unreadable(TextPlace(f"{shown}/", NOWHERE), getattr(error, "strerror", "") or str(error)))
        return
    for odd in [path for path in paths if path.suffix != ".toml"]:
        paths.remove(odd)
        name = f"{shown}/{odd.relative_to(root).as_posix()}"
        faults.append(_unreadable(TextPlace(name, START), LETTERS))
    if len(paths) > MOST_FILES:
        faults.append(_unreadable(TextPlace(f"{shown}/pack.toml", START), f"a pack has at most {MOST_FILES} files"))
    for path in paths[:MOST_FILES]:
        name = f"{shown}/{path.relative_to(root).as_posix()}"
        try:
            is_inside = path.resolve().is_relative_to(inside)
        except (OSError, RuntimeError):  # circular links
            is_inside = False
        if is_inside:
            yield name, partial(read_source, path, name)
        else:
            faults.append(_unreadable(TextPlace(name, START), "it leads out of the pack's folder"))


def _zipped(root: FilePath, shown: str, faults: list[Diagnostic]) -> Iterator[tuple[str, Read]]:
    """Yields the files of a zip file, each with a function that reads it; the pack may be inside a single folder."""
    import zlib
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(root) as packed:
            members = [member for member in packed.infolist() if is_toml(member.filename)]
            layout = layout_of([member.filename for member in members])
            if layout.fault:
                faults.append(_unreadable(TextPlace(shown, START), layout.fault, layout.help))
                return
            if all(member.filename.lower().rpartition("/")[2] != MANIFEST for member in members):
                return
            if len(members) > MOST_FILES:
                faults.append(_unreadable(TextPlace(shown, START), f"a pack has at most {MOST_FILES} files"))
            for member in sorted(members[:MOST_FILES], key=lambda member: member.filename):
                parts = member.filename.removeprefix(layout.folder).split("/")
                name = f"{shown}/{'/'.join(parts)}"
                if member.filename in layout.odd:
                    faults.append(_unreadable(TextPlace(name, START), *layout.odd[member.filename]))
                elif member.file_size > MOST_BYTES:
                    faults.append(_unreadable(TextPlace(name, START), TOO_LARGE))
                elif not is_left_out(tuple(parts)):
                    # `file_size` is only declared by the archive: reading stops at the limit whatever it claims.
                    with packed.open(member) as file:
                        data = file.read(MOST_BYTES + 1)
                    if len(data) > MOST_BYTES:
                        faults.append(_unreadable(TextPlace(name, START), TOO_LARGE))
                    else:
                        yield name, partial(parse_source, data, name)
    except (OSError, EOFError, ValueError, BadZipFile, RuntimeError, NotImplementedError, zlib.error) as error:
        faults.append(_unreadable(TextPlace(shown, START), f"it is no zip file that can be read: {error}"))
