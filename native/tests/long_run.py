"""Plays the same seeds with the engine and without it, at random tables with random packs, until the time is over.

    python native/tests/long_run.py --minutes 60 [--seed 1]

Prints the games, the choices and the rulesets that were left to Python; the code is 1 if any game differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

import stoneage_rules as sa
from stoneage_rules.kernel import state as library
from stoneage_rules.kernel.state import bound_of

ROOT = Path(__file__).resolve().parents[2]
PACKS = sorted(path.parent for path in (ROOT / "content" / "stoneage_examples").glob("*/pack.toml"))
MODULES = ("harsh-winter", "igloos", "style-is-the-goal", "wild-animals", "yucata")


def play_out(state: sa.State, chance: random.Random, until_round: int, longest: int) -> int:
    """Plays a state on in Python."""
    return library.play_out(state, chance, until_round, longest, None)


def some_rules(chance: random.Random) -> sa.Ruleset | None:
    """Returns the rules of a random table with up to three example packs; None if these do not fit together."""
    modules = chance.sample(MODULES, chance.choice((0, 0, 1, 2, 5)))
    packs = chance.sample(PACKS, chance.choice((0, 1, 1, 2, 3)))
    try:
        return sa.load(players=chance.randint(1, 5), modules=[*modules, *map(str, packs)])
    except sa.StoneAgeError:
        return None


def differ(rules: sa.Ruleset, seed: int) -> tuple[bool, int]:
    """Returns whether a game differs, and its choices."""
    engine = rules.engine
    assert engine is not None
    ours, theirs = rules.initial_state(), rules.initial_state()
    our_chance, their_chance = random.Random(seed), random.Random(seed)
    try:
        choices = play_out(ours, our_chance, bound_of(None), 20_000)
    except sa.EndlessGame:
        return False, 0
    same = engine.play_out(theirs, their_chance, bound_of(None), 20_000) == choices
    same = same and ours == theirs and ours.scores == theirs.scores and our_chance.getstate() == their_chance.getstate()
    return not same, choices


def main() -> int:
    """Plays until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, end = random.Random(given.seed), time.monotonic() + 60 * given.minutes
    games = choices = left = wrong = tables = 0
    while time.monotonic() < end:
        rules = some_rules(chance)
        if rules is None:
            continue
        tables += 1
        if rules.engine is None:
            left += 1
            continue
        for _ in range(5):
            seed = chance.randrange(10**9)
            is_wrong, played = differ(rules, seed)
            games, choices = games + 1, choices + played
            if is_wrong:
                wrong += 1
                print(f"seed {seed} differs: {rules.table.to_dict()}", flush=True)
    print(f"{games} games, {choices} choices at {tables} tables, {left} of them left to Python; {wrong} games differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
