"""The board, the seats and the score sheets of a game on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from stoneage_rules.cli.option_lines import OptionLine
from stoneage_rules.cli.screen import Styled, screen
from stoneage_rules.kernel.board import Board
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.score_sheet import ScoreSheet, tied
from stoneage_rules.kernel.state import State
from stoneage_rules.language.condition import obstacle_of
from stoneage_rules.play.narration import Narrator

__all__ = ["seat_style", "show_board", "show_scores"]

STYLES = ("red", "blue", "green", "magenta", "yellow", "cyan")
"""The colours of the seats, from seat 0 on."""

NO_OPTIONS: Mapping[int, OptionLine] = {}

CIRCLES = re.compile(r"\[([0-9]+)[_+]*\]")


def seat_style(seat: int) -> str:
    """Returns the colour of a seat."""
    return STYLES[seat % len(STYLES)]


def show_board(position: Position, narrator: Narrator, options: Mapping[int, OptionLine] = NO_OPTIONS) -> None:
    """Prints the places and the seats; of a view, without what its seat cannot see.

    Args:
        position: a state or a view.
        narrator: knows the names of the seats.
        options: by the index of a place, the option that names it: its numbers stand before the place.
    """
    on_places = {place: (option.numbers, option.rest, _against(position, place, option)) for place, option in options.items()}
    board = Board(position, narrator.names, on_places)
    for line in board.heading():
        screen.say(line, style="bold")
    for line in board.places():
        screen.say(line, spans=_figures(line))
    for line in board.seats():
        of_seat = line[:1].isdigit()
        screen.say(line, style="" if of_seat else "bold", spans=[Styled(0, 1, seat_style(int(line[0])))] if of_seat else ())


def _against(position: Position, place: int, option: OptionLine) -> str:
    """Returns what stands against an option on a place, such as `you cannot pay it now`, where the option says so."""
    effects, seat = position.rules.places[place].effects, position.seat
    against = obstacle_of(effects[0], position, seat, place) if effects and seat is not None else ""
    return against if against in option.meaning else ""


def _figures(line: str) -> Iterator[Styled]:
    """Yields the digits in the circles of a place, in the colours of the seats."""
    for circles in CIRCLES.finditer(line):
        for at in range(*circles.span(1)):
            yield Styled(at, at + 1, seat_style(int(line[at])))


def show_scores(position: Position, narrator: Narrator) -> None:
    """Prints the score sheets side by side, with the winners if the game is over."""
    scoring: Any = position.rules.scoring
    sheets = [scoring.sheet(position, seat) for seat in range(position.rules.players)]
    rows: list[tuple[object, ...]] = [("on the score track", *(sheet.track for sheet in sheets))]
    for number, line in enumerate(sheets[0].lines):
        rows.append((line.name, *_line(sheets, number)))
    rows.append(("total", *(sheet.total for sheet in sheets)))
    if ties := {sheet.seat: tie_break for sheet, tie_break in tied(sheets)}:
        name = next(iter(ties.values())).name
        rows.append((f"tie-break: {name}", *(ties[sheet.seat].value if sheet.seat in ties else "" for sheet in sheets)))
    heads = ("", *(narrator.who(sheet.seat) for sheet in sheets))
    title = "Final scores" if position.is_over else "Scores, if the game ended now"
    screen.table(heads, rows, title=title, right=range(1, len(heads)))
    if isinstance(position, State) and position.is_over:
        screen.say(list(narrator.result(position))[-1], style="bold")


def _line(sheets: Iterable[ScoreSheet], number: int) -> list[str]:
    """Returns one line of every sheet: the points, and the product that they come from."""
    cells = []
    for sheet in sheets:
        line = sheet.lines[number]
        product = f"{' x '.join(map(str, line.factors))} = " if len(line.factors) > 1 else ""
        cells.append(f"{product}{line.points}")
    return cells
