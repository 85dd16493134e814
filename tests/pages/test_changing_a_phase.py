"""The page that walks through Wild Animals shows what the module has: its records, its classes and its hooks."""

from __future__ import annotations

import re
from typing import Any

import pytest
import tomli

from sources import ROOT, blocks

MODULE = ROOT / "plugins/stoneage_wild_animals"
SOURCE = " ".join((MODULE / "plugin.py").read_text("utf-8").split())
CONTENT = tomli.loads((MODULE / "animals.toml").read_text("utf-8"))


@pytest.mark.parametrize("text", blocks("docs/changing-a-phase.md", "toml"))
def test_the_records_are_those_of_the_module(text: str) -> None:
    here, there = _records(tomli.loads(text)), _records(CONTENT)
    for kind, records in here.items():
        assert all(any(_within(record, other) for other in there[kind]) for record in records), kind


def _records(content: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Returns the records and edits of a file by their kind."""
    patches = {f"patch {kind}": records for kind, records in content.get("patch", {}).items()}
    return {**{kind: records for kind, records in content.items() if kind != "patch"}, **patches}


def _within(part: Any, whole: Any) -> bool:
    """Returns whether all keys of a table, and of the tables in it, are there with the same values."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


@pytest.mark.parametrize("text", blocks("docs/changing-a-phase.md", "python"))
def test_the_code_is_that_of_the_module(text: str) -> None:
    """What the page leaves out is marked by three points."""
    parts = [" ".join(part.split()) for part in re.split(r"\.\.\.", text)]
    assert all(part in SOURCE for part in parts), parts
