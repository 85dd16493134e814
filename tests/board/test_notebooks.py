"""What notebooks and prints show: pictures of states and views, tables of games and score sheets, seats in words."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import stoneage_rules as sa
from stoneage_rules.testing import position

GIVEN = {"seats": {0: {"points": 9, "goods": {"wood": 2}, "items": ["civ-07", "civ-08"]}}}


def test_states_and_views_are_pictures() -> None:
    state = position(sa.load(players=2), GIVEN)
    assert state._repr_svg_() == sa.svg(state)
    assert state.view(1)._repr_svg_() == sa.svg(state.view(1))


def test_a_score_sheet_reads_as_lines() -> None:
    lines = str(position(sa.load(players=2), GIVEN).score_sheet(0)).splitlines()
    assert lines[0].split() == ["seat", "0", "points"]
    assert lines[1].split() == "on the score track 9".split()
    assert lines[2].split() == "resources left 2".split()
    assert lines[5].split() == "toolmakers x tool value 0 x 0 = 0".split()
    assert lines[-1].split() == ["total", "15"]
    assert len({len(line) for line in lines}) == 1


def test_a_score_sheet_is_a_table() -> None:
    table = ET.fromstring(position(sa.load(players=2), GIVEN).score_sheet(1)._repr_html_())
    rows = [[cell.text for cell in row] for row in table]
    assert rows[0] == [" ", "seat 1"]
    assert rows[-1] == ["total", "0"]


def test_a_game_is_its_board_and_the_score_sheets_of_all_seats() -> None:
    game = sa.Game(sa.load(players=3), seed=1, names=["Ann", "<Ben>", ""])
    page = ET.fromstring(game._repr_html_())
    drawing, table = page
    assert ET.tostring(drawing) == ET.tostring(ET.fromstring(sa.svg(game.state, game.names)))
    assert [cell.text for cell in table[0]] == [" ", "Ann", "<Ben>", "seat 2"]


def test_a_seat_reads_as_lines() -> None:
    seat = {"points": 4, "goods": {"clay": 3}, "tools": [[1, False], [1, True]], "items": ["bld-01"]}
    given = {"seats": {1: seat}, "figures": {"hunt": [0, 2]}}
    said = str(position(sa.load(players=2), given).player(1))
    for line in ("seat: 1", "points: 4", "at home: 3", "placed: 2 hunt", "tools: 1 (1)", "items: bld-01"):
        assert line in said.splitlines()
    assert "12 food, 0 wood, 3 clay" in said
    assert "marks" not in said
