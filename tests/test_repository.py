"""What a host of repositories reads: workflows, forms, citation, attributes of files. `.ci/run forge` checks their schemas."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import stoneage_rules as sa
from running import python
from sources import ROOT, python_files

CI = ROOT / ".ci"
IN_CHECKOUT = pytest.mark.skipif(not CI.exists(), reason="the source archive has no continuous integration")


def run(folder: Path, *command: object) -> str:
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_citation_is_of_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {sa.__version__}" in lines


@IN_CHECKOUT
def test_workflows_call_stages_by_name() -> None:
    """What a workflow runs is a stage, so that anybody can run it on a machine without the forge."""
    stages = {line.split()[0] for line in run(ROOT, "bash", CI / "run", "--list").splitlines()}
    workflows = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / ".github/workflows").glob("*.yml")))
    called = [
        words
        for line in re.findall(r"run: \.ci/run(?: --keep \w+)? ([a-z -]+)$", workflows, re.MULTILINE)
        for words in line.split()
    ]
    (listed,) = re.findall(r"^ +stages:\n((?: +- [a-z -]+\n)+)", workflows, re.MULTILINE)
    assert {*called, *re.findall(r"[a-z][a-z-]*", listed)} == stages
    assert len(re.findall(r"\brun: ", workflows)) == workflows.count("run: .ci/run") + 2, "a release runs two more"


STAGES = """
lint() { # fails
    false
    true
}
forge() { # passes
    true
}
play() { # leaves itself out
    leave_out "there is nothing"
}
wheel() { # is killed
    kill -9 $$
}
"""


@IN_CHECKOUT
def test_a_stage_that_fails_hides_no_other(tmp_path: Path) -> None:
    """All run, all are in the list at the end, and the code tells that one failed; a name that is none is refused."""
    text = (CI / "stages").read_text("utf-8")
    head, rest = text.split("\nlint() {")
    tail = rest[rest.index('echo "== $name"') :]
    (tmp_path / ".ci").mkdir()
    shutil.copy(CI / "run", tmp_path / ".ci" / "run")
    (tmp_path / ".ci" / "stages").write_text(head + STAGES + tail, "utf-8")
    for words in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -q -m all"):
        run(tmp_path, "git", *words.split())
    expected = {"lint": "failed", "forge": "passed", "play": "left-out", "wheel": "failed"}
    for words, code in ((("lint", "forge", "play"), 1), (("wheel", "forge"), 1), (("forge", "play"), 0), (("lnit",), 2)):
        done = subprocess.run(["bash", ".ci/run", *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
        results = dict(re.findall(r"^(\w+) +(passed|failed|left-out) +\d+ s$", done.stdout, re.MULTILINE))
        assert results == ({word: expected[word] for word in words} if code < 2 else {})
        assert ("no stage is called lnit" in done.stderr) is (code == 2)


@IN_CHECKOUT
def test_the_list_of_a_wheel_names_each_file_with_its_licence(tmp_path: Path) -> None:
    python("-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, folder=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    python(CI / "sbom.py", wheel, tmp_path)
    told = json.loads((tmp_path / f"stoneage_rules-{sa.__version__}.cdx.json").read_text("utf-8"))
    licence = {part["name"]: part["licenses"][0]["license"]["id"] for part in told["metadata"]["component"]["components"]}
    with zipfile.ZipFile(wheel) as packed:
        assert sorted(licence) == sorted(packed.namelist())
    assert {id for name, id in licence.items() if re.search("^stoneage_examples/bakery/|/starter_|CC0", name)} == {"CC0-1.0"}
    assert {id for name, id in licence.items() if name.startswith(("stoneage_rules/kernel", "stoneage_base/"))} == {"MIT"}
    assert {need["name"] for need in told["components"]} == {"attrs", "cattrs", "packaging", "pluggy", "tomli"}


@IN_CHECKOUT
def test_line_ends_are_those_of_the_repository(tmp_path: Path) -> None:
    """Also where Git converts them: records, playthroughs and content are the same bytes."""
    if not (ROOT / ".git").exists():
        pytest.skip("there is no repository")
    run(tmp_path, "git", "-c", "core.autocrlf=true", "clone", "-q", "-c", "core.autocrlf=true", ROOT, "clone")
    ends = run(tmp_path / "clone", "git", "ls-files", "--eol").splitlines()
    assert len(ends) > 2000
    assert [line for line in ends if re.search(r"w/(crlf|mixed)", line)] == []


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """The calls of methods and functions in a source, by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Attribute(attr=name) | ast.Name(id=name):
                    yield name, node


def test_texts_are_written_alike_on_every_system() -> None:
    """With the line ends of the library, not of the system: a pack that is passed on has the same bytes."""
    written = {
        f"{path.relative_to(ROOT).as_posix()}:{call.lineno}": {word.arg for word in call.keywords}
        for path in python_files("src", "content", "plugins")
        for name, call in calls(ast.parse(path.read_text("utf-8")))
        if name == "write_text"
    }
    assert written, "the starters are written so"
    assert [place for place, words in written.items() if "newline" not in words] == []


def test_no_index_of_packages_is_named() -> None:
    """Tools know where packages are; a name of a host would be one more thing to keep true."""
    hosts = re.compile(r"\b(?:upload\.|test\.|files\.)?pypi\.org|pythonhosted\.org")
    texts = [ROOT / "pyproject.toml", ROOT / ".readthedocs.yaml", *ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    texts += [path for folder in (ROOT / ".github", CI) for path in folder.rglob("*") if path.is_file()]
    assert len(texts) > 40
    assert [path.name for path in texts if hosts.search(path.read_text("utf-8"))] == []
