"""House rules that take something, as small packs with scenarios: hunger, stale cards, visitors' dues, a store for the winter."""

from __future__ import annotations

from pathlib import Path

import pytest

from stoneage_rules.testing import run_scenarios
from writing import write_pack

FEED = 'target = "base:feed-tribe"\n'
HUNGRY = 'phase = "feed-tribe", seats = { 0 = '
STARVE = f"[[patch.phase]]\n{FEED}set.effects.each-seat.effects.feed.starve = "

RULES = {
    "no starving while resources are left": (
        f"[[patch.phase]]\n{FEED}set.effects.each-seat.effects.feed.must = true\n",
        f"{HUNGRY}{{ points = 20, goods = {{ food = 2, wood = 1, clay = 1 }} }} }}",
        ["0: pay 1 wood, 1 clay"],
        "seats = { 0 = { points = 10, goods = { food = 0, wood = 0, clay = 0 } } }",
    ),
    "a resource feeds two": (
        f"[[patch.phase]]\n{FEED}set.effects.each-seat.effects.feed.worth = 2\n",
        f"{HUNGRY}{{ points = 20, goods = {{ food = 2, wood = 3 }} }} }}",
        ["0: pay 2 wood"],
        "seats = { 0 = { points = 20, goods = { food = 0, wood = 1 } } }",
    ),
    "unfed figures die": (
        STARVE + '[{ do = "lose", figures = { missing = "food" } }]\n',
        f"{HUNGRY}{{ figures = 6, goods = {{ food = 4 }} }} }}",
        ["0: starve"],
        "seats = { 0 = { figures = 4 } }",
    ),
    "hunger costs a step of agriculture or a tool": (
        STARVE + '[{ do = "one-of", effects = [{ do = "lose", track = "agriculture" }, { do = "lose", tools = 1 }] }]\n',
        f"{HUNGRY}{{ tracks = {{ agriculture = 2 }}, tools = [[2, false], [1, false], [1, false]], goods = {{ food = 1 }} }} }}",
        ["0: starve", "0: choose 2"],
        "seats = { 0 = { tracks = { agriculture = 2 }, tools = [[1, false], [1, false], [1, false]] } }",
    ),
    "hunger costs all resources": (
        STARVE + '[{ do = "lose", of = "resource", amount = { goods = "resource" } }]\n',
        f"{HUNGRY}{{ goods = {{ food = 1, wood = 2, gold = 1 }} }} }}",
        ["0: starve"],
        "seats = { 0 = { goods = { wood = 0, gold = 0, food = 0 } } }",
    ),
    "figures born this round eat from the next one on": (
        """
[[mark]]
id = "birth"
[[patch.location]]
target = "base:hut"
append.effects = [{ do = "mark", mark = "birth" }]
[[patch.phase]]
target = "base:feed-tribe"
set.effects.each-seat.effects.feed.figures = { figures = "home", plus = { mark = "birth", times = -1 } }
""",
        'phase = "take-actions", figures = { hut = { 0 = 2 }, hunt = { 1 = 1 } }, '
        "seats = { 0 = { goods = { food = 5 } }, 1 = { goods = { food = 0 } } }",
        ["0: resolve hut", "1: resolve hunt", "roll 1", "1: starve"],
        "seats = { 0 = { figures = 6, points = 0, goods = { food = 0 } } }",
    ),
    "resting figures need no food": (
        """
[[track]]
id = "resting"
top = 10
[[location]]
id = "camp"
effects = [{ do = "advance", track = "resting", steps = { figures = "here" } }]
[[patch.phase]]
target = "base:feed-tribe"
set.effects.each-seat.effects.feed.figures = { figures = "home", plus = { track = "resting", times = -1 } }
append.effects.each-seat.effects = [{ do = "lose", track = "resting", amount = 10 }]
""",
        'phase = "take-actions", figures = { camp = { 0 = 3 }, hunt = { 1 = 1 } }, '
        "seats = { 0 = { goods = { food = 2 } }, 1 = { goods = { food = 0 } } }",
        ["0: resolve camp", "1: resolve hunt", "roll 1", "1: starve"],
        "seats = { 0 = { points = 0, goods = { food = 0 }, tracks = { resting = 0 } } }",
    ),
    "the card on space 1 is thrown away": (
        """
[[zone]]
id = "discard"
[[patch.phase]]
target = "base:new-round"
insert.effects = { value = { do = "sweep", row = "card-row", spaces = ["card-1"], to = "discard" }, before = "slide" }
""",
        'phase = "take-actions", figures = { fields = { 0 = 1 } }, '
        'spaces = { card-1 = "civ-01", card-2 = "civ-02", card-3 = "civ-03", card-4 = "civ-04" }',
        ["0: resolve fields", "draw civ-05"],
        'spaces = { card-1 = "civ-02", card-2 = "civ-03", card-3 = "civ-04", card-4 = "civ-05" }',
    ),
    "a visitor pays the owner": (
        """
[[patch.building]]
target = "base:bld-01"
set.workplace = { circles = 1, open = true, effects = [
    { do = "gain", good = "wood", amount = 3 }, { do = "lose", good = "food", to = "owner" },
] }
""",
        'phase = "take-actions", figures = { bld-01 = { 0 = 1 }, fields = { 1 = 1 } }, '
        'seats = { 0 = { goods = { food = 7 } }, 1 = { items = ["bld-01"], goods = { food = 7 } } }',
        ["0: resolve bld-01"],
        "seats = { 0 = { goods = { wood = 3, food = 6 } }, 1 = { goods = { food = 8 } } }",
    ),
    "a card takes a resource from whoever has most points": (
        """
[[patch.card]]
target = "base:civ-01"
set.effects = [{ do = "lose", of = "resource", from_most = { points = "now" }, to = "seat" }]
""",
        'phase = "take-actions", figures = { card-1 = { 0 = 1 }, hunt = { 1 = 1 } }, spaces = { card-1 = "civ-01" }, '
        "seats = { 0 = { goods = { wood = 1 } }, 1 = { points = 5, goods = { clay = 1, gold = 1 } } }",
        ["0: resolve card-1", "0: pay 1 wood", "1: lose 1 clay"],
        "seats = { 0 = { goods = { wood = 0, clay = 1 } }, 1 = { goods = { clay = 0, gold = 1 } } }",
    ),
    "at most 10 resources are kept over the round": (
        """
[[patch.phase]]
target = "base:new-round"
append.effects = [{ do = "each-seat", effects = [
    { do = "lose", of = "resource", amount = { goods = "resource", plus = -10, at_least = 0 } },
] }]
""",
        'phase = "take-actions", figures = { fields = { 0 = 1 } }, seats = { 0 = { goods = { wood = 8, clay = 4 } } }, '
        'spaces = { card-1 = "civ-01", card-2 = "civ-02", card-3 = "civ-03", card-4 = "civ-04" }',
        ["0: resolve fields", "0: lose 1 wood, 1 clay"],
        "seats = { 0 = { goods = { wood = 7, clay = 3 } } }",
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_the_rule_is_said_in_content_and_plays_as_meant(tmp_path: Path, name: str) -> None:
    content, given, steps, then = RULES[name]
    pack = write_pack(tmp_path, {"rules.toml": content}, requires="base")
    scenario = f'[table]\nplayers = 2\nmodules = [".."]\n[[scenario]]\nname = "{name}"\ngiven = {{ {given} }}\n'
    (pack / "tests").mkdir()
    (pack / "tests" / "scenarios.toml").write_text(f"{scenario}do = {steps!r}\nthen = {{ {then} }}\n", "utf-8")
    (result,) = run_scenarios(pack / "tests")
    assert not result.problems, result.problems
