"""Property files: what must always, or at some time, be so in games played at random; in the words of the content.

What a number is called is in `facts`, how a game is played at random in `playing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.wording import counted
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table, table_error
from stoneage_rules.packs.findings.faults import Fault, unknown_word
from stoneage_rules.packs.findings.report import refusal
from stoneage_rules.packs.reading.find import Source, read_source
from stoneage_rules.packs.reading.spans import Path as TomlPath
from stoneage_rules.packs.records.structure import structurer_for
from stoneage_rules.packs.records.values import value_faults
from stoneage_rules.testing.names import unknown_statements
from stoneage_rules.testing.property_numbers import Fact, Range, SeatFacts, place_facts
from stoneage_rules.testing.property_schema import PHASE, PropertyEntry, PropertyFile, claim_faults
from stoneage_rules.testing.random_games import LONGEST, RandomGame
from stoneage_rules.testing.scenario import PROPERTIES
from stoneage_rules.testing.test_tables import EntrySettings
from stoneage_rules.testing.vacuous import idle_properties

__all__ = ["Failure", "Property", "PropertyResult", "read_properties", "run_properties"]

Loader = Callable[[Table], Ruleset]

SHOWN = 12
"""How many of the steps that led to a failure its text shows."""


# --- properties and their results -------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Property:
    """One property of a file, not yet looked at."""

    name: str
    rules: tuple[str, ...]
    """Ids of the statements that it is about."""
    table: Table
    _entry: PropertyEntry
    _source: Source
    _index: int

    @property
    def where(self) -> str:
        """`file:line` of its name."""
        return f"{self._source.file}:{self._source.span(('property', self._index, 'name')).line}"

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts for which games are played."""
        return tuple(self._source.data["property"][self._index].get("for", {}).get("players", (self.table.players,)))

    @property
    def games(self) -> int:
        """How many games are played for each player count."""
        return self._entry.for_.games

    @property
    def word(self) -> str:
        """`always` or `sometime`."""
        return "always" if self._entry.always is not None else "sometime"

    @property
    def claim(self) -> Mapping[str, Any]:
        """What must hold, and when, as it is written."""
        claim: Mapping[str, Any] = self._source.data["property"][self._index][self.word]
        return claim


@attrs.frozen
class Failure:
    """A game in which something that must always hold does not; the shortest that was found."""

    players: int
    seed: int
    round: int
    problem: str
    """Who has what, and what is wanted."""
    actions: tuple[str, ...]
    """All that was done from the set-up on, as scenarios write it under `do`."""

    def __str__(self) -> str:
        last = self.actions[-SHOWN:]
        before = len(self.actions) - len(last)
        lines = [
            f"{self.players} players, seed {self.seed}, round {self.round}: {self.problem}",
            f"after {counted(len(self.actions), 'step')}" + (f", of which the last {len(last)} are" if before else ""),
            *(f"    {action}" for action in last),
        ]
        return "\n".join(lines)


@attrs.frozen
class PropertyResult:
    """What came of a property."""

    subject: Property
    games: int
    """How many games were played."""
    moments: int
    """How often the moment came at which it is looked at."""
    failure: Failure | None = None
    problem: str = ""
    """What else is wrong: the moment never came, or what must be so at some time never was."""

    @property
    def passed(self) -> bool:
        """Whether it holds, and was looked at."""
        return self.failure is None and not self.problem

    def __str__(self) -> str:
        mark = "ok" if self.passed else "FAILED"
        played = f"{counted(self.games, 'game')}, {counted(self.moments, 'moment')}"
        lines = [f"{mark}  {self.subject.where}: {self.subject.name} ({played})"]
        told = str(self.failure) if self.failure is not None else self.problem
        return "\n".join([*lines, *(f"    {line}" for line in told.splitlines())])


def run_properties(path: str | Path, *, load: Loader = load) -> list[PropertyResult]:
    """Looks at every property of a file, or of the property files of a folder.

    Raises:
        ContentError: a file or a table cannot be read, or a word is unknown there.
    """
    results: list[PropertyResult] = []
    for group in _by_file(read_properties(path)):
        results += _run_file(group, load)
    return results


def read_properties(path: str | Path) -> tuple[Property, ...]:
    """The properties of a file, or of all files `properties.toml` of a folder.

    Raises:
        ContentError: a file cannot be read, or says what no property can say.
    """
    path = Path(path)
    files = sorted(path.rglob(PROPERTIES)) if path.is_dir() else [path]
    return tuple(found for file in files for found in _read_file(file))


def _by_file(properties: Iterable[Property]) -> list[list[Property]]:
    files: dict[str, list[Property]] = {}
    for found in properties:
        files.setdefault(found._source.file, []).append(found)
    return list(files.values())


# --- reading ----------------------------------------------------------------------------------------------------


def _read_file(path: Path) -> Iterator[Property]:
    source, found, text = read_source(path, str(path))
    if source is None:
        raise refusal(found, {str(path): text})
    made, faults = structurer_for({}, {}).structure(source.data, PropertyFile)
    faults = faults or [*value_faults(made, ()), *_idle(source.data.get("property", []))]
    if faults:
        raise table_error(faults, source)
    for index, entry in enumerate(made.property):
        table = EntrySettings(source, "property", index).table
        yield Property(entry.name, entry.rules, table, entry, source, index)


def _idle(entries: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """Properties that claim nothing, or of which no game would tell."""
    yield from claim_faults(entries)
    yield from idle_properties(entries)


class _Watch:
    """One property at one table: tells when its moment has come, and what is not as it says."""

    def __init__(self, subject: Property, rules: Ruleset) -> None:
        self.subject = subject
        self.rules = rules
        self.faults: list[Fault] = []
        claim = subject.claim
        path: TomlPath = ("property", subject._index, subject.word)
        self.moment, _, phase = claim["at"].partition(" ")
        self.phase = self._phase(phase.strip(), (*path, "at")) if self.moment == PHASE else -1
        self.faults += unknown_statements(rules, subject.rules, ("property", subject._index, "rules"))
        seats = SeatFacts(rules)
        self.all = self._facts(seats.read(claim.get("all_players", {}), (*path, "all_players")))
        self.some = self._facts(seats.read(claim.get("some_player", {}), (*path, "some_player")))
        self.together = self._facts(seats.read(claim.get("together", {}), (*path, "together")))
        self.places = self._facts(place_facts(rules, claim.get("figures_on", {}), (*path, "figures_on")))
        self.round = Range(**claim.get("round", {}))
        self.seats = range(rules.players)
        self.moments = 0
        self.games = 0
        self.held = False
        """Whether it held at any moment."""
        self.best: Failure | None = None

    def _phase(self, id: str, path: TomlPath) -> int:
        phases = [phase.id for phase in self.rules.phases]
        if id in phases:
            return phases.index(id)
        self.faults.append(unknown_word("SA203", "a phase that does not exist", id, phases, "phase", path=path))
        return -1

    def _facts(self, read: Iterable[Fact | Fault]) -> list[Fact]:
        facts = list(read)
        self.faults += [fact for fact in facts if isinstance(fact, Fault)]
        return [fact for fact in facts if isinstance(fact, Fact)]

    # --- what is not so -----------------------------------------------------------------------------------------

    def problem(self, state: State, round: int) -> str:
        """What is not as the claim says; empty if it holds."""
        return next(self._problems(state, round), "")

    def _problems(self, state: State, round: int) -> Iterator[str]:
        if not self.round.has(round):
            yield f"this is round {round}, {self.round} is wanted"
        for fact in self.all:
            for seat in self.seats:
                if not fact.bounds.has(value := fact.read(state, seat)):
                    yield f"seat {seat} has {fact.name} {value}, {fact.bounds} is wanted"
        for fact in self.together:
            if not fact.bounds.has(value := sum(fact.read(state, seat) for seat in self.seats)):
                yield f"all seats together have {fact.name} {value}, {fact.bounds} is wanted"
        for fact in self.places:
            if not fact.bounds.has(value := fact.read(state, 0)):
                yield f"{fact.name}: {value}, {fact.bounds} is wanted"
        if self.some and not any(all(fact.bounds.has(fact.read(state, seat)) for fact in self.some) for seat in self.seats):
            found = "; ".join(f"{fact.name} {[fact.read(state, seat) for seat in self.seats]}" for fact in self.some)
            yield f"no seat is as it should be; by seat they have {found}"

    # --- in a game ----------------------------------------------------------------------------------------------

    def looks_on(self, seed: int, steps: int) -> bool:
        """Whether a game of so many steps can still tell anything."""
        if seed >= self.subject.games or (self.subject.word == "sometime" and self.held):
            return False
        return self.best is None or steps < len(self.best.actions)

    def look(self, game: RandomGame, moment: str, state: State, round: int, phase: int = -1) -> None:
        """Looks at the state, if this is the moment."""
        if moment != self.moment or phase != self.phase or not self.looks_on(game.seed, len(game.steps)):
            return
        self.moments += 1
        problem = self.problem(state, round)
        self.held |= not problem
        if problem and self.subject.word == "always":
            self.best = Failure(self.rules.players, game.seed, round, problem, game.texts)


# --- running ----------------------------------------------------------------------------------------------------


def _run_file(properties: Sequence[Property], load: Loader) -> list[PropertyResult]:
    """All properties of a file; those at one table share its games."""
    watches: dict[str, list[_Watch]] = {}
    by_property: list[list[_Watch]] = []
    loaded: dict[str, Ruleset] = {}
    for found in properties:
        mine = []
        for spot, players in enumerate(found.players):
            table = attrs.evolve(found.table, players=players)
            key = repr(table.to_dict())
            if key not in loaded:
                loaded[key] = _loaded(found, spot, table, load)
            watch = _Watch(found, loaded[key])
            watches.setdefault(key, []).append(watch)
            mine.append(watch)
        by_property.append(mine)
    faults = [fault for mine in by_property for watch in mine for fault in watch.faults]
    if faults:
        raise table_error(faults, properties[0]._source)
    for key, group in watches.items():
        endless = _play(loaded[key], group)
        if endless is not None:
            return [PropertyResult(found, endless + 1, 0, problem=_too_long(endless)) for found in properties]
    return [_result(found, mine) for found, mine in zip(properties, by_property, strict=True)]


def _loaded(subject: Property, spot: int, table: Table, load: Loader) -> Ruleset:
    """The rules for one of a property's player counts, or what is wrong with the table and where that stands."""
    try:
        return load(table)
    except ContentError as error:
        own = spot if "players" in subject._source.data["property"][subject._index].get("for", {}) else None
        raise EntrySettings(subject._source, "property", subject._index, own).located(error, table) from None


def _too_long(seed: int) -> str:
    return f"the game with seed {seed} has not ended after {LONGEST} steps"


def _play(rules: Ruleset, watches: Sequence[_Watch]) -> int | None:
    """The games of one table, each as long as anybody looks on; the seed of a game that does not end."""
    for seed in range(max(watch.subject.games for watch in watches)):
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
            _all_look(looking, game, "end-of-round")
            _all_look(looking, game, "end-of-game")
    return None


def _watched(rules: Ruleset, seed: int, watches: Sequence[_Watch]) -> RandomGame:
    """A game that has the watches look when a phase or a round begins."""
    early: list[tuple[Any, ...]] = []
    games: list[RandomGame] = []

    def listen(state: State, event: tuple[Any, ...]) -> None:
        if not games:
            early.append(event)
        elif event[0] == "round" and state.round > 1:
            for watch in watches:
                watch.look(games[0], "end-of-round", state, state.round - 1)
        elif event[0] == "phase":
            for watch in watches:
                watch.look(games[0], PHASE, state, state.round, event[2])

    games.append(game := RandomGame(rules, seed, listen))
    for event in early:
        listen(game.state, event)
    if not game.state.is_chance:
        _all_look(watches, game, "every-decision")
    return game


def _all_look(watches: Sequence[_Watch], game: RandomGame, moment: str) -> None:
    for watch in watches:
        watch.look(game, moment, game.state, game.state.round)


def _result(subject: Property, watches: Sequence[_Watch]) -> PropertyResult:
    games, moments = sum(watch.games for watch in watches), sum(watch.moments for watch in watches)
    failures = [watch.best for watch in watches if watch.best is not None]
    problem = ""
    if subject.word == "sometime" and not any(watch.held for watch in watches):
        problem = f"this was so at none of {counted(moments, 'moment')} in {counted(games, 'game')}"
    elif not moments:
        problem = "the moment never came, so nothing was looked at"
    shortest = min(failures, key=lambda failure: len(failure.actions), default=None)
    return PropertyResult(subject, games, moments, shortest, problem)
