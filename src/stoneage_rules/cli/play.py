"""The command `play`: one game at the terminal, by people and policies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.boards import show_scores
from stoneage_rules.cli.human import Leave, Person
from stoneage_rules.cli.keeping import KeptGame, check_seats, keep, new_file, reopened
from stoneage_rules.cli.log_printer import LogPrinter, print_heading, round_start
from stoneage_rules.cli.parameters import PacksFrom
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import PERSON, Modules, OpenTable, Players, Seats, Seed, TableFile, open_table, seated
from stoneage_rules.language.events import Viewer
from stoneage_rules.loading.table import Seat
from stoneage_rules.play.game import Game
from stoneage_rules.play.narration import Narrator
from stoneage_rules.play.record_reader import is_record
from stoneage_rules.policies.registry import Policy, choice_of, make_policies

__all__ = ["play", "viewer_of"]


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
Undo = Annotated[bool, Parameter(negative="--no-undo", help="Whether people can take decisions back.")]


def play(
    table: TableFile = None,
    /,
    *,
    players: Players = None,
    seed: Seed = None,
    record: NewFile = None,
    keep_game: Keep = True,
    packs_from: PacksFrom = None,
    module: Modules = None,
    seat: Seats = None,
    undo: Undo = True,
) -> int:
    """Play a game.

    Without TABLE, four sensible players play the base game, and you watch. With `--seat person` you sit down
    yourself: choose from a numbered list or type the action; `?` tells what else you can type.

    The dice and draws come from the seed, which is shown: with the same seed and the same choices the same game
    comes about. A game that was broken off goes on with `stoneage play RECORD`, whoever wrote the record, and
    `stoneage replay RECORD` shows it again.
    """
    _expect_new(record)
    recorded = table if table is not None and is_record(table) else None
    if recorded is not None:
        if players is not None or seed is not None or module:
            raise UsageError(f"{recorded} is the record of a game, with its own players, modules and seed; leave yours out")
        game, opened = reopened(recorded, packs_from or [])
        opened = check_seats(seated(opened, seat or [], person=True), len(seat or []))
    else:
        opened = seated(open_table(table, players, module, seed), seat or [], person=True)
        game = Game(opened.rules, opened.seed, skip_forced=True)
    game.names, game.policies = opened.names, tuple(seat.policy for seat in opened.seats)
    file = record or recorded
    kept = None
    if file is not None or (keep_game and PERSON in game.policies):
        kept = keep(game, file or new_file(game.seed), named=file is not None)
    return _kept_going(game, opened, kept, round_start(game) if recorded else None, undo)


def _expect_new(record: Path | None) -> None:
    """Refuses the file of another game, and a folder that is not there.

    Raises:
        UsageError: it is one of these.
    """
    if record is not None and record.exists():
        raise UsageError(f"{record} exists already; name another file, so that no game is lost")
    if record is not None and not record.parent.is_dir():
        raise UsageError(f"{record.parent} is no folder; make it first")


def _kept_going(game: Game, opened: OpenTable, kept: KeptGame | None, start: int | None, can_undo: bool) -> int:
    """Plays a game, and says at the end, however it comes, how to go on later; returns the exit code.

    `start` is the number of steps before the first one that is told.
    """
    narrator = Narrator(opened.rules, opened.names, viewer_of(opened.seats))
    print_heading(narrator, game)
    if kept is not None and not kept.named:
        screen.say(f"the game is kept in {kept.path}")
    printer = LogPrinter(narrator, start)
    printer(game)
    game.listen(printer)
    if kept is None:
        return _go_on(game, opened, printer, can_undo)
    try:
        with kept:
            return _go_on(game, opened, printer, can_undo)
    except KeyboardInterrupt:
        screen.say()
        raise
    finally:
        kept.say_how_to_go_on()


def viewer_of(seats: Sequence[Seat]) -> Viewer:
    """Returns whose view the log takes: the one person's, a spectator's with several persons, everybody's with none."""
    people = [number for number, seat in enumerate(seats) if seat.policy == PERSON]
    return people[0] if len(people) == 1 else None if people else "all"


def _go_on(game: Game, opened: OpenTable, printer: LogPrinter, can_undo: bool) -> int:
    """Plays until the game is over or a person leaves; returns the exit code."""
    people = [number for number, seat in enumerate(opened.seats) if seat.policy == PERSON]
    persons = {number: Person(game, number, printer.narrator, people, can_undo) for number in people}
    policies: list[Policy] = make_policies(
        ["random" if seat.policy == PERSON else seat.policy for seat in opened.seats], game.seed
    )
    while not game.is_over:
        seat = game.seat
        assert seat is not None
        if seat not in persons:
            game.play(choice_of(policies, game.state, game.legal()))
            continue
        try:
            persons[seat].turn()
        except Leave:
            screen.say(f"the game is left in round {game.state.round}; its seed is {game.seed}")
            return 0
    screen.say()
    show_scores(game.state, printer.narrator)
    return 0
