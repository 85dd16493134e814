"""The commands of the pages about studies run in their order, with a hundredth of their games."""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shipped import named_in, needs
from sources import ROOT

PAGES = {name: (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("fairness", "good-cards", "own-game")}
DRAWS = importlib.util.find_spec("altair") is not None


@pytest.mark.parametrize("page", [pytest.param(name, marks=needs(*named_in(text))) for name, text in PAGES.items()])
def test_the_commands_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stoneage: Callable[..., Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    played = 0
    for info, name, text in re.findall(r"^```(sh|toml)(?: (\S+))?\n(.*?)^```$", PAGES[page], re.DOTALL | re.MULTILINE):
        if info == "toml":
            assert stoneage("new", Path(name).parent).code == 0
            Path(name).write_text(text, "utf-8")
            continue
        for line in text.splitlines():
            if written := re.fullmatch(r"echo '([^']*)' (>>?) ([\w.-]+)", line):
                with Path(written[3]).open("a" if written[2] == ">>" else "w", encoding="utf-8") as file:
                    file.write(written[1] + "\n")
                continue
            command, several = re.subn(r"--games (\d+)", lambda found: f"--games {int(found[1]) // 100}", line)
            command = command.replace("--workers 2", "--workers 1")  # the results are the same
            played += several
            command = command if DRAWS else re.sub(r" --report \S+", "", command)
            program, *words = shlex.split(command)
            ran = stoneage(*words)
            assert (program, ran.code) == ("stoneage", 0), f"{line}: {ran}"
    assert played
