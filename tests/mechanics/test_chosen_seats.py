"""Effects for a chosen seat, wherever effects stand: who can be chosen, who is asked, saved in the middle, played to the end."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import against, chosen, read_again, whole_games
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

ROB = """{ do = "choose-seat", among = [{ goods = "resource", min = 1 }], effects = [
    { do = "lose", of = "resource", amount = 2, to = "chooser" }, { do = "points", amount = -1 },
] }"""
OFFER = """{ do = "choose-seat", effects = [
    { do = "pay", cost = { wood = 1 }, to = "chooser", effects = [
        { do = "chooser", effects = [{ do = "lose", good = "food", amount = 2, to = "chosen" }, { do = "points", amount = 1 }] },
        { do = "tool" },
    ], else = [{ do = "points", amount = -1 }] },
    { do = "gain", good = "clay" },
] }"""
NESTED = """{ do = "choose-seat", effects = [
    { do = "one-of", effects = [{ do = "points", amount = 1 }, { do = "choose-seat", effects = [
        { do = "lose", good = "wood", to = "chooser" },
        { do = "chooser", effects = [{ do = "choose", of = "resource" }, { do = "lose", good = "food", to = "chosen" }] },
    ] }] },
    { do = "chooser", effects = [{ do = "each-seat", effects = [{ do = "lose", good = "food", to = "chosen" }] }] },
    { do = "lose", good = "food", to = "chooser" },
] }"""
EVERYWHERE = f"""
[[patch.card]]
where = {{}}
append.effects = [{OFFER.replace(chr(10), " ")}, {{ do = "points", amount = 1 }}]

[[patch.building]]
where = {{}}
set.effects = [{{ do = "choose-seat", effects = [
    {{ do = "points", amount = -1 }},
    {{ do = "chooser", effects = [{{ do = "points", amount = {{ paid = "value" }} }}] }},
] }}]

[[patch.location]]
target = "base:hunt"
append.effects = [{ROB.replace(chr(10), " ")}]

[[patch.dice_table]]
target = "base:finds"
set.faces.1 = [{ROB.replace(chr(10), " ")}]

[[phase]]
id = "markets"
effects = [
    {{ do = "each-seat", effects = [{NESTED.replace(chr(10), " ")}] }},
    {OFFER.replace(chr(10), " ")},
    {{ do = "points", amount = 1 }},
]

[[patch.course]]
target = "base:order-of-play"
insert.phases = {{ value = "markets", after = "feed-tribe" }}

[[patch.card]]
target = "base:civ-36"
set.anytime = [{{ do = "choose-seat", effects = [{{ do = "lose", of = "resource", to = "chooser" }}] }}]
"""


@pytest.fixture(params=[2, 4])
def rules(request: pytest.FixtureRequest) -> sa.Ruleset:
    return base_with(EVERYWHERE, request.param)


def at_den(effects: str = ROB, **seats: dict[str, object]) -> sa.State:
    """Seat 1 of three has resolved a place with these effects; seat 2 has still to act."""
    text = f'[[location]]\nid = "den"\ncircles = 1\neffects = [{effects.replace(chr(10), " ")}]\n'
    given = {
        "phase": "take-actions", "first": 1, "figures": {"den": [0, 1, 0], "hunt": [0, 0, 1]},
        "seats": {int(seat[1:]): facts for seat, facts in seats.items()},
    }  # fmt: skip
    state = position(base_with(text, 3), given)
    state._noted = []
    return play(state, "resolve den")


# --- choosing -----------------------------------------------------------------------------------------------------


def test_seats_are_counted_from_the_left_of_the_chooser() -> None:
    state = at_den(s0={"goods": {"wood": 1}}, s2={"goods": {"clay": 1}})
    assert legal_texts(state) == ("left 1", "left 2")
    pending = state.pending
    assert pending is not None
    assert pending.more["seats"] == [2, 0]
    assert [state.rules.describe(action, state) for action in state.legal()] == [
        "seat 2: the number of resource is 1", "seat 0: the number of resource is 1"
    ]  # fmt: skip
    play(state, "left 2")
    assert (state.player(0).goods["wood"], state.player(1).goods["wood"]) == (0, 1)
    assert [event for event in state._noted or [] if event[0] == "choose-seat"] == [("choose-seat", 1, 0)]


def test_a_seat_for_which_a_row_does_not_hold_cannot_be_chosen() -> None:
    state = at_den(s0={"goods": {"wood": 1}})
    assert legal_texts(state) == ("left 2",), "it is asked all the same"
    (reason,) = against(state, "left 1")
    assert (reason.check, reason.address) == ("seat.fits", "location stranger:den")
    assert str(reason) == "seat 2 can be chosen only if the number of resource is 1 or more; the number of resource is 0"
    for number in (0, 3, 9):
        (reason,) = against(state, f"left {number}")
        assert str(reason) == f"a number from 1 to 2; {number} was named"


def test_nothing_happens_if_nobody_fits() -> None:
    state = at_den()
    assert state.seat == 2
    assert [event[:2] for event in state._noted or []][-1:] == [("no-seat", 1)]


def test_the_chosen_seat_chooses_what_it_loses() -> None:
    state = at_den(s2={"goods": {"clay": 1, "wood": 1, "gold": 1}})
    play(state, "left 1")
    assert state.seat == 2
    assert {*legal_texts(state)} == {"lose 1 wood, 1 clay", "lose 1 wood, 1 gold", "lose 1 clay, 1 gold"}
    play(state, "lose 1 wood, 1 clay")
    assert {good: count for good, count in state.player(1).goods.items() if good != "food" and count} == {"wood": 1, "clay": 1}
    assert state.points[2] == -1, "the rest of the list is the chosen seat's, too"


@pytest.mark.parametrize(("answer", "food", "wood", "points"), [("pay 1 wood", 2, 1, 1), ("decline", 0, 0, 0)])
def test_an_offer_can_be_refused(answer: str, food: int, wood: int, points: int) -> None:
    state = at_den(OFFER, s0={"goods": {"wood": 1, "food": 0}}, s1={"goods": {"food": 5}, "points": 0})
    play(state, "left 2")
    pending = state.pending
    assert pending is not None
    assert (state.seat, pending.more["receiver"]) == (0, 1)
    play(state, answer)
    assert (state.player(0).goods["food"], state.player(1).goods["wood"], state.points[1]) == (food, wood, points)
    assert state.player(0).goods["clay"] == 1, "the rest of its effects follows"


def test_the_innermost_choice_says_who_the_chooser_is() -> None:
    state = at_den(NESTED, s0={"goods": {"food": 5}}, s1={"goods": {"food": 5}}, s2={"goods": {"food": 5, "wood": 1}})
    play(state, "left 2", "choose 2", "left 2", "take 1 gold")
    assert state.player(0).goods["wood"] == 1, "seat 2 gives its wood to seat 0, which chose it"
    assert state.player(0).goods["gold"] == 1
    # Seat 0 gives one to seat 2; then all but seat 0 give it one, and it gives one to seat 1, which chose it.
    assert [state.player(seat).goods["food"] for seat in range(3)] == [5, 5, 5]


# --- packs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ('{ do = "lose", good = "food", to = "chooser" }', '`to = "chooser"` belongs to `choose-seat`, not to a location'),
        ('{ do = "lose", good = "food", to = "chosen" }', '`to = "chosen"` belongs to `chooser`, not to a location'),
        ('{ do = "chooser", effects = [{ do = "tool" }] }', "`chooser` belongs to `choose-seat`, not to a location"),
        ('{ do = "choose-seat", effects = [{ do = "buy" }] }', "`buy` belongs to"),
        ('{ do = "choose-seat", effects = [] }', "an empty value"),
        (
            '{ do = "choose-seat", effects = [{ do = "lose", track = "agriculture", to = "chooser" }] }',
            "only goods can be handed",
        ),
        ('{ do = "lose", good = "food", from = "chosen" }', "a seat is chosen by `choose-seat`"),
    ],
)
def test_a_key_that_has_nobody_to_name_is_told(effect: str, said: str) -> None:
    with pytest.raises(sa.ContentError) as error:
        base_with(f'[[location]]\nid = "den"\ncircles = 1\neffects = [{effect}]\n')
    assert said in str(error.value)


# --- saving -------------------------------------------------------------------------------------------------------


def test_a_choice_that_could_not_be_asked_is_refused() -> None:
    state = at_den(NESTED, s0={"goods": {"food": 5}})
    saved = state.to_dict()
    name, seat, choice, place, n = saved["stack"][-1]
    for wrong in ([name, seat, choice, "hunt", n], [name, seat, choice, place, 0], [name, seat, 99, place, n]):
        assert_no_state(state.rules, saved, top=wrong)
    play(state, "left 1")
    saved = read_again(state).to_dict()
    at = next(at for at, frame in enumerate(saved["stack"]) if frame[0] == "chosen-seat")
    below, (frame, *_, chosen_seat), above = saved["stack"][:at], saved["stack"][at], saved["stack"][at + 1 :]
    for stack, said in [
        ([*below, *above], "nobody has made"),
        ([*below, [frame, 0, chosen_seat], *[[one[0], 0, *one[2:]] for one in above]], "another seat"),
        ([*below, [frame, 2, 2], *above], "chose itself"),
        ([*below, [frame, 1, 3], *above], "chosen"),
    ]:
        assert_no_state(state.rules, {**saved, "stack": stack}, said)


def test_a_choice_that_nobody_fits_is_refused() -> None:
    state = at_den(s0={"goods": {"wood": 1}})
    saved = state.to_dict()
    saved["seats"][0]["goods"]["wood"] = 0
    assert_no_state(state.rules, saved, "nobody fits")


def test_a_first_player_who_changes_does_not_get_effects_of_the_chosen_seat() -> None:
    text = """
[[phase]]
id = "markets"
effects = [
    { do = "choose-seat", effects = [{ do = "choose", of = "resource" }, { do = "points", amount = 5 }] },
    { do = "pass-first" },
    { do = "points", amount = 1 },
]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "markets", before = "placing" }
"""
    state = position(base_with(text, 3), {"phase": "markets", "seats": {seat: {"points": 0} for seat in range(3)}})
    play(state, "left 2", "take 1 gold")
    assert (state.phase, state.points) == ("placing", (0, 1, 5))


# --- whole games --------------------------------------------------------------------------------------------------


def test_whole_games_keep_every_law(rules: sa.Ruleset) -> None:
    whole_games(rules, 3, "choose-seat", "chosen-seat", "pay-or-decline", "lose-goods")


def test_sensible_play_is_recorded_and_told(rules: sa.Ruleset) -> None:
    game = sa.Game(rules, seed=3)
    game.run([sensible_policy(seat) for seat in range(rules.players)])
    assert game.state.is_over
    assert any(" chooses seat " in sentence for sentence in game.log)


def test_the_sensible_policy_robs_the_seat_that_has_most_to_lose() -> None:
    state = resolved(base_with(f'[[location]]\nid = "den"\ncircles = 1\neffects = [{ROB.replace(chr(10), " ")}]\n', 3), "den",
        seats={1: {"goods": {"wood": 1}}, 2: {"goods": {"gold": 2}}})  # fmt: skip
    assert chosen(state) == {"left 2"}


def test_the_sensible_policy_expects_a_victim_to_give_what_it_misses_least() -> None:
    state = resolved(base_with(f'[[location]]\nid = "den"\ncircles = 1\neffects = [{ROB.replace(chr(10), " ")}]\n', 3), "den",
        seats={1: {"goods": {"wood": 2, "gold": 4}}, 2: {"goods": {"stone": 3}}})  # fmt: skip
    assert chosen(state) == {"left 2"}


def test_the_sensible_policy_counts_what_a_chosen_seat_pays_it() -> None:
    for owned, chosen_seat in (({"gold": 3}, "left 1"), ({"wood": 3}, "left 2")):
        offer = OFFER.replace("wood = 1", "gold = 1").replace("gain", "points").replace('good = "clay"', "amount = -1")
        pack = f'[[location]]\nid = "den"\ncircles = 1\neffects = [{offer.replace(chr(10), " ")}]\n'
        other = {"goods": {"gold": 3} if chosen_seat == "left 2" else {"wood": 3}}
        seats = {0: {"goods": {"food": 40}}, 1: {"goods": owned}, 2: other}
        assert chosen(resolved(base_with(pack, 3), "den", seats=seats)) == {chosen_seat}
