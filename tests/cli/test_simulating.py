"""`stoneage simulate` and `study`: what they count and write, and who plays."""

from __future__ import annotations

import json
import sys
from collections import Counter

import pytest

import stoneage_rules as sa

UNNAMED = "nobody is named from seat {} on; `sensible` plays there\n"
R, S = "random", "sensible"


def rows(out: str, first: str) -> list[list[str]]:
    return [line.split() for line in out.split("\n") if line.startswith(first)]


def test_it_counts(says):
    played = sa.simulate({"players": 2}, 6, makers=S, seed=5)
    lines = says("simulate -n 6 --players 2 --seed 5", 0).out.split("\n")
    assert lines[0] == "6 games, 2 players, base, seeds from 5; nobody is named, so that `sensible` plays all seats"
    assert lines[1].split() == "seat policy seats mean spread lowest highest victories 95 of 100 fair".split()
    for seat, tally in enumerate(played.by_seat):
        points = f"{tally.mean:.1f} {tally.spread:.1f} {tally.lowest} {tally.highest}"
        share, low, high = (f"{100 * part:.0f}" for part in (tally.share.value, tally.share.low, tally.share.high))
        told = f"seat {seat} sensible 1 {points} {tally.victories:g} ({share} %) {low} to {high} % 50 %"
        assert " ".join(lines[2 + seat].split()) == told
    rounds = [game.round for game in played.games]
    assert lines[4] == f"rounds: {sum(rounds) / 6:.1f} on average, {min(rounds)} to {max(rounds)}"
    endings = Counter(game.ending for game in played.games)
    assert lines[5:] == [*(f"ended as {ending}: {count}" for ending, count in endings.most_common()), ""]


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
    assert rows(ran.out, "seat 0")[0][2] == ("all" if len(kinds) > 1 else kinds[0])
    assert {row[1]: int(row[2]) for row in rows(ran.out, "-")} == (Counter(policies) if len(kinds) > 1 else {})
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
    one, two = (says(f"{line} --workers {jobs}", 0).out for jobs in (1, 2))
    assert one == two
    played = sa.simulate({"players": 2}, 5, makers=[R, S], seed=7)
    tallies = {name: [tally.to_dict() for tally in getattr(played, name)] for name in ("by_player", "by_seat")}
    assert json.loads(one) == json.loads(json.dumps(played.to_dict() | tallies))


@pytest.mark.parametrize(
    ("line", "told"), [("--games 0 --json", "for --games. At least 1"), ("--workers 0", "for --workers. At least 1")]
)
def test_nothing_is_played_by_nobody(says, line, told):
    assert says(f"simulate {line}", 2, told).out == ""


# --- study --------------------------------------------------------------------------------------------------------


def test_a_study_is_that_of_python(says, tmp_path):
    words = "--players 2 --games 3 --seed 7 --seat random --seat sensible --json"
    found = sa.study({"players": 2}, 3, makers=[R, S], seed=7)
    for jobs in (1, 2):
        says(f"study {words} --workers {jobs} --to {tmp_path / str(jobs)}", 0, f"3 games in {tmp_path}")
    assert [*sa.many.Study.read(tmp_path / "1").rows("seats")] == [*found.rows("seats")]
    for file in (tmp_path / "1").iterdir():
        assert file.read_bytes() == (tmp_path / "2" / file.name).read_bytes()
    (tmp_path / "3").mkdir()
    (tmp_path / "3" / "mine.txt").touch()
    says(f"study {words} --to {tmp_path / '3'}", 2, "there is something in it already; name another folder")


def test_simulations_and_studies_go_on(says, tmp_path, monkeypatch):
    """Without a terminal a line a minute says how far they are."""
    monkeypatch.setattr("stoneage_rules.cli.studies.EVERY", 0)
    words = "--players 2 --policy random"
    whole = says(f"simulate {words} -n 5 -s 4 --json", 0).out
    for games in (2, 5):
        for command in (f"simulate --out {tmp_path / 'results'}", f"study --csv --to {tmp_path / 'study'}"):
            ran = says(f"{command} {words} -n {games}{' -s 4' * (games == 2)}", 0)
            assert ran.err == "".join(f"{number} of {games} games\n" for number in range(1 if games == 2 else 3, games + 1))
    ran = says(f"simulate {words} -n 5 --json --out {tmp_path / 'results'}", 0)
    assert json.loads(ran.out) == json.loads(whole) | {"games": []}
    assert len([*sa.many.Study.read(tmp_path / "study").rows("games")]) == 5


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


@pytest.mark.parametrize("command", ["simulate", "study", "compare"])
def test_help_speaks_of_seats_where_they_can_be_named(says, command):
    told = says(f"{command} --help", 0).out
    assert "--policy" in told
    assert ("--seat" in told) is (command != "compare")
