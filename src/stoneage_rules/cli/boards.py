"""The screen of a game at the terminal: options, boards that fit it, score sheets, the log and what is new."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby, zip_longest
from math import inf
from typing import NamedTuple

import attrs

from stoneage_rules.cli.choices import OptionLine
from stoneage_rules.cli.screen import Styled, screen
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event, Viewer
from stoneage_rules.play.game import Game
from stoneage_rules.policies.registry import PERSON
from stoneage_rules.telling.board import Board, changes_of, in_pairs, score_rows
from stoneage_rules.telling.narration import HEADINGS, Narrator, tied
from stoneage_rules.telling.phrases import ShortBriefs
from stoneage_rules.text import counted, in_columns, text_tables, wrapped

FEW = 12
"""The most options with one line each that fit on a screen."""
MOST_NEWS = 8
"""The most lines above a question that tell what has happened."""
HIGH = 200
"""The lines of a screen where nothing scrolls away."""
ROOM_FOR_NEWS = 5
"""The lines for what has happened that a board must leave if it shows what all seats have."""


def height_of(lines: Iterable[str]) -> int:
    """Returns how many lines of the terminal some lines take."""
    return sum(len(screen.within_edge(line)) for line in lines)


def listed_options(options: Sequence[OptionLine], room: int | None = None) -> list[str]:
    """Returns a list of options in full, in columns if there are many; those without room are only counted."""
    wide = max((len(str(option.number)) for option in options), default=0)
    full = [f"{option.number:>{wide}} {option.text}" + f" ({option.meaning})" * bool(option.meaning) for option in options]
    if len(full) <= FEW if room is None else height_of(full) <= room:
        return full
    if room is None:
        return in_columns(full, screen.width)
    for shown in range(min(len(full), FEW * room), 0, -1):
        more = f"{len(full) - shown} more: `options` shows all; a part of one, as a good, shows those with it"
        lines = [*in_columns(full[:shown], screen.width), *([more] if shown < len(full) else [])]
        if height_of(lines) <= room:
            break
    return lines


# --- boards -------------------------------------------------------------------------------------------------------
#
# The board, the seats and the score sheets of a game on the screen.


SEAT_STYLES = ("red", "blue", "green", "magenta", "yellow", "cyan")
"""The colours of the seats, from seat 0 on."""

CIRCLES = re.compile(r"\[([0-9]+)[_+]*\]")


def seat_style(seat: int) -> str:
    """Returns the colour of a seat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]


class SeatNames(Narrator):
    """A narrator of a game at the terminal: a seat is called by its name alone, or by the policy that plays there."""

    def __init__(self, game: Game, viewer: Viewer) -> None:
        seats = enumerate(zip_longest(game.names, game.policies, fillvalue=""))
        names = [name or f"{policy} {seat}" * (policy not in ("", PERSON)) for seat, (name, policy) in seats]
        super().__init__(game.rules, names, viewer)

    def who(self, seat: int | None) -> str:
        """Returns the name of a seat: `Ada`, `seat 0`, or `sensible 1`; `Ada (seat 0)` if two have it."""
        name = self.names[seat] if seat is not None and seat < len(self.names) else ""
        return name if self.names.count(name) == 1 and name else super().who(seat)


class Printed(NamedTuple):
    """A line with its colours."""

    text: str
    style: str = ""
    spans: Iterable[Styled] = ()


def print_rows(rows: Iterable[Printed], *, paged: bool = False) -> None:
    """Prints lines; if `paged`, on a terminal that they are too many for, page by page."""
    room, taken = (screen.height if paged else None) or inf, 1
    for row in rows:
        taken += height_of([row.text])
        if taken > room:
            try:
                if input("Enter shows more, `q` no more> ").strip():
                    return
            except EOFError:
                return
            taken = 1 + height_of([row.text])
        screen.say(*row)


def board_rows(position: Position, narrator: Narrator) -> list[Printed]:
    """Returns the places and the seats in full; of a view, without what its seat cannot see."""
    board = Board(position, narrator.names)
    heads = [Printed(line, "bold") for line in (*board.heading(), *board.stocks())]
    return [*heads, *_places(board.places()), *_seats(board)]


def board_in_brief(board: Board, viewer: int) -> tuple[list[Printed], list[Printed]]:
    """Returns the places, and what the seats have; at large tables more closely, or with what the viewer has alone.

    The form is the same for the whole game. What the others have follows, in short, if it is not told.
    """
    rules = board.rules
    items = [place.row >= 0 for place in rules.places].count(True)
    # Other places stand in pairs; the moment, the question, what is typed and the heads of the seats take four lines.
    room = (screen.height or HIGH) - ROOM_FOR_NEWS - 4 - (len(rules.places) - items) // 2 - rules.players
    places = board.places_in_brief(closely=items > room)
    if items * 3 // 4 <= room:
        return [*_places(places), *_seats(board)], []
    return [*_places(places), *map(Printed, board.possessions(viewer))], [*map(Printed, board.others(viewer))]


def _places(lines: Iterable[str]) -> Iterator[Printed]:
    yield from (Printed(line, spans=_figures(line)) for line in lines)


def _seats(board: Board) -> Iterator[Printed]:
    for line in board.seats():
        of_seat = line[:1].isdigit()
        yield Printed(line, "" if of_seat else "bold", [Styled(0, 1, seat_style(int(line[0])))] if of_seat else ())


def _figures(line: str) -> Iterator[Styled]:
    """Yields the digits in the circles of a place, in the colours of the seats."""
    for circles in CIRCLES.finditer(line):
        for at in range(*circles.span(1)):
            yield Styled(at, at + 1, seat_style(int(line[at])))


def show_scores(position: Position, narrator: Narrator) -> None:
    """Prints the score sheets side by side, with the winners if the game is over."""
    sheets = [position.score_sheet(seat) for seat in range(position.rules.players)]
    rows = [("", *(narrator.who(sheet.seat) for sheet in sheets)), *score_rows(sheets)]
    ties = {sheet.seat: tie_break for sheet, tie_break in tied(sheets)}
    if ties:
        rows.append(("tie-break", *(str(ties[sheet.seat].value) if sheet.seat in ties else "" for sheet in sheets)))
    screen.say("Final scores" if position.is_over else "Scores, if the game ended now", style="bold")
    screen.lines(chain(*text_tables(rows, screen.width)))
    screen.lines(f"tie-break: {name}" for name in dict.fromkeys(tie_break.name for tie_break in ties.values()))
    if isinstance(position, State) and position.is_over:
        screen.say(list(narrator.result(position))[-1], style="bold")


# --- log ----------------------------------------------------------------------------------------------------------
#
# The log of a game, and what is new in it for a person.


def log_rows(narrator: Narrator, game: Game, last: int = 0) -> list[Printed]:
    """Returns the log of a game, or its last lines; events that follow from a place are indented."""
    lines = [("Set-up", "bold")]
    lines += [(str(said).replace(" takes ", " begins with ", 1), "") for said in narrator.tell(game.opening)]
    resolving = False
    for event, _, text in map(attrs.astuple, narrator.tell(chain(*game.events()))):
        if event in HEADINGS:
            lines += [("", ""), (text[:1].upper() + text[1:], "bold cyan" if event == "round" else "bold")]
        else:
            lines.append((f"  {text}" if resolving and event != "resolve" else text, ""))
        resolving = event == "resolve" or (resolving and event not in HEADINGS)
    return [Printed(*line) for line in lines[-last:]]


def ending(narrator: Narrator, game: Game) -> str:
    """Returns why a game has ended, as `the deck cannot fill the card row; the game ends`."""
    said = [sentence for sentence in narrator.tell(chain(*game.events())) if sentence.event in ENDINGS]
    return "; ".join(sentence.text for sentence in said[-2:])


ENDINGS = ("unfilled", "emptied", "end")
"""The events that tell why a game ends."""


class News:
    """Prints the events since a person was last asked: all of their own, and the actions and gains of others.

    Args:
        game: the game.
        narrator: turns events into sentences for a viewer.
        people: the seats that are played from this terminal.
    """

    def __init__(self, game: Game, narrator: Narrator, people: Collection[int]) -> None:
        self.game = game
        self.narrator = narrator
        self.people = people
        self.told = game.length
        """The number of steps already shown."""
        self.is_first = True
        """True until somebody has been asked."""

    def tell(self, room: int = HIGH) -> int:
        """Prints what is new, in at most as many lines as there is room for; returns their number.

        Others are told in short, or not at all, before anything of people here is left out.
        """
        for brevity in range(4):
            lines = self._lines(brevity)
            if height_of(lines) <= room:
                break
        else:
            lines = [*lines[: max(0, room - 1)], "`log` tells the rest"][:room]
        self.told = self.game.length
        screen.lines(lines)
        return height_of(lines)

    def height_of_own(self) -> int:
        """Returns how many lines tell all that people here did and got."""
        return height_of(self._lines(3))

    def _lines(self, brevity: int) -> list[str]:
        """Returns the news; with a `brevity` of 1 the gains of others alone, with 2 and 3 nothing of them."""
        if self.told > self.game.length:
            return [f"-- taken back to round {self.game.state.round} --"]
        seats, events = range(self.game.rules.players), [*chain(*self.game.events(self.told))]
        if brevity < 2:
            return in_pairs(chain(*(self._of(seat, events, brevity) for seat in seats)))
        own = [*chain(*(self._of(seat, events, brevity) for seat in self.people))]
        return [*own, "`log` tells what others did"] if brevity == 2 else own

    def _of(self, seat: int, events: list[Event], brevity: int) -> list[str]:
        """Returns the news of a seat as lines: of people here all events, of others actions and gains; in brief only gains."""
        if seat in self.people:
            told = self._actions(seat, events)
        else:
            before, now = self.game.state_after(self.told).player(seat), self.game.state.player(seat)
            new = [item for item in now.items if item not in before.items]
            told = [change for change in changes_of(before, now) if change not in new]
            told += [f"+{counted(len(new), 'item')}"] * bool(new) if brevity else map(self._named, new)
            if not brevity:
                begins = max((number for number, event in enumerate(events) if event.name == "round"), default=len(events))
                told = [*self._actions(seat, events[:begins]), *told, *self._actions(seat, events[begins:])]
        news = "; ".join(filter(None, told))
        return wrapped(f"{self.narrator.who(seat)} {news}", screen.width, 2) if news else []

    def _named(self, item: str) -> str:
        """Returns a new item by what it shows or else brings: `a card (2 shaman)`."""
        rules = self.game.rules
        brief = rules.service(ShortBriefs).item(rules.item_index[item])
        return f"a {rules.kinds[rules.items[rules.item_index[item]].kind]} ({brief.shows or brief.brings})"

    def _actions(self, seat: int, events: Iterable[Event]) -> list[str]:
        """Returns the events of a seat as sentences without its name; of another player those of one sort together."""
        who, is_own = self.narrator.who(seat), seat in self.people
        events = [event for event in events if event.seat == seat and self._is_told(event, is_own)]
        told = []
        for _, group in groupby(events, key=lambda event: event.name):
            same = [*group]
            texts = [self.narrator.sentence(event).removeprefix(f"{who} ") for event in same]
            if len(same) > 1 and not is_own:
                start_of = re.sub("[0-9]+ figures? ", "figures ", texts[0].partition(str(same[0]["place"]))[0])
                texts = [start_of + ", ".join(str(event["place"]) for event in same)]
            told += texts
        return told

    def _is_told(self, event: Event, is_own: bool) -> bool:
        kind = self.game.rules.event_kinds.get(event.name)
        return "place" in event.fields if kind is not None and kind.begins else is_own
