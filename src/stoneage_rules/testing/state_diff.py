"""The facts of a state held against those that are expected: every one that is otherwise, and what is instead."""

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
"""So many texts of a list that is otherwise are shown."""


def options(state: State) -> tuple[str, ...]:
    """Every action that may be chosen now, in notation and in its fixed order."""
    return tuple(action.text for action in state.legal())


def differences(then: Mapping[str, Any], state: State) -> Iterator[Difference]:
    """Every fact that is not as it must be: the path to it, and what is instead."""
    facts = {**describe(state), **_now(state)}
    for key, expected in then.items():
        if key == "figures":
            for place, figures in expected.items():
                yield from _compare(_by_seat(figures), facts[key][place], (key, place))
        elif key in facts:
            yield from _compare(expected, facts[key], (key,))
    yield from _options_differences(then, state)


def _now(state: State) -> dict[str, Any]:
    """What is due, and what has come of the game."""
    return {
        "seat": state.seat,
        "asks": state.rules.handlers[state.stack[-1][0]].name if state.stack else None,
        "scores": state.scores,
        "winners": state.winners,
        "over": state.is_over,
    }


def _by_seat(figures: Any) -> Mapping[str, int]:
    return {str(seat): count for seat, count in enumerate(figures)} if isinstance(figures, list) else figures


def _compare(expected: Any, found: Any, path: Path) -> Iterator[Difference]:
    if isinstance(expected, Mapping):
        for key, part in expected.items():
            yield from _compare(part, found[key], (*path, key))
        return
    if isinstance(found, tuple):
        # One for each seat, in their order.
        different = tuple(expected) != found
    elif isinstance(expected, list):
        missing, more = _without(expected, found), _without(found, expected)
        if missing or more:
            yield path, "; ".join([*_listed("missing", missing), *_listed("not expected", more)])
        return
    else:
        found = len(found) if isinstance(found, list) else found
        different = expected != found
    if different:
        yield path, f"expected {written(expected)}, found {'nobody' if found is None else written(found)}"


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
    """Actions in the notation's own spelling."""
    return [state.rules.parse(text).text for text in texts]


def _without(some: Iterable[Any], others: Sequence[Any]) -> list[Any]:
    """What is left when each of the others has taken away one that is like it."""
    left = list(some)
    for other in others:
        if other in left:
            left.remove(other)
    return left


def _listed(what: str, found: Sequence[Any]) -> list[str]:
    shown = [f"`{part}`" if isinstance(part, str) else written(part) for part in found[:MOST_LISTED]]
    more = f" and {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
    return [f"{what}: {', '.join(shown)}{more}"] if shown else []
