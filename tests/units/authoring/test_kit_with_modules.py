"""The base game and every module, put to the checks that strangers' packs are put to: also with options at their extremes.

By default a module with Python and the base game; all of them with the profile `full`.
"""

from __future__ import annotations

import os

import pytest

from long_profile import some
from shipped import BASE, HERE
from stoneage_rules.authoring.pack_checks import CODE_CHECKS, PACK_CHECKS
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.testing import check_module

CI = bool(os.environ.get("CI"))


def apart(module: str) -> list[str]:
    """The checks of a module by itself: with every other one `test_combinations` and the machine of `stateful` play it."""
    has_python = installed_modules()[module].has_python
    return [name for name in PACK_CHECKS if name != "together" and (has_python or name not in CODE_CHECKS)]


@pytest.mark.parametrize("module", some([BASE, *HERE], 4))
def test_a_module_passes_every_check(module: str) -> None:
    results = check_module(module, games=1, only=None if CI else apart(module))
    assert [str(result) for result in results if result.outcome == "failed"] == []
    # Its scenarios are run by the tests of this folder; two have no items and no locations that a game could use.
    assert {result.name for result in results if result.outcome == "skipped"} <= {
        "options", "properties", "scenarios", "used"
    }  # fmt: skip
