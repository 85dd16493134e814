"""Final scoring: the lines of the score sheet, the winners, the tie-break.  What each line counts is content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod

import attrs

from stoneage_rules.kernel.score_sheet import SCORER_TABLE, ScoreLine, ScorePart, Scorer, ScoreSheet, TieBreak
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Held, Linker, Parts, Reader
from stoneage_rules.language.condition import IfRow, if_field
from stoneage_rules.language.fields import Quantity, field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.reach import Bounds, Clash
from stoneage_rules.language.word import ContentRecord

TOTAL = "total"


@attrs.frozen
class ScoreRecord(ContentRecord):
    """A line of final scoring: the product of `count` and `times`, times `each`."""

    table = "score"
    is_final = True

    count: Quantity = field("what is counted")
    times: Quantity | None = field("what it is multiplied with", default=None)
    each: int = field("points for one", default=1, not_zero=True)
    if_: tuple[IfRow, ...] = if_field("it counts only for a seat for which every row holds in the end")

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        for use in bounds.words(Quantity):
            if use.at is bounds.here and use.word.name == TOTAL:
                why, help = "the total is the sum of all lines, this one included", 'count `{ points = "now" }`, or delete it'
                yield Clash("SA207", "a line of the score sheet that counts itself", (*use.path, TOTAL), why, help)

    def bind(self, link: Linker, declared: Declared) -> None:
        quantities = [part for part in (self.count, self.times) if part is not None]
        factors, open_factors = tuple(map(link.quantity, quantities)), tuple(map(link.open_quantity, quantities))
        split = [(number, parts) for number, quantity in enumerate(quantities) if (parts := link.parts(quantity)) is not None]
        name = self.name or declared.name
        held = link.condition(self.if_) if self.if_ else None
        open_rows = tuple((link.open_quantity(row), row.holds) for row in self.if_)
        part = split[0] if split else None
        link.append(SCORE_LINES, Line(declared.name, name, factors, self.each, self.rules, open_factors, part, held, open_rows))

    @classmethod
    def finish(cls, link: Linker) -> None:
        link.append(SCORER_TABLE, Scoring(tuple(link.entries(SCORE_LINES)), _together(link.entries(TIES))))


@attrs.frozen
class TieBreakRecord(ContentRecord):
    """The quantities that tied seats compare."""

    table = "tie_break"
    is_final = True

    sum: tuple[Quantity, ...] = field("the quantities that are added up", not_empty=True)

    def bind(self, link: Linker, declared: Declared) -> None:
        readers = tuple(map(link.quantity, self.sum))
        link.append(TIES, Tie(self.name or declared.name, readers, self.rules))


@attrs.frozen
class Line:
    """A compiled scoring line: `each` points for the product of its factors."""

    id: str
    name: str
    factors: tuple[Reader, ...]
    each: int
    statements: tuple[str, ...]
    open_factors: tuple[Reader, ...]
    """The factors without what lies face down."""
    split: tuple[int, Parts] | None = None
    """The factor that can be told part by part, by its place, with its parts."""
    held: Held | None = None
    """The condition without which it brings nothing."""
    open_rows: tuple[tuple[Reader, Callable[[int], bool]], ...] = ()
    """The readers of its rows, without what lies face down, and which numbers they hold for."""


@attrs.frozen
class Tie:
    """A compiled tie-break: the quantities that are added up."""

    name: str
    readers: tuple[Reader, ...]
    statements: tuple[str, ...]


SCORE_LINES = Handle[Line]("score")
TIES = Handle[Tie]("tie_break")


def _together(ties: Sequence[Tie]) -> Tie | None:
    """Returns several tie-breaks as one that adds all of them up; None if there are none."""
    if not ties:
        return None
    readers = tuple(reader for tie in ties for reader in tie.readers)
    statements = tuple(dict.fromkeys(id for tie in ties for id in tie.statements))
    return Tie(" + ".join([tie.name for tie in ties]), readers, statements)


@attrs.frozen
class Scoring(Scorer):
    """The compiled scoring lines and tie-break of a ruleset."""

    lines: tuple[Line, ...]
    tie: Tie | None

    def sheet(self, state: State, seat: int) -> ScoreSheet:
        """Returns a seat's score sheet, as if the game ended now."""
        lines = tuple([self._line(state, seat, line) for line in self.lines])
        return ScoreSheet(seat, state.points[seat], lines, self.tie_break(state, seat))

    def _line(self, state: State, seat: int, line: Line) -> ScoreLine:
        if line.held is not None and not line.held(state, seat, 0):
            return ScoreLine(line.id, line.name, (0,) * len(line.factors), 0, (), line.statements)
        number, split = line.split or (-1, None)
        amounts = split(state, seat) if split else ()
        factors = tuple([factor(state, seat, 0) for factor in line.factors])
        points = line.each * prod(factors)
        if not points:
            return ScoreLine(line.id, line.name, factors, 0, (), line.statements)
        unit = points // factors[number]
        parts = [ScorePart(sources, amount, amount * unit) for sources, amount in amounts if amount]
        return ScoreLine(line.id, line.name, factors, points, tuple(parts), line.statements)

    def total(self, state: State, seat: int) -> int:
        """Returns the total of a seat's score sheet."""
        lines = (
            line.each * prod([factor(state, seat, 0) for factor in line.factors])
            for line in self.lines
            if line.held is None or line.held(state, seat, 0)
        )
        return state.points[seat] + sum(lines)

    def open_total(self, state: State, seat: int) -> int:
        """Returns the total without what only items that lie face down bring."""
        lines = (
            line.each * prod([factor(state, seat, 0) for factor in line.open_factors])
            for line in self.lines
            if all(holds(reader(state, seat, 0)) for reader, holds in line.open_rows)
        )
        return state.points[seat] + sum(lines)

    def tie_break(self, state: State, seat: int) -> TieBreak | None:
        """Returns the number that tied seats compare: the higher one wins; None where tied seats share the victory."""
        if self.tie is None:
            return None
        return TieBreak(self.tie.name, tuple([reader(state, seat, 0) for reader in self.tie.readers]), self.tie.statements)

    def winners(self, state: State) -> tuple[int, ...]:
        """Returns the seats with most points, among tied ones those with the highest tie-break; several share the victory."""
        totals, readers = state.scores, () if self.tie is None else self.tie.readers
        leading = [seat for seat, total in enumerate(totals) if total == max(totals)]
        values = {seat: sum([reader(state, seat, 0) for reader in readers]) for seat in leading}
        return tuple(seat for seat in leading if values[seat] == max(values.values()))


def _total(link: Linker, of: str) -> Reader:
    return lambda state, seat, n: state.rules.scoring.total(state, seat)


def _open_total(link: Linker, of: str) -> Reader:
    return lambda state, seat, n: state.rules.scoring.open_total(state, seat)


MECHANISM = Mechanism(
    "scoring",
    after=("figures", "goods"),
    records=(ScoreRecord, TieBreakRecord),
    quantities=(
        QuantityKind(
            TOTAL,
            "the seat's points with final scoring, as if the game ended now; not in a `[[score]]`, of which the total is made",
            _total,
            choices=("now",),
            bind_open=_open_total,
            words="the total with final scoring",
            counts=(),
        ),
    ),
)
