"""A choice takes hardly more opcodes than it did: counted, not timed, so that a busy machine says the same as an idle one."""

from __future__ import annotations

import json
import sys

import pytest

from running import python
from shipped import SHIPPED, needs
from sources import ROOT

FORMER = {"base": 667, "all": 809}
"""Opcodes of a choice by `play_out` when options came in the order of tables, on CPython 3.11, after 60 games of warming up."""
GAMES = 75
"""In fewer games it matters which ones they are."""
MORE = 1.02

IS_COUNTED = sys.implementation.name == "cpython" and sys.version_info[:2] == (3, 11)


@pytest.mark.skipif(not IS_COUNTED, reason="other versions of Python have other opcodes")
@pytest.mark.parametrize("table", ["base", pytest.param("all", marks=needs(*SHIPPED))])
def test_a_choice_takes_no_more_opcodes_than_it_did(table: str) -> None:
    """In a separate process, so that no other test has filled the tables of the rules.

    If it fails, `python benchmarks/opcodes.py --functions 20` tells where they are taken; with `--games 200`, whether it was
    these games alone.
    """
    done = python(ROOT / "benchmarks" / "opcodes.py", "--json", "--only", table, "--games", GAMES)
    opcodes = json.loads(done.stdout)[table]["opcodes"]
    assert opcodes <= FORMER[table] * MORE, f"{opcodes} opcodes a choice"
    assert opcodes > FORMER[table] / 2, "hardly anything is counted"
