"""Writes positions as scenarios to paste: in the words of `given`, with the steps since the last one that these words can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.state import State
from stoneage_rules.testing.positions import describe, position
from stoneage_rules.text.toml_writer import written

__all__ = ["as_given", "as_scenario"]

MOST_TRIED = 20
"""How many states before the last are tried."""

WHOLE = ("points", "figures", "tools", "marks")
"""The facts of a seat that are written whole where they differ from the set-up's."""
BY_NAME = ("goods", "tracks")
"""The facts of a seat of which those are written that differ."""


def as_given(state: State) -> dict[str, Any] | None:
    """Returns a position in the words of `given` that is read as this very state; None if no words say it.

    They say a state in which a phase has just begun or a seat has its turn, and a game that is over.  They say neither unfinished
    moves, such as a roll that waits for tools, nor what waits for a later turn.

    >>> import stoneage_rules as sa
    >>> from stoneage_rules.testing import play, position
    >>> state = position(sa.load(players=2), {"seats": {0: {"goods": {"wood": 2}}}})
    >>> play(state, "0: place hunt 3")
    >>> as_given(state)
    {'acting': 1, 'phase': 'placing', 'seats': {'0': {'goods': {'wood': 2}}}, 'figures': {'hunt': [3, 0]}}
    """
    if state.waiting or state.phase is None:
        return None
    facts, usual = describe(state), describe(position(state.rules, {"over": True}))
    turns: list[dict[str, Any]] = [{"over": True}] if state.is_over else [{}, {"acting": state.seat}]
    for turn in turns:
        shortest_first = [{**turn, **given} for given in _candidates(state, facts, usual)]
        # What not even the longest can say, none can.
        if _is_read_as(shortest_first[-1], state):
            return next(given for given in shortest_first if _is_read_as(given, state))
    return None


def _is_read_as(given: Mapping[str, Any], state: State) -> bool:
    try:
        return position(state.rules, given) == state
    except StoneAgeError:
        return False


def _candidates(state: State, facts: Mapping[str, Any], usual: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the words for a state without who acts, the shortest first: with and without where all items are."""
    head = {"round": facts["round"]} if facts["round"] != 1 else {}
    head |= {"phase": facts["phase"]} | _differing({"first": facts["first"]}, usual)
    seats = {seat: _seat(own, usual["seats"][seat]) for seat, own in facts["seats"].items()}
    figures = {place: [*counts.values()] for place, counts in facts["figures"].items() if any(counts.values())}
    lying = {name: _differing(facts[name], usual[name]) for name in ("spaces", "piles", "zones")}
    for named in (("spaces",), ("spaces", "piles"), ("spaces", "zones"), ("spaces", "piles", "zones")):
        for with_items in (False, True):
            own = {seat: {**entry, **(_items_of(state, seat, facts) if with_items else {})} for seat, entry in seats.items()}
            rest = {"seats": {seat: entry for seat, entry in own.items() if entry}, "figures": figures}
            rest |= {name: lying[name] for name in named}
            yield {**head, **{key: value for key, value in rest.items() if value}}


def _seat(own: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the facts of a seat that differ from those of the set-up, without its items."""
    differing = {key: _differing(own[key], usual[key]) for key in BY_NAME}
    return {key: own[key] for key in WHOLE if own[key] != usual[key]} | {key: value for key, value in differing.items() if value}


def _items_of(state: State, seat: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the items of a seat, and those it can still use unless it can use all of them."""
    own, rules = facts["seats"][seat], state.rules
    usable = [item for item in own["items"] if rules.item_index[item] in rules.later_use_bits]
    lists = {"items": own["items"], **({"face_down": own["face_down"]} if own["face_down"] else {})}
    return {**lists, **({} if sorted(usable) == sorted(own["unspent"]) else {"unspent": own["unspent"]})}


def _differing(facts: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the facts that differ from the usual ones of the same name."""
    return {key: value for key, value in facts.items() if value != usual[key]}


def as_scenario(states: Sequence[State], steps: Sequence[str], first: Mapping[str, Any] | None = None, **more: Any) -> str:
    """Returns the lines of a scenario that begins as late as words can say, and goes on with the steps to the last state.

    Args:
        states: the state before each step, and the one after the last.
        steps: the steps, as in `do`.
        first: the words of the first state, as they were given.
        more: further keys of the scenario.

    Returns:
        The lines; empty if the first state has no words, and none after it that is near enough.
    """
    for back, state in enumerate(states[::-1][:MOST_TRIED]):
        given = as_given(state)
        if given is not None:
            return _scenario(given, steps[len(steps) - back :], states[-1], more)
    return "" if first is None else _scenario(first, steps, states[-1], more)


def _scenario(given: Mapping[str, Any], steps: Sequence[str], end: State, more: Mapping[str, Any]) -> str:
    do = {"do": [*steps]} if steps else {}
    entry = {"name": "from here", **more, "given": given, **do, "then": _facts(end)}
    return "\n".join(["[[scenario]]", *(f"{key} = {written(value)}" for key, value in entry.items())])


def _facts(state: State) -> dict[str, Any]:
    """Returns facts that hold in a state, for a scenario that says nothing else."""
    pending = state.pending
    return {"over": True} if pending is None else {"round": state.round, "seat": pending.seat, "asks": pending.kind}
