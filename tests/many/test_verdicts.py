"""Many games in which an effect decides who wins: results and studies."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from writing import base_with

OMEN = '[[location]]\nid = "omen"\ncircles = 4\neffects = [{ do = "end-game", wins = "%s" }]\n'
CASES = {
    "nobody": (0, 0.0, "nobody wins, whatever the points"),
    "all": (3, 1.0, "all win, whatever the points"),
    "seat": (1, 1.0, "wins, whatever the points"),
}


@pytest.mark.parametrize("wins", CASES)
def test_results_and_studies_have_the_verdict(wins: str) -> None:
    winners, victories, cause = CASES[wins]
    rules = base_with(OMEN % wins, 3)
    played = sa.simulate(rules, 6, makers="random", seed=1)
    games = [game for game in played.games if game.verdict == wins]
    assert games, "an omen is seen in some of them"
    for game in games:
        assert (len(game.winners), round(sum(map(game.victory, range(3))), 6)) == (winners, victories)
        assert game.ending.endswith(cause)
    assert sa.many.Simulation.from_dict(played.to_dict()) == played
    found = sa.many.study(rules, 6, makers="random", seed=1)
    assert [row["verdict"] for row in found.rows("games")] == [game.verdict for game in played.games]
    assert [row["victory"] for row in found.rows("seats")] == [game.victory(seat) for game in played.games for seat in range(3)]


def test_points_decide_where_no_effect_does() -> None:
    (game,) = sa.simulate(sa.load(players=2), 1, makers="random", seed=3).games
    assert game.verdict == "points"
