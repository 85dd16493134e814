"""Compares the facts of a state with the expected ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.kernel.state import State
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.testing.positions import describe
from stoneage_rules.text.toml_writer import written

__all__ = ["differences", "options"]

Difference = tuple[Path, str]

MOST_LISTED = 12
"""Maximum number of elements shown of a list that differs."""


def options(state: State) -> tuple[str, ...]:
    """Returns every action that can be chosen now, in notation and in fixed order."""
    return tuple(action.text for action in state.legal())


def differences(then: Mapping[str, Any], state: State) -> Iterator[Difference]:
    """Yields the path of every fact that differs from the expected one, and a description of the difference."""
    facts = {**describe(state), **_now(state)}
    for key, expected in then.items():
        if key == "figures":
            for place, figures in expected.items():
                yield from _compare(_by_seat(figures), facts[key][place], (key, place))
        elif key in facts:
            yield from _compare(expected, facts[key], (key,))
    yield from _options_differences(then, state)


def _now(state: State) -> dict[str, Any]:
    """Returns the pending choice and the outcome of the game."""
    return {
        "seat": state.seat,
        "asks": state.rules.handlers[state.stack[-1][0]].name if state.stack else None,
        "scores": state.scores,
        "winners": state.winners,
        "over": state.is_over,
    }


def _by_seat(figures: Any) -> Mapping[str, int]:
    return {str(seat): count for seat, count in enumerate(figures)} if isinstance(figures, list) else figures


def _compare(expected: Any, actual: Any, path: Path) -> Iterator[Difference]:
    if isinstance(expected, Mapping):
        for key, part in expected.items():
            yield from _compare(part, actual[key], (*path, key))
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
        yield path, f"expected {written(expected)}, found {'nobody' if actual is None else written(actual)}"


def _options_differences(then: Mapping[str, Any], state: State) -> Iterator[Difference]:
    legal = options(state)
    if "legal" in then:
        yield from _compare(_as_written(state, then["legal"]), list(legal), ("legal",))
    missing = _without(_as_written(state, then.get("legal_has", ())), legal)
    if missing:
        yield ("legal_has",), "; ".join(_listed("missing", missing))
    unwanted = [text for text in _as_written(state, then.get("legal_lacks", ())) if text in legal]
    if unwanted:
        yield ("legal_lacks",), "; ".join(_listed("not expected", unwanted))


def _as_written(state: State, texts: Iterable[str]) -> list[str]:
    """Returns actions in the notation's own spelling."""
    return [state.rules.parse(text).text for text in texts]


def _without(elements: Iterable[Any], others: Sequence[Any]) -> list[Any]:
    """Returns the elements left after removing one equal element for each of the others."""
    remaining = list(elements)
    for other in others:
        if other in remaining:
            remaining.remove(other)
    return remaining


def _listed(label: str, elements: Sequence[Any]) -> list[str]:
    shown = [f"`{element}`" if isinstance(element, str) else written(element) for element in elements[:MOST_LISTED]]
    more = f" and {len(elements) - MOST_LISTED} more" if len(elements) > MOST_LISTED else ""
    return [f"{label}: {', '.join(shown)}{more}"] if shown else []
