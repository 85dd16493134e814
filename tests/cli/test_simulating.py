"""`stoneage simulate` and `study`: what they count and write, and who plays."""

from __future__ import annotations

import json
import sys

import pytest

import stoneage_rules as sa

UNNAMED = "nobody is named from seat {} on; `sensible` plays there\n"
R, S = "random", "sensible"


def rows(out: str, first: str) -> list[list[str]]:
    return [line.split() for line in out.split("\n") if line.startswith(first)]


def test_it_counts(says):
    lines = says("simulate -n 6 --players 2 --seed 5", 0).out.split("\n")
    assert lines[0] == "6 games, 2 players, base, seeds from 5; nobody is named, so that `sensible` plays all seats"
    assert lines[1].split() == "seat policy seats mean spread lowest highest victories 95 of 100 fair".split()
    scores = []
    for seed in range(5, 11):
        game = sa.Game(sa.load(players=2), seed, skip_forced=True)
        game.run(sa.policies.make_policies(["sensible"] * 2, seed))
        scores.append(game.state.scores)
    for seat, line in enumerate(lines[2:4]):
        row, mine = line.split(), [score[seat] for score in scores]
        assert row[:5] == ["seat", str(seat), "sensible", "1", f"{sum(mine) / 6:.1f}"]
        won = sum(score[seat] > score[1 - seat] for score in scores)
        share = sa.many.wilson(won, 6)
        told = f"{won} ({100 * won / 6:.0f} %) {100 * share.low:.0f} to {100 * share.high:.0f} % 50 %"
        assert (row[6:8], " ".join(row[8:])) == ([str(min(mine)), str(max(mine))], told)
    assert lines[4].startswith("rounds: ")
    endings = [line for line in lines if line.startswith("ended as ")]
    assert sum(int(line.rsplit(" ", 1)[1]) for line in endings) == 6
    assert all("cannot fill the" in line or "is empty" in line for line in endings)


@pytest.mark.parametrize(
    ("words", "policies", "told"),
    [
        ("--seat random", [R, S, S], UNNAMED.format(1)),
        ("--seat random --seat sensible", [R, S, S], UNNAMED.format(2)),
        ("--seat random --seat random --seat random", [R, R, R], ""),
        ("--seat sensible --policy random", [S, R, R], ""),
        ("", [S, S, S], ""),
        ("--policy random", [R, R, R], ""),
    ],
)
def test_who_plays(says, words, policies, told):
    ran = says(f"simulate -n 1 -p 3 -s 1 {words}", 0)
    kinds = [*dict.fromkeys(policies)]
    assert ran.err == told
    assert [row[2] for row in rows(ran.out, "seat ") if row[1].isdigit()] == ([*kinds] * 3 if len(kinds) == 1 else ["all"] * 3)
    if len(kinds) > 1:
        assert [(row[1], int(row[2])) for row in rows(ran.out, "-")] == [(kind, policies.count(kind)) for kind in kinds]
    assert ("nobody is named, so that" in ran.out) is (not words)


@pytest.mark.parametrize("command", ["simulate -n 1", "play"])
def test_a_table_that_names_some_seats_says_who_plays_at_the_others(says, tmp_path, command):
    table = tmp_path / "table.toml"
    table.write_text('players = 3\n[[seats]]\nname = "Ada"\npolicy = "random"\n', "utf-8")
    assert says(f"{command} -s 1 {table}", 0).err == UNNAMED.format(1)


def test_a_person_is_played_by_the_sensible_policy(says):
    out = says("simulate examples/you-and-three.toml -n 1 -s 1", 0).out
    assert rows(out, "Ada")[0][:3] == ["Ada", "sensible", "1"]


def test_games_as_json_do_not_depend_on_the_jobs(says):
    line = "simulate --players 2 --games 5 --seed 7 --seat random --seat sensible --json"
    one, two = (says(f"{line} --jobs {jobs}", 0).out for jobs in (1, 2))
    assert one == two
    data = json.loads(one)
    rules = sa.load(players=2)
    assert (data["digest"], data["version"], data["seed"]) == (rules.digest, sa.__version__, 7)
    assert [game["seed"] for game in data["games"]] == [7, 8, 9, 10, 11]
    second = data["games"][1]
    assert (second["seating"], second["policies"]) == ([1, 0], [S, R])
    game = sa.Game(rules, seed=8, skip_forced=True)
    game.run(sa.policies.make_policies(second["policies"], 8))
    assert (second["scores"], second["winners"]) == ([*game.state.scores], [*game.state.winners])
    assert second["round"] == game.state.round
    assert second["ending"]
    assert [(tally["policy"], tally["victories"]) for tally in data["by_player"]] == [(R, 0), (S, 5)]
    assert data["by_seat"][0]["share"].keys() == {"value", "low", "high"}


@pytest.mark.parametrize(
    ("line", "told"), [("--games 0 --json", "for --games. At least 1"), ("--jobs 0", "for --jobs. At least 1")]
)
def test_nothing_is_played_by_nobody(says, line, told):
    assert says(f"simulate {line}", 2, told).out == ""


# --- study --------------------------------------------------------------------------------------------------------


def test_a_study_has_the_games_of_a_simulation(says, tmp_path):
    words = "--players 2 --games 3 --seed 7 --seat random --seat sensible --json"
    games = json.loads(says(f"simulate {words}", 0).out)["games"]
    for jobs in (1, 2):
        says(f"study {words} --jobs {jobs} --to {tmp_path / str(jobs)}", 0, f"3 games in {tmp_path}")
    rows = [json.loads(line) for line in (tmp_path / "1" / "seats.jsonl").read_text("utf-8").splitlines()]
    assert [row["total"] for row in rows] == [score for game in games for score in game["scores"]]
    for file in (tmp_path / "1").iterdir():
        assert file.read_bytes() == (tmp_path / "2" / file.name).read_bytes()
    says(f"study {words} --to {tmp_path / '1'}", 2, "there is something in it already; name another folder")


def test_csv_has_a_line_of_names(says, tmp_path):
    says(f"study examples/you-and-three.toml -n 1 -s 1 --csv --to {tmp_path}", 0)
    lines = (tmp_path / "rounds.csv").read_text("utf-8").splitlines()
    assert lines[0].startswith("game,seed,round,seat,points,figures,tools,good.food")
    assert lines[1].startswith("0,1,1,0,")


def test_without_polars_a_study_says_what_to_install(says, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    says(f"study -n 1 --to {tmp_path / 'new'}", 2, "pip install 'stoneage-rules[study]'", "CSV and JSON need none")
    says(f"study -n 1 --csv --json --to {tmp_path / 'new'}", 2, "`--csv` or `--json`, not both")
    assert not (tmp_path / "new").exists()
