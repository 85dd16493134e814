"""Frames, and how they are run; which of them are questions, and the facts of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypedDict, Union, cast

from stoneage_rules.errors import EndlessGame, InvalidState, PluginError
from stoneage_rules.kernel import operations
from stoneage_rules.language.binding import Slot
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import required

if TYPE_CHECKING:
    from stoneage_rules.kernel.actions import Action, Outcome
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State
    from stoneage_rules.language.binding import Effect


STEP, DECISION, CHANCE = 0, 1, 2

MOST_STEPS = range(100_000)
"""Steps without a choice or chance event after which rules are refused as endless; a round of a game takes a few dozen."""

MOST_ACTIONS = 100_000
"""All decisions of one game together; the base game with every module has less than 3,000."""

MOST_FRAMES = 1000
"""The most frames on the stack, or set aside, in a saved state; a game has about ten."""

LONGEST = 20_000
"""Games with more answers than this are treated as endless; random games take about 1,000."""

LIBRARY = __file__.rpartition("kernel")[0]
"""The folder of the library, as paths of its files begin."""


FrameTuple = tuple[int, ...]
"""A frame on the stack of a state: its handler's number, a seat, and up to three numbers of progress."""


class Frame:
    """A kind of unfinished work: the handler of its frames.

    A frame is a tuple `(handler, seat, x, y, z)` of small integers; x, y and z are its progress, at most three.
    """

    name: ClassVar[str]
    """Its name in saved states."""
    progress: ClassVar[tuple[Slot, ...]] = ()
    """The meaning and range of x, y and z."""
    role: ClassVar[int] = STEP
    """Its sort of work, by its base class: a step, a decision or a chance event."""
    is_root: ClassVar[bool] = False
    """True for a frame at the bottom of the stack, and only there: when it is done, the game is over."""
    begins_game: ClassVar[bool] = False
    """True for the one kind of frame that begins a new game."""
    continues_effects: ClassVar[bool] = False
    """True for the one kind of frame that holds the rest of a list of effects, as node, place and number."""
    can_wait: ClassVar[bool] = True
    """False for chance events that no frame may be above: it could take away the items to be drawn."""
    exclusive: ClassVar[str] = ""
    """A group of frames with at most one on the stack at a time; empty for no such bound."""
    secret_until: ClassVar[str] = ""
    """The name of the waiting frames that keep the answer secret: once none is left, all know it; empty if it may stay secret."""
    interrupts: ClassVar[bool | None] = None
    """True if no question may be open when it begins, such as a turn; None, by default, derives it from `exclusive`."""

    def __init__(self, rules: Ruleset, index: int) -> None:
        self.rules = rules
        self.index = index
        self.prepare()

    def prepare(self) -> None:
        """Makes the handler's tables; the rules' own tables and all handlers' indexes are there, other handlers are not."""

    def verify(self, state: State, frame: FrameTuple) -> None:
        """Refuses a frame on the stack of a saved state that is impossible in this position.

        Its ids and indexes have been read and exist; frames pushed by play are never verified.

        Raises:
            InvalidState: it contradicts the position, or itself.
        """

    def verify_waiting(self, state: State, frame: FrameTuple) -> None:
        """Refuses an impossible frame that is set aside; a kind that is set aside must define it.

        Raises:
            InvalidState: it contradicts the position, or is never set aside.
        """
        raise InvalidState(f"a frame {self.name} never waits")

    def verify_position(self, state: State) -> None:
        """Refuses a saved position that is impossible for the things of this mechanism.

        Raises:
            InvalidState: they do.
        """

    def known_to(self, state: Position, frame: FrameTuple) -> tuple[int, ...]:
        """Returns the seats that know the numbers of a frame whose slots are `secret`: its own seat alone.

        It may depend on what everybody knows, never on a secret.
        """
        return (frame[1],)

    def within(self, state: Position, frame: FrameTuple) -> Sequence[int] | None:
        """Returns the numbers that a secret slot of a frame can have in a position; None, by default, for all of its range."""
        return None

    def seen_by(self, state: Position, frame: FrameTuple, answer: Action | Outcome) -> tuple[int, ...]:
        """Returns the seats that learn the answer to a decision or chance event: by default all.

        Override it if an answer becomes a secret that lasts until the next question.
        """
        return tuple(range(self.rules.players))

    def drop(self, state: State, frame: FrameTuple) -> None:
        """Undoes the beginnings of a frame because the game ends before it is done; it has left the stack."""

    def due(self, state: State, spot: int, seat: int | None) -> tuple[int, ...] | None:
        """Returns the frame with the question for a waiting frame; None if it continues to wait.

        Args:
            state: where it waits.
            spot: its place in `state.waiting`.
            seat: the seat whose turn begins; None to ask the next seat, because the game is about to end.
        """
        return None


class Dealer(Frame):
    """A frame that deals items to its seat."""

    @required
    def dealt(self, frame: FrameTuple) -> tuple[bool, int]:
        """Returns whether a frame deals face down, and how many of the last items of its seat are being dealt."""
        raise NotImplementedError


class Step(Frame):
    """Work that continues by itself; the frame is popped before `step` is called."""

    def opens(self, phase: int) -> bool:
        """Returns True if a phase begins with a step of this kind, pushed with the phase and 0."""
        return False

    @required
    def step(self, state: State, frame: FrameTuple) -> None:
        """Does one step: the frame is pushed again if there is more to do."""
        raise NotImplementedError


def run_steps(state: State) -> None:
    """Runs steps until a decision, a chance event or the end of the game.

    Raises:
        EndlessGame: the rules reach none of these.
    """
    stack = state.stack
    steps = state.rules.steps
    for _ in MOST_STEPS:
        if not stack:
            return
        frame = stack.pop()
        step = steps[frame[0]]
        if step is None:
            stack.append(frame)
            return
        step(state, frame)
    raise endless(state)


def endless(state: State) -> EndlessGame:
    """Returns the error for rules that go on for ever without a question."""
    return EndlessGame(
        f"round {state.round} has come, and still nobody is asked anything, nothing is rolled or drawn, and the game does not "
        "end: by these rules it goes on for ever"
    )


def expect_end(state: State) -> None:
    """Refuses to go on if so many frames wait that the rules must add ever more.

    Raises:
        EndlessGame: half as many frames wait as a saved state can have.
    """
    waiting = max(len(state.stack), len(state.waiting))
    if waiting > MOST_FRAMES // 2:
        raise EndlessGame(
            f"{waiting} questions and effects wait in round {state.round}, and each brings more of them: by these rules the game "
            "goes on for ever"
        )


def run_effects(state: State, seat: int, node: int, place: int, n: int) -> None:
    """Runs a list of effects from a node on; the rest waits beneath the frames that an effect pushes."""
    rules = state.rules
    nodes = rules.nodes
    stack = state.stack
    depth = len(stack)
    while node:
        effect, node = nodes[node]
        effect(state, seat, place, n)
        if node and len(stack) != depth:
            stack.insert(depth, (rules.effects_frame, seat, node, place, n))
            return


def effect_list(rules: Ruleset, node: int) -> Effect:
    """Returns the list of effects from a node on as one function; of a list of one effect it is the effect itself."""
    effect, following = rules.nodes[node]
    if node and not following:
        return effect

    def effects(state: State, seat: int, place: int, n: int) -> None:
        run_effects(state, seat, node, place, n)

    return effects


def use_item(state: State, seat: int, bit: int) -> None:
    """Spends an item that can be used at any time; the pending decision stays where it is."""
    rules = state.rules
    item = rules.items[rules.later_uses[bit]]
    operations.spend_uses(state, seat, 1 << bit)
    if state._noted is not None:
        state._noted.append(("use", seat, item.index))
    run_effects(state, seat, item.anytime, -1, 0)


def next_due(state: State, seat: int | None) -> tuple[int, ...] | None:
    """Returns the frame that asks about the oldest waiting frame that is due: to a seat whose turn begins, or to anybody."""
    handlers = state.rules.handlers
    for spot, waiting in enumerate(state.waiting):
        frame: tuple[int, ...] | None = handlers[waiting[0]].due(state, spot, seat)
        if frame is not None:
            return frame
    return None


Judge = Callable[[tuple[Any, ...], Any], str]
"""Returns the fault of the answer of a call, by its arguments; empty if nothing is."""

NOTHING_TO_CHOOSE = "there is no action to choose; do not ask then, or keep one that is always possible, such as to pass"

NOTHING_TO_HAPPEN = "nothing can happen, though chance is asked; do not ask then, or return one outcome at least"


class NoOptions(PluginError):
    """A question of a plugin has no options or outcomes; in a saved state, the state may be to blame."""


def guarded(function: Callable[..., Any], plugin: str, what: str, judge: Judge | None = None) -> Callable[..., Any]:
    """Returns a function that names the plugin in its errors, and in faults of its result."""

    def call(*args: Any) -> Any:
        try:
            answer = found = function(*args)
            if hasattr(found, "__next__"):
                # It may go on for ever, and can be gone through but once.
                found = tuple(islice(found, MOST_ACTIONS + 1))
                answer = iter(found)
            wrong = judge and judge(args, found)
        except (InvalidState, PluginError):
            # A saved state that a plugin refuses is no mistake of the plugin.
            raise
        except Exception as error:
            line = line_of_error(error) or line_of(function)
            raise PluginError(f"plugin {plugin}, {what}: {type(error).__name__}: {error}{line}") from error
        if wrong:
            kind = NoOptions if wrong in (NOTHING_TO_CHOOSE, NOTHING_TO_HAPPEN) else PluginError
            raise kind(f"plugin {plugin}, {what}: {wrong}{line_of(function)}")
        return answer

    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call


def line_of(function: Any) -> str:
    """Returns the first line of a function outside the library; for an inherited method, of its class's own code."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    owner = type(getattr(function, "__self__", None))
    own = [getattr(member, "__code__", None) for member in (function, *vars(owner).values())]
    lines = [(code.co_filename, code.co_firstlineno) for code in own if code is not None]
    outside = [(file, line) for file, line in lines if not file.startswith(LIBRARY)]
    return f"; to be mended in {outside[0][0]}:{outside[0][1]}" if outside else ""


def line_of_error(error: Exception) -> str:
    """Returns the innermost line outside the library, where a plugin's own code raised an error; empty if it did not."""
    found, step = "", error.__traceback__
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        if not file.startswith(LIBRARY):
            found = f"; to be mended in {file}:{step.tb_lineno}"
        step = step.tb_next
    return found


# --- asking -------------------------------------------------------------------------------------------------------
#
# The base of frames that wait for a seat's choice or for chance, and the facts that they declare.


JSON: TypeAlias = Union[str, int, bool, Sequence["JSON"], Mapping[str, "JSON"], None]  # noqa: UP007
"""A value that JSON can write."""


class Asked(TypedDict, total=False):
    """The facts of one question, in ids of the content; facts that do not apply are left out."""

    place: str
    """The place in question."""
    item: str
    """The item in question."""
    zone: str
    """The zone that an item is drawn from."""
    brings: str
    """The benefit of the item, in brief words: `2 dice / 3 wood, shows 2 shaman`."""
    dice: tuple[int, ...]
    """The faces of the rolled dice."""
    dice_count: int
    """The number of dice to roll."""
    total: int
    """The total of a roll so far."""
    divide: int
    """The divisor of the total, for one good."""
    amount: int
    """The most to choose or place, or the number missing."""
    among: tuple[str, ...]
    """The ids of the goods or places to choose from."""
    tools: tuple[int, ...]
    """The values of the tools that can still be used."""
    owed: Cost
    """The price to pay."""
    given: Mapping[str, int]
    """Goods given in a trade."""
    got: Mapping[str, int]
    """Goods received in a trade."""
    paid: Mapping[str, int]
    """Goods already paid."""
    more: Mapping[str, JSON]
    """Further facts by name, such as facts of plugins."""


TOLD_BY_SLOTS = {"place": str, "item": str, "zone": str, "total": int, "divide": int, "amount": int}
"""The facts given by slots of the same name, with the type of the number."""


class Question(Frame):
    """A frame that waits for an answer: a decision or a chance event."""

    prompt: ClassVar[str | tuple[str, ...]]
    """The question as a phrase for people, with facts of `asked` in braces: `how much {good} to bid`.

    Of several templates the first is used whose facts `asked` returns.  `{seat}` is the seat; `{dice:die}` is a number, or the
    length of a list, with its noun.
    """

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        """Returns the facts of the question to a state or view: by default the frame's progress, by the names of its slots."""
        facts: dict[str, Any] = {}
        more: dict[str, JSON] = {}
        for slot, number in zip(self.progress, frame[2:], strict=False):
            if number >= 0:
                value = slot.ids(self.rules)[number] if slot.ids else number
                own = TOLD_BY_SLOTS.get(slot.name) is type(value)
                (facts if own else more)[slot.name] = value
        if more:
            facts["more"] = more
        return cast("Asked", facts)
