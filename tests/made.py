"""Writes everything anew that is made of the code: schemas, pages, types, and the texts of bad packs and boards.

    python tests/made.py

Then read what `git diff` says.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

TESTS = Path(__file__).parent
SCRIPTS = (
    "units/data/shipped_files.py",
    "units/plugins/author_page.py",
    "units/plugins/hook_page.py",
    "units/play/event_page.py",
    "units/authoring/reference.py",
)
KEPT = (
    "packs/test_schema.py",
    "data/test_public_data.py",
    "units/data/test_shipped_files.py",
    "units/packs/test_bad_packs.py",
    "units/packs/test_codes.py",
    "units/telling/test_board.py",
)
"""Tests that write what they compare with, if `--bless` is given."""


def main(arguments: Sequence[str]) -> None:
    """Runs the scripts, then the tests with `--bless` and the arguments, such as `-n 1`; a fault of the code ends it."""
    surroundings = {**os.environ, "PYTHONPATH": str(TESTS)}
    for script in SCRIPTS:
        subprocess.run([sys.executable, str(TESTS / script)], check=True, env=surroundings)
    tests = [str(TESTS / test) for test in KEPT]
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--bless", *arguments, *tests], check=True, cwd=TESTS.parent
    )


if __name__ == "__main__":
    main(sys.argv[1:])
