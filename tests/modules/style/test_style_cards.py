"""Cards: the fifth space, the nine new cards, their scoring and the end of the deck."""

from __future__ import annotations

from collections import Counter

import pytest

from dealt import assert_no_state
from stoneage_rules.testing import legal_texts, play

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
    return play(acting("card-5", **more), "resolve card-5")


def bought(acting, card, **more):
    """Seat 0 has bought a card for a wood."""
    state = acting("card-1", spaces={"card-1": card}, goods={"wood": 1, **more.pop("goods", {})}, **more)
    play(state, "resolve card-1", "pay 1 wood")
    return state


# --- the fifth space --------------------------------------------------------------------------------------------


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


def offered(acting):
    """Seat 0 has bought a card of the trader track on the fifth space, and the bonus is offered."""
    return play(on_fifth(acting, "style-civ-5", goods={"decoration": 6}), "pay 3 decoration")


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
    assert_no_state(offered(acting).rules, saved, said)


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


@pytest.mark.rule("style.setup.cards")
@pytest.mark.parametrize(("card", "gained"), [
    ("style-civ-7", {"food": 4}), ("style-civ-8", {"gold": 1}), ("style-civ-9", {}),
])  # fmt: skip
def test_three_cards_are_of_the_old_kinds(acting, card, gained):
    state = bought(acting, card)
    assert held(state, 0) == Counter(food=12, decoration=1) + Counter(gained)
    assert state.player(0).points == (3 if card == "style-civ-9" else 0)
