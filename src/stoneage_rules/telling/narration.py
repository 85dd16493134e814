"""The log of a game, and explanations of its steps: the events that mechanisms note, in the words of the content.

Each mechanism defines the sentences of its events; nothing here asks for legal actions or changes a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import check_type
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.nouns import STATEMENT_TABLE
from stoneage_rules.kernel.position import ScoreLine, ScoreSheet, TieBreak, check_seat, names_of_seats
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event, EventValue, Viewer
from stoneage_rules.language.fields import BESIDE, LEFT_OUT, PublicValue
from stoneage_rules.telling.phrases import Brief, Briefs, told, value_in_words
from stoneage_rules.text import counted, noun_of

HEADINGS = frozenset({"round", "phase"})
"""The events that begin a new section of the log."""


@attrs.frozen
class Sentence(PublicValue):
    """One line of a log; `str()` is the text."""

    event: str
    """Name of the event that it describes."""
    seat: int | None
    """The seat of the event; None if there is none."""
    text: str
    """The line for people."""

    def __str__(self) -> str:
        return self.text


class Narrator:
    """Turns events into sentences in the words of the content; sentences receive it as their `LogNames`.

    Things are named by their ids, as in answers and on boards.

    >>> import stoneage_rules as sa
    >>> game = sa.Game(sa.load(players=2), seed=1)
    >>> narrator = sa.Narrator(game.rules, names=["Ada", "Ben"], viewer=0)
    >>> str(next(narrator.tell(game.opening)))
    'Ada (seat 0) takes 12 food'

    Args:
        rules: the rules that the events come from.
        names: the names of the seats; `seat 0`, `seat 1`... where there is none.
        viewer: the only seat whose secrets are shown, such as face-down items; `"all"` shows everybody's, None nobody's.

    Raises:
        UnknownName: there is no such viewer.
    """

    def __init__(self, rules: Ruleset, names: Sequence[str] = (), viewer: Viewer = None) -> None:
        check_type(rules, "rules", Ruleset, "a Ruleset")
        self.rules = rules
        self.names: tuple[str, ...] = names_of_seats(names, rules)
        self.viewer: Viewer = viewer if viewer is None or viewer == "all" else check_seat(rules, viewer)
        self._briefs = rules.service(Briefs)
        self._entries = rules.content.by_name

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.names, self.viewer)

    # --- names --------------------------------------------------------------------------------------------------

    def who(self, seat: int | None) -> str:
        """Returns the name of a seat, such as `Ada (seat 0)`; `seat 0` if it has no name."""
        if seat is None:
            return "nobody"
        name = self.names[seat] if seat < len(self.names) else ""
        return f"{name} (seat {seat})" if name else f"seat {seat}"

    def said(self, value: EventValue) -> str:
        """Returns a value as part of a sentence: goods as `2 wood, 1 clay`, several values with commas."""
        return value_in_words(value)

    def called(self, kind: str, id: str) -> str:
        """Returns the name that a record has for people, or its id if it has none."""
        entry = self._entries.get((kind, id))
        return str(entry.record.name or id) if entry else id

    def worth(self, item: str, place: str = "") -> str:
        """Returns an item's effects and symbols, on a place also its price there, as the end of a sentence."""
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
        """Returns an item's symbol and icons, for final scoring."""
        return self._brief(item).shows

    def _brief(self, item: str) -> Brief:
        return self._briefs.item(self.rules.item_index[item])

    def one_use(self, item: str) -> str:
        """Returns an item with its value if it is a tool for one roll: `civ-34 (3)`."""
        value = self.rules.items[self.rules.item_index[item]].one_use
        return f"{item} ({value})" if value else item

    def doubt(self, kind: str, id: str, key: str) -> str:
        """Returns ` (reconstructed)` if a value of a record is that, else nothing."""
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
        """Yields a sentence for every event worth mentioning, as the viewer may know it."""
        for event in events:
            text = self.sentence(event)
            if text:
                yield Sentence(event.name, event.seat, text)

    def sentence(self, event: Event) -> str:
        """Returns the sentence of one event as the viewer may know it; empty if people would not mention it."""
        known = event.for_viewer(self.viewer)
        kind = self.rules.event_kinds.get(event.name)
        return told(kind, self, known) if kind else self._plainly(known)

    def _plainly(self, event: Event) -> str:
        """Returns the sentence of an undeclared event, in its own words."""
        words = " ".join([event.name, *map(str, event.several("noted"))]).replace("-", " ")
        return words if event.seat is None else f"{self.who(event.seat)}: {words}"

    def result(self, state: State) -> Iterator[Sentence]:
        """Yields the final scores of a game that is over, line by line, and the winners."""
        sheets = [state.score_sheet(seat) for seat in range(self.rules.players)]
        for seat, sheet in enumerate(sheets):
            yield Sentence("result", seat, f"{self.who(seat)} has {counted(sheet.track, 'point')} on the score track")
            for line in sheet.lines:
                worth = f"{product_of(line)}{counted(line.points, 'point')}"
                yield Sentence("result", seat, f"{self.who(seat)}: {line.name}: {worth}")
            yield Sentence("result", seat, f"{self.who(seat)} has {counted(sheet.total, 'point')} in all")
        for sheet, tie_break in tied(sheets) if state.verdict == "points" else ():
            worth = f"{' + '.join(map(str, tie_break.values))} = {tie_break.value}"
            yield Sentence("result", sheet.seat, f"{self.who(sheet.seat)}: the tie is broken by {tie_break.name}: {worth}")
        winners = [self.who(seat) for seat in state.winners]
        won = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the victory"
        yield Sentence("winner", None, {"nobody": "nobody wins", "all": "all win"}.get(state.verdict, won))


def tied(sheets: Sequence[ScoreSheet]) -> list[tuple[ScoreSheet, TieBreak]]:
    """Returns the sheets with the highest total, each with its tie-break; none if one seat alone has it."""
    best = max(sheet.total for sheet in sheets)
    leading = [(sheet, sheet.tie_break) for sheet in sheets if sheet.total == best and sheet.tie_break is not None]
    return leading if len(leading) > 1 else []


def product_of(line: ScoreLine) -> str:
    """Returns the factors of a line of a score sheet as `3 x 4 = `; nothing where there is but one."""
    return f"{' x '.join(map(str, line.factors))} = " if len(line.factors) > 1 else ""


# --- explanations -------------------------------------------------------------------------------------------------
#
# The events of a step of a game, and the statements of the rules behind them.


@attrs.frozen
class ExplainedEvent(PublicValue):
    """An event with its sentence, and the statements behind the things it names."""

    event: Event = attrs.field(metadata=BESIDE)
    """The event as the viewer may know it."""
    text: str
    """Its sentence; empty for events not worth mentioning."""
    statements: tuple[str, ...]
    """The ids of the statements."""


@attrs.frozen
class Explanation(PublicValue):
    """A step of a game in full: its events and their reasons.

    >>> import stoneage_rules as sa
    >>> game = sa.Game(sa.load(players=2), seed=1, auto_chance=False)
    >>> for card in ("civ-01", "civ-02", "civ-03", "civ-04", "bld-01", "bld-02"):
    ...     game.play(f"draw {card}")
    >>> for action in ("place forest 3", "place hunt 5", "place hunt 2", "resolve forest", "roll 5 3 2"):
    ...     game.play(action)
    >>> print(game.explain(-1).summary)
    seat 0, forest: uses forest with 3 figures; rolls 2 3 5; has a total of 10, divided by 3: 3; takes 3 wood
    >>> game.explain(-1).statements[0]
    'base.place.resources'
    """

    step: int
    """The number of the step, from 0 on."""
    seat: int | None
    """The seat that chose; None for chance."""
    answer: str
    """The action or outcome; for a secret outcome, only its kind."""
    summary: str
    """The action so far in one line: `seat 0, forest: rolls 5 3 2; adds tools: 2; ...; takes 3 wood`."""
    before: tuple[ExplainedEvent, ...]
    """The events of the same action in earlier steps, such as the roll that tools were added to."""
    events: tuple[ExplainedEvent, ...]
    """The events of the step, in their order."""
    statements: tuple[str, ...]
    """The ids of the statements behind the question and behind the events."""
    sentences: Mapping[str, str]
    """These statements by id, each with its sentence."""

    who: str = attrs.field(default="", metadata=LEFT_OUT)
    """The name of the seat that chose, or whose chance event it was; empty if read from data."""

    def __str__(self) -> str:
        chosen = "" if self.seat is None else f"{self.who or f'seat {self.seat}'} chooses "
        lines = [f"step {self.step}: {chosen}{self.answer}", f"  {self.summary}"]
        lines += [f"  {event.text}" for event in self.events if event.text]
        lines += [f"  {id}: {sentence}" for id, sentence in self.sentences.items()]
        return "\n".join(lines)


class Behind:
    """Finds the statements that events and questions rest on: `rules.service(Behind)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._entries = rules.content.by_name
        self._of_words: dict[str, list[str]] = {}
        for statement in rules.entries(STATEMENT_TABLE):
            for word in statement.frames:
                self._of_words.setdefault(word, []).append(statement.id)

    def of_word(self, word: str) -> list[str]:
        """Returns the statements that a verb or a frame carries out."""
        return self._of_words.get(word, [])

    def of_event(self, event: Event) -> tuple[str, ...]:
        """Returns the statements behind the records, and their effects, that an event names."""
        kind = self.rules.event_kinds.get(event.name)
        found: dict[str, None] = {}
        for name, field in kind.fields.items() if kind else ():
            value = event.fields.get(name)
            for id in value if isinstance(value, tuple) else () if value is None else (value,):
                found |= dict.fromkeys(self._of_record(field.names, str(id)))
        return tuple(found)

    def _of_record(self, names: str, id: str) -> Iterator[str]:
        rules = self.rules
        record = rules.place(id).record if names == "place" else rules.item_record(id) if names == "item" else (names, id)
        entry = self._entries.get(record)
        if entry is not None:
            yield from entry.record.rules
            for effect in getattr(entry.record, "effects", ()):
                yield from self.of_word(effect.do)


def explanation(
    narrator: Narrator,
    step: int,
    state: State,
    answer: Action | Outcome,
    earlier: Sequence[Sequence[Event]],
    after: Sequence[Event],
) -> Explanation:
    """Returns the explanation of a step, as the viewer of the narrator may know it.

    Args:
        narrator: knows the names of the seats, and the viewer.
        step, answer: the number of the step, and the action or outcome.
        state: the state before it.
        earlier, after: the events of each step before it, and its own.
    """
    rules, viewer, behind = state.rules, narrator.viewer, state.rules.service(Behind)
    begins = frozenset(name for name, kind in rules.event_kinds.items() if kind.begins)

    def explained(events: Iterable[Event]) -> tuple[ExplainedEvent, ...]:
        known = [event.for_viewer(viewer) for event in events]
        return tuple([ExplainedEvent(event, narrator.sentence(event), behind.of_event(event)) for event in known])

    events = explained(after)
    before = explained(_so_far(earlier, begins)) if not events or events[0].event.name not in begins else ()
    asked = behind.of_word(rules.handlers[state.stack[-1][0]].name)
    cited = dict.fromkeys([*(id for event in (*before, *events) for id in event.statements), *asked])
    seen_by, who = state.seen_by(answer), narrator.who(state.seat)
    is_known = viewer == "all" or viewer in seen_by or len(seen_by) == rules.players
    return Explanation(
        step=step,
        seat=None if state.is_chance else state.seat,
        answer=answer.text if is_known else answer.kind,
        summary=_summary(who, state.seat, before, events, begins),
        before=before,
        events=events,
        statements=tuple(cited),
        sentences={id: rules.sentences[id] for id in cited},
        who=who,
    )


def _summary(
    who: str, acting: int | None, before: Iterable[ExplainedEvent], events: Iterable[ExplainedEvent], begins: frozenset[str]
) -> str:
    """Returns the action of a seat so far in one line."""
    told = [*before]
    for event in events:
        if told and event.event.name in begins:
            break
        told.append(event)
    place = str(told[0].event.fields.get("place", "")) if told else ""
    own = [event.text.removeprefix(f"{who} ") for event in told if event.event.seat in (None, acting)]
    return f"{', '.join(filter(None, (who, place)))}: {'; '.join(filter(None, own))}"


def _so_far(earlier: Sequence[Sequence[Event]], begins: frozenset[str]) -> list[Event]:
    """Returns the events of earlier steps that belong to the action that a step continues."""
    found: list[Event] = []
    for events in reversed(earlier):
        for event in reversed(events):
            found.insert(0, event)
            if event.name in begins:
                return found
    return []
