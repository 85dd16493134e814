"""Edits that mean several records, quantities where they mean nothing, and files that are no content."""

from __future__ import annotations

import attrs
import pytest

from packs.toy import as_text, built, data_of, pack_of, toy_base
from stoneage_rules.packs.build import OF_A_TABLE_FILE
from stoneage_rules.packs.models import KINDS
from stoneage_rules.table import Table

NEEDS_BASE = {"base": ">=1"}


def test_a_removal_can_take_all_that_fit() -> None:
    """What `where` fits is gone, and the rest is there."""
    goods = [("good", {"id": id, "groups": groups}) for id, groups in (("a", ["cheap"]), ("b", ["cheap"]), ("c", ["dear"]))]
    rules = pack_of("alpha", as_text([*goods, ("remove.good", {"where": {"groups": ["cheap"]}})]), requires=NEEDS_BASE)
    content, found = built([toy_base(), rules])
    assert not found
    assert content is not None
    assert {address for address in data_of(content) if address.startswith("good alpha:")} == {"good alpha:c"}


PAID, MISSING = {"paid": "value"}, {"missing": "stone"}


@pytest.mark.parametrize(
    ("table", "found"),
    [
        (("score", {"id": "s", "count": MISSING}), ["SA207"]),
        (("score", {"id": "s", "count": PAID}), ["SA207"]),
        (("tie_break", {"id": "t", "sum": [PAID]}), ["SA207"]),
        (("location", {"id": "l", "effects": [{"do": "points", "amount": PAID}]}), ["SA207"]),
        (("location", {"id": "l", "effects": [{"do": "points", "amount": MISSING}]}), ["SA207"]),
        (("location", {"id": "l", "effects": [{"do": "points", "amount": {"goods": "stone"}}]}), []),
    ],
)
def test_a_quantity_is_read_only_where_it_means_something(table: tuple[str, dict[str, object]], found: list[str]) -> None:
    _, diagnostics = built([toy_base(), pack_of("alpha", as_text([table]), requires=NEEDS_BASE)])
    assert [diagnostic.code for diagnostic in diagnostics] == found


def test_what_a_table_file_says_is_known() -> None:
    """Every key of a table file, but those that are kinds of record, too."""
    keys = {field.name for field in attrs.fields(Table)}
    assert keys - {*KINDS} == {*OF_A_TABLE_FILE}
