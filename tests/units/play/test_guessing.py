"""Replaying the record for a seat: how much is guessed."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from play.test_seat_record import played_with_secrets
from stoneage_rules.play import playback


def test_a_refusal_says_if_not_all_has_been_tried(monkeypatch):
    monkeypatch.setattr(playback, "MOST_GUESSES", 1)
    game = played_with_secrets(2, ())
    text = str(game.record.for_seat(0))
    assert "- draw ?" in text
    head, _, body = text.rpartition("\ncheck ")
    number, _, rest = body.partition(" ")
    with pytest.raises(sa.RecordError, match="; it may be right all the same: of what seat 0 has not seen, only 1 guesses"):
        sa.replay(f"{head}\ncheck {number} {'0' * 12}{rest[12:]}", rules=game.rules)
