"""A random game of a pack that is tried: what was used in it, and everything that is not as it must be in any game.

At which tables such games are played is in `trying`, what follows from them in `packs`.
"""

from __future__ import annotations

import json
from typing import Any

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.testing.playing import LONGEST, RandomGame

__all__ = ["PlayedGame", "Record"]

SAVED_EVERY = 60
"""Of so many states of a game one is saved and read again."""

Record = tuple[str, str]
"""Kind and name of a record."""


class PlayedGame:
    """One random game: what was used in it, and everything that is not as it must be in any game."""

    def __init__(self, rules: Ruleset, table: str, seed: int) -> None:
        self.rules = rules
        self.table = table
        self.name = f"{table}, seed {seed}"
        self.used: set[Record] = set()
        """Locations with figures, and items that became a seat's."""
        self.problems: list[str] = []
        self.saved = 0
        """How many states were saved and read again."""
        self.unsaved: list[str] = []
        """What is wrong with them."""
        self.laid: set[Record] = set()
        """Items that lay open."""
        self.owned_kinds: set[str] = set()
        """Kinds of item of which a seat had one."""
        self.game = RandomGame(rules, seed, self._listen)
        self._play()

    def _listen(self, state: State, event: tuple[Any, ...]) -> None:
        if event[0] == "put":
            self.used.add(self.rules.places[event[2]].record)
        elif event[0] in ("own", "own-hidden"):
            self.used.add(record := self._record(event[2]))
            self.owned_kinds.add(record[0])
        elif event[0] == "lay":
            self.laid.add(self._record(event[3]))

    def _record(self, item: int) -> Record:
        made = self.rules.items[item]
        return self.rules.kinds[made.kind], made.id

    def _play(self) -> None:
        game = self.game
        while not game.state.is_over and len(game.steps) < LONGEST:
            before = game.state.key()
            if not game.state.is_chance and not game.state.legal():
                self.problems.append(f"{self.name}: after {len(game.steps)} steps seat {game.state.seat} has no choice at all")
                return
            if game.state.key() != before:
                self.problems.append(f"{self.name}: after {len(game.steps)} steps, asking for the choices changed the game")
                return
            if len(game.steps) % SAVED_EVERY == 0:
                self._save()
            game.step()
        self._end()

    def _save(self) -> None:
        state = self.game.state
        self.saved += 1
        try:
            again = self.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
            problem = "" if again == state else "it is read as another one"
        except StoneAgeError as error:
            problem = f"it cannot be read: {error}"
        if problem:
            self.unsaved.append(f"{self.name}: saved after {len(self.game.steps)} steps, {problem}")

    def _end(self) -> None:
        state = self.game.state
        if not state.is_over:
            self.problems.append(f"{self.name}: not over after {LONGEST} steps, in round {state.round}")
        elif state.legal() or not state.winners:
            self.problems.append(f"{self.name}: over, but with actions left or without winners")

    def replay(self) -> str:
        """Plays the game again from its texts; what is wrong, or nothing."""
        state = self.rules.initial_state()
        for _, answer in self.game.steps:
            state.apply(self.rules.parse(answer.text))
        return "" if state == self.game.state else f"{self.name}: played again from its notation it ends otherwise"
