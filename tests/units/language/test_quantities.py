"""Quantities compute as their keys say, for every seat, and stay within the range that they are compiled with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import ceil, floor
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stoneage_rules as sa
from properties.play import states as states_of_game
from stoneage_rules import State
from stoneage_rules.authoring import property_schema as quantity_rows
from stoneage_rules.language.fields import fields_of, plain
from stoneage_rules.language.forms import Structurer
from stoneage_rules.language.quantity import at_least_zero
from stoneage_rules.plugin import Phrases, Quantity
from writing import base_with

PLAYERS = 3
GOODS = ("food", "wood", "clay", "stone", "gold")


@cache
def rules() -> sa.Ruleset:
    return sa.load(players=PLAYERS)


@cache
def states() -> tuple[State, ...]:
    """Returns moments of a random game, each a hundred answers after the one before, and its end."""
    every = enumerate(states_of_game(rules(), 12))
    return tuple(state.copy() for number, state in every if number % 100 == 0 or state.is_over)


COUNTED: Mapping[str, Any] = {
    "goods": st.sampled_from(("food", "resource")),
    "track": st.just("agriculture"),
    "tools": st.sampled_from(("count", "value")),
    "figures": st.sampled_from(("all", "home", "hunt", "village")),
    "owned": st.sampled_from(("card", "building", "open", "face-down", "bld-20", "civ-07")),
    "symbols": st.sampled_from(("sets-squared", "medicine", "art")),
    "count": st.integers(-9, 9),
    "points": st.just("now"),
    "round": st.just("now"),
    "seat": st.just("order"),
    "total": st.just("now"),
    "empty": st.sampled_from(("card-row", "building-row")),
    "open": st.sampled_from(("card", "building", "bld-01", "civ-07")),
}
OF_NO_SEAT = {"count", "round", "empty", "open"}


@st.composite
def tables(draw: st.DrawFn, depth: int = 2) -> dict[str, Any]:
    """Draws a quantity as content writes it."""
    word = draw(st.sampled_from(sorted(COUNTED)))
    table = {word: draw(COUNTED[word])}
    if depth and draw(st.integers(0, 4)) == 0:
        table, word = {"rank": draw(tables(depth - 1)), "alone": draw(st.booleans())}, "rank"
    number = st.integers(-20, 20)
    amount = number if depth == 0 else number | tables(depth - 1)
    keys: dict[str, Any] = {
        "times": number.filter(bool), "plus": amount, "divide": st.integers(1, 7), "at_least": amount, "at_most": amount,
    }  # fmt: skip
    if word not in OF_NO_SEAT:
        keys["of"] = st.sampled_from(("all", "most", "fewest", "others"))
    for key in draw(st.lists(st.sampled_from(sorted(keys)), unique=True, max_size=4)):
        table[key] = draw(keys[key])
    if table.get("divide", 1) != 1:
        table["rounded"] = draw(st.sampled_from(("down", "up")))
    if depth and draw(st.integers(0, 2)) == 0:
        row = {**draw(tables(0)), "min": draw(st.integers(-5, 20))}
        table.update({"if": [row, {"round": "now", "max": draw(st.integers(3, 9))}], "else": draw(amount)})
    return table


def rows_of(table: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return table.get("if", ())


def naive(table: Mapping[str, Any] | int, state: State, seat: int) -> int:
    """Returns what a quantity is, read as the docs say it."""
    if isinstance(table, int):
        return table
    if any(
        naive(row, state, seat) < row.get("min", -999) or naive(row, state, seat) > row.get("max", 999) for row in rows_of(table)
    ):
        return naive(table["else"], state, seat)
    of, everybody = table.get("of"), range(PLAYERS)
    seats = {None: [seat], "others": [other for other in everybody if other != seat]}.get(of, everybody)
    together = {"most": max, "fewest": min}.get(of, sum)
    number = together(counted(table, state, each) for each in seats) * table.get("times", 1)
    number += naive(table.get("plus", 0), state, seat)
    if "divide" in table:
        number = (ceil if table.get("rounded") == "up" else floor)(number / table["divide"])
    if "at_least" in table:
        number = max(number, naive(table["at_least"], state, seat))
    if "at_most" in table:
        number = min(number, naive(table["at_most"], state, seat))
    return number


def counted(table: Mapping[str, Any], state: State, seat: int) -> int:
    """Returns the number of one seat, read as a person reads it from the board."""
    if "rank" in table:
        own, *others = [naive(table["rank"], state, (seat + step) % PLAYERS) for step in range(PLAYERS)]
        return 1 + sum(other >= own if table["alone"] else other > own for other in others)
    word = next(key for key in table if key in COUNTED)
    of, player = table[word], state.player(seat)
    placed = {"hunt": ("hunt",), "village": ("toolmaker-hut", "hut", "fields")}
    owned, everything = {"open": player.items, "face-down": player.face_down}, player.items + player.face_down
    spaces = {
        "card-row": ("card-1", "card-2", "card-3", "card-4"),
        "building-row": [place.id for place in rules().places if place.id.startswith("building")],
    }
    symbols = Counter(symbol for id in everything if (symbol := rules().item(id).symbol) is not None)
    lying = [item for place in rules().places if (item := state.item_on(place.id)) is not None]
    numbers = {
        "goods": lambda: sum(player.goods[good] for good in (GOODS[1:] if of == "resource" else (of,))),
        "track": lambda: player.tracks[of],
        "tools": lambda: len(player.tools) if of == "count" else sum(value for value, _ in player.tools),
        "figures": lambda: (
            sum(player.placed.get(place, 0) for place in placed[of])
            if of in placed
            else player.figures
            if of == "all"
            else player.at_home
        ),
        "owned": lambda: len(owned[of]) if of in owned else len([id for id in everything if of in (id, rules().item(id).kind)]),
        "symbols": lambda: squares(symbols) if of == "sets-squared" else symbols[of],
        "points": lambda: player.points,
        "total": lambda: state.score_sheet(seat).total,
        "round": lambda: state.round,
        "seat": lambda: [(state.first_seat + step) % PLAYERS for step in range(PLAYERS)].index(seat) + 1,
        "empty": lambda: len([place for place in spaces[of] if state.item_on(place) is None]),
        "open": lambda: len([id for id in lying if of in (id, rules().item(id).kind)]),
        "count": lambda: of,
    }
    return numbers[word]()


def squares(symbols: Counter[str]) -> int:
    """Returns the points of sets of different symbols, made one after the other."""
    left, points = symbols.copy(), 0
    while size := sum(count > 0 for count in left.values()):
        points += size**2
        left.subtract([symbol for symbol, count in left.items() if count > 0])
    return points


def as_quantity(table: Mapping[str, Any]) -> Quantity:
    """Returns a quantity as the loader reads it."""
    quantity, faults = Structurer({}, rules().linker.quantities).structure({"count": table}, Counting)
    assert not faults
    return quantity.count


@attrs.frozen
class Counting:
    """A record with one quantity."""

    count: Quantity


@given(tables(), st.integers(0, PLAYERS - 1))
def test_a_quantity_is_what_its_keys_say(table: dict[str, Any], seat: int) -> None:
    quantity = as_quantity(table)
    reader, (least, most) = rules().linker.quantity(quantity), rules().linker.range_of(quantity)
    for state in states():
        number = reader(state, seat, 0)
        assert number == naive(table, state, seat)
        assert least is None or number >= least
        assert most is None or number <= most


@given(tables())
def test_a_floor_is_kept_where_numbers_below_0_make_no_sense(table: dict[str, Any]) -> None:
    reader = at_least_zero(rules().linker, as_quantity(table))
    assert all(reader(state, 0, 0) == max(0, naive(table, state, 0)) for state in states())


RANGES = {
    "a track": ({"track": "agriculture"}, (0, 10)),
    "what is left of it": ({"track": "agriculture", "times": -1, "plus": 10}, (0, 10)),
    "of all seats": ({"track": "agriculture", "of": "all"}, (0, 30)),
    "of the others": ({"track": "agriculture", "of": "others"}, (0, 20)),
    "divided": ({"track": "agriculture", "times": -1, "divide": 4}, (-3, 0)),
    "divided and rounded up": ({"track": "agriculture", "divide": 4, "rounded": "up"}, (0, 3)),
    "without an end": ({"goods": "gold", "plus": 2}, (2, None)),
    "either of two": ({"if": [{"round": "now", "min": 3}], "count": 3, "else": 2}, (2, 3)),
    "between ends further off": ({"track": "agriculture", "plus": -5, "at_least": -7, "at_most": 9}, (-5, 5)),
    "between nearer ends": ({"track": "agriculture", "plus": -5, "at_least": -2, "at_most": 3}, (-2, 3)),
    "an end for what had none": ({"owned": "card", "at_most": 4}, (0, 4)),
    "a number": ({"count": 7}, (7, 7)),
    "three tools of 4": ({"tools": "value"}, (0, 12)),
    "three tools": ({"tools": "count"}, (0, 3)),
}


@pytest.mark.parametrize("name", RANGES)
def test_ranges_are_known_when_rules_are_compiled(name: str) -> None:
    table, expected = RANGES[name]
    assert rules().linker.range_of(as_quantity(table)) == expected


def test_goods_that_run_out_are_as_many_as_there_are_in_all() -> None:
    text = "".join(
        f'[[patch.good]]\ntarget = "base:{good}"\nset.supply = {supply}\n' for good, supply in (("wood", 7), ("gold", 3))
    )
    linker = base_with(text).linker
    spans = {name: linker.range_of(Quantity("goods", name)) for name in ("wood", "gold", "clay", "resource")}
    assert spans == {"wood": (0, 7), "gold": (0, 3), "clay": (0, None), "resource": (0, None)}


WORDS = {
    "the number of food": {"goods": "food"},
    "3 from round 4 on, otherwise 2": {"if": [{"round": "now", "min": 4}], "count": 3, "else": 2},
    "3 in rounds 2 to 4, otherwise 0": {"if": [{"round": "now", "min": 2, "max": 4}], "count": 3},
    "3 in rounds that are multiples of 4, otherwise 0": {"if": [{"round": "now", "every": 4}], "count": 3},
    "3 in round 2, otherwise 0": {"if": [{"round": "now", "min": 2, "max": 2}], "count": 3},
    "3 until round 8, in rounds that are multiples of 4, otherwise 0": {
        "if": [{"round": "now", "max": 8, "every": 4}], "count": 3,
    },
    "3 if the round + 1 is 4 or more, otherwise 0": {"if": [{"round": "now", "plus": 1, "min": 4}], "count": 3},
    "3 - 7 x the number of food, divided by 2, rounded up, at least 0, at most 9": {
        "goods": "food", "times": -7, "plus": 3, "divide": 2, "rounded": "up", "at_least": 0, "at_most": 9,
    },
    "the rank by the number of gold (ties rank lower)": {"rank": {"goods": "gold"}, "alone": True},
    "the number of gold of the seat with most - 1": {"goods": "gold", "of": "most", "plus": -1},
    "the position on agriculture of the other seats together": {"track": "agriculture", "of": "others"},
    "the number of food + the value of the tools": {"goods": "food", "plus": {"tools": "value"}},
}  # fmt: skip


@pytest.mark.parametrize("words", WORDS)
def test_quantities_are_described_in_words(words: str) -> None:
    assert rules().service(Phrases).amount(as_quantity(WORDS[words])) == words


HUNTERS = {"figures": "hunt", "of": "all", "plus": {"round": "now", "times": -1}}
ROWS = {
    "if the number of figures on hunt of all seats together is less than the round": {**HUNTERS, "max": -1},
    "if the number of figures on hunt of all seats together is not more than the round": {**HUNTERS, "max": 0},
    "if the number of figures on hunt of all seats together is more than the round": {**HUNTERS, "min": 1},
    "if the number of figures on hunt of all seats together is not less than the round": {**HUNTERS, "min": 0},
    "if the number of figures on hunt of all seats together - the round is 3 or less": {**HUNTERS, "max": 3},
    "if 2 x the number of figures on hunt of all seats together - the round is 0 or less": {**HUNTERS, "times": 2, "max": 0},
    "if 2 - the number of food is 1 or more": {"goods": "food", "times": -1, "plus": 2, "min": 1},
    "if the number of figures on hunt of all seats together - the round is 2 or more": {**HUNTERS, "min": 2},
    "if the number of food is 0": {"goods": "food", "max": 0},
    "if the number of food is 1 or less": {"goods": "food", "max": 1},
    "if the number of food is 2": {"goods": "food", "min": 2, "max": 2},
    "if the number of food is 2 to 3": {"goods": "food", "min": 2, "max": 3},
}


@pytest.mark.parametrize("words", ROWS)
def test_rows_are_described_in_words(words: str) -> None:
    (row,) = quantity_rows.bound_rows(rules(), [ROWS[words]])
    assert row.phrases.row(row.row) == words


def test_no_word_of_a_quantity_is_one_of_its_keys() -> None:
    assert fields_of(Quantity).keys().isdisjoint(rules().linker.quantities)


def test_rules_without_the_keys_keep_their_digest() -> None:
    """The digest of the base game is that of before there were such keys."""
    assert "at_least" not in str(plain(as_quantity({"goods": "food", "times": 2}), str))
    assert plain(as_quantity({"goods": "food", "plus": 2}), str) == {"name": "goods", "of": "food", "times": 1, "plus": 2}
