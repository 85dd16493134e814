"""Two games that have nothing of Stone Age in them, on the same kernel: other goods, phases, ends; no tools, no items.

That the kernel names no content is read from its text in `test_architecture`; here it is played.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import stoneage_rules as sa
from properties.play import random_game, replayed, states
from running import python
from stoneage_rules.testing import invariants, play
from toy.games import begun

HERE = Path(__file__).parent


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> sa.Ruleset:
    """The pool for two, named by the path of its folder."""
    monkeypatch.chdir(HERE)
    return sa.load(players=2, modules=["./pool"])


def test_nothing_of_another_game_is_there(rules: sa.Ruleset) -> None:
    assert rules.packs == ("pool",)
    assert rules.goods == ("kelp", "shell", "pearl")
    assert rules.items == ()
    assert rules.zones == ()
    assert [phase.id for phase in rules.phases] == ["diving", "surfacing", "ebb"]
    assert {action.kind for action in rules.actions} == {"place", "resolve", "take"}
    printed = {word for action in sa.load(players=2).actions for word in action.text.split(" ")[1:] if word.isalpha()}
    assert printed & {word for action in rules.actions for word in action.text.split(" ")[1:]} == set()


def test_a_whole_game_worked_out_by_hand(rules: sa.Ruleset) -> None:
    """Seat 0 in the trench, seat 1 at sandbank, boat and reef; then three tides on the reef alone.

    Tide 1: 5 + 6 are 11, so 2 pearls, and 2 points at ebb; a pearl of choice for seat 1, breath 1, a fourth diver,
    1 kelp, a die of 2 that is no shell, and 1 point at ebb.
    Tides 2 to 4: a 1 on every die of 3 and 4 divers: 1 shell for seat 0, 1 for seat 1 each time; ebbs of 2 and 1 points.
    """
    state = begun(rules, "place trench 2", "place sandbank 1", "place reef 1", "place boat 1", "place reef 1")
    play(state, "resolve trench", "roll 5 6", "resolve reef", "roll 1")
    play(state, "resolve sandbank", "take 1 pearl", "resolve boat", "resolve reef", "roll 2")
    assert (state.round, state.first_seat, state.scores) == (2, 1, (2, 1))
    assert dict(state.player(0).goods) == {"kelp": 2, "shell": 0, "pearl": 2}
    assert dict(state.player(1).goods) == {"kelp": 3, "shell": 0, "pearl": 1}
    assert state.player(1).figures == 4
    for _ in range(3):
        first = state.seat
        for seat in (first, 1 - (first or 0)):
            play(state, f"place reef {state.player(seat or 0).figures}")
        while state.phase == "surfacing" and not state.is_over:
            seat = state.seat
            assert seat is not None
            play(state, "resolve reef", "roll " + " ".join("1" * state.player(seat).figures))
    assert state.is_over
    # Finds at the end: seat 0 has 2 pearls and 3 shells, seat 1 a pearl and 3 shells, and breath 1 with 4 divers.
    assert [sheet.track for sheet in map(state.score_sheet, range(2))] == [8, 4]
    assert state.scores == (8 + 2 * 5, 4 + 2 * 4 + 1 * 4)
    assert state.winners == (0,)


def test_it_plays_to_its_end(rules: sa.Ruleset) -> None:
    for seed in range(40):
        for step, state in enumerate(states(rules, seed)):
            invariants.check_state(state, invariants.CHEAP if seed else invariants.ALL)
            assert step < 500
        assert state.round == 4
    final, answers = random_game(rules, 1)
    assert replayed(rules, answers) == final


@pytest.mark.parametrize(
    ("text", "statement", "said"),
    [
        ("place trench 2", "pool.deep", "with 2 players at most 1 of them places on trench"),
        ("place reef 4", "pool.turns", "4 figures must stand at home"),
        ("place sandbank 2", None, "sandbank takes exactly 1 figure"),
    ],
)
def test_refusals_quote_its_own_rules(text: str, statement: str | None, said: str, rules: sa.Ruleset) -> None:
    state = begun(rules, "place trench 2")
    reasons = state.why_not(rules.parse(text))
    (reason,) = [reason for reason in reasons if said in str(reason)]
    if statement is not None:
        assert reason.statement == statement
        assert reason.sentence == rules.sentences[statement]
    assert (reason.statement or "pool.").startswith("pool.")
    # Rules in use are shared, and name their files as they were named when they were loaded first.
    assert Path(reason.where).parent.name == "pool"


def test_it_can_be_played_by_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    assert len(random_game(sa.load(players=3, modules=["./pool"]), 1)[0].scores) == 3
    with pytest.raises(sa.ContentError, match="4 players are too many"):
        sa.load(players=4, modules=["./pool"])


def test_it_travels_to_a_process_that_runs_elsewhere(rules: sa.Ruleset, tmp_path: Path) -> None:
    """A module named by a path is found from anywhere, once it has been found."""
    (tmp_path / "state").write_bytes(pickle.dumps(begun(rules, "place reef 3")))
    program = "import pickle; state = pickle.load(open('state', 'rb')); print(state.rules.digest, state.seat)"
    assert python("-c", program, folder=tmp_path).stdout.split() == [rules.digest, "1"]


@pytest.mark.parametrize("players", [1, 2, 9])
def test_the_smallest_game_there_can_be(players: int) -> None:
    rules = sa.load(players=players, modules=[str(HERE / "pond")])
    assert [action.text for action in rules.actions if action.kind == "place"] == ["place water 1"]
    state, answers = random_game(rules, 1)
    invariants.check_state(state)
    assert [str(answer) for answer in answers] == ["place water 1"] * players
    assert state.scores == (0,) * players
    assert state.winners == tuple(range(players))
