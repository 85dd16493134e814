"""Files that are written at once, so that a reader finds the old text or the new and never half of it.

Beside them: files that grow by lines, and the library's own.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from io import FileIO
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

PART = re.compile(r"\.(.+)-[0-9a-f]{8}\.part")
"""The name of a temporary file next to the file that it will replace."""
LEFT_AFTER = 60
"""The seconds after which a temporary file is the remnant of a program that was killed."""


@cache
def shipped(name: str) -> Any:
    """Returns one of the library's own files of data, which nothing may change."""
    return json.loads((Path(__file__).parent / "data" / f"{name}.json").read_text("utf-8"))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Names a file or folder in an OSError: `write` and `flush` name no file, and a copy names its source."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            error.filename = str(path)
        raise


def hold(file: FileIO, path: Path) -> None:
    """Holds an open file for its owner until it is closed; without effect where the system has no such locks.

    Raises:
        FileExistsError: it is held already.
    """
    with suppress(ImportError):  # of Windows
        fcntl = import_module("fcntl")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FileExistsError(errno.EEXIST, "another run writes it; wait for its end, or stop it", str(path)) from error
        except OSError:  # of a file system without locks
            return


def expect_regular(path: Path) -> None:
    """Refuses to write to a folder, a device or a pipe.

    Raises:
        OSError: it is one.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "this is no regular file", str(path))


def expect_own(path: Path, beginning: str = "(?!)") -> None:
    """Refuses to replace a file that the library may not have made.

    Args:
        path: the file that is to be written.
        beginning: a regular expression for how such files begin if this library has written them; without it, none is its own.

    Raises:
        FileExistsError: something else is there, or a link.
    """
    is_own = path.is_file() and re.match(beginning, path.read_text("utf-8", "replace"))
    if path.is_symlink() or (path.exists() and not is_own):
        raise FileExistsError(errno.EEXIST, "this is there already, and was not written by this command; name another", str(path))


def unused(path: Path) -> Path:
    """Returns a path at which nothing is: the one given, or one with a number behind its stem, as `game-2.txt`."""
    found, number = path, 1
    while os.path.lexists(found):
        number += 1
        found = path.with_stem(f"{path.stem}-{number}")
    return found


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file in place of the present one, and removes temporary files of a program that was killed.

    Raises:
        OSError: the file cannot be written, or something else than a file is there; the old one is unchanged.
    """
    write_together({path: content.encode("utf-8") if isinstance(content, str) else content})


def write_together(files: Mapping[Path, bytes]) -> None:
    """Writes several files in the same way: all temporary files are written before the first file is replaced.

    Raises:
        OSError: one cannot be written, or something else than a file is there; the old ones are unchanged.
    """
    parts = {path: path.with_name(f".{path.name}-{os.urandom(4).hex()}.part") for path in files}
    try:
        for path, data in files.items():
            with naming(path):
                _write_beside(path, parts[path], data)
        for path, part in parts.items():
            with naming(path):
                os.replace(part, path)
    except BaseException:
        for part in parts.values():
            part.unlink(missing_ok=True)
        raise


def _write_beside(path: Path, part: Path, data: bytes) -> None:
    expect_regular(path)
    # The process gives it the mode of its new files, which nobody can ask for without a race.
    with part.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if path.exists():
        os.chmod(part, path.stat().st_mode & 0o777)
    for left in _left_beside(path, part.stat().st_mtime):
        with suppress(OSError):
            os.unlink(left)


def _left_beside(path: Path, now: float) -> Iterator[Path]:
    """Yields the half-written files of the same name that were last changed before a time in seconds."""
    for other in path.parent.iterdir():
        if (form := PART.fullmatch(other.name)) and form[1] == path.name:
            with suppress(OSError):
                if now - other.stat().st_mtime > LEFT_AFTER:
                    yield other


# --- files that grow by lines -----------------------------------------------------------------------------------


def append(file: FileIO, text: str) -> None:
    """Writes text behind a file, without a buffer that could be lost."""
    left = memoryview(text.encode("utf-8"))
    with naming(Path(file.name)):
        while left:
            left = left[file.write(left) :]


def keep_lines(path: Path, most: int | None = None) -> int:
    """Removes all behind the complete lines of a file, or behind a number of them; returns how many are left."""
    with path.open("rb+") as file:
        size = kept = 0
        for line in islice(file, most):
            if line.endswith(b"\n"):
                size, kept = size + len(line), kept + 1
        file.truncate(size)
    return kept


def lines_of(path: Path) -> Iterator[str]:
    """Yields the complete lines of a file; a torn one is dropped."""
    with path.open(encoding="utf-8", newline="\n") as file:
        yield from takewhile(lambda line: line.endswith("\n"), file)
