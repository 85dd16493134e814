"""`Game`: playing, chance, undo, everything or nothing.  Records have files of their own."""

from __future__ import annotations

import hashlib
import random

import pytest

import stoneage_rules as sa
from play.conftest import rules_for, striding
from stoneage_rules.plugin import operations

GOLDEN = "3f1a22fe88608f789d625950b028125fb61e6eb854ea8891f4c87d97bbaaf462"
"""Of the actions and outcomes below; it changes only when the base game, the order of options or chance changes."""


class Counted(random.Random):
    """A source that counts what has been drawn."""

    drawn = 0

    def random(self) -> float:
        self.drawn += 1
        return super().random()


def lines(game: sa.Game) -> list[str]:
    return [f"{step.seat} {step.answer}" for step in game.steps]


# --- playing ------------------------------------------------------------------------------------------------------


def test_text_and_action_do_the_same(played):
    one, other = played(0), played(0)
    one.play("place hunt 3")
    other.play(other.rules.action("place", "hunt", 3))
    assert one.state == other.state
    assert one.state.figures_at("hunt") == (3, 0)


@pytest.mark.parametrize(("answer", "told"), [("plase hunt 3", "did you mean `place`"), (None, "no text")])
def test_an_unreadable_action_changes_nothing(played, answer, told):
    game = played(3)
    before = game.state
    with pytest.raises(sa.InvalidAction, match=told):
        game.play(answer)
    assert game.state is before


def test_an_illegal_action_tells_its_reasons_and_changes_nothing(played):
    game = played(0)
    before = game.state
    with pytest.raises(sa.IllegalAction) as error:
        game.play("place hut 1")
    assert error.value.reasons == game.state.why_not(game.rules.parse("place hut 1"))
    assert [reason.statement for reason in error.value.reasons] == ["base.place.hut"]
    assert game.state is before


def test_an_action_of_other_rules_is_refused(played):
    game = played(0)
    with pytest.raises(sa.InvalidAction):
        game.play(rules_for(3).action("place", "hunt", 3))


def test_another_seat_is_told_that_it_is_not_its_turn(played):
    game = played(0)
    with pytest.raises(sa.IllegalAction, match="seat 0 chooses") as error:
        game.play("place hunt 3", seat=1)
    assert [reason.check for reason in error.value.reasons] == ["decision.seat"]
    game.play("place hunt 3", seat=0)


def test_no_seat_chooses_an_outcome():
    game = sa.Game(rules_for(2), auto_chance=False)
    outcome = game.state.sample(random.Random(1))
    for seat in (0, 1):
        with pytest.raises(sa.IllegalAction, match="an outcome of chance, which no seat chooses"):
            game.play(outcome.text, seat=seat)
    assert game.length == 0
    game.play(outcome)


def test_nothing_can_be_played_after_the_end(finished):
    assert finished.is_over
    assert finished.legal() == ()
    assert finished.seat is None
    with pytest.raises(sa.IllegalAction, match="over"):
        finished.play("place hunt 1")
    with pytest.raises(ValueError, match="over"):
        finished.roll()


def test_one_policy_for_each_seat(played):
    with pytest.raises(ValueError, match="`policies` needs one for each seat: 2, not 1"):
        played(0).run([striding()])
    by_name, made = played(0), played(0)
    by_name.run("sensible")
    made.run(sa.policies.make_policies(["sensible"] * 2, made.seed))
    assert [step.answer for step in by_name.steps] == [step.answer for step in made.steps]


def test_policies_see_their_own_view_and_nothing_else(rules):
    seen = []

    def watching(view, legal):
        seen.append((type(view), view.viewer, view.stack[-1][1]))
        return legal[0]

    sa.Game(rules, seed=1).run([watching, watching])
    assert {kind for kind, _, _ in seen} == {sa.View}
    assert all(viewer == asked for _, viewer, asked in seen)
    assert {viewer for _, viewer, _ in seen} == {0, 1}


def test_a_policy_that_needs_no_view_is_given_none(rules):
    def blind(view, legal):
        assert view is None
        return legal[0]

    blind.needs_view = False
    sa.Game(rules, seed=1).run([blind, blind])
    assert not sa.policies.random_policy(1).needs_view


def test_a_policy_that_chooses_what_is_not_legal_is_refused(rules):
    with pytest.raises(sa.IllegalAction):
        sa.Game(rules, seed=1).run([lambda view, legal: rules.parse("starve")] * 2)


# --- everything or nothing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("operation", ["lift", "gain"])
def test_a_step_that_breaks_off_is_taken_back(played, monkeypatch, operation, is_kept):
    """`lift` breaks off the step that was played, `gain` the chance that follows it by itself; by any holder of its state."""
    game, same = (played(0, "place hunt 5", "place forest 5", seed=3) for _ in range(2))
    before, told = game.state if is_kept else None, []
    game.listen(told.append)
    really = getattr(operations, operation)

    def breaking(*args):
        really(*args)
        raise ZeroDivisionError("a plugin at work")

    monkeypatch.setattr(operations, operation, breaking)
    with pytest.raises(ZeroDivisionError):
        game.play("resolve hunt")
    assert not is_kept or game.state is before
    assert game.state.to_dict() == same.state.to_dict()
    assert lines(game) == lines(same)
    assert told == []
    monkeypatch.undo()
    for one in (game, same):
        one.play("resolve hunt")
    assert lines(game) == lines(same), "the chance source was put back as well"
    assert game.state == same.state


def test_a_state_is_the_same_object_until_a_step_is_made(played):
    game = played(0)
    for _ in range(3):
        kept = game.state
        assert game.state is kept
        assert game.state_after(game.length) is kept
        game.play(game.legal()[0])
        assert game.state is not kept


def test_states_in_between_are_those_that_the_game_has_been_in(rules):
    """Nobody has kept them: they are worked out from the answers."""
    game = sa.Game(rules, seed=8, skip_forced=True)
    game.run([striding(), striding(5)])
    state, source = rules.initial_state(listen=True), Counted(8)
    assert game.opening == state.events
    for number, step in enumerate(game.steps):
        assert step.before is game.state_after(number)
        assert step.before == state
        assert step.seat == (None if state.is_chance else state.seat)
        assert step.drawn == source.drawn
        if state.is_chance:
            assert state.sample(source) is step.answer
        state._noted.clear()
        state.apply(step.answer)
        assert step.events == state.events
    assert game.state == state
    assert game.answers() == [(step.seat, step.answer) for step in game.steps]
    assert game.events(3) == [step.events for step in game.steps[3:]]


# --- chance -------------------------------------------------------------------------------------------------------


def test_a_fresh_seed_is_drawn_and_kept(rules):
    one, other = sa.Game(rules), sa.Game(rules)
    assert one.seed != other.seed
    assert sa.Game(rules, one.seed).state == one.state


def test_seed_zero_is_a_seed(rules):
    assert sa.Game(rules, 0).seed == 0


def test_a_seed_gives_the_same_game_everywhere():
    """Golden: on every platform and version of Python."""
    game = sa.Game(rules_for(3), seed=2024)
    game.run([striding(3), striding(5), striding(17)])
    text = "\n".join(lines(game))
    assert hashlib.sha256(text.encode()).hexdigest() == GOLDEN


def test_chance_can_be_left_to_the_caller(rules):
    game = sa.Game(rules, seed=5, auto_chance=False)
    assert game.seat == game.state.seat == 0
    assert game.steps == ()
    assert game.foresee() is game.foresee() is game.roll()
    while game.state.is_chance:
        game.roll()
    assert game.state == sa.Game(rules, seed=5).state
    with pytest.raises(ValueError, match="no roll or draw is due") as refused:
        game.roll()
    assert not isinstance(refused.value, sa.IllegalAction)


def test_what_is_asked_now_can_be_had_from_the_game(played):
    game = played(2)
    assert game.pending == game.state.pending
    assert game.view(1) == game.state.view(1)
    action = game.rules.parse("place hut 1")
    assert game.why_not(action, 1) == game.why_not("place hut 1", 1) == game.state.why_not(action, 1)
    assert game.why_not(game.legal()[0]) == ()


def test_an_outcome_can_be_entered_by_hand(played):
    game = played(0, "place hunt 5", "place forest 5", "resolve hunt", auto_chance=False)
    assert game.is_seeded
    with pytest.raises(sa.IllegalAction, match="first a roll of 5 dice for seat 0; `roll 6 6` is no outcome of it"):
        game.play("roll 6 6")
    with pytest.raises(sa.IllegalAction, match="first a roll of 5 dice"):
        game.play("place hunt 1")
    game.play("roll 6 6 6 6 6")
    assert game.state.good(0, "food") == 12 + 15
    assert not game.is_seeded
    assert game.record.seed is None


# --- forced decisions ---------------------------------------------------------------------------------------------


def test_forced_decisions_are_taken_and_recorded(rules):
    shown, hidden = sa.Game(rules, seed=6), sa.Game(rules, seed=6, skip_forced=True)
    asked = 0
    while not hidden.is_over:
        assert len(hidden.legal()) > 1
        asked += 1
        action = hidden.legal()[asked * 5 % len(hidden.legal())]
        while len(shown.legal()) == 1:
            shown.play(shown.legal()[0])
        shown.play(action)
        hidden.play(action)
    while not shown.is_over:
        shown.play(shown.legal()[0])
    assert lines(shown) == lines(hidden)
    assert sum(step.forced for step in hidden.steps) > 0
    assert not any(step.forced for step in shown.steps)


# --- undo ---------------------------------------------------------------------------------------------------------


def test_undo_of_one_seat_takes_back_what_others_did_since(played):
    game = played(0, "place hunt 1", "place forest 1", "place clay-pit 1", "place hunt 2")
    game.undo(seat=0)
    assert lines(game)[-2:] == ["0 place hunt 1", "1 place forest 1"]
    assert game.seat == 0


def test_undo_does_not_stop_at_forced_decisions(rules):
    game = sa.Game(rules, seed=6, skip_forced=True)
    choose = striding()
    before = game.state
    while not any(step.forced for step in game.steps):
        before = game.state
        game.play(choose(None, game.legal()))
    game.undo()
    assert game.state is before


@pytest.mark.parametrize("call", [
    lambda game: game.undo("x"), lambda game: game.undo(1.0), lambda game: game.undo(None), lambda game: game.undo_to("x"),
    lambda game: game.redo("x"), lambda game: game.explain("x"), lambda game: game.state_after("x"),
    lambda game: game.answers("x"), lambda game: game.events("x"),
])  # fmt: skip
def test_what_is_no_number_of_steps_is_told_as_such(played, call):
    with pytest.raises(TypeError, match=r"`(steps|step|start)` is a whole number, not ('x'|1\.0|None)$"):
        call(played(2))


@pytest.mark.parametrize("seat", [1.5, "x", [0, 9]])
def test_the_decisions_of_no_seat_are_not_taken_back(played, seat):
    with pytest.raises(sa.UnknownName, match="there is no seat"):
        played(2).undo(seat=seat)


def test_no_more_than_was_decided_can_be_taken_back(played):
    game = played(2)
    with pytest.raises(ValueError, match="3 decisions cannot be taken back; 2 have been made"):
        game.undo(3)
    with pytest.raises(ValueError, match="2 decisions of seat 1 cannot be taken back; 1 have been made"):
        game.undo(2, seat=1)
    with pytest.raises(ValueError, match="at least one step"):
        game.undo(0)
    assert lines(game) == lines(played(2))
