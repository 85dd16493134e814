"""The example packs in the documentation: each passes every check, and some facts that the checks do not know.

What an example shows is proved by its own scenarios and properties, which the checks run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from shipped import named_in, needs, texts_below
from stoneage_rules.authoring import trial_tables as played_games
from units.authoring.kit_runs import run_kit

PACKS = Path(__file__).parents[3] / "docs" / "examples" / "packs"
NAMES = sorted(path.name for path in PACKS.iterdir() if path.is_dir())
NEEDED = {name: named_in(*texts_below(PACKS / name)) for name in NAMES}
"""The modules that an example, or a test of it, names."""
MINIS = ("igloos", "wild-animals")
STYLE = "style-is-the-goal"


def load(*names: str, **settings: object) -> sa.Ruleset:
    modules = [str(PACKS / name) if name in NAMES else name for name in names]
    return sa.load(modules=modules, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*NEEDED[name])) for name in NAMES])
def test_an_example_passes_every_check(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_games, "OFTEN", 0)  # the first state of each kind at every table, not further ones
    problems, outcomes = run_kit(PACKS / name)
    assert problems == []
    # No example adds nothing but edits and has no tests: only unused additions can be missing.
    assert {check for check, outcome in outcomes.items() if outcome == "skipped"} <= {"options", "used"}


@needs(*MINIS, STYLE)
def test_the_examples_can_be_played_together() -> None:
    rules = load(*NAMES, *MINIS, STYLE, players=4)
    assert set(NAMES) < set(rules.packs)
    assert load(*reversed(NAMES), STYLE, *reversed(MINIS), players=4).digest == rules.digest


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
