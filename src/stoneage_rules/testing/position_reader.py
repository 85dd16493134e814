"""Reads positions: checks every key and value against the form of `given`, and every name against the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.structure import Structurer, whole_number
from stoneage_rules.testing.messages import in_a_line
from stoneage_rules.testing.names import EMPTY, SET_UP, Names
from stoneage_rules.testing.scenario_schema import Given, Then
from stoneage_rules.testing.scenario_values import out_of_range
from stoneage_rules.text.wording import counted

__all__ = ["PositionError", "read_position", "unknown_in_position"]


class PositionError(InvalidState):
    """An impossible position; `path` leads to the part of the input that is at fault."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.path = path


def read_position(rules: Ruleset, given: Mapping[Any, Any]) -> Given:
    """Reads a position passed to a function into its record.

    Raises:
        PositionError: a key, a value or a name is wrong; the message has every fault.
    """
    record, faults = Structurer({}, {}).structure(_as_toml(given), Given)
    faults = faults or list(unknown_in_position(Names(rules), record))
    if faults:
        told = [f"{'.'.join(map(str, fault.path))}: {in_a_line(fault)}" for fault in faults]
        raise PositionError("; ".join(told), faults[0].path)
    assert isinstance(record, Given)
    return record


def _as_toml(value: Any) -> Any:
    """Converts a value to TOML types: keys become texts, and sequences become lists."""
    if isinstance(value, Mapping):
        return {str(whole_number(key)): _as_toml(inner) for key, inner in value.items()}
    return [_as_toml(inner) for inner in value] if isinstance(value, (list, tuple)) else whole_number(value)


def unknown_in_position(names: Names, position: Given | Then, path: Path = ()) -> Iterator[Fault]:
    """Yields the faults of names that do not exist at the table, and of values that are impossible in their place."""
    rules = names.rules
    yield from names.unknown(position, path)
    if isinstance(position, Given):
        yield from _contradictions(position, path)
    placed: Mapping[str, Any] = position.figures or {}
    for place, figures in placed.items():
        if isinstance(figures, dict):
            yield from names.unknown(figures, (*path, "figures", place), ["seat"])
        elif len(figures) != rules.players:
            label = f"{counted(len(figures), 'number')} of figures for {rules.players} seats"
            message = "a list that has not one number for each seat"
            yield Fault("SA207", message, label, path=(*path, "figures", place))
    rows = {space: rules.entries(ROWS)[rules.place(space).row] for space in names.known("space")}
    for space, item in (position.spaces or {}).items():
        if space in rows:
            fitting = [EMPTY, *(each.id for each in rules.items if each.kind == rows[space].kind)]
            yield from names.among(rules.kinds[rows[space].kind], item, fitting, (*path, "spaces", space))
    zones: Mapping[str, Any] = position.zones or {}
    for zone, items in zones.items():
        yield from names.unknown(items, (*path, "zones", zone), ["item"])
    piles: Mapping[str, Any] = position.piles or {} if isinstance(position, Given) else {}
    for space, count in piles.items():
        if space in rows:
            # The topmost item of a full pile lies open.
            yield from out_of_range(count, 0, max(0, rows[space].pile - 1), (*path, "piles", space))


def _contradictions(given: Given, path: Path) -> Iterator[Fault]:
    """Yields the faults of keys that cannot stand beside the set-up or the end of the game."""
    wrong = {"round": "no round has begun", "acting": "the set-up stands at its first decision", "over": "it goes on"}
    where = "in the set-up"
    if given.phase != SET_UP:
        wrong, where = ({"acting": "nobody acts"} if given.over else {}), "in a game that is over"
    for key, why in wrong.items():
        if getattr(given, key) not in (None, False):
            yield Fault("SA207", f"a key that says nothing {where}", why, help="delete it", at_key=True, path=(*path, key))
