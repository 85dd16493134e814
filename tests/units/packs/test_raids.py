"""Whatever items that are used at any time take away: every question has an answer, and every state can be saved."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import stoneage_rules as sa
from long_profile import FULL, LONG
from properties.play import apart, states
from units.library import LANGUAGE
from units.packs.pack_trials import errors_of, inspected, look
from units.packs.raids import raids
from units.packs.random_packs import random_pack
from units.packs.random_values import seeded

IN_QUESTION = {
    "add-late", "buy", "feed-or-starve", "get-goods", "keep", "lose-goods", "pay-or-decline", "pay-traded", "place-figures",
    "take-or-skip",
}  # fmt: skip
"""The questions where items are mostly used: what is asked about is lost meanwhile."""
RARE = {"add", "get", "give"}
"""Actions that are mostly chosen if they can be."""


def chosen(state: sa.State, source: random.Random) -> sa.Action:
    """An item where something is in question, or what seldom comes about; otherwise any option."""
    uses, others = apart(state)
    rare = [action for action in others if action.kind in RARE]
    if uses and source.random() < (0.5 if state.pending.kind in IN_QUESTION else 0.05):
        others = uses
    elif rare and source.random() < 0.7:
        others = rare
    return others[int(source.random() * len(others))]


def play_raid(rules: sa.Ruleset, seed: int, met: Counter[str]) -> None:
    """Plays a game where items are used against the asked seat, and checks its states."""
    source = random.Random(seed)
    for state in states(rules, seed, chosen):
        assert min(state.goods) >= 0
        assert min(state.at_home) >= 0
        assert min(state.figures) >= 1
        if state.is_over or state.is_chance:
            continue
        kinds = {action.kind for action in state.legal()}
        deep = sum(rules.handlers[frame[0]].role == 1 for frame in state.stack) > 1
        met.update([state.pending.kind, *(["left"] if kinds <= {"take-back", "decline", "use"} else []), *(["deep"] * deep)])
        met.update(["nowhere"] if state.pending.kind == "place-figures" and "pass" in kinds else [])
        if source.random() < (0.2 if deep else 0.03):
            look(state, source)
    look(state, source)


def test_games_of_raids_are_played_to_the_end(tmp_path: Path) -> None:
    met = Counter[str]()
    for seed in range(40 if LONG else 12 if FULL else 6):
        choices = seeded(seed)
        given = raids(choices)
        made = random_pack(choices, LANGUAGE, players=(2, 3), given=given)
        inspection = inspected(type(made)(made.manifest, given), tmp_path / f"{seed}" / "random-pack", ())
        assert errors_of(inspection) == []
        for rules in inspection.rules:
            for game in range(3, 7 if LONG else 5):  # of the pack with late add-ons, these lose what they cost
                play_raid(rules, 10 * seed + game, met)
    assert not FULL or met.keys() >= IN_QUESTION | {"deep", "left", "nowhere"}
