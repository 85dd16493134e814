"""Chance events: dice and draws as inputs with exact probabilities.

No random source is kept here; whoever plays brings one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Any, ClassVar

from stoneage_rules.errors import InvalidAction
from stoneage_rules.kernel.actions import DICE, Outcome, write
from stoneage_rules.kernel.frames import CHANCE, Asked, FrameTuple, Question
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.language.fields import required

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.state import State


Odds = tuple[tuple[Outcome, Fraction], ...]


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
        """Returns in a few words what an outcome comes to, judged by a state or view; nothing if its text tells."""
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
        self.none = DiceWalk(())
        """The walk of no dice, from which every roll starts."""

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

    def extend(self, walk: DiceWalk, face: int) -> DiceWalk:
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
        self.dice = dice
        self.outcome: Outcome | None = None
        self.next: list[DiceWalk | None] = [None] * FACES


def _arrangements(dice: tuple[int, ...]) -> int:
    """Returns the number of orders in which dice can show this."""
    return factorial(len(dice)) // prod(factorial(dice.count(face)) for face in set(dice))


def roll_dice(state: State, count: int, random: Callable[[], float]) -> Outcome:
    """Rolls `count` dice."""
    rolls = state.rules.rolls
    if count > MOST_WALKED:
        return rolls[tuple(sorted([int(random() * FACES) + 1 for _ in range(count)]))]
    walk = rolls.none
    for _ in range(count):
        face = int(random() * FACES)
        walk = walk.next[face] or rolls.extend(walk, face)
    outcome = walk.outcome
    if outcome is None:
        outcome = walk.outcome = rolls[walk.dice]
    return outcome


def draw_one(state: State, zone: int, random: Callable[[], float]) -> Outcome:
    """Draws one item of a bag, each equally likely."""
    bag = state.zones[zone]
    return state.rules.draws[bag[int(random() * len(bag))]]
