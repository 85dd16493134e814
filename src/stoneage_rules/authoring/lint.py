"""Warnings about packs that load: dead content, constant conditions, unused names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from stoneage_rules.language.faults import Fault
from stoneage_rules.language.fields import fields_of, walked
from stoneage_rules.language.forms import form_of_class
from stoneage_rules.language.reach import Bound
from stoneage_rules.loading.installed import Installed
from stoneage_rules.packs.content import Content, Entry, Option, Pack
from stoneage_rules.packs.content_bounds import ContentBounds, Texts, short_ids
from stoneage_rules.packs.diagnostics import ONLY_IF, Diagnostic, Severity, TextPlace, is_option, sorted_diagnostics
from stoneage_rules.packs.edit import overridden, place_of, value_address
from stoneage_rules.packs.find import Source, content_lookalikes
from stoneage_rules.packs.operators import OPERATORS
from stoneage_rules.packs.options import OnlyIf, is_for, only_if_names
from stoneage_rules.packs.patching import EDITS
from stoneage_rules.packs.report import diagnostic_of
from stoneage_rules.packs.spans import TextSpan, TomlPath, newer_syntax, value_at
from stoneage_rules.text import a, counted, listed, nearest, noun_of, written

# --- warnings -----------------------------------------------------------------------------------------------------
#
# Makes warnings, as diagnostics, about the value at a path of a file.


def odd(
    code: str, title: str, source: Source, path: TomlPath, label: str = "", pack: str = "", *,
    at_key: bool = True, near: str | None = None, severity: Severity = Severity.WARNING, **more: Any,
) -> Diagnostic:  # fmt: skip
    """Returns a warning about the value at a path of a file."""
    fault = Fault(code, title, label, path=path, at_key=at_key, near=near)
    return attrs.evolve(diagnostic_of(fault, source, (), pack), severity=severity, **more)


def newer_toml(texts: Mapping[str, str], *packs: str) -> Iterator[Diagnostic]:
    """Yields a warning about everything in files that TOML 1.0 does not have, and many editors refuse."""
    for file, text in texts.items():
        for span, instead in newer_syntax(text):
            place = TextPlace(file, span, instead)
            yield Diagnostic("SA523", "newer than TOML 1.0", place, severity=Severity.WARNING, packs=packs)


# --- allow comments -----------------------------------------------------------------------------------------------
#
# Filters out the warnings that comments allow, and warns about comments that are not needed.


ALLOWED = re.compile(r"#\s*stoneage:\s*allow\s+(SA\d{3})[ \t]*(.*)")


def manifest_of(pack: Pack) -> Source:
    """Returns the manifest file of a loaded pack."""
    source = pack.files.manifest
    assert source is not None
    return source


def without_allowed(content: Content, warnings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yields the warnings that no comment allows, and warnings about comments that allow nothing or give no reason."""
    sources = [(source, pack.id) for pack in content.packs for source in (manifest_of(pack), *pack.files.content)]
    comments = {(source.file, line): (source, pack, *found) for source, pack in sources for line, found in _allowances(source)}
    used = set()
    for diagnostic in warnings:
        file, line = diagnostic.place.file, diagnostic.place.span.line
        around = [at for at in ((file, line), (file, line - 1)) if at in comments and comments[at][2] == diagnostic.code]
        used.update(around[:1])
        if not around:
            yield diagnostic
    for at, (source, pack, code, reason, span) in comments.items():
        if at not in used or not reason:
            title, label, help = NO_REASON if at in used else NOT_NEEDED
            place = attrs.evolve(source.place((), label.format(code)), span=span)
            yield Diagnostic("SA509", title, place, severity=Severity.WARNING, help=help.format(code), packs=(pack,))


NOT_NEEDED = (
    "a comment that is not needed",
    "there is no {} here to allow",
    "delete it, or move it to the line of the warning",
)
NO_REASON = (
    "a comment without a reason",
    "it does not say why {} is allowed",
    "for example `# stoneage: allow {} because it is meant so`",
)


def _allowances(source: Source) -> Iterator[tuple[int, tuple[str, str, TextSpan]]]:
    """Yields the line of each comment, with the code that it allows, its reason and its span."""
    for number, line in enumerate(source.lines, 1):
        met = ALLOWED.search(line)
        if met:
            yield number, (met[1], met[2].strip(), TextSpan(number, met.start() + 1, number, met.end() + 1))


# --- conditions ---------------------------------------------------------------------------------------------------
#
# Finds conditions that always or never hold, given the possible player counts, modules and options.


NEVER = "SA507", "a condition that can never hold"
NO_SUCH_COUNT = "SA507", "a number of players that there cannot be"
ALWAYS = "SA513", "a condition that always holds"

Judged = tuple[object, Diagnostic | None]
"""A condition, with a warning if it makes no difference at this table."""


def impossible_counts(bounds: ContentBounds) -> Iterator[Diagnostic]:
    """Yields warnings about conditions that name only impossible player counts."""
    counts = bounds.player_counts
    can_play = f"{counts[0]} to {counts[-1]}"
    seats = [entry for entry in bounds.content if entry.record.player_counts() is not None]
    for pack in bounds.content.packs:
        if edited_by_strangers(bounds.content, pack.id, seats):
            continue
        for source in filter(partial(_applies, bounds.content), pack.files.content):
            for path, players in _player_rows(source.data):
                if not any(count in counts for count in players):
                    label = f"{can_play} can play at this table" if players else "no number of players is in all rows"
                    yield odd(*NEVER, source, path, label, pack.id, at_key=False, help=f"write numbers from {can_play}")


def edited_by_strangers(content: Content, pack: str, entries: Iterable[Entry]) -> bool:
    """Returns whether an unnamed other pack has edited records, so that this pack need not follow."""
    whole = next(other for other in content.packs if other.id == pack)
    known = _always_there(whole, content) | {pack, *whole.manifest.optional}
    return any(edit.pack not in known for entry in entries for edit in entry.raw_record.applied)


def _applies(content: Content, source: Source) -> bool:
    """Returns whether a file applies at this table; other files may be for more players than can play here."""
    return is_for(source, {pack.id for pack in content.packs})


def _within(value: Any, path: TomlPath = (), key: str = "") -> Iterator[tuple[TomlPath, str, Any]]:
    """Yields a value and all that is in it, each with its path, and the last key of the path."""
    yield path, key, value
    if isinstance(value, (Mapping, list)):
        for step, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _within(inner, (*path, step), step if isinstance(step, str) else key)


def _player_rows(data: Mapping[str, Any]) -> Iterator[tuple[TomlPath, list[int]]]:
    """Yields the player counts of every row of a `when`, and an empty list for rows that no player count satisfies together."""
    for path, key, value in _within(data):
        if key == "when" and isinstance(value, Mapping) and value.get("players"):
            yield (*path, "players"), value["players"]
        elif key == "when" and isinstance(value, list):
            asked = [set(row["players"]) for row in value if row.get("players")]
            if len(asked) > 1 and not set.intersection(*asked):
                yield path, []


# --- conditions that always hold ------------------------------------------------------------------------------------


def steady_conditions(bounds: ContentBounds) -> Iterator[Judged]:
    """Yields the conditions in `when` and `only_if`, each with a warning if it always or never holds."""
    content = bounds.content
    for pack in content.packs:
        needed = _always_there(pack, content)
        for source in pack.files.content:
            judge = partial(_judged_condition, pack, source)
            for key in fields_of(OnlyIf):
                for index, name in enumerate(only_if_names(source, key)):
                    why = f"`{name}` is required, so it is always there"
                    yield judge(NEVER if key == "not" else ALWAYS, (ONLY_IF, key, index), name in needed, why)
        for source in filter(partial(_applies, content), pack.files.content):
            judge, asked = partial(_judged_condition, pack, source), only_if_names(source, "packs")
            for path, rows in _lists(source.data):
                yield judge(ALWAYS, path, not rows and GIVES_WHEN.isdisjoint(path), "an empty list asks for nothing")
                name, values = next(_asked_twice(pack, rows), ("", ()))
                help = "ask for one value, or write two edits or records"
                yield judge(NEVER, path, values, f"`{name}` is never both {' and '.join(values)}", help)
            for path, row in _rows(source.data):
                for step, sort, idle, why, help in _row(bounds, pack, row, {*needed, *asked}):
                    yield judge(sort, path + step, idle, why, help)


TAKE_AWAY = "take the condition away"
TAKE_IT_AWAY = "take it away"


def _judged_condition(
    pack: Pack, source: Source, sort: tuple[str, str], path: TomlPath, idle: object, why: str, help: str = TAKE_AWAY
) -> Judged:
    warning = odd(*sort, source, path, why, pack.id, at_key=False, help=help) if idle else None
    return (sort[0], source.file, path), warning


def _always_there(pack: Pack, content: Content) -> set[str]:
    """Returns the packs that a pack requires, directly or indirectly."""
    by_id = {other.id: other for other in content.packs}
    needed: set[str] = set()
    queue = [*pack.manifest.requires]
    while queue:
        name = queue.pop()
        if name not in needed and name in by_id:
            needed.add(name)
            queue += by_id[name].manifest.requires
    return needed


ASKS_OF_WHEN = {"where", *(word for word, operator in OPERATORS.items() if operator.ends_target or not operator.is_change)}
"""Keys of an edit whose `when` is only matched against, and is no condition."""
GIVES_WHEN = {word for word, operator in OPERATORS.items() if operator.covers_all and not operator.leaves_gap}
"""Keys whose `when` replaces another, so that an empty list removes conditions."""
CONDITIONS = "when", "if", "among"
"""Keys with lists of rows that must all hold."""


def _lists(data: Mapping[str, Any]) -> Iterator[tuple[TomlPath, list[Any]]]:
    """Yields every list of rows that is a `when` or an `if`, or becomes part of one, with its path."""
    for path, key, value in _within(data):
        if isinstance(value, list) and key in CONDITIONS and ASKS_OF_WHEN.isdisjoint(path):
            yield path, value


def _rows(data: Mapping[str, Any]) -> Iterator[tuple[TomlPath, Mapping[str, Any]]]:
    """Yields every row of every `when`, with its path."""
    yield from ((path, value) for path, key, value in _within(data) if key == "when" and isinstance(value, Mapping))


def _asked_twice(pack: Pack, rows: list[Any]) -> Iterator[tuple[str, list[str]]]:
    """Yields the options that the rows require to have more than one value, with those values."""
    asked: dict[str, dict[str, None]] = {}
    for row in rows:
        if "option" in row:
            asked.setdefault(row["option"].removeprefix(f"{pack.id}:"), {})[written(row.get("is", True))] = None
    yield from ((name, list(values)) for name, values in asked.items() if len(values) > 1)


Judgement = tuple[TomlPath, tuple[str, str], object, str, str]


def _row(bounds: ContentBounds, pack: Pack, row: Mapping[str, Any], there: set[str]) -> Iterator[Judgement]:
    """Yields a judgement for each part of a row: its path, the kind of warning, whether to warn, the reason, and the help."""
    if "module" in row:
        name = row["module"]
        yield ("module",), ALWAYS, name in there, f"`{name}` is always there where this counts", TAKE_AWAY
    if row.get("players"):
        counts = bounds.player_counts
        can_play, asked = f"{counts[0]} to {counts[-1]} can play", row["players"]
        yield ("players",), ALWAYS, {*counts} <= {*asked}, f"{can_play}, and all of them stand here", TAKE_AWAY
        for index, count in enumerate(asked):
            idle = count not in counts and not {*counts}.isdisjoint(asked)
            yield ("players", index), NO_SUCH_COUNT, idle, can_play, TAKE_IT_AWAY
    if "option" in row:
        owner, _, name = row["option"].rpartition(":")
        holder = next((other for other in bounds.content.packs if other.id == (owner or pack.id)), None)
        option = holder.manifest.options.get(name) if holder else None
        why = f"`{name}` can only be {written(row.get('is', True))}"
        yield ("option",), ALWAYS, option is not None and _has_one_value(option), why, TAKE_AWAY


def _has_one_value(option: Option) -> bool:
    if option.type == "int":
        return option.min is not None and option.min == option.max
    return option.type == "text" and len(option.choices) == 1


# --- dead content -------------------------------------------------------------------------------------------------
#
# Finds values that no game reads or reaches, by querying the words at several tables with the pack.
#
# A value may matter at one table and not at another, with a different player count or other modules, so a value is reported
# only if it matters at none of the tables given.


def unread(tables: Iterable[ContentBounds]) -> list[Diagnostic]:
    """Returns warnings about values that are in the content of some tables but matter at none."""
    warnings: dict[object, Diagnostic] = {}
    needed: set[object] = set()
    for bounds in tables:
        for value, warning in (*_judged(bounds), *steady_conditions(bounds)):
            if warning is None:
                needed.add(value)
            else:
                warnings.setdefault(value, warning)
    return sorted_diagnostics(warning for value, warning in warnings.items() if value not in needed)


def idle_here(bounds: ContentBounds) -> Iterator[Diagnostic]:
    """Yields warnings about values that are idle at this table, regardless of other tables (`at_any_table`)."""
    for entry, path, bound in bounds.answers("reach"):
        if bound.at_any_table and bound.idle and not _set_by_strangers(bounds, entry, path, bound):
            yield _warning(bound, entry, path + bound.path, bound.why)


def _set_by_strangers(bounds: ContentBounds, entry: Entry, path: TomlPath, bound: Bound) -> bool:
    """Returns whether a pack that the author of a value need not know has edited what makes the value idle."""
    setters = [other for other in bounds.content if other.name in (bound.set_by or ())]
    return edited_by_strangers(bounds.content, entry.origin_of(path + bound.path)[0].pack, setters)


def _judged(bounds: ContentBounds) -> Iterator[tuple[object, Diagnostic | None]]:
    """Yields each value that may be idle, with a warning if it is."""
    for entry, path, bound in bounds.answers("reach"):
        for holder, whole, more in _holders(entry, path, bound) if not bound.at_any_table else ():
            origin, rest = holder.origin_of(whole)
            value = bound.sort, origin.source.file, origin.path + rest, whole[-1:]
            is_idle = bound.idle and not _may_matter(bounds, entry, holder, whole, bound)
            yield value, _warning(bound, holder, whole, f"{bound.why}{more}") if is_idle else None


def _holders(entry: Entry, path: TomlPath, bound: Bound) -> Iterator[tuple[Entry, TomlPath, str]]:
    """Yields the record with the value and its path; of several records, the first of each pack, with a note on the others."""
    if bound.at is None:
        yield entry, path + bound.path, ""
        return
    by_pack: dict[str, list[Entry]] = {}
    for holder in bound.at:
        assert isinstance(holder, Entry)
        if holder.copy > 1:
            continue  # One warning is enough for all copies.
        by_pack.setdefault(holder.origin_of(bound.path)[0].pack, []).append(holder)
    for first, *others in by_pack.values():
        more = f"; so it is with {counted(len(others), f'other {noun_of(first.kind)}')}" if others else ""
        yield first, bound.path, more


def _may_matter(bounds: ContentBounds, entry: Entry, holder: Entry, path: TomlPath, bound: Bound) -> bool:
    """Returns whether the value may matter at another table, because of an option or a conditional record or edit."""
    origin, rest = holder.origin_of(path)
    if is_option(value_at(origin.source.data, origin.path + rest)):
        return True
    conditional = bounds.conditional
    names = short_ids((entry.name, *(bound.about if bound.set_by is None else bound.set_by)))
    places = conditional.named if bound.set_by is None else conditional.edited
    itself = holder.source.file, holder.path
    return bool(conditional.by_options & names) or any(places.get(name, set()) - {itself} for name in names)


def _warning(bound: Bound, entry: Entry, path: TomlPath, why: str) -> Diagnostic:
    origin, rest = entry.origin_of(path)
    return odd(*bound.sort, origin.source, origin.path + rest, why, origin.pack, at_key=bound.at_key, help=bound.help)


# --- run ----------------------------------------------------------------------------------------------------------
#
# Collects the warnings and notes about packs that load, such as lines and records without effect.
#
# `stoneage check` shows them; errors are found while loading.


Warnings = Iterator[Diagnostic]


def lint(
    bounds: ContentBounds,
    *,
    table: Source | None = None,
    installed: Collection[str] = (),
    beside: Iterable[Diagnostic] = (),
    modules: Mapping[str, Installed] | None = None,
) -> list[Diagnostic]:
    """Returns all warnings about the packs at a table, in the order of files and lines.

    Args:
        bounds: the content of a ruleset.
        table: the table's file, whose `resolve` is checked too.
        installed: the ids of all installed modules; if given, names of packs are checked against them.
        modules: the installed modules, by id.
        beside: warnings computed from several tables, including this one (`unread`).
    """
    content = bounds.content
    warnings = [diagnostic for check in LINT_CHECKS for diagnostic in check(content, bounds.texts)]
    warnings += newer_toml({} if table is None else table.texts())
    warnings += [*beside, *impossible_counts(bounds), *idle_here(bounds)]
    warnings += [*_not_content(content, modules or {}), *_idle_decisions(content, table), *_unknown_packs(content, installed)]
    return sorted_diagnostics(without_allowed(content, warnings))


def _newer_toml(content: Content, texts: Texts) -> Warnings:
    for pack in content.packs:
        yield from newer_toml(pack.files.texts, pack.id)


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


def _speaks_of(data: Mapping[str, Any], pack: str) -> bool:
    """Returns whether a file names a pack, or one of its ids or options."""
    return any(str(part).partition(":")[0] == pack for path, _, value in _within(data) for part in (*path[-1:], value))


def _unused_records(content: Content, texts: Texts) -> Warnings:
    for entry in content:
        groups = getattr(entry.record, "groups", ())
        if entry.record.is_used_by_name and not _is_named(content, texts, entry, groups):
            title, label = f"{a(noun_of(entry.kind))} that nothing uses", f"nothing uses `{entry.id}`"
            path, help = (*entry.path, "id"), "use it, or delete these lines"
            yield odd("SA505", title, entry.source, path, label, entry.pack, at_key=False, help=help)
        for index, group in enumerate(groups):
            origin, rest = entry.origin_of(("groups", index))
            if not texts.keys_naming(group) - {"groups"}:
                title, label = "a group that nothing uses", f"nothing uses `{group}`"
                path, help = origin.path + rest, "use it, or take it away"
                yield odd("SA505", title, origin.source, path, label, origin.pack, at_key=False, help=help)


def _is_named(content: Content, texts: Texts, entry: Entry, groups: Sequence[str]) -> bool:
    """Returns whether a file names a record, or a group of it."""
    return bool(_keys_naming(content, texts, entry)) or any(texts.keys_naming(group) - {"groups"} for group in groups)


def _copied_records(content: Content, texts: Texts) -> Warnings:
    """Yields warnings about records with the kind and the id of a record of a pack that is required."""
    needed = {pack.id: _always_there(pack, content) for pack in content.packs}
    same: dict[tuple[str, str], dict[str, Entry]] = {}
    for entry in content:
        same.setdefault((entry.kind, entry.id), {}).setdefault(entry.pack, entry)
    for (kind, id), entries in same.items():
        for pack, owner in ((pack, owner) for pack in entries for owner in entries if owner in needed[pack]):
            label, source = f"{owner} has {a(noun_of(kind))} `{id}`, too", entries[pack].source
            help = f'to change that one, write `[[patch.{kind}]]` with `target = "{owner}:{id}"`; or take another id'
            title, path = "a record beside another one of its id", (*entries[pack].path, "id")
            yield odd("SA521", title, source, path, label, pack, at_key=False, help=help)


def _keys_naming(content: Content, texts: Texts, entry: Entry) -> set[str]:
    """Returns the keys that name the id of a record, without those that mean another record with the same id."""
    keys = texts.keys_naming(entry.id)
    if not any(other.id == entry.id and other.kind != entry.kind for other in content):
        return keys
    refs: dict[str, set[str]] = {}
    for other in content:
        for _, word in walked(other.record):
            form = form_of_class(type(word))
            for key, part, _ in form.parts(word):
                refs.setdefault(key, set()).update(part.refs)
            counted = form.counted_by(word, content.language.quantities)
            if counted is not None and counted.refers_to:
                refs.setdefault(counted.name, set()).update(counted.refers_to.split("|"))
    return {key for key in keys if not refs.get(key) or entry.kind in refs[key]}


def _overridden_edits(content: Content, texts: Texts) -> Warnings:
    """Yields notes on edits that are overridden by an edit of a later pack."""
    for record in content.edited:
        for edit, later in overridden(record.applied).items():
            if edit.pack != later.pack and later.value != edit.value:
                name = edit.value_address
                place = place_of(later)
                place = attrs.evolve(place, label=place.label.replace(later.pack, f"{later.pack} comes later and", 1))
                yield odd(
                    "SA506", "an edit that a later pack undoes", edit.source, edit.path, "nothing of it is left",
                    edit.pack, severity=Severity.NOTE, others=(place,), at_key=False, datum=name,
                    notes=("if that is meant, nothing need be done",),
                )  # fmt: skip


def _empty_files(content: Content, texts: Texts) -> Warnings:
    for pack in content.packs:
        for source in pack.files.content:
            keys = [key for key, value in source.data.items() if key != "only_if" and (key not in EDITS or any(value.values()))]
            if not keys:
                label, help = "no record and no edit stands here", "write something below, or delete the file"
                named = [f"`{name}`" for key in fields_of(OnlyIf) for name in only_if_names(source, key)]
                if named:
                    help += f"; then delete {listed(named)} under [optional] in pack.toml, too, if nothing else uses it"
                yield odd("SA508", "a file that says nothing", source, ("only_if",), label, pack.id, help=help)


TAKEN = "give this pack another id; if both are one module, install it from this folder with `pip install -e`"


def _not_content(content: Content, modules: Mapping[str, Installed]) -> Warnings:
    """Yields warnings about files that look like content and are not read, and about packs that have none, or the id of a module.

    A module with Python needs no content.
    """
    for pack in content.packs:
        module = modules.get(pack.id)
        root = pack.files.root
        lookalikes = content_lookalikes(root)
        place = manifest_of(pack), ("pack", "id")
        for path in lookalikes:
            name = path.relative_to(root).as_posix()
            help = "move it out of that folder" if path.suffix == ".toml" else f"call it `{path.name.split('.')[0]}.toml`"
            why = "lies where no content is read" if path.suffix == ".toml" else "does not end with `.toml`, and is not read"
            yield odd("SA519", "a file that is not read", *place, f"`{name}` {why}", pack.id, at_key=False, help=help)
        if module and module.root and module.root.resolve() != root.resolve() and pack.manifest.pack.kind != "base":
            label = f"`{pack.id}` is installed, too, and no table can have both"
            yield odd("SA522", "the id of an installed module", *place, label, pack.id, at_key=False, help=TAKEN)
        if not pack.files.content and not lookalikes and not (module and module.has_python):
            label, help = "the pack has no record and no edit", "write them into a file such as `rules.toml` beside this one"
            yield odd("SA520", "a pack without content", *place, label, pack.id, at_key=False, help=help)


LintCheck = Callable[[Content, Texts], Warnings]
LINT_CHECKS: tuple[LintCheck, ...] = (
    _unused_options,
    _unused_optionals,
    _unused_records,
    _copied_records,
    _newer_toml,
    _overridden_edits,
    _empty_files,
)


def _idle_decisions(content: Content, table: Source | None) -> Warnings:
    """Yields warnings about entries of the table's `resolve` that resolve no disagreement."""
    enabled = {pack.id for pack in content.packs}
    for index, resolution in enumerate(content.settings.resolutions):
        name, use = resolution.datum, resolution.use
        if name in content.settled and use in enabled:
            continue
        changers = {edit.pack for edit in content.applied if value_address(edit.address, edit.scope) == name}
        label = f"no packs disagree over {name}: it is changed by {listed(sorted(changers) or ['none'])}"
        label = label if use in enabled else f"`{use}` is not at the table"
        title, help = "a decision that settles nothing", "delete it"
        yield odd("SA503", title, table or Source("table", "", {}), ("resolve", index), label, at_key=False, help=help)


def _unknown_packs(content: Content, installed: Collection[str]) -> Warnings:
    """Yields warnings about names in [optional], [order] and [conflicts] that no module has."""
    known = {*installed, *(pack.id for pack in content.packs)}
    for pack in content.packs if installed else ():
        manifest, others = pack.manifest, known - {pack.id}
        # An installed module may name optional packs that are not installed here; only its author can have misspelt them.
        optional = {} if pack.id in installed else manifest.optional
        tables = (("optional", optional), ("conflicts", manifest.conflicts))
        named: list[tuple[str, TomlPath, bool]] = [(name, (table, name), True) for table, names in tables for name in names]
        for side, packs in (("after", manifest.order.after), ("before", manifest.order.before)):
            named += [(name, ("order", side, index), False) for index, name in enumerate(packs)]
        for name, path, at_key in named:
            if name not in known:
                yield odd(
                    "SA512", "a pack that is not installed", manifest_of(pack), path, f"no pack is called `{name}`", pack.id,
                    at_key=at_key, near=nearest(name, others), notes=(f"installed: {', '.join(sorted(others))}",),
                )  # fmt: skip
