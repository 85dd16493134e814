"""Finds the installed modules by their entry points, without importing any.  `load` enables them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules import hookspecs
from stoneage_rules.errors import PluginError
from stoneage_rules.language.described import Described
from stoneage_rules.loading.entry_points import MODULES, points_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["Installed", "PackPlugin", "installed_modules", "package_of", "sound_modules"]


class PackPlugin:
    """The plugin of a pack without Python: the library's own implementation of the hook `stoneage_content`."""

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)

    @hookspecs.hookimpl
    def stoneage_content(self) -> Path:
        """Returns the pack's folder."""
        return self.root


@attrs.frozen
class Installed(Described):
    """An installed module, found by its entry point and not imported."""

    id: str
    entry_point: EntryPoint
    root: Path | None
    """The folder with its `pack.toml`; None if its package does not exist."""
    rivals: tuple[EntryPoint, ...] = ()
    """Entry points of other packages with the same id; while there are any, the module cannot be enabled."""

    @property
    def has_python(self) -> bool:
        """True if the entry point names a Python module or object, or a package that has hooks; nothing else is imported."""
        return "." in self.entry_point.module or bool(self.entry_point.attr) or self._has_hooks

    @property
    def _has_hooks(self) -> bool:
        """True if the package's own file speaks of hooks, as it must to have any: seen without running it."""
        try:
            return self.root is not None and b"hookimpl" in (self.root / "__init__.py").read_bytes()
        except OSError:
            return False

    @property
    def fault(self) -> str:
        """The reason why the module cannot be enabled, as far as it shows without an import; empty if there is none."""
        value, package = self.entry_point.value, package_of(self.entry_point)
        if self.rivals:
            others = " and ".join(f"`{rival.value}`" for rival in self.rivals)
            return f"it is installed more than once: by `{value}` and by {others}; uninstall one"
        if not package:
            return f"its entry point `{value}` is not the name of a Python module; a package's name has underscores, no hyphens"
        if self.root is None:
            return f"there is no package `{package}`, which its entry point `{value}` names; install it again, or correct that"
        return ""

    def plugins(self) -> dict[str, Any]:
        """Returns the module's pack and, imported here and nowhere else, its Python, as plugins by name.

        Raises:
            PluginError: the module has a fault, or cannot be imported.
        """
        value = self.entry_point.value
        if self.fault or self.root is None:
            raise PluginError(f"module {self.id}: {self.fault}")
        if not self.has_python:
            return {self.id: PackPlugin(self.root)}
        try:
            python = self.entry_point.load()
        except Exception as error:
            raise PluginError(
                f"module {self.id} cannot be imported: {type(error).__name__}: {error}; its entry point is `{value}`"
            ) from error
        return {self.id: PackPlugin(self.root), f"{self.id} ({value})": python}


def installed_modules() -> dict[str, Installed]:
    """Returns every installed module by id; imports nothing."""
    return {id: Installed(id, first, _root_of(first), tuple(rivals)) for id, (first, *rivals) in points_of(MODULES).items()}


def sound_modules() -> dict[str, Path]:
    """Returns the folders of the installed modules that can be enabled, by id."""
    return {id: module.root for id, module in installed_modules().items() if module.root is not None and not module.fault}


def package_of(point: EntryPoint) -> str:
    """Returns the Python package that an entry point names, or in which its module is; empty if its value is malformed."""
    try:
        return point.module.partition(".")[0]
    except (AttributeError, ValueError):
        return ""


def _root_of(point: EntryPoint) -> Path | None:
    """Returns the folder of the package that an entry point names; None if there is none."""
    try:
        spec = find_spec(package_of(point))
    except (ImportError, ValueError):
        return None
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return Path(folders[0]) if folders else None
