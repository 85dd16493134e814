"""docs/board.md keeps its word: its program runs, its pack loads, and it names every attribute that drawings have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stoneage_rules as sa
from board.read_back import views
from stoneage_rules.testing import position

PAGE = (Path(__file__).parents[2] / "docs" / "board.md").read_text("utf-8")


def block(language: str) -> str:
    """Returns the one block of code in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def test_the_program_writes_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(block("python"), {})
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg ")


def test_the_pack_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(
        'format = 1\n[pack]\nid = "salt"\nname = "Salt"\nversion = "1.0.0"\nkind = "house-rules"\nlicense = "MIT"\n'
    )
    (tmp_path / "salt.toml").write_text(block("toml"))
    drawing = sa.svg(sa.load(players=2, modules=[str(tmp_path)]).initial_state())
    assert 'data-good="salt"' in drawing
    assert "#b8c4ce" in drawing


def test_every_attribute_is_told() -> None:
    hidden = position(sa.load(players=2), {"seats": {0: {"face_down": ["civ-07"]}, 1: {"face_down": ["civ-08"]}}}).view(0)
    drawings = [sa.svg(view) for view in (hidden, *views(30, 3))]
    drawn = {name for drawing in drawings for name in re.findall(r" (data-[a-z-]+)=", drawing)}
    assert drawn == set(re.findall(r"`(data-[a-z-]+)`", PAGE))
