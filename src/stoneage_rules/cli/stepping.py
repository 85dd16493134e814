"""Goes through a game step by step, forth and back, with the log and the board."""

from __future__ import annotations

from stoneage_rules.cli.boards import show_board, show_scores
from stoneage_rules.cli.exits import OK
from stoneage_rules.cli.screen import screen
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.play.narration import Narrator
from stoneage_rules.play.so_far import GameSoFar

__all__ = ["seen", "step_through"]

HELP = """\
  n, Enter      the next step; `n 5` five steps
  p             the step before; `p 5` five steps
  a number      goes to where so many steps had been taken
  r NUMBER      goes to the beginning of a round
  board         the board and the seats, once more
  score         the score sheets, if the game had ended there
  q             leaves"""


def step_through(game: GameSoFar, narrator: Narrator) -> int:
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


def _goes_to(game: GameSoFar, narrator: Narrator, start: int, step: int) -> int:
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


def _start_of_round(game: GameSoFar, number: int) -> int:
    """Returns the number of steps before a round began; the last there is if there are not so many."""
    return next((step for step in range(game.length + 1) if game.state_after(step).round >= number), game.length)
