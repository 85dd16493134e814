"""Ends by which nobody, all or one seat wins: told, saved, recorded, rewarded, and refused where they cannot be."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from mechanics.games import chosen, read_again, whole_games
from stoneage_rules.testing import play, position
from writing import base_with

OMEN = '[[location]]\nid = "omen"\ncircles = 4\neffects = [{ do = "end-game", wins = "%s" }]\n'


def ended(wins: str, players: int = 2) -> sa.State:
    """Seat 1 has the most points, seat 0 has ended the game."""
    rules = base_with(OMEN % wins, players)
    figures = {"omen": {0: 1}, "hunt": {1: 1}}
    state = position(rules, {"phase": "take-actions", "figures": figures, "seats": {1: {"points": 50}}})
    state._noted = []
    return play(state, "resolve omen")


CASES = {
    "nobody": ((), "nobody wins, whatever the points", "nobody wins"),
    "all": ((0, 1, 2), "all win, whatever the points", "all win"),
    "seat": ((0,), "seat 0 wins, whatever the points", "seat 0 wins"),
}


@pytest.mark.parametrize("wins", CASES)
def test_an_end_decides_who_wins(wins: str) -> None:
    winners, told, result = CASES[wins]
    state = ended(wins, 3)
    assert (state.is_over, state.winners, state.verdict) == (True, winners, wins)
    assert state.scores[1] >= 50
    narrator = sa.Narrator(state.rules)
    assert told in [str(line) for line in narrator.tell(state.events)]
    assert str([*narrator.result(state)][-1]) == result
    assert (state.view(1).verdict, state.view(1).to_dict()["verdict"]) == (wins, wins)
    assert read_again(state).winners == winners


def test_points_decide_without_one() -> None:
    state = sa.load(players=2).initial_state()
    assert state.verdict == ""
    assert "won" not in state.to_dict()


@pytest.mark.parametrize("wins", CASES)
def test_records_have_the_winners(wins: str) -> None:
    game = sa.Game(base_with(OMEN % wins, 3), seed=2)
    while not game.is_over:
        legal = game.state.legal()
        asked = [action for action in legal if "omen" in action.text]
        game.play((asked or legal)[0])
    text = str(game.record)
    won = {"nobody": "nobody", "all": "all", "seat": str(game.state.winners[0] if game.state.winners else "")}[wins]
    assert text.endswith(f" won {won}\n")
    assert sa.replay(text, rules=game.rules).state == game.state
    with pytest.raises(sa.RecordError, match="other winners than the game"):
        sa.replay(text.replace(f" won {won}", ""), rules=game.rules)


def test_a_saved_verdict_that_cannot_be_is_refused() -> None:
    state = ended("nobody")
    saved = state.to_dict()
    assert saved["won"] == []
    assert_no_state(state.rules, {**saved, "won": [0]}, "no effect lets these seats win")
    assert_no_state(state.rules, {**saved, "won": [1, 0]}, "the seats are not in order")
    running = {**state.rules.initial_state().to_dict(), "won": []}
    assert_no_state(state.rules, running, "the winners are known before the game ends")


def test_the_policy_seeks_its_victory_and_shuns_an_end_without_one() -> None:
    for wins, best in (("seat", "choose 1"), ("nobody", "choose 2")):
        effects = f'{{ do = "one-of", effects = [{{ do = "end-game", wins = "{wins}" }}, {{ do = "points", amount = 1 }}] }}'
        rules = base_with(f'[[location]]\nid = "omen"\ncircles = 4\neffects = [{effects}]\n')
        figures = {"omen": {0: 1}, "hunt": {1: 1}}
        assert chosen(play(position(rules, {"phase": "take-actions", "figures": figures}), "resolve omen")) == {best}


def test_games_that_anybody_can_end_are_whole() -> None:
    whole_games(base_with(OMEN % "all", 3), 3)
