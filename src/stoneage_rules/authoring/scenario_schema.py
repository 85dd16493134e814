"""The tables of a scenario: their keys and values, names of things, moments, and where a scenario ends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from stoneage_rules.authoring.random_games import EventRelay
from stoneage_rules.errors import ContentError, StoneAgeError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.legality import DECISION_CHECKS, Decision
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.faults import WORDS, Fault, unknown_word, wrong_type
from stoneage_rules.language.fields import field
from stoneage_rules.language.forms import OUT_OF_RANGE, PLAIN_KEY, OwnForm, form_of_class
from stoneage_rules.language.quantity import IfRow
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.diagnostics import Diagnostic, sorted_diagnostics
from stoneage_rules.packs.find import Source
from stoneage_rules.packs.parts import value_faults
from stoneage_rules.packs.report import diagnostic_of
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import a

# --- names --------------------------------------------------------------------------------------------------------
# Checks the names in test files, and makes faults of names that the table does not have, with the nearest one.
#
# `refers_to` of a field gives the kinds that its texts or keys name.  Impossible positions of known names are
# refused later (`positions`, `kernel.saving`).


START_OF_PHASE, END_OF_PHASE, END_OF_ROUND, END_OF_GAME = "start-of-phase", "end-of-phase", "end-of-round", "end-of-game"
EVERY_DECISION = "every-decision"

EMPTY = "none"
"""The name for no item, as on an empty space."""
SET_UP = "set-up"
"""The name for the set-up, where a phase is named; no phase can be called so."""


def moments_in(names: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Returns the moments of claims and of the ends of scenarios, given the ids of a table by kind."""
    phases = [f"{word} {phase}" for phase in names.get("phase", ()) for word in (START_OF_PHASE, END_OF_PHASE)]
    return {"at": [EVERY_DECISION, END_OF_ROUND, END_OF_GAME, *phases], "until": [END_OF_ROUND, *phases]}


KNOWN_WORDS: Mapping[str, Callable[[Ruleset], Iterable[str]]] = {
    "at": lambda rules: moments_in({"phase": KNOWN_WORDS["phase"](rules)})["at"],
    "check": lambda rules: (*DECISION_CHECKS, *(name for decision in _pending(rules, Decision) for name in _checks(decision))),
    "frame": lambda rules: (frame.name for frame in _pending(rules, Decision, Chance)),
    "good": lambda rules: rules.goods,
    "item": lambda rules: rules.item_ids,
    "location": lambda rules: (name for place in rules.places for name in (place.id, place.record[1])),
    "line": lambda rules: (line.id for line in rules.initial_state().score_sheet(0).lines),
    "mark": lambda rules: rules.marks,
    "moment": lambda rules: (SET_UP, *(phase.id for phase in rules.phases)),
    "phase": lambda rules: (phase.id for phase in rules.phases),
    "place": lambda rules: rules.place_index,
    "space": lambda rules: (place.id for place in rules.places if place.row >= 0),
    "statement": lambda rules: rules.sentences,
    "track": lambda rules: rules.tracks,
    "until": lambda rules: moments_in({"phase": KNOWN_WORDS["moment"](rules)})["until"],
    "zone": lambda rules: rules.zones,
}
"""The names of each kind that exist at a table."""

NOUNS = {
    "at": "moment", "frame": "decision or chance event", "line": "line of the score sheet",
    "location": "place", "moment": "phase", "space": "place", "until": "moment",
}  # fmt: skip
"""The nouns that messages use instead of the names of kinds."""
ANSWERS: Mapping[str, tuple[type, str, str]] = {
    "action": (
        Action,
        "is an outcome of chance, and no choice of a seat",
        "`outcomes_have` and `outcomes_lack` of `then` say what can be rolled or drawn, and what cannot",
    ),
    "outcome": (
        Outcome,
        "is the choice of a seat, and no outcome of chance",
        "`legal_has` and `legal_lacks` of `then` say what can be chosen, and what cannot",
    ),
}
"""The class of each sort of answer, and the fault of an answer of the other sort with the help against it."""


def _pending(rules: Ruleset, *classes: type) -> list[Any]:
    """Returns the frames of these classes."""
    return [handler for handler in rules.handlers if isinstance(handler, classes)]


def _checks(decision: Decision) -> list[str]:
    """Returns the names of the checks of a decision and of its extensions."""
    return [check.name for judged in (decision, *decision.extensions.values()) for check in judged.judges]


class Names:
    """Checks names against those that exist at a table."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._known: dict[str, Collection[str]] = {}

    def unknown(self, record: Any, path: TomlPath = ()) -> list[Fault]:
        """Returns a fault for every unknown name within a record at a path."""
        self._found: list[Fault] = []
        form_of_class(type(record)).resolved(record, path, self)
        return self._found

    def word(self, word: Any, kinds: Sequence[str], path: TomlPath, *, at_key: bool = False) -> Any:
        """Notes the fault of a name in a record; returns the name."""
        if type(word) is str or kinds[0] == "seat":
            self._found += (attrs.evolve(fault, at_key=at_key) for fault in self.name(kinds[0], word, path))
        return word

    def name(self, kind: str, name: Any, path: TomlPath) -> Iterator[Fault]:
        """Yields the fault of a name, seat number or action in notation that does not exist."""
        if kind == "seat":
            yield from self._seat(name, path)
        elif kind in ANSWERS:
            yield from self._answer(kind, name, path)
        elif kind == "step":
            yield from self._step(name, path)
        else:
            yield from self.among(NOUNS.get(kind, kind), name, self.known(kind), path)

    @staticmethod
    def among(noun: str, name: str, known: Collection[str], path: TomlPath) -> Iterator[Fault]:
        """Yields the fault of a name that is not among the known ones."""
        if name not in known:
            yield unknown_word("SA203", f"{a(noun)} that does not exist", name, known, noun, path=path)

    def known(self, kind: str) -> Collection[str]:
        """Returns all names of a kind."""
        if kind not in self._known:
            self._known[kind] = set(KNOWN_WORDS[kind](self.rules))
        return self._known[kind]

    def _seat(self, seat: int | str, path: TomlPath) -> Iterator[Fault]:
        if not 0 <= int(seat) < self.rules.players:
            yield Fault(
                "SA203", "a seat that does not exist", f"seats are numbered from 0 to {self.rules.players - 1}", path=path
            )

    def _answer(self, noun: str, text: str, path: TomlPath) -> Iterator[Fault]:
        """Yields the fault of a text that is not an answer in notation, or of the other sort."""
        wanted, label, help = ANSWERS.get(noun, (object, "", ""))
        try:
            if not isinstance(self.rules.parse(text), wanted):
                yield Fault("SA207", f"no {noun}", f"`{text}` {label}", help=help, path=path)
        except StoneAgeError as error:
            yield Fault("SA203", f"{a(noun)} that does not exist", str(error), path=path)

    def _step(self, text: str, path: TomlPath) -> Iterator[Fault]:
        """Yields the fault of a text that is not an action or outcome in notation, with or without a leading seat."""
        seat, colon, answer = text.partition(":")
        yield from self._answer("action or outcome", (answer if colon else seat).strip(), path)
        if colon:
            yield from self._seat(int(seat) if PLAIN_KEY.fullmatch(seat.strip()) else -1, path)


# --- until --------------------------------------------------------------------------------------------------------
# The moment when a scenario ends, before the game runs on: the end of a phase or round, or the start of a phase.


ASKED_NOTHING = (
    "seat", "asks", "dice", "legal", "legal_has", "legal_lacks", "outcomes", "outcomes_have", "outcomes_lack",
)  # fmt: skip
"""Keys about the pending question; invalid when none is pending."""


class Moments:
    """Reports the ends and starts of phases and rounds while a state is played.

    Args:
        look: called with each moment as tests name it, and with the state as it is then.
        phase: the index of the phase that runs, -1 for the set-up; None if the first phase has not begun.
    """

    def __init__(self, look: Callable[[str, State], None], phase: int | None = None) -> None:
        self._look = look
        self._phase = phase

    def listen(self, state: State, event: tuple[Any, ...]) -> None:
        """Takes an event of the state when the kernel notes it."""
        if event[0] == "phase":
            before, self._phase = self._phase, event[2]
            if before is not None:
                ended = state.copy()
                ended.phase_index = before
                ended.round -= event[2] == 0
                self.tell_end(ended, is_last=event[2] == 0)
            self._look(f"{START_OF_PHASE} {state.phase}", state)

    def tell_end(self, state: State, *, is_last: bool = True) -> None:
        """Reports the end of a state's phase, and of its round with the last phase."""
        self._look(f"{END_OF_PHASE} {state.phase or SET_UP}", state)
        if is_last and state.phase is not None:
            self._look(END_OF_ROUND, state)


class Until:
    """Watches a state while it is played, and keeps a copy of it as it is at a moment.

    Args:
        moment: such as `end-of-phase take-actions`.
        state: the state that is going to be played; its phase has not begun yet, or it is in the set-up.
    """

    def __init__(self, moment: str, state: State) -> None:
        self._moment = moment
        self._state = state
        self._copy: State | None = None
        self._moments = Moments(self._look, -1 if state.phase is None else None)
        state._noted = EventRelay(partial(self._moments.listen, state))

    def _look(self, moment: str, state: State) -> None:
        if self._copy is None and moment == self._moment:
            self._copy = state.copy()

    @property
    def state(self) -> State | None:
        """The state at that moment; None if it has not come."""
        if self._state.is_over:
            self._moments.tell_end(self._state)
        return self._copy


# --- scenario values ----------------------------------------------------------------------------------------------
#
# Values of test files with a form that no plain type expresses: counts, figures, piles, items and tools.


class ToolState(OwnForm):
    """A tool: its value, and whether it is used this round."""

    words = "tool such as `[2, false]`"

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not list:
            yield wrong_type(value, "a tool such as `[2, false]`")
            return
        for index, (part, wanted) in enumerate(zip(value, (int, bool), strict=False)):
            if type(part) is not wanted:
                yield attrs.evolve(wrong_type(part, WORDS[wanted]), path=(index,))
        if len(value) != 2:
            yield Fault("SA207", "a tool that is no pair", "write its value and whether it is used, such as `[2, false]`")

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return {"type": "array", "items": [{"type": "integer"}, {"type": "boolean"}], "minItems": 2, "maxItems": 2}


# --- a position ---------------------------------------------------------------------------------------------------


@attrs.frozen
class SeatFacts:
    """Facts about a seat that positions and expectations state alike."""

    points: int | None = field("its points", default=None)
    goods: Mapping[str, int] | None = field("its goods", default=None, least=0, refers_to="good")
    tracks: Mapping[str, int] | None = field("its positions on tracks", default=None, least=0, refers_to="track")
    figures: int | None = field("its total number of figures", default=None, least=0)
    tools: tuple[ToolState, ...] | None = field("its tools: the value of each, and whether it is used this round", default=None)
    marks: tuple[str, ...] | None = field("its marks", default=None, refers_to="mark")


@attrs.frozen
class BoardFacts:
    """Facts about the board that positions and expectations state alike."""

    phase: str | None = field(
        "the phase, at its start in a position; `set-up` for the first decision of the set-up",
        default=None,
        refers_to="moment|phase",
    )
    first: int | None = field("the seat that starts", default=None, refers_to="seat")
    figures: Mapping[str, tuple[int, ...] | Mapping[int, int]] | None = field(
        "figures by place: a number for each seat, or by seat", default=None, least=0, refers_to="place|location"
    )
    spaces: Mapping[str, str] | None = field("the item on a space, or `none`", default=None, refers_to="space|location")
    piles: Mapping[str, int] | None = field(
        "the number of face-down items beneath", default=None, least=0, refers_to="space|location"
    )


@attrs.frozen
class GivenSeat(SeatFacts):
    """The possessions of a seat; all others are as after the set-up."""

    items: tuple[str, ...] | None = field("its open items", default=None, refers_to="item")
    face_down: tuple[str, ...] | None = field("its face-down items, not listed in `items`", default=None, refers_to="item")
    unspent: tuple[str, ...] | None = field(
        "its open items with an unspent use; all of `items` without the key", default=None, refers_to="item"
    )


@attrs.frozen
class Given(BoardFacts):
    """The position at the start of a scenario; all other facts are as after the set-up."""

    round: int | None = field("the round", default=None, least=1)
    set_up: tuple[str, ...] = field(
        "answers to the decisions of the set-up, in order, and relevant outcomes",
        default=(),
        refers_to="step",
    )
    over: bool = field("whether the game has ended, with final scoring", default=False)
    acting: int | None = field("the seat whose turn it is", default=None, refers_to="seat")
    seats: Mapping[int, GivenSeat] | None = field("possessions, by seat", default=None, refers_to="seat")
    zones: Mapping[str, tuple[str, ...] | int] | None = field(
        "the items of a zone, or the number that stay there", default=None, least=0, refers_to="zone"
    )
    dealt_to: tuple[int, ...] | None = field("the seats that receive leftover items, one by one", default=None, refers_to="seat")


# --- expectations -------------------------------------------------------------------------------------------------


@attrs.frozen
class ThenSeat(SeatFacts):
    """The facts about a seat; items are listed or counted."""

    at_home: int | None = field("the number of its figures at home", default=None, least=0)
    items: tuple[str, ...] | int | None = field("its open items", default=None, least=0, refers_to="item")
    face_down: tuple[str, ...] | int | None = field("its face-down items", default=None, least=0, refers_to="item")
    unspent: tuple[str, ...] | int | None = field("its open items with an unspent use", default=None, least=0, refers_to="item")
    total: int | None = field("its points with final scoring, as if the game ended now", default=None)
    lines: Mapping[str, int] | None = field("the points of lines of its score sheet", default=None, refers_to="line")
    tie_break: int | None = field("the number that decides between equal totals", default=None)
    meets: tuple[IfRow, ...] = field("[quantities](#quantities) of it, each with its range, as in rows of `if`", default=())


@attrs.frozen
class Then(BoardFacts):
    """The facts that must hold at the end of a scenario; all others may be anything."""

    round: int | None = field("the round", default=None, least=0)
    seats: Mapping[int, ThenSeat] | None = field("facts by seat", default=None, refers_to="seat")
    zones: Mapping[str, tuple[str, ...] | int] | None = field(
        "the items of a zone, or their number", default=None, least=0, refers_to="zone"
    )
    seat: int | None = field("the seat that must choose, or that a roll or draw is for", default=None, refers_to="seat")
    asks: str | None = field("the pending decision or chance event, by its frame's name", default=None, refers_to="frame")
    dice: int | None = field("the number of dice to roll", default=None, least=0)
    outcomes: tuple[str, ...] | None = field("all outcomes of a roll or draw, in any order", default=None, refers_to="outcome")
    outcomes_have: tuple[str, ...] = field("some of the outcomes", default=(), refers_to="outcome")
    outcomes_lack: tuple[str, ...] = field("impossible outcomes", default=(), refers_to="outcome")
    legal: tuple[str, ...] | None = field("all options, in any order", default=None, refers_to="action")
    legal_has: tuple[str, ...] = field("some of the options", default=(), refers_to="action")
    legal_lacks: tuple[str, ...] = field("actions that are not options", default=(), refers_to="action")
    scores: tuple[int, ...] | None = field("each seat's points; once the game has ended, with final scoring", default=None)
    winners: tuple[int, ...] | None = field("the winning seats", default=None, refers_to="seat")
    verdict: str | None = field(
        "what decided the game: points, or an effect `end-game`", default=None, choices=("points", "nobody", "all", "seat")
    )
    over: bool | None = field("whether the game has ended", default=None)
    meets: tuple[IfRow, ...] = field(
        "[quantities](#quantities) with their ranges, as in rows of `if`: of the game, or of every seat", default=()
    )


@attrs.frozen
class Refused:
    """An action that must be refused at the end of a scenario, and its reason."""

    action: str = field("the action in notation")
    unreadable: bool = field("whether it must not be readable as an action of these rules", default=False)
    seat: int | None = field("the acting seat; by default the seat that must choose", default=None, refers_to="seat")
    rule: str | None = field("the statement that a reason must cite", default=None, refers_to="statement")
    check: str | None = field("the check that a reason must name", default=None, refers_to="check")
    needed: str = field("text that the reason's demand contains", default="")
    found: str = field("text that the reason's finding contains", default="")


def out_of_range(record: Any) -> list[Fault]:
    """Returns a fault for each number in a record that is out of its range; its lists may name a thing twice."""
    return [fault for fault in value_faults(record, ()) if fault.message == OUT_OF_RANGE]


# --- a file -------------------------------------------------------------------------------------------------------


@attrs.frozen
class WrittenEntry:
    """The keys that scenarios and properties have alike."""

    name: str = field("its claim, as a sentence")
    rules: tuple[str, ...] = field("the statements that it proves", default=(), refers_to="statement")
    table: Table = field("settings that differ from the file's table", factory=Table)


@attrs.frozen
class ScenarioEntry(WrittenEntry):
    """One `[[scenario]]`."""

    given: Given = field("the position at its start", factory=Given)
    do: tuple[str, ...] = field(
        "actions and outcomes in notation, each with an optional seat in front", default=(), refers_to="step"
    )
    until: str | None = field(
        "where it ends, if before the next question: `end-of-phase` or `start-of-phase` with a phase, or `end-of-round`",
        default=None,
        refers_to="until",
    )
    then: Then = field("the facts that must hold at the end", factory=Then)
    refused: tuple[Refused, ...] | Refused = field("actions that must be refused at the end: a table, or several", default=())

    @property
    def refusals(self) -> list[tuple[TomlPath, Refused]]:
        """The actions that must be refused, each with its path in the entry."""
        if isinstance(self.refused, Refused):
            return [(("refused",), self.refused)]
        return [(("refused", index), refused) for index, refused in enumerate(self.refused)]


@attrs.frozen
class ScenarioFile:
    """Scenarios of a pack: a position, steps, and expectations."""

    table: Table = field("players, modules, options, edition, first_seat", factory=Table)
    scenario: tuple[ScenarioEntry, ...] = field("the scenarios", factory=tuple)


# --- messages -----------------------------------------------------------------------------------------------------
#
# Messages of tests: text for people, with diagnostics for other programs if there is a place in a file.


LONGEST = 160
"""Longest list of choices shown on a line, in characters; the diagnostic has them all."""


@attrs.frozen
class Message:
    """A problem, as text."""

    text: str
    """The problem in words."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """The same problem with codes and places, as in `stoneage check`."""

    def __str__(self) -> str:
        return self.text


def in_a_line(fault: Fault) -> str:
    """Formats a fault on one line: the error and the remedy."""
    mend = fault.help or (f"did you mean `{fault.near}`?" if fault.near else _shortened_list(fault.note))
    if fault.code == "SA201" and fault.label.startswith("this is") and not mend:
        return fault.message
    return "; ".join(filter(None, [fault.label or fault.message, mend]))


def _shortened_list(note: str) -> str:
    """Cuts a note to a length that a line can have, at the end of a word."""
    return note if len(note) <= LONGEST else f"{note[:LONGEST].rpartition(', ')[0]}, ..."


def messages_of_faults(faults: Iterable[Fault], source: Source) -> list[Message]:
    """Returns a message for each fault, with its place in a file, in the order of lines."""
    lines = {diagnostic_of(fault, source): in_a_line(fault) for fault in faults}
    return [
        Message(f"{each.place.file}:{each.place.span.line}:{each.place.span.column}: {lines[each]}", (each,))
        for each in sorted_diagnostics(lines)
    ]


def message_of(error: Exception, before: str = "") -> Message:
    """Returns the message of an exception raised while reading a file or playing a game."""
    return Message(before + raised(error), tuple(error.diagnostics) if isinstance(error, ContentError) else ())


def raised(error: Exception) -> str:
    """Formats an exception on one line, with its point in the game if that was noted."""
    text = str(error) if isinstance(error, StoneAgeError) else f"{type(error).__name__}: {error}"
    return ", ".join([text, *getattr(error, "__notes__", ())])
