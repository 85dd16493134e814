"""The example packs of the documentation, and larger house rules: each passes every check, and facts that no check knows.

What a pack shows is proved by its own scenarios and properties, which the checks run.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

import pytest

import stoneage_rules as sa
from gallery import GALLERY, LARGE, NEW_KINDS
from long_profile import some
from shipped import named_in, needs, texts_below
from sources import ROOT
from stoneage_rules.authoring.pack_checks import CODE_CHECKS, PACK_CHECKS
from stoneage_rules.testing import check_module
from units.authoring.kit_runs import run_kit

NEEDED = {name: named_in(*texts_below(GALLERY / name)) for name in (*LARGE, *NEW_KINDS)}
"""The modules that an example, or a test of it, names."""
MINIS = ("igloos", "wild-animals")
STYLE = "style-is-the-goal"


def load(*names: str, **settings: object) -> sa.Ruleset:
    modules = [str(GALLERY / name) if name in LARGE else name for name in names]
    return sa.load(modules=modules, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*needed), id=name) for name, needed in NEEDED.items()])
def test_a_pack_passes_every_check(name: str) -> None:
    problems, outcomes = run_kit(GALLERY / name)
    assert problems == []
    # No example adds nothing but edits and has no tests: only unused additions can be missing.
    unasked = {"options", "used", *(["properties"] if name in NEW_KINDS else [])}
    assert {check for check, outcome in outcomes.items() if outcome == "skipped"} <= unasked


@pytest.mark.parametrize(
    ("name", "checks", "skipped"),
    # Its own tests are not beside its pack.
    some(
        [
            ("hidden_bid", PACK_CHECKS, {"scenarios", "properties"}),
            pytest.param("river_trade", CODE_CHECKS, set(), marks=needs(STYLE)),
        ],
        2,
    ),
)
def test_a_module_passes_every_check(
    name: str, checks: Iterable[str], skipped: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ROOT / "docs" / "examples" / f"stoneage_{name}" / "src"
    monkeypatch.syspath_prepend(str(folder))
    plugin = import_module(f"stoneage_{name}.plugin")
    results = check_module(folder / f"stoneage_{name}", plugins=[plugin], games=1, only=[*checks])
    assert [str(result) for result in results if result.outcome == "failed"] == []
    assert [result.name for result in results] == [*checks]
    assert {result.name for result in results if result.outcome == "skipped"} == skipped


@needs(*MINIS, STYLE)
def test_the_examples_can_be_played_together() -> None:
    rules = load(*LARGE, *MINIS, STYLE, players=4)
    assert set(LARGE) < set(rules.packs)
    assert load(*reversed(LARGE), STYLE, *reversed(MINIS), players=4).digest == rules.digest


@needs(*MINIS)
def test_own_numbers_make_a_table_without_reconstructed_values() -> None:
    with pytest.raises(sa.ContentError, match="SA304"):
        load(*MINIS, players=3, allow_reconstructed=False)
    rules = load(*MINIS, "printed-values", players=3, allow_reconstructed=False)
    assert not [entry.address for entry in rules.content if entry.reconstructed]
    own = {entry.address for entry in rules.content if "printed-values.own" in entry.record.rules}
    assert len(own) == 4 + 4 + 1
    assert {entry.confidence for entry in rules.content if entry.address in own} == {"house"}


@needs(*MINIS, STYLE)
def test_own_numbers_alone_leave_other_reconstructed_values() -> None:
    with pytest.raises(sa.ContentError) as caught:
        load(*MINIS, STYLE, "printed-values", players=3, allow_reconstructed=False)
    assert STYLE in str(caught.value)
    assert "igloos:" not in str(caught.value)
    assert "wild-animals:" not in str(caught.value)
