"""Commands where a user cannot easily bring them: broken installations, endless games, ties, texts that steer a terminal."""

from __future__ import annotations

import io
import json
import re
import sys
from functools import partial
from importlib.metadata import EntryPoint

import pytest

import stoneage_rules as sa
from packs.toy import write
from stoneage_rules.cli import games
from stoneage_rules.cli import modules as listing
from stoneage_rules.cli.boards import show_scores
from stoneage_rules.cli.games import viewer_of
from stoneage_rules.cli.screen import screen
from stoneage_rules.cli.terminal import GAME_HELP
from stoneage_rules.loading.installed import Installed
from stoneage_rules.many import simulation
from stoneage_rules.many.simulation import Series
from stoneage_rules.testing import position
from stoneage_rules.text import UNSAFE

EVIL = "\x1b]0;x\x07\u202eevil\U000e0041\x9b2J"


@pytest.mark.parametrize(
    ("root", "told"),
    [
        (None, "there is no package `doubtful`, which its entry point `doubtful` names"),
        ("named-otherwise", "its pack calls itself `doubtful`; entry point and pack.toml must agree"),
        ("unreadable", "unreadable/pack.toml:1: "),
    ],
)
def test_an_installed_module_that_cannot_be_enabled_is_listed_as_broken(stoneage, tmp_path, monkeypatch, root, told):
    folder = root and write(tmp_path, "doubtful", "", requires={"base": ">=1"}).rename(tmp_path / root)
    if root == "unreadable":
        (folder / "pack.toml").write_text("format = 1\n", "utf-8")
    known = Installed("rules", EntryPoint("rules", "doubtful", "stoneage.modules"), folder)
    monkeypatch.setattr(listing, "installed_modules", lambda: {"rules": known})
    (line,) = stoneage("modules").out.splitlines()
    assert line.startswith("rules: broken: ")
    assert told in line


def test_simulate_interrupted(stoneage, monkeypatch):
    really = Series.__call__

    def interrupted(self, number):
        if number == 3:
            raise KeyboardInterrupt
        return really(self, number)

    monkeypatch.setattr(Series, "__call__", interrupted)
    ran = stoneage("simulate", "-n", "50", "-p", "2", "-s", "1")
    assert (ran.code, ran.out[:18], ran.err) == (2, "3 games, 2 players", "interrupted after 3 of 50 games\n")


NO_PLACING = """
[[patch.course]]
target = "base:order-of-play"
drop.phases = ["placing"]
[[remove.phase]]
target = "placing"
why = "nobody ever works, so that nothing ever runs out"
"""


@pytest.mark.parametrize(
    ("command", "which"), [(["simulate", "-n", "3"], "game 0, seed 7, by seat: sensible, sensible"), (["play"], "seed 7")]
)
def test_a_game_that_does_not_end_is_the_last_one(stoneage, tmp_path, monkeypatch, command, which):
    pack = write(tmp_path, "doubtful", NO_PLACING, requires={"base": ">=1"})
    monkeypatch.setattr(games, "Game", partial(sa.Game, longest=300))
    monkeypatch.setattr(simulation, "LONGEST", 300)
    ran = stoneage(*command, "-p", "2", "-s", "7", "-m", pack)
    assert ran.code == 1
    assert re.fullmatch(which + r": not over after 300 steps, in round \d+\n", ran.err)


def test_a_tie_is_shown_with_what_breaks_it(capsys):
    rules = sa.load(players=2)
    seats = {0: {"points": 9}, 1: {"points": 9, "figures": 6}}
    show_scores(position(rules, {"over": True, "seats": seats}), sa.Narrator(rules))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines if line.startswith("tie-break ")] == [["tie-break", "5", "6"]]
    assert lines[-2:] == ["tie-break: agriculture + total tool value + figures", "seat 1 wins"]


def test_texts_cannot_steer_the_terminal(capsys, monkeypatch):
    data = {"name": EVIL}
    screen.table(["points", EVIL], [["1", "2\u200f"]])
    assert UNSAFE & set(capsys.readouterr().out) == {"\n"}
    screen.json(data)
    assert json.loads(capsys.readouterr().out) == data
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    screen.json(data)
    shown = capsys.readouterr().out
    assert json.loads(shown) == data
    assert UNSAFE & set(shown) == {"\n"}


@pytest.mark.parametrize(
    ("policies", "viewer"),
    [
        (["sensible", "random"], "all"),
        (["sensible", "person"], 1),
        (["person", "random", "sensible"], 0),
        (["person", "person"], None),
    ],
)
def test_for_whose_eyes_the_log_is(policies, viewer):
    """A person is not shown what the others draw; see `Narrator`."""
    assert viewer_of([seat for seat, policy in enumerate(policies) if policy == "person"]) == viewer


def test_the_help_fits_a_narrow_terminal():
    assert max(map(len, GAME_HELP.splitlines())) <= 80


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
def test_json_is_utf_8_whatever_the_output_is(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, where a pipe has the code page of the system."""
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding, errors="backslashreplace"))
    names = ["Zoë", "北", "a\n"]
    screen.json(names)
    sys.stdout.flush()
    assert json.loads(written.getvalue().decode("utf-8")) == names
