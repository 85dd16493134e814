"""The evaluation of positions between rounds: its weights, its features, and what it says of a seat's lead."""

from __future__ import annotations

import gc
import random
import weakref
from pathlib import Path

import pytest
import tomli

import stoneage_rules as sa
from play.conftest import rules_for
from properties.tables import players_of
from running import python
from shipped import HERE
from sources import ROOT
from stoneage_rules.loading.load import RECENT
from stoneage_rules.policies import evaluation
from stoneage_rules.testing import position


def features(seats: dict[int, dict[str, object]], **more: object) -> list[dict[str, float]]:
    state = position(rules_for(2), {"seats": seats, **more})
    meter = state.rules.service(evaluation.Meter)
    return [dict(zip(evaluation.FEATURES, meter.features(state, seat), strict=True)) for seat in range(2)]


def test_every_feature_has_its_weights():
    assert [*tomli.loads(evaluation.WEIGHTS.read_text("utf-8"))["weights"]] == [*evaluation.FEATURES]
    assert len(set(evaluation.FEATURES)) == len(evaluation.FEATURES)
    for rounds in (1, 4):
        worth = dict(zip(evaluation.FEATURES, evaluation.worths(rounds), strict=True))
        assert min(worth[name] for name in ("total", "goods", "kinds", "hunger", "figures", "icons-counted")) > 0


def test_features_are_read_from_what_a_seat_has():
    mine, other = features(
        {0: {"points": 9, "goods": {"wood": 2, "gold": 1, "food": 2}, "items": ["civ-07", "civ-08"], "figures": 6}}
    )
    assert (mine["points"], mine["total"]) == (9, 9 + 3 + 4)
    assert (mine["goods"], mine["kinds"], mine["plain"]) == (2 * 3 + 6, 2, 0)
    assert (mine["sets"], other["sets"]) == (2, 0)
    assert (mine["figures"], other["figures"]) == (6, 5)
    assert (mine["hunger"], mine["spare"]) == (2 - 6, 0)


@pytest.mark.parametrize("modules", [(), HERE])
def test_leads_are_of_one_table(modules):
    """The leads of all seats add up to nothing, and are those of the points once the game is over."""
    state = rules_for(players_of(modules)[-1], *modules).initial_state()
    for round in (2, 4, 6):
        state.play_out(random.Random(round), until_round=round)
        assert sum(evaluation.evaluate(state, seat) for seat in range(state.rules.players)) == pytest.approx(0)
    state.play_out(random.Random(1))
    first, *others = state.scores
    assert evaluation.evaluate(state, 0) == pytest.approx(first - sum(others) / len(others))


def test_rules_that_were_measured_can_be_forgotten():
    rules = sa.load(players=2, first_seat=1)
    evaluation.evaluate(rules.initial_state(), 0)
    kept = weakref.ref(rules)
    RECENT.clear()
    del rules
    gc.collect()
    assert kept() is None


def test_the_weights_can_be_fitted_anew(tmp_path: Path):
    pytest.importorskip("numpy", reason="the command that fits the weights needs numpy")
    python(ROOT / "benchmarks" / "fit_evaluation.py", "--games", 24, "--to", tmp_path / "new.toml")
    weights = tomli.loads((tmp_path / "new.toml").read_text("utf-8"))["weights"]
    assert [*weights] == [*evaluation.FEATURES]
    assert {len(row) for row in weights.values()} == {3}
