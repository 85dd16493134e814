"""Writes the first files of a new pack: an edit, a scenario and a property that pass, with comments.

The templates are TOML files in the folder `starter_pack`.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from pathlib import Path

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.loading.load import load
from stoneage_rules.packs.records.ids import ID, LETTERS
from stoneage_rules.testing.schemas import write_schemas

__all__ = ["STARTER_FILES", "check_new", "filled", "write_folder", "write_starter"]

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
    check_new(folder, id)
    texts = {name: filled("starter_pack", name, id) for name in STARTER_FILES}
    return write_folder(folder, texts, lambda unfinished: write_schemas(unfinished / SCHEMAS, load()))


def write_folder(
    folder: Path, texts: Mapping[str, str], write_more: Callable[[Path], Iterable[Path]] = lambda unfinished: ()
) -> tuple[Path, ...]:
    """Writes the files of a new folder, all of them or none, and returns their paths.

    Args:
        folder: the folder to create.
        texts: the texts of the files by their paths in it.
        write_more: writes further files into a folder that becomes the new one, and returns their paths there.
    """
    unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name, text in texts.items():
            file = unfinished / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        names = [*map(Path, texts), *(file.relative_to(unfinished) for file in write_more(unfinished))]
        unfinished.chmod(0o755)
        unfinished.rename(folder)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return tuple(folder / name for name in names)


def check_new(folder: Path, id: str) -> None:
    """Refuses a folder or an id that is taken, or that cannot be.

    Raises:
        StoneAgeError: it is.
    """
    if folder.exists() or folder.is_symlink():
        raise StoneAgeError(f"{folder} exists already; name a folder that does not")
    if not folder.parent.is_dir():
        raise StoneAgeError(f"{folder.parent} is no folder; make it first")
    if not ID.fullmatch(id):
        raise StoneAgeError(f"`{id}` cannot be the id of a pack: an id is made of {LETTERS}")
    if id in installed_modules():
        raise StoneAgeError(f"`{id}` is the id of an installed module; choose another")


def filled(templates: str, name: str, id: str) -> str:
    """Returns the text of a template, with the id of the new pack, its name and its Python package."""
    text = resources.files(__package__).joinpath(templates, *name.split("/")).read_text("utf-8")
    values = {"@id": id, "@name": id.replace("-", " ").capitalize(), "@package": id.replace("-", "_")}
    for word, value in values.items():
        text = text.replace(word, value)
    return text
