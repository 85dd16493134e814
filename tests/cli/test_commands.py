"""The command as a whole: help, errors as messages, terminals."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from importlib.metadata import entry_points, version

import pytest

from cli.terminal import RUN, Terminal
from sources import ROOT

COMMANDS = ("play", "replay", "simulate", "show", "check", "explain")


def test_help_names_every_command(says):
    says("--help", 0, "Exit codes", *(f"\n  {command}: " for command in COMMANDS))
    assert says("", 0).out == says("--help", 0).out


def test_a_version_says_what_a_report_needs(says):
    line = says("--version", 0).out.strip()
    assert line.startswith(f"stoneage-rules {version('stoneage-rules')}, Python {platform.python_version()}, modules base, ")
    assert line.split("modules ")[1].split(", ") == sorted(point.name for point in entry_points(group="stoneage.modules"))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("play", ["TABLE, --table, -t", "--players", "--seed", "--record", "--module", "--seat", "person", "stoneage replay"]),
        ("replay", ["RECORD", "--quiet", "--unfinished", "Exit codes"]),
        ("simulate", ["TABLE", "-n", "--seed", "--policy", "SEED + i"]),
        ("show", ["KIND", "ID", "--table, -t", "--players", "--module"]),
        ("check", ["--table", "--players", "--module", "--json", "Exit codes"]),
        ("explain", ["CODE"]),
    ],
)
def test_help_of_a_command(says, command, words):
    says(f"{command} --help", 0, *words)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("paly", 'Did you mean "play"?'),
        ("play --sead 1", "--sead"),
        ("play --seed one", "one"),
        ("play --seed -1", "a seed is 0 or more"),
        ("replay", "RECORD"),
        ("simulate -n 0", "At least 1 is needed"),
        ("simulate --policy best", "no policy is called `best`; there are random, sensible"),
        ("play --seat sensibel", "did you mean `sensible`?"),
        ("play --players 2 --seat random --seat random --seat random", "3 seats are named; 2 players play"),
        ("simulate --players 2 --seat random --seat random --seat random", "3 seats are named; 2 players play"),
        ("simulate --seat person", "no policy is called `person`; there are random, sensible"),
        ("show cord", "did you mean `card`?"),
        ("show card civ-99", "nothing is called `civ-99`"),
        ("show kard civ-01", "no kind of record is called `kard`; did you mean `card`?"),
        ("explain SA999", "no code is called `SA999`"),
    ],
)
def test_a_command_line_that_makes_no_sense(says, line, message):
    assert says(line, 2, message, "--help").out == ""


@pytest.mark.parametrize("command", ["play", "simulate", "show"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--players 1", "1 player is too few. Base is for 2 to 4."),
        ("--players 5", "5 players are too many. Base is for 2 to 4."),
        ("--module bse", "No pack is called bse. Did you mean base?"),
    ],
)
def test_a_table_that_cannot_be(says, command, words, message):
    ran = says(f"{command} {words}", 2, message)
    assert ran.out == ""
    assert "line 1" not in ran.err, "there is no file to point to"


@pytest.mark.parametrize(
    ("key", "place", "word"),
    [("playrs", "table.toml:1:1", "`players`"), ("players", "table.toml:4:10", "did you mean `sensible`?")],
)
def test_a_table_file_at_fault(says, tmp_path, key, place, word):
    (tmp_path / "table.toml").write_text(f'{key} = 4\n\n[[seats]]\npolicy = "sensibel"\n', "utf-8")
    says(f"play {tmp_path}/table.toml", 2, place, word)
    says(f"check {tmp_path}/table.toml", 1, place)


@pytest.mark.parametrize("command", ["play", "replay", "simulate"])
def test_a_file_that_is_not_there(says, command):
    assert "no such file" in says(f"{command} none.toml", 2, "none.toml").err.lower()


@pytest.mark.parametrize("gone", [["rich"], ["cyclopts"], ["cyclopts", "rich"]])
def test_without_the_packages_of_the_extra(says, monkeypatch, gone):
    monkeypatch.delenv("PRE_COMMIT", raising=False)
    for name in gone:
        monkeypatch.setitem(sys.modules, name, None)
    ran = says("play", 2)
    assert (ran.out, ran.err) == (
        "", f"stoneage needs {' and '.join(gone)}: pip install 'stoneage-rules[cli]', or uvx 'stoneage-rules[cli]'\n"
    )  # fmt: skip


def test_a_hook_that_has_lost_its_command_says_how_to_name_it(says, monkeypatch):
    monkeypatch.setenv("PRE_COMMIT", "1")
    monkeypatch.setitem(sys.modules, "rich", None)
    own = 'additional_dependencies: [".[cli]", ...]'
    assert says("check my-rules", 2).err.startswith(f"stoneage needs rich: write `{own}` in .pre-commit-config.yaml, ")
    assert own.replace("...", '"my-module"') in (ROOT / "docs/packs/tests.md").read_text("utf-8")


# --- processes and terminals --------------------------------------------------------------------------------------


def test_a_reader_who_goes_away():
    """As with `stoneage show card | head -1`."""
    with subprocess.Popen([*RUN, "show", "statement"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait(timeout=60) == 141


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_on_a_terminal_there_is_colour_unless_it_is_unwanted(tmp_path):
    end = re.compile("(?!)")
    with Terminal("simulate", "-n", "2", "--players", "2", folder=tmp_path) as terminal:
        terminal.read(end)
        assert b"\x1b[1m" in terminal.raw
        assert b"playing" in terminal.raw, "the progress bar"
    with Terminal("--help", folder=tmp_path, NO_COLOR="1") as terminal:
        terminal.read(end)
        assert b"\x1b" not in terminal.raw
        assert "Exit codes" in terminal.text
