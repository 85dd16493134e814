"""A person at a game: what is asked, answered and looked up."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from stoneage_rules.cli.boards import (
    HIGH,
    MOST_NEWS,
    News,
    Printed,
    board_in_brief,
    board_rows,
    ending,
    height_of,
    listed_options,
    log_rows,
    print_rows,
    show_scores,
)
from stoneage_rules.cli.choices import Choices, OptionLine
from stoneage_rules.cli.screen import screen
from stoneage_rules.cli.show import kind_names, record_lines, row, showing
from stoneage_rules.errors import IllegalAction, InvalidAction
from stoneage_rules.files import expect_own
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Reason
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State, View
from stoneage_rules.packs.content import Entry
from stoneage_rules.play.meanings import Several
from stoneage_rules.policies.registry import hints
from stoneage_rules.telling.board import Board, player_text
from stoneage_rules.telling.narration import Narrator
from stoneage_rules.telling.phrases import Briefs, Phrases
from stoneage_rules.text import counted, did_you_mean, plural

# --- looking ------------------------------------------------------------------------------------------------------
# The command `look` in a game: a description of anything with an id or a name, and the possessions of a seat.


LISTS = "`board` shows ids; `look KIND` lists, such as `look location`"
"""The help against a name that nothing has."""


ABOUT_FILE = ("  confidence", "  written in")
"""The beginnings of lines that are for authors of packs."""


class Looking:
    """Describes anything that has a name in a game, and the possessions of a seat as another seat may know them.

    Args:
        state: the game as it stands.
        seat: the seat that looks; secrets of others stay hidden.
        narrator: knows the names of things.
    """

    def __init__(self, state: State, seat: int, narrator: Narrator) -> None:
        self.view = state.view(seat)
        self.rules: Ruleset = state.rules
        self.narrator = narrator
        self.briefs = self.rules.service(Briefs)

    def at(self, what: str) -> list[str]:
        """Returns the description of all that is called so, by its id or its name, in capitals or not."""
        word = what.casefold()
        seats = self._seats()
        if named := dict.fromkeys(seat for name, seat in seats.items() if f"{name} ".startswith(f"{word} ")):
            return [line for seat in named for line in self._seat(seat)]
        if entries := self._entries().get(word):
            return [line for entry in entries for line in self._record(entry)]
        if kind := self._kinds().get(word):
            phrases = self.rules.service(Phrases)
            return [": ".join(filter(None, row(one, True, phrases)[:-1])) for one in self.rules.content.of(kind)]
        known = (*seats, *self._entries(), *self._kinds())
        return [f"nothing is called `{what}`; {did_you_mean(what, known, LISTS)}"]

    def _seats(self) -> dict[str, int]:
        """Returns the seats by their names, in small letters."""
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
        for place in self.rules.places:  # copies of a location have separate ids and names
            for name in (place.id, place.name):
                found.setdefault(name.casefold(), [records[place.record]])
            if item := self.view.item_on(place.id):
                found[place.id] = [*found[place.id], *found[item]]
        return found

    def _kinds(self) -> dict[str, str]:
        """Returns the kinds of record by their names and plurals."""
        kinds = self.rules.content.entries
        return kind_names(kind for kind in kinds if kinds[kind])

    def _record(self, entry: Entry) -> Iterator[str]:
        """Yields the lines of a record, what it counts for at the end, and its owners; nothing about its file."""
        yield from (line for line in record_lines(entry, self.rules) if not line.startswith(ABOUT_FILE))
        for score in self.rules.content.of("score"):
            words = str(self.rules.service(Phrases).fields(score.record))
            if f"{entry.name} {entry.kind}" in words or f"of {plural(entry.kind)}" in words:
                yield f"  at the end: {score.record.name}"
        yield from self._owners(entry)

    def _owners(self, entry: Entry) -> Iterator[str]:
        """Yields the owners of an item, or of items with a symbol, and where they can be bought, as far as the seat knows."""
        items = {*showing(entry, self.rules), entry.name}
        for seat in range(self.rules.players):
            player = self.view.player(seat)
            if own := [id for id in (*player.items, *player.face_down) if id in items]:
                yield f"  {self.narrator.who(seat)} has: {', '.join(own)}"
        lying = [(self.view.item_on(place.id), place.id) for place in self.rules.places]
        if there := [f"{id} on {place}" for id, place in lying if id in items]:
            yield f"  not bought yet: {', '.join(there)}"

    def _seat(self, seat: int) -> Iterator[str]:
        player = self.view.player(seat)
        yield f"{self.narrator.who(seat)}:"
        yield from (f"  {line}" for line in player_text(player).splitlines()[1:])
        for id in (*player.items, *player.face_down):
            brief = self.briefs.item(self.rules.item_index[id])
            where = " (face down)" if id in player.face_down else " (not used yet)" if id in player.unspent else ""
            yield f"  {id}{where}: {brief.benefit}"
        hidden = player.face_down_count > len(player.face_down)
        sheet = self.view.score_sheet(seat)
        lines = ", ".join(f"{line.name} {line.points}" for line in sheet.lines if line.points)
        seen = "as far as can be seen, " if hidden else ""
        yield f"  if the game ended now, {seen}{counted(sheet.total, 'point')}" + (f": {lines}" if lines else "")


# --- human --------------------------------------------------------------------------------------------------------
#
# A person at the terminal: the questions that are shown, and the commands that can be typed.


GAME_HELP = """\
  3, or 3 2   takes option 3; if it is a place, with 2 figures; `3 all` with as
              many as can go there
  an action   the same in words, as the options show it; also without its first
              word; goods in any order, commas or not, or `pay all`
  a part      shows the options that have it, as one good with its number
  Enter       takes the option in the prompt, as `[1]`; when you place figures,
              asks again; `options` lists all options
  board       the whole board: in the circles the seats of the figures; behind
              an item `+` and how many lie beneath, its price, what it brings;
              what it shows; behind tools in brackets those used, behind `+`
              those of one use
  look NAME   what a seat has; or the rules of a place, item, symbol... by id or
              name, as `stoneage show` tells them, and who has it
  why ACTION  what an action comes to, or why it is not possible, rule by rule;
              also by its number: `why 5`
  hint        what the policy `sensible` would do, and why
  log         the last lines of the log; also `log 100`, `log all`
  score       the score sheets, if the game ended now
  undo, redo  takes back the last decision of a person here, and what followed;
              `undo 3` takes back three; `redo` takes it again, as long as
              nothing else has been chosen
  save FILE   writes the game so far to a new file
  quit        leaves the game"""

LOG_LINES = 20
"""The number of lines that `log` shows."""


FEWEST, MOST_OWN = 3, 4
"""The least lines for a list of options, and the most for what a seat has, with a blank line."""


GO_ON = "Enter goes on> "
"""The prompt beneath news that find no room above the question."""


class Leave(Exception):
    """Raised when the person leaves the game."""


def _height(rows: Iterable[Printed]) -> int:
    return height_of(row.text for row in rows)


class Person:
    """A seat that is played from the terminal.

    Args:
        news: prints the events of the game.
        seat: the seat.
        can_undo: whether decisions can be taken back.
    """

    def __init__(self, news: News, seat: int, can_undo: bool = True) -> None:
        self.news = news
        self.game = news.game
        self.seat = seat
        self.narrator = news.narrator
        self.name = news.narrator.who(seat)
        self.can_undo = can_undo
        self.page = 0
        """The page of a board that is too high for the screen."""
        self.offered: OptionLine | None = None
        """The option that Enter takes."""
        self.started = ""
        """An option that was named without its number; a bare number completes it."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            # With it `input` lets the arrow keys edit lines and bring them back; on Windows the terminal does that itself.
            with suppress(ImportError):
                import_module("readline")

    def turn(self) -> None:
        """Asks until a decision is made or taken back; a question about tools that change nothing is answered without asking.

        Raises:
            Leave: the person leaves, or the input ends.
        """
        steps = self.game.length
        if (answer := self._asked().idle) is not None:
            self.game.play(answer)
            return
        self.page = 0
        self._show()
        while self.game.length == steps:
            self._command(self._read())

    def ended(self) -> None:
        """Shows the end and what can still be looked up, until a decision is taken back.

        Raises:
            Leave: the person leaves, or the input ends.
        """
        self.news.tell()
        screen.say()
        if why := ending(self.narrator, self.game):
            screen.say(why)
        show_scores(self.game.state, self.narrator)
        while self.game.is_over:
            self._command(self._input("the end [quit]> "))

    def _read(self) -> str:
        offered = f" [{self.offered.number}]" if self.offered else ""
        started = f", how many for {self.started.partition(' ')[2]}" if self.started else ""
        return self._input(f"{self.name}{started}{offered}> ")

    @staticmethod
    def _input(prompt: str) -> str:
        try:
            return input(prompt).strip()
        except EOFError:
            screen.say()
            raise Leave from None

    def _command(self, line: str) -> None:
        started, self.started = self.started, ""
        if started and line.isdecimal():
            line = f"{started} {line}"
        word, _, argument = line.partition(" ")
        command = (_AT_THE_END if self.game.is_over else _COMMANDS).get(word.lower())
        try:
            if command in (Person._look, Person._why, Person._save) and not argument:
                screen.say(f"say what: `{word} NAME`")
            elif command is not None:
                command(self, argument.strip())
            elif self.game.is_over:
                screen.say(f"the game is over; you can still type {', '.join(filter(None, _AT_THE_END))}")
            else:
                self.game.play(self._asked().answer(line, _COMMANDS))
        except IllegalAction as error:
            screen.say(f"`{line}` is not possible now:")
            self._reasons(error.reasons[:1])
            if len(error.reasons) > 1:
                screen.say(f"  `why {line}` gives {counted(len(error.reasons) - 1, 'more reason')}")
        except Several as error:
            self._show_some(error)
        except InvalidAction as error:
            screen.say(error)

    # --- asking -------------------------------------------------------------------------------------------------

    @property
    def _view(self) -> View:
        return self.game.view(self.seat)

    def _asked(self) -> Choices:
        return Choices(self.game, self.seat)

    def _enter(self, argument: str) -> None:
        """Takes the option that is offered; on the board turns the page, or asks again."""
        if self.offered:
            self.game.play(self.offered.actions[0])
        else:
            self.page += 1
            self._show()

    def _show(self) -> None:
        """Shows the question beneath what is new; both fit on the screen together."""
        question, board = self._asked(), Board(self._view, self.narrator.names)
        board.numbers = {place: line.number for place, line in question.on_places.items()}
        self.offered = None if question.is_board else question.lines[0]
        rows = self._question(board)
        if self.news.is_first:
            example = question.legal[0].text.partition(" ")[2]
            rows.append(Printed(f"choose by number or name, as `{example}`; `?` tells what you can type"))
        self.news.is_first = False
        # The line that is typed needs room, too.
        height = (screen.height or HIGH) - 1
        room = height - _height(rows)
        if question.is_board:
            further = [line for line in question.lines if not line.is_place]
            seen, others = board_in_brief(board, self.seat)
            rows[2:2] = self._page([*seen, *map(Printed, listed_options(further, room // 4))], room)
            if _height([*rows, *others]) + self.news.height_of_own() <= height:
                rows += others
        else:
            options = listed_options(question.lines, max(FEWEST, room - MOST_NEWS - MOST_OWN))
            rows[2:2] = map(Printed, (*board.possessions(self.seat), *options))
        left = max(0, height - _height(rows))
        if self.news.height_of_own() > left:
            self.news.tell()
            self._input(GO_ON)
        if self.news.tell(min(MOST_NEWS, left)) < left:
            screen.say()
        for line in rows:
            screen.say(*line)

    def _show_some(self, several: Several) -> None:
        """Shows the options that a line could mean; Enter takes the first, but not on the board."""
        question = self._asked()
        lines = [line for line in question.lines if not {*line.actions}.isdisjoint(several.options)]
        if len(lines) == 1 < len(several.options):
            self.started = several.options[0].text.rpartition(" ")[0]
            screen.say(several)
            return
        self.offered = None if question.is_board else lines[0]
        screen.lines(listed_options(lines, (screen.height or HIGH) - 2))

    def _page(self, rows: Sequence[Printed], room: int) -> Sequence[Printed]:
        """Returns the rows that fit; if they are too many, those of the page that Enter has turned to."""
        if _height(rows) <= room:
            return rows
        pages: list[list[Printed]] = [[]]
        for line in rows:
            if _height([*pages[-1], line]) >= room:
                pages.append([])
            pages[-1].append(line)
        at = self.page % len(pages)
        return [*pages[at], Printed(f"page {at + 1} of {len(pages)}: Enter turns it")]

    def _question(self, board: Board) -> list[Printed]:
        """Returns the moment and the question."""
        asked = board.position.pending
        assert asked is not None
        about = f" ({asked.item}: {asked.brings})" if asked.item and asked.brings else ""
        return [Printed(board.moment(), "bold"), Printed(f"{self.name} chooses {asked.prompt}{about}", "bold green")]

    # --- commands -----------------------------------------------------------------------------------------------

    def _told(self, rows: Iterable[Printed | str]) -> None:
        """Prints what was asked for, by pages, and then the question again if there is one."""
        printed = [row if isinstance(row, Printed) else Printed(row) for row in rows]
        if not self.game.is_over:
            asked, question = self._view.pending, self._asked()
            assert asked is not None
            options = [] if question.is_board else listed_options(question.lines, FEWEST)
            printed += [Printed(f"{self.name} chooses {asked.prompt}", "bold green"), *map(Printed, options)]
        print_rows(printed, paged=True)

    def _help(self, argument: str) -> None:
        asked = self._view.pending
        assert asked is not None
        self._told([*GAME_HELP.split("\n"), f"answers are written as: {' | '.join(asked.forms)}"])

    def _options(self, argument: str) -> None:
        print_rows(map(Printed, listed_options(self._asked().lines)), paged=True)

    def _board(self, argument: str) -> None:
        print_rows(board_rows(self._view, self.narrator), paged=True)

    def _looking(self) -> Looking:
        return Looking(self.game.state, self.seat, self.narrator)

    def _look(self, argument: str) -> None:
        self._told(self._looking().at(argument))

    def _why(self, argument: str) -> None:
        answer = self._asked().answer(argument, any_of=True)
        action = self.game.rules.parse(answer) if isinstance(answer, str) else answer
        if not isinstance(action, Action):
            screen.say(f"`{argument}` is for chance to decide")
            return
        reasons = self.game.state.why_not(action, self.seat)
        meaning = self.game.rules.describe(action, self._view)
        screen.say(f"`{action}` is not possible now:" if reasons else f"`{action}` is possible now: {meaning}")
        self._reasons(reasons)

    def _hint(self, argument: str) -> None:
        self._told(f"{option.action}: {option.reason}" for option in hints(self._view))

    def _reasons(self, reasons: Sequence[Reason]) -> None:
        for reason in reasons:
            said = f"{reason.needed}; {reason.found}"
            screen.say("  " + re.sub(r"\bseat (\d+)\b", lambda found: self.narrator.who(int(found[1])), said))
            if reason.sentence:
                screen.say(f"    {reason.sentence}")

    def _log(self, argument: str) -> None:
        count = 0 if argument in ("0", "all") else self._counted(argument, LOG_LINES)
        self._told(log_rows(self.narrator, self.game, count))

    @staticmethod
    def _counted(argument: str, otherwise: int) -> int:
        """Returns the number behind a command.

        Raises:
            InvalidAction: it is no number, or 0.
        """
        if argument and not (argument.isdecimal() and int(argument)):
            raise InvalidAction("say how many, as `undo 3` or `log 100`")
        return int(argument or otherwise)

    def _score(self, argument: str) -> None:
        view = self._view
        show_scores(view, self.narrator)
        if any(count for seat, count in enumerate(view.face_down) if seat != self.seat):
            screen.say("what others own face down is left out")

    def _undo(self, argument: str) -> None:
        """Takes back decisions of people here, all or none; questions that were not asked do not count."""
        if not self.can_undo:
            screen.say("this game is played without taking back")
            return
        count, length = self._counted(argument, 1), self.game.length
        for taken in range(count):
            try:
                self._take_back()
            except ValueError:
                while self.game.length < length:
                    self.game.redo()
                screen.say(f"{counted(count, 'decision')} cannot be taken back; {taken} have been made")
                return

    def _take_back(self) -> None:
        self.game.undo(1, self.news.people)
        while self._is_idle():
            self.game.undo(1, self.news.people)

    def _redo(self, argument: str) -> None:
        """Takes a decision again that was undone, and the decisions of policies that followed it."""
        if not self.game.can_redo:
            screen.say("nothing has been taken back that could be taken again")
        while self.game.can_redo:
            self.game.redo()
            if self.game.seat in self.news.people and not self._is_idle():
                return

    def _is_idle(self) -> bool:
        """Returns whether the question is one that is not asked."""
        return Choices(self.game, self.game.seat or 0).idle is not None

    def _save(self, argument: str) -> None:
        """Writes the game to a new file."""
        try:
            expect_own(Path(argument))
            self.game.record.write(argument)
        except OSError as error:
            screen.say(f"{argument}: {error.strerror}")
        else:
            screen.say(f"the game so far is in {argument}")

    def _quit(self, argument: str) -> None:
        raise Leave


_COMMANDS: Mapping[str, Callable[[Person, str], None]] = {
    "": Person._enter,
    "?": Person._help,
    "help": Person._help,
    "options": Person._options,
    "board": Person._board,
    "look": Person._look,
    "show": Person._look,
    "why": Person._why,
    "hint": Person._hint,
    "log": Person._log,
    "score": Person._score,
    "undo": Person._undo,
    "redo": Person._redo,
    "save": Person._save,
    "quit": Person._quit,
    "exit": Person._quit,
}
"""The commands that can be typed besides an action."""

_AT_THE_END: Mapping[str, Callable[[Person, str], None]] = {
    name: _COMMANDS[name] for name in ("undo", "log", "score", "look", "board", "save", "quit")
} | {"": Person._quit}
"""Those that can be typed when the game is over."""
