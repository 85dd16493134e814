"""Items that a seat owns face down: who learns which it is, how one is shown or given back, which kinds can lie so."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from properties.play import states
from properties.tables import rules_of
from stoneage_rules.plugin import has_kind, operations


def hidden_draw(rules: sa.Ruleset, seed: int = 1) -> sa.State:
    """The first state of a random game with a card drawn face down."""
    return next(state.copy() for state in states(rules, seed) if state.to_dict()["stack"][-1:][0][0] == "draw-hidden")


def with_face_down() -> tuple[sa.State, int]:
    """A state just after a seat drew an item face down, with that item."""
    state = hidden_draw(rules_of("base-2"), 2)
    drawer = state.seat
    state.apply(state.outcomes()[0][0])
    assert drawer is not None
    state._noted = []
    return state, drawer


def test_a_roll_is_seen_by_all_and_a_hidden_draw_by_the_one_that_draws() -> None:
    rules = rules_of("base-4")
    state = hidden_draw(rules)
    assert {state.seen_by(outcome) for outcome, _ in state.outcomes()} == {(state.seat,)}
    roll = next(state for state in states(rules, 1) if state.is_chance and state.outcomes()[0][0].kind == "roll")
    assert roll.seen_by(roll.outcomes()[0][0]) == (0, 1, 2, 3)
    choice = next(state for state in states(rules, 1) if not state.is_chance)
    assert choice.seen_by(choice.legal()[0]) == (0, 1, 2, 3)


def test_after_the_end_nothing_is_pending_that_could_be_seen() -> None:
    *_, over = states(rules_of("base-2"), 1)
    with pytest.raises(ValueError, match="the game is over"):
        over.seen_by(over.rules.parse("roll 1"))


def test_after_the_end_nothing_is_hidden() -> None:
    *_, over = states(rules_of("base-2"), 2)
    assert any(over.face_down)
    for seat in (0, 1):
        view = over.view(seat)
        assert [view.player(other) for other in (0, 1)] == [over.player(other) for other in (0, 1)]


def test_an_item_that_is_shown_lies_open_from_then_on() -> None:
    state, seat = with_face_down()
    item = state.rules.item_index[state.player(seat).face_down[0]]
    operations.reveal(state, seat, item)
    assert state.face_down[seat] == 0
    assert state.rules.item_ids[item] in state.player(seat).items
    assert state.view(1 - seat).player(seat) == state.player(seat)
    assert state._noted == [("reveal", seat, item)]
    state.rules.state_from_dict(state.to_dict())


def test_an_item_given_back_to_where_it_came_from_is_seen_by_nobody_else() -> None:
    state, seat = with_face_down()
    rules, item = state.rules, state.zones[state.rules.zones_of(seat)[1]][0]
    deck, before = rules.zones.index("deck"), state.view(1 - seat)
    operations.give_back(state, seat, item, deck)
    assert item in state.zones[deck]
    assert state.view(1 - seat).zones == before.zones
    assert state.view(1 - seat).face_down[seat] == 0
    assert [event.for_viewer(1 - seat).to_dict() for event in state.events] == [
        {"event": "give-back-hidden", "seat": seat, "round": state.round, "zone": "deck", "kind": "card"}
    ]
    rules.state_from_dict(state.to_dict())


def test_an_item_given_to_another_zone_or_from_the_open_ones_is_seen_by_all() -> None:
    state, seat = with_face_down()
    rules, item = state.rules, state.zones[state.rules.zones_of(seat)[1]][0]
    supply = rules.zones.index("tile-supply")
    operations.give_back(state, seat, item, supply)
    item = state.zones[supply][-1]
    operations.draw(state, supply, item)
    operations.own(state, seat, item)
    operations.give_back(state, seat, item, supply)
    assert [event[0] for event in state._noted or ()] == ["give-back", "own", "give-back"]
    assert item in state.view(1 - seat).zones[supply]


def test_only_kinds_that_are_drawn_face_down_can_lie_so() -> None:
    state, seat = with_face_down()
    zone = "tile-supply"
    saved = state.to_dict()
    saved["seats"][seat]["face_down"].append(saved["zones"][zone].pop(0))
    assert_no_state(state.rules, saved, "cannot be owned face down")
    with pytest.raises(ValueError, match="cannot be owned face down"):
        operations.own(state, seat, state.zones[state.rules.zones.index(zone)][0], face_down=True)


def test_a_view_knows_that_nothing_is_left_where_others_hold_what_could_be_there() -> None:
    """A card that is left to be drawn makes an option legal or not: a view answers as the state does."""
    rules = rules_of("base-2")
    saved = rules.initial_state().to_dict()
    deck = saved["zones"]["deck"]
    saved["seats"][1]["face_down"], saved["seats"][0]["items"], saved["zones"]["deck"] = deck[:2], deck[4:], deck[2:4]
    state = rules.state_from_dict(saved)
    zone, kind = rules.zones.index("deck"), rules.items[rules.item_index[deck[0]]].kind
    for left in (2, 1, 0):
        view = state.view(0)
        assert set(view.unseen("deck")) == {*deck[:2], *state.unseen("deck")}
        assert (view.left_in("deck"), has_kind(view, zone, kind)) == (left, left > 0)
        assert (state.left_in("deck"), has_kind(state, zone, kind)) == (left, left > 0)
        if left:
            assert sum(chance for _, chance in view.outcomes()) == 1
            operations.draw(state, zone, state.zones[zone][0])
