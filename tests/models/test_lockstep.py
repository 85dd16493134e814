"""Library and models play some games in lockstep; `python -m models.lockstep` plays thousands."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from fuzz.driver import kept, try_many
from long_profile import FULL
from models.lockstep import BATCH, GAMES, Disagreement, game_of
from models.tables import ALL, ANIMALS, BASE, IGLOOS, STYLE, WINTER
from shipped import AWAY, needs
from writing import write_pack

SEED = 2026


def play(module, games, folder):
    counts = try_many(GAMES[module], range(0, games * BATCH, BATCH), SEED, folder)
    assert list(kept(folder)) == []
    assert counts["games"] == games
    return counts


def test_the_base_game_plays_as_the_rulebook_says(tmp_path):
    counts = play(BASE, 8 if FULL else 3, tmp_path)
    assert counts["options"] > 5000 * counts["games"]
    for kind in ("decline", "draw", "pay", "pick", "place", "resolve", "roll", "starve", "take", "tools", "use"):
        assert counts[f"answers `{kind}`"], kind


@needs(STYLE)
def test_style_is_the_goal_plays_as_its_rulebook_says(tmp_path):
    counts = play(STYLE, 5, tmp_path)
    for kind in ("add", "decline", "get", "give", "pay", "skip", "starve", "take", "take-back"):
        assert counts[f"answers `{kind}`"], kind


def test_any_modules_play_together_as_their_rules_say(tmp_path):
    counts = play(ALL, 8 if FULL else 3, tmp_path)
    assert counts["answers `claim`"] or ANIMALS in AWAY
    assert counts["answers `add`"] or {STYLE, WINTER} & set(AWAY)


def test_the_models_share_nothing_with_the_library():
    """Only what compares the two may know it."""
    knowing = {
        path.name
        for path in Path(__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
        if name.startswith("stoneage")
    }
    assert knowing == {"tables.py"}


# --- the models notice what is wrong ----------------------------------------------------------------------------

FAULTS = {
    "the hunt brings a third": (
        BASE,
        '[[patch.location]]\ntarget = "base:hunt"\nset.effects.roll.divide = 3',
        "goods food",
    ),
    "a card shows one farmer more": (
        BASE,
        '[[patch.card]]\ntarget = "base:civ-03"\nset.icons.farmer = 2',
        "scores",
    ),
    "hunger costs 9 points": (
        BASE,
        '[[patch.phase]]\ntarget = "base:feed-tribe"\nadjust.effects.each-seat.effects.feed.starve.points.amount = { add = 1 }',
        "points",
    ),
    "two can use the whole village": (
        BASE,
        '[[patch.limit]]\ntarget = "base:village-places"\nset.at_most.2 = 3',
        "options: the library alone has",
    ),
    "used tools are not refreshed": (
        BASE,
        '[[patch.phase]]\ntarget = "base:new-round"\ndrop.effects = ["refresh"]',
        "tools",
    ),
    "a bonus card costs two decorations": (
        STYLE,
        '[[patch.add_on]]\ntarget = "style-is-the-goal:bonus-card"\nset.cost.decoration = 2',
        "phase",
    ),
    "a trade of one for one begins late": (
        STYLE,
        '[[patch.exchange]]\ntarget = "style-is-the-goal:trade"\nset.rates.4.at_least = 5',
        "options",
    ),
    "gold brings seven points": (
        WINTER,
        '[[patch.add_on]]\ntarget = "harsh-winter:pay-gold"\nset.effects.points.amount = 7',
        "points",
    ),
    "an igloo costs a clay more": (
        IGLOOS,
        '[[patch.igloo]]\ntarget = "igloos:igloo-c"\nset.cost.clay = 2',
        "options",
    ),
    "the raptor takes three off a total": (
        ANIMALS,
        '[[patch.animal]]\ntarget = "wild-animals:raptor"\nset.icons.threat = 3',
        "goods",
    ),
}
"""A number or a rule that one pack changes, and where that shows."""


def first_disagreement(module, pack):
    """Returns what is noticed first of the rules of a pack, in twenty games at the most."""
    for number in range(0, 20 * BATCH, BATCH):
        try:
            game_of(module, SEED, number, (pack,)).play()
        except Disagreement as disagreement:
            return str(disagreement)
    return "nothing"


@pytest.mark.parametrize("name", FAULTS)
def test_one_changed_number_is_noticed(name, tmp_path):
    module, text, shown = FAULTS[name]
    if module in AWAY:
        pytest.skip(f"needs {module}")
    requires = "" if module == BASE else f'{module} = ">=1.0"'
    assert shown in first_disagreement(module, str(write_pack(tmp_path, {"fault.toml": text}, requires="base", more=requires)))
