"""Reads positions: every key, value and name is held against the form of `given` and the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.structure import structurer_for
from stoneage_rules.testing.messages import in_a_line
from stoneage_rules.testing.names import Names
from stoneage_rules.testing.scenario_schema import Given

__all__ = ["PositionError", "read_position"]


class PositionError(InvalidState):
    """A position that cannot be; `path` leads to the part of what was given that is at fault."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.path = path


def read_position(rules: Ruleset, given: Mapping[Any, Any]) -> Given:
    """Returns the record of a position that is given by a call.

    Raises:
        PositionError: a key, a value or a name is wrong; the message has every fault.
    """
    record, faults = structurer_for({}, {}).structure(_as_toml(given), Given)
    faults = faults or list(Names(rules).unknown(record, Given))
    if faults:
        raise PositionError("; ".join(map(in_a_line, faults)), faults[0].path)
    assert isinstance(record, Given)
    return record


def _as_toml(value: Any) -> Any:
    """Returns a value as TOML would hand it over: keys are texts, and rows are lists."""
    if isinstance(value, Mapping):
        return {str(key): _as_toml(inner) for key, inner in value.items()}
    return [_as_toml(inner) for inner in value] if isinstance(value, (list, tuple)) else value
