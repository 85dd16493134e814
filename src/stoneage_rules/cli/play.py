"""The command `play`: one game at the terminal, by people and policies."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import attrs
from cyclopts import Parameter

from stoneage_rules.cli.boards import show_scores
from stoneage_rules.cli.human import Leave, Person
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import PERSON, Modules, OpenTable, Players, Seed, TableFile, check_policy, open_table
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.loading.table import Seat
from stoneage_rules.play.game import Game
from stoneage_rules.play.narration import HEADINGS, NOBODY, Narrator
from stoneage_rules.play.running_record import RunningRecord
from stoneage_rules.policies.registry import Policy, choice_of, make_policies

__all__ = ["LogPrinter", "play", "viewer_of"]


def play(
    table: TableFile = None,
    /,
    *,
    players: Players = None,
    seed: Seed = None,
    record: Annotated[
        Path | None, Parameter(name=("--record", "-r"), help="A new file to which the game is written as it goes on.")
    ] = None,
    module: Modules = None,
    seat: Annotated[
        list[str] | None,
        Parameter(
            negative="",
            help="Who chooses, from seat 0 on: `person`, `sensible`, `random`, an installed policy, or `module:function`. "
            "Repeat it for the next seat.",
        ),
    ] = None,
) -> int:
    """Play a game.

    Without TABLE, four sensible players play the base game, and you watch. With `--seat person` you sit down
    yourself: choose from a numbered list or type the action; `?` tells what else you can type.

    The dice and draws come from the seed, which is shown: with the same seed and the same choices the same game
    comes about. A finished or running game that was written to a file can be played again with `stoneage replay`.
    """
    opened = _seated(open_table(table, players, module, seed), seat or [])
    if record is not None and record.exists():
        raise UsageError(f"{record} exists already; name another file, so that no game is lost")
    if record is not None and not record.parent.is_dir():
        raise UsageError(f"{record.parent} is no folder; make it first")
    game = Game(opened.rules, opened.seed, skip_forced=True, names=opened.names, longest=LONGEST)
    printer = LogPrinter(game, Narrator(opened.rules, opened.names, viewer_of(opened.seats)))
    screen.say(f"{opened.rules.players} players, {', '.join(opened.rules.packs)}, seed {game.seed}", style="bold")
    printer(game)
    game.listen(printer)
    with nullcontext() if record is None else RunningRecord(game, record):
        return _go_on(game, opened, printer)


def viewer_of(seats: Sequence[Seat]) -> int | None:
    """Returns the seat whose view the log takes: the one person's, `NOBODY` with several persons, None (everything) with none."""
    people = [number for number, seat in enumerate(seats) if seat.policy == PERSON]
    if not people:
        return None
    return people[0] if len(people) == 1 else NOBODY


def _seated(opened: OpenTable, policies: list[str]) -> OpenTable:
    if len(policies) > opened.rules.players:
        raise UsageError(f"{len(policies)} seats are named; {opened.rules.players} players play")
    seats = list(opened.seats)
    for number, policy in enumerate(policies):
        seats[number] = Seat(name=seats[number].name, policy=check_policy(policy, person=True))
    return attrs.evolve(opened, seats=tuple(seats))


def _go_on(game: Game, opened: OpenTable, printer: LogPrinter) -> int:
    """Plays until the game is over or a person leaves; returns the exit code."""
    persons = {
        number: Person(game, number, printer.narrator) for number, seat in enumerate(opened.seats) if seat.policy == PERSON
    }
    policies: list[Policy] = make_policies(
        ["random" if seat.policy == PERSON else seat.policy for seat in opened.seats], game.seed
    )
    while not game.is_over:
        seat = game.seat
        assert seat is not None
        if seat not in persons:
            game.play(choice_of(policies[seat], game.state, game.legal()))
            continue
        try:
            persons[seat].turn()
        except Leave:
            screen.say(f"the game is left in round {game.state.round}; its seed is {game.seed}")
            return 0
    screen.say()
    show_scores(game.state, printer.narrator)
    return 0


class LogPrinter:
    """Prints the log of a game as it goes on."""

    def __init__(self, game: Game, narrator: Narrator) -> None:
        self.narrator = narrator
        self._printed = -1
        """How many steps have been printed; -1 before the set-up has."""
        self._resolving = False
        """True while a place is being resolved: the lines that follow are indented."""

    def __call__(self, game: Game) -> None:
        """Prints the steps since the last call, or that steps were taken back."""
        count = game.length
        if count < self._printed:
            screen.say(f"-- taken back to round {game.state.round} --", style="bold yellow")
        elif count > self._printed:
            events = [] if self._printed >= 0 else list(game.opening)
            for noted in game.events(max(0, self._printed)):
                events += noted
            for sentence in self.narrator.tell(events):
                self._print(sentence.event, sentence.text)
        self._printed = count

    def _print(self, event: str, text: str) -> None:
        if event in HEADINGS:
            screen.say()
            screen.say(text[:1].upper() + text[1:], style="bold cyan" if event == "round" else "bold")
        else:
            screen.say(f"  {text}" if self._resolving and event != "resolve" else text)
        self._resolving = event == "resolve" or (self._resolving and event not in HEADINGS)
