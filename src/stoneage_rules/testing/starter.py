"""Writes the first files of a new pack: an edit, a scenario and a property that pass, with comments.

The templates are TOML files in the folder `starter_pack`.
"""

from __future__ import annotations

import shutil
import tempfile
from importlib import resources
from pathlib import Path

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.load import load
from stoneage_rules.packs.records.ids import ID
from stoneage_rules.testing.schemas import write_schemas

__all__ = ["STARTER_FILES", "write_starter"]

STARTER_FILES = ("pack.toml", "rules.toml", "tests/properties.toml", "tests/scenarios.toml")
"""The files of a new pack that its author edits."""
SCHEMAS = "schemas"
"""The folder of schemas for editors, which the first lines of the files name."""


def write_starter(folder: str | Path, id: str | None = None) -> tuple[Path, ...]:
    """Writes a new pack that loads, plays and passes its own tests; returns its files.

    Writes either all files or none.

    Args:
        folder: the folder to create; it must not exist.
        id: the id of the pack; by default the folder's name.

    Raises:
        StoneAgeError: the folder exists, its parent does not, or the id is invalid or taken.
    """
    folder = Path(folder)
    id = folder.resolve().name if id is None else id
    _check(folder, id)
    unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name in STARTER_FILES:
            file = unfinished / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(_filled(_template(name), id), "utf-8")
        schemas = write_schemas(unfinished / SCHEMAS, load())
        unfinished.chmod(0o755)
        unfinished.rename(folder)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return (*(folder / name for name in STARTER_FILES), *(folder / SCHEMAS / file.name for file in schemas))


def _check(folder: Path, id: str) -> None:
    if folder.exists() or folder.is_symlink():
        raise StoneAgeError(f"{folder} exists already; name a folder that does not")
    if not folder.parent.is_dir():
        raise StoneAgeError(f"{folder.parent} is no folder; make it first")
    if not ID.fullmatch(id):
        raise StoneAgeError(f"`{id}` cannot be the id of a pack: an id is made of lower case letters, digits and hyphens")
    if id in installed_modules():
        raise StoneAgeError(f"`{id}` is the id of an installed module; choose another")


def _template(name: str) -> str:
    return resources.files(__package__).joinpath("starter_pack", *name.split("/")).read_text("utf-8")


def _filled(text: str, id: str) -> str:
    name = id.replace("-", " ").capitalize()
    return text.replace("@id", id).replace("@name", name)
