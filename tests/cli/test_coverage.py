"""`coverage`: rules and cards that come up in some games, and those that never do."""

from __future__ import annotations

import json

import pytest

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


def test_what_never_comes_about_is_listed_with_file_and_line(says, pack):
    rules = pack / "rules.toml"
    line = rules.read_text("utf-8").count("\n") + 7
    rules.write_text(rules.read_text("utf-8") + IDLE, "utf-8")
    says(
        "coverage -m ./my-rules -n 2 --players 3 --seed 1",
        0,
        f"  my-rules/rules.toml:{line}  gain of location my-rules:cave\n",
        f"  my-rules/rules.toml:{line - 5}  location my-rules:cave\n",
        "2 games with 3 players, seeds from 1\n",
    )


def test_games_are_shared_among_the_player_counts_and_counted_by_them(says):
    """One line names the policy of all seats that the command leaves out."""
    ran = says("coverage -n 4 --seed 5 --json --seat random", 0)
    assert ran.err == "nobody is named from seat 1 on; `random` plays there\n"
    found = json.loads(ran.out)
    assert found["games"] == {"2": 2, "3": 1, "4": 1}
    for sort, count in found["counts"].items():
        of_sort = [thing for thing in found["things"] if thing["sort"] == sort]
        assert count == {"all": len(of_sort), "came_about": sum(bool(thing["came_about"]) for thing in of_sort)}
    (hut,) = [thing for thing in found["things"] if thing["name"] == "location base:hut"]
    assert (hut["players"], hut["came_about"]) == ([2, 3, 4], [2, 3, 4])


def test_the_games_depend_on_seed_and_policies_alone(says):
    """Not on the number of processes, nor on the words that name the policies."""
    line = "coverage -n 2 --players 2 --seed 3 --json"
    mixed = says(f"{line} --seat sensible", 0).out
    assert says(f"{line} --seat sensible --seat random --workers 2", 0).out == mixed
    assert says(f"{line} --policy random", 0).out != mixed


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("-n 0", "At least 1 is needed"),
        ("--workers 0", "At least 1 is needed"),
        ("--policy randon", "did you mean `random`?"),
        ("--seat randon", "did you mean `random`?"),
        ("--seat random --seat random --seat random", "3 seats are named; 2 players play"),
        ("--players 9", "9 players are too many"),
        ("nowhere.toml", "a table file that is not there"),
        ("--seed -1", "a seed is 0 or more"),
    ],
)
def test_wrong_input_is_told(says, words, told):
    says(f"coverage {words}", 2, told)
