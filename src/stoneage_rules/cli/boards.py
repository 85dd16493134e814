"""The board, the seats and the score sheets of a game as tables on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stoneage_rules.cli.screen import screen
from stoneage_rules.kernel.briefs import Briefs
from stoneage_rules.kernel.nouns import ScoreSheet
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.play.narration import Narrator

__all__ = ["show_board", "show_scores"]


def show_board(position: Position, narrator: Narrator) -> None:
    """Prints the places and the seats; of a view, without what its seat cannot see."""
    rules = position.rules
    briefs = rules.service(Briefs)
    places = []
    for place in rules.places:
        if position.closed_places >> place.index & 1 and place.owned >= 0:
            continue
        brief = briefs.place(position, place)
        circles = "any" if place.unlimited else str(place.circles)
        standing = _standing(position, place.index)
        lying = brief.item or ("nothing" if place.row >= 0 else "")
        places.append((place.id, standing, circles, lying, brief.price, brief.brings, brief.shows))
    screen.say()
    screen.table(("place", "figures", "circles", "lies here", "price", "brings", "shows"), places, title="Board")
    seats = []
    for seat in range(rules.players):
        player = position.player(seat)
        goods = ", ".join(f"{count} {good}" for good, count in player.goods.items() if count)
        tracks = ", ".join(f"{track} {at}" for track, at in player.tracks.items())
        tools = "+".join(f"{value}{' used' * used}" for value, used in player.tools)
        first = " *" if seat == position.start_seat else ""
        items = ", ".join([*player.items, *player.face_down] or ["-"])
        hidden = player.face_down_count - len(player.face_down)
        items += f", {hidden} face down" if hidden else ""
        figures = f"{player.at_home}/{player.figures}"
        seats.append((narrator.who(seat) + first, player.points, figures, goods, tracks, tools or "-", items))
    screen.say()
    heads = ("seat (* starts)", "points", "home/all", "goods", "tracks", "tools", "owns")
    screen.table(heads, seats, title="Seats", right=(1,))


def _standing(position: Position, place: int) -> str:
    """Returns how many figures each seat has on a place, as `0: 2, 3: 1`."""
    players = position.rules.players
    row = position.placed[place * players : (place + 1) * players]
    return ", ".join(f"{seat}: {count}" for seat, count in enumerate(row) if count)


def show_scores(position: Position, narrator: Narrator) -> None:
    """Prints the score sheets side by side, with the winners if the game is over."""
    scoring: Any = position.rules.scoring
    sheets = [scoring.sheet(position, seat) for seat in range(position.rules.players)]
    rows: list[tuple[object, ...]] = [("on the score track", *(sheet.track for sheet in sheets))]
    for number, line in enumerate(sheets[0].lines):
        rows.append((line.name, *_line(sheets, number)))
    rows.append(("total", *(sheet.total for sheet in sheets)))
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
