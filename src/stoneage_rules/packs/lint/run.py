"""Collects the warnings and notes about packs that load, such as lines and records without effect.

`stoneage check` shows them; errors are found while loading.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.language.fields import Quantity
from stoneage_rules.packs.checks.content_bounds import ContentBounds
from stoneage_rules.packs.checks.texts import Texts
from stoneage_rules.packs.content import Content, Entry
from stoneage_rules.packs.editing.conflict_report import place_of
from stoneage_rules.packs.editing.conflicts import overridden
from stoneage_rules.packs.editing.edit import AppliedEdit, value_address
from stoneage_rules.packs.editing.operation import RESOLVED
from stoneage_rules.packs.editing.tables import EDITS
from stoneage_rules.packs.findings.diagnostics import Diagnostic, Severity, in_order
from stoneage_rules.packs.lint.allow_comments import manifest_of, without_allowed
from stoneage_rules.packs.lint.conditions import impossible_counts
from stoneage_rules.packs.lint.dead_content import idle_here
from stoneage_rules.packs.lint.warnings import odd
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.pack_paths import content_lookalikes
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import parts_of, walked
from stoneage_rules.text.spelling import nearest
from stoneage_rules.text.wording import a, listed, noun_of

__all__ = ["lint"]

Warnings = Iterator[Diagnostic]


def lint(
    bounds: ContentBounds,
    *,
    table: Source | None = None,
    installed: Collection[str] = (),
    beside: Iterable[Diagnostic] = (),
    python: Collection[str] = (),
) -> list[Diagnostic]:
    """Returns all warnings about the packs at a table, in the order of files and lines.

    Args:
        bounds: the content of a ruleset.
        table: the table's file, whose `resolve` is checked too.
        installed: the ids of all installed modules; if given, names of packs are checked against them.
        python: the ids of modules with Python, which need no content.
        beside: warnings computed from several tables, including this one (`unread`).
    """
    content = bounds.content
    warnings = [diagnostic for check in CHECKS for diagnostic in check(content, bounds.texts)]
    warnings += [*beside, *impossible_counts(bounds), *idle_here(bounds)]
    warnings += [*_not_content(content, python), *_idle_decisions(content, table), *_unknown_packs(content, installed)]
    return in_order(without_allowed(content, warnings))


def _unused_options(content: Content, texts: Texts) -> Warnings:
    for pack in content.packs:
        for name in pack.manifest.options:
            if (pack.id, name) not in texts.options:
                title, label = "an option that nothing uses", f"no `when` and no value uses `{name}`"
                help = f'use it, as in `when = [{{ option = "{name}" }}]`, or delete these lines'
                yield odd("SA501", title, manifest_of(pack), ("options", name), label, pack.id, help=help)


def _unused_optionals(content: Content, texts: Texts) -> Warnings:
    for pack in content.packs:
        if any(_has_where(source.data) for source in pack.files.content):
            continue
        for name in pack.manifest.optional:
            if not any(_speaks_of(source.data, name) for source in pack.files.content):
                title, label = "an optional pack that nothing uses", f'no file begins with `only_if.packs = ["{name}"]`'
                help = "delete this line, or write such a file"
                yield odd("SA502", title, manifest_of(pack), ("optional", name), label, pack.id, help=help)


def _has_where(data: Mapping[str, Any]) -> bool:
    return any("where" in edit for edits in data.get("patch", {}).values() for edit in edits)


def _speaks_of(value: Any, pack: str) -> bool:
    """Returns whether a value names a pack, or one of its ids or options."""
    if isinstance(value, Mapping):
        return any(_speaks_of(key, pack) or _speaks_of(inner, pack) for key, inner in value.items())
    if isinstance(value, list):
        return any(_speaks_of(inner, pack) for inner in value)
    return isinstance(value, str) and value.partition(":")[0] == pack


def _unused_records(content: Content, texts: Texts) -> Warnings:
    for entry in content:
        groups = getattr(entry.record, "groups", ())
        # What names a group means its records, too.
        is_named = _keys_naming(content, texts, entry) or any(texts.keys_naming(group) - {"groups"} for group in groups)
        if entry.record.is_used_by_name and not is_named:
            title, label = f"{a(noun_of(entry.kind))} that nothing uses", f"nothing uses `{entry.id}`"
            path, help = (*entry.path, "id"), "use it, or delete these lines"
            yield odd("SA505", title, entry.source, path, label, entry.pack, at_key=False, help=help)
        for index, group in enumerate(groups):
            origin, rest = entry.origin_of(("groups", index))
            if not texts.keys_naming(group) - {"groups"}:
                title, label = "a group that nothing uses", f"nothing uses `{group}`"
                path, help = origin.path + rest, "use it, or take it away"
                yield odd("SA505", title, origin.source, path, label, origin.pack, at_key=False, help=help)


def _keys_naming(content: Content, texts: Texts, entry: Entry) -> set[str]:
    """Returns the keys under which the id of a record is named, without those that mean another record with the same id."""
    keys = texts.keys_naming(entry.id)
    if not any(other.id == entry.id and other.kind != entry.kind for other in content):
        return keys
    refs: dict[str, set[str]] = {}
    for other in content:
        for _, word in walked(other.record):
            for part in parts_of(word):
                refs.setdefault(part.key, set()).update(part.refs)
            if isinstance(word, Quantity) and (named := content.language.quantities[word.name].refers_to):
                refs.setdefault(word.name, set()).update(named.split("|"))
    return {key for key in keys if not refs.get(key) or entry.kind in refs[key]}


def _overridden_edits(content: Content, texts: Texts) -> Warnings:
    """Yields notes on edits that are overridden by an edit of a later pack."""
    by_record: dict[str, list[AppliedEdit]] = {}
    for edit in content.applied:
        if edit.operation is not RESOLVED:
            by_record.setdefault(edit.address, []).append(edit)
    for edits in by_record.values():
        for edit, later in overridden(edits).items():
            if edit.origin.pack != later.origin.pack and later.value != edit.value:
                name = edit.value_address
                place = place_of(later)
                place = attrs.evolve(
                    place, label=place.label.replace(later.origin.pack, f"{later.origin.pack} comes later and", 1)
                )
                yield odd(
                    "SA506", "an edit that a later pack undoes", edit.origin.source, edit.origin.path, "nothing of it is left",
                    edit.origin.pack, severity=Severity.NOTE, others=(place,), at_key=False, datum=name,
                    notes=("if that is meant, nothing need be done",),
                )  # fmt: skip


def _empty_files(content: Content, texts: Texts) -> Warnings:
    for pack in content.packs:
        for source in pack.files.content:
            keys = [key for key, value in source.data.items() if key != "only_if" and (key not in EDITS or any(value.values()))]
            if not keys:
                label, help = "no record and no edit stands here", "write something below, or delete the file"
                named = listed(f"`{name}`" for name in source.data["only_if"]["packs"]) if "only_if" in source.data else ""
                help += f"; then delete {named} under [optional] in pack.toml, too, if nothing else uses it" if named else ""
                yield odd("SA508", "a file that says nothing", source, ("only_if",), label, pack.id, help=help)


def _own_removals(content: Content, texts: Texts) -> Warnings:
    """Yields warnings about removals by `where` that take out records of their own pack, which may not be meant."""
    by_edit: dict[tuple[str, Path], list[AppliedEdit]] = {}
    for edit in content.applied:
        is_wide = edit.operation.removes_record and "where" in value_at(edit.origin.source.data, edit.origin.path)
        if is_wide and edit.key[1] == edit.origin.pack:
            by_edit.setdefault((edit.origin.source.file, edit.origin.path), []).append(edit)
    for edits in by_edit.values():
        origin, removed = edits[0].origin, [edit.address.partition(":")[2] for edit in edits]
        label = f"this takes out `{removed[0]}`" + (f" and {len(removed) - 1} more" if len(removed) > 1 else "") + " of this pack"
        help = "delete the record, or say in `where` what the others have and this has not"
        yield odd("SA518", "a record that its own pack takes out", origin.source, origin.path, label, origin.pack, help=help)


def _not_content(content: Content, python: Collection[str]) -> Warnings:
    """Yields warnings about files that look like content and are not read, and about packs that have none."""
    for pack in content.packs:
        root = pack.files.root
        lookalikes = content_lookalikes(root)
        place = manifest_of(pack), ("pack", "id")
        for path in lookalikes:
            name = path.relative_to(root).as_posix()
            help = "move it out of that folder" if path.suffix == ".toml" else f"call it `{path.name.split('.')[0]}.toml`"
            why = "lies where no content is read" if path.suffix == ".toml" else "does not end with `.toml`, and is not read"
            yield odd("SA519", "a file that is not read", *place, f"`{name}` {why}", pack.id, at_key=False, help=help)
        if not pack.files.content and not lookalikes and pack.id not in python:
            label, help = "the pack has no record and no edit", "write them into a file such as `rules.toml` beside this one"
            yield odd("SA520", "a pack without content", *place, label, pack.id, at_key=False, help=help)


Check = Callable[[Content, Texts], Warnings]
CHECKS: tuple[Check, ...] = (
    _unused_options,
    _unused_optionals,
    _unused_records,
    _overridden_edits,
    _empty_files,
    _own_removals,
)


def _idle_decisions(content: Content, table: Source | None) -> Warnings:
    """Yields warnings about entries of the table's `resolve` that resolve no disagreement."""
    enabled = {pack.id for pack in content.packs}
    for index, resolution in enumerate(content.settings.resolutions):
        if resolution.datum in content.settled and resolution.use in enabled:
            continue
        title, help = "a decision that settles nothing", "delete it"
        label = _why_idle(content, resolution.datum, resolution.use)
        yield odd("SA503", title, table or Source("table", "", {}), ("resolve", index), label, at_key=False, help=help)


def _why_idle(content: Content, name: str, use: str) -> str:
    """Explains why an entry of the table's `resolve` has no effect."""
    if use not in {pack.id for pack in content.packs}:
        return f"`{use}` is not at the table"
    changers = {edit.origin.pack for edit in content.applied if value_address(edit.address, edit.scope) == name}
    if not changers:
        return f"no pack changes {name}"
    if len(changers) == 1:
        return f"only {changers.pop()} changes {name}"
    return f"{listed(sorted(changers))} change {name}, and do not disagree"


def _unknown_packs(content: Content, installed: Collection[str]) -> Warnings:
    """Yields warnings about names in [optional], [order] and [conflicts] that are not those of any module."""
    known = {*installed, *(pack.id for pack in content.packs)}
    for pack in content.packs if installed else ():
        order = pack.manifest.order
        tables = (("optional", pack.manifest.optional), ("conflicts", pack.manifest.conflicts))
        named: list[tuple[str, Path, bool]] = [(name, (table, name), True) for table, names in tables for name in names]
        named += [(name, ("order", "after", index), False) for index, name in enumerate(order.after)]
        named += [(name, ("order", "before", index), False) for index, name in enumerate(order.before)]
        for name, path, at_key in named:
            if name not in known:
                near = nearest(name, known - {pack.id})
                yield odd(
                    "SA512", "a pack that is not installed", manifest_of(pack), path, f"no pack is called `{name}`", pack.id,
                    at_key=at_key, near=near, notes=(f"installed: {', '.join(sorted(known - {pack.id}))}",),
                )  # fmt: skip
