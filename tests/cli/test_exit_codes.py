"""One rule of exit codes for all commands: 0 for what is well, 1 for what is found to be wrong, 2 for what cannot be done."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from cli.terminal import RUN
from running import python
from stoneage_rules.testing import write_starter
from writing import write_metadata

CARD = '[[card]]\nid = "feast"\neffects = [{ do = "points", amount = 1 }]\n'

CASES = {
    # words for every command, by the code that they end with: what is well, what is wrong, what cannot be done
    "play": (["-s 1", "good.toml -s 1"], [], "nofile folder bytes wrong.toml -p_9 --seat_x -m_x -s_x -r_there.txt -r_no/such"),
    "replay": (["there.txt -q"], ["bytes", "empty", "good.toml"], "nofile folder --sead other-rules.txt broken.txt"),
    "simulate": (["-n 1 -p 2"], [], "nofile folder bytes wrong.toml -n_0 -n_x --policy_x -m_x"),
    "study": (["-n 1 -p 2 --csv --to new"], [], "nofile wrong.toml_--csv_--to_x -n_1 -n_0_--csv_--to_x --csv_--to_my-rules_-n_1"),
    "items": (["study", "study --json"], [], "_ nofile folder good.toml study_--report_x.txt"),
    "compare": (["good.toml good.toml -n 2"], [], "nofile_good.toml good.toml good.toml_wrong.toml good.toml_good.toml_-n_1"),
    "show": (["", "card", "card civ-01"], [], "nothing card_nothing kard_civ-01 -t_nofile -t_wrong.toml -p_9"),
    "check": (
        ["", "good.toml", "my-rules"],
        ["wrong.toml", "bytes", "bytes.zip", "empty.zip", "folder", "-p 9", "odd-rules", "wrong-rules"],
        "nofile no.zip --json_--plain -p_x",
    ),
    "coverage": (["-n 1 -p 2", "good.toml -n 1"], [], "nofile folder bytes wrong.toml -n_0 -n_x --policy_x -m_x"),
    "explain": (["", "SA205"], [], "SA999 SA205_SA206"),
    "export-web": (["page"], [], "_ my-rules page_--wheel_nofile page_--pyodide_nofile"),
    "serve": (
        [],
        [],
        "folder bytes new.txt_-t_nofile new.txt_-t_wrong.toml new.txt_-p_9 there.txt_-p_2 there.txt new.txt_--seat_sensible",
    ),
    "modules": (["", "good.toml", "-m base"], [], "nofile folder bytes wrong.toml -m_bse"),
    "why": (["'building base:bld-01 points'"], [], "_ nonsense 'building_base:bld-01_x' 'card_base:civ-01'_nofile"),
    "diff": (["base", "base good.toml"], [], "_ nofile base_nofile base_wrong.toml base_folder"),
    "new": (
        ["other-rules", "--list", "feast --from harvest-feast"],
        [],
        "_ x_--from_bakry x_--from_bakery_--kind_plugin folder empty no/such my-rules 'Not_An_Id' fine_--id_'Not_An_Id' base",
    ),
    "rules": (["base.place", "base.place.hut"], [], "base.plaec.hut x_-t_nofile x_-m_folder"),
    "schema": (["--to schemas"], [], "nofile wrong.toml --to_empty --to_empty/x"),
    "test": (
        ["my-rules --only loads", "my-rules --only scenarios", "base --only repeats"],
        ["odd-rules --only scenarios"],
        "_ nowhere folder bytes bytes.zip wrong-rules wrong-rules_--only_edits my-rules_--only_laods",
    ),
}


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
    study = [*RUN, "study", "-n", "1", "-p", "2", "--csv", "--to", "study"]
    subprocess.run(study, cwd=place, check=True, stdout=subprocess.DEVNULL)
    record = [*RUN, "play", "good.toml", "-s", "1", "-r", "there.txt"]
    subprocess.run(record, cwd=place, check=True, stdout=subprocess.DEVNULL)
    text = (place / "there.txt").read_text("utf-8")
    (place / "other-rules.txt").write_text(text.replace("players = 2", 'players = 2\nmodules = ["nothing"]'), "utf-8")
    (place / "broken.txt").write_text(text.replace("players = 2", "players = 99"), "utf-8")
    return place


TRIED = [
    (f"{command} {words}", code)
    for command, (well, wrong, not_done) in CASES.items()
    for code, several in enumerate((well, wrong, [words.replace("_", " ") for words in not_done.split()]))
    for words in several
]


@pytest.mark.parametrize(("line", "code"), TRIED)
def test_a_command_ends_with_the_code_of_the_rule(says, monkeypatch, place, line, code):
    monkeypatch.chdir(place)
    ran = says(line, code)
    assert bool(ran.err) == (code == 2 or (line.startswith("replay") and code == 1)), (
        "what cannot be done is said beside the output"
    )


def test_every_command_is_tried(says):
    shown = says("--help", 0).out
    assert {*re.findall(r"^  ([a-z][a-z-]*): ", shown, re.MULTILINE)} == {*CASES}, "give each command its words in CASES"


def test_a_letter_that_the_terminal_does_not_have(place):
    (place / "my-rules" / "odd.toml").write_text('[[card]]\nid = "café"\n', "utf-8")
    done = python("-m", "stoneage_rules", "check", "my-rules", folder=place, code=1, PYTHONIOENCODING="ascii")
    (place / "my-rules" / "odd.toml").unlink()
    assert done.stderr == ""
    assert r"caf\xe9" in done.stdout


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


def test_a_plugin_that_raises_is_named(tmp_path):
    package = tmp_path / "trial_slip"
    write_starter(package, "slip")
    (package / "plugin.py").write_text(SLIP, "utf-8")
    write_metadata(tmp_path, "trial_slip", "slip = trial_slip.plugin")
    for command in (["play"], ["simulate", "-n", "1"]):
        done = python("-m", "stoneage_rules", *command, "-m", "slip", "-s", 1, code=2, PYTHONPATH=str(tmp_path))
        (line,) = done.stderr.splitlines()
        assert line.startswith("plugin slip (trial_slip.plugin), hook stoneage_roll_adjustment: ZeroDivisionError: a slip;")
