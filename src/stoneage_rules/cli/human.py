"""A person at the terminal: the questions that are shown, and the commands that can be typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stoneage_rules.cli.boards import show_board, show_scores
from stoneage_rules.cli.screen import screen
from stoneage_rules.errors import IllegalAction, InvalidAction
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.briefs import Briefs
from stoneage_rules.kernel.legality import Reason
from stoneage_rules.play.game import Game
from stoneage_rules.play.narration import Narrator

__all__ = ["Leave", "Person"]

HELP = """\
  a number      takes that option
  an action     the same in words, such as the options themselves show it
  Enter         lists the options again
  ?             this help, and what is being asked
  board         the board and the seats
  look NAME     what a place or item says
  why ACTION    why an action is not possible, rule by rule
  score         the score sheets, if the game ended now
  undo          takes back your last decision and all that followed
  quit          leaves the game"""

IN_COLUMNS = 12
"""The number of options from which they are shown in columns."""


class Leave(Exception):
    """Raised when the person leaves the game."""


class Person:
    """A seat that is played from the terminal."""

    def __init__(self, game: Game, seat: int, narrator: Narrator) -> None:
        self.game = game
        self.seat = seat
        self.narrator = narrator
        self._round = 0
        """The last round in which the board was shown."""

    def turn(self) -> None:
        """Asks until a decision is made or taken back.

        Raises:
            Leave: the person leaves, or the input ends.
        """
        if self.game.state.round != self._round:
            self._round = self.game.state.round
            self._board("")
        self._ask("")
        steps = self.game.length
        while self.game.length == steps:
            self._command(self._read())

    def _read(self) -> str:
        try:
            return input(f"seat {self.seat}> ").strip()
        except EOFError:
            screen.say()
            raise Leave from None

    def _command(self, line: str) -> None:
        word, _, argument = line.partition(" ")
        command = _COMMANDS.get(word.lower())
        try:
            if command is not None:
                command(self, argument.strip())
            elif line.isdigit():
                self._option(int(line))
            else:
                self.game.play(line)
        except IllegalAction as error:
            screen.say(f"That cannot be done: {error}" if not error.reasons else f"`{line}` is not possible now:")
            self._reasons(error.reasons)
        except InvalidAction as error:
            screen.say(str(error))

    def _option(self, number: int) -> None:
        legal = self.game.legal()
        if 1 <= number <= len(legal):
            self.game.play(legal[number - 1])
        else:
            screen.say(f"the options are numbered 1 to {len(legal)}")

    # --- commands -----------------------------------------------------------------------------------------------

    def _ask(self, argument: str) -> None:
        view = self.game.state.view(self.seat)
        asked = view.pending
        if asked is None:
            return
        screen.say()
        about = f" ({asked.item}: {asked.brings})" if asked.item and asked.brings else ""
        screen.say(f"{self.narrator.who(self.seat)} chooses {asked.prompt}{about}", style="bold green")
        legal = self.game.legal()
        width = len(str(len(legal)))
        meanings = [self.game.rules.describe(action, view) for action in legal]
        lines = [
            f"{number:>{width}}  {action}{f' ({meaning})' * bool(meaning)}"
            for number, (action, meaning) in enumerate(zip(legal, meanings, strict=True), 1)
        ]
        if len(lines) >= IN_COLUMNS:
            screen.columns(lines)
        else:
            for line in lines:
                screen.say(line)

    def _help(self, argument: str) -> None:
        asked = self.game.state.view(self.seat).pending
        if asked is not None:
            screen.say(f"{self.narrator.who(self.seat)} chooses {asked.prompt}; written as: {' | '.join(asked.forms)}")
        screen.say(HELP)

    def _board(self, argument: str) -> None:
        show_board(self.game.state.view(self.seat), self.narrator)

    def _look(self, argument: str) -> None:
        rules = self.game.rules
        view = self.game.state.view(self.seat)
        if argument in rules.place_index:
            brief = rules.service(Briefs).place(view, rules.place(argument))
            lines = [("lies here", brief.item), ("price", brief.price), ("brings", brief.brings), ("shows", brief.shows)]
        elif argument in rules.item_index:
            brief = rules.service(Briefs).item(rules.item_index[argument])
            lines = [("price", brief.price), ("brings", brief.brings), ("shows", brief.shows)]
        else:
            screen.say(f"`{argument}` is no place and no item; `board` names them")
            return
        screen.say(f"{argument}: " + "; ".join(f"{name}: {text}" for name, text in lines if text))

    def _why(self, argument: str) -> None:
        if not argument:
            screen.say("name an action: `why ACTION`")
            return
        action = self.game.rules.parse(argument)
        if not isinstance(action, Action):
            screen.say(f"`{argument}` is for chance to decide")
            return
        reasons = self.game.state.why_not(action, self.seat)
        screen.say(f"`{action}` is not possible now:" if reasons else f"`{action}` is possible now")
        self._reasons(reasons)

    @staticmethod
    def _reasons(reasons: tuple[Reason, ...]) -> None:
        for reason in reasons:
            screen.say(f"  {reason.needed}; {reason.found}")
            if reason.statement:
                screen.say(f"    {reason.statement}: {reason.sentence}")
            if reason.where:
                screen.say(f"    {reason.where}")

    def _score(self, argument: str) -> None:
        view = self.game.state.view(self.seat)
        show_scores(view, self.narrator)
        if any(count for seat, count in enumerate(view.face_down) if seat != self.seat):
            screen.say("what others own face down is left out")

    def _undo(self, argument: str) -> None:
        self.game.undo(seat=self.seat)

    def _quit(self, argument: str) -> None:
        raise Leave


_COMMANDS: Mapping[str, Callable[[Person, str], None]] = {
    "": Person._ask,
    "?": Person._help,
    "help": Person._help,
    "board": Person._board,
    "look": Person._look,
    "why": Person._why,
    "score": Person._score,
    "undo": Person._undo,
    "quit": Person._quit,
    "exit": Person._quit,
}
"""The commands that can be typed besides an action."""
