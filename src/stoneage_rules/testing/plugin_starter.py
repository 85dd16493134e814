"""Writes the first files of a new module with a plugin: a distribution that can be installed, plays and passes its own tests.

The templates are text files in the folder `starter_plugin`.
"""

from __future__ import annotations

import keyword
from importlib.util import find_spec
from pathlib import Path

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.testing.starter import check_new, filled, write_folder

__all__ = ["write_plugin_starter"]

FILES = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    ".gitignore": "gitignore.txt",
    "src/@package/__init__.py": "__init__.py.txt",
    "src/@package/pack.toml": "pack.toml.txt",
    "src/@package/rules.toml": "rules.toml.txt",
    "src/@package/plugin.py": "plugin.py.txt",
    "tests/scenarios/rules.toml": "scenarios.toml.txt",
    "tests/test_plugin.py": "test_plugin.py.txt",
}
"""The templates of the files of a new distribution, by the paths of the files in it."""


def write_plugin_starter(folder: str | Path, id: str | None = None) -> tuple[Path, ...]:
    """Writes a new distribution with a pack and a plugin, and returns its files.

    Writes either all files or none.

    Args:
        folder: the folder to create; it must not exist.
        id: the id of the module; by default the folder's name. Its package has underscores instead of hyphens.

    Raises:
        StoneAgeError: the folder exists, its parent does not, or the id is invalid or taken.
    """
    folder = Path(folder)
    id = folder.resolve().name if id is None else id
    check_new(folder, id)
    package = id.replace("-", "_")
    if not package.isidentifier() or keyword.iskeyword(package):
        raise StoneAgeError(f"`{package}` cannot be the name of a Python package; choose another id")
    if find_spec(package) is not None:
        raise StoneAgeError(f"there is a Python package `{package}` already; choose another id")
    texts = {path: filled("starter_plugin", template, id) for path, template in FILES.items()}
    return write_folder(folder, {path.replace("@package", package): text for path, text in texts.items()})
