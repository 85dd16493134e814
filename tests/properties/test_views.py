"""A view shows nothing that its seat may not know: face-down items of others, the order of what is unseen.

What a view is for, and how it reads, is proved in `tests/play`.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import stoneage_rules as sa
from properties.play import play, random_game
from properties.tables import MAIN, rules_of

POSITIONS = 12
"""Positions per table, spread over one random game each."""


def drawable(state: sa.State, zone: str) -> list[str]:
    """The unseen items of a zone that somebody can own face down."""
    rules = state.rules
    index = rules.zones.index(zone)
    if index in rules.queues or any(row.record.pile and row.record.from_ == zone for row in rules.definitions("row")):
        return []  # of what lies in piles there would be too few left
    return [item for item in state.unseen(zone) if rules.secrets.zones.get(kind_of(rules, item)) == index]


def kind_of(rules: sa.Ruleset, item: str) -> int:
    """The kind of an item."""
    return rules.items[rules.item_index[item]].kind


def with_secrets(state: sa.State, source: random.Random) -> sa.State | None:
    """The same position with some unseen items face down before the seats; None where too few are unseen."""
    saved = state.to_dict()
    for zone, unseen in saved["zones"].items():
        possible = drawable(state, zone)
        for seat in saved["seats"]:
            if len(possible) > 2:
                seat["face_down"].append(possible.pop(int(source.random() * len(possible))))
                unseen.remove(seat["face_down"][-1])
    if not all(seat["face_down"] for seat in saved["seats"]):
        return None
    return state.rules.state_from_dict(saved)


def positions(name: str) -> list[sa.State]:
    """Positions from one random game, each with secrets."""
    rules = rules_of(name)
    source = random.Random(name)
    _, answers = random_game(rules, 5)
    state = rules.initial_state()
    found: list[sa.State] = []
    for step, answer in enumerate(answers):
        if step % (len(answers) // POSITIONS) == 0 and (secret := with_secrets(state, source)) is not None:
            found.append(secret)
        state.apply(answer)
    assert len(found) >= POSITIONS // 2
    return found


@pytest.mark.parametrize("name", MAIN)
def test_a_view_has_everything_but_the_secrets_of_others(name: str) -> None:
    for state in positions(name):
        for viewer in range(state.rules.players):
            view = state.view(viewer)
            assert view.viewer == viewer
            for seat in range(state.rules.players):
                full, seen = state.player(seat), view.player(seat)
                assert seen.face_down == (full.face_down if seat == viewer else ())
                assert seen.face_down_count == len(full.face_down)
                assert (seen.goods, seen.tracks, seen.items, seen.tools) == (full.goods, full.tracks, full.items, full.tools)
            hidden = Counter(
                item for seat in range(state.rules.players) if seat != viewer for item in state.player(seat).face_down
            )
            unseen = Counter(item for zone in state.rules.zones for item in view.unseen(zone))
            assert unseen == hidden + Counter(item for zone in state.rules.zones for item in state.unseen(zone))


@pytest.mark.parametrize("name", MAIN)
def test_a_view_stays_as_it_was_when_play_goes_on(name: str) -> None:
    state = positions(name)[0].copy()
    view = state.view(0)
    before = view.key()
    play(state, random.Random(1), 100)
    assert view.key() == before


def test_a_view_cannot_be_played_on() -> None:
    view = rules_of("base-2").initial_state().view(1)
    assert not hasattr(view, "apply")
    assert not hasattr(view, "after")
    assert not hasattr(view, "sample")
    with pytest.raises(ValueError, match="no seat 2"):
        rules_of("base-2").initial_state().view(2)
