"""Scenario files: what is right passes, what differs is told by its path, and what cannot be read is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, position, read_scenarios, run_scenarios
from writing import write_pack

HERE = Path(__file__).parent


def problems(tmp_path: Path, text: str) -> list[str]:
    """The problems of the one scenario of a file, without the path of the file."""
    file = tmp_path / "some.toml"
    file.write_text(text, "utf-8")
    (result,) = run_scenarios(file)
    assert result.passed == (not result.problems)
    return [problem.removeprefix(str(tmp_path)).removeprefix("/") for problem in result.problems]


HEAD = """[table]
players = 2

[[scenario]]
name = "a hut"
do = ["0: place hut 2"]
"""


def test_a_whole_folder_of_scenarios_passes():
    results = run_scenarios(HERE)
    assert len(results) > 40
    assert all(result.passed for result in results)
    assert [result.scenario.where for result in results] == [scenario.where for scenario in read_scenarios(HERE)]


@pytest.mark.parametrize(("then", "expected"), [
    ("seat = 0", "some.toml:7: seat: expected 0, found 1"),
    ("round = 2", "some.toml:7: round: expected 2, found 1"),
    ('phase = "feed-tribe"', "some.toml:7: phase: expected \"feed-tribe\", found \"placing\""),
    ("first = 1", "some.toml:7: first: expected 1, found 0"),
    ('asks = "buy"', "some.toml:7: asks: expected \"buy\", found \"place-figures\""),
    ("over = true", "some.toml:7: over: expected true, found false"),
    ("scores = [1, 0]", "some.toml:7: scores: expected [1, 0], found [0, 0]"),
    ("winners = [0]", "some.toml:7: winners: expected [0], found []"),
    ("seats = { 0 = { at_home = 5 } }", "some.toml:7: seats.0.at_home: expected 5, found 3"),
    ("seats = { 0 = { goods = { food = 2 } } }", "some.toml:7: seats.0.goods.food: expected 2, found 12"),
    ("seats = { 0 = { tools = [[1, true]] } }", "some.toml:7: seats.0.tools: missing: [1, true]"),
    ('seats = { 0 = { items = ["civ-09"] } }', "some.toml:7: seats.0.items: missing: `civ-09`"),
    ("seats = { 0 = { items = 2 } }", "some.toml:7: seats.0.items: expected 2, found 0"),
    ("seats = { 9 = { points = 2 } }", "some.toml:7:20: seats are numbered from 0 to 1"),
    ("figures = { hut = [0, 2] }", "some.toml:7: figures.hut.0: expected 0, found 2"),
    ('spaces = { card-1 = "civ-30" }', "some.toml:7: spaces.card-1: expected \"civ-30\", found \"civ-01\""),
    ("piles = { building-1 = 5 }", "some.toml:7: piles.building-1: expected 5, found 6"),
    ("zones = { deck = 30 }", "some.toml:7: zones.deck: expected 30, found 32"),
    ('legal_has = ["place hut 2"]', "some.toml:7: legal_has: missing: `place hut 2`"),
    ('legal_lacks = ["place hunt 5"]', "some.toml:7: legal_lacks: not expected: `place hunt 5`"),
])  # fmt: skip
def test_what_is_otherwise_is_told_with_its_path_and_line(tmp_path, then, expected):
    assert expected in problems(tmp_path, HEAD + f"then = {{ {then} }}\n")


def test_a_full_list_of_options_names_what_is_missing_and_what_is_too_many(tmp_path):
    (problem,) = problems(tmp_path, HEAD + 'then = { legal = ["place hut 2", "place forest 1"] }\n')
    assert problem.startswith("some.toml:7: legal: missing: `place hut 2`; not expected: `place hunt 1`, ")


def test_words_that_nothing_has_are_told_all_at_once_in_their_order_and_before_anything_is_done(tmp_path):
    given, then = 'acting = 2, phase = "placin"', 'asks = "buyy", legal_lacks = ["place hutt 2"]'
    text = HEAD.replace("hut 2", "hutt 2") + f"given = {{ {given} }}\nthen = {{ {then} }}\n"
    told = problems(tmp_path, text)
    assert [problem.split(": ")[0] for problem in told] == [
        "some.toml:6:7", "some.toml:7:20", "some.toml:7:31", "some.toml:8:17", "some.toml:8:40"
    ]  # fmt: skip
    assert "no place is called `hutt`; did you mean `hut`?" in told[0]
    assert told[1].endswith(": seats are numbered from 0 to 1")
    assert told[2].endswith(": no phase is called `placin`; did you mean `placing`?")
    assert told[3].endswith(": no decision or chance event is called `buyy`; did you mean `buy`?")
    assert "no place is called `hutt`; did you mean `hut`?" in told[4], "an action that cannot be read is no option of any game"


@pytest.mark.parametrize(("refused", "expected"), [
    ('action = "place hunt 1"', "`place hunt 1` must be refused by any rule, but it is legal"),
    ('action = "place hut 2", rule = "base.place.hut"', "must be refused by rule base.place.hut, but placement.circles"),
    ('action = "place hut 2", check = "placement.once"', "must be refused by check placement.once, but placement.circles"),
    ('action = "place hut 2", found = "one is free"', "must be refused by found one is free, but placement.circles"),
    ('action = "roll 1"', "and no choice of a seat; `outcomes_have` and `outcomes_lack` of `then` say"),
    ('action = "place hut 1", check = "placement.one"', "no check is called `placement.one`; did you mean `placement.once`?"),
    ('action = "place hut 1", rule = "base.place.hat"', "`base.place.hat`; did you mean `base.place.hut`?"),
    ('action = "place hut 1", seat = 2', "seats are numbered from 0 to 1"),
    ('action = "place hat 2"', "did you mean `hut`?"),
])  # fmt: skip
def test_a_refusal_that_does_not_come_is_told(tmp_path, refused, expected):
    (problem,) = problems(tmp_path, HEAD + f"refused = {{ {refused} }}\n")
    assert problem.startswith("some.toml:7:")
    assert expected in problem


def test_refusals_for_the_right_reason_pass(tmp_path):
    text = HEAD + 'refused = [{ action = "place hut 2", rule = "base.place.full" }, { action = "place hunt 6" }]\n'
    assert problems(tmp_path, text) == []


def test_a_step_that_is_refused_ends_the_scenario_with_its_reason(tmp_path):
    (problem,) = problems(tmp_path, HEAD.replace("hut 2", "hut 1"))
    assert problem.startswith("some.toml:6: `place hut 1` is not legal now: hut takes exactly 2 figures")
    (problem,) = problems(tmp_path, HEAD.replace("0:", "1:"))
    assert problem == "some.toml:6: `1: place hut 2`: it is the turn of seat 0, not seat 1"


def test_a_position_that_cannot_be_is_told_where_it_stands(tmp_path):
    text = HEAD + '\n[scenario.given]\nround = 3\nspaces = { card-1 = "civ-77" }\n'
    (problem,) = problems(tmp_path, text)
    assert problem.startswith("some.toml:10:21: no card is called `civ-77`")
    text = HEAD + "\n[scenario.given]\nround = 3\nfigures = { hut = [1, 0] }\n"
    (problem,) = problems(tmp_path, text)
    assert problem == "some.toml:8: this position cannot be: seat 0 cannot have 1 figure on hut: a placement has 2"


def test_a_statement_that_does_not_exist_is_told(tmp_path):
    (problem,) = problems(tmp_path, HEAD + 'rules = ["base.place.feilds"]\n')
    assert problem == "some.toml:7:10: no statement is called `base.place.feilds`; did you mean `base.place.fields`?"


def test_a_table_that_cannot_be_loaded_is_told(tmp_path):
    (problem,) = problems(tmp_path, HEAD.replace("players = 2", "players = 9"))
    assert problem.startswith("the table cannot be loaded:")
    assert "SA302" in problem


@pytest.mark.parametrize(("text", "line", "what"), [
    (HEAD + "than = {}\n", 7, "no key is called `than`"),
    (HEAD + "then = { leggal = [] }\n", 7, "no key is called `leggal`"),
    (HEAD + 'refused = { action = "place hut 1", rul = "x" }\n', 7, "no key is called `rul`"),
    (HEAD + "then = { seats = { 0 = { pionts = 2 } } }\n", 7, "did you mean `points`?"),
    (HEAD + "given = { seats = { 0 = { good = { food = 1 } } } }\n", 7, "did you mean `goods`?"),
    (HEAD + "refused = {}\n", 7, "there is no `action` here"),
    (HEAD.replace("name", "nam"), 5, "no key is called `nam`"),
    (HEAD.replace("players", "plaiers"), 2, "no key is called `plaiers`"),
    (HEAD + "table = { plaiers = 3 }\n", 7, "no key is called `plaiers`"),
    (HEAD.replace('["0: place hut 2"]', '"0: place hut 2"'), 6, "this is text"),
    (HEAD.replace("[[scenario]]", "[[scene]]"), 4, "no key is called `scene`"),
    (HEAD.partition("do =")[0], 4, "`do`, `then` or `refused` is missing"),
    (HEAD + '[[scenario]]\nname = ' + HEAD.partition("name = ")[2], 8, "give this one another"),
    (HEAD + "then = {}\n", 7, "nothing is expected here"),
    (HEAD + "then = { round = 1, figures = { hunt = {} } }\n", 7, "nothing is expected here"),
    (HEAD + "then = { seats = { 0 = { goods = {} } } }\n", 7, "nothing is expected here"),
    (HEAD + "then = { legal_has = [] }\n", 7, "nothing is expected here"),
    (HEAD + "then = { legal_lacks = [] }\n", 7, "nothing is expected here"),
    (HEAD + "refused = []\n", 7, "nothing is expected here"),
    ("[table\n", 1, "this is not TOML"),
])  # fmt: skip
def test_a_file_that_says_what_no_scenario_can_say_is_refused_at_its_line(tmp_path, text, line, what):
    file = tmp_path / "some.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(sa.ContentError) as error:
        read_scenarios(file)
    assert what in str(error.value)
    assert line in {found.place.span.line for found in error.value.diagnostics}


def test_that_there_is_none_can_be_expected(tmp_path):
    assert problems(tmp_path, HEAD + "then = { seats = { 0 = { items = [], marks = [] } } }\n") == []
    (problem,) = problems(tmp_path, HEAD + "then = { legal = [] }\n")
    assert "not expected: `place" in problem


def test_a_scenario_can_change_the_table(tmp_path):
    text = HEAD + "table = { players = 3, first_seat = 2 }\nthen = { seat = 0, first = 2 }\n"
    assert problems(tmp_path, text.replace("0: place", "2: place")) == []


def test_modules_by_path_are_looked_for_from_the_file(tmp_path):
    statement = '[[statement]]\nid = "stranger.rule"\ntext = "A rule of mine."\n'
    write_pack(tmp_path, {"more.toml": statement}, requires="base")
    text = HEAD.replace("players = 2", 'players = 2\nmodules = ["./stranger"]') + 'rules = ["stranger.rule"]\n'
    assert problems(tmp_path, text) == []


def test_assert_refused_fails_when_the_action_is_legal_or_the_reason_another():
    state = position(sa.load(players=2), {})
    before = state.copy()
    assert_refused(state, "place hut 1", "base.place.hut", "placement.figures")
    with pytest.raises(AssertionError, match="it is legal"):
        assert_refused(state, "place hut 2")
    with pytest.raises(AssertionError, match=r"must be refused by rule base\.place\.full"):
        assert_refused(state, "place hut 1", "base.place.full")
    with pytest.raises(AssertionError, match="but it is legal"):
        assert_refused(state, "place hut 2", seat=0)
    assert state == before
