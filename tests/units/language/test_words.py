"""Declarations of the classes of words: keys that the digest leaves out, records that a game needs, and how many."""

from __future__ import annotations

import attrs
import pytest

import stoneage_rules as sa
from stoneage_rules.mechanics.locations import WorkplaceTable
from stoneage_rules.plugin import Frame, Quantity
from units.library import KINDS, WORDS

CAME_LATER = {
    "[[add_on]]": {"if_", "offered"},
    "[[exchange]]": {"if_"},
    "[[limit]]": {"if_"},
    "[[location]]": {"each_placement", "if_", "toll"},
    "[[mark]]": {"lasts"},
    "[[score]]": {"if_"},
    "[[track]]": {"each_advance", "shared"},
    "each-seat": {"order", "most_first"},
    "end-game": {"wins"},
    "feed": {"figures", "must", "worth"},
    "one-of": {"decline", "offer"},
    "pass-first": {"to", "most"},
    "pay": {"to"},
    "place": {"order", "pass_", "most_first", "turns", "figures"},
    "points": {"at_least"},
    "resolve": {"places"},
    "roll": {"plus", "again", "effects"},
    "an item": {"if_", "copies"},
    "a workplace": {"if_", "open"},
    "a quantity": {"alone", "seats", "plus", "divide", "rounded", "at_least", "at_most", "if_", "else_"},
}
"""The keys that content of before knew nothing of; besides them, `if` of every effect."""


def test_keys_that_came_later_keep_the_digest_of_content_without_them() -> None:
    words = {**{f"[[{kind}]]": record for kind, record in KINDS.records.items()}, **WORDS.verbs, "a quantity": Quantity}
    words |= {"an item": KINDS.item, "a workplace": WorkplaceTable}
    for word, of_class in words.items():
        silent = {key.name for key in attrs.fields(of_class) if key.metadata.get("silent_default")}
        of_all = {"if_"} if word in WORDS.verbs else set()
        assert silent == CAME_LATER.get(word, set()) | of_all, word


TRAITS = {
    "is_single": {"figure", "tool", "course", "players"},
    "is_needed": {"figure", "course", "players"},
    "is_used_by_name": {"good", "track", "mark", "symbol", "icon", "zone", "kind", "dice_table"},
    "is_final": {"score", "tie_break"},
    "is_silent": {"edition", "layout", "statement"},
    "has_item_conditions": {"add_on"},
    "affects_others": {"row"},
    "namespaced": {*KINDS.records} - {"statement"},
}
"""The kinds of record that a game has at most once, needs, uses only by name, and so on."""
MOST = {"good": 30, "track": 30, "mark": 60, "location": 200, "zone": 60, "row": 60, "phase": 60}
"""How many records of a kind a game can have, if not a thousand."""


@pytest.mark.parametrize("trait", TRAITS)
def test_kinds_of_record_have_the_traits_that_are_said(trait: str) -> None:
    assert {kind for kind, record in KINDS.records.items() if getattr(record, trait)} == TRAITS[trait]


def test_a_game_has_so_many_records_of_a_kind_at_the_most() -> None:
    assert {kind: record.max_records for kind, record in KINDS.records.items() if record.max_records != 1000} == MOST


def test_records_and_effects_are_one_of_a_kind_unless_they_say_otherwise() -> None:
    assert {kind for kind, record in KINDS.records.items() if record.declares is not None} == {"kind"}
    assert {do: verb.tells for do, verb in WORDS.verbs.items() if verb.tells} == {"pay": "paid", "roll": "rolled"}
    assert {do for do, verb in WORDS.verbs.items() if verb.passes_on} == {"all-of", "choose-seat", "chooser", "one-of"}
    assert {do for do, verb in WORDS.verbs.items() if verb.buys} == {"buy"}
    keeping = {do: verb.keeps for do, verb in WORDS.verbs.items() if isinstance(verb.keeps, str)}
    assert keeping == {"draft": "open", "draw-hidden": "face-down", "reveal": ""}
    assert {WORDS.verbs["deal"](kind="k", from_="z", hidden=hidden).keeps for hidden in (False, True)} == {"open", "face-down"}


OF_QUANTITIES = {
    "of_seat": {*WORDS.quantities} - {"count", "empty", "missing", "open", "paid", "players", "rolled", "round"},
    "by_round": {"round"},
    "under": {"missing", "paid", "rolled"},
    "of_items": {"paid"},
    "keys": {"rank"},
}
"""The words of quantities that are numbers of seats, those of the round alone, and those that only some effects know."""


@pytest.mark.parametrize("trait", OF_QUANTITIES)
def test_quantities_have_the_traits_that_are_said(trait: str) -> None:
    assert {name for name, quantity in WORDS.quantities.items() if getattr(quantity, trait)} == OF_QUANTITIES[trait]


OF_FRAMES = {
    "exclusive": {
        "add-late": "purchase", "buy": "purchase", "close-bill": "purchase", "get-goods": "purchase", "offer-late": "purchase",
        "pay-traded": "purchase", "take-or-skip": "purchase", "draft": "draft", "lay-item": "space",
        "pick-later": "pick that waited", "place-figures": "turn", "place-or-pass": "turn", "resolve-among": "turn",
        "resolve-place": "turn",
    },
    "interrupts": {
        "add-late": False, "fill-row": True, "next-in-order": True, "next-placement": True, "offer-late": False,
        "resolve-next": True, "resolve-next-among": True, "seal": True,
    },
    "is_root": {"last-uses": True, "rounds": True},
    "begins_game": {"set-up": True},
    "continues_effects": {"effects": True},
    "can_wait": dict.fromkeys(
        ("deal", "draw-first", "draw-hidden", "reveal", "roll-for-all", "roll-for-total"), False
    ),
}  # fmt: skip
"""The traits that differ from those of all other kinds of frame, by the kinds that have them."""


@pytest.mark.parametrize("trait", OF_FRAMES)
def test_frames_have_the_traits_that_are_said(trait: str) -> None:
    handlers = sa.load(players=2).handlers
    said = {frame.name: value for frame in handlers if (value := getattr(frame, trait)) != getattr(Frame, trait)}
    assert said == OF_FRAMES[trait]


def test_events_with_which_something_else_begins() -> None:
    begin = {name for name, kind in sa.load(players=2).event_kinds.items() if kind.begins}
    assert begin == {"round", "phase", "put", "pass", "resolve", "turn-up", "standing", "holds"}
