"""Results of games, and the sums of many: points and victories by player and by seat, rounds and endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from statistics import fmean

import attrs

from stoneage_rules.language.fields import PublicValue
from stoneage_rules.loading.table import Seat
from stoneage_rules.many.intervals import Interval, wilson


@attrs.frozen
class GameResult(PublicValue):
    """The result of one game of many."""

    number: int
    """The number of the game, from 0 on."""
    seed: int
    """The seed of its chance."""
    seating: tuple[int, ...]
    """The player at each seat: players move on by a seat from game to game."""
    policies: tuple[str, ...]
    """The name of the policy at each seat."""
    scores: tuple[int, ...]
    """The points of each seat."""
    winners: tuple[int, ...]
    """The seats that won; more than one of a shared victory."""
    round: int
    """The last round."""
    ending: str
    """The cause of the end, as in the log."""
    verdict: str = "points"
    """The verdict: `points`, or `nobody`, `all` or `seat` if an effect decided who won."""

    def victory(self, seat: int) -> float:
        """Returns 1 for the seat that won alone, a part for one of several, and 0 for the others."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@attrs.frozen
class Tally(PublicValue):
    """Points and victories of some seats of each game."""

    name: str
    """The name of the player; empty unless the table names players, and in a tally by seat."""
    policy: str
    """The policy; empty if there are several."""
    seats: int
    """The number of seats in each game."""
    mean: float
    """The mean of their points."""
    spread: float
    """The standard deviation of their points."""
    lowest: int
    """The fewest points of any."""
    highest: int
    """The most points of any."""
    victories: float
    """The games that they won; a shared victory counts in part."""
    share: Interval
    """The share of games that they won, with its Wilson interval."""
    fair: float
    """Their share if all seats won equally often."""


class Sums:
    """The sums of many games, which need not be kept for them.

    Args:
        players: the players, in the order of their seats in game 0.
        games: the games so far.
    """

    def __init__(self, players: tuple[Seat, ...], games: Iterable[GameResult] = ()) -> None:
        self.players = players
        self.games = 0
        self.rounds = Counter[int]()
        """The number of games by their last round."""
        self.endings = Counter[str]()
        """The number of games by their ending."""
        self._points: dict[Seat | int, Counter[int]] = {key: Counter() for key in (*players, *range(len(players)))}
        """How often a player, or a seat, had so many points."""
        self._victories: dict[Seat | int, float] = dict.fromkeys(self._points, 0.0)
        for game in games:
            self.add(game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sums) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self.players)  # the rest grows

    def add(self, game: GameResult) -> None:
        """Adds a game."""
        self.games += 1
        self.rounds[game.round] += 1
        self.endings[game.ending] += 1
        for seat, player in enumerate(game.seating):
            for key in (seat, self.players[player]):
                self._points[key][game.scores[seat]] += 1
                self._victories[key] += game.victory(seat)

    @property
    def by_player(self) -> tuple[Tally, ...]:
        """Points and victories of the players; of those with the same policy and name together. Empty without a game."""
        return self._tallies([(player, player.name, player.policy) for player in dict.fromkeys(self.players)])

    @property
    def by_seat(self) -> tuple[Tally, ...]:
        """Points and victories by seat, over all policies. Empty without a game."""
        policies = {player.policy for player in self.players}
        policy = policies.pop() if len(policies) == 1 else ""
        return self._tallies([(seat, "", policy) for seat in range(len(self.players))])

    def _tallies(self, wanted: Iterable[tuple[Seat | int, str, str]]) -> tuple[Tally, ...]:
        return tuple([self._tally(*each) for each in wanted if self.games])

    def _tally(self, key: Seat | int, name: str, policy: str) -> Tally:
        points, victories = self._points[key], self._victories[key]
        seats, average = points.total() // self.games, fmean(points, points.values())
        spread = sqrt(fmean([(each - average) ** 2 for each in points], points.values()))
        return Tally(
            name, policy, seats, average, spread, min(points), max(points), victories, wilson(victories, self.games),
            seats / len(self.players),
        )  # fmt: skip
