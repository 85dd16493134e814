"""Asserts that every part of the API refuses an action, and that the state does not change."""

from __future__ import annotations

from collections.abc import Iterator

from stoneage_rules.errors import IllegalAction, StoneAgeError
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.legality import Reason
from stoneage_rules.kernel.state import State
from stoneage_rules.testing.scenario_schema import Refused

__all__ = ["assert_refused", "refusal_problems"]


def assert_refused(
    state: State,
    action: str,
    rule: str | None = None,
    check: str | None = None,
    *,
    seat: int | None = None,
    needed: str = "",
    found: str = "",
) -> None:
    """Asserts that every part of the API refuses an action for a reason, and that the state does not change.

    Raises:
        AssertionError: it is legal, or no reason names the rule, the check and the texts.
    """
    refused = Refused(action=action, seat=seat, rule=rule, check=check, needed=needed, found=found)
    problems = list(refusal_problems(state, refused))
    if problems:
        raise AssertionError("\n".join(problems))


def refusal_problems(state: State, refused: Refused) -> Iterator[str]:
    """Yields a problem for each expected refusal that is missing or has another reason."""
    try:
        action = state.rules.parse(refused.action)
    except StoneAgeError as error:
        if not refused.unreadable or refused.found not in str(error):
            yield str(error)
        return
    if refused.unreadable:
        yield f"`{refused.action}` must be no action of these rules, but it can be read"
        return
    if not isinstance(action, Action):
        yield f"`{action}` is an outcome of chance; only actions are refused with reasons"
        return
    reasons = state.why_not(action, refused.seat)
    if not any(_fits(reason, refused) for reason in reasons):
        given = "; ".join(f"{reason.check} [{reason.statement}] {reason}" for reason in reasons)
        yield f"`{action}` must be refused by {_wanted(refused)}, but {given or 'it is legal'}"
    if reasons and refused.seat in (None, state.seat):
        yield from _apply_problems(state, action, reasons)


def _fits(reason: Reason, refused: Refused) -> bool:
    return (
        refused.rule in (None, reason.statement)
        and refused.check in (None, reason.check)
        and refused.needed in reason.needed
        and refused.found in reason.found
    )


def _wanted(refused: Refused) -> str:
    wanted = [f"{key} {value}" for key in ("rule", "check", "needed", "found") if (value := getattr(refused, key))]
    return ", ".join(wanted) or "any rule"


def _apply_problems(state: State, action: Action, reasons: tuple[Reason, ...]) -> Iterator[str]:
    """Yields a problem if `apply` or the options disagree with the reasons, or the state changes."""
    if state.is_legal(action):
        yield f"`{action}` is among the options"
    before = state.copy()
    try:
        state.apply(action)
        yield f"`{action}` was carried out"
    except IllegalAction as error:
        if tuple(map(str, error.reasons)) != tuple(map(str, reasons)):
            yield f"`{action}` was refused for other reasons: {error}"
    if state != before:
        yield f"`{action}` was refused, but the state has changed"
