"""`stoneage test`, `coverage`, `new` and `schema`: for authors of packs."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial, reduce
from itertools import groupby
from operator import add
from pathlib import Path
from typing import Annotated, Literal

import attrs
from cyclopts import Parameter

from stoneage_rules.authoring.inspection import first_allowed, player_counts
from stoneage_rules.authoring.measured_coverage import SORTS, Coverage, Thing, measure
from stoneage_rules.authoring.pack_checks import check_pack
from stoneage_rules.authoring.results import NOT_LOADED, Result, check_file, results_to_json
from stoneage_rules.authoring.scenario_schema import message_of
from stoneage_rules.authoring.schemas import write_schemas
from stoneage_rules.authoring.starters import examples, write_plugin_starter, write_starter, write_table
from stoneage_rules.cli.parameters import Games, Json, Modules, Seats, Seed, TableParameter, Workers, expect_no_content
from stoneage_rules.cli.screen import ERROR, FINDINGS, OK, UsageError, screen
from stoneage_rules.cli.table_options import open_table, seated, tell_unnamed
from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.state import View
from stoneage_rules.packs.find import MANIFEST
from stoneage_rules.text import counted, listed, plural

OUTCOME_STYLES = {"passed": "green", "failed": "bold red", "skipped": "yellow"}

TEST_KEYS = ("scenario", "property", "table")
"""The keys of files of scenarios and properties."""

Tested = Annotated[Path, Parameter(help="A pack by its folder, zip file or id, or a file of scenarios or properties.")]
TableOfFile = Annotated[
    Path | None,
    Parameter(name=("--table", "-t"), help="Of a file: the table file for what the file's own `[table]` does not say."),
]
PlayersOfFile = Annotated[
    int | None, Parameter(name=("--players", "-p"), help="Of a file: how many play, instead of what it says.")
]
Only = Annotated[list[str] | None, Parameter(negative="", help="The name of a check, to make no others. Can be repeated.")]
All = Annotated[
    bool, Parameter(name="--all", negative="", help="Show everything that is wrong, not the first of each check alone.")
]


def test(
    pack: Tested,
    /,
    *,
    table: TableOfFile = None,  # noqa: PT028 - a command, and no test of pytest
    players: PlayersOfFile = None,  # noqa: PT028
    module: Modules = None,  # noqa: PT028
    only: Only = None,  # noqa: PT028
    all_: All = False,  # noqa: PT028
    json_: Json = False,  # noqa: PT028
) -> int:
    """Put a pack to every check: does it load, does each edit do something, can it be played, do its own tests pass.

    Of a file of scenarios or properties, those in it are tried alone, at its own table.

    The packs that a pack requires must be installed or in the same folder. Games are played at random, with fixed seeds, at
    every player count and with every option at its extremes.

    As JSON there is an entry for each check, scenario and property.

    Exit codes: 0 where no check fails, 1 where one does, 2 where the pack cannot be loaded, so that nothing can be tested.
    """
    try:
        results = _results(pack, only, table, players, module)
    except ContentError as error:
        if not json_:
            raise
        results = [Result("loads", "failed", 0, str(error), (message_of(error),))]
    if json_:
        screen.json([*results_to_json(results)])
    else:
        for result in results:
            screen.say(result.told(None) if all_ else result, style=OUTCOME_STYLES[result.outcome])
        screen.say(_summary(results), style="bold")
    if any(result.detail == NOT_LOADED or (result.name, result.outcome) == ("loads", "failed") for result in results):
        screen.problem(f"{pack} cannot be loaded, so little can be tested; `stoneage check {pack}` says what to mend")
        return ERROR
    return FINDINGS if any(result.outcome == "failed" for result in results) else OK


def _results(
    pack: Path, only: list[str] | None, table: Path | None, players: int | None, modules: list[str] | None
) -> list[Result]:
    """Returns the results of a pack's checks, or that of a file of tests.

    Raises:
        ContentError: it cannot be read.
        UsageError: it is no file, and a table is given.
    """
    if pack.suffix == ".toml" and pack.is_file() and pack.name != MANIFEST:
        expect_no_content(pack, "test", TEST_KEYS)
        return [check_file(pack, table=table, players=players, modules=modules or ())]
    if (table, players, modules) != (None, None, None):
        raise UsageError("`--table`, `--players` and `--module` are for a file of tests; a pack is tried at tables of all sorts")
    return check_pack(pack.parent if pack.name == MANIFEST else pack, only=only or ())


def _summary(results: list[Result]) -> str:
    counts = Counter(result.outcome for result in results)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOME_STYLES if counts[outcome])


# --- coverage -----------------------------------------------------------------------------------------------------
# The command `coverage`: rules and cards that come up in many games, and those that never do.


OnlyPlayers = Annotated[
    int | None, Parameter(name=("--players", "-p"), help="The only number of players; else all that can play.")
]


def coverage(
    table: TableParameter = None,
    *,
    games: Games = 100,
    players: OnlyPlayers = None,
    seed: Seed = None,
    policy: Annotated[str | None, Parameter(help="The policy of all seats without a `--seat`, by default `random`.")] = None,
    seat: Seats = None,
    module: Modules = None,
    workers: Workers = 1,
    json_: Json = False,
) -> None:
    """Play many games, and list the rules and cards that come up, by player count, and those that never do.

    The games are shared among the player counts. Counted are statements (one comes about with a record, check, verb or
    frame that carries it out), records that events can name or that have effects, every effect that content writes,
    limits, checks that refuse an action, conditions (rows of `if` that hold, and that fail), decisions, chance events and
    events. What no game has shown may need more games, another player count, option or policy; or it is dead. Events
    belong to no file: this table may have no word for one.
    """
    # Imported here, because no other command of these plays in several processes.
    from stoneage_rules.many.pool import spread

    counts = [players] if players is not None else _player_counts(table, module, seed)
    tables = [open_table(table, count, module, seed) for count in counts]
    start = secrets.randbits(32) if tables[0].seed is None else tables[0].seed
    named, parts = seat or [], []
    for number, opened in enumerate(tables):
        seeds = range(start + number, start + games, len(tables))
        policies = [one.policy for one in seated(opened, named, policy or "random").seats]
        parts += [(counts[number], policies, seeds[first : first + PART]) for first in range(0, len(seeds) or 1, PART)]
    if policy is None:
        tell_unnamed(len(named), max(counts), "random")
    measured = reduce(add, spread(partial(_measured, table, module, parts), range(len(parts)), workers))
    (_json if json_ else _text)(measured, start)


def _player_counts(table: Path | None, module: list[str] | None, seed: int | None) -> list[int]:
    """Returns the player counts that the modules of a table allow.

    Raises:
        ContentError: the table has errors at the first count that it allows.
    """
    _, rules = first_allowed(lambda count: open_table(table, count, module, seed).rules)
    if isinstance(rules, ContentError):
        raise rules
    return list(player_counts(rules))


PART = 25
"""Batch size: later games search only for what earlier ones missed."""


def _measured(
    table: Path | None, modules: list[str] | None, parts: Sequence[tuple[int, Sequence[str], Sequence[int]]], number: int
) -> Coverage:
    """Plays the games of one part, all with as many players, perhaps in another process."""
    players, policies, seeds = parts[number]
    return measure(open_table(table, players, modules).rules, seeds, policies)


# --- forms --------------------------------------------------------------------------------------------------------


def _text(measured: Coverage, start: int) -> None:
    counts = [*measured.games, None]
    rows = [(plural(sort), *("/".join(map(str, _counts(measured.things(count), sort))) for count in counts)) for sort in SORTS]
    heads = ("came about", *(f"{count} players" for count in measured.games), "in all")
    games = listed(f"{counted(number, 'game')} with {count}" for count, number in measured.games.items())
    screen.say(f"{games} players, seeds from {start}", style="bold")
    screen.table(heads, rows, right=range(1, len(heads)))
    for sort, things in groupby(measured.never, key=lambda thing: thing.sort):
        never = list(things)
        screen.say(f"{counted(len(never), sort)} never came about", style="bold")
        screen.lines(f"  {thing.where}  {thing.name}" for thing in never if thing.where)
        names = [thing.name for thing in never if not thing.where]
        if names:
            screen.say(f"  {', '.join(names)}")


def _json(measured: Coverage, start: int) -> None:
    by_count = {count: measured.things(count) for count in measured.games}
    things = measured.things()
    screen.json(
        {
            "games": {str(count): number for count, number in measured.games.items()},
            "seed": start,
            "counts": {sort: dict(zip(("came_about", "all"), _counts(things, sort), strict=True)) for sort in SORTS},
            "things": [
                {
                    **attrs.asdict(thing),
                    "players": [count for count, there in by_count.items() if thing in there],
                    "came_about": [count for count, there in by_count.items() if there.get(thing)],
                }
                for thing in things
            ],
        }
    )


def _counts(things: Mapping[Thing, bool], sort: str) -> tuple[int, int]:
    """Returns how many things of a sort came about, and how many there are."""
    found = [has_come for thing, has_come in things.items() if thing.sort == sort]
    return sum(found), len(found)


# --- new ----------------------------------------------------------------------------------------------------------
#
# The command `new`: the first files of a pack, of a module with a plugin, or a first table file.


def new(
    folder: Annotated[Path | None, Parameter(help="The folder to be made, or the table file; it must not exist.")] = None,
    /,
    *,
    from_: Annotated[str | None, Parameter(name="--from", help="The name of the example that the new pack begins as.")] = None,
    list_: Annotated[bool, Parameter(name="--list", negative="", help="List the examples, and make nothing.")] = False,
    id: Annotated[
        str | None, Parameter(name="--id", help="The pack's id: lower case letters, digits, hyphens; else the folder's name.")
    ] = None,
    kind: Annotated[
        Literal["pack", "package", "plugin", "table"],
        Parameter(help="A package is for pip to install; a plugin has Python, too; a table file has every option, commented."),
    ] = "pack",
    schemas: Annotated[bool, Parameter(negative="", help="Write the schemas for editors into a new pack, too.")] = False,
) -> None:
    """Make a new pack, one house rule with its tests, to be made your own; or a package, a plugin, or a table file.

    With `--from`, it begins as one of the examples, which `--list` shows. The pack loads, can be played at a table and passes
    `stoneage test` as it is. A plugin has a new verb and a new decision in Python; installed, it passes its own tests.
    """
    if list_:
        screen.table(("example", "what it changes"), examples().items())
        return
    if folder is None:
        raise UsageError("name the folder to be made: `stoneage new my-rules`; `--list` shows what to begin with")
    if kind in ("plugin", "table") and (schemas or from_ is not None):
        raise UsageError(f"examples and schemas are for packs; a {kind} has none: leave out `--from`, `--schemas` or `--kind`")
    if kind == "table":
        if id is not None:
            raise UsageError("a table file has no id; leave out `--id`")
        screen.say(f"made the table file {write_table(folder).as_posix()}", style="bold")
        return
    as_pack = partial(write_starter, example=from_, schemas=schemas, is_package=kind == "package")
    files = (write_plugin_starter if kind == "plugin" else as_pack)(folder, id)
    screen.say(f"made the {kind} {folder.as_posix()}:", style="bold")
    screen.lines(f"  {file.as_posix()}" for file in files)
    if kind != "pack":
        screen.say(f"install it and test it: cd {folder.as_posix()} && pip install -e '.[test]' && pytest")


# --- schema -------------------------------------------------------------------------------------------------------
#
# The command `schema`: JSON Schemas that editors use to complete and check packs.


def schema(
    table: TableParameter = None,
    *,
    module: Modules = None,
    to: Annotated[Path, Parameter(help="The folder for the files; it is made where there is none.")] = Path("schemas"),
    ids: Annotated[
        bool, Parameter(negative="--no-ids", help="Offer the ids of the enabled packs for completion; others stay allowed.")
    ] = True,
    view: Annotated[bool, Parameter(negative=(), help="Print the schema of a view's data instead, for programs.")] = False,
) -> None:
    """Write the JSON Schemas of packs, their tests and tables, for editors that read TOML.

    They know what is enabled: the kinds of item and ids of its packs and the verbs of its plugins. In the folder of a
    pack, that pack is enabled too, unless there is a table. An editor finds the schema of a file by its first line, such as
    `#:schema schemas/content-1.schema.json`.
    """
    if view:
        screen.json(View.schema())
        return
    if table is None and Path(MANIFEST).is_file() and Path.cwd() not in [Path(named).resolve() for named in module or ()]:
        module = [*(module or ()), "."]
    screen.lines(file.as_posix() for file in write_schemas(to, open_table(table, modules=module).rules, ids=ids))
