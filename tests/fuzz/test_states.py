"""Saved states with faults: each is refused with a reason, or played on without a fault.  `fuzz.states` tries thousands."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

import stoneage_rules as sa
from fuzz import states
from fuzz.driver import Subject, kept, try_many
from properties.play import pick
from properties.tables import FEW, TABLES, rules_of

PACKS = "content/stoneage_examples"
TRIED = (
    *FEW,
    *(f"{PACKS}/{name}" for name in ("hidden-goals 3", "event-deck 2", "tribes 2")),
    *(f"{PACKS}/{name}" for name in ("bid-for-first 3", "passing 3", "mammoth-herd 2", "visitors-pay 2", "open-draft 2")),
    "tests/toy/curios 3",
    "tests/toy/fields 2",
)
"""Tables of modules, and of packs that pay, lose, deal, draft, reveal, pass and bid in secret."""
MUTANTS = range(14)


@pytest.mark.parametrize("table", TRIED)
def test_a_save_with_faults_is_refused_or_can_be_played_on(table: str, tmp_path: Path) -> None:
    subject = Subject(lambda seed, number: states.make_at(table, seed, number), states.try_saved)
    counts = try_many(subject, MUTANTS, 1, tmp_path)
    assert list(kept(tmp_path)) == []
    assert counts["refused"]
    assert counts["accepted"]


def test_the_seed_and_number_of_a_mutant_mean_the_same_again() -> None:
    assert states.make_at("base-2", 5, 8) == states.make_at("base-2", 5, 8) != states.make_at("base-2", 5, 9)


def test_what_fails_is_kept_so_that_it_can_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise LookupError("no such luck")

    monkeypatch.setattr(states, "play_on", broken)
    counts = try_many(
        Subject(lambda seed, number: states.make_at("base-2", seed, number), states.try_saved), MUTANTS, 1, tmp_path
    )
    assert counts["found"] == len(MUTANTS) - counts["refused"] > 0
    first = next(kept(tmp_path))
    assert "base-2" in first
    assert "no such luck" in first
    monkeypatch.undo()
    counts = states.STATES.again(next(iter(sorted(tmp_path.iterdir()))))
    assert counts["accepted"]


@pytest.mark.parametrize(("table", "saves"), [(table, saves) for table, saves in states.ODD.items() if table in TABLES])
def test_odd_saves_are_refused_or_can_be_played_on(table: str, saves: Sequence[states.Saved]) -> None:
    """Once, play led from them to a state without options, or to one that could not be read again."""
    rules = rules_of(table)
    for saved in saves:
        with suppress(sa.InvalidState):
            read = rules.state_from_dict({**saved, "rules": rules.digest})
            assert all(_is_read_after_each_step(read.copy(), random.Random(seed)) for seed in range(6))


def _is_read_after_each_step(state: sa.State, source: random.Random) -> bool:
    for _ in range(20):
        if not state.is_over:
            state.apply(pick(state, source))
            try:
                state.rules.state_from_dict(state.to_dict())
            except sa.InvalidState:
                return False
    return True
