"""Writes small packs for tests: a manifest, and whatever files a test gives, or plain data as text.

Which faults such a pack has is the test's business.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import stoneage_rules as sa
from stoneage_rules.plugin import PackPlugin

TOY = Path(__file__).parent / "authoring" / "toy" / "meadow"
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


FOLDER = TemporaryDirectory(prefix="stoneage-packs-")


@cache
def base_pack(text: str, more: str = "") -> Path:
    """A pack of this text for the base game, in a separate folder."""
    return write_pack(Path(mkdtemp(dir=FOLDER.name)), {"rules.toml": text}, requires="base", more=more)


def pack(text: str) -> PackPlugin:
    """Such a pack as a plugin."""
    return PackPlugin(base_pack(text))


@cache
def toy_with(text: str) -> sa.Ruleset:
    """The toy game for two with a pack of this text."""
    pack = write_pack(Path(mkdtemp(dir=FOLDER.name)), {"rules.toml": text})
    return sa.load(players=2, modules=[str(TOY), str(pack)])


@cache
def base_with(text: str, players: int = 2, *modules: str, **settings: Any) -> sa.Ruleset:
    """The base game with a pack of this text, which is for these modules, too."""
    pack = base_pack(text, "\n".join(f'{module} = ">=1.0"' for module in modules))
    return sa.load(players=players, modules=[str(pack), *modules], **settings)


def replace(file: Path, old: str, new: str) -> None:
    """Replaces what a file says, and says indeed."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def toml_file(data: Mapping[str, Any]) -> str:
    """The text of a file, with each of its values on one line."""
    return "".join(f"{key} = {toml(value)}\n" for key, value in data.items())


def manifest_text(id: str, kind: str = "house-rules", **more: Any) -> str:
    """A `pack.toml`; `more` are further tables of it."""
    pack = {"id": id, "name": id, "version": "1.0.0", "kind": kind, "license": "MIT"}
    return toml_file({"format": 1, "pack": pack, **more})


def write_metadata(site: Path, name: str, entries: str, group: str = "modules") -> Path:
    """Leaves beside a package what an installer would: its name and its entry points."""
    folder = site / f"{name}-1.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", "utf-8")
    (folder / "entry_points.txt").write_text(f"[stoneage.{group}]\n{entries}\n", "utf-8")
    return folder
