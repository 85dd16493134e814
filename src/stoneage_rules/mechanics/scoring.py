"""Points and final scoring: score lines, tie-breaks, winners; plain numbers and ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.position import ScoreLine, ScorePart, ScoreSheet, TieBreak
from stoneage_rules.kernel.ruleset import SCORER_TABLE, Scorer
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Handle, Held, Linker, Parts, Reader
from stoneage_rules.language.events import Event, EventKind, Mechanism, number_field, text_field
from stoneage_rules.language.fields import Amount, Quantity, field
from stoneage_rules.language.quantity import IfRow, QuantityKind, if_field, is_same_for_all
from stoneage_rules.language.reach import NO_DIFFERENCE, Bounds, Clash
from stoneage_rules.language.word import ContentRecord, Contradiction, Verb
from stoneage_rules.telling.phrases import LogNames, Phrases
from stoneage_rules.text import counted

TOTAL = "total"


@attrs.frozen
class ScoreRecord(ContentRecord):
    """A line of final scoring: the product of `count` and `times`, times `each`."""

    table = "score"
    is_final = True

    count: Quantity = field("what is counted")
    times: Quantity | None = field("the factor", default=None)
    each: int = field("points for one", default=1, not_zero=True)
    if_: tuple[IfRow, ...] = if_field("it counts for a seat only if every row holds at the end")

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
        ties, tie = link.entries(TIES), None
        if ties:  # several tie-breaks become one, their sum
            readers = tuple(reader for each in ties for reader in each.readers)
            statements = tuple(dict.fromkeys(id for each in ties for id in each.statements))
            tie = Tie(" + ".join([each.name for each in ties]), readers, statements)
        link.append(SCORER_TABLE, Scoring(tuple(link.entries(SCORE_LINES)), tie))


@attrs.frozen
class TieBreakRecord(ContentRecord):
    """The quantities that tied seats compare."""

    table = "tie_break"
    is_final = True

    sum: tuple[Quantity, ...] = field("the quantities to add up", not_empty=True)

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
    """The factors without face-down items."""
    split: tuple[int, Parts] | None = None
    """The index of the factor that can be split, with its parts."""
    held: Held | None = None
    """The condition for it to score."""
    open_rows: tuple[tuple[Reader, Callable[[int], bool]], ...] = ()
    """The readers of its rows, without face-down items, and the numbers that the rows hold for."""


@attrs.frozen
class Tie:
    """A compiled tie-break: the quantities to add up."""

    name: str
    readers: tuple[Reader, ...]
    statements: tuple[str, ...]


SCORE_LINES = Handle[Line]("score")
TIES = Handle[Tie]("tie_break")


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
        factors, parts = (0,) * len(line.factors), tuple[ScorePart, ...]()
        if line.held is None or line.held(state, seat, 0):
            factors = tuple([factor(state, seat, 0) for factor in line.factors])
        points = line.each * prod(factors)
        if points and line.split:
            number, split = line.split
            unit = points // factors[number]
            parts = tuple(ScorePart(sources, amount, amount * unit) for sources, amount in split(state, seat) if amount)
        return ScoreLine(line.id, line.name, factors, points, parts, line.statements)

    def total(self, state: State, seat: int) -> int:
        """Returns the total of a seat's score sheet."""
        lines = (
            line.each * prod([factor(state, seat, 0) for factor in line.factors])
            for line in self.lines
            if line.held is None or line.held(state, seat, 0)
        )
        return state.points[seat] + sum(lines)

    def open_total(self, state: State, seat: int) -> int:
        """Returns the total without the points of face-down items."""
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


MECHANISM = Mechanism(
    "scoring",
    after=("figures", "goods"),
    records=(ScoreRecord, TieBreakRecord),
    quantities=(
        QuantityKind(
            TOTAL,
            "the seat's points with final scoring, as if the game ended now; not in a `[[score]]`, which is part of it",
            lambda link, of: lambda state, seat, n: state.rules._scoring.total(state, seat),
            choices=("now",),
            bind_open=lambda link, of: lambda state, seat, n: state.rules._scoring.open_total(state, seat),
            words="the total with final scoring",
            counts=(),
        ),
    ),
)

# --- points -------------------------------------------------------------------------------------------------------
#
# Points that are scored while the game runs; final scoring is in `scoring`.


@attrs.frozen
class PointsVerb(Verb):
    """The seat scores `amount` points at once; a negative amount is lost, and the score may go below 0.

    With `at_least`, a loss stops at that score: a seat already below it loses nothing.

    Example: `{ do = "points", amount = 3 }`, or for a payment `{ do = "points", amount = { paid = "value" } }`
    """

    do = "points"
    token = "{amount:+} points"
    amount: Amount = field("how many, or a quantity", not_zero=True)
    at_least: int | None = field("the lowest score that a loss can lead to", default=None, silent_default=True)

    involved = ("amount", "at_least")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.at_least is not None and isinstance(self.amount, int) and self.amount > 0:
            help = "delete it, or write an amount below 0"
            yield Contradiction("no points are lost here", ("at_least",), NO_DIFFERENCE[1], help, at_key=True)

    def describe(self, phrases: Phrases) -> str:
        amount = phrases.known(self.amount)
        words = counted(amount, "point") if isinstance(amount, int) else f"as points, {phrases.amount(amount)}"
        return words if self.at_least is None else f"{words}, down to {self.at_least}"

    def scores(self) -> Amount:
        return self.amount

    def bind(self, link: Linker) -> Effect:
        amount, floor = link.amount(self.amount), self.at_least
        by = "" if link.here is None else f"{link.here.kind} {link.here.name}"
        if floor is None:
            return lambda state, seat, place, n: operations.score(state, seat, amount(state, seat, n), by)

        def bounded(state: State, seat: int, place: int, n: int) -> None:
            most = max(0, state.points[seat] - floor)
            operations.score(state, seat, max(amount(state, seat, n), -most), by)

        return bounded


def _scored(names: LogNames, event: Event) -> str:
    points = event.number("points")
    verb = "scores" if points >= 0 else "loses"
    return f"{names.who(event.seat)} {verb} {counted(abs(points), 'point')}, and has {event['total']}"


POINTS = Mechanism(
    "points",
    verbs=(PointsVerb,),
    quantities=(
        QuantityKind(
            "points",
            "the seat's points on the score track",
            lambda link, of: lambda state, seat, n: state.points[seat],
            choices=("now",),
            words="the number of points",
            counts=(),
        ),
    ),
    events=(
        EventKind(
            "score",
            "a seat scores points at once",
            {
                "points": number_field("how many; negative for a loss"),
                "total": number_field("its points on the score track afterwards"),
                "by": text_field("the kind and id of the record behind the score, as `KIND ID`; empty if unknown"),
            },
            _scored,
        ),
    ),
)

# --- quantities ---------------------------------------------------------------------------------------------------
#
# Quantities that count nothing of a mechanism: a plain number, and the rank of a seat by another quantity.


def _rank(link: Linker, quantity: Quantity) -> Reader:
    assert not isinstance(quantity.of, (str, int))
    reader, seats, least = link.quantity(quantity.of), range(link.players), int(not quantity.alone)

    def rank(state: State, seat: int, n: int) -> int:
        own = reader(state, seat, n)
        better = [other for other in seats if other != seat and reader(state, other, n) >= own + least]
        return 1 + len(better)

    return rank


QUANTITIES = Mechanism(
    "quantities",
    quantities=(
        QuantityKind(
            "rank",
            "the seat's rank by a quantity: 1 for the seat with most; tied seats share the better rank, "
            "or, with `alone = true`, the worse one",
            _rank,
            takes=Quantity,
            keys=("alone",),
            is_shared=is_same_for_all,
            span=lambda records, of: (1, records.players),
            words="the rank by {of}",
            counts=(),
        ),
        QuantityKind(
            "count",
            "a plain number",
            lambda link, of: lambda state, seat, n: of,
            takes=int,
            of_seat=False,
            words="{of}",
            counts=(),
            span=lambda records, of: (of, of),
        ),
    ),
)
