"""Finds the other packs that one pack requires or can use: installed, or in a folder beside it."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from stoneage_rules.errors import ContentError, StoneAgeError, UnknownName
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.reading.find import read_pack
from stoneage_rules.packs.reading.pack_paths import MANIFEST, way_to
from stoneage_rules.packs.records.manifest import Manifest
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.resolution.manifest_reader import read_manifest
from stoneage_rules.text.spelling import nearest

__all__ = ["Dependencies", "existing_pack", "pack_folder", "read_manifest_or_raise", "read_manifest_partly"]


class Dependencies:
    """The modules that a table must enable for a pack to load, and those that it may enable besides.

    Modules are named as in a table: by id if they are installed, else by the path of their folder.

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
                f"instance with `pip install -e`, or name it by its id: {module.id}"
            )
        self.root = root
        self.manifest = manifest

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The modules that the pack requires, directly or through others; those that cannot be found are left out."""
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
        """The ids of all packs that are installed or lie beside this one."""
        return tuple({**self._beside, **self._installed})

    def _required_by(self, manifest: Manifest, dependents: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The modules that enable everything a manifest requires, each once."""
        modules = [module for id in manifest.requires if id not in dependents for module in self.enabling(id, dependents)]
        return tuple(dict.fromkeys(modules))

    def enabling(self, id: str, dependents: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Returns the modules that enable a pack: what it requires, then itself; empty if it cannot be found.

        `dependents` are the packs on the way to it, so that a circle ends; loading reports it.
        """
        module, root = self._installed.get(id) or self._beside.get(id) or (id, None)
        return () if root is None else (*self._required_by(read_manifest_or_raise(root), (*dependents, id)), module)

    @cached_property
    def _installed(self) -> dict[str, tuple[str, Path]]:
        """Name and folder of every installed module, by its id."""
        return {id: (id, module.root) for id, module in installed_modules().items() if module.root is not None}

    @cached_property
    def _beside(self) -> dict[str, tuple[str, Path]]:
        """Name and folder of every pack beside this one, by its id; packs with a broken manifest are left out."""
        packs = {}
        for folder in sorted(self.root.parent.iterdir()):
            if folder != self.root and (folder / "pack.toml").is_file():
                try:
                    packs[read_manifest_or_raise(folder).pack.id] = str(folder), folder
                except ContentError:
                    continue
        return packs


def pack_folder(name: str | Path) -> Path:
    """Returns the folder or zip file of a pack, which may be named by the id of an installed module, unless a pack lies there."""
    module, path = installed_modules().get(str(name)), Path(name)
    is_here = path.is_file() or (path / MANIFEST).is_file()
    return module.root if module is not None and module.root is not None and not is_here else path


def existing_pack(name: str | Path) -> Path:
    """Returns the same if there is such a folder or file.

    Raises:
        UnknownName: there is none.
    """
    path = pack_folder(name)
    if not path.exists():
        # Unlike `iterdir` and `Path.is_file`, these pass over folders that may not be read.
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
