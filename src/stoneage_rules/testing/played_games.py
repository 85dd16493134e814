"""Plays random games of a pack under test, and records the content used and the problems found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.play.game import Game
from stoneage_rules.play.playback import replay
from stoneage_rules.testing.invariants import (
    CHEAP,
    Invariant,
    asking_changes_nothing,
    copies_are_independent,
    legality_agrees,
    notation_reads_back,
    odds_are_certain,
    pickles_are_read_back,
    questions_can_be_told,
    saves_are_read_back,
    score_sheets_add_up,
    views_keep_secrets,
)
from stoneage_rules.testing.messages import raised
from stoneage_rules.testing.random_games import LONGEST, RandomGame
from stoneage_rules.text.wording import counted

__all__ = ["PROBES", "Looks", "PlayedGame", "RecordKey"]

EVERY = 151
"""The number of steps between states that are looked at in any case."""

OFTEN = 6
"""How often a state with each kind of question is looked at in the games of a pack, besides the first one at each table."""

PROBES: Mapping[str, Mapping[str, Invariant]] = {
    "holds": {**CHEAP, "score_sheets_add_up": score_sheets_add_up},
    "asks": {"asking_changes_nothing": asking_changes_nothing, "questions_can_be_told": questions_can_be_told},
    "odds": {"odds_are_certain": odds_are_certain},
    "legality": {"legality_agrees": legality_agrees, "notation_reads_back": notation_reads_back},
    "copies": {"copies_are_independent": copies_are_independent},
    "saves": {"saves_are_read_back": saves_are_read_back, "pickles_are_read_back": pickles_are_read_back},
    "secrets": {"views_keep_secrets": views_keep_secrets},
}
"""The invariants of a state by the check that tells of them."""

RecordKey = tuple[str, str]
"""The kind and name of a record."""


class Looks:
    """The states that were looked at in the games of a pack, by table and kind of question."""

    def __init__(self) -> None:
        self._at_tables: set[tuple[str, str]] = set()
        self._in_all: Counter[str] = Counter()

    def are_few(self, table: str, question: str) -> bool:
        """Returns True if no state with a kind of question was looked at yet at a table, or only some in all games."""
        return (table, question) not in self._at_tables or self._in_all[question] < OFTEN

    def add(self, table: str, question: str) -> None:
        """Counts a state that is looked at."""
        self._at_tables.add((table, question))
        self._in_all[question] += 1


class PlayedGame:
    """A random game, with the content used and the problems found.

    Args:
        rules: the rules of the game.
        table: the table, in a few words.
        seed: the seed of the game.
        looks: the states that were looked at in the games before; those of this game are added.
    """

    def __init__(self, rules: Ruleset, table: str, seed: int, looks: Looks | None = None) -> None:
        self.rules = rules
        self.table = table
        self.name = f"{table}, seed {seed}"
        self.used: set[RecordKey] = set()
        """Locations with figures, and items that became a seat's."""
        self.problems: list[str] = []
        self.probed = 0
        """The number of states that were looked at."""
        self.broken: dict[str, list[str]] = {check: [] for check in PROBES}
        """The problems of these states, by check; at most one of each for a game."""
        self.laid: set[RecordKey] = set()
        """Items that lay face up."""
        self.owned_kinds: set[str] = set()
        """Kinds of item of which a seat owned one."""
        self.chosen = False
        """True if any seat had several options to choose from."""
        self._looks = looks or Looks()
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
            if not (place := self.rules.places[event[2]]).room:
                self.used.add(place.record)

    def _record(self, item: int) -> RecordKey:
        return self.rules.kinds[self.rules.items[item].kind], self.rules.item_ids[item]

    @property
    def _steps(self) -> str:
        """The number of steps, in words."""
        return counted(len(self.game.steps) if self.game else 0, "step")

    def _play(self, game: RandomGame) -> None:
        while not game.state.is_over and len(game.steps) < LONGEST:
            legal = game.state.legal()
            self.chosen |= len(legal) > 1
            if not game.state.is_chance and not legal:
                self.problems.append(f"{self.name}: after {len(game.steps)} steps seat {game.state.seat} has no choice at all")
                return
            if self._is_due(game.state):
                self._look(game)
            game.step()
        self._look(game)
        self._end(game.state)

    def _is_due(self, state: State) -> bool:
        """Returns True for a state with a kind of question that has not been looked at often, and now and then."""
        assert self.game is not None
        question = self.rules.handlers[state.stack[-1][0]].name
        is_due = self._looks.are_few(self.table, question) or not len(self.game.steps) % EVERY
        if is_due:
            self._looks.add(self.table, question)
        return is_due

    def _look(self, game: RandomGame) -> None:
        """Asks every invariant of a state; those that have failed in this game are not asked again."""
        self.probed += 1
        state = game.state.copy()
        for check, invariants in PROBES.items():
            for name, invariant in invariants.items():
                if self.broken[check]:
                    break
                try:
                    invariant(state)
                except AssertionError as error:
                    self.broken[check].append(f"{self.name}: after {len(game.steps)} steps, {error}")
                except Exception as error:  # as above
                    self.broken[check].append(f"{self.name}: after {len(game.steps)} steps, {name}: {raised(error)}")

    def _end(self, state: State) -> None:
        if not state.is_over:
            self.problems.append(f"{self.name}: not over after {LONGEST} steps, in round {state.round}")
        elif state.legal() or not state.winners:
            self.problems.append(f"{self.name}: over, but with actions left or without winners")
        elif not self.chosen:
            self.problems.append(f"{self.name}: it ends before anybody has chosen anything")

    def replay_record(self) -> str:
        """Plays the game from its record; returns the problem, or an empty text if there is none."""
        if self.game is None:
            return ""
        try:
            game = Game(self.rules, 0, auto_chance=False)
            for _, answer in self.game.steps:
                game.play(answer)
            again = replay(str(game.record), rules=self.rules, allow_unfinished=True)
        except Exception as error:  # as above
            return f"{self.name}: its record cannot be played: {raised(error)}"
        return "" if again.state == self.game.state else f"{self.name}: played from its record it ends otherwise"

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
