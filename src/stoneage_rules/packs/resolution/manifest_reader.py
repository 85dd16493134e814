"""Reads the manifest of a pack, skipping the parts that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.findings.reported import REPORTED, is_whole
from stoneage_rules.packs.reading.find import PackFiles
from stoneage_rules.packs.records.ids import ID, ill_formed, prefix_faults
from stoneage_rules.packs.records.manifest import FORMAT, Manifest
from stoneage_rules.packs.records.parts import typed_fields
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.records.values import read_record
from stoneage_rules.packs.resolution.options import declared_faults
from stoneage_rules.packs.resolution.versions import is_version

__all__ = ["manifest_and_faults", "read_manifest", "report_manifest"]

NO_VERSION = "0"
"""The version assumed for a pack whose own version cannot be read."""


def read_manifest(files: PackFiles, structurer: Structurer, report: Report) -> Manifest | None:
    """Reads a manifest as far as possible and reports its faults; returns None if not even the pack's id can be read."""
    manifest, faults = manifest_and_faults(files, structurer)
    report_manifest(files, faults, report)
    return manifest


def report_manifest(files: PackFiles, faults: Iterable[Fault], report: Report) -> None:
    """Reports the faults of a manifest, and those of the files themselves."""
    report.texts.update(files.texts)
    report.diagnostics += files.faults
    for fault in faults:
        assert files.manifest is not None
        report.add(fault, files.manifest, (), files.root.name)


def manifest_and_faults(files: PackFiles, structurer: Structurer) -> tuple[Manifest | None, list[Fault]]:
    """Returns the readable part of a manifest and its faults; None instead of the manifest if the pack's id cannot be read."""
    if files.manifest is None:
        return None, []
    made, faults = read_record(structurer, files.manifest.data, Manifest)
    if not isinstance(getattr(made.pack, "id", None), str):
        return None, faults
    manifest: Manifest = _without_reported(made, {"format": FORMAT, "version": NO_VERSION})
    faults += _manifest_faults(manifest)
    if isinstance(made.pack.statements, tuple):
        faults += prefix_faults(made.pack.statements)
    if not is_version(manifest.pack.version):
        manifest = attrs.evolve(manifest, pack=attrs.evolve(manifest.pack, version=NO_VERSION))
    return manifest, faults


def _manifest_faults(manifest: Manifest) -> Iterator[Fault]:
    if manifest.format != FORMAT:
        fault = Fault("SA104", "a format that this library does not read", f"it reads format {FORMAT}", path=("format",))
        yield attrs.evolve(fault, help=f"write `format = {FORMAT}`, or install the library that the pack was made for")
    if not ID.fullmatch(manifest.pack.id):
        yield ill_formed(manifest.pack.id, ("pack", "id"))
    if not is_version(manifest.pack.version):
        label, help = "this is no version", 'for example `version = "1.0.0"`'
        yield Fault("SA104", "a version that cannot be read", label, help=help, path=("pack", "version"))
    for name, option in manifest.options.items():
        yield from declared_faults(name, option)


def _without_reported(value: Any, instead: Mapping[str, Any]) -> Any:
    """Returns a value without `REPORTED`: drops elements and entries that contain it, and gives fields their defaults.

    `instead` has the values for keys without a default; those that it lacks become empty text.
    """
    if is_whole(value):
        return value
    if isinstance(value, tuple):
        return tuple(filter(is_whole, value))
    if isinstance(value, Mapping):
        return {key: inner for key, inner in value.items() if is_whole(inner)}
    kept = {}
    for attribute in typed_fields(type(value)):
        inner = getattr(value, attribute.name)
        if inner is not REPORTED:
            kept[attribute.name] = _without_reported(inner, instead)
        elif attribute.default is attrs.NOTHING:
            kept[attribute.name] = instead.get(attribute.name, "")
    return type(value).__bases__[0](**kept)
