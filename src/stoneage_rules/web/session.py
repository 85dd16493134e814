"""A game as a page shows it: the page calls by name, and draws the JSON that it is told."""

import json
from bisect import bisect_right
from contextlib import suppress
from itertools import accumulate, chain, takewhile
from operator import eq
from typing import Any

from stoneage_rules.board.facts import facts_of_game
from stoneage_rules.errors import IllegalAction, InvalidAction, StoneAgeError
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.state import State, View
from stoneage_rules.loading.load import load
from stoneage_rules.play.game import Game
from stoneage_rules.play.meanings import answer_meant
from stoneage_rules.play.playback import replay
from stoneage_rules.policies.registry import hints, make_policy, policy_names, sensible_policy, version_of, without_options
from stoneage_rules.telling.board import Board, score_rows
from stoneage_rules.telling.wording import Wording, fault_in_words, items_of_game

FAST = ("random", "sensible", "starving")
"""The policies that play without a pause; after each choice of another one the page attends to its reader."""
MOST_PLAYOUTS = 400
"""The most playouts of a policy that a record can name, about a second for a placement in a browser."""
COMMANDS = ("board", "help", "hint", "log", "look", "quit", "redo", "save", "score", "undo", "why")
"""The words besides answers that can be typed at the page."""
MOST_ROWS = 40
"""The most rows of the log in one answer; the page asks for the others."""


class Session:
    """The game of a page, with people and policies at its seats.

    >>> import json
    >>> session = Session()
    >>> told = json.loads(session.ask("new", '[{"players": 2}, {"policies": ["person", "sensible"]}]'))
    >>> told["asked"]["prompt"]
    'where to place figures'
    """

    viewer: int | None = None
    """The seat that looks; None for who watches, as before the first person."""
    wording: Any = None
    """Tells the log of the game to its viewer; None before the first game."""

    def ask(self, name: str, arguments: str, step: str = "") -> str:
        """Calls a method with a list of arguments in JSON; returns in JSON what it tells, or else all that is to be seen then.

        If it cannot be done, only the `error` is told.

        Args:
            name: the name of the method.
            arguments: a list in JSON.
            step: the `step` that the page has; if it is not the last one, nothing is done, and what is to be seen is told as
                `late`. Without it the call answers no question.
        """
        try:
            if step and step != self.step:
                told = self.shown() | {"late": True}
            else:
                told = getattr(self, name)(*json.loads(arguments)) or self.shown()
        except (StoneAgeError, ValueError) as error:
            told = {"error": self.said(fault_in_words(error))}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    @property
    def step(self) -> str:
        """The question that is open now, so that no answer to another one is taken for its own."""
        return f"{self.game.length}.{hash(str(self.game.answers()))}"

    # --- beginning ----------------------------------------------------------------------------------------------

    def new(self, table: Any, settings: Any) -> None:
        """Begins a game at a table, with settings of `Game`: `seed`, and the `names` and `policies` of the seats.

        Raises:
            ContentError: there is no such table.
        """
        self._sit(Game(load(table), skip_forced=True, **settings))

    def again(self, seed: int | None = None) -> None:
        """Begins a new game at the same table, with other dice and draws."""
        self._sit(Game(self.game.rules, seed, skip_forced=True, names=self.game.names, policies=self.game.policies))

    def open(self, record: str, steps: int | None = None, paused: bool = False) -> None:
        """Goes on with the game of a record.

        Args:
            record: its text.
            steps: the number of its steps to keep, if the others were taken back.
            paused: whether policies wait until the page says so.

        Raises:
            RecordError: the text is no record, or that of a game which these rules do not allow.
        """
        game = replay(f"{record}\n", allow_unfinished=True, skip_forced=True, auto_chance=True)
        if game.state.is_chance:
            game.roll()
        self._sit(game, paused)
        if steps is not None:
            game.undo_to(steps)

    def facts(self) -> Any:
        """Tells what the page must know once a game, but for the items."""
        return facts_of_game(self.game.rules)

    def items(self) -> Any:
        """Tells the items, also once a game."""
        return items_of_game(self.game.rules)

    def _sit(self, game: Game, paused: bool = False) -> None:
        """Begins to play a game: people have the seats at which no policy sits that is known here and quick enough."""
        known = policy_names()
        made = {seat: make_policy(name, seat) for seat, name in enumerate(game.policies) if without_options(name) in known}
        self.policies = {seat: one for seat, one in made.items() if getattr(one, "playouts", 0) <= MOST_PLAYOUTS}
        self.people = {*range(game.rules.players)} - {*self.policies}
        self.game = game
        self.forget()
        game.versions = tuple(map(version_of, game.policies))
        self._read_by(min(self.people) if len(self.people) == 1 else None)
        if not paused:
            self._next()

    # --- playing ------------------------------------------------------------------------------------------------

    def go_on(self, at_once: bool = False) -> None:
        """Has the policy whose turn it is choose, and those after it, until a person is asked or a slow one.

        Args:
            at_once: whether a game without people goes on to its end; otherwise each choice is shown.
        """
        game = self.game
        while (seat := game.seat) in self.policies:
            game.play(self.policies[seat](game.view(seat), game.legal()))
            if self._is_slow(at_once):
                break

    def stand_in(self) -> None:
        """Has `sensible` choose once for a policy that was stopped."""
        game = self.game
        if (seat := game.seat) in self.policies:
            game.play(sensible_policy()(game.view(seat), game.legal()))

    def _is_slow(self, at_once: bool = False) -> bool:
        seat = self.game.seat
        return seat in self.policies and (without_options(self.game.policies[seat]) not in FAST or not (self.people or at_once))

    def _next(self) -> None:
        """Goes on, unless that takes its time."""
        if not self._is_slow():
            self.go_on()

    def play(self, answer: str | int) -> Any:
        """Plays an option by its number, or what the person who is asked means; if it is refused, tells the reasons."""
        view = self._position()
        try:
            meant = view.legal()[answer] if isinstance(answer, int) else answer_meant(answer, view, COMMANDS)
            self.game.play(meant, self.viewer)
        except IllegalAction:
            return self.why(answer)
        return self._next()

    def why(self, answer: str | int) -> Any:
        """Tells what speaks against an action now, or an option by its number."""
        view = self._position()
        action = view.legal()[answer] if isinstance(answer, int) else answer_meant(answer, view, any_of=True)
        against = view.why_not(view.rules.parse(action) if isinstance(action, str) else action)
        reasons = [[self.said(reason.needed), self.said(reason.found), reason.sentence] for reason in against]
        return {"refused": self.said(str(action)), "reasons": reasons}

    def against(self, id: str) -> Any:
        """Tells what speaks against a place: against one figure there or two, whichever lacks less."""
        found = []
        for answer in (id, f"{id} 2"):
            with suppress(InvalidAction):
                found.append(self.why(answer))
        if not found:
            return {"refused": self.said(id), "reasons": [["it is no answer to this question", "", ""]]}
        return min(found, key=lambda one: len(one["reasons"]))

    def hint(self) -> Any:
        """Tells what the policy `sensible` would do, and why: options by their number."""
        view = self._position()
        legal = view.legal()
        return {"hints": [(legal.index(one.action), *map(self.said, (one.action.text, one.reason))) for one in hints(view)]}

    def undo(self, steps: int = 1) -> None:
        """Takes back the last decisions of people, or of anybody if there are no people.

        Raises:
            ValueError: there are fewer.
        """
        self.game.undo(steps, self.people or None)
        self.forget()

    def redo(self) -> None:
        """Takes again what was taken back, up to the next question to a person.

        Raises:
            ValueError: nothing was taken back.
        """
        self.game.redo()
        while self.people and self.game.seat in self.policies and self.game.can_redo:
            self.game.redo()

    # --- showing ------------------------------------------------------------------------------------------------

    def shown(self, alone: bool = False) -> dict[str, Any]:
        """Returns all that is to be seen now.

        If a person is asked who knows what others do not, or they what this one does not, that is only whose turn it is,
        until `alone` says that the others look away. While it `waits` for a policy, that is no more either.
        """
        game, seat = self.game, self.game.seat
        told = {
            "step": self.step,
            "steps": game.length,
            "names": game.names,
            "seat": seat,
            "undo": game.can_undo,
            "redo": game.can_redo,
        }
        if seat in self.policies:
            told["waits"] = without_options(game.policies[seat])
            if self.viewer is None and self.people:
                return told
        elif seat in self.people and seat != self.viewer:
            if self._has_secrets() and not alone:
                return told | {"cover": True}
            self._read_by(seat)
        view = self._position()
        options = [self._option(action, view) for action in view.legal()]
        return told | self._seen(view) | {"options": options, "log": self._rows()}

    def moment(self, row: int) -> Any:
        """Tells the step of a row of the log as its reader saw the game then: what was seen after it and before, and its rows.

        Raises:
            ValueError: there is no such row.
        """
        self._rows(row)
        starts = [*accumulate(map(len, self._logs[self.viewer]), initial=0)]
        step = min(bisect_right(starts, row) - 1, self.game.length)
        after, before = (self._position(self.game.state_after(number)) for number in (step, max(0, step - 1)))
        return self._seen(after) | {"before": self._view(before), "rows": starts[step : step + 2]}

    def _seen(self, view: View) -> dict[str, Any]:
        """Returns a view as data, with the points of all seats as if the game ended then."""
        sheets = [*map(view.score_sheet, range(view.rules.players))]
        return {"view": self._view(view), "scores": score_rows(sheets), "totals": [sheet.total for sheet in sheets]}

    def _position(self, state: State | None = None) -> View:
        """Returns a state, or the game now, as the viewer sees it."""
        return (state or self.game.state).view(self.viewer)

    def _has_secrets(self) -> bool:
        """Returns whether two people know different things."""
        if any(event.secrets and event.seat in self.people for event in chain(*self.game.events())):
            return True
        seen = [self.game.view(one).to_dict() | {"viewer": 0} for one in self.people]
        return any(one != seen[0] for one in seen)

    def _view(self, view: View) -> dict[str, Any]:
        """Returns a view as data, with prices and without what is in the deck."""
        data, board = view.to_dict(), Board(view)
        data["zones"] = {zone: facts["left"] for zone, facts in data["zones"].items()}
        for place in view.rules.places:
            data["places"][place.id]["price"] = board.price(place) if view.item_on(place.id) else ""
        asked = data["pending"] or {}
        return data | {"pending": asked | {key: self.said(asked[key]) for key in ("prompt", "brings") if key in asked}}

    def _option(self, action: Action, view: View) -> list[Any]:
        """Returns an option: its kind, its arguments, and what it brings, but for places with an item, which show it."""
        first = str(*action.args[:1])
        is_shown = first in view.rules.place_index and view.item_on(first)
        return [action.kind, action.args, "" if is_shown else self.said(view.rules.describe(action, view))]

    # --- the log and the record ---------------------------------------------------------------------------------

    def log(self, first: int) -> Any:
        """Tells rows of the log from one on."""
        return {"log": self._rows(first)}

    def record(self) -> Any:
        """Tells the record."""
        return {"record": str(self.game.record)}

    def _read_by(self, viewer: int | None) -> None:
        """Has the log told to another viewer."""
        self.viewer = viewer
        self.wording = Wording(self.game.rules, self.game.names, viewer)

    def forget(self) -> None:
        """Forgets the rows of the log, and that the page has some: steps were taken back, or another game begins."""
        self._logs: dict[Any, list[Any]] = {}
        self._has: list[Any] = []

    def said(self, text: str) -> str:
        """Returns a text with names in place of ids."""
        return self.wording.plainly(text) if self.wording else text

    def _rows(self, first: int | None = None) -> Any:
        """Returns the rows of the log that the page lacks, or some rows, with the number of the first one and of all."""
        told = self._logs.setdefault(self.viewer, [])
        for events in self.game.events(len(told) - 1) if told else [self.game.opening, *self.game.events()]:
            known = [(event.for_viewer(self.viewer), self.wording.sentence(event)) for event in events]
            told.append([(event.name, event.seat, self.said(text), event.fields) for event, text in known if text])
        rows = [*chain(*told)]
        if self.game.is_over:
            rows += [(one.event, one.seat, self.said(one.text), {}) for one in self.wording.result(self.game.state)]
        if first is None:
            first = sum(takewhile(bool, map(eq, rows, self._has)))  # the page has those that are the same
            self._has = rows
        return [first, rows[first : first + MOST_ROWS], len(rows)]
