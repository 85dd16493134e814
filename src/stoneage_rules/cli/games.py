"""`stoneage play` and `replay`: games at the terminal, kept and reopened, and shown again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from stoneage_rules.cli.boards import News, SeatNames, board_rows, log_rows, print_rows, show_scores
from stoneage_rules.cli.parameters import AllowCode, Json, Modules, PacksFrom, Players, Seats, Seed, TableParameter
from stoneage_rules.cli.screen import ERROR, FINDINGS, OK, UsageError, screen
from stoneage_rules.cli.table_options import OpenTable, open_seated, seated
from stoneage_rules.cli.terminal import Leave, Person
from stoneage_rules.errors import ContentError, RecordError
from stoneage_rules.files import unused
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.position import Position
from stoneage_rules.language.events import Viewer
from stoneage_rules.loading.table import Seat, is_path, seats_of
from stoneage_rules.play.game import Game
from stoneage_rules.play.playback import replay as replay_record
from stoneage_rules.play.record import ChangedRecord, RunningRecord, header_line, is_record, read_record
from stoneage_rules.policies.registry import (
    PERSON,
    POLICIES,
    Policy,
    choice_of,
    make_policies,
    version_of,
    with_version,
    without_options,
)
from stoneage_rules.telling.narration import Narrator
from stoneage_rules.text import counted

# --- keeping ------------------------------------------------------------------------------------------------------
#
# Saves games of the terminal as they are played, and reopens them.


FOLDER = "STONEAGE_RECORDS"
"""The environment variable that names the folder of games without a named file; without it, the current one."""


class KeptGame(RunningRecord):
    """The record of a game at the terminal: if it cannot be written, a message says so, and the game goes on.

    Args:
        game: the game.
        path: its file.
        named: whether the user named the file; otherwise a game without decisions is not kept.
    """

    def __init__(self, game: Game, path: Path, named: bool) -> None:
        self.named = named
        self._fails: bool | None = None
        """True while steps are missing in the file; None before anything has been written."""
        super().__init__(game, path)
        self._fails = False

    def __call__(self, game: Game) -> None:
        """Brings the file up to date, as far as the disk has room."""
        try:
            super().__call__(game)
        except ChangedRecord:
            raise
        except OSError as error:
            if self._fails is None:
                raise
            if not self._fails:
                screen.problem(f"{self.path}: {error.strerror}; the game goes on, and is written as soon as that is possible")
            self._fails = True
        else:
            if self._fails:
                screen.problem(f"{self.path}: the whole game is written again")
            self._fails = False

    def close(self) -> None:
        """Writes what is missing, and closes the file.

        Raises:
            OSError: it cannot be written.
        """
        self._fails = None
        super().close()
        if not self.named and not any(seat is not None for seat, _ in self._game.answers()):
            self.path.unlink(missing_ok=True)

    def say_how_to_go_on(self) -> None:
        """Prints the command that goes on with the game, or shows it again if it is over."""
        if self.path.exists():
            how = "show it again with: stoneage replay" if self._game.is_over else "go on with: stoneage play"
            screen.say(f"{how} {self._words()}")

    def _words(self) -> str:
        """Returns the file as a command line names it, with the folders of packs elsewhere."""
        own = self.path.parent.resolve()
        packs = [Path(module).resolve() for module in self._game.rules.table.modules if is_path(module)]
        folders = dict.fromkeys(str(pack.parent) for pack in packs if not pack.is_relative_to(own))
        return shlex.join([str(self.path), *(word for folder in folders for word in ("--packs-from", folder))])


def start_record(game: Game, path: Path, named: bool) -> KeptGame | None:
    """Starts the record of a game; if the user named no file and none can be written, prints why and returns None.

    Raises:
        OSError: the file that the user named cannot be written.
    """
    try:
        return KeptGame(game, path, named)
    except OSError as error:
        if named:
            raise
        screen.problem(f"this game is not kept: {path}: {error.strerror}")
        return None


def new_file(seed: int) -> Path:
    """Returns an unused file name for a game without one: `stoneage-DATE-SEED.txt`."""
    folder = Path(os.environ.get(FOLDER, ""))
    return unused(folder / f"stoneage-{date.today().isoformat()}-{seed}.txt")


def reopened(path: Path, packs_from: Sequence[Path], with_current_rules: bool) -> tuple[Game, OpenTable, bool]:
    """Reads the record of a game that is to go on; returns it, the seats at its table, and whether the rules have changed.

    A last line that breaks off is left out: a program that was killed can leave one.

    Raises:
        RecordError: the record cannot be replayed.
        OSError: the file cannot be read.
    """
    try:
        record = read_record(path).whole
        if record.viewer is not None:
            line = header_line(record, "viewer")
            raise RecordError(f"line {line}: this is the game as seat {record.viewer} knows it; the whole one goes on", line=line)
        game = replay_record(
            record, allow_unfinished=True, with_current_rules=with_current_rules, packs_from=packs_from, skip_forced=True
        )
    except RecordError as error:
        if not with_current_rules or error.game is None or error.game.rules.digest == record.digest:
            raise RecordError(f"{path}: {error}", line=error.line, game=error.game) from error
        game = error.game
        game.skip_forced, game.longest = True, LONGEST
        screen.problem(f"{path}: {error}")
    changed = game.rules.digest != record.digest
    if changed:
        screen.problem(f"this game was played under other rules; it goes on under those of now, after step {game.length}")
    game.auto_chance = True
    if game.state.is_chance:
        game.roll()
    return game, OpenTable(game.rules, seats_of(record.table), game.seed, game.rules.players), changed


def check_seats(opened: OpenTable, chosen: int) -> OpenTable:
    """Returns a table of a record if all who play there are the library's own: code that a record names is never run.

    They go on in their versions of now; a line tells of others.

    Args:
        opened: the table.
        chosen: the number of seats, from seat 0 on, at which the command line has set somebody.

    Raises:
        UsageError: somebody is not known.
    """
    for number, seat in enumerate(opened.seats):
        if number >= chosen and without_options(seat.policy) not in (*POLICIES, PERSON):
            seats = " ".join(["--seat WHO"] * (number + 1))
            raise UsageError(f"the record says that `{seat.policy}` plays at seat {number}; say who goes on there: `{seats}`")
        if seat.version not in (None, now := version_of(seat.policy)):
            screen.problem(f"`{seat.policy}` played at seat {number} in version {seat.version}; version {now} goes on")
    return opened


# --- play ---------------------------------------------------------------------------------------------------------
#
# The command `play`: one game at the terminal, by people and policies.


NewFile = Annotated[
    Path | None,
    Parameter(
        name=("--record", "-r"),
        help="A new file to which the game is written as it goes on. Without it, games with a person are written to "
        "`stoneage-DATE-SEED.txt` in the current folder, or in that of the variable STONEAGE_RECORDS.",
    ),
]
Keep = Annotated[
    bool, Parameter(name="--keep", negative="--no-keep", help="Whether a game with a person is written if no file is named.")
]
CurrentRules = Annotated[
    bool,
    Parameter(
        negative="",
        help="If the record was made under other rules: take those of now, and tell the first line where they differ; `play` "
        "goes on from there, in another file. Otherwise such a record is refused.",
    ),
]
WholeLog = Annotated[bool, Parameter(name="--log", negative="", help="Show the whole log of a game without a person.")]
Undo = Annotated[bool, Parameter(negative="--no-undo", help="Whether people can take decisions back.")]


def play(
    table: TableParameter = None,
    *,
    players: Players = None,
    seed: Seed = None,
    record: NewFile = None,
    keep_game: Keep = True,
    packs_from: PacksFrom = None,
    module: Modules = None,
    seat: Seats = None,
    undo: Undo = True,
    log: WholeLog = False,
    with_current_rules: CurrentRules = False,
    allow_code: AllowCode = False,
) -> None:
    """Play a game.

    Without TABLE, four sensible players play the base game, and you see how it ends. With `--seat person` you sit down
    yourself: choose by number or type the action; `?` tells what else you can type.

    The dice and draws come from the seed, which is shown: the same seed and the same choices give the same game. A game that
    was broken off goes on with `stoneage play RECORD`, no matter who wrote the record, and `stoneage replay RECORD` shows it
    again.
    """
    _expect_new(record)
    recorded = table if table is not None and is_record(table) else None
    if recorded is not None:
        if players is not None or seed is not None or module:
            raise UsageError(f"{recorded} is the record of a game, with its own players, modules and seed; leave yours out")
        game, opened, changed = reopened(recorded, packs_from or [], with_current_rules)
        # What does not fit the rules of now stays in the old file.
        file = record or (None if changed else recorded)
        opened = check_seats(seated(opened, seat or [], person=True), len(seat or []))
    else:
        opened = open_seated(table, players, module, seed, seat, allow_code=allow_code, person=True)
        game, file = Game(opened.rules, opened.seed, skip_forced=True), record
    game.sit([with_version(Seat(name=seat.name, policy=seat.policy) if recorded else seat) for seat in opened.seats])
    is_kept = file is not None or (keep_game and PERSON in game.policies)
    kept = start_record(game, file or new_file(game.seed), named=file is not None) if is_kept else None
    _keep_going(game, kept, undo, log)


def _expect_new(record: Path | None) -> None:
    """Refuses the file of another game, and a folder that is not there.

    Raises:
        UsageError: it is one of these.
    """
    if record is not None and os.path.lexists(record):
        raise UsageError(f"{record} exists already; name another file, so that no game is lost")
    if record is not None and not record.parent.is_dir():
        raise UsageError(f"{record.parent} is no folder; make it first")


def _keep_going(game: Game, kept: KeptGame | None, can_undo: bool, log: bool) -> None:
    """Plays a game, and says at the end, however it comes, how to go on later."""
    people = [seat for seat, policy in enumerate(game.policies) if policy == PERSON]
    news = News(game, SeatNames(game, viewer_of(people)), people)
    screen.lines(news.narrator.heading(game.seed))
    if kept is None:
        _go_on(game, news, can_undo, log)
        return
    if not kept.named:
        screen.say(f"the game is kept in {kept.path}")
    try:
        with kept:
            _go_on(game, news, can_undo, log)
    except KeyboardInterrupt:
        screen.say()
        raise
    finally:
        kept.say_how_to_go_on()


def viewer_of(people: Sequence[int]) -> Viewer:
    """Returns the viewer of the log: the only person, a spectator with several persons, everybody with none."""
    return people[0] if len(people) == 1 else None if people else "all"


def _go_on(game: Game, news: News, can_undo: bool, log: bool) -> None:
    """Plays until the game is over or a person leaves, and shows the scores."""
    persons = {seat: Person(news, seat, can_undo) for seat in news.people}
    policies: list[Policy] = make_policies(["random" if name == PERSON else name for name in game.policies], game.seed)
    try:
        while persons or not game.is_over:
            seat = game.seat
            if game.is_over:
                next(iter(persons.values())).ended()
            elif seat in persons:
                persons[seat].turn()
            else:
                game.play(choice_of(policies, game.state, game.legal()))
    except Leave:
        if not game.is_over:
            screen.say(f"the game is left in round {game.state.round}; its seed is {game.seed}")
        return
    if log:
        print_rows(log_rows(news.narrator, game))
    screen.say()
    show_scores(game.state, news.narrator)
    if not log:
        screen.say(f"`--log --seed {game.seed}` shows every step; `--seat person` lets you play")


# --- replay -------------------------------------------------------------------------------------------------------
#
# The command `replay`: plays a record again and checks it line by line.


def replay(
    record: Annotated[Path, Parameter(help="The file of the record.")],
    /,
    *,
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), negative="", help="Only the result, not the log.")] = False,
    unfinished: Annotated[bool, Parameter(negative="", help="Accept a game that is not over.")] = False,
    with_current_rules: CurrentRules = False,
    packs_from: PacksFrom = None,
    json_: Json = False,
) -> int:
    """Play a record again, and say whether it is a game.

    Every line must be what the rules allow, every roll what the seed gives (where the record has one), every check
    line and the final scores what the game comes to. A record that was cut off, edited or made under other rules is
    refused with the line at fault and what was expected. As JSON a game has scores, events and score sheets.

    Exit codes: 0 for a game, 1 for a record that is none, 2 where the record or its rules cannot be had.
    """
    viewer: Viewer = None
    try:
        read = read_record(record)
        viewer = "all" if read.viewer is None else read.viewer
        game = replay_record(
            read, allow_unfinished=unfinished, with_current_rules=with_current_rules, packs_from=packs_from or []
        )
    except RecordError as error:
        if error.game is not None and not (quiet or json_):
            print_rows(log_rows(SeatNames(error.game, viewer), error.game))
        screen.problem(f"{record}: {error}")
        return ERROR if isinstance(error.__cause__, ContentError) else FINDINGS
    narrator = SeatNames(game, viewer)
    position = game.state if read.viewer is None else game.view(read.viewer)
    if json_:
        screen.json(_data(game, position, viewer))
    else:
        _tell(game, position, narrator, quiet)
    return OK


def _data(game: Game, position: Position, viewer: Viewer) -> dict[str, Any]:
    """Returns the game as the viewer may know it."""
    return {
        "is_over": position.is_over,
        "scores": position.scores,
        "winners": position.winners,
        "verdict": position.verdict,
        "events": [event.for_viewer(viewer).to_dict() for event in chain(game.opening, *game.events())],
        "sheets": [position.score_sheet(seat).to_dict() for seat in range(game.rules.players)],
    }


def _tell(game: Game, position: Position, narrator: Narrator, quiet: bool) -> None:
    """Prints the log and the present state of the game."""
    if not quiet:
        screen.lines(narrator.heading(game.seed))
        print_rows(log_rows(narrator, game))
        screen.say()
    if game.is_over and narrator.viewer == "all":
        show_scores(position, narrator)
    else:
        print_rows(board_rows(position, narrator))
    screen.say(f"{game.length} steps in {counted(game.state.round, 'round')}, all of them as the rules have it")
