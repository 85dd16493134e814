"""Figures of a colour: how many a seat has, and how it gets more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.nouns import FIGURE_TABLE, FigureSupply
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Linker, Reader
from stoneage_rules.language.events import Event, EventKind, Mechanism, number_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.quantity import QuantityKind, Records
from stoneage_rules.language.reach import Bound, Bounds, beyond
from stoneage_rules.language.word import ContentRecord, Contradiction, Verb
from stoneage_rules.telling.phrases import LogNames, Phrases
from stoneage_rules.text import counted


@attrs.frozen
class FigureRecord(ContentRecord):
    """The figures of a colour."""

    table = "figure"
    is_single = True
    is_needed = True

    start: int = field("figures of each seat at the start", least=0, most=20)
    most: int = field("figures of a colour in all", least=1, most=20)

    involved = ("start", "most")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.start > self.most:
            yield Contradiction(f"a colour has {self.most} figures in all", ("start",))

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(FIGURE_TABLE, FigureSupply(self.start, self.most))


def most_figures(records: Records) -> int:
    """Returns the figures of a colour in all."""
    return max((figures.record.most for figures in records.declared("figure")), default=0)


def figure_records(bounds: Bounds) -> tuple[str, ...]:
    """Returns the names of the records that say how many players and figures there are."""
    return tuple(record.name for kind in ("players", "figure") for record in bounds.declared(kind))


@attrs.frozen
class FigureVerb(Verb):
    """The seat takes `amount` figures of its colour from the general supply, home at once, while there are any.

    Example: `{ do = "figure", amount = 1 }`
    """

    do = "figure"
    amount: Amount = field("how many, or a quantity", default=1, least=1, most=99)

    def describe(self, phrases: Phrases) -> str:
        amount = phrases.known(self.amount)
        if not isinstance(amount, int):
            return f"as figures, {phrases.amount(amount)}"
        return "a figure" if amount == 1 else f"{amount} figures"

    def bind(self, link: Linker) -> Effect:
        amount = link.amount(self.amount)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            count = amount(state, seat, n)
            if count > 0:
                operations.add_figure(state, seat, count)

        return effect

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        more = next((figures.record.most - figures.record.start for figures in bounds.declared("figure")), 0)
        why = f"{more} of a colour's figures are left to take"
        yield from beyond("amount", self.amount, more, why, set_by=figure_records(bounds))


def _figures(link: Linker, of: str) -> Reader:
    if of in COUNTED:
        return COUNTED[of]
    places, players = link.places(of), link.players
    return lambda state, seat, n: sum([state.placed[place * players + seat] for place in places])


COUNTED: Mapping[str, Reader] = {
    "all": lambda state, seat, n: state.figures[seat],
    "home": lambda state, seat, n: state.at_home[seat],
    "here": lambda state, seat, n: n,
}


COUNTED_IN_WORDS = {
    "": "the number of figures on {of}",
    "all": "the number of figures",
    "home": "the number of figures at home",
    "here": "the number of figures here",
}


def _figure_taken(names: LogNames, event: Event) -> str:
    count = event.number("count")
    if not count:
        return f"{names.who(event.seat)} has no figure left in the supply, and gets none"
    return f"{names.who(event.seat)} gets {counted(count, 'figure')} more"


MECHANISM = Mechanism(
    "figures",
    records=(FigureRecord,),
    verbs=(FigureVerb,),
    quantities=(
        QuantityKind(
            "figures",
            "all figures of the seat, those at home, those that act here, or those on a location or a group of them; "
            "figures that act have left their location, and only `here` counts them",
            _figures,
            "group:location|location",
            tuple(COUNTED),
            belongs={"here": ("location", "workplace")},
            words=COUNTED_IN_WORDS,
            counts=(),
            span=lambda records, of: (0, most_figures(records)),
        ),
    ),
    events=(
        EventKind("figure", "a seat gets figures", {"count": number_field("how many; 0 if none is left")}, _figure_taken),
        EventKind("lose-figures", "a seat loses figures", {"figures": number_field("how many")}, "{seat} loses {figures:figure}"),
    ),
)
