"""Replays records line by line, with every line checked against the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import attrs

from stoneage_rules.errors import ContentError, IllegalAction, InvalidAction, InvalidState, RecordError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import is_path
from stoneage_rules.play.game import Game
from stoneage_rules.play.record import Line, Record, check_of, read_start
from stoneage_rules.play.record_reader import header_line, read_record

__all__ = ["replay"]

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

    Raises:
        RecordError: a line does not belong there; the error has the line, and the game up to it.
        OSError: the file cannot be read.
    """
    record = source if isinstance(source, Record) else read_record(source)
    folders = [packs_from] if isinstance(packs_from, (str, Path)) else packs_from
    found = rules or _load(record, [Path(folder) for folder in folders])
    return _Replay(record, found, with_current_rules, skip_forced).run(allow_unfinished)


def _load(record: Record, packs_from: Sequence[Path]) -> Ruleset:
    modules = tuple(_found(record, module, packs_from) if is_path(module) else module for module in record.table.modules)
    try:
        return load(attrs.evolve(record.table, modules=modules))
    except ContentError as error:
        place = error.diagnostics[0].place if error.diagnostics else None
        line = header_line(record, "table")
        cause = f"{error.diagnostics[0].title}: {place.label}" if place else str(error)
        raise RecordError(f"line {line}: the rules of this record cannot be loaded: {cause}\n\n{error}", line=line) from error


def _found(record: Record, module: str, packs_from: Sequence[Path]) -> str:
    """Returns the path of a pack that a record names by its path.

    A record may come from a stranger, so nothing outside the folders that it may name is even looked for.

    Raises:
        RecordError: the path leads elsewhere.
    """
    if not record.head:  # it was made here, of a game
        return module
    folders = [folder.resolve() for folder in ([] if record.folder is None else [record.folder]) + [*packs_from]]
    named = [(record.folder or Path()) / module, *(folder / Path(module).name for folder in packs_from)]
    paths = [path for path in (path.resolve() for path in named) if any(path.is_relative_to(folder) for folder in folders)]
    if not paths:
        line = header_line(record, "table", "modules")
        where = "a text, which has no folder" if record.folder is None else "its own folder"
        raise RecordError(
            f"line {line}: the record names the pack `{module}`, which does not lie in {where}; if you trust the record, allow "
            "the folder of the pack: `packs_from=FOLDER`, on the command line `--packs-from FOLDER`",
            line=line,
        )
    return str(next((path for path in paths if path.exists()), paths[0]))


class _Replay:
    """One run over the lines of a record.

    Args:
        record: the record.
        rules: the rules under which it is replayed.
        with_current_rules: whether these may be others than those that it was made under.
        skip_forced: whether decisions with one option count as taken for the seat.
    """

    def __init__(self, record: Record, rules: Ruleset, with_current_rules: bool, skip_forced: bool) -> None:
        self.record = record
        self.differs = rules.digest != record.digest
        if self.differs and not with_current_rules:
            raise self._other_rules(rules)
        self.seeded = record.seed is not None
        self.skip_forced = skip_forced
        seats = record.table.seats
        self.game = Game(
            rules,
            record.seed,
            start=self._start(rules),
            auto_chance=False,
            names=[seat.name for seat in seats],
            policies=[seat.policy for seat in seats],
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
            "to see how far it fits those of now: `with_current_rules=True`, on the command line `--with-current-rules`",
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
        for number, text in self._whole_lines():
            self.number = number
            self._line(text)
        self._end_of_text(allow_unfinished)
        self.game.auto_chance = True
        self.game.skip_forced = self.skip_forced
        return self.game

    def _whole_lines(self) -> Iterator[Line]:
        """Returns the lines of play, without a last line that breaks off, unless it is the end of the game."""
        lines = list(self.record.lines())
        if not str(self.record).endswith("\n") and lines and not lines[-1][1].startswith("end "):
            lines.pop()
        return iter(lines)

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
            self.game.play(answer, forced=self.skip_forced and len(self.game.legal()) == 1)
        except IllegalAction as error:
            raise self._error(f"`{text}` is refused: {error}") from None

    def _end(self, arguments: str) -> None:
        scores = " ".join(map(str, self.game.state.scores))
        if not self.game.is_over:
            raise self._error(f"`end {arguments}` stands where the game is not over")
        if arguments != scores:
            raise self._error(f"`end {arguments}` has other scores than the game")
        self.ended = True

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
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        return f"seat {frame[1]} chooses {handler.prompt(state, frame)}: {some}{more}"

    def _error(self, problem: str, expected: str | None = None) -> RecordError:
        line = self.number
        self.game.auto_chance = True
        if self.differs:
            problem = f"here the rules of now differ from those under which the record was made: {problem}"
        return RecordError(f"line {line}: {problem}; expected: {expected or self._expected()}", line=line, game=self.game)
