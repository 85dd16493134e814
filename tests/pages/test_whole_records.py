"""Records and files that pages show as wholes are those of the content, and the site contains their text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli
from whole_records import FILE, LINK, records_in, shown

from sources import ROOT

DOCS = ROOT / "docs"

LINKS = [(page, link) for page in sorted(DOCS.rglob("*.md")) for link in LINK.finditer(page.read_text("utf-8"))]


def test_a_linked_record_is_shown_as_its_file_has_it() -> None:
    assert LINKS
    for page, link in LINKS:
        text = shown(link[0], page.parent).split("```toml\n")[1].removesuffix("\n```")
        assert text in (page.parent / link[1]).read_text("utf-8")
        data = tomli.loads(text)
        for step in link[2].split("."):
            data = data[step]
        assert len(data) == 1
        assert link[3] in (data[0].get("id"), data[0].get("target"))  # type: ignore[index]


def test_a_record_ends_before_the_next_one_and_contains_its_own_tables(tmp_path: Path) -> None:
    path = tmp_path / "content.toml"
    path.write_text('[[a.b]]\ntarget = "x"\n[a.b.set]\nname = "y"\n\n# about c\n[[c]]\nid = "z"\n[plain]\nd = 1\n')
    assert [(record.header, record.id, record.text) for record in records_in(path)] == [
        ("a.b", "x", '[[a.b]]\ntarget = "x"\n[a.b.set]\nname = "y"'),
        ("c", "z", '[[c]]\nid = "z"'),
    ]


def test_a_link_to_a_record_that_is_gone_fails(tmp_path: Path) -> None:
    (tmp_path / "content.toml").write_text('[[c]]\nid = "z"\n')
    assert shown('Whole record: [`z` of c](content.toml "c z")', tmp_path).endswith('```toml\n[[c]]\nid = "z"\n```')
    with pytest.raises(ValueError, match=r"0 records c y in content\.toml"):
        shown('Whole record: [`y` of c](content.toml "c y")', tmp_path)


def test_the_page_of_the_models_says_how_many_lines_they_have() -> None:
    page = DOCS / "rules-in-lines.md"
    text = page.read_text("utf-8")
    lines = {found[1]: len((DOCS / found[1]).read_text("utf-8").splitlines()) for found in FILE.finditer(text)}
    base = sum(number for name, number in lines.items() if not re.search("style|trading|animals|modules", name))
    assert text.startswith(f"# The rules in {sum(lines.values()):,} lines\n")
    assert f"takes {base} of these lines" in text
