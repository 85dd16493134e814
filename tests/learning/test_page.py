"""The page for learners keeps its word: its sessions print what they show; those that need an extra are skipped without it."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from shipped import named_in, needs
from sources import ROOT, blocks

ADAPTED = "gymnasium|pettingzoo|pyspiel"
BLOCKS = blocks("docs/learners.md", "python")
OWN = [block for block in BLOCKS if not re.search(ADAPTED, block)]


def run(text: str) -> None:
    session = doctest.DocTestParser().get_doctest(text, {}, "docs/learners.md", None, 0)
    failures: list[str] = []
    assert session.examples
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=failures.append)
    assert not failures, "".join(failures)


@needs(*named_in(*OWN))
def test_the_sessions_without_adapters() -> None:
    run("\n".join(OWN))


@pytest.mark.parametrize("block", [block for block in BLOCKS if block not in OWN])
def test_the_session_of_an_adapter(block: str) -> None:
    for name in re.findall(ADAPTED, block):
        pytest.importorskip(name)
    run(block)


def test_the_picture_is_that_of_the_example(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "docs/examples/masked_ppo/draw.py", tmp_path / "curve.svg"], check=True)
    assert (tmp_path / "curve.svg").read_text("utf-8") == (ROOT / "docs/pictures/learning-curve.svg").read_text("utf-8")
