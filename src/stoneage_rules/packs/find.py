"""Reading a pack's files: a folder with `pack.toml`, bounded and never outside the folder.

What the files say is not judged here, apart from being readable TOML.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

import attrs
import tomli

from stoneage_rules.packs.diagnostics import Diagnostic, Place
from stoneage_rules.packs.positions import (
    Path,
    Position,
    Span,
    find_toml_1_1,
    index_positions,
    position_of_syntax_error,
)

__all__ = ["PackFiles", "Source", "read_pack", "read_source"]

MOST_BYTES = 2_000_000
MOST_FILES = 500
MOST_DEPTH = 40
START = Span(1, 1, 1, 2)


@attrs.define(eq=False, slots=False)
class Source:
    """One TOML file: its text, what tomli made of it, and where everything stands."""

    file: str
    """As shown to people."""
    text: str
    data: Mapping[str, Any]

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
    start = Place(shown, START)
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            return None, [_unreadable(start, f"it has {size} bytes; {MOST_BYTES} are allowed")], ""
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        return None, [_unreadable(start, error.strerror or str(error))], ""
    except UnicodeDecodeError:
        return None, [_unreadable(start, "it is not UTF-8 text")], ""
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        span = position_of_syntax_error(error)
        what = str(error).split(" (at ")[0]
        title = "this is not TOML"
        return None, [Diagnostic("SA101", title, Place(shown, span, what[:1].lower() + what[1:]))], text
    except RecursionError:
        return None, [_unreadable(start, "it is nested too deeply")], text
    if _depth(data) > MOST_DEPTH:
        return None, [_unreadable(start, f"it is nested more than {MOST_DEPTH} deep")], text
    newer = [
        Diagnostic("SA102", "a spelling that is newer than TOML 1.0", Place(shown, span, met))
        for span, met in find_toml_1_1(text)
    ]
    return Source(shown, text, data), newer, text


def _unreadable(place: Place, why: str) -> Diagnostic:
    return Diagnostic("SA103", "this file cannot be read", attrs.evolve(place, label=why))


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    return 0


def read_pack(root: FilePath, shown: str) -> PackFiles:
    """Every file of a pack's folder; links that lead outside are refused."""
    faults: list[Diagnostic] = []
    texts: dict[str, str] = {}
    sources: dict[str, Source] = {}
    if not (root / "pack.toml").is_file():
        missing = Diagnostic(
            "SA104", "a pack without pack.toml", Place(f"{shown}/pack.toml", START, "this file does not exist")
        )
        return PackFiles(root, None, (), (missing,), {})
    inside = root.resolve()
    paths = sorted(path for path in root.rglob("*.toml") if "tests" not in path.relative_to(root).parts[:-1])
    for path in paths[:MOST_FILES]:
        name = f"{shown}/{path.relative_to(root).as_posix()}"
        if not path.resolve().is_relative_to(inside):
            faults.append(_unreadable(Place(name, START), "it leads out of the pack's folder"))
            continue
        source, found, text = read_source(path, name)
        faults += found
        texts[name] = text
        if source is not None:
            sources[name] = source
    if len(paths) > MOST_FILES:
        faults.append(_unreadable(Place(f"{shown}/pack.toml", START), f"a pack has at most {MOST_FILES} files"))
    manifest = sources.pop(f"{shown}/pack.toml", None)
    return PackFiles(root, manifest, tuple(sources.values()), tuple(faults), texts)
