"""The loop of play with the rules taken out: how fast Python could go if rules were free.

A random game is written down as a script: how many options each choice had, how many numbers each chance event drew, and
how many steps followed. The script is then played by the library's own loop with handlers that do nothing else.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from players import WHOLE_GAME, Play, Player, play_out_player
from turns import Measure, Result
from workers import play_for, rules_of, warm_up

__all__ = ["limit_measure"]

DECISION, CHANCE, STEP = range(3)
GAMES = 5
WARM_UP_GAMES = 100
Frame = tuple[int, int, int, int, int]
Script = list[list[Frame]]
"""The frames that are pushed at the start and after each answer: steps last, so that they are taken off first."""


class Counted:
    """A source of chance that counts what it gave."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        self.drawn = 0

    def random(self) -> float:
        """Returns a number."""
        self.drawn += 1
        return self.source.random()


def script_of(rules: Any, seed: int) -> Script:
    """Plays a random game and writes down its choices, chance events and steps."""
    steps = counted_steps(rules)
    source = Counted(seed)
    script: Script = []
    state = rules.initial_state()
    while not state.is_over:
        before = source.drawn
        if state.is_chance:
            answer = state.sample(source)
            frame = (CHANCE, 0, 0, source.drawn - before, 0)
        else:
            legal = state.legal()
            answer = legal[int(source.random() * len(legal))]
            frame = (DECISION, 0, len(legal), 0, 0)
        script.append([frame, *((STEP, 0, 0, 0, 0) for _ in range(steps[0]))])
        steps[0] = 0
        state.apply(answer)
    script.append([(STEP, 0, 0, 0, 0) for _ in range(steps[0])])
    return script


def counted_steps(rules: Any) -> list[int]:
    """Has every step of these rules counted, in the one number of the list."""
    count = [0]

    def counted(step: Callable[..., None]) -> Callable[..., None]:
        def call(state: Any, frame: tuple[int, ...]) -> None:
            count[0] += 1
            step(state, frame)

        return call

    vars(rules)["steps"] = tuple(step and counted(step) for step in rules.steps)
    return count


def calls_of(play: Player) -> tuple[float, int]:
    """Returns the calls of Python functions for each choice, and the choices of a game."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    choices = sum(play(WHOLE_GAME).choices for _ in range(GAMES))
    sys.setprofile(None)
    return calls / choices, choices // GAMES


def nothing() -> None:
    """Does nothing."""


def empty_rules(most: int, calls: int) -> Any:
    """Makes rules whose handlers only push what the script says, and make so many calls of a function that does nothing."""
    options = [tuple(SimpleNamespace(kind="empty") for _ in range(number)) for number in range(most + 1)]

    def choose(state: Any, frame: Frame) -> tuple[Any, ...]:
        return options[frame[2]]

    def sample(state: Any, frame: Frame, draw: Callable[[], float]) -> None:
        for _ in range(frame[3]):
            draw()

    def resume(state: Any, frame: Frame, answer: Any) -> None:
        for _ in range(calls):
            nothing()
        state.stack += next(state.script)

    def step(state: Any, frame: Frame) -> None:
        return None

    tables = {"choices": (choose, None, None), "samplers": (None, sample, None), "resumes": (resume, resume, None)}
    return SimpleNamespace(anytime=0, steps=(None, None, step), **tables)


def script_player(scripts: list[Script], calls: int, seed: int) -> Player:
    """Plays scripts by the loop of `play_out`."""
    from stoneage_rules.kernel.frames import LONGEST
    from stoneage_rules.kernel.state import play_out

    most = max(frame[2] for script in scripts for frames in script for frame in frames)
    rules = empty_rules(most, calls)
    source = random.Random(seed)
    turn = 0

    def play(limit: int) -> Play:
        nonlocal turn
        script: Iterator[list[Frame]] = iter(scripts[turn % len(scripts)])
        turn += 1
        stack = [frame for frame in next(script) if frame[0] != STEP]
        state: Any = SimpleNamespace(rules=rules, stack=stack, script=script, round=1, unspent=[0], _legal=None, _options=None)
        return Play(state, play_out(state, source, float("inf"), LONGEST, None))

    return play


def limit_measure(table: str) -> Measure:
    """Makes a worker that plays scripts with nothing else, and with as many calls as the real game makes."""
    real = play_out_player(rules_of(table), 0)
    warm_up(real, WARM_UP_GAMES)
    real_calls, _ = calls_of(real)
    rules = rules_of(table)
    scripts = [script_of(rules, seed) for seed in range(GAMES)]
    bare_calls, _ = calls_of(script_player(scripts, 0, 0))
    answers = sum(map(len, scripts))
    choices = sum(frame[0] == DECISION for script in scripts for frames in script for frame in frames)
    more = round((real_calls - bare_calls) * choices / answers)

    def measure(seconds: float, seed: int) -> Result:
        empty = play_for(script_player(scripts, 0, seed), seconds / 2)
        called = play_for(script_player(scripts, more, seed), seconds / 2)
        return {
            "us_per_choice": empty["us_per_choice"],
            "us_with_calls": called["us_per_choice"],
            "calls_per_choice": real_calls,
        }

    return measure
