"""Items that take effect when they are turned up: from a bag, a queue or a row; to whom, and where they go."""

from __future__ import annotations

from fractions import Fraction

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import against, whole_games
from properties.play import random_game
from stoneage_rules.plugin import operations
from stoneage_rules.testing import inspect_pack, play, position
from writing import base_pack, base_with

EVENTS = """
[[zone]]
id = "events"
{order}

[[zone]]
id = "past-events"

[[kind]]
id = "event"
starts_in = "events"

[[event]]
id = "storm"
effects = [{{ do = "each-seat", effects = [{{ do = "points", amount = -2 }}] }}]

[[event]]
id = "gift"
effects = [
    {{ do = "each-seat", effects = [{{ do = "one-of", effects = [{{ do = "gain", good = "wood" }}, {{ do = "tool" }}] }}] }},
    {{ do = "points", amount = 1 }},
    {{ do = "points", amount = {{ paid = "value" }} }},
]

[[event]]
id = "quiet"

[[phase]]
id = "events-happen"
effects = [{effects}]

[[patch.course]]
target = "base:order-of-play"
insert.phases = {{ value = "events-happen", before = "placing" }}
{more}
"""

ROW = """append.set_up = ["announced"]

[[set_up]]
id = "announced"
effects = [{ do = "fill", row = "forecast" }]

[[location]]
id = "sky"
copies = 2
circles = 0

[[row]]
id = "forecast"
kind = "event"
from = "events"
spaces = ["sky"]
"""

FROM_BAG = '{ do = "reveal", kind = "event", from = "events", to = "past-events" }'
FORECAST = (
    '{ do = "reveal", row = "forecast", to = "past-events" }, '
    '{ do = "slide", row = "forecast" }, { do = "fill", row = "forecast" }'
)


def loaded(effects: str = FROM_BAG, more: str = "", order: str = "", players: int = 2) -> sa.Ruleset:
    text = EVENTS.format(effects=effects, more=more, order=order)
    return base_with(text, players)


def begun(rules: sa.Ruleset, **given: object) -> sa.State:
    """The phase of events has begun."""
    seats = {seat: {"points": 0} for seat in range(rules.players)}
    return position(rules, {"phase": "events-happen", "seats": seats, **given})


@pytest.mark.parametrize("to", ["", ', to = "past-events"'])
def test_of_events_that_are_turned_up_the_effects_count_and_nothing_else(to: str) -> None:
    text = EVENTS.format(effects=f'{{ do = "reveal", kind = "event", from = "events"{to} }}', more="", order="")
    calm = inspect_pack(base_pack(text)).findings
    assert [found.title for found in calm] == ([] if to else ["a zone that nothing uses"])
    text += '[[event]]\nid = "bell"\nanytime = [{ do = "tool" }]\n'
    found = inspect_pack(base_pack(text)).findings[-1]
    assert (found.code, found.place.label) == ("SA514", "events are only turned up: `effects` count")


# --- from a zone ----------------------------------------------------------------------------------------------------


def test_each_event_of_a_bag_is_equally_likely_and_seen_by_all() -> None:
    state = begun(loaded())
    assert {str(outcome): chance for outcome, chance in state.outcomes()} == {
        f"draw {item}": Fraction(1, 3) for item in ("storm", "gift", "quiet")
    }
    assert state.seen_by(state.outcomes()[0][0]) == (0, 1)
    assert (state.pending.kind, state.pending.zone) == ("reveal", "events")
    assert state.rules.describe(state.outcomes()[0][0], state) == "storm: for each seat: -2 points"


def test_an_event_that_turns_up_itself_for_ever_is_told() -> None:
    again = '{ do = "reveal", kind = "event", from = "events", if = [{ goods = "food", max = 900 }] }'
    text = f"""
[[zone]]
id = "events"
order = "queue"

[[kind]]
id = "event"
starts_in = "events"

[[event]]
id = "again"
effects = [{again}]

[[patch.location]]
target = "base:hunt"
append.effects = [{again}]
"""
    rules = base_with(text)
    state = resolved(rules, "hunt")
    with pytest.raises(sa.EndlessGame):
        play(state, "roll 1")


# --- of a row -------------------------------------------------------------------------------------------------------


def test_nobody_places_figures_where_there_is_no_circle() -> None:
    rules = loaded(FORECAST, ROW)
    assert not [action for action in rules.actions if "sky" in action.text]
    state = begun(rules, spaces={"sky-1": "quiet", "sky-2": "storm"})
    play(state, "draw gift")
    (reason, *_) = against(state, "place sky-1 1")
    assert reason.check == "placement.circles"


def test_a_tile_that_is_turned_up_makes_room_for_the_next_of_its_stack() -> None:
    more = """
[[patch.location]]
target = "base:hunt"
append.effects = [{ do = "reveal", row = "building-row", to = "past-events" }]
"""
    state = resolved(loaded(FROM_BAG, more), "hunt", "roll 1", spaces={"building-1": "bld-01"})
    assert (state.unseen("past-events"), state.item_on("building-1"), state.points[0]) == (("bld-01",), None, 10)
    assert (state.pending.kind, state.pending.place) == ("lay-item", "building-1")


# --- whole games ----------------------------------------------------------------------------------------------------

MIXED = f"{FROM_BAG[:-1]}, reshuffle = true }}, {FORECAST}"


@pytest.mark.parametrize("order", ["", 'order = "queue"'])
def test_whole_games_keep_every_law(order: str) -> None:
    whole_games(loaded(MIXED, ROW, order, players=3), 3, "effects", "one-of", *([] if order else ["reveal"]))


def test_effects_of_a_card_that_must_be_paid_for_are_refused_without_payment() -> None:
    rules = loaded()
    state = begun(rules)
    saved = state.to_dict()

    def stack(item: str, place: str | int) -> dict[str, object]:
        frame = ["effects", 0, rules.items[rules.item_index[item]].node, place, -1]
        return {"stack": [*saved["stack"][:-1], frame, saved["stack"][-1]]}

    rules.state_from_dict(saved | stack("gift", -1))
    assert_no_state(rules, saved | stack("civ-05", -1), "from elsewhere")
    assert_no_state(rules, saved | stack("civ-05", "card-1"), "must be paid for")


def test_the_log_tells_what_is_turned_up_and_where_it_goes() -> None:
    seed = next(seed for seed in range(30) if sa.Game(loaded(), seed=seed).state.unseen("past-events") == ("storm",))
    lines = [str(line).strip() for line in sa.Game(loaded(), seed=seed).log]
    start = lines.index("storm is turned up: for each seat: -2 points")
    assert lines[start : start + 4] == [
        "storm is turned up: for each seat: -2 points",
        "storm goes to past-events",
        "seat 0 loses 2 points, and has -2",
        "seat 1 loses 2 points, and has -2",
    ]


def test_what_is_turned_up_is_an_event_of_its_own() -> None:
    state = loaded().initial_state(listen=True)
    while not (state.pending and state.pending.kind == "reveal"):
        state.apply(state.outcomes()[0][0])
    item = state.rules.item_index["quiet"]
    play(state, "draw quiet")
    assert ("turn-up", 0, item) in (state._noted or [])
    operations.note(state, "turn-up", 0, item)
    assert state.events[-1].to_dict() == {"event": "turn-up", "seat": 0, "round": 1, "item": "quiet"}


def test_a_row_is_not_cleared_where_a_space_may_be_waiting_for_its_next_item() -> None:
    more = '\n[[patch.card]]\ntarget = "base:civ-17"\nset.effects = [{ do = "reveal", row = "card-row", to = "past-events" }]\n'
    with pytest.raises(sa.ContentError, match="SA215"):
        loaded(FROM_BAG, more)


CHAIN = """
[[zone]]
id = "fates"
{order}
[[zone]]
id = "past"
[[kind]]
id = "fate"
starts_in = "fates"
[[fate]]
id = "again"
copies = {copies}
effects = {effects}
[[fate]]
id = "calm"
copies = 2
effects = [{{ do = "points", amount = 1 }}]
[[patch.phase]]
target = "base:new-round"
append.effects = [{{ do = "reveal", kind = "fate", from = "fates" }}]
"""
AGAIN = '{ do = "reveal", kind = "fate", from = "fates" }'
TWICE = f'[{AGAIN[:-2]}, id = "one" }}, {AGAIN[:-2]}, id = "two" }}]'


@pytest.mark.parametrize(
    ("effects", "copies", "order", "told"),
    [
        (f"[{AGAIN}]", 1, "", False),
        (f"[{AGAIN}]", 90, "", False),
        (TWICE, 1, "", False),
        (TWICE, 2, "", True),
        (TWICE.replace('" }', '", to = "past" }'), 9, "", False),
        (TWICE.replace('" }', '", to = "past", reshuffle = true }'), 2, "", True),
        (f'[{AGAIN[:-2]}, if = [{{ goods = "food", min = 3 }}] }}]', 1, "", False),
        (f"[{AGAIN}]", 1, 'order = "queue"', False),
        (TWICE, 2, 'order = "queue"', True),
    ],
)
def test_items_that_would_be_turned_up_for_ever_are_refused(effects: str, copies: int, order: str, told: bool) -> None:
    """An item that turns up one more is no harm while others end the chain; on average, fewer than one must follow."""
    text = CHAIN.format(effects=effects, copies=copies, order=order)
    pack = base_pack(text)
    found = [found for found in inspect_pack(pack).findings if found.code == "SA218"]
    assert len(found) == told
    if not told:
        assert random_game(sa.load(players=2, modules=[str(pack)]), 1)[0].is_over


def test_what_lies_first_in_a_row_and_turns_itself_up_is_refused() -> None:
    text = CHAIN.format(effects='[{ do = "reveal", row = "sky" }]', copies=1, order="")
    row = '[[location]]\nid = "sky-1"\ncircles = 0\n[[row]]\nid = "sky"\nkind = "fate"\nfrom = "fates"\nspaces = ["sky-1"]\n'
    found = inspect_pack(base_pack(text + row)).findings
    assert [error.place.label for error in found if error.code == "SA218"] == [
        "what lies first in `sky` stays there, and is turned up again, and again"
    ]


@pytest.mark.parametrize(("calm", "told"), [(0, True), (1, False)])
def test_two_kinds_that_turn_each_other_up_for_ever_are_refused(calm: int, told: bool) -> None:
    text = CHAIN.format(effects='[{ do = "reveal", kind = "omen", from = "omens" }]', copies=4, order="")
    text += (
        '[[zone]]\nid = "omens"\n[[kind]]\nid = "omen"\nstarts_in = "omens"\n[[omen]]\nid = "star"\neffects = [' + AGAIN + "]\n"
    )
    text = text if calm else text.replace('copies = 2\neffects = [{ do = "points", amount = 1 }]', "effects = [" + AGAIN + "]")
    pack = base_pack(text)
    assert bool([found for found in inspect_pack(pack).findings if found.code == "SA218"]) is told


@pytest.mark.parametrize("to", ["deck", "bin"])
def test_what_is_turned_up_in_a_row_goes_to_any_zone_the_first_of_all_too(to: str) -> None:
    effect = f'{{ do = "reveal", row = "card-row", to = "{to}" }}'
    text = f'[[zone]]\nid = "bin"\n[[patch.location]]\ntarget = "base:fields"\nset.effects = [{effect}]\n'
    rules = base_with(text)
    assert rules.zones[0] == "deck"
    spaces = {"card-1": "civ-17", "card-2": "none", "card-3": "none", "card-4": "none"}
    state = resolved(rules, "fields", spaces=spaces, goods={"food": 0})
    assert (state.item_on("card-1"), "civ-17" in state.unseen(to), state.good(0, "food")) == (None, True, 1)
