"""The walls of the house: what may import what, and that the kernel knows no content.

What single parts do is tested beside them; here only the shape of the code is looked at.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

from stoneage_rules.kernel.words import KERNEL_WORDS
from stoneage_rules.packs.models import KINDS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "stoneage_rules"
KERNEL = PACKAGE / "kernel"
LONG_FILES = 17
LONG_FUNCTIONS = 3
"""How many files over 300 lines and functions over 40 lines there may be; these numbers only shrink."""


def content_ids() -> set[str]:
    """Every id that a content file of the repository declares, statements apart: these are dotted."""
    found: set[str] = set()
    for file in [*(ROOT / "content").rglob("*.toml"), *(ROOT / "plugins").rglob("*.toml")]:
        if file.name == "pack.toml":
            found.add(tomli.loads(file.read_text("utf-8"))["pack"]["id"])
            continue
        for kind, records in tomli.loads(file.read_text("utf-8")).items():
            if isinstance(records, list) and kind != "statement":
                found |= {record["id"] for record in records}
    return found - {"base"}  # the word for whatever game is extended


def docstrings(tree: ast.AST) -> set[int]:
    """The ids of the nodes that are docstrings, those of attributes included."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def strings(file: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(file.read_text("utf-8"))
    prose = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def names(file: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        line = getattr(node, "lineno", 0)
        for field in ("name", "id", "attr", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                yield line, name


def parts(name: str) -> str:
    """A name as its words between underscores, so that whole words can be looked for."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().strip("_")
    return f"_{words}_"


def test_no_content_id_stands_in_the_package() -> None:
    """No string of the package is the id of a content record."""
    ids = content_ids()
    assert len(ids) > 150
    met = [f"{file.relative_to(ROOT)}:{line}: {text!r}" for file in PACKAGE.rglob("*.py") for line, text in strings(file) if text in ids]
    assert met == []


def test_no_content_id_is_part_of_a_kernel_name() -> None:
    """No name in the kernel speaks of content."""
    wanted = {id: f"_{id.replace('-', '_')}_" for id in content_ids()}
    met = [
        f"{file.relative_to(ROOT)}:{line}: {name} speaks of {id}"
        for file in KERNEL.rglob("*.py")
        for line, name in set(names(file))
        for id, word in wanted.items()
        if word in parts(name)
    ]
    assert sorted(met) == []


def test_kernel_words_are_no_content_ids() -> None:
    """The kernel's own words and content's ids keep apart; only kinds of items may be called like nothing else."""
    assert content_ids() & KERNEL_WORDS == set()
    assert {"figure", "tool", "die", "place", "roll"} <= KERNEL_WORDS
    assert KINDS


def test_imports_run_one_way() -> None:
    """The contracts in pyproject.toml hold."""
    done = subprocess.run([sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_plugins_import_the_public_names_alone() -> None:
    """The modules in the repository import what a stranger's may, and never each other."""
    allowed = {"stoneage_rules", "stoneage_rules.plugin", "__future__", "attrs"} | set(sys.stdlib_module_names)
    met = [
        f"{file.relative_to(ROOT)}: {module}"
        for file in [*(ROOT / "plugins").rglob("*.py"), *(ROOT / "content").rglob("*.py")]
        for module in imported(file)
        if module not in allowed and module.partition(".")[0] not in sys.stdlib_module_names
    ]
    assert met == []


def test_no_module_is_named_outside_its_folder() -> None:
    """No module's id or package stands in the library, the base content or another module's Python."""
    packages = {folder.name: tomli.loads((folder / "pack.toml").read_text("utf-8"))["pack"]["id"] for folder in (ROOT / "plugins").iterdir() if (folder / "pack.toml").exists()}
    assert len(packages) >= 5
    files = [*PACKAGE.rglob("*.py"), *(ROOT / "content").rglob("*.toml"), *(ROOT / "plugins").rglob("*.py")]
    met = [
        f"{file.relative_to(ROOT)} names {word}"
        for file in files
        for package, id in packages.items()
        for word in (package, f'"{id}"')
        if package not in file.parts and word in file.read_text("utf-8")
    ]
    assert met == []


@pytest.mark.parametrize("what", ["files", "functions"])
def test_sizes_only_shrink(what: str) -> None:
    """Long files and functions are few, and become fewer."""
    long: list[str] = []
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text("utf-8")
        if what == "files" and text.count("\n") > 300:
            long.append(f"{file.relative_to(ROOT)}: {text.count(chr(10))} lines")
        if what == "functions":
            long += [
                f"{file.relative_to(ROOT)}:{node.lineno} {node.name}: {node.end_lineno - node.lineno + 1} lines"
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.FunctionDef) and node.end_lineno and node.end_lineno - node.lineno + 1 > 40
            ]
    print("\n".join(sorted(long)))
    assert len(long) <= (LONG_FILES if what == "files" else LONG_FUNCTIONS), "\n".join(sorted(long))
