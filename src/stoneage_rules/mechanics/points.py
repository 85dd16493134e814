"""Points that are scored while the game runs; what counts at its end is in `scoring`."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.events import Event, EventKind, number_field, text_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.naming import LogNames
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.reach import NO_DIFFERENCE
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.text.wording import counted


@attrs.frozen
class PointsVerb(Verb):
    """The seat scores `amount` points at once; a negative amount is lost, and the score may go below 0.

    With `at_least`, a loss goes no further than that: whoever has fewer points already loses nothing.

    Example: `{ do = "points", amount = 3 }`, or for what was paid `{ do = "points", amount = { paid = "value" } }`
    """

    do = "points"
    amount: Amount = field("how many, or a quantity", not_zero=True)
    at_least: int | None = field("the score below which nothing is lost", default=None, silent_default=True)

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

        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.score(state, seat, amount(state, seat, n), by)

        if floor is None:
            return effect

        def bounded(state: State, seat: int, place: int, n: int) -> None:
            most = max(0, state.points[seat] - floor)
            operations.score(state, seat, max(amount(state, seat, n), -most), by)

        return bounded


def _scored(names: LogNames, event: Event) -> str:
    points = event.number("points")
    verb = "scores" if points >= 0 else "loses"
    return f"{names.who(event.seat)} {verb} {counted(abs(points), 'point')}, and has {event['total']}"


MECHANISM = Mechanism(
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
                "points": number_field("how many; below 0 for a loss"),
                "total": number_field("its points on the score track then"),
                "by": text_field("the kind and id of the record that gives them, as `KIND ID`; empty if unknown"),
            },
            _scored,
        ),
    ),
)
