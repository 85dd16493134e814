"""Final scoring and the winner: statements base.score.*."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from models.values import CARDS
from stoneage_rules.testing import position

ICONS = {icon: [card for card, part in CARDS.items() if part[2] == icon] for _, _, icon, _ in CARDS.values()}
PAIRS = [cards for cards in ICONS.values() if len(cards) == 2]
"""The two cards of each symbol."""
OVER = {"over": True}
"""The game is over, and scored."""


def points(state, line, seat=0):
    return {found.id: found.points for found in state.score_sheet(seat).lines}[line]


def tools(*values):
    return [[value, False] for value in values]


def different(count):
    """So many different symbols, as cards."""
    return [pair[0] for pair in PAIRS[:count]]


def twice(count):
    """The second cards of so many symbols."""
    return [pair[1] for pair in PAIRS[:count]]


@pytest.mark.rule("base.score.culture")
@pytest.mark.parametrize(("single", "double"), [(n, d) for n in range(9) for d in range(n + 1)])
def test_different_symbols_are_squared_and_duplicates_once_more(at, single, double):
    state = at(seats={0: {"items": different(single) + twice(double)}})
    assert points(state, "culture") == single**2 + double**2


@pytest.mark.rule("base.score.resources", "base.score.culture", "base.score.toolmaker")
def test_all_lines_and_the_track_make_the_score(at):
    items = ["civ-07", "civ-08", "civ-11", "civ-03", "civ-01", "civ-26", "civ-18", "bld-01", "bld-09"]
    state = at(2, **OVER, seats={0: {
        "points": 23, "goods": {"wood": 2, "gold": 1, "food": 9}, "tracks": {"agriculture": 6}, "tools": tools(2, 1, 1),
        "figures": 7, "items": items,
    }})  # fmt: skip
    sheet = state.score_sheet(0)
    assert {line.id: line.points for line in sheet.lines} == {
        "resources-left": 3, "culture": 2 * 2 + 1, "farmers": 6, "toolmakers": 2 * 4, "builders": 3 * 2, "shamans": 2 * 7,
    }  # fmt: skip
    assert sheet.total == state.scores[0] == 23 + 3 + 5 + 6 + 8 + 6 + 14


@pytest.mark.rule("base.score.resources", "base.score.culture", "base.score.shaman")
def test_each_line_says_which_card_or_good_brings_its_points(at):
    items = ["civ-07", "civ-08", "civ-11", "civ-18", "civ-20"]
    sheet = at(seats={0: {"goods": {"wood": 2, "gold": 1}, "figures": 7, "items": items}}).score_sheet(0)
    parts = {line.id: [(part.sources, part.points) for part in line.parts] for line in sheet.lines if line.parts}
    assert parts == {
        "resources-left": [(("wood",), 2), (("gold",), 1)],
        "culture": [(("civ-07", "civ-08"), 4), (("civ-11",), 1)],
        "shamans": [(("civ-18",), 14), (("civ-20",), 7)],
    }
    assert {line.id: line.statements for line in sheet.lines}["shamans"] == ("base.score.shaman",)


@pytest.mark.rule("base.score.tie")
def test_a_sheet_shows_what_tied_seats_compare(at):
    seats = {0: {"tracks": {"agriculture": 3}, "tools": tools(2, 1, 1)}, 1: {"figures": 7}}
    first, second = (at(2, **OVER, seats=seats).score_sheet(seat).tie_break for seat in (0, 1))
    assert (first.values, first.value, second.values, second.value) == ((3, 4, 5), 12, (0, 0, 7), 7)
    assert first.name == "agriculture + total tool value + figures"
    assert "base.score.tie" in first.statements


@pytest.mark.rule("base.score.tie")
def test_there_is_a_tie_break_for_two_editions_alone():
    with pytest.raises(sa.ContentError, match="SA303"):
        sa.load(players=2, edition="2019")


@pytest.mark.rule("base.score.tie")
@pytest.mark.parametrize("edition", ["2018", "2008"])
def test_figures_count_wherever_they_stand(edition):
    """In the middle of a round, when some are away; when the game ends, all are home."""
    given = {"phase": "take-actions", "figures": {"forest": [3, 0]}, "seats": {1: {"figures": 4}}}
    state = position(sa.load(players=2, edition=edition), given)
    assert state.rules._scoring.winners(state) == (0,)
