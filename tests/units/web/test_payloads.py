"""A name is a name: nothing that a table, a pack, a record or a call brings becomes an element, an attribute or a script."""

from __future__ import annotations

import json
import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

import stoneage_rules as sa
from board.boxes import BROWSER
from payloads import PAYLOAD, RUN, pack_with
from stoneage_rules.cli import main
from stoneage_rules.many.reports import plots
from stoneage_rules.web.export import PAGE

TAME = "a plain name"


def table_in(folder: Path, words: str, pack: Path) -> Path:
    """A table file whose path has the words, too, and whose seats have them as names."""
    file = folder / f"{words}.toml"
    file.parent.mkdir(parents=True)
    seats = ", ".join(f'{{name = {json.dumps(f"{words}{seat}")}, policy = "random"}}' for seat in range(2))
    file.write_text(f"players = 2\nmodules = [{json.dumps(str(pack))}]\nseats = [{seats}]\n", "utf-8")
    return file


def outputs(words: str, folder: Path) -> dict[str, str]:
    """All that leaves as HTML, SVG or a script, with the words wherever somebody can bring them."""
    pack = pack_with(words, folder / "pack")
    table = {"players": 2, "modules": [str(pack)]}
    names = [f"{words}{seat}" for seat in range(2)]
    played = sa.Game(sa.load(table), seed=3, names=names, policies=[f"random{words}", "random"])
    played.run(sa.policies.random_policy(3))
    game = sa.replay(played.record)
    state, view = game.state, game.view(0)
    tables = [table_in(folder / side, words, pack) for side in ("one", "other")]
    study = folder / "study"
    sa.study({"players": 2}, 2, to=study, form="json", makers="random", seed=1)
    items = (study / "items.jsonl").read_text("utf-8")  # a stranger can send a study
    (study / "items.jsonl").write_text(
        items.replace('"civ-', f'"{json.dumps(words)[1:-1]}').replace('"card"', json.dumps(words)), "utf-8"
    )
    for line in (
        ["items", study, "--report", folder / "items.html"],
        ["compare", *tables, "-n", 4, "-s", 1, "--report", folder / "report.html"],
        ["rules", "--table", tables[0], "--page", folder / "rules.html"],
    ):
        assert main([*map(str, line)]) == 0
    found = sa.compare(*tables, 4, seed=1)
    return {
        "picture of a state": sa.svg(state, names),
        "picture of a view": sa.svg(view, names),
        "state in a notebook": state._repr_html_(),
        "record in a notebook": played.record._repr_html_(),
        "simulation in a notebook": sa.simulate(tables[0], 2, seed=1)._repr_html_(),
        "comparison in a notebook": found.table(f"{words}0", f"{words}1"),
        "game in a notebook": game._repr_html_(),
        "sheet in a notebook": state.score_sheet(0)._repr_html_(),
        "rules": (folder / "rules.html").read_text("utf-8"),
        "report": (folder / "report.html").read_text("utf-8"),
        "report of items": (folder / "items.html").read_text("utf-8"),
        "plots in a notebook": plots(found, (f"{words}0", f"{words}1")).to_html(fullhtml=False),
    }


class Structure(HTMLParser):
    """The elements of a page with the names of their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[object] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, *[name for name, _ in attrs]))

    def handle_endtag(self, tag: str) -> None:
        self.seen.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self.seen.append("a comment")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    pytest.importorskip("altair")
    return outputs(PAYLOAD, tmp_path_factory.mktemp("wild"))


def test_no_name_becomes_an_element_or_an_attribute(made, tmp_path):
    tame = outputs(TAME, tmp_path)
    for name, text in made.items():
        assert TAME in tame[name], f"{name} shows no name, so that it proves nothing"
        assert Structure(text).seen == Structure(tame[name]).seen, name


def test_the_page_makes_elements_of_no_text():
    """The page is told data and no HTML; what it draws of names and texts, it sets as text."""
    for script in PAGE.glob("*.js"):
        text = script.read_text("utf-8")
        assert not re.search("innerHTML|outerHTML|insertAdjacentHTML|document.write|DOMParser|eval|srcdoc", text), script.name


def test_a_report_shows_its_table(made):
    assert "</head>\n<body><style>" in made["report"]
    assert Structure(made["report"]).seen.index(("h1",)) > Structure(made["report"]).seen.index("/head")


# --- in a browser -------------------------------------------------------------------------------------------------

browser = pytest.mark.skipif(
    BROWSER is None or "STONEAGE_BROWSER" not in os.environ, reason="needs a browser, and STONEAGE_BROWSER to be set"
)


def opened(text: str, folder: Path, end: str = "html") -> str:
    """Returns what becomes of a page in a browser."""
    assert BROWSER is not None
    file = folder / f"opened.{end}"
    file.write_text(text, "utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    command = [BROWSER, *options, "--virtual-time-budget=8000", "--dump-dom", file.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def ran(shown: str) -> bool:
    """Returns whether a script of a name has run: it sets the title."""
    return re.search("<title[^>]*>RAN</title>", shown) is not None


@browser
def test_no_script_of_a_name_runs(made, tmp_path):
    assert ran(opened(f"<title></title><body>{PAYLOAD}", tmp_path)), "the payload is one"
    for name, text in made.items():
        for page in (text,) if "<html" in text else (text, f"<title></title><body>{text}"):
            assert not ran(opened(page, tmp_path, "svg" if page.startswith("<svg") else "html")), name


@browser
def test_a_report_draws_its_plots_and_runs_no_other_script(made, tmp_path):
    report = made["report"]
    assert 'class="marks"' in opened(report, tmp_path)
    for script in (f"<script>{RUN}</script>", f'<img src="x" onerror="{RUN}">'):
        assert not ran(opened(report.replace("<h1>", f"{script}<h1>", 1), tmp_path))
        assert ran(opened(re.sub("<meta http-equiv[^>]*>", "", report).replace("<h1>", f"{script}<h1>", 1), tmp_path))
