"""Numbers of choices and of sequences of choices, each worked out by hand in its docstring.

Every choice one by one is proved in `test_exhaustive`; here the numbers themselves are the proof.
"""

from __future__ import annotations

from typing import Any

import pytest

import stoneage_rules as sa
from play.positions import edited, first_choice, give_texts

RULES = {players: sa.load(players=players) for players in (2, 3, 4)}
GOODS = ("food", "wood", "clay", "stone", "gold")


def sequences(state: sa.State, depth: int) -> int:
    """In how many ways the next `depth` steps can go, outcomes of chance counted like choices."""
    if depth == 0:
        return 1
    answers = [outcome for outcome, _ in state.outcomes()] if state.is_chance else state.legal()
    if depth == 1:
        return len(answers)
    return sum(sequences(state.after(answer), depth - 1) for answer in answers)


def start(players: int, figures: int = 5, goods: tuple[int, ...] = (12, 0, 0, 0, 0), **seat_0: Any) -> sa.State:
    """The first placement, with other belongings; civ-01 to civ-04 lie open, and bld-01 on the first stack."""

    def change(saved: dict[str, Any]) -> None:
        for entry in saved["seats"]:
            entry["figures"] = figures
        saved["seats"][0] |= {"goods": dict(zip(GOODS, goods, strict=True)), **seat_0}

    return edited(first_choice(RULES[players]), change)


def others_hunt(state: sa.State) -> sa.State:
    """Seats in turn put one figure at a time on the hunting grounds until nobody can."""
    while state.phase == "placing":
        state = give_texts(state, "place hunt 1")
    return state


# --- placing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "count"), [(2, 34), (3, 35), (4, 36)])
def test_the_first_placement(players: int, count: int) -> None:
    """5 at the hunt, 5 each at 4 resource places, 1 each at 3 village places, 4 cards and a building per player.

    5 + 20 + 3 + 4 + 2 = 34 for two, one more for each further player.
    """
    assert sequences(first_choice(RULES[players]), 1) == count


@pytest.mark.parametrize(("players", "count"), [(2, 1047), (3, 1191), (4, 1261)])
def test_the_first_two_placements(players: int, count: int) -> None:
    """After the hunt everything is as before; after a place of one circle, one choice fewer; the rest are the resources.

    Two players: 5 x 34 after the hunt, 20 x (34 - 5) after a resource place, which is then closed, 9 x 33 after the
    others: 170 + 580 + 297 = 1047.
    Three and four: of 7 circles 1 to 5 are taken, so 6, 5, 4, 3, 2 are free and of the 5 choices there 0, 0, 1, 2, 3
    are gone, 6 in all.  Three: 5 x 35 + 4 x (5 x 35 - 6) + 10 x 34 = 175 + 676 + 340 = 1191.
    Four: 5 x 36 + 4 x (5 x 36 - 6) + 11 x 35 = 180 + 696 + 385 = 1261.
    """
    assert sequences(first_choice(RULES[players]), 2) == count


@pytest.mark.parametrize(("players", "count"), [(2, 157), (3, 2380), (4, 38565)])
def test_a_whole_round_of_placing_with_one_figure_each(players: int, count: int) -> None:
    """The hut takes two figures, so it is closed: a hunt, 4 resource places, and 6 + players places of one circle.

    Two: 13 places, each closed once taken, but for the hunt: 12 x 12 + 13 = 157.
    Three: 14 x 14 x 14 less the sequences with one of 9 single places twice or more (3 x 13 + 1 each) and less the 4
    with three players on one resource place: 2744 - 360 - 4 = 2380.
    Four: k players on different ones of 10 single places, the others on the 5 open ones:
    625 + 4 x 10 x 125 + 6 x 90 x 25 + 4 x 720 x 5 + 5040 = 38565.
    """
    assert sequences(start(players, figures=1), players) == count


@pytest.mark.parametrize(("players", "count"), [(2, 26), (3, 32), (4, 34)])
def test_the_third_village_place(players: int, count: int) -> None:
    """The toolmaker and the fields are taken, and it is the third placement.

    Two: the hut is closed, and seat 0 has 4 figures left: 4 + 4 x 4 + 4 + 2 = 26.
    Three: the hut is closed, and seat 2 has all its 5 figures: 5 + 20 + 4 + 3 = 32.
    Four: the hut is open: 5 + 20 + 1 + 4 + 4 = 34.
    """
    state = give_texts(first_choice(RULES[players]), "place toolmaker-hut 1", "place fields 1")
    assert sequences(state, 1) == count


# --- actions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("places", "orders"), [(1, 1), (2, 2), (3, 6), (4, 24)])
def test_places_are_resolved_in_any_order(places: int, orders: int) -> None:
    """Figures on n cards that cannot be paid: each is resolved and declined, in n! orders."""

    def more_figures(saved: dict[str, Any]) -> None:
        saved["seats"][0]["figures"] = places

    state = give_texts(edited(start(2, figures=1), more_figures), "place card-1 1", "place hunt 1")
    state = give_texts(state, *(f"place card-{number} 1" for number in range(2, places + 1)))
    assert sequences(state, 2 * places) == orders


@pytest.mark.parametrize(("dice", "count"), [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252), (6, 462)])
def test_rolls(dice: int, count: int) -> None:
    """Sorted rolls of n dice: (n + 5)! / (n! 5!)."""
    state = start(2, figures=dice)
    state = give_texts(state, f"place hunt {dice}", f"place forest {dice}", "resolve hunt")
    assert sequences(state, 1) == count


@pytest.mark.parametrize(
    ("tools", "cards", "count"),
    [
        ([[1, False]], [], 2),
        ([[1, False], [1, False]], [], 3),
        ([[2, False], [1, False], [1, False]], [], 6),
        ([[2, False], [1, False], [1, True]], [], 4),
        ([[4, False], [4, False], [4, False]], [], 4),
        ([[2, False], [1, False], [1, False]], ["civ-33"], 12),
        ([], ["civ-33", "civ-34", "civ-35"], 8),
    ],
)
def test_tools(tools: list[list[object]], cards: list[str], count: int) -> None:
    """Subsets by value: equal tools are not told apart, cards are.

    2, 1, 1 gives none, 1, 2, 1+1, 2+1, 2+1+1; each further card doubles the number.
    """

    def with_cards(saved: dict[str, Any]) -> None:
        saved["zones"]["deck"] = [card for card in saved["zones"]["deck"] if card not in cards]
        saved["seats"][0] |= {"tools": tools, "items": cards, "unspent": cards}

    state = edited(start(2, figures=1), with_cards)
    assert sequences(give_texts(state, "place hunt 1", "place hunt 1", "resolve hunt", "roll 3"), 1) == count


@pytest.mark.parametrize(("dice", "orders"), [("1 2 3", 6), ("1 1 2", 3), ("4 4 4", 1)])
def test_dice_for_all_are_picked_in_every_order(dice: str, orders: int) -> None:
    """Three players pick three dice: 3! orders, equal dice not told apart."""
    state = others_hunt(give_texts(start(3, figures=1, goods=(12, 1, 0, 0, 0)), "place card-1 1"))
    state = give_texts(state, "resolve card-1", "pay 1 wood", f"roll {dice}")
    assert sequences(state, 3) == orders


# --- paying -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "goods", "count"),
    [
        (1, (0, 9, 9, 9, 9), 4),
        (2, (0, 9, 9, 9, 9), 10),
        (3, (0, 9, 9, 9, 9), 20),
        (4, (0, 9, 9, 9, 9), 35),
        (4, (9, 0, 0, 0, 0), 0),
        (4, (0, 4, 0, 0, 0), 1),
        (4, (0, 2, 2, 0, 0), 1),
        (4, (0, 3, 2, 1, 0), 5),
    ],
)
def test_paying_for_a_card(space: int, goods: tuple[int, ...], count: int) -> None:
    """n resources of 4 kinds: (n + 3)! / (n! 3!); out of 3, 2, 1: 3+1, 3+0+1, 2+2, 2+1+1, 1+2+1; and declining."""
    state = others_hunt(give_texts(start(2, figures=1, goods=goods), f"place card-{space} 1"))
    assert sequences(give_texts(state, f"resolve card-{space}"), 1) == count + 1


@pytest.mark.parametrize(
    ("tile", "count"),
    [
        ("bld-01", 1),
        ("bld-18", 4),
        ("bld-19", 18),
        ("bld-20", 12),
        ("bld-21", 1),
        ("bld-22", 4),
        ("bld-23", 24),
        ("bld-24", 24),
        ("bld-25", 4),
        ("bld-26", 329),
    ],
)
def test_paying_for_a_building_out_of_plenty(tile: str, count: int) -> None:
    """The kinds are chosen, then the number is cut into so many parts of one or more.

    4 of 2 kinds: 6 x 3; of 3: 4 x 3; 5 of 2: 6 x 4; of 3: 4 x 6; of 4: 4.
    1 to 7 of any kinds: multisets of 4 kinds up to size 7 are 11! / (7! 4!) = 330, less the empty one.
    """

    def lay(saved: dict[str, Any]) -> None:
        supply, place = saved["zones"]["tile-supply"], saved["places"]["building-1"]
        if tile in supply:
            supply[supply.index(tile)], place["item"] = place["item"], tile
            supply.sort()

    state = edited(start(2, figures=1, goods=(0, 7, 7, 7, 7)), lay)
    state = others_hunt(give_texts(state, "place building-1 1"))
    assert sequences(give_texts(state, "resolve building-1"), 1) == count + 1


@pytest.mark.parametrize(
    ("goods", "count"),
    [((1, 0, 0, 0, 0), 1), ((1, 2, 0, 0, 0), 2), ((1, 1, 1, 0, 0), 2), ((1, 2, 2, 2, 2), 11), ((1, 1, 0, 0, 0), 1)],
)
def test_paying_for_missing_food(goods: tuple[int, ...], count: int) -> None:
    """3 figures and 1 food: 2 are missing.  Two resources of 4 kinds are 10 choices; and starving.

    Half of what is missing cannot be paid.
    """
    state = start(2, figures=3, goods=goods)
    state = give_texts(state, "place card-1 1", "place hunt 3", "place card-2 1", "place card-3 1")
    for _ in range(3):
        state = give_texts(state, str(state.legal()[0]), "decline")
    state = give_texts(state, "resolve hunt", "roll 1 1 1")
    assert state.phase == "feed-tribe"
    assert sequences(state, 1) == count


def test_two_resources_of_choice() -> None:
    """4 equal pairs and 6 different ones; the card itself is offered beside every other choice of its owner."""

    def own(saved: dict[str, Any]) -> None:
        saved["zones"]["deck"].remove("civ-36")
        saved["seats"][0] |= {"items": ["civ-36"], "unspent": ["civ-36"]}

    state = edited(start(2), own)
    assert sequences(state, 1) == 34 + 1
    assert sequences(give_texts(state, "use civ-36"), 1) == 10
    assert sequences(give_texts(state, "use civ-36", "take 2 gold"), 1) == 34
