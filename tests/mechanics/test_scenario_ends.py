"""Every final state of a scenario of these packs is whole, and is equal after saving and reading."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
import tomli

import stoneage_rules as sa
from long_profile import some
from mechanics.games import read_again
from properties.invariants import check_all
from stoneage_rules.testing import play, position

HERE = Path(__file__).with_name("scenarios")


@cache
def loaded(text: str) -> sa.Ruleset:
    """The rules of a table, as JSON; its packs are named from the folder of scenarios."""
    table = json.loads(text)
    modules = [str((HERE / name).resolve()) if name.startswith(".") else name for name in table.pop("modules", ())]
    return sa.load({**table, "modules": modules})


@pytest.mark.parametrize("file", sorted(HERE.glob("*.toml")), ids=lambda file: file.stem)
def test_the_ends_of_scenarios_are_whole(file: Path) -> None:
    data = tomli.loads(file.read_text("utf-8"))
    for scenario in some(data["scenario"], 3):
        state = position(loaded(json.dumps(data["table"] | scenario.get("table", {}))), scenario.get("given", {}))
        play(state, *scenario.get("do", ()))
        check_all(state)
        read_again(state)
