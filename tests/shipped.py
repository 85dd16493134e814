"""The modules of the library: which are there, and what is passed over while one of them is away.

A module is taken away with its folder below `plugins`, its tests below `modules` and its lines in pyproject.toml.  Then
nothing else fails: tests find the modules that are there, and what needs one that is not is skipped and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

BASE = "base"

SHIPPED: Mapping[str, str] = {
    "harsh-winter": "harsh_winter",
    "igloos": "igloos",
    "style-is-the-goal": "style",
    "wild-animals": "wild_animals",
    "yucata": "yucata",
}
"""Every module of the library, with the folder of its tests: its package's name without `stoneage_`.

The only list of them in the tests.  Texts that are kept as files were written with all of them: what is compared with
such a text asks for the modules that it names.
"""

HERE = tuple(id for id in SHIPPED if find_spec(f"stoneage_{SHIPPED[id]}"))
"""The modules that are there."""

AWAY = tuple(id for id in SHIPPED if id not in HERE)
"""The modules that were taken away."""


def needs(*modules: str) -> pytest.MarkDecorator:
    """A mark for tests that some modules must be there for."""
    return pytest.mark.skipif(bool(set(modules) & set(AWAY)), reason=f"needs {', '.join(sorted(modules))}")


def named_in(*texts: str) -> tuple[str, ...]:
    """The modules that some texts name."""
    return tuple(id for id in SHIPPED if any(id in text for text in texts))


def away(path: Path) -> bool:
    """Returns whether a file is about where two modules meet, and the one that its name ends with is away: `..._with_NAME`."""
    _, meets, other = path.stem.partition("with_")
    return bool(meets) and other in {SHIPPED[id] for id in AWAY}


def texts_below(folder: Path, suffixes: Iterable[str] = (".toml", ".txt", ".json")) -> list[str]:
    """The texts of the files below a folder."""
    return [path.read_text("utf-8", "replace") for path in sorted(folder.rglob("*")) if path.suffix in suffixes]
