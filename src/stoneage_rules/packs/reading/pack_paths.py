"""The files of a pack in its folder: their paths, and their bytes unread."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from stat import S_ISREG

from stoneage_rules.packs.reading.unsaved import is_unsaved

__all__ = [
    "MANIFEST", "MOST_BYTES_OF_A_PACK", "MOST_FILES", "bytes_in", "content_lookalikes", "is_left_out", "paths_in", "shown_names",
    "way_to",
]  # fmt: skip

MOST_BYTES_OF_A_PACK = 4_000_000
MOST_FILES = 500
MOST_ENTRIES = 20_000
"""The most files and folders of whatever sort in the folder of a pack, so that no walk through it is endless."""
MANIFEST = "pack.toml"
TESTS, SCHEMAS = "tests", "schemas"
"""The names of folders with a pack's own tests, and with the schemas that editors read, which are not content."""
PROJECT = "pyproject.toml"
"""The settings of Python's tools, which are not content: a pack can be the root of a repository."""
MISNAMED = (".toml.txt", ".toml.text", ".tml", ".tom", ".tolm", ".tmol", ".tooml", ".tomml", ".tomll")
"""Endings of files that were meant to end with `.toml`."""


def paths_in(root: Path) -> list[Path]:
    """Returns the sorted paths in a folder that may be files of its pack: none, and no look further, without a manifest.

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
    """Returns the bytes of all files of a pack, or those of its zip file, by path; None if they are unusual or too many."""
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
    """Returns a folder's path relative to the current one, or its name if it lies elsewhere, for messages."""
    root, here = root.resolve(), Path.cwd()
    return root.relative_to(here).as_posix() if root != here and root.is_relative_to(here) else root.name
