"""The page on the pack language: its tables are as the code says, and its examples load, pass and do something."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest
import tomli

import stoneage_rules as sa
from gallery import GALLERY, NAMES
from shipped import named_in, needs
from stoneage_rules.authoring.scenario_schema import Given, GivenSeat
from stoneage_rules.packs.operators import OPERATORS
from stoneage_rules.packs.patching import EDITS
from stoneage_rules.testing import position, position_of, run_properties, run_scenarios
from units.authoring.reference import SECTIONS, read, without_links, written
from units.library import KINDS, WORDS

PAGES = read()
TEXT = "\n".join(PAGES.values())
BLOCKS = [(found[1], found[2]) for found in re.finditer(r"^```toml ([a-z.]+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)]


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCKS if found == kind]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The pack whose manifest the page shows, still without content."""
    root = tmp_path / "river-rules"
    (root / "tests").mkdir(parents=True)
    (root / "pack.toml").write_text(*blocks("pack.toml"), "utf-8")
    return root


def test_the_tables_are_made_anew() -> None:
    assert written(PAGES) == PAGES, "run: python tests/made.py"
    assert set(re.findall(r"<!-- made: ([a-z-]+)", TEXT)) == set(SECTIONS)
    drifted = {page: text.replace("its last space", "its end") for page, text in PAGES.items()}
    assert drifted != PAGES
    assert written(drifted) == PAGES


def test_each_word_has_one_section_and_each_page_can_be_read_at_once() -> None:
    headings = re.findall(r"^### `(.*)`$", TEXT, re.MULTILINE)
    assert len(headings) == len(set(headings))
    pages = {page.name: len(without_links(text).split()) for page, text in PAGES.items()}
    long = {page: words for page, words in pages.items() if words > 2500}
    assert not long, "pages of more than 2,500 words: move a part to another page"


def test_every_word_of_the_language_is_there() -> None:
    headings = set(re.findall(r"^### `(.*)`$", TEXT, re.MULTILINE))
    assert set(WORDS.verbs) <= headings, "name it in a mark `made: verbs` of docs/packs/*.md, and run tests/made.py"
    assert {f"[[{kind}]]" for kind in KINDS.records} <= headings
    rows = re.findall(r"^\| `(?:\[\[)?([a-z-]+)(?:\.KIND\]\]|\.a|\.a\.b| = \[)", TEXT, re.MULTILINE)
    assert sorted(row for row in rows if row in EDITS) == sorted(EDITS)
    assert tuple(row for row in rows if row in OPERATORS) == tuple(OPERATORS), "docs/packs/edits.md: write a row"


def test_every_key_has_its_help() -> None:
    rows = re.findall(r"^\| `.*\|(.*)\|$", TEXT, re.MULTILINE)
    assert len(rows) > 150
    assert all(row.strip() for row in rows)


@pytest.mark.parametrize(
    "text", [pytest.param(text, marks=needs(*named_in(text)), id=str(number)) for number, text in enumerate(blocks("content"))]
)
def test_an_example_loads_and_changes_the_game(text: str, pack: Path) -> None:
    modules = [*named_in(text), str(pack)]
    options = {"river-rules": {"poor-river": True}}
    before = sa.load(players=3, modules=modules, options=options).digest
    (pack / "rules.toml").write_text(text, "utf-8")
    assert sa.load(players=3, modules=modules, options=options).digest != before


@needs(*named_in(*blocks("content")))
def test_the_examples_load_together(pack: Path) -> None:
    for number, text in enumerate(blocks("content")):
        (pack / f"rules-{number}.toml").write_text(text, "utf-8")
    assert sa.load(players=4, modules=[*named_in(*blocks("content")), str(pack)]).packs[-1] == "river-rules"


@pytest.mark.parametrize(("kind", "run", "number"), [("scenarios", run_scenarios, 7), ("properties", run_properties, 4)])
def test_the_tests_of_the_page_pass(kind: str, run: Any, number: int, pack: Path) -> None:
    file = pack / "tests" / f"{kind}.toml"
    file.write_text(*blocks(kind), "utf-8")
    results = run(file)
    assert len(results) == number
    assert all(result.passed for result in results), "\n".join(map(str, results))


def tried(name: str) -> list[str]:
    """The code in the first cells of a table that is written by hand."""
    table = TEXT.partition(f"<!-- tried: {name} -->")[2].partition("<!-- end -->")[0]
    return re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)[1 if name == "given" else 0 :]


@pytest.mark.parametrize("given", tried("given"))
def test_what_can_be_given_is_a_position(given: str) -> None:
    rules = sa.load(players=4)
    wanted = tomli.loads(f"given = {{ {given} }}")["given"]
    assert position_of(position(rules, wanted)) is not None


def test_every_word_of_a_position_is_shown() -> None:
    shown = " ".join(tried("given"))
    keys = [attribute.name for kind in (Given, GivenSeat) for attribute in attrs.fields(kind)]
    assert [key for key in keys if f"{key} = " not in shown] == ["marks"], "the base game has none"


@pytest.mark.parametrize("text", tried("notation"))
def test_the_notation_is_read(text: str) -> None:
    assert str(sa.load(players=4).parse(text)) == text


FURTHER = """
[[location]]
id = "anything"
effects = [
    { do = "one-of", effects = [{ do = "draft", row = "card-row" }, { do = "lose", of = "resource", amount = 2 }] },
    { do = "deal", kind = "card", from = "deck", amount = 2 },
    { do = "pay", cost = { wood = { round = "now", at_most = 3 } }, effects = [{ do = "tool" }] },
]

[[patch.phase]]
target = "base:placing"
set.effects.place.pass = true
"""


def test_the_notation_of_further_words_is_read(pack: Path) -> None:
    (pack / "rules.toml").write_text(FURTHER, "utf-8")
    rules = sa.load(players=4, modules=[str(pack)])
    texts = tried("further-notation")
    assert [str(rules.parse(text)) for text in texts] == texts
    shown = {text.partition(" ")[0] for text in [*texts, *tried("notation")]}
    assert set(rules.kinds_of_action) <= shown


def test_every_kind_of_action_of_the_base_game_is_shown() -> None:
    shown = {text.partition(" ")[0] for text in tried("notation")}
    assert set(sa.load(players=4).kinds_of_action) <= shown


# --- the pages of house rules ---------------------------------------------------------------------------------------


HOUSE_RULES = {page.name: text for page, text in PAGES.items() if page.name.startswith("house-rules")}


def test_the_pages_of_house_rules_have_every_example_once_and_no_link_out_of_the_pages() -> None:
    found = {name: re.findall(r"^### (.+)$", text, re.MULTILINE) for name, text in HOUSE_RULES.items()}
    assert sorted(example for examples in found.values() for example in examples) == list(NAMES)
    for name, text in HOUSE_RULES.items():
        for link in re.findall(r"\]\(([^)]+)\)", text):
            path, _, anchor = link.partition("#")
            assert not path.startswith(".."), link
            if not path:
                assert anchor in found[name]
                assert re.search(rf"^\| .*\]\(#{anchor}\)", text, re.MULTILINE), "a rule leads to it"


def test_a_short_example_stands_on_the_page_as_it_is_in_its_files() -> None:
    text = "\n".join(HOUSE_RULES.values())
    shown = {found[1]: found[2] for found in re.finditer(r"^```toml (\S+/\S+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)}
    assert len({name.partition("/")[0] for name in shown}) >= 44
    for name, lines in shown.items():
        assert tomli.loads(lines) == tomli.loads((GALLERY / name).read_text("utf-8"))


def test_every_record_and_verb_is_listed_by_its_purpose() -> None:
    (text,) = [text for page, text in PAGES.items() if page.name == "index.md"]
    (table,) = re.findall(r"<!-- made: purposes -->\n(.*?)<!-- end -->", text, re.DOTALL)
    cells = [row.split(" | ") for row in table.splitlines()[2:]]
    records, verbs = ([word for row in cells for word in re.findall(r"\[`(.*?)`\]", row[column])] for column in (1, 2))
    assert sorted(verbs) == sorted(WORDS.verbs)
    assert sorted(records) == sorted([*KINDS.records, "KIND"])
