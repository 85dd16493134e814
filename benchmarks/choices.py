"""A hash of everything that a policy chooses in games at all tables: equal before and after a change of its speed alone.

    python benchmarks/choices.py --games 400
    python benchmarks/choices.py --games 28 --policy 'thoughtful(playouts=12)'

In every second game the first seat answers at random, so that the policy meets odd positions. With `--policy sensible` the values
of `rank` are hashed too, rounded, at each tenth question.
"""

from __future__ import annotations

import argparse
import hashlib
import random

from players import ALL

import stoneage_rules as sa

FIFTH_SEAT = "style-is-the-goal"
"""The module that adds a fifth seat."""
TABLES = [
    (players, modules)
    for modules in ((), *[(module,) for module in ALL], ALL)
    for players in (2, 3, 4, 5)
    if players < 5 or FIFTH_SEAT in modules
]
EACH = 10
"""How many questions pass between two whose ranking is hashed."""


def answers(rules: sa.Ruleset, name: str, number: int) -> str:
    """Plays a game by its number; returns a hash of its answers."""
    policies = sa.policies.make_policies([name] * rules.players, number)
    state, chance, told, asked = rules.initial_state(), random.Random(number), hashlib.sha256(), 0
    while not state.is_over:
        legal = state.legal()
        answer = legal[0] if legal else state.sample(chance)
        if len(legal) > 1:
            seat, asked = state.stack[-1][1], asked + 1
            view, policy = state.view(seat), policies[seat]
            answer = policy(view, legal)
            if asked % EACH == 0 and hasattr(policy, "rank"):
                ranked = policy.rank(view, legal)
                told.update("\n".join([f"{option.action} {option.value:.6f} {option.reason}" for option in ranked]).encode())
            if number % 2 and not seat:
                told.update(str(answer).encode())
                answer = sa.policies.random_policy(number * 10_000 + asked)(view, legal)
        told.update(str(answer).encode())
        state.apply(answer)
    told.update(str(state.scores).encode())
    return told.hexdigest()


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description="Hashes the choices of a policy at all tables.")
    parser.add_argument("--policy", default="sensible")
    parser.add_argument("--games", type=int, default=400)
    asked = parser.parse_args()
    found: dict[tuple[str, ...], list[str]] = {}
    tables = [(modules, sa.load(players=players, modules=modules)) for players, modules in TABLES]
    for number in range(asked.games):
        modules, rules = tables[number % len(tables)]
        found.setdefault(modules, []).append(answers(rules, asked.policy, number))
    for modules, hashes in found.items():
        print(f"{hashlib.sha256(''.join(hashes).encode()).hexdigest()[:12]}  {len(hashes)} games, {', '.join(modules) or 'base'}")
    whole = hashlib.sha256("".join([one for hashes in found.values() for one in hashes]).encode()).hexdigest()
    print(f"{whole[:12]}  all")


if __name__ == "__main__":
    main()
