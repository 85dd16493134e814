"""Reading the words of a position: every key and id known, every number a number.

What the words mean for a state is in `positions`, where items go of which nothing is said in `dealing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import InvalidState
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.testing.names import EMPTY, Names
from stoneage_rules.testing.problems import in_a_line
from stoneage_rules.testing.scenario_schema import position_faults

__all__ = ["PositionError", "Said", "read_given"]


class PositionError(InvalidState):
    """A position that cannot be; `path` leads to the part of what was given that is at fault."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.path = path


@attrs.define
class Said:
    """What is given, every word known and every number a number."""

    round: int
    phase: str
    first: int
    acting: int | None
    seats: dict[int, dict[str, Any]]
    figures: dict[str, list[int]]
    spaces: dict[str, str | None]
    piles: dict[str, int]
    zones: dict[str, list[str] | int]


def read_given(rules: Ruleset, given: Mapping[Any, Any]) -> Said:
    """What is given, in TOML or by a call.

    Raises:
        PositionError: a key, a value or a word is wrong; the message has all that is.
    """
    said = _as_toml(given)
    faults: Sequence[Fault] = position_faults(said) or list(Names(rules).given(said))
    if faults:
        raise PositionError("; ".join(map(in_a_line, faults)), faults[0].path)
    return Said(
        round=said.get("round", 1),
        phase=said.get("phase", rules.phases[0].id),
        first=said.get("first", rules.first_seat),
        acting=said.get("acting"),
        seats={int(seat): entry for seat, entry in said.get("seats", {}).items()},
        figures={place: _by_seat(figures, rules.players) for place, figures in said.get("figures", {}).items()},
        spaces={place: None if item == EMPTY else item for place, item in said.get("spaces", {}).items()},
        piles=said.get("piles", {}),
        zones=said.get("zones", {}),
    )


def _as_toml(value: Any) -> Any:
    """A value as TOML would hand it over: keys are texts, and rows are lists."""
    if isinstance(value, Mapping):
        return {str(key): _as_toml(inner) for key, inner in value.items()}
    return [_as_toml(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _by_seat(figures: Any, players: int) -> list[int]:
    return [figures.get(str(seat), 0) for seat in range(players)] if isinstance(figures, dict) else figures
