"""The files of a pack in its folder: their paths, and their bytes unread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from stat import S_ISREG

__all__ = ["MOST_BYTES_OF_A_PACK", "MOST_FILES", "bytes_in", "is_test", "paths_in"]

MOST_BYTES_OF_A_PACK = 4_000_000
MOST_FILES = 500


def paths_in(root: Path) -> list[Path]:
    """Returns the paths in a folder that may be files of its pack."""
    return sorted(path for path in root.rglob("*.[tT][oO][mM][lL]") if not is_test(path.relative_to(root).parts))


def bytes_in(root: Path) -> Mapping[str, bytes] | None:
    """Returns the bytes of all files of a pack, or those of its zip file, by path; None if they are unusual or too many."""
    paths = [root] if root.suffix == ".zip" else paths_in(root)
    try:
        sizes = [path.lstat() for path in paths]
        if len(paths) > MOST_FILES or sum(size.st_size for size in sizes) > MOST_BYTES_OF_A_PACK:
            return None
        # A link may lead elsewhere, and reading a pipe or device might never end.
        return {str(path): path.read_bytes() for path in paths} if all(S_ISREG(size.st_mode) for size in sizes) else None
    except OSError:
        return None


def is_test(parts: Sequence[str]) -> bool:
    """Returns whether a path within a pack leads to one of the pack's own tests."""
    return "tests" in parts[:-1]
