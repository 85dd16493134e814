"""`rules --page`: the rules of any table as a page to read, with what packs change, and where each rule comes from."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

import stoneage_rules as sa
from gallery import GALLERY
from packs.toy import write
from shipped import HERE, needs

HUNGER = "hunger-per-head"
HOSTILE = '<script>alert("1")</script> & <img src=x onerror=alert(2)> @text [a](javascript:b) **c** `d` \\u001b[31m'


class Reader(HTMLParser):
    """Reads the texts of a page by their elements and classes, and the names of all elements and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: dict[str, list[str]] = {}
        self.names: set[str] = set()
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {tag, *(name for name, _ in attrs)}
        if tag not in ("meta", "s"):
            self.open.append(".".join([tag, *(value or "" for name, value in attrs if name == "class")]))

    def handle_endtag(self, tag: str) -> None:
        if tag != "s":
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.setdefault(self.open[-1], []).append(data)


@pytest.fixture
def page(says, tmp_path: Path):
    """The page that the command writes with some words."""

    def page(name: str, words: str = "") -> str:
        file = tmp_path / name
        assert says(f"rules --page {file} {words}", 0).out == f"wrote {file}\n"
        return file.read_text("utf-8")

    return page


def plain(markdown: str) -> str:
    return re.sub(r"\\(.)", r"\1", markdown)


TABLES = [("", []), *((f"-m {module}", [module]) for module in HERE), (" ".join(f"-m {module}" for module in HERE), list(HERE))]


@pytest.mark.parametrize(("words", "modules"), TABLES)
def test_every_statement_of_a_table_stands_on_its_page(words: str, modules: list[str], page) -> None:
    rules = sa.load(players=3, modules=modules)
    html = Reader(page("rules.html", f"-p 3 {words}"))
    sentences = [text for kind, texts in html.texts.items() if kind.partition(".")[0] == "p" for text in texts]
    markdown = plain(page("rules.md", f"-p 3 {words}"))
    for entry in rules.content.of("statement"):
        assert sentences.count(entry.record.text) == 1
        (origin,) = [text for text in html.texts["small.origin"] if f", {entry.name}: " in text]
        assert entry.record.source in origin
        assert ("ruling" if entry.record.kind == "ruling" else entry.confidence) in origin
        assert entry.record.why in origin
        assert entry.record.text in markdown
        assert origin in markdown
    assert len(sentences) == len(rules.content.of("statement"))
    assert not {"script", "link", "img", "src", "iframe"} & html.names, "it needs no other file"


def test_rules_stand_in_chapters_in_their_order(page) -> None:
    text = page("rules.md")
    assert text.startswith("# The rules of Base game for 4 players\n")
    heads = re.findall("^## (.*)$", text, re.MULTILINE)
    assert heads[:4] == ["Setting up", "Placing figures", "Using places", "Tools"]
    assert heads == Reader(page("rules.html")).texts["a"]
    assert "Changed" not in text
    assert "Added" not in text


def test_what_a_pack_adds_changes_and_takes_away_is_marked(page) -> None:
    html = Reader(page("rules.html", f"-m {GALLERY / HUNGER}")).texts
    assert html["p.new"] == [
        "A player who does not feed everyone pays all food they have and loses 3 points for each figure that gets none."
    ]
    assert [text.partition(":")[0] for text in html["p.idle"]] == ["Unfed for want of resources or by choice"]
    assert "Players feed in turn order from the starting player." in html["p.changed"]
    assert any('set { missing = "food", times = -3 }, before -10' in text for text in html["small.change"])
    assert any(text.endswith(": one hungry figure should not cost as much as five") for text in html["small.change"])
    assert any(text.startswith(f"Hunger per head, {HUNGER}.starve: house rule; house") for text in html["small.origin"])
    markdown = page("rules.md", f"-m {GALLERY / HUNGER}")
    assert "- **Added:** A player who does not feed everyone" in markdown
    assert "- **Of no effect at this table:** ~~Unfed for want" in markdown


@needs("igloos")
def test_rules_of_a_module_stand_under_its_name(page) -> None:
    text = page("rules.md", "-m igloos -p 2")
    assert text.startswith("# The rules of Base game and Igloos for 2 players\n")
    assert "\n## Igloos\n" in text


def test_nothing_in_the_text_of_a_pack_is_markup(page, tmp_path) -> None:
    hostile = HOSTILE.replace('"', '\\"')
    content = f'[[statement]]\nid = "house.camp"\ntext = "{hostile}"\nsource = "{hostile}"\nchapter = "{hostile}"\n'
    content += '[[patch.location]]\ntarget = "base:hut"\nset.circles = 4\nappend.rules = ["house.camp"]\n'
    pack = write(tmp_path, "house", content + f'why = "{hostile}"\n', requires={"base": ">=1.0"})
    text = page("rules.html", f"-m {pack}/")
    html = Reader(text)
    assert not {"script", "img", "onerror"} & html.names
    assert "\x1b" not in text
    (said,) = html.texts["p.new"]
    assert said.startswith('<script>alert("1")</script> & <img src=x onerror=alert(2)> @text [a](javascript:b) **c** `d`')
    assert said in html.texts["h2"]
    assert unescape(text).count(said) >= 4
    markdown = page("rules.md", f"-m {pack}/")
    assert "\x1b" not in markdown
    assert said in plain(markdown)
    assert not re.search(r"(?<!\\)<|(?<!\\)`|\*\*c|(?<!\\)\]\(", markdown)


@pytest.mark.parametrize("words", ["--page rules.txt", "--page rules.md --json", "base.place.hut --page rules.md"])
def test_a_page_has_all_rules_in_one_of_two_forms(words: str, says) -> None:
    says(f"rules {words}", 2, "a page has all rules of a table, in a file .html or .md")
