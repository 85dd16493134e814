"""Decisions, their checks and options, and the reasons that a check gives for a refusal."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import attrs

from stoneage_rules.kernel.actions import Action, Shape
from stoneage_rules.kernel.frames import DECISION, FrameTuple, Question
from stoneage_rules.language.fields import LEFT_OUT, Described, PublicValue, required

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State


RecordKey = tuple[str, str]
"""Kind and id of a content record."""

Universe = Iterator[tuple[str, tuple[Any, ...], Any]]
"""Kind, arguments and data of each action."""


@attrs.frozen
class Shortfall(Described):
    """A failed check: what would be needed, and what is."""

    check: str
    """The name of the check."""
    needed: str
    """The condition that would have to hold."""
    found: str
    """The facts that are against it."""
    record: RecordKey | None = None
    """Kind and id of the content record that imposes it."""
    statement: str | None = None
    """Id of the rule statement, if it does not follow from check and record."""
    named_only: bool = False
    """True if the record's other statements are not about it: one is told only if it names the check."""
    path: tuple[str | int, ...] = ()
    """The path to the value of the record that imposes it, such as a row of `if`; empty for the record as a whole."""


@attrs.frozen
class Reason(PublicValue):
    """A reason against an action, down to the sentence of the rules and the line of the content."""

    check: str
    """The name of the check that it fails."""
    needed: str
    """The condition that would have to hold."""
    found: str
    """The facts that are against it."""
    address: str | None
    """That of the content record that imposes it, such as `limit base:...`."""
    statement: str | None
    """Id of the rule statement."""
    sentence: str
    """The statement itself."""
    _where: str | None = attrs.field(default=None, repr=False, eq=False)
    """`file:line` of the value or content record, or of the statement when no record imposes it."""
    _find: Callable[[], str | None] | None = attrs.field(default=None, repr=False, eq=False, metadata=LEFT_OUT)

    @property
    def where(self) -> str | None:
        """`file:line` of the value or content record, or of the statement when no record imposes it."""
        return self._find() if self._find else self._where

    def __str__(self) -> str:
        rule = f" [{self.statement}]" if self.statement else ""
        return f"{self.needed}; {self.found}{rule}"


class Check:
    """One named condition of an action: `passes` answers, `explain` says what fell short.  Both see the same facts."""

    name: ClassVar[str]
    """Its name in statements of content."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of action that it judges; empty for all of its decision."""
    after: ClassVar[tuple[str, ...]] = ()
    """The names of checks without which it says nothing: if one of them fails, it is passed over."""

    @required
    def passes(self, facts: Any, action: Action) -> bool:
        """Returns True if the action meets the condition, judged by the facts of its decision alone."""
        raise NotImplementedError

    @required
    def explain(self, facts: Any, action: Action) -> Shortfall:
        """Returns what the action would need, and what there is; called only if it fails.  `you` is the seat that chooses."""
        raise NotImplementedError


class Facts(NamedTuple):
    """The facts that checks look at: a state, and the frame that is to be answered."""

    state: State
    """The state in which an action is judged."""
    frame: tuple[int, ...]
    """The frame that is to be answered."""

    @property
    def seat(self) -> int:
        """The seat that chooses."""
        return self.frame[1]

    @property
    def rules(self) -> Ruleset:
        """The rules of the state."""
        return self.state.rules


class ActionSource:
    """Kinds of action with their checks: from these come the options, and the reasons against everything else."""

    name: ClassVar[str]
    """The name of the decision or extension."""
    rules: Ruleset
    """The rules for which it was made."""
    shapes: ClassVar[dict[str, Shape]] = {}
    """The kinds of action, and how they are written."""
    checks: ClassVar[tuple[type[Check], ...]] = ()
    """The conditions of an action, in the order in which they are told."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.judges = self._make_judges()
        self._options: dict[Hashable, tuple[Action, ...]] = {}

    def _make_judges(self) -> tuple[Check, ...]:
        """Returns the checks as objects, one of each class unless the rules bring several."""
        return tuple(check() for check in self.checks)

    @required
    def universe(self) -> Universe:
        """Yields kind, arguments and data of every action that it can ever offer, in a fixed order."""
        raise NotImplementedError

    def key(self, state: State, frame: FrameTuple) -> Hashable:
        """Returns everything that the checks depend on: equal keys have equal options."""
        return frame[2:]

    def facts(self, state: State, frame: FrameTuple) -> Any:
        """Returns the facts for the checks."""
        return Facts(state, frame)

    def candidates(self, state: State, frame: FrameTuple) -> Iterable[Action]:
        """Returns the candidates for the options."""
        kinds = [self.rules.actions_of(kind) for kind in self.shapes]
        return kinds[0] if len(kinds) == 1 else [action for actions in kinds for action in actions]

    def options(self, state: State, frame: FrameTuple) -> tuple[Action, ...]:
        """Returns every action that the frame's seat may choose, from a table; of a decision never none."""
        key = self.key(state, frame)
        options = self._options.get(key)
        if options is None:
            options = in_order(filter_legal(self.candidates(state, frame), self.judges, self.facts(state, frame)))
            keep(self._options, key, options)
        return options

    def shortfalls(self, state: State, frame: FrameTuple, action: Action) -> Iterator[Shortfall]:
        """Yields the failed checks of an action of one of these kinds."""
        return failures(self.judges, self.facts(state, frame), action)

    @required
    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        """Goes on with a choice; the frame has left the stack."""
        raise NotImplementedError

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        """Returns in a few words what a choice comes to, judged by a state or view; nothing if its text tells.

        The action is of one of these kinds, and need not be an option now.
        """
        return ""


class Decision(Question, ActionSource):
    """A frame that waits for its seat's choice."""

    role: ClassVar[int] = DECISION
    gates: ClassVar[tuple[type[Check], ...]] = ()
    """The conditions that come before all others, and hold for what extensions add, too; their facts are `Facts`."""
    undo: ClassVar[str] = ""
    """The kind of action that leads back to the question before; random play takes another, of which there must be one."""
    judged_like: ClassVar[str] = ""
    """The decision of the same actions and progress, by its name, whose answers policies know; empty for none."""

    def __init__(self, rules: Ruleset, index: int) -> None:
        ActionSource.__init__(self, rules)
        self.gate_judges = tuple(gate() for gate in self.gates)
        self.extensions: Mapping[str, Extension] = {}
        """By kind of action, what other mechanisms add; there as soon as all handlers are made."""
        Question.__init__(self, rules, index)


class Extension(ActionSource):
    """Kinds of action that a mechanism adds to a decision of another one."""

    name: ClassVar[str]
    """The name of the extension."""
    extends: ClassVar[str]
    """The name of the decision."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.prepare()

    def prepare(self) -> None:
        """Makes the extension's tables."""


MOST_KEPT = 50_000
"""Entries of one table of options; a table that has more begins anew."""


def keep(table: dict[Any, Any], key: Hashable, value: Any) -> None:
    """Remembers a value in a table that never grows without end."""
    if len(table) >= MOST_KEPT:
        table.clear()
    table[key] = value


def failures(checks: Iterable[Check], facts: Any, action: Action) -> Iterator[Shortfall]:
    """Yields why an action fails checks, but for those that say nothing after another failed."""
    failed: set[str] = set()
    for check in checks:
        judged = not check.kinds or action.kind in check.kinds
        if judged and failed.isdisjoint(check.after) and not check.passes(facts, action):
            failed.add(check.name)
            yield check.explain(facts, action)


def filter_legal(candidates: Iterable[Action], checks: Iterable[Check], facts: Any) -> tuple[Action, ...]:
    """Returns the candidates that pass every check that judges their kind."""
    for check in checks:
        passes, kinds = check.passes, check.kinds
        if kinds:
            candidates = [action for action in candidates if action.kind not in kinds or passes(facts, action)]
        else:
            candidates = [action for action in candidates if passes(facts, action)]
    return tuple(candidates)


def in_order(options: Iterable[Action]) -> tuple[Action, ...]:
    """Returns options in the order of `rules.actions`; for tables, since it sorts."""
    return tuple(sorted(options, key=attrgetter("index")))


def joined(options: tuple[Action, ...], more: tuple[Action, ...]) -> tuple[Action, ...]:
    """Returns two runs of options that are in order as one; mostly the second follows the first."""
    if options and more and options[-1].index > more[0].index:
        return in_order(options + more)
    return options + more


def phase_record(state: State) -> RecordKey | None:
    """Returns kind and id of the running phase; None while the game is set up."""
    return None if state.phase is None else ("phase", state.phase)


def source_of(decision: Decision, action: Action) -> ActionSource | None:
    """Returns the decision or extension that judges an action; None if neither takes such an action."""
    return decision if action.kind in decision.shapes else decision.extensions.get(action.kind)
