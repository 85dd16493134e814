"""`sa.compare` and `stoneage compare`: differences that are there are found, and others are not."""

from __future__ import annotations

import json
import re
import signal
import sys
from functools import partial
from pathlib import Path
from statistics import variance

import pytest

import stoneage_rules as sa
from long_profile import LONG
from many.nulls import rejected
from running import python
from writing import base_with, write_pack

RICHER = """
[[patch.phase]]
target = "base:feed-tribe"
set.effects.each-seat.effects.gain.amount.plus = 1
"""
ONCE = """
[[patch.set_up]]
target = "base:boards"
set.effects.each-seat.effects.gain.amount = 13
"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The base game for two, and the same with a food more in each round."""
    folder = tmp_path_factory.mktemp("tables")
    write_pack(folder, {"rules.toml": RICHER}, requires="base", id="richer")
    (folder / "usual.toml").write_text("players = 2\n", "utf-8")
    (folder / "richer.toml").write_text('players = 2\nmodules = ["./richer"]\n', "utf-8")
    return folder / "usual.toml", folder / "richer.toml"


def test_a_table_does_not_differ_from_itself_more_often_than_it_should():
    """With the long profile more runs draw from as many games as they need together."""
    if LONG:
        assert 0.035 <= rejected(1000, 40_000, 1) <= 0.065
    assert 0.02 <= rejected(400, 200, 3) <= 0.08


def test_a_table_does_not_differ_from_itself_with_its_luck():
    found = sa.compare({"players": 2}, {"players": 2}, 4, makers="random", seed=3)
    assert found.one == found.other
    assert {(row.difference.value, row.chance, row.is_clear) for row in (*found.means, *found.shares)} == {(0, 1, False)}


def test_a_game_of_a_comparison_is_played_and_replayed_by_its_streams(tables):
    """Another seed, or one generator for all, gives other numbers; those of a stream go on after `undo`."""
    found = sa.compare(*tables, 2, makers=["sensible", "random"], seed=4, workers=2)
    for table, side in zip(tables, (found.one, found.other), strict=True):
        result = side.games[1]
        game = sa.Game(sa.load(table), seed=result.seed, skip_forced=True, streams=True)
        game.run(result.policies)
        assert game.state.scores == result.scores
        text = str(game.record)
        assert "\nstreams = true\n" in text
        again = sa.replay(text, packs_from=table.parent)
        assert [*again.record.lines()] == [*game.record.lines()]
        with pytest.raises(sa.RecordError, match="is not what seed 5 gives"):
            sa.replay(text.replace("streams = true\n", ""), packs_from=table.parent)
        while again.length > 40:
            again.undo()
        again.run(result.policies)
        assert again.is_over


def test_both_tables_draw_the_same_cards(tables):
    """A roll more or less changes no draw: nine cards and as many buildings come in one order, whatever is rolled."""
    orders = []
    for policy in ("random", "sensible"):
        game = sa.Game(sa.load(players=2), seed=1, streams=True)
        game.run(policy)
        laid = [event["item"] for events in (game.opening, *game.events()) for event in events if event.name == "lay"]
        orders.append([item for item in laid if item.startswith("civ")])
    assert orders[0][:12] == orders[1][:12]


def test_paired_games_see_the_length_of_winter_games_with_half_of_them():
    winter = pytest.importorskip("stoneage_harsh_winter") and {"players": 4, "modules": ["harsh-winter"]}
    found = sa.compare({"players": 4}, winter, 300 if LONG else 60, seed=1)
    one, other = ([game.round for game in side.games] for side in (found.one, found.other))
    apart = [b - a for a, b in zip(one, other, strict=True)]
    assert variance(apart) <= (variance(one) + variance(other)) / 2


def test_marks_count_all_rows():
    assert sa.many.corrected([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert sa.many.corrected([]) == []


def test_planted_food_is_found(tables):
    """The page about fair rules says how many games it takes."""
    found = sa.compare(*tables, 60, makers="random", seed=1)
    points, *_ = found.means
    assert points.is_seen
    assert points.difference.low > 0
    assert points.chance < 0.01
    assert points.is_clear
    assert found.one.digest != found.other.digest


def test_a_single_food_is_found_where_it_was_planted():
    """At the end of the first round, whose goods a study has; by the end of a game it is lost among all others."""
    food = []
    for seed, rules in enumerate((sa.load(players=2), base_with(ONCE))):
        rows = sa.study(rules, 10, makers="sensible", seed=10 * seed).rows("rounds")
        food.append([row["good.food"] for row in rows if (row["round"], row["seat"]) == (1, 0)])
    difference, chance = sa.many.mean_difference(*food)
    assert difference.low < 1 < difference.high
    assert chance < 0.01


def test_what_a_comparison_has(tables):
    found = sa.compare(*tables, 4, makers=["sensible", "random"], seed=1)
    assert [len(side.games) for side in (found.one, found.other)] == [4, 4]
    assert (found.one.seed, found.other.seed) == (1, 1)
    assert [each.name for each in found.means[:4]] == ["points", "winner", "margin", "rounds"]
    assert {"line.culture", "good.food", "track.agriculture", "tools"} <= {each.name for each in found.means}
    endings = {game.ending for side in (found.one, found.other) for game in side.games}
    names = [each.name for each in found.shares]
    assert names[:4] == ["seat 0", "seat 1", "sensible", "random"]
    assert {*names[4:]} == endings
    assert sum(each.other.value for each in found.shares[4:]) == pytest.approx(1)
    assert found.means[0].one == sa.many.mean([sum(game.scores) / 2 for game in found.one.games])


def test_the_command_compares_and_reports(stoneage, tables, tmp_path):
    words = ["compare", *tables, "-n", "4", "-s", "1", "--policy", "random"]
    ran = stoneage(*words)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:2] == ["usual: 4 games, 2 players, seeds from 1", "richer: 4 games, 2 players, seeds from 1"]
    assert [line.split()[0] for line in lines[3:5]] == ["seat", "seat"]
    assert lines[-1] == f"* beyond chance among {len(lines) - 4} rows"
    assert sa.many.Comparison.from_dict(json.loads(stoneage(*words, "--json").out)) == sa.compare(
        *tables, 4, makers="random", seed=1
    )
    pytest.importorskip("altair")
    for name in ("report.html", "plot.svg"):
        assert stoneage(*words, "--report", tmp_path / name).code == 0
    twin = tmp_path / tables[0].name
    twin.write_text("players = 2\n", "utf-8")
    assert f"\n{twin}: 2 games" in stoneage("compare", tables[0], twin, "-n", "2", "--policy", "random").out
    assert stoneage(*words, "--report", tmp_path / "report.txt").err.startswith("a report is written as .html, .svg and .png")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<h1>usual and richer</h1>" in page
    assert re.findall(r"<script[^>]* src|<link|@import", page) == []
    assert (tmp_path / "plot.svg").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x01"])
def test_a_name_with_any_character_keeps_no_plot_from_being_drawn(stoneage, tables, tmp_path, character):
    """The first two end a line in the expressions of the plots, and no picture can have the last."""
    pytest.importorskip("altair")
    twin = tables[0].with_name(f"one{character}line.toml")
    twin.write_text("players = 2\n", "utf-8")
    ran = stoneage("compare", twin, tables[1], "-n", "4", "-s", "1", "--policy", "random", "--report", tmp_path / "plot.svg")
    assert (ran.code, ran.err) == (0, "")
    assert "one\ufffdline" in (tmp_path / "plot.svg").read_text("utf-8")


def test_a_report_that_cannot_be_written_costs_no_game(stoneage, tables, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    ran = stoneage("compare", *tables, "-n", "1000000", "--report", "report.html")
    assert (ran.code, ran.err) == (2, "this needs altair: `pip install 'stoneage-rules[study]'`\n")


def stopping(seed):
    """A policy whose process is told to end in the third pair of games."""
    if seed >> 8 == 12:
        signal.raise_signal(signal.SIGTERM)
    return sa.policies.random_policy(seed)


def test_a_comparison_needs_two_games_of_each(tables):
    with pytest.raises(ValueError, match="`games` is at least 2, not 1"):
        sa.compare(*tables, 1)


def test_an_interrupted_comparison_shows_what_was_played_of_both(tables):
    words = ["-m", "stoneage_rules", "compare", *tables, "-n", "10", "-s", "10", "--policy", f"{stopping.__module__}:stopping"]
    run = partial(python, *words, "--json", code=2, PYTHONPATH=str(Path(__file__).parents[1]))
    ran = run()
    assert ran.stderr == "interrupted after 2 of 10 games\n"
    found = sa.many.Comparison.from_dict(json.loads(ran.stdout))
    assert [[game.seed for game in side.games] for side in (found.one, found.other)] == [[10, 11]] * 2
    # A process of the pool ends at once.
    assert run("--workers", "2").stderr.startswith("broken off after ")
