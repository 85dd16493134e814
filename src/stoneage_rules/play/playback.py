"""Replays records line by line, with every line checked against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from stoneage_rules.errors import IllegalAction, InvalidAction, InvalidState, RecordError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.asking import prompt_of
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.play.game import Game
from stoneage_rules.play.record import UNSEEN, Line, Record, check_of, read_start
from stoneage_rules.play.record_reader import header_line, read_record
from stoneage_rules.play.record_rules import rules_of

__all__ = ["replay"]

MOST_GUESSES = 2_000
"""How often something else is tried where a guess of what a seat has not seen does not fit a later line."""
SHOWN = 6
"""The number of options that are named if another line was expected."""


def replay(
    source: Record | str | Path,
    *,
    rules: Ruleset | None = None,
    allow_unfinished: bool = False,
    with_current_rules: bool = False,
    packs_from: str | Path | Sequence[str | Path] = (),
    skip_forced: bool = False,
    auto_chance: bool | None = None,
) -> Game:
    """Replays a record; returns the game.

    Every line must agree with the rules, the seed and the check lines, up to the final scores.

    Args:
        source: a record, its file, or its text.
        rules: the rules, if they are loaded already; without them, they are loaded as the record says.
        allow_unfinished: whether a record may end before the game does.  If chance is to decide then, `game.roll()`
            goes on from there.
        with_current_rules: whether a record that was made under other rules is replayed under those that its table has
            now; if it does not fit them, the error tells the first line where they differ.
        packs_from: folders from which packs may be read that the record names by a path, besides the folder of its file.
        skip_forced: whether the game counts decisions with one option as taken for the seat, as `Game` does.
        auto_chance: whether the game goes on with chance of its own, as `Game` does; by default, if the record has a seed:
            nobody shall guess the dice of a game whose chance came from elsewhere.

    Raises:
        RecordError: a line does not belong there; the error has the line, and the game up to it.
        OSError: the file cannot be read.
    """
    record = source if isinstance(source, Record) else read_record(source)
    folders = [packs_from] if isinstance(packs_from, (str, Path)) else packs_from
    found = rules or rules_of(record, [Path(folder) for folder in folders])
    return _Replay(record, found, with_current_rules, skip_forced, auto_chance).run(allow_unfinished)


class _Replay:
    """One run over the lines of a record.

    Args:
        record: the record.
        rules: the rules under which it is replayed.
        with_current_rules: whether these may be others than those that it was made under.
        skip_forced: whether decisions with one option count as taken for the seat.
        auto_chance: as `replay` has it.
    """

    def __init__(
        self, record: Record, rules: Ruleset, with_current_rules: bool, skip_forced: bool, auto_chance: bool | None
    ) -> None:
        self.record = record
        self.differs = rules.digest != record.digest
        if self.differs and not with_current_rules:
            raise self._other_rules(rules)
        self.seeded = record.seed is not None
        self.auto_chance = self.seeded if auto_chance is None else auto_chance
        self.skip_forced = skip_forced
        self.viewer = record.viewer
        self.guesses: list[tuple[int, int, int, Iterator[Action | Outcome]]] = []
        """Guesses of what the viewer has not seen: index of its line, steps and checks before it, and other guesses."""
        self.tries = 0
        self.furthest: RecordError | None = None
        seats = record.table.seats
        self.game = Game(
            rules,
            record.seed,
            start=self._start(rules),
            auto_chance=False,
            names=[seat.name for seat in seats],
            policies=[seat.policy for seat in seats],
            longest=None,
        )
        self.checked = 0 if self.game.start is None else self.game.start.round
        """The last round whose check line was read."""
        self.number = 0
        self.ended = False

    def _other_rules(self, rules: Ruleset) -> RecordError:
        line = header_line(self.record, "rules")
        return RecordError(
            f"line {line}: rules {rules.digest} are expected, which this table has now with library "
            f"{version('stoneage-rules')}; the record was made under other rules, with library {self.record.header.library}; "
            "to see how far it fits those of now: `with_current_rules=True`, for `stoneage replay` `--with-current-rules`",
            line=line,
        )

    def _start(self, rules: Ruleset) -> State | None:
        if self.record.start is None:
            return None
        try:
            return rules.state_from_dict(read_start(self.record.start, rules.digest))
        except InvalidState as error:
            line = header_line(self.record, "start")
            raise RecordError(f"line {line}: no game can start from this position: {error}", line=line) from error

    def run(self, allow_unfinished: bool) -> Game:
        """Replays all lines; returns the game."""
        lines = self._whole_lines()
        index = 0
        while index < len(lines):
            self.number, text = lines[index]
            try:
                if self.viewer is not None and text.endswith(f" {UNSEEN}") and self.game.state.round == self.checked:
                    self._unseen(text, index, lines)
                else:
                    self._line(text)
            except RecordError as error:
                if text.startswith("end "):  # no guess changes what has been seen of the scores
                    raise
                index = self._guess_again(error)
            index += 1
        self._end_of_text(allow_unfinished)
        self.game.auto_chance = self.auto_chance
        self.game.skip_forced = self.skip_forced
        self.game.longest = LONGEST
        return self.game

    def _whole_lines(self) -> Sequence[Line]:
        """Returns the lines of play, without a last line that breaks off, unless it is the end of the game."""
        lines = list(self.record.lines())
        if not str(self.record).endswith("\n") and lines and not lines[-1][1].startswith("end "):
            lines.pop()
        return lines

    def _line(self, text: str) -> None:
        word, _, arguments = text.partition(" ")
        if self.ended:
            raise self._error(f"`{text}` comes after the end of the game", "nothing more")
        if word == "end":
            self._end(arguments)
        elif word == "check" or self.game.state.round != self.checked:
            self._check(text)
        elif self.game.is_over:
            raise self._error(f"`{text}` comes after the last step")
        elif word == "-":
            self._outcome(arguments)
        else:
            self._action(word, arguments)

    # --- what a seat has not seen -------------------------------------------------------------------------------

    def _unseen(self, text: str, index: int, lines: Sequence[Line]) -> None:
        """Plays something that can have happened, best what no later line names."""
        word, kind, _ = text.split(" ", maxsplit=2) if text.count(" ") > 1 else ("", "", "")
        state = self.game.state
        by = "-" if state.is_chance else str(state.seat)
        answers: Iterable[Action | Outcome] = (outcome for outcome, _ in state.outcomes()) if state.is_chance else state.legal()
        answers = [answer for answer in answers if answer.kind == kind and self.viewer not in state.seen_by(answer)]
        if word != by or not answers:
            raise self._error(f"`{text}` is out of place")
        later = {text.partition(" ")[2] for _, text in lines[index + 1 :]}
        answers.sort(key=lambda answer: answer.text in later)
        self.guesses.append((index, self.game.length, self.checked, iter(answers)))
        self.game.play(next(self.guesses[-1][-1]))

    def _guess_again(self, error: RecordError) -> int:
        """Takes back the last guess after which another one is possible, and makes that; returns the index of its line.

        Raises:
            RecordError: the one at the furthest line that has been come to, if no guess is left or too many have been made.
        """
        if self.furthest is None or error.line > self.furthest.line:
            self.furthest = error
        while self.guesses and self.tries < MOST_GUESSES:
            index, length, checked, answers = self.guesses[-1]
            answer = next(answers, None)
            if answer is not None:
                self.tries += 1
                self.game.auto_chance = False
                self.game.undo_to(length)
                self.checked = checked
                self.game.play(answer)
                return index
            self.guesses.pop()
        if not self.guesses:
            raise self.furthest
        doubt = f"it may be right all the same: of what seat {self.viewer} has not seen, only {MOST_GUESSES} guesses were tried"
        raise RecordError(f"{self.furthest}; {doubt}", line=self.furthest.line, game=self.furthest.game)

    # --- lines --------------------------------------------------------------------------------------------------

    def _check(self, text: str) -> None:
        state = self.game.state
        if state.round == self.checked:
            raise self._error(f"`{text}` stands where no check line belongs")
        if not text.startswith(f"check {state.round} "):
            raise self._error(f"`{text}` stands where the check line of round {state.round} belongs")
        if text != f"check {state.round} {self._hash()}":
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
        if self.game.state.is_chance or word != str(self.game.seat):
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
            self.game.play(answer, forced=self.skip_forced and len(self.game.legal()) == 1)
        except IllegalAction as error:
            raise self._error(f"`{text}` is refused: {error}") from None

    def _end(self, arguments: str) -> None:
        if not self.game.is_over:
            raise self._error(f"`end {arguments}` stands where the game is not over")
        if not self._fits(arguments.split(" ")):
            raise self._error(f"`end {arguments}` has other scores than the game")
        self.ended = True

    def _fits(self, scores: Sequence[str]) -> bool:
        """Returns True if final scores are those of the game; in the record for a seat, as far as it knows them."""
        state = self.game.state
        unknown = [self.viewer not in (None, seat) and count > 0 for seat, count in enumerate(state.face_down)]
        both = zip(scores, state.scores, unknown, strict=False)
        return len(scores) == len(state.scores) and all(text == str(score) or hidden for text, score, hidden in both)

    def _hash(self) -> str:
        state = self.game.state
        return check_of(state if self.viewer is None else state.view(self.viewer))

    def _end_of_text(self, allow_unfinished: bool) -> None:
        """Checks that neither the end of the game nor that of the last line is missing."""
        if self.ended:
            return
        text = str(self.record)
        self.number = text.count("\n") + 1
        if not text.endswith("\n"):
            raise self._error("the last line breaks off: it has no line end")
        if not allow_unfinished:
            raise self._error("the record breaks off before the end of the game")

    def _expected(self) -> str:
        """Describes the line that is expected next."""
        game = self.game
        state = game.state
        if state.round != self.checked and not game.is_over:
            return f"`check {state.round} {self._hash()}`"
        if game.is_over:
            return "`end " + " ".join(map(str, state.scores)) + "`"
        frame = state.stack[-1]
        handler = game.rules.handlers[frame[0]]
        if isinstance(handler, Chance):
            return f"a line `- ...` with {prompt_of(state)}"
        assert isinstance(handler, Decision)
        legal = game.legal()
        some = ", ".join(f"`{frame[1]} {action}`" for action in legal[:SHOWN])
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        return f"seat {frame[1]} chooses {prompt_of(state)}: {some}{more}"

    def _error(self, problem: str, expected: str | None = None) -> RecordError:
        line = self.number
        self.game.auto_chance = self.auto_chance
        if self.differs:
            problem = f"here the rules of now differ from those under which the record was made: {problem}"
        return RecordError(f"line {line}: {problem}; expected: {expected or self._expected()}", line=line, game=self.game)
