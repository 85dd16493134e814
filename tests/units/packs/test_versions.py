"""Versions and ranges of packs: the usual ones are judged as `packaging` judges all."""

from __future__ import annotations

import pytest
from packaging.version import Version

from stoneage_rules.packs.options import fits, is_version, is_version_range

VERSIONS = "0 0.1.0 1 1.0 1.0.0 01.2 1.2 1.10 2 2.0.1 1.0rc1 1.0.post1 1!2 1.0+local".split()


@pytest.mark.parametrize(
    ("version", "spec", "is_in"),
    [
        ("1.10", " >= 1.2 , < 2 ", True), ("2.0.1", ">=1.2,<2", False), ("1", "", True),
        ("2.0rc1", ">=1", True), ("1.0rc1", ">=1", False), ("one", ">=1", False),
        ("1", "1.0", None), ("1", ">=", None), ("1", ">=one", None), ("1", ">=1.0 <2", None),
    ],
)  # fmt: skip
def test_a_version_is_in_a_range_or_one_cannot_be_read(version: str, spec: str, is_in: bool | None) -> None:
    assert (fits(version, spec), is_version_range(spec)) == (bool(is_in), is_in is not None)


@pytest.mark.parametrize("version", [*VERSIONS, "", "1.", "v1", "one", "1 ", "1\n", "9" * 5000, "1." * 9 + "1", "٣"])
def test_the_same_versions_can_be_read(version: str) -> None:
    try:
        Version(version)
    except ValueError:
        assert not is_version(version)
    else:
        assert is_version(version)
