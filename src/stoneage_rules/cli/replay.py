"""The command `replay`: plays a record again and checks it line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.boards import show_board, show_scores
from stoneage_rules.cli.exits import ERROR, FINDINGS, OK
from stoneage_rules.cli.log_printer import LogPrinter, print_heading
from stoneage_rules.cli.parameters import PacksFrom
from stoneage_rules.cli.screen import screen
from stoneage_rules.cli.stepping import seen, step_through
from stoneage_rules.errors import ContentError, RecordError
from stoneage_rules.language.events import Viewer
from stoneage_rules.play.game import Game
from stoneage_rules.play.narration import Narrator
from stoneage_rules.play.playback import replay as replay_record
from stoneage_rules.play.record_reader import read_record
from stoneage_rules.text.wording import counted

__all__ = ["replay"]


CurrentRules = Annotated[
    bool,
    Parameter(
        negative="--strict",
        help="If the record was made under other rules: replay it under those of now, and tell the first line where they "
        "differ. Otherwise such a record is refused.",
    ),
]


def replay(
    record: Annotated[Path, Parameter(help="The file of the record.")],
    /,
    *,
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), negative="", help="Only the result, not the log.")] = False,
    unfinished: Annotated[bool, Parameter(negative="", help="Accept a game that is not over.")] = False,
    step: Annotated[
        bool, Parameter(negative="", help="Go through the game step by step, forth and back, with the board.")
    ] = False,
    with_current_rules: CurrentRules = False,
    packs_from: PacksFrom = None,
) -> int:
    """Play a record again, and say whether it is a game.

    Every line must be what the rules allow, every roll what the seed gives (where the record has one), every check
    line and the final scores what the game comes to. A record that was cut off, edited or made under other rules is
    refused with the line at fault and what was expected there.

    Exit codes: 0 for a game, 1 for a record that is none, 2 where the record or its rules cannot be had.
    """
    viewer: Viewer = None
    try:
        read = read_record(record)
        viewer = "all" if read.viewer is None else read.viewer
        game = replay_record(
            read, allow_unfinished=unfinished or step, with_current_rules=with_current_rules, packs_from=packs_from or []
        )
    except RecordError as error:
        if error.game is not None and not quiet:
            LogPrinter(Narrator(error.game.rules, error.game.names, viewer))(error.game)
        screen.problem(f"{record}: {error}")
        return ERROR if isinstance(error.__cause__, ContentError) else FINDINGS
    narrator = Narrator(game.rules, game.names, viewer)
    return step_through(game, narrator) if step else _tell(game, narrator, quiet)


def _tell(game: Game, narrator: Narrator, quiet: bool) -> int:
    """Prints the log and how the game stands; returns the exit code."""
    if not quiet:
        print_heading(narrator, game)
        LogPrinter(narrator)(game)
        screen.say()
    show = show_scores if game.is_over and narrator.viewer == "all" else show_board
    show(seen(game.state, narrator), narrator)
    screen.say(f"{game.length} steps in {counted(game.state.round, 'round')}, all of them as the rules have it")
    return OK
