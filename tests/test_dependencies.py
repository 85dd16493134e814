"""The files of pinned versions and the ranges in pyproject.toml say the same.

That the library works with the lowest versions is proved by continuous integration, which installs them.
"""

from __future__ import annotations

import pytest
import tomli
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from sources import ROOT

PROJECT = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

NEEDED = [Requirement(text) for text in (*PROJECT["dependencies"], *EXTRAS["cli"])]
"""The dependencies of a user."""

FURTHER = [
    Requirement(text)
    for extra in ("browser", "docs", "gymnasium", "open-spiel", "pettingzoo", "study", "study-test", "test", "testing")
    for text in EXTRAS[extra]
]
DECLARED = {wanted.name: wanted.specifier for wanted in (*NEEDED, *FURTHER)}
"""The range of every package that is declared anywhere."""


def pins(file: str) -> dict[str, str]:
    """The versions in a constraints file, by package."""
    lines = (ROOT / file).read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def test_every_declared_package_is_pinned() -> None:
    named = {name for name in DECLARED if name != PROJECT["name"]}
    assert set(pins("constraints.txt")) == named


@pytest.mark.parametrize(("package", "version"), pins("constraints.txt").items())
def test_a_pinned_version_is_an_allowed_one(package: str, version: str) -> None:
    assert DECLARED[package].contains(version)


@pytest.mark.parametrize(("package", "version"), pins("constraints-lowest.txt").items())
def test_the_lowest_versions_are_those_that_are_declared(package: str, version: str) -> None:
    assert DECLARED[package] == SpecifierSet(f">={version}")


def test_every_dependency_of_a_user_is_among_the_lowest() -> None:
    assert {wanted.name for wanted in NEEDED} <= set(pins("constraints-lowest.txt"))
