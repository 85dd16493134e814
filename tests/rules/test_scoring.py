"""Final scoring and the winner: statements base.score.*."""

from __future__ import annotations

from itertools import product

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import position

SYMBOLS = {
    "pottery": ("civ-07", "civ-11"),
    "writing": ("civ-08", "civ-32"),
    "sundial": ("civ-09", "civ-31"),
    "transport": ("civ-10", "civ-21"),
    "medicine": ("civ-12", "civ-36"),
    "weaving": ("civ-14", "civ-17"),
    "art": ("civ-25", "civ-29"),
    "music": ("civ-27", "civ-28"),
}
FARMERS = {"civ-03": 1, "civ-04": 2, "civ-15": 2, "civ-19": 1, "civ-30": 1}
TOOLMAKERS = {"civ-01": 2, "civ-02": 2, "civ-33": 1, "civ-34": 1, "civ-35": 2}
BUILDERS = {"civ-05": 1, "civ-06": 2, "civ-13": 1, "civ-16": 2, "civ-26": 3}
SHAMANS = {"civ-18": 2, "civ-20": 1, "civ-22": 1, "civ-23": 2, "civ-24": 1}
OVER = {"over": True}
"""The game is over, and scored."""


def points(state, line, seat=0):
    return {found.id: found.points for found in state.score_sheet(seat).lines}[line]


def tools(*values):
    return [[value, False] for value in values]


@pytest.mark.rule("base.score.no-top")
@pytest.mark.parametrize("points", [99, 150, 200, 1000])
def test_there_is_no_highest_score(acting, points):
    state = acting("card-1", spaces={"card-1": "civ-26"}, goods={"wood": 1}, points=points)
    for step in ("resolve card-1", "pay 1 wood"):
        state.apply(state.rules.parse(step))
    assert (state.player(0).points, state.scores[0]) == (points + 3, points + 3)


@pytest.mark.rule("base.score.no-top")
def test_final_scoring_goes_beyond_the_track(at):
    state = at(2, **OVER, seats={0: {"points": 90, "goods": {"gold": 40}}})
    assert state.scores[0] == 130


@pytest.mark.rule("base.score.resources")
@pytest.mark.parametrize("goods", list(product((0, 1, 5), repeat=4))[::7])
def test_one_point_for_each_resource_and_none_for_food(at, goods):
    held = dict(zip(("wood", "clay", "stone", "gold"), goods, strict=True))
    state = at(2, **OVER, seats={0: {"goods": {**held, "food": 30}}})
    assert points(state, "resources-left") == sum(goods) == state.scores[0]


def different(count, start=0):
    """So many different symbols, as cards."""
    return [pair[0] for pair in list(SYMBOLS.values())[start : start + count]]


def twice(count):
    """The second cards of so many symbols."""
    return [pair[1] for pair in list(SYMBOLS.values())[:count]]


@pytest.mark.rule("base.score.culture")
@pytest.mark.parametrize(("single", "double"), [(n, d) for n in range(9) for d in range(n + 1)])
def test_different_symbols_are_squared_and_duplicates_once_more(at, single, double):
    state = at(seats={0: {"items": different(single) + twice(double)}})
    assert points(state, "culture") == single**2 + double**2


@pytest.mark.rule("base.score.culture")
def test_face_down_cards_belong_to_the_sets(at):
    state = at(seats={0: {"items": different(3), "face_down": different(2, start=3) + twice(1)}})
    assert points(state, "culture") == 5 * 5 + 1


@pytest.mark.rule("base.score.culture")
def test_everyone_has_sets_of_their_own(at):
    state = at(seats={0: {"items": different(8)}, 1: {"items": twice(8)}})
    assert (points(state, "culture", 0), points(state, "culture", 1)) == (64, 64)


@pytest.mark.rule("base.score.farmer")
@pytest.mark.parametrize("agriculture", [0, 1, 7, 10])
@pytest.mark.parametrize("count", range(6))
def test_farmers_times_agriculture(at, agriculture, count):
    cards = list(FARMERS)[:count]
    state = at(seats={0: {"items": cards, "tracks": {"agriculture": agriculture}}})
    assert points(state, "farmers") == sum(FARMERS[card] for card in cards) * agriculture


@pytest.mark.rule("base.score.toolmaker")
@pytest.mark.parametrize("values", [[], [1], [1, 1, 1], [2, 1, 1], [3, 2, 2], [4, 4, 4]])
@pytest.mark.parametrize("count", range(6))
def test_toolmakers_times_the_value_of_the_tools(at, values, count):
    cards = list(TOOLMAKERS)[:count]
    state = at(seats={0: {"items": cards, "tools": tools(*values)}})
    assert points(state, "toolmakers") == sum(TOOLMAKERS[card] for card in cards) * sum(values)


@pytest.mark.rule("base.score.own-tools-only")
@pytest.mark.parametrize("used", [False, True])
def test_used_tools_count_and_one_use_tools_do_not(at, used):
    seat = {"items": ["civ-33", "civ-34"], "unspent": ["civ-33", "civ-34"], "tools": [[2, used], [2, used], [1, used]]}
    state = at(2, phase="take-actions", figures={"hut": [0, 2]}, seats={0: seat})
    assert points(state, "toolmakers") == 2 * 5


@pytest.mark.rule("base.score.own-tools-only", "base.score.tie")
@pytest.mark.parametrize("edition", ["2018", "2008"])
def test_one_use_tools_break_no_tie(edition):
    rules = sa.load(players=2, edition=edition)
    cards = ["civ-33", "civ-34", "civ-35"]
    seats = {0: {"items": cards, "unspent": cards}}
    assert position(rules, {**OVER, "seats": seats}).winners == (0, 1)


@pytest.mark.rule("base.score.builder")
@pytest.mark.parametrize("buildings", [0, 1, 6, 12])
@pytest.mark.parametrize("count", range(6))
def test_builders_times_buildings(at, buildings, count):
    cards = list(BUILDERS)[:count]
    tiles = [f"bld-{number + 1:02}" for number in range(buildings)]
    state = at(seats={0: {"items": cards + tiles}})
    assert points(state, "builders") == sum(BUILDERS[card] for card in cards) * buildings


@pytest.mark.rule("base.score.shaman")
@pytest.mark.parametrize("figures", [5, 6, 10])
@pytest.mark.parametrize("count", range(6))
def test_shamans_times_figures(at, figures, count):
    cards = list(SHAMANS)[:count]
    state = at(seats={0: {"items": cards, "figures": figures}})
    assert points(state, "shamans") == sum(SHAMANS[card] for card in cards) * figures


@pytest.mark.rule("base.score.shaman")
def test_figures_on_the_board_count_for_shamans(at):
    seat = {"items": ["civ-18"], "figures": 8}
    state = at(2, phase="take-actions", figures={"forest": [7, 0]}, seats={0: seat})
    assert (state.player(0).at_home, points(state, "shamans")) == (1, 2 * 8)


@pytest.mark.rule("base.score.farmer", "base.score.builder", "base.score.shaman")
def test_face_down_cards_bring_their_icons(at):
    seat = {"items": ["bld-01"], "face_down": ["civ-04", "civ-26", "civ-18"], "tracks": {"agriculture": 5}}
    state = at(seats={0: seat})
    assert [points(state, line) for line in ("farmers", "builders", "shamans")] == [10, 3, 10]


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


@pytest.mark.rule("base.score.winner")
@pytest.mark.parametrize(("scores", "winners"), [
    ([10, 30, 20], (1,)), ([31, 30, 20], (0,)), ([-10, -20, -5], (2,)), ([0, 0, 1], (2,)),
])  # fmt: skip
def test_most_points_win(at, scores, winners):
    state = at(3, **OVER, seats={seat: {"points": points, "items": []} for seat, points in enumerate(scores[:2])} | {
        2: {"points": scores[2]},
    })  # fmt: skip
    assert (state.scores, state.winners) == (tuple(scores), winners)


@pytest.mark.rule("base.score.winner")
def test_final_scoring_decides_not_the_track(at):
    state = at(2, **OVER, seats={0: {"points": 20}, 1: {"points": 18, "goods": {"clay": 3}}})
    assert (state.scores, state.winners) == ((20, 21), (1,))


@pytest.mark.rule("base.score.winner")
def test_nobody_has_won_while_the_game_runs(at):
    assert at(seats={0: {"points": 99}}).winners == ()


TIES = [
    ({}, {}, (0, 1)),
    ({"tracks": {"agriculture": 1}}, {}, (0,)),
    ({}, {"tools": tools(1)}, (1,)),
    ({"figures": 6}, {}, (0,)),
    ({"tracks": {"agriculture": 3}}, {"figures": 6, "tools": tools(1, 1)}, (0, 1)),
    ({"tracks": {"agriculture": 3}}, {"figures": 7, "tools": tools(1, 1)}, (1,)),
    ({"goods": {"food": 99}}, {}, (0, 1)),
]


@pytest.mark.rule("base.score.tie")
@pytest.mark.parametrize("edition", ["2018", "2008"])
@pytest.mark.parametrize(("first", "second", "winners"), TIES)
def test_ties_are_broken_by_agriculture_tools_and_figures(edition, first, second, winners):
    seats = {0: {"points": 12, **first}, 1: {"points": 12, **second}}
    state = position(sa.load(players=2, edition=edition), {**OVER, "seats": seats})
    assert (state.scores, state.winners) == ((12, 12), winners)


@pytest.mark.rule("base.score.tie")
@pytest.mark.parametrize(("edition", "winners"), [("2018", (0,)), ("2008", (1,))])
def test_editions_count_the_value_or_the_number_of_tools(edition, winners):
    rules = sa.load(players=2, edition=edition)
    seats = {0: {"tools": tools(4, 4, 4)}, 1: {"tools": tools(1, 1, 1), "figures": 6}}
    assert position(rules, {**OVER, "seats": seats}).winners == winners


@pytest.mark.rule("base.score.tie")
def test_the_edition_of_2018_counts_by_default(at):
    seats = {0: {"tools": tools(4, 4, 4)}, 1: {"tools": tools(1, 1, 1), "figures": 6}}
    assert at(2, **OVER, seats=seats).winners == (0,)


@pytest.mark.rule("base.score.tie")
def test_there_is_a_tie_break_for_two_editions_alone():
    with pytest.raises(sa.ContentError, match="SA303"):
        sa.load(players=2, edition="2019")


@pytest.mark.rule("base.score.tie")
def test_only_tied_seats_compare(at):
    state = at(3, **OVER, seats={0: {"points": 10}, 1: {"points": 10, "figures": 6}, 2: {"points": 9, "figures": 10}})
    assert state.winners == (1,)


@pytest.mark.rule("base.score.tie")
@pytest.mark.parametrize("edition", ["2018", "2008"])
def test_figures_count_wherever_they_stand(edition):
    """In the middle of a round, when some are away; when the game ends, all are home."""
    given = {"phase": "take-actions", "figures": {"forest": [3, 0]}, "seats": {1: {"figures": 4}}}
    state = position(sa.load(players=2, edition=edition), given)
    assert state.rules.scoring.winners(state) == (0,)


@pytest.mark.rule("base.score.tie")
def test_three_can_share_the_victory(at):
    assert at(3, **OVER).winners == (0, 1, 2)
