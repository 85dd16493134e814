"""The command as a whole: help, errors as messages, terminals."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from importlib.metadata import version

import pytest

COMMANDS = ("play", "replay", "simulate", "show", "check", "explain")
RUN = [sys.executable, "-m", "stoneage_rules"]


def test_help_names_every_command(says):
    says("--help", 0, "Exit codes", *(f"\n  {command}: " for command in COMMANDS))
    assert says("", 0).out == says("--help", 0).out
    assert says("--version", 0).out.strip() == version("stoneage-rules")


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
        ("simulate -n 0", "at least one game is played"),
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
    for name in gone:
        monkeypatch.setitem(sys.modules, name, None)
    ran = says("play", 2)
    assert (ran.out, ran.err) == (
        "", f"stoneage: the command needs {' and '.join(gone)}; install with: pip install 'stoneage-rules[cli]'\n"
    )  # fmt: skip


# --- processes and terminals --------------------------------------------------------------------------------------


def test_a_reader_who_goes_away():
    """As with `stoneage show card | head -1`."""
    with subprocess.Popen([*RUN, "show", "statement"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait(timeout=60) == 141


def test_interrupted_from_outside():
    command = subprocess.Popen(
        [*RUN, "play", "--players", "2", "--seat", "person", "--seat", "sensible", "--seed", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # Whoever is started in the background is deaf to it, and so are its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert command.stdout is not None
    while b"Seat 0 chooses" not in command.stdout.readline():
        assert command.poll() is None
    time.sleep(0.3)
    command.send_signal(signal.SIGINT)
    _, err = command.communicate(timeout=60)
    assert (command.returncode, err.strip()) == (2, b"interrupted")


def in_terminal(*words: str, **environment: str) -> str:
    """Returns what the command writes to a terminal."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **environment}
    text = b""
    with subprocess.Popen([*RUN, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=env) as command:
        os.close(theirs)
        try:
            while more := os.read(ours, 65536):
                text += more
        except OSError:  # Linux tells the end of a terminal like this
            pass
        os.close(ours)
        assert command.wait(timeout=60) == 0
    return text.decode()


def test_on_a_terminal_there_is_colour_unless_it_is_unwanted():
    shown = in_terminal("simulate", "-n", "2", "--players", "2", NO_COLOR="")
    assert "\x1b[1m" in shown
    assert "playing" in shown, "the progress bar"
    plain = in_terminal("--help", NO_COLOR="1")
    assert "\x1b" not in plain
    assert "Exit codes" in plain
