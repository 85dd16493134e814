"""The command `replay`: plays a record again and checks it line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.boards import show_board, show_scores
from stoneage_rules.cli.exits import ERROR, FINDINGS, OK
from stoneage_rules.cli.play import LogPrinter
from stoneage_rules.cli.screen import screen
from stoneage_rules.errors import ContentError, RecordError
from stoneage_rules.play.narration import Narrator
from stoneage_rules.play.playback import replay as replay_record

__all__ = ["replay"]


def replay(
    record: Annotated[Path, Parameter(help="The file of the record.")],
    /,
    *,
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), negative="", help="Only the result, not the log.")] = False,
    unfinished: Annotated[bool, Parameter(negative="", help="Accept a game that is not over.")] = False,
) -> int:
    """Play a record again, and say whether it is a game.

    Every line must be what the rules allow, every roll what the seed gives (where the record has one), every check
    line and the final scores what the game comes to. A record that was cut off, edited or made under other rules is
    refused with the line at fault and what was expected there.

    Exit codes: 0 for a game, 1 for a record that is none, 2 where the record or its rules cannot be had.
    """
    try:
        game = replay_record(record, allow_unfinished=unfinished)
    except RecordError as error:
        if error.game is not None and not quiet:
            LogPrinter(error.game, Narrator(error.game.rules))(error.game)
        screen.problem(f"{record}: {error}")
        return ERROR if isinstance(error.__cause__, ContentError) else FINDINGS
    narrator = Narrator(game.rules)
    if not quiet:
        LogPrinter(game, narrator)(game)
        screen.say()
    (show_scores if game.is_over else show_board)(game.state, narrator)
    screen.say(f"{game.length} steps in {game.state.round} rounds, all of them as the rules have it")
    return OK
