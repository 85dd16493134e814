"""What notebooks and prints show: pictures of states and views, tables of games and score sheets, seats in words."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import stoneage_rules as sa
from stoneage_rules.testing import position

GIVEN = {"seats": {0: {"points": 9, "goods": {"wood": 2}, "items": ["civ-07", "civ-08"]}}}


def cells(html: str) -> list[list[str | None]]:
    """Returns the texts of a table of HTML by rows, without its caption."""
    return [[cell.text for cell in row] for row in ET.fromstring(html).iter("tr")]


def test_states_and_views_are_pictures_with_their_words() -> None:
    """Within HTML: a notebook makes an image without alternative text of other SVG."""
    state = position(sa.load(players=2), GIVEN)
    assert state._repr_html_() == sa.svg(state)
    assert state.view(1)._repr_html_() == sa.svg(state.view(1))
    drawing = ET.fromstring(state._repr_html_())
    assert drawing.get("role") == "img"
    assert drawing[0].tag.endswith("title")
    assert str(drawing[0].text).startswith("Round 1")


def test_a_score_sheet_reads_as_lines() -> None:
    lines = str(position(sa.load(players=2), GIVEN).score_sheet(0)).splitlines()
    assert lines[0].split() == ["seat", "0", "points"]
    assert lines[1].split() == "on the score track 9".split()
    assert lines[2].split() == "resources left 2".split()
    assert lines[5].split() == "toolmakers x tool value 0 x 0 = 0".split()
    assert lines[-1].split() == ["total", "15"]
    assert len({len(line) for line in lines}) == 1


def test_a_score_sheet_is_a_table() -> None:
    rows = cells(position(sa.load(players=2), GIVEN).score_sheet(1)._repr_html_())
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


def test_a_seat_is_a_table_of_the_same_lines() -> None:
    items = [f"civ-{number:02}" for number in range(1, 25)]
    player = position(sa.load(players=2), {"seats": {1: {"goods": {"clay": 3}, "items": items}}}).player(1)
    rows = {str(name): value for name, value in cells(player._repr_html_())}
    assert rows["seat"] == "1"
    assert str(rows["goods"]).startswith("12 food, 0 wood, 3 clay")
    assert str(rows["items"]).split(", ") == items, "what takes several lines is one row"


def test_a_question_and_its_chances_are_tables() -> None:
    state = position(sa.load(players=2), {})
    assert ["prompt", "where to place figures"] in cells(state.pending._repr_html_())
    assert "total" not in [name for name, _ in cells(state.pending._repr_html_())], "facts that do not apply are left out"
    rolling = sa.load(players=2).initial_state()
    odds = rolling.outcomes()
    rows = cells(odds._repr_html_())
    assert rows[0] == ["outcome", "probability", " "]
    assert rows[1] == ["draw civ-01", "1/36", "2.78%"]
    assert len(rows) == len(odds) + 1
    assert odds == tuple(odds)


def test_a_simulation_is_a_table_of_players_and_seats() -> None:
    played = sa.simulate({"players": 2, "seats": [{"name": "<Ann>"}, {"name": "Ben"}]}, 4, makers=["random", "random"], seed=5)
    heads, *rows = cells(played._repr_html_())
    assert heads[2:4] == ["victories", "share (95 of 100)"]
    assert [row[0] for row in rows] == ["<Ann>", "Ben", "seat 0", "seat 1"]
    ann = played.by_player[0]
    assert rows[0][1:3] == ["random", f"{ann.victories:.2f}"]
    assert rows[0][3] == f"{ann.share.value:.2f} ({ann.share.low:.2f} to {ann.share.high:.2f})"
    points = sa.many.mean([game.scores[game.seating.index(0)] for game in played.games])
    assert rows[0][5] == f"{ann.mean:.2f} ({points.low:.2f} to {points.high:.2f})"
    assert "4 games, seeds 5 to 8" in played._repr_html_()


def test_points_of_one_game_have_no_interval() -> None:
    played = sa.simulate(sa.load(players=2), 1, makers="random", seed=5)
    assert cells(played._repr_html_())[1][5] == f"{played.by_player[0].mean:.2f}"


def test_a_comparison_is_a_table_of_differences() -> None:
    found = sa.compare({"players": 2}, {"players": 2}, 3, makers="random", seed=1)
    heads, *rows = cells(found._repr_html_())
    assert heads == [" ", "first", "second", "difference", "95 of 100", " ", "effect", "games to see 1"]
    assert [row[0] for row in rows] == [each.name for each in (*found.shares, *found.means)]
    points = next(each for each in found.means if each.name == "points")
    assert [f"{points.one.value:.2f}", f"{points.other.value:.2f}", f"{points.difference.value:+.2f}"] in [
        row[1:4] for row in rows
    ]


def test_a_record_tells_its_settings_and_how_to_write_it() -> None:
    game = sa.Game(sa.load(players=2), seed=1, names=["<Ann>", ""], policies=["sensible", "random"])
    rows = dict(cells(game.record._repr_html_()))
    assert rows["seats"] == "<Ann> (sensible), (random)"
    assert (rows["seed"], rows["finished"], rows["steps"]) == ("1", "no", str(game.length))
    assert rows["to write it"] == 'record.write("game.txt")'
    assert "for seat" not in rows
    game.run("random")
    shown = ET.fromstring(game.record._repr_html_())
    assert dict(cells(game.record._repr_html_()))["finished"] == "yes"
    assert dict(cells(game.record.for_seat(1)._repr_html_()))["for seat"] == "1"
    text = str(shown.findtext("details/pre"))
    assert text.startswith("# set-up")
    assert len(text.splitlines()) == 200
    assert "# set-up" not in repr(game.record), "the text is a notebook's and str's"
