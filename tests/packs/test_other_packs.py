"""Files that are read only beside some packs, or only without them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import stoneage_rules as sa
from packs.toy import refused, write
from stoneage_rules.testing import inspect_pack

OPTIONAL = {"first": ">=1.0", "second": ">=1.0"}
EDIT = "[[patch.location]]\ntarget = 'base:hut'\nset.circles = 4\n"
READ_BESIDE = {
    "any = ['first', 'second']": [["first"], ["second"], ["first", "second"]],
    "not = ['first']": [[], ["second"]],
    "not = ['first', 'second']": [[]],
    "packs = ['first']\nonly_if.not = ['second']": [["first"]],
    "any = ['first']\nonly_if.not = ['second']": [["first"]],
    "packs = ['first']\nonly_if.any = ['second']": [["first", "second"]],
}


@pytest.mark.parametrize("asked", READ_BESIDE)
def test_the_packs_at_the_table_decide_whether_a_file_is_read(asked: str, tmp_path: Path) -> None:
    """A pack in the same folder that is not at the table is absent."""
    pack = write(tmp_path, "asking", f"only_if.{asked}\n{EDIT}", optional=OPTIONAL)
    beside = {id: write(tmp_path, id, EDIT.replace("hut", "hunt").replace("4", "40")) for id in OPTIONAL}
    found = []
    for is_there in product((True, False), repeat=2):
        ids = [id for id, there in zip(OPTIONAL, is_there, strict=True) if there]
        rules = sa.load(modules=[str(pack), *(str(beside[id]) for id in ids)], players=3)
        hut = next(entry for entry in rules.content.of("location") if entry.id == "hut")
        found += [ids] * (hut.record.circles == 4)
    assert sorted(found) == sorted(READ_BESIDE[asked])


FAULTS = {
    "packs = ['first', 'first']": [("SA207", "this one has no effect")],
    "any = ['first']\nonly_if.packs = ['first']": [("SA207", "`first` is in `packs` already")],
    "packs = ['first']\nonly_if.not = ['first']": [("SA207", "`first` is in `packs` already")],
    "any = []": [("SA207", "`any` needs at least one")],
    "not = []\nonly_if.packs = ['first']": [("SA207", "`not` needs at least one")],
    "not = ['third']": [("SA203", "no pack is called `third`")],
    "nto = ['first']": [("SA202", "no key is called `nto`")],
    "any = [1, 'third']": [("SA201", 'write "1", in quotation marks'), ("SA203", "no pack is called `third`")],
    "any = 'first'": [("SA201", "this is text")],
}


@pytest.mark.parametrize("asked", FAULTS)
def test_faults_of_a_condition_on_packs(asked: str, tmp_path: Path) -> None:
    error = refused(write(tmp_path, "asking", f"only_if.{asked}\n{EDIT}", optional=OPTIONAL))
    assert [(each.code, each.place.label) for each in error.diagnostics] == FAULTS[asked]


@pytest.mark.parametrize(("key", "code"), [("packs", "SA513"), ("any", "SA513"), ("not", "SA507")])
def test_a_condition_on_a_required_pack_is_warned_of(key: str, code: str, tmp_path: Path) -> None:
    pack = write(tmp_path, "asking", f"only_if.{key} = ['base']\n{EDIT}", requires={"base": ">=1.0"})
    assert [each.code for each in inspect_pack(pack).findings] == [code]
