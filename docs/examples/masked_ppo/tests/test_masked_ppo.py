"""The game ends after four rounds; the environment is sound and a learner trains, where these are installed."""

import json
import random
import sys
from pathlib import Path

import pytest
from draw import picture

import stoneage_rules as sa

HERE = Path(__file__).parent.parent


def test_the_game_ends_after_four_rounds():
    rules = sa.load(players=2, modules=[HERE / "four_rounds"])
    for seed in range(5):
        state = rules.initial_state()
        state.play_out(random.Random(seed))
        assert state.round <= 4


def test_the_picture_shows_what_was_measured():
    told = json.loads((HERE / "curve.json").read_text("utf-8"))
    drawn = picture(told)
    assert drawn.count("<circle") == 2 * len(told["points"])
    assert told["points"][-1]["random"]["wins"] > told["points"][0]["random"]["wins"]


@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version:UserWarning")
def test_the_environment_is_sound():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from table import make

    env = make()
    check_env(env, skip_render_check=True)
    env.reset(seed=1)
    assert env.action_masks().any()


@pytest.mark.filterwarnings("ignore")
def test_a_short_training(tmp_path, monkeypatch):
    pytest.importorskip("sb3_contrib")
    import train

    options = ["--steps", "2048", "--every", "2048", "--games", "2", "--to", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["train.py", *options])
    train.main()
    points = json.loads((tmp_path / "curve.json").read_text("utf-8"))["points"]
    assert [point["steps"] for point in points] == [0, 2048]
    assert (tmp_path / "model.zip").exists()
