"""The score sheets of games: every point on the track has the card, tile or phase that gave it."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from play.conftest import rules_for, started
from properties.tables import EXTREMES, rules_of
from stoneage_rules.testing import invariants, position
from writing import base_with


@pytest.mark.parametrize("name", EXTREMES)
def test_the_points_on_the_track_add_up_by_what_gave_them(name: str) -> None:
    rules = rules_of(name)
    known = {item.id for item in rules.items} | {phase.id for phase in rules.phases}
    known |= {definition.id for kind in rules.content.entries for definition in rules.content.of(kind)}
    game = sa.Game(rules, seed=8)
    game.run(sa.policies.make_policies(["sensible", *["random"] * (rules.players - 1)], 8))
    sheets = [game.score_sheet(seat) for seat in range(rules.players)]
    assert any(sheet.track_parts for sheet in sheets)
    for seat, sheet in enumerate(sheets):
        assert sum(part.points for part in sheet.track_parts) == sheet.track == game.state.points[seat]
        assert {source for part in sheet.track_parts for source in part.sources} <= known
        assert all(part.sources for part in sheet.track_parts), "every point of every module has a source"
        assert sheet.total == game.state.scores[seat]


def line_of(sheet: sa.ScoreSheet, id: str) -> sa.ScoreLine:
    (line,) = [line for line in sheet.lines if line.id == id]
    return line


LINES = """
[[score]]
id = "beams"
count = { goods = "wood", times = 3 }
each = 2
[[score]]
id = "hands"
name = "Hands"
count = { owned = "card" }
"""


def test_the_parts_of_what_is_multiplied_are_multiplied_and_those_of_items_are_of_their_kind() -> None:
    given = {"goods": {"wood": 4}, "items": ["civ-03", "civ-04", "bld-01"]}
    sheet = position(base_with(LINES), {"seats": {0: given}}).score_sheet(0)
    beams, hands = line_of(sheet, "beams"), line_of(sheet, "hands")
    assert (beams.name, hands.name) == ("beams", "Hands"), "without a name, its id"
    assert (beams.factors, beams.points, beams.parts) == ((12,), 24, (sa.ScorePart(("wood",), 12, 24),))
    assert hands.parts == (sa.ScorePart(("civ-03",), 1, 1), sa.ScorePart(("civ-04",), 1, 1))


def test_what_counts_for_nothing_is_no_part() -> None:
    """Farmers without fields."""
    sheet = position(rules_for(2), {"seats": {0: {"items": ["civ-03"]}}}).score_sheet(0)
    farmers = line_of(sheet, "farmers")
    assert (farmers.factors, farmers.points, farmers.parts) == ((1, 0), 0, ())


def test_a_line_that_nothing_brings_adds_up_without_parts() -> None:
    """A plain number, a mark or a rank: the rule alone brings the points."""
    line = '[[score]]\nid = "first"\ncount = { count = 1 }\neach = 5\nif = [{ rank = { owned = "card" }, max = 1 }]\n'
    rules = base_with(line)
    state = position(rules, {"seats": {0: {"items": ["civ-03"]}}})
    first = line_of(state.score_sheet(0), "first")
    assert (first.points, first.parts) == (5, ())
    invariants.score_sheets_add_up(state)


@pytest.mark.parametrize(("gold", "total"), [(0, 4), (1, 1 + 4 + 40)])
def test_a_line_counts_only_while_its_rows_hold_in_what_everybody_sees_as_well(gold: int, total: int) -> None:
    line = '[[score]]\nid = "beams"\ncount = { goods = "wood" }\neach = 10\nif = [{ goods = "gold", min = 1 }]\n'
    rules = base_with(line)
    state = position(rules, {"seats": {0: {"goods": {"wood": 4, "gold": gold}}}})
    assert state.score_sheet(0).total == rules._scoring.open_total(state, 0) == total
    beams = line_of(state.score_sheet(0), "beams")
    assert beams.factors == (4 * gold,)


def test_starving_is_put_down_to_the_phase_and_a_start_to_nothing() -> None:
    given = {"phase": "take-actions", "figures": {"fields": [1, 0]}, "seats": {0: {"points": 30, "goods": {"food": 0}}}}
    game = started(rules_for(2), given, "resolve fields", "starve")
    sheet = game.score_sheet(0)
    assert sheet.track_parts == (sa.ScorePart((), 1, 30), sa.ScorePart(("feed-tribe",), 1, -10))
    assert sheet.track == 20
    assert game.state.score_sheet(0).track_parts == (), "a state does not know how it came about"


def test_a_sheet_as_plain_data_says_all_that_it_says() -> None:
    state = position(
        rules_for(2), {"seats": {0: {"points": 7, "items": ["civ-03"], "goods": {"wood": 2}, "tracks": {"agriculture": 2}}}}
    )
    sheet = state.score_sheet(0)
    data = sheet.to_dict()
    assert data["total"] == sheet.total
    tie = sheet.tie_break
    assert data["tie_break"] == {
        "name": tie.name, "values": list(tie.values), "statements": list(tie.statements), "value": sum(tie.values),
    }  # fmt: skip
    for line, plain in zip(sheet.lines, data["lines"], strict=True):
        parts = [{"sources": list(part.sources), "amount": part.amount, "points": part.points} for part in line.parts]
        assert plain == {
            "id": line.id, "name": line.name, "factors": list(line.factors), "points": line.points, "parts": parts,
            "statements": list(line.statements),
        }  # fmt: skip
    assert any(plain["parts"] for plain in data["lines"])
