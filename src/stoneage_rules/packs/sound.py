"""Which packs can be looked at where something is wrong with a manifest: those that build on none of which that is true.

How packs stand to each other is in `order`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import attrs

from stoneage_rules.packs.build import manifest_and_faults, tell_manifest
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.faults import Fault
from stoneage_rules.packs.find import PackFiles
from stoneage_rules.packs.order import check_relations, in_pack_order, views_of
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.structure import Structurer
from stoneage_rules.packs.wording import listed

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
) -> Packs:
    """The packs in some files, with all that is wrong with manifests and relations reported.

    Args:
        found: the files of each pack.
        structurer: reads the manifests.
        library: the library's version.
        features: what it can do.
        report: takes what is wrong.
        absent: packs that the table names in vain: it is no news that they are not there.
    """
    packs: dict[str, Pack] = {}
    twins: list[tuple[Pack, Pack]] = []
    lost: list[PackFiles] = []
    flawed: set[str] = set()
    for files in found:
        manifest, faults = manifest_and_faults(files, structurer)
        tell_manifest(files, faults, report)
        if manifest is not None and (_is_incomplete(files) or any(map(_bears_on_content, faults))):
            flawed.add(manifest.pack.id)
        if manifest is None:
            lost.append(files)
        elif manifest.pack.id in packs:
            twins.append((packs[manifest.pack.id], Pack(manifest, files)))
        else:
            packs[manifest.pack.id] = Pack(manifest, files)
    read = tuple(packs.values())
    flawed |= {first.id for first, _ in twins}
    # A pack whose id cannot be read may be any that is missing.
    missing = {name for pack in read for name in _named(pack)} - {*packs} if lost else {*absent}
    flawed |= {pack.id for pack in read if not missing.isdisjoint(_named(pack))}
    flawed |= check_relations(read, library, features, report, flawed, missing)
    views = views_of(read)
    there = not lost or any(pack.manifest.pack.kind == "base" for pack in read)
    sound = [pack for pack in read if there and flawed.isdisjoint(views[pack.id])]
    _note_unsound([pack.id for pack in read if pack not in sound] + [files.root.stem for files in lost], report)
    return Packs(read, in_pack_order(sound), tuple(twins))


def _note_unsound(packs: Sequence[str], report: Report) -> None:
    if packs:
        report.unchecked[f"the content of {listed(sorted({*packs}))}"] = None


def _named(pack: Pack) -> set[str]:
    """The packs that a pack knows by name."""
    return {*pack.manifest.requires, *pack.manifest.optional}


def _is_incomplete(files: PackFiles) -> bool:
    """Whether there is a file that could not be read: nobody knows what it says."""
    return any(fault.code != NEWER_TOML for fault in files.faults)


def _bears_on_content(fault: Fault) -> bool:
    """Whether a fault of a manifest may make content look wrong."""
    return not {fault.path, fault.missing, _meant(fault)} & FOR_PEOPLE


def _meant(fault: Fault) -> Path:
    """The way to the key that a misspelt one was meant to be."""
    return (*fault.path[:-1], fault.fix or "") if fault.code == "SA202" else ()
