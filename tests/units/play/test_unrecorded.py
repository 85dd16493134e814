"""Games of which nothing is kept are those of `Game.run`; how much is guessed in replaying the record for a seat."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from play.conftest import rules_for
from play.test_seat_record import played_with_secrets
from properties.tables import players_of
from shipped import HERE
from stoneage_rules.play import playback
from stoneage_rules.play.playback import LAST_STEPS, play_unrecorded
from stoneage_rules.policies import make_policies

TABLES = [(2, ()), (4, ()), (players_of(HERE)[-1], HERE)]


@pytest.mark.parametrize("names", ["random", "sensible random"])
@pytest.mark.parametrize(("players", "modules"), TABLES)
def test_the_same_game_comes_about(players, modules, names):
    rules = rules_for(players, *modules)
    seated = (names.split() * players)[:players]
    game = sa.Game(rules, seed=7, skip_forced=True)
    game.run(make_policies(seated, 7))
    out = play_unrecorded(rules, make_policies(seated, 7), 7, longest=game.length)
    assert out.state == game.state
    assert out.length == game.length
    assert out.last_events == game.events(game.length - LAST_STEPS)
    assert len(out.last_events) == LAST_STEPS


@pytest.mark.parametrize("seed", range(6))
def test_the_last_events_are_those_of_the_game(rules, seed):
    """Games of any length: what is kept of them is kept at certain steps."""
    game = sa.Game(rules, seed=seed, skip_forced=True)
    game.run(make_policies(["random"] * 2, seed))
    for longest in (game.length, 20_000):
        out = play_unrecorded(rules, make_policies(["random"] * 2, seed), seed, longest)
        assert out.last_events == game.events(game.length - LAST_STEPS)


@pytest.mark.parametrize("longest", [0, 3, 400])
def test_an_endless_game_is_told_alike(rules, longest):
    problems = []
    with pytest.raises(sa.EndlessGame) as error:
        play_unrecorded(rules, make_policies(["random"] * 2, 5), 5, longest)
    problems.append(str(error.value))
    with pytest.raises(sa.EndlessGame) as error:
        sa.Game(rules, 5, skip_forced=True, longest=longest).run(make_policies(["random"] * 2, 5))
    assert problems == [str(error.value)]


def test_one_step_too_few_is_refused(rules):
    game = sa.Game(rules, seed=2, skip_forced=True)
    game.run(make_policies(["random"] * 2, 2))
    with pytest.raises(sa.EndlessGame):
        play_unrecorded(rules, make_policies(["random"] * 2, 2), 2, game.length - 1)


def test_a_refusal_says_if_not_all_has_been_tried(monkeypatch):
    monkeypatch.setattr(playback, "MOST_GUESSES", 1)
    game = played_with_secrets(2, ())
    text = str(game.record.for_seat(0))
    assert "- draw ?" in text
    head, _, body = text.rpartition("\ncheck ")
    number, _, rest = body.partition(" ")
    with pytest.raises(sa.RecordError, match="; it may be right all the same: of what seat 0 has not seen, only 1 guesses"):
        sa.replay(f"{head}\ncheck {number} {'0' * 12}{rest[12:]}", rules=game.rules)
