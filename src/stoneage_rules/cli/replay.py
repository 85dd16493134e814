"""`stoneage replay`, step by step if it is wished."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.boards import LogPrinter, print_heading, show_board, show_scores
from stoneage_rules.cli.parameters import PacksFrom
from stoneage_rules.cli.screen import ERROR, FINDINGS, OK, screen
from stoneage_rules.errors import ContentError, RecordError
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Viewer
from stoneage_rules.play.game import Game
from stoneage_rules.play.narration import Narrator
from stoneage_rules.play.playback import replay as replay_record
from stoneage_rules.play.record import read_record
from stoneage_rules.text import counted

# --- stepping -----------------------------------------------------------------------------------------------------
#
# Goes through a game step by step, forth and back, with the log and the board.


HELP = """\
  n, Enter      the next step; `n 5` five steps
  p             the step before; `p 5` five steps
  a number      goes to where so many steps had been taken
  r NUMBER      goes to the beginning of a round
  board         the board and the seats, once more
  score         the score sheets, if the game had ended there
  q             leaves"""


def step_through(game: Game, narrator: Narrator) -> int:
    """Asks where to go, and shows what happened and the board there, until the person leaves; returns the exit code."""
    screen.say(f"{game.length} steps; `n` the next, `p` the one before, a number goes there, `q` leaves, `?` tells more")
    step = _goes_to(game, narrator, 0, 0)
    while True:
        try:
            line = input(f"step {step} of {game.length}> ").strip().lower()
        except EOFError:
            screen.say()
            return OK
        word, _, count = line.partition(" ")
        number = int(count) if count.isdecimal() else None
        if word in ("q", "quit", "exit"):
            return OK
        if word in ("", "n", "next"):
            step = _goes_to(game, narrator, step, step + (1 if number is None else number))
        elif word in ("p", "previous"):
            step = _goes_to(game, narrator, step, step - (1 if number is None else number))
        elif line.isdecimal():
            step = _goes_to(game, narrator, step, int(line))
        elif word in ("r", "round") and number is not None:
            step = _goes_to(game, narrator, step, _start_of_round(game, number))
        elif word in ("b", "board"):
            show_board(seen(game.state_after(step), narrator), narrator)
        elif word == "score":
            show_scores(seen(game.state_after(step), narrator), narrator)
        else:
            screen.say(HELP)


def _goes_to(game: Game, narrator: Narrator, start: int, step: int) -> int:
    """Shows what the game is like after so many steps, and what happened since the last stop; returns where that is."""
    step = min(max(step, 0), game.length)
    events = [event for noted in game.events(start)[: max(step - start, 0)] for event in noted]
    if step <= start:  # back, or at the beginning: the step that led here is told again
        events = [*game.events(step - 1)[0]] if step else [*game.opening]
    for sentence in narrator.tell(events):
        screen.say(sentence.text)
    show_board(seen(game.state_after(step), narrator), narrator)
    if step == game.length and game.is_over and narrator.viewer == "all":
        show_scores(game.state, narrator)
    return step


def seen(state: State, narrator: Narrator) -> Position:
    """Returns a state of a game that is replayed; the view of it, if the record is that for a seat."""
    return state.view(narrator.viewer) if isinstance(narrator.viewer, int) else state


def _start_of_round(game: Game, number: int) -> int:
    """Returns the number of steps before a round began; the last there is if there are not so many."""
    return next((step for step in range(game.length + 1) if game.state_after(step).round >= number), game.length)


# --- replay -------------------------------------------------------------------------------------------------------
#
# The command `replay`: plays a record again and checks it line by line.


CurrentRules = Annotated[
    bool,
    Parameter(
        negative="",
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
