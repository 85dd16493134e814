"""Runs the tutorial: writes its files, types its commands, and compares what comes back.

Run it to write the answers into the page: `python tests/pages/tutorial.py`.  The prose is written by hand.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs

from sources import ROOT

PAGE = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```([a-z]*)(?: ([^\n]*))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PROMPT = re.compile(r"^((?:seat \d+|\w+)> )(.+)$", re.MULTILINE)
"""The questions of a command, and the answers that are typed."""
ANY = "..."
"""Stands for one word that differs from machine to machine or from version to version: a path, a version, a digest."""


@attrs.frozen
class Block:
    """A block of the page: a file to be written, a file to be found, or what is typed at a terminal."""

    language: str
    name: str
    text: str
    start: int
    end: int


@attrs.frozen
class Step:
    """One command, what is typed while it runs, and what it writes."""

    command: str
    shown: str
    typed: str

    @property
    def output(self) -> str:
        """Returns what the command writes by itself: what is typed, and its end of line, come from the keyboard."""
        return PROMPT.sub(r"\1", self.shown).replace("> \n", "> ") if self.typed else self.shown


def blocks(page: str) -> list[Block]:
    """The blocks of the page in their order."""
    return [Block(found[1], found[2] or "", found[3], found.start(3), found.end(3)) for found in BLOCK.finditer(page)]


def steps(block: Block) -> Iterator[Step]:
    """The commands of a block."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield Step(command, shown, "".join(f"{found[2]}\n" for found in PROMPT.finditer(shown)))


def run(step: Step, folder: Path) -> tuple[str, int]:
    """Returns what a command writes, to either stream, and its exit code."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        step.command, shell=True, cwd=folder, input=step.typed, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "PATH": path}, check=False,
    )  # fmt: skip
    return done.stdout, done.returncode


def same(shown: str, written: str) -> bool:
    """Returns whether a command has written what the page shows."""
    return re.fullmatch(r"\S+".join(map(re.escape, shown.split(ANY))), written) is not None


def run_page(page: str, folder: Path) -> Iterator[tuple[Block, Step | None, str, int]]:
    """Every block in order: files are written, or read where the page only shows them; commands are run.

    Yields the block, the step of a command, the text found and the exit code.
    """
    for block in blocks(page):
        name, _, made = block.name.partition(" ")
        if block.language == "console":
            for step in steps(block):
                yield block, step, *run(step, folder)
        elif made:
            yield block, None, (folder / name).read_text("utf-8"), 0
        elif name:
            (folder / name).write_text(block.text, "utf-8")


def rewritten(page: str) -> str:
    """The page with all answers as they are now."""
    answers: dict[int, list[str]] = {}
    ends: dict[int, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for block, step, text, _ in run_page(page, Path(folder)):
            ends[block.start] = block.end
            shown = text if step is None else f"$ {step.command}\n{_answer(step, text)}"
            answers.setdefault(block.start, []).append(shown)
    for start in sorted(answers, reverse=True):
        page = page[:start] + "".join(answers[start]) + page[ends[start] :]
    return page


def _answer(step: Step, text: str) -> str:
    """Returns what a command has written, with what was typed behind its questions, and without what differs."""
    if same(step.output, text):
        return step.shown
    typed = iter(step.typed.splitlines())
    asked = re.sub(r"^((?:seat \d+|\w+)> )", lambda found: f"{found[1]}{next(typed, '')}\n", text, flags=re.MULTILINE)
    return re.sub(r"^(  rules )\S+$", rf"\1{ANY}", asked if step.typed else text, flags=re.MULTILINE)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text("utf-8")), "utf-8")
