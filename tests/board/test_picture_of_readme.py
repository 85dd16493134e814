"""The picture of the README is what its command draws."""

from __future__ import annotations

import runpy
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def test_the_picture_is_drawn_by_its_command() -> None:
    drawn = runpy.run_path(str(FOLDER / "draw.py"))["drawn"]()
    assert (FOLDER / "board.svg").read_text("utf-8") == drawn, "draw it anew: python docs/pictures/draw.py"
