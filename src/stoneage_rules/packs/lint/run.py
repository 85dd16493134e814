"""Collects the warnings and notes about packs that load, such as lines and records without effect.

`stoneage check` shows them; errors are found while loading.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.packs.checks.content_bounds import ContentBounds
from stoneage_rules.packs.checks.texts import Texts
from stoneage_rules.packs.content import Content
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
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.text.spelling import nearest
from stoneage_rules.text.wording import a, listed, noun_of

__all__ = ["lint"]

Warnings = Iterator[Diagnostic]


def lint(
    content: Content, *, table: Source | None = None, installed: Collection[str] = (), beside: Iterable[Diagnostic] = ()
) -> list[Diagnostic]:
    """Returns all warnings about the packs at a table, in the order of files and lines.

    Args:
        content: the content of a ruleset.
        table: the table's file, whose `resolve` is checked too.
        installed: the ids of all installed modules; if given, names of packs are checked against them.
        beside: warnings computed from several tables, including this one (`unread`).
    """
    bounds = ContentBounds(content)
    warnings = [diagnostic for check in CHECKS for diagnostic in check(content, bounds.texts)]
    warnings += [*beside, *impossible_counts(bounds), *idle_here(bounds)]
    warnings += [*_idle_decisions(content, table), *_unknown_packs(content, installed)]
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
        if entry.record.is_used_by_name and not texts.keys_naming(entry.id):
            title, label = f"{a(noun_of(entry.kind))} that nothing uses", f"nothing uses `{entry.id}`"
            place = entry.source, (*entry.path, "id")
            yield odd("SA505", title, *place, label, entry.pack, at_key=False, help="use it, or delete these lines")
        for index, group in enumerate(getattr(entry.record, "groups", ())):
            origin, rest = entry.origin_of(("groups", index))
            if not texts.keys_naming(group) - {"groups"}:
                title, label, help = "a group that nothing uses", f"nothing uses `{group}`", "use it, or take it away"
                yield odd("SA505", title, origin.source, origin.path + rest, label, origin.pack, at_key=False, help=help)


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


Check = Callable[[Content, Texts], Warnings]
CHECKS: tuple[Check, ...] = (
    _unused_options,
    _unused_optionals,
    _unused_records,
    _overridden_edits,
    _empty_files,
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
    """Yields warnings about names in [order] and [conflicts] that are not those of any module."""
    known = {*installed, *(pack.id for pack in content.packs)}
    for pack in content.packs if installed else ():
        order = pack.manifest.order
        named: list[tuple[str, Path, bool]] = [(name, ("conflicts", name), True) for name in pack.manifest.conflicts]
        named += [(name, ("order", "after", index), False) for index, name in enumerate(order.after)]
        named += [(name, ("order", "before", index), False) for index, name in enumerate(order.before)]
        for name, path, at_key in named:
            if name not in known:
                near = nearest(name, known - {pack.id})
                yield odd(
                    "SA512", "a pack that is not installed", manifest_of(pack), path, f"no pack is called `{name}`", pack.id,
                    at_key=at_key, fix=near, notes=(f"installed: {', '.join(sorted(known - {pack.id}))}",),
                )  # fmt: skip
