"""Every value of every shipped record has an address: the words that an edit writes lead back to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomli

from packs.everything import EVERYTHING, content
from packs.toy import refused, write, written
from writing import toml_file

WITH_PATH = re.compile(r"(?:# )?[^=]+ = (?P<value>.*?)  # (?P<path>set\..*)")
GAIN = '{ do = "gain", good = "wood" }'
HILL = f'[[location]]\nid = "hill"\ncircles = 1\neffects = [{GAIN}, {GAIN}]\n'
Command = Callable[..., Any]


def test_every_path_that_is_shown_is_accepted_by_an_edit(stoneage: Command, tmp_path: Path) -> None:
    """A record is shown with its own values: an edit that sets one of them again is refused because it changes nothing."""
    table = tmp_path / "table.toml"
    table.write_text(toml_file(EVERYTHING.to_dict()), "utf-8")
    edits: dict[str, None] = {}
    for kind in (kind for kind, entries in content().entries.items() if entries):
        text = stoneage("show", kind, "--toml", "-t", table).out
        target = ""
        for line in text.split("\n"):
            target = next(iter(re.findall("with `(target = .*?)`", line)), target)
            assert "# no path" not in line
            if found := WITH_PATH.fullmatch(line):
                edits[f"[[patch.{kind}]]\n{target}\n{found['path']} = {found['value']}\n"] = None
        shown = tomli.loads(text)[kind]
        for entry in content().of(kind):
            assert entry.raw_record.data in shown
    needed = dict.fromkeys(("base", *EVERYTHING.modules), ">=1.0")
    pack = write(tmp_path, "stranger", "\n".join(edits), requires=needed)
    error = refused(*map(Path, EVERYTHING.modules), pack, players=EVERYTHING.players, options=EVERYTHING.options)
    assert {found.code for found in error.diagnostics} == {"SA305"}
    assert len(error.diagnostics) == len(edits) > 1000


def test_of_two_effects_with_one_name_no_path_is_shown(stoneage: Command, tmp_path: Path) -> None:
    lines = stoneage("show", "hill", "--toml", *written(tmp_path, HILL)).out.split("\n")
    assert "circles = 1  # set.circles" in lines
    assert [line.partition("  # ")[2][:8] for line in lines if line.startswith("good")] == ["no path:"] * 2
