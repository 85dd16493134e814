"""Plays random games and checks the claims of properties in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.testing.moments import END_OF_PHASE, START_OF_PHASE
from stoneage_rules.testing.names import Names
from stoneage_rules.testing.property_schema import Claim
from stoneage_rules.testing.quantity_rows import faults_of_rows, rows_of, unmet
from stoneage_rules.testing.random_games import LONGEST, RandomGame
from stoneage_rules.text.wording import counted

__all__ = ["Failure", "Watch", "play_watched", "too_long", "unknown_in_claim"]

SHOWN = 12
"""Maximum number of steps shown before a failure."""


@attrs.frozen
class Failure:
    """A game in which an `always` claim does not hold."""

    players: int
    seed: int
    round: int
    problem: str
    """The row that does not hold, and its number."""
    actions: tuple[str, ...]
    """All steps from the set-up on, in the form of `do` in scenarios."""
    scenario: str = ""
    """The position at the last decision before it, as the lines of a scenario."""

    def __str__(self) -> str:
        last = self.actions[-SHOWN:]
        before = len(self.actions) - len(last)
        lines = [
            f"{self.players} players, seed {self.seed}, round {self.round}: {self.problem}",
            f"after {counted(len(self.actions), 'step')}" + (f", of which the last {len(last)} are" if before else ""),
            *(f"    {action}" for action in last),
            *(["a scenario that begins there:", *self.scenario.splitlines()] if self.scenario else []),
        ]
        return "\n".join(lines)


class Watch:
    """Checks one claim in the games of one table.

    Args:
        claim: the claim, with its moment.
        sometime: whether it must hold at least once, instead of always.
        games: the number of games in which it is checked.
        rules: the rules of the table.
    """

    def __init__(self, claim: Claim, sometime: bool, games: int, rules: Ruleset) -> None:
        self.rules = rules
        self.sometime = sometime
        self.wanted = games
        self.moment, _, phase = str(claim.at).partition(" ")
        self.phase = [phase.id for phase in rules.phases].index(phase.strip()) if phase else -1
        self.rows = rows_of(rules, claim.meets)
        self.moments = 0
        self.games = 0
        self.held = False
        """True once the claim has held at some moment."""
        self.failure: Failure | None = None
        """The shortest game so far in which an `always` claim did not hold."""

    def looks_on(self, seed: int, steps: int) -> bool:
        """Returns whether a game can still change the result after a number of steps."""
        if seed >= self.wanted or (self.sometime and self.held):
            return False
        return self.failure is None or steps < len(self.failure.actions)

    def look(self, game: RandomGame, moment: str, state: State, round: int, phase: int = -1) -> None:
        """Checks the claim in a state, if this is its moment."""
        if moment != self.moment or phase != self.phase or not self.looks_on(game.seed, len(game.steps)):
            return
        self.moments += 1
        if state.round != round:  # the next one has begun
            state = state.copy()
            state.round = round
        problem = next((problem for _, problem in unmet(self.rows, state)), "")
        self.held |= not problem
        if problem and not self.sometime:
            self.failure = Failure(self.rules.players, game.seed, round, problem, game.texts)


def unknown_in_claim(claim: Claim, rules: Ruleset, path: Path) -> Iterator[Fault]:
    """Yields the faults of a claim whose phase or quantities do not exist at a table."""
    moment, _, phase = str(claim.at).partition(" ")
    if phase:
        yield from Names(rules).name("phase", phase.strip(), (*path, "at"))
    yield from faults_of_rows(rules, claim.meets, (*path, "meets"))


def play_watched(rules: Ruleset, watches: Sequence[Watch]) -> int | None:
    """Plays the games of one table, each until no watch needs it.

    Returns:
        The seed of a game that does not end, if there is one.
    """
    for seed in range(max(watch.wanted for watch in watches)):
        looking = [watch for watch in watches if watch.looks_on(seed, 0)]
        if not looking:
            continue
        for watch in looking:
            watch.games += 1
        game = _watched(rules, seed, looking)
        while not game.state.is_over:
            if len(game.steps) >= LONGEST:
                return seed
            if not any(watch.looks_on(seed, len(game.steps)) for watch in looking):
                break
            game.step()
            if not game.state.is_chance and not game.state.is_over:
                _all_look(looking, game, "every-decision")
        if game.state.is_over:
            for watch in looking:
                watch.look(game, END_OF_PHASE, game.state, game.state.round, game.state.phase_index)
            _all_look(looking, game, "end-of-round")
            _all_look(looking, game, "end-of-game")
    return None


def too_long(seed: int) -> str:
    """Returns the problem of a game that does not end."""
    return f"the game with seed {seed} has not ended after {LONGEST} steps"


def _watched(rules: Ruleset, seed: int, watches: Sequence[Watch]) -> RandomGame:
    """Starts a game that calls the watches whenever a phase or a round begins."""
    early: list[tuple[Any, ...]] = []
    games: list[RandomGame] = []

    def listen(state: State, event: tuple[Any, ...]) -> None:
        if not games:
            early.append(event)
        elif event[0] == "round" and state.round > 1:
            for watch in watches:
                watch.look(games[0], "end-of-round", state, state.round - 1)
        elif event[0] == "phase":
            ended = (event[2] - 1) % len(rules.phases)
            for watch in watches:
                if state.round > 1 or event[2]:
                    watch.look(games[0], END_OF_PHASE, state, state.round - (event[2] == 0), ended)
                watch.look(games[0], START_OF_PHASE, state, state.round, event[2])

    games.append(game := RandomGame(rules, seed, listen))
    for event in early:
        listen(game.state, event)
    if not game.state.is_chance:
        _all_look(watches, game, "every-decision")
    return game


def _all_look(watches: Sequence[Watch], game: RandomGame, moment: str) -> None:
    for watch in watches:
        watch.look(game, moment, game.state, game.state.round)
