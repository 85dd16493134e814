"""Playing a record again, line by line, with every line checked against the rules.

The form of a record is in `record`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from stoneage_rules.errors import ContentError, IllegalAction, InvalidAction, RecordError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.load import load
from stoneage_rules.play.game import Game
from stoneage_rules.play.record import Line, Record, check_of, header_line, read_record

__all__ = ["replay"]

SHOWN = 6
"""So many of the options are named where another line was expected."""


def replay(source: Record | str | Path, *, rules: Ruleset | None = None, allow_unfinished: bool = False) -> Game:
    """The game that a record tells.

    Every line must be what the rules, the seed and the check lines make of it, up to the final scores.

    Args:
        source: a record, its file, or its text.
        rules: the rules, where they are loaded already; without them, they are loaded as the record says.
        allow_unfinished: whether a record may end before the game does.  Should chance have been about to decide,
            `game.roll()` goes on from there.

    Raises:
        RecordError: a line is not what belongs there; the error has the line, and the game up to it.
        OSError: the file cannot be read.
    """
    record = source if isinstance(source, Record) else read_record(source)
    return _Replay(record, rules or _load(record)).run(allow_unfinished)


def _load(record: Record) -> Ruleset:
    try:
        return load(record.table)
    except ContentError as error:
        where = error.diagnostics[0].place if error.diagnostics else None
        line = header_line(record, "table")
        what = f"{error.diagnostics[0].title}: {where.label}" if where else str(error)
        raise RecordError(f"line {line}: the rules of this record cannot be loaded: {what}\n\n{error}", line=line) from error


class _Replay:
    """One run over the lines of a record."""

    def __init__(self, record: Record, rules: Ruleset) -> None:
        self.record = record
        if rules.digest != record.digest:
            line = header_line(record, "rules")
            raise RecordError(
                f"line {line}: rules {rules.digest} are expected, which this table has now with library "
                f"{version('stoneage-rules')}; the record was made under other rules, with library "
                f"{record.header.library}",
                line=line,
            )
        seed = record.seed
        self.seeded = seed is not None
        self.game = Game(rules, seed, auto_chance=False)
        self.checked = 0
        """The last round whose check line was met."""
        self.number = 0
        self.ended = False

    def run(self, allow_unfinished: bool) -> Game:
        """The whole game."""
        for number, text in self._whole_lines():
            self.number = number
            self._line(text)
        self._end_of_text(allow_unfinished)
        self.game.auto_chance = True
        return self.game

    def _whole_lines(self) -> Iterator[Line]:
        """The lines of play; a last line that breaks off is none, unless it tells the end."""
        lines = list(self.record.lines())
        if not str(self.record).endswith("\n") and lines and not lines[-1][1].startswith("end "):
            lines.pop()
        return iter(lines)

    def _line(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if self.ended:
            raise self._error(f"`{text}` comes after the end of the game", "nothing more")
        if word == "end":
            self._end(rest)
        elif word == "check" or self.game.state.round != self.checked:
            self._check(text)
        elif self.game.is_over:
            raise self._error(f"`{text}` comes after the last step")
        elif word == "-":
            self._outcome(rest)
        else:
            self._action(word, rest)

    def _check(self, text: str) -> None:
        state = self.game.state
        if state.round == self.checked:
            raise self._error(f"`{text}` stands where no check line belongs")
        if not text.startswith(f"check {state.round} "):
            raise self._error(f"`{text}` stands where the check line of round {state.round} belongs")
        if text != f"check {state.round} {check_of(state)}":
            raise self._error(f"`{text}` does not fit the game: a line above it, or this one, has been changed")
        self.checked = state.round

    def _outcome(self, text: str) -> None:
        outcome = self._parse(text)
        state = self.game.state
        if not state.is_chance or not isinstance(outcome, Outcome):
            raise self._error(f"`- {text}` is out of place")
        if self.seeded:
            given = self.game.foresee()
            if given is not outcome:
                seed = self.record.seed
                raise self._error(f"`- {text}` is not what seed {seed} gives", f"`- {given}`, unless the seed is taken out")
            self.game.roll()
        else:
            self._play(outcome, f"- {text}")

    def _action(self, word: str, text: str) -> None:
        seat = self.game.seat
        if seat is None or word != str(seat):
            raise self._error(f"`{word} {text}`".replace(" `", "`") + " is out of place")
        action = self._parse(text)
        if not isinstance(action, Action):
            raise self._error(f"`{word} {text}` is no action")
        self._play(action, f"{word} {text}")

    def _parse(self, text: str) -> Action | Outcome:
        try:
            return self.game.rules.parse(text)
        except InvalidAction as error:
            raise self._error(str(error)) from None

    def _play(self, answer: Action | Outcome, text: str) -> None:
        try:
            self.game.play(answer)
        except IllegalAction as error:
            raise self._error(f"`{text}` is refused: {error}") from None

    def _end(self, rest: str) -> None:
        scores = " ".join(map(str, self.game.state.scores))
        if not self.game.is_over:
            raise self._error(f"`end {rest}` stands where the game is not over")
        if rest != scores:
            raise self._error(f"`end {rest}` has other scores than the game")
        self.ended = True

    def _end_of_text(self, allow_unfinished: bool) -> None:
        """Nothing is missing: neither the end of the game nor the end of the last line."""
        if self.ended:
            return
        text = str(self.record)
        self.number = text.count("\n") + 1
        if not text.endswith("\n"):
            raise self._error("the last line breaks off: it has no line end")
        if not allow_unfinished:
            raise self._error("the record breaks off before the end of the game")

    def _expected(self) -> str:
        """What the next line has to be, for people."""
        game = self.game
        state = game.state
        if state.round != self.checked and not game.is_over:
            return f"`check {state.round} {check_of(state)}`"
        if game.is_over:
            return "`end " + " ".join(map(str, state.scores)) + "`"
        frame = state.stack[-1]
        handler = game.rules.handlers[frame[0]]
        if isinstance(handler, Chance):
            return f"a line `- ...` with {handler.prompt(state, frame)}"
        assert isinstance(handler, Decision)
        legal = game.legal()
        some = ", ".join(f"`{frame[1]} {action}`" for action in legal[:SHOWN])
        rest = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        return f"seat {frame[1]} chooses {handler.prompt(state, frame)}: {some}{rest}"

    def _error(self, what: str, expected: str | None = None) -> RecordError:
        line = self.number
        self.game.auto_chance = True
        return RecordError(f"line {line}: {what}; expected: {expected or self._expected()}", line=line, game=self.game)
