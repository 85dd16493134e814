"""Functions that listen to a game: when they are called, and what happens when they fail."""

from __future__ import annotations

import pickle

import pytest

import stoneage_rules as sa


def test_listeners_are_told_of_every_change(played):
    game = played(2)
    told = []
    game.listen(lambda changed: told.append(len(changed.steps)))
    start = len(game.steps)
    game.play(game.legal()[0])
    game.undo()
    game.redo()
    game.undo_to(start)
    game.undo_to(start)
    with pytest.raises(sa.IllegalAction):
        game.play("place hut 1")
    assert told == [start + 1, start, start + 1, start]


def test_a_listener_can_be_stopped(played):
    game, told, others = played(2), [], []
    stop = game.listen(lambda changed: told.append(changed.length))
    game.listen(lambda changed: others.append(changed.length))
    game.undo()
    stop()
    stop()
    game.redo()
    assert (len(told), len(others)) == (1, 2)


def test_a_listener_that_fails_does_not_look_like_a_refused_step(played):
    """The step is carried out, and a caller that repeats refused steps does not play it twice."""
    game, same = played(2), played(2)
    answer = game.legal()[0]

    def refusing(changed):
        raise sa.IllegalAction("not with me")

    game.listen(refusing)
    with pytest.raises(
        sa.ListenerError, match="the step was carried out, but a listener failed: IllegalAction: not with me"
    ) as error:
        game.play(answer)
    assert not isinstance(error.value, (sa.IllegalAction, ValueError, OSError))
    assert isinstance(error.value.__cause__, sa.IllegalAction)
    assert error.value.errors == (error.value.__cause__,)
    same.play(answer)
    assert game.state == same.state
    assert game.answers() == same.answers()
    for change in (game.undo, game.redo):
        with pytest.raises(sa.ListenerError):
            change()
    assert game.state == same.state


def test_one_listener_that_fails_keeps_nothing_from_the_others(played):
    game, told = played(2), []

    def failing(changed):
        raise OSError(28, "No space left on device")

    game.listen(failing)
    game.listen(lambda changed: told.append(changed.length))
    game.listen(failing)
    with pytest.raises(sa.ListenerError) as error:
        game.play(game.legal()[0])
    assert told == [game.length]
    assert [type(each) for each in error.value.errors] == [OSError, OSError]
    again = pickle.loads(pickle.dumps(error.value))
    assert str(again) == str(error.value)
    assert [str(each) for each in again.errors] == [str(each) for each in error.value.errors]


def test_what_ends_a_program_is_not_kept_back(played):
    """Ctrl-C while a listener is at work goes its way; the step stays."""
    game = played(2)
    length = game.length

    def interrupted(changed):
        raise KeyboardInterrupt

    game.listen(interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.play(game.legal()[0])
    assert game.length > length
