"""Explanations: what a step of a game did, event by event, and by which statements of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.kernel.nouns import STATEMENT_TABLE
from stoneage_rules.kernel.position import check_number
from stoneage_rules.language.events import Event, Viewer
from stoneage_rules.language.fields import Described
from stoneage_rules.play.narration import Narrator

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.play.game import Game


@attrs.frozen
class ExplainedEvent(Described):
    """An event with its sentence, and the statements behind the things that it is about."""

    event: Event
    """The event as the viewer may know it."""
    text: str
    statements: tuple[str, ...]


@attrs.frozen
class Explanation(Described):
    """A step of a game in full: what it did, and why.

    >>> import stoneage_rules as sa
    >>> game = sa.Game(sa.load(players=2), seed=1, auto_chance=False)
    >>> for card in ("civ-01", "civ-02", "civ-03", "civ-04", "bld-01", "bld-02"):
    ...     game.play(f"draw {card}")
    >>> for action in ("place forest 3", "place hunt 5", "place hunt 2", "resolve forest", "roll 5 3 2"):
    ...     game.play(action)
    >>> print(game.explain(-1).summary)
    seat 0, forest: resolves forest with 3 figures; rolls 2 3 5; has a total of 10, divided by 3: 3; takes 3 wood
    >>> game.explain(-1).statements[0]
    'base.place.resources'
    """

    step: int
    """The number of the step, from 0 on."""
    seat: int | None
    """The seat that chose; None for chance."""
    answer: str
    """The action or outcome; of an outcome that the viewer may not know, its kind alone."""
    before: tuple[ExplainedEvent, ...]
    """The events of the same action in earlier steps, such as the roll to which tools were added."""
    events: tuple[ExplainedEvent, ...]
    """The events of the step, in their order."""
    sentences: Mapping[str, str]
    """The statements behind the question that was answered and behind the events, by id, as sentences."""
    acting: int | None
    """The seat that chose, or for which chance decided."""
    who: str
    """Its name."""
    begins: frozenset[str]
    """The names of the events with which something else begins."""

    @property
    def statements(self) -> tuple[str, ...]:
        """The ids of all statements."""
        return tuple(self.sentences)

    @property
    def summary(self) -> str:
        """The action so far in one line: `seat 0, forest: rolls 5 3 2; adds tools: 2; ...; takes 3 wood`."""
        told = [*self.before]
        for event in self.events:
            if told and event.event.name in self.begins:
                break
            told.append(event)
        place = str(told[0].event.fields.get("place", "")) if told else ""
        own = [event.text.removeprefix(f"{self.who} ") for event in told if event.event.seat in (None, self.acting)]
        return f"{', '.join(filter(None, (self.who, place)))}: {'; '.join(filter(None, own))}"

    def __str__(self) -> str:
        lines = [f"step {self.step}: {'' if self.seat is None else f'{self.who} chooses '}{self.answer}", f"  {self.summary}"]
        lines += [f"  {event.text}" for event in self.events if event.text]
        lines += [f"  {id}: {sentence}" for id, sentence in self.sentences.items()]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Returns the explanation as plain data, ready for JSON."""
        told = {
            name: [{**one.event.to_dict(), "text": one.text, "statements": [*one.statements]} for one in events]
            for name, events in (("before", self.before), ("events", self.events))
        }
        return {
            "step": self.step, "seat": self.seat, "answer": self.answer, "summary": self.summary, **told,
            "statements": dict(self.sentences),
        }  # fmt: skip


class Behind:
    """Finds the statements that events and questions rest on: `rules.service(Behind)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._entries = rules.content.by_name()
        self._of_words: dict[str, list[str]] = {}
        for statement in rules.entries(STATEMENT_TABLE):
            for word in statement.frames:
                self._of_words.setdefault(word, []).append(statement.id)

    def of_word(self, word: str) -> list[str]:
        """Returns the statements that a verb or a frame carries out."""
        return self._of_words.get(word, [])

    def of_event(self, event: Event) -> tuple[str, ...]:
        """Returns the statements that the records of all things that an event names carry out, and their effects."""
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


def explain(game: Game, step: int, viewer: Viewer) -> Explanation:
    """Returns the explanation of a step, as a viewer may know it.

    Raises:
        ValueError: there is no such step.
        UnknownName: there is no such viewer.
    """
    number = step + game.length if check_number(step, "step") < 0 else step
    if not 0 <= number < game.length:
        raise ValueError(f"there is no step {step}; the game has {game.length}, counted from 0, or from -1 backwards")
    behind = game.rules.service(Behind)
    narrator = Narrator(game.rules, game.names, viewer)
    begins = frozenset(name for name, kind in game.rules.event_kinds.items() if kind.begins)

    def told(events: Iterable[Event]) -> tuple[ExplainedEvent, ...]:
        known = [event.for_viewer(viewer) for event in events]
        return tuple([ExplainedEvent(event, narrator.sentence(event), behind.of_event(event)) for event in known])

    state = game.state_after(number)
    (seat, answer), events = game.answers(number)[0], told(game.events(number)[0])
    before = told(_so_far(game, number, begins)) if not events or events[0].event.name not in begins else ()
    asked = behind.of_word(game.rules.handlers[state.stack[-1][0]].name)
    cited = dict.fromkeys([*(id for event in (*before, *events) for id in event.statements), *asked])
    seen_by = state.seen_by(answer)
    is_known = viewer == "all" or viewer in seen_by or len(seen_by) == game.rules.players
    return Explanation(
        step=number,
        seat=seat,
        answer=answer.text if is_known else answer.kind,
        before=before,
        events=events,
        sentences={id: game.rules.sentences[id] for id in cited},
        acting=state.seat,
        who=narrator.who(state.seat),
        begins=begins,
    )


def _so_far(game: Game, number: int, begins: frozenset[str]) -> list[Event]:
    """Returns the earlier events of the action that a step continues."""
    found: list[Event] = []
    for events in reversed(game.events()[:number]):
        for event in reversed(events):
            found.insert(0, event)
            if event.name in begins:
                return found
    return []
