"""The command as a whole: help, exit codes, errors as messages, terminals."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time

import pytest

from command import main

COMMANDS = ("play", "replay", "simulate", "show", "check", "explain")
RUN = [sys.executable, "-c", "import sys; from stoneage_rules.cli import main; sys.exit(main())"]


def test_help_names_every_command(stoneage):
    ran = stoneage("--help")
    assert ran.code == 0
    for command in COMMANDS:
        assert f"\n  {command}: " in ran.out
    assert "Exit codes" in ran.out
    assert stoneage().code == 0, "without a command, help is shown"


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
def test_help_of_a_command(stoneage, command, words):
    ran = stoneage(command, "--help")
    assert ran.code == 0
    for word in words:
        assert word in ran.out


def test_the_version(stoneage):
    from importlib.metadata import version

    assert stoneage("--version").out.strip() == version("stoneage-rules")


def test_the_library_as_a_program_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "stoneage_rules", "explain", "SA999"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no code is called `SA999`" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["paly"], 'Did you mean "play"?'),
        (["play", "--sead", "1"], "--sead"),
        (["play", "--seed", "one"], "one"),
        (["play", "--seed", "-1"], "a seed is 0 or more"),
        (["replay"], "RECORD"),
        (["simulate", "-n", "0"], "at least one game is played"),
        (["simulate", "--policy", "best"], "no policy is called `best`; there are random, sensible"),
        (["play", "--seat", "sensibel"], "did you mean `sensible`?"),
        (["play", "--players", "2", *["--seat", "random"] * 3], "3 seats are named; 2 players play"),
        (["simulate", "--players", "2", *["--seat", "random"] * 3], "3 seats are named; 2 players play"),
        (["simulate", "--seat", "person"], "no policy is called `person`; there are random, sensible"),
        (["show", "cord"], "did you mean `card`?"),
        (["show", "card", "civ-99"], "nothing is called `civ-99`"),
        (["show", "kard", "civ-01"], "no kind of record is called `kard`; did you mean `card`?"),
        (["explain", "SA999"], "no code is called `SA999`"),
    ],
)
def test_a_command_line_that_makes_no_sense(stoneage, words, message):
    ran = stoneage(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert "--help" in ran.err


@pytest.mark.parametrize("command", ["play", "simulate", "show"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "1"], "1 player is too few. Base is for 2 to 4."),
        (["--players", "5"], "5 players are too many. Base is for 2 to 4."),
        (["--module", "bse"], "No pack is called bse. Did you mean base?"),
    ],
)
def test_a_table_that_cannot_be(stoneage, command, words, message):
    ran = stoneage(command, *words)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert "line 1" not in ran.err, "there is no file to point to"


def test_a_table_file_at_fault(stoneage, tmp_path):
    table = tmp_path / "table.toml"
    table.write_text('playrs = 4\n\n[[seats]]\npolicy = "sensibel"\n', "utf-8")
    ran = stoneage("play", table)
    assert ran.code == 2
    assert f"{table}:1:1" in ran.err
    assert "`players`" in ran.err
    table.write_text('players = 4\n\n[[seats]]\npolicy = "sensibel"\n', "utf-8")
    ran = stoneage("play", table)
    assert ran.code == 2
    assert f"{table}:4:10" in ran.err
    assert "did you mean `sensible`?" in ran.err


@pytest.mark.parametrize("command", ["play", "replay", "simulate"])
def test_a_file_that_is_not_there(stoneage, tmp_path, command):
    ran = stoneage(command, tmp_path / "none.toml")
    assert ran.code == 2
    assert "none.toml" in ran.err
    assert "no such file" in ran.err.lower()


@pytest.mark.parametrize("gone", [["rich"], ["cyclopts"], ["cyclopts", "rich"]])
def test_without_the_packages_of_the_extra(stoneage, monkeypatch, gone):
    for name in gone:
        monkeypatch.setitem(sys.modules, name, None)
    ran = stoneage("play")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err == (f"stoneage: the command needs {' and '.join(gone)}; install with: pip install 'stoneage-rules[cli]'\n")


def test_a_reader_who_goes_away(tmp_path):
    """As with `stoneage show card | head -1`."""
    command = subprocess.Popen([*RUN, "show", "statement"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.close()
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait(timeout=60) == 141


def test_interrupted_from_outside():
    command = subprocess.Popen(
        [*RUN, "play", "--players", "2", "--seat", "person", "--seat", "sensible", "--seed", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # Whoever is started in the background is deaf to it, and so are its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert command.stdout is not None
    assert command.stderr is not None
    while b"Seat 0 chooses" not in command.stdout.readline():
        assert command.poll() is None
    time.sleep(0.3)
    command.send_signal(signal.SIGINT)
    out, err = command.communicate(timeout=60)
    assert command.returncode == 2
    assert err.decode().strip() == "interrupted"


def in_terminal(*words: str, **environment: str) -> str:
    """Returns what the command writes to a terminal."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **environment}
    with subprocess.Popen([*RUN, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=env) as command:
        os.close(theirs)
        text = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:  # Linux tells the end of a terminal like this
                break
            if not more:
                break
            text += more
        os.close(ours)
        assert command.wait(timeout=60) == 0
    return text.decode()


def test_on_a_terminal_there_is_colour_unless_it_is_unwanted():
    shown = in_terminal("simulate", "-n", "3", "--players", "2", NO_COLOR="")
    assert "\x1b[1m" in shown
    assert "playing" in shown, "the progress bar"
    plain = in_terminal("--help", NO_COLOR="1")
    assert "\x1b" not in plain
    assert "Exit codes" in plain


def test_the_entry_point_is_this_function():
    from importlib.metadata import entry_points

    (point,) = entry_points(group="console_scripts", name="stoneage")
    assert point.load() is main
