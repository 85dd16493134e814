"""Replays records, and reduces them to the knowledge of one seat."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import attrs

from stoneage_rules.errors import ContentError, IllegalAction, InvalidAction, InvalidState, RecordError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.kernel.position import check_number, check_seat
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State, View
from stoneage_rules.language.binding import HIDDEN
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import is_path
from stoneage_rules.play.game import Game
from stoneage_rules.play.record import (
    UNSEEN,
    Line,
    Record,
    check_of,
    ending_of,
    header_line,
    packs_of,
    prelude_of,
    read_record,
    read_start,
    step_lines,
)
from stoneage_rules.telling.phrases import prompt_of
from stoneage_rules.text import first_of, shortened

# --- record rules -------------------------------------------------------------------------------------------------
#
# Loads the rules of a record, which may come from a stranger.


def record_rules(record: Record, packs_from: Sequence[Path]) -> Ruleset:
    """Returns the rules of a record's table.

    Args:
        record: the record.
        packs_from: folders whose packs it may name by their paths, besides its own.

    Raises:
        RecordError: they cannot be loaded, or a pack is elsewhere.
    """
    modules = tuple(_found(record, module, packs_from) if is_path(module) else module for module in record.table.modules)
    try:
        return load(attrs.evolve(record.table, modules=modules))
    except ContentError as error:
        place = error.diagnostics[0].place if error.diagnostics else None
        line = header_line(record, "table")
        cause = f"{error.diagnostics[0].title}: {place.label}" if place else str(error)
        raise RecordError(f"line {line}: the rules of this record cannot be loaded: {cause}\n\n{error}", line=line) from error


def _told(record: Record, rules: Ruleset, start: str) -> str:
    """Returns which packs of a record are others now, behind a beginning; empty if none is, or if it does not name them."""
    now, told = packs_of(rules), []
    for id, then in record._header.packs.items():
        was, version = (pack.partition(" ")[0] for pack in (then, now.get(id, "")))
        if then != now.get(id):
            told.append(f"{id} was {was} and is {version or 'gone'}" + ", with other content" * (was == version))
    return start + shortened(", ".join(told), 400) if told else ""


def _found(record: Record, module: str, packs_from: Sequence[Path]) -> str:
    """Returns the path of a pack that a record names by its path.

    A record may come from a stranger, so no path outside the allowed folders is even tested.

    Raises:
        RecordError: the path leads elsewhere.
    """
    if not record._head:  # the record was made here, of a game
        return module
    if "\0" in module:
        line = header_line(record, "table", "modules")
        raise RecordError(f"line {line}: the record names the pack `{shortened(module)}`; no path has a NUL character", line=line)
    folders = [folder.resolve() for folder in ([] if record._folder is None else [record._folder]) + [*packs_from]]
    named = [(record._folder or Path()) / module, *(folder / Path(module).name for folder in packs_from)]
    paths = [path for path in (path.resolve() for path in named) if any(path.is_relative_to(folder) for folder in folders)]
    if not paths:
        line = header_line(record, "table", "modules")
        where = "does not lie in its own folder" if record._folder else "is looked for nowhere, since a text lies in no folder"
        raise RecordError(
            f"line {line}: the record names the pack `{shortened(module, 200)}`, which {where}; if you trust the record, allow "
            "the folder of the pack: `packs_from=FOLDER`, on the command line `--packs-from FOLDER`",
            line=line,
        )
    # Unlike `Path.exists`, the function looks for names of any length.
    return str(next(filter(os.path.exists, paths), paths[0]))


# --- playback -----------------------------------------------------------------------------------------------------
#
# Replays records line by line, with every line checked against the rules.


MOST_GUESSES = 2_000
"""The most retries with other guesses of unseen answers, if a later line does not fit."""
SHOWN = 6
"""The number of options that an error names if another line was expected."""


def replay(
    source: Record | str | Path,
    *,
    rules: Ruleset | None = None,
    allow_unfinished: bool = False,
    with_current_rules: bool = False,
    packs_from: str | Path | Sequence[str | Path] = (),
    skip_forced: bool = False,
    auto_chance: bool | None = None,
    longest: int | None = LONGEST,
) -> Game:
    """Replays a record and returns the game.

    Every line must agree with the rules, the seed and the check lines, up to the final scores.

    Args:
        source: a record, its file, or its text.
        rules: the rules, if already loaded; by default those that the record names are loaded.
        allow_unfinished: whether a record may end before the game does. If a chance event is then pending, continue with
            `game.roll()`.
        with_current_rules: whether a record made under other rules is replayed under the current rules of its table; if it does
            not fit, the error has the first line that differs.
        packs_from: folders with packs that the record may name by a path, besides the folder of its file.
        skip_forced: whether decisions with one option count as forced, as in `Game`.
        auto_chance: whether the game continues with its own chance source, as in `Game`; by default only if the record has a
            seed, because nobody should be able to guess the dice of a game with outside chance.
        longest: the number of steps after which the continued game is treated as endless, as in `Game`.

    Raises:
        RecordError: a line does not fit; the error has the line, and the game up to it.
        OSError: the file cannot be read.
    """
    record = source if isinstance(source, Record) else read_record(source)
    folders = [packs_from] if isinstance(packs_from, (str, Path)) else packs_from
    found = rules or record_rules(record, [Path(folder) for folder in folders])
    game = _Replay(record, found, with_current_rules, skip_forced, auto_chance).run(allow_unfinished)
    game.longest = None if longest is None else check_number(longest, "longest")
    return game


class _Replay:
    """One run over the lines of a record.

    Args:
        record: the record.
        rules: the rules under which it is replayed.
        with_current_rules: whether the record may have been made under other rules.
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
        """Guesses of unseen answers: index of the line, steps and checks before it, and other guesses."""
        self.tries = 0
        self.furthest: RecordError | None = None
        self.game = Game(
            rules,
            record.seed,
            start=self._start(rules),
            auto_chance=False,
            longest=None,
            streams=record.streams,
        )
        self.game.sit(record.table.seats)
        self.checked = 0 if self.game.start is None else self.game.start.round
        """The last round whose check line was read."""
        self.number = 0
        self.ended = False

    def _other_rules(self, rules: Ruleset) -> RecordError:
        line = header_line(self.record, "rules")
        return RecordError(
            f"line {line}: rules {rules.digest} are expected, which this table has now with library "
            f"{version('stoneage-rules')}; the record was made under other rules, with library "
            f"{self.record._header.library}{_told(self.record, rules, ': ')}; "
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
                if text.startswith("end "):  # no guess changes the visible scores
                    raise
                index = self._guess_again(error)
            index += 1
        self._end_of_text(allow_unfinished)
        self.game.auto_chance = self.auto_chance
        self.game.skip_forced = self.skip_forced
        return self.game

    def _whole_lines(self) -> Sequence[Line]:
        """Returns the lines of play, without an incomplete last line, unless it is the end of the game."""
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
        """Plays a possible answer, preferably an answer that no later line names."""
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
        """Replaces the last guess that has an alternative by that; returns the index of its line.

        Raises:
            RecordError: the error at the furthest line reached, if no guess is left or too many have been made.
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
        scores, _, won = arguments.partition(" won ")
        if not self._fits(scores.split(" ")):
            raise self._error(f"`end {arguments}` has other scores than the game")
        if won != ending_of(self.game.state).partition(" won ")[2]:
            raise self._error(f"`end {arguments}` has other winners than the game")
        self.ended = True

    def _fits(self, scores: Sequence[str]) -> bool:
        """Returns whether final scores match the game; in the record for a seat, as far as it knows them."""
        state = self.game.state
        unknown = [self.viewer not in (None, seat) and count > 0 for seat, count in enumerate(state.face_down)]
        both = zip(scores, state.scores, unknown, strict=False)
        return len(scores) == len(state.scores) and all(text == str(score) or hidden for text, score, hidden in both)

    def _hash(self) -> str:
        state = self.game.state
        return check_of(state if self.viewer is None else state.view(self.viewer))

    def _end_of_text(self, allow_unfinished: bool) -> None:
        """Checks that the game and the last line are complete."""
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
            return f"`end {ending_of(state)}`"
        frame = state.stack[-1]
        handler = game.rules.handlers[frame[0]]
        if isinstance(handler, Chance):
            return f"a line `- ...` with {prompt_of(state)}"
        assert isinstance(handler, Decision)
        legal = [f"`{frame[1]} {action}`" for action in game.legal()]
        return f"seat {frame[1]} chooses {prompt_of(state)}: {first_of(legal, SHOWN)}"

    def _error(self, problem: str, expected: str | None = None) -> RecordError:
        line = self.number
        self.game.auto_chance = self.auto_chance
        if self.differs:
            changes = _told(self.record, self.game.rules, "; since then ")
            problem = f"here the rules of now differ from those under which the record was made{changes}: {problem}"
        return RecordError(f"line {line}: {problem}; expected: {expected or self._expected()}", line=line, game=self.game)


# --- seat record --------------------------------------------------------------------------------------------------
#
# The record of a game for one seat, with `?` for steps that it has not seen.


def seat_record(game: Game, seat: int) -> Record:
    """Returns the record of `Record.for_seat`."""
    seat = check_seat(game.rules, seat)
    if game.start is not None and _hides(game.start.view(seat)):
        raise ValueError(f"the game starts where something is hidden from seat {seat}: its record cannot begin there")
    whole = Record._of(game)
    header = attrs.evolve(whole._header, seed=None, viewer=seat)
    return attrs.evolve(whole, header=header, body="".join(_parts(game, seat)))


def _hides(view: View) -> bool:
    """Returns True if a view hides anything."""
    return any(view._hidden_kinds) or any(HIDDEN in frame for frame in (*view.stack, *view.waiting))


def _parts(game: Game, seat: int) -> Iterator[str]:
    """Yields the lines before the first step, and the lines of each step, as the seat may read them."""
    state, until, kept = game.state_after(0).copy(), "", list[tuple[str, str]]()
    yield _with_check(prelude_of(game), state.view(seat))
    for (by, answer), part in zip(game.answers(), step_lines(game), strict=True):
        line, end, more = part.partition("\n")
        shown, handler = line, state.rules.handlers[state.stack[-1][0]]
        if seat not in state.seen_by(answer):
            shown = f"{'-' if by is None else by} {answer.kind} {UNSEEN}"
            until = handler.secret_until or until
            line = line if handler.secret_until else shown
        state.apply(answer)
        now = state.view(seat)
        kept.append((_with_check(shown + end + more, now), _with_check(line + end + more, now)))
        if not any(state.rules.handlers[waiting[0]].name == until for waiting in state.waiting):
            # What was secret until now is known by now.
            yield from (whole for _, whole in kept)
            kept.clear()
    yield from (part for part, _ in kept)


def _with_check(part: str, view: View) -> str:
    """Replaces the check line of the whole state, if there is one, with the check line of a seat's view."""
    lines = part.split("\n")
    return "\n".join([f"check {view.round} {check_of(view)}" if line.startswith("check ") else line for line in lines])
