"""The record for one seat: nothing of what it has not seen is in it, and it can still be checked."""

from __future__ import annotations

import re

import pytest

import stoneage_rules as sa
from long_profile import FULL, LONG, extremes, some
from play.conftest import rules_for, secret_draw, striding
from properties.tables import players_of
from shipped import HERE
from toy.games import curios

TABLES = [(2, ()), (4, ()), (players_of(HERE)[-1], tuple(HERE))]


def played_with_secrets(players: int, modules: tuple[str, ...], decisions: int | None = None, seed: int = 4) -> sa.Game:
    """A game of any options, of so many decisions, or whole."""
    game = sa.Game(rules_for(players, *modules), seed=seed, skip_forced=True)
    choose = striding(3)
    while not game.is_over and decisions != 0:
        game.play(choose(None, game.legal()))
        decisions = decisions and decisions - 1
    return game


def secret_items(game: sa.Game, seat: int) -> set[str]:
    """The items that others own face down."""
    seats = game.state.to_dict()["seats"]
    return {item for other, owned in enumerate(seats) if other != seat for item in owned["face_down"]}


@pytest.mark.parametrize(("players", "modules"), TABLES)
def test_nothing_that_a_seat_has_not_seen_is_in_its_record(players, modules):
    games = (played_with_secrets(players, modules, seed=seed) for seed in range(4, 40))
    game = next(game for game in games if any(game.state.face_down))
    hidden = 0
    for seat in range(players):
        text = str(game.record.for_seat(seat))
        secrets = secret_items(game, seat)
        assert not [item for item in secrets if re.search(rf"\b{item}\b", text)]
        assert "seed" not in text.partition("---")[0]
        hidden += text.count("- draw ?")
    assert hidden > 0


@pytest.mark.parametrize(("players", "modules"), some(TABLES, 2))
@pytest.mark.parametrize("decisions", [40, *[150] * LONG, None])
def test_it_replays_as_what_the_seat_has_seen(players, modules, decisions):
    """At the end everything is seen, also what was guessed; of the scores, the seat's own is certain."""
    game = played_with_secrets(players, modules, decisions)
    for seat in extremes(range(players)):
        text = str(game.record.for_seat(seat))
        again = sa.replay(text, rules=game.rules, allow_unfinished=True)
        assert again.length == game.length
        last = game.length - (game.is_over and bool(secret_items(game, seat)))
        assert not game.is_over or again.state.scores[seat] == game.state.scores[seat]
        for step in (*range(0, last, 17 if LONG else 53 if FULL else 211), last):
            assert again.state_after(step).view(seat) == game.state_after(step).view(seat)
        rewritten = str(again.record.for_seat(seat))
        assert rewritten.partition("\nend ")[0] == text.partition("\nend ")[0]


@pytest.mark.parametrize("seat", range(3))
def test_sealed_bids_of_a_plugin_are_unseen_and_found_again(seat):
    rules = curios()
    game = sa.Game(rules, seed=0)
    game.run([sa.policies.random_policy(0)] * 3)
    text = str(game.record.for_seat(seat))
    assert " bid ?\n" in text
    assert f"\n{seat} bid ?" not in text
    assert sa.replay(text, rules=rules).state.view(seat) == game.state.view(seat)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((r"\n- draw \?", "\n- draw ?\n- draw ?"), "`- draw ?` is out of place"),
        ((r"\n- draw \?", "\n0 draw ?"), "`0 draw ?` is out of place"),
        ((r"\n- draw \?", "\n- ?"), "out of place|no kind"),
        ((r"\n- draw \?", "\n- roll ?"), "`- roll ?` is out of place"),
        ((r"\n- roll [1-6 ]+", "\n- roll ?"), "`- roll ?` is out of place"),
        ((r"(\ncheck [2-9]) ....", r"\1 0000"), "does not fit the game"),
        ((r"\n0 place (\w+)", r"\n0 place hut"), "is refused|cannot be read"),
        ((r"\nend (\d+)", r"\nend 1\1"), "has other scores"),
    ],
)
def test_a_changed_line_is_refused(change, message):
    game = played_with_secrets(2, ())
    text = str(game.record.for_seat(0))
    head, dashes, body = text.partition("---\n")
    changed = head + dashes + re.sub(*change, body, count=1)
    assert changed != text
    with pytest.raises(sa.RecordError, match=message.replace("?", r"\?")):
        sa.replay(changed, rules=game.rules)


def test_a_question_mark_belongs_into_the_record_for_a_seat_alone():
    game = played_with_secrets(2, ())
    text = str(game.record.for_seat(0)).replace("viewer = 0\n", "")
    with pytest.raises(sa.RecordError):
        sa.replay(text, rules=game.rules)


@pytest.mark.parametrize("viewer", ["2", "-1", '"0"'])
def test_the_viewer_is_a_seat(viewer):
    game = played_with_secrets(2, (), 5)
    text = str(game.record.for_seat(0)).replace("viewer = 0\n", f"viewer = {viewer}\n")
    with pytest.raises(sa.RecordError) as error:
        sa.read_record(text)
    assert text.split("\n")[error.value.line - 1] == f"viewer = {viewer}"


def test_which_records_there_are():
    game = played_with_secrets(2, (), 5)
    record = game.record.for_seat(1)
    assert record.for_seat(1) is record
    with pytest.raises(ValueError, match="this is the record for seat 1; that for seat 0 is made of the whole game"):
        record.for_seat(0)
    with pytest.raises(sa.UnknownName, match="there is no seat 2"):
        game.record.for_seat(2)
    assert str(sa.read_record(str(game.record)).for_seat(1)) == str(record)


def test_a_start_with_a_secret_has_no_record_for_those_who_do_not_know_it():
    earlier = sa.Game(rules_for(2), seed=1)
    owner, _ = secret_draw(earlier)
    game = sa.Game(earlier.rules, seed=1, start=earlier.state)
    with pytest.raises(ValueError, match=f"something is hidden from seat {1 - owner}"):
        game.record.for_seat(1 - owner)
    plain = played_with_secrets(2, (), 3).state
    again = sa.Game(plain.rules, seed=1, start=plain).record.for_seat(0)
    assert sa.replay(str(again), rules=plain.rules, allow_unfinished=True).state == plain
