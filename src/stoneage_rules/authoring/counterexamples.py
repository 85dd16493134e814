"""Counterexamples: games in which a property does not hold, made shorter, and written in the words of scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from stoneage_rules.authoring.positions import play, position, position_of
from stoneage_rules.authoring.scenario_schema import SET_UP
from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import RandomSource, State
from stoneage_rules.text import counted, written

IN_A_LINE = 4
"""The number of steps that share a line."""


@attrs.frozen
class Failure:
    """A game in which an `always` claim does not hold."""

    players: int
    """How many play."""
    seed: int
    """The seed of the random game in which the fault was found."""
    round: int
    """The round in which the claim does not hold."""
    problem: str
    """The row that does not hold, and its number."""
    actions: tuple[str, ...]
    """All steps from the set-up on, in the form of `do` in scenarios."""
    given: Mapping[str, Any] = attrs.field(factory=lambda: {"phase": SET_UP})
    """The position in which the last round begins, as `given` of a scenario; the set-up if no position is equal to it."""
    do: tuple[str, ...] = ()
    """The steps from that position to the fault."""
    found_after: int = 0
    """The number of steps of the game in which the fault was found."""

    def __str__(self) -> str:
        head = f"{self.players} players, seed {self.seed}, round {self.round}: {self.problem}"
        found = f"found after {counted(self.found_after, 'step')}" if self.found_after > len(self.actions) else ""
        reached = f"reached in {counted(len(self.actions), 'step')}{found and f' ({found})'}"
        return "\n".join([head, f"{reached}; as a scenario:", *(f"    {line}".rstrip() for line in self.scenario())])

    def scenario(self) -> Iterator[str]:
        """Yields the lines of a scenario that leads to the fault."""
        yield "[[scenario]]"
        yield f"name = {written(self.problem)}"
        yield f"table = {{ players = {self.players} }}"
        for key, value in self.given.items():
            by_seat = {f"seats.{seat}": facts for seat, facts in value.items()} if key == "seats" else {key: value}
            yield from (f"given.{path} = {written(facts)}" for path, facts in by_seat.items())
        steps = [written(step) for step in self.do]
        lines = (", ".join(steps[start : start + IN_A_LINE]) for start in range(0, len(steps), IN_A_LINE))
        yield from ("do = [", *(f"    {line}," for line in lines), "]") if steps else ()


# --- shorter games ------------------------------------------------------------------------------------------------


class Numbers:
    """A source of chance that gives listed numbers, then those of another source, or 0 for the first option; it keeps all.

    Args:
        listed: the numbers that come first.
        further: the source of all further numbers.
    """

    def __init__(self, listed: Sequence[float] = (), further: RandomSource | None = None) -> None:
        self.listed = listed
        self.further = further
        self.given: list[float] = []

    def random(self) -> float:
        """Returns the next number, from 0 up to, but not including, 1."""
        count = len(self.given)
        rest = self.further.random() if self.further else 0.0
        self.given.append(self.listed[count] if count < len(self.listed) else rest)
        return self.given[-1]


@attrs.frozen
class Found:
    """A failure, with the numbers that decided its game."""

    failure: Failure
    numbers: Sequence[float]

    @property
    def size(self) -> tuple[int, int]:
        """The number of steps, then of those that are not the first option."""
        return len(self.failure.actions), sum(map(bool, self.numbers))


Replay = Callable[[Sequence[float], int], Found | None]
"""Plays the game that numbers decide, for so many steps at the most, until the claim fails."""


def shrunk(found: Found, replay: Replay, has_time: Callable[[], bool]) -> Found:
    """Returns the smallest failing game that is found in time: first by leaving numbers out, then by making them 0."""
    before = None
    while before is not found and has_time():
        before = found
        for fill in (False, True):
            size = len(found.numbers)
            while size and has_time():
                found = _without_runs(found, size, fill, replay, has_time)
                size //= 2
    return found


def _without_runs(found: Found, size: int, fill: bool, replay: Replay, has_time: Callable[[], bool]) -> Found:
    """Leaves out each run of so many numbers, or makes it 0, wherever the smaller game fails, too."""
    start = 0
    while start + size <= len(found.numbers) and has_time():
        numbers = [*found.numbers]
        numbers[start : start + size] = [0.0] * (size * fill)
        tried = replay(numbers, len(found.failure.actions)) if numbers != found.numbers else None
        if tried is not None and tried.size < found.size:
            found = tried
        else:
            start += size
    return found


# --- positions ----------------------------------------------------------------------------------------------------


def from_last_round(rules: Ruleset, failure: Failure) -> Failure:
    """Returns a failure with the position in which its last round begins, if words can say it, and the steps from there."""
    state = rules.initial_state()
    begun, start = 0, state.copy()
    for index, step in enumerate(failure.actions):
        if state.round != start.round:
            begun, start = index, state.copy()
        play(state, step)
    given = _given(rules, start)
    if given is None:
        return attrs.evolve(failure, do=failure.actions)
    return attrs.evolve(failure, given=given, do=failure.actions[begun:])


def _given(rules: Ruleset, state: State) -> dict[str, Any] | None:
    """Returns the fewest facts that make a position of a state, or none if no position is equal to it."""
    given = position_of(state)
    for facts in given["seats"].values():
        del facts["at_home"]
    return _fewest(given, lambda fewer: _is_position(rules, fewer, state)) if _is_position(rules, given, state) else None


def _fewest(facts: Mapping[str, Any], suffice: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Returns facts without those that are not needed, the outer ones first."""
    kept = dict(facts)
    for key, value in facts.items():
        if suffice({other: kept[other] for other in kept if other != key}):
            del kept[key]
        elif isinstance(value, Mapping):
            kept[key] = _fewest(value, partial(_suffices_at, kept, key, suffice))
    return kept


def _suffices_at(facts: dict[str, Any], key: str, suffice: Callable[[dict[str, Any]], bool], value: dict[str, Any]) -> bool:
    return suffice({**facts, key: value})


def _is_position(rules: Ruleset, given: Mapping[str, Any], state: State) -> bool:
    try:
        return position(rules, given) == state
    except StoneAgeError:
        return False
