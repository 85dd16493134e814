"""Conditions that never hold, or always: of the numbers of players, the modules and the options that there can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from stoneage_rules.packs.content import Content, Pack
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.lint.reach import Uses, Verdict
from stoneage_rules.packs.lint.warnings import odd
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.ids import ONLY_IF
from stoneage_rules.packs.records.manifest import Option
from stoneage_rules.text.toml_writer import written

__all__ = ["impossible_counts", "steady_conditions"]

NEVER = "a condition that can never hold"


def impossible_counts(content: Content) -> Iterator[Diagnostic]:
    """Conditions and limits for numbers of players that there cannot be."""
    seats = content.of("seats")
    if not seats:
        return
    least, most = seats[0].record.least, seats[0].record.most
    for pack in content.packs:
        for source in filter(partial(_counts, content), pack.files.content):
            for path, players in _player_rows(source.data, ()):
                if not any(least <= count <= most for count in players):
                    label = f"{least} to {most} can play at this table" if players else "no number of players is in all rows"
                    help = f"write numbers from {least} to {most}"
                    yield odd("SA507", NEVER, source, path, label, pack.id, at_key=False, help=help)
    for entry in content.of("limit"):
        for count in entry.record.at_most if isinstance(entry.record.at_most, Mapping) else ():
            if not least <= count <= most:
                origin, rest = entry.origin_of(("at_most", str(count)))
                label = f"{least} to {most} can play at this table"
                title = "a limit for a number of players that there cannot be"
                yield odd("SA507", title, origin.source, origin.path + rest, label, origin.pack)


def _counts(content: Content, source: Source) -> bool:
    """Whether a file counts at this table: others may be for more players than can play here."""
    return set(source.data.get("only_if", {}).get("packs", ())) <= {pack.id for pack in content.packs}


def _player_rows(value: Any, path: Path, key: str = "") -> Iterator[tuple[Path, list[int]]]:
    """The player counts of every row of a `when`; none for rows that no number meets together."""
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


def steady_conditions(uses: Uses) -> Iterator[Verdict]:
    """Rows of `when` that hold at every table, and files that are always used."""
    content = uses.content
    for pack in content.packs:
        needed = _always_there(pack, content)
        for source in filter(partial(_counts, content), pack.files.content):
            asked = source.data.get(ONLY_IF, {}).get("packs", [])
            for index, name in enumerate(asked):
                why = f"`{name}` is required, so it is always there" if name in needed else ""
                yield _steady(pack, source, (ONLY_IF, "packs", index), why)
            for path, rows in _lists(source.data, ()):
                why = "an empty list asks for nothing" if not rows and "set" not in path else ""
                yield _steady(pack, source, path, why)
                yield _at_odds(pack, source, path, rows)
            for path, row in _rows(source.data, ()):
                yield from _row(uses, pack, source, path, row, {*needed, *asked})


def _always_there(pack: Pack, content: Content) -> set[str]:
    """The packs without which a pack cannot be used, near or far."""
    by_id = {other.id: other for other in content.packs}
    found: set[str] = set()
    queue = [*pack.manifest.requires]
    while queue:
        name = queue.pop()
        if name not in found and name in by_id:
            found.add(name)
            queue += by_id[name].manifest.requires
    return found


ASKS_OF_WHEN = ("where", "expect", "drop")
"""Keys of an edit under which a `when` is looked at, and asks nothing itself."""


def _lists(value: Any, path: Path, key: str = "") -> Iterator[tuple[Path, list[Any]]]:
    """Every list of rows that is a `when` or becomes part of one, with the way to it."""
    if isinstance(value, list) and key == "when":
        yield path, value
    elif key in ASKS_OF_WHEN:
        return
    elif isinstance(value, (Mapping, list)):
        for step, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _lists(inner, (*path, step), str(step))


def _at_odds(pack: Pack, source: Source, path: Path, rows: list[Any]) -> Verdict:
    """Rows that ask for two values of one option."""
    asked: dict[str, dict[str, None]] = {}
    for row in rows:
        if "option" in row:
            asked.setdefault(row["option"].removeprefix(f"{pack.id}:"), {})[written(row.get("is", True))] = None
    name, values = next(((name, values) for name, values in asked.items() if len(values) > 1), ("", {}))
    label, help = f"`{name}` is never both {' and '.join(values)}", "ask for one value, or write two edits or records"
    found = odd("SA507", NEVER, source, path, label, pack.id, at_key=False, help=help) if values else None
    return Verdict(("SA507", source.file, path), found)


def _rows(value: Any, path: Path, key: str = "") -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Every row of every `when`, with the way to it."""
    if isinstance(value, Mapping):
        if key == "when":
            yield path, value
            return
        for name, inner in value.items():
            yield from _rows(inner, (*path, name), name)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _rows(inner, (*path, index), key)


def _row(uses: Uses, pack: Pack, source: Source, path: Path, row: Mapping[str, Any], there: set[str]) -> Iterator[Verdict]:
    if "module" in row:
        name = row["module"]
        why = f"`{name}` is always there where this counts" if name in there else ""
        yield _steady(pack, source, (*path, "module"), why)
    if row.get("players"):
        seats = [entry.record for entry in uses.content.of("seats")]
        idle = seats and all(count in row["players"] for count in range(seats[0].least, seats[0].most + 1))
        why = f"{seats[0].least} to {seats[0].most} can play, and all of them stand here" if idle else ""
        yield _steady(pack, source, (*path, "players"), why)
        possible = [count for count in row["players"] if seats and seats[0].least <= count <= seats[0].most]
        for index, count in enumerate(row["players"]):
            idle = bool(possible) and count not in possible
            yield _no_such_count(pack, source, (*path, "players", index), seats[0] if idle else None)
    if "option" in row:
        owner, _, name = row["option"].rpartition(":")
        holder = next((other for other in uses.content.packs if other.id == (owner or pack.id)), None)
        option = holder.manifest.options.get(name) if holder else None
        why = f"`{name}` can only be {written(row.get('is', True))}" if option and _has_one_value(option) else ""
        yield _steady(pack, source, (*path, "option"), why)


def _no_such_count(pack: Pack, source: Source, path: Path, seats: Any) -> Verdict:
    """The verdict about one of several numbers of players; with the range of players if it is out of that."""
    found = None
    if seats is not None:
        label = f"{seats.least} to {seats.most} can play"
        found = odd(
            "SA507", "a number of players that there cannot be", source, path, label, pack.id, at_key=False, help="take it away"
        )
    return Verdict(("SA507", source.file, path), found)


def _has_one_value(option: Option) -> bool:
    if option.type == "int":
        return option.min is not None and option.min == option.max
    return option.type == "text" and len(option.choices) == 1


def _steady(pack: Pack, source: Source, path: Path, why: str) -> Verdict:
    title, help = "a condition that always holds", "take the condition away"
    found = odd("SA513", title, source, path, why, pack.id, at_key=False, help=help) if why else None
    return Verdict(("SA513", source.file, path), found)
