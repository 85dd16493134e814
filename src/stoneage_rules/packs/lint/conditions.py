"""Finds conditions that always or never hold, given the possible player counts, modules and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from stoneage_rules.packs.checks.content_bounds import ContentBounds
from stoneage_rules.packs.content import Content, Entry, Pack
from stoneage_rules.packs.editing.operators import OPERATORS
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.lint.warnings import odd
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.ids import ONLY_IF
from stoneage_rules.packs.records.manifest import Option
from stoneage_rules.text.toml_writer import written

__all__ = ["edited_by_strangers", "impossible_counts", "steady_conditions"]

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
            for path, players in _player_rows(source.data, ()):
                if not any(count in counts for count in players):
                    label = f"{can_play} can play at this table" if players else "no number of players is in all rows"
                    yield odd(*NEVER, source, path, label, pack.id, at_key=False, help=f"write numbers from {can_play}")


def edited_by_strangers(content: Content, pack: str, entries: Iterable[Entry]) -> bool:
    """Returns whether a pack that another one does not name has edited records, so that this one need not follow."""
    whole = next(other for other in content.packs if other.id == pack)
    known = _always_there(whole, content) | {pack, *whole.manifest.optional}
    changes = [origin for entry in entries for origins in entry.raw_record.changes.values() for origin in origins]
    return any(origin.pack not in known for origin in changes)


def _applies(content: Content, source: Source) -> bool:
    """Returns whether a file applies at this table; other files may be for more players than can play here."""
    return set(source.data.get(ONLY_IF, {}).get("packs", ())) <= {pack.id for pack in content.packs}


def _player_rows(value: Any, path: Path, key: str = "") -> Iterator[tuple[Path, list[int]]]:
    """Yields the player counts of every row of a `when`, and an empty list for rows that no player count satisfies together."""
    if isinstance(value, Mapping):
        if key == "when" and value.get("players"):
            yield (*path, "players"), value["players"]
        for name, inner in value.items():
            yield from _player_rows(inner, (*path, name), name)
    elif isinstance(value, list):
        asked = [set(row["players"]) for row in value if key == "when" and row.get("players")]
        if len(asked) > 1 and not set.intersection(*asked):
            yield path, []
        for index, inner in enumerate(value):
            yield from _player_rows(inner, (*path, index), key)


# --- conditions that always hold ------------------------------------------------------------------------------------


def steady_conditions(bounds: ContentBounds) -> Iterator[Judged]:
    """Yields the conditions in `when` and `only_if`, each with a warning if it always or never holds."""
    content = bounds.content
    for pack in content.packs:
        needed = _always_there(pack, content)
        for source in filter(partial(_applies, content), pack.files.content):
            judge = partial(_judged, pack, source)
            asked = source.data.get(ONLY_IF, {}).get("packs", [])
            for index, name in enumerate(asked):
                why = f"`{name}` is required, so it is always there"
                yield judge(ALWAYS, (ONLY_IF, "packs", index), name in needed, why)
            for path, rows in _lists(source.data, ()):
                yield judge(ALWAYS, path, not rows and GIVES_WHEN.isdisjoint(path), "an empty list asks for nothing")
                name, values = next(_asked_twice(pack, rows), ("", ()))
                help = "ask for one value, or write two edits or records"
                yield judge(NEVER, path, values, f"`{name}` is never both {' and '.join(values)}", help)
            for path, row in _rows(source.data, ()):
                for step, sort, idle, why, help in _row(bounds, pack, row, {*needed, *asked}):
                    yield judge(sort, path + step, idle, why, help)


TAKE_AWAY = "take the condition away"
TAKE_IT_AWAY = "take it away"


def _judged(
    pack: Pack, source: Source, sort: tuple[str, str], path: Path, idle: object, why: str, help: str = TAKE_AWAY
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
"""Keys of an edit under which a `when` is only matched against, and is not a condition of its own."""
GIVES_WHEN = {word for word, operator in OPERATORS.items() if operator.covers_all and not operator.leaves_gap}
"""Keys under which a `when` replaces another one, so that an empty list removes conditions."""
CONDITIONS = "when", "if"
"""Keys with lists of rows that must all hold."""


def _lists(value: Any, path: Path, key: str = "") -> Iterator[tuple[Path, list[Any]]]:
    """Yields every list of rows that is a `when` or an `if`, or becomes part of one, with its path."""
    if isinstance(value, list) and key in CONDITIONS:
        yield path, value
    if isinstance(value, (Mapping, list)) and key not in ASKS_OF_WHEN:
        for step, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _lists(inner, (*path, step), str(step))


def _rows(value: Any, path: Path, key: str = "") -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yields every row of every `when`, with its path."""
    if isinstance(value, Mapping) and key == "when":
        yield path, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _rows(inner, (*path, name), name)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _rows(inner, (*path, index), key)


def _asked_twice(pack: Pack, rows: list[Any]) -> Iterator[tuple[str, list[str]]]:
    """Yields the options for which the rows require more than one value, with those values."""
    asked: dict[str, dict[str, None]] = {}
    for row in rows:
        if "option" in row:
            asked.setdefault(row["option"].removeprefix(f"{pack.id}:"), {})[written(row.get("is", True))] = None
    yield from ((name, list(values)) for name, values in asked.items() if len(values) > 1)


Judgement = tuple[Path, tuple[str, str], object, str, str]


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
