"""Small packs, written as folders and loaded as anybody would, beside the game of no sense in `camp`.

Nothing is asserted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from writing import manifest_text

CAMP = Path(__file__).parent / "camp"
"""A base game that is made of what edits can be tried on."""


def write(folder: Path, id: str, text: str, manifest: str = "", **more: Any) -> Path:
    """A pack with one file, as a folder; `more` are further tables of its manifest."""
    (folder / id).mkdir(parents=True, exist_ok=True)
    (folder / id / "pack.toml").write_text(manifest or manifest_text(id, **more), "utf-8")
    (folder / id / "all.toml").write_text(text, "utf-8")
    return folder / id


def written(folder: Path, *texts: str) -> list[str]:
    """Options of a command that plays the camp with packs of these texts, which are called `alpha`, `beta`...

    A text may begin with further lines of the manifest, which a line `---` parts from the content.
    """
    packs = [CAMP]
    for id, text in zip(("alpha", "beta", "gamma"), texts, strict=False):
        head, _, content = text.rpartition("---\n")
        packs.append(write(folder, id, content, manifest_text(id, requires={"base": ">=1"}) + f"\n{head}"))
    return [word for pack in packs for word in ("-m", str(pack))]


def load(folder: Path, *texts: str, **settings: Any) -> sa.Ruleset:
    """The rules of the camp with such packs."""
    return sa.load(sa.Table.from_dict({"players": 2, "modules": written(folder, *texts)[1::2], **settings}))


def found(folder: Path, *texts: str, **settings: Any) -> Sequence[Any]:
    """Everything that is wrong with such packs."""
    try:
        load(folder, *texts, **settings)
    except sa.ContentError as error:
        return error.diagnostics
    return ()


def refused(*packs: Path, **settings: Any) -> sa.ContentError:
    """Why packs cannot be loaded beside the base game."""
    with pytest.raises(sa.ContentError) as error:
        sa.load(modules=[str(pack) for pack in packs], **{"players": 3, **settings})
    return error.value


def told(diagnostics: Sequence[Any]) -> list[tuple[str, str, int]]:
    """Code, file without its folder, and line of each finding."""
    return [(found.code, found.place.file.rpartition("/")[0], found.place.span.line) for found in diagnostics]


def codes(folder: Path, *texts: str, **settings: Any) -> list[str]:
    return [each.code for each in found(folder, *texts, **settings)]


def data_of(content: Any) -> dict[str, Any]:
    """Every record's table after all edits, by its address."""
    return {entry.address: entry.raw_record.data for entry in content}
