"""House rules that need no program, as whole packs with scenarios: each passes every check that authors run."""

from __future__ import annotations

from pathlib import Path

import pytest

from stoneage_rules.testing import check_pack

PACKS = Path(__file__).parent / "packs"


@pytest.mark.parametrize("name", sorted(path.name for path in PACKS.iterdir() if path.is_dir()))
def test_a_house_rule_passes_every_check(name: str) -> None:
    results = check_pack(PACKS / name)
    assert not [str(result) for result in results if result.outcome == "failed"]
    assert "scenarios" in {result.name for result in results if result.outcome == "passed"}
