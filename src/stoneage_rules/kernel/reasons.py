"""Reasons against an action: the checks that hold at every decision, then those of the decision itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from stoneage_rules.errors import IllegalAction, InvalidAction, PluginError
from stoneage_rules.kernel.actions import Action, Outcome, form
from stoneage_rules.kernel.asking import prompt_of
from stoneage_rules.kernel.frames import CHANCE, line_of
from stoneage_rules.kernel.legality import ActionSource, Check, Facts, Reason, Shortfall, failures, phase_record
from stoneage_rules.kernel.lookup import check_action, check_seat
from stoneage_rules.kernel.nouns import ABSENT_PLACE_TABLE, AbsentPlace
from stoneage_rules.text.wording import either

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State

__all__ = ["DECISION_CHECKS", "refusal", "why_not"]


class AskedFacts(NamedTuple):
    """The facts of every decision: a state, and the seat that is asked about, if it is one in particular."""

    state: State
    asked: int | None

    @property
    def frame(self) -> tuple[int, ...]:
        """The frame that is to be answered."""
        return self.state.stack[-1]

    @property
    def handler(self) -> Any:
        """Its handler."""
        return self.state.rules.handlers[self.frame[0]]

    def prompt(self) -> str:
        """Returns what comes next, as a phrase."""
        return prompt_of(self.state)


class GameRunning(Check):
    """The game is not over."""

    name = "game.over"

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        return bool(facts.state.stack)

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, "actions belong to a running game", "this one is over")


class NoChancePending(Check):
    """No roll or draw comes first."""

    name = "chance.pending"
    after = ("game.over",)

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        return bool(facts.handler.role != CHANCE)

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, f"first {facts.prompt()}", "nobody has a choice before that")


class SeatsTurn(Check):
    """It is for the seat to choose."""

    name = "decision.seat"
    after = ("game.over", "chance.pending")

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        return facts.asked is None or facts.asked == facts.frame[1]

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        needed = f"seat {facts.frame[1]} chooses {facts.prompt()}"
        return Shortfall(self.name, needed, f"you are seat {facts.asked}", phase_record(facts.state), named_only=True)


class PlaceInGame(Check):
    """The place is there with this number of players."""

    name = "place.players"
    after = ("game.over", "chance.pending", "decision.seat")

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        # A place that is not there is named by no action that these rules offer.
        return action.index >= 0 or not _absent(facts, action)

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        place = _absent(facts, action)[0]
        needed = f"{place.id} is there with {either(place.players)} players"
        return Shortfall(self.name, needed, f"{facts.state.rules.players} play", place.record)


def _absent(facts: AskedFacts, action: Action) -> list[AbsentPlace]:
    """Returns the places that an action names and that are there with other numbers of players only."""
    return [place for place in facts.state.rules.entries(ABSENT_PLACE_TABLE) if place.id in action.args]


class KindOfDecision(Check):
    """The action is of a kind that the decision takes."""

    name = "decision.kind"
    after = ("game.over", "chance.pending", "decision.seat")

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        return action.kind == "use" or source_of(facts.handler, action) is not None

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        rules = facts.state.rules
        kinds = dict.fromkeys(option.kind for option in facts.state.legal())
        forms = either(f"`{form(kind, rules.shapes[kind])}`" for kind in kinds)
        needed = f"seat {facts.frame[1]} chooses {facts.prompt()}, with {forms}"
        found = (
            f"`{action.kind}` belongs to another decision" if action.kind in rules.kinds_of_action else f"`{action}` is no action"
        )
        return Shortfall(self.name, needed, found, statement=rules.answers.get((facts.handler.name, action.kind)))


class ItemUnspent(Check):
    """An item that is used at any time lies before the seat, not yet used."""

    name = "use.unspent"
    kinds = ("use",)
    after = ("game.over", "chance.pending", "decision.seat")

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        return action.data is not None and bool(facts.state.unspent[facts.frame[1]] >> action.data & 1)

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        item = action.args[0]
        needed, found = f"{item} must lie before you, not yet used", f"you have no unspent {item}"
        return Shortfall(self.name, needed, found, facts.state.rules.item_record(item))


EVERYWHERE = (GameRunning(), NoChancePending(), SeatsTurn(), PlaceInGame(), KindOfDecision(), ItemUnspent())

DECISION_CHECKS = tuple(check.name for check in EVERYWHERE)
"""The names of the checks of every decision; each kind of decision has its own besides."""


def source_of(handler: Any, action: Action) -> ActionSource | None:
    """Returns what judges an action at a decision: the decision, or what extends it; None if it takes no such action."""
    if action.kind in handler.shapes:
        source: ActionSource = handler
        return source
    extension: ActionSource | None = handler.extensions.get(action.kind)
    return extension


def why_not(state: State, action: Action, seat: int | None = None) -> tuple[Reason, ...]:
    """Returns the reasons of `State.why_not`.

    Raises:
        InvalidAction: it is no action of the state's rules.
        UnknownName: there is no such seat.
    """
    rules = state.rules
    seat = seat if seat is None else check_seat(rules, seat)
    check_action(rules, action)
    facts = AskedFacts(state, seat)
    shortfalls = list(failures(EVERYWHERE, facts, action))
    source = source_of(facts.handler, action) if state.stack and facts.handler.role != CHANCE else None
    if source is not None and not shortfalls:
        shortfalls += failures(facts.handler.gate_judges, Facts(state, facts.frame), action)
        shortfalls = shortfalls or [*source.shortfalls(state, facts.frame, action)]
    if not shortfalls and not state.is_legal(action):
        raise _unexplained(rules, source, action)
    return tuple(map(rules.reason, shortfalls))


def _unexplained(rules: Ruleset, source: ActionSource | None, action: Action) -> Exception:
    """Returns the error for an action that is no option though it passes every check."""
    owner = rules.owners.get(f"frame {source.name}") if source is not None else None
    if source is None or owner is None:
        return AssertionError(f"`{action}` is refused, but no check says why; please report this")
    return PluginError(
        f"plugin {owner}, frame {source.name}, options: `{action}` passes every check and is left out all the same; "
        f"write a check that refuses it, so that players are told why{line_of(source.options)}"
    )


def refusal(state: State, answer: Any) -> IllegalAction | InvalidAction:
    """Returns the error for an answer that is not legal, or not possible, now."""
    rules: Ruleset = state.rules
    if isinstance(answer, Outcome) and answer.rules is rules:
        if state.is_chance:
            return IllegalAction(f"`{answer}` is impossible: {prompt_of(state)} comes next")
        what = "a choice comes next" if state.stack else "the game is over"
        return IllegalAction(f"`{answer}` is an outcome of chance, but {what}")
    try:
        reasons = why_not(state, answer)
    except InvalidAction as error:
        return error
    return IllegalAction(f"`{answer}` is not legal now: " + "; ".join(map(str, reasons)), reasons)
