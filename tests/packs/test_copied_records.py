"""Records of a pack beside records of the same kind and id of a pack that it requires, and names that are short for both."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import inspect_pack, position
from writing import write_pack

HUNT = '[[location]]\nid = "hunt"{}\ncircles = 3\nrules = ["base.place.hunt"]\neffects = [{{ do = "tool" }}]\n'
COPIES = {
    "location": ("hunt", HUNT.format("")),
    "card": (
        "civ-01",
        '[[card]]\nid = "civ-01"\nconfidence = "rulebook"\nicons = { builder = 1 }\neffects = [{ do = "tool" }]\n',
    ),
    "score": ("farmers", '[[score]]\nid = "farmers"\neach = 1\ncount = { icons = "farmer" }\n'),
}


@pytest.mark.parametrize("kind", COPIES)
def test_a_record_with_the_id_of_a_required_packs_record_is_told(tmp_path: Path, kind: str) -> None:
    id, text = COPIES[kind]
    inspection = inspect_pack(write_pack(tmp_path, {"rules.toml": text}, requires="base"))
    (found,) = (finding for finding in inspection.findings if finding.code == "SA521")
    assert (found.place.span.line, found.place.label) == (2, f"base has a {kind} `{id}`, too")
    assert f'`[[patch.{kind}]]` with `target = "base:{id}"`' in found.help


def test_it_is_told_of_packs_that_are_required_through_others_and_of_no_others(tmp_path: Path) -> None:
    write_pack(tmp_path, {}, requires="base", id="between")
    copy = {"rules.toml": HUNT.format("")}
    pack = write_pack(tmp_path, copy, requires="between")
    assert [finding.code for finding in inspect_pack(pack).findings if finding.code == "SA521"] == ["SA521"]
    write_pack(tmp_path, {"rules.toml": HUNT.format("").replace("hunt", "lake", 1)}, requires="base", id="between")
    lake = {"rules.toml": HUNT.format("").replace("hunt", "lake", 1)}
    friend = write_pack(tmp_path, lake, requires="base", more='[optional]\nbetween = ">=1.0"\n')
    assert "SA521" not in {finding.code for finding in inspect_pack(friend).findings}


def test_a_comment_allows_it_and_a_record_that_is_removed_is_none(tmp_path: Path) -> None:
    allowed = HUNT.format(" # stoneage: allow SA521 because both are hunted")
    assert inspect_pack(write_pack(tmp_path, {"rules.toml": allowed}, requires="base")).passed
    gone = '[[remove.location]]\ntarget = "base:hunt"\nwhy = "ours"\n'
    inspection = inspect_pack(write_pack(tmp_path, {"rules.toml": gone + HUNT.format("")}, requires="base"))
    assert "SA521" not in {finding.code for finding in inspection.findings}


def test_a_name_that_is_short_for_two_offers_both(tmp_path: Path) -> None:
    rules = sa.load(modules=[write_pack(tmp_path, {"rules.toml": HUNT.format("")}, requires="base")])
    both = "did you mean `base:hunt` or `stranger:hunt`?"
    with pytest.raises(sa.InvalidAction, match=both.replace("?", r"\?")):
        rules.parse("place hunt 1")
    with pytest.raises(sa.InvalidState, match=both.replace("?", r"\?")):
        position(rules, {"phase": "placing", "figures": {"hunt": [1, 0, 0, 0]}})
