"""Records, packs, table files and data with faults: told, or used.  The commands of this folder try thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.driver import Subject, kept, try_many
from fuzz.packs import PACKS
from fuzz.records import RECORDS
from fuzz.values import VALUES


@pytest.mark.parametrize(
    ("subject", "numbers", "outcomes"),
    [
        (RECORDS, range(36), {"refused", "accepted"}),
        (PACKS, range(30), {"refused", "loaded"}),
        (VALUES, range(400), {"refused", "accepted"}),
    ],
    ids=["records", "packs", "values"],
)
def test_what_is_wrong_is_told_and_what_is_not_can_be_used(
    subject: Subject, numbers: range, outcomes: set[str], tmp_path: Path
) -> None:
    counts = try_many(subject, numbers, 1, tmp_path)
    assert list(kept(tmp_path)) == []
    assert outcomes <= counts.keys()
