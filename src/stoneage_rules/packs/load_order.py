"""The packs of a table in their order, and which of them can be loaded."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import attrs

from stoneage_rules.language.faults import Fault, Write, unknown_word
from stoneage_rules.language.fields import Described
from stoneage_rules.language.forms import Structurer
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.diagnostics import Diagnostic, TextPlace
from stoneage_rules.packs.find import PackFiles
from stoneage_rules.packs.options import fits, is_version_range, manifest_and_faults, report_manifest
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import listed, nearest, written


def _before(packs: Sequence[Pack]) -> dict[str, set[str]]:
    """Maps each pack to the packs declared, by either side, to come before it."""
    there = {pack.id for pack in packs}
    before: dict[str, set[str]] = {pack.id: set() for pack in packs}
    for pack in packs:
        manifest = pack.manifest
        before[pack.id] |= {*manifest.requires, *manifest.optional, *manifest.order.after} & there
        for later in set(manifest.order.before) & there:
            before[later].add(pack.id)
    for pack in packs:
        # A pack that extends a base game comes after it even if it does not declare so.
        if pack.manifest.pack.kind != "base":
            before[pack.id] |= {other.id for other in packs if other.manifest.pack.kind == "base"}
    return before


def in_pack_order(packs: Sequence[Pack]) -> tuple[Pack, ...]:
    """Returns the packs in canonical order. There must be no cycle (`check_relations`)."""
    by_id = {pack.id: pack for pack in packs}
    sorter = TopologicalSorter(_before(packs))
    sorter.prepare()
    ordered: list[Pack] = []
    while sorter.is_active():
        for id in sorted(sorter.get_ready()):
            ordered.append(by_id[id])
            sorter.done(id)
    return tuple(ordered)


def visible_by_pack(packs: Sequence[Pack]) -> dict[str, tuple[str, ...]]:
    """Maps each pack to itself and every pack that it comes after, directly or indirectly."""
    before = _before(packs)
    visible: dict[str, tuple[str, ...]] = {}
    for pack in packs:
        seen, queue = [pack.id], [pack.id]
        while queue:
            for other in sorted(before[queue.pop(0)]):
                if other not in seen:
                    seen.append(other)
                    queue.append(other)
        visible[pack.id] = tuple(seen)
    return visible


def check_relations(
    packs: Sequence[Pack],
    library: str,
    features: frozenset[str],
    report: Report,
    broken: Collection[str] = (),
    absent: Collection[str] = (),
    installed: Collection[str] = (),
) -> set[str]:
    """Reports packs that are missing, have a wrong version, conflict or form a cycle, and missing features.

    Args:
        packs: the packs.
        library: the version of the library.
        features: the features of the library.
        report: collects the diagnostics.
        broken: packs with a faulty manifest, whose version cannot be relied on.
        absent: packs that may be missing only because of other faults.
        installed: the ids of all installed modules, for the message about one that is missing.

    Returns:
        The packs with a reported problem.
    """
    by_id = {pack.id: pack for pack in packs}
    concerned = set()
    for pack in packs:
        for fault in _faults(pack, by_id, library, features, installed):
            source = pack.files.manifest
            assert source is not None
            concerned.add(pack.id)
            other = fault.path[-1]
            if (fault.code == "SA108" and other in broken) or (fault.code == "SA107" and other in absent):
                report.suppress(fault, source)
                continue
            report.add(fault, source, (), pack.id)
            concerned |= {str(other)} if fault.code == "SA109" else set()
    return concerned | _in_circles(packs, by_id, report)


def _in_circles(packs: Sequence[Pack], by_id: Mapping[str, Pack], report: Report) -> set[str]:
    """Reports packs whose order forms a cycle, and returns them."""
    try:
        TopologicalSorter(_before(packs)).prepare()
    except CycleError as error:
        report.diagnostics.append(_cycle(error.args[1], by_id))
        return set(error.args[1])
    return set()


NO_RANGE = "a range of versions that cannot be read"
NUMBERS = re.compile(r"[^0-9]*(\d{1,9}(?:\.\d{1,9}){0,3})")


def no_range(spec: str, path: TomlPath) -> Fault:
    """Returns the fault of an unreadable version range, with the range that was most likely meant."""
    numbers = NUMBERS.match(spec)
    mend = Write(written(range_from(numbers[1]))) if numbers else None
    return Fault("SA104", NO_RANGE, 'a range looks like ">=1.0,<2"', help=f"write {mend}" if mend else "", mend=mend, path=path)


def another_version(name: str, found: str, use: str, path: TomlPath) -> Fault:
    """Returns the fault of a pack that is not of the version required; `use` says when to be content with that one."""
    label = f"at the table is {name} {found}"
    help = f'{use}, write `{name} = "{range_from(found)}"`; otherwise install another'
    return Fault("SA108", f"another version of `{name}` is required", label, help=help, path=path)


def range_from(version: str) -> str:
    """Returns the range from a version up to the next that may break compatibility."""
    first, *others = version.split(".")
    return f">={first}.{(others or ['0'])[0]},<{int(first) + 1}"


def _faults(
    pack: Pack,
    by_id: Mapping[str, Pack],
    library: str,
    features: frozenset[str],
    installed: Collection[str],
) -> Iterator[Fault]:
    manifest = pack.manifest
    wanted = manifest.engine.library
    if wanted and not is_version_range(wanted):
        yield no_range(wanted, ("engine", "library"))
    elif wanted and not fits(library, wanted):
        message = "a pack for another version of the library"
        help = f"`pip install 'stoneage-rules{wanted}'`, or take a version of the pack made for yours"
        yield Fault("SA105", message, f"installed is stoneage-rules {library}", help=help, path=("engine", "library"))
    for index, feature in enumerate(manifest.engine.features):
        if feature not in features:
            message = "a feature that this library does not have"
            yield unknown_word("SA106", message, feature, features, "feature", path=("engine", "features", index))
    for name in manifest.requires:
        if name not in by_id:
            yield not_there(pack.id, name, by_id, installed)
    for table, ranges in (("requires", manifest.requires), ("optional", manifest.optional)):
        for name, spec in ranges.items():
            if not is_version_range(spec):
                yield no_range(spec, (table, name))
            elif name in by_id and not fits(by_id[name].manifest.pack.version, spec):
                found = by_id[name].manifest.pack.version
                yield another_version(name, found, "if your pack works with that one", (table, name))
    for name, why in manifest.conflicts.items():
        if name in by_id:
            message, label = f"`{pack.id}` and `{name}` cannot be used together", f"{pack.id} rules out {name}"
            help = "take one of the two out of `modules`"
            yield Fault("SA109", message, label, f"{pack.id} says: {why}", help, at_key=True, path=("conflicts", name))


def not_there(pack: str, name: str, there: Collection[str], installed: Collection[str]) -> Fault:
    """Returns the fault of a pack that `pack`, or the table, requires and that is not at the table.

    It lists the installed packs if the pack is not installed either.
    """
    if installed and name not in installed:
        near = nearest(name, installed)
        help = f"write `{near}`, if that is meant; " if near else "correct the name, or install it; "
        help += "a pack in a folder of yours is added to `modules` by the path of its folder"
        label, note = f"{pack} requires `{name}`, and no such module is installed", f"installed: {listed(sorted(installed))}"
    else:
        label, note = f"{pack} requires `{name}`", f"at the table are {listed(sorted(there))}"
        help = (
            f'in the table file, add `"{name}"` to the list `modules`; without such a file, write `-m {name}` behind the command'
        )
    return Fault("SA107", "a required pack is not at the table", label, note, help, path=("requires", name), at_key=True)


def _edge(earlier: Pack, later: Pack) -> TextPlace:
    """Returns the place of the line that puts one pack before another."""
    ours, theirs = later.manifest, earlier.manifest
    tables = (("requires", ours.requires), ("optional", ours.optional))
    says: list[tuple[Pack, TomlPath]] = [(later, (table, earlier.id)) for table, names in tables if earlier.id in names]
    says += [(later, ("order", "after", index)) for index, name in enumerate(ours.order.after) if name == earlier.id]
    says += [(earlier, ("order", "before", index)) for index, name in enumerate(theirs.order.before) if name == later.id]
    # The order after a base game is implicit: no line declares it.
    pack, path = (*says, (later, ("pack", "kind")))[0]
    assert pack.files.manifest is not None
    return pack.files.manifest.place(path, f"{later.id} comes after {earlier.id}")


def _cycle(names: Sequence[str], by_id: Mapping[str, Pack]) -> Diagnostic:
    """Returns the diagnostic of a cycle of packs, with the line of every edge."""
    places = [_edge(by_id[earlier], by_id[later]) for earlier, later in pairwise(names)]
    title = "packs that come after each other in a circle"
    help = "take one of these names away"
    return Diagnostic("SA110", title, places[0], others=tuple(places[1:]), help=help, packs=tuple(sorted(set(names))))


# --- loadable -----------------------------------------------------------------------------------------------------
# Selects the packs that can still be checked: they depend on no pack with a broken manifest.


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


def _meant(fault: Fault) -> TomlPath:
    """Returns the path of the key that a misspelt key most likely means."""
    return (*fault.path[:-1], fault.near or "") if fault.code == "SA202" else ()
