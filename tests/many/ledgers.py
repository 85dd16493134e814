"""Holds the tables of studies against games that are played again.

Placements must be the figures that come to stand on the board, purchases the items that seats own at the end, and rows of seats
what the final states say.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import stoneage_rules as sa
from shipped import HERE

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4},
    {"players": 4, "modules": [*HERE]},
]


def add_up(rules: sa.Ruleset, seeds: Iterable[int]) -> None:
    """Plays a random game for each seed, and holds the rows of a study of it against its states."""
    for seed in seeds:
        found = sa.study(rules, 1, makers="random", seed=seed)
        game = sa.Game(rules, seed=seed, skip_forced=True)
        game.run(sa.policies.make_policies(["random"] * rules.players, seed))
        items_add_up(found, game.state)
        figures_add_up(found, game)
        for row, player in zip(found.rows("seats"), game.state.players, strict=True):
            assert {good: row[f"good.{good}"] for good in rules.goods} == dict(player.goods), seed
            assert {track: row[f"track.{track}"] for track in rules.tracks} == dict(player.tracks), seed
            assert row["total"] == game.state.scores[player.seat], seed


def items_add_up(found: sa.many.Study, state: sa.State) -> None:
    """Every item that a seat owns was bought, drawn or got, and not returned."""
    owned: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in found.rows("purchases"):
        owned[row["seat"]][row["item"]] += {"declined": 0, "returned": -1}.get(row["outcome"], 1)
    for player in state.players:
        assert +owned[player.seat] == Counter((*player.items, *player.face_down))


def figures_add_up(found: sa.many.Study, game: sa.Game) -> None:
    """The figures of a seat that come to stand on a place in a round are those of its placements."""
    placed: Counter[tuple[int, int, str]] = Counter()
    for row in found.rows("placements"):
        placed[row["round"], row["seat"], row["place"]] += row["figures"]
    standing: Counter[tuple[int, int, str]] = Counter()
    states = [*(step.before for step in game.steps), game.state]
    for step, after in zip(game.steps, states[1:], strict=True):
        if step.seat is not None:
            come = Counter(after.player(step.seat).placed) - Counter(step.before.player(step.seat).placed)
            standing.update({(step.before.round, step.seat, place): figures for place, figures in come.items()})
    assert placed == standing
