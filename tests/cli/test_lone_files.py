"""`test` of a lone file: scenarios or properties, at the table that file and command line make together."""

from __future__ import annotations

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


def test_scenarios_run_at_the_table_of_the_command_line(says, data, here):
    assert says("test some.toml --table table.toml", 0).out == "passed  scenarios: 1 scenario\n1 passed\n"
    says("test some.toml --table table.toml -p 2", 1, "some.toml:4:20: seats are numbered from 0 to 1")
    (entry,) = data("test some.toml -p 3")
    assert (entry["check"], entry["name"], entry["line"], entry["outcome"]) == ("scenarios", "the last seat", 3, "passed")


@pytest.mark.parametrize(
    ("head", "words", "said"),
    [
        ("", "-p 0", "--> the setting `players = 0`"),
        ("", "-p 3 -m igloo", '--> the setting `modules = ["igloo"]`'),
        ('[table]\nmodules = ["igloo"]\n', "-p 3 -m base", "--> some.toml:2:12"),
    ],
)
def test_a_setting_is_a_fault_of_the_command_line_or_of_the_file(says, here, head, words, said):
    (here / "some.toml").write_text(head + SCENARIOS, "utf-8")
    ran = says(f"test some.toml {words}", 1, said)
    assert ("--> some.toml" in ran.out) is bool(head)


@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        ("[table]\nplayers = 4\n" + SCENARIOS.replace("2 = 1", "3 = 0, 2 = 1"), "--table table.toml", 0),
        ("[table]\nplayers = 4\n" + SCENARIOS.replace("2 = 1", "3 = 0, 2 = 1"), "-p 3", 1),
        (SCENARIOS + "table = { players = 4 }\n", "-p 2", 0),
    ],
)
def test_the_file_goes_before_the_table_and_its_scenarios_before_all(says, here, text, words, code):
    (here / "some.toml").write_text(text, "utf-8")
    says(f"test some.toml {words}", code)


@needs("wild-animals")
def test_modules_of_all_are_enabled(says, here):
    (here / "table.toml").write_text('players = 3\nmodules = ["wild-animals"]\n', "utf-8")
    (here / "some.toml").write_text(SCENARIOS.replace("acting = 2", "acting = 2, zones = { animals-waiting = [] }"), "utf-8")
    says("test some.toml --table table.toml", 0)
    says("test some.toml -p 3 -m wild-animals", 0)
    says("test some.toml -p 3", 1, "no zone is called")


def test_properties_run_alone_too(says, here):
    (here / "some.toml").write_text(PROPERTIES, "utf-8")
    assert says("test some.toml -p 2", 0).out == "passed  properties: 1 property in 1 game\n1 passed\n"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", 1, "there is no scenario and no property in it"),
        ("[[scene]]\n", 2, "no key is called `scene`"),
        ("players = 2\n" + SCENARIOS, 2, "settings stand under `[table]`"),
        ('[[patch.location]]\ntarget = "base:hunt"\n' + SCENARIOS, 2, "content lies beside the folder of tests; in it,"),
    ],
)
def test_what_is_no_file_of_tests_is_told(says, here, text, code, said):
    (here / "some.toml").write_text(text, "utf-8")
    says("test some.toml", code, said)


def test_words_for_a_file_of_tests_are_not_for_a_pack(says, pack):
    says("test my-rules/rules.toml", 2, "content of a pack; name the folder of the pack: `stoneage test ./my-rules`")
    says("test base -p 2", 2, "are for a file of tests")
