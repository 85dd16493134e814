"""Rolls for a total: by what they are divided."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import resolved
from mechanics.games import read_again
from stoneage_rules.mechanics.rolling import ROLLS, Totals, divisors_of
from stoneage_rules.testing import play
from writing import base_pack, base_with

ROLL = """
[[patch.location]]
target = "base:forest"
set.effects.roll.divide = {}
"""


DICE = '[[patch.location]]\ntarget = "base:hunt"\nset.effects.roll.dice = {}\nset.effects.roll.divide = {}\n'


@pytest.mark.parametrize(
    ("dice", "divide", "most_dice", "food"),
    [
        ("1", "1", 10, 4),
        ("15", "1", 15, 60),
        ('{ round = "now", at_most = 3 }', "1", 10, 8),
        ('{ figures = "here", plus = 2 }', "1", 12, 20),
        ('{ round = "now", at_most = 15 }', "1", 15, 8),
        ('{ round = "now", at_most = 3 }', '{ round = "now", at_most = 4 }', 10, 4),
        ('{ round = "now", at_most = 3 }', '{ round = "now", plus = -5, at_most = 4 }', 10, 8),
    ],
)
def test_as_many_dice_are_rolled_as_is_said(dice: str, divide: str, most_dice: int, food: int) -> None:
    """In round 2, each die shows a 4."""
    rules = base_with(DICE.format(dice, divide))
    assert rules.service(Totals).most_dice == most_dice
    state = read_again(resolved(rules, "hunt", count=3, round=2, goods={"food": 0}))
    play(state, "roll" + " 4" * state.pending.dice_count)
    assert state.good(0, "food") == food


@pytest.mark.parametrize(
    ("span", "numbers"),
    [((3, 3), [3]), ((1, 3), [1, 2, 3]), ((1, 1), [1]), ((-2, 2), [1, 2]), ((-2, 0), [1]), ((3, None), [3]), ((None, None), [1])],
)
def test_a_roll_is_divided_by_numbers_from_1_on(span: tuple[int | None, int | None], numbers: list[int]) -> None:
    assert [*divisors_of(span)] == numbers


@pytest.mark.parametrize(("most", "is_allowed"), [(60, True), (61, False)])
def test_a_roll_is_divided_by_sixty_numbers_at_the_most(most: int, is_allowed: bool) -> None:
    text = ROLL.format(f'{{ round = "now", at_most = {most} }}')
    pack = base_pack(text)
    if is_allowed:
        assert len(sa.load(players=2, modules=[str(pack)]).entries(ROLLS)) > 60
    else:
        with pytest.raises(sa.ContentError, match="this can be 61; 60 is the most"):
            sa.load(players=2, modules=[str(pack)])


def test_a_total_is_within_what_dice_and_tools_can_make() -> None:
    """Ten dice, three tools of 4, and the one-use tools of 2, 3 and 4; whatever modules take off, it is 0 at least."""
    totals = sa.load(players=2).service(Totals)
    assert totals.most == 60 + 12 + 9
    assert [totals.within(total) for total in (-1, 0, 1, 80, 81, 82)] == [0, 0, 1, 80, 81, 81]
