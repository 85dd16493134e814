"""The findings that `stoneage test` shows: all of it on demand, and the same for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.sound_pack import GOOD, PROPERTY, SCENARIO, SPLASH
from stoneage_rules import ContentError
from stoneage_rules.testing import check_pack, read_scenarios, run_properties
from writing import write_pack

MANY = SCENARIO.format(berries=3) + "".join(
    f'\n[[scenario]]\nname = "Round {number}"\nthen = {{ round = {number} }}\n' for number in range(1, 14)
)
"""Two that pass, and twelve that do not."""


def test_it_is_said_how_many_more_there_are_and_how_to_see_them(tmp_path: Path, stoneage: Callable[..., Any]) -> None:
    pack = write_pack(tmp_path, {**GOOD, "tests/scenarios.toml": MANY}, more=SPLASH)
    ran = stoneage("test", pack, "--only", "scenarios")
    assert ran.code == 1
    assert ran.out.count(": Round ") == 8
    assert "\n    and 4 more; `stoneage test PACK --only scenarios --all` shows them\n" in ran.out
    ran = stoneage("test", pack, "--only", "scenarios", "--all")
    assert ran.code == 1
    assert ran.out.count(": Round ") == 12
    assert "more;" not in ran.out
    assert "scenarios.toml:22: round: expected 3, found 1\n" in ran.out


def test_results_as_json(tmp_path: Path, stoneage: Callable[..., Any]) -> None:
    given = "given = { seats = { 0 = { goods = { bery = 1 } } } }"
    unknown = f'\n[[scenario]]\nname = "Who is that?"\n{given}\nthen = {{ round = 1 }}\n'
    files = {
        **GOOD,
        "tests/scenarios.toml": SCENARIO.format(berries=4) + unknown,
        "tests/properties.toml": PROPERTY.format(berries=1),
    }
    pack = write_pack(tmp_path, files, more=SPLASH)
    ran = stoneage("test", pack, "--json")
    assert ran.code == 1
    found = json.loads(ran.out)
    keys = ["check", "name", "file", "line", "outcome", "messages", "warnings", "diagnostics"]
    assert all(list(entry) == keys for entry in found)
    assert [(entry["check"], entry["name"], entry["outcome"]) for entry in found if entry["outcome"] == "failed"] == [
        ("scenarios", "Two berries from the bush", "failed"),
        ("scenarios", "Who is that?", "failed"),
        ("properties", "Berries are bounded", "failed"),
    ]
    berries, who, bounded = (entry for entry in found if entry["outcome"] == "failed")
    assert (berries["file"], berries["line"]) == (str(pack / "tests" / "scenarios.toml"), 7)
    assert berries["messages"][0].endswith("seats.0.goods.berry: expected 4, found 3")
    assert berries["diagnostics"] == []
    (finding,) = who["diagnostics"]
    assert (finding["code"], finding["place"]["line"], finding["place"]["column"]) == ("SA203", 14, 37)
    assert "did you mean `berry`?" in finding["help"]
    assert finding["fixes"] == []
    assert bounded["messages"][0].startswith("2 players, seed ")
    (loads,) = [entry for entry in found if entry["name"] == "loads"]
    assert (loads["file"], loads["line"], loads["messages"]) == (None, None, ["4 tables: 2, 3 players; options splash"])


@pytest.mark.parametrize("file", ["rules.toml", "pack.toml"])
def test_what_does_not_load_is_json_too(file: str, tmp_path: Path, stoneage: Callable[..., Any]) -> None:
    """With the findings as `check --json` has them."""
    pack = write_pack(tmp_path, GOOD, more=SPLASH)
    (pack / file).write_text((pack / file).read_text("utf-8") + "\n[idle]\n", "utf-8")
    ran = stoneage("test", pack, "--json")
    assert ran.code == 2
    (loads,) = [entry for entry in json.loads(ran.out) if entry["name"] == "loads"]
    assert loads["outcome"] == "failed"
    (wanted,) = json.loads(stoneage("check", pack, "--json").out)["findings"]
    assert wanted in loads["diagnostics"]


def test_a_file_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    files = {**GOOD, "tests/first.toml": '[[scenario]]\nnam = "No"\n', "tests/scenarios.toml": SCENARIO.format(berries=4)}
    (result,) = check_pack(write_pack(tmp_path, files, more=SPLASH), only=["scenarios"])
    assert "no key is called `nam`" in result.detail
    assert "expected 4, found 3" in result.detail


TABLES = {
    'modules = ["nowhere"]': (3, 12, "SA301"),
    "players = 9": (3, 11, "SA302"),
    'options.base.edtion = "x"': (3, 14, "SA303"),
    "first_seat = 4": (3, 14, "SA303"),
}


@pytest.mark.parametrize("line", TABLES)
@pytest.mark.parametrize("own", [False, True])
def test_the_table_of_a_test_is_told_where_it_stands(line: str, own: bool, tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    entry = '[[scenario]]\nname = "x"\nthen = { round = 1 }\n'
    text = f"{entry}[scenario.table]\n{line}\n" if own else f"\n[table]\n{line}\n\n{entry}"
    file.write_text(text, "utf-8")
    (scenario,) = read_scenarios(file)
    (finding,) = scenario.run().findings
    number, column, code = TABLES[line]
    assert (finding.code, finding.place.file) == (code, str(file))
    assert (finding.place.span.line, finding.place.span.column) == (number + 2 * own, column)


def test_a_player_count_of_a_property_is_told_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "properties.toml"
    claim = 'always = { at = "end-of-game", meets = [{ round = "now", min = 1 }] }'
    file.write_text(f'[[property]]\nname = "x"\n{claim}\nfor = {{ players = [2, 7], games = 1 }}\n', "utf-8")
    with pytest.raises(ContentError) as caught:
        run_properties(file)
    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.place.file, finding.place.span.line, finding.place.span.column) == ("SA302", str(file), 4, 23)
