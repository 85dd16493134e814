"""Selects the packs that can still be checked: those that depend on no pack with a broken manifest.

The relations between packs are checked in `load_order`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.reading.find import PackFiles
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.resolution.load_order import check_relations, in_pack_order, visible_by_pack
from stoneage_rules.packs.resolution.manifest_reader import manifest_and_faults, report_manifest
from stoneage_rules.text.wording import listed

__all__ = ["Packs", "read_packs"]

FOR_PEOPLE = {("pack", "name"), ("pack", "license"), ("pack", "summary")}
"""Keys of a manifest that do not affect content."""


@attrs.frozen
class Packs(Described):
    """The packs of a table."""

    read: tuple[Pack, ...]
    """Packs whose manifest can be read, at least in part."""
    loadable: tuple[Pack, ...]
    """Packs whose content can be checked, in pack order."""
    twins: tuple[tuple[Pack, Pack], ...]
    """Pairs of packs with the same id; the first one is used."""


def read_packs(
    found: Iterable[PackFiles],
    structurer: Structurer,
    library: str,
    features: frozenset[str],
    report: Report,
    absent: Collection[str] = (),
    installed: Collection[str] = (),
) -> Packs:
    """Reads the packs in some files, and reports every problem with their manifests and relations.

    Args:
        found, structurer: the files of each pack, and what reads their manifests.
        library, features: the version and the features of the library.
        report: collects the diagnostics.
        absent: packs that the table names and that are missing, which has been reported already.
        installed: the ids of all installed modules.
    """
    packs: dict[str, Pack] = {}
    twins: list[tuple[Pack, Pack]] = []
    unreadable: list[PackFiles] = []
    broken: set[str] = set()
    for files in found:
        manifest, faults = manifest_and_faults(files, structurer)
        report_manifest(files, faults, report)
        if manifest is None:
            unreadable.append(files)
            continue
        pack = Pack(manifest, files)
        twin = packs.setdefault(pack.id, pack)
        twins += [(twin, pack)] if twin is not pack else []
        broken |= {pack.id} if twin is not pack or files.faults or any(map(_bears_on_content, faults)) else set()
    read = tuple(packs.values())
    missing = _missing(read, absent, unreadable)
    broken.update(pack.id for pack in read if not missing.isdisjoint(_named(pack)))
    broken |= check_relations(read, library, features, report, broken, missing, installed)
    loadable = in_pack_order(_that_build_on_none(read, broken, unreadable))
    _note_unchecked(loadable, read, unreadable, report)
    return Packs(read, loadable, tuple(twins))


def _missing(packs: Sequence[Pack], absent: Collection[str], unreadable: Sequence[PackFiles]) -> set[str]:
    """Returns the packs that are missing because of an error."""
    if not unreadable:
        return {*absent}
    # A pack with an unreadable id could be any of the packs that others name.
    return {*absent, *(name for pack in packs for name in _named(pack))} - {pack.id for pack in packs}


def _that_build_on_none(packs: Sequence[Pack], broken: Set[str], unreadable: Sequence[PackFiles]) -> list[Pack]:
    """Returns the packs that neither are broken nor depend on a broken pack."""
    if unreadable and not any(pack.manifest.pack.kind == "base" for pack in packs):
        return []
    visible = visible_by_pack(packs)
    return [pack for pack in packs if broken.isdisjoint(visible[pack.id])]


def _note_unchecked(loadable: Sequence[Pack], read: Sequence[Pack], unreadable: Sequence[PackFiles], report: Report) -> None:
    """Puts the diagnostics in pack order, and records the packs that are not checked."""
    report.arrange(file for pack in (*loadable, *read) for file in pack.files.texts)
    names = {*(pack.id for pack in read if pack not in loadable), *(files.root.stem for files in unreadable)}
    if names:
        report.unchecked[f"the content of {listed(sorted(names))}"] = None


def _named(pack: Pack) -> set[str]:
    """Returns the packs that a manifest names."""
    return {*pack.manifest.requires, *pack.manifest.optional}


def _bears_on_content(fault: Fault) -> bool:
    """Returns whether a fault of a manifest can cause further faults in the content."""
    return not {fault.path, fault.missing, _meant(fault)} & FOR_PEOPLE


def _meant(fault: Fault) -> Path:
    """Returns the path of the key that a misspelt key most likely stands for."""
    return (*fault.path[:-1], fault.near or "") if fault.code == "SA202" else ()
