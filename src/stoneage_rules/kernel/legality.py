"""Decisions, their checks and options, and the reasons that a check gives for a refusal."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import attrs

from stoneage_rules.errors import IllegalAction, InvalidAction, PluginError
from stoneage_rules.kernel.actions import Action, Outcome, Shape, form
from stoneage_rules.kernel.frames import CHANCE, DECISION, FrameTuple, Question, line_of
from stoneage_rules.kernel.nouns import ABSENT_PLACE_TABLE, AbsentPlace
from stoneage_rules.kernel.position import check_answer, check_seat
from stoneage_rules.language.fields import LEFT_OUT, Described, PublicValue, required
from stoneage_rules.text import either

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
    """A failed check: the needed value, and the present one."""

    check: str
    """The name of the check."""
    needed: str
    """The required condition."""
    found: str
    """The present facts."""
    record: RecordKey | None = None
    """Kind and id of the content record that imposes it."""
    statement: str | None = None
    """Id of the rule statement, if it does not follow from check and record."""
    named_only: bool = False
    """True if the record's other statements are not about it: a statement is cited only if it names the check."""
    path: tuple[str | int, ...] = ()
    """The path to the value of the record that imposes it, such as a row of `if`; empty for the record as a whole."""


@attrs.frozen
class Reason(PublicValue):
    """A reason against an action, down to the sentence of the rules and the line of the content."""

    check: str
    """The name of the failing check."""
    needed: str
    """The required condition."""
    found: str
    """The present facts."""
    address: str | None
    """The address of the content record behind it, such as `limit base:...`."""
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
    """One named condition of an action: `passes` judges it, `explain` gives the reason against it. Both get the same facts."""

    name: ClassVar[str]
    """Its name in statements of content."""
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of action that it judges; empty for all of its decision."""
    after: ClassVar[tuple[str, ...]] = ()
    """The names of checks that must pass first: if one of them fails, this one is skipped."""

    @required
    def passes(self, facts: Any, action: Action) -> bool:
        """Returns True if the action meets the condition, judged by the facts of its decision alone."""
        raise NotImplementedError

    @required
    def explain(self, facts: Any, action: Action) -> Shortfall:
        """Returns what the action would need, and the present value; called only if it fails.  `you` is the seat that chooses."""
        raise NotImplementedError


class Facts(NamedTuple):
    """The facts for checks: a state, and the frame to answer."""

    state: State
    """The state in which to judge an action."""
    frame: tuple[int, ...]
    """The frame to answer."""

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
    """The rules that it was made for."""
    shapes: ClassVar[dict[str, Shape]] = {}
    """The kinds of action, with their notation."""
    checks: ClassVar[tuple[type[Check], ...]] = ()
    """The conditions of an action, in the order of their reasons."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.judges: tuple[Check, ...] = self._make_judges()
        self._options: dict[Hashable, tuple[Action, ...]] = {}

    def _make_judges(self) -> tuple[Check, ...]:
        """Returns the checks as objects, one of each class unless the rules add several."""
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
        """Returns every action that the frame's seat may choose, from a table; never empty for a decision."""
        key = self.key(state, frame)
        options = self._options.get(key)
        if options is None:
            options = in_order(filter_legal(self.candidates(state, frame), self.judges, self.facts(state, frame)))
            remember(self._options, key, options)
        return options

    def shortfalls(self, state: State, frame: FrameTuple, action: Action) -> Iterator[Shortfall]:
        """Yields the failed checks of an action of one of these kinds."""
        return failures(self.judges, self.facts(state, frame), action)

    @required
    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        """Goes on with a choice; the frame has left the stack."""
        raise NotImplementedError

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        """Returns the result of a choice in a few words, by a state or view; empty if its text says it.

        The action is of one of these kinds, and need not be an option now.
        """
        return ""


class Decision(Question, ActionSource):
    """A frame that waits for its seat's choice."""

    role: ClassVar[int] = DECISION
    gates: ClassVar[tuple[type[Check], ...]] = ()
    """The conditions that come before all others, and hold for actions of extensions, too; their facts are `Facts`."""
    undo: ClassVar[str] = ""
    """The kind of action that returns to the previous question; random play takes another, which must exist."""
    judged_like: ClassVar[str] = ""
    """The name of the decision with the same actions and progress whose answers policies know; empty for none."""

    def __init__(self, rules: Ruleset, index: int) -> None:
        ActionSource.__init__(self, rules)
        self.gate_judges: tuple[Check, ...] = tuple(gate() for gate in self.gates)
        self.extensions: Mapping[str, Extension] = {}
        """By kind of action, the extensions of other mechanisms; complete once all handlers are made."""
        Question.__init__(self, rules, index)


class Extension(ActionSource):
    """Kinds of action that a mechanism adds to a decision of another mechanism."""

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


def remember(table: dict[Any, Any], key: Hashable, value: Any) -> None:
    """Remembers a value in a table that never grows without end."""
    if len(table) >= MOST_KEPT:
        table.clear()
    table[key] = value


def failures(checks: Iterable[Check], facts: Any, action: Action) -> Iterator[Shortfall]:
    """Yields why an action fails checks, except checks that say nothing after another failed."""
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


# --- every decision -----------------------------------------------------------------------------------------------
#
# The checks that hold at every decision, and the reasons against an answer.


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
        pending: Any = self.state.pending
        return f"first {pending.prompt}" if pending.is_chance else f"seat {pending.seat} chooses {pending.prompt}"


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
    """The place exists with this number of players."""

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
    """The seat owns the item, which is used at any time, and has not used it yet."""

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
    """Returns the reasons of `State.why_not`: the checks of every decision come first, then those of this one."""
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
