"""Compiled rules: content as numbers and tables, frozen, shared by all states of all games under them.

Made by the compiler alone.  Option tables inside the handlers fill on first use; nothing else ever changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from stoneage_rules.kernel import actions as notation
from stoneage_rules.kernel.actions import SHAPES, Action, Outcome, Shape
from stoneage_rules.kernel.catalogue import Catalogue
from stoneage_rules.kernel.legality import Reason, Shortfall
from stoneage_rules.kernel.lookup import unknown_kind
from stoneage_rules.kernel.nouns import TAKING_ITEMS, Item, Phase, Place
from stoneage_rules.kernel.score_sheet import Scorer
from stoneage_rules.kernel.toolsets import Kits
from stoneage_rules.language.binding import Effect
from stoneage_rules.language.events import EventKind
from stoneage_rules.language.handles import Handle

if TYPE_CHECKING:
    from stoneage_rules.compiler.linker import ContentLinker
    from stoneage_rules.kernel.chance import Rolls
    from stoneage_rules.kernel.frames import Frame
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.state import State
    from stoneage_rules.loading.table import Table
    from stoneage_rules.packs.content import Content

__all__ = ["Ruleset"]

Value = TypeVar("Value")
Service = TypeVar("Service")


@attrs.frozen(eq=False, repr=False, slots=False)
class Ruleset(Catalogue):
    """Compiled, frozen rules for a choice of modules, player count and options.

    Share it freely: between games, threads and, pickled as its table and digest, processes.
    """

    table: Table
    """The table settings it was made from."""
    digest: str
    """Hash of the compiled content: rulesets with equal digests play alike and number their actions alike."""
    players: int
    first_seat: int
    nodes: tuple[tuple[Effect, int], ...]
    """Effects, each with the node that follows it in its list; 0 is the end of every list."""
    tables: Mapping[Handle[Any], tuple[Any, ...]]
    """Compiled records and verbs, by the handles of mechanisms; see `entries`."""
    questions: Mapping[str, tuple[Callable[..., int], ...]]
    """By hook, the answers of modules that are asked for in play."""
    citations: Mapping[str, tuple[str, ...]]
    """Statement ids by check name, and by record address."""
    checks_by_kind: Mapping[str, frozenset[str]]
    """By kind of record, the checks named by statements that single records of the kind carry out."""
    sentences: Mapping[str, str]
    """Statement text by id."""
    packs: tuple[str, ...]
    owners: Mapping[str, str]
    """The plugin behind each verb, frame, quantity and counter that is not the library's own."""
    event_kinds: Mapping[str, EventKind]
    """The declarations of events by their names."""
    content: Content
    """The checked content it was compiled from, for showing and explaining; play never looks at it."""
    linker: ContentLinker
    """Binds quantities that no record names: properties read them by name."""
    _locate: Callable[[str, tuple[str | int, ...]], str | None]
    _load_again: Callable[[Any, str], Ruleset]
    """Makes the same ruleset from its table and digest, for unpickling."""

    # What follows is worked out from the rest, once (`finalize`).
    lists: tuple[Effect, ...] = attrs.field(init=False)
    """Each list of effects as one function, by its first node."""
    goods: tuple[str, ...] = attrs.field(init=False)
    good_values: tuple[int, ...] = attrs.field(init=False)
    supplies: tuple[int, ...] | None = attrs.field(init=False)
    """How many there are of each good, -1 for no end; None where nothing ever runs out."""
    tracks: tuple[str, ...] = attrs.field(init=False)
    track_tops: tuple[int, ...] = attrs.field(init=False)
    start_figures: int = attrs.field(init=False)
    most_figures: int = attrs.field(init=False)
    kits: Kits = attrs.field(init=False)
    places: tuple[Place, ...] = attrs.field(init=False)
    items: tuple[Item, ...] = attrs.field(init=False)
    kinds: tuple[str, ...] = attrs.field(init=False)
    zones: tuple[str, ...] = attrs.field(init=False)
    """The content's zones; each seat's two follow in `state.zones`."""
    start_zones: tuple[tuple[int, ...], ...] = attrs.field(init=False)
    queues: frozenset[int] = attrs.field(init=False)
    """Zones that keep their order."""
    phases: tuple[Phase, ...] = attrs.field(init=False)
    marks: tuple[str, ...] = attrs.field(init=False)
    lasting_marks: int = attrs.field(init=False)
    """Bits of the marks that last to the end of the game."""
    later_uses: tuple[int, ...] = attrs.field(init=False)
    """Items with a use that may come later; bit i of `state.unspent` is `later_uses[i]`."""
    handlers: tuple[Any, ...] = attrs.field(init=False)
    """The frames' handlers, in the order of their names: each a `Step`, a `Decision` or a `Chance`."""
    steps: tuple[Callable[[State, tuple[int, ...]], None] | None, ...] = attrs.field(init=False)
    """The step of each frame that goes on by itself, by its place in `handlers`; None for a decision or a chance event."""
    choices: tuple[Callable[[State, tuple[int, ...]], tuple[Action, ...]] | None, ...] = attrs.field(init=False)
    """The options of each decision, by its place in `handlers`; None for other frames."""
    onward: tuple[Callable[[State, tuple[int, ...]], tuple[Action, ...]] | None, ...] = attrs.field(init=False)
    """The options of each decision in random play: without actions that undo what the seat has just chosen."""
    undoing: Set[str] = attrs.field(init=False)
    """The kinds of actions that do so."""
    samplers: tuple[Callable[..., Outcome] | None, ...] = attrs.field(init=False)
    """The drawing of an outcome of each chance event, by its place in `handlers`; None for other frames."""
    acceptors: tuple[Callable[..., bool] | None, ...] = attrs.field(init=False)
    """The test of an outcome of each chance event, by its place in `handlers`; None for other frames."""
    resumes: tuple[Callable[..., None] | None, ...] = attrs.field(init=False)
    """The way in which each decision and chance event goes on, by its place in `handlers`; None for steps."""
    frames: Mapping[str, int] = attrs.field(init=False)
    """Each frame's place in `handlers`."""
    effects_frame: int = attrs.field(init=False)
    first_frame: int = attrs.field(init=False)
    scoring: Scorer = attrs.field(init=False)
    rolls: Rolls = attrs.field(init=False)
    draws: tuple[Outcome, ...] = attrs.field(init=False)
    """By item, the outcome `draw ITEM` of a chance event; its `data` is the item's index."""
    actions: tuple[Action, ...] = attrs.field(init=False)
    """Every action that any decision can offer; an action's `index` is its place here."""
    interned: dict[tuple[str, tuple[Any, ...]], Action] = attrs.field(init=False)
    """The same by kind and arguments."""
    kinds_of_action: Mapping[str, tuple[Action, ...]] = attrs.field(init=False)
    use_actions: tuple[Action, ...] = attrs.field(init=False)
    shapes: Mapping[str, Shape] = attrs.field(init=False)
    """How each kind of action and outcome is written that there can be, and each word that a statement answers."""
    answers: Mapping[tuple[str, str], str] = attrs.field(init=False)
    """By the name of a decision and a word that is no action, the statement that answers it."""
    words: Mapping[str, Mapping[str, int]] = attrs.field(init=False)
    """By noun, the ids that there are, each with its index."""
    place_index: Mapping[str, int] = attrs.field(init=False)
    item_index: Mapping[str, int] = attrs.field(init=False)
    item_ids: tuple[str, ...] = attrs.field(init=False)
    sources: Mapping[int, int] = attrs.field(init=False)
    """The zone in which each item starts."""
    addresses: Mapping[tuple[str, str], str] = attrs.field(init=False)
    most_dice: int = attrs.field(init=False)
    """The most dice of any roll."""
    later_use_bits: Mapping[int, int] = attrs.field(init=False)
    anytime: int = attrs.field(init=False)
    """Bits of the later uses that can come at any time."""
    owned_place_bits: Mapping[int, int] = attrs.field(init=False)
    """By item, the bit of the place that it is for its owner."""
    _uses: dict[int, tuple[Action, ...]] = attrs.field(init=False)
    _services: dict[type, Any] = attrs.field(init=False)

    # --- making -------------------------------------------------------------------------------------------------

    def _finalize(self, frames: Sequence[type[Frame]]) -> None:
        """Gives the ruleset its look-up tables, its handlers and the actions that they can offer."""
        from stoneage_rules.kernel.finalize import finalize

        finalize(self, frames)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._load_again, (self.table.to_dict(), self.digest)

    def __repr__(self) -> str:
        return f"<Ruleset {self.digest[:12]}: {self.players} players, {', '.join(self.packs)}>"

    # --- what mechanisms keep -----------------------------------------------------------------------------------

    def entries(self, handle: Handle[Value]) -> tuple[Value, ...]:
        """Returns a table of compiled values by its handle; empty where no content adds to it."""
        return self.tables.get(handle, ())

    @property
    def items_can_go(self) -> bool:
        """True if what lies on a space can be gone while a seat is asked: by a plugin's verb in an item used at any time."""
        return bool(self.entries(TAKING_ITEMS)) and any(word.startswith("verb ") for word in self.owners)

    def service(self, kind: Callable[[Ruleset], Service]) -> Service:
        """Returns the one object of a class that mechanisms share, made of the ruleset alone when it is first asked for."""
        if kind not in self._services:
            self._services[kind] = kind(self)  # type: ignore[index]
        found: Service = self._services[kind]  # type: ignore[index]
        return found

    # --- looking up ---------------------------------------------------------------------------------------------

    def uses(self, usable: int) -> tuple[Action, ...]:
        """Returns the `use` actions of a set of unspent items, from a table."""
        found = self._uses.get(usable)
        if found is None:
            found = tuple(action for action in self.use_actions if usable >> action.data & 1)
            self._uses[usable] = found
        return found

    def locate(self, address: str | None, path: tuple[str | int, ...] = ()) -> str | None:
        """Returns `file:line` of a record by its address, `KIND PACK:ID`, or of a value in it; None if it is in no file."""
        return self._locate(address, path) if address else None

    def reason(self, shortfall: Shortfall) -> Reason:
        """Returns a shortfall with the rule statement that it rests on."""
        address = self.address(shortfall.record) if shortfall.record else None
        statement = shortfall.statement or self._statement(shortfall.check, address, shortfall.named_only)
        sentence = self.sentences.get(statement or "", "")
        return Reason(
            shortfall.check, shortfall.needed, shortfall.found, address, statement, sentence, rules=self, path=shortfall.path
        )

    def address(self, record: tuple[str, str]) -> str:
        """Returns the address of a record, `KIND PACK:ID`."""
        return self.addresses.get(record, " ".join(record))

    def _statement(self, check: str, address: str | None, named_only: bool) -> str | None:
        """Returns the statement that a refusal of a record rests on: the record's own one that names the check, if any.

        If other records of its kind have such a statement, theirs is not about this one, and only its own first counts.  Else it
        is any statement that names the check, which is about all records alike.  With `named_only` it must name it.
        """
        carried = self.citations.get(address or "", ())
        naming = self.citations.get(check, ())
        for statement in carried:
            if statement in naming:
                return statement
        is_of_others = address is not None and check in self.checks_by_kind.get(address.split()[0], ())
        statements = (*(() if is_of_others else naming), *(() if named_only else carried))
        return next(iter(statements), None)

    # --- notation -----------------------------------------------------------------------------------------------

    def parse(self, text: str) -> Action | Outcome:
        """Reads an action or outcome from its text form, such as `pay 2 wood, 1 clay`.

        What these rules can offer comes back as the one interned value; anything else that can be read comes
        back as an action that is legal nowhere, so that `why_not` can explain.

        Raises:
            InvalidAction: the text cannot be read; says what was expected there.
        """
        kind, args = notation.read(text, self.shapes, self.words)
        if kind == "roll":
            return self.rolls.read(args)
        if kind == "draw":
            return self.draws[self.item_index[args[0]]]
        return self.action(kind, *args)

    def action(self, kind: str, *args: object) -> Action:
        """Returns the action with this kind and these arguments, interned if any decision can offer it.

        Raises:
            InvalidAction: no action of these rules is of that kind, or has such arguments; names the word at fault.
        """
        try:
            args = tuple([arg.__index__() if hasattr(arg, "__index__") else arg for arg in args])
            known = self.interned.get((kind, args))
        except TypeError:
            known = None
        if known is not None:
            return known
        if kind not in self.shapes or kind in SHAPES:
            raise unknown_kind(self, kind)
        return Action(kind, args, notation.written(kind, args, self.shapes, self.words), -1, None, self)

    def describe(self, answer: Action | Outcome, position: Position) -> str:
        """Returns in a few words what an option comes to, or an outcome that is pending: `4 dice / 3 wood`.

        Nothing where its own text tells, or where another question is pending.

        >>> rules.describe(rules.parse("place forest 3"), state)
        '3 dice / 3 wood'

        Args:
            answer: an action or outcome of these rules.
            position: a state, or the view of a seat that may know no more.

        Raises:
            InvalidAction: it is no action or outcome of these rules.
        """
        from stoneage_rules.kernel.pending import describe

        return describe(position, answer)

    # --- states -------------------------------------------------------------------------------------------------

    def initial_state(self, *, listen: bool = False) -> State:
        """Returns a new game before its first chance event: the set-up's draws are inputs like all others.

        `listen` has what happens noted, to be read as `events`, from the first step of the set-up on.
        """
        from stoneage_rules.kernel.saving import new_state

        return new_state(self, listen=listen)

    def state_from_dict(self, saved: Mapping[str, Any]) -> State:
        """Returns the state that `state.to_dict()` saved.

        Raises:
            InvalidState: it is malformed, contradicts itself or was made under other rules.
        """
        from stoneage_rules.kernel.saving import state_from_dict

        return state_from_dict(self, saved)
