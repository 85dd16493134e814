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


@pytest.fixture
def table(folder):
    """A table file that names a function beside it."""
    (folder / "table.toml").write_text(TABLE, "utf-8")
    return folder / "table.toml"


PLAYING = ("play {}", "simulate {} -n 1", "study {} -n 1 --csv --to {}-study", "compare {} {} -n 2", "compare base.toml {} -n 2")
CODE = "error[SA303]: a policy that is code\n --> {}:5:10", "`my_bots:make` would run Python", "`--allow-code` runs it"


@pytest.mark.parametrize("command", PLAYING)
def test_a_function_that_a_table_names_runs_only_if_that_is_allowed(says, table, command, monkeypatch):
    monkeypatch.chdir(table.parent)
    (table.parent / "base.toml").write_text("players = 2", "utf-8")
    path = [*sys.path]
    says(command.format(table, table), 2, CODE[0].format(table), *CODE[1:])
    assert "my_bots" not in sys.modules
    assert sys.path == path, "nor is any other file of the folder to be found"
    says(f"{command.format(table, table)} --allow-code", 0)
    assert "my_bots" in sys.modules


def test_a_function_of_an_extended_table_is_refused_too(says, table):
    (table.parent / "evening.toml").write_text('extends = "table.toml"', "utf-8")
    says(f"simulate {table.parent}/evening.toml -n 1", 2, *CODE[1:])
    assert "my_bots" not in sys.modules


@pytest.mark.parametrize("name", ["my_bots:make(level=2)", "os:system", "my_bots.inner:make", "my_bots:os.system"])
def test_every_form_of_a_function_is_refused(says, table, name):
    table.write_text(TABLE.replace("my_bots:make", name), "utf-8")
    says(f"play {table}", 2, f"`{name}` would run Python")
    assert "my_bots" not in sys.modules


@pytest.mark.parametrize(
    "command",
    ["play {} --seat sensible", "simulate {} -n 1 --policy random", "compare {} {} -n 2 --policy random", "check {}",
     "modules {}", "show hut --table {}", "rules --table {}", "coverage {} -p 2 -n 1"],
)  # fmt: skip
def test_a_table_needs_no_word_where_its_function_does_not_play(says, table, command):
    path = [*sys.path]
    says(command.format(table, table), 0)
    assert "my_bots" not in sys.modules
    assert sys.path == path


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("my_bots:made", "policy `my_bots:made` cannot be imported from `my_bots:made`: AttributeError"),
        ("my_bots:wrong", "policy `my_bots:wrong` chose None, which is none of the legal actions given"),
        ("person:\u202eevil", "has a character that steers a terminal, turns the direction of writing or cannot be seen"),
        ("person:\u3164", "or cannot be seen"),
        ("person:\u200d", "or cannot be seen"),
        ("per\ufeffson", "or cannot be seen"),
        (
            "brilliant",
            "no policy is called `brilliant`; there are random, sensible, starving, thoughtful, person, and functions as",
        ),
    ],
)
def test_what_is_no_policy_is_told_in_a_sentence(says, folder, monkeypatch, name, told):
    monkeypatch.chdir(folder)
    says(f"play --players 2 --seat {name}", 2, told)
