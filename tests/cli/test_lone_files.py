"""`test` of a lone file: scenarios or properties, at the table that file and command line make together."""

from __future__ import annotations

import json

import pytest

from shipped import needs

SCENARIOS = """
[[scenario]]
name = "the last seat"
given = { acting = 2 }
do = ["2: place hunt 1"]
then = { figures = { hunt = { 2 = 1 } } }
"""
PROPERTIES = """
[[property]]
name = "two play"
always = { at = "end-of-game", meets = [{ figures = "all", of = "all", min = 10 }] }
for = { games = 1 }
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.toml").write_text(SCENARIOS, "utf-8")
    (tmp_path / "table.toml").write_text("players = 3\nseed = 4\n", "utf-8")
    return tmp_path


def test_scenarios_run_at_the_table_of_the_command_line(stoneage, here):
    ran = stoneage("test", "some.toml", "--table", "table.toml")
    assert (ran.code, ran.out) == (0, "passed  scenarios: 1 scenario\n1 passed\n")
    ran = stoneage("test", "some.toml", "--table", "table.toml", "-p", "2")
    assert ran.code == 1
    assert "some.toml:4:20: seats are numbered from 0 to 1" in ran.out


def test_a_setting_of_the_command_line_is_no_fault_of_the_file(stoneage, here):
    said = stoneage("test", "some.toml", "-p", "0").out
    assert "--> the setting `players = 0`" in said
    assert "some.toml:1" not in said
    (here / "some.toml").write_text('[table]\nmodules = ["igloo"]\n' + SCENARIOS, "utf-8")
    said = stoneage("test", "some.toml", "-p", "3", "-m", "base").out
    assert "--> some.toml:2:12" in said
    (here / "some.toml").write_text(SCENARIOS, "utf-8")
    said = stoneage("test", "some.toml", "-p", "3", "-m", "igloo").out
    assert '--> the setting `modules = ["igloo"]`' in said
    assert "[scenario]]" not in said


def test_the_file_goes_before_the_table_and_its_scenarios_before_all(stoneage, here):
    (here / "some.toml").write_text("[table]\nplayers = 4\n" + SCENARIOS.replace("2 = 1", "3 = 0, 2 = 1"), "utf-8")
    assert stoneage("test", "some.toml", "--table", "table.toml").code == 0
    assert stoneage("test", "some.toml", "-p", "3").code == 1
    (here / "some.toml").write_text(SCENARIOS + "table = { players = 4 }\n", "utf-8")
    assert stoneage("test", "some.toml", "-p", "2").code == 0


@needs("wild-animals")
def test_modules_of_all_are_enabled(stoneage, here):
    (here / "table.toml").write_text('players = 3\nmodules = ["wild-animals"]\n', "utf-8")
    (here / "some.toml").write_text(SCENARIOS.replace("acting = 2", "acting = 2, zones = { animals-waiting = [] }"), "utf-8")
    assert stoneage("test", "some.toml", "--table", "table.toml").code == 0
    assert stoneage("test", "some.toml", "-p", "3", "-m", "wild-animals").code == 0
    assert "no zone is called" in stoneage("test", "some.toml", "-p", "3").out


def test_properties_run_alone_too(stoneage, here):
    (here / "some.toml").write_text(PROPERTIES, "utf-8")
    ran = stoneage("test", "some.toml", "-p", "2")
    assert (ran.code, ran.out) == (0, "passed  properties: 1 property in 1 game\n1 passed\n")


def test_the_result_is_data_too(stoneage, here):
    (entry,) = json.loads(stoneage("test", "some.toml", "-p", "3", "--json").out)
    assert (entry["check"], entry["name"], entry["line"], entry["outcome"]) == ("scenarios", "the last seat", 3, "passed")


def test_what_is_no_file_of_tests_is_told(stoneage, here):
    (here / "some.toml").write_text("", "utf-8")
    assert "there is no scenario and no property in it" in stoneage("test", "some.toml").out
    (here / "some.toml").write_text("[[scene]]\n", "utf-8")
    ran = stoneage("test", "some.toml")
    assert ran.code != 0
    assert "no key is called `scene`" in ran.out + ran.err
    (here / "some.toml").write_text("players = 2\n" + SCENARIOS, "utf-8")
    assert "settings stand under `[table]`" in stoneage("test", "some.toml").err
    (here / "some.toml").write_text('[[patch.location]]\ntarget = "base:hunt"\n' + SCENARIOS, "utf-8")
    assert "content lies beside the folder of tests, and not in it" in stoneage("test", "some.toml").err
    stoneage("new", "my-rules")
    assert (
        "content of a pack; name the folder of the pack: `stoneage test ./my-rules`"
        in stoneage("test", "my-rules/rules.toml").err
    )
    assert "are for a file of tests" in stoneage("test", "base", "-p", "2").err
