"""Properties: their reader, and the games where they must hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby, takewhile
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import attrs

from stoneage_rules.authoring.counterexamples import Failure, Numbers, from_last_round, shrunk
from stoneage_rules.authoring.property_schema import Claim, PropertyFile, bound_rows, faults_of_rows, unmet, vacuous_properties
from stoneage_rules.authoring.random_games import RandomGame
from stoneage_rules.authoring.scenario import (
    PROPERTIES,
    EntrySettings,
    FileEntry,
    FileSettings,
    Loader,
    loading_once,
    read_entries,
)
from stoneage_rules.authoring.scenario_schema import END_OF_GAME, EVERY_DECISION, Moments
from stoneage_rules.errors import ContentError, StoneAgeError
from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import RandomSource, State
from stoneage_rules.language.faults import Fault
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import table_error
from stoneage_rules.packs.parts import value_faults
from stoneage_rules.text import counted

# --- property games -----------------------------------------------------------------------------------------------
#
# Plays random games and checks the claims of properties in them.


class Watch:
    """Checks one claim in the games of one table.

    Args:
        claim: the claim, with its moment.
        sometime: whether it must hold at least once, instead of always.
        games: the number of games to check.
        rules: the rules of the table.
    """

    def __init__(self, claim: Claim, sometime: bool, games: int, rules: Ruleset) -> None:
        self.rules = rules
        self.sometime = sometime
        self.wanted = games
        self.moment = claim.at
        self.rows = bound_rows(rules, claim.meets)
        self.moments = 0
        self.games = 0
        self.held = False
        """True once the claim has held at some moment."""
        self.failure: Failure | None = None
        """The shortest game so far where an `always` claim failed."""

    def looks_on(self, seed: int, steps: int) -> bool:
        """Returns whether a game can still change the result after a number of steps."""
        if seed >= self.wanted or (self.sometime and self.held):
            return False
        return self.failure is None or steps < len(self.failure.actions)

    def look(self, game: RandomGame, moment: str, state: State) -> None:
        """Checks the claim in a state, if this is its moment."""
        if moment != self.moment or not self.looks_on(game.seed, len(game.steps)):
            return
        self.moments += 1
        problem = next((problem for _, problem in unmet(self.rows, state)), "")
        self.held |= not problem
        if problem and not self.sometime:
            self.failure = Failure(self.rules.players, game.seed, state.round, problem, game.texts)


class WatchedGame(RandomGame):
    """A random game that calls watches at every moment."""

    def __init__(self, rules: Ruleset, seed: int, watches: Sequence[Watch], source: RandomSource | None = None) -> None:
        self.watches = watches
        self.moments = Moments(self.look)
        super().__init__(rules, seed, self.moments.listen, source)

    def look(self, moment: str, state: State) -> None:
        """Has the watches check their claims in a state at a moment."""
        for watch in self.watches:
            watch.look(self, moment, state)

    def play(self, most: int = LONGEST) -> bool:
        """Plays until the game ends or no watch needs it; returns False if neither is so after `most` steps."""
        while not self.state.is_over:
            if not self.state.is_chance:
                self.look(EVERY_DECISION, self.state)
            if len(self.steps) >= most:
                return False
            if not any(watch.looks_on(self.seed, len(self.steps)) for watch in self.watches):
                return True
            self.step()
        self.moments.tell_end(self.state)
        self.look(END_OF_GAME, self.state)
        return True


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
        if not WatchedGame(rules, seed, looking).play():
            return seed
    return None


# --- properties and their results -------------------------------------------------------------------------------
#
# Reads property files, whose claims must hold always or at least once, and checks them in random games.


@attrs.frozen(eq=False)
class Property(FileEntry):
    """A property of a file."""

    kind = "property"

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts of the games."""
        return self._entry.for_.players or (self.table.players,)

    @property
    def games(self) -> int:
        """The number of games for each player count."""
        return int(self._entry.for_.games)

    @property
    def word(self) -> str:
        """`always` or `sometime`."""
        return "always" if self._entry.always is not None else "sometime"

    @property
    def _claim(self) -> Claim:
        claim = self._entry.always or self._entry.sometime
        assert isinstance(claim, Claim)
        return claim

    def _unknown(self, rules: Ruleset) -> Iterator[Fault]:
        """Yields a fault for every name in it that does not exist at a table."""
        yield from super()._unknown(rules)
        yield from faults_of_rows(rules, self._claim.meets, (*self._path, self.word, "meets"))

    def _watch(self, rules: Ruleset) -> Watch:
        """Returns a watch that checks it in the games of a table."""
        return Watch(self._claim, self.word == "sometime", self.games, rules)


@attrs.frozen
class PropertyResult:
    """The result of checking a property."""

    subject: Property
    """The property that was checked."""
    games: int
    """The number of games that were played."""
    moments: int
    """The number of times that the claim was checked."""
    failure: Failure | None = None
    """The shortest game where the claim fails: its `players`, `seed`, `round`, `problem` and `actions`, its steps;
    `given`, the position at the start of the last round, and `do`, the steps from there."""
    problem: str = ""
    """Any other problem: the moment never occurred, or a `sometime` claim never held."""

    @property
    def passed(self) -> bool:
        """True if the claim holds, and was checked at least once."""
        return self.failure is None and not self.problem

    def __str__(self) -> str:
        mark = "ok" if self.passed else "FAILED"
        games = f"{counted(self.games, 'game')}, {counted(self.moments, 'moment')}"
        head = f"{mark}  {self.subject.where}: {self.subject.name} ({games})"
        return "\n    ".join([head, *str(self.failure or self.problem).splitlines()])


def run_properties(path: str | Path, *, load: Loader = load, settings: FileSettings | None = None) -> list[PropertyResult]:
    """Checks every property of a file, or of the property files of a folder.

    Raises:
        ContentError: a file or a table cannot be read, or a name does not exist at the table.
    """
    files = groupby(read_properties(path, settings=settings), key=lambda subject: subject._settings.file)
    return [result for _, properties in files for result in _run_file(list(properties), load)]


def read_properties(path: str | Path, *, settings: FileSettings | None = None) -> tuple[Property, ...]:
    """Reads the properties of a file, or of all files `properties.toml` of a folder.

    Raises:
        ContentError: a file cannot be read, or has an invalid key or value.
    """
    path = Path(path)
    files = sorted(path.rglob(PROPERTIES)) if path.is_dir() else [path]
    return tuple(subject for file in files for subject in _read_file(file, settings))


def _read_file(path: Path, settings: FileSettings | None) -> Iterator[Property]:
    for fields in read_entries(path, "property", PropertyFile, _faults, settings):
        yield Property(*fields)


def _faults(record: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
    yield from value_faults(record, ())
    yield from vacuous_properties(data.get("property", []))


# --- running ----------------------------------------------------------------------------------------------------


def _run_file(properties: Sequence[Property], load: Loader) -> list[PropertyResult]:
    """Checks all properties of a file; properties at the same table share its games."""
    load = loading_once(load)
    loaded = [(subject, _loaded(subject, index, load)) for subject in properties for index in range(len(subject.players))]
    faults = [fault for subject, rules in loaded for fault in subject._unknown(rules)]
    if faults:
        raise table_error(faults, properties[0]._settings.source)
    watches = [(subject, subject._watch(rules)) for subject, rules in loaded]
    by_table: dict[int, list[Watch]] = {}
    for _, watch in watches:
        by_table.setdefault(id(watch.rules), []).append(watch)
    for group in by_table.values():
        endless = play_watched(group[0].rules, group)
        if endless is not None:
            problem = f"the game with seed {endless} has not ended after {LONGEST} steps"
            return [PropertyResult(subject, endless + 1, 0, problem=problem) for subject in properties]
    return [_result(subject, [watch for other, watch in watches if other is subject], load) for subject in properties]


def _loaded(subject: Property, index: int, load: Loader) -> Ruleset:
    """Returns the rules for one of a property's player counts.

    Raises:
        ContentError: the table is invalid; the places are those of its settings.
    """
    table = attrs.evolve(subject.table, players=subject.players[index])
    try:
        return load(table)
    except ContentError as error:
        own = index if subject._entry.for_.players else None
        settings = subject._settings
        raise EntrySettings(settings.source, *subject._path, settings.settings, own).located(error, table) from None


def _result(subject: Property, watches: Sequence[Watch], load: Loader) -> PropertyResult:
    games, moments = sum(watch.games for watch in watches), sum(watch.moments for watch in watches)
    failing = [watch for watch in watches if watch.failure is not None]
    problem = ""
    if subject.word == "sometime" and not any(watch.held for watch in watches):
        problem = f"this was so at none of {counted(moments, 'moment')} in {counted(games, 'game')}"
    elif not moments:
        problem = "the moment never came, so nothing was looked at"
    failures = [_shortened(subject, watch, load) for watch in failing]
    shortest = min(failures, key=lambda failure: len(failure.actions), default=None)
    return PropertyResult(subject, games, moments, shortest, problem)


# --- shorter failures -------------------------------------------------------------------------------------------


SECONDS = 5.0
"""The time limit for shortening a failing game."""
SECONDS_FOR_FEWER = 1.0
"""The time limit for finding a failing game of fewer players."""
MOST_GAMES = 10_000
"""The most random games that are played meanwhile."""


def _shortened(subject: Property, failing: Watch, load: Loader) -> Failure:
    """Returns the failure of a watch, or a shorter one found in a few seconds, from the start of its last round."""
    failure, start = failing.failure, monotonic()
    assert failure is not None
    watch = subject._watch(failing.rules)
    shorter = _replayed(watch, failure.seed, _numbers(failure.seed), len(failure.actions))
    if shorter is None:
        return failure
    for fewer in _with_fewer_players(subject, failure.players, load):
        seeds = takewhile(lambda seed: monotonic() < start + SECONDS_FOR_FEWER, range(MOST_GAMES))
        other = next(filter(None, (_replayed(fewer, seed, _numbers(seed)) for seed in seeds)), None)
        if other is not None:
            watch, shorter = fewer, other
            break
    replay = partial(_replayed, watch, shorter.seed)
    shorter = shrunk(shorter, replay, lambda: monotonic() < start + SECONDS)
    return from_last_round(watch.rules, attrs.evolve(shorter, found_after=len(failure.actions)))


def _numbers(seed: int) -> Iterator[float]:
    """Yields the numbers of a seed, without end."""
    return iter(Random(seed).random, None)


def _replayed(watch: Watch, seed: int, numbers: Iterable[float], most: int = LONGEST) -> Failure | None:
    """Plays a game that numbers decide, for at most `steps` steps; returns its failure."""
    watch.failure, watch.wanted, source = None, seed + 1, Numbers(numbers)
    try:
        WatchedGame(watch.rules, seed, [watch], source).play(most)
    except StoneAgeError:  # of a plugin; it is found by the check of that
        return None
    return watch.failure and attrs.evolve(watch.failure, numbers=source.given)


def _with_fewer_players(subject: Property, players: int, load: Loader) -> Iterator[Watch]:
    """Yields watches at tables of fewer players; of those only that the property names, if it names some."""
    for count in subject._entry.for_.players or range(1, players):
        if count < players:
            with suppress(ContentError):
                rules = load(attrs.evolve(subject.table, players=count))
                if not any(subject._unknown(rules)):
                    yield subject._watch(rules)
