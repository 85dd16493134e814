"""Reasons against an answer: the checks that hold at every decision, then those of the decision itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from stoneage_rules.errors import IllegalAction, InvalidAction, PluginError
from stoneage_rules.kernel.actions import Action, Outcome, form
from stoneage_rules.kernel.frames import CHANCE, line_of
from stoneage_rules.kernel.legality import ActionSource, Check, Facts, Reason, Shortfall, failures, phase_record, source_of
from stoneage_rules.kernel.nouns import ABSENT_PLACE_TABLE, AbsentPlace
from stoneage_rules.kernel.position import check_answer, check_seat
from stoneage_rules.telling.phrases import prompt_of
from stoneage_rules.text import either

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State


class AskedFacts(NamedTuple):
    """The facts of every decision: a state, and the seat that is asked about, if it is one in particular."""

    state: State
    asked: int | None
    frame: tuple[int, ...]
    """The frame that is to be answered; empty when the game is over."""
    handler: Any
    """Its handler."""

    @property
    def asks(self) -> str:
        """The pending question, roll or draw as a clause."""
        prompt = prompt_of(self.state)
        return f"first {prompt}" if self.state.is_chance else f"seat {self.frame[1]} chooses {prompt}"


class GameRunning(Check):
    """The game is not over."""

    name = "game.over"

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        return bool(facts.frame)

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, "actions belong to a running game", "this one is over")


class NoChancePending(Check):
    """No roll or draw comes first."""

    name = "chance.pending"
    after = ("game.over",)

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        return bool(facts.handler.role != CHANCE)

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, facts.asks, "nobody has a choice before that")


class SeatsTurn(Check):
    """It is for the seat to choose."""

    name = "decision.seat"
    after = ("game.over", "chance.pending")

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        return facts.asked is None or facts.asked == facts.frame[1]

    def explain(self, facts: AskedFacts, action: Action) -> Shortfall:
        return Shortfall(self.name, facts.asks, f"you are seat {facts.asked}", phase_record(facts.state), named_only=True)


class PlaceInGame(Check):
    """The place is there with this number of players."""

    name = "place.players"
    after = ("game.over", "chance.pending", "decision.seat")

    def passes(self, facts: AskedFacts, action: Action) -> bool:
        # No action of these rules names a place that does not exist.
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
        known = action.kind in rules.kinds_of_action
        found = f"`{action.kind}` belongs to another decision" if known else f"`{action}` is no action"
        return Shortfall(
            self.name, f"{facts.asks}, with {forms}", found, statement=rules._answers.get((facts.handler.name, action.kind))
        )


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


def why_not(state: State, action: Action | Outcome, seat: int | None = None) -> tuple[Reason, ...]:
    """Returns the reasons of `State.why_not`."""
    rules = state.rules
    seat = seat if seat is None else check_seat(rules, seat)
    check_answer(rules, action)
    frame = state.stack[-1] if state.stack else ()
    facts = AskedFacts(state, seat, frame, rules.handlers[frame[0]] if frame else None)
    if isinstance(action, Outcome):
        return () if state.is_legal(action) else (rules._reason(_against_outcome(facts, action)),)
    shortfalls = list(failures(EVERYWHERE, facts, action))
    source = source_of(facts.handler, action) if frame and facts.handler.role != CHANCE else None
    if source is not None and not shortfalls:
        shortfalls += failures(facts.handler.gate_judges, Facts(state, frame), action)
        shortfalls = shortfalls or [*source.shortfalls(state, frame, action)]
    if not shortfalls and not state.is_legal(action):
        raise _unexplained(rules, source, action)
    return tuple(map(rules._reason, shortfalls))


def _against_outcome(facts: AskedFacts, outcome: Outcome) -> Shortfall:
    """Explains why an outcome is not possible."""
    if not facts.frame:
        return Shortfall(GameRunning.name, "outcomes belong to a running game", "this one is over")
    if facts.state.is_chance:
        return Shortfall(NoChancePending.name, facts.asks, f"`{outcome}` is no outcome of it")
    return Shortfall(KindOfDecision.name, facts.asks, f"`{outcome}` is an outcome of chance")


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
    try:
        reasons = why_not(state, answer)
    except InvalidAction as error:
        return error
    return IllegalAction(f"`{answer}` is not legal now: " + "; ".join(map(str, reasons)), reasons)
