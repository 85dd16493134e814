"""Every block of code of every page is run by a test: here, or by one that is named here; what is only shown has its reason."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
import tomli

import stoneage_rules as sa
from gallery import GALLERY
from long_profile import SLOW
from packs.toy import write
from shipped import named_in, needs
from sources import ROOT
from stoneage_rules import plugin as door
from stoneage_rules.testing import inspect_pack, position, run_properties
from toy import auction
from writing import write_pack

BLOCK = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)

ELSEWHERE: Mapping[tuple[str, str], str] = {
    ("README.md", "python"): "tests/test_readme.py",
    ("README.md", "toml"): "tests/test_readme.py",
    ("docs/apps.md", "python"): "tests/pages/test_sessions.py",
    ("docs/changing-a-phase.md", "python"): "tests/pages/test_changing_a_phase.py",
    ("docs/changing-a-phase.md", "toml"): "tests/pages/test_changing_a_phase.py",
    ("docs/events.md", "python"): "tests/pages/test_sessions.py",
    ("docs/fairness.md", "sh"): "tests/pages/test_studies.py",
    ("docs/good-cards.md", "(sh|toml)"): "tests/pages/test_studies.py",
    ("docs/own-game.md", "sh"): "tests/pages/test_studies.py",
    ("docs/house-rules-*.md", "toml"): "tests/units/authoring/test_reference.py",
    ("docs/index.md", "python"): "tests/pages/test_sessions.py",
    ("docs/index.md", "(console|toml)"): "tests/pages/test_first_page.py",
    ("docs/language-models.md", "python"): "tests/pages/test_sessions.py",
    ("docs/learners.md", "python"): "tests/learning/test_page.py",
    ("docs/native.md", "python"): "native/tests/test_page.py",
    ("docs/packs/*.md", "toml [a-z.]*"): "tests/units/authoring/test_reference.py",
    ("docs/packs/tests.md", "yaml"): "tests/test_release.py",
    ("docs/patterns.md", "toml"): "tests/pages/test_patterns.py",
    ("docs/programs.md", "python"): "tests/pages/test_sessions.py",
    ("docs/programs.md", "toml"): "tests/test_programs_page.py",
    ("docs/readings.md", "toml"): "tests/pages/test_readings.py",
    ("docs/records.md", "python"): "tests/pages/test_sessions.py",
    ("docs/records.md", "text"): "tests/play/test_kept_records.py",
    ("docs/researchers.md", "python"): "tests/pages/test_sessions.py",
    ("docs/tables.md", "toml"): "tests/cli/test_table_files.py",
    ("docs/tutorial.md", "(console|toml)"): "tests/pages/test_tutorial.py",
}
"""The test that runs the blocks of a page, by the page and the beginning of their first line."""

SHOWN = {
    "cli > web > testing": "the order of imports, which contracts in pyproject.toml have",
    "river-rules/\n    pack.toml": "a tree of files",
    "failed  random:": "what a check says of a plugin with a fault",
    "pip install 'stoneage-rules[native]'": "a build takes a compiler; the stage `native` of .ci/run has one",
    "   static void swap(": "an example of an effect that the library does not have",
    "pip install -U cython": "a build takes minutes and a compiler",
    "client = distributed.Client(": "a cluster is needed; tests/many tries a local one",
}
"""Blocks that are shown and not run, by their beginning, with the reason."""

NOT_RUN = {
    "pip install": "an index of packages is needed; `.ci/run` installs the wheel",
    "pip freeze": "it lists what pip has installed",
    "python -m pip install": "an index of packages is needed",
    "python3 -c": "the README asks for a Python that is new enough, and `.ci/run` runs its two commands",
    "python3 -m venv": "`.ci/run` runs the two commands of the README, and installs the wheel",
    "tried/bin/": "`.ci/run` plays with the wheel",
    "git tag": "it makes a version",
    ".ci/": "it takes minutes and a network",
    ".venv/bin/": "`.ci/run` runs the two commands of the README",
    "sphinx-build": "`.ci/run` builds the pages",
    "python benchmarks/": "they take minutes",
    "python -m http.server": "it serves until it is stopped",
    "python train.py": "it takes minutes, and an extra; `.ci/run` runs the tests of examples",
    "python draw.py": "tests/learning/test_page.py draws the picture",
    "stoneage serve": "it serves until it is stopped; the tests of docs/examples/browser_table run it",
    "npm pack": "a registry is needed",
    "tar xzf": "it unpacks what was not fetched",
    "stoneage export-web table --pyodide": "it needs what was not fetched; tests/cli/test_export_web.py has a stand-in",
    "stoneage play --module": "an example must be installed for it; `.ci/run` does, and runs its tests",
    "stoneage schema --module river-trade": "an example must be installed for it; `.ci/run` does",
    "cd my-rules": "the next command is not run",
    "pytest": "tests/authoring/test_distribution_starters.py and `.ci/run` run the tests of new packages and of examples",
}
"""Commands that no test here runs, by their beginning, with the reason."""


@attrs.frozen
class Block:
    """A block of a page: its first line without the marks, and its text."""

    page: str
    info: str
    text: str

    def __str__(self) -> str:
        return f"{self.page} {self.text.partition(chr(10))[0]}"

    @property
    def runner(self) -> str:
        """The file of the test that runs the block, if it is not this one; empty otherwise."""
        pages = ((info, file) for (page, info), file in ELSEWHERE.items() if Path(self.page).match(page))
        return next((file for info, file in pages if re.match(rf"{info}( |$)", self.info)), "")


def found_blocks() -> Iterator[Block]:
    made = ROOT / "docs" / "reference"
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for page in (page for page in pages if not page.is_relative_to(made)):
        for found in BLOCK.finditer(page.read_text("utf-8")):
            if not found[2].startswith("{"):
                yield Block(page.relative_to(ROOT).as_posix(), found[2], found[3])


BLOCKS = tuple(found_blocks())
HERE = [block for block in BLOCKS if not block.runner and not block.text.startswith(tuple(SHOWN))]


def of(language: str) -> list[Any]:
    chosen = [block for block in HERE if block.info == language]
    return [pytest.param(block, id=str(block), marks=needs(*named_in(block.text))) for block in chosen]


def test_every_block_is_run_or_has_a_reason() -> None:
    assert len(BLOCKS) > 200
    run = {"sh": {block.page for block in HERE}, "python": {*PYTHON}, "toml": {*TOML}}
    assert [str(block) for block in HERE if block.page not in run.get(block.info, ())] == []
    assert [file for file in ELSEWHERE.values() if not (ROOT / file).exists()] == []
    for start in SHOWN:
        assert any(block.text.startswith(start) for block in BLOCKS), start
    for page, info in ELSEWHERE:
        assert any(Path(block.page).match(page) and re.match(info, block.info) for block in BLOCKS), (page, info)


# --- commands -------------------------------------------------------------------------------------------------------

BOTS = "def make_searcher(seed):\n    return lambda view, legal: legal[0]\n"
COMMANDS: dict[str, str] = {}
for block in HERE:
    if block.info == "sh":
        COMMANDS[block.page] = COMMANDS.get(block.page, "") + block.text


@pytest.mark.parametrize("page", [pytest.param(page, marks=needs(*named_in(text))) for page, text in COMMANDS.items()])
def test_commands_succeed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stoneage: Callable[..., Any]) -> None:
    """Those of a page run one after the other; by default, with few games."""
    (tmp_path / "my_bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "club.toml").write_text("players = 3\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for command in commands_in(COMMANDS[page]):
        if written := re.fullmatch(r"echo '([^']*)' (>>?) ([\w.-]+)", command):
            with (tmp_path / written[3]).open("a" if written[2] == ">>" else "w", encoding="utf-8") as file:
                file.write(written[1] + "\n")
        elif not command.startswith(tuple(NOT_RUN)):
            name, *words = shlex.split(command if SLOW else re.sub(r"(-n|--games) \d+", r"\1 2", command))
            assert name == "stoneage", f"run {command}, or say in NOT_RUN why not"
            ran = stoneage(*words, typed="quit\n")
            assert ran.code == 0, f"{command}: {ran}"


def commands_in(text: str) -> list[str]:
    return [command.partition("  #")[0].strip() for line in text.splitlines() for command in line.split("&&")]


def test_no_command_is_passed_over_in_vain() -> None:
    commands = commands_in("".join(COMMANDS.values()))
    assert [start for start in NOT_RUN if not any(command.startswith(start) for command in commands)] == []


# --- Python ---------------------------------------------------------------------------------------------------------


def of_starter(file: str) -> str:
    """A file as `stoneage new --kind plugin my-rules` writes it."""
    path = Path(sa.__path__[0]) / "authoring" / "starter_plugin" / f"{file}.txt"
    return path.read_text("utf-8").replace("@id", "my-rules").replace("@name", "My rules")


def of_new_plugin() -> dict[str, Any]:
    """The names of the plugin that `stoneage new --kind plugin` writes, and of a lot at auction."""
    names: dict[str, Any] = {"__name__": "blocks"}
    exec(of_starter("plugin.py"), names)
    return {**vars(door), "sa": sa, "Path": Path, **names, "LOTS": auction.LOTS}


def run_of_plugins(block: Block, folder: Path) -> None:
    """Runs a part of a plugin with the names of a new one; the table of the page has that plugin."""
    names = of_new_plugin()
    if "sa.load(" in block.text:
        for file in ("pack.toml", "rules.toml"):
            (folder / file).write_text(of_starter(file), "utf-8")
        plugin = SimpleNamespace(**names)
        given = [door.PackPlugin(folder), plugin]
        load = lambda players, modules=(), plugins=(): sa.load(players=players, plugins=given)  # noqa: E731
        names |= {"sa": SimpleNamespace(load=load), "plugin": plugin}
    is_signature = re.search(r"->[^:\n]*\Z", block.text.rstrip()) is not None
    exec(block.text.rstrip() + ": ...\n" * is_signature, names)


def run_of_tests(block: Block, folder: Path) -> None:
    """Runs a test of somebody's module and pack, represented by an installed module and an example."""
    rules = sa.load(players=3)
    state = position(rules, {"phase": "placing"})
    names: dict[str, Any] = {"state": state, "action": rules.parse("place hunt 1"), "__name__": "blocks"}
    exec(block.text.replace("my-module", "igloos").replace("my-rules", (GALLERY / "passing").as_posix()), names)
    for name in ("test_my_pack", "test_invariants_hold"):
        if name in names:
            names[name]()


def run_of_picture(block: Block, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        exec(block.text, {})
    assert (folder / "board.svg").read_text("utf-8").startswith("<svg ")


def run_of_example(block: Block, folder: Path) -> None:
    root = (ROOT / block.page).parent
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.syspath_prepend(str(root / "src"))
        exec(block.text, {})


PYTHON: Mapping[str, Callable[[Block, Path], None]] = {
    "docs/board.md": run_of_picture,
    "docs/hooks.md": run_of_plugins,
    "docs/plugins.md": run_of_plugins,
    "docs/plugins-questions.md": run_of_plugins,
    "docs/testing.md": run_of_tests,
    "docs/examples/stoneage_river_trade/README.md": run_of_example,
}


@pytest.mark.parametrize("block", of("python"))
def test_python_runs(block: Block, tmp_path: Path) -> None:
    PYTHON[block.page](block, tmp_path)


# --- TOML -----------------------------------------------------------------------------------------------------------


def is_sound_content(block: Block, folder: Path) -> None:
    found = inspect_pack(write_pack(folder, {"places.toml": block.text}, requires="base", id="my-rules"))
    assert [str(finding) for finding in found.findings] == []


def is_property(block: Block, folder: Path) -> None:
    file = folder / "properties.toml"
    file.write_text("table = { players = 2 }\n" + block.text, "utf-8")
    (result,) = run_properties(file)
    assert result.passed, str(result)


def is_setting(block: Block, folder: Path) -> None:
    """A part of pyproject.toml that the plugin for pytest or the installed examples read."""
    data = tomli.loads(block.text)
    if "tool" in data:
        example = tomli.loads((ROOT / "docs/examples/ten_edits/pyproject.toml").read_text("utf-8"))
        assert data["tool"]["pytest"]["ini_options"].keys() == example["tool"]["pytest"]["ini_options"].keys()
    else:
        example = tomli.loads((ROOT / "docs/examples/stoneage_river_trade/pyproject.toml").read_text("utf-8"))
        assert data["project"]["entry-points"] == example["project"]["entry-points"]


def is_read_beside_some(block: Block, folder: Path) -> None:
    """A file that is read beside Igloos, and not with Harsh Winter as well, nor alone."""
    pack = write(folder, "river-rules", block.text, optional=dict.fromkeys(("igloos", "wild-animals", "harsh-winter"), ">=1.0"))
    for others, circles in ((["igloos"], 8), (["igloos", "harsh-winter"], 7), ([], 7)):
        rules = sa.load(players=3, modules=[*others, str(pack)])
        river = next(entry for entry in rules.content.of("location") if entry.id == "river")
        assert river.record.circles == circles


def is_drawn(block: Block, folder: Path) -> None:
    drawing = sa.svg(sa.load(players=2, modules=[str(write(folder, "salt", block.text))]).initial_state())
    assert 'data-good="salt"' in drawing
    assert tomli.loads(block.text)["good"][0]["colour"] in drawing


TOML: Mapping[str, Callable[[Block, Path], None]] = {
    "docs/board.md": is_drawn,
    "docs/designers.md": is_property,
    "docs/hooks.md": is_setting,
    "docs/packs/index.md": is_sound_content,
    "docs/packs/options.md": is_read_beside_some,
    "docs/packs/tests.md": is_setting,
    "docs/plugins.md": is_setting,
}


@pytest.mark.parametrize("block", of("toml"))
def test_toml_is_what_it_shows(block: Block, tmp_path: Path) -> None:
    TOML[block.page](block, tmp_path)
