"""Whole games against golden transcripts: whatever changes what a game does shows here, line by line.

The base game, each module alone and all together, each at the least and at the greatest number of players.  The games of a
module lie with its tests.  `pytest tests/playthroughs --remaster` writes them anew, under the seeds in their first lines;
read the difference before you keep it.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest

from playthroughs.transcript import answers_of, transcript
from properties.tables import EXTREMES, TABLES, rules_of
from shipped import HERE, SHIPPED

TESTS = Path(__file__).parents[1]
FOLDERS = [TESTS / "playthroughs", *(TESTS / "modules" / SHIPPED[module] / "playthroughs" for module in HERE)]
GAMES = [name for name in EXTREMES if len(TABLES[name]["modules"]) in (0, 1, len(SHIPPED))]
"""Some modules together, while others are away, have no golden game."""

CONTEXT = 6


def golden(name: str) -> Path:
    """The file of a table's game."""
    modules = TABLES[name]["modules"]
    folder = FOLDERS[0] if len(modules) != 1 else TESTS / "modules" / SHIPPED[modules[0]] / "playthroughs"
    return folder / f"{name}.txt"


def kept(name: str) -> list[str]:
    """The lines of a table's game."""
    return golden(name).read_text("utf-8").splitlines()


def seed_of(name: str) -> int:
    """The seed in the first line, or 1 for a table that has no game yet."""
    return int(kept(name)[0].rpartition(" ")[2]) if golden(name).exists() else 1


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_always_did(name: str, remaster: bool) -> None:
    played = list(transcript(rules_of(name), seed_of(name)))
    if remaster:
        golden(name).parent.mkdir(exist_ok=True)
        golden(name).write_text("\n".join(played) + "\n", "utf-8")
    assert not (gone := first_difference(kept(name), played)), gone


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
    """Except the games of all modules together, which need all to be installed."""
    there = {path.stem for folder in FOLDERS for path in folder.glob("*.txt")}
    assert {name for name in there if tuple(SHIPPED) == HERE or not name.startswith("all-")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_every_kind_of_action_in_it(name: str) -> None:
    """And outcomes of both kinds, one-use tools and cards drawn face down."""
    answers = answers_of(kept(name))
    assert {answer.split(" ")[0] for answer in answers} == {action.kind for action in rules_of(name).actions} | {"roll", "draw"}
    assert any(answer.startswith("tools") and "civ-3" in answer for answer in answers)
    assert any(" face down" in line for line in kept(name))
