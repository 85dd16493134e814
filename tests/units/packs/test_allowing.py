"""Warnings that are right as they are: where readers learn the comment that allows them, and that it does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stoneage_rules.cli.app import run
from stoneage_rules.packs.render import codes
from stoneage_rules.testing import inspect_pack
from writing import write_pack

CAMP = '[[location]]\nid = "camp"\ncircles = 4\n'
WARNINGS = [code for code, page in codes().items() if page.level == "warning"]


def test_check_names_the_line_to_write_and_the_line_allows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = write_pack(tmp_path, {"camp.toml": CAMP}, requires="base")
    assert run(["check", str(pack)]) == 1
    told = capsys.readouterr().out
    for comment in re.findall("`(# stoneage: allow SA511 [^`]*)`", told.replace("\n", " ")):
        (pack / "camp.toml").write_text(CAMP.replace('"camp"', f'"camp" {comment}'), "utf-8")
        assert inspect_pack(pack).passed
    assert "# stoneage: allow SA511" in told
    assert run(["check", str(pack)]) == 0
    assert "allow" not in capsys.readouterr().out


@pytest.mark.parametrize("code", WARNINGS)
def test_the_explanation_of_a_warning_names_the_comment(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", code]) == 0
    assert (f"# stoneage: allow {code}" in capsys.readouterr().out) is (code not in ("SA503", "SA509"))


def test_errors_are_not_said_to_be_allowed() -> None:
    assert [code for code, page in codes().items() if page.level == "error" and page.kept_by] == []


def test_a_limit_of_one_is_not_advised_to_be_nought(tmp_path: Path) -> None:
    limit = '[[limit]]\nid = "one"\ncounts = "players"\ngroup = "camps"\nat_most = { 2 = 1 }\n'
    camp = CAMP.replace("circles = 4", 'circles = 1\ngroups = ["camps"]\neffects = [{ do = "tool" }]\n')
    (finding,) = inspect_pack(write_pack(tmp_path, {"camp.toml": camp + limit}, requires="base")).findings
    assert finding.help == "take `2 = 1` away; 0 would close `camps` to all"
