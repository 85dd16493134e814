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

from long_profile import FULL
from packs import hostile

SECONDS = 15
"""Of one processor, for one pack: far above what any takes, far below what counts as hanging."""
MINUTES = 5
"""On the clock, for all of them on a busy machine."""
LONGEST_TEXT = 300_000
EVERY = 1 if FULL else 3
"""Of so many packs, one is loaded."""

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


def results(folder: Path) -> dict[str, dict[str, Any]]:
    """Returns what came of each pack, by its name."""
    command = [sys.executable, str(Path(hostile.__file__)), str(folder), str(EVERY)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60 * MINUTES, check=False)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0, (lines[-1:], ran.stderr[-2000:])
    return {line["name"]: line for line in lines if "name" in line}


def is_safe(result: dict[str, Any]) -> bool:
    """Returns whether a pack was refused, or loaded if it is harmless, in time and with a short, safe text."""
    expected = "loaded" if result["name"] in HARMLESS else "refused"
    is_short = result["seconds"] < SECONDS and result["size"] < LONGEST_TEXT
    return result["outcome"] == expected and is_short and not result["unsafe"]


@pytest.mark.skipif(sys.platform != "linux", reason="the bound of memory is that of Linux")
def test_harm_is_refused_in_no_time(tmp_path: Path) -> None:
    """One test for all, because each process that runs a part of them would load all of them."""
    found = results(tmp_path)
    assert [*found] == [*hostile.SHAPES][::EVERY]
    assert [result for result in found.values() if not is_safe(result)] == []
