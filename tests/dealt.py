"""To whom positions of tests deal the items that they leave nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def dealt(players: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a position in which the seats of whose items nothing is said are dealt what lies nowhere else."""
    seats = given.get("seats", {})
    return {"dealt_to": [seat for seat in range(players) if "items" not in seats.get(seat, {})], **given}
