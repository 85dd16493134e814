"""Typed events: what they hold, who may know them, and that the page of events says the same."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import stoneage_rules as sa
from dealt import noted
from play.conftest import rules_for
from properties.play import play
from shipped import HERE
from stoneage_rules.plugin import EventKind, Mechanism, number_field, operations


def played(rules: sa.Ruleset, seed: int) -> sa.State:
    """Returns a random game that is over, with all its events."""
    state = rules.initial_state(listen=True)
    play(state, random.Random(seed))
    return state


def test_an_event_is_a_mapping_of_its_fields():
    events = played(rules_for(2), 1).events
    for event in events:
        assert dict(event) == event.fields
        assert len(event) == len([*event.keys()])
        assert event == event.for_viewer("all")
    put = next(event for event in events if event.name == "put")
    assert ("place" in put, "item" in put, put.get("item")) == (True, False, None)


@pytest.mark.parametrize(("players", "modules"), [(2, ()), (4, ()), (5, HERE)])
def test_goods_are_the_sum_of_their_events(players, modules):
    """Gains, payments and trades add up to the holdings in the last event of each seat, and to those in the state."""
    state = played(rules_for(players, *modules), 7)
    goods = [Counter() for _ in range(players)]
    for event in state.events:
        mine = goods[event.seat] if event.seat is not None else Counter()
        if event.name == "gain":
            mine[event.text("good")] += event.number("count")
        elif event.name == "spend":
            mine.subtract(event.counts("goods"))
        elif event.name == "exchange":
            mine.subtract(event.counts("given"))
            mine.update(event.counts("got"))
        elif event.name == "holds":
            assert +mine == event.counts("goods")
            assert min(mine.values(), default=0) >= 0
    for seat, mine in enumerate(goods):
        assert +mine == Counter({good: count for good, count in state.player(seat).goods.items() if count})


@pytest.mark.parametrize(("players", "modules"), [(2, ()), (4, ()), (5, HERE)])
def test_every_number_of_a_seat_is_the_sum_of_its_events(players, modules):
    """Steps on tracks, points, figures and tools: what an event adds leads to what it says is there then, and to the end."""
    state = played(rules_for(players, *modules), 7)
    tracks, points, figures, tools = Counter(), Counter(), Counter(), {}
    for event in state.events:
        seat = event.seat
        if event.name == "advance":
            tracks[seat, event.text("track")] += event.number("steps")
            assert tracks[seat, event.text("track")] == event.number("after")
        elif event.name == "score":
            points[seat] += event.number("points")
            assert points[seat] == event.number("total")
        elif event.name == "figure":
            figures[seat] += event.number("count")
        elif event.name == "tool":
            assert tools.get(seat, []) == [value for value, _ in event["before"]]
            tools[seat] = [value for value, _ in event["after"]]
    start = state.rules.initial_state()
    for seat in range(players):
        mine = state.player(seat)
        assert {track: tracks[seat, track] for track in mine.tracks} == mine.tracks
        assert figures[seat] == mine.figures - start.player(seat).figures
        assert [value for value, _ in mine.tools] == tools.get(seat, [])
    assert sum(tracks.values()) > 0
    assert sum(figures.values()) > 0


@pytest.mark.parametrize("modules", [(), HERE])
def test_events_are_ready_for_json_and_declared(modules):
    rules = rules_for(4, *modules)
    for event in played(rules, 3).events:
        kind = rules.event_kinds[event.name]
        assert event.fields.keys() == kind.fields.keys()
        assert json.loads(json.dumps(event.to_dict())) == event.to_dict()


def test_secret_fields_are_for_the_seat_of_the_event():
    games = (played(rules_for(2), seed) for seed in range(50))
    event = next(event for state in games for event in noted(state, "own-hidden"))
    other = 1 - event.seat
    assert event.for_viewer(event.seat) is event
    assert event["item"] not in str(event.for_viewer(other).to_dict())
    assert event.for_viewer(other).is_partial
    assert not event.for_viewer(None).is_known_to(other)
    with pytest.raises(KeyError):
        event.for_viewer(other)["item"]
    of_nobody = sa.Event("own-hidden", None, {"item": "civ-12"}, secrets=frozenset({"item"}))
    assert of_nobody.for_viewer(None).is_partial, "a spectator is not the nobody of an event"


def test_fields_are_read_with_their_types():
    event = sa.Event("holds", 0, {"points": 3, "goods": {"wood": 2}, "tools": ((1, 0),)})
    assert (event.number("points"), event.counts("goods"), event.several("tools")) == (3, {"wood": 2}, ((1, 0),))
    with pytest.raises(TypeError, match="the field `points` of the event `holds` holds 3"):
        event.text("points")


def with_bid(bid: EventKind) -> sa.State:
    """The start of a game where seat 1 has bid 3, by an event of a plugin."""
    state = sa.load(players=2, plugins=[Mechanism("auction", events=[bid])]).initial_state(listen=True)
    operations.note(state, "bid", 1, 3)
    return state


def test_an_event_that_is_noted_otherwise_than_declared_is_refused():
    state = with_bid(EventKind("bid", "a seat bids", {"bid": number_field("how much")}, "{seat} bids {bid:point}"))
    assert str(*sa.Narrator(state.rules, ["", "Ben"]).tell(state.events[-1:])) == "Ben (seat 1) bids 3 points"
    operations.note(state, "bid", 1)
    said = "plugin auction, event bid: ValueError: the event `bid` was noted with 0 values; its fields are: bid"
    with pytest.raises(sa.PluginError, match=said):
        _ = state.events


def test_a_secret_of_a_plugin_is_told_to_its_seat_alone():
    secret = {"bid": number_field("how much", is_secret=True)}
    state = with_bid(EventKind("bid", "a bid", secret, "{seat} bids {bid}", "{seat} bids in secret"))
    told = {viewer: str(*sa.Narrator(state.rules, viewer=viewer).tell(state.events[-1:])) for viewer in ("all", None, 0, 1)}
    assert told == {"all": "seat 1 bids 3", 1: "seat 1 bids 3", 0: "seat 1 bids in secret", None: "seat 1 bids in secret"}


def test_two_declarations_of_one_event_are_refused():
    plugin = Mechanism("other", events=[EventKind("roll", "something else", {}, "")])
    with pytest.raises(sa.PluginError, match="the event `roll` is taken by the library; rename it"):
        sa.load(players=2, plugins=[plugin])
