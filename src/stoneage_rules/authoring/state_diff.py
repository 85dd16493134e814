"""A state in words: its differences from expectations, and its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.authoring.positions import position_of
from stoneage_rules.authoring.property_schema import bound_rows, unmet
from stoneage_rules.kernel.chance import DiceRoll
from stoneage_rules.kernel.frames import Question
from stoneage_rules.kernel.state import State
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import first_of, written

ValueDifference = tuple[TomlPath, str]

MOST_LISTED = 12
"""Maximum number of elements shown of a list that differs."""
ROWS = "meets"
NOTHING = {"seat": "nobody", "dice": "no roll", "tie_break": "no tie-break"}
"""The words for facts that there are not."""


def legal_texts(state: State) -> tuple[str, ...]:
    """Returns every action that can be chosen now, in notation and in fixed order."""
    return tuple(action.text for action in state.legal())


def differences(then: Mapping[str, Any], state: State) -> Iterator[ValueDifference]:
    """Yields the path of every fact that differs from the expected one, and a description of the difference."""
    facts = {**position_of(state), **_now(state)}
    for seat in then.get("seats", {}):
        facts["seats"][seat] |= _scored(state, int(seat))
    yield from _compare(then, facts, ())
    yield from _listed_differences(then, state, ("legal", "legal_has", "legal_lacks"), legal_texts(state))
    yield from _unmet(then, state)
    outcomes = [outcome.text for outcome, _ in state.outcomes()] if state.is_chance else []
    yield from _listed_differences(then, state, ("outcomes", "outcomes_have", "outcomes_lack"), outcomes)


def _now(state: State) -> dict[str, Any]:
    """Returns the pending question and the outcome of the game."""
    frame = state.stack[-1] if state.stack else None
    handler = state.rules.handlers[frame[0]] if frame else None
    return {
        "seat": state.seat if isinstance(handler, Question) else None,
        "asks": handler.name if isinstance(handler, Question) else None,
        "dice": handler.dice(frame) if isinstance(handler, DiceRoll) and frame else None,
        "scores": state.scores,
        "winners": state.winners,
        "verdict": state.verdict,
        "over": state.is_over,
    }


def _scored(state: State, seat: int) -> dict[str, Any]:
    """Returns the facts of a seat's score sheet."""
    sheet = state.score_sheet(seat)
    tie_break = None if sheet.tie_break is None else sheet.tie_break.value
    return {"total": sheet.total, "lines": {line.id: line.points for line in sheet.lines}, "tie_break": tie_break}


def _unmet(then: Mapping[str, Any], state: State) -> Iterator[ValueDifference]:
    """Yields the rows that do not hold, for single seats or for any."""
    for seat, facts in then.get("seats", {}).items():
        for row in bound_rows(state.rules, facts.get(ROWS, ())):
            if problem := row.problem(state, int(seat)):
                yield ("seats", seat, ROWS, row.index), problem
    for index, problem in unmet(bound_rows(state.rules, then.get(ROWS, ())), state):
        yield (ROWS, index), problem


def _compare(expected: Any, actual: Any, path: TomlPath) -> Iterator[ValueDifference]:
    if isinstance(actual, Mapping):
        parts = expected if isinstance(expected, Mapping) else {str(seat): part for seat, part in enumerate(expected)}
        for key in filter(actual.__contains__, parts):  # other keys are no facts with one value
            yield from _compare(parts[key], actual[key], (*path, key))
        return
    if isinstance(actual, tuple):
        # A value for each seat, in their order.
        different = tuple(expected) != actual
    elif isinstance(expected, list):
        missing, more = _without(expected, actual), _without(actual, expected)
        if missing or more:
            yield path, "; ".join([*_listed("missing", missing), *_listed("not expected", more)])
        return
    else:
        actual = len(actual) if isinstance(actual, list) else actual
        different = expected != actual
    if different:
        yield (
            path,
            f"expected {written(expected)}, found {NOTHING.get(str(path[-1]), 'nothing') if actual is None else written(actual)}",
        )


def _listed_differences(
    then: Mapping[str, Any], state: State, keys: tuple[str, str, str], answers: Sequence[str]
) -> Iterator[ValueDifference]:
    """Yields the differences of all answers, of some that must be among them, and of others that must not."""
    all_of, some, none = keys
    if all_of in then:
        yield from _compare(_as_written(state, then[all_of]), list(answers), (all_of,))
    missing = _without(_as_written(state, then.get(some, ())), answers)
    if missing:
        yield (some,), "; ".join(_listed("missing", missing))
    unwanted = [text for text in _as_written(state, then.get(none, ())) if text in answers]
    if unwanted:
        yield (none,), "; ".join(_listed("not expected", unwanted))


def _as_written(state: State, texts: Iterable[str]) -> list[str]:
    """Returns actions or outcomes in the notation's own spelling."""
    return [state.rules.parse(text).text for text in texts]


def _without(elements: Iterable[Any], others: Sequence[Any]) -> list[Any]:
    """Returns the elements left after removing one equal element for each of the others."""
    remaining = list(elements)
    for other in others:
        if other in remaining:
            remaining.remove(other)
    return remaining


def _listed(label: str, elements: Sequence[Any]) -> list[str]:
    shown = [f"`{element}`" if isinstance(element, str) else written(element) for element in elements]
    return [f"{label}: {first_of(shown, MOST_LISTED)}"] if shown else []
