"""The first player, and the order in which seats place and act: each case a small pack on the base game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, held, noted, settle
from mechanics.games import read_again, whole_games
from play.positions import first_choice
from properties.play import pick
from stoneage_rules.mechanics.effect_lists import ORDER_SLOT, number_of, seats_of
from stoneage_rules.plugin import operations
from stoneage_rules.testing import assert_refused, legal_texts, play, position
from writing import base_with, write_pack

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


def test_a_die_counts_clockwise_from_the_starting_player_of_now():
    state = position(rules_with(DRAWN, 4), {"phase": "new-round", "first": 1})
    assert state.rules.describe(state.rules.parse("roll 4"), state) == "seat 0 is first"
    assert state.rules.describe(state.rules.parse("roll 5"), state) == "rolled again"
    play(state, "roll 6", "roll 5", "roll 4")
    assert (state.round, state.first_seat, state.seat) == (2, 0, 0)
    assert held(state, "gold") == [1, 0, 0, 0], "bare effects after it are the new one's"


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


def test_bare_effects_after_it_are_those_of_the_new_starting_player():
    text = """
[[set_up]]
id = "a1"
effects = [{ do = "gain", good = "clay" }, { do = "pass-first" }]
[[set_up]]
id = "a2"
effects = [{ do = "gain", good = "wood", amount = 3 }, { do = "pass-first" }, { do = "choose", of = "resource" }]
[[patch.course]]
target = "base:order-of-play"
append.set_up = ["a1", "a2"]
[[patch.phase]]
target = "base:new-round"
append.effects = [{ do = "gain", good = "gold" }]
"""
    state = first_choice(rules_with(text))
    assert (state.seat, state.first_seat, read_again(state).legal()) == (2, 2, state.legal())
    assert (held(state, "clay"), held(state, "wood")) == ([1, 0, 0], [0, 3, 0])
    play(state, "take 1 stone")
    assert (state.round, state.seat) == (1, 2)
    later = position(state.rules, {"phase": "new-round", "first": 2, "spaces": {"card-1": "none"}})
    while later.round == 1:
        later.apply(pick(later, random.Random(1)))
    assert (later.first_seat, [later.good(seat, "gold") for seat in range(3)]) == (0, [1, 0, 0])


def test_a_step_of_the_set_up_that_the_table_decides_against_does_not_come(tmp_path):
    modules = []
    for good in ("gold", "clay"):
        text = f'''
[[set_up]]
id = "{good}-first"
effects = [{{ do = "each-seat", effects = [{{ do = "gain", good = "{good}" }}] }}]
[[patch.course]]
target = "base:order-of-play"
set.set_up = ["boards", "cards-and-stacks", "{good}-first"]
why = "a rich start"
'''
        modules.append(str(write_pack(tmp_path, {"start.toml": text}, requires="base", id=good)))
    decided = [{"datum": "course base:order-of-play set_up", "use": "gold"}]
    state = first_choice(sa.load(sa.Table.from_dict({"players": 2, "modules": modules, "resolve": decided})))
    assert (held(state, "gold"), held(state, "clay")) == ([1, 1], [0, 0])


def test_effects_that_wait_in_a_phase_go_to_whoever_has_become_first():
    text = (
        CHIEF
        + """
[[patch.phase]]
target = "base:take-actions"
append.effects = [{ do = "gain", good = "gold" }]
"""
    )
    state = position(rules_with(text), {"phase": "take-actions", "figures": {"chief": [0, 1, 0], "hunt": [1, 0, 1]}})
    play(state, "0: resolve hunt", "roll 1", "1: resolve chief")
    state = read_again(state)
    play(state, "2: resolve hunt", "roll 1")
    assert held(state, "gold") == [0, 1, 0]


# --- the order of seats ---------------------------------------------------------------------------------------------


def acted(state: sa.State) -> Iterator[int]:
    """The seats that act, one by one."""
    while state.phase == "take-actions":
        state = read_again(state)
        if not state.is_chance and not (yield state.seat):
            pass
        state.apply(pick(state, random.Random(1)))


@pytest.mark.parametrize(("key", "expected"), [
    ('order = "reverse"', [0, 3, 2, 1]), ('most_first = { goods = "gold" }', [3, 1, 2, 0]),
    ('most_first = { goods = "gold", times = -1 }', [0, 1, 2, 3]), ('most_first = { goods = "wood" }', [1, 2, 3, 0]),
])  # fmt: skip
def test_seats_act_in_another_order(key, expected):
    name, _, value = key.partition(" = ")
    text = f'[[patch.phase]]\ntarget = "base:take-actions"\nset.effects.each-seat.{name} = {value}\nwhy = "another order"\n'
    seats = {seat: {"goods": {"gold": count}} for seat, count in enumerate((0, 1, 1, 2))}
    given = {"phase": "take-actions", "first": 1, "figures": {"hut": [2, 0, 0, 0], "fields": [0, 1, 0, 0]}, "seats": seats}
    given["figures"] = {"forest": [1, 1, 1, 1]}
    state = position(rules_with(text, 4), given)
    assert list(dict.fromkeys(acted(state))) == expected
    held = position(state.rules, {**given, "acting": expected[2]})
    assert list(dict.fromkeys(acted(held))) == expected[2:]


def test_the_order_is_that_of_the_moment_when_the_first_seat_begins():
    text = """
[[patch.phase]]
target = "base:take-actions"
insert.effects = { value = { do = "each-seat", id = "gifts", most_first = { goods = "gold" }, effects = [
    { do = "choose", of = "resource", amount = 3 },
] }, before = "each-seat" }
why = "the richest first"
"""
    rules = rules_with(text)
    given = {"phase": "take-actions", "figures": {"hunt": [1, 1, 1]}, "seats": {1: {"goods": {"gold": 1}}}}
    state = position(rules, given)
    play(state, "1: take 3 wood", "0: take 3 wood")
    assert read_again(state).seat == 2
    play(state, "2: take 3 gold")


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


def test_the_last_seat_is_asked_when_all_others_have_passed():
    state = position(rules_with(PASS), {"first": 1})
    play(state, "1: pass", "2: pass")
    state = read_again(state)
    play(state, "0: place hunt 1", "0: pass")
    assert state.phase == "take-actions"


def test_a_position_can_begin_with_any_seat_that_places():
    rules = rules_with(PASS)
    for seat in range(3):
        state = read_again(position(rules, {"acting": seat}))
        assert state.seat == seat
        play(state, f"{seat}: place hunt 1")
        assert state.seat == (seat + 1) % 3


def test_without_the_key_nobody_may_pass():
    state = first_choice(sa.load(players=3))
    assert "pass" not in legal_texts(state)
    assert_refused(position(rules_with(PASS), {}), "place hut 1", "base.place.hut", "placement.figures")


@pytest.mark.parametrize(("change", "said"), [
    (lambda stack: stack[-2].__setitem__(4, 1), "seat 0 has passed"), (lambda stack: stack[-2].__setitem__(4, 7), "7"),
    (lambda stack: stack[-2].__setitem__(3, 3), "turn: 3 is no number from 0 to 2"),
    (lambda stack: stack[-2].__setitem__(2, 9), "9"), (lambda stack: stack.pop(-2), "a turn in which nobody can pass"),
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
    assert all(seats_of(number_of(order), players) == order for order in orders)
    assert (ORDER_SLOT.least, ORDER_SLOT.most(sa.load(players=players))) == (0, len(orders) - 1)
