"""A policy of the library chooses the same as long as its version is the same."""

from __future__ import annotations

import hashlib

import pytest

import stoneage_rules as sa
from play.conftest import rules_for
from shipped import SHIPPED, needs
from stoneage_rules.policies import make_policies, version_of

GAMES = 2

CHOICES = {
    ("random", 2, ()): ("2", "12ec7bee7633"),
    ("sensible", 4, ()): ("3", "fd4530a3a85d"),
    ("sensible", 5, tuple(SHIPPED)): ("3", "e16e074ff82c"),
    ("thoughtful(playouts=6)", 2, ()): ("3", "c7cf73121007"),
}
"""By policy, players and modules, its version and a hash of all that it chooses in some games."""


@pytest.mark.parametrize(
    ("policy", "players", "modules"), [pytest.param(*case, marks=needs(*case[2]) if case[2] else ()) for case in CHOICES]
)
def test_other_choices_are_another_version(policy: str, players: int, modules: tuple[str, ...]) -> None:
    """Raise the version with the hash; if the content is other and the policy is not, the hash alone."""
    answers = []
    for seed in range(GAMES):
        game = sa.Game(rules_for(players, *modules), seed)
        game.run(make_policies([policy] * players, seed))
        answers += [str(step.answer) for step in game.steps]
    assert (version_of(policy), hashlib.sha256("\n".join(answers).encode()).hexdigest()[:12]) == CHOICES[policy, players, modules]
