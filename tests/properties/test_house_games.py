"""The command that plays packs of the gallery together: it tells what it played, and the answers that no game gave."""

from __future__ import annotations

from collections import Counter
from random import Random

import stoneage_rules as sa
from properties.house_games import FEW, Found, Trial, choose, missing, report, trials, try_table
from stoneage_rules.testing import position


def test_the_games_are_shared_out_among_all_tables() -> None:
    tables = trials(("ambush", "sealed-bid", "hermit"), 60, 1)
    assert sum(len(table.seeds) for table in tables) == 60
    assert {len(table.packs) for table in tables} == {1, 2}
    assert any(table.modules for table in tables)


def test_a_game_is_looked_at_and_told(capsys) -> None:
    found = try_table(Trial(("sealed-bid",), (), 2, range(1)))
    assert (found.problem, found.games) == ("", 1)
    assert found.given["seal"]
    report([found], 0, {*found.offered} - {"seal"})
    assert f"1 games at 1 tables, {found.steps} steps" in capsys.readouterr().out


def test_a_kind_of_answer_that_was_never_given_is_given_now() -> None:
    goods = {"food": 0, "wood": 5, "clay": 5, "stone": 5, "gold": 5}
    state = position(sa.load(players=2), {"phase": "feed-tribe", "seats": {0: {"goods": goods}}})
    assert len(state.legal()) > FEW
    assert {choose(state, Counter(["pay 5 wood"]), Random(seed)).text for seed in range(20)} == {"starve"}


def test_answers_that_no_game_gave_are_told() -> None:
    offered = {"seal": Counter(["seal 0", "seal 1"]), "buy": Counter([f"buy {n}" for n in range(20)] + ["decline"])}
    given = {"seal": Counter(["seal 0"]), "buy": Counter(["buy 3"])}
    found = Found(Trial(("sealed-bid",), (), 2, range(1)), 1, 1, offered, given)
    told = [*missing([found], {"buy"})]
    assert told == ["all games, buy: `decline` was never given", "sealed-bid, seal: `seal 1` was never given"]
