"""Many games of one table, played by policies: seats, results of each game, and shares with their intervals."""

from __future__ import annotations

import pickle
import random
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from statistics import fmean
from typing import Any, TypeVar

import attrs

from stoneage_rules._version import __version__
from stoneage_rules.errors import EndlessGame, PolicyError
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.position import check_number
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State, endless_after
from stoneage_rules.language.fields import LEFT_OUT, PublicValue
from stoneage_rules.language.notebook import html_table
from stoneage_rules.loading.load import TableLike, load, table_of
from stoneage_rules.loading.table import Seat, seats_of
from stoneage_rules.many.intervals import Interval, mean
from stoneage_rules.many.pool import spread
from stoneage_rules.many.results_file import games_in, identity_in, results_file
from stoneage_rules.many.tallies import GameResult, Sums, Tally
from stoneage_rules.play.game import Streams
from stoneage_rules.policies.registry import (
    Makers,
    Policy,
    PolicyMaker,
    choice_of,
    make_policies,
    names_of,
    one_for_each,
    played_by,
    players_at,
)
from stoneage_rules.telling.narration import Narrator
from stoneage_rules.text import counted

# --- results ------------------------------------------------------------------------------------------------------


@attrs.frozen
class Simulation(PublicValue):
    """Many games of one table."""

    digest: str
    """The digest of the rules."""
    version: str
    """The version of the library."""
    seed: int
    """The seed of game 0; each game has the next one."""
    players: tuple[Seat, ...]
    """The players, in the order of their seats in game 0; policies of different makers with one name end with a number, `#1`."""
    games: tuple[GameResult, ...] = attrs.field(repr=False)
    """The games, by their numbers; none if they are in a file, from which `sa.many.games_in` reads them."""
    _sums: Sums | None = attrs.field(default=None, repr=False, metadata=LEFT_OUT)
    """The sums of games that are in a file; `to_dict` leaves them out, as it does the games."""

    @property
    def sums(self) -> Sums:
        """The sums of the games, those in a file among them."""
        return self._sums or Sums(self.players, self.games)

    @property
    def by_player(self) -> tuple[Tally, ...]:
        """Points and victories of the players; of those with the same policy and name together. Empty without a game."""
        return self.sums.by_player

    @property
    def by_seat(self) -> tuple[Tally, ...]:
        """Points and victories by seat, over all policies. Empty without a game."""
        return self.sums.by_seat

    def _seats_of(self, player: Seat) -> list[list[int]]:
        """Returns the seats of a player in each game."""
        mine = {number for number, other in enumerate(self.players) if other == player}
        return [[seat for seat, number in enumerate(game.seating) if number in mine] for game in self.games]

    def victories_of(self, player: Seat) -> list[float]:
        """Returns the victories of a player in each game.

        Raises:
            ValueError: the games are in a file.
        """
        if self.sums.games != len(self.games):
            raise ValueError("the games are in a file: `sa.many.games_in` reads them")
        return [sum(map(game.victory, seats)) for game, seats in zip(self.games, self._seats_of(player), strict=True)]

    def _repr_html_(self) -> str:
        """Returns victories and points of the players and the seats as a table, for notebooks."""
        heads = "", "policy", "victories", "share (95 of 100)", "fair share", "points (95 of 100)", "spread", "lowest", "highest"
        players = [
            (one, self._seats_of(player)) for one, player in zip(self.by_player, dict.fromkeys(self.players), strict=False)
        ]
        named = [(one.name or one.policy, one, seats) for one, seats in players]
        named += [(f"seat {at}", one, [[at]] * len(self.games)) for at, one in enumerate(self.by_seat)]
        rows = [
            (name, one.policy, one.victories, one.share, one.fair, self._points(one, seats), one.spread, one.lowest, one.highest)
            for name, one, seats in named
        ]
        games = self.sums.games
        seeds = f"seeds {self.seed} to {self.seed + games - 1}" if games else f"seeds from {self.seed}"
        return html_table([heads, *rows], f"{counted(games, 'game')}, {seeds}, rules {self.digest[:12]}")

    def _points(self, tally: Tally, seats: Sequence[Sequence[int]]) -> Interval | float:
        """Returns the mean points of some seats of each game with its interval, which one game or games in a file do not have."""
        points = [fmean(map(game.scores.__getitem__, those)) for game, those in zip(self.games, seats, strict=False)]
        return mean(points) if len(points) > 1 else tally.mean


Result = TypeVar("Result")
OnGame = Callable[[GameResult], object]
"""Called with the result of each game."""

# --- playing ------------------------------------------------------------------------------------------------------


@attrs.frozen
class Series:
    """The games of one table by their numbers: called with a number, it plays that game."""

    rules: Ruleset
    players: tuple[Seat, ...]
    makers: tuple[str | PolicyMaker, ...]
    """The policy of each player, by name or by its maker."""
    seed: int
    streams: bool = False
    """True if each kind of roll or draw has a generator, for games that are paired."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles each policy separately, so that the error names the policy that cannot be sent."""
        packed = [
            (player.policy, _sent(player.policy, pickle.dumps, maker))
            for player, maker in zip(self.players, self.makers, strict=True)
        ]
        return _received, (self.rules, self.players, packed, self.seed, self.streams)

    def seating(self, number: int) -> tuple[int, ...]:
        """Returns the player at each seat in a game."""
        count = len(self.players)
        return tuple((seat - number) % count for seat in range(count))

    def __call__(self, number: int) -> GameResult:
        """Plays a game.

        Raises:
            EndlessGame: it is not over after as many steps as no game should take.
        """
        return self.play(number)[0]

    def play(self, number: int, watch: Callable[[State], None] | None = None) -> tuple[GameResult, State]:
        """Plays a game; the watcher is called with each state and its events since the last one, and removes these."""
        seating, seed = self.seating(number), self.seed + number
        names = tuple(self.players[player].policy for player in seating)
        where = f"game {number}, seed {seed}, by seat: {', '.join(names)}"
        try:
            policies = make_policies([self.makers[player] for player in seating], seed)
            state, ending = play_game(self.rules, seed, policies, watch, Streams(seed) if self.streams else None)
        except EndlessGame as error:
            raise EndlessGame(f"{where}: {error}") from error
        except Exception as error:
            error.add_note(where)
            raise
        won = state.winners
        return GameResult(number, seed, seating, names, state.scores, won, state.round, ending, state.verdict), state

    def simulation(self, games: Sequence[GameResult], sums: Sums | None = None) -> Simulation:
        """Returns games of this series, or the sums of those in a file, with what identifies them."""
        return Simulation(self.rules.digest, __version__, self.seed, self.players, tuple(games), sums)

    def identity(self) -> dict[str, Any]:
        """Returns what identifies the games, for a file of them; its games are counted elsewhere."""
        return {**self.simulation(()).to_dict(), "table": self.rules.table.to_dict(), "games": 0}


def _received(rules: Ruleset, players: tuple[Seat, ...], packed: Sequence[tuple[str, bytes]], seed: int, streams: bool) -> Series:
    """Returns the games that were sent here.

    Raises:
        PolicyError: a policy is not to be found here.
    """
    return Series(rules, players, tuple([_sent(name, pickle.loads, maker) for name, maker in packed]), seed, streams)


def _sent(name: str, pack: Callable[[Any], Any], maker: object) -> Any:
    try:
        return pack(maker)
    except Exception as error:
        raise PolicyError(
            f"policy `{name}` cannot be sent to other processes: define it at the top of a module that they can import ({error})"
        ) from error


def series(
    table: TableLike | None = None,
    makers: Makers | None = None,
    seed: int | None = None,
    policies: object = None,
    *,
    allow_code: bool = False,
) -> Series:
    """Returns the games of a table by their numbers; nothing is played yet.

    Raises:
        TypeError: the makers are neither name nor function nor a list, or policies were given.
        ValueError: there is not one maker for each player, or the seed is below 0.
        PolicyError: a policy has another version than the table asks for, cannot be imported, or is code that is not allowed.
    """
    if policies is not None:
        raise TypeError("many games need a new policy for each: `makers` takes names, or functions that make a policy of a seed")
    rules, seats = _opened(table)
    chosen: list[str | PolicyMaker]
    if makers is not None:
        chosen = one_for_each(makers, "makers", rules.players, "player", "a policy's name or a function that makes it of a seed")
        seats = [*map(played_by, seats, chosen, names_of(chosen))]
    else:
        seats = players_at(seats, allow_code=allow_code)
        chosen = [seat.policy for seat in seats]
    start = secrets.randbits(32) if seed is None else check_number(seed, "seed")
    if start < 0:
        raise ValueError(f"a seed is 0 or more, not {start}")
    return Series(rules, tuple(seats), tuple(chosen), start)


def _opened(table: TableLike | None) -> tuple[Ruleset, Sequence[Seat]]:
    """Returns the rules of a table, and its players."""
    if isinstance(table, Ruleset):
        return table, seats_of(attrs.evolve(table.table, seats=()))
    settings = table_of(table)
    return load(settings), seats_of(settings)


def simulate(
    table: TableLike | None = None,
    games: int = 100,
    *,
    makers: Makers | None = None,
    seed: int | None = None,
    workers: int | None = 1,
    executor: Executor | None = None,
    on_game: OnGame | None = None,
    out: str | Path | None = None,
    allow_code: bool = False,
    policies: None = None,
) -> Simulation:
    """Plays many games with policies and counts the results, which depend on neither workers nor executor.

    In game `i`, with the seed `seed + i`, every player sits `i` seats further on.

    Args:
        table: compiled rules, or anything that `load` takes.
        games, seed: the number of games, and the seed of game 0; without one, a fresh seed is drawn.
        makers: one for each player, or for all: names of policies, or functions that make one of a seed; by default those of the
            table's seats, and `sensible` for others and for compiled rules.
        workers, executor: how many processes play, None for one per processor; or an executor, and how many workers it has.
        on_game: called in this process with the result of each game, in their order.
        out: a file that takes each result at once, in place of memory, and goes on behind those in it; see `sa.many.games_in`.
        allow_code: whether seats of the table can name `module:function` as their policy; it runs Python, so trust its author.
        policies: refused: each game needs a new policy, so give `makers`.

    Raises:
        TypeError, ValueError: policies were given, the number of makers is wrong, there is no game, or the seed is negative.
        EndlessGame, WorkerDied: a game does not end, or a worker process was killed.
        PolicyError: a policy fails, cannot be created or sent to other processes, or is code that is not allowed.
        OSError: the file has something else in it, or cannot be written; finished games are kept.
    """
    many = series(table, makers, seed_to(out, seed), policies, allow_code=allow_code)
    results, told = list[GameResult](), [on_game] if on_game else []
    if out is not None:
        return _in_file(many, numbers(games), Path(out), workers, executor, told)
    hand_on(spread(many, numbers(games), workers, executor), results.append, *told)
    return many.simulation(results)


def _in_file(
    many: Series, wanted: range, out: Path, workers: int | None, executor: Executor | None, told: Sequence[OnGame]
) -> Simulation:
    """Plays the games that a file lacks; returns the sums of all."""
    with results_file(out, many.identity()) as add:
        sums = Sums(many.players, games_in(out))
        hand_on(spread(many, wanted[sums.games :], workers, executor), add, sums.add, *told)
    return many.simulation((), sums)


def hand_on(results: Iterable[Result], *takes: Callable[[Result], object]) -> None:
    """Hands on each result to all that take it, in turn."""
    for result in results:
        for take in takes:
            take(result)


def seed_to(path: str | Path | None, seed: int | None) -> int | None:
    """Returns a seed, or, where none is given, that of the games in the file or folder that is to take more of them.

    Raises:
        OSError: something else is there.
    """
    found = identity_in(Path(path)) if seed is None and path is not None else None
    return found["seed"] if found else seed


def numbers(games: int, least: int = 1) -> range:
    """Returns the numbers of the games.

    Raises:
        ValueError: there are too few.
    """
    if check_number(games, "games") < least:
        raise ValueError(f"`games` is at least {least}, not {games}")
    return range(games)


LAST_STEPS = 20
"""The steps before the end that are played again for their events; final scoring takes fewer."""


def play_game(
    rules: Ruleset,
    seed: int,
    policies: Sequence[Policy],
    watch: Callable[[State], None] | None = None,
    streams: Streams | None = None,
) -> tuple[State, str]:
    """Plays the game that `Game(rules, seed, skip_forced=True).run(policies)` plays, in less time; returns its end and the cause.

    With streams it is the game that `Game` plays with them.

    Raises:
        EndlessGame: it is not over after as many steps as no game should take.
    """
    chance, state = random.Random(seed), rules.initial_state(listen=watch is not None)
    start, answers = state.copy(), list[Any]()
    for _ in range(LONGEST):
        if watch is not None:
            watch(state)
        legal = state.legal()
        if not legal and state.is_over:
            return state, _ending(start, answers)
        if len(legal) > 1:
            answer: Any = choice_of(policies, state, legal)
        else:
            answer = legal[0] if legal else state.sample(streams.of(state) if streams else chance)
        state.apply(answer)
        answers.append(answer)
        if state.round != start.round:
            start, answers = state.copy(), []
    raise endless_after(state, LONGEST)


def _ending(state: State, answers: Sequence[Any]) -> str:
    """Returns the cause of the end of a game: the sentence just before it in the log of its last round."""
    for number, answer in enumerate(answers):
        if number == max(0, len(answers) - LAST_STEPS):
            state._noted = []
        state.apply(answer)
    last = [*Narrator(state.rules).tell(state.events)]
    number = next((n for n, sentence in enumerate(last) if sentence.event == "end"), 0)
    cause = last[number - 1] if number else None
    is_told = cause and (cause.event == "verdict" or (cause.seat is None and cause.event not in ("phase", "round")))
    return cause.text if cause and is_told else "the game ended"
