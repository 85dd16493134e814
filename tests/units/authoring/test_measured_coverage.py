"""Games that are watched: they are the games of ordinary rules, which stay as they are, and show nearly all of the base game."""

from __future__ import annotations

import stoneage_rules as sa
from stoneage_rules.authoring.measured_coverage import Watcher, measure


def test_the_base_game_shows_all_its_effects_and_ordinary_rules_are_left_alone() -> None:
    rules = sa.load(players=3)
    before = rules.nodes, rules.steps
    measured = measure(rules, range(3), "sensible") + measure(rules, range(5))
    assert (rules.nodes, rules.steps) == before
    assert measured.games == {3: 8}
    effects = [has_come for thing, has_come in measured.things(3).items() if thing.sort == "effect"]
    assert len(effects) >= 90
    assert sum(effects) >= len(effects) - 8
    met = [thing for thing, has_come in measured.things().items() if has_come]
    assert sum(thing.sort == "statement" for thing in met) >= 80
    assert {"buy", "use-tools"} <= {thing.name for thing in met if thing.sort == "decision"}


def test_watched_games_are_the_games_of_ordinary_rules() -> None:
    rules = sa.load(players=2)
    watched = Watcher(rules)
    assert (watched.rules.digest, watched.rules is rules) == (rules.digest, False)
    game = sa.Game(rules, 7, skip_forced=True)
    game.run(sa.policies.make_policies(["sensible"] * 2, 7))
    assert watched.play(7, "sensible").scores == game.state.scores
