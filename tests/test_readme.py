"""The README keeps its word: its Python runs, its table loads, links of all pages lead somewhere.

The two shell commands at its top are run by continuous integration, not here.
"""

from __future__ import annotations

import re
import subprocess
import unittest
from pathlib import Path

import pytest
import tomli
from hypothesis import settings

import stoneage_rules as sa
from shipped import named_in, needs
from sources import ROOT, blocks

README = (ROOT / "README.md").read_text("utf-8")


@needs(*named_in(blocks("README.md", "python")[1]))
def test_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The Python block after the session plays a game to its end."""
    names: dict[str, object] = {}
    exec(blocks("README.md", "python")[1], names)
    assert capsys.readouterr().out.startswith("(")
    state = names["state"]
    assert isinstance(state, sa.State)
    assert state.is_over


@needs(*named_in(blocks("README.md", "python")[2]))
def test_a_machine_is_a_test_file() -> None:
    """The block about proofs makes a test case, and runs it."""
    names: dict[str, object] = {}
    exec(blocks("README.md", "python")[2], names)
    case = names["TestGames"]
    assert isinstance(case, type)
    assert issubclass(case, unittest.TestCase)
    case.settings = settings(case.settings, max_examples=2, stateful_step_count=5)
    result = unittest.TestResult()
    case("runTest").run(result)
    assert result.testsRun == 1
    assert result.wasSuccessful(), result.failures + result.errors


@needs(*named_in(blocks("README.md", "toml")[0]))
def test_table_loads() -> None:
    """The table in the README is one."""
    table = sa.Table.from_dict(tomli.loads(blocks("README.md", "toml")[0]))
    assert sa.load(table).players == 5


PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for glob in ("*.md", "tests/README.md", "docs/*.md", "docs/packs/*.md", "benchmarks/README.md")
    for path in ROOT.glob(glob)
)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as hosts of Markdown make them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    names = [re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-") for title in titles]
    return {name + f"-{names[:at].count(name)}" * (name in names[:at]) for at, name in enumerate(names)}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """Every link into the repository has its file or folder, and its heading there."""
    links = [link for link in re.findall(r"\]\(([^)\s]+)(?: [^)]*)?\)", (ROOT / page).read_text("utf-8")) if "://" not in link]
    assert len(links) > 8 or page != "README.md"
    for link in links:
        path, _, heading = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        assert not heading or heading in anchors(target), link


HOSTS = r"github\.com|[a-z0-9-]+\.readthedocs\.io|pre-commit\.com|pyodide\.org|taplo\.tamasfe\.dev|tombi-toml\.github\.io"
"""Hosts that pages link to: of code and of manuals. Packages are named, wherever they come from."""


ACCOUNTS = {("opponents.md", host) for host in ("www.boardgamers.org", "boardgamers.org", "bgtournament.wordpress.com")}
"""Public accounts of people, which one page compares with policies."""


def test_links_lead_to_code_and_manuals_alone() -> None:
    pages = [page for page in ROOT.rglob("*.md*") if not any(part.startswith(".") for part in page.relative_to(ROOT).parts)]
    links = {(page.name, host) for page in pages for host in re.findall(r"\]\(https?://([^/)]+)", page.read_text("utf-8"))}
    assert len(pages) > 80
    assert {(page, host) for page, host in links if not re.fullmatch(HOSTS, host)} == ACCOUNTS


def test_contributors_run_the_same_command() -> None:
    """CONTRIBUTING.md repeats the README's test command."""
    (command,) = re.findall(r"<!-- test -->\n```sh\n(.+)\n```", README)
    assert command in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_quick_subset_is_there() -> None:
    """Every file and folder that `tests/quick.txt` names exists."""
    lines = (ROOT / "tests/quick.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if not (ROOT / line).exists()] == []


@pytest.mark.parametrize("marker", ["play", "test"])
def test_commands_are_marked(marker: str) -> None:
    """Continuous integration finds each of the two commands, on one line."""
    found = re.search(rf"<!-- {marker} -->\n```sh\n(.+)\n```", README)
    assert found
    check, command = re.fullmatch(r"(python3 -c '[^']+') && (.+)", found[1]).groups()
    assert re.match(r"python3 -m venv (--upgrade-deps )?\.venv && ", command)
    assert subprocess.run(check, shell=True, check=False).returncode == 0
    older = subprocess.run(check.replace("(3, 11)", "(9, 0)"), shell=True, check=False, capture_output=True, text=True)
    assert older.returncode == 1
    assert older.stderr == "Python 3.11 or newer is needed\n"
