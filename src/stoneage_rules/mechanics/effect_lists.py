"""Lists of effects: the rest of one, the same for each seat, bundles; orders of seats, and who is the first player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import factorial
from typing import ClassVar, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import Outcome
from stoneage_rules.kernel.chance import DiceRoll
from stoneage_rules.kernel.frames import FrameTuple, Step, run_effects
from stoneage_rules.kernel.legality import RecordKey
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect, expect_nothing_asked, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import NODE_SLOT, PLACE_OR_NONE_SLOT, Condition, Effect, Handle, Linker, Reader, Slot
from stoneage_rules.language.events import EventKind, Mechanism
from stoneage_rules.language.fields import Amount, Quantity, field
from stoneage_rules.language.quantity import comparing, core, gains_of, points_of
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import Contradiction, Verb
from stoneage_rules.mechanics.items import UNPAID, UNPAID_KINDS, joint_gains
from stoneage_rules.mechanics.payments import Amounts
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.telling.phrases import Phrases

# --- turn order ---------------------------------------------------------------------------------------------------
# Orders of seats, and how a frame keeps the order that has begun as one number.


def clockwise(players: int, first: int) -> list[int]:
    """Returns all seats, clockwise from one."""
    return [(first + turn) % players for turn in range(players)]


def by_quantity(state: State, first: int, reader: Reader) -> list[int]:
    """Returns all seats, highest number first; ties go clockwise from a seat."""
    seats = clockwise(state.rules.players, first)
    return sorted(seats, key=lambda seat: -reader(state, seat, 0))


def number_of(order: Sequence[int]) -> int:
    """Returns the number of an order of seats among all of them."""
    rest, number = sorted(order), 0
    for seat in order:
        number = number * len(rest) + rest.index(seat)
        rest.remove(seat)
    return number


def seat_order(number: int, players: int) -> list[int]:
    """Returns the order of seats with a number."""
    rest, order = list(range(players)), []
    for left in range(players, 0, -1):
        spot, number = divmod(number, factorial(left - 1))
        order.append(rest.pop(spot))
    return order


ORDER_SLOT = Slot("order", most=lambda rules: factorial(rules.players) - 1)
"""The slot of a frame whose number is an order of seats, as `number_of` gives it."""

# --- effect lists -------------------------------------------------------------------------------------------------
#
# Lists of effects: what is left of one, one list for every seat in turn, and a list that counts as one effect.


WITHIN = {"phase": "turn", "location": "reward", "placement": "reward", "paid": "reward", "workplace": "reward"}
"""A turn in a phase is one seat's; the figures that act are those of that seat, not of each seat."""
ANYWHERE = {"location": "paid", "workplace": "reward", "placement": "reward"}
"""Effects that are paid for know what was paid, and no longer how many figures act."""


@attrs.frozen
class EachSeatVerb(Verb):
    """Every seat, from the starting player clockwise, gets these effects; each seat finishes before the next begins.

    In `reverse` order the starting player is last, after the next seat on the left. `most_first` sorts the seats by a quantity,
    read when the first of them begins; ties are resolved clockwise from the starting player.

    Example: `{ do = "each-seat", effects = [{ do = "gain", good = "wood", amount = 1 }] }`, or
    `{ do = "each-seat", most_first = { goods = "food" }, effects = [{ do = "resolve" }] }`
    """

    do = "each-seat"
    token = "each: {effects}"
    effects: tuple[Verb, ...] = field("the effects for each seat", not_empty=True, becomes=WITHIN)
    order: str = field(
        "the order of the seats", default="clockwise", choices=("clockwise", "reverse"), silent_default=True,
        elsewhere="an order by a number is said by `most_first = { ... }`",
    )  # fmt: skip
    most_first: Quantity | None = field(
        "the quantity that sorts the seats, most first", default=None, becomes=WITHIN, silent_default=True
    )

    involved = ("order", "most_first")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.order != "clockwise" and self.most_first is not None:
            yield Contradiction("`most_first` says in which order", ("order",), help="delete one of the two", at_key=True)

    def describe(self, phrases: Phrases) -> str:
        order = ", in reverse order" if self.order == "reverse" else ""
        order = f", {phrases.most_of(self.most_first)} first" if self.most_first else order
        return f"for each seat{order}: {phrases.effects(self.effects)}"

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from comparing(bounds, "most_first", self.most_first)

    def bind(self, link: Linker) -> Effect:
        node = link.sequence(self.effects)
        frame, ordered = link.frame("each-seat"), link.frame("each-seat-in-order")
        most = None if self.most_first is None else link.quantity(self.most_first)

        def in_order(state: State, seat: int, place: int, n: int) -> None:
            first = state.first_seat
            seats = clockwise(state.rules.players, first)[::-1] if most is None else by_quantity(state, first, most)
            state.stack.append((ordered, first, node, 0, number_of(seats)))

        begin: Effect = lambda state, seat, place, n: state.stack.append((frame, state.first_seat, node, 0))  # noqa: E731
        is_usual = self.order == "clockwise" and most is None
        return Nesting(begin if is_usual else in_order, pushes=EachSeatFrame.name, about=(node,))


@attrs.frozen
class Nesting:
    """An effect that shows its inner lists and the frames it pushes, so that the origin of a saved frame is known."""

    begin: Effect
    lists: tuple[int, ...] = ()
    pushes: str = ""
    """The name of its frames; empty if it pushes none."""
    about: tuple[int, ...] = ()
    """The first numbers that these can have."""
    turns_to: str = ""
    """The seat of its lists, if it is not the seat with the effect: `chosen` or `chooser`, of the last choice of a seat."""

    def __call__(self, state: State, seat: int, place: int, n: int) -> None:
        self.begin(state, seat, place, n)


def record_here(link: Linker) -> RecordKey | None:
    """Returns the record that is being bound, for refusals to cite; None while kinds are finished."""
    return None if link.here is None else (link.here.kind, link.here.name)


def origins(rules: Ruleset, name: str) -> dict[int, int]:
    """Returns the node of the effect that pushes a kind of frame, by the first number of the frame."""
    effects = [(node, core(effect)) for node, (effect, _) in enumerate(rules.nodes)]
    nesting = [(node, effect) for node, effect in effects if isinstance(effect, Nesting) and effect.pushes == name]
    return {number: node for node, effect in nesting for number in effect.about}


@attrs.frozen
class AllOfVerb(Verb):
    """These effects happen in order, as one: a bundle that `one-of` can offer.

    Example: `{ do = "one-of", effects = [{ do = "all-of", effects = [{ do = "tool" }, { do = "points", amount = 2 }] },
    { do = "figure" }] }`
    """

    do = "all-of"
    token = "{effects}"
    passes_on = True
    effects: tuple[Verb, ...] = field("what happens, two or more effects", not_empty=True, fewest=2)

    def describe(self, phrases: Phrases) -> str:
        return " and ".join(map(phrases.effect, self.effects))

    def bind(self, link: Linker) -> Effect:
        return all_of(link, self.effects)

    def available(self, link: Linker) -> Condition | None:
        return any_available(link, self.effects)

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        return joint_gains(link, self.effects) if any(gains_of(effect, link) for effect in self.effects) else None

    def scores(self) -> Amount | None:
        amounts = list(map(points_of, self.effects))
        numbers = [amount for amount in amounts if isinstance(amount, int)]
        return sum(numbers) if len(numbers) == len(amounts) else None


def all_of(link: Linker, effects: Sequence[Verb]) -> Effect:
    """Returns effects as one that runs them in order."""
    node = link.sequence(effects)
    return Nesting(lambda state, seat, place, n: run_effects(state, seat, node, place, n), (node,))


class Subject(NamedTuple):
    """A nested list of effects whose subject differs from the outer list's: a payment, the total of a roll, or nothing."""

    node: int
    is_payment: bool
    most: int = 0
    """For effects that follow a roll, which belong to no place: the highest total."""


SUBJECTS = Handle[Subject]("subject")
SET_UPS = Handle[int]("set-up")
"""The node of the set-up's effects."""


def any_available(link: Linker, effects: Sequence[Verb]) -> Condition | None:
    """Returns the condition under which any of some effects can do anything; None for always."""
    conditions = [effect.available(link) for effect in effects]
    known = [condition for condition in conditions if condition is not None]
    if len(known) < len(conditions):
        return None

    def any_of(state: State) -> bool:
        return any(condition(state) for condition in known)

    return any_of


class EffectsFrame(Step):
    """The rest of a list of effects."""

    name = "effects"
    progress = (NODE_SLOT, PLACE_OR_NONE_SLOT, Slot("n", least=UNPAID))
    continues_effects = True

    def prepare(self) -> None:
        rules = self.rules
        self.of_places = {
            node: place for place in rules.places for start in (place.node, place.placed) for node in self._from(start)
        }
        self.of_phases = {node for phase in rules.phases for node in self._from(phase.node)}
        self.of_set_up = {node for start in rules.entries(SET_UPS) for node in self._from(start)}
        self.unpaid_kinds = rules.entries(UNPAID_KINDS)
        self.of_items = {node: item for item in rules.items for node in self._from(item.node)}
        self.subjects = {node: subject for subject in rules.entries(SUBJECTS) for node in self._from(subject.node)}
        effects_at = [effect for effect, _ in rules.nodes]
        effects = [(node, getattr(effect, "lists", ())) for node, effect in enumerate(effects_at)]
        self.outer = {inner: node for node, lists in effects for start in lists for inner in self._from(start)}
        """By effect, the effect whose lists contain it; an effect with such lists shows them as `lists`."""
        turns = origins(rules, EachSeatFrame.name)
        self.around = {inner: node for start, node in turns.items() for inner in self._from(start)}
        """By effect of every seat in turn, the effect that begins the list."""
        self.turning = {node: effect.turns_to for node, (outer, _) in enumerate(rules.nodes)
            if isinstance(effect := core(outer), Nesting) and effect.turns_to}  # fmt: skip
        """By effect whose lists belong to another seat, which seat that is."""

    def _from(self, node: int) -> Iterator[int]:
        while node:
            yield node
            node = self.rules.nodes[node][1]

    def _outermost(self, node: int) -> int:
        """Returns the effect of the record's list that contains an effect, or the effect itself."""
        while node in self.outer:
            node = self.outer[node]
        return node

    def expect_begin(self, state: State, frame: FrameTuple, node: int) -> None:
        """Refuses a frame about an effect of a place or phase above a question.

        Raises:
            InvalidState: it does.
        """
        outermost = self._outermost(node)
        while outermost in self.around:
            outermost = self._outermost(self.around[outermost])
        if outermost in self.of_places or outermost in self.of_phases:
            expect_nothing_asked(state, frame)
        turns_to, is_everybodys = self._turned(node)
        if turns_to:
            chosen = self.rules.frames["chosen-seat"]
            choices = [below for below in state.stack[: state.stack.index(frame)] if below[0] == chosen]
            expect(bool(choices), "effects of a choice of a seat that nobody has made")
            seat = choices[-1][2 if turns_to == "chosen" else 1]
            expect(is_everybodys or frame[1] == seat, "effects of a choice of a seat that belong to another seat")

    def _turned(self, node: int) -> tuple[str, bool]:
        """Returns which seat of a choice has an effect (empty if none is chosen), and whether every seat has it in turn."""
        is_everybodys = False
        while node in self.outer or node in self.around:
            is_everybodys = is_everybodys or node in self.around
            node = self.around[node] if node in self.around else self.outer[node]
            if node in self.turning:
                return self.turning[node], is_everybodys
        return "", is_everybodys

    @cached_property
    def bare(self) -> frozenset[int]:
        """The effects of phases and set-up that belong to the starting player: no other seat has them, and not each seat."""
        outermost = {node: self._outermost(node) for node in range(1, len(self.rules.nodes)) if not self._turned(node)[0]}
        return frozenset(node for node, outer in outermost.items() if outer in self.of_phases or outer in self.of_set_up)

    def expect_place(self, node: int, place: int) -> None:
        """Refuses a place that cannot belong to an effect.

        Raises:
            InvalidState: it cannot.
        """
        outermost = self._outermost(node)
        if self._follows_roll(node):
            expect(place < 0, "effects of a roll at a place")
        elif outermost in self.of_places:
            expect(place == self.of_places[outermost].index, "effects of another place")
        elif outermost in self.of_items:
            row = self.rules.places[place].row if place >= 0 else -1
            kind = self.of_items[outermost].kind
            fits = self.rules.entries(ROWS)[row].kind == kind if row >= 0 else place < 0 and kind in self.unpaid_kinds
            expect(fits, "effects of an item from elsewhere")

    def _follows_roll(self, node: int) -> bool:
        """Returns whether an effect is one that follows a roll."""
        while node in self.outer and not (node in self.subjects and self.subjects[node].most):
            node = self.outer[node]
        return node in self.subjects and self.subjects[node].most > 0

    def _expect_number(self, node: int, n: int) -> None:
        """Refuses a number of figures, or a payment, that cannot belong to an effect."""
        rules = self.rules
        while node not in self.subjects and node in self.outer:
            node = self.outer[node]
        subject = self.subjects.get(node)
        if subject is not None and not subject.is_payment:
            expect_range(n, 0, subject.most, "what effects are about")
        elif subject is None and n == UNPAID and node in self.of_items:
            expect(self.of_items[node].kind in self.unpaid_kinds, "effects of an item that must be paid for")
        elif subject is not None or node in self.of_items:
            expect(n < len(rules.actions) and rules.actions[n].kind == "pay", "effects of what was not paid")
        elif node in self.of_places:
            expect_range(n, 1, rules.most_figures, "figures that act")
        else:
            expect_range(n, 0, max(rules.most_figures, len(rules.actions) - 1), "what effects are about")

    def verify(self, state: State, frame: FrameTuple) -> None:
        self.expect_effect(state, frame, *frame[2:])

    def expect_effect(self, state: State, frame: FrameTuple, node: int, place: int, n: int | None = None) -> None:
        """Refuses a frame about an effect that does not fit a place, a number (None for no number) or the frames below.

        Raises:
            InvalidState: it does not.
        """
        self.expect_place(node, place)
        if n is not None:
            self._expect_number(node, n)
        self.expect_begin(state, frame, node)

    def step(self, state: State, frame: FrameTuple) -> None:
        _, seat, node, place, n = frame
        run_effects(state, seat, node, place, n)


def effect_lists(rules: Ruleset) -> EffectsFrame:
    """Returns the handler of lists of effects."""
    lists = rules.handlers[rules.effects_frame]
    assert isinstance(lists, EffectsFrame)
    return lists


class EachSeatFrame(Step):
    """The same effects for every seat, from the starting player clockwise; x seats are done."""

    name = "each-seat"
    progress: ClassVar[tuple[Slot, ...]] = (NODE_SLOT, Slot("done"))

    def verify(self, state: State, frame: FrameTuple) -> None:
        lists = effect_lists(self.rules)
        of_others = frame[2] in lists.of_places or frame[2] in lists.of_items or frame[2] in lists.subjects
        expect(not of_others, "effects that are not every seat's")
        lists.expect_begin(state, frame, frame[2])
        expect_range(frame[3], 0, self.rules.players - 1, "seats that are done")

    def step(self, state: State, frame: FrameTuple) -> None:
        index, first, node, done = frame
        players = state.rules.players
        seat = (first + done) % players
        if done + 1 < players:
            state.stack.append((index, first, node, done + 1))
        state.rules.lists[node](state, seat, -1, 0)


class EachSeatInOrder(EachSeatFrame):
    """The same effects for every seat, in the order z; x is the node, y seats are done."""

    name = "each-seat-in-order"
    progress = (NODE_SLOT, Slot("done"), ORDER_SLOT)

    def step(self, state: State, frame: FrameTuple) -> None:
        index, first, node, done, order = frame
        players = state.rules.players
        if done + 1 < players:
            state.stack.append((index, first, node, done + 1, order))
        state.rules.lists[node](state, seat_order(order, players)[done], -1, 0)


EFFECT_LISTS = Mechanism("effect_lists", verbs=(EachSeatVerb, AllOfVerb), frames=(EachSeatFrame, EachSeatInOrder, EffectsFrame))


# --- first player ------------------------------------------------------------------------------------------------


BARE = ("set-up", "phase", "reward")
ACTING = ("set-up", "turn", "location", "placement", "paid", "workplace", "reward")
"""The contexts whose effects belong to an acting seat."""
WORDS = {
    "left": "the next seat on the left becomes first player", "seat": "become first player",
    "drawn": "a seat is drawn that becomes first player",
}  # fmt: skip


@attrs.frozen
class PassFirstVerb(Verb):
    """The first-player token moves to the next seat on the left, the acting seat, a random seat, or the seat with most.

    An `each-seat` in progress keeps its order. Later effects of the same phase, or of the set-up, apply to the new starting
    player unless they are within `each-seat`.

    With `most` it goes to the seat with most of a quantity (fewest with `times = -1`); in a tie, to the nearest on the left of
    the present holder, who comes last. `drawn` selects a seat by a die, counted clockwise from the present holder, each equally
    likely; a die that counts unevenly is rerolled.

    Example: `{ do = "pass-first" }`, on a location `{ do = "pass-first", to = "seat" }`, or in a phase
    `{ do = "pass-first", most = { goods = "food", times = -1 } }`
    """

    do = "pass-first"
    token = "first seat"
    to: str = field(
        "the next seat on the left, the seat with the effect, or one selected by a die",
        default="left", choices=("left", "seat", "drawn"), silent_default=True,
        elsewhere="the seat with most of something is named by `most = { ... }`",
    )  # fmt: skip
    most: Quantity | None = field("the quantity; the seat with most of it starts next", default=None, silent_default=True)
    otherwise = 'where a seat acts, write `to = "seat"`: that seat becomes first player'

    involved = ("to", "most")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.to != "left" and self.most is not None:
            yield Contradiction("`most` says to whom it passes", ("to",), help="delete one of the two", at_key=True)

    def belongs_in(self) -> tuple[str, ...]:
        return ACTING if self.to == "seat" else BARE

    def describe(self, phrases: Phrases) -> str:
        if self.most is not None:
            return f"whoever has {phrases.most_of(self.most)} becomes first player"
        return WORDS[self.to]

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from comparing(bounds, "most", self.most)

    def bind(self, link: Linker) -> Effect:
        most = None if self.most is None else link.quantity(self.most)
        number = link.append(PASSES, Pass(self.to, most))
        frame, draw = link.frame("pass-first"), link.frame("draw-first")
        if self.to == "drawn":
            return lambda state, seat, place, n: state.stack.append((draw, seat, 0, 1))
        return lambda state, seat, place, n: state.stack.append((frame, seat, number))


class Pass(NamedTuple):
    """A compiled `pass-first`."""

    to: str
    most: Reader | None


PASSES = Handle[Pass]("pass")


class PassFirst(Step):
    """Passes the token on, and gives the bare effects after it to the new starting player; x is the `pass-first`."""

    name = "pass-first"
    progress = (PASSES.slot(),)

    def prepare(self) -> None:
        self.passes = self.rules.entries(PASSES)

    def step(self, state: State, frame: FrameTuple) -> None:
        _, seat, number = frame
        to, most = self.passes[number]
        if to != "seat":
            seat = (state.first_seat + 1) % self.rules.players
        if most is not None:
            seat = by_quantity(state, seat, most)[0]
        operations.pass_first_to(state, seat)
        hand_over(state)


class DrawFirst(DiceRoll):
    """The roll of a die that draws the next starting player; x counts what has been rolled, y in how many ways."""

    name = "draw-first"
    prompt = "a die for who becomes first player"
    progress = (Slot("rolled"), Slot("ways", least=1))

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, _, rolled, ways = frame
        scales = [FACES**count for count in range(self.rules.players) if FACES**count < max(2, self.rules.players)]
        expect(rolled < ways and ways in scales, "a draw of the first player that cannot have come this far")

    def dice(self, frame: FrameTuple) -> int:
        return 1

    @property
    def most_dice(self) -> int:
        return int(any(entry.to == "drawn" for entry in self.rules.entries(PASSES)))

    def counted(self, state: Position, frame: FrameTuple, outcome: Outcome) -> tuple[int, int, int | None]:
        """Returns the dice so far with an outcome, the ways to roll them, and the seat drawn; None if there is none yet."""
        players = self.rules.players
        rolled, ways = frame[2] * FACES + outcome.args[0] - 1, frame[3] * FACES
        if ways < players:
            return rolled, ways, None
        return (0, 1, None) if rolled >= ways - ways % players else (0, 1, (state.first_seat + rolled) % players)

    def resume(self, state: State, frame: FrameTuple, outcome: Outcome) -> None:
        *progress, drawn = self.counted(state, frame, outcome)
        if drawn is None:
            state.stack.append((*frame[:2], *progress))
            return
        operations.pass_first_to(state, drawn)
        hand_over(state)

    def hint(self, state: Position, frame: FrameTuple, outcome: Outcome) -> str:
        drawn = self.counted(state, frame, outcome)[2]
        return "rolled again" if drawn is None else f"seat {drawn} is first"


def hand_over(state: State) -> None:
    """Hands the bare effects that wait in a phase or in the set-up to the present starting player."""
    lists, stack = effect_lists(state.rules), state.stack
    for spot, frame in enumerate(stack):
        if frame[0] == lists.index and frame[2] in lists.bare:
            stack[spot] = (lists.index, state.first_seat, *frame[2:])


FIRST_PLAYER = Mechanism(
    "first_player",
    verbs=(PassFirstVerb,),
    frames=(PassFirst, DrawFirst),
    events=(EventKind("first", "a seat gets the first-player token", {}, "{seat} becomes first player"),),
)
