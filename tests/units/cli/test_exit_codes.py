"""One rule of exit codes for all commands: 0 for what is well, 1 for what is found to be wrong, 2 for what cannot be done."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cli.test_commands import RUN
from stoneage_rules.cli.app import COMMANDS, HELP
from stoneage_rules.cli.screen import MEANINGS
from stoneage_rules.testing import write_starter

CARD = '[[card]]\nid = "feast"\neffects = [{ do = "points", amount = 1 }]\n'

CASES: dict[str, tuple[list[str], list[str], list[str]]] = {
    # what is well, what is wrong, what cannot be done; a bar parts the words
    "play": (
        ["-s|1", "good.toml|-s|1"],
        [],
        ["nofile", "folder", "bytes", "wrong.toml", "-p|9", "--seat|x", "-m|x", "-s|x", "-r|there.txt", "-r|no/such"],
    ),
    "replay": (
        ["there.txt|-q"],
        ["bytes", "empty", "good.toml"],
        ["nofile", "folder", "--sead", "other-rules.txt", "broken.txt"],
    ),
    "simulate": (["-n|1|-p|2"], [], ["nofile", "folder", "bytes", "wrong.toml", "-n|0", "-n|x", "--policy|x", "-m|x"]),
    "show": (["", "card", "card|civ-01"], [], ["nothing", "card|nothing", "kard|civ-01", "-t|nofile", "-t|wrong.toml", "-p|9"]),
    "check": (
        ["", "good.toml", "my-rules"],
        ["wrong.toml", "bytes", "bytes.zip", "empty.zip", "folder", "-p|9", "odd-rules", "wrong-rules"],
        ["nofile", "no.zip", "--json|--plain", "-p|x"],
    ),
    "coverage": (
        ["-n|1", "good.toml|-n|1"],
        [],
        ["nofile", "folder", "bytes", "wrong.toml", "-n|0", "-n|x", "--policy|x", "-m|x"],
    ),
    "explain": (["", "SA205"], [], ["SA999", "SA205|SA206"]),
    "modules": (["", "good.toml", "-m|base"], [], ["nofile", "folder", "bytes", "wrong.toml", "-m|bse"]),
    "why": (["building base:bld-01 points"], [], ["", "nonsense", "building base:bld-01 x", "card base:civ-01|nofile"]),
    "diff": (["base", "base|good.toml"], [], ["", "nofile", "base|nofile", "base|wrong.toml", "base|folder"]),
    "new": (["other-rules"], [], ["", "folder", "empty", "no/such", "my-rules", "Not An Id", "fine|--id|Not An Id", "base"]),
    "rules": (["base.place", "base.place.hut"], [], ["base.plaec.hut", "x|-t|nofile", "x|-m|folder"]),
    "schema": (["--to|schemas"], [], ["nofile", "wrong.toml", "--to|empty", "--to|empty/x"]),
    "test": (
        ["my-rules|--only|loads", "my-rules|--only|scenarios", "base|--only|repeats"],
        ["odd-rules|--only|scenarios"],
        ["", "nowhere", "folder", "bytes", "bytes.zip", "wrong-rules", "wrong-rules|--only|edits", "my-rules|--only|laods"],
    ),
}
"""Words for every command, by the code that they end with."""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with what commands are tried on."""
    place = tmp_path_factory.mktemp("place")
    write_starter(place / "my-rules")
    for name in ("odd-rules", "wrong-rules"):
        write_starter(place / name)
    (place / "odd-rules" / "odd.toml").write_text(
        CARD + 'rules = []\nreconstructed = ["effects"]\n[[symbol]]\nid = "idle"\n', "utf-8"
    )
    scenarios = place / "odd-rules" / "tests" / "scenarios.toml"
    scenarios.write_text(scenarios.read_text("utf-8") + '\n[[scenario]]\nname = "Not so"\nthen = { round = 9 }\n', "utf-8")
    (place / "wrong-rules" / "wrong.toml").write_text(CARD.replace("1", '"1"'), "utf-8")
    (place / "folder").mkdir()
    for name in ("bytes", "bytes.zip"):
        (place / name).write_bytes(bytes(range(255, 0, -1)) * 3)
    for name in ("empty", "empty.zip"):
        (place / name).touch()
    (place / "good.toml").write_text("players = 2\n", "utf-8")
    (place / "wrong.toml").write_text("plyers = 2\n", "utf-8")
    record = [*RUN, "play", "good.toml", "-s", "1", "-r", "there.txt"]
    subprocess.run(record, cwd=place, check=True, stdout=subprocess.DEVNULL)
    text = (place / "there.txt").read_text("utf-8")
    (place / "other-rules.txt").write_text(text.replace("players = 2", 'players = 2\nmodules = ["nothing"]'), "utf-8")
    (place / "broken.txt").write_text(text.replace("players = 2", "players = 99"), "utf-8")
    return place


TRIED = [(command, code, words) for command, tried in CASES.items() for code, several in enumerate(tried) for words in several]


@pytest.mark.parametrize(("command", "code", "words"), TRIED, ids=lambda part: str(part) or "-")
def test_a_command_ends_with_the_code_of_the_rule(stoneage, monkeypatch, place, command, code, words):
    monkeypatch.chdir(place)
    ran = stoneage(command, *[word for word in words.split("|") if word])
    assert ran.code == code, ran.out + ran.err
    assert bool(ran.err) == (code == 2 or (command == "replay" and code == 1)), "what cannot be done is said beside the output"


def test_every_command_is_tried():
    assert set(CASES) == {place.partition(":")[2] for place in COMMANDS}
    assert all(f"- {code}: {meaning}" in HELP for code, meaning in MEANINGS.items())


def test_a_letter_that_the_terminal_does_not_have(place):
    (place / "my-rules" / "odd.toml").write_text('[[card]]\nid = "café"\n', "utf-8")
    done = subprocess.run(
        [*RUN, "check", "my-rules"], cwd=place, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False
    )
    (place / "my-rules" / "odd.toml").unlink()
    assert (done.returncode, done.stderr) == (1, b"")
    assert rb"caf\xe9" in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no file that is always full")
def test_an_output_that_cannot_be_written():
    with open("/dev/full", "w") as full:
        done = subprocess.run([*RUN, "explain"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"the output: No space left on device\n")


SLIP = """
from stoneage_rules.plugin import hookimpl

@hookimpl
def stoneage_roll_adjustment():
    raise ZeroDivisionError("a slip")
"""


@pytest.mark.parametrize("command", ["play", "simulate -n 1"])
def test_a_plugin_that_raises_is_named(tmp_path, command):
    package = tmp_path / "trial_slip"
    write_starter(package, "slip")
    (package / "__init__.py").touch()
    (package / "plugin.py").write_text(SLIP, "utf-8")
    listed = tmp_path / "trial_slip-1.0.dist-info"
    listed.mkdir()
    (listed / "METADATA").write_text("Metadata-Version: 2.1\nName: trial-slip\nVersion: 1.0\n", "utf-8")
    (listed / "entry_points.txt").write_text("[stoneage.modules]\nslip = trial_slip.plugin\n", "utf-8")
    done = subprocess.run(
        [sys.executable, *RUN[1:], *command.split(), "-m", "slip", "-s", "1"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("plugin slip (trial_slip.plugin), hook stoneage_roll_adjustment: ZeroDivisionError: a slip;")
    assert done.stderr.count("\n") == 1
