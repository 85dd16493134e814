"""The log of a game: the events that mechanisms note, in the words of the content.

Each mechanism brings the sentences of its own events; nothing here asks what is legal or changes a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import attrs

from stoneage_rules.kernel.actions import format_goods
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.score_sheet import tied
from stoneage_rules.kernel.state import State
from stoneage_rules.language.naming import counted

__all__ = ["HEADINGS", "NOBODY", "Event", "Narrator", "Sentence"]

Event = tuple[Any, ...]
"""As it is noted: its name, the seat or -1, and whatever belongs to it."""

HEADINGS = frozenset({"round", "phase"})
"""The events that begin a new section of the log."""


NOBODY = -1
"""The viewer of a log that names no face-down item."""


@attrs.frozen
class Sentence:
    """One line of a log; `str()` is the text."""

    event: str
    """Name of the event that it tells."""
    seat: int | None
    text: str

    def __str__(self) -> str:
        return self.text


class Narrator:
    """Teller of events in the words of the content; the `LogNames` that sentences are given.

    Args:
        rules: the rules that the events come from.
        names: what the seats are called; `seat 0`, `seat 1`... where there is none.
        viewer: the only seat whose face-down items are named; None names everybody's, -1 nobody's.
    """

    def __init__(self, rules: Ruleset, names: Sequence[str] = (), viewer: int | None = None) -> None:
        self.rules = rules
        self.names = tuple(names)
        self.viewer = viewer
        self._records = {(entry.kind, entry.name): entry.record for entry in rules.content}

    # --- names --------------------------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        """Returns the name of a seat, such as `Ada (seat 0)`; `seat 0` if it has no name."""
        name = self.names[seat] if seat < len(self.names) else ""
        return f"{name} (seat {seat})" if name else f"seat {seat}"

    def called(self, kind: str, id: str) -> str:
        """Returns the name of a record, or its id if it has none."""
        record = self._records.get((kind, id))
        return getattr(record, "name", "") or id

    def place(self, index: int) -> str:
        """Returns a place; one of several copies with its number."""
        place = self.rules.places[index]
        number = place.id.removeprefix(place.record[1])
        return f"{place.name} {number.lstrip('-')}" if number and place.name != place.id else place.name

    def item(self, index: int) -> str:
        """Returns an item with the name of its kind."""
        item = self.rules.items[index]
        kind = self.rules.kinds[item.kind]
        name = self.called(kind, item.id)
        return f"{self.called('kind', kind)} {item.id}" + (f" ({name})" if name != item.id else "")

    def goods(self, amounts: Iterable[tuple[int, int]]) -> str:
        """Returns goods and their numbers as `2 wood, 1 clay`."""
        return format_goods(tuple((self.called("good", self.rules.goods[good]), count) for good, count in amounts))

    # --- telling ------------------------------------------------------------------------------------------------

    def tell(self, events: Iterable[Event]) -> Iterator[Sentence]:
        """Yields a sentence for every event that people would mention; one for all that a seat pays at one moment."""
        for event in _gathered(events):
            name, seat, *more = event
            sentence = self.rules.event_sentences.get(name)
            text = sentence(self, seat, *more) if sentence else self._plainly(seat, name, *more)
            if text:
                yield Sentence(name, seat if seat >= 0 else None, text)

    def _plainly(self, seat: int, *noted: Any) -> str:
        """Returns an event that nobody has a sentence for in its own words."""
        words = " ".join(map(str, noted)).replace("-", " ")
        return f"{self.who(seat)}: {words}" if seat >= 0 else words

    def result(self, state: State) -> Iterator[Sentence]:
        """Yields the final scores of a game that is over, line by line, and who has won."""
        sheets = [state.score_sheet(seat) for seat in range(self.rules.players)]
        for seat, sheet in enumerate(sheets):
            yield Sentence("result", seat, f"{self.who(seat)} has {counted(sheet.track, 'point')} on the score track")
            for line in sheet.lines:
                worth = f"{' x '.join(map(str, line.factors))} = " if len(line.factors) > 1 else ""
                yield Sentence("result", seat, f"{self.who(seat)}: {line.name}: {worth}{counted(line.points, 'point')}")
            yield Sentence("result", seat, f"{self.who(seat)} has {counted(sheet.total, 'point')} in all")
        for sheet, tie_break in tied(sheets):
            worth = f"{' + '.join(map(str, tie_break.values))} = {tie_break.value}"
            yield Sentence("result", sheet.seat, f"{self.who(sheet.seat)}: the tie is broken by {tie_break.name}: {worth}")
        winners = [self.who(seat) for seat in state.winners]
        won = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the victory"
        yield Sentence("winner", None, won)


def _gathered(events: Iterable[Event]) -> Iterator[Event]:
    """Yields the events, with one `spend` for goods that a seat pays one after the other."""
    for paid, run in groupby(events, lambda event: event[:2] if event[0] == "spend" else None):
        if paid is None:
            yield from run
        else:
            yield (*paid, *((event[2], event[3]) for event in run))
