"""Chance events, dice and draws as inputs with exact probabilities, and states drawn at random that agree with a view.

No random source is kept here; the caller passes one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Any, ClassVar

from stoneage_rules.errors import InvalidAction, InvalidState, PluginError
from stoneage_rules.kernel.actions import DICE, Outcome, write
from stoneage_rules.kernel.frames import CHANCE, Asked, FrameTuple, Question
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.operations import arranged, counts_dealt
from stoneage_rules.kernel.saving import check_pending
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import HIDDEN, Slot
from stoneage_rules.language.fields import required

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import RandomSource, View


Odds = tuple[tuple[Outcome, Fraction], ...]
"""The possible outcomes of a roll or draw, each with its exact probability."""


class Chance(Question):
    """A frame that waits for an outcome."""

    role: ClassVar[int] = CHANCE
    can_wait: ClassVar[bool] = False

    @required
    def outcomes(self, state: State, frame: FrameTuple) -> Odds:
        """Returns all outcomes with their probabilities, which sum to one."""
        raise NotImplementedError

    @required
    def accepts(self, state: State, frame: FrameTuple, answer: Outcome) -> bool:
        """Returns True if an outcome of these rules is possible now."""
        raise NotImplementedError

    @required
    def sample(self, state: State, frame: FrameTuple, random: Callable[[], float]) -> Outcome:
        """Draws one outcome; calls `random` alone."""
        raise NotImplementedError

    @required
    def resume(self, state: State, frame: FrameTuple, outcome: Outcome) -> None:
        """Goes on with an outcome; the frame has left the stack."""
        raise NotImplementedError

    def hint(self, state: Position, frame: FrameTuple, outcome: Outcome) -> str:
        """Returns the result of an outcome in a few words, by a state or view; empty if its text says it."""
        return ""

    @property
    def most_dice(self) -> int:
        """The most dice that the event can roll; 0 where none are."""
        return 0


class DiceRoll(Chance):
    """A roll of dice."""

    def dice(self, frame: FrameTuple) -> int:
        """Returns how many dice are rolled."""
        raise NotImplementedError

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        return {"dice_count": self.dice(frame)}

    def outcomes(self, state: State, frame: FrameTuple) -> Odds:
        return self.rules.rolls.odds(self.dice(frame))

    def accepts(self, state: State, frame: FrameTuple, answer: Outcome) -> bool:
        return answer.kind == "roll" and len(answer.args) == self.dice(frame)

    def sample(self, state: State, frame: FrameTuple, random: Callable[[], float]) -> Outcome:
        return roll_dice(state, self.dice(frame), random)


class Rolls(dict[tuple[int, ...], Outcome]):
    """The interned rolls of a ruleset, made when first met."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self._odds: dict[int, Odds] = {}
        self.walks: dict[tuple[int, ...], DiceWalk] = {}
        self.none: DiceWalk = DiceWalk(())
        """The walk of no dice, where every roll starts."""

    def __missing__(self, dice: tuple[int, ...]) -> Outcome:
        outcome = Outcome("roll", dice, write(DICE, "roll", dice), sum(dice), self.rules)
        return self.setdefault(dice, outcome)

    def read(self, dice: tuple[int, ...]) -> Outcome:
        """Returns the roll of these sorted dice.

        Raises:
            InvalidAction: no roll of these rules has so many dice, or a die does not show this.
        """
        if len(dice) > self.rules.most_dice:
            raise InvalidAction(f"a roll of {len(dice)} dice cannot be: no roll has more than {self.rules.most_dice}")
        if any(not 1 <= die <= FACES for die in dice):
            raise InvalidAction(f"`roll {' '.join(map(str, dice))}` cannot be: a die shows 1 to {FACES}")
        return self[dice]

    def _extend(self, walk: DiceWalk, face: int) -> DiceWalk:
        """Returns the walk with one die more; it is complete before other threads can see it."""
        dice = tuple(sorted((*walk.dice, face + 1)))
        extended = self.walks.get(dice) or self.walks.setdefault(dice, DiceWalk(dice))
        walk.next[face] = extended
        return extended

    def odds(self, count: int) -> Odds:
        """Returns every sorted roll of `count` dice with its probability."""
        odds = self._odds.get(count)
        if odds is None:
            ways = Fraction(1, FACES**count)
            odds = self._odds[count] = tuple(
                (self[dice], ways * _arrangements(dice)) for dice in combinations_with_replacement(range(1, FACES + 1), count)
            )
        return odds


MOST_WALKED = 10
"""The most dice for which walks are kept; there are eight thousand of them."""


class DiceWalk:
    """A roll of some dice, and the rolls of one die more: rolling goes from one to the next and never sorts."""

    __slots__ = ("dice", "next", "outcome")

    def __init__(self, dice: tuple[int, ...]) -> None:
        self.dice: tuple[int, ...] = dice
        self.outcome: Outcome | None = None
        self.next: list[DiceWalk | None] = [None] * FACES


def _arrangements(dice: tuple[int, ...]) -> int:
    """Returns the number of orders of dice that show this."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))


def roll_dice(state: State, count: int, random: Callable[[], float]) -> Outcome:
    """Rolls `count` dice."""
    rolls = state.rules.rolls
    if count > MOST_WALKED:
        return rolls[tuple(sorted([int(random() * FACES) + 1 for _ in range(count)]))]
    walk = rolls.none
    for _ in range(count):
        face = int(random() * FACES)
        walk = walk.next[face] or rolls._extend(walk, face)
    outcome = walk.outcome
    if outcome is None:
        outcome = walk.outcome = rolls[walk.dice]
    return outcome


def draw_one(state: State, zone: int, random: Callable[[], float]) -> Outcome:
    """Draws one item of a bag, each equally likely."""
    bag = state.zones[zone]
    return state.rules.draws[bag[int(random() * len(bag))]]


# --- guessing -----------------------------------------------------------------------------------------------------
#
# States that agree with a view, each equally likely, for `View.guess`.


MOST_DRAWS = 10_000
"""The most attempts at drawing all hidden values that agree with each other."""

NO_VALUE = -1
"""The number that means "none" in a slot with `or_none`."""


def guess(view: View, random: RandomSource) -> State:
    """Returns the state of `View.guess`.

    Every state that agrees with the view is one deal of the unseen items and one choice of each secret number.  All are
    drawn uniformly from everything within range, and again until the rules' checks of saved states pass; so the states that
    pass stay equally likely, whatever their dependencies.
    """
    hidden = [frame for frame in (*view.stack, *view.waiting) if HIDDEN in frame]
    for _ in range(MOST_DRAWS):
        state = _draw(view, random.random)
        if not hidden or _is_possible(state):
            return state
    handler = view.rules.handlers[hidden[0][0]]
    raise PluginError(
        f"frame {handler.name}: none of {MOST_DRAWS} draws of its secret numbers passed the checks of saved states; "
        "give their slots a narrower range"
    )


def _is_possible(state: State) -> bool:
    """Returns True if the state passes the checks of saved states."""
    try:
        check_pending(state)
    except InvalidState:
        return False
    return True


def _draw(view: View, draw: Callable[[], float]) -> State:
    """Returns a state made from the view, with a value within range drawn for everything hidden."""
    state = State.__new__(State)
    view._copy_numbers(state)
    state._legal = state._options = None
    _deal(state, view, draw)
    if view.rules._secrets.slots:
        state.stack = [_filled(state, frame, draw) for frame in view.stack]
        state.waiting = tuple([_filled(state, frame, draw) for frame in view.waiting])
    return state


def _deal(state: State, view: View, draw: Callable[[], float]) -> None:
    """Deals to each seat as many unseen items of each kind as it owns face down."""
    rules, zones = view.rules, [*view.zones]
    home = rules._secrets.zones
    unseen: dict[int, list[int]] = {}
    for seat, kinds in enumerate(view._hidden_kinds):
        dealt = []
        for kind in kinds:
            if kind not in unseen:
                unseen[kind] = [item for item in zones[home[kind]] if rules.items[item].kind == kind]
            dealt.append(unseen[kind].pop(int(draw() * len(unseen[kind]))))
        if dealt:
            zones[rules.zones_of(seat)[1]] = arranged(dealt, counts_dealt(view, seat, face_down=True))
            for zone in {home[kind] for kind in kinds}:
                zones[zone] = tuple([item for item in zones[zone] if item not in dealt])
    state.zones = tuple(zones)


def _filled(state: State, frame: FrameTuple, draw: Callable[[], float]) -> tuple[int, ...]:
    """Returns a frame with a number within range for each that is hidden."""
    rules, handler = state.rules, state.rules.handlers[frame[0]]
    within = handler.within(state, frame) if HIDDEN in frame else None
    if within:
        return tuple([within[int(draw() * len(within))] if number == HIDDEN else number for number in frame])
    slots = handler.progress
    numbers = (_number(rules, slot, draw) if number == HIDDEN else number for slot, number in zip(slots, frame[2:], strict=True))
    return *frame[:2], *numbers


def _number(rules: Ruleset, slot: Slot, draw: Callable[[], float]) -> int:
    """Draws a number that a slot can hold, each equally likely."""
    least, most = (slot.least, slot.most(rules)) if slot.ids is None else (0, len(slot.ids(rules)) - 1)
    number = least + int(draw() * (most - least + 1 + slot.or_none))
    return number if number <= most else NO_VALUE
