"""The tutorial: every file, command and answer on the page is real."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
import tomli

from pages.tutorial import PAGE, Block, Step, blocks, run, run_page, same, steps
from shipped import SHIPPED, needs

TEXT = PAGE.read_text("utf-8")


SCHEMAS = [f"{name}-1.schema.json" for name in ("content", "pack", "table", "scenarios", "properties")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the page is run."""
    return tmp_path_factory.mktemp("tutorial")


@pytest.fixture(scope="module")
def ran(folder: Path) -> list[tuple[Block, Step | None, str, int]]:
    """Returns every step of the page with its outcome, run once and in order."""
    return list(run_page(TEXT, folder))


@needs(*SHIPPED)
def test_every_answer_is_as_the_page_shows_it(ran: list[tuple[Block, Step | None, str, int]]) -> None:
    """The page counts the modules that are installed, so all must be there."""
    for block, step, found, _ in ran:
        if step is None:
            assert found == block.text, f"{block.name} is another file"
        else:
            assert same(step.output, found), f"$ {step.command}\n--- shown\n{step.output}\n--- found\n{found}"


def test_a_command_fails_where_the_page_shows_an_error(ran: list[tuple[Block, Step | None, str, int]]) -> None:
    codes = {step.command: [] for _, step, _, _ in ran if step is not None}
    for _, step, found, code in ran:
        if step is not None:
            wrong = "error[" in found or re.search(r"^failed ", found, re.MULTILINE) is not None
            assert code == wrong, f"$ {step.command}: exit code {code}"
            codes[step.command].append(code)
    assert [1] in [sorted(set(found) - {0}) for found in codes.values()], "the page makes one mistake on purpose"


@needs(*SHIPPED)
def test_no_editor_marks_a_file_of_the_page(ran: list[tuple[Block, Step | None, str, int]], folder: Path) -> None:
    """Each file of the pack fits the schemas that came with it, and those that `stoneage schema` writes in its folder."""
    pack = folder / "late-harvest"
    files = [path for path in sorted(pack.rglob("*.toml")) if path.read_text("utf-8").startswith("#:schema ")]
    assert {"events.toml", "market.toml"} <= {path.name for path in files}
    for rewritten in (False, True):
        for path in files:
            named = path.read_text("utf-8").split()[1]
            schema = json.loads((path.parent / named).read_text("utf-8"))
            jsonschema.Draft7Validator(schema).validate(tomli.loads(path.read_text("utf-8")))
        content = (pack / "schemas" / "content-1.schema.json").read_text("utf-8")
        assert ('"feast-of-fields"' in content) is rewritten
        command = Step("stoneage schema", "", "")
        assert run(command, pack) == ("".join(f"schemas/{name}\n" for name in SCHEMAS), 0)


def test_the_page_uses_every_command_of_an_author() -> None:
    words = {step.command.split()[1] for block in blocks(TEXT) for step in _steps(block) if step.command.startswith("stoneage ")}
    assert words >= {"new", "check", "explain", "test", "why", "diff", "play"}


def test_what_is_read_aloud_is_what_stands_there() -> None:
    read = re.search(r"`([a-z./-]+)`, line (\d+), from column (\d+) on", TEXT)
    assert f" --> {read[1]}:{read[2]}:{read[3]}\n" in TEXT


def test_a_wrong_answer_would_be_noticed() -> None:
    """Also if it has another number of words than there are gaps."""
    assert [same(shown, "one\ntwo\n") for shown in ("one\n...\n", "one\ntoo\n", "one\n", "...\n")] == [True, False, False, False]


def _steps(block: Block) -> Iterator[Step]:
    return steps(block) if block.language == "console" else iter(())
