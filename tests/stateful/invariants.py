"""The laws of every state of every game, whatever the modules: each function raises AssertionError where it does not.

Derived numbers are worked out again from scratch; no table of the library is asked.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import stoneage_rules as sa

__all__ = ["check_all", "check_odds", "check_pending", "check_position", "check_sheets"]


def check_all(state: sa.State) -> None:
    """Every invariant of one state."""
    check_position(state)
    check_pending(state)


def check_position(state: sa.State) -> None:
    """The numbers of a state agree with each other."""
    _check_numbers(state)
    _check_figures(state)
    _check_items(state)
    _check_absent(state)


def _check_numbers(state: sa.State) -> None:
    rules = state.rules
    players = rules.players
    names = "goods tracks figures at_home kits unspent marks occupied_by placed occupancy piles face_down"
    for name in names.split():
        numbers = getattr(state, name)
        assert all(type(number) is int and number >= 0 for number in numbers), f"{name} has {numbers}"
    assert all(type(points) is int for points in state.points)
    assert 0 <= state.start_seat < players
    assert state.round >= 0
    assert -1 <= state.phase < len(rules.phases)
    assert all(position <= rules.track_tops[i % len(rules.tracks)] for i, position in enumerate(state.tracks))
    for seat in range(players):
        tools = state.player(seat).tools
        assert len(tools) <= rules.kits.spaces, f"seat {seat} has tools {tools}"
        assert all(1 <= value <= rules.kits.top for value, _ in tools)
        assert max((value for value, _ in tools), default=0) - min((value for value, _ in tools), default=0) <= 1


def _check_figures(state: sa.State) -> None:
    rules = state.rules
    players = rules.players
    rows = [state.placed[place.index * players : (place.index + 1) * players] for place in rules.places]
    for seat in range(players):
        placed = sum(row[seat] for row in rows)
        assert state.at_home[seat] + placed == state.figures[seat], f"seat {seat}: {state.at_home[seat]} + {placed}"
        assert state.figures[seat] <= rules.most_figures
        assert state.occupied_by[seat] == _bits(row[seat] > 0 for row in rows)
    assert [*state.occupancy] == [sum(row) for row in rows]
    assert state.full_places == _bits(sum(row) >= place.circles for place, row in zip(rules.places, rows, strict=True))
    for place, row in zip(rules.places, rows, strict=True):
        assert place.unlimited or sum(row) <= place.circles, f"{place.id} holds {row}"


def _check_items(state: sa.State) -> None:
    rules = state.rules
    where = Counter(item for zone in state.zones for item in zone)
    where.update(item for item in state.item_at if item >= 0)
    wrong = {item.id: where[item.index] for item in rules.items if where[item.index] != 1}
    assert not wrong, f"items in another number of places than one: {wrong}"
    assert len(where) == len(rules.items)
    for seat in range(rules.players):
        owned, down = rules.zones_of(seat)
        assert state.face_down[seat] == len(state.zones[down])
        unspent = [item for bit, item in enumerate(rules.later_uses) if state.unspent[seat] >> bit & 1]
        assert set(unspent) <= set(state.zones[owned]), f"seat {seat} keeps what it does not own"
        assert state.unspent[seat] < 1 << len(rules.later_uses)


def _check_absent(state: sa.State) -> None:
    rules = state.rules
    owned = {item for seat in range(rules.players) for item in state.zones[rules.zones_of(seat)[0]]}
    missing = (
        (place.row >= 0 and state.item_at[place.index] < 0) or (place.owned >= 0 and place.owned not in owned)
        for place in rules.places
    )
    assert state.closed_places == _bits(missing)
    assert all(state.item_at[place.index] < 0 for place in rules.places if place.row < 0)


def _bits(flags: object) -> int:
    return sum(1 << index for index, flag in enumerate(flags) if flag)  # type: ignore[call-overload]


def check_pending(state: sa.State) -> None:
    """Exactly one of decision, chance event and end is there, and it can be answered."""
    legal = state.legal()
    if state.is_over:
        assert not state.is_chance
        assert state.seat is None
        assert legal == ()
        assert state.outcomes() == ()
        assert state.winners
        return
    assert state.winners == ()
    assert state.seat in range(state.rules.players)
    assert bool(legal) is not state.is_chance
    assert len(set(map(id, legal))) == len(legal), "an action is offered twice"
    assert all(state.rules.actions[action.index] is action for action in legal)


def check_odds(state: sa.State) -> None:
    """The outcomes of a chance event are distinct, possible and together certain."""
    odds = state.outcomes()
    assert bool(odds) is state.is_chance
    if odds:
        assert sum(chance for _, chance in odds) == 1
        assert all(type(chance) is Fraction and 0 < chance <= 1 for _, chance in odds)
        assert len({outcome.text for outcome, _ in odds}) == len(odds)


def check_sheets(state: sa.State) -> None:
    """Every point of every score sheet has a source: sheets add up exactly, and name only what the seat holds."""
    rules = state.rules
    for seat in range(rules.players):
        sheet = state.score_sheet(seat)
        assert sheet.total == sheet.track + sum(line.points for line in sheet.lines) == rules.scoring.total(state, seat)
        owned, down = rules.zones_of(seat)
        held = {rules.items[item].id for item in state.zones[owned] + state.zones[down]}
        held |= {good for good in rules.goods if state.good(seat, good)}
        for line in sheet.lines:
            assert not line.parts or sum(part.points for part in line.parts) == line.points, f"{line}"
            assert {source for part in line.parts for source in part.sources} <= held, f"{line}"
            assert bool(line.parts) == bool(line.points), f"{line}"
            assert line.statements
        assert json.loads(json.dumps(sheet.to_dict())) == sheet.to_dict()
