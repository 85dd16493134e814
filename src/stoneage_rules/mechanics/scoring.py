"""Final scoring: the lines of the score sheet, the winners, the tie-break.  What each line counts is content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from stoneage_rules.language.binding import Reader

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State

__all__ = ["Line", "ScoreLine", "ScoreSheet", "Scoring"]


@attrs.frozen
class Line:
    """A compiled scoring line: `each` points for the product of its factors."""

    id: str
    name: str
    factors: tuple[Reader, ...]
    each: int


@attrs.frozen
class ScoreLine:
    """One line of a score sheet: the factors that were multiplied, and the points they make."""

    id: str
    name: str
    factors: tuple[int, ...]
    points: int


@attrs.frozen
class ScoreSheet:
    """A seat's points: those on the track, then the lines of final scoring."""

    seat: int
    track: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """All points together."""
        return self.track + sum(line.points for line in self.lines)


@attrs.frozen
class Scoring:
    """The compiled scoring lines and tie-break of a ruleset."""

    lines: tuple[Line, ...]
    tie: tuple[Reader, ...]

    def sheet(self, state: State, seat: int) -> ScoreSheet:
        """A seat's score sheet, as if the game ended now."""
        return ScoreSheet(seat, state.points[seat], tuple(self._line(state, seat, line) for line in self.lines))

    def _line(self, state: State, seat: int, line: Line) -> ScoreLine:
        factors = tuple(factor(state, seat, 0) for factor in line.factors)
        points = line.each
        for factor in factors:
            points *= factor
        return ScoreLine(line.id, line.name, factors, points)

    def tie_break(self, state: State, seat: int) -> int:
        """What tied seats compare: the higher one wins."""
        return sum(reader(state, seat, 0) for reader in self.tie)

    def winners(self, state: State) -> tuple[int, ...]:
        """Most points; among tied seats the highest tie-break; those still tied share the victory."""
        rank = [(total, self.tie_break(state, seat)) for seat, total in enumerate(state.scores)]
        return tuple(seat for seat, value in enumerate(rank) if value == max(rank))
