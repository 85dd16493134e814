"""Plays random games in which the code of plugins is watched; `module_checks` tells what was found."""

from __future__ import annotations

import inspect
import random
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Any

from stoneage_rules.errors import PluginError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.finalize import GUARDED
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.mechanics.totals import Totals
from stoneage_rules.testing.mistakes import Findings
from stoneage_rules.testing.random_games import LONGEST, pick
from stoneage_rules.testing.supervision import CHANGED, GLOBAL_SOURCE, SOMEBODY, blame_for, sources_of, supervised

__all__ = ["ask_hooks", "play_interleaved", "play_supervised"]

EVERY = 5
"""The number of steps between states at which the hooks that are asked in play are asked by themselves."""

MOST_REFUSED = 20
"""The number of actions of which a state is asked why they are refused."""

AHEAD = 400
"""The number of steps of the games that are compared with each other."""


def play_supervised(rules: Ruleset, findings: Findings, seed: int = 0) -> None:
    """Plays a game under supervision; if it breaks off, the check `plays` tells so."""
    with supervised(rules, findings) as ledger:
        try:
            state, source = rules.initial_state(), random.Random(seed)
            for step in range(LONGEST):
                if state.is_over:
                    return
                if step % EVERY == 0:
                    ask_hooks(state, findings)
                state._legal = state._options = None
                answer = pick(state, source)
                if step % EVERY == 0 or f"frame {rules.handlers[state.stack[-1][0]].name}" in rules.owners:
                    _ask(state, answer)
                ledger.begin(state)
                state.apply(answer)
                ledger.settle(state, SOMEBODY)
        except PluginError as error:
            if error.__cause__ is None:
                findings.problems.setdefault("answers", {})[str(error)] = None
        except Exception:  # what a plugin raises is told by the games that are played without supervision
            return


def _ask(state: State, answer: Action | Outcome) -> None:
    """Asks for everything that play by itself does not need."""
    state.pending  # noqa: B018
    state.seen_by(answer)
    state.rules.describe(answer, state)
    for action in state.rules.kinds_of_action.get(answer.kind, ())[:MOST_REFUSED]:
        with suppress(PluginError):  # a reason that is missing is told by the check `legality`
            state.why_not(action)


def ask_hooks(state: State, findings: Findings) -> None:
    """Asks the hooks of play for every seat, and notes answers that are out of range, change the state or are not steady."""
    for hook, functions in state.rules.questions.items():
        for function in functions:
            blamed = blame_for(function) or SOMEBODY
            for seat in range(state.rules.players):
                before, source = state.key(), random.getstate()
                answer, again = function(state, seat), function(state, seat)
                if random.getstate() != source:
                    findings.note("random", blamed, GLOBAL_SOURCE)
                    random.setstate(source)
                elif answer != again:
                    findings.note("steady", blamed, f"answers {answer!r}, and asked again {again!r}")
                if state.key() != before:
                    findings.note("quiet", blamed, CHANGED)
                problem = _out_of_range(hook, answer, state.rules)
                if problem:
                    findings.note("answers", blamed, problem)
                findings.calls += 1


def _out_of_range(hook: str, answer: Any, rules: Ruleset) -> str:
    """Returns what is wrong with the size of a hook's answer; empty if nothing is."""
    if hook.endswith("placement_barred") and (answer < 0 or answer >> len(rules.places)):
        return f"answers {answer}, which has bits beyond the {len(rules.places)} places"
    if hook.endswith("roll_adjustment") and abs(answer) > rules.service(Totals).most:
        return f"adds {answer} to a roll, of which no total is above {rules.service(Totals).most}"
    return ""


# --- what a plugin remembers --------------------------------------------------------------------------------------


def play_interleaved(rules: Ruleset, seed: int = 0) -> str:
    """Plays a game alone, and again with another one in between; returns what differs, or an empty text."""
    remembered = _remembered(rules)
    try:
        alone = _played(rules, seed, None)
        between = _played(rules, seed, seed + 1)
    except Exception:  # as above
        return ""
    if alone == between:
        return ""
    after = _remembered(rules)
    changed = [where for where, value in after.items() if value != remembered.get(where)]
    if not changed:
        return ""  # then something else decides, which the check `replays` tells
    step = next((i for i, (one, other) in enumerate(zip(alone, between, strict=False)) if one != other), 0)
    return f"with another game played in between, a game goes another way from step {step} on; remembered is {', '.join(changed)}"


def _played(rules: Ruleset, seed: int, between: int | None) -> list[tuple[str, Any]]:
    """Returns the answers of a random game with the keys of its states, played with or without another one in between."""
    state, source = rules.initial_state(), random.Random(seed)
    other, second = rules.initial_state(), random.Random(between)
    steps: list[tuple[str, Any]] = []
    while not state.is_over and len(steps) < AHEAD:
        if between is not None and not other.is_over:
            other.apply(pick(other, second))
        answer = pick(state, source)
        state.apply(answer)
        steps.append((answer.text, state.key()))
    return steps


KNOWN = frozenset({"rules", "index", "judges", "gate_judges", "extensions", "_options", *GUARDED})
"""The attributes of a handler that are the library's."""


KEEPING = (list, dict, set, int, deque, count, random.Random)
"""The types of values in which classes and modules keep something."""


def _remembered(rules: Ruleset) -> Mapping[str, str]:
    """Returns what the handlers and the modules of plugins keep, by its name."""
    handlers = [source for source in sources_of(rules) if f"frame {source.name}" in rules.owners]
    kept = {
        f"`{name}` of frame {source.name}": _written(value)
        for source in handlers
        for name, value in {**_keeping(type(source)), **vars(source)}.items()
        if name not in KNOWN and not name.startswith("__") and not callable(value)
    }
    functions = [function for asked in rules.questions.values() for function in asked] + [effect for effect, _ in rules.nodes]
    own = {inspect.unwrap(function).__module__ for function in functions if blame_for(function)}
    modules = own.union(type(source).__module__ for source in handlers)
    kept.update(
        (f"`{name}` of {module}", _written(value))
        for module in modules & {*sys.modules}
        for name, value in _keeping(sys.modules[module]).items()
    )
    return kept


def _written(value: Any) -> str:
    """Returns a value as a text that changes with it; of a source of chance, how far it has come."""
    return repr(value.getstate() if isinstance(value, random.Random) else value)


def _keeping(owner: Any) -> Mapping[str, Any]:
    return {name: value for name, value in vars(owner).items() if isinstance(value, KEEPING) and not name.startswith("__")}
