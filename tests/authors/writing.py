"""Writes small packs for tests: a manifest, and whatever files a test gives.

Which faults such a pack has is the test's business.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

__all__ = ["TOY", "write_pack"]

TOY = Path(__file__).parent / "toy" / "meadow"
"""A base game of a few moments."""

MANIFEST = """\
format = 1

[pack]
id = "{id}"
name = "{id}"
version = "1.0.0"
kind = "house-rules"
license = "CC0-1.0"

[requires]
{requires} = ">=1.0"
{more}
"""


def write_pack(folder: Path, files: Mapping[str, str], *, requires: str = "meadow", more: str = "", id: str = "stranger") -> Path:
    """A pack in `folder/ID` with these files; the toy game lies beside it."""
    if not (folder / TOY.name).exists():
        shutil.copytree(TOY, folder / TOY.name)
    root = folder / id
    for name, text in {"pack.toml": MANIFEST.format(id=id, requires=requires, more=more), **files}.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return root
