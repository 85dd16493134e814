"""Policies: ways to choose for a seat, by name, for tables, simulations and tests.

A policy sees the view of its seat; how the one called `sensible` judges is in `heuristic`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from stoneage_rules.errors import UnknownName
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.state import State
from stoneage_rules.kernel.view import View
from stoneage_rules.text.spelling import unknown

__all__ = ["POLICIES", "Policy", "choice_of", "make_policies", "policy_named", "random_policy", "sensible_policy"]


class Policy(Protocol):
    """Anything that is called with a view and the legal actions, and chooses one of these: a function will do.

    A policy with an attribute `needs_view` that is False is given None in place of the view, which takes time to make.

    >>> import stoneage_rules as sa
    >>> def first(view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
    ...     return legal[0]
    >>> game = sa.Game(sa.load(players=2), seed=1)
    >>> game.run([first, sa.policies.sensible_policy(1)])
    >>> game.is_over
    True
    """

    def __call__(self, view: View, legal: tuple[Action, ...], /) -> Action:
        """Returns one of the legal actions, judged by what the seat may know."""


def choice_of(policy: Policy, state: State, legal: tuple[Action, ...]) -> Action:
    """Returns what a policy chooses among the legal actions of a state, for the seat that must choose."""
    if getattr(policy, "needs_view", True):
        return policy(state.view(state.stack[-1][1]), legal)
    return policy(None, legal)  # type: ignore[arg-type]


def random_policy(seed: int | None = None) -> Policy:
    """Makes a policy that chooses any legal action, each equally likely."""
    draw = random.Random(seed).random

    def choose(view: View | None, legal: tuple[Action, ...]) -> Action:
        return legal[int(draw() * len(legal))]

    choose.needs_view = False  # type: ignore[attr-defined]
    return choose


def sensible_policy(seed: int | None = None) -> Policy:
    """Makes a policy that plays like a person who knows the rules: feed, grow, buy what can be paid; chance settles ties."""
    from stoneage_rules.policies.heuristic import Sensible  # the names of policies are read without playing any

    return Sensible(random.Random(seed).random)


POLICIES: Mapping[str, Callable[[int | None], Policy]] = {"random": random_policy, "sensible": sensible_policy}
"""The makers of policies by the names that table files use."""


def policy_named(name: str, seed: int | None = None) -> Policy:
    """Makes a policy by its name.

    Raises:
        UnknownName: there is none with that name.
    """
    if name not in POLICIES:
        raise UnknownName(unknown("policy", name, POLICIES))
    return POLICIES[name](seed)


def make_policies(names: Sequence[str], seed: int) -> list[Policy]:
    """Makes one policy per seat, each with a source of its own, none of them the game's."""
    return [policy_named(name, (seed << 8) + seat + 1) for seat, name in enumerate(names)]
