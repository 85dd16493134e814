"""Set-up, decorations, the trader, the hunt and the limits: statements style.* that are about neither trades nor items."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import legal_texts, play

RESOURCES = ("wood", "clay", "stone", "gold")
VILLAGE = {"toolmaker-hut": 1, "hut": 2, "fields": 1, "trader-post": 2}
PLAYERS = [2, 3, 4, 5]


def set_up(rules):
    """The start of the first round, every draw of the set-up the first that can be."""
    state = rules.initial_state()
    draws = []
    while state.phase is None:
        draws.append(state.outcomes())
        state.apply(draws[-1][0][0])
    return state, draws


# --- set-up -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("style.players")
@pytest.mark.parametrize("players", [1, 6])
def test_no_other_number_can_play(style_for, players):
    with pytest.raises(sa.ContentError):
        style_for(players)


@pytest.mark.rule("style.players")
def test_the_fifth_seat_comes_with_the_expansion_alone(style_for):
    with pytest.raises(sa.ContentError):
        sa.load(players=5)
    state, _ = set_up(style_for(5))
    assert (state.player(4).figures, state.good(4, "food")) == (5, 12)


@pytest.mark.rule("style.setup.cards")
@pytest.mark.parametrize("players", PLAYERS)
def test_five_of_45_cards_are_laid_out_with_any_number_of_players(style_for, players):
    rules = style_for(players)
    deck = rules.initial_state().unseen("deck")
    assert len(deck) == 45
    assert set(deck) >= {f"style-civ-{number}" for number in range(1, 10)} | {f"civ-{number:02}" for number in range(1, 37)}
    state, draws = set_up(rules)
    laid = [state.item_on(f"card-{number}") for number in (1, 2, 3, 4, 5)]
    assert None not in laid
    assert not set(laid) & set(state.unseen("deck"))
    assert len(state.unseen("deck")) == 40
    assert [len(outcomes) for outcomes in draws[:5]] == [45, 44, 43, 42, 41]
    assert {odds for _, odds in draws[0]} == {Fraction(1, 45)}, "old and new cards are shuffled together"


@pytest.mark.rule("style.setup.buildings", "style.old.optional")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("older", "tiles"), [(False, 37), (True, 43)])
def test_one_stack_of_seven_tiles_for_each_player(style_for, players, older, tiles):
    rules = style_for(players, older_tiles=True) if older else style_for(players)
    state, _ = set_up(rules)
    stacks = [place.id for place in rules.places if place.id.startswith("building-")]
    piles = state.to_dict()["places"]
    assert stacks == [f"building-{number}" for number in range(1, players + 1)]
    assert [piles[stack]["pile"] for stack in stacks] == [6] * players
    assert len(state.unseen("tile-supply")) == tiles - players, "the box is part of what is unseen"


@pytest.mark.rule("style.setup.buildings")
def test_the_nine_new_tiles_are_shuffled_in(style_for):
    unseen = style_for(5).initial_state().unseen("tile-supply")
    assert {tile for tile in unseen if not tile.startswith("bld-")} == {f"style-bld-{number}" for number in range(1, 10)}


@pytest.mark.rule("style.old.optional")
def test_the_six_older_tiles_come_only_when_the_table_asks(style_for):
    older = {f"old-bld-{number}" for number in range(1, 7)}
    for rules in (style_for(4), style_for(4, older_tiles=False)):
        assert not older & set(rules.initial_state().unseen("tile-supply"))
    assert older <= set(style_for(4, older_tiles=True).initial_state().unseen("tile-supply"))


# --- decorations ------------------------------------------------------------------------------------------------


@pytest.mark.rule("style.decoration.value")
def test_decorations_are_one_number_without_an_end(acting):
    state = acting("trader-post", goods={"decoration": 999})
    assert [good for good in state.rules.goods if good not in ("food", *RESOURCES)] == ["decoration"]
    play(state, "resolve trader-post")
    assert state.good(0, "decoration") == 1001


# --- the trader -------------------------------------------------------------------------------------------------


def moved_by(acting, means, position, **options):
    """Seat 0's marker and decorations after one move, from none of the latter."""
    state = acting(*(["trader-post"] if means == "trader" else ["card-1"]), goods={"wood": 1, "decoration": 0},
                   tracks={"trader": position}, spaces={"card-1": means if means != "trader" else "civ-26"},
                   options=tuple(options.items()))  # fmt: skip
    play(state, state.legal()[0].text)
    if means != "trader":
        play(state, "pay 1 wood")
    if state.is_chance:
        play(state, "roll 1 1 1 6", "0: pick 6")
    return state.track(0, "trader"), state.good(0, "decoration")


@pytest.mark.rule("style.trader.advance")
@pytest.mark.parametrize(("means", "steps"), [("trader", 2), ("style-civ-5", 1), ("style-civ-6", 1), ("style-civ-2", 1)])
def test_every_move_brings_two_decorations_however_far(acting, means, steps):
    assert moved_by(acting, means, 4) == (4 + steps, 2)


@pytest.mark.rule("style.trader.track-end")
@pytest.mark.parametrize("means", ["trader", "style-civ-5", "style-civ-6", "style-civ-2"])
@pytest.mark.parametrize("position", [9, 10])
def test_the_track_ends_at_10_and_the_decorations_come_all_the_same(acting, means, position):
    assert moved_by(acting, means, position) == (10, 2)


@pytest.mark.rule("style.trader.track-end")
@pytest.mark.parametrize("means", ["trader", "style-civ-5", "style-civ-6", "style-civ-2"])
@pytest.mark.parametrize(("position", "decorations"), [(8, 2), (9, 2), (10, 0)])
def test_a_table_can_have_a_step_that_is_lost_at_the_end_bring_nothing(acting, means, position, decorations):
    after = 10 if means == "trader" else min(10, position + 1)
    assert moved_by(acting, means, position, step_at_end=False) == (after, decorations)


@pytest.mark.rule("style.trader.track-end")
def test_nobody_stands_beyond_the_end_of_the_track(at):
    with pytest.raises(sa.InvalidState, match="no whole number from 0 to 10"):
        at(seats={0: {"tracks": {"trader": 11}}})


# --- the hunt ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("style.hunt")
@pytest.mark.parametrize(("dice", "amount"), [("1", 0), ("2", 1), ("5", 2), ("6 6", 6), ("1 2 3 5 6", 8)])
def test_the_yield_of_the_hunt_is_split_at_will(acting, dice, amount):
    state = acting("hunt", count=len(dice.split()), goods={"food": 3, "decoration": 2})
    play(state, "resolve hunt", f"roll {dice}")
    if not amount:
        assert (state.seat, state.good(0, "food"), state.good(0, "decoration")) == (1, 3, 2)
        return
    after = [state.after(action) for action in state.legal()]
    splits = sorted((then.good(0, "food"), then.good(0, "decoration")) for then in after)
    assert splits == [(3 + food, 2 + amount - food) for food in range(amount + 1)]


# --- limits by number of players --------------------------------------------------------------------------------


@pytest.mark.rule("style.count.village")
@pytest.mark.parametrize(("players", "most"), [(2, 2), (3, 2), (4, 3), (5, 4)])
def test_so_many_places_of_the_village_are_occupied(at, players, most):
    for size in range(5):
        for occupied in combinations(VILLAGE, size):
            figures = {place: {1: VILLAGE[place]} for place in occupied}
            if sum(count for place in figures.values() for count in place.values()) > 5 or size > most:
                continue
            state = at(players, figures=figures)
            open_ = {option.split()[1] for option in legal_texts(state)} & set(VILLAGE)
            assert open_ == (set(VILLAGE) - set(occupied) if size < most else set())
