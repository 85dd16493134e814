"""Legality: what a seat may choose, and why not something else.

A decision's named checks are the one place where it is decided: option tables cache what passes them, and a refusal
runs them again to tell what fell short.  What happens after a choice is in `frames`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from stoneage_rules.errors import IllegalAction, InvalidAction
from stoneage_rules.kernel.actions import Action, Outcome, Shape
from stoneage_rules.kernel.frames import CHANCE, DECISION, Frame

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State

DECISION_CHECKS = ("game.over", "chance.pending", "decision.seat", "decision.kind", "use.unspent")
"""The checks of every decision; each kind of decision names its own besides."""

__all__ = ["DECISION_CHECKS", "Check", "Decision", "Reason", "Shortfall", "phase_record", "refusal", "why_not"]

Record = tuple[str, str]


@attrs.frozen
class Shortfall:
    """One failed check, as the kernel sees it: what is, and what would be needed."""

    check: str
    needed: str
    found: str
    record: Record | None = None
    """Kind and id of the content record that imposes it."""


@attrs.frozen
class Reason:
    """Why an action is refused, down to the sentence of the rules and the line of the content."""

    check: str
    needed: str
    found: str
    record: str | None
    """Address of the content record that imposes it, such as `limit base:...`."""
    statement: str | None
    """Id of the rule statement."""
    sentence: str
    """The statement itself."""
    _rules: Any = attrs.field(repr=False, eq=False)

    @property
    def where(self) -> str | None:
        """`file:line` of the content record, or of the statement when no record imposes it."""
        found: str | None = self._rules.locate(self.record or (f"statement {self.statement}" if self.statement else None))
        return found

    def __str__(self) -> str:
        rule = f" [{self.statement}]" if self.statement else ""
        return f"{self.needed}; {self.found}{rule}"


class Check:
    """One condition of an action: `passes` answers, `tell` explains.  Both see the same facts."""

    name: ClassVar[str]

    def passes(self, facts: Any, action: Action) -> bool:
        """Whether the action meets the condition, from the facts that legality depends on."""
        raise NotImplementedError

    def tell(self, state: State, frame: tuple[int, ...], action: Action) -> Shortfall:
        """What falls short; called only when it does."""
        raise NotImplementedError


class Decision(Frame):
    """A frame that waits for its seat's choice."""

    role: ClassVar[int] = DECISION
    shapes: ClassVar[dict[str, Shape]] = {}
    """The kinds of action it takes, and how they are written."""
    checks: ClassVar[tuple[str, ...]] = ()
    """The names of its checks, as statements in content may name them."""

    def universe(self) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
        """Kind, arguments and data of every action that it can ever offer, in a fixed order."""
        raise NotImplementedError

    def options(self, state: State, frame: tuple[int, ...]) -> tuple[Action, ...]:
        """Every action the frame's seat may choose, from a table; never empty."""
        raise NotImplementedError

    def shortfalls(self, state: State, frame: tuple[int, ...], action: Action) -> Iterator[Shortfall]:
        """The failed checks of an action of one of this decision's kinds."""
        raise NotImplementedError

    def resume(self, state: State, frame: tuple[int, ...], action: Action) -> None:
        """Goes on with a choice; the frame has left the stack."""
        raise NotImplementedError

    def asks(self, state: State, frame: tuple[int, ...]) -> str:
        """What is being asked, as a phrase for people: `where to place figures`."""
        raise NotImplementedError


def passing(candidates: Iterable[Action], checks: Iterable[Check], facts: Any) -> tuple[Action, ...]:
    """The candidates that pass every check."""
    for check in checks:
        passes = check.passes
        candidates = [action for action in candidates if passes(facts, action)]
    return tuple(candidates)


def why_not(state: State, action: Action, seat: int | None = None) -> tuple[Reason, ...]:
    """See `State.why_not`."""
    rules = state.rules
    if not isinstance(action, Action) or action.rules is not rules:
        raise InvalidAction(f"{action!r} is no action of these rules; rules.parse(text) makes one")
    found = tuple(_shortfalls(state, action, seat))
    if not found and not state.is_legal(action):
        raise AssertionError(f"`{action}` is refused, but no check says why; please report this")
    return tuple(rules.reason(shortfall) for shortfall in found)


def _shortfalls(state: State, action: Action, seat: int | None) -> Iterator[Shortfall]:
    if not state.stack:
        yield Shortfall("game.over", "actions belong to a running game", "this one is over")
        return
    frame = state.stack[-1]
    handler = state.rules.handlers[frame[0]]
    if handler.role == CHANCE:
        yield Shortfall("chance.pending", f"first {handler.needed(state, frame)}", "nobody has a choice before that")
        return
    if seat is not None and seat != frame[1]:
        needed = f"seat {frame[1]} chooses {handler.asks(state, frame)}"
        yield Shortfall("decision.seat", needed, f"you are seat {seat}", phase_record(state))
    if action.kind == "use":
        yield from _use_shortfalls(state, frame[1], action)
    elif action.kind in handler.shapes:
        yield from handler.shortfalls(state, frame, action)
    else:
        forms = " or ".join(f"`{kind} {shape.form}`".replace(" `", "`") for kind, shape in handler.shapes.items())
        yield Shortfall(
            "decision.kind",
            f"seat {frame[1]} chooses {handler.asks(state, frame)}, with {forms}",
            f"`{action.kind}` belongs to another decision",
        )


def phase_record(state: State) -> Record | None:
    """Kind and id of the running phase; None while the game is set up."""
    return None if state.phase_id is None else ("phase", state.phase_id)


def _use_shortfalls(state: State, seat: int, action: Action) -> Iterator[Shortfall]:
    if action.data is None or not state.kept[seat] >> action.data & 1:
        yield Shortfall(
            "use.unspent",
            f"{action.args[0]} must lie before you, not yet used",
            f"seat {seat} has no unspent {action.args[0]}",
            state.rules.item_record(action.args[0]),
        )


def refusal(state: State, answer: Any) -> IllegalAction | InvalidAction:
    """The error for an answer that is not among what is legal or possible now."""
    rules: Ruleset = state.rules
    if isinstance(answer, Outcome) and answer.rules is rules:
        if state.is_chance:
            frame = state.stack[-1]
            return IllegalAction(f"`{answer}` is impossible: {rules.handlers[frame[0]].needed(state, frame)} comes next")
        what = "a choice comes next" if state.stack else "the game is over"
        return IllegalAction(f"`{answer}` is an outcome of chance, but {what}")
    try:
        reasons = why_not(state, answer)
    except InvalidAction as error:
        return error
    return IllegalAction(f"`{answer}` is not legal now: " + "; ".join(map(str, reasons)), reasons)
