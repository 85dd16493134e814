"""Code of plugins watched while it plays: mistakes that no message of the library would name."""

from __future__ import annotations

import inspect
import random
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from types import GeneratorType
from typing import Any

import attrs

from stoneage_rules.authoring.invariants import CHEAP, check_state
from stoneage_rules.authoring.random_games import pick
from stoneage_rules.errors import InvalidState, PluginError
from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.answers import ANSWERS, TEXT, are, wrong_frames
from stoneage_rules.kernel.finalize import GUARDED, Instrument, watched
from stoneage_rules.kernel.frames import LONGEST, NOTHING_TO_CHOOSE, guarded, line_of
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.kernel.operations import note
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect
from stoneage_rules.language.quantity import Conditional, core, is_amount
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.rolling import Totals
from stoneage_rules.telling.phrases import Phrases
from stoneage_rules.text import shortened

# --- mistakes -----------------------------------------------------------------------------------------------------
# The mistakes of plugins in supervised games, each with the method to blame.


@attrs.frozen
class Blame:
    """A method, effect or hook of a plugin, in words, and the line to mend."""

    what: str
    line: str = ""


@attrs.define
class Findings:
    """The mistakes, by the check that reports them."""

    problems: dict[str, dict[str, None]] = attrs.field(factory=dict)
    calls: int = 0
    """The number of calls that were watched."""

    def note(self, check: str, blamed: Blame, problem: str) -> None:
        """Notes a mistake, once."""
        self.problems.setdefault(check, {})[f"{blamed.what}: {problem}{blamed.line}"] = None

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Notes an exception of a method that play does not call."""
        try:
            yield
        except PluginError as error:
            self.problems.setdefault("answers", {})[str(error)] = None

    @property
    def count(self) -> int:
        """The number of different mistakes."""
        return sum(map(len, self.problems.values()))


# --- supervision --------------------------------------------------------------------------------------------------
#
# Watches the code of plugins while games are played: what its methods answer, change and draw from.


Method = Callable[..., Any]


TAKEN_OFF = "takes frames off the stack; a plugin pushes frames, and what lies beneath them is for others"
GLOBAL_SOURCE = "draws from Python's global random source; let a chance event decide, whose `sample` gets a source"


GUARD_CODE = guarded(line_of, "", "").__code__


def blame_for(function: Method) -> Blame | None:
    """Returns the plugin and the hook or word of a function that the library guards; None for a function of the library."""
    if getattr(function, "__code__", None) is not GUARD_CODE:
        return None
    parts = inspect.getclosurevars(function).nonlocals
    return Blame(f"plugin {parts['plugin']}, {parts['what']}", line_of(function))


class Supervision(Instrument):
    """Watches the methods of plugins' frames and their effects; notes their mistakes."""

    judges = True

    def __init__(self, ledger: Ledger, rules: Ruleset) -> None:
        self.ledger = ledger
        self.findings = ledger.findings
        self.rules = watched(rules, self)

    def effect(self, verb: Verb | None, effect: Effect) -> Effect:
        blamed, act = blame_for(core(effect)), core(effect)
        if blamed is None:
            return effect

        def watched(state: State, seat: int, place: int, n: int) -> None:
            with self.carrying_out(state, blamed):
                act(state, seat, place, n)

        return Conditional(effect.held, watched) if isinstance(effect, Conditional) else watched

    def method(self, source: Any, name: str, method: Method) -> Method:
        blamed = blame_for(method)
        if blamed is None or name == "universe":  # which is called before there is a state
            return method

        def call(*args: Any) -> Any:
            self.findings.calls += 1
            state = next((arg for arg in args if isinstance(arg, State)), None)
            if name in ("step", "resume") and state is not None:
                with self.carrying_out(state, blamed):
                    return method(*args)
            return self.answer(source, name, method, args, state, blamed)

        return call

    @contextmanager
    def carrying_out(self, state: State, blamed: Blame) -> Iterator[None]:
        """Watches an effect or a method that may change a state."""
        depth, broken = len(state.stack), _broken(state)
        try:
            with self.ledger.within(blamed), self.drawing_nothing(blamed):
                yield
        finally:
            self.ledger.settle(state, blamed, depth)
        if not broken and (broken := _broken(state)):
            self.findings.note("holds", blamed, broken)

    @contextmanager
    def drawing_nothing(self, blamed: Blame) -> Iterator[None]:
        """Notes a draw from the global source of chance, unless one was noted within."""
        chance, counted = random.getstate(), self.findings.count
        yield
        if random.getstate() != chance:
            random.setstate(chance)
            if self.findings.count == counted:
                self.findings.note("random", blamed, GLOBAL_SOURCE)

    def answer(self, source: Any, name: str, method: Method, args: Any, state: State | None, blamed: Blame) -> Any:
        """Returns the answer of a method that changes nothing, and notes its faults."""
        before, counted = state and state.key(), self.findings.count
        with self.ledger.within(blamed), self.drawing_nothing(blamed):
            answer = _whole(method(*args))
        if wrong := _wrong_answer(self.rules, source, name, answer):
            self.findings.note("answers", blamed, wrong)
        elif state is not None and self.findings.count == counted:  # faults of inner values show here, too
            again = answer if name == "sample" else _whole(method(*args))
            if state.key() != before:
                self.findings.note("quiet", blamed, "changes the state; an answer must leave it as it is")
            elif not _equal(again, answer):
                self.findings.note("steady", blamed, f"answers {_shown(answer)}, and asked again {_shown(again)}")
        return iter(answer) if isinstance(answer, _Gone) else answer


FLAG = are(bool), "True or False"

JUDGES: Mapping[str, tuple[Callable[[Any, Any], bool], str]] = {
    **ANSWERS,
    "accepts": FLAG,
    "describe": TEXT,
    "obstacle": TEXT,
    "available": (lambda rules, answer: answer is None or callable(answer), "None or a function of a state"),
    "gains": (
        lambda rules, answer: answer is None or are(tuple, lambda rules, each: len(each) == len(rules.goods))(rules, answer),
        "None, or a tuple with a tuple of an amount of each good for each possibility",
    ),
    "scores": (lambda rules, answer: answer is None or is_amount(answer), "None, a number or a quantity"),
    "stoneage_placement_barred": (lambda rules, answer: 0 <= answer < 1 << len(rules.places), "bits of places of these rules"),
    "stoneage_roll_adjustment": (
        lambda rules, answer: abs(answer) <= rules.service(Totals).most,
        "a number that is not above every total of a roll",
    ),
}
"""Tests of the answer of a method or hook, each with the right answer in words."""


def _wrong_answer(rules: Ruleset, source: Any, method: str, answer: Any) -> str:
    """Returns the fault of a method's answer; empty if there is none."""
    is_right, words = JUDGES.get(method, (are(object), ""))
    if not is_right(rules, answer):
        return f"it must return {words}, not {_shown(answer)}"
    if method == "options" and not answer and isinstance(source, Decision):
        return NOTHING_TO_CHOOSE
    return ""


class _Gone(tuple[Any, ...]):
    """The values of a generator or iterator that is used up."""

    __slots__ = ()


def _whole(answer: Any) -> Any:
    """Returns an answer, or all that it yields if it is an iterator."""
    return _Gone(answer) if isinstance(answer, GeneratorType | type(iter(()))) else answer


def _equal(one: Any, other: Any) -> bool:
    """Compares answers; facts of classes that compare by identity count as equal."""
    identity: Any = object.__eq__
    return type(one) is type(other) and (one == other or type(one).__eq__ is identity)


def _shown(answer: Any) -> str:
    return shortened(repr(list(answer) if isinstance(answer, _Gone) else answer), 120)


SOMEBODY = Blame("a plugin")


class Ledger:
    """Knows the numbers of the state in play after the last operation, so that a change past the operations is seen."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.expected: dict[int, Any] = {}
        self.depth = 0
        self.running: list[Blame] = []
        """The plugin's methods and effects that are running, the innermost last."""

    @contextmanager
    def within(self, blamed: Blame) -> Iterator[None]:
        """Blames a method for changes until it returns."""
        self.running.append(blamed)
        try:
            yield
        finally:
            self.running.pop()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watches every operation until it is left."""
        kept = {name: getattr(operations, name) for name in operations.__all__ if callable(getattr(operations, name))}
        for name, operation in kept.items():
            setattr(operations, name, self._recorded(operation))
        try:
            yield
        finally:
            for name, operation in kept.items():
                setattr(operations, name, operation)

    def _recorded(self, operation: Method) -> Method:
        def operate(state: State, *args: Any, **named: Any) -> Any:
            running = self.running[-1] if self.running else SOMEBODY
            if not self.depth:
                self.settle(state, running)
            if operation is note and (wrong := _wrong_event(state.rules, *args)):
                self.findings.note("answers", running, wrong)
            self.depth += 1
            try:
                return operation(state, *args, **named)
            finally:
                self.depth -= 1
                if not self.depth and id(state) in self.expected:
                    self.expected[id(state)] = state_numbers(state)

        return operate

    def begin(self, state: State) -> None:
        """Begins to watch a state."""
        self.expected = {id(state): state_numbers(state)}

    def settle(self, state: State, blamed: Blame, depth: int = 0) -> None:
        """Notes a change of a watched state since the last operation on it.

        Args:
            state: the state.
            blamed: the code that is running, or has just run.
            depth: the number of frames on the stack before that.
        """
        expected = self.expected.get(id(state))
        if expected is None:
            return
        if len(state.stack) < depth:
            self.findings.note("operations", blamed, TAKEN_OFF)
        if wrong := wrong_frames(state.rules, state.stack[depth:], state.waiting):
            self.findings.note("answers", blamed, wrong)
        found = state_numbers(state)
        if found != expected:
            changed = ", ".join(name for name, value in found.items() if value != expected[name])
            self.expected[id(state)] = found
            self.findings.note("operations", blamed, f"changes {changed} of the state past `operations`")


def _wrong_event(rules: Ruleset, name: str, seat: int | None, *noted: Any) -> str:
    """Returns the fault of a noted event; empty if there is none, or if the event is not declared."""
    kind = rules.event_kinds.get(name)
    try:
        if kind is not None:
            kind.event(rules, operations.NOBODY if seat is None else seat, noted)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def state_numbers(state: State) -> dict[str, Any]:
    """Returns the numbers of a state by name, without the stack, because plugins push frames on it."""
    names = (name for name in Position.__slots__ if name not in ("_noted", "rules", "stack"))
    return {name: value if isinstance(value := getattr(state, name), int | None) else tuple(value) for name in names}


# --- supervised games ---------------------------------------------------------------------------------------------
# Plays random games and watches the code of plugins; `pack_checks` reports the findings.


EVERY = 5
"""The number of steps between states that are asked for all that play does not need."""

MOST_REFUSED = 20
"""The number of refused actions whose reasons a state is asked for."""

AT_ANY_MOMENT = {name: invariant for name, invariant in CHEAP.items() if name != "somebody_is_asked"}
"""The invariants that hold in the middle of a step, too."""

MOST_STEPS_COMPARED = 400
"""The number of steps of the games that are compared with each other."""


def play_supervised(rules: Ruleset, findings: Findings, seed: int = 0) -> None:
    """Plays a game under supervision; if it breaks off, the check `plays` reports it."""
    ledger = Ledger(findings)
    supervision = Supervision(ledger, rules)
    rules = supervision.rules
    with ledger.watching():
        try:
            _ask_verbs(supervision)
            state, source = rules.initial_state(), random.Random(seed)
            for step in range(LONGEST):
                if state.is_over:
                    return
                state._legal = state._options = None
                answer = pick(state, source)
                if step % EVERY == 0 or f"frame {rules.handlers[state.stack[-1][0]].name}" in rules.owners:
                    _ask(state, answer, findings)
                ledger.begin(state)
                state.apply(answer)
                ledger.settle(state, SOMEBODY)
        except Exception:  # games without supervision report exceptions of plugins
            return


def _ask(state: State, answer: Action | Outcome, findings: Findings) -> None:
    """Asks a state for all that nobody needs for playing alone."""
    rules = state.rules
    asked: Sequence[Callable[[], Any]] = (
        lambda: state.pending,
        state.outcomes,
        lambda: state.seen_by(answer),
        lambda: rules.describe(answer, state),
        lambda: rules.state_from_dict(state.to_dict()),
    )
    for ask in asked:
        with findings.telling(), suppress(InvalidState):  # the check `saves` reports a state that cannot be read
            ask()
    for action in rules.kinds_of_action.get(answer.kind, ())[:MOST_REFUSED]:
        with suppress(PluginError):  # the check `legality` reports a missing reason
            state.why_not(action)


def _ask_verbs(supervision: Supervision) -> None:
    """Asks the effects of plugins for all that nobody needs for playing alone."""
    rules, state = supervision.rules, supervision.rules.initial_state()
    places = {rules.nodes[place.node]: place for place in rules.places if place.node}
    for node, verb in zip(rules.nodes, rules.verbs, strict=True):
        owner = rules.owners.get(f"verb {verb.do}") if verb else None
        if verb is None or owner is None:
            continue
        asked: dict[str, tuple[Any, ...]] = dict.fromkeys(("scores", "takes"), ())
        asked |= {"describe": (Phrases(rules),), "gains": (rules.linker,), "available": (rules.linker,)}
        asked |= {"obstacle": (state, 0, places[node].index)} if node in places else {}
        for method, args in asked.items():
            call = guarded(getattr(verb, method), owner, f"verb {verb.do}, {method}")
            with supervision.findings.telling():
                supervision.method(verb, method, call)(*args)


def _broken(state: State) -> str:
    """Returns the invariant that a state breaks; empty if there is none."""
    try:
        check_state(state, AT_ANY_MOMENT)
    except AssertionError as error:
        return str(error)
    return ""


# --- what a plugin remembers --------------------------------------------------------------------------------------


def play_interleaved(rules: Ruleset, seed: int = 0) -> str:
    """Plays a game alone, and again with another game in between; returns the difference, or an empty text."""
    remembered = _remembered(rules)
    try:
        alone = _played(rules, seed, None)
        between = _played(rules, seed, seed + 1)
    except Exception:  # as above
        return ""
    changed = [where for where, value in _remembered(rules).items() if value != remembered.get(where)]
    if alone == between:  # a table that is filled changes nothing; a number is a counter, even if no game depends on it yet
        counters = [where for where in changed if remembered.get(where, "").lstrip("-").isdigit()]
        return f"after a game remembered is {', '.join(counters)}; a state is all that a game knows" if counters else ""
    if not changed:
        return ""  # then something else decides, which the check `replays` reports
    step = next((i for i, (one, other) in enumerate(zip(alone, between, strict=False)) if one != other), 0)
    return f"with another game played in between, a game goes another way from step {step} on; remembered is {', '.join(changed)}"


def _played(rules: Ruleset, seed: int, between: int | None) -> list[tuple[str, Any]]:
    """Returns the answers of a random game with the keys of its states, played with or without another game in between."""
    state, source = rules.initial_state(), random.Random(seed)
    other, second = rules.initial_state(), random.Random(between)
    steps: list[tuple[str, Any]] = []
    while not state.is_over and len(steps) < MOST_STEPS_COMPARED:
        if between is not None and not other.is_over:
            other.apply(pick(other, second))
        answer = pick(state, source)
        state.apply(answer)
        steps.append((answer.text, state.key()))
    return steps


KNOWN_ATTRIBUTES = frozenset({"rules", "index", "judges", "gate_judges", "extensions", "_options", *GUARDED})
"""The attributes of a handler that are the library's."""


KEEPING = (list, dict, set, int, deque, count, random.Random)
"""The types of values that can hold hidden state in classes and modules."""


def _remembered(rules: Ruleset) -> Mapping[str, str]:
    """Returns the values that handlers and modules of plugins keep, by name."""
    extensions = [one for handler in rules.handlers if isinstance(handler, Decision) for one in handler.extensions.values()]
    handlers = [source for source in (*rules.handlers, *extensions) if f"frame {source.name}" in rules.owners]
    kept = {
        f"`{name}` of frame {source.name}": _written(value)
        for source in handlers
        for name, value in {**_keeping(type(source)), **vars(source)}.items()
        if name not in KNOWN_ATTRIBUTES and not name.startswith("__") and not callable(value)
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
    """Returns a text that changes when the value does; for a source of chance, also when it is drawn from."""
    return repr(value.getstate() if isinstance(value, random.Random) else value)


def _keeping(owner: Any) -> Mapping[str, Any]:
    return {name: value for name, value in vars(owner).items() if isinstance(value, KEEPING) and not name.startswith("__")}
