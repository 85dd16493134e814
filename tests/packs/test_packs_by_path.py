"""Packs that a program names by the path of their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from authors.writing import write_pack

HUT = '[[patch.location]]\ntarget = "base:hut"\nset.circles = 4\n'


def test_a_path_names_a_pack_like_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `Path` of one word, too, which as text would be the id of an installed module."""
    write_pack(tmp_path, {"x.toml": HUT}, requires="base", id="wide")
    monkeypatch.chdir(tmp_path)
    assert sa.load(players=2, modules=[Path("wide")]).location("hut").circles == 4
    assert sa.load(players=2, modules=["./wide"]).digest == sa.load(players=2, modules=[Path("wide")]).digest
