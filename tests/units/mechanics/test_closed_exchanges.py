"""Exchanges with `if`: neither offered nor accepted while it does not hold, and a trade that is begun stays one trade."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import against, read_again, whole_games
from stoneage_rules.authoring.explain import why
from stoneage_rules.testing import legal_texts, play
from writing import base_with, write_pack

BARTER = """
[[mark]]
id = "bartered"

[[mark]]
id = "hawked"

[[exchange]]
id = "barter"
goods = "resource"
applies = ["card", "building"]
track = "agriculture"
rates = [{ at_least = 0, give = 2, get = 1 }]
mark = "bartered"
if = [
    { track = "agriculture", min = 0, every = 2 },
    { goods = "food", max = 3 },
]
"""
STATEMENT = """rules = ["stranger.barter"]

[[statement]]
id = "stranger.barter"
text = "Who is full does not trade."
source = "house rule"
checks = ["trade.closed"]
"""
HAWKING = """
[[exchange]]
id = "hawking"
goods = "resource"
applies = ["card", "building"]
track = "agriculture"
rates = [{ at_least = 0, give = 1, get = 1 }]
mark = "hawked"
if = [{ goods = "food", min = 5 }]
"""
LARDER = """
[[patch.card]]
target = "base:civ-36"
set.anytime = [{ do = "gain", good = "food", amount = 5 }]
"""


def loaded(more: str = STATEMENT) -> sa.Ruleset:
    return base_with(BARTER + more)


def buying(rules: sa.Ruleset, *, food: int, items: tuple[str, ...] = (), building: str = "bld-01", **goods: int) -> sa.State:
    """Seat 0 is asked to pay 2 wood and 1 clay for a building, of which it has no clay; or for another one."""
    seat = {"goods": {"wood": 4, "food": food} | goods, "items": list(items), "unspent": list(items)}
    return resolved(rules, "building-1", item=building, **seat)


def reasons(state: sa.State, action: str) -> dict[str, sa.Reason]:
    """Returns the reasons against an action by their checks."""
    return {reason.check: reason for reason in against(state, action)}


def short_of(rules: sa.Ruleset) -> tuple[dict[str, int], str]:
    """Returns goods that pay the building after one trade of 2 wood, and the missing good."""
    price = dict(rules.item("bld-01").cost.amounts)
    missing = next(good for good in price if good != "wood")
    return {"wood": price.get("wood", 0) + 2} | {
        good: n - (good == missing) for good, n in price.items() if good != "wood"
    }, missing


def test_the_reason_quotes_the_statement_and_the_line_of_the_row_that_fails() -> None:
    rules = loaded()
    goods, _ = short_of(rules)
    reason = reasons(buying(rules, food=6, **goods), "give 2 wood")["trade.closed"]
    assert reason.needed == "barter is open only if the number of food is 3 or less"
    assert reason.found == "the number of food is 6"
    assert reason.sentence == "Who is full does not trade."
    assert reason.where == "stranger/rules.toml:17"
    shown = {name: fact for name, fact in reason.to_dict().items() if name != "where"}
    assert repr(reason) == f"Reason({', '.join(f'{name}={fact!r}' for name, fact in shown.items())})"


@pytest.mark.parametrize("gets", [False, True])
def test_a_saved_trade_that_cannot_be_made_is_refused_where_the_purchase_is_closed_too(gets: bool) -> None:
    closed = '[[patch.building]]\ntarget = "base:bld-01"\nset.if = [{ goods = "food", min = 5 }]\n'
    rules = loaded(HAWKING + closed)
    goods, missing = short_of(rules)
    state = buying(rules, food=9, **goods)
    play(state, "give 1 wood", *[f"get 1 {missing}"] * gets)
    saved = state.to_dict()
    saved["seats"][0]["goods"]["food"] = 0
    assert rules.state_from_dict(saved).legal() == rules.actions_of("decline") + rules.actions_of("take-back")
    saved["seats"][0]["marks"] = ["bartered", "hawked"]
    assert_no_state(rules, saved, "in the middle of a trade that it cannot make")


@pytest.mark.parametrize("more", ["", HAWKING])
@pytest.mark.parametrize("gets", [False, True])
def test_what_is_used_in_mid_trade_closes_it_until_it_is_taken_back(gets: bool, more: str) -> None:
    """The food of a card ends the barter, and opens another exchange, which does not go on with goods given in this one."""
    rules = loaded(more + LARDER)
    goods, missing = short_of(rules)
    state = buying(rules, food=0, items=("civ-36",), **goods)
    before = state.copy()
    play(state, "give 2 wood", *[f"get 1 {missing}"] * gets)
    assert len(legal_texts(state)) > 2
    play(state, "use civ-36")
    assert set(legal_texts(state)) == {"take-back", "decline"}
    pay = next(action.text for action in rules.actions_of("pay") if action.data[rules.goods.index(missing)])
    assert "trade.closed" in reasons(state, pay if gets else f"get 1 {missing}")
    read_again(state)
    play(state, "take-back")
    assert state.player(0).goods == before.player(0).goods | {"food": 5}
    assert ("give 1 wood" in legal_texts(state)) is bool(more)


@pytest.mark.parametrize("gets", [False, True])
def test_an_item_that_closes_in_mid_trade_is_not_paid_for_with_goods_of_the_trade(gets: bool) -> None:
    """The trade itself stays open; it is taken back, or the item declined."""
    closes = '[[patch.building]]\ntarget = "base:bld-01"\nset.if = [{ goods = "food", max = 9 }]\n'
    rules = loaded(HAWKING + LARDER + closes)
    goods, missing = short_of(rules)
    state = buying(rules, food=5, items=("civ-36",), **goods)
    play(state, "give 1 wood")
    get = rules.parse(f"get 1 {missing}")
    assert "then pay" in rules.describe(get, state)
    assert rules.describe(rules.parse("take-back"), state) == ""
    play(state, *[get.text] * gets, "use civ-36")
    assert legal_texts(state) == ("decline", "take-back")
    pay = next(action.text for action in rules.actions_of("pay") if action.data[rules.goods.index(missing)])
    assert "purchase.closed" in reasons(state, pay if gets else get.text)


def test_whole_games_keep_every_law() -> None:
    rules = loaded(HAWKING.replace("min = 5", "min = 8") + LARDER)
    whole_games(rules, 3, "buy", "get-goods", "pay-traded", every=60)


def test_the_condition_can_be_edited_and_two_packs_add_rows_in_either_order(tmp_path: Path) -> None:
    barter = str(write_pack(tmp_path, {"x.toml": BARTER}, requires="base", id="barter"))
    patch = '[[patch.exchange]]\ntarget = "barter:barter"\nappend.if = [{{ {} }}]\n'
    rows = {"alpha": 'round = "now", min = 2', "beta": 'id = "gold", goods = "gold", max = 4'}
    packs = [str(write_pack(tmp_path, {"x.toml": patch.format(row)}, requires="barter", id=id)) for id, row in rows.items()]
    first, second = (sa.load(players=2, modules=["base", barter, *order]) for order in (packs, packs[::-1]))
    assert first.digest == second.digest != sa.load(players=2, modules=["base", barter]).digest
    assert [why(first, f"exchange barter:barter if.{row}")[0].pack for row in ("goods.max", "gold.max")] == ["barter", "beta"]
    told = str(first.definition("exchange", "barter"))
    for words in ("from round 2 on", "the number of gold is 4 or less", "the number of food is 3 or less"):
        assert words in told


def test_an_item_declined_in_the_middle_of_a_trade_could_have_been_paid() -> None:
    rules = loaded(HAWKING)
    goods, _ = short_of(rules)
    state = buying(rules, food=5, **goods)
    play(state, "give 1 wood")
    state._noted = []
    play(state, "decline")
    item, place = rules.item_index["bld-01"], rules.place("building-1").index
    assert state._noted[0] == ("decline", 0, place, item, 1)
