"""Points that are scored while the game runs; what counts at its end is in `scoring`."""

from __future__ import annotations

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Linker
from stoneage_rules.language.events import Event, EventKind, number_field, text_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.naming import LogNames
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.word import Verb
from stoneage_rules.text.wording import counted


@attrs.frozen
class PointsVerb(Verb):
    """The seat scores `amount` points at once; a negative amount is lost, and the score may go below 0.

    Example: `{ do = "points", amount = 3 }`, or for what was paid `{ do = "points", amount = { paid = "value" } }`
    """

    do = "points"
    amount: Amount = field("how many, or a quantity", not_zero=True)

    def describe(self, phrases: Phrases) -> str:
        amount = phrases.known(self.amount)
        return counted(amount, "point") if isinstance(amount, int) else f"as points, {phrases.amount(amount)}"

    def scores(self) -> Amount:
        return self.amount

    def bind(self, link: Linker) -> Effect:
        amount = link.amount(self.amount)
        by = "" if link.here is None else f"{link.here.kind} {link.here.name}"

        def effect(state: State, seat: int, place: int, n: int) -> None:
            operations.score(state, seat, amount(state, seat, n), by)

        return effect


def _scored(names: LogNames, event: Event) -> str:
    points = event.number("points")
    verb = "scores" if points >= 0 else "loses"
    return f"{names.who(event.seat)} {verb} {counted(abs(points), 'point')}, and has {event['total']}"


MECHANISM = Mechanism(
    "points",
    verbs=(PointsVerb,),
    events=(
        EventKind(
            "score",
            "a seat scores points at once",
            {
                "points": number_field("how many; below 0 for a loss"),
                "total": number_field("its points on the score track then"),
                "by": text_field("the kind and id of the record that gives them, such as `building bld-01`; empty if unknown"),
            },
            _scored,
        ),
    ),
)
