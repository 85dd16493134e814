"""A game unlike Stone Age on the same kernel: four fields are auctioned, and nobody places, rolls or draws.

It is content and one plugin, `auction.py`, which imports the public doors alone.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, held
from properties.play import random_game, replayed, states
from sources import imports_of
from stoneage_rules.testing import assert_refused, invariants, legal_texts, play
from toy import auction, snatch
from toy.games import begun, fields
from writing import write_pack

HERE = Path(__file__).parent

PLAYERS = (2, 3, 4)


def test_the_plugin_knows_the_library_by_its_doors_alone() -> None:
    tree = ast.parse(Path(auction.__file__).read_text("utf-8"))
    doors = {module for _, module in imports_of(tree) if module.startswith("stoneage_rules")}
    assert doors <= {"stoneage_rules", "stoneage_rules.plugin"}


def test_nothing_of_another_game_is_there() -> None:
    rules = fields(3)
    assert rules.packs == ("fields",)
    assert rules.goods == ("coin",)
    assert rules.tracks == ()
    assert {action.kind for state in states(rules, 1) for action in state.legal()} == {"bid", "pass"}
    assert [phase.id for phase in rules.phases] == ["auction", "harvest"]


def test_a_whole_game_worked_out_by_hand() -> None:
    """Three seats with 5 coins each: seat 1 buys the meadow for 2 and the vineyard for 7, seat 2 the castle grounds for 4.

    Nobody wants the orchard.  Coins after each harvest: 5, 6, 5 (seat 1 pays 2, harvests 3); 5, 9, 5 (it harvests 3);
    5, 6, 5 (it pays 7, harvests 3 and 1); 5, 10, 1 (seat 2 pays 4, seat 1 harvests 3 and 1).
    """
    state = begun(fields(), "bid 1", "bid 2", "pass", "pass")
    assert (state.round, state.first_seat) == (2, 1)
    assert held(state, "coin") == [5, 6, 5]
    play(state, "pass", "pass", "pass")
    assert state.unseen("fallow") == ("orchard",)
    play(state, "pass", "bid 5", "bid 7", "pass", "pass")
    assert held(state, "coin") == [5, 6, 5]
    play(state, "pass", "pass", "bid 4", "pass", "pass")
    assert state.is_over
    assert [state.player(seat).items for seat in range(3)] == [(), ("meadow", "vineyard"), ("castle-grounds",)]
    assert state.scores == (5, 4 + 8 + 10, 10 + 1)
    assert state.winners == (1,)


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_and_hold_together(players: int) -> None:
    rules = fields(players)
    sold = set()
    for seed in range(30):
        for state in states(rules, seed):
            invariants.check_state(state, invariants.CHEAP if seed else invariants.ALL)
            assert not state.is_chance
        assert state.is_over
        assert state.round == 5
        sold |= {item for seat in range(players) for item in state.player(seat).items}
    assert sold == {"meadow", "orchard", "vineyard", "castle-grounds"}


@pytest.mark.parametrize("players", PLAYERS)
def test_it_is_replayed_like_any_other(players: int) -> None:
    rules = fields(players)
    final, answers = random_game(rules, players)
    assert replayed(rules, answers) == final
    game = sa.Game(rules, seed=1)
    game.run([sa.policies.random_policy(seat) for seat in range(players)])
    assert sa.replay(str(game.record), rules=rules).state == game.state


def test_the_log_tells_a_bid_and_who_takes_the_field() -> None:
    game = sa.Game(fields(2), seed=1)
    for answer in ("bid 2", "pass"):
        game.play(answer)
    told = [str(line) for line in game.log]
    assert any(line.startswith("seat 0") and "bid" in line and "2" in line for line in told)
    assert any("meadow" in line for line in told)


THIEVES = """
[[patch.phase]]
target = "fields:auction"
append.effects = [{ do = "auction", location = "block", good = "coin", at_most = 20, unsold = "fallow" }]

[[patch.field]]
target = "fields:meadow"
set.anytime = [{ do = "snatch", location = "block", to = "fallow" }]
"""
"""A second auction, of nothing, each round; and the owner of the meadow may take away what is bid for."""


@pytest.mark.parametrize("answers", [("pass", "bid 1", "use meadow", "pass"), ("use meadow", "pass", "pass")])
def test_a_field_that_is_gone_is_neither_sold_nor_laid_aside(answers: tuple[str, ...], tmp_path: Path) -> None:
    thieves = write_pack(tmp_path, {"rules.toml": THIEVES}, requires="fields")
    rules = sa.load(players=2, modules=[str(HERE / "fields"), str(thieves)], plugins=[auction.MECHANISM, snatch.MECHANISM])
    state = begun(rules, "pass", "bid 1", "pass", *answers)
    assert state.unseen("fallow") == ("orchard",)
    assert held(state, "coin") == [5, 10]
    assert state.round == 3


def test_a_game_without_auctions_has_no_bids() -> None:
    assert not {"bid", "pass"} & {action.kind for action in sa.load(players=2, plugins=[auction.MECHANISM]).actions}


def test_options_name_every_bid_that_can_be_made() -> None:
    state = begun(fields(), "bid 3")
    assert state.seat == 1
    assert legal_texts(state) == ("bid 4", "bid 5", "pass")


@pytest.mark.parametrize(
    ("action", "check", "needed", "found"),
    [
        ("bid 2", "bid.higher", "a bid of more than 3", "3 coin are bid"),
        ("bid 6", "bid.holdings", "`bid 6` takes 6 coin of your own", "you have 5"),
        ("bid 21", "bid.bounded", "a bid of at most 20", "`bid 21` is more"),
    ],
)
def test_refusals_quote_the_rules_of_the_game(action: str, check: str, needed: str, found: str) -> None:
    state = begun(fields(), "bid 3")
    assert_refused(state, action, check=check)
    (reason,) = [reason for reason in state.why_not(state.rules.parse(action)) if reason.check == check]
    assert (reason.needed, reason.found, reason.statement) == (needed, found, "fields.bid")
    assert "fields/statements.toml:" in str(reason.where)


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (["bidding", 1, 0, 3, 1], "the highest bidder is not asked again"),
        (["bidding", 1, 0, 9, 0], "the highest bidder cannot pay"),
        (["bidding", 1, 0, 0, 3], "bidder: 3 is no whole number from 0 to 2"),
        (["bidding", 1, 1, 0, 0], "no whole number from 0 to 0"),
    ],
)
def test_a_saved_bid_that_cannot_be_is_refused(frame: list[object], message: str) -> None:
    state = begun(fields(), "bid 3")
    saved = state.to_dict()
    saved["stack"][-1] = frame
    assert_no_state(state.rules, saved, message)
