"""Effects in words, as `show`, boards and options tell them."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.plugin import Phrases, Verb
from writing import base_with

PHASE = """
[[zone]]
id = "bin"
[[phase]]
id = "evening"
effects = [{effect}]
[[patch.course]]
target = "base:order-of-play"
append.phases = ["evening"]
"""
WORDS = {
    '{ do = "place" }': "seats place in turn",
    '{ do = "place", order = "there-and-back", pass = true }': "seats place in turn, there and back, or pass",
    '{ do = "each-seat", effects = [{ do = "resolve" }] }': "for each seat: its figures act, place by place",
    '{ do = "end-game" }': "the game ends",
    '{ do = "end-game", when_empty = "building-row", after_round = 3 }': (
        "the game ends after round 3 if a space of building-row is empty"
    ),
    '{ do = "fill", row = "card-row" }': "card-row is filled",
    '{ do = "slide", row = "card-row" }': "what lies on card-row moves up",
    '{ do = "refresh" }': "tools are usable again, marks of the round go",
    '{ do = "move", kind = "card", from = "deck", to = "bin" }': "all cards go from deck to bin",
    '{ do = "pass-first" }': "the next seat on the left becomes first player",
    '{ do = "pass-first", to = "drawn" }': "a seat is drawn that becomes first player",
    '{ do = "pass-first", most = { goods = "food" } }': "whoever has the highest number of food becomes first player",
}
OF_A_SEAT = {
    'do = "figure", amount = 2': "2 figures",
    'do = "figure", amount = { tools = "count" }': "as figures, the number of tools",
    'do = "tool", amount = 2': "2 tools",
    'do = "tool", amount = { figures = "home" }': "as tools, the number of figures at home",
    'do = "choose", of = "resource", amount = { tools = "count" }': "of any resource, as many as the number of tools",
    'do = "points", amount = { tools = "count" }': "as points, the number of tools",
    'do = "points", amount = -3, at_least = 0': "-3 points, down to 0",
    'do = "pay", cost = { wood = 1 }, must = true': "must pay 1 wood",
    'do = "pay", cost = { wood = 1 }, must = true, effects = [{ do = "tool" }]': "must pay 1 wood for a tool",
    'do = "pay", cost = { wood = 1 }, effects = [{ do = "tool" }], times = 3': "a tool for 1 wood, up to 3 times",
    'do = "pay", cost = { wood = 1 }, else = [{ do = "points", amount = -1 }]': "may pay 1 wood, or else -1 point",
    'do = "hand-back", of = "card", to = "bin"': "hand back 1 card",
    'do = "hand-back", of = "building", to = "bin", amount = { tools = "count" }, effects = [{ do = "tool" }]': (
        "hand back building, as many as the number of tools, for each: a tool"
    ),
    'do = "choose-seat", among = [{ goods = "wood", min = 1 }], effects = [{ do = "lose", good = "wood", to = "chooser" }]': (
        "for another seat of its choice (if the number of wood is 1 or more): lose 1 wood to the chooser"
    ),
    (
        'do = "choose-seat", effects = [{ do = "pay", cost = { wood = 1 }, to = "chooser", effects = [{ do = "chooser", '
        'effects = [{ do = "lose", good = "food", to = "chosen" }] }] }]'
    ): "for another seat of its choice: for the chooser: lose 1 food to the chosen seat for 1 wood to the chooser",
}
WORDS |= {f'{{ do = "each-seat", effects = [{{ {keys} }}] }}': f"for each seat: {words}" for keys, words in OF_A_SEAT.items()}
FEEDING = {
    'good = "food"': "pay 1 food for each figure at home",
    'good = "wood", instead = "gold", starve = [{ do = "points", amount = -3 }]': (
        "pay 1 wood for each figure at home, or 1 gold for 1 missing, or else -3 points"
    ),
    'good = "food", instead = "resource", worth = 2, must = true, figures = { figures = "all", plus = -1 }': (
        "pay food, as many as the number of figures - 1, else 1 of any resource for 2 missing"
    ),
}
WORDS |= {
    f'{{ do = "each-seat", effects = [{{ do = "feed", {keys} }}] }}': f"for each seat: {words}" for keys, words in FEEDING.items()
}


@pytest.mark.parametrize("effect", WORDS)
def test_effects_are_told_in_words(effect: str) -> None:
    rules = base_with(PHASE.replace("{effect}", effect), 3)
    phase = next(entry.record for entry in rules.content.of("phase") if entry.name == "evening")
    assert rules.service(Phrases).effects(phase.effects) == WORDS[effect]


def test_no_verb_is_described_by_its_keys() -> None:
    verbs = sa.load(players=2).content.language.verbs.values()
    assert [verb.do for verb in verbs if verb.describe is Verb.describe] == []
