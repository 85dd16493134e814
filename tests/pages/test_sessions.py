"""The sessions of pages print what the pages show."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from sources import blocks


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        *(f"docs/{name}.md" for name in ("apps", "events", "index", "language-models", "programs", "records", "researchers")),
    ],
)
def test_the_session_prints_what_the_page_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "python")), {}, page, None, 0)
    monkeypatch.chdir(tmp_path)
    assert session.examples
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=failures.append)
    assert not failures, "".join(failures)
