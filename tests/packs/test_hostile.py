"""A pack that means harm is an error or is played; it never hangs, never fills the memory, never leaves its folder.

The packs are in `hostile`; all are loaded in one process with a bound on its memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from packs import hostile

SECONDS = 15
"""Of one processor, for one pack: far above what any takes, far below what counts as hanging."""
MINUTES = 5
"""On the clock, for all of them on a busy machine."""
LONGEST_TEXT = 300_000

HARMLESS = {
    "the largest whole number of goods",
    "the largest whole number of steps",
    "a million empty lines",
    "a comment of a million letters",
    "a link to the folder above",
    "rolls of 20 dice",
    "20 figures on 4,000 places",
}
"""The findings that are odd, but allowed."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("hostile")
    command = [sys.executable, str(Path(hostile.__file__)), str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60 * MINUTES, check=False)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0, (lines[-1:], ran.stderr[-2000:])
    return {line["name"]: line for line in lines if "name" in line}


@pytest.mark.parametrize("name", hostile.SHAPES)
def test_harm_is_refused_in_no_time(name: str, results: dict[str, dict[str, Any]]) -> None:
    result = results[name]
    assert result["outcome"] == ("loaded" if name in HARMLESS else "refused"), result
    assert result["seconds"] < SECONDS
    assert result["size"] < LONGEST_TEXT
    assert not result["unsafe"]
