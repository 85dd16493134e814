"""Each event in words, where they depend on its numbers."""

from __future__ import annotations

from typing import Any

import pytest

from play.conftest import rules_for
from stoneage_rules import Event, Narrator

SPENT = {"place": "card-2", "item": "civ-03"}
WORTH = ": a die for everyone (finds), shows 1 farmer; costs 2 of any resource"
ONE, TWO = ((1, 0),), ((2, 0), (1, 1))
HOLDS: dict[str, Any] = {
    "points": 1, "goods": {}, "tracks": {"agriculture": 0}, "figures": 5, "tools": (), "unspent": (), "items": {},
}  # fmt: skip
SENTENCES: list[tuple[str, dict[str, Any], str]] = [
    ("adjusted", {"change": 1, "by": ""}, "seat 0 gets 1 of the total"),
    ("adjusted", {"change": 2, "by": "luck"}, "seat 0 gets 2 of the total because of luck"),
    ("adjusted", {"change": -1, "by": "wolf"}, "seat 0 loses 1 of the total because of wolf"),
    ("advance", {"track": "agriculture", "steps": 0, "after": 10}, "seat 0 stays on agriculture 10, the end of the track"),
    ("advance", {"track": "agriculture", "steps": 1, "after": 2}, "seat 0 goes 1 forward on agriculture, to 2"),
    ("verdict", {"wins": "nobody"}, "nobody wins, whatever the points"),
    ("verdict", {"wins": "all"}, "all win, whatever the points"),
    ("verdict", {"wins": "seat"}, "seat 0 wins, whatever the points"),
    ("decline-effect", {}, "seat 0 takes none of the effects"),
    ("go-back", {"track": "agriculture", "steps": 2, "after": 0}, "seat 0 goes 2 back on agriculture, to 0"),
    ("decline", {**SPENT, "payable": -1}, f"seat 0 may not take civ-03 on card-2{WORTH}"),
    ("decline", {**SPENT, "payable": 0}, f"seat 0 cannot pay for civ-03 on card-2{WORTH}"),
    ("decline", {**SPENT, "payable": 1}, f"seat 0 declines civ-03 on card-2{WORTH}"),
    ("come-home", {"place": "hunt", "figures": 2}, "seat 0 takes 2 figures home from hunt"),
    ("emptied", {"row": "building-row", "places": ("building-1",)}, "1 of the building stacks is empty"),
    ("emptied", {"row": "card-row", "places": ("card-1", "card-2")}, "2 of the card spaces are empty"),
    ("figure", {"count": 0}, "seat 0 has no figure left in the supply, and gets none"),
    ("figure", {"count": 1}, "seat 0 gets 1 figure more"),
    ("figure", {"count": 2}, "seat 0 gets 2 figures more"),
    ("forgo", {"price": "2 food", "payable": 0}, "seat 0 cannot pay 2 food"),
    ("forgo", {"price": "2 food", "payable": 1}, "seat 0 declines to pay 2 food"),
    ("choose-seat", {"chosen": 1}, "seat 0 chooses seat 1"),
    ("no-seat", {}, "seat 0 finds no seat to choose"),
    ("sealed", {}, "seat 0 has chosen a number"),
    ("unsealed", {"track": "agriculture", "number": 3}, "seat 0 shows 3 on agriculture"),
    ("nothing-there", {"place": "card-2"}, "nothing lies on card-2 any more for seat 0"),
    ("loss", {"goods": {"food": 2}, "to": -1}, "seat 0 loses 2 food"),
    ("loss", {"goods": {"food": 2, "wood": 1}, "to": 0}, "seat 0 loses 2 food, 1 wood to seat 0"),
    ("loss", {"goods": {"food": 2}, "to": 1}, "seat 0 loses 2 food to seat 1"),
    ("tool", {"before": ONE, "after": TWO}, "seat 0 takes a tool, and has 2 unused, 1 used"),
    ("tool", {"before": (), "after": ONE}, "seat 0 takes a tool, and has 1"),
    ("tool", {"before": TWO, "after": TWO}, "seat 0 has the highest tools already, and gets none"),
    ("lose-tool", {"before": ONE, "after": ()}, "seat 0 loses a tool, and has none"),
    ("lose-tool", {"before": TWO, "after": ((1, 1),)}, "seat 0 loses a tool, and has 1, all used"),
    ("tools", {"tools": (), "items": (), "value": 0}, "seat 0 adds no tools"),
    ("tools", {"tools": (3,), "items": (), "value": 3}, "seat 0 adds tools: 3"),
    ("tools", {"tools": (3, 1), "items": (), "value": 4}, "seat 0 adds tools: 3+1 = 4"),
    ("tools", {"tools": (), "items": ("civ-34",), "value": 3}, "seat 0 adds tools: civ-34 (3)"),
    ("tools", {"tools": (1,), "items": ("civ-34",), "value": 4}, "seat 0 adds tools: 1+civ-34 (3) = 4"),
    ("score", {"points": 1, "total": 8, "by": ""}, "seat 0 scores 1 point, and has 8"),
    ("score", {"points": 0, "total": 8, "by": ""}, "seat 0 scores 0 points, and has 8"),
    ("score", {"points": -1, "total": 8, "by": ""}, "seat 0 loses 1 point, and has 8"),
    ("round", {"round": 3, "first": 1}, "round 3, first player is seat 1"),
    ("unfilled", {"row": "card-row", "zone": "deck"}, "the deck of civilization cards cannot fill the card spaces"),
    ("holds", HOLDS | {"goods": {"food": 2}}, "seat 0 has 1 point; 2 food; 5 figures"),
    (
        "holds",
        HOLDS | {"goods": {"wood": 3}, "tracks": {"agriculture": 1}, "tools": ((2, 0),), "items": {"card": 1, "building": 2}},
        "seat 0 has 1 point; 3 wood; agriculture 1; 5 figures; tools 2; 1 card, 2 buildings",
    ),
]


@pytest.mark.parametrize(("kind", "fields", "said"), SENTENCES, ids=[said for *_, said in SENTENCES])
def test_an_event_is_told_in_these_words(kind: str, fields: dict[str, Any], said: str) -> None:
    narrator = Narrator(rules_for(2))
    assert fields.keys() == narrator.rules.event_kinds[kind].fields.keys()
    assert narrator.sentence(Event(kind, 0, fields)) == said
