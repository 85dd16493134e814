"""The files of pinned versions and the ranges in pyproject.toml say the same.

That the library works with the lowest versions is proved by continuous integration, which installs them.
"""

from __future__ import annotations

import re

import pytest
import tomli
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from sources import ROOT

CONFIGURED = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = CONFIGURED["project"]
EXTRAS = PROJECT["optional-dependencies"]
GROUPS = CONFIGURED["dependency-groups"]

NEEDED = [Requirement(text) for text in (*PROJECT["dependencies"], *(text for extra in EXTRAS.values() for text in extra))]
"""The dependencies of users, with those of every extra."""

FURTHER = [Requirement(text) for group in GROUPS.values() for text in group if isinstance(text, str)]
"""What works on this repository alone; groups also name each other."""

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
    assert {wanted.name for wanted in NEEDED} - {PROJECT["name"]} <= set(pins("constraints-lowest.txt"))


def test_what_builds_is_bounded_and_pinned() -> None:
    """A build takes a version that was tried, and none of the next major one."""
    pinned = pins("constraints.txt")
    for need in map(Requirement, CONFIGURED["build-system"]["requires"]):
        lowest, bound = sorted(str(part) for part in need.specifier)[::-1]
        assert bound.startswith("<"), need
        assert SpecifierSet(lowest) == DECLARED[need.name]
        assert need.specifier.contains(pinned[need.name])


# --- locks ----------------------------------------------------------------------------------------------------------

LOCKS = sorted((ROOT / ".ci" / "locks").glob("*.txt"))
"""What each stage of continuous integration installs; the source archive has none."""

LOCKED = re.compile(r"^([a-z0-9-]+)==([^ ]+)((?: ; .+?)?) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


@pytest.mark.skipif(not LOCKS, reason="the source archive has no continuous integration")
@pytest.mark.parametrize("name", [path.stem for path in LOCKS])
def test_locks_agree_with_the_pins(name: str) -> None:
    """Every package of a lock has hashes, and the version that is pinned, if there is one."""
    text = (ROOT / ".ci" / "locks" / f"{name}.txt").read_text("utf-8")
    rest = LOCKED.sub("", text)
    assert [line for line in rest.splitlines() if not line.startswith("#")] == []
    pinned = pins("constraints-lowest.txt" if name.startswith("lowest") else "constraints.txt")
    locked = {package: version for package, version, _, _ in LOCKED.findall(text)}
    shared = locked.keys() & pinned.keys()
    assert [package for package in shared if not SpecifierSet(f"=={pinned[package]}").contains(locked[package])] == []
    assert len(locked) > 3 or name == "lint"
