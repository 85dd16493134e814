"""A state in words: as a position to paste, by what sets it apart from another, by its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stoneage_rules.authoring.positions import position, position_of
from stoneage_rules.authoring.property_schema import rows_of, unmet
from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.chance import DiceRoll
from stoneage_rules.kernel.frames import Question
from stoneage_rules.kernel.state import State
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.text import written

Difference = tuple[TomlPath, str]

MOST_LISTED = 12
"""Maximum number of elements shown of a list that differs."""
ROWS = "meets"
"""The key of rows, which are no facts with one value."""
NOTHING = {"seat": "nobody", "dice": "no roll", "tie_break": "no tie-break"}
"""The words for facts that there are not."""


def legal_texts(state: State) -> tuple[str, ...]:
    """Returns every action that can be chosen now, in notation and in fixed order."""
    return tuple(action.text for action in state.legal())


def differences(then: Mapping[str, Any], state: State) -> Iterator[Difference]:
    """Yields the path of every fact that differs from the expected one, and a description of the difference."""
    facts = {**position_of(state), **_now(state)}
    for seat in then.get("seats", {}):
        facts["seats"][seat] |= _scored(state, int(seat))
    for key, expected in then.items():
        if key == "figures":
            for place, figures in expected.items():
                yield from _compare(_by_seat(figures), facts[key][place], (key, place))
        elif key == "seats":
            for seat, own in expected.items():
                yield from _compare({name: value for name, value in own.items() if name != ROWS}, facts[key][seat], (key, seat))
        elif key in facts:
            yield from _compare(expected, facts[key], (key,))
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
        "over": state.is_over,
    }


def _scored(state: State, seat: int) -> dict[str, Any]:
    """Returns the facts of a seat's score sheet."""
    sheet = state.score_sheet(seat)
    tie_break = None if sheet.tie_break is None else sheet.tie_break.value
    return {"total": sheet.total, "lines": {line.id: line.points for line in sheet.lines}, "tie_break": tie_break}


def _unmet(then: Mapping[str, Any], state: State) -> Iterator[Difference]:
    """Yields the rows that do not hold, for single seats or for any."""
    for seat, facts in then.get("seats", {}).items():
        for row in rows_of(state.rules, facts.get(ROWS, ())):
            if problem := row.problem(state, int(seat)):
                yield ("seats", seat, ROWS, row.index), problem
    for index, problem in unmet(rows_of(state.rules, then.get(ROWS, ())), state):
        yield (ROWS, index), problem


def _by_seat(figures: Any) -> Mapping[str, int]:
    return {str(seat): count for seat, count in enumerate(figures)} if isinstance(figures, list) else figures


def _compare(expected: Any, actual: Any, path: TomlPath) -> Iterator[Difference]:
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
        yield (
            path,
            f"expected {written(expected)}, found {NOTHING.get(str(path[-1]), 'nothing') if actual is None else written(actual)}",
        )


def _listed_differences(
    then: Mapping[str, Any], state: State, keys: tuple[str, str, str], answers: Sequence[str]
) -> Iterator[Difference]:
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
    shown = [f"`{element}`" if isinstance(element, str) else written(element) for element in elements[:MOST_LISTED]]
    more = f" and {len(elements) - MOST_LISTED} more" if len(elements) > MOST_LISTED else ""
    return [f"{label}: {', '.join(shown)}{more}"] if shown else []


# --- pasted position ----------------------------------------------------------------------------------------------
#
# Writes positions as scenarios to paste: in the words of `given`, with the steps since the last one that these words can say.


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
    facts, usual = position_of(state), position_of(position(state.rules, {"over": True}))
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
