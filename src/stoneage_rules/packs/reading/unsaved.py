"""Texts that stand in for files while they are checked, before anybody decides to write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import attrs

from stoneage_rules.language.described import Described

__all__ = ["OPEN", "Unsaved", "is_unsaved", "unsaved"]


@attrs.define(eq=False)
class Unsaved(Described):
    """Texts in place of those of files, and the files that were read meanwhile."""

    texts: Mapping[Path, str]
    """By the resolved path of the file."""
    paths: dict[str, Path] = attrs.field(factory=dict)
    """The resolved path of each file that was read, by the name that messages use; files in a zip file have none.

    Of two files of one name it is the first: those of the table are read before those that are only searched.
    """

    def read(self, path: Path, shown: str) -> bytes | None:
        """Notes that a file is read; returns the bytes of the text in its place, or None if there is none."""
        path = path.resolve()
        self.paths.setdefault(shown, path)
        return self.texts[path].encode() if path in self.texts else None


OPEN: ContextVar[Unsaved | None] = ContextVar("OPEN", default=None)
"""The texts in place of files in this thread, if there are any."""


def is_unsaved(path: Path) -> bool:
    """Returns whether a text stands in place of a file, which need not be there."""
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
