"""Finds the files of packs, within limits and never outside their folder, and reads them as TOML."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from stat import S_ISREG
from typing import Any

import attrs
import tomli

from stoneage_rules.language.faults import MOST_BITS, MOST_VALUES, TOO_DEEP, size_fault, values_of
from stoneage_rules.language.fields import Shown
from stoneage_rules.packs.diagnostics import NOWHERE, Diagnostic, TextEdit, TextPlace, not_toml
from stoneage_rules.packs.spans import TextPosition, TextSpan, TomlPath, index_positions, value_at
from stoneage_rules.text import listed, shortened, written

# --- counting -----------------------------------------------------------------------------------------------------


def count_values(data: Any) -> int:
    """Counts keys and list elements recursively, down to the maximum nesting depth of a pack."""
    level, count = [data], 0
    while level:
        inner = values_of(level)
        count += len(inner)
        level = [value for value in inner if isinstance(value, (dict, list))]
    return count


# --- unsaved ------------------------------------------------------------------------------------------------------
# Texts in place of files while they are checked, before anybody decides to write them.


@attrs.define(eq=False)
class Unsaved(Shown):
    """Texts in place of files, and the files that were read meanwhile."""

    texts: Mapping[Path, str]
    """By the resolved path of the file."""
    paths: dict[str, Path] = attrs.field(factory=dict)
    """The resolved path of each file that was read, by the name that messages use; files in a zip file have none.

    Of two files of one name it is the first: the table's files are read before files that are only searched.
    """

    def read(self, path: Path, shown: str) -> bytes | None:
        """Notes that a file is read; returns the bytes of the text in its place, or None if there is none."""
        path = path.resolve()
        self.paths.setdefault(shown, path)
        return self.texts[path].encode() if path in self.texts else None


OPEN: ContextVar[Unsaved | None] = ContextVar("OPEN", default=None)
"""The texts in place of files in this thread, if there are any."""


def is_unsaved(path: Path) -> bool:
    """Returns whether a text replaces a file, which need not exist."""
    opened = OPEN.get()
    return opened is not None and path.resolve() in opened.texts


@contextmanager
def unsaved(texts: Mapping[Path, str]) -> Iterator[Unsaved]:
    """Reads these texts in place of files, by their resolved paths, until the block ends."""
    opened = Unsaved(texts)
    token = OPEN.set(opened)
    try:
        yield opened
    finally:
        OPEN.reset(token)


# --- pack paths ---------------------------------------------------------------------------------------------------
#
# The files of a pack in its folder: their paths, and their bytes unread.


MOST_BYTES_OF_A_PACK = 4_000_000
MOST_FILES = 500
MOST_ENTRIES = 20_000
"""The most files and folders of any sort in the folder of a pack, so that no walk through it is endless."""
MANIFEST = "pack.toml"
TESTS, SCHEMAS = "tests", "schemas"
"""The names of folders with a pack's own tests, and with the schemas that editors read, which are not content."""
PROJECT = "pyproject.toml"
"""The settings of Python's tools, which are not content: a pack can be the root of a repository."""
MISNAMED = (".toml.txt", ".toml.text", ".tml", ".tom", ".tolm", ".tmol", ".tooml", ".tomml", ".tomll")
"""Endings of files that were meant to end with `.toml`."""


def paths_in(root: Path) -> list[Path]:
    """Returns the sorted paths in a folder that may be files of its pack: none, and no further search, without a manifest.

    It stops when there are more than a pack may have. Links to folders are not followed.

    Raises:
        OSError: a folder cannot be read, or has too many entries.
    """
    paths: list[Path] = []
    folders, left = [root], MOST_ENTRIES
    while folders and len(paths) <= MOST_FILES:
        folder = folders.pop()
        with os.scandir(folder) as scanned:
            entries = sorted(islice(scanned, left + 1), key=lambda entry: entry.name)
        left -= len(entries)
        if left < 0:
            raise OSError(errno.E2BIG, f"there are more than {MOST_ENTRIES} files and folders", str(root))
        if folder is root and not any(entry.name.lower() == MANIFEST for entry in entries):
            if not is_unsaved(root / MANIFEST):
                break
            paths.append(root / MANIFEST)
        entries = [entry for entry in entries if entry.name not in (TESTS, SCHEMAS) and not _is_foreign(entry.name)]
        paths += [Path(entry.path) for entry in entries if entry.name.lower().endswith(".toml")]
        folders += [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
    return sorted(paths)


def bytes_in(root: Path) -> Mapping[str, bytes] | None:
    """Returns the bytes of all files of a pack, or of its zip file, by path; None if they are unusual or too many."""
    try:
        paths = [root] if root.suffix == ".zip" else paths_in(root)
        sizes = [path.lstat() for path in paths]
        if len(paths) > MOST_FILES or sum(size.st_size for size in sizes) > MOST_BYTES_OF_A_PACK:
            return None
        # A link may lead elsewhere, and reading a pipe or device might never end.
        return {str(path): path.read_bytes() for path in paths} if all(S_ISREG(size.st_mode) for size in sizes) else None
    except OSError:
        return None


def is_left_out(parts: Sequence[str]) -> bool:
    """Returns True if a path within a pack leads to one of its own tests or schemas, or to a file of another program."""
    return not {TESTS, SCHEMAS}.isdisjoint(parts[:-1]) or any(map(_is_foreign, parts))


def _is_foreign(name: str) -> bool:
    """Returns True for names of files and folders of other programs: hidden ones, and the settings of Python's tools."""
    return name.startswith(".") or name == PROJECT


def content_lookalikes(root: Path) -> list[Path]:
    """Returns the sorted paths in a pack's folder that are not read, though they are named like content: `rules.toml.txt`.

    Content in the folder of schemas is among them.  It finds none in a zip file, or in a folder that cannot be read.
    """
    found: list[Path] = []
    for folder, inner, files in islice(os.walk(root), MOST_ENTRIES):
        inner[:] = [name for name in inner if name != TESTS and not _is_foreign(name)]
        endings = (*MISNAMED, ".toml") if SCHEMAS in Path(folder).relative_to(root).parts else MISNAMED
        found += [Path(folder, name) for name in files if name.lower().endswith(endings) and not _is_foreign(name)]
    return sorted(found)


def shown_names(roots: Sequence[tuple[Path, bool]]) -> dict[Path, str]:
    """Returns the names of pack folders in messages; each folder comes with True if a table names it by its path.

    Folders named by path are shown with their relative path, others by name, and by absolute path if two would be equal.
    """
    named = {root: way_to(root) if by_path else root.name for root, by_path in roots}
    names = list(named.values())
    return {root: name if names.count(name) == 1 else str(root) for root, name in named.items()}


def way_to(root: Path) -> str:
    """Returns a folder's path relative to the current one, or its name if it is elsewhere, for messages."""
    root, here = root.resolve(), Path.cwd()
    return root.relative_to(here).as_posix() if root != here and root.is_relative_to(here) else root.name


# --- zips ---------------------------------------------------------------------------------------------------------
#
# Locates the pack in a zip file by its names, and finds names that cannot be files of a pack.


FOREIGN = "__MACOSX"
"""The folder where macOS stores its metadata, never files of the author."""
MOST_NAMED = 6
MISSPELT_NAME = "its name must end with .toml, in small letters"
ANEW = "pack the folder again with a program that writes `/` in names, for instance `python -m zipfile -c NAME.zip NAME/`"


ZIP_FAULTS = {NotImplementedError: "it is packed in a way that Python cannot undo", RuntimeError: "it is encrypted"}
"""The faults of zip files, by the errors that Python raises for them; all others are damage."""


def _zip_fault(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return next((words for kind, words in ZIP_FAULTS.items() if isinstance(error, kind)), "it is damaged, or of another form")


def is_toml(name: str) -> bool:
    """Returns whether a name is of a TOML file that the archiving program did not add."""
    return name.lower().endswith(".toml") and name.split("/")[0] != FOREIGN


def layout_of(names: Sequence[str]) -> tuple[str, str, str]:
    """Returns the folder of the pack, which may be in a single one at the top; the fault of the zip file, and its remedy."""
    backslashed = next((name for name in names if "\\" in name), None)
    if backslashed is not None:
        return "", f"the names in it are written with backslashes, such as `{backslashed}`", ANEW
    folders = sorted((name.removesuffix(MANIFEST) for name in names if name.split("/")[-1] == MANIFEST), key=_depth)
    tops = [folder for folder in folders if _depth(folder) == _depth(folders[0])]
    if len(tops) > 1:
        fault = f"there are {len(tops)} packs in it: {', '.join(f'`{folder}`' for folder in tops[:MOST_NAMED])}"
        return "", fault, "make a zip file of each of these folders"
    return tops[0] if tops else "", "", ""


def _depth(folder: str) -> int:
    return folder.count("/")


def _wrong_name(name: str, folder: str) -> tuple[str, str]:
    """Returns the fault of a name that no file of a pack can have, and its remedy; both empty if there is none."""
    if name.startswith("/") or {"..", ""} & {*name.split("/")}:
        return "it leads out of the pack", ""
    if not name.endswith(".toml"):
        return MISSPELT_NAME, ""
    if not name.startswith(folder):
        return f"it lies beside the pack, which is in `{folder}`", f"move it into `{folder}`, or leave it out"
    return "", ""


# --- parsing ------------------------------------------------------------------------------------------------------
# Parses the texts of files, and remembers the last ones, as most tables have the base game's files.


MOST_PARSED, LONGEST_PARSED = 64, 100_000
"""The number of texts that are remembered, and the most letters that one may have."""

Parsed = tuple[Mapping[str, Any], str]
"""The data of a text, which nothing may change, and what exceeds the limits in it."""


def parsed(text: str) -> Parsed:
    """Parses a text.

    Raises:
        tomli.TOMLDecodeError: it is not TOML.
        RecursionError: it is nested too deep for tomli.
        ValueError: it has a number that is too long for Python.
    """
    return (_parsed_before if len(text) <= LONGEST_PARSED else _parse)(text)


def _parse(text: str) -> Parsed:
    data = tomli.loads(text)
    return data, size_fault(data)


_parsed_before = lru_cache(maxsize=MOST_PARSED)(_parse)

# --- find ---------------------------------------------------------------------------------------------------------
#
# Reads the files of a pack, a folder or zip file with `pack.toml`, within size limits and never outside it.
#
# The contents are not checked here, except that they must be valid TOML.


MOST_BYTES = 1_000_000
TOO_LONG = f"it has a whole number of more than {MOST_BITS} bits"
TOO_LARGE = f"it is larger than {MOST_BYTES} bytes"
START = TextSpan(1, 1, 1, 2)
NOT_UTF_8 = "this character is not UTF-8"
UTF_8_HELP = "in your editor choose `Save with encoding`, then UTF-8"


@attrs.define(eq=False, slots=False)
class Source:
    """A TOML file: its text, its parsed data, and the position of each value; or data that several files and calls give."""

    file: str
    """The name of the file as shown to people."""
    text: str
    data: Mapping[str, Any]
    origins: Mapping[TomlPath, tuple[Source, TomlPath]] = attrs.field(factory=dict)
    """The source of each value from another source, and its path there, by its path."""

    def locate(self, path: TomlPath) -> tuple[Source, TomlPath]:
        """Returns the source that contains a value, and its path there."""
        depth = next((depth for depth in range(len(path), -1, -1) if path[:depth] in self.origins), None)
        if depth is None:
            return self, path
        source, start = self.origins[path[:depth]]
        return source.locate((*start, *path[depth:]))

    def texts(self) -> dict[str, str]:
        """Returns the text by the name of the file; several if several files make one source."""
        others = [source.texts() for source, _ in self.origins.values()]
        return {file: text for texts in ({self.file: self.text}, *others) for file, text in texts.items()}

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines of the text."""
        return self.text.split("\n")

    @cached_property
    def positions(self) -> Mapping[TomlPath, TextPosition]:
        """The position index, built on first use."""
        return index_positions(self.text)

    def span(self, path: TomlPath, *, key: bool = False) -> TextSpan:
        """Returns the span of a value or its key; that of the nearest enclosing table if it is not written."""
        while path:
            found = self.positions.get(path)
            if found is not None:
                return found.key if key else found.value
            path, key = path[:-1], False
        return START

    def written_at(self, path: TomlPath) -> str:
        """Returns the first line of a value's text."""
        source, path = self.locate(path)
        span = source.span(path)
        return source.lines[span.line - 1][span.column - 1 :] if source.text else ""

    def place(self, path: TomlPath, label: str = "", *, key: bool = False) -> TextPlace:
        """Returns the span of a value or its key as a place of a diagnostic."""
        source, path = self.locate(path)
        return TextPlace(source.file, source.span(path, key=key), label)


class GivenSettings(Source):
    """Settings of a table that a call or the command line gives instead of a file."""

    def __init__(self, data: Mapping[str, Any], name: str = "the settings of the table") -> None:
        super().__init__(name, "", data)

    def locate(self, path: TomlPath) -> tuple[Source, TomlPath]:
        """Returns a source that is named like the setting at the longest part of a path that there is."""
        value: Any = self.data
        depth = 0
        while depth < len(path) and isinstance(value, Mapping) and path[depth] in value:
            value = value[path[depth]]
            depth += 1
        name = ".".join(map(str, path[:depth]))
        return GivenSettings({}, f"the setting `{name} = {shortened(written(value))}`") if name else self, path

    def texts(self) -> dict[str, str]:
        """Returns nothing: no file has these settings."""
        return {}

    def span(self, path: TomlPath, *, key: bool = False) -> TextSpan:
        """Returns the empty span: a setting has no lines."""
        return NOWHERE


@attrs.frozen(eq=False)
class PackFiles(Shown):
    """The files of a pack: its manifest and its content files, in the order of their names."""

    root: Path
    manifest: Source | None
    content: tuple[Source, ...]
    faults: tuple[Diagnostic, ...]
    texts: Mapping[str, str]

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the files' content: equal for a folder and its zip file, and independent of the layout of the texts."""
        sources = [source for source in (self.manifest, *self.content) if source is not None]
        said = sorted(json.dumps(source.data, sort_keys=True, default=str) for source in sources)
        return hashlib.sha256("\n".join(said).encode()).hexdigest()


def read_source(path: Path, shown: str) -> tuple[Source | None, list[Diagnostic], str]:
    """Reads a file; returns its source (None if it is unusable), its diagnostics, and its text."""
    opened = OPEN.get()
    try:
        data = opened.read(path, shown) if opened is not None else None
        if data is None and path.exists() and not path.is_file():
            # Reading a pipe or device might never end.
            return None, [_unreadable(shown, "it is no file")], ""
        if data is None and path.stat().st_size > MOST_BYTES:
            return None, [_unreadable(shown, TOO_LARGE)], ""
        data = path.read_bytes() if data is None else data
    except OSError as error:
        return None, [_unreadable(shown, error.strerror or str(error))], ""
    return parse_source(data, shown)


def parse_source(content: bytes, shown: str) -> tuple[Source | None, list[Diagnostic], str]:
    """Parses a file's content; returns its source (None if it is unusable), its diagnostics, and its text."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        read = content[: error.start].decode("utf-8").split("\n")
        span = TextSpan(len(read), len(read[-1]) + 1, len(read), len(read[-1]) + 2)
        return None, [_unreadable(shown, NOT_UTF_8, UTF_8_HELP, span)], ""
    try:
        data, fault = parsed(text)
    except tomli.TOMLDecodeError as error:
        return None, [not_toml(error, text, shown)], text
    except RecursionError:
        return None, [_unreadable(shown, TOO_DEEP)], text
    except ValueError:
        # Raised by Python, not tomli, for an integer with thousands of digits.
        return None, [_unreadable(shown, "it has a number that is too long")], text
    if fault:
        return None, [_unreadable(shown, fault, span=_long_number(text, data) if fault == TOO_LONG else START)], text
    return Source(shown, text, data), [], text


def _long_number(text: str, data: Mapping[str, Any]) -> TextSpan:
    numbers = ((at.value, value_at(data, path)) for path, at in index_positions(text).items())
    return next((span for span, value in numbers if type(value) is int and max(value, ~value).bit_length() >= MOST_BITS), START)


def _unreadable(file: str, why: str, help: str = "", span: TextSpan = START) -> Diagnostic:
    return Diagnostic("SA103", "this file cannot be read", TextPlace(file, span, why), help=help)


def read_pack(root: Path, shown: str, *, manifest_only: bool = False) -> PackFiles:
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
            faults.append(_unreadable(name, f"a pack has at most {what}, and those before have more"))
            break
        if name in seen:
            faults.append(_unreadable(name, "the zip file has two files of this name"))
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


def _no_manifest(root: Path, shown: str) -> Diagnostic:
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
    message, place = f"no pack.toml in `{shown}`", TextPlace(f"{shown}/", NOWHERE, "every pack needs this file")
    fixes: tuple[TextEdit, ...] = ()
    inside = [f"`{shown}/{path.parent.relative_to(root).as_posix()}`" for path in _manifests_inside(root)]
    if root.is_file():
        folder = Path(shown).parent.as_posix()
        help = f"name the folder of the pack: `{folder}`" if (root.parent / MANIFEST).is_file() else "name the folder of a pack"
        message, place = f"`{shown}` is a file, and no pack", TextPlace(shown, NOWHERE, "a pack is a folder")
    elif any(map(Path.is_file, root.parents)):
        help = "packs are read from folders: install the library and its modules unpacked, not in a zip file on Python's path"
    elif inside:
        several = f"there are packs in {listed(inside)}: name one of these folders"
        help = f"there is a pack in {inside[0]}: name that folder" if len(inside) == 1 else several
    else:
        help = "\n  ".join(["make a file pack.toml there that begins with these lines", *lines])
        manifest, opened = f"{shown}/{MANIFEST}", OPEN.get()
        if opened is not None:
            opened.read(root / MANIFEST, manifest)
        fixes = (TextEdit(manifest, TextSpan(1, 1, 1, 1), "\n".join([*lines, ""])),) if any(root.glob("*.toml")) else ()
    return Diagnostic("SA104", message, place, help=help, fixes=fixes)


def _manifests_inside(root: Path) -> list[Path]:
    """Returns some manifests in a folder or its direct subfolders."""
    try:
        found = [*islice(root.glob("*/pack.toml"), MOST_NAMED), *islice(root.glob("*/*/pack.toml"), MOST_NAMED)]
    except OSError:
        return []
    return sorted(found)[:MOST_NAMED]


Read = Callable[[], tuple[Source | None, list[Diagnostic], str]]


def _files(root: Path, shown: str, faults: list[Diagnostic]) -> Iterator[tuple[str, Read]]:
    """Yields the files of a folder, each with a function that reads it."""
    try:
        inside = root.resolve()
        paths = paths_in(root) if root.is_dir() else []
    except (OSError, RuntimeError) as error:  # the latter for circular links
        faults.append(_unreadable(f"{shown}/", getattr(error, "strerror", "") or str(error), span=NOWHERE))
        return
    for odd in [path for path in paths if path.suffix != ".toml"]:
        paths.remove(odd)
        name = f"{shown}/{odd.relative_to(root).as_posix()}"
        faults.append(_unreadable(name, MISSPELT_NAME))
    if len(paths) > MOST_FILES:
        faults.append(_unreadable(f"{shown}/pack.toml", f"a pack has at most {MOST_FILES} files"))
    for path in paths[:MOST_FILES]:
        name = f"{shown}/{path.relative_to(root).as_posix()}"
        try:
            is_inside = path.resolve().is_relative_to(inside)
        except (OSError, RuntimeError):  # circular links
            is_inside = False
        if is_inside:
            yield name, partial(read_source, path, name)
        else:
            faults.append(_unreadable(name, "it leads out of the pack's folder"))


def _zipped(root: Path, shown: str, faults: list[Diagnostic]) -> Iterator[tuple[str, Read]]:
    """Yields the files of a zip file, each with a function that reads it; the pack may be inside a single folder."""
    import zlib
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(root) as packed:
            members = [member for member in packed.infolist() if is_toml(member.filename)]
            folder, fault, help = layout_of([member.filename for member in members])
            if fault:
                faults.append(_unreadable(shown, fault, help))
                return
            if all(member.filename.lower().rpartition("/")[2] != MANIFEST for member in members):
                return
            if len(members) > MOST_FILES:
                faults.append(_unreadable(shown, f"a pack has at most {MOST_FILES} files"))
            for member in sorted(members[:MOST_FILES], key=lambda member: Path(member.filename)):  # as in a folder
                parts = member.filename.removeprefix(folder).split("/")
                name = f"{shown}/{'/'.join(parts)}"
                fault, help = _wrong_name(member.filename, folder)
                if fault:
                    faults.append(_unreadable(name, fault, help))
                elif member.file_size > MOST_BYTES:
                    faults.append(_unreadable(name, TOO_LARGE))
                elif not is_left_out(tuple(parts)):
                    # `file_size` is only declared by the archive: reading stops at the limit whatever it claims.
                    with packed.open(member) as file:
                        data = file.read(MOST_BYTES + 1)
                    if len(data) > MOST_BYTES:
                        faults.append(_unreadable(name, TOO_LARGE))
                    else:
                        yield name, partial(parse_source, data, name)
    except (OSError, EOFError, ValueError, BadZipFile, RuntimeError, NotImplementedError, zlib.error) as error:
        faults.append(_unreadable(shown, f"it is no zip file that can be read: {_zip_fault(error)}"))
