"""Policies on the command line and in tables: installed ones, and functions in a file beside the caller or the table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

BOTS = "def make(seed):\n    return lambda view, legal: legal[0]\n\n\ndef wrong(seed):\n    return lambda view, legal: None\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a file of policies, which nothing else makes importable."""
    (tmp_path / "my_bots.py").write_text(BOTS, "utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    sys.modules.pop("my_bots", None)


def test_a_function_plays_at_a_seat(stoneage, folder: Path, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    ran = stoneage("play", "--players", "2", "--seed", "3", "--seat", "my_bots:make", "--seat", "random")
    assert (ran.code, ran.err) == (0, "")
    assert "Final scores" in ran.out


def test_a_function_is_simulated(stoneage, folder: Path, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    ran = stoneage("simulate", "-n", "2", "-p", "2", "-s", "1", "--seat", "my_bots:make", "--seat", "random")
    assert ran.code == 0
    assert [line.split()[2] for line in ran.out.split("\n")[2:4]] == ["my_bots:make", "random"]


def test_a_table_names_a_function_beside_it(stoneage, folder: Path) -> None:
    table = folder / "table.toml"
    seats = '[[seats]]\nname = "Bo"\npolicy = "my_bots:make"\n[[seats]]\npolicy = "random"\n'
    table.write_text(f"players = 2\nseed = 4\n{seats}", "utf-8")
    ran = stoneage("play", table)
    assert (ran.code, ran.err) == (0, "")
    assert "Bo (seat 0)" in ran.out
    checked = stoneage("check", table)
    assert checked.code == 0


def test_a_function_that_is_not_there_is_told_in_a_sentence(stoneage, folder: Path, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    ran = stoneage("play", "--players", "2", "--seat", "my_bots:made")
    assert (ran.code, ran.out) == (2, ran.out)
    assert "policy `my_bots:made` cannot be imported from `my_bots:made`: AttributeError" in ran.err
    ran = stoneage("play", "--players", "2", "--seat", "my_bots:wrong")
    assert ran.code == 2
    assert "policy `my_bots:wrong` chose None, which is none of the legal actions given" in ran.err


def test_an_unknown_name_lists_what_there_is(stoneage) -> None:
    ran = stoneage("play", "--seat", "brilliant")
    assert ran.code == 2
    assert "no policy is called `brilliant`; there are random, sensible, person, and functions as `module:function`" in ran.err
