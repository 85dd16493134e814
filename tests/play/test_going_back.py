"""`undo_to` and `redo`: going back and forth leads to the very same game."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from long_profile import FULL
from play.conftest import rules_for, striding
from shipped import HERE


def whole(game: sa.Game) -> tuple[object, ...]:
    """Returns everything that a game comes to."""
    steps = [(step.answer, step.seat, step.forced, step.by_hand, step.drawn, step.events) for step in game.steps]
    return game.state.key(), steps, game.full_log, game.log, str(game.record), game.is_seeded


@pytest.mark.parametrize("step", [-1, 1000])
def test_undo_to_says_which_steps_there_are(played, step):
    game = played(3)
    with pytest.raises(ValueError, match=f"one can go back to step 0 to {game.length}, not {step}"):
        game.undo_to(step)
    assert whole(game) == whole(played(3))


def test_before_a_roll_the_roll_waits(played):
    """Also in a game that makes rolls by itself; the same dice come, by `roll` as by `redo`."""
    game = played(0, "place hunt 5", "place forest 5", "resolve hunt")
    rolled = next(number for number, step in enumerate(game.steps) if str(step.answer).startswith("roll"))
    after = whole(game)
    game.undo_to(rolled)
    assert game.state.is_chance
    with pytest.raises(sa.IllegalAction, match="first a roll of 5 dice"):
        game.play("place hunt 1")
    game.redo()
    assert whole(game) == after
    game.undo_to(rolled)
    game.roll()
    assert whole(game) == after


def test_redo_of_several_decisions(played):
    game = played(30)
    after = whole(game)
    game.undo(20)
    with pytest.raises(ValueError, match="21 decisions"):
        game.redo(21)
    with pytest.raises(ValueError, match="at least one step"):
        game.redo(0)
    assert whole(game) == whole(played(10))
    game.redo(7)
    assert whole(game) == whole(played(17))
    game.redo(13)
    assert whole(game) == after


def test_what_can_be_undone_is_told(played):
    game = sa.Game(played(0).rules, seed=1)
    assert not game.can_undo
    game.play(game.legal()[0])
    assert game.can_undo
    game.undo()
    assert (game.can_undo, game.can_redo) == (False, True)
    with pytest.raises(ValueError, match="1 decision cannot be taken back; 0 have been made") as refused:
        game.undo()
    assert not isinstance(refused.value, sa.IllegalAction)


def test_another_step_forgets_what_was_undone(played):
    game = played(10)
    game.undo(5)
    with pytest.raises(sa.IllegalAction):
        game.play("place hut 1")
    game.redo()
    game.play(game.legal()[0])
    with pytest.raises(ValueError, match="fewer have been undone"):
        game.redo()


def test_chance_goes_on_where_it_was_after_a_redo(played):
    game, same = played(40), played(40)
    game.undo(25)
    game.redo(25)
    for one in (game, same):
        one.run([striding(3), striding(5)])
    assert whole(game) == whole(same)


def test_outcomes_by_hand_come_again(played):
    game = played(0, "place hunt 5", "place forest 5", "resolve hunt", "roll 6 6 6 6 6", auto_chance=False)
    after = whole(game)
    game.undo()
    assert game.is_seeded
    game.redo()
    assert whole(game) == after
    assert not game.is_seeded


def test_undo_of_several_seats(rules):
    game = sa.Game(rules_for(3), seed=1)
    for action in ("place hunt 1", "place forest 1", "place clay-pit 1"):
        game.play(action)
    game.undo(seat={0, 1})
    assert [str(answer) for _, answer in game.answers()][-1] == "place hunt 1"
    with pytest.raises(ValueError, match="2 decisions of seats 1 and 2 cannot be taken back; 0 have been made"):
        game.undo(2, seat=[2, 1])


@pytest.mark.parametrize("modules", [(), tuple(HERE)], ids=["base", "all"])
@pytest.mark.parametrize("skip_forced", [False, True])
def test_back_and_forth_at_random(modules, skip_forced):
    """From any step that one goes back to, redo leads through the same states to the same game."""
    game = sa.Game(rules_for(3, *modules), seed=12, skip_forced=skip_forced)
    choose, chance = striding(), random.Random(5)
    for _ in range(12 if FULL else 6):
        while int(chance.random() * 40) and not game.is_over:
            game.play(choose(None, game.legal()))
        after, length = whole(game), game.length
        states = [game.state_after(number).key() for number in range(length + 1)]
        for _ in range(int(chance.random() * 3) + 1):
            game.undo_to(int(chance.random() * (game.length + 1)))
            assert game.state.key() == states[game.length]
        while game.length < length:
            game.redo()
            assert game.state.key() == states[game.length]
        assert whole(game) == after
