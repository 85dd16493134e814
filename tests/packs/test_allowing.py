"""Warnings that are right as they are: where readers learn the comment that allows them, and that it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stoneage_rules.testing import inspect_pack
from writing import write_pack

CAMP = '[[location]]\nid = "camp"\ncircles = 4\n'


def test_check_names_the_line_to_write_and_the_line_allows_it(tmp_path: Path, stoneage: Callable[..., Any]) -> None:
    pack = write_pack(tmp_path, {"camp.toml": CAMP}, requires="base")
    told = stoneage("check", pack)
    comments = re.findall("`(# stoneage: allow SA511 [^`]*)`", told.out.replace("\n", " "))
    assert (told.code, len(comments)) == (1, 2)
    for comment in comments:
        (pack / "camp.toml").write_text(CAMP.replace('"camp"', f'"camp" {comment}'), "utf-8")
        allowed = stoneage("check", pack)
        assert (allowed.code, "allow" in allowed.out) == (0, False)


def test_the_explanation_of_a_warning_names_the_comment(stoneage: Callable[..., Any]) -> None:
    """Not of errors and notes, nor of what is said of table files and of the comments themselves."""
    for code in re.findall(r"^(SA\d{3}) ", stoneage("explain").out, re.MULTILINE):
        can_be_allowed = code.startswith("SA5") and code not in ("SA503", "SA506", "SA509")
        assert (f"# stoneage: allow {code}" in stoneage("explain", code).out) is can_be_allowed, code


def test_a_limit_of_one_is_not_advised_to_be_nought(tmp_path: Path) -> None:
    limit = '[[limit]]\nid = "one"\ncounts = "players"\ngroup = "camps"\nat_most = { 2 = 1 }\n'
    camp = CAMP.replace("circles = 4", 'circles = 1\ngroups = ["camps"]\neffects = [{ do = "tool" }]\n')
    (finding,) = inspect_pack(write_pack(tmp_path, {"camp.toml": camp + limit}, requires="base")).findings
    assert finding.help == "take `2 = 1` away; 0 would close `camps` to all"
