"""Positions that are printed to be pasted: they are read as the very state, whatever is at the table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import tomli

import stoneage_rules as sa
from shipped import HERE, needs
from stoneage_rules.authoring.state_diff import as_given, as_scenario
from stoneage_rules.kernel.frames import Question
from stoneage_rules.testing import play, position, run_properties, run_scenarios
from stoneage_rules.text import written

TABLES = {"base": (), **{module: (module,) for module in HERE}, "all": HERE}
TURNS = ("place-figures", "resolve-place")
"""The questions of a turn, at which nothing is unfinished."""


@pytest.mark.parametrize(("table", "players"), [(table, 2 + index % 3) for index, table in enumerate(TABLES)])
def test_a_position_in_words_is_read_as_the_same_state(table, players):
    rules = sa.load(players=players, modules=TABLES[table])
    source = random.Random(f"{table}{players}")
    state, said, unsaid = rules.initial_state(), 0, 0
    while not state.is_over:
        is_turn = rules.handlers[state.stack[-1][0]].name in TURNS
        if source.random() < (0.03 if is_turn else 0.01):
            given = as_given(state)
            assert given is None or position(rules, tomli.loads(written_as_toml(given))) == state
            said, unsaid = said + (is_turn and given is not None), unsaid + (is_turn and given is None)
        choices = [outcome for outcome, _ in state.outcomes()] if state.is_chance else state.legal()
        state.apply(choices[int(source.random() * len(choices))])
    assert said > 2 * unsaid
    given = as_given(state)
    assert given is not None
    again = position(rules, given)
    assert (again, again.scores, again.winners) == (state, state.scores, state.winners)


def written_as_toml(given: dict) -> str:
    return "\n".join(f"{key} = {written(value)}" for key, value in given.items())


def test_an_unfinished_move_is_done_again_from_the_turn_before():
    rules = sa.load(players=2)
    state = position(rules, {"phase": "take-actions", "figures": {"forest": [3, 0], "hunt": [0, 1]}})
    steps = ["resolve forest", "roll 6 6 6", "resolve hunt"]
    states = [state.copy()]
    for step in steps:
        play(state, step)
        states.append(state.copy())
    assert as_given(states[1]) is None
    assert as_scenario(states, steps).splitlines() == [
        "[[scenario]]",
        'name = "from here"',
        'given = { phase = "take-actions", seats = { 0 = { goods = { wood = 6 } } }, figures = { hunt = [0, 1] } }',
        'do = ["resolve hunt"]',
        'then = { round = 1, seat = 1, asks = "roll-for-total" }',
    ]
    assert isinstance(rules.handlers[states[-1].stack[-1][0]], Question)


def test_nothing_is_made_up_where_no_words_say_it():
    state = sa.load(players=2).initial_state()
    assert as_given(state) is None
    assert as_scenario([state], []) == ""


FAILING = """
[table]
players = 2

[[scenario]]
name = "fails"
table = { players = 3 }
given = { phase = "take-actions", figures = { hunt = [2, 1, 0] } }
do = ["resolve hunt", "roll 6 6"]
then = { round = 7 }
"""


def pasted(shown: str) -> str:
    """Returns the lines of the scenario that is printed."""
    return "\n".join(line.strip() for line in shown.partition("[[scenario]]")[2].splitlines())


@pytest.mark.parametrize("do", ['"resolve hunt", "roll 6 6"', '"resolve hunt"', '"resolve hunt", "roll 6 6", "resolve forest"'])
def test_what_a_failing_scenario_prints_passes_when_it_is_pasted(tmp_path: Path, do):
    file = tmp_path / "some.toml"
    file.write_text(FAILING.replace('"resolve hunt", "roll 6 6"', do), "utf-8")
    (result,) = run_scenarios(file)
    assert not result.passed
    assert "a scenario that begins where this one ends:\n" in str(result)
    file.write_text("[[scenario]]" + pasted(str(result)), "utf-8")
    (result,) = run_scenarios(file)
    assert result.passed, str(result)


@needs("wild-animals")
def test_what_a_failing_property_prints_passes_when_it_is_pasted(tmp_path: Path):
    file = tmp_path / "properties.toml"
    claim = 'always = { at = "every-decision", meets = [{ goods = "food", min = 3 }] }'
    file.write_text(
        f'[table]\nmodules = ["wild-animals"]\n[[property]]\nname = "food"\n{claim}\nfor = {{ games = 1 }}\n', "utf-8"
    )
    (result,) = run_properties(file)
    scenarios = tmp_path / "scenarios.toml"
    scenarios.write_text("[[scenario]]" + pasted(str(result)), "utf-8")
    (again,) = run_scenarios(scenarios)
    assert again.passed, str(again)
    assert again.scenario.table.modules == ("wild-animals",)
