"""The register of codes: every code that the library uses has its page, and is provoked by some bad pack.

Single diagnostics are compared in `test_bad_packs`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import pytest

from packs.kept import compare
from sources import ROOT
from stoneage_rules.packs.codes import Code, codes, read_page

PAGES = ROOT / "src" / "stoneage_rules" / "packs" / "pages"
INDEX = ROOT / "docs" / "diagnostics"
BAD = Path(__file__).parents[2] / "packs" / "bad"

CODES = codes()
CODE = re.compile(r"SA\d{3}")
BLOCK = re.compile(
    r"^(?P<level>error|warning|note)\[(?P<code>SA\d{3})\].*?\n *= more: stoneage explain \2$", re.DOTALL | re.MULTILINE
)


@cache
def shown() -> Sequence[re.Match[str]]:
    """Every diagnostic of the bad packs, as the terminal shows it."""
    return [block for file in sorted(BAD.rglob("expected.txt")) for block in BLOCK.finditer(file.read_text("utf-8"))]


def examples(code: str) -> list[str]:
    """The diagnostics of a code, without the folder of the bad pack and the line that names `explain`."""
    blocks = [block[0].rpartition("\n")[0] for block in shown() if block["code"] == code]
    return [re.sub(r"\bSA\d{3}-[a-z0-9-]+/", "", block) for block in blocks]


def test_every_code_that_the_library_uses_is_registered_once_and_no_other() -> None:
    used = {code for file in (ROOT / "src").rglob("*.py") for code in re.findall(r'"(SA\d{3})"', file.read_text("utf-8"))}
    assert used == set(CODES)
    assert len({code.title for code in CODES.values()}) == len(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_example_of_a_page_is_what_a_bad_pack_shows(code: str, request: pytest.FixtureRequest) -> None:
    example = CODES[code].example
    nearest = max(examples(code), key=lambda block: SequenceMatcher(None, example, block, autojunk=False).ratio())
    page = (PAGES / f"{code}.md").read_text("utf-8")
    compare(PAGES / f"{code}.md", page.replace(f"```text\n{example}\n", f"```text\n{nearest}\n"), request)


@pytest.mark.parametrize("code", CODES)
def test_the_level_of_a_page_is_that_of_its_diagnostics(code: str) -> None:
    assert {block["level"] for block in shown() if block["code"] == code} == {CODES[code].level}


FIX = {True: "`--fix`", False: ""}


def test_the_index_links_to_every_page(request: pytest.FixtureRequest) -> None:
    folder = PAGES.relative_to(ROOT).as_posix()
    lines = [
        f"| [{code.code}](../../{folder}/{code.code}.md) | {code.level} | {FIX[code.can_be_fixed]} | {code.title} |"
        for code in CODES.values()
    ]
    head = [
        "# Diagnostics",
        "",
        "`stoneage explain CODE` prints each page. [Warnings](../packs/index.md#warnings) can be allowed. Some diagnostics of",
        "the codes marked `--fix` say how to mend them in one way only: [`check --fix`](../packs/index.md#fixes) does that.",
        "",
        "| code | level | fix | meaning |",
        "|---|---|---|---|",
    ]
    compare(INDEX / "README.md", "\n".join([*head, *lines, ""]), request)
    assert [file.name for file in INDEX.iterdir()] == ["README.md"]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("SA202", ("SA203", "SA203")),
        ("SA203", ("Level: error", "Level: grave")),
        ("SA203", ("## What to do", "## Cure")),
        ("SA203", ("```text", "```")),
    ],
)
def test_a_page_of_another_form_is_refused(name: str, change: tuple[str, str]) -> None:
    text = (PAGES / "SA203.md").read_text("utf-8")
    assert read_page("SA203", text) == CODES["SA203"]
    with pytest.raises(ValueError, match=f"pages/{name}.md is no page of {name}"):
        read_page(name, text.replace(*change))


def test_codes_that_pages_name_exist() -> None:
    named = {name for code in CODES.values() for name in CODE.findall(code.meaning + code.mend)}
    assert named <= set(CODES)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_codes_are_explained_in_sentences_and_without_jargon(code: Code) -> None:
    assert re.fullmatch(r"[A-Z][^.!?]*(\.[a-z0-9][^.!?]*)*\.", code.title)
    for text in (code.meaning, code.mend):
        assert 2 <= len(re.findall(r"[.!?](?= [A-Z\"`]|$)", text)) <= 5
        assert text.endswith(".")
    jargon = r"\b(object|property|int|integer|str|string|dict|float|boolean|array|null|exception)s?\b"
    assert not re.search(jargon, f"{code.title} {code.meaning} {code.mend}", re.IGNORECASE)
