"""Items of a kind that is conditional are there only where the kind is."""

from __future__ import annotations

from packs.toy import built, data_of, pack_of, toy_base

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
