"""docs/programs.md keeps its word; that its examples run is tried in `pages/test_sessions.py`."""

from __future__ import annotations

import re

import tomli

import stoneage_rules as sa
from sources import ROOT, blocks

PAGE = (ROOT / "docs" / "programs.md").read_text("utf-8")


def test_every_heading_is_linked_at_the_top() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    links = re.findall(r"\[([^]]+)\]\(#([a-z-]+)\)", PAGE)
    assert [text for text, _ in links] == headings
    assert all(anchor == text.lower().replace(" ", "-") for text, anchor in links)


def test_every_error_is_named() -> None:
    errors = {name for name in sa.__all__ if isinstance(getattr(sa, name), type) and issubclass(getattr(sa, name), Exception)}
    assert {name for name in errors if f"`sa.{name}`" not in PAGE} == set()


def test_the_entry_point_is_the_one_that_is_looked_for() -> None:
    (table,) = blocks("docs/programs.md", "toml")
    assert list(tomli.loads(table)["project"]["entry-points"]) == ["stoneage.policies"]
