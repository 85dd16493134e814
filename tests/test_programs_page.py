"""docs/programs.md keeps its word: its examples run from top to bottom."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
import tomli

import stoneage_rules as sa

PAGE = (Path(__file__).parents[1] / "docs" / "programs.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_examples_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "programs.md", None, 0)
    assert len(session.examples) > 60
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=failures.append)
    assert not failures, "".join(failures)


def test_every_heading_is_linked_at_the_top() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    links = re.findall(r"\[([^]]+)\]\(#([a-z-]+)\)", PAGE)
    assert [text for text, _ in links] == headings
    assert all(anchor == text.lower().replace(" ", "-") for text, anchor in links)


def test_every_error_is_named() -> None:
    errors = {name for name in sa.__all__ if isinstance(getattr(sa, name), type) and issubclass(getattr(sa, name), Exception)}
    assert {name for name in errors if f"`sa.{name}`" not in PAGE} == set()


def test_the_entry_point_is_the_one_that_is_looked_for() -> None:
    (table,) = blocks("toml")
    assert list(tomli.loads(table)["project"]["entry-points"]) == ["stoneage.policies"]
