"""Policies: ways to choose for a seat, by name, for tables, simulations and tests.

A policy sees the view of its seat; how the one called `sensible` judges is in `heuristic`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Protocol

from stoneage_rules.errors import PolicyError, UnknownName
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.state import State
from stoneage_rules.kernel.view import View
from stoneage_rules.policies.by_name import PolicyMaker, installed_policies, is_function, make_by_name
from stoneage_rules.text.spelling import unknown

if TYPE_CHECKING:
    from stoneage_rules.policies.heuristic import Sensible

__all__ = ["POLICIES", "Policy", "choice_of", "make_policies", "policy_named", "policy_names", "random_policy", "sensible_policy"]


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


def choice_of(policies: Sequence[Policy], state: State, legal: tuple[Action, ...]) -> Action:
    """Returns the choice of the seat that must choose, by its policy; errors name the seat."""
    seat = state.stack[-1][1]
    policy = policies[seat]
    try:
        choice: Action | None = policy(state.view(seat) if getattr(policy, "needs_view", True) else None, legal)  # type: ignore[arg-type]
    except Exception as error:
        error.add_note(f"raised by the policy of seat {seat}")
        raise
    if choice is None:
        raise PolicyError(f"the policy of seat {seat} returned None; it must return a legal action, such as `{legal[0]}`")
    return choice


def random_policy(seed: int | None = None) -> Policy:
    """Makes a policy that chooses any legal action, each equally likely, but takes nothing back that it has just chosen."""
    draw = _source(seed).random

    def choose(view: View | None, legal: tuple[Action, ...]) -> Action:
        choice = legal[int(draw() * len(legal))]
        if choice.kind in choice.rules.undoing:
            return choose(view, tuple([action for action in legal if action.kind != choice.kind]))
        return choice

    choose.needs_view = False  # type: ignore[attr-defined]
    return choose


def sensible_policy(seed: int | None = None) -> Sensible:
    """Makes a policy that plays like a person who knows the rules: feed, grow, buy what can be paid; chance settles ties."""
    from stoneage_rules.policies.heuristic import Sensible  # the names of policies are read without playing any

    return Sensible(_source(seed).random)


def _source(seed: int | None) -> random.Random:
    return random.Random(None if seed is None else index(seed))


POLICIES: Mapping[str, PolicyMaker] = {"random": random_policy, "sensible": sensible_policy}
"""The makers of the library's own policies by name; a record that is continued can name no others."""


def policy_names() -> tuple[str, ...]:
    """Returns the names of all policies that there are: the library's own first, then those of installed packages."""
    return tuple(dict.fromkeys((*POLICIES, *installed_policies())))


def policy_named(name: str, seed: int | None = None) -> Policy:
    """Makes a policy by its name: one of the library's own, one of an installed package, or any as `module:function`.

    Packages offer policies by entry points of the group `stoneage.policies`. Both these and `module:function` name a
    maker, which is called with the seed and returns the policy; it is imported only here.

    Args:
        name: the policy; `module:function` imports the module, so do not pass names of strangers on.
        seed: whole number for its chance, so that it can be repeated; None for another game each time.

    Raises:
        UnknownName: there is none with that name; names the nearest one and what there is.
        PolicyError: it cannot be imported, or is not made as it should be.

    >>> import stoneage_rules as sa
    >>> choose = sa.policies.policy_named("sensible", seed=7)
    >>> game = sa.Game(sa.load(players=2), seed=7)
    >>> choose(game.state.view(0), game.legal())
    <Action 'place fields 1'>
    """
    if name in POLICIES:
        return POLICIES[name](seed)
    if is_function(name) or name in installed_policies():
        return make_by_name(name, None if seed is None else index(seed))
    raise UnknownName(unknown("policy", name, policy_names()))


def make_policies(names: Sequence[str], seed: int) -> list[Policy]:
    """Makes one policy per seat by name, each with a source of its own, none of them the game's.

    Raises:
        TypeError: the names are one text.
        UnknownName: as `policy_named`.
        PolicyError: as `policy_named`.
    """
    if isinstance(names, str):
        raise TypeError(f"`names` is a list with the name of a policy for each seat, not {names!r}")
    return [policy_named(name, (index(seed) << 8) + seat + 1) for seat, name in enumerate(names)]
