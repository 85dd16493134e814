"""Policies: ways to choose for a seat, by name, for tables, simulations and tests."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    starving_policy,
    thoughtful_policy,
    version_of,
)

if TYPE_CHECKING:
    from stoneage_rules.policies.evaluation import evaluate
    from stoneage_rules.policies.search import Dice, Habit

__all__ = [
    "Dice",
    "Habit",
    "Makers",
    "Policies",
    "Policy",
    "PolicyMaker",
    "Ranked",
    "RankingPolicy",
    "evaluate",
    "make_policies",
    "make_policy",
    "play_on",
    "policy_names",
    "random_policy",
    "sensible_policy",
    "starving_policy",
    "thoughtful_policy",
    "version_of",
]

show_at_door(__name__, vars())

_SEARCH = {"Dice": "search", "Habit": "search", "evaluate": "evaluation"}
"""The parts of searches with their files, which import the whole heuristic."""

if not TYPE_CHECKING:  # or a misspelt name would have the type Any

    def __getattr__(name: str) -> Any:
        if name not in _SEARCH:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"{__name__}.{_SEARCH[name]}"), name)
        show_at_door(__name__, {name: found})
        return found
