"""Comparisons of two tables: differences between many games of each, with their sizes and certainty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from functools import reduce
from operator import and_
from statistics import fmean

import attrs

from stoneage_rules.language.fields import PublicValue
from stoneage_rules.language.notebook import html_table
from stoneage_rules.loading.load import TableLike
from stoneage_rules.many.intervals import (
    Interval,
    games_to_see,
    mean,
    mean_difference,
    mean_effect,
    pooled,
    share_difference,
    share_effect,
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
    """The number: `points`, `rounds`, `line.ID` of a score line, `good.ID` of a good left over, or a share of victories."""
    one: Interval
    """At the first table."""
    other: Interval
    """At the second table."""
    difference: Interval
    """The second minus the first."""
    effect: float
    """The effect size: Hedges' g of means, Cohen's h of shares; 0.2 is small, 0.5 medium, 0.8 large."""
    chance: float | None
    """The probability of such a difference, or a larger one, if there were none; None for shares, which have their intervals."""
    games: int | None
    """The games at each table needed to see a difference of 1 four times out of five; None for shares."""

    @property
    def is_seen(self) -> bool:
        """True if the interval excludes zero."""
        return 0 not in self.difference


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
    """Shares of the victories by seat, and by player if several policies play."""

    def _repr_html_(self) -> str:
        """Returns the differences as a table, for notebooks."""
        return self.table("first", "second")

    def table(self, one: str, other: str) -> str:
        """Returns the differences as a table of HTML, under names of the two tables."""
        heads = "", one, other, "difference", "95 of 100", "effect", "games to see 1"
        rows = [
            (each.name, each.one.value, each.other.value, f"{each.difference.value:+.2f}",
             f"{each.difference.low:+.2f} to {each.difference.high:+.2f}", f"{each.effect:+.2f}", each.games)
            for each in (*self.shares, *self.means)
        ]  # fmt: skip
        return html_table([heads, *rows], f"{counted(len(self.one.games), 'game')} of each table")


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
        means = [
            mean_of(name, *([found[name] for _, found in games] for games in (one, other))) for name in one[0][1] if name in named
        ]
        return Comparison(*sides, tuple(means), tuple(shares_of(*sides)))


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

    The second table continues the seeds of the first. Numbers that exist only at one table are left out.

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
    pairs = Pairs(first, series(other, makers, first.seed + games, allow_code=allow_code))
    return pairs.compared(spread(pairs, played, workers, executor))


def mean_of(name: str, one: Sequence[float], other: Sequence[float]) -> Difference:
    """Compares the means of two samples."""
    difference, chance = mean_difference(one, other)
    spread = pooled(one, other)
    return Difference(
        name, mean(one), mean(other), difference, mean_effect(one, other), chance, games_to_see(1, spread) if spread else None
    )


def shares_of(one: Simulation, other: Simulation) -> list[Difference]:
    """Compares the shares of victories of seats and players that both tables have."""
    pairs = [(f"seat {seat}", *both) for seat, both in enumerate(zip(one.by_seat, other.by_seat, strict=False))]
    if len(one.by_player) > 1 and one.players == other.players:
        pairs += [(mine.name or mine.policy, mine, theirs) for mine, theirs in zip(one.by_player, other.by_player, strict=True)]
    return [
        Difference(
            name, mine.share, theirs.share, share_difference(mine.share, theirs.share),
            share_effect(mine.share.value, theirs.share.value), None, None,
        )
        for name, mine, theirs in pairs
    ]  # fmt: skip
