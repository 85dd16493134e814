"""The score sheets of games: every point on the track has the card, tile or phase that gave it."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from shell.conftest import rules_for
from stateful.tables import EXTREMES, rules_of
from stoneage_rules.testing import position


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


def test_starving_is_put_down_to_the_phase_and_a_start_to_nothing() -> None:
    given = {"phase": "take-actions", "figures": {"fields": [1, 0]}, "seats": {0: {"points": 30, "goods": {"food": 0}}}}
    game = sa.Game(rules_for(2), seed=1, start=position(rules_for(2), given))
    for action in ("resolve fields", "starve"):
        game.play(action)
    sheet = game.score_sheet(0)
    assert sheet.track_parts == (((), 1, 30), (("feed-tribe",), 1, -10))
    assert sheet.track == 20
    assert game.state.score_sheet(0).track_parts == (), "a state does not know how it came about"
