"""Files that are written at once, so that a reader finds the old text or the new and never half of it; files of the library."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

LEFT_AFTER = 60
"""The seconds after which a half-written file beside another one belongs to a program that was ended."""


@cache
def shipped(name: str) -> Any:
    """Returns one of the library's own files of data, which nothing may change."""
    return json.loads((Path(__file__).parent / "data" / f"{name}.json").read_text("utf-8"))


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file in place of the one that is there, and removes what a program that was killed left beside it.

    Raises:
        OSError: the file cannot be written, or something else than a file is there; the old one is unchanged.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "this is no regular file", str(path))
    part = path.with_name(f".{path.name}-{os.urandom(4).hex()}.part")
    try:
        # The process gives it the mode of its new files, which nobody can ask for without a race.
        with part.open("xb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(part, path.stat().st_mode & 0o777)
        for left in _left_beside(path, part.stat().st_mtime):
            with suppress(OSError):
                os.unlink(left)
        os.replace(part, path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # `write` and `flush` name no file
        raise


def _left_beside(path: Path, now: float) -> Iterator[Path]:
    """Yields the half-written files of the same name that were last changed before a time in seconds."""
    form = re.compile(rf"\.{re.escape(path.name)}-[0-9a-f]{{8}}\.part")
    for other in path.parent.iterdir():
        if form.fullmatch(other.name):
            with suppress(OSError):
                if now - other.stat().st_mtime > LEFT_AFTER:
                    yield other
