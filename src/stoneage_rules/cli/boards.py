"""The screen of a game at the terminal: numbered options, boards that fit it, score sheets, the log and what is new."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, groupby, zip_longest

import attrs

from stoneage_rules.cli.screen import Styled, screen
from stoneage_rules.errors import InvalidAction
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event, Viewer
from stoneage_rules.language.quantity import obstacle_of
from stoneage_rules.play.game import Game, answer_meant
from stoneage_rules.policies.registry import PERSON
from stoneage_rules.telling.board import WIDTH, Board, changes_of, in_pairs, score_rows
from stoneage_rules.telling.narration import HEADINGS, Narrator, tied
from stoneage_rules.text import in_columns, text_tables, wrapped

# --- options ------------------------------------------------------------------------------------------------------
# The options of a question, each with the number to type.


FEW = 12
"""The most options with one line each that fit on a screen."""


@attrs.frozen(order=True)
class OptionLine:
    """An option, or several one after the other that differ in their last number alone."""

    number: int
    """The number that is typed for it."""
    actions: Sequence[Action] = attrs.field(order=False)
    meaning: str = attrs.field(order=False)
    """The words for its result; empty if the text says it, or if several have different results."""

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


class Choices:
    """The options of a seat: places have numbers of their own, the same in a whole game; others count from 1 on.

    Args:
        game: the game.
        seat: the seat that must choose.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.state, rules, view = game.state, game.rules, game.state.view(seat)
        self.legal = self.state.legal()
        order = sorted(rules.places, key=lambda place: (place.row >= 0, place.index))
        self.numbers = {place.id: number for number, place in enumerate(order, 1)}
        ranges = [[action for _, action in group] for _, group in groupby(enumerate(self.legal), _but_its_number)]
        named = [actions[0].args[0] for actions in ranges if actions[0].args and actions[0].args[0] in self.numbers]
        if len({*named}) < len(named) or not named:
            order, ranges = [], [[action] for action in self.legal]
        free = count(len(order) + 1)
        own = self.numbers if order else {}
        self.lines = sorted(
            OptionLine(
                own.get(str(next(iter(actions[0].args), ""))) or next(free),
                actions,
                "" if len(actions) > 1 else rules.describe(actions[0], view),
            )
            for actions in ranges
        )
        """All options in the order of their numbers."""
        self.on_places = {order[line.number - 1].index: line for line in self.lines if line.number <= len(order)}
        """By the index of a place, the option that names it; none if several do that are not in one range."""

    def answer(self, line: str, commands: Collection[str] = (), *, any_of: bool = False) -> Action | str:
        """Returns what `answer_meant` does; `1 3` means the same as `hunt 3` where hunt has the number 1.

        Raises:
            InvalidAction: no option has the number, or it is not clear which one is meant.
        """
        words = line.split()
        if words[0].isdecimal():
            words[:1] = self._named(int(words[0]))
        return answer_meant(" ".join(words), self.state, commands, any_of=any_of)

    def _named(self, number: int) -> list[str]:
        """Returns the words of a number: a place, or an option."""
        if self.on_places and 0 < number <= len(self.numbers):
            return [place for place, own in self.numbers.items() if own == number]
        for line in self.lines:
            if line.number == number:
                return line.actions[0].text.split()[: -1 if len(line.actions) > 1 else None]
        raise InvalidAction(f"the options are numbered {self.lines[0].number} to {self.lines[-1].number}")


def _but_its_number(numbered: tuple[int, Action]) -> object:
    """Returns the same value for options that differ only in a last number that counts up with their own numbers."""
    number, action = numbered
    *others, last = action.args or ("",)
    return (action.kind, others, last - number) if others and type(last) is int else number


def height_of(lines: Iterable[str]) -> int:
    """Returns how many lines of the terminal some lines take."""
    return sum(len(screen.within_edge(line)) for line in lines)


def fitted(lines: list[str], room: int, command: str) -> list[str]:
    """Returns as many lines as fit; the last one then names the command that shows all."""
    return lines if height_of(lines) <= room else [*lines[: max(0, room - 1)], f"`{command}` shows the rest"]


def listed_options(options: Sequence[OptionLine], room: int | None) -> list[str]:
    """Returns the lines of a list of options, with as many words as there is room for."""
    wide = max((len(str(option.number)) for option in options), default=0)
    starts = [f"{option.number:>{wide}} {option.text}" for option in options]
    full = [start + f" ({option.meaning})" * bool(option.meaning) for start, option in zip(starts, options, strict=True)]
    forms = [full, in_columns(full, screen.width), in_columns(starts, screen.width)]
    if room is None:
        return forms[len(full) > FEW]
    return fitted(next((lines for lines in forms if height_of(lines) <= room), forms[-1]), room, "options")


# --- boards -------------------------------------------------------------------------------------------------------
#
# The board, the seats and the score sheets of a game on the screen.


SEAT_STYLES = ("red", "blue", "green", "magenta", "yellow", "cyan")
"""The colours of the seats, from seat 0 on."""

HALF = WIDTH // 2 - 2
"""Maximum width of a place when two share a line."""
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


def show_board(
    position: Position, narrator: Narrator, options: Mapping[int, OptionLine] | None = None, rooms: Sequence[int] = ()
) -> None:
    """Prints the places and the seats; of a view, without what its seat cannot see.

    Args:
        position: a state or a view.
        narrator: knows the names of the seats.
        options: by the index of a place, the option that names it: its number stands before the place.
        rooms: how many lines there are, at best and at most; without them the board is shown in full.
    """
    on_places = {
        place: (str(option.number), option.rest, _against(position, place, option)) for place, option in (options or {}).items()
    }
    board = Board(position, narrator.names, on_places)
    heading, places, seats = board.heading(), board.places(), board.seats()
    if rooms:
        used = height_of([*heading, *seats])
        forms = [places, *(board.places_in_brief(*widths) for widths in ((WIDTH, WIDTH), (HALF, HALF), (0, HALF)))]
        fits = (lines for room in rooms for lines in forms if used + height_of(lines) <= room)
        places = fitted(next(fits, forms[-1]), rooms[-1] - used, "board")
    for line in heading:
        screen.say(line, style="bold")
    for line in places:
        screen.say(line, spans=_figures(line))
    for line in seats:
        of_seat = line[:1].isdigit()
        screen.say(line, style="" if of_seat else "bold", spans=[Styled(0, 1, seat_style(int(line[0])))] if of_seat else ())


def _against(position: Position, place: int, option: OptionLine) -> str:
    """Returns the obstacle named by an option on a place, such as `you cannot pay it now`; empty if there is none."""
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


def print_log(narrator: Narrator, game: Game, last: int = 0) -> None:
    """Prints the log of a game, or its last lines; events that follow from a place are indented."""
    lines: list[tuple[str, str]] = []
    resolving = False
    for event, _, text in map(attrs.astuple, narrator.tell(chain(game.opening, *game.events()))):
        if event in HEADINGS:
            lines += [("", ""), (text[:1].upper() + text[1:], "bold cyan" if event == "round" else "bold")]
        else:
            lines.append((f"  {text}" if resolving and event != "resolve" else text, ""))
        resolving = event == "resolve" or (resolving and event not in HEADINGS)
    for line, style in lines[-last:]:
        screen.say(line, style=style)


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

    def tell(self) -> int:
        """Prints what is new; returns how many lines it takes."""
        game, start = self.game, self.told
        self.told = game.length
        if start > game.length:
            lines = [f"-- taken back to round {game.state.round} --"]
        else:
            lines = in_pairs(line for seat in range(game.rules.players) for line in self._of(seat, start))
        screen.lines(lines)
        return height_of(lines)

    def _of(self, seat: int, start: int) -> list[str]:
        """Returns the news of a seat as lines; of a seat of another player, in brief."""
        game, who, is_own = self.game, self.narrator.who(seat), seat in self.people
        events = [event for event in chain(*game.events(start)) if event.seat == seat and self._is_told(event, is_own)]
        texts = [(event, self.narrator.sentence(event).removeprefix(f"{who} ")) for event in events]
        told = []
        for verb, group in groupby(texts, key=lambda one: one[1].split(" ")[0]):
            same = [*group]
            short = len(same) > 1 and not is_own
            told += [f"{verb} {', '.join(str(event['place']) for event, _ in same)}"] if short else [text for _, text in same]
        if not is_own:
            told += changes_of(game.state_after(start).player(seat), game.state.player(seat))
        news = "; ".join(filter(None, told))
        return wrapped(f"{who} {news}", screen.width, 2) if news else []

    def _is_told(self, event: Event, is_own: bool) -> bool:
        kind = self.game.rules.event_kinds.get(event.name)
        return "place" in event.fields if kind is not None and kind.begins else is_own
