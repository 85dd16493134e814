"""Writes the picture of the README: `python docs/pictures/draw.py`."""

from __future__ import annotations

import random
from pathlib import Path

import stoneage_rules as sa

PICTURE = Path(__file__).with_name("board.svg")
NAMES = ("Ada", "Bela", "Cleo", "Dan")


def drawn() -> str:
    """Returns the board of a game of four, in the sixth round, when the first figures act."""
    state, chance = sa.load(players=len(NAMES)).initial_state(), random.Random(4)
    policy = sa.policies.sensible_policy(seed=4)
    while state.is_chance or (state.round, state.phase) != (6, "take-actions"):
        state.apply(state.sample(chance) if state.is_chance else policy(state.view(int(state.seat or 0)), state.legal()))
    return sa.svg(state, NAMES) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
