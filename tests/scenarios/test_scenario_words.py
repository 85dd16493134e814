"""Words of scenarios about the set-up, the end of a phase and of the game, rolls, score sheets and what is no action."""

# ruff: noqa: E501
from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from dealt import resolved
from gallery import GALLERY
from stoneage_rules.testing import PositionError, legal_texts, position, position_of, read_scenarios, run_scenarios
from writing import write_pack

BONUS = """
[[statement]]
id = "stranger.bonus"
text = "Each player chooses a wood or a tool."

[[set_up]]
id = "bonus"
rules = ["stranger.bonus"]
effects = [{ do = "each-seat", effects = [{ do = "one-of", effects = [{ do = "gain", good = "wood" }, { do = "tool" }] }] }]

[[patch.course]]
target = "base:order-of-play"
append.set_up = ["bonus"]
"""
GIFT = """
[[statement]]
id = "stranger.gift"
text = "Before figures are placed, each player has a stone."

[[phase]]
id = "gift"
rules = ["stranger.gift"]
effects = [{ do = "each-seat", effects = [{ do = "gain", good = "stone" }] }]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "gift", before = "placing" }
"""


def results_of(folder: Path, text: str, modules: str = "[]") -> list[str]:
    """Returns the problems and notes of the scenarios in a text, without the path of their file."""
    file = folder / "some.toml"
    file.write_text(f"[table]\nplayers = 2\nmodules = {modules}\n\n{text}", "utf-8")
    return [line.replace(f"{folder}/", "") for result in run_scenarios(file) for line in (*result.problems, *result.notes)]


def fault_of(folder: Path, text: str) -> str:
    with pytest.raises(sa.ContentError) as error:
        results_of(folder, text)
    return str(error.value)


# --- the set-up ---------------------------------------------------------------------------------------------------


def test_decisions_of_the_set_up_are_answered_one_by_one(tmp_path):
    write_pack(tmp_path, {"rules.toml": BONUS}, requires="base")
    text = """
[[scenario]]
name = "the first seat has wood, the second a tool"
given = { phase = "set-up" }
do = ["0: choose 1", "1: choose 2"]
then = { round = 1, phase = "placing", seats = { 0 = { goods = { wood = 1 } }, 1 = { tools = [[1, false]] } } }

[[scenario]]
name = "who chooses first, and what there is"
given = { phase = "set-up" }
then = { phase = "set-up", round = 0, seat = 0, asks = "one-of", legal = ["choose 1", "choose 2"] }

[[scenario]]
name = "the second seat asks, and has something before"
given = { phase = "set-up", set_up = ["choose 2"], seats = { 1 = { goods = { clay = 2 } } } }
do = ["1: choose 1"]
until = "start-of-phase placing"
then = { seats = { 0 = { tools = [[1, false]] }, 1 = { goods = { wood = 1, clay = 2 } } } }

[[scenario]]
name = "the end of the set-up"
given = { phase = "set-up" }
do = ["0: choose 1", "1: choose 2"]
until = "end-of-phase set-up"
then = { phase = "set-up", round = 0 }

[[scenario]]
name = "later on the answers count as well, with an outcome among them"
given = { round = 3, set_up = ["draw civ-20", "choose 2", "1: choose 2"] }
then = { round = 3, seats = { 0 = { tools = [[1, false]] }, 1 = { tools = [[1, false]] } }, spaces = { card-1 = "civ-20" } }

[[scenario]]
name = "without a word each question has its first answer"
then = { seats = { 0 = { goods = { wood = 1 } }, 1 = { goods = { wood = 1 } } } }
"""
    assert results_of(tmp_path, text, '["./stranger"]') == []


@pytest.mark.parametrize(("given", "problem"), [
    ('set_up = ["1: choose 2"]', "it is the turn of seat 0, not seat 1"),
    ('set_up = ["choose 1", "choose 1", "choose 1"]', "the set-up is over, or never asks for `choose 1` here"),
    ('set_up = ["draw bld-01", "draw bld-01"]', "`draw bld-01` is an outcome"),
    ('set_up = ["choose 3"]', "choose 3"),
    ('phase = "set-up", set_up = ["choose 1", "choose 1"]', "the set-up asks nothing after these answers"),
    ('phase = "set-up", round = 1', "no round has begun"),
    ('phase = "set-up", acting = 1', "the set-up stands at its first decision"),
    ('phase = "set-up", over = true', "it goes on"),
    ('phase = "sett-up"', "did you mean `set-up`?"),
])  # fmt: skip
def test_a_set_up_that_cannot_be_is_refused(tmp_path, given, problem):
    write_pack(tmp_path, {"rules.toml": BONUS}, requires="base")
    text = f'[[scenario]]\nname = "no"\ngiven = {{ {given} }}\nthen = {{ round = 1 }}\n'
    found = results_of(tmp_path, text, '["./stranger"]')
    assert problem in found[0]
    assert found[0].startswith("some.toml:7")


def dealt_before(step):
    return f'draws before the first question have happened: `set_up = ["{step}", ...]` in `given` says which'


def test_a_draw_that_the_set_up_has_made_is_told_to_stand_there(tmp_path):
    pack = GALLERY / "tribes"
    begun = 'name = "x"\ngiven = { phase = "set-up" }\n'
    tribes = results_of(tmp_path, f'[[scenario]]\n{begun}do = ["draw elders", "keep elders"]\n', f'["{pack}"]')
    assert tribes[0].endswith(dealt_before("draw elders"))
    mended = 'given = { phase = "set-up", set_up = ["draw elders"] }\ndo = ["keep elders"]\n'
    assert results_of(tmp_path, f'[[scenario]]\nname = "x"\n{mended}', f'["{pack}"]') == []
    card = results_of(tmp_path, '[[scenario]]\nname = "x"\ndo = ["draw civ-20"]\n')
    assert card[0].endswith(dealt_before("draw civ-20"))
    late = [
        '[[scenario]]\nname = "x"\ndo = ["place hunt 1", "draw civ-20"]\n',
        '[[scenario]]\nname = "x"\ngiven = { phase = "take-actions", figures = { hunt = [1, 1] } }\ndo = ["roll 1"]\n',
        '[[scenario]]\nname = "x"\ndo = ["place hunt 9"]\n',
    ]
    assert [line for text in late for line in results_of(tmp_path, text) if "draws before" in line] == []


def test_a_set_up_that_asks_nothing_stands_at_its_first_draw():
    state = position(sa.load(players=2), {"phase": "set-up"})
    assert (state.round, state.phase, state.is_chance) == (0, None, True)
    assert state == sa.load(players=2).initial_state()


def test_what_comes_before_the_first_decision_of_the_game_comes_once_and_can_be_a_position(tmp_path):
    write_pack(tmp_path, {"rules.toml": GIFT}, requires="base")
    rules = sa.load(players=2, modules=[str(tmp_path / "stranger")])
    assert [position(rules, given).good(0, "stone") for given in ({}, {"phase": "gift"}, {"phase": "placing"})] == [1, 1, 0]
    text = """
[[scenario]]
name = "each has a stone when figures are placed"
given = { round = 1, phase = "gift" }
then = { phase = "placing", seats = { 0 = { goods = { stone = 1 } }, 1 = { goods = { stone = 1 } } } }
"""
    assert results_of(tmp_path, text, '["./stranger"]') == []


# --- where a scenario ends ----------------------------------------------------------------------------------------

HUNT = 'given = { phase = "take-actions", figures = { hunt = [2, 0] } }\ndo = ["resolve hunt", "roll 1 2"]\n'


@pytest.mark.parametrize(("until", "then"), [
    ("end-of-phase take-actions", 'round = 1, phase = "take-actions", first = 0, seats = { 0 = { goods = { food = 13 }, at_home = 5 } }'),
    ("start-of-phase feed-tribe", 'round = 1, phase = "feed-tribe", seats = { 0 = { goods = { food = 13 } } }'),
    ("end-of-phase feed-tribe", 'round = 1, phase = "feed-tribe", seats = { 0 = { goods = { food = 8 } } }'),
    ("end-of-round", 'round = 1, phase = "new-round", first = 1, over = false, seats = { 0 = { goods = { food = 8 } } }'),
    ("start-of-phase placing", 'round = 2, phase = "placing", first = 1'),
])  # fmt: skip
def test_a_scenario_ends_where_it_says_before_the_game_runs_on(tmp_path, until, then):
    assert results_of(tmp_path, f'[[scenario]]\nname = "hunt"\n{HUNT}until = "{until}"\nthen = {{ {then} }}\n') == []


def test_a_phase_that_needs_nobody_can_be_looked_at_when_it_ends(tmp_path):
    text = '[[scenario]]\nname = "fed"\ngiven = { phase = "feed-tribe" }\nuntil = "end-of-phase feed-tribe"\n'
    assert results_of(tmp_path, text + "then = { seats = { 0 = { goods = { food = 7 } } } }\n") == []
    assert results_of(tmp_path, text + "then = { seats = { 0 = { goods = { food = 8 } } } }\n") == [
        "some.toml:9: seats.0.goods.food: expected 8, found 7"
    ]


def test_the_end_of_the_game_ends_its_round_and_its_phase(tmp_path):
    given = 'given = { phase = "new-round", spaces = { building-1 = "none" }, dealt_to = [0, 1] }'
    for until in ("end-of-round", "end-of-phase new-round"):
        text = f'[[scenario]]\nname = "over"\n{given}\nuntil = "{until}"\nthen = {{ over = true }}\n'
        assert results_of(tmp_path, text) == []


@pytest.mark.parametrize(("until", "do", "problem"), [
    ("end-of-phase take-actions", '"resolve hunt"', "some.toml:9: `end-of-phase take-actions` does not come: the game waits for a roll of"),
    ("start-of-phase placing", '"resolve hunt", "roll 1 2", "place hut 2"',
     "some.toml:8: `place hut 2` comes too late: `start-of-phase placing` has come before it"),
    ("end-of-phase take-action", '"resolve hunt"',
     "some.toml:9:9: no moment is called `end-of-phase take-action`; did you mean `end-of-phase take-actions`?"),
    ("end-of-phase", '"resolve hunt"', "some.toml:9:9: no moment is called `end-of-phase`; moments are end-of-phase feed-tribe, "),
    ("end-of-rond", '"resolve hunt"', "some.toml:9:9: no moment is called `end-of-rond`; did you mean `end-of-round`?"),
])  # fmt: skip
def test_an_end_that_does_not_come_or_comes_early_is_told(tmp_path, until, do, problem):
    given = HUNT.partition("do")[0]
    (found,) = results_of(tmp_path, f'[[scenario]]\nname = "x"\n{given}do = [{do}]\nuntil = "{until}"\nthen = {{ round = 1 }}\n')
    assert found.startswith(problem)


@pytest.mark.parametrize(("more", "problem"), [
    ("until = 3\nthen = { round = 1 }", "a whole number where text belongs"),
    ('until = "end-of-round"\nthen = { seat = 1 }', "nobody is asked anything, and nothing can be refused"),
    ('until = "end-of-round"\nthen = { outcomes_lack = ["roll 1"] }', "nobody is asked anything"),
    ('until = "end-of-round"\nrefused = { action = "place hut 1" }', "nobody is asked anything"),
    ('refused = { action = "pas", unreadable = true, rule = "base.place.hut" }', "no rule forbids what is no action at all"),
    ('then = { outcomes_have = [] }', "nothing is expected here"),
])  # fmt: skip
def test_what_such_a_scenario_cannot_say_is_refused(tmp_path, more, problem):
    assert problem in fault_of(tmp_path, f'[[scenario]]\nname = "x"\n{HUNT}{more}\n')


# --- the end of the game ------------------------------------------------------------------------------------------

OVER = """[[scenario]]
name = "scored"
given = { over = true, seats = { 0 = { points = 3, goods = { gold = 2 }, items = ["civ-07", "civ-08"] }, 1 = { points = 9 } } }
"""


def test_a_finished_game_has_totals_lines_and_winners(tmp_path):
    facts = "over = true, winners = [0, 1], scores = [9, 9]"
    facts += ", seats = { 0 = { total = 9, lines = { culture = 4, resources-left = 2 } } }"
    assert results_of(tmp_path, f"{OVER}then = {{ {facts} }}\n") == []
    facts = "seats = { 0 = { total = 8, tie_break = 1, lines = { culture = 5 } } }"
    assert results_of(tmp_path, f"{OVER}then = {{ {facts} }}\n") == [
        "some.toml:8: seats.0.total: expected 8, found 9",
        "some.toml:8: seats.0.tie_break: expected 1, found 5",
        "some.toml:8: seats.0.lines.culture: expected 5, found 4",
    ]
    assert (
        "did you mean `culture`?"
        in results_of(tmp_path, f"{OVER}then = {{ seats = {{ 0 = {{ lines = {{ cultur = 5 }} }} }} }}\n")[0]
    )


def test_nobody_acts_in_a_finished_game(tmp_path):
    text = OVER.replace("over = true", "over = true, acting = 1") + "then = { over = true }\n"
    assert "nobody acts" in results_of(tmp_path, text)[0]


def test_the_total_is_there_while_the_game_runs(tmp_path):
    text = '[[scenario]]\nname = "x"\ngiven = { seats = { 0 = { points = 3, goods = { gold = 2 } } } }\n'
    assert results_of(tmp_path, text + "then = { scores = [3, 0], seats = { 0 = { points = 3, total = 5 } } }\n") == []


# --- rolls, draws and what is no action ---------------------------------------------------------------------------


def test_the_number_of_dice_and_what_cannot_come(tmp_path):
    text = '[[scenario]]\nname = "x"\n' + HUNT.replace(', "roll 1 2"', "")
    right = 'dice = 2, outcomes_have = ["roll 6 1"], outcomes_lack = ["roll 1", "roll 1 1 1"]'
    assert results_of(tmp_path, f"{text}then = {{ {right} }}\n") == []
    wrong = 'dice = 3, outcomes_have = ["roll 1 1 1"], outcomes_lack = ["roll 6 1"], outcomes = ["roll 1 1"]'
    found = results_of(tmp_path, f"{text}then = {{ {wrong} }}\n")
    assert found[:3] == [
        "some.toml:9: dice: expected 3, found 2",
        found[1],
        "some.toml:9: outcomes_have: missing: `roll 1 1 1`",
    ]
    assert found[1].startswith("some.toml:9: outcomes: not expected: `roll 1 2`")
    assert found[3:] == [
        "some.toml:9: outcomes_lack: not expected: `roll 1 6`",
        "the game waits for a roll of 2 dice for seat 0: `roll 1 1`, `roll 1 2`, `roll 1 3`, `roll 1 4`, `roll 1 5`, `roll 1 6` and 15 more",
    ]
    assert (
        results_of(tmp_path, '[[scenario]]\nname = "x"\nthen = { dice = 2 }\n')[0]
        == "some.toml:7: dice: expected 2, found no roll"
    )
    assert "is the choice of a seat" in results_of(tmp_path, f'{text}then = {{ outcomes_lack = ["place hut 2"] }}\n')[0]


def test_what_is_no_action_can_be_refused(tmp_path):
    text = '[[scenario]]\nname = "x"\nrefused = { action = "place building-9 1", unreadable = true, found = "building-9" }\n'
    assert results_of(tmp_path, text) == []
    assert "no place is called" in results_of(tmp_path, text.replace('"building-9"', '"other words"'))[0]
    found = results_of(tmp_path, text.replace("place building-9 1", "place hut 1").replace(', found = "building-9"', ""))
    assert found[0] == "some.toml:7: `place hut 1` must be no action of these rules, but it can be read"


def test_a_scenario_that_stops_short_says_what_the_game_waits_for(tmp_path):
    text = (
        '[[scenario]]\nname = "x"\ngiven = { phase = "new-round", spaces = { card-4 = "none" }, zones = { deck = ["civ-01"] } }\n'
    )
    text = text.replace(', zones = { deck = ["civ-01"] }', "")
    found = results_of(tmp_path, text + "then = { round = 2 }\n")
    assert found[0] == "some.toml:8: round: expected 2, found 1"
    assert found[1].startswith("the game waits for a draw from the deck: `draw civ-")


def test_what_the_game_waits_for_is_shown_with_the_scenario(tmp_path):
    file = tmp_path / "some.toml"
    file.write_text('[table]\nplayers = 2\n[[scenario]]\nname = "x"\nthen = { round = 2 }\n', "utf-8")
    (scenario,) = read_scenarios(file)
    assert (
        "found 1\n    the game waits until seat 0 chooses where to place figures: `place hunt 1`, `place hunt 2`, `place hunt 3`, "
        in str(scenario.run())
    )


# --- items that are used once -------------------------------------------------------------------------------------


def test_an_item_that_is_used_once_is_unused_unless_it_is_said():
    rules = sa.load(players=2)
    for items, given in ((["civ-33"], {}), ([], {"unspent": []}), (["civ-33"], {"unspent": ["civ-33"]})):
        state = position(rules, {"seats": {0: {"items": ["civ-33", "civ-07"], **given}}})
        assert position_of(state)["seats"]["0"]["unspent"] == items
    assert "tools civ-34" in legal_texts(resolved(rules, "hunt", "roll 1", items=["civ-34"]))


def test_a_set_up_answer_of_a_position_in_python_is_located():
    with pytest.raises(PositionError) as error:
        position(sa.load(players=2), {"set_up": ["draw bld-01", "place hut 2"]})
    assert error.value.path == ("set_up", 1)


# --- items of which nothing is said -------------------------------------------------------------------------------

PILE = '[[scenario]]\nname = "x"\ngiven = { piles = { building-1 = 4 } }\n'


@pytest.mark.parametrize(("given", "refused"), [
    ("piles = { building-1 = 4 }", "`bld-03` and 1 more must have left the piles: say where they are,"),
    ("piles = { building-1 = 4 }, seats = { 0 = { items = [] } }", "or to whom dealt: `dealt_to = [1]`"),
    ("zones = { deck = [] }", "no place is left for `civ-05` and 31 more: say where they are, or to whom dealt: `dealt_to = [0, 1]`"),
    ('spaces = { building-1 = "none" }', "must have left the piles"),
])  # fmt: skip
def test_items_that_lie_nowhere_are_dealt_to_no_seat_without_a_word(tmp_path, given, refused):
    (problem,) = results_of(tmp_path, f'[[scenario]]\nname = "x"\ngiven = {{ {given} }}\nthen = {{ round = 1 }}\n')
    assert problem.startswith("some.toml:7: this position cannot be: ")
    assert refused in problem


def test_a_position_can_say_to_whom_items_are_dealt(tmp_path):
    text = PILE.replace(" }\n", ", dealt_to = [1] }\n").replace("} , dealt", "}, dealt")
    assert results_of(tmp_path, text + "then = { seats = { 0 = { items = 0, total = 0 }, 1 = { items = 2 } } }\n") == []
    assert "seats are numbered" in results_of(tmp_path, text.replace("[1]", "[2]") + "then = { round = 1 }\n")[0]
