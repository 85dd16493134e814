"""Texts that are kept as files beside the code: compared in tests, written anew with `--bless`."""

from __future__ import annotations

from pathlib import Path

import pytest


def compare(file: Path, text: str, request: pytest.FixtureRequest) -> None:
    """The file must say this; with `--bless` it is made to."""
    if request.config.getoption("--bless"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
    assert file.is_file(), f"{file} is not there: run with --bless"
    assert text == file.read_text("utf-8"), f"{file} says something else: look at the difference, and run with --bless"
