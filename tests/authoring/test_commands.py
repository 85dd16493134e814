"""The commands `new` and `test`: their arguments, what they write and their exit codes.

What a new pack is, and what each check finds, is proved elsewhere.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import main
from writing import write_pack


def test_a_new_pack_can_be_called_otherwise_than_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "First try"
    assert main(["new", str(folder), "--id", "first-try"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == f"  {folder.as_posix()}/pack.toml"
    assert 'id = "first-try"' in (folder / "pack.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["new"], 2, "name the folder to be made"),
        (["new", "there"], 2, "exists already"),
        (["new", "there", "--kind", "plugin"], 2, "exists already"),
        (["new", "There is"], 2, "cannot be the id of a pack"),
        (["test"], 2, "PACK"),
        (["test", "bsae"], 2, "bsae does not exist, and no module of this id is installed; did you mean `base`?"),
        (["test", "./there"], 2, "SA104"),
        (["test", "./there", "--only", "laods"], 2, "no check is called `laods`; did you mean `loads`?"),
    ],
)
def test_a_command_line_that_cannot_be_followed(
    words: list[str], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert main(words) == code
    shown = capsys.readouterr()
    assert said in shown.err
    assert not shown.out


def test_checks_can_be_made_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = write_pack(tmp_path, {})
    assert main(["test", str(pack), "--only", "loads", "--only", "apart"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "passed  loads: 2 tables: 2, 3 players",
        "    warning: `stoneage check stranger` warns of SA517 at meadow/content.toml:14, SA517 at meadow/content.toml:19 and "
        "SA520 at stranger/pack.toml:4",
        "passed  apart: 3 players, with meadow: the same digest before and after",
        "2 passed",
    ]


def test_warnings_are_data_of_their_checks_and_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = write_pack(tmp_path, {})
    assert main(["test", str(pack), "--only", "loads", "--only", "apart", "--json"]) == 0
    loads, apart = json.loads(capsys.readouterr().out)
    assert (loads["outcome"], apart["outcome"], apart["warnings"]) == ("passed", "passed", [])
    assert [warning.partition(" of ")[0] for warning in loads["warnings"]] == ["`stoneage check stranger` warns"]


def test_a_check_that_fails_is_an_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = write_pack(tmp_path, {"rules.toml": '[[charm]]\nid = "web"\ncost = { thread = 1 }'})
    assert main(["test", str(pack), "--only", "loads", "--only", "used"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "failed  loads:"
    assert lines[-2:] == ["skipped used: the pack does not load", "1 failed, 1 skipped"]
