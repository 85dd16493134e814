"""Selects the packs that can still be checked: those that depend on no pack with a broken manifest.

How packs stand to each other is in `order`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set

import attrs

from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import Report
from stoneage_rules.packs.reading.find import PackFiles
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.resolution.load_order import check_relations, in_pack_order, visible_by_pack
from stoneage_rules.packs.resolution.manifest_reader import manifest_and_faults, tell_manifest
from stoneage_rules.text.wording import listed

__all__ = ["Packs", "read_packs"]

NEWER_TOML = "SA102"
FOR_PEOPLE = {("pack", "name"), ("pack", "license"), ("pack", "summary")}
"""Keys of a manifest that mean nothing to content."""


@attrs.frozen
class Packs:
    """The packs of a table."""

    read: tuple[Pack, ...]
    """Those whose manifest can be read, at least in part."""
    sound: tuple[Pack, ...]
    """In pack order those whose content can be looked at."""
    twins: tuple[tuple[Pack, Pack], ...]
    """Those with one id: the first counts."""


def read_packs(
    found: Iterable[PackFiles],
    structurer: Structurer,
    library: str,
    features: frozenset[str],
    report: Report,
    absent: Collection[str] = (),
    installed: Collection[str] = (),
) -> Packs:
    """Returns the packs in some files, with all that is wrong with manifests and relations reported.

    Args:
        found: the files of each pack.
        structurer: reads the manifests.
        library, features: the version of the library, and what it can do.
        report: takes what is wrong.
        absent: packs that the table names in vain: it is no news that they are not there.
        installed: the ids of all installed modules.
    """
    packs: dict[str, Pack] = {}
    twins: list[tuple[Pack, Pack]] = []
    lost: list[PackFiles] = []
    flawed: set[str] = set()
    for files in found:
        manifest, faults = manifest_and_faults(files, structurer)
        tell_manifest(files, faults, report)
        if manifest is None:
            lost.append(files)
            continue
        pack = Pack(manifest, files)
        twin = packs.setdefault(pack.id, pack)
        twins += [(twin, pack)] if twin is not pack else []
        flawed |= {pack.id} if twin is not pack or _is_incomplete(files) or any(map(_bears_on_content, faults)) else set()
    read = tuple(packs.values())
    missing = _missing(read, absent, lost)
    flawed.update(pack.id for pack in read if not missing.isdisjoint(_named(pack)))
    flawed |= check_relations(read, library, features, report, flawed, missing, installed)
    sound = in_pack_order(_that_build_on_none(read, flawed, lost))
    _tell_the_rest(sound, read, lost, report)
    return Packs(read, sound, tuple(twins))


def _missing(packs: Sequence[Pack], absent: Collection[str], lost: Sequence[PackFiles]) -> set[str]:
    """Returns the packs that are not there because of what is wrong."""
    if not lost:
        return {*absent}
    # A pack whose id cannot be read may be any that is named.
    return {*absent, *(name for pack in packs for name in _named(pack))} - {pack.id for pack in packs}


def _that_build_on_none(packs: Sequence[Pack], flawed: Set[str], lost: Sequence[PackFiles]) -> list[Pack]:
    """Returns the packs that neither are flawed nor come after one that is."""
    if lost and not any(pack.manifest.pack.kind == "base" for pack in packs):
        return []
    visible = visible_by_pack(packs)
    return [pack for pack in packs if flawed.isdisjoint(visible[pack.id])]


def _tell_the_rest(sound: Sequence[Pack], read: Sequence[Pack], lost: Sequence[PackFiles], report: Report) -> None:
    """Lets findings come in pack order, and takes note of the packs that are not looked at."""
    report.arrange(file for pack in (*sound, *read) for file in pack.files.texts)
    names = {*(pack.id for pack in read if pack not in sound), *(files.root.stem for files in lost)}
    if names:
        report.unchecked[f"the content of {listed(sorted(names))}"] = None


def _named(pack: Pack) -> set[str]:
    """Returns the packs that a pack knows by name."""
    return {*pack.manifest.requires, *pack.manifest.optional}


def _is_incomplete(files: PackFiles) -> bool:
    """Returns whether there is a file that could not be read: nobody knows what it says."""
    return any(fault.code != NEWER_TOML for fault in files.faults)


def _bears_on_content(fault: Fault) -> bool:
    """Returns whether a fault of a manifest may make content look wrong."""
    return not {fault.path, fault.missing, _meant(fault)} & FOR_PEOPLE


def _meant(fault: Fault) -> Path:
    """Returns the way to the key that a misspelt one was meant to be."""
    return (*fault.path[:-1], fault.fix or "") if fault.code == "SA202" else ()
