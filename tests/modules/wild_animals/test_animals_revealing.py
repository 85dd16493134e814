"""Animals on their way from the deck to the table: set-up, refills, face-down draws, the end of the deck."""

from __future__ import annotations

import random

import pytest

from stoneage_rules.testing import legal_texts, play

ANIMALS = {"polar-bear", "wild-boar", "wolf", "raptor"}
BOUGHT = ("card-1", "card-2")


def kinds_drawable(state):
    return {state.rules.kinds[state.rules.items[outcome.data].kind] for outcome, _ in state.outcomes()}


def between_rounds(at, *, empty=BOUGHT, deck=None, **given):
    """The cards of some spaces have been bought, and the refill is about to begin."""
    spaces = dict.fromkeys(empty, "none")
    zones = {} if deck is None else {"deck": deck}
    return at(phase="new-round", spaces={**spaces, **given.pop("spaces", {})}, zones={**zones, **given.pop("zones", {})}, **given)


def draw(state, *items):
    play(state, *(f"draw {item}" for item in items))


# --- set-up -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.setup")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_cards_are_laid_out_before_the_animals_come_in(rules_for, players):
    state = rules_for(players).initial_state()
    source = random.Random(players)
    drawn = set()
    while state.phase is None:
        drawn |= kinds_drawable(state)
        state.apply(state.sample(source))
    assert drawn == {"card", "building"}
    assert len(state.unseen("deck")) == 36 - 4 + 4
    assert set(state.unseen("deck")) >= ANIMALS


# --- refills ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.reveal")
def test_an_animal_goes_beside_the_board_and_the_space_gets_the_next_card(at):
    state = between_rounds(at)
    assert kinds_drawable(state) == {"card", "animal"}
    before = [state.item_on(f"card-{number}") for number in (1, 2)]
    draw(state, "wolf")
    assert (state.is_chance, state.unseen("animals-waiting")) == (True, ("wolf",))
    assert "wolf" not in state.unseen("deck")
    draw(state, "civ-20", "civ-21")
    assert [state.item_on(f"card-{number}") for number in (1, 2, 3, 4)] == [*before, "civ-20", "civ-21"]
    assert (state.round, state.is_chance) == (2, False)


@pytest.mark.rule("animals.reveal")
def test_everybody_sees_the_animals_beside_the_board(at):
    state = between_rounds(at)
    draw(state, "wolf", "raptor", "civ-20", "civ-21")
    for seat in range(4):
        view = state.view(seat)
        assert (view.item_on("active-animal"), view.unseen("animals-waiting")) == ("wolf", ("raptor",))


# --- the end of the deck ------------------------------------------------------------------------------------------


@pytest.mark.rule("animals.not-a-card")
def test_one_revealed_by_the_refill_that_ends_the_game_changes_nothing(at):
    def ended(*drawn):
        state = between_rounds(at, deck=["civ-20", "wolf"], seats={2: {"goods": {"gold": 3}}})
        draw(state, *drawn)
        assert state.is_over
        return state

    with_wolf, without = ended("wolf", "civ-20"), ended("civ-20")
    assert (with_wolf.unseen("animals-waiting"), with_wolf.item_on("active-animal")) == (("wolf",), None)
    assert [with_wolf.score_sheet(seat) for seat in range(4)] == [without.score_sheet(seat) for seat in range(4)]
    assert (with_wolf.winners, with_wolf.scores) == (without.winners, without.scores)


# --- face-down draws ------------------------------------------------------------------------------------------------


def drawing(at, **given):
    """Seat 0 is about to draw a card face down, with a figure left to hunt and one of seat 1 after it."""
    figures = {"card-1": [1, 0, 0, 0], "hunt": [2, 1, 0, 0]}
    state = at(
        phase="take-actions", figures={**figures, **given.pop("figures", {})},
        spaces={"card-1": "civ-32", **given.pop("spaces", {})}, seats={0: {"figures": 10, "goods": {"wood": 1}}}, **given,
    )  # fmt: skip
    play(state, "resolve card-1", "pay 1 wood")
    assert state.is_chance
    return state


@pytest.mark.rule("animals.hidden-draw")
def test_a_face_down_draw_that_meets_an_animal_draws_again(at):
    state = drawing(at)
    assert kinds_drawable(state) == {"card", "animal"}
    draw(state, "wolf", "raptor")
    assert (state.is_chance, state.player(0).face_down) == (True, ())
    draw(state, "civ-20")
    assert state.player(0).face_down == ("civ-20",)
    assert state.unseen("animals-waiting") == ("wolf", "raptor")
    assert legal_texts(state) == ("resolve hunt",)


# --- saving -----------------------------------------------------------------------------------------------------


def test_a_draw_says_where_an_animal_goes(at):
    state = between_rounds(at)
    told = {outcome.text: state.rules.describe(outcome, state) for outcome, _ in state.outcomes()}
    assert told["draw wolf"] == "wolf: shows 2 threat; goes to animals-waiting"
    assert "goes to" not in "".join(words for text, words in told.items() if text.startswith("draw civ"))
