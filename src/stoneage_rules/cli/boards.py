"""A game as the terminal shows it: boards, options, and the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

import attrs

from stoneage_rules.cli.screen import Styled, screen
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.score import ScoreSheet, tied
from stoneage_rules.kernel.state import State
from stoneage_rules.language.quantity import obstacle_of
from stoneage_rules.play.game import Game
from stoneage_rules.play.narration import HEADINGS, Narrator
from stoneage_rules.telling.board import Board
from stoneage_rules.text import in_columns, width_of

# --- option lines -------------------------------------------------------------------------------------------------
#
# Lists the options of a question: numbered and described, or joined to ranges of numbers.


IN_COLUMNS = 12
"""The number of options up to which each has a line of its own where nothing scrolls away."""
PROMPT = 3
"""The lines that the question, what the seat has and the prompt take."""


@attrs.frozen
class OptionLine:
    """An option, or several one after the other that differ in their last number alone."""

    first: int
    """Its number in the list, from 1 on."""
    last: int
    actions: tuple[Action, ...]
    meaning: str
    """The words for what it comes to; empty if the text says it, or if several come to different things."""

    @property
    def numbers(self) -> str:
        """The number that is typed, or the range of numbers: `12-16`."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def text(self) -> str:
        """The option as it is typed: `place hunt 1-5`."""
        first, last = self.actions[0], self.actions[-1]
        return first.text if first is last else f"{first.text}-{last.args[-1]}"

    @property
    def rest(self) -> str:
        """The same without its first word: `hunt 1-5`; without the number, where only 1 is possible."""
        words = self.text.split()[1:]
        return words[0] if words[1:] == ["1"] else " ".join(words)


def options_of(legal: Sequence[Action], describe: Callable[[Action], str], *, ranges: bool) -> list[OptionLine]:
    """Returns the options of a question.

    Args:
        legal: what may be chosen.
        describe: returns what an action comes to.
        ranges: whether options that differ in their last number are one line.
    """
    options: list[OptionLine] = []
    for number, action in enumerate(legal, 1):
        meaning = describe(action)
        before = options[-1] if options else None
        if before and ranges and _follows(before.actions[-1], action):
            options[-1] = attrs.evolve(before, last=number, actions=(*before.actions, action), meaning="")
        else:
            options.append(OptionLine(number, number, (action,), meaning))
    return options


def _follows(before: Action, action: Action) -> bool:
    """Returns True if an action differs from another only in its last number, which is one more."""
    if before.kind != action.kind or before.args[:-1] != action.args[:-1] or len(action.args) < 2:
        return False
    last, number = before.args[-1], action.args[-1]
    return type(last) is int and type(number) is int and number == last + 1


def on_places(options: Iterable[OptionLine], rules: Ruleset) -> Mapping[int, OptionLine]:
    """Returns the options that name a place first, by the index of the place; none if several do that are not in one range."""
    found: dict[int, OptionLine] = {}
    for option in options:
        place = option.actions[0].args[0] if option.actions[0].args else None
        index = rules.place_index.get(place) if isinstance(place, str) else None
        if index is not None:
            if index in found:
                return {}
            found[index] = option
    return found


def listed_options(options: Sequence[OptionLine]) -> list[str]:
    """Returns the lines of a list of options; on a terminal so that all can be seen at once, if that can be."""
    wide = max((len(option.numbers) for option in options), default=0)
    starts = [f"{option.numbers:>{wide}}  {option.text}" for option in options]
    full = [start + f"  ({option.meaning})" * bool(option.meaning) for start, option in zip(starts, options, strict=True)]
    forms = [full, in_columns(full, screen.width)]
    if screen.height is not None:
        forms.append(in_columns(starts, screen.width))
    room = IN_COLUMNS if screen.height is None else screen.height - PROMPT
    return next((lines for lines in forms if sum(-(-width_of(line) // screen.width) for line in lines) <= room), forms[-1])


def meant(line: str, legal: Sequence[Action]) -> Action | None:
    """Returns the only action that a line stands for: its beginning, with its first word or without, as `hunt 3` or `card-1`."""
    words = line.casefold().split()
    texts = [(action, action.text.casefold().split()) for action in legal]
    exact = [action for action, text in texts if text[1:] == words]
    begun = [action for action, text in texts if words in (text[: len(words)], text[1 : len(words) + 1])]
    return next((fits[0] for fits in (exact, begun) if len(fits) == 1), None)


# --- boards -------------------------------------------------------------------------------------------------------
#
# The board, the seats and the score sheets of a game on the screen.


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
    sheets = [position.score_sheet(seat) for seat in range(position.rules.players)]
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


# --- log printer --------------------------------------------------------------------------------------------------
#
# Prints the log of a game as it goes on.


def print_heading(narrator: Narrator, game: Game) -> None:
    """Prints the lines above a log: the table with its options, the seed, and how much of the content is reconstructed."""
    for line in narrator.heading(game.seed):
        screen.say(line, style="bold")


def round_start(game: Game) -> int:
    """Returns the number of steps before the last round began."""
    rounds = (number for number, noted in enumerate(game.events()) if any(event.name == "round" for event in noted))
    return max(rounds, default=0)


class LogPrinter:
    """Prints the log of a game as it goes on; it listens to the game.

    Args:
        narrator: says what is printed, and to whom.
        start: the number of steps before the first one that is printed; None for the set-up, too.
    """

    def __init__(self, narrator: Narrator, start: int | None = None) -> None:
        self.narrator = narrator
        self._printed = -1 if start is None else start
        """How many steps have been printed; -1 before the set-up has."""
        self._resolving = False
        """True while a place is being resolved: the lines that follow are indented."""

    def __call__(self, game: Game) -> None:
        """Prints the steps since the last call, or that steps were taken back."""
        count = game.length
        if count < self._printed:
            screen.say(f"-- taken back to round {game.state.round} --", style="bold yellow")
        elif count > self._printed:
            opening = () if self._printed >= 0 else game.opening
            for sentence in self.narrator.tell(chain(opening, *game.events(max(0, self._printed)))):
                self._print(sentence.event, sentence.text)
        self._printed = count

    def _print(self, event: str, text: str) -> None:
        if event in HEADINGS:
            screen.say()
            screen.say(text[:1].upper() + text[1:], style="bold cyan" if event == "round" else "bold")
        else:
            screen.say(f"  {text}" if self._resolving and event != "resolve" else text)
        self._resolving = event == "resolve" or (self._resolving and event not in HEADINGS)
