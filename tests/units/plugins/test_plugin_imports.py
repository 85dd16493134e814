"""Plugins, the library's own included, use what is offered to authors and nothing else, and never each other."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from sources import ROOT, imports_of
from stoneage_rules.loading.installed import installed_modules

EXAMPLE = ROOT / "docs" / "examples" / "stoneage_river_trade" / "src" / "stoneage_river_trade"
OFFERED = {"stoneage_rules", "stoneage_rules.plugin", "attrs"}


def packages() -> list[Path]:
    """The folders of all modules' packages, and of the example's."""
    return [EXAMPLE, *(module.root for module in installed_modules().values() if module.root)]


@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_a_package_imports_what_is_offered_to_authors(package):
    found = {name for file in package.rglob("*.py") for _, name in imports_of(ast.parse(file.read_text("utf-8")))}
    own = {name for name in found if name.partition(".")[0] == package.name}
    standard = {name for name in found if name.partition(".")[0] in sys.stdlib_module_names}
    assert found - own - standard <= OFFERED
