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
from stoneage_rules.cli.table_options import PERSON, Modules, Players, Seed, Setting, TableFile, check_policy, open_table
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.loading.table import Seat
from stoneage_rules.play.game import Game
from stoneage_rules.play.narration import HEADINGS, Narrator
from stoneage_rules.play.record import RunningRecord
from stoneage_rules.policies.registry import Policy, make_policies

__all__ = ["LogPrinter", "play", "viewer_of"]

NOBODY = -1
"""The viewer of a log that names nobody's face-down items."""


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
            help="Who chooses, from seat 0 on: `person`, `sensible` or `random`. Repeat it for the next seat.",
        ),
    ] = None,
) -> int:
    """Play a game.

    Without TABLE, four sensible players play the base game, and you watch. With `--seat person` you sit down
    yourself: choose from a numbered list or type the action; `?` tells what else you can type.

    The dice and draws come from the seed, which is shown: with the same seed and the same choices the same game
    comes about. A finished or running game that was written to a file can be played again with `stoneage replay`.
    """
    setting = _seated(open_table(table, players, module, seed), seat or [])
    if record is not None and record.exists():
        raise UsageError(f"{record} exists already; name another file, so that no game is lost")
    if record is not None and not record.parent.is_dir():
        raise UsageError(f"{record.parent} is no folder; make it first")
    game = Game(setting.rules, setting.seed, skip_forced=True, names=setting.names, longest=LONGEST)
    printer = LogPrinter(game, Narrator(setting.rules, setting.names, viewer_of(setting.seats)))
    screen.say(f"{setting.rules.players} players, {', '.join(setting.rules.packs)}, seed {game.seed}", style="bold")
    printer(game)
    game.listen(printer)
    with nullcontext() if record is None else RunningRecord(game, record):
        return _go_on(game, setting, printer)


def viewer_of(seats: Sequence[Seat]) -> int | None:
    """For whose eyes the log is: the one person's, nobody's in particular with several, everybody's with none."""
    people = [number for number, seat in enumerate(seats) if seat.policy == PERSON]
    if not people:
        return None
    return people[0] if len(people) == 1 else NOBODY


def _seated(setting: Setting, policies: list[str]) -> Setting:
    if len(policies) > setting.rules.players:
        raise UsageError(f"{len(policies)} seats are named; {setting.rules.players} players play")
    seats = list(setting.seats)
    for number, policy in enumerate(policies):
        seats[number] = Seat(name=seats[number].name, policy=check_policy(policy, person=True))
    return attrs.evolve(setting, seats=tuple(seats))


def _go_on(game: Game, setting: Setting, printer: LogPrinter) -> int:
    """Plays until the game is over or somebody leaves."""
    persons = {
        number: Person(game, number, printer.narrator) for number, seat in enumerate(setting.seats) if seat.policy == PERSON
    }
    policies: list[Policy] = make_policies(
        ["random" if seat.policy == PERSON else seat.policy for seat in setting.seats], game.seed
    )
    while not game.is_over:
        seat = game.seat
        assert seat is not None
        if seat not in persons:
            game.play(policies[seat](game.state.view(seat), game.legal()))
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
    """Writes what happens in a game, as it happens."""

    def __init__(self, game: Game, narrator: Narrator) -> None:
        self.narrator = narrator
        self._told = -1
        """How many steps have been told; -1 before the set-up has."""
        self._inside = False
        """Whether a place is being resolved: what follows from that is set in."""

    def __call__(self, game: Game) -> None:
        """Writes what is new."""
        count = len(game.steps)
        if count < self._told:
            screen.say(f"-- taken back to round {game.state.round} --", style="bold yellow")
        elif count > self._told:
            events = [] if self._told >= 0 else list(game.opening)
            for step in game.steps[max(0, self._told) :]:
                events += step.events
            for sentence in self.narrator.tell(events):
                self._print(sentence.event, sentence.text)
        self._told = count

    def _print(self, event: str, text: str) -> None:
        if event in HEADINGS:
            screen.say()
            screen.say(text[:1].upper() + text[1:], style="bold cyan" if event == "round" else "bold")
        else:
            screen.say(f"  {text}" if self._inside and event != "resolve" else text)
        self._inside = event == "resolve" or (self._inside and event not in HEADINGS)
