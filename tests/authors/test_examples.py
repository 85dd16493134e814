"""The example packs in the documentation: each passes every check, and some facts that the checks do not know.

What an example shows is proved by its own scenarios and properties, which the checks run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import check_pack

PACKS = Path(__file__).parents[2] / "docs" / "examples" / "packs"
NAMES = sorted(path.name for path in PACKS.iterdir() if path.is_dir())


def load(*names: str, **settings: object) -> sa.Ruleset:
    modules = [str(PACKS / name) if name in NAMES else name for name in names]
    return sa.load(modules=modules, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_passes_every_check(name: str) -> None:
    results = check_pack(PACKS / name)
    assert not [str(result) for result in results if result.outcome == "failed"]
    # No example adds nothing but edits and has no tests: only unused additions can be missing.
    assert {result.name for result in results if result.outcome == "skipped"} <= {"used"}


def test_the_examples_can_be_played_together() -> None:
    rules = load(*NAMES, "igloos", "wild-animals", "style-is-the-goal", players=4)
    assert set(NAMES) < set(rules.packs)
    assert load(*reversed(NAMES), "style-is-the-goal", "wild-animals", "igloos", players=4).digest == rules.digest


def test_own_numbers_make_a_table_without_reconstructed_values() -> None:
    minis = ("igloos", "wild-animals")
    with pytest.raises(sa.ContentError, match="SA304"):
        load(*minis, players=3, allow_reconstructed=False)
    rules = load(*minis, "printed-values", players=3, allow_reconstructed=False)
    assert not [entry.address for entry in rules.content if entry.reconstructed]
    own = {entry.address for entry in rules.content if "printed-values.own" in entry.record.rules}
    assert len(own) == 4 + 4 + 1
    assert {entry.confidence for entry in rules.content if entry.address in own} == {"house"}


def test_own_numbers_alone_leave_other_reconstructed_values() -> None:
    names = ("igloos", "wild-animals", "style-is-the-goal", "printed-values")
    with pytest.raises(sa.ContentError) as caught:
        load(*names, players=3, allow_reconstructed=False)
    assert "style-is-the-goal" in str(caught.value)
    assert "igloos:" not in str(caught.value)
    assert "wild-animals:" not in str(caught.value)
