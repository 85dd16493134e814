"""`stoneage simulate`, `study` and `compare`: games played by the hundred, their results, and their events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Annotated, TypeVar

import attrs
from cyclopts import Parameter
from rich.progress import track

from stoneage_rules.cli.parameters import AllowCode, Games, Json, Modules, Players, Seats, Seed, TableParameter, Workers
from stoneage_rules.cli.screen import ERROR, FINDINGS, OK, UsageError, make_console, screen
from stoneage_rules.cli.table_options import OpenTable, open_seated
from stoneage_rules.errors import EndlessGame, WorkerDied
from stoneage_rules.many.comparison import LEAST, Comparison, Pair, Pairs, paired
from stoneage_rules.many.item_tallies import HEADS as ITEM_HEADS
from stoneage_rules.many.pool import spread
from stoneage_rules.many.reports import expect_report, write_report, write_study
from stoneage_rules.many.results_file import games_in, results_file
from stoneage_rules.many.simulation import Series, seed_to, series
from stoneage_rules.many.study import StudiedGames, Study, columns_of
from stoneage_rules.many.study_files import StudyFiles
from stoneage_rules.many.tallies import GameResult, Sums, Tally
from stoneage_rules.policies.registry import INSTEAD, players_at
from stoneage_rules.text import counted

PolicyOfAll = Annotated[
    str | None, Parameter(name="--policy", help="The policy of all seats without a `--seat`, instead of the table's.")
]
ReportFile = Annotated[
    Path | None, Parameter(help="A new file for a report: .html with plots, or .svg or .png. Needs the extra `study`.")
]

Result = TypeVar("Result")


def simulate(
    table: TableParameter = None,
    *,
    games: Games = 100,
    players: Players = None,
    seed: Seed = None,
    policy: PolicyOfAll = None,
    seat: Seats = None,
    module: Modules = None,
    workers: Workers = 1,
    json_: Json = False,
    out: Annotated[
        Path | None, Parameter(help="A file that takes each result at once; with games of this series in it, go on behind them.")
    ] = None,
    allow_code: AllowCode = False,
) -> int:
    """Play many games by policies, and count.

    Shown are points (mean, spread as the standard deviation, lowest, highest) and victories, with the interval that
    contains the true share in 95 of 100 simulations, by player and by seat; the length of the games, and how they ended.
    Seats that nobody names, and people, are played by the sensible policy.

    From game to game all players move on by one seat: who sits at seat 0 in game 0 sits at seat i in game i. Game i has
    the seed SEED + i: `stoneage play --seed`, with the policies in their order there, shows any of them in full.

    With `--out` each result is a line of JSON in a file, and a simulation that was interrupted or killed goes on with the same
    words. Games that are in the file count, `--games` is the number of all, and `--json` leaves them there.
    """
    opened = open_seated(table, players, module, seed_to(out, seed), seat, policy, allow_code=allow_code)
    many = _series(opened)
    kept: list[GameResult] = []
    code, sums = _summed(many, games, workers, out, lambda game: kept.append(game) if json_ else None)
    if json_:
        tallies = {"by_player": sums.by_player, "by_seat": sums.by_seat}
        screen.json(
            many.simulation(kept).to_dict() | {name: [tally.to_dict() for tally in some] for name, some in tallies.items()}
        )
    else:
        _show(opened, many.seed, sums, UNNAMED if not (seat or policy or opened.named) else "")
    return code


def _series(opened: OpenTable) -> Series:
    """Returns the series of an open table's games, which are played by number."""
    players = players_at(opened.seats, allow_code=True)
    return attrs.evolve(series(opened.rules, [seat.policy for seat in players], opened.seed), players=players)


def _summed(many: Series, games: int, workers: int, out: Path | None, keep: Callable[[GameResult], object]) -> tuple[int, Sums]:
    """Plays games, or those that a file lacks; returns the exit code, and the sums of all games that are there."""
    if out is None:
        sums = Sums(many.players)
        return _play(many, games, workers, [sums.add, keep]), sums
    with results_file(out, many.identity()) as add:
        sums = Sums(many.players, games_in(out))
        return _play(many, games, workers, [add, sums.add], sums.games), sums


def _play(
    call: Callable[[int], Result], games: int, workers: int, takes: Sequence[Callable[[Result], object]], done: int = 0
) -> int:
    """Plays games from a number on and hands on each result, up to a game that does not end; returns the exit code."""
    with closing(spread(call, range(done, games), workers)) as results:
        try:
            for result in _shown(results, done, games):
                done += 1
                for take in takes:
                    take(result)
        except KeyboardInterrupt:
            screen.problem(f"interrupted after {done} of {games} games")
            return ERROR
        except WorkerDied as error:
            screen.problem(f"broken off after {done} of {games} games: {error}")
            return ERROR
        except EndlessGame as error:
            screen.problem(str(error))
            return FINDINGS
    return OK


EVERY = 60.0
"""The seconds between two lines about games being played, where no terminal shows a bar."""


def _shown(results: Iterable[Result], done: int, games: int) -> Iterator[Result]:
    """Passes on results, and shows how many there are: by a bar, or by a line now and then where there is no terminal."""
    if screen.is_terminal:
        yield from track(results, "playing", games, completed=done, transient=True, console=make_console(stderr=True))
        return
    told = monotonic()
    for number, result in enumerate(results, done + 1):
        yield result
        if monotonic() - told >= EVERY:
            told = monotonic()
            screen.problem(f"{number} of {games} games")


UNNAMED = f"; nobody is named, so that `{INSTEAD}` plays all seats"
HEADS = ("seats", "mean", "spread", "lowest", "highest", "victories", "95 of 100", "fair")


def _show(opened: OpenTable, seed: int, sums: Sums, who: str) -> None:
    packs, games = ", ".join(opened.rules.packs), counted(sums.games, "game")
    screen.say(f"{games}, {opened.rules.players} players, {packs}, seeds from {seed}{who}", style="bold")
    if not sums.games:
        return
    if len(sums.by_player) > 1:
        _table(("player", "policy"), [(tally.name, tally) for tally in sums.by_player])
    _table(("seat", "policy"), [(f"seat {seat}", tally) for seat, tally in enumerate(sums.by_seat)])
    average = sum(round * count for round, count in sums.rounds.items()) / sums.games
    screen.say(f"rounds: {average:.1f} on average, {min(sums.rounds)} to {max(sums.rounds)}")
    for ending, count in sums.endings.most_common():
        screen.say(f"ended as {ending}: {count}")


def _table(first: Sequence[str], tallies: Sequence[tuple[str, Tally]]) -> None:
    rows = [(who or "-", *_row(tally)) for who, tally in tallies]
    heads = (*first, *HEADS)
    screen.table(heads, rows, right=range(len(first), len(heads)))


def _row(tally: Tally) -> tuple[object, ...]:
    share, low, high, fair = (f"{100 * part:.0f}" for part in (tally.share.value, tally.share.low, tally.share.high, tally.fair))
    scores = f"{tally.mean:.1f}", f"{tally.spread:.1f}", tally.lowest, tally.highest
    return tally.policy or "all", tally.seats, *scores, f"{tally.victories:g} ({share} %)", f"{low} to {high} %", f"{fair} %"


# --- study --------------------------------------------------------------------------------------------------------


def study(
    table: TableParameter = None,
    *,
    to: Annotated[Path, Parameter(help="A folder for the files: a new one, or that of the same study, which then goes on.")],
    games: Games = 100,
    players: Players = None,
    seed: Seed = None,
    policy: PolicyOfAll = None,
    seat: Seats = None,
    module: Modules = None,
    workers: Workers = 1,
    csv: Annotated[bool, Parameter(negative="", help="Write CSV.")] = False,
    json_: Annotated[bool, Parameter(name="--json", negative="", help="Write JSON, a line for each row.")] = False,
    allow_code: AllowCode = False,
) -> int:
    """Play many games by policies, and write all that happened as tables, one for each kind of event.

    The tables are games, seats (every line of scoring, what is left), rounds, placements, purchases (what was bought
    and declined, its place and price, since when it was offered) and rolls; each row has the game, its seed, the round
    and the seat. The games are those of `simulate` with the same words. The file study.json identifies the study, and
    has the columns. Without `--csv` or `--json` the tables are Parquet files, for which the extra `study` is needed.

    A study that is interrupted or killed keeps what was played, and goes on with the same words: `--games` is the number of
    all games.
    """
    if csv and json_:
        raise UsageError("`--csv` or `--json`, not both")
    many = _series(open_seated(table, players, module, seed_to(to, seed), seat, policy, allow_code=allow_code))
    played = StudiedGames(many, columns_of(many.rules))
    with StudyFiles(to, "csv" if csv else "json" if json_ else "parquet", played.columns, many.identity()) as files:
        code = _play(played, games, workers, [lambda found: files.add(found[1])], files.games)
    screen.say(f"{counted(files.games, 'game')} in {to}")
    return code


def items(
    study: Annotated[Path, Parameter(help="The folder of a study.")], /, *, report: ReportFile = None, json_: Json = False
) -> int:
    """Say how often the cards and buildings of a study were offered and bought, and how often buyers won.

    Shown are the mean price in goods, the mean wait in rounds, and the share of games that its buyers won, with the interval
    that contains the true share in 95 of 100 studies, beside the usual share of buyers of its kind. The report also shows the
    victories by seat and the length of the games.

    A high share does not prove that an item is too good: players buy more while they are ahead. See "Is this card too good?".
    """
    if report is not None:
        expect_report(report)
    found = Study.read(study)
    if "items" not in found.columns:
        raise UsageError(f"`{study}` has no table of items: play the study again in a new folder")
    tallies = found.by_item
    if json_:
        screen.json([tally.to_dict() for tally in tallies])
    else:
        screen.say(counted(found.header["games"], "game"), style="bold")
        screen.table(ITEM_HEADS, [tally.cells for tally in tallies], right=range(2, len(ITEM_HEADS)))
    if report is not None:
        write_study(found, report)
    return OK


# --- compare ------------------------------------------------------------------------------------------------------


def compare(
    one: Annotated[Path, Parameter(help="The first table file.")],
    other: Annotated[Path, Parameter(help="The second table file.")],
    /,
    *,
    games: Games = 100,
    seed: Seed = None,
    policy: Annotated[str | None, Parameter(help="The policy of all seats, instead of those of the tables.")] = None,
    workers: Workers = 1,
    report: ReportFile = None,
    json_: Json = False,
    allow_code: AllowCode = False,
) -> int:
    """Play many games of two tables, and say what differs, with intervals and effect sizes.

    Games are paired: both tables have the same seeds, and each kind of roll or draw has its own luck, which they share. Shown
    are the shares of victories by seat and of endings, and the numbers of a game (means of all seats): points, rounds, each
    line of scoring, what is left; the difference with the interval that contains the true one in 95 of 100 comparisons; a `*`
    if it is beyond chance even among so many rows; its effect size (0.2 is small, 0.8 large); and the games of each table to
    see a difference of 1.

    The tables take turns: a comparison that is interrupted shows what was played of both.
    """
    if games < LEAST:
        raise UsageError(f"`--games` is at least {LEAST}, not {games}")
    if report is not None:
        expect_report(report)
    pairs = _pairs(one, other, seed, policy, allow_code)
    played: list[Pair] = []
    if (code := _play(pairs, games, workers, [played.append])) and len(played) < LEAST:
        return code
    found = pairs.compared(played)
    names = (one.stem, other.stem) if one.stem != other.stem else (str(one), str(other))
    if json_:
        screen.json(found.to_dict())
    else:
        _compared(found, *names)
    if report is not None:
        write_report(found, report, names)
    return code


def _pairs(one: Path, other: Path, seed: int | None, policy: str | None, allow_code: bool) -> Pairs:
    return paired(*[_series(open_seated(each, seed=seed, policy=policy, allow_code=allow_code)) for each in (one, other)])


def _compared(found: Comparison, one: str, other: str) -> None:
    for side, name in ((found.one, one), (found.other, other)):
        screen.say(f"{name}: {len(side.games)} games, {len(side.players)} players, seeds from {side.seed}", style="bold")
    heads, *rows = found.rows(one, other)
    screen.table(heads, rows, right=range(1, len(heads)))
    screen.say(f"* beyond chance among {len(rows)} rows")
