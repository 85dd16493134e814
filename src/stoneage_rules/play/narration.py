"""The log of a game: the events that mechanisms note, in the words of the content.

Each mechanism brings the sentences of its own events; nothing here asks what is legal or changes a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from stoneage_rules.kernel.position import check_seat
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.score import tied
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event, EventValue, Viewer
from stoneage_rules.telling.phrases import Brief, Briefs
from stoneage_rules.text import counted, noun_of

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
    """Turns events into sentences in the words of the content; it is the `LogNames` that sentences are given.

    Things are named by their ids, as they are typed and as boards show them.

    >>> import stoneage_rules as sa
    >>> game = sa.Game(sa.load(players=2), seed=1)
    >>> narrator = sa.Narrator(game.rules, names=["Ada", "Ben"], viewer=0)
    >>> str(next(narrator.tell(game.opening)))
    'Ada (seat 0) takes 12 food'

    Args:
        rules: the rules that the events come from.
        names: what the seats are called; `seat 0`, `seat 1`... where there is none.
        viewer: the only seat whose secrets are told, such as face-down items; `"all"` tells everybody's, None nobody's.

    Raises:
        UnknownName: there is no such viewer.
    """

    def __init__(self, rules: Ruleset, names: Sequence[str] = (), viewer: Viewer = None) -> None:
        self.rules = rules
        self.names = tuple(names)
        self.viewer: Viewer = viewer if viewer is None or viewer == "all" else check_seat(rules, viewer)
        self._briefs = rules.service(Briefs)
        self._entries = rules.content.by_name()

    # --- names --------------------------------------------------------------------------------------------------

    def who(self, seat: int | None) -> str:
        """Returns the name of a seat, such as `Ada (seat 0)`; `seat 0` if it has no name."""
        if seat is None:
            return "nobody"
        name = self.names[seat] if seat < len(self.names) else ""
        return f"{name} (seat {seat})" if name else f"seat {seat}"

    def said(self, value: EventValue) -> str:
        """Returns a value as it stands in a sentence: goods as `2 wood, 1 clay`, several values with commas."""
        if isinstance(value, Mapping):
            return ", ".join(f"{count} {id}" for id, count in value.items()) or "nothing"
        return ", ".join(map(self.said, value)) if isinstance(value, tuple) else str(value)

    def called(self, kind: str, id: str) -> str:
        """Returns the name that a record has for people, or its id if it has none."""
        entry = self._entries.get((kind, id))
        return str(entry.record.name or id) if entry else id

    def worth(self, item: str, place: str = "") -> str:
        """Returns what an item brings and shows, on a place also what it costs there, as the end of a sentence."""
        rules = self.rules
        brief = attrs.evolve(self._brief(item), item="")
        if place:
            asked = self._briefs.price(rules.place(place).price)
            brief = attrs.evolve(brief, price=asked or brief.price)
        else:
            brief = attrs.evolve(brief, price="")
        doubt = " (reconstructed)" if self._entries[rules.item_record(item)].reconstructed else ""
        return (f": {brief}" if str(brief) else "") + doubt

    def shown(self, item: str) -> str:
        """Returns what an item shows for final scoring: its symbol and icons."""
        return self._brief(item).shows

    def _brief(self, item: str) -> Brief:
        return self._briefs.item(self.rules.item_index[item])

    def one_use(self, item: str) -> str:
        """Returns an item with its value if it is a tool for one roll: `civ-34 (3)`."""
        value = self.rules.items[self.rules.item_index[item]].one_use
        return f"{item} ({value})" if value else item

    def doubt(self, kind: str, id: str, key: str) -> str:
        """Returns ` (reconstructed)` if that is what a value of a record is, else nothing."""
        entry = self._entries[kind, id]
        keys = {key, key.partition(".")[0]}
        return " (reconstructed)" if entry.confidence == "reconstructed" or keys & {*entry.record.reconstructed} else ""

    def heading(self, seed: int) -> Iterator[str]:
        """Yields the lines above a log: players, packs and seed, the options, and how much of the content is reconstructed."""
        rules = self.rules
        yield f"{rules.players} players, {', '.join(rules.packs)}, seed {seed}"
        options = rules.content.settings.options
        chosen = [f"{name} {str(value).lower()}" for pack in rules.packs for name, value in options.get(pack, {}).items()]
        if chosen:
            yield f"options: {', '.join(chosen)}"
        doubtful = Counter(entry.kind for entry in rules.content if entry.reconstructed)
        if doubtful:
            counts = ", ".join(counted(count, noun_of(kind)) for kind, count in doubtful.items())
            yield f"reconstructed values, marked below: {counts}"

    # --- telling ------------------------------------------------------------------------------------------------

    def tell(self, events: Iterable[Event]) -> Iterator[Sentence]:
        """Yields a sentence for every event that people would mention, as the viewer may know it."""
        for event in events:
            text = self.sentence(event)
            if text:
                yield Sentence(event.name, event.seat, text)

    def sentence(self, event: Event) -> str:
        """Returns the sentence of one event as the viewer may know it; empty if people would not mention it."""
        known = event.for_viewer(self.viewer)
        kind = self.rules.event_kinds.get(event.name)
        return kind.told(self, known) if kind else self._plainly(known)

    def _plainly(self, event: Event) -> str:
        """Returns an event that nobody has declared in its own words."""
        words = " ".join([event.name, *map(str, event.several("noted"))]).replace("-", " ")
        return words if event.seat is None else f"{self.who(event.seat)}: {words}"

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
