"""Third-party policies by name: those of installed packages, and any function as `module:function`.

Packages are found by their entry points. What a name stands for is imported when it is used, and not before; records name
policies, too, and replaying one imports none.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from stoneage_rules.errors import PolicyError
from stoneage_rules.loading.entry_points import POLICIES, points_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from stoneage_rules.kernel.actions import Action
    from stoneage_rules.kernel.view import View
    from stoneage_rules.policies.registry import Policy

__all__ = ["PolicyMaker", "installed_policies", "is_function", "make_by_name"]

PolicyMaker = Callable[[int | None], "Policy"]
"""Makes a policy: it is called with a seed, or with None for chance of its own choosing."""

FUNCTION = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")


def is_function(name: str) -> bool:
    """Returns True if a name has the form `module:function`."""
    return FUNCTION.fullmatch(name) is not None


def installed_policies() -> dict[str, list[EntryPoint]]:
    """Returns the entry points of installed policies by name, more than one if packages disagree; imports nothing."""
    return _installed(tuple(sys.path))


@lru_cache(maxsize=4)
def _installed(path: tuple[str, ...]) -> dict[str, list[EntryPoint]]:
    """Returns them as they were when the path of imports was last this one."""
    return points_of(POLICIES)


def make_by_name(name: str, seed: int | None) -> Policy:
    """Imports what makes a policy, by its entry point or as `module:function`, and makes it.

    Raises:
        PolicyError: it cannot be imported, or makes no policy.
    """
    from importlib.metadata import EntryPoint

    points = [EntryPoint(name, name, POLICIES)] if is_function(name) else installed_policies()[name]
    if len(points) > 1:
        values = " and ".join(f"`{point.value}`" for point in points)
        raise PolicyError(f"policy `{name}` is installed more than once: as {values}; uninstall one, or name one of these")
    value = points[0].value
    try:
        maker = points[0].load()
    except Exception as error:
        raise PolicyError(f"policy `{name}` cannot be imported from `{value}`: {type(error).__name__}: {error}") from error
    _expect_maker(name, maker)
    try:
        policy = maker(seed)
    except Exception as error:
        raise PolicyError(f"policy `{name}` cannot be made: {_told(error)}") from error
    if not callable(policy):
        raise PolicyError(f"policy `{name}`: `{value}` returns {policy!r} for a seed, where {FORM}")
    return NamedPolicy(name, policy)


FORM = "a policy belongs: something to be called with a view and the legal actions, which returns one of these"


def _expect_maker(name: str, maker: Any) -> None:
    """Checks that a maker can be called with a seed alone.

    Raises:
        PolicyError: it cannot.
    """
    if not callable(maker):
        raise PolicyError(f"policy `{name}` is {maker!r}, where a function belongs that takes a seed and returns a policy")
    try:
        signature = inspect.signature(maker)
        signature.bind(None)
    except ValueError:
        return
    except TypeError:
        own = getattr(maker, "__name__", "choose")
        raise PolicyError(
            f"policy `{name}` is called with a seed and returns a policy, but it takes {signature}; "
            f"if it is a policy itself, add `def make(seed): return {own}` beside it, and name `make`"
        ) from None


class NamedPolicy:
    """A third-party policy; every error that it raises is reported with its name."""

    def __init__(self, name: str, policy: Policy) -> None:
        self.name = name
        self.policy = policy
        self.needs_view = getattr(policy, "needs_view", True)

    def __call__(self, view: View, legal: tuple[Action, ...]) -> Action:
        """Returns the policy's choice.

        Raises:
            PolicyError: it fails, or its choice is none of the legal actions.
        """
        try:
            choice = self.policy(view, legal)
        except Exception as error:
            raise PolicyError(f"policy `{self.name}` failed: {_told(error)}") from error
        if not any(choice is action for action in legal):
            raise PolicyError(
                f"policy `{self.name}` chose {choice!r}, which is none of the legal actions given, such as `{legal[0]}`"
            )
        return choice


def _told(error: Exception) -> str:
    """Describes an error of third-party code, with the line that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})" if trace is not None else ""
    return f"{type(error).__name__}: {error}{where}"
