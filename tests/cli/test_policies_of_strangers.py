"""Policies on the command line and in tables: installed ones, and functions in a file beside the caller or the table."""

from __future__ import annotations

import sys

import pytest

BOTS = "def make(seed):\n    return lambda view, legal: legal[0]\n\n\ndef wrong(seed):\n    return lambda view, legal: None\n"
TABLE = 'players = 2\nseed = 4\n[[seats]]\nname = "Bo"\npolicy = "my_bots:make"\n[[seats]]\npolicy = "random"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a file of policies, which nothing else makes importable."""
    (tmp_path / "my_bots.py").write_text(BOTS, "utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    sys.modules.pop("my_bots", None)


def test_a_function_plays_at_a_seat(says, folder, monkeypatch):
    monkeypatch.chdir(folder)
    says("play --players 2 --seed 3 --seat my_bots:make --seat random", 0, "Final scores")
    out = says("simulate -n 1 -p 2 -s 1 --seat my_bots:make --seat random", 0).out
    assert [line.split()[1] for line in out.split("\n")[2:4]] == ["my_bots:make", "random"]


def test_a_table_names_a_function_beside_it(says, folder):
    (folder / "table.toml").write_text(TABLE, "utf-8")
    says(f"play {folder}/table.toml", 0, "Bo")
    says(f"check {folder}/table.toml", 0)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("my_bots:made", "policy `my_bots:made` cannot be imported from `my_bots:made`: AttributeError"),
        ("my_bots:wrong", "policy `my_bots:wrong` chose None, which is none of the legal actions given"),
        ("person:\u202eevil", "has a character that steers a terminal"),
        ("brilliant", "no policy is called `brilliant`; there are random, sensible, thoughtful, person, and functions as"),
    ],
)
def test_what_is_no_policy_is_told_in_a_sentence(says, folder, monkeypatch, name, told):
    monkeypatch.chdir(folder)
    says(f"play --players 2 --seat {name}", 2, told)
