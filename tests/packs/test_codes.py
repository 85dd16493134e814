"""The register of codes: every code that the library uses is explained, has its page, and is provoked by some bad pack.

What single findings look like is in `test_bad_packs`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from packs.kept import compare
from stoneage_rules.packs.findings.codes import CODES, page

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "diagnostics"
BAD = Path(__file__).parent / "bad"

CODE = re.compile(r"SA\d{3}")


def test_every_code_that_the_library_uses_is_registered_and_no_other() -> None:
    used = {
        code
        for file in (ROOT / "src").rglob("*.py")
        if file.name not in ("codes.py", "odd_codes.py")
        for code in re.findall(r'"(SA\d{3})"', file.read_text("utf-8"))
    }
    assert used == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(code: str, request: pytest.FixtureRequest) -> None:
    compare(PAGES / f"{code}.md", page(CODES[code]), request)


def test_the_index_of_the_pages(request: pytest.FixtureRequest) -> None:
    lines = [f"| [{code.code}]({code.code}.md) | {code.title} |" for code in CODES.values()]
    text = "\n".join(
        ["# Diagnostics", "", "`stoneage explain CODE` prints each page.", "", "| code | meaning |", "|---|---|", *lines, ""]
    )
    compare(PAGES / "README.md", text, request)


def test_no_page_is_left_over() -> None:
    assert {file.stem for file in PAGES.glob("*.md")} == {*CODES, "README"}


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_provoked_by_a_bad_pack(code: str) -> None:
    assert any(f"[{code}]" in file.read_text("utf-8") for file in BAD.rglob("expected.txt"))


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.code)
def test_a_page_speaks_of_the_game_and_not_of_python(code) -> None:  # type: ignore[no-untyped-def]
    words = set(re.findall(r"[a-z]+", f"{code.title} {code.meaning} {code.mend}".lower()))
    assert not words & {"object", "property", "int", "str", "dict", "array", "boolean", "integer", "null", "exception"}
    assert code.title.endswith(".")
    assert all(text.endswith((".", "?")) for text in (code.meaning, code.mend))


def test_codes_that_pages_name_exist() -> None:
    named = {met for code in CODES.values() for met in CODE.findall(code.meaning + code.mend)}
    assert named <= set(CODES)
