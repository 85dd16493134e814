"""What is published: a build is the same from a checkout and from the source archive, and its page stands alone."""

from __future__ import annotations

import json
import re
import shlex
import tarfile
import zipfile
from pathlib import Path

import pytest
import tomli

import stoneage_rules as sa
from running import python
from sources import ROOT
from stoneage_rules.testing import write_starter
from writing import replace

PROJECT = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def built(source: Path, folder: Path) -> dict[str, Path]:
    """Builds the source archive and the wheel of a folder, without a network."""
    python("-m", "hatchling", "build", "-d", folder, folder=source)
    return {file.suffix: file for file in folder.iterdir()}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return built(ROOT, tmp_path_factory.mktemp("built"))


def test_builds_are_reproducible(files: dict[str, Path], tmp_path: Path) -> None:
    with tarfile.open(files[".gz"]) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    again = built(source, tmp_path / "again")
    assert {kind: file.read_bytes() for kind, file in again.items()} == {kind: file.read_bytes() for kind, file in files.items()}


def test_the_source_archive_has_all_that_tests_need(files: dict[str, Path]) -> None:
    with tarfile.open(files[".gz"]) as archive:
        inside = {name.split("/")[1] for name in archive.getnames()}
    assert {"CHANGELOG.md", "benchmarks", "constraints.txt", "docs", "examples", "schemas", "src", "tests"} <= inside
    assert not {".ci", ".git", ".venv"} & inside


WITHOUT_SOURCES = """
import json
import stoneage_rules as sa

rules = sa.load(players=2)
state = rules.initial_state()
assert sa.__file__.endswith("__init__.pyc"), sa.__file__
schemas = [kind.schema() for kind in (sa.View, sa.Event, sa.ViewData, sa.ScoreSheet, sa.Seat, sa.many.Comparison)]
read = sa.ViewData.from_dict(json.loads(json.dumps(state.view(0).to_dict())))
print(json.dumps([schemas[0]["properties"]["round"]["description"], len(schemas), read.seats[0].figures, sa.TieBreak.__doc__]))
"""


def test_a_wheel_without_its_sources_has_schemas_and_help(files: dict[str, Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(files[".whl"]) as wheel:
        wheel.extractall(tmp_path)
    assert (tmp_path / "stoneage_rules/data/kinds.pyi").is_file()
    python("-m", "compileall", "-q", "-b", tmp_path)
    for file in tmp_path.rglob("*.py"):
        file.unlink()
    told = json.loads(python("-c", WITHOUT_SOURCES, folder=tmp_path, PYTHONPATH=str(tmp_path)).stdout)
    assert told[:3] == ["The round; 0 while the game is set up.", 6, 5]
    assert "Attributes:\n    name: The quantities in the sum, for people." in told[3]


def test_a_wheel_has_the_schemas_and_the_text_of_each_licence(files: dict[str, Path]) -> None:
    with zipfile.ZipFile(files[".whl"]) as wheel:
        inside = {name: wheel.read(name) for name in wheel.namelist() if name.startswith("stoneage_rules/schemas/")}
        (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        page = wheel.read(name).decode()
        packs = [wheel.read(name).decode() for name in wheel.namelist() if name.endswith("/pack.toml")]
        texts = [wheel.read(name.replace("METADATA", f"licenses/{text}")).decode() for text in PROJECT["license-files"]]
    assert inside == {f"stoneage_rules/schemas/{path.name}": path.read_bytes() for path in (ROOT / "schemas").iterdir()}
    assert f"\nLicense-Expression: {PROJECT['license']}\n" in page
    assert {tomli.loads(text)["pack"]["license"] for text in packs} == {*PROJECT["license"].split(" AND ")}
    assert [text.split("\n")[0] for text in texts] == ["MIT License", "Creative Commons Legal Code"]


def test_the_page_of_the_package_stands_alone(files: dict[str, Path]) -> None:
    """Each link of the README leads to a file of this version; the picture is shown."""
    with zipfile.ZipFile(files[".whl"]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        page = wheel.read(name).decode()
    home = PROJECT["urls"]["Homepage"]
    assert f"\nVersion: {sa.__version__}\n" in page
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert len(links) > 20
    assert [link for link in links if not link.startswith("https://")] == []
    own = [link.removeprefix(f"{home}/blob/v{sa.__version__}/") for link in links if link.startswith(home)]
    assert [link for link in own if not (ROOT / link.partition("#")[0]).exists()] == []
    assert [link for link in links if link.endswith(f"/v{sa.__version__}/docs/pictures/board.svg")]


def test_the_command_has_the_name_of_the_distribution_too() -> None:
    """So that `uvx 'stoneage-rules[cli]'` runs it."""
    assert PROJECT["scripts"]["stoneage-rules"] == PROJECT["scripts"]["stoneage"]


@pytest.mark.parametrize(("spoilt", "code"), [(False, 0), (True, 1)])
def test_the_hook_for_pre_commit_checks_the_pack_in_a_folder(spoilt: bool, code: int, tmp_path: Path) -> None:
    """As pre-commit runs it: the words of `entry` and `args` at the root of the repository, with no names of files."""
    lines = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8").removeprefix("- ").splitlines()
    hook = dict(line.strip().split(": ", 1) for line in lines)
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("stoneage-check", "python", "false")
    assert hook["additional_dependencies"] == '[".[cli]"]', "the library alone has no command"
    assert "id: stoneage-check" in (ROOT / "docs/packs/tests.md").read_text("utf-8")
    write_starter(tmp_path / "my-rules")
    if spoilt:
        rules = tmp_path / "my-rules" / "rules.toml"
        replace(rules, "base:fields", "base:feilds")
    command, *words = shlex.split(hook["entry"])
    assert command in PROJECT["scripts"]
    for args, folder in ((json.loads(hook["args"]), tmp_path / "my-rules"), (["my-rules"], tmp_path)):
        ran = python("-m", "stoneage_rules", *words, *args, folder=folder, code=code)
        assert ran.stderr == ""
        assert ("did you mean `base:fields`?" in ran.stdout) is spoilt


def test_a_page_says_what_each_extra_is_for() -> None:
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    assert re.findall(r"^\| `stoneage-rules\[([\w-]+)\]` \|", page, re.MULTILINE) == [*PROJECT["optional-dependencies"]]


def test_the_changes_of_the_version_are_told_on_one_page() -> None:
    newest = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    assert newest.startswith(sa.__version__)
    assert len(newest.splitlines()) <= 60
