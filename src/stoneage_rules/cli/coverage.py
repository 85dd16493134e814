"""The command `coverage`: what of the rules comes about in many games, and what never does."""

from __future__ import annotations

import multiprocessing
import secrets
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from itertools import groupby
from operator import add
from pathlib import Path
from typing import Annotated

import attrs
from cyclopts import Parameter

from stoneage_rules.cli.exits import OK
from stoneage_rules.cli.parameters import Json
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import Modules, Seats, Seed, TableFile, open_table, seated, tell_unnamed
from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.inspection import first_allowed, player_counts
from stoneage_rules.testing.measured_coverage import SORTS, Coverage, measure
from stoneage_rules.text.wording import counted, listed, plural

__all__ = ["coverage"]

Players = Annotated[int | None, Parameter(name=("--players", "-p"), help="The only number of players; else all that can play.")]


@attrs.frozen
class _Task:
    """Games of one table and player count, as another process is given them."""

    table: Path | None
    modules: tuple[str, ...] | None
    players: int
    seeds: tuple[int, ...]
    policies: tuple[str, ...]

    def rules(self) -> Ruleset:
        return open_table(self.table, self.players, self.modules).rules


def coverage(
    table: TableFile = None,
    /,
    *,
    games: Annotated[int, Parameter(name=("-n", "--games"), help="How many games, shared among the player counts.")] = 100,
    players: Players = None,
    seed: Seed = None,
    policy: Annotated[
        str | None, Parameter(help="The policy of all seats for which no `--seat` stands; without it, `random`.")
    ] = None,
    seat: Seats = None,
    module: Modules = None,
    jobs: Annotated[int, Parameter(name=("--jobs", "-j"), help="How many processes play.")] = 1,
    json_: Json = False,
) -> int:
    """Play many games, and list what of the rules comes about in them, by player count, and what never does.

    Counted are statements (one comes about with a record, check, verb or frame that carries it out), records that events
    can name or that have effects, every effect that content writes, limits, values of options, checks that refuse an
    action, decisions, chance events and events. What no game has shown may need more games, another player count, option
    or policy; or it is dead. What belongs to no file is of the library and its plugins: this table may have no word for it.
    """
    if games < 1 or jobs < 1:
        raise UsageError(f"`--games` and `--jobs` are 1 or more, not {games} and {jobs}")
    modules = None if module is None else tuple(module)
    first = open_table(table, players, module, seed) if players is not None else None
    counts = [players] if players is not None else _player_counts(table, module, seed)
    start = seed if seed is not None else secrets.randbits(32) if first is None or first.seed is None else first.seed
    shares = [tuple(range(start + number, start + games, len(counts))) for number in range(len(counts))]
    named, tasks = seat or [], []
    for count, seeds in zip(counts, shares, strict=True):
        seats = seated(open_table(table, count, module), named, policy or "random").seats
        tasks.append(_Task(table, modules, count, seeds, tuple(one.policy for one in seats)))
    if policy is None:
        tell_unnamed(len(named), max(counts), "random")
    measured = _played(tasks, jobs)
    (_json if json_ else _text)(measured, start)
    return OK


def _player_counts(table: Path | None, module: list[str] | None, seed: int | None) -> list[int]:
    """Returns the player counts that the modules of a table allow.

    Raises:
        ContentError: the table has errors at the first count that it allows.
    """
    _, rules = first_allowed(lambda count: open_table(table, count, module, seed).rules)
    if isinstance(rules, ContentError):
        raise rules
    return list(player_counts(rules))


def _played(tasks: Sequence[_Task], jobs: int) -> Coverage:
    """Plays all games; each process takes a part of those of a player count."""
    if jobs == 1:
        return reduce(add, map(_measured, tasks))
    parts = [attrs.evolve(task, seeds=task.seeds[part::jobs]) for task in tasks for part in range(jobs)]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        return reduce(add, pool.map(_measured, [part for part in parts if part.seeds] or tasks))


def _measured(task: _Task) -> Coverage:
    return measure(task.rules(), task.seeds, task.policies)


# --- forms --------------------------------------------------------------------------------------------------------


def _text(measured: Coverage, start: int) -> None:
    counts = list(measured.games)
    rows = []
    for sort in SORTS:
        met = ["/".join(map(str, measured.counts(sort, [count]))) for count in counts]
        rows.append((plural(sort), *met, "/".join(map(str, measured.counts(sort, counts)))))
    heads = ("came about", *(f"{count} players" for count in counts), "in all")
    games = listed(f"{counted(number, 'game')} with {count}" for count, number in measured.games.items())
    screen.say(f"{games} players, seeds from {start}", style="bold")
    screen.table(heads, rows, right=range(1, len(heads)))
    for sort, things in groupby(measured.never, key=lambda thing: thing.sort):
        never = list(things)
        screen.say(f"{counted(len(never), sort)} never came about", style="bold")
        for thing in (thing for thing in never if thing.where):
            screen.say(f"  {thing.where}  {thing.name}")
        names = [thing.name for thing in never if not thing.where]
        if names:
            screen.say(f"  {', '.join(names)}")


def _json(measured: Coverage, start: int) -> None:
    counts = list(measured.games)
    screen.json(
        {
            "games": {str(count): number for count, number in measured.games.items()},
            "seed": start,
            "counts": {sort: _of(measured, sort, counts) for sort in SORTS},
            "things": [
                {
                    **attrs.asdict(thing),
                    "players": [count for count in counts if thing in measured.there[count]],
                    "came_about": [count for count in counts if thing in measured.met[count]],
                }
                for thing in measured.things
            ],
        }
    )


def _of(measured: Coverage, sort: str, counts: Sequence[int]) -> dict[str, object]:
    met, there = measured.counts(sort, counts)
    return {"came_about": met, "all": there}
