"""The packs that one pack needs or could have beside it, as far as they are there: installed, or lying beside it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from stoneage_rules.errors import ContentError, StoneAgeError
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.packs.build import read_manifest
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.reading.find import read_pack, way_to
from stoneage_rules.packs.records.manifest import Manifest
from stoneage_rules.packs.records.structure import structurer_for

__all__ = ["Company", "folder_of", "likely_manifest", "manifest_of"]


class Company:
    """What a table must enable so that a pack can be there, and what it may enable besides.

    Raises:
        StoneAgeError: the pack is a module with Python that is installed from another folder: there is none for this one.
    """

    def __init__(self, root: Path, manifest: Manifest) -> None:
        known = installed_modules().get(manifest.pack.id)
        if known is not None and known.has_python and known.root is not None and known.root.resolve() != root:
            raise StoneAgeError(
                f"{known.id} is installed from {known.root}, and its Python with it; install the module from this folder, for "
                f"instance with `pip install -e`, or name it by its id: {known.id}"
            )
        self.root = root
        self.manifest = manifest

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The modules that the pack cannot do without."""
        return self._needed(self.manifest)

    @cached_property
    def optional(self) -> dict[str, tuple[str, ...]]:
        """For each optional pack that is there, the modules that bring it."""
        return {id: brought for id in self.manifest.optional if (brought := self._brought(id))}

    @property
    def missing(self) -> list[str]:
        """Optional packs that are not there, so that nothing can be said about them."""
        return [id for id in self.manifest.optional if id not in self.optional]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all packs that can be had."""
        return tuple({**self._beside, **self._installed})

    def _needed(self, manifest: Manifest, around: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What a table calls everything that a pack requires, near or far, as far as it is there."""
        found = [module for id in manifest.requires if id not in around for module in self._brought(id, around)]
        return tuple(dict.fromkeys(found))

    def _brought(self, id: str, around: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What a table calls a pack and what that requires: ids where they are installed, else paths of folders."""
        module, root = self._installed.get(id) or self._beside.get(id) or (id, None)
        # Packs that require each other in a circle are reported when they are loaded.
        return () if root is None else (*self._needed(manifest_of(root), (*around, id)), module)

    @cached_property
    def _installed(self) -> dict[str, tuple[str, Path]]:
        return {id: (id, known.root) for id, known in installed_modules().items() if known.root is not None}

    @cached_property
    def _beside(self) -> dict[str, tuple[str, Path]]:
        """The packs that lie beside this one, by their ids."""
        found = {}
        for folder in sorted(self.root.parent.iterdir()):
            if folder != self.root and (folder / "pack.toml").is_file():
                try:
                    found[manifest_of(folder).pack.id] = str(folder), folder
                except ContentError:
                    continue  # it is not the pack that is asked about
        return found


def folder_of(name: str | Path) -> Path:
    """The folder or zip file of a pack, which may also be called by the id of an installed module."""
    known = installed_modules().get(str(name))
    return known.root if known is not None and known.root is not None and not Path(name).exists() else Path(name)


def manifest_of(root: Path) -> Manifest:
    """The manifest of a pack.

    Raises:
        ContentError: there is none, or it is wrong.
    """
    report = Report()
    manifest = likely_manifest(root, report)
    report.check()
    assert manifest is not None, "a manifest that is not there is reported"
    return manifest


def likely_manifest(root: Path, report: Report) -> Manifest | None:
    """The manifest of a pack as far as it can be read, with what is wrong reported; None if not even its id can."""
    return read_manifest(read_pack(root, way_to(root), manifest_only=True), structurer_for({}, {}), report)
