"""A game as a page shows it: the page calls by name, and draws the JSON that it is told."""

import json
from typing import Any

from stoneage_rules.board.picture import svg
from stoneage_rules.board.tables import score_table
from stoneage_rules.errors import IllegalAction, StoneAgeError
from stoneage_rules.loading.load import load
from stoneage_rules.play.game import Game, answer_meant
from stoneage_rules.play.playback import replay
from stoneage_rules.policies.registry import hints, make_policy, policy_names, version_of, without_options

FAST = ("random", "sensible")
"""The policies that play without a pause; after each choice of another one the page attends to its reader."""
MOST_PLAYOUTS = 400
"""The most playouts of a policy that a record can name, about a second for a placement in a browser."""
COMMANDS = ("help", "hint", "redo", "undo", "why")
"""The words besides answers that can be typed at the page."""


class Session:
    """The game of a page, with people and policies at its seats.

    >>> import json
    >>> session = Session()
    >>> told = json.loads(session.ask("new", '[{"players": 2}, {"policies": ["person", "sensible"]}]'))
    >>> told["asked"]["prompt"]
    'where to place figures'
    """

    viewer: int | None
    """The person who looks; None before the first."""

    def ask(self, name: str, arguments: str) -> str:
        """Calls a method with a list of arguments in JSON; returns in JSON what it tells, or else all that is to be seen then.

        If it cannot be done, only the `error` is told.
        """
        try:
            return json.dumps(getattr(self, name)(*json.loads(arguments)) or self.shown())
        except (StoneAgeError, ValueError) as error:
            return json.dumps({"error": str(error)})

    # --- beginning ----------------------------------------------------------------------------------------------

    def new(self, table: Any, settings: Any) -> Any:
        """Begins a game at a table, with settings of `Game`: `seed`, and the `names` and `policies` of the seats.

        Raises:
            ContentError: there is no such table.
        """
        return self._sit(Game(load(table), skip_forced=True, **settings))

    def open(self, record: str, steps: int | None = None) -> Any:
        """Goes on with the game of a record; after some of its steps only, if the others were taken back.

        Raises:
            RecordError: the text is no record, or that of a game which these rules do not allow.
        """
        game = replay(f"{record}\n", allow_unfinished=True, skip_forced=True, auto_chance=True)
        if game.state.is_chance:
            game.roll()
        told = self._sit(game)
        return told if steps is None else game.undo_to(steps)

    def _sit(self, game: Game) -> Any:
        """Begins to play a game: people have the seats at which no policy sits that is known here and quick enough."""
        known = [(seat, name) for seat, name in enumerate(game.policies) if without_options(name) in policy_names()]
        made = {seat: make_policy(name, seat) for seat, name in known}
        self.policies = {seat: one for seat, one in made.items() if getattr(one, "playouts", 0) <= MOST_PLAYOUTS}
        self.people = {*range(game.rules.players)} - {*self.policies}
        self.game, self.viewer = game, None
        game.versions = tuple(map(version_of, game.policies))
        return self.go_on()

    # --- playing ------------------------------------------------------------------------------------------------

    def go_on(self) -> Any:
        """Has policies choose until a person is asked; after a slow one it tells that it must be called again."""
        game = self.game
        while (seat := game.seat) in self.policies:
            game.play(self.policies[seat](game.view(seat), game.legal()))
            if game.seat in self.policies and without_options(game.policies[seat]) not in FAST:
                return self.shown(waits=True)
        return None

    def play(self, text: str) -> Any:
        """Plays what the person who is asked means; if it is refused, tells the reasons."""
        try:
            self.game.play(answer_meant(text, self.game.state, COMMANDS))
        except IllegalAction:
            return self.why(text)
        return self.go_on()

    def why(self, text: str) -> Any:
        """Tells what speaks against an action now."""
        answer = answer_meant(text, self.game.state, any_of=True)
        return {"refused": str(answer), "reasons": [reason.to_dict() for reason in self.game.why_not(answer)]}

    def hint(self) -> Any:
        """Tells what the policy `sensible` would do, and why."""
        return {"hints": [[str(option.action), option.reason] for option in hints(self.game.view(self.game.seat or 0))]}

    def undo(self, steps: int = 1) -> None:
        """Takes back the last decisions of people, or of anybody if there are no people.

        Raises:
            ValueError: there are fewer.
        """
        self.game.undo(steps, self.people or None)

    def redo(self) -> Any:
        """Takes again what was taken back, up to the next question to a person.

        Raises:
            ValueError: nothing was taken back.
        """
        self.game.redo()
        if not self.people or self.game.seat not in self.policies:
            return None
        return self.redo() if self.game.can_redo else self.go_on()

    # --- showing ------------------------------------------------------------------------------------------------

    def shown(self, alone: bool = False, waits: bool = False) -> dict[str, Any]:
        """Returns all that is to be seen now.

        If a person is asked who knows what others do not, or they what this one does not, that is only whose turn it is,
        until `alone` says that the others look away. While it `waits` for a policy, that is no more either.
        """
        game, seat = self.game, self.game.seat
        told = {"record": str(game.record), "steps": game.length, "names": game.names, "seat": seat, "redo": game.can_redo}
        if waits:
            return told | {"waits": True}
        if seat in self.people and seat != self.viewer:
            known = {json.dumps([game.view(one).to_dict() | {"viewer": 0}, game.log_for(one)]) for one in self.people}
            if len(known) > 1 and not alone:
                return told | {"cover": True}
            self.viewer = seat
        viewer = self.viewer
        position = game.state if viewer is None or game.is_over else game.view(viewer)
        return told | {
            "svg": svg(position, game.names),
            "asked": position.pending and position.pending.to_dict(),
            "options": [(action.text, game.rules.describe(action, position), action.args) for action in position.legal()],
            "log": [(said.event, said.text) for said in game.sentences("all" if viewer is None else viewer)],
            "scores": score_table([*map(position.score_sheet, range(game.rules.players))], game.names),
        }
