"""Final scoring: the lines of the score sheet, the winners, the tie-break.  What each line counts is content."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel.nouns import SCORER_TABLE, ScoreLine, Scorer, ScoreSheet
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Linker, Reader
from stoneage_rules.language.fields import Quantity, field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.word import ContentRecord


@attrs.frozen
class ScoreRecord(ContentRecord):
    """A line of final scoring: the product of `count` and `times`, times `each`."""

    table = "score"

    count: Quantity = field("what is counted")
    times: Quantity | None = field("what it is multiplied with", default=None)
    each: int = field("points for one", default=1, not_zero=True)

    def bind(self, link: Linker, declared: Declared) -> None:
        factors = tuple(link.quantity(part) for part in (self.count, self.times) if part is not None)
        link.append(SCORE_LINES, Line(declared.name, self.name or declared.name, factors, self.each))

    @classmethod
    def finish(cls, link: Linker) -> None:
        link.append(SCORER_TABLE, Scoring(tuple(link.entries(SCORE_LINES)), tuple(link.entries(TIES))))


@attrs.frozen
class TieBreakRecord(ContentRecord):
    """The quantities that tied seats compare."""

    table = "tie_break"

    sum: tuple[Quantity, ...] = field("the quantities that are added up", not_empty=True)

    def bind(self, link: Linker, declared: Declared) -> None:
        for part in self.sum:
            link.append(TIES, link.quantity(part))


@attrs.frozen
class Line:
    """A compiled scoring line: `each` points for the product of its factors."""

    id: str
    name: str
    factors: tuple[Reader, ...]
    each: int


SCORE_LINES = Handle[Line]("score")
TIES = Handle[Reader]("tie_break")


@attrs.frozen
class Scoring(Scorer):
    """The compiled scoring lines and tie-break of a ruleset."""

    lines: tuple[Line, ...]
    tie: tuple[Reader, ...]

    def sheet(self, state: State, seat: int) -> ScoreSheet:
        """Returns a seat's score sheet, as if the game ended now."""
        return ScoreSheet(seat, state.points[seat], tuple(self._line(state, seat, line) for line in self.lines))

    def _line(self, state: State, seat: int, line: Line) -> ScoreLine:
        factors = tuple(factor(state, seat, 0) for factor in line.factors)
        points = line.each
        for factor in factors:
            points *= factor
        return ScoreLine(line.id, line.name, factors, points)

    def tie_break(self, state: State, seat: int) -> int:
        """Returns the number that tied seats compare: the higher one wins."""
        return sum(reader(state, seat, 0) for reader in self.tie)

    def winners(self, state: State) -> tuple[int, ...]:
        """Returns the seats with most points, among tied ones those with the highest tie-break; several share the victory."""
        rank = [(total, self.tie_break(state, seat)) for seat, total in enumerate(state.scores)]
        return tuple(seat for seat, value in enumerate(rank) if value == max(rank))


MECHANISM = Mechanism("scoring", records=(ScoreRecord, TieBreakRecord))
