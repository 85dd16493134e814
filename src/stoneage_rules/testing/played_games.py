"""Plays random games of a pack under test, and records the content used and the problems found."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.testing.messages import raised
from stoneage_rules.testing.random_games import LONGEST, RandomGame
from stoneage_rules.testing.secrecy import leaks
from stoneage_rules.text.wording import counted

__all__ = ["PlayedGame", "RecordKey"]

SAVED_EVERY = 60
"""The number of steps between states that are saved and read again."""

OFTEN = 3
"""How often secrets are looked for at each kind of question, from its first one in a game."""

RecordKey = tuple[str, str]
"""The kind and name of a record."""


class PlayedGame:
    """A random game, with the content used and the problems found."""

    def __init__(self, rules: Ruleset, table: str, seed: int) -> None:
        self.rules = rules
        self.table = table
        self.name = f"{table}, seed {seed}"
        self.used: set[RecordKey] = set()
        """Locations with figures, and items that became a seat's."""
        self.problems: list[str] = []
        self.saved = 0
        """The number of states that were saved and read again."""
        self.unsaved: list[str] = []
        """The problems of these states."""
        self.laid: set[RecordKey] = set()
        """Items that lay face up."""
        self.owned_kinds: set[str] = set()
        """Kinds of item of which a seat owned one."""
        self.chosen = False
        """True if any seat had several options to choose from."""
        self.told: set[int] = set()
        """The kinds of question whose facts have been asked for, by their handlers."""
        self.asked: Counter[int] = Counter()
        """How often each kind of question has come up."""
        self.probed = 0
        """The number of states in which secrets were looked for."""
        self.leaked: list[str] = []
        """The problems of these states."""
        self._source = random.Random(seed)
        self.game: RandomGame | None = None
        try:
            self.game = RandomGame(rules, seed, self._listen)
            self._play(self.game)
        except Exception as error:  # content and plugins can make the kernel raise anything
            self.problems.append(f"{self.name}: it breaks off after {self._steps}: {raised(error)}")

    def _listen(self, state: State, event: tuple[Any, ...]) -> None:
        if event[0] == "put":
            self.used.add(self.rules.places[event[2]].record)
        elif event[0] in ("own", "own-hidden"):
            self.used.add(record := self._record(event[-1]))
            self.owned_kinds.add(record[0])
        elif event[0] == "turn-up":
            self.used.add(self._record(event[2]))
        elif event[0] == "lay":
            self.laid.add(self._record(event[3]))
            if not (place := self.rules.places[event[2]]).circles:
                self.used.add(place.record)

    def _record(self, item: int) -> RecordKey:
        return self.rules.kinds[self.rules.items[item].kind], self.rules.item_ids[item]

    @property
    def _steps(self) -> str:
        """The number of steps, in words."""
        return counted(len(self.game.steps) if self.game else 0, "step")

    def _play(self, game: RandomGame) -> None:
        while not game.state.is_over and len(game.steps) < LONGEST:
            before = game.state.key()
            legal = game.state.legal()
            self.chosen |= len(legal) > 1
            self._tell(game.state)
            if not game.state.is_chance and not legal:
                self.problems.append(f"{self.name}: after {len(game.steps)} steps seat {game.state.seat} has no choice at all")
                return
            if game.state.key() != before:
                self.problems.append(f"{self.name}: after {len(game.steps)} steps, asking for the choices changed the game")
                return
            if len(game.steps) % SAVED_EVERY == 0:
                self._save(game)
            self._look_for_leaks(game)
            game.step()
        self._end(game.state)

    def _tell(self, state: State) -> None:
        """Asks for the facts of a question and the words for its answers, when the first of its kind comes up."""
        kind = state.stack[-1][0]
        if kind not in self.told:
            self.told.add(kind)
            asked = state.pending
            json.dumps(asked and asked.to_dict())
            for answer in state.legal() or [outcome for outcome, _ in state.outcomes()]:
                self.rules.describe(answer, state)

    def _look_for_leaks(self, game: RandomGame) -> None:
        """Looks for secrets that get out when a question of its kind comes up early, and now and then."""
        self.asked[game.state.stack[-1][0]] += 1
        if self.asked[game.state.stack[-1][0]] > OFTEN and len(game.steps) % SAVED_EVERY:
            return
        self.probed += 1
        try:
            found = list(leaks(game.state, self._source))
        except Exception as error:  # as above
            found = [f"a view cannot be asked: {raised(error)}"]
        self.leaked += [f"{self.name}: after {len(game.steps)} steps, {leak}" for leak in found]

    def _save(self, game: RandomGame) -> None:
        state = game.state
        self.saved += 1
        try:
            again = self.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
            problem = "" if again == state else "it is read as another one"
        except Exception as error:  # as above
            problem = f"it cannot be read: {raised(error)}"
        if problem:
            self.unsaved.append(f"{self.name}: saved after {len(game.steps)} steps, {problem}")

    def _end(self, state: State) -> None:
        if not state.is_over:
            self.problems.append(f"{self.name}: not over after {LONGEST} steps, in round {state.round}")
        elif state.legal() or not state.winners:
            self.problems.append(f"{self.name}: over, but with actions left or without winners")
        elif not self.chosen:
            self.problems.append(f"{self.name}: it ends before anybody has chosen anything")

    def replay(self) -> str:
        """Replays the game from its notation; returns the problem, or an empty text if there is none."""
        if self.game is None:
            return f"{self.name}: it cannot be played again: it does not begin"
        step = "the beginning"
        try:
            state = self.rules.initial_state()
            for number, (_, answer) in enumerate(self.game.steps, 1):
                step = f"step {number}, `{answer.text}`"
                state.apply(self.rules.parse(answer.text))
        except Exception as error:  # as above
            return f"{self.name}: it cannot be played again: at {step}: {raised(error)}"
        return "" if state == self.game.state else f"{self.name}: played again from its notation it ends otherwise"
