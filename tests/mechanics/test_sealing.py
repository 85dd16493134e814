"""Numbers that all choose in secret: the choice, what others see of it, saves, records of one seat, whole games."""

from __future__ import annotations

from random import Random

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from mechanics.games import against, chosen, read_again, whole_games
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import leaks, legal_texts, play, position
from writing import base_with

BID = """
[[track]]
id = "bid"
top = 12

[[phase]]
id = "bidding"
effects = [
    { do = "seal", track = "bid", at_most = { goods = "food" } },
    { do = "pass-first", most = { track = "bid" } },
    { do = "each-seat", effects = [{ do = "lose", good = "food", amount = { track = "bid" } }] },
]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "bidding", before = "placing" }
"""
ANYTIME = """
[[patch.card]]
where = {}
set.anytime = [{ do = "choose-seat", effects = [{ do = "lose", good = "food", to = "chooser" }] }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(BID, 3)


def bidding(rules: sa.Ruleset, *answers: str, first: int = 1) -> sa.State:
    """Seats 1, 2 and 0 bid in this order, and have 4, 20 and no food."""
    seats = {seat: {"goods": {"food": food}} for seat, food in enumerate((0, 4, 20))}
    return play(position(rules, {"phase": "bidding", "first": first, "seats": seats}), *answers)


# --- choosing -----------------------------------------------------------------------------------------------------


def test_each_seat_chooses_from_what_it_has_and_the_track_holds(rules: sa.Ruleset) -> None:
    state = bidding(rules)
    for seat, most, answer in ((1, 4, "seal 3"), (2, 12, "seal 0"), (0, 0, "seal 0")):
        assert (state.seat, legal_texts(state)) == (seat, tuple(f"seal {number}" for number in range(most + 1)))
        play(state, answer)
    assert (state.phase, state.first_seat) == ("placing", 1)
    assert [state.track(seat, "bid") for seat in range(3)] == [0, 3, 0]
    assert [state.player(seat).goods["food"] for seat in range(3)] == [0, 1, 20]


def test_a_number_above_is_refused(rules: sa.Ruleset) -> None:
    (reason,) = against(bidding(rules), "seal 5")
    assert (reason.check, str(reason), reason.address) == (
        "seal.range",
        "a number from 0 to 4; 5 was named",
        "phase stranger:bidding",
    )


def test_all_numbers_are_shown_at_once(rules: sa.Ruleset) -> None:
    state = bidding(rules, "seal 3", "seal 12")
    state._noted = []
    play(state, "seal 0")
    told = [event for event in state._noted if event[0] in ("sealed", "unsealed")]
    track = rules.tracks.index("bid")
    assert told == [("sealed", 0), ("unsealed", 0, track, 0), ("unsealed", 2, track, 12), ("unsealed", 1, track, 3)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BID.replace("top = 12", "top = 120"), "more than 99 spaces"),
        (BID.replace("top = 12", "top = 12\nshared = true"), "one marker for all seats"),
        ('[[location]]\nid = "x"\neffects = [{ do = "seal", track = "agriculture" }]\n', "all seats choose together"),
        (BID.replace('seal", track = "bid"', 'seal", track = "bidd"'), "did you mean `bid`"),
    ],
)
def test_faults_are_told(text: str, said: str) -> None:
    with pytest.raises(sa.ContentError) as error:
        base_with(text)
    assert said in str(error.value)


# --- secrets ------------------------------------------------------------------------------------------------------


def test_nothing_of_a_number_is_seen_before_all_have_chosen(rules: sa.Ruleset) -> None:
    one, other = bidding(rules, "seal 3"), bidding(rules, "seal 1")
    for seat in (0, 2):
        assert one.view(seat).to_dict() == other.view(seat).to_dict()
        assert str(one.view(seat)) == str(other.view(seat))
    assert [state.view(1).waiting[0][3] for state in (one, other)] == [3, 1], "its own seat knows it"
    assert not list(leaks(one, Random(1)))
    last = play(one, "seal 9")
    assert last.seen_by(rules.parse("seal 0")) == (0, 1, 2)
    assert not list(leaks(last, Random(1)))


def test_a_guess_is_always_possible(rules: sa.Ruleset) -> None:
    state = bidding(rules, "seal 3", "seal 9")
    numbers = {state.view(0).guess(Random(seed)).waiting for seed in range(30)}
    assert len(numbers) > 10
    for waiting in numbers:
        assert waiting[0][3] <= 4


def test_a_record_of_one_seat_tells_numbers_once_they_are_shown(rules: sa.Ruleset) -> None:
    game = sa.Game(rules, seed=4)
    for _ in range(2):
        game.play(game.legal()[-1])
    for seat, hidden in ((0, 1), (1, 1), (2, 2)):
        record = game.record.for_seat(seat)
        assert str(record).count("seal ?") == hidden
        assert sa.replay(record, rules=rules, allow_unfinished=True).seat == game.seat
    game.play(game.legal()[-1])
    record = game.record.for_seat(0)
    assert (str(record).count("seal ?"), str(record).count(" seal 1")) == (0, 3)
    again = sa.replay(record, rules=rules, allow_unfinished=True)
    assert [again.state.track(seat, "bid") for seat in range(3)] == [game.state.track(seat, "bid") for seat in range(3)]


# --- saving -------------------------------------------------------------------------------------------------------


def test_numbers_that_nobody_chose_are_refused(rules: sa.Ruleset) -> None:
    saved = read_again(bidding(rules, "seal 3", "seal 12")).to_dict()
    first, second = saved["waiting"]
    for waiting in ([], [first], [second, first], [first, first], [[*first[:3], 5], second], [first, second, second]):
        assert_no_state(rules, {**saved, "waiting": waiting})
    *below, question = saved["stack"]
    for stack in (
        below,
        [*below, [*question[:3], 2]],
        [*below, [question[0], 1, *question[2:]]],
        [*below, question, question],
        [*below, first],
    ):
        assert_no_state(rules, {**saved, "stack": stack})
    assert_no_state(rules, {**position(rules, {"phase": "placing"}).to_dict(), "waiting": [first]}, "nobody asked for")


# --- whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", ["", ANYTIME])
def test_whole_games_keep_every_law(more: str) -> None:
    whole_games(base_with(BID + more, 3), 6, "seal")


def test_the_sensible_policy_bids_some_of_what_it_has(rules: sa.Ruleset) -> None:
    state = position(rules, {"phase": "bidding", "first": 0, "seats": {0: {"goods": {"food": 20}}}})
    (bid,) = chosen(state)
    assert bid not in ("seal 0", "seal 12")
    free = base_with(
        BID.replace('{ do = "each-seat", effects = [{ do = "lose", good = "food", amount = { track = "bid" } }] },', "")
    )
    game = sa.Game(free, seed=1)
    game.run([sensible_policy(1), sensible_policy(2)])
    assert game.state.is_over
