"""Locates the pack in a zip file by its names, and finds names that cannot be files of a pack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.packs.reading.pack_paths import MANIFEST

__all__ = ["LETTERS", "Layout", "is_toml", "layout_of"]

FOREIGN = "__MACOSX"
"""The folder in which macOS stores its own metadata, never files of the author."""
MOST_NAMED = 6
LETTERS = "its name must end with .toml, in small letters"
ANEW = "pack the folder again with a program that writes `/` in names, for instance `python -m zipfile -c NAME.zip NAME/`"


@attrs.frozen
class Layout(Described):
    """The location of a pack in a zip file."""

    folder: str = ""
    """The prefix of the names of its files."""
    fault: str = ""
    """The fault of the zip file as a whole; if there is one, no file is read."""
    help: str = ""
    odd: Mapping[str, tuple[str, str]] = attrs.field(factory=dict)
    """Faults of single names, each with its remedy."""


def is_toml(name: str) -> bool:
    """Returns whether a name is that of a TOML file that was not added by the archiving program."""
    return name.lower().endswith(".toml") and name.split("/")[0] != FOREIGN


def layout_of(names: Sequence[str]) -> Layout:
    """Returns the location of the pack, which may be in a single top-level folder."""
    backslashed = next((name for name in names if "\\" in name), None)
    if backslashed is not None:
        return Layout(fault=f"the names in it are written with backslashes, such as `{backslashed}`", help=ANEW)
    folders = sorted((name.removesuffix(MANIFEST) for name in names if name.split("/")[-1] == MANIFEST), key=_depth)
    tops = [folder for folder in folders if _depth(folder) == _depth(folders[0])]
    if len(tops) > 1:
        fault = f"there are {len(tops)} packs in it: {', '.join(f'`{folder}`' for folder in tops[:MOST_NAMED])}"
        return Layout(fault=fault, help="make a zip file of each of these folders")
    folder = tops[0] if tops else ""
    return Layout(folder, odd=dict(_odd(names, folder)))


def _depth(folder: str) -> int:
    return folder.count("/")


def _odd(names: Sequence[str], folder: str) -> Iterable[tuple[str, tuple[str, str]]]:
    for name in names:
        if name.startswith("/") or {"..", ""} & {*name.split("/")}:
            yield name, ("it leads out of the pack", "")
        elif not name.endswith(".toml"):
            yield name, (LETTERS, "")
        elif not name.startswith(folder):
            yield name, (f"it lies beside the pack, which is in `{folder}`", f"move it into `{folder}`, or leave it out")
