"""Invariants of what a state asks: options, reasons, odds, notation and scores agree with each other."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction

from stoneage_rules.errors import IllegalAction, StoneAgeError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.legality import Reason
from stoneage_rules.kernel.state import State

__all__ = [
    "asking_changes_nothing",
    "legality_agrees",
    "notation_reads_back",
    "odds_are_certain",
    "questions_can_be_told",
    "score_sheets_add_up",
    "somebody_is_asked",
]

MOST_ACTIONS = 60
"""Actions that are looked at in a state by default, half of them options, a quarter others of the same kinds."""

MOST_APPLIED = 3
"""Refused actions that `apply` is asked to carry out."""

MOST_OUTCOMES = 20
"""Outcomes whose notation is read back."""


def somebody_is_asked(state: State) -> None:
    """Exactly one is there, a choice with options, a chance event, or the end with its winners."""
    legal = state.legal()
    if state.is_over:
        if state.is_chance or state.seat is not None or legal or state.outcomes() or not state.winners:
            raise AssertionError(f"the game is over, but options are {legal}, winners {state.winners}, seat {state.seat}")
        return
    if state.winners or state.seat not in range(state.rules.players):
        raise AssertionError(f"the game goes on, but winners are {state.winners} and seat {state.seat} is asked")
    if bool(legal) is state.is_chance:
        raise AssertionError("options at a chance event" if legal else f"seat {state.seat} is asked, but has no options at all")
    _check_options(state, legal)


def _check_options(state: State, legal: tuple[Action, ...]) -> None:
    if type(legal) is not tuple:
        raise AssertionError(f"the options are a {type(legal).__name__}, and must be a tuple")
    if len(set(map(id, legal))) != len(legal):
        raise AssertionError(f"an action is offered twice: {[action.text for action in legal]}")
    actions = state.rules.actions
    foreign = [action for action in legal if not isinstance(action, Action) or actions[action.index] is not action]
    if foreign:
        raise AssertionError(f"the options are not all actions of these rules: {foreign}")


def asking_changes_nothing(state: State) -> None:
    """Options, outcomes, facts, reasons and scores can be asked for twice: the answers are equal, and the state is as before."""
    before, events = state.key(), None if state.noted is None else len(state.noted)
    first, second = [_answers(_afresh(state)) for _ in range(2)]
    for what, answer in first.items():
        if answer != second[what]:
            raise AssertionError(f"{what}, asked for twice, are {answer} and then {second[what]}")
    _answers(state)
    if state.key() != before or events != (None if state.noted is None else len(state.noted)):
        raise AssertionError("it is another state after options, outcomes and scores have been asked for")


def _afresh(state: State) -> State:
    """Returns a copy that has to work its options out again."""
    copy = state.copy()
    copy._legal = copy._options = None
    before = copy.key()
    _answers(copy)
    if copy.key() != before:
        raise AssertionError("asking for the options changes the state")
    copy._legal = copy._options = None
    return copy


def _answers(state: State) -> dict[str, object]:
    return {
        "the options": state.legal(),
        "the outcomes": state.outcomes(),
        "the facts": state.pending,
        "the scores": state.scores,
    }


def odds_are_certain(state: State) -> None:
    """The outcomes of a chance event are distinct, possible, and together certain; a drawn one is among them."""
    odds = state.outcomes()
    if bool(odds) is not state.is_chance:
        raise AssertionError("a chance event without outcomes" if state.is_chance else "outcomes without a chance event")
    if not odds:
        return
    total = sum(chance for _, chance in odds)
    if total != 1 or not all(type(chance) is Fraction and 0 < chance <= 1 for _, chance in odds):
        raise AssertionError(f"the odds of the outcomes are fractions above 0 that make 1 in all, not {total}")
    texts = {outcome.text for outcome, _ in odds}
    if len(texts) != len(odds):
        raise AssertionError(f"{len(odds)} outcomes have {len(texts)} texts")
    drawn = state.sample(random.Random(len(odds)))
    if drawn.text not in texts:
        raise AssertionError(f"`{drawn}` was drawn, which is none of the outcomes")


def score_sheets_add_up(state: State) -> None:
    """Every score sheet adds up exactly, and so do the parts of its lines, which name only what the seat holds.

    A line without parts counts what nothing brings, such as a plain number or a rank.
    """
    rules = state.rules
    for seat in range(rules.players):
        sheet = state.score_sheet(seat)
        if not sheet.total == sheet.track + sum(line.points for line in sheet.lines) == rules.scoring.total(state, seat):
            raise AssertionError(f"the score sheet of seat {seat} does not add up to {rules.scoring.total(state, seat)}: {sheet}")
        owned, down = rules.zones_of(seat)
        held = {rules.items[item].id for item in state.zones[owned] + state.zones[down]}
        held |= {good for good in rules.goods if state.good(seat, good)}
        for line in sheet.lines:
            sources = {source for part in line.parts for source in part.sources}
            adds_up = not line.parts or sum(part.points for part in line.parts) == line.points
            if not adds_up or not sources <= held:
                raise AssertionError(f"a line of the score sheet of seat {seat} does not add up, or names what it lacks: {line}")
        if json.loads(json.dumps(data := sheet.to_dict())) != data:
            raise AssertionError(f"the score sheet of seat {seat} is not the same as JSON")


def legality_agrees(state: State, actions: Sequence[Action] | None = None) -> None:
    """`legal`, `is_legal` and `why_not` agree about actions; `apply` refuses the others for these reasons, and changes nothing.

    Args:
        state: the state.
        actions: the actions to look at; by default some options and some other actions of the rules, always the same ones.
    """
    legal = set(state.legal())
    applied = 0
    for action in _some_actions(state) if actions is None else actions:
        reasons = state.why_not(action)
        if not (action in legal) is state.is_legal(action) is (not reasons):
            raise AssertionError(
                f"`{action}` is {'' if action in legal else 'not '}among the options, is_legal says {state.is_legal(action)}, "
                f"and why_not {'; '.join(map(str, reasons)) or 'gives no reason'}"
            )
        if not all(str(reason) and reason.check for reason in reasons):
            raise AssertionError(f"`{action}` is refused by a reason without words or check: {reasons}")
        if reasons and applied < MOST_APPLIED:
            applied += 1
            _check_refused(state, action, reasons)


def _some_actions(state: State) -> Sequence[Action]:
    """Returns some of the options, some that are nearly options, being of their kinds, and some of all actions."""
    legal, actions = state.legal(), state.rules.actions
    kinds, options = {action.kind for action in legal}, {*legal}
    near = [action for action in actions if action.kind in kinds and action not in options]
    begin = state.round % 7  # so that it is not always the same ones
    quarter = MOST_ACTIONS // 4
    return [*_spread(legal, 2 * quarter), *_spread(near[begin:], quarter), *_spread(actions[begin:], quarter)]


def _spread(actions: Sequence[Action], most: int) -> Sequence[Action]:
    """Returns some actions from all over a list."""
    return actions[:: max(1, len(actions) // most)][:most]


def _check_refused(state: State, action: Action, reasons: tuple[Reason, ...]) -> None:
    """Refuses a state that carries out an action against which there are reasons, or that the attempt changes."""
    before, copy = state.key(), state.copy()
    try:
        copy.apply(action)
    except IllegalAction as error:
        if error.reasons != reasons:
            raise AssertionError(f"`{action}` is refused for other reasons than why_not gives: {error}") from error
    else:
        raise AssertionError(f"`{action}` is carried out, though why_not says {'; '.join(map(str, reasons))}")
    if copy.key() != before:
        raise AssertionError(f"`{action}` is refused, but the state has changed")


def notation_reads_back(state: State) -> None:
    """Every possible answer is written as text and read back as the same, so that `parse` refuses nothing that is offered."""
    outcomes = tuple(outcome for outcome, _ in state.outcomes())
    outcomes = outcomes[:: max(1, len(outcomes) // MOST_OUTCOMES)]
    answers: tuple[Action | Outcome, ...] = (*state.legal(), *outcomes)
    for answer in answers:
        try:
            read = state.rules.parse(answer.text)
        except StoneAgeError as error:
            raise AssertionError(f"`{answer.text}` is offered, but cannot be read: {error}") from error
        if read != answer:
            raise AssertionError(f"`{answer.text}` is offered, but read as `{read}`")


def questions_can_be_told(state: State) -> None:
    """The question can be told as JSON, and every answer to it in words."""
    pending = state.pending
    try:
        json.dumps(pending and pending.to_dict())
    except TypeError as error:
        raise AssertionError(f"what is asked cannot be written as JSON: {error}") from error
    for answer in state.legal() or [outcome for outcome, _ in state.outcomes()][:MOST_OUTCOMES]:
        if not isinstance(state.rules.describe(answer, state), str):
            raise AssertionError(f"`{answer}` is described by {state.rules.describe(answer, state)!r}, which is no text")
