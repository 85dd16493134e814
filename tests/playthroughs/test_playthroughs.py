"""Whole games against golden transcripts: whatever changes what a game does shows here, line by line.

A transcript is written anew with `pytest tests/playthroughs --remaster`; read the difference before you keep it.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest

from playthroughs.transcript import transcript
from stateful.tables import rules_of

HERE = Path(__file__).parent

GAMES = {
    "base-2": 7,
    "base-3": 10,
    "base-4": 4,
    "winter-3": 2,
    "igloos-3": 2,
    "style-5": 2,
    "animals-4": 2,
    "yucata-3": 2,
    "winter-igloos-style-animals-yucata-4": 3,
}
"""The seed of each table's game."""

CONTEXT = 6


def golden(name: str) -> Path:
    """The file of a table's game."""
    return HERE / f"{name}.txt"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_always_did(name: str, remaster: bool) -> None:
    played = list(transcript(rules_of(name), GAMES[name]))
    if remaster:
        golden(name).write_text("\n".join(played) + "\n", "utf-8")
    kept = golden(name).read_text("utf-8").splitlines()
    assert not (gone := first_difference(kept, played)), gone


def first_difference(kept: list[str], played: list[str]) -> str:
    """The first line that differs, with some lines around it; empty when none does."""
    for number, (was, now) in enumerate(zip_longest(kept, played)):
        if was != now:
            before = [f"    {line}" for line in kept[max(0, number - CONTEXT) : number]]
            after = [f"    {line}" for line in played[number + 1 : number + 1 + CONTEXT]]
            return "\n".join([f"line {number + 1} is another:", *before, f"  - {was}", f"  + {now}", *after])
    return ""


def test_the_first_difference_is_shown_with_its_surroundings() -> None:
    assert first_difference(["a", "b", "c"], ["a", "b", "c"]) == ""
    assert first_difference(["a", "b", "c"], ["a", "x", "c"]).split("\n") == [
        "line 2 is another:",
        "    a",
        "  - b",
        "  + x",
        "    c",
    ]
    assert first_difference(["a"], ["a", "b"]).split("\n")[-1] == "  + b"
    assert first_difference(["a", "b"], ["a"]).split("\n")[-1] == "  + None"


def test_every_golden_file_is_played() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)


def test_the_games_of_the_base_game_have_everything_in_them() -> None:
    """Each kind of action and outcome, hidden draws, refusals to buy, and hunger met with goods and without."""
    lines = [line for name in ("base-2", "base-3", "base-4") for line in golden(name).read_text("utf-8").splitlines()]
    answers = [line[22:] for line in lines if "  seat " in line[:12] and line[:4].strip().isdigit()]
    kinds = {answer.split(" ")[0] for answer in answers}
    assert kinds == {"place", "resolve", "pay", "decline", "tools", "pick", "take", "use", "starve", "roll", "draw"}
    assert any("civ-33" in answer or "civ-34" in answer or "civ-35" in answer for answer in answers if "tools" in answer)
    assert any("1 face down" in line for line in lines)
