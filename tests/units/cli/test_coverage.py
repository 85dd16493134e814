"""`coverage`: what of the rules comes about in some games, and what never does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.authoring.measured_coverage import SORTS, measure
from stoneage_rules.testing import write_starter

IDLE = """
[[location]]
id = "cave"
circles = 1
if = [{ round = "now", min = 90 }]
effects = [
    { do = "gain", good = "base:wood", amount = 1 },
]
"""
"""A place that is open from round 90 on: its effect never happens."""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_starter(tmp_path / "my-rules")
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "my-rules" / "rules.toml"
    rules.write_text(rules.read_text("utf-8") + IDLE, "utf-8")
    return tmp_path / "my-rules"


def test_what_never_comes_about_is_listed_with_file_and_line(stoneage, pack):
    ran = stoneage("coverage", "-m", "./my-rules", "-n", 2, "--players", 3, "--seed", 1)
    assert (ran.code, ran.err) == (0, "")
    line = (pack / "rules.toml").read_text("utf-8").split("\n").index('    { do = "gain", good = "base:wood", amount = 1 },') + 1
    assert f"  my-rules/rules.toml:{line}  gain of location my-rules:cave\n" in ran.out
    assert f"  my-rules/rules.toml:{line - 5}  location my-rules:cave\n" in ran.out
    assert f"  my-rules/rules.toml:{line - 2}  the condition holds\n" in ran.out
    assert f"  my-rules/rules.toml:{line - 2}  the condition fails\n" not in ran.out
    assert "one-of" not in ran.out, "no pack of this table has this decision"
    assert "2 games with 3 players, seeds from 1\n" in ran.out


def test_games_are_shared_among_the_player_counts_and_counted_by_them(stoneage):
    found = json.loads(stoneage("coverage", "-n", 4, "--seed", 5, "--json").out)
    assert found["games"] == {"2": 2, "3": 1, "4": 1}
    assert list(found["counts"]) == list(SORTS)
    things = found["things"]
    for sort, count in found["counts"].items():
        of_sort = [thing for thing in things if thing["sort"] == sort]
        assert count == {"all": len(of_sort), "came_about": sum(bool(thing["came_about"]) for thing in of_sort)}
    (hut,) = [thing for thing in things if thing["name"] == "location base:hut"]
    assert (hut["players"], hut["came_about"]) == ([2, 3, 4], [2, 3, 4])


def test_the_same_seed_finds_the_same_with_several_processes(stoneage):
    words = ("coverage", "-n", 2, "--players", 2, "--seed", 3, "--json")
    assert (
        json.loads(stoneage(*words, "--jobs", 2).out)["counts"]["effect"] == json.loads(stoneage(*words).out)["counts"]["effect"]
    )


def test_each_seat_can_have_a_policy(stoneage):
    """The same games as `simulate` plays; a line says who plays at the seats that nobody names."""
    words = ("coverage", "-n", 2, "--players", 2, "--seed", 3, "--json")
    mixed = stoneage(*words, "--seat", "sensible")
    assert (mixed.code, mixed.err) == (0, "nobody is named from seat 1 on; `random` plays there\n")
    both = [stoneage(*words, "--seat", "sensible", *more) for more in (["--policy", "random"], ["--seat", "random"])]
    assert [(ran.out, ran.err) for ran in both] == [(mixed.out, "")] * 2
    assert stoneage(*words, "--policy", "random").out != mixed.out


def test_who_plays_at_the_other_seats_is_told_once_for_all_player_counts(stoneage):
    ran = stoneage("coverage", "-n", 3, "--seat", "random", "--json")
    assert (ran.code, ran.err) == (0, "nobody is named from seat 1 on; `random` plays there\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-n", 0), "are 1 or more, not 0 and 1"),
        (("--jobs", 0), "are 1 or more, not 100 and 0"),
        (("--policy", "randon"), "did you mean `random`?"),
        (("--seat", "randon"), "did you mean `random`?"),
        ((*["--seat", "random"] * 3,), "3 seats are named; 2 players play"),
        (("--players", 9), "9 players are too many"),
        (("nowhere.toml",), "a table file that is not there"),
        (("--seed", -1), "a seed is 0 or more"),
    ],
)
def test_wrong_input_is_told(stoneage, words, told):
    ran = stoneage("coverage", *words)
    assert ran.code == 2
    assert told in ran.err


def test_the_base_game_shows_all_its_effects_and_ordinary_rules_are_left_alone():
    rules = sa.load(players=3)
    before = rules.nodes, rules.steps
    measured = sum((measure(rules, range(3), policy) for policy in ("sensible",)), measure(rules, range(5)))
    assert (rules.nodes, rules.steps) == before
    assert measured.games == {3: 8}
    effects = [has_come for thing, has_come in measured.things(3).items() if thing.sort == "effect"]
    assert len(effects) >= 90
    assert sum(effects) >= len(effects) - 8
    met = [thing for thing, has_come in measured.things().items() if has_come]
    assert sum(thing.sort == "statement" for thing in met) >= 80
    assert {"buy", "use-tools"} <= {thing.name for thing in met if thing.sort == "decision"}


def test_watched_games_are_the_games_of_ordinary_rules():
    """Watching changes nothing: the seed means the same game."""
    from stoneage_rules.authoring.measured_coverage import Watcher
    from stoneage_rules.play.playback import play_unrecorded
    from stoneage_rules.policies import make_policies

    rules = sa.load(players=2)
    watched = Watcher(rules)
    assert watched.rules.digest == rules.digest
    assert watched.rules is not rules
    ended = watched.play(7, "sensible", 20_000)
    assert ended.scores == play_unrecorded(rules, make_policies(["sensible"] * 2, 7), 7, 20_000).state.scores
