"""Comparisons of two tables: differences between many games of each, with their sizes and certainty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import reduce
from math import sqrt
from operator import and_
from statistics import fmean, variance

import attrs

from stoneage_rules.language.fields import PublicValue
from stoneage_rules.language.notebook import html_table
from stoneage_rules.loading.load import TableLike
from stoneage_rules.many.intervals import (
    LEVEL,
    Interval,
    corrected,
    correlation,
    games_to_see,
    mean,
    mean_effect,
    paired_difference,
    share_difference,
    share_effect,
    wilson,
)
from stoneage_rules.many.pool import spread
from stoneage_rules.many.simulation import Series, Simulation, numbers, series
from stoneage_rules.many.tallies import GameResult
from stoneage_rules.policies.registry import Makers
from stoneage_rules.text import counted


@attrs.frozen
class Difference(PublicValue):
    """A number at one table and at another."""

    name: str
    """The number: `points`, `rounds`, `line.ID` of a score line, `good.ID` of a good left over, or a share of games."""
    one: Interval
    """At the first table."""
    other: Interval
    """At the second table."""
    difference: Interval
    """The second minus the first."""
    effect: float
    """The effect size: Hedges' g of means, Cohen's h of shares; 0.2 is small, 0.5 medium, 0.8 large."""
    chance: float
    """The probability of such a difference, or a larger one, if there were none."""
    corrected: float
    """The same for all rows of the comparison together, by Holm."""
    games: int | None
    """The pairs of games needed to see a difference of 1 four times out of five; None for shares."""

    @property
    def is_seen(self) -> bool:
        """True if the interval excludes zero."""
        return 0 not in self.difference

    @property
    def is_clear(self) -> bool:
        """True if it is beyond chance even among all rows, of which some are seen by luck."""
        return self.corrected < 1 - LEVEL


@attrs.frozen
class Comparison(PublicValue):
    """Games of two tables, side by side."""

    one: Simulation
    """The games of the first table."""
    other: Simulation
    """The games of the second table."""
    means: tuple[Difference, ...]
    """Numbers of a game, points first; numbers of seats are averaged over all seats, since the seats of a game depend on each
    other."""
    shares: tuple[Difference, ...]
    """Shares of the victories by seat, and by player if several policies play, and of the games with each ending."""

    def _repr_html_(self) -> str:
        """Returns the differences as a table, for notebooks."""
        return self.table("first", "second")

    def table(self, one: str, other: str) -> str:
        """Returns the differences as a table of HTML, under names of the two tables."""
        return html_table(self.rows(one, other), f"{counted(len(self.one.games), 'game')} of each table")

    def rows(self, one: str, other: str) -> list[tuple[str, ...]]:
        """Returns the differences as rows of a table behind its heads, shares in percent."""
        heads = "", one, other, "difference", "95 of 100", "", "effect", "games to see 1"
        return [heads, *[_row(each, 100, " %") for each in self.shares], *[_row(each, 1, "") for each in self.means]]


def _row(each: Difference, unit: int, mark: str) -> tuple[str, ...]:
    one, other = (f"{unit * side.value:.2f}{mark}" for side in (each.one, each.other))
    value, low, high = (f"{unit * part:+.2f}" for part in attrs.astuple(each.difference))
    return (
        each.name,
        one,
        other,
        value + mark,
        f"{low} to {high}",
        "*" * each.is_clear,
        f"{each.effect:+.2f}",
        str(each.games or "-"),
    )


LEAST = 2
"""Games of each table that are compared: one has no interval."""

Measured = tuple[GameResult, dict[str, float]]
"""How a game ends, and its numbers."""
Pair = tuple[Measured, Measured]
"""A game of each table."""


def measured_game(games: Series, number: int) -> Measured:
    """Plays a game of a series."""
    result, state = games.play(number)
    best, second, *_ = *sorted(result.scores, reverse=True), 0
    values: dict[str, list[float]] = {}
    for seat, player in enumerate(state.players):
        lines = {f"line.{line.id}": line.points for line in state.score_sheet(seat).lines}
        goods = {f"good.{good}": count for good, count in player.goods.items()}
        tracks = {f"track.{track}": at for track, at in player.tracks.items()}
        for name, value in {
            "on-track": player.points, **lines, **goods, **tracks,
            "figures": player.figures, "tools": sum(value for value, _ in player.tools), "items": len(player.items),
        }.items():  # fmt: skip
            values.setdefault(name, []).append(value)
    whole = {"points": fmean(result.scores), "winner": best, "margin": best - second, "rounds": result.round}
    return result, whole | {name: fmean(some) for name, some in values.items()}


@attrs.frozen
class Pairs:
    """Pairs of games, one of each table: called with a number, it plays both, so that whatever ends it leaves as many of each."""

    one: Series
    other: Series

    def __call__(self, number: int) -> Pair:
        """Plays a pair."""
        return measured_game(self.one, number), measured_game(self.other, number)

    def compared(self, played: Iterable[Pair]) -> Comparison:
        """Compares games that have been played, a pair at least."""
        one, other = zip(*played, strict=True)
        sides = self.one.simulation([game for game, _ in one]), self.other.simulation([game for game, _ in other])
        named = reduce(and_, [found.keys() for _, found in (*one, *other)])
        shares = [*shares_of(*sides)]
        means = [
            mean_of(name, *([found[name] for _, found in games] for games in (one, other))) for name in one[0][1] if name in named
        ]
        chances = iter(corrected([row.chance for row in (*shares, *means)]))
        marked = (tuple([attrs.evolve(row, corrected=next(chances)) for row in rows]) for rows in (shares, means))
        return Comparison(*sides, shares=next(marked), means=next(marked))


def compare(
    one: TableLike | None,
    other: TableLike | None,
    games: int = 100,
    *,
    makers: Makers | None = None,
    seed: int | None = None,
    workers: int | None = 1,
    executor: Executor | None = None,
    allow_code: bool = False,
    policies: None = None,
) -> Comparison:
    """Plays a number of games at each of two tables, and reports the differences.

    Games are paired: both tables have the same seeds, and each kind of roll or draw has a generator for it alone
    (`sa.Game(..., streams=True)`), so that they share most of their luck. Numbers that exist only at one table are left out.

    Args:
        one: the first table, as for `simulate`.
        other: the second table.
        games: the number of games at each, at least two.
        makers: as for `simulate`, the same for both.
        seed: the seed of the first game.
        workers: the number of processes.
        executor: an executor to use instead.
        allow_code, policies: as for `simulate`.

    Raises:
        TypeError, ValueError: as for `simulate`, or fewer than two games.
    """
    played, first = numbers(games, LEAST), series(one, makers, seed, policies, allow_code=allow_code)
    pairs = paired(first, series(other, makers, first.seed, allow_code=allow_code))
    return pairs.compared(spread(pairs, played, workers, executor))


def paired(one: Series, other: Series) -> Pairs:
    """Returns the pairs of games of two tables, which share the seeds of the first."""
    return Pairs(attrs.evolve(one, streams=True), attrs.evolve(other, streams=True, seed=one.seed))


def mean_of(name: str, one: Sequence[float], other: Sequence[float]) -> Difference:
    """Compares the means of the games of two tables."""
    difference, chance = paired_difference(one, other)
    # `games_to_see` is about two samples, whose difference varies by twice the variance of one.
    spread = sqrt(variance([b - a for a, b in zip(one, other, strict=True)]) / 2)
    games = games_to_see(1, spread) if spread else None
    return Difference(name, mean(one), mean(other), difference, mean_effect(one, other), chance, chance, games)


def share_of(name: str, one: Sequence[float], other: Sequence[float]) -> Difference:
    """Compares the shares of the games of two tables, each game with its part of a victory, or 1 for an ending."""
    _, chance = paired_difference(one, other)
    mine, theirs = (wilson(sum(games), len(games)) for games in (one, other))
    difference = share_difference(mine, theirs, correlation(one, other))
    return Difference(name, mine, theirs, difference, share_effect(mine.value, theirs.value), chance, chance, None)


def shares_of(one: Simulation, other: Simulation) -> Iterator[Difference]:
    """Yields the shares of victories of seats and players that both tables have, and the shares of the endings."""
    for seat in range(min(len(one.players), len(other.players))):
        yield share_of(f"seat {seat}", *([game.victory(seat) for game in side.games] for side in (one, other)))
    if len(one.by_player) > 1 and one.players == other.players:
        for who in dict.fromkeys(one.players):
            yield share_of(who.name or who.policy, one.victories_of(who), other.victories_of(who))
    for ending in dict.fromkeys(game.ending for game in (*one.games, *other.games)):
        yield share_of(ending, *([float(game.ending == ending) for game in side.games] for side in (one, other)))
