"""Score sheets: every point of a seat with the item, good or rule that it comes from, and what tied seats compare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.language.binding import Handle
from stoneage_rules.language.fields import PublicValue

if TYPE_CHECKING:
    from stoneage_rules.kernel.state import State


@attrs.frozen
class ScorePart(PublicValue):
    """The part of a line that one item, set of items or good brings."""

    sources: tuple[str, ...]
    """The ids of the items, or of the good; several for a set."""
    amount: int
    """Its share of what the line counts."""
    points: int


@attrs.frozen
class ScoreLine(PublicValue):
    """One line of a score sheet: the factors that were multiplied, and the points they make."""

    id: str
    name: str
    factors: tuple[int, ...]
    points: int
    parts: tuple[ScorePart, ...] = ()
    """The points by what brings them; they add up to `points`. Empty where the rule alone brings them, or none are brought."""
    statements: tuple[str, ...] = ()
    """The ids of the rule statements behind the line."""


@attrs.frozen
class TieBreak(PublicValue):
    """The number that seats with equal totals compare: the higher one wins."""

    name: str
    values: tuple[int, ...]
    """The quantities that are added up, in the order of the name."""
    statements: tuple[str, ...]
    """The ids of the rule statements that ask for it."""
    value: int = attrs.Factory(lambda self: sum(self.values), takes_self=True)
    """All of them together."""


@attrs.frozen
class ScoreSheet(PublicValue):
    """A seat's points: those on the track, then the lines of final scoring.

    >>> import stoneage_rules as sa
    >>> from stoneage_rules.testing import position
    >>> state = position(sa.load(players=2), {"seats": {0: {"points": 9, "goods": {"wood": 2}, "items": ["civ-07", "civ-08"]}}})
    >>> sheet = state.score_sheet(0)
    >>> sheet.total, sheet.track, [(line.id, line.points) for line in sheet.lines if line.points]
    (15, 9, [('resources-left', 2), ('culture', 4)])
    >>> sheet.lines[1].parts
    (ScorePart(sources=('civ-07', 'civ-08'), amount=4, points=4),)
    """

    seat: int
    track: int
    lines: tuple[ScoreLine, ...]
    tie_break: TieBreak | None = None
    """The number that decides between equal totals; None if these rules have no tie-break."""
    track_parts: tuple[ScorePart, ...] = ()
    """The points on the track by the card, tile or phase that gave them, added up; only `Game.score_sheet` knows them.

    `amount` is how often it gave points; points that the game began with have no source.
    """

    total: int = attrs.Factory(lambda self: self.track + sum(line.points for line in self.lines), takes_self=True)
    """All points together."""


def tied(sheets: Iterable[ScoreSheet]) -> list[tuple[ScoreSheet, TieBreak]]:
    """Returns the sheets with the highest total, each with its tie-break; none if one seat alone has it."""
    all_sheets = list(sheets)
    best = max(sheet.total for sheet in all_sheets)
    leading = [(sheet, sheet.tie_break) for sheet in all_sheets if sheet.total == best and sheet.tie_break is not None]
    return leading if len(leading) > 1 else []


class Scorer:
    """The scoring of states, which a mechanism puts into `SCORER_TABLE`."""

    def sheet(self, state: State, seat: int) -> ScoreSheet:
        """Returns a seat's score sheet, as if the game ended now."""
        raise NotImplementedError

    def total(self, state: State, seat: int) -> int:
        """Returns the total of that sheet, without making it."""
        raise NotImplementedError

    def open_total(self, state: State, seat: int) -> int:
        """Returns the total without what only items that lie face down bring, which nobody may know before the end."""
        raise NotImplementedError

    def winners(self, state: State) -> tuple[int, ...]:
        """Returns the seats that have won a game that is over."""
        raise NotImplementedError


SCORER_TABLE = Handle[Scorer]("scorer")
