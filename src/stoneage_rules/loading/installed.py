"""Modules by entry point, and packs beside a pack."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.errors import ContentError, PluginError, StoneAgeError, UnknownName
from stoneage_rules.language.events import hookimpl
from stoneage_rules.language.fields import Described
from stoneage_rules.language.forms import Structurer
from stoneage_rules.packs.content import Manifest
from stoneage_rules.packs.find import MANIFEST, read_pack, way_to
from stoneage_rules.packs.options import read_manifest
from stoneage_rules.packs.report import Report
from stoneage_rules.text import nearest

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

    from stoneage_rules.kernel.ruleset import GameEngine, Ruleset

# --- entry points -------------------------------------------------------------------------------------------------
#
# Finds the entry points of modules and policies by `importlib.metadata`, which is imported when it is asked.


MODULES = "stoneage.modules"
"""The entry-point group of modules; the name of an entry point is the module's id."""

POLICY_GROUP = "stoneage.policies"
"""The entry-point group of policies; the name of an entry point is the name of the policy."""


ENGINES = "stoneage.engines"
"""The entry-point group of engines that play random games; each names a function as `Ruleset.accelerate` takes it."""


def engine_of(rules: Ruleset) -> GameEngine | None:
    """Returns the engine of an installed package that knows all of the rules; None where there is none, or it cannot be used."""
    for points in entry_points_of(ENGINES).values():
        with suppress(ImportError, AttributeError):
            engine: GameEngine | None = points[0].load()(rules)
            if engine is not None:
                return engine
    return None


def entry_points_of(group: str) -> dict[str, list[EntryPoint]]:
    """Returns the entry points of a group by name, several if packages disagree; imports nothing."""
    from importlib.metadata import distributions, entry_points

    points: Iterable[EntryPoint]
    try:
        points = entry_points(group=group)
    except Exception:
        # One malformed list makes the common look-up fail for all packages.
        points = [point for package in distributions() for point in _readable(package, group)]
    by_name: dict[str, list[EntryPoint]] = {}
    for point in sorted(dict.fromkeys(points), key=lambda point: (point.name, point.value)):
        by_name.setdefault(point.name, []).append(point)
    return by_name


def _readable(package: Distribution, group: str) -> Iterable[EntryPoint]:
    """Returns none if the package's list is malformed."""
    try:
        return package.entry_points.select(group=group)
    except Exception:
        return ()


# --- installed ----------------------------------------------------------------------------------------------------
#
# Finds the installed modules by their entry points, without importing any.  `load` enables them.


class PackPlugin:
    """The plugin of a pack without Python: the library's own implementation of the hook `stoneage_content`."""

    def __init__(self, root: str | Path) -> None:
        self.root: Path = Path(root)

    @hookimpl
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
        """True if the text of the package's own file mentions hooks; nothing is run."""
        try:
            return self.root is not None and b"hookimpl" in (self.root / "__init__.py").read_bytes()
        except OSError:
            return False

    @property
    def fault(self) -> str:
        """The reason why the module cannot be enabled, if it is visible without an import; empty otherwise."""
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
    return {id: Installed(id, first, _root_of(first), tuple(rivals)) for id, (first, *rivals) in entry_points_of(MODULES).items()}


def sound_modules() -> dict[str, Path]:
    """Returns the folders of the installed modules that can be enabled, by id."""
    return {id: module.root for id, module in installed_modules().items() if module.root is not None and not module.fault}


def package_of(point: EntryPoint) -> str:
    """Returns the Python package that an entry point names, or in which its module is; empty if its value is malformed."""
    try:
        return point.module.partition(".")[0]
    except (AssertionError, AttributeError, ValueError):  # the first of these in Python 3.13
        return ""


def _root_of(point: EntryPoint) -> Path | None:
    """Returns the folder of the package that an entry point names; None if there is none."""
    try:
        spec = find_spec(package_of(point))
    except (ImportError, ValueError):
        return None
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return Path(folders[0]) if folders else None


# --- dependencies -------------------------------------------------------------------------------------------------
# Finds the other packs that one pack requires or can use: installed, or in a neighbouring folder.


class Dependencies:
    """The modules that a table must enable for a pack to load, and optional further ones.

    Modules are named as in a table: by id if installed, else by the path of their folder.

    Args:
        root: the pack's folder or zip file, resolved.
        manifest: the pack's manifest.

    Raises:
        StoneAgeError: the pack is a module with Python that is installed from another folder.
    """

    def __init__(self, root: Path, manifest: Manifest) -> None:
        module = installed_modules().get(manifest.pack.id)
        if module is not None and module.has_python and module.root is not None and module.root.resolve() != root:
            raise StoneAgeError(
                f"{module.id} is installed from {module.root}, and its Python with it; install the module from this folder, for "
                f"instance with `pip install -e`, or name it by its id: {module.id}; "
                "if it is another module, give this pack another id"
            )
        self.root = root
        self.manifest = manifest

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The modules that the pack requires, directly or through others; modules that cannot be found are left out."""
        return self._required_by(self.manifest)

    @cached_property
    def optional(self) -> dict[str, tuple[str, ...]]:
        """For each optional pack that can be found, the modules that enable it."""
        return {id: modules for id in self.manifest.optional if (modules := self.enabling(id))}

    @property
    def missing(self) -> list[str]:
        """The ids of the optional packs that cannot be found."""
        return [id for id in self.manifest.optional if id not in self.optional]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all installed or neighbouring packs."""
        return tuple({**self._beside, **self._installed})

    def _required_by(self, manifest: Manifest, dependents: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The modules that enable everything a manifest requires, each once."""
        modules = [module for id in manifest.requires if id not in dependents for module in self.enabling(id, dependents)]
        return tuple(dict.fromkeys(modules))

    def enabling(self, id: str, dependents: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Returns the modules that enable a pack: its requirements, then itself; empty if it cannot be found.

        `dependents` are the packs that lead to it, so that a circle ends; loading reports it.
        """
        module, root = self._installed.get(id) or self._beside.get(id) or (id, None)
        return () if root is None else (*self._required_by(read_manifest_or_raise(root), (*dependents, id)), module)

    @cached_property
    def _installed(self) -> dict[str, tuple[str, Path]]:
        """Name and folder of every installed module, by its id."""
        return {id: (id, module.root) for id, module in installed_modules().items() if module.root is not None}

    @cached_property
    def _beside(self) -> dict[str, tuple[str, Path]]:
        """Name and folder of every neighbouring pack, by its id; packs with a broken manifest are left out."""
        packs = {}
        for folder in sorted(self.root.parent.iterdir()):
            if folder != self.root and (folder / "pack.toml").is_file():
                try:
                    packs[read_manifest_or_raise(folder).pack.id] = str(folder), folder
                except ContentError:
                    continue
        return packs


def pack_folder(name: str | Path) -> Path:
    """Returns the folder or zip file of a pack, given its path or else the id of an installed module."""
    module, path = installed_modules().get(str(name)), Path(name)
    is_here = path.is_file() or (path / MANIFEST).is_file()
    return module.root if module is not None and module.root is not None and not is_here else path


def existing_pack(name: str | Path) -> Path:
    """Returns the folder or zip file of a pack, as `pack_folder` does, after checking that it exists.

    Raises:
        UnknownName: there is none.
    """
    path = pack_folder(name)
    if not path.exists():
        # Unlike `iterdir` and `Path.is_file`, these skip unreadable folders.
        there = path.parent.glob("*")
        packs = [other.name for other in there if other.suffix in (".toml", ".zip") or os.path.isfile(other / MANIFEST)]
        beside = nearest(path.name, packs)
        near = path.with_name(beside) if beside else nearest(str(name), installed_modules())
        hint = f"; did you mean `{near}`?" if near else ""
        raise UnknownName(f"{name} does not exist, and no module of this id is installed{hint}")
    return path


def read_manifest_or_raise(root: Path) -> Manifest:
    """Reads the manifest of a pack.

    Raises:
        ContentError: there is none, or it is wrong.
    """
    report = Report()
    manifest = read_manifest_partly(root, report)
    report.check()
    assert manifest is not None, "a manifest that is not there is reported"
    return manifest


def read_manifest_partly(root: Path, report: Report) -> Manifest | None:
    """Reads as much of a pack's manifest as it can, and reports the faults; returns None if even the id is unreadable."""
    return read_manifest(read_pack(root, way_to(root), manifest_only=True), Structurer({}, {}), report)
