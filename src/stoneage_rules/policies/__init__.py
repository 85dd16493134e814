"""Policies: ways to choose for a seat, by name, for tables, simulations and tests."""

from stoneage_rules.errors import show_at_door
from stoneage_rules.policies.registry import (
    Makers,
    Policies,
    Policy,
    PolicyMaker,
    Ranked,
    RankingPolicy,
    make_policies,
    make_policy,
    play_on,
    policy_names,
    random_policy,
    sensible_policy,
    thoughtful_policy,
    version_of,
)

__all__ = [
    "Makers",
    "Policies",
    "Policy",
    "PolicyMaker",
    "Ranked",
    "RankingPolicy",
    "make_policies",
    "make_policy",
    "play_on",
    "policy_names",
    "random_policy",
    "sensible_policy",
    "thoughtful_policy",
    "version_of",
]

show_at_door(__name__, vars())
