"""A game at the terminal: boards, options and the log; what a person is asked, answers and looks up."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain

import attrs

from stoneage_rules.cli.screen import Styled, screen
from stoneage_rules.cli.show import kind_names, record_lines
from stoneage_rules.errors import IllegalAction, InvalidAction
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Reason
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State, View
from stoneage_rules.language.quantity import obstacle_of
from stoneage_rules.packs.content import Entry
from stoneage_rules.play.game import Game
from stoneage_rules.telling.board import Board, score_rows, tools_of
from stoneage_rules.telling.narration import HEADINGS, Narrator, tied
from stoneage_rules.telling.phrases import Briefs, Phrases
from stoneage_rules.text import counted, did_you_mean, in_columns, width_of

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
    rows: list[tuple[object, ...]] = [*score_rows(sheets)]
    if ties := {sheet.seat: tie_break for sheet, tie_break in tied(sheets)}:
        name = next(iter(ties.values())).name
        rows.append((f"tie-break: {name}", *(ties[sheet.seat].value if sheet.seat in ties else "" for sheet in sheets)))
    heads = ("", *(narrator.who(sheet.seat) for sheet in sheets))
    title = "Final scores" if position.is_over else "Scores, if the game ended now"
    screen.table(heads, rows, title=title, right=range(1, len(heads)))
    if isinstance(position, State) and position.is_over:
        screen.say(list(narrator.result(position))[-1], style="bold")


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


# --- looking ------------------------------------------------------------------------------------------------------
#
# The command `look` in a game: what `show` tells of everything with an id or a name, and what a seat has.


LISTS = "`board` shows ids; `look KIND` lists, such as `look location`"
"""The help against a name that nothing has."""


class Looking:
    """Describes anything that has a name in a game, and the possessions of a seat as another seat may know them.

    Args:
        state: the game as it stands.
        seat: the seat that looks; of what others keep secret it is told nothing.
        narrator: knows what things are called.
    """

    def __init__(self, state: State, seat: int, narrator: Narrator) -> None:
        self.view = state.view(seat)
        self.rules: Ruleset = state.rules
        self.narrator = narrator
        self.briefs = self.rules.service(Briefs)

    def at(self, what: str) -> list[str]:
        """Returns the description of all that is called so, by its id or its name, in capitals or not."""
        word = what.casefold()
        if word in (seats := self._seats()):
            return list(self._seat(seats[word]))
        if entries := self._entries().get(word):
            return [line for entry in entries for line in record_lines(entry, self.rules)]
        if kind := self._kinds().get(word):
            return list(self._list(kind))
        known = (*seats, *self._entries(), *self._kinds())
        return [f"nothing is called `{what}`; {did_you_mean(what, known, LISTS)}"]

    def in_ids(self, line: str) -> str:
        """Returns an action as it is typed, with ids in place of the names of places: `place hut 2` for `place family hut 2`."""
        for place in self.rules.places:
            name = place.name
            if " " in name and f" {name.casefold()} " in f" {line.casefold()} ":
                at = line.casefold().index(name.casefold())
                return line[:at] + place.id + line[at + len(name) :]
        return line

    def _seats(self) -> dict[str, int]:
        """Returns the seats by what they are called, in small letters."""
        seats = range(self.rules.players)
        named = zip(map(str.casefold, self.narrator.names), seats, strict=False)
        return {**{name: seat for name, seat in named if name}, **{name: n for n in seats for name in (str(n), f"seat {n}")}}

    def _entries(self) -> dict[str, list[Entry]]:
        """Returns the records by each id and name, in small letters."""
        found: dict[str, list[Entry]] = {}
        for entry in self.rules.content:
            for name in {name.casefold() for name in (entry.name, entry.id, entry.address, entry.record.name) if name}:
                found.setdefault(name, []).append(entry)
        records = self.rules.content.by_name
        for place in self.rules.places:  # copies of a location have ids and names of their own
            for name in (place.id, place.name):
                found.setdefault(name.casefold(), [records[place.record]])
        return found

    def _kinds(self) -> dict[str, str]:
        """Returns the kinds of record by their names and plurals."""
        kinds = self.rules.content.entries
        return kind_names(kind for kind in kinds if kinds[kind])

    def _list(self, kind: str) -> Iterator[str]:
        phrases = self.rules.service(Phrases)
        for entry in self.rules.content.of(kind):
            values = "; ".join(f"{key}: {words}" for key, words in phrases.fields(entry.record))
            name = f" ({entry.record.name})" if entry.record.name else ""
            yield f"{entry.name}{name}" + (f": {values}" if values else "")

    def _seat(self, seat: int) -> Iterator[str]:
        player = self.view.player(seat)
        home = f"{player.at_home} of {counted(player.figures, 'figure')} at home"
        yield f"{self.narrator.who(seat)}: {counted(player.points, 'point')}; {home}"
        goods = ", ".join(f"{count} {good}" for good, count in player.goods.items() if count)
        tracks = ", ".join(f"{track} {at}" for track, at in player.tracks.items())
        yield f"  goods: {goods or 'none'}; {tracks}; tools: {tools_of(self.view, seat) or 'none'}"
        if player.marks:
            yield f"  marks: {', '.join(player.marks)}"
        for id in (*player.items, *player.face_down):
            brief = self.briefs.item(self.rules.item_index[id])
            where = " (face down)" if id in player.face_down else " (not used yet)" if id in player.unspent else ""
            yield f"  {id}{where}: {brief.benefit}"
        hidden = player.face_down_count - len(player.face_down)
        if hidden:
            yield f"  {counted(hidden, 'item')} face down"
        sheet = self.view.score_sheet(seat)
        lines = ", ".join(f"{line.name} {line.points}" for line in sheet.lines if line.points)
        seen = "as far as can be seen, " if hidden else ""
        yield f"  if the game ended now, {seen}{counted(sheet.total, 'point')}" + (f": {lines}" if lines else "")


# --- human --------------------------------------------------------------------------------------------------------
#
# A person at the terminal: the questions that are shown, and the commands that can be typed.


HELP = """\
  a number    takes that option
  an action   the same in words, as the options show it; also without its first
              word
  Enter       asks again
  ?           this help, and what is being asked
  board       the board and the seats: in the circles the seats of the figures;
              behind an item `+` and how many lie beneath, its price, what it
              brings; what it shows; behind tools in brackets those used, behind
              `+` those of one use
  look NAME   what a seat has; or the rules of a place, item, limit... by id or
              name, as `stoneage show` tells them; `board` has who stands there
  why ACTION  why an action is not possible, rule by rule; `why 5`: option 5
  score       the score sheets, if the game ended now
  undo        takes back the last decision of a person here, and what followed;
              `undo 3` takes back three
  redo        takes it again, as long as nothing else has been chosen
  quit        leaves the game"""


class Leave(Exception):
    """Raised when the person leaves the game."""


class Person:
    """A seat that is played from the terminal.

    Args:
        game: the game.
        seat: the seat.
        narrator: knows what things are called.
        people: the seats that are played from this terminal.
        can_undo: whether decisions can be taken back.
    """

    def __init__(self, game: Game, seat: int, narrator: Narrator, people: Collection[int] = (), can_undo: bool = True) -> None:
        self.game = game
        self.seat = seat
        self.narrator = narrator
        self.people = people or (seat,)
        self.can_undo = can_undo
        if sys.stdin.isatty() and sys.stdout.isatty():
            # With it `input` lets the arrow keys edit lines and bring them back; on Windows the terminal does that itself.
            with suppress(ImportError):
                import_module("readline")
        self._seen: int | None = None
        """The number of steps when the board was last shown; None before."""

    def turn(self) -> None:
        """Asks until a decision is made or taken back.

        Raises:
            Leave: the person leaves, or the input ends.
        """
        self._ask("", again=False)
        steps = self.game.length
        while self.game.length == steps:
            self._command(self._read())

    @property
    def _name(self) -> str:
        names = self.narrator.names
        return (names[self.seat] if self.seat < len(names) else "") or f"seat {self.seat}"

    def _read(self) -> str:
        try:
            return input(f"{self._name}> ").strip()
        except EOFError:
            screen.say()
            raise Leave from None

    def _command(self, line: str) -> None:
        word, _, argument = line.partition(" ")
        command = _COMMANDS.get(word.lower())
        try:
            if command is not None:
                command(self, argument.strip())
            else:
                self.game.play(self._numbered(line) or meant(line, self.game.legal()) or self._looking().in_ids(line))
        except IllegalAction as error:
            screen.say(f"`{line}` is not possible now:")
            self._reasons(error.reasons)
        except InvalidAction as error:
            screen.say(str(error))

    def _numbered(self, text: str) -> Action | None:
        """Returns the option with a number; None for what is no number.

        Raises:
            InvalidAction: no option has it.
        """
        legal = self.game.legal()
        if not text.isdecimal():
            return None
        if not 1 <= int(text) <= len(legal):
            raise InvalidAction(f"the options are numbered 1 to {len(legal)}")
        return legal[int(text) - 1]

    # --- asking -------------------------------------------------------------------------------------------------

    def _ask(self, argument: str, again: bool = True) -> None:
        view = self.game.state.view(self.seat)
        legal = self.game.legal()
        options = options_of(legal, lambda action: self.game.rules.describe(action, view), ranges=True)
        on_board = on_places(options, self.game.rules)
        screen.say()
        if on_board and (again or len(legal) > IN_COLUMNS or self._is_news()):
            self._seen = self.game.length
            show_board(view, self.narrator, on_board)
            options = [option for option in options if option not in on_board.values()]
        else:
            options = options_of(legal, lambda action: self.game.rules.describe(action, view), ranges=False)
            self._question(view)
        screen.lines(listed_options(options))

    def _is_news(self) -> bool:
        """Returns True if others have chosen anything since the board was shown."""
        if self._seen is None or self._seen > self.game.length:
            return True
        return any(seat not in (None, self.seat) for seat, _ in self.game.answers(self._seen))

    def _question(self, view: View) -> None:
        asked = view.pending
        if asked is None:
            return
        about = f" ({asked.item}: {asked.brings})" if asked.item and asked.brings else ""
        screen.say(f"{self._name} chooses {asked.prompt}{about}", style="bold green")
        goods = ", ".join(f"{count} {good}" for good, count in view.player(self.seat).goods.items() if count)
        screen.say(f"{self._name} has {goods or 'no goods'}; tools: {tools_of(view, self.seat) or 'none'}")

    # --- commands -----------------------------------------------------------------------------------------------

    def _help(self, argument: str) -> None:
        asked = self.game.state.view(self.seat).pending
        if asked is not None:
            screen.say(f"{self._name} chooses {asked.prompt}; written as: {' | '.join(asked.forms)}")
        screen.say(HELP)

    def _board(self, argument: str) -> None:
        screen.say()
        show_board(self.game.state.view(self.seat), self.narrator)

    def _looking(self) -> Looking:
        return Looking(self.game.state, self.seat, self.narrator)

    def _look(self, argument: str) -> None:
        if not argument:
            screen.say("name a seat, a place, an item or anything else: `look NAME`")
            return
        screen.lines(self._looking().at(argument))

    def _why(self, argument: str) -> None:
        if not argument:
            screen.say("name an action: `why ACTION`")
            return
        action = (
            self._numbered(argument)
            or meant(argument, self.game.legal())
            or self.game.rules.parse(self._looking().in_ids(argument))
        )
        if not isinstance(action, Action):
            screen.say(f"`{argument}` is for chance to decide")
            return
        reasons = self.game.state.why_not(action, self.seat)
        screen.say(f"`{action}` is not possible now:" if reasons else f"`{action}` is possible now")
        self._reasons(reasons)

    @staticmethod
    def _reasons(reasons: tuple[Reason, ...]) -> None:
        for reason in reasons:
            screen.say(f"  {reason.needed}; {reason.found}")
            if reason.statement:
                screen.say(f"    {reason.statement}: {reason.sentence}")
            if reason.where:
                screen.say(f"    {reason.where}")

    def _score(self, argument: str) -> None:
        view = self.game.state.view(self.seat)
        show_scores(view, self.narrator)
        if any(count for seat, count in enumerate(view.face_down) if seat != self.seat):
            screen.say("what others own face down is left out")

    def _undo(self, argument: str) -> None:
        if not self.can_undo:
            screen.say("this game is played without taking back")
        elif argument and not (argument.isdecimal() and int(argument)):
            screen.say("say how many decisions are taken back: `undo 3`; `undo` takes back one")
        else:
            try:
                self.game.undo(int(argument or 1), self.people if len(self.people) > 1 else self.seat)
            except ValueError as error:
                screen.say(f"That cannot be done: {error}")

    def _redo(self, argument: str) -> None:
        """Takes a decision again that was undone, and those of policies that followed it."""
        if not self.game.can_redo:
            screen.say("nothing has been taken back that could be taken again")
        while self.game.can_redo:
            self.game.redo()
            if self.game.seat in self.people:
                return

    def _quit(self, argument: str) -> None:
        raise Leave


_COMMANDS: Mapping[str, Callable[[Person, str], None]] = {
    "": Person._ask,
    "?": Person._help,
    "help": Person._help,
    "board": Person._board,
    "look": Person._look,
    "why": Person._why,
    "score": Person._score,
    "undo": Person._undo,
    "redo": Person._redo,
    "quit": Person._quit,
    "exit": Person._quit,
}
"""The commands that can be typed besides an action."""
