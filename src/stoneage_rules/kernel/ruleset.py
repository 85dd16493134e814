"""Compiled rules: tables, handlers, actions, notation, reasons, and what they are asked by name and number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, overload
from weakref import WeakValueDictionary

import attrs

from stoneage_rules.errors import InvalidAction
from stoneage_rules.kernel import actions as notation
from stoneage_rules.kernel.actions import SHAPES, Action, Outcome, Shape
from stoneage_rules.kernel.frames import Dealer, Frame
from stoneage_rules.kernel.legality import Reason, Shortfall
from stoneage_rules.kernel.nouns import FACE_DOWN_TABLE, PRICE_TABLE, TAKING_ITEMS, Item, Kits, Phase, Place
from stoneage_rules.kernel.position import index_of, is_kind, unknown_kind
from stoneage_rules.language.binding import Effect, Handle, Linker
from stoneage_rules.language.events import EventKind
from stoneage_rules.language.fields import Noted
from stoneage_rules.language.word import Verb
from stoneage_rules.text import shortened, suggestion

if TYPE_CHECKING:
    from stoneage_rules.data.definitions import (
        ContentReader,
        Definition,
        GameBounds,
        GoodDefinition,
        ItemDefinition,
        LocationDefinition,
        TrackDefinition,
    )
    from stoneage_rules.data.kinds import AllOfKind, OneOfKind
    from stoneage_rules.kernel.chance import Rolls
    from stoneage_rules.kernel.position import Position, ScoreSheet
    from stoneage_rules.kernel.state import RandomSource, State
    from stoneage_rules.loading.table import Table
    from stoneage_rules.packs.content import Content

# --- hidden -------------------------------------------------------------------------------------------------------
#
# The secrets that seats can have under given rules; how a view hides them is in `view`.


class Secrets:
    """Tables of the secrets of one seat: items that it owns face down, and numbers of frames."""

    zones: Mapping[int, int]
    """By kind of item that can be owned face down, the zone that its items come from."""
    only_kind: int
    """The only kind; -1 if there are several or none."""
    zone: int
    """The zone of the one kind."""
    kinds: tuple[int, ...]
    """By item, its kind."""
    slots: Mapping[int, tuple[int, ...]]
    """By place of a handler, the places of the secret numbers in its frames; only handlers that have any."""

    def __init__(self, rules: Ruleset) -> None:
        self.zones = {entry.kind: entry.zone for entry in reversed(rules.entries(FACE_DOWN_TABLE))}
        self.only_kind, self.zone = next(iter(self.zones.items())) if len(self.zones) == 1 else (-1, -1)
        self.kinds = tuple(item.kind for item in rules.items)
        places = (
            (handler.index, tuple(place for place, slot in enumerate(handler.progress, 2) if slot.secret))
            for handler in rules.handlers
            if all(slot.ids is not None or slot.most(rules) >= slot.least for slot in handler.progress)
        )
        self.slots = {index: slots for index, slots in places if slots}


class Scorer(Protocol):
    """The scoring of states, which a mechanism puts into `SCORER_TABLE`."""

    def sheet(self, state: State, seat: int) -> ScoreSheet:
        """Returns a seat's score sheet, as if the game ended now."""

    def total(self, state: State, seat: int) -> int:
        """Returns the total of that sheet, without making it."""

    def open_total(self, state: State, seat: int) -> int:
        """Returns the total without the points of face-down items, which nobody may know before the end."""

    def winners(self, state: State) -> tuple[int, ...]:
        """Returns the seats that have won a game that is over."""


SCORER_TABLE = Handle[Scorer]("scorer")
"""The one scoring of a table."""


class GameEngine(Protocol):
    """A faster way to play games of one ruleset at random, by the same choices from the same source of chance."""

    def play_out(self, state: State, random: RandomSource, until_round: int, longest: int) -> int:
        """Plays a state on as `play_out` of `kernel/state.py`, which it calls for all that it does not play itself."""


Service = TypeVar("Service")
Value = TypeVar("Value")


def _one_by_kind(method: Callable[[Any, str, str], Definition]) -> OneOfKind:
    """Marks a method whose result has the record of the kind that is named, for type checkers."""
    return cast("OneOfKind", method)


def _all_by_kind(method: Callable[[Any, str], tuple[Definition, ...]]) -> AllOfKind:
    return cast("AllOfKind", method)


@attrs.frozen(auto_attribs=False, eq=False, repr=False, slots=False)
class Ruleset(Noted):
    """Compiled, frozen rules for a choice of modules, player count and options.

    Share it freely: between games, threads and, pickled as its table and digest, processes.
    """

    table: Table = attrs.field()
    """The table settings it was made from."""
    digest: str = attrs.field()
    """Hash of the compiled content: rulesets with equal digests behave identically and number their actions alike."""
    players: int = attrs.field()
    """The number of seats."""
    first_seat: int = attrs.field()
    """The seat that starts, from 0."""
    nodes: tuple[tuple[Effect, int], ...] = attrs.field()
    """Effects, each with the node that follows it in its list; 0 is the end of every list."""
    verbs: tuple[Verb | None, ...] = attrs.field()
    """By node, the verb of content that the effect was made from; None for node 0."""
    tables: Mapping[Handle[Any], tuple[Any, ...]] = attrs.field()
    """Compiled records and verbs, by the handles of mechanisms; see `entries`."""
    questions: Mapping[str, tuple[Callable[..., int], ...]] = attrs.field()
    """By hook, the implementations of modules that are called in play."""
    citations: Mapping[str, tuple[str, ...]] = attrs.field()
    """Statement ids by check name, and by record address."""
    _statements_by_kind: Mapping[str, frozenset[str]] = attrs.field()
    """By kind of record, the ids of the statements that single records of the kind carry out."""
    sentences: Mapping[str, str] = attrs.field()
    """Statement text by id."""
    owners: Mapping[str, str] = attrs.field()
    """The plugin behind each verb, frame, quantity and counter that is not the library's own."""
    event_kinds: Mapping[str, EventKind] = attrs.field()
    """The declarations of events by their names."""
    content: Content = attrs.field()
    """The checked source content, for showing and explaining; play never reads it."""
    _frame_kinds: Sequence[type[Frame]] = attrs.field()
    linker: Linker = attrs.field()
    """Binds quantities that no record names, and knows what content compiled functions were made of."""
    _locator: Callable[[str, tuple[str | int, ...]], str | None] = attrs.field()
    _load_again: Callable[[Any, str], Ruleset] = attrs.field()
    """Makes the same ruleset from its table and digest, for unpickling."""

    # What follows is worked out from the rest, once (`finalize`).
    packs: tuple[str, ...]
    """The ids of the packs, in load order."""
    lists: tuple[Effect, ...]
    """Each list of effects as one function, by its first node."""
    goods: tuple[str, ...]
    """The ids of the goods, in the order of their numbers."""
    good_values: tuple[int, ...]
    """By good, the number that divides a total to gather it."""
    supplies: tuple[int, ...] | None
    """The total of each good, -1 for no limit; None if nothing ever runs out."""
    tracks: tuple[str, ...]
    """The ids of the tracks, in the order of their numbers."""
    track_tops: tuple[int, ...]
    """By track, its last space."""
    shared_tracks: frozenset[int]
    """The tracks with one marker for all seats."""
    start_figures: int
    """The figures of a seat at the start."""
    most_figures: int
    """The most figures that a seat can have."""
    kits: Kits
    """Every set of tools that a seat can have, numbered."""
    places: tuple[Place, ...]
    """All places for figures, in the order of their numbers."""
    items: tuple[Item, ...]
    """All items, in the order of their numbers."""
    kinds: tuple[str, ...]
    """The ids of the kinds of items, in the order of their numbers."""
    zones: tuple[str, ...]
    """The content's zones; each seat's two follow in `state.zones`."""
    _start_zones: tuple[tuple[int, ...], ...]
    queues: frozenset[int]
    """Zones that keep their order."""
    phases: tuple[Phase, ...]
    """The phases, in the order of their numbers."""
    marks: tuple[str, ...]
    """The ids of the marks, in the order of their bits."""
    lasting_marks: int
    """Bits of the marks that last to the end of the game."""
    later_uses: tuple[int, ...]
    """Items with a later use; bit i of `state.unspent` is `later_uses[i]`."""
    handlers: tuple[Any, ...]
    """The frames' handlers, in the order of their names: each a `Step`, a `Decision` or a `Chance`."""
    steps: tuple[Callable[[State, tuple[int, ...]], None] | None, ...]
    """The step function of each frame that continues by itself, by its index in `handlers`; None for a decision or a chance
    event."""
    _choices: tuple[Callable[[State, tuple[int, ...]], tuple[Action, ...]] | None, ...]
    """The options of each decision, by its place in `handlers`; None for other frames."""
    onward: tuple[Callable[[State, tuple[int, ...]], tuple[Action, ...]] | None, ...]
    """The options of each decision in random play: without actions that undo the seat's last choice."""
    undoing: Set[str]
    """The kinds of actions that undo a choice."""
    _samplers: tuple[Callable[..., Outcome] | None, ...]
    """The drawing of an outcome of each chance event, by its place in `handlers`; None for other frames."""
    _acceptors: tuple[Callable[..., bool] | None, ...]
    """The test of an outcome of each chance event, by its place in `handlers`; None for other frames."""
    _resumes: tuple[Callable[..., None] | None, ...]
    """The function that continues each decision and chance event, by its index in `handlers`; None for steps."""
    frames: Mapping[str, int]
    """Each frame's index in `handlers`."""
    effects_frame: int
    """The number of the frame that runs lists of effects."""
    _first_frame: int
    _scoring: Scorer
    """The counting of points."""
    rolls: Rolls
    """The outcomes of rolls, with their probabilities."""
    draws: tuple[Outcome, ...]
    """By item, the outcome `draw ITEM` of a chance event; its `data` is the item's index."""
    actions: tuple[Action, ...]
    """Every action that any decision can offer, by its `index`."""
    _interned: dict[tuple[str, tuple[Any, ...]], Action]
    """The same by kind and arguments."""
    _unoffered: WeakValueDictionary[tuple[str, tuple[Any, ...]], Action]
    """Actions in use that can be read, and that no decision offers."""
    kinds_of_action: Mapping[str, tuple[Action, ...]]
    """The actions by their kind."""
    _use_actions: tuple[Action, ...]
    shapes: Mapping[str, Shape]
    """The notation of each possible kind of action and outcome, and of each word that a statement answers."""
    _answers: Mapping[tuple[str, str], str]
    """By the name of a decision and a word that is no action, the statement that answers it."""
    words: Mapping[str, Mapping[str, int]]
    """By noun, the existing ids, each with its index."""
    place_index: Mapping[str, int]
    """The numbers of places by their ids."""
    item_index: Mapping[str, int]
    """The numbers of items by their ids."""
    item_ids: tuple[str, ...]
    """The ids of items, in the order of their numbers."""
    sources: Mapping[int, int]
    """The zone where each item starts."""
    most_dice: int
    """The most dice of any roll."""
    later_use_bits: Mapping[int, int]
    """By item, the bit of its later use."""
    anytime: int
    """Bits of the later uses that are possible at any time."""
    _owned_place_bits: Mapping[int, int]
    """By item, the bit of the place that it is for its owner."""
    _used: dict[int, tuple[Action, ...]]
    _services: dict[type, Any]

    # --- making -------------------------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        return self._load_again, (self.table.to_dict(), self.digest)

    def __repr__(self) -> str:
        return f"<Ruleset {self.digest[:12]}: {self.players} players, {', '.join(self.packs)}>"

    # --- playing faster -----------------------------------------------------------------------------------------

    _make_engine: Callable[[Ruleset], GameEngine | None] | None = None

    def accelerate(self, make: Callable[[Ruleset], GameEngine | None]) -> None:
        """Lets an engine play random games of these rules; rules that are made of them, to watch their play, have none."""
        object.__setattr__(self, "_make_engine", make)

    @cached_property
    def engine(self) -> GameEngine | None:
        """The engine for random games; None if none is installed that knows all of these rules."""
        return None if self._make_engine is None else self._make_engine(self)

    # --- what mechanisms keep -----------------------------------------------------------------------------------

    def entries(self, handle: Handle[Value]) -> tuple[Value, ...]:
        """Returns a table of compiled values by its handle; empty where no content adds to it."""
        return self.tables.get(handle, ())

    @property
    def items_can_go(self) -> bool:
        """True if an item can leave its space during a question: by a plugin's verb in an item used at any time."""
        return bool(self.entries(TAKING_ITEMS)) and any(word.startswith("verb ") for word in self.owners)

    def service(self, kind: Callable[[Ruleset], Service]) -> Service:
        """Returns the object of a class that mechanisms share; it is created from the ruleset on first use."""
        if kind not in self._services:
            self._services[kind] = kind(self)  # type: ignore[index]
        found: Service = self._services[kind]  # type: ignore[index]
        return found

    # --- looking up ---------------------------------------------------------------------------------------------

    def place(self, id: str) -> Place:
        """Returns a place by its id.

        Raises:
            UnknownName: no place has the id.
        """
        return self.places[index_of(self, "place", id)]

    def zones_of(self, seat: int) -> tuple[int, int]:
        """Returns the places of a seat's open and face-down items in `state.zones`."""
        base = len(self.zones) + 2 * seat
        return base, base + 1

    def item_record(self, id: str) -> tuple[str, str]:
        """Returns kind and id of an item, as shortfalls name records."""
        return self.kinds[self.items[index_of(self, "item", id)].kind], id

    def actions_of(self, kind: str) -> tuple[Action, ...]:
        """Returns every action of a kind that any decision can offer, in the order of their indexes.

        Raises:
            InvalidAction: there is no such kind of action.
        """
        actions = self.kinds_of_action.get(kind)
        if actions is None and not is_kind(self, kind):
            raise unknown_kind(self, kind)
        return actions or ()

    @cached_property
    def _secrets(self) -> Secrets:
        """The kinds of item and the numbers of frames that one seat can know alone."""
        return Secrets(self)

    @cached_property
    def _dealers(self) -> frozenset[int]:
        """The indexes of the handlers that can deal items under these rules; handlers without such numbers cannot."""
        dealers = [handler for handler in self.handlers if isinstance(handler, Dealer)]
        return frozenset(each.index for each in dealers if all(slot.least <= slot.most(self) for slot in each.progress))

    @cached_property
    def changing_prices(self) -> frozenset[int]:
        """The indexes, in the table of prices, of the prices that are read from the game."""
        return frozenset(index for index, price in enumerate(self.entries(PRICE_TABLE)) if price.changing)

    def _uses(self, usable: int) -> tuple[Action, ...]:
        """Returns the `use` actions of a set of unspent items, from a table."""
        found = self._used.get(usable)
        if found is None:
            found = tuple(action for action in self._use_actions if usable >> action.data & 1)
            self._used[usable] = found
        return found

    def _locate(self, address: str | None, path: tuple[str | int, ...] = ()) -> str | None:
        """Returns `file:line` of a record by its address, `KIND PACK:ID`, or of a value in it; None if it is in no file."""
        return self._locator(address, path) if address else None

    def _reason(self, shortfall: Shortfall) -> Reason:
        """Returns a shortfall with the rule statement that it rests on."""
        kind, id = shortfall.record or ("", "")
        entries = (entry.address for entry in self.content.of(kind) if entry.name == id)
        address = next(entries, f"{kind} {id}") if kind else None
        statement = shortfall.statement or self._statement(shortfall.check, address, shortfall.named_only)
        sentence = self.sentences.get(statement or "", "")
        # To find the line takes longer than the refusal.
        find = partial(self._locate, address or (f"statement {statement}" if statement else None), shortfall.path)
        return Reason(shortfall.check, shortfall.needed, shortfall.found, address, statement, sentence, find=find)

    def _statement(self, check: str, address: str | None, named_only: bool) -> str | None:
        """Returns the statement that a refusal of a record rests on: the record's own one that names the check, if any.

        Else it is a statement that names the check and is about all records alike, unlike the statements of other records of
        its kind; or its own first, but with `named_only` it must name the check.
        """
        carried = self.citations.get(address or "", ())
        naming = self.citations.get(check, ())
        for statement in carried:
            if statement in naming:
                return statement
        of_others = self._statements_by_kind.get((address or "").partition(" ")[0], ())
        general = [statement for statement in naming if statement not in of_others]
        return next(iter((*general, *(() if named_only else carried))), None)

    # --- notation -----------------------------------------------------------------------------------------------

    @overload
    def parse(self, text: str) -> Action | Outcome: ...
    @overload
    def parse(self, text: str, wanted: type[Action]) -> Action: ...
    @overload
    def parse(self, text: str, wanted: type[Outcome]) -> Outcome: ...
    def parse(self, text: str, wanted: type[Action] | type[Outcome] | None = None) -> Action | Outcome:
        """Reads an action or outcome from its text form, such as `pay 2 wood, 1 clay`.

        Possible answers are returned as the interned values; other readable texts become an action that is never legal, so that
        `why_not` can explain it.

        Args:
            text: the text.
            wanted: `Action` or `Outcome`, if known.

        Raises:
            InvalidAction: the text cannot be read, or is not what is wanted; the message says what was expected.
        """
        kind, args = notation.read(text, self.shapes, self.words)
        if kind == "roll":
            answer: Action | Outcome = self.rolls.read(args)
        else:
            answer = self.draws[self.item_index[args[0]]] if kind == "draw" else self.action(kind, *args)
        if wanted is not None and not isinstance(answer, wanted):
            names = "an outcome of chance", "an action of a seat"
            raise InvalidAction("`{}` is {}, where {} belongs".format(text, *(names if wanted is Action else names[::-1])))
        return answer

    def action(self, kind: str, *args: object) -> Action:
        """Returns the action with this kind and these arguments, interned while it is referenced.

        Raises:
            InvalidAction: no action of these rules is of that kind, or has such arguments; names the word at fault.
        """
        try:
            args = tuple([arg.__index__() if hasattr(arg, "__index__") else arg for arg in args])
            known = self._interned.get((kind, args))
        except TypeError:
            known = None
        if known is not None:
            return known
        if kind not in self.shapes or kind in SHAPES:
            raise unknown_kind(self, kind)
        text = notation.answer_text(kind, args, self.shapes, self.words)
        return self._unoffered.setdefault((kind, args), Action(kind, args, text, -1, None, self))

    def outcome(self, kind: str, *args: object) -> Outcome:
        """Returns the outcome with this kind and these arguments: `rules.outcome("roll", 3, 5)`.

        Raises:
            InvalidAction: no outcome of these rules is of that kind, or has such arguments; names the word at fault.
        """
        if kind not in SHAPES:
            raise InvalidAction(f"`{shortened(str(kind))}` is no kind of outcome; {suggestion(str(kind), sorted(SHAPES))}")
        return cast("Outcome", self.parse(" ".join(map(str, (kind, *args)))))

    def describe(self, answer: Action | Outcome, position: Position) -> str:
        """Returns the result of an option, or of a pending outcome, in a few words: `4 dice / 3 wood`.

        Empty if its text says it all, or if another question is pending.

        >>> rules.describe(rules.parse("place forest 3"), state)
        '3 dice / 3 wood'

        Args:
            answer: an action or outcome of these rules.
            position: a state, or the view of a seat.

        Raises:
            InvalidAction: it is not an action or outcome of these rules.
        """
        from stoneage_rules.data.views import describe

        return describe(position, answer)

    # --- content ------------------------------------------------------------------------------------------------

    def item(self, id: str) -> ItemDefinition:
        """Returns a card, building or other item as content defines it: price, points, effects, symbol, icons.

        >>> print(rules.item("civ-23"))
        civ-23: 2 dice / 3 wood, shows 2 shaman

        Raises:
            UnknownName: no item has the id.
        """
        return cast("ItemDefinition", self._reader.get(*self.item_record(id)))

    def items_of(self, kind: str | None = None) -> tuple[ItemDefinition, ...]:
        """Returns the items of a kind, or all items, as content defines them.

        >>> [(tile.id, str(tile.cost), tile.points) for tile in rules.items_of("building")][:2]
        [('bld-01', '2 wood, 1 clay', 10), ('bld-02', '2 wood, 1 stone', 11)]

        Raises:
            UnknownName: there is no such kind of item.
        """
        if kind is not None:
            index_of(self, "kind", kind)
        return tuple(self.item(item.id) for item in self.items if kind in (None, self.kinds[item.kind]))

    def location(self, id: str) -> LocationDefinition:
        """Returns a location by its id, or by the id of one of its places: circles, figures, price, effects.

        Raises:
            UnknownName: there is no such location.
        """
        return self._reader.location(id)

    def good(self, id: str) -> GoodDefinition:
        """Returns a good as content defines it: groups, value, supply.

        Raises:
            UnknownName: no good has the id.
        """
        return cast("GoodDefinition", self._reader.get("good", id))

    def track(self, id: str) -> TrackDefinition:
        """Returns a track as content defines it, with its top.

        Raises:
            UnknownName: no track has the id.
        """
        return cast("TrackDefinition", self._reader.get("track", id))

    @_one_by_kind
    def definition(self, kind: str, id: str) -> Definition:
        """Returns one definition of content by its kind (`zone`, `limit`, `phase`, `statement`, `item`...) and id.

        Raises:
            UnknownName: there is no such kind, or no such id.
        """
        return self.item(id) if kind == "item" else self._reader.get(kind, id)

    @_all_by_kind
    def definitions(self, kind: str) -> tuple[Definition, ...]:
        """Returns all definitions of a kind, in the order of content.

        >>> [phase.name for phase in rules.definitions("phase")]
        ['placing figures', 'taking actions', 'feeding', 'between rounds']

        Raises:
            UnknownName: there is no such kind.
        """
        return tuple(self._reader.of(kind).values())

    @property
    def _reader(self) -> ContentReader:
        from stoneage_rules.data.definitions import ContentReader

        return self.service(ContentReader)

    # --- numbers ------------------------------------------------------------------------------------------------

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """Every outcome of any chance event, as a sequence ordered by `index`.

        >>> len(rules.outcomes), rules.outcomes[rules.parse("roll 1 6").index]
        (8071, <Outcome 'roll 1 6'>)
        """
        from stoneage_rules.data.definitions import Outcomes

        return self.service(Outcomes)

    @property
    def bounds(self) -> GameBounds:
        """How large the numbers of a game can become: players, actions, outcomes, rounds, goods, tracks, figures, tools."""
        from stoneage_rules.data.definitions import bounds_of

        return self.service(bounds_of)

    # --- states -------------------------------------------------------------------------------------------------

    def initial_state(self, *, listen: bool = False) -> State:
        """Returns a new game before its first chance event: the set-up's draws are inputs like all others.

        `listen=True` makes the state note its `events`, from the first step of the set-up on.
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
