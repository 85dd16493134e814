"""The first player, and the order of seats for placing and acting: each case a small pack on the base game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, noted, settle
from mechanics.games import read_again, whole_games
from properties.play import pick
from stoneage_rules.mechanics.effect_lists import ORDER_SLOT, number_of, seat_order
from stoneage_rules.plugin import operations
from stoneage_rules.testing import assert_refused, legal_texts, play, position
from writing import base_with

CHIEF = """
[[location]]
id = "chief"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "pass-first", to = "seat" }, { do = "gain", good = "wood" }]

[[patch.phase]]
target = "base:new-round"
drop.effects = ["pass-first"]
why = "the chief decides"
"""
FEWEST = """
[[patch.phase]]
target = "base:new-round"
set.effects.pass-first.most = { goods = "gold", times = -1 }
why = "the poorest begins"
"""


def rules_with(text: str, players: int = 3) -> sa.Ruleset:
    return base_with(text, players)


def placed(text: str, players: int, **given: object) -> list[int]:
    """The seats in whose turns figures are placed, one by one, until the phase is over."""
    state = position(rules_with(text, players), {"first": 1, **given})
    return list(turns_of(state))


def turns_of(state: sa.State) -> Iterator[int]:
    while state.phase == "placing":
        state = read_again(state)
        yield state.seat
        state.apply(next(action for action in state.legal() if action.kind == "place"))


# --- who is first ---------------------------------------------------------------------------------------------------


def test_becoming_first_is_told_once():
    state = position(rules_with(CHIEF), {"phase": "take-actions", "figures": {"chief": [0, 1, 0], "hunt": [1, 0, 1]}})
    state._noted = []
    play(state, "0: resolve hunt", "roll 1", "1: resolve chief")
    assert [event.seat for event in noted(state, "first")] == [1]
    again = position(rules_with(CHIEF), {"phase": "take-actions", "figures": {"chief": [1, 0, 0], "hunt": [0, 1, 0]}})
    again._noted = []
    play(again, "0: resolve chief")
    assert not [event for event in again.events if event.name == "first"], "it was first before"


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("gold", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 1, 1), (1, 0, 1), (2, 1, 1)])
def test_whoever_has_fewest_begins_else_the_nearest_on_the_left(first, gold):
    seats = {seat: {"goods": {"gold": count}} for seat, count in enumerate(gold)}
    state = position(rules_with(FEWEST), {"phase": "new-round", "first": first, "seats": seats})
    poorest = [seat for seat in range(3) if gold[seat] == min(gold)]
    expected = min(poorest, key=lambda seat: (seat - first - 1) % 3)
    while state.round == 1:
        state.apply(pick(state, random.Random(1)))
    assert (state.first_seat, state.seat) == (expected, expected)


DRAWN = """
[[patch.phase]]
target = "base:new-round"
set.effects.pass-first.to = "drawn"
append.effects = [{ do = "gain", good = "gold" }]
why = "chance decides"
"""


def odds_of(state: sa.State, depth: int = 3) -> Counter[int]:
    """The exact chance of each seat to be drawn within some rolls; -1 stands for none yet."""
    found: Counter[int] = Counter()
    for outcome, chance in state.outcomes():
        after = state.after(outcome)
        again = after.is_chance and after.pending.kind == "draw-first"
        if not again:
            found[after.first_seat] += chance
        elif depth > 1:
            found.update({seat: chance * more for seat, more in odds_of(after, depth - 1).items()})
        else:
            found[-1] += chance
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_is_drawn_and_each_is_equally_likely(players):
    given = {"phase": "new-round", "first": 1, "spaces": {"card-1": "none"}}
    state = read_again(position(rules_with(DRAWN, players), given))
    assert (state.pending.kind, state.pending.is_chance, state.pending.dice_count) == ("draw-first", True, 1)
    odds = odds_of(state)
    assert sum(odds.values()) == 1
    assert len({odds[seat] for seat in range(players)}) == 1, "as likely as any other"
    assert odds[-1] == (0 if players < 4 else Fraction(1, 27))


def test_it_is_told_whom_a_die_makes_first():
    state = position(rules_with(DRAWN, 4), {"phase": "new-round", "first": 1})
    told = [state.rules.describe(state.rules.parse(roll), state) for roll in ("roll 4", "roll 5")]
    assert told == ["seat 0 is first", "rolled again"]


@pytest.mark.parametrize(("rolled", "ways"), [(1, 1), (0, 6), (0, 2)])
def test_a_saved_draw_that_cannot_be_is_refused(rolled, ways):
    state = position(rules_with(DRAWN, 4), {"phase": "new-round"})
    data = state.to_dict()
    data["stack"][-1][2:] = [rolled, ways]
    assert_no_state(state.rules, data, "cannot have come this far")


def test_more_seats_than_faces_are_drawn_by_two_rolls():
    text = DRAWN + '[[patch.players]]\ntarget = "base:two-to-four"\nset.at_most = 8\nwhy = "a crowd"\n'
    text += '[[building]]\nid = "more"\ncopies = 60\ncost = { wood = 2 }\n'
    state = position(rules_with(text, 8), {"phase": "new-round"})
    odds = odds_of(state, 2)
    assert {odds[seat] for seat in range(8)} == {Fraction(4, 36)}
    assert odds[-1] == Fraction(4, 36)
    play(state, "roll 2")
    assert read_again(state).outcomes() == state.outcomes()


# --- the order of seats ---------------------------------------------------------------------------------------------


def acted(state: sa.State) -> Iterator[int]:
    """The seats that act, one by one."""
    while state.phase == "take-actions":
        state = read_again(state)
        if not state.is_chance:
            yield state.seat
        state.apply(pick(state, random.Random(1)))


@pytest.mark.parametrize(("key", "expected"), [
    ('order = "reverse"', [0, 3, 2, 1]), ('most_first = { goods = "gold" }', [3, 1, 2, 0]),
    ('most_first = { goods = "gold", times = -1 }', [0, 1, 2, 3]), ('most_first = { goods = "wood" }', [1, 2, 3, 0]),
])  # fmt: skip
def test_seats_act_in_another_order(key, expected):
    name, _, value = key.partition(" = ")
    text = f'[[patch.phase]]\ntarget = "base:take-actions"\nset.effects.each-seat.{name} = {value}\nwhy = "another order"\n'
    seats = {seat: {"goods": {"gold": count}} for seat, count in enumerate((0, 1, 1, 2))}
    given = {"phase": "take-actions", "first": 1, "figures": {"forest": [1, 1, 1, 1]}, "seats": seats}
    state = position(rules_with(text, 4), given)
    assert list(dict.fromkeys(acted(state))) == expected
    later = position(state.rules, {**given, "acting": expected[2]})
    assert list(dict.fromkeys(acted(later))) == expected[2:]


@pytest.mark.parametrize(("key", "turns"), [
    ('order = "reverse"', [0, 2, 1, 0, 2, 1, 0, 2, 1, 0]), ('order = "there-and-back"', [1, 2, 0, 0, 2, 1, 1, 2, 0, 0]),
])  # fmt: skip
def test_seats_place_in_another_order(key, turns):
    name, _, value = key.partition(" = ")
    text = f'[[patch.phase]]\ntarget = "base:placing"\nset.effects.place.{name} = {value}\nwhy = "another order"\n'
    assert placed(text, 3)[: len(turns)] == turns


PASS = '[[patch.phase]]\ntarget = "base:placing"\nset.effects.place.pass = true\nwhy = "some rest"\n'


def test_a_seat_that_passes_places_no_more_in_the_phase():
    state = position(rules_with(PASS), {"first": 1})
    assert legal_texts(state)[-1] == "pass"
    state._noted = []
    play(state, "1: pass", "2: place forest 2", "0: place hunt 5")
    assert [(event.seat, event["figures"]) for event in noted(state, "pass")] == [(1, 5)]
    state = read_again(state)
    play(state, "2: place hut 2", "2: pass")
    assert (state.phase, state.player(1).at_home, state.player(2).at_home) == ("take-actions", 5, 1)
    assert_refused(state, "pass", check="decision.kind")


CROWDED = {
    "hunt": [1, 1], "forest": [1, 0], "clay-pit": [1, 0], "quarry": [1, 0], "river": [0, 1], "hut": [2, 0],
    "card-1": [0, 1], "card-2": [0, 1], "card-3": [0, 1], "card-4": [1, 0], "building-1": [1, 0], "building-2": [0, 1],
}  # fmt: skip
"""When seat 1 takes a second place of the village, seat 0 can place nowhere."""


def test_who_is_passed_over_with_figures_at_home_is_told():
    seats = {0: {"figures": 10}, 1: {"figures": 7}}
    state = position(rules_with(PASS, 2), {"first": 1, "figures": CROWDED, "seats": seats})
    state._noted = []
    play(state, "1: place toolmaker-hut 1")
    assert [(event.seat, event["figures"]) for event in noted(state, "passed-over")] == [(0, 2)]
    assert state.phase == "take-actions"


NOWHERE = """
[[patch.phase]]
target = "base:placing"
set.effects.place.order = "there-and-back"

[[patch.location]]
where = {}
append.if = [{ round = "now", min = 99 }]
"""


def test_who_has_several_turns_is_passed_over_once():
    rules = rules_with(NOWHERE)
    state = rules.initial_state(listen=True)
    settle(state)
    over = [event.seat for event in noted(state, "passed-over")]
    assert over[:3] == [0, 1, 2]
    assert over[3:6] in ([], [1, 2, 0]), "once in each round"


def test_the_token_is_passed_to_the_left():
    state = position(sa.load(players=3), {"first": 1})
    state._noted = []
    firsts = []
    for _ in range(3):
        operations.pass_first(state)
        firsts.append(state.first_seat)
    assert firsts == [event.seat for event in noted(state, "first")] == [2, 0, 1]


@pytest.mark.parametrize(("change", "said"), [
    (lambda stack: stack[-2].__setitem__(4, 1), "seat 0 has passed"),
    (lambda stack: stack[-2].__setitem__(4, 7), "everybody has passed"),
    (lambda stack: stack[-2].__setitem__(3, 3), "turn: 3 is no number from 0 to 2"),
    (lambda stack: stack[-2].__setitem__(2, 9), "9"), (lambda stack: stack.pop(-2), "a turn of another `place`"),
])  # fmt: skip
def test_a_saved_turn_that_cannot_be_is_refused(change, said):
    state = position(rules_with(PASS), {})
    data = state.to_dict()
    change(data["stack"])
    assert_no_state(state.rules, data, said)


# --- whole games ----------------------------------------------------------------------------------------------------

ALL = (
    CHIEF
    + """
[[patch.phase]]
target = "base:placing"
set.effects.place.pass = true
set.effects.place.order = "there-and-back"
[[patch.phase]]
target = "base:take-actions"
set.effects.each-seat.order = "reverse"
append.effects = [{ do = "gain", good = "gold" }]
[[patch.phase]]
target = "base:feed-tribe"
set.effects.each-seat.most_first = { goods = "food" }
"""
)


@pytest.mark.parametrize("text", [PASS + DRAWN, ALL], ids=["drawn", "all"])
def test_whole_games_keep_every_law(text):
    whole_games(rules_with(text, 4), 3)


def test_the_sensible_policy_passes_only_for_a_reason():
    game = sa.Game(rules_with(PASS, 2), seed=1)
    game.run(sa.policies.make_policies(["sensible"] * 2, 1))
    assert game.is_over
    assert [answer.kind for _, answer in game.answers()].count("pass") < 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_frame_names_any_order_of_the_seats_and_no_other(players: int) -> None:
    orders = [list(order) for order in permutations(range(players))]
    assert sorted(map(number_of, orders)) == list(range(len(orders)))
    assert all(seat_order(number_of(order), players) == order for order in orders)
    assert (ORDER_SLOT.least, ORDER_SLOT.most(sa.load(players=players))) == (0, len(orders) - 1)
