"""What happened in a game, as sentences for people: one for each event that the kernel notes.

How things are called comes from the content; nothing here asks what is legal or changes a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs

from stoneage_rules.kernel.actions import format_goods
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.add_ons import ADD_ONS
from stoneage_rules.mechanics.rows import ROWS

__all__ = ["HEADINGS", "Event", "Narrator", "Sentence"]

Event = tuple[Any, ...]
"""As the kernel notes it: its name, the seat or -1, and whatever belongs to it."""

NO_TOOLS = "none"
"""How the notation writes that no tool is used."""

HEADINGS = frozenset({"round", "phase"})
"""The events that begin a new section of the log."""


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
    """Tells events in the words of the content.

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
        """A seat, by its name if it has one."""
        name = self.names[seat] if seat < len(self.names) else ""
        return f"{name} (seat {seat})" if name else f"seat {seat}"

    def called(self, kind: str, id: str) -> str:
        """What a record is called: its name, else its id."""
        record = self._records.get((kind, id))
        return getattr(record, "name", "") or id

    def place(self, index: int) -> str:
        """A place; one of several copies with its number."""
        place = self.rules.places[index]
        number = place.id.removeprefix(place.record[1])
        return f"{place.name} {number.lstrip('-')}" if number and place.name != place.id else place.name

    def item(self, index: int) -> str:
        """An item with the name of its kind."""
        item = self.rules.items[index]
        kind = self.rules.kinds[item.kind]
        name = self.called(kind, item.id)
        return f"{self.called('kind', kind)} {item.id}" + (f" ({name})" if name != item.id else "")

    def shown_on(self, index: int) -> str:
        """What an item shows for final scoring: its symbol and icons."""
        item = self.rules.items[index]
        shown = [] if item.symbol is None else [f"symbol {self.called('symbol', item.symbol)}"]
        shown += [f"{count} x {self.called('icon', icon)}" for icon, count in item.icons.items()]
        return ", ".join(shown)

    def goods(self, amounts: Iterable[tuple[int, int]]) -> str:
        """`2 wood, 1 clay` from goods and their numbers."""
        return format_goods(tuple((self.called("good", self.rules.goods[good]), count) for good, count in amounts))

    def _zone(self, index: int) -> str:
        return self.called("zone", self.rules.zones[index])

    def _row(self, index: int) -> str:
        return self.called("row", self.rules.entries(ROWS)[index].id)

    # --- telling ------------------------------------------------------------------------------------------------

    def tell(self, events: Iterable[Event]) -> Iterator[Sentence]:
        """A sentence for every event that people would mention; a seat's payments of one moment in one sentence."""
        for event in _gathered(events):
            name, seat, *more = event
            sentence = _SENTENCES.get(name)
            text = sentence(self, seat, *more) if sentence else _anything(self, seat, name, *more)
            if text:
                yield Sentence(name, seat if seat >= 0 else None, text)

    def result(self, state: State) -> Iterator[Sentence]:
        """The final scores of a game that is over, line by line, and who has won."""
        for seat in range(self.rules.players):
            sheet = state.score_sheet(seat)
            yield Sentence("result", seat, f"{self.who(seat)} has {_points(sheet.track)} on the score track")
            for line in sheet.lines:
                worth = f"{' x '.join(map(str, line.factors))} = " if len(line.factors) > 1 else ""
                yield Sentence("result", seat, f"{self.who(seat)}: {line.name}: {worth}{_points(line.points)}")
            yield Sentence("result", seat, f"{self.who(seat)} has {_points(sheet.total)} in all")
        winners = [self.who(seat) for seat in state.winners]
        won = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the victory"
        yield Sentence("winner", None, won)


def _gathered(events: Iterable[Event]) -> Iterator[Event]:
    """The events, with one `spend` for goods that a seat pays one after the other."""
    for paid, run in groupby(events, lambda event: event[:2] if event[0] == "spend" else None):
        if paid is None:
            yield from run
        else:
            yield (*paid, *((event[2], event[3]) for event in run))


# --- one function per event: the narrator, the seat, what the kernel noted ------------------------------------------


def _figures(count: int) -> str:
    return f"{count} figure{'s' * (count != 1)}"


def _points(count: int) -> str:
    return f"{count} point{'s' * (count not in (1, -1))}"


def _round(told: Narrator, seat: int, number: int, first: int) -> str:
    return f"round {number}, first player is {told.who(first)}"


def _phase(told: Narrator, seat: int, phase: int) -> str:
    return told.rules.phases[phase].name


def _put(told: Narrator, seat: int, place: int, count: int) -> str:
    return f"{told.who(seat)} puts {_figures(count)} on {told.place(place)}"


def _resolve(told: Narrator, seat: int, place: int, count: int) -> str:
    return f"{told.who(seat)} resolves {told.place(place)} with {_figures(count)}, who return home"


def _figure(told: Narrator, seat: int, count: int) -> str:
    if not count:
        return f"{told.who(seat)} has no figure left in the supply, and gets none"
    return f"{told.who(seat)} gets {_figures(count)} more"


def _gain(told: Narrator, seat: int, good: int, count: int) -> str:
    verb = "takes" if count > 0 else "pays"
    return f"{told.who(seat)} {verb} {told.goods([(good, abs(count))])}" if count else ""


def _spend(told: Narrator, seat: int, *paid: tuple[int, int]) -> str:
    return f"{told.who(seat)} pays {told.goods(paid)}"


def _advance(told: Narrator, seat: int, track: int, steps: int, after: int) -> str:
    name = told.called("track", told.rules.tracks[track])
    if not steps:
        return f"{told.who(seat)} stays on {name} {after}, the end of the track"
    return f"{told.who(seat)} goes {steps} forward on {name}, to {after}"


def _score(told: Narrator, seat: int, points: int, total: int) -> str:
    verb = "scores" if points >= 0 else "loses"
    return f"{told.who(seat)} {verb} {_points(abs(points))}, and has {total}"


def _tool(told: Narrator, seat: int, before: int, after: int) -> str:
    if before == after:
        return f"{told.who(seat)} has the highest tools already, and gets none"
    kit = told.rules.kits.kits[after]
    values = "+".join(f"{value}{' (used)' * used}" for value, used in kit)
    return f"{told.who(seat)} takes a tool, and has {values}"


def _roll(told: Narrator, seat: int, text: str) -> str:
    return f"{told.who(seat)} rolls {text.partition(' ')[2]}"


def _tools(told: Narrator, seat: int, text: str) -> str:
    used = text.partition(" ")[2]
    return f"{told.who(seat)} adds tools: {used}" if used != NO_TOOLS else f"{told.who(seat)} adds no tools"


def _adjusted(told: Narrator, seat: int, change: int) -> str:
    return f"{abs(change)} {'is added to' if change > 0 else 'comes off'} the total of {told.who(seat)}"


def _total(told: Narrator, seat: int, total: int, divide: int, amount: int) -> str:
    return f"{told.who(seat)} has a total of {total}; divided by {divide}, that is {amount}"


def _standing(told: Narrator, seat: int, item: int) -> str:
    return f"{told.who(seat)} owns {told.item(item)}"


def _choose(told: Narrator, seat: int, name: str) -> str:
    return f"{told.who(seat)} chooses: {name}"


def _pick(told: Narrator, seat: int, face: int) -> str:
    return f"{told.who(seat)} picks the die that shows {face}"


def _showing(told: Narrator, item: int) -> str:
    shown = told.shown_on(item)
    return f", which shows {shown}" if shown else ""


def _own(told: Narrator, seat: int, item: int) -> str:
    return f"{told.who(seat)} takes {told.item(item)}{_showing(told, item)}"


def _own_hidden(told: Narrator, seat: int, item: int) -> str:
    seen = told.viewer is None or told.viewer == seat
    drawn = told.item(item) + _showing(told, item) if seen else told.called("kind", told.rules.kinds[told.rules.items[item].kind])
    return f"{told.who(seat)} draws face down: {drawn}"


def _use(told: Narrator, seat: int, item: int) -> str:
    return f"{told.who(seat)} uses {told.item(item)}"


def _decline(told: Narrator, seat: int, place: int) -> str:
    return f"{told.who(seat)} declines what lies on {told.place(place)}"


def _add_on(told: Narrator, seat: int, number: int) -> str:
    offer = told.rules.entries(ADD_ONS)[number]
    return f"{told.who(seat)} adds {told.called(*offer.record)}"


def _exchange(told: Narrator, seat: int, given: str, got: str) -> str:
    return f"{told.who(seat)} trades: gives {given.partition(' ')[2]}, gets {got.partition(' ')[2]}"


def _feed(told: Narrator, seat: int, count: int) -> str:
    return f"{told.who(seat)} feeds {_figures(count)}" if count else ""


def _short(told: Narrator, seat: int, good: int, missing: int) -> str:
    return f"{told.who(seat)} lacks {told.goods([(good, missing)])}"


def _starve(told: Narrator, seat: int, missing: int) -> str:
    return f"{told.who(seat)} leaves {_figures(missing)} unfed"


def _lay(told: Narrator, seat: int, place: int, item: int) -> str:
    return f"{told.item(item)} is laid on {told.place(place)}"


def _slide(told: Narrator, seat: int, item: int, place: int, to: int) -> str:
    return f"{told.item(item)} slides from {told.place(place)} to {told.place(to)}"


def _set_aside(told: Narrator, seat: int, zone: int, item: int) -> str:
    return f"{told.item(item)} goes to: {told._zone(zone)}"


def _first(told: Narrator, seat: int) -> str:
    return f"{told.who(seat)} becomes first player"


def _refresh(told: Narrator, seat: int) -> str:
    return "used tools can be used again"


def _unfilled(told: Narrator, seat: int, row: int) -> str:
    made = told.rules.entries(ROWS)[row]
    return f"the {told._zone(made.zone)} cannot fill the {told._row(row)}"


def _emptied(told: Narrator, seat: int, row: int) -> str:
    return f"one of the {told._row(row)} is empty"


def _end(told: Narrator, seat: int) -> str:
    return "the game ends"


def _anything(told: Narrator, seat: int, *noted: Any) -> str:
    """An event of a module's own that this library has no sentence for."""
    words = " ".join(map(str, noted)).replace("-", " ")
    return f"{told.who(seat)}: {words}" if seat >= 0 else words


_SENTENCES: Mapping[str, Callable[..., str]] = {
    "add-on": _add_on,
    "adjusted": _adjusted,
    "advance": _advance,
    "choose": _choose,
    "decline": _decline,
    "emptied": _emptied,
    "end": _end,
    "exchange": _exchange,
    "feed": _feed,
    "figure": _figure,
    "first": _first,
    "gain": _gain,
    "lay": _lay,
    "own": _own,
    "own-hidden": _own_hidden,
    "phase": _phase,
    "pick": _pick,
    "put": _put,
    "refresh": _refresh,
    "resolve": _resolve,
    "roll": _roll,
    "round": _round,
    "score": _score,
    "set-aside": _set_aside,
    "short": _short,
    "slide": _slide,
    "spend": _spend,
    "standing": _standing,
    "starve": _starve,
    "tool": _tool,
    "tools": _tools,
    "total": _total,
    "unfilled": _unfilled,
    "use": _use,
}
"""How each event is told; a module's own events fall back on their own words."""
