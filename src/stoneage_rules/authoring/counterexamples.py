"""Counterexamples: games where a property fails, shortened, and written in the words of scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

import attrs

from stoneage_rules.authoring.positions import play, position, position_of
from stoneage_rules.authoring.scenario_schema import SET_UP
from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.text import counted, written

IN_A_LINE = 4
"""The number of steps that share a line."""


@attrs.frozen
class Failure:
    """A game where an `always` claim fails."""

    players: int
    """How many play."""
    seed: int
    """The seed of the random game with the fault."""
    round: int
    """The round where the claim fails."""
    problem: str
    """The row that does not hold, and its number."""
    actions: tuple[str, ...]
    """All steps from the set-up on, in the form of `do` in scenarios."""
    given: Mapping[str, Any] = attrs.field(factory=lambda: {"phase": SET_UP})
    """The position at the start of the last round, as `given` of a scenario; the set-up if no position equals it."""
    do: tuple[str, ...] = ()
    """The steps from that position to the fault."""
    found_after: int = 0
    """The number of steps of the game with the fault."""
    numbers: Sequence[float] = ()
    """The numbers that decided the game."""

    @property
    def size(self) -> tuple[int, int]:
        """The number of steps, then the number of steps that are not the first option."""
        return len(self.actions), sum(map(bool, self.numbers))

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
    """A source of chance that gives listed numbers, then 0 for the first option; it keeps all that it gives."""

    def __init__(self, numbers: Iterable[float]) -> None:
        self.numbers = iter(numbers)
        self.given: list[float] = []

    def random(self) -> float:
        """Returns the next number, from 0 up to, but not including, 1."""
        self.given.append(next(self.numbers, 0.0))
        return self.given[-1]


Replay = Callable[[Sequence[float], int], Failure | None]
"""Plays the game that numbers decide until the claim fails, for at most `steps` steps."""


def shrunk(failure: Failure, replay: Replay, has_time: Callable[[], bool]) -> Failure:
    """Returns the smallest failing game that is found in time: first by leaving runs of numbers out, then by making them 0."""
    before = None
    while before is not failure:
        before, sizes = failure, [2**power for power in reversed(range(len(failure.numbers).bit_length()))]
        for fill, size in product((0, 1), sizes):
            start = 0
            while start + size <= len(failure.numbers) and has_time():
                numbers = [*failure.numbers]
                numbers[start : start + size] = [0.0] * size * fill
                smaller = replay(numbers, len(failure.actions)) if numbers != failure.numbers else None
                if smaller and smaller.size < failure.size:
                    failure = smaller
                else:
                    start += size
    return failure


# --- positions ----------------------------------------------------------------------------------------------------


def from_last_round(rules: Ruleset, failure: Failure) -> Failure:
    """Returns a failure with the position at the start of its last round, if words can say it, and the steps from there."""
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


def _given(rules: Ruleset, state: State) -> Mapping[str, Any] | None:
    """Returns the facts that set a state apart from a usual one of its phase; all if these do not do; None if all do not."""
    facts = position_of(state)
    for seat in facts["seats"].values():
        del seat["at_home"]
    for known in ({"phase": facts["phase"]}, {}):
        with suppress(StoneAgeError):
            given = known | _beyond(facts, position_of(position(rules, known)) if known else {})
            if position(rules, given) == state:
                return given
    return None


def _beyond(facts: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the facts that differ from the usual ones."""
    return {
        key: _beyond(value, usual.get(key, {})) if isinstance(value, Mapping) else value
        for key, value in facts.items()
        if value != usual.get(key)
    }
