"""Explanations: what a step did, in one line and event by event, with the statements behind it."""

from __future__ import annotations

import json
import random

import pytest

import stoneage_rules as sa
from play.conftest import rules_for, started
from shipped import HERE, needs
from writing import base_with

ANIMALS = "wild-animals"


@pytest.fixture
def game() -> sa.Game:
    """A roll with a tool on it, while a wolf is about."""
    given = {
        "phase": "take-actions", "figures": {"forest": [3, 0], "hunt": [0, 1]}, "spaces": {"active-animal": "wolf"},
        "seats": {0: {"tools": [[2, False], [1, True], [1, True]]}},
    }  # fmt: skip
    return started(rules_for(2, ANIMALS), given, "resolve forest", "roll 2 3 5", "tools 2", auto_chance=False, names=["Ada", ""])


@needs(ANIMALS)
def test_a_roll_is_told_from_its_beginning(game):
    assert game.explain(-1).summary == (
        "Ada (seat 0), forest: uses forest with 3 figures; rolls 2 3 5; adds tools: 2; loses 2 of the total because of wolf; "
        "has a total of 10, divided by 3: 3; takes 3 wood"
    )


@needs(ANIMALS)
def test_the_parts_are_typed_and_have_their_statements(game):
    explained = game.explain(2, viewer=0)
    assert (explained.step, explained.seat, explained.answer) == (2, 0, "tools 2")
    assert [one.event.name for one in explained.before] == ["resolve", "roll"]
    assert [one.event.name for one in explained.events][:4] == ["tools", "adjusted", "total", "gain"]
    assert "base.action.gather" in explained.before[0].statements
    assert {"base.action.gather", "base.tool.whole", "animals.penalty"} <= {*explained.statements}, "of place and question"
    assert explained.sentences["base.tool.whole"] == game.rules.sentences["base.tool.whole"]
    shown = str(explained).split("\n")
    assert shown[0] == "step 2: Ada (seat 0) chooses tools 2"
    assert shown[1] == f"  {explained.summary}"
    assert "  base.tool.whole: " in str(explained)


@needs(ANIMALS)
def test_a_step_that_begins_something_looks_no_further_back(game):
    assert game.explain(0).before == ()
    assert game.explain(0).summary == "Ada (seat 0), forest: uses forest with 3 figures"
    assert game.explain(1).answer == "roll 2 3 5"
    assert game.explain(1).seat is None


@needs(ANIMALS)
@pytest.mark.parametrize("step", [3, -4])
def test_a_step_that_is_not_there_is_refused(game, step):
    with pytest.raises(ValueError, match=f"there is no step {step}; the game has 3, counted from 0, or from -1 backwards"):
        game.explain(step)


def test_what_seats_have_in_the_end_is_no_part_of_the_answer_that_ends_the_game():
    text = '[[patch.location]]\ntarget = "base:fields"\nappend.effects = [{ do = "end-game" }]\n'
    game = started(base_with(text), {"phase": "take-actions", "figures": {"fields": [1, 0]}}, "resolve fields")
    assert "holds" in {one.event.name for one in game.explain(-1).events}
    summary = "seat 0, fields: uses fields with 1 figure; goes 1 forward on agriculture, to 1; the game ends"
    assert game.explain(-1).summary == summary


def test_a_hidden_draw_is_named_to_its_seat_alone():
    given = {
        "phase": "take-actions", "figures": {"card-1": [1, 0], "hunt": [0, 1]}, "spaces": {"card-1": "civ-32"},
        "seats": {0: {"goods": {"wood": 1}}},
    }  # fmt: skip
    game = started(rules_for(2), given, "resolve card-1", "pay 1 wood", "draw civ-12", auto_chance=False)
    assert game.explain(-1, viewer=0).answer == game.explain(-1, viewer="all").answer == "draw civ-12"
    for viewer in (None, 1):
        explained = game.explain(-1, viewer)
        assert explained.answer == "draw"
        assert explained.summary.endswith("draws a card face down")
        assert "civ-12" not in json.dumps(explained.to_dict()) + str(explained)


@pytest.mark.parametrize("modules", [(), HERE])
def test_every_step_of_a_game_is_explained(modules):
    """With statements that there are, and as plain data; each event of the game stands in one explanation."""
    rules = rules_for(4, *modules)
    game, choose = sa.Game(rules, seed=6), random.Random(6)
    for _ in range(250):
        legal = game.legal()
        game.play(legal[int(choose.random() * len(legal))])
    for number in range(game.length):
        explained = game.explain(number, viewer="all")
        assert [one.event for one in explained.events] == [*game.steps[number].events]
        assert explained.statements, explained
        assert all(rules.sentences[id] == text for id, text in explained.sentences.items())
        assert json.loads(json.dumps(explained.to_dict())) == explained.to_dict()
        assert len(explained.summary) < 2000
