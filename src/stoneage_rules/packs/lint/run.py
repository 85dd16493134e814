"""What is allowed but odd in packs that load: lines and records without effect, at this table or at any.

Errors are found while loading; here are warnings and notes, which `stoneage check` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import attrs

from stoneage_rules.packs.content import Content
from stoneage_rules.packs.editing.conflict_report import place_of
from stoneage_rules.packs.editing.conflicts import overridden
from stoneage_rules.packs.editing.edit import AppliedEdit, value_address
from stoneage_rules.packs.editing.operation import RESOLVED
from stoneage_rules.packs.editing.tables import EDITS
from stoneage_rules.packs.findings.diagnostics import Diagnostic, Severity, in_order
from stoneage_rules.packs.findings.wording import a, listed, noun_of, plural
from stoneage_rules.packs.lint.allow_comments import manifest_of, without_allowed
from stoneage_rules.packs.lint.conditions import impossible_counts
from stoneage_rules.packs.lint.warnings import odd, odd_record
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.text.spelling import nearest

__all__ = ["lint"]

USED_BY_NAME = ("good", "track", "symbol", "icon", "mark", "zone", "dice_table", "kind")
"""Kinds whose records take effect only where something names them."""

Finding = Iterator[Diagnostic]


def lint(
    content: Content, *, table: Source | None = None, installed: Collection[str] = (), beside: Iterable[Diagnostic] = ()
) -> list[Diagnostic]:
    """Everything odd about the packs at a table, in the order of files and lines.

    Args:
        content: the content of a ruleset.
        table: the table's file, whose `resolve` is looked at too.
        installed: the ids of all installed modules; with them, names of packs are checked.
        beside: what is odd about the packs at several tables, this one among them (`unread`).
    """
    texts = _Texts(content)
    found = [diagnostic for check in CHECKS for diagnostic in check(content, texts)]
    found += [*beside, *impossible_counts(content)]
    found += _idle_decisions(content, table)
    found += _unknown_packs(content, installed)
    return in_order(without_allowed(content, found))


class _Texts:
    """What the files of all packs say, whether it applies at this table or not."""

    def __init__(self, content: Content) -> None:
        self.words: dict[str, set[str]] = {}
        """By text or key, the places in which it stands: the key before it, or `kind.id` of ids."""
        self.options: set[tuple[str, str]] = set()
        """Options that some value or `when` asks for, by pack and name."""
        for pack in content.packs:
            for source in pack.files.content:
                self._read(source.data, "", pack.id)

    def _read(self, value: Any, key: str, pack: str) -> None:
        if isinstance(value, Mapping):
            option = value.get("option")
            if isinstance(option, str):
                owner, _, name = option.rpartition(":")
                self.options.add((owner or pack, name))
            for name, inner in value.items():
                self.words.setdefault(name, set()).add("key")
                self._read(inner, name, pack)
        elif isinstance(value, list):
            for inner in value:
                self._read(inner, key, pack)
        elif isinstance(value, str):
            self.words.setdefault(value.rpartition(":")[2], set()).add(key)

    def names(self, word: str) -> set[str]:
        """Under which keys a word stands, ids themselves apart."""
        return self.words.get(word, set()) - {"id"}


def _unused_options(content: Content, texts: _Texts) -> Finding:
    for pack in content.packs:
        for name in pack.manifest.options:
            if (pack.id, name) not in texts.options:
                title, label = "an option that nothing uses", f"no `when` and no value uses `{name}`"
                help = f'use it, as in `when = [{{ option = "{name}" }}]`, or delete these lines'
                yield odd("SA501", title, manifest_of(pack), ("options", name), label, pack.id, help=help)


def _unused_optionals(content: Content, texts: _Texts) -> Finding:
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
    """Whether a value names a pack, or an id or option of it."""
    if isinstance(value, Mapping):
        return any(_speaks_of(key, pack) or _speaks_of(inner, pack) for key, inner in value.items())
    if isinstance(value, list):
        return any(_speaks_of(inner, pack) for inner in value)
    return isinstance(value, str) and value.partition(":")[0] == pack


def _uncited_statements(content: Content, texts: _Texts) -> Finding:
    for entry in content.of("statement"):
        record = entry.record
        if not (record.checks or record.kernel or "rules" in texts.names(entry.id)):
            help = (
                "tell what carries it out\n"
                f'  in an edit: append.rules = ["{entry.id}"]\n'
                f'  in a record of your own: rules = ["{entry.id}"]'
            )
            yield odd_record(entry, "SA504", "a statement that nothing uses", f"no record and no edit has `{entry.id}`", help)


def _unused_records(content: Content, texts: _Texts) -> Finding:
    for kind in USED_BY_NAME:
        for entry in content.of(kind):
            if not texts.names(entry.id):
                title, label = f"{a(noun_of(kind))} that nothing uses", f"nothing uses `{entry.id}`"
                yield odd_record(entry, "SA505", title, label, "use it, or delete these lines")
    for kind in ("good", "location"):
        for entry in content.of(kind):
            for index, group in enumerate(entry.record.groups):
                origin, rest = entry.origin_of(("groups", index))
                if not texts.names(group) - {"groups"}:
                    title, label, help = "a group that nothing uses", f"nothing uses `{group}`", "use it, or take it away"
                    yield odd("SA505", title, origin.source, origin.path + rest, label, origin.pack, at_key=False, help=help)


def _overridden_edits(content: Content, texts: _Texts) -> Finding:
    """Edits that one of a later pack undoes: told once for each line."""
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


def _empty_files(content: Content, texts: _Texts) -> Finding:
    for pack in content.packs:
        for source in pack.files.content:
            said = [key for key, value in source.data.items() if key != "only_if" and (key not in EDITS or any(value.values()))]
            if not said:
                label, help = "no record and no edit stands here", "write something below, or delete the file"
                named = listed(f"`{name}`" for name in source.data["only_if"]["packs"]) if "only_if" in source.data else ""
                help += f"; then delete {named} under [optional] in pack.toml, too, if nothing else uses it" if named else ""
                yield odd("SA508", "a file that says nothing", source, ("only_if",), label, pack.id, help=help)


def _unreachable_kinds(content: Content, texts: _Texts) -> Finding:
    laid_out = {entry.record.kind for entry in content.of("row")}
    for entry in content.of("kind"):
        if content.of(entry.id) and entry.name not in laid_out and not texts.names(entry.id) & {"kind"}:
            label = f"no row offers `{entry.id}`, and no effect draws it"
            help = (
                "for example, to lay one out beside the board\n"
                f'  [[location]]\n  id = "{entry.id}-space"\n  circles = 1\n'
                f'  [[row]]\n  id = "{entry.id}-row"\n  kind = "{entry.id}"\n'
                f'  from = "{entry.record.starts_in}"\n  spaces = ["{entry.id}-space"]'
            )
            yield odd_record(entry, "SA510", f"{plural(noun_of(entry.id))} that nobody can get", label, help)


def _idle_locations(content: Content, texts: _Texts) -> Finding:
    spaces = {space for entry in content.of("row") for space in entry.record.spaces}
    for entry in content.of("location"):
        if not entry.record.effects and entry.name not in spaces:
            help = "add `effects = [...]`, or lay items out here by a `row`"
            yield odd_record(entry, "SA511", "a location on which figures do nothing", f"`{entry.id}` has no effects", help)


Check = Callable[[Content, _Texts], Finding]
CHECKS: tuple[Check, ...] = (
    _unused_options,
    _unused_optionals,
    _uncited_statements,
    _unused_records,
    _overridden_edits,
    _empty_files,
    _unreachable_kinds,
    _idle_locations,
)


def _idle_decisions(content: Content, table: Source | None) -> Finding:
    """Entries of the table's `resolve` over which no packs disagree."""
    enabled = {pack.id for pack in content.packs}
    for index, resolution in enumerate(content.settings.resolutions):
        if resolution.datum in content.settled and resolution.use in enabled:
            continue
        title, help = "a decision that settles nothing", "delete it"
        label = _why_idle(content, resolution.datum, resolution.use)
        yield odd("SA503", title, table or Source("table", "", {}), ("resolve", index), label, at_key=False, help=help)


def _why_idle(content: Content, name: str, use: str) -> str:
    """What keeps a decision of the table from settling anything."""
    if use not in {pack.id for pack in content.packs}:
        return f"`{use}` is not at the table"
    changers = {edit.origin.pack for edit in content.applied if value_address(edit.address, edit.scope) == name}
    if not changers:
        return f"no pack changes {name}"
    if len(changers) == 1:
        return f"only {changers.pop()} changes {name}"
    return f"{listed(sorted(changers))} change {name}, and do not disagree"


def _unknown_packs(content: Content, installed: Collection[str]) -> Finding:
    """Names in [order] and [conflicts] that no module has."""
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
