"""Cards: the fifth space, the nine new cards, their scoring and the end of the deck."""

from __future__ import annotations

import json
import pickle
from collections import Counter

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import assert_refused, legal_texts, play

BASE_SYMBOLS = ["civ-07", "civ-08", "civ-09", "civ-10", "civ-12", "civ-14", "civ-25", "civ-27"]
LOWER = {
    "style-civ-1": "ring", "style-civ-2": ("merchant", 1), "style-civ-3": ("merchant", 2), "style-civ-4": ("shaman", 1),
    "style-civ-5": ("merchant", 1), "style-civ-6": ("merchant", 2), "style-civ-7": "ring", "style-civ-8": ("merchant", 1),
    "style-civ-9": ("farmer", 1),
}  # fmt: skip
"""Lower parts, written down once more: a culture symbol, or a profession and its icons."""
DICE_CARDS = ["style-civ-1", "style-civ-2", "style-civ-3", "style-civ-4"]
FACES = {1: {"wood": 1}, 2: {"clay": 1}, 3: {"stone": 1}, 4: {"gold": 1}, 5: {"decoration": 3}, 6: {"decoration": 2, "trader": 1}}


def held(state, seat):
    player = state.player(seat)
    return Counter({**player.goods, **player.tracks})


def on_fifth(acting, card="civ-27", **more):
    """Seat 0 is asked whether to buy a card from the fifth space."""
    more["spaces"] = {"card-5": card, "card-2": "civ-13", **more.get("spaces", {})}
    state = acting("card-5", **more)
    play(state, "resolve card-5")
    return state


def bought(acting, card, **more):
    """Seat 0 has bought a card for a wood."""
    state = acting("card-1", spaces={"card-1": card}, goods={"wood": 1, **more.pop("goods", {})}, **more)
    play(state, "resolve card-1", "pay 1 wood")
    return state


# --- the fifth space --------------------------------------------------------------------------------------------


@pytest.mark.rule("style.fifth-space.cost")
def test_the_fifth_card_costs_three_decorations(acting):
    state = on_fifth(acting, goods={"decoration": 3, "wood": 9, "gold": 9})
    assert legal_texts(state) == ("pay 3 decoration", "decline")
    play(state, "pay 3 decoration")
    assert (state.player(0).items, state.good(0, "decoration"), state.good(0, "wood")) == (("civ-27",), 0, 9)
    assert (state.player(0).points, state.player(0).at_home, state.item_on("card-5")) == (3, 10, None)


@pytest.mark.rule("style.fifth-space.cost")
def test_no_resources_and_no_other_number_pay_for_the_fifth_card(acting):
    state = on_fifth(acting, goods={"decoration": 2, "wood": 9, "gold": 9})
    assert legal_texts(state) == ("decline",)
    for action in ("pay 3 wood", "pay 5 wood", "pay 2 decoration", "pay 2 decoration, 1 wood"):
        assert_refused(state, action, "style.fifth-space.cost", "payment.form", needed="the price is 3 decoration")
    assert_refused(state, "pay 3 decoration", "style.fifth-space.cost", "payment.holdings", found="you have 2 decoration")


@pytest.mark.rule("style.fifth-space.cost")
def test_the_fifth_space_is_a_card_space_like_the_others(at):
    state = at(2)
    assert [option for option in legal_texts(state) if "card-5" in option] == ["place card-5 1"]
    assert_refused(state, "place card-5 2", "base.place.card", "placement.figures")
    play(state, "0: place card-5 1")
    assert "place card-4 1" in legal_texts(state)
    assert_refused(state, "place card-5 1", "base.place.full", "placement.circles")
    assert_refused(at(2, spaces={"card-5": "none"}), "place card-5 1", "base.place.card", "placement.present")


@pytest.mark.rule("style.fifth-space.bonus")
def test_three_more_decorations_buy_a_face_down_card(acting):
    state = on_fifth(acting, goods={"decoration": 7})
    play(state, "pay 3 decoration")
    assert legal_texts(state) == ("add bonus-card", "skip bonus-card")
    unseen = state.unseen("deck")
    play(state, "add bonus-card")
    assert {outcome.args[0] for outcome, _ in state.outcomes()} == set(unseen)
    play(state, "draw civ-30")
    after = state.player(0)
    assert (after.items, after.face_down, after.goods["decoration"]) == (("civ-27",), ("civ-30",), 1)
    assert after.tracks["agriculture"] == 0, "its upper part is not used"
    assert "civ-30" not in state.unseen("deck")
    assert state.view(1).player(0).face_down == ()
    assert state.view(1).player(0).face_down_count == 1


@pytest.mark.rule("style.fifth-space.bonus")
def test_the_bonus_card_counts_at_the_end(acting):
    state = on_fifth(acting, goods={"decoration": 6}, tracks={"agriculture": 4}, items=[])
    before = state.score_sheet(0).total
    play(state, "pay 3 decoration", "add bonus-card", "draw civ-15")
    assert state.score_sheet(0).total == before + 3 + 1 + 2 * 4, "3 points at once, one symbol, two farmers"


@pytest.mark.rule("style.fifth-space.bonus")
def test_the_bonus_card_can_be_left(acting):
    state = on_fifth(acting, goods={"decoration": 7})
    play(state, "pay 3 decoration", "skip bonus-card")
    assert (state.player(0).face_down_count, state.good(0, "decoration"), state.player(0).points) == (0, 4, 3)


@pytest.mark.rule("style.fifth-space.bonus")
def test_the_bonus_is_offered_once(acting):
    state = on_fifth(acting, goods={"decoration": 12})
    play(state, "pay 3 decoration", "add bonus-card", "draw civ-15")
    assert state.seat == 1
    assert state.good(0, "decoration") == 6


@pytest.mark.rule("style.fifth-space.bonus")
@pytest.mark.parametrize("space", ["card-1", "card-4"])
def test_no_other_space_has_a_bonus(acting, space):
    state = acting(space, goods={"wood": 4, "decoration": 9})
    play(state, f"resolve {space}", state.after(state.rules.parse(f"resolve {space}")).legal()[0].text)
    assert state.seat == 1
    assert state.player(0).face_down_count == 0


@pytest.mark.rule("style.fifth-space.bonus")
@pytest.mark.parametrize("decorations", [3, 5])
def test_the_bonus_is_not_asked_for_when_it_cannot_be_paid(acting, decorations):
    state = on_fifth(acting, goods={"decoration": decorations})
    play(state, "pay 3 decoration")
    assert state.seat == 1


@pytest.mark.rule("style.fifth-space.bonus", "base.civ.no-card-left")
def test_the_bonus_is_not_offered_with_an_empty_deck(acting):
    state = on_fifth(acting, goods={"decoration": 9}, zones={"deck": []}, items=[])
    play(state, "pay 3 decoration")
    assert (state.seat, state.good(0, "decoration")) == (1, 6)
    state = on_fifth(acting, goods={"decoration": 9}, zones={"deck": ["civ-36"]}, items=[])
    play(state, "pay 3 decoration")
    assert legal_texts(state) == ("add bonus-card", "skip bonus-card")


@pytest.mark.rule("style.fifth-space.bonus")
def test_who_declines_the_card_gets_no_bonus(acting):
    state = on_fifth(acting, goods={"decoration": 9})
    assert_refused(state, "add bonus-card", check="decision.kind")
    play(state, "decline")
    assert (state.seat, state.good(0, "decoration")) == (1, 9)


BONUS = ("add bonus-card", "skip bonus-card")


@pytest.mark.rule("style.fifth-space.timing")
@pytest.mark.parametrize(("decorations", "asked"), [(3, False), (4, True), (5, True)])
def test_decorations_of_the_card_itself_can_pay_the_bonus(acting, decorations, asked):
    state = on_fifth(acting, "style-civ-5", goods={"decoration": decorations})
    play(state, "pay 3 decoration")
    assert (state.good(0, "decoration"), legal_texts(state) == BONUS) == (decorations - 1, asked)
    if asked:
        play(state, "add bonus-card", "draw civ-15")
        assert (state.good(0, "decoration"), state.player(0).face_down, state.seat) == (decorations - 4, ("civ-15",), 1)


@pytest.mark.rule("style.fifth-space.timing")
def test_the_bonus_is_offered_when_the_upper_part_has_taken_effect(acting):
    state = on_fifth(acting, "civ-32", goods={"decoration": 6})
    play(state, "pay 3 decoration")
    assert (state.is_chance, state.player(0).items, state.player(0).face_down) == (True, ("civ-32",), ())
    play(state, "draw civ-16")
    assert (legal_texts(state), state.player(0).face_down) == (BONUS, ("civ-16",))
    play(state, "add bonus-card", "draw civ-15")
    assert state.player(0).face_down == ("civ-15", "civ-16")


@pytest.mark.rule("style.fifth-space.timing")
def test_the_bonus_is_offered_when_all_have_picked_their_dice(acting):
    state = on_fifth(acting, "style-civ-1", players=3, goods={"decoration": 3})
    play(state, "pay 3 decoration", "roll 5 5 6", "0: pick 5", "1: pick 5", "2: pick 6")
    assert (state.seat, legal_texts(state), state.good(0, "decoration")) == (0, BONUS, 3)
    play(state, "0: skip bonus-card")
    assert (state.seat, state.good(0, "decoration"), state.player(0).face_down_count) == (1, 3, 0)


def offered(acting):
    """Seat 0 has bought a card of the trader track on the fifth space, and the bonus is offered."""
    state = on_fifth(acting, "style-civ-5", goods={"decoration": 6})
    play(state, "pay 3 decoration")
    return state


@pytest.mark.rule("style.fifth-space.timing")
def test_an_offer_of_the_bonus_can_be_copied_saved_and_pickled(acting):
    state = offered(acting)
    asked = state.pending
    assert (asked.place, asked.item, asked.owed.fixed, asked.more) == (
        "card-5", "style-civ-5", {"decoration": 3}, {"add_on": "bonus-card"}
    )  # fmt: skip
    saved = state.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
    for other in (state.copy(), saved, pickle.loads(pickle.dumps(state))):
        assert (other, legal_texts(other)) == (state, BONUS)
        assert_refused(other, "decline", check="decision.kind")


@pytest.mark.rule("style.fifth-space.timing")
def test_an_offer_that_waits_for_the_dice_can_be_saved(acting):
    state = on_fifth(acting, "style-civ-1", players=3, goods={"decoration": 3})
    play(state, "pay 3 decoration", "roll 5 5 6")
    saved = state.rules.state_from_dict(json.loads(json.dumps(state.to_dict())))
    assert [frame[0] for frame in saved.to_dict()["stack"]].count("offer-late") == 1
    play(saved, "0: pick 5", "1: pick 5", "2: pick 6")
    assert legal_texts(saved) == BONUS


ITEM, PLACE, OFFERS = 2, 3, 4
"""Their places in a saved frame of an offer."""


@pytest.mark.rule("style.fifth-space.timing")
@pytest.mark.parametrize(("field", "value", "said"), [
    (ITEM, "civ-26", "civ-26 has not been taken"), (PLACE, "card-4", "cannot be added to what was taken"),
    (OFFERS, 0, "0 is no number from 1 to 1"), (OFFERS, 2, "2 is no number from 1 to 1"), (OFFERS, -1, "-1 is no whole number"),
])  # fmt: skip
def test_a_saved_offer_that_cannot_be_is_refused(acting, field, value, said):
    saved = offered(acting).to_dict()
    assert saved["stack"][-1][0] == "add-late"
    saved["stack"][-1][field] = value
    with pytest.raises(sa.InvalidState, match=said):
        offered(acting).rules.state_from_dict(saved)


@pytest.mark.rule("style.fifth-space.slide")
@pytest.mark.parametrize(("taken", "after"), [
    ([1], ["civ-02", "civ-03", "civ-04", "civ-05", None]),
    ([4], ["civ-01", "civ-02", "civ-03", "civ-05", None]),
    ([5], ["civ-01", "civ-02", "civ-03", "civ-04", None]),
    ([1, 2, 3, 4], ["civ-05", None, None, None, None]),
    ([], ["civ-01", "civ-02", "civ-03", "civ-04", "civ-05"]),
])  # fmt: skip
def test_cards_slide_over_all_five_spaces(at, taken, after):
    spaces = {f"card-{number}": "none" if number in taken else f"civ-0{number}" for number in (1, 2, 3, 4, 5)}
    state = at(2, phase="new-round", spaces=spaces)
    assert [state.item_on(f"card-{number}") for number in (1, 2, 3, 4, 5)] == after
    filled = []
    while state.is_chance:
        before = [state.item_on(f"card-{number}") for number in (1, 2, 3, 4, 5)]
        state.apply(state.outcomes()[0][0])
        filled += [n for n in (1, 2, 3, 4, 5) if before[n - 1] is None and state.item_on(f"card-{n}")]
    assert filled == [number for number in (1, 2, 3, 4, 5) if after[number - 1] is None], "filled from the right"
    assert state.round == 2


@pytest.mark.rule("style.end")
@pytest.mark.parametrize("empty", [1, 2, 5])
@pytest.mark.parametrize("missing", [0, 1])
def test_the_game_ends_when_five_spaces_cannot_be_filled(at, empty, missing):
    spaces = {f"card-{number}": "none" for number in range(1, empty + 1)}
    state = at(
        3,
        round=7,
        phase="new-round",
        spaces=spaces,
        zones={"deck": [f"civ-{number}" for number in range(32, 32 + empty - missing)]},
    )
    while state.is_chance:
        state.apply(state.outcomes()[0][0])
    assert (state.is_over, state.round) == ((True, 7) if missing else (False, 8))


@pytest.mark.rule("style.end")
@pytest.mark.parametrize("players", [2, 5])
def test_the_game_ends_after_a_round_that_empties_a_stack(at, players):
    state = at(players, phase="take-actions", figures={f"building-{players}": {0: 1}, "hunt": {1: 1}},
               piles={f"building-{players}": 0}, spaces={f"building-{players}": "style-bld-6"},
               seats={0: {"goods": {"wood": 2, "clay": 1}}})  # fmt: skip
    play(state, f"resolve building-{players}", "pay 2 wood, 1 clay")
    assert not state.is_over
    play(state, "1: resolve hunt", "roll 1")
    assert state.is_over


# --- the new cards ----------------------------------------------------------------------------------------------


@pytest.mark.rule("style.setup.cards")
def test_the_lower_parts_are_as_printed_in_all(style_for):
    items = {item.id: item for item in style_for(4).items if style_for(4).kinds[item.kind] == "card"}
    for card, lower in LOWER.items():
        assert (items[card].symbol or next(iter(items[card].icons.items()))) == lower
    assert sum(item.symbol is not None for item in items.values()) == 18
    assert sum(bool(item.icons) for item in items.values()) == 27
    merchants = [item.icons["merchant"] for item in items.values() if "merchant" in item.icons]
    assert (len(merchants), sum(merchants)) == (5, 7)


@pytest.mark.rule("style.card.dice-with-style")
@pytest.mark.parametrize("card", DICE_CARDS)
def test_four_cards_roll_for_all_with_the_new_table(acting, card):
    state = bought(acting, card)
    play(state, "roll 1 2 5 6", "0: pick 5", "1: pick 6", "2: pick 2", "3: pick 1")
    assert held(state, 0) == Counter(food=12, decoration=1 + 3)
    assert held(state, 1) == Counter(food=12, decoration=1 + 2, trader=1)
    assert held(state, 2) == Counter(food=12, decoration=1, clay=1)
    assert held(state, 3) == Counter(food=12, decoration=1, wood=1)


@pytest.mark.rule("style.card.dice-with-style")
@pytest.mark.parametrize("face", range(1, 7))
def test_each_face_of_the_new_table(acting, face):
    state = bought(acting, "style-civ-2")
    before = held(state, 0)
    play(state, f"roll 1 1 1 {face}" if face > 1 else "roll 1 1 1 1", f"pick {face}")
    assert held(state, 0) - before == Counter(FACES[face])


@pytest.mark.rule("style.card.dice-with-style")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_many_dice_as_players_are_rolled_and_picked_clockwise(acting, players):
    state = bought(acting, "style-civ-3", players=players)
    assert {len(outcome.args) for outcome, _ in state.outcomes()} == {players}
    play(state, "roll " + " ".join("12345"[:players]))
    for seat in range(players):
        assert (state.seat, len(legal_texts(state))) == (seat, players - seat)
        state.apply(state.legal()[-1])
    assert (state.seat, legal_texts(state)) == (1, ("resolve hunt",))


@pytest.mark.rule("style.card.dice-with-style")
def test_the_old_dice_cards_keep_their_own_table(acting):
    state = bought(acting, "civ-01")
    play(state, "roll 5 5 6 6", "0: pick 5", "1: pick 6", "2: pick 5", "3: pick 6")
    assert [len(state.player(seat).tools) for seat in range(4)] == [1, 0, 1, 0]
    assert [state.track(seat, "agriculture") for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.rule("style.card.trader-track", "style.trader.advance")
@pytest.mark.parametrize("card", ["style-civ-5", "style-civ-6"])
@pytest.mark.parametrize("before", range(10))
def test_two_cards_move_the_marker_one_step_with_two_decorations(acting, card, before):
    state = bought(acting, card, tracks={"trader": before})
    assert (state.track(0, "trader"), state.good(0, "decoration")) == (before + 1, 3)


@pytest.mark.rule("style.card.trader-track")
def test_a_card_of_the_trader_track_is_no_visit_to_the_trader(acting):
    state = acting("card-1", "card-2", spaces={"card-1": "style-civ-5"}, goods={"wood": 2}, tracks={"trader": 3})
    play(state, "resolve card-1", "pay 1 wood", "resolve card-2")
    assert "give 1 decoration" in legal_texts(state), "and the space at that moment counts"


@pytest.mark.rule("style.setup.cards")
@pytest.mark.parametrize(("card", "gained"), [
    ("style-civ-7", {"food": 4}), ("style-civ-8", {"gold": 1}), ("style-civ-9", {}),
])  # fmt: skip
def test_three_cards_are_of_the_old_kinds(acting, card, gained):
    state = bought(acting, card)
    assert held(state, 0) == Counter(food=12, decoration=1) + Counter(gained)
    assert state.player(0).points == (3 if card == "style-civ-9" else 0)


# --- scoring ----------------------------------------------------------------------------------------------------


def line(state, id):
    return next(line for line in state.score_sheet(0).lines if line.id == id)


@pytest.mark.rule("style.score.ring-symbol")
def test_nine_different_symbols_are_worth_81(at):
    state = at(seats={0: {"items": [*BASE_SYMBOLS, "style-civ-1"]}})
    assert line(state, "culture").points == 81
    state = at(seats={0: {"items": [*BASE_SYMBOLS, "style-civ-1", "style-civ-7", "civ-11"]}})
    assert line(state, "culture").points == 81 + 4, "the second ring and the second pottery are a set of their own"


@pytest.mark.rule("style.score.ring-symbol")
@pytest.mark.parametrize("ring", ["style-civ-1", "style-civ-7"])
def test_the_ring_is_a_symbol_of_its_own(at, ring):
    state = at(seats={0: {"items": ["civ-07"], "face_down": [ring]}})
    assert line(state, "culture").points == 4


@pytest.mark.rule("style.score.trader")
@pytest.mark.parametrize("position", range(11))
def test_traders_times_the_position_on_the_trader_track(at, position):
    seat = {"items": ["style-civ-3"], "face_down": ["style-civ-6"], "tracks": {"trader": position, "agriculture": 9}}
    state = at(seats={0: seat})
    assert line(state, "traders").points == 4 * position
    assert state.score_sheet(0).total == 4 * position
