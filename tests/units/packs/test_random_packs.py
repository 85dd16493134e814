"""Packs made at random of all words: what `check` passes can be played to the end, and every law holds.

`random_packs` makes thousands of them; here are a few, made by the strategy that shrinks.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, event, given, settings

from long_profile import FULL, LONG
from stoneage_rules.packs.operators import OPERATORS
from stoneage_rules.testing import inspect_pack
from units.library import LANGUAGE
from units.packs.pack_trials import SKELETON, draw_pack, play_games, play_sensibly
from units.packs.raids import tables_of
from units.packs.random_packs import random_pack, repaired
from units.packs.random_values import ChoiceSource, choice_sources, seeded
from units.packs.trial_runs import make, try_pack, words_of

EXAMPLES = settings().max_examples


@settings(max_examples=max(2, EXAMPLES // 5), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(choice_sources())
def test_packs_that_check_passes_are_played_to_the_end(choices: ChoiceSource) -> None:
    with TemporaryDirectory() as folder:
        trial = draw_pack(choices, Path(folder) / "random-pack")
        event("valid at once" if trial.is_valid else "repaired" if trial.pack else "given up")
        if trial.inspection is not None:
            play_games(trial.inspection.rules, 3, 1)
            play_sensibly(trial.inspection.rules, 1)


@pytest.mark.parametrize("number", range(6 if LONG else 3 if FULL else 1))
def test_the_driver_counts_what_came_of_a_pack(number: int) -> None:
    counts = try_pack(make(1, number), games=2)
    assert counts["valid"] + counts["given_up"] == 1
    assert counts["games"] + 2 * counts["endless"] + 2 * counts["given_up"] >= 2


def test_a_seed_means_the_same_pack() -> None:
    one, other = (random_pack(seeded(7), LANGUAGE, given=SKELETON) for _ in range(2))
    assert one == other
    assert one != random_pack(seeded(8), LANGUAGE, given=SKELETON)


STALL = tables_of("""
zone = [{ id = "bag" }]
kind = [{ id = "charm", starts_in = "bag" }]
charm = [{ id = "ring" }, { id = "bead" }]
row = [{ id = "stall", name = "stall", kind = "charm", from = "bag" }]
""")
"""A row of items: without one, words such as `slide` come about in one of hundreds of packs."""


def test_every_word_comes_about() -> None:
    """Every kind of record, verb, quantity and operator of the library is in some pack; those after the last are not made."""
    words = {f"do {verb}" for verb in LANGUAGE.verbs}
    words |= {kind for kind, model in LANGUAGE.kinds.records.items() if not model.is_single or model.is_needed}
    words |= {f"{word} = " for word in LANGUAGE.quantities} | {f"\n{operator} = " for operator in OPERATORS}
    for seed in range(1000):
        given = seed % 2 * len(STALL)
        pack = random_pack(seeded(seed), LANGUAGE, given=[*STALL[:given], *SKELETON])
        words = {word for word in words - words_of(pack.tables[given:]) if not word.endswith("= ") or word not in pack.text}
        if not words:
            break
    assert words == set(), "a new operator needs a method of `Spot`, and its place in `CHANGES`"


def test_what_is_at_fault_is_taken_out(tmp_path: Path) -> None:
    pack = random_pack(ChoiceSource(lambda count: 0), LANGUAGE, given=SKELETON)
    faulty = type(pack)(pack.manifest, (*pack.tables, ("good", {"id": "corn-2", "value": -1}), ("location", {"id": "x", "y": 1})))
    mended = repaired(faulty, lambda pack: inspect_pack(pack.write(tmp_path / "random-pack")).findings)
    assert [table["id"] for header, table in faulty.tables if (header, table) not in mended.tables][-2:] == ["corn-2", "x"]
