"""Games that start from a position: a saved state, a scenario, any other state."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from play.conftest import rules_for, striding


def test_a_game_starts_from_a_saved_state(played):
    saved = played(25).state.to_dict()
    rules = rules_for(2)
    game = sa.Game(rules, seed=7, start=rules.state_from_dict(saved))
    assert game.state == played(25).state
    assert game.length == 0
    assert game.opening == ()
    assert game.log == ()
    game.run([striding(), striding(11)])
    assert game.is_over
    assert any(line.startswith("round ") for line in game.log)


def test_the_start_is_copied(played):
    start = played(25).state.copy()
    game = sa.Game(start.rules, seed=7, start=start)
    before = start.to_dict()
    game.play(game.legal()[0])
    start.apply(start.legal()[-1])
    game.undo()
    assert game.state.to_dict() == before
    assert game.start.to_dict() == before


def test_undo_ends_at_the_start(played):
    start = played(25).state
    game = sa.Game(start.rules, seed=7, start=start)
    game.play(game.legal()[0])
    with pytest.raises(ValueError, match="2 decisions cannot be taken back; 1 have been made"):
        game.undo(2)
    game.undo()
    assert game.state == start


def test_chance_that_is_due_at_the_start_is_made(played):
    game = played(0, "place hunt 5", "place forest 5")
    start = game.state.after(game.rules.action("resolve", "hunt"))
    assert start.is_chance
    rolled = sa.Game(start.rules, seed=3, start=start)
    assert str(rolled.steps[0].answer).startswith("roll ")
    assert sa.Game(start.rules, seed=3, start=start, auto_chance=False).length == 0


def test_only_a_state_of_these_rules_is_a_start(played):
    start = played(5).state
    with pytest.raises(sa.InvalidState, match="these are"):
        sa.Game(rules_for(3), seed=1, start=start)
    with pytest.raises(ValueError, match="a game starts from a State"):
        sa.Game(start.rules, seed=1, start=start.view(0))


def test_a_state_of_equal_rules_is_a_start(played):
    """Rules of another table with the same digest have actions of their own."""
    start = played(5).state
    other = sa.load(players=2, options={"base": {}})
    assert other.digest == start.rules.digest
    game = sa.Game(other, seed=1, start=start)
    assert game.state.rules is other
    game.play(other.parse(str(start.legal()[0])))
