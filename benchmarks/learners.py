"""Measures masked and encoded steps beside bare ones: alone, within PettingZoo, and within Gymnasium.

A step is a choice of any seat, at random among its options; chance is played in between, and counts for nothing.
All loops take turns in one process, after games that are not timed, by CPU time.  Needs `pip install -e '.[learn]'`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from statistics import median

import stoneage_rules as sa
from stoneage_rules.learning.gymnasium import StoneAgeEnv
from stoneage_rules.learning.match import Match
from stoneage_rules.learning.pettingzoo import env as petting_zoo

MODULES = ["harsh-winter", "igloos", "style-is-the-goal", "wild-animals", "yucata"]
TABLES = {"base, 4 players": {"players": 4}, "all modules, 5 players": {"players": 5, "modules": MODULES}}
SEEDS = 10_000
Loop = Callable[[int], int]


def bare(rules: sa.Ruleset) -> Loop:
    """Steps by the library alone."""

    def play(seed: int) -> int:
        steps, state, chance, draw = 0, rules.initial_state(), random.Random(seed), random.Random(seed).random
        while not state.is_over:
            if state.is_chance:
                state.apply(state.sample(chance))
            else:
                legal = state.legal()
                state.apply(legal[int(draw() * len(legal))])
                steps += 1
        return steps

    return play


def encoded(rules: sa.Ruleset) -> Loop:
    """Each step with the vector of the seat's view and the mask of its actions, chosen by the mask."""
    match = Match(rules)

    def play(seed: int) -> int:
        draw = random.Random(seed).random
        match.begin(seed)
        while not match.state.is_over:
            match.vector(match.state.seat)
            numbers = match.mask().nonzero()[0]
            match.play(numbers[int(draw() * len(numbers))])
        return match.steps

    return play


def in_pettingzoo(rules: sa.Ruleset) -> Loop:
    """The same within PettingZoo's loop."""
    env = petting_zoo(rules)

    def play(seed: int) -> int:
        draw = random.Random(seed).random
        env.reset(seed=seed)
        while env.agents:
            seen, _, ended, cut, _ = env.last()
            numbers = seen["action_mask"].view(bool).nonzero()[0]
            env.step(None if ended or cut else numbers[int(draw() * len(numbers))])
        return env.unwrapped.match.steps

    return play


def in_gymnasium(rules: sa.Ruleset) -> Loop:
    """The same within Gymnasium's loop for one seat; the others play by the policy `random`, and see no vectors."""
    env = StoneAgeEnv(rules, policies="random")

    def play(seed: int) -> int:
        draw, over = random.Random(seed).random, False
        env.reset(seed=seed)
        while not over:
            numbers = env.action_masks().nonzero()[0]
            _, _, over, _, _ = env.step(numbers[int(draw() * len(numbers))])
        return env.match.steps

    return play


LOOPS = {"bare": bare, "encoded": encoded, "pettingzoo": in_pettingzoo, "gymnasium": in_gymnasium}


def speed(play: Loop, seed: int, seconds: float) -> float:
    """Returns the steps a second of CPU time."""
    begin, steps = time.process_time(), 0
    while time.process_time() - begin < seconds:
        steps += play(seed)
        seed += 1
    return steps / (time.process_time() - begin)


def main() -> None:
    """Prints steps a second, and how many times as long a step takes as a bare one: the median of all rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    told = {}
    for name, table in TABLES.items():
        plays = {loop: make(sa.load(table)) for loop, make in LOOPS.items()}
        for play in plays.values():
            speed(play, 0, 2 * options.seconds)
        rounds = [
            {loop: speed(play, SEEDS * (number + 1), options.seconds) for loop, play in plays.items()}
            for number in range(options.rounds)
        ]
        told[name] = {
            loop: {
                "steps a second": round(median(each[loop] for each in rounds)),
                "times a bare step": round(median(each["bare"] / each[loop] for each in rounds), 2),
            }
            for loop in LOOPS
        }
    if options.json:
        print(json.dumps(told, indent=2))
        return
    for name, loops in told.items():
        print(name)
        for loop, figures in loops.items():
            print(f"  {loop:12}" + "".join(f"{value:12,}  {what}" for what, value in figures.items()))


if __name__ == "__main__":
    main()
