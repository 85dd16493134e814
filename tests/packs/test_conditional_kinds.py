"""Kinds of item that are conditional or have no items: the one takes its items with it, the other can be checked."""

from __future__ import annotations

from pathlib import Path

from packs.toy import load, write
from stoneage_rules.testing import inspect_pack

EVENTS = """
[[zone]]
id = "events"

[[kind]]
id = "event"
starts_in = "events"
when = [{ players = [3] }]

[[event]]
id = "storm"
effects = [{ do = "points", amount = 1 }]
"""


def test_items_are_there_where_their_kind_is(tmp_path: Path) -> None:
    there = [
        {entry.address for entry in load(tmp_path, EVENTS, players=players).content if entry.pack == "alpha"}
        for players in (2, 3)
    ]
    assert there == [{"zone alpha:events"}, {"zone alpha:events", "kind alpha:event", "event alpha:storm"}]


def test_a_kind_without_items_can_be_checked_and_played(tmp_path: Path) -> None:
    clans = """
    [[players]]
    id = "two"
    at_least = 2
    at_most = 2
    [[figure]]
    id = "elders"
    start = 1
    most = 1
    [[course]]
    id = "day"
    phases = ["noon"]
    [[phase]]
    id = "noon"
    effects = [{ do = "place" }, { do = "end-game" }]
    [[location]]
    id = "shore"
    [[row]]
    id = "clan-row"
    kind = "clan"
    from = "clans"
    spaces = ["elder"]
    [[zone]]
    id = "clans"
    [[kind]]
    id = "clan"
    starts_in = "clans"
    [[location]]
    id = "elder"
    circles = 1
    effects = [{ do = "deal", kind = "clan", from = "clans" }]
    """
    (rules,) = inspect_pack(write(tmp_path, "clans", clans, kind="base")).rules
    state = rules.initial_state()
    assert rules.items == ()
    assert rules.state_from_dict(state.to_dict()) == state
