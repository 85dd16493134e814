"""Kinds of item that are conditional or have no items: the one takes its items with it, the other can be checked."""

from __future__ import annotations

from pathlib import Path

from stoneage_rules.testing import inspect_pack
from units.packs.toy import built, data_of, pack_of, toy_base
from writing import manifest_text

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


def addresses(players: int) -> set[str]:
    content, faults = built([toy_base(), pack_of("winter", EVENTS)], players=players)
    assert content is not None, faults
    return {address for address in data_of(content) if "winter:" in address}


def test_items_are_there_where_their_kind_is() -> None:
    assert addresses(3) == {"zone winter:events", "kind winter:event", "event winter:storm"}


def test_items_are_not_there_where_their_kind_is_not() -> None:
    assert addresses(2) == {"zone winter:events"}


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
    (tmp_path / "pack.toml").write_text(manifest_text("clans", "base"), "utf-8")
    (tmp_path / "clans.toml").write_text(clans, "utf-8")
    (rules,) = inspect_pack(tmp_path).rules
    state = rules.initial_state()
    assert rules.items == ()
    assert rules.state_from_dict(state.to_dict()) == state
