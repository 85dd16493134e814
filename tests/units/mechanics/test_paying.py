"""Paying for effects, wherever effects stand: offered, declined, forced, repeated, saved in the middle, played to the end."""

from __future__ import annotations

from itertools import product
from operator import le, sub

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import against, chosen, read_again, whole_games
from stoneage_rules.errors import TooManyOptions
from stoneage_rules.mechanics.paying import PAY_OFFERS
from stoneage_rules.mechanics.payments import PRICES, PaymentTable
from stoneage_rules.plugin import multisets
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

EVERYWHERE = """
[[location]]
id = "pottery"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "pay", cost = { clay = 1 }, effects = [{ do = "points", amount = 4 }], times = 3, else = [
    { do = "points", amount = -1 },
    { do = "gain", good = "food" },
] }]

[[location]]
id = "market"
circles = 2
figures = { exactly = 1 }
effects = [
    { do = "pay", cost = { of = "resource", amount = 2, kinds = 1 }, effects = [
        { do = "choose", of = "resource" },
    ], if = [{ round = "now", max = 5 }] },
    { do = "points", amount = 1 },
]

[[location]]
id = "collector"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "pay", cost = { of = "resource", at_least = 1, at_most = 3 }, must = true, effects = [
    { do = "points", amount = { paid = "value" } },
    { do = "one-of", effects = [{ do = "points", amount = { paid = "count" } }, { do = "tool" }] },
    { do = "points", amount = { paid = "count", times = 10 } },
], else = [{ do = "points", amount = -5 }] }]

[[patch.card]]
where = {}
append.effects = [{ do = "pay", cost = { wood = 1 }, effects = [{ do = "gain", good = "food" }, { do = "points", amount = 2 }] }]

[[patch.dice_table]]
target = "base:finds"
set.faces.1 = [{ do = "pay", cost = { food = 1 }, effects = [{ do = "gain", good = "wood" }] }]

[[phase]]
id = "winter"
effects = [{ do = "each-seat", effects = [
    { do = "pay", cost = { wood = 1 }, must = true, times = { figures = "all" }, else = [{ do = "points", amount = -2 }] },
] }]

[[set_up]]
id = "luck"
effects = [{ do = "each-seat", effects = [
    { do = "pay", cost = { food = 2 }, effects = [{ do = "pay", cost = { food = 3 }, effects = [{ do = "tool" }] }] },
] }]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "winter", after = "feed-tribe" }
append.set_up = ["luck"]

[[add_on]]
id = "feast"
applies = ["card"]
cost = { wood = 1 }
effects = [{ do = "pay", cost = { food = 1 }, effects = [{ do = "points", amount = 1 }] }]

[[patch.card]]
target = "base:civ-36"
set.anytime = [{ do = "pay", cost = { food = 1 }, effects = [{ do = "gain", good = "clay" }] }]

[[patch.card]]
target = "base:civ-02"
set.standing = [{ at_start_of = "take-actions", effects = [
    { do = "pay", cost = { food = 1 }, effects = [{ do = "gain", good = "clay" }] },
] }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(EVERYWHERE)


def at(rules: sa.Ruleset, place: str, goods: dict[str, int], **seat: object) -> sa.State:
    """Seat 0 has just resolved a place of the pack, with these goods."""
    return resolved(rules, place, goods=goods, **seat)


def pottery(rules: sa.Ruleset) -> sa.State:
    return at(rules, "pottery", {"clay": 2})


def collector(rules: sa.Ruleset) -> sa.State:
    return at(rules, "collector", {"wood": 1, "gold": 1})


# --- paying -----------------------------------------------------------------------------------------------------


def test_what_is_paid_for_comes_and_it_is_asked_again(rules: sa.Ruleset) -> None:
    state = pottery(rules)
    points = state.points[0]
    assert legal_texts(state) == ("pay 1 clay", "decline")
    play(state, "pay 1 clay")
    assert (state.good(0, "clay"), state.points[0]) == (1, points + 4)
    assert state.pending.more == {"times": 2}
    play(state, "pay 1 clay")
    assert (state.points[0], state.pending.kind) == (points + 8, "resolve-place"), "nothing is left to pay with: no question"
    assert state.pending.seat == 1


@pytest.mark.parametrize("times", [1, 2])
def test_a_small_number_of_times_is_kept_to(times: int) -> None:
    effect = f'{{ do = "pay", cost = {{ clay = 1 }}, effects = [{{ do = "points", amount = 4 }}], times = {times} }}'
    rules = base_with(f'[[location]]\nid = "kiln"\ncircles = 1\neffects = [{effect}]\n')
    state = at(rules, "kiln", {"clay": 5})
    for left in range(times, 0, -1):
        assert (state.seat, state.pending.more) == (0, {"times": left})
        state = read_again(state)
        play(state, "pay 1 clay")
    assert (state.seat, state.good(0, "clay"), state.points[0]) == (1, 5 - times, 4 * times)


def test_prices_of_effects_are_told_apart() -> None:
    """Of several prices at one table, each effect says whether its own can be paid."""
    lines = [
        f'[[location]]\nid = "{good}-market"\ncircles = 1\neffects = [{{ do = "pay", cost = {{ {good} = 1 }}, '
        f'effects = [{{ do = "points", amount = 1 }}] }}]\n'
        for good in ("wood", "gold")
    ]
    rules = base_with("".join(lines))
    given = {"phase": "take-actions", "figures": {"wood-market": [1, 0], "gold-market": [1, 0]}}
    state = position(rules, given | {"seats": {0: {"goods": {"wood": 1}}}})
    told = {action.text: rules.describe(action, state) for action in state.legal()}
    assert told == {
        "resolve wood-market": "1 point for 1 wood",
        "resolve gold-market": "1 point for 1 gold; you cannot pay it now",
    }


def test_what_was_paid_is_known_to_all_effects_of_the_payment(rules: sa.Ruleset) -> None:
    """Wood is worth 3, gold 6."""
    state = collector(rules)
    points = state.points[0]
    play(state, "pay 1 wood, 1 gold")
    assert state.points[0] == points + 9
    assert legal_texts(state) == ("choose 1", "choose 2")
    again = read_again(state)
    play(again, "choose 1")
    assert again.points[0] == points + 9 + 2 + 20


# --- refusing ---------------------------------------------------------------------------------------------------


def test_a_seat_that_must_pay_and_can_does_not_decline(rules: sa.Ruleset) -> None:
    state = collector(rules)
    assert "decline" not in legal_texts(state)
    (reason,) = against(state, "decline")
    assert (reason.check, reason.found) == ("payment.must", "you have the goods")
    assert "collector" in str(reason.address)
    assert legal_texts(at(rules, "collector", {"food": 4})) == ("decline",)


@pytest.mark.parametrize(
    ("text", "check"), [("pay 2 clay", "payment.form"), ("pay 1 wood", "payment.form"), ("pay 2 clay", "payment.holdings")]
)
def test_what_is_not_the_price_or_not_there_is_refused(rules: sa.Ruleset, text: str, check: str) -> None:
    state = at(rules, "pottery", {"clay": 1})
    assert check in {reason.check for reason in against(state, text)}
    with pytest.raises(sa.IllegalAction):
        state.apply(rules.parse(text))


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ('{ do = "pay", cost = { wood = 1 } }', "nobody would ever pay"),
        ('{ do = "pay", cost = {}, effects = [{ do = "tool" }] }', "a cost of nothing"),
        ('{ do = "pay", cost = { wood = 1 }, times = 0, must = true }', "1"),
        ('{ do = "pay", cost = { wood = 1 }, else = [{ do = "points", amount = { paid = "value" } }] }', "means nothing here"),
        ('{ do = "pay", cost = { wood = 1 }, effects = [{ do = "roll", divide = 2, yields = ["food"] }] }', "does not belong"),
        ('{ do = "pay", cost = { wood = 1 }, effects = [{ do = "each-seat", effects = [{ do = "points", '
         'amount = { paid = "count" } }] }] }', "means nothing here"),
        ('{ do = "pay", cost = { wood = 1 }, effects = [{ do = "points", amount = { paid = "count", of = "others" } }] }',
         "no number of a seat"),
        ('{ do = "pay", cost = { wood = { figures = "here", at_most = 3 } }, must = true }', "means nothing here"),
        ('{ do = "each-seat", most_first = { figures = "here" }, effects = [{ do = "tool" }] }', "means nothing here"),
        ('{ do = "lose", good = "wood", from_most = { figures = "here" } }', "means nothing here"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(effect: str, message: str) -> None:
    with pytest.raises(sa.ContentError, match=message):
        base_with(f'[[location]]\nid = "shrine"\ncircles = 1\neffects = [{effect}]\n')


@pytest.mark.parametrize("effect", [
    '{ do = "pay", cost = { wood = { paid = "count", at_most = 3 } }, must = true }',
    '{ do = "lose", good = "wood", from_most = { paid = "count" } }',
])  # fmt: skip
def test_a_price_is_not_read_from_what_was_paid_for_the_item(effect: str) -> None:
    with pytest.raises(sa.ContentError, match="means nothing here"):
        base_with(f'[[patch.card]]\ntarget = "base:civ-17"\nset.effects = [{effect}]\n')


# --- telling ----------------------------------------------------------------------------------------------------


def test_options_say_what_they_bring(rules: sa.Ruleset) -> None:
    state = pottery(rules)
    assert [state.rules.describe(action, state) for action in state.legal()] == ["4 points", "-1 point, 1 food"]


def test_places_and_what_acts_next_say_what_can_be_bought(rules: sa.Ruleset) -> None:
    words = "4 points for 1 clay, up to 3 times, or else -1 point, 1 food"
    assert rules.location("pottery").words == words
    given = {"phase": "take-actions", "figures": {"pottery": [1, 0], "hunt": [0, 1]}}
    state = position(rules, given)
    assert rules.describe(state.legal()[0], state) == f"{words}; you cannot pay it now"


def test_the_log_and_events_tell_who_pays_and_who_does_not(rules: sa.Ruleset) -> None:
    game = sa.Game(rules, seed=5)
    game.run([sa.policies.random_policy(1), sa.policies.random_policy(2)])
    assert any("declines to pay 1 clay" in sentence for sentence in game.log)
    assert any("cannot pay 1 wood" in sentence for sentence in game.log)
    forgone = [event for events in game.events() for event in events if event.name == "forgo"]
    assert {event["payable"] for event in forgone} == {0, 1}
    assert {event["price"] for event in forgone} >= {"1 clay", "1 wood", "2 food"}


def test_the_points_of_a_card_that_are_paid_for_are_not_known(rules: sa.Ruleset) -> None:
    assert rules.item("civ-17").points is None


def test_the_points_of_a_card_are_known_if_what_is_paid_for_scores_none() -> None:
    pay = '{ do = "pay", cost = { wood = 1 }, effects = [{ do = "tool" }], else = [{ do = "gain", good = "food" }] }'
    text = f'[[patch.card]]\ntarget = "base:civ-17"\nappend.effects = [{pay}, {{ do = "points", amount = 3 }}]\n'
    assert base_with(text).item("civ-17").points == 3


# --- saving -----------------------------------------------------------------------------------------------------


def test_a_question_that_could_not_be_asked_is_refused(rules: sa.Ruleset) -> None:
    saved = pottery(rules).to_dict()
    name, seat, offer, place, left = saved["stack"][-1]
    assert (name, place, left) == ("pay-or-decline", "pottery", 3)
    for wrong in ([offer, "forest", 3], [offer, "pottery", 4], [offer, "pottery", 0], [999, "pottery", 1], [offer, None, 3]):
        assert_no_state(rules, saved, top=[name, seat, *wrong])


def test_a_question_is_not_asked_again_more_often_than_it_is_left(rules: sa.Ruleset) -> None:
    state = pottery(rules)
    play(state, "pay 1 clay")
    saved = state.to_dict()
    frame = saved["stack"][-1]
    assert (frame[0], frame[-1]) == ("pay-or-decline", 2)
    for left in range(1, 5):
        frame[-1] = left
        if left > 2:
            assert_no_state(rules, saved, "how often")
        else:
            assert rules.state_from_dict(saved).pending.more == {"times": left}


def test_effects_of_a_payment_are_saved_with_what_was_paid(rules: sa.Ruleset) -> None:
    """The rest of the list waits below the choice of one effect: with another number it could not come about."""
    state = collector(rules)
    play(state, "pay 1 wood, 1 gold")
    saved = state.to_dict()
    (frame,) = (frame for frame in saved["stack"] if frame[0] == "effects")
    assert rules.actions[frame[-1]].text == "pay 1 wood, 1 gold"
    for wrong in ("resolve hunt", "decline"):
        frame[-1] = rules.parse(wrong).index
        assert_no_state(rules, saved, "not paid")


# --- whole games ------------------------------------------------------------------------------------------------


def test_whole_games_keep_every_law(rules: sa.Ruleset) -> None:
    whole_games(rules, 3, "pay-or-decline")


def test_the_sensible_policy_pays_for_what_is_worth_more(rules: sa.Ruleset) -> None:
    assert chosen(at(rules, "pottery", {"clay": 2, "food": 0})) == {"decline"}, "a food that is needed, and a clay, for a point"
    state = at(rules, "pottery", {"clay": 2, "food": 9})
    assert chosen(state) == {"pay 1 clay"}, "four points for a clay and a food that can wait"
    play(state, "pay 1 clay")
    assert chosen(state) == {"pay 1 clay"}, "four points for a clay, and nothing for declining now"
    assert chosen(at(rules, "market", {"gold": 2, "food": 9})) == {"decline"}, "two gold for one of anything"
    game = sa.Game(rules, seed=3)
    game.run([sensible_policy(1), sensible_policy(2)])
    assert game.state.is_over


def test_a_table_without_prices_has_no_such_action(base: sa.Ruleset) -> None:
    assert not base.entries(PAY_OFFERS)


@pytest.fixture(scope="module")
def base() -> sa.Ruleset:
    return sa.load(players=2)


def test_goods_that_can_be_taken_in_more_ways_than_can_be_listed_are_an_error() -> None:
    """12 goods of 10 kinds: 21! / (12! 9!) ways."""
    with pytest.raises(TooManyOptions, match="12 goods out of 10 kinds can be taken in 293930 ways; 50000 are allowed"):
        next(multisets(range(10), 12, 10))


def test_what_an_item_can_bring_counts_as_payable_whichever_goods_it_is() -> None:
    """civ-36 brings any two resources."""
    rules = sa.load(players=2)
    table, goods = rules.service(PaymentTable), rules.goods
    fixed = [(number, price.fixed) for number, price in enumerate(rules.entries(PRICES)) if price.fixed]
    pairs = [*multisets((1, 2, 3, 4), 2, len(goods))]
    tried = set()
    for (number, price), lacking in product(fixed, pairs):
        if all(map(le, lacking, price)):
            tried.add(lacking)
            hand = dict(zip(goods, map(sub, price, lacking), strict=True))
            for items in ([], ["civ-36"]):
                given = {"phase": "take-actions", "seats": {0: {"items": items, "unspent": items, "goods": hand}}}
                assert table.payable(position(rules, given), 0, number) is bool(items)
    assert len(tried) > 4


def test_of_effects_to_choose_from_one_that_brings_no_goods_helps_to_pay_nothing() -> None:
    either = '[{ do = "one-of", effects = [{ do = "gain", good = "gold" }, { do = "tool" }] }]'
    rules = base_with(f'[[patch.card]]\ntarget = "base:civ-36"\nset.anytime = {either}\n')
    price = rules.entries(PRICES)[rules.items[rules.item_index["bld-09"]].price].fixed
    assert dict(zip(rules.goods, price, strict=True)) == {"food": 0, "wood": 1, "clay": 1, "stone": 0, "gold": 1}
    number = rules.items[rules.item_index["bld-09"]].price
    for lacking, payable in (("gold", True), ("wood", False)):
        hand = {good: amount for good, amount in zip(rules.goods, price, strict=True) if good != lacking}
        given = {"phase": "take-actions", "seats": {0: {"items": ["civ-36"], "unspent": ["civ-36"], "goods": hand}}}
        assert rules.service(PaymentTable).payable(position(rules, given), 0, number) is payable
