"""The pages for authors of apps, researchers and designers keep their word: sessions print what they show, commands succeed."""

from __future__ import annotations

import doctest
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sources import blocks


@pytest.mark.parametrize("page", ["apps.md", "learners.md", "researchers.md", "programs.md"])
def test_the_session_prints_what_the_page_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = doctest.DocTestParser().get_doctest("\n".join(blocks(f"docs/{page}", "python")), {}, page, None, 0)
    monkeypatch.chdir(tmp_path)
    assert session.examples
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=failures.append)
    assert not failures, "".join(failures)


def test_the_commands_succeed_one_after_the_other(tmp_path: Path) -> None:
    lines = [line for block in blocks("docs/designers.md", "sh") for line in block.splitlines()]
    for line in lines:
        name, *words = shlex.split(line)
        assert name == "stoneage"
        command = [sys.executable, "-m", "stoneage_rules", *words]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert run.returncode == 0, f"{line}: {run.stderr}"
        assert run.stdout
    assert len(lines) == 7
