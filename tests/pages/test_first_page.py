"""The first page of the site: what it shows of packs is real; its Python is run with that of other pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pages.tutorial import run_page, same
from sources import ROOT

PAGE = (ROOT / "docs" / "index.md").read_text("utf-8")


def test_the_pack_changes_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stoneage: Callable[..., Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert stoneage("new", "my-rules").code == 0
    steps = [(step.output, found) for _, step, found, _ in run_page(PAGE, tmp_path) if step is not None]
    assert len(steps) == 1
    for shown, found in steps:
        assert same(shown, found), found
