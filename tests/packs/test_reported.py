"""A value that has been reported may be any value: edits, conflicts and references pass over it in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from packs.toy import refused, told, write

PATCH = "[[patch.location]]\ntarget = 'base:hut'\n"
EDITS = {
    "set": "set.circles = { option = 'many' }",
    "set within a table": "set.figures.exactly = { option = 'many' }",
    "expect": "expect.circles = { option = 'many' }",
    "adjust": "adjust.circles = { option = 'many' }",
    "adjust by": "adjust.circles = { add = { option = 'many' } }",
    "append": "append.groups = [{ option = 'many' }]",
    "drop": "drop.groups = [{ option = 'many' }]",
    "unset": "unset = { option = 'many' }",
    "an operator": "set = { option = 'many' }",
}


@pytest.mark.parametrize("line", EDITS.values(), ids=EDITS)
def test_an_edit_with_an_option_that_does_not_exist_has_one_error(tmp_path: Path, line: str) -> None:
    assert told(refused(write(tmp_path, "mine", f"{PATCH}{line}\n")).diagnostics) == [("SA203", "mine", 3)]


def test_an_option_that_does_not_exist_is_in_no_conflict(tmp_path: Path) -> None:
    first = write(tmp_path, "first", PATCH + "set.circles = { option = 'many' }\n")
    second = write(tmp_path, "second", PATCH + "set.circles = 7\n")
    assert told(refused(first, second).diagnostics) == [("SA203", "first", 3)]


def test_a_record_with_errors_can_be_named_and_so_can_its_groups(tmp_path: Path) -> None:
    good = "[[good]]\nid = 'herb'\ngroop = ['herbs']\nvalue = 'much'\n\n"
    place = "[[location]]\nid = 'x'\ncircles = 1\n"
    place += "effects = [{ do = 'gain', good = 'herb' }, { do = 'choose', of = 'herbs', amount = 1 }]\n"
    codes = {code for code, _, line in told(refused(write(tmp_path, "mine", good + place)).diagnostics) if line > 5}
    assert not codes


def test_a_kind_that_another_pack_has_too_can_be_named(tmp_path: Path) -> None:
    oath = '[[zone]]\nid = "chest"\n[[kind]]\nid = "oath"\nstarts_in = "chest"\n[[oath]]\nid = "vow"\n'
    oath += '[[score]]\nid = "vows"\ncount = { owned = "oath" }\n'
    first, second = (write(tmp_path, name, oath) for name in ("first", "second"))
    assert told(refused(first, second).diagnostics) == [("SA206", "second", 4)]
