"""Plays matches of policies: one seat of the first policy against the others' seats, see README.md.

    python benchmarks/arena.py --games 400 --players 4 --modules all --one sensible --others frozen

The one sits at seat N modulo the number of players in game N, and each deal is played once from every seat. Results do not depend
on how a match is cut: `--from 100 --games 50 --json FILE` adds games 100 to 149 to a file, and `--sum FILE...` reports them.
`--at-random choose-seat seal` has the others answer these questions at random: so much is the policy's answer worth. Each game is
then played twice with the same luck, the second time with the one as the others: the difference in points is paired.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

from players import ALL

import stoneage_rules as sa
from stoneage_rules.play.game import Streams
from stoneage_rules.policies import Policy, make_policy

FROZEN = "frozen.sensible:make"
SECONDS = 5.0
"""Between two lines of progress."""


class Timed:
    """A policy whose CPU time is counted: of all its answers, and of placements alone."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.placements = self.decisions = 0
        self.placing = self.total = 0.0

    def __call__(self, view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
        start = time.process_time()
        choice = self.policy(view, legal)
        used = time.process_time() - start
        self.total += used
        self.decisions += 1
        if legal[0].kind == "place":
            self.placing += used
            self.placements += 1
        return choice


class Played(NamedTuple):
    """One game, from the point of view of the one; times are CPU seconds of the one's policy."""

    number: int
    won: float
    """1 for a victory, a share for one that is shared."""
    points: int
    ahead: float
    """Points more than the mean of the others."""
    rounds: int
    placements: int
    placing: float
    total: float
    more_points: float = 0.0
    """Points more than with the answers at random, in the same game."""
    more_ahead: float = 0.0


def astray(policy: Policy, questions: Sequence[str], seed: int) -> Policy:
    """Returns a policy that answers some questions at random, named by their frames."""
    chance = random.Random(f"astray {seed}")

    def choose(view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
        if view.pending is not None and view.pending.kind in questions:
            return legal[int(chance.random() * len(legal))]
        return policy(view, legal)

    return choose


def play(rules: sa.Ruleset, one: str, others: str, number: int, at_random: Sequence[str] = ()) -> Played:
    """Plays a game by its number, and if there are questions to be answered at random, once more with the one as the others."""
    played = play_once(rules, one, others, number, at_random)
    if not at_random:
        return played
    other = play_once(rules, one, others, number, at_random, of_all=True)
    return played._replace(more_points=played.points - other.points, more_ahead=round(played.ahead - other.ahead, 2))


def play_once(
    rules: sa.Ruleset, one: str, others: str, number: int, at_random: Sequence[str] = (), *, of_all: bool = False
) -> Played:
    """Plays a game by its number; the others answer questions at random, or all seats do."""
    deal, seat = divmod(number, rules.players)
    seats = [make_policy(others, (number << 8) + other + 1) for other in range(rules.players)]
    timed = Timed(make_policy(one, number << 8))
    seats[seat] = timed
    for other in range(rules.players):
        if at_random and (of_all or other != seat):
            seats[other] = astray(seats[other], at_random, (number << 8) + other)
    state, chance, streams = rules.initial_state(), random.Random(deal), Streams(deal)
    while not state.is_over:
        if state.is_chance:
            state.apply(state.sample(streams.of(state) if at_random else chance))
            continue
        legal = state.legal()
        state.apply(legal[0] if len(legal) == 1 else seats[state.stack[-1][1]](state.view(state.stack[-1][1]), legal))
    scores, winners = state.scores, state.winners
    ahead = scores[seat] - mean(score for other, score in enumerate(scores) if other != seat)
    won = (seat in winners) / max(1, len(winners))
    return Played(number, won, scores[seat], round(ahead, 2), state.round, timed.placements, timed.placing, timed.total)


def wilson(share: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Returns the interval of 95 % for a share of games."""
    middle, wide = share + z * z / (2 * games), z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - wide) / scale, (middle + wide) / scale


def interval(differences: Sequence[float], z: float = 1.959964) -> str:
    """Says the mean of paired differences, with its interval of 95 %."""
    middle, wide = mean(differences), z * stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else float("inf")
    return f"{middle:+.2f} [{middle - wide:+.2f}, {middle + wide:+.2f}]"


def report(match: dict[str, Any], games: Sequence[Played]) -> str:
    """Says who won how often, with the interval, and what a placement took."""
    share = mean(game.won for game in games)
    low, high = wilson(share, len(games))
    placements = sum(game.placements for game in games) or 1
    at_random = paired = ""
    if match.get("at_random"):
        at_random = f" ({', '.join(match['at_random'])} at random)"
        points, ahead = (interval([getattr(game, name) for game in games]) for name in ("more_points", "more_ahead"))
        paired = f"; than at random {points} points, {ahead} ahead, {sum(game.more_points != 0 for game in games)} games differ"
    return (
        f"{match['one']} against {match['players'] - 1} x {match['others']}{at_random}, "
        f"modules {','.join(match['modules']) or 'none'}: "
        f"{len(games)} games, won {share:.1%} [{low:.1%}, {high:.1%}] (fair {1 / match['players']:.1%}), "
        f"{mean(game.points for game in games):.1f} points, {mean(game.ahead for game in games):+.1f} ahead, "
        f"{mean(game.rounds for game in games):.1f} rounds, "
        f"{1e6 * sum(game.placing for game in games) / placements:.0f} us CPU a placement, "
        f"{1e3 * mean(game.total for game in games):.1f} ms a game{paired}"
    )


def summed(paths: Sequence[Path]) -> str:
    """Reports the games of files, which must be of one match; a game in several counts once."""
    lines = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    matches = [line for line in lines if isinstance(line, dict)]
    if not matches or any(match != matches[0] for match in matches):
        raise SystemExit(f"no games, or games of several matches: {matches}")
    games = {line[0]: Played(*line) for line in lines if isinstance(line, list)}
    return report(matches[0], [*games.values()])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Plays matches of policies, seats rotated.")
    parser.add_argument("--one", default="sensible", help="the policy of one seat: frozen, or any name of make_policy")
    parser.add_argument("--others", default="frozen", help="the policy of all other seats")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--modules", default="none", help="all, none, or ids with commas")
    parser.add_argument("--packs", nargs="*", default=[], help="folders of packs")
    parser.add_argument(
        "--at-random", nargs="*", default=[], help="questions that the others answer at random, as `pending.kind`"
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the number of the first game")
    parser.add_argument("--json", type=Path, help="a file to which the games are added, a line each")
    parser.add_argument("--sum", type=Path, nargs="+", help="play nothing: report the games of these files")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    if asked.sum:
        print(summed(asked.sum))
        return
    modules = {"all": ALL, "none": ()}.get(asked.modules, tuple(asked.modules.split(",")))
    match = {"one": asked.one, "others": asked.others, "players": asked.players, "modules": [*modules], "packs": asked.packs}
    match |= {"at_random": asked.at_random} if asked.at_random else {}
    rules = sa.load(players=asked.players, modules=[*modules, *asked.packs])
    one, others = ({"frozen": FROZEN}.get(name, name) for name in (asked.one, asked.others))
    games: list[Played] = []
    kept = asked.json.open("a", encoding="utf-8") if asked.json else None
    if kept:
        print(json.dumps(match), file=kept, flush=True)
    shown = time.monotonic()
    for number in range(asked.start, asked.start + asked.games):
        games.append(play(rules, one, others, number, asked.at_random))
        if kept:
            print(json.dumps(games[-1]), file=kept, flush=True)
        if time.monotonic() - shown > SECONDS:
            shown = time.monotonic()
            low, high = wilson(mean(game.won for game in games), len(games))
            progress = f"{len(games)} of {asked.games} games, won {mean(game.won for game in games):.0%} [{low:.0%}, {high:.0%}]"
            print(progress, file=sys.stderr, flush=True)
    print(report(match, games))


if __name__ == "__main__":
    main()
