"""Versions and ranges of packs: the usual ones are judged as `packaging` judges all."""

from __future__ import annotations

from itertools import product

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from stoneage_rules.packs.options import fits, is_range, is_version

VERSIONS = "0 0.1.0 1 1.0 1.0.0 01.2 1.2 1.10 2 2.0.1 1.0rc1 1.0.post1 1!2 1.0+local".split()
SIGNS = (*">= <= > < == != ~= ===".split(), "")
ODD = ("", ",", ">=1,", " >= 1 , < 2 ", ">=", "1.0.*", "==1.*", ">=1.0 <2", ">=one", "latest", ">=1\n", ">=" + "9" * 5000)


def allowed(version: str, spec: str) -> bool:
    try:
        return SpecifierSet(spec).contains(Version(version), prereleases=True)
    except ValueError:
        return False


def is_readable(make: type, text: str) -> bool:
    try:
        make(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("version", VERSIONS)
def test_every_range_allows_the_same_versions(version: str) -> None:
    specs = [sign + bound for sign, bound in product(SIGNS, VERSIONS)]
    for spec in (*specs, *(f"{spec},<2" for spec in specs), *ODD):
        assert fits(version, spec) == allowed(version, spec), spec
        assert is_range(spec) == is_readable(SpecifierSet, spec), spec


@pytest.mark.parametrize("version", [*VERSIONS, "", "1.", "v1", "one", "1 ", "1\n", "9" * 5000, "1." * 9 + "1", "٣"])
def test_the_same_versions_can_be_read(version: str) -> None:
    assert is_version(version) == is_readable(Version, version)
