"""Programs written from the documentation: chance of their own, numbers of arrays, policies that fail."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import position

RULES = sa.load(players=2)


class Number:
    """A whole number as arrays have them: no int, but with `__index__`."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def game_of_strangers() -> sa.Game:
    """A game with chance from outside, with a roll due."""
    game, source = sa.Game(RULES, auto_chance=False), random.Random(4)
    while game.state.is_chance:
        game.play(game.state.sample(source))
    for action in ("place forest 3", "place hunt 5", "place hunt 2", "resolve forest"):
        game.play(action)
    return game


# --- chance -------------------------------------------------------------------------------------------------------


def test_a_game_with_chance_from_outside_waits_for_it_after_a_restart() -> None:
    """Else the dice would come from a seed of 32 bits, which anybody can find."""
    game = game_of_strangers()
    again = sa.replay(str(game.record), allow_unfinished=True)
    assert (again.record.seed, again.auto_chance, again.state) == (None, False, game.state)
    again.play("roll 6 6 6")
    again.play("resolve hunt")
    assert again.state.is_chance, "the next roll waits, too"


@pytest.mark.parametrize("auto_chance", [True, False])
def test_who_replays_a_record_can_say_where_chance_comes_from(auto_chance: bool) -> None:
    seeded = str(sa.Game(RULES, seed=1).record)
    assert sa.replay(seeded, allow_unfinished=True).auto_chance
    for record in (seeded, str(game_of_strangers().record)):
        assert sa.replay(record, allow_unfinished=True, auto_chance=auto_chance).auto_chance is auto_chance


def test_the_error_of_a_record_has_a_game_with_the_same_chance() -> None:
    with pytest.raises(sa.RecordError) as error:
        sa.replay(str(game_of_strangers().record) + "0 sing\n", allow_unfinished=True)
    assert not error.value.game.auto_chance


# --- numbers ------------------------------------------------------------------------------------------------------


def first_choice(policy: sa.policies.Policy) -> str:
    game = sa.Game(RULES, seed=3)
    return str(policy(game.state.view(0), game.legal()))


def played_out(**limits: Any) -> int:
    state = RULES.initial_state()
    state.play_out(random.Random(1), **limits)
    return state.round


SAME: dict[str, Callable[[Any], object]] = {
    "players": lambda number: sa.load(players=number).players,
    "players of a table": lambda number: sa.load(sa.Table(players=number)).players,
    "starting seat": lambda number: sa.load(players=4, first_seat=number).first_seat,
    "seed": lambda number: str(sa.Game(RULES, seed=number).record),
    "random policy": lambda number: first_choice(sa.policies.random_policy(number)),
    "sensible policy": lambda number: first_choice(sa.policies.sensible_policy(number)),
    "policy by name": lambda number: first_choice(sa.policies.make_policy("random", number)),
    "policies": lambda number: [first_choice(one) for one in sa.policies.make_policies(["random"] * 2, number)],
    "until_round": lambda number: played_out(until_round=number),
    "action": lambda number: RULES.action("place", "hunt", number),
    "position": lambda number: position(
        RULES, {"round": number, "seats": {0: {"points": number}}, "figures": {"hunt": [number, 0]}}
    ).to_dict(),
}


@pytest.mark.parametrize("what", SAME)
def test_a_whole_number_of_another_type_is_one(what: str) -> None:
    assert SAME[what](Number(2)) == SAME[what](2)


def test_numbers_of_seats_and_bounds_may_be_of_another_type() -> None:
    game, seat = sa.Game(RULES, seed=1, longest=Number(8)), Number(1)  # type: ignore[arg-type]
    game.play("place hunt 5")
    assert game.log_for(seat) == game.log_for(1)  # type: ignore[arg-type]
    assert game.score_sheet(seat) == game.score_sheet(1)  # type: ignore[arg-type]
    assert str(game.record.for_seat(seat)) == str(game.record.for_seat(1))  # type: ignore[arg-type]
    assert game.state_after(seat) is game.state_after(1)  # type: ignore[arg-type]
    with pytest.raises(sa.EndlessGame, match="not over after 8 steps"):
        game.run(sa.policies.make_policies(["random"] * 2, 1))
    with pytest.raises(sa.EndlessGame, match="not over after 9 steps"):
        played_out(longest=Number(9))


def test_arguments_that_are_no_numbers_are_refused_as_such() -> None:
    class Array:
        def __index__(self) -> int:
            raise TypeError

    with pytest.raises(sa.InvalidAction, match="a place and a number of figures belong here"):
        RULES.action("place", "hunt", Array())


@pytest.mark.parametrize("seed", [True, -1, "3", 1.0, Number(-1), 2**63, 2**64, 10**23])
def test_other_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to 9223372036854775807, not "):
        sa.Game(RULES, seed=seed)


def test_the_largest_seed_is_read_back_from_a_record() -> None:
    record = sa.Game(RULES, seed=2**63 - 1).record
    assert sa.replay(str(record), allow_unfinished=True).seed == record.seed == 2**63 - 1


def test_true_is_no_number_of_players() -> None:
    with pytest.raises(sa.ContentError, match="true or false where a whole number belongs"):
        sa.load(players=True)


# --- words of other libraries -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "own"),
    [("clone", "state.copy()"), ("step", "state.apply(action)"), ("child", "state.after(action)"), ("returns", "state.scores"),
     ("is_chance_node", "state.is_chance")],
)  # fmt: skip
def test_a_word_of_another_library_is_answered_with_ours(word: str, own: str) -> None:
    with pytest.raises(AttributeError) as error:
        getattr(RULES.initial_state(), word)
    assert str(error.value) == f"a state has no `{word}`; here it is `{own}`"


@pytest.mark.parametrize("word", ["apply", "after", "child", "copy", "clone"])
def test_a_view_says_how_to_play_on(word: str) -> None:
    own = "view.guess(random)" + ("" if word in ("copy", "clone") else ".after(action)")
    with pytest.raises(AttributeError) as error:
        getattr(sa.Game(RULES, seed=1).view(0), word)
    assert str(error.value) == f"a view has no `{word}`; here it is `{own}`"


def test_an_illegal_choice_names_the_seat_of_its_policy() -> None:
    with pytest.raises(sa.IllegalAction, match="hut takes exactly 2 figures") as error:
        sa.Game(RULES, seed=1).run([sa.policies.random_policy(1), lambda view, legal: RULES.parse("place hut 1")])
    assert error.value.reasons
    assert error.value.__notes__ == ["chosen by the policy of seat 1"]


# --- policies -----------------------------------------------------------------------------------------------------


def test_a_policy_that_returns_nothing_is_told_with_its_seat() -> None:
    choose = sa.policies.random_policy(1)
    with pytest.raises(
        sa.PolicyError, match="the policy of seat 1 returned None; it must return a legal action, such as `place "
    ):
        sa.Game(RULES, seed=1).run([choose, lambda view, legal: None])  # type: ignore[list-item, return-value]


def test_a_policy_that_fails_names_its_seat() -> None:
    def failing(view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as error:
        sa.Game(RULES, seed=1).run([sa.policies.random_policy(1), failing])
    assert error.value.__notes__ == ["raised by the policy of seat 1"]


def test_one_policy_may_play_for_all_seats() -> None:
    one, all_seats, policy = sa.Game(RULES, seed=1), sa.Game(RULES, seed=1), sa.policies.random_policy(1)
    one.run(policy)
    policy = sa.policies.random_policy(1)
    all_seats.run([policy] * RULES.players)
    assert one.is_over
    assert one.answers() == all_seats.answers()


def test_one_name_in_place_of_a_list_is_told() -> None:
    with pytest.raises(TypeError, match="`makers` is a list with the name or maker of a policy for each seat, not 'sensible'"):
        sa.policies.make_policies("sensible", 1)


# --- bounds -------------------------------------------------------------------------------------------------------


def test_an_endless_game_comes_to_an_end_unless_no_bound_is_asked_for() -> None:
    assert sa.Game(RULES, seed=1).longest == RULES.bounds.answers
    assert sa.replay(str(sa.Game(RULES, seed=1).record), allow_unfinished=True).longest == RULES.bounds.answers
    assert sa.Game(RULES, seed=1, longest=None).longest is None
    game = sa.Game(RULES, seed=1, longest=None)
    game.run(sa.policies.make_policies(["random"] * 2, 1))
    assert game.is_over
    state = RULES.initial_state()
    state.play_out(random.Random(1), longest=None)
    assert state.is_over


# --- logs and events ----------------------------------------------------------------------------------------------


def test_the_end_of_a_log_is_written_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sa.Game(RULES, seed=1)
    game.run(sa.policies.make_policies(["random"] * 2, 1))
    whole, told = game.log_for(0), []
    sentence = sa.Narrator.sentence
    monkeypatch.setattr(sa.Narrator, "sentence", lambda self, event: told.append(event) or sentence(self, event))
    last = game.log_for(0, start=game.length - 3)
    assert whole[-len(last) :] == last
    assert len(told) == sum(map(len, game.events(game.length - 3))) < 40


def test_every_event_has_its_round() -> None:
    game = sa.Game(RULES, seed=1)
    game.run(sa.policies.make_policies(["random"] * 2, 1))
    round = 0
    for event in (*game.opening, *(event for events in game.events() for event in events)):
        if event.name == "round":
            round = event.number("round")
        assert event.round == event.to_dict()["round"] == round
    assert round == game.state.round > 2
    state = RULES.initial_state(listen=True)
    state.play_out(random.Random(1), until_round=3)
    assert {event.round for event in state.events} == {0, 1, 2, 3}


# --- other halves -------------------------------------------------------------------------------------------------


def test_an_outcome_is_made_like_an_action() -> None:
    assert RULES.outcome("roll", 6, 1) is RULES.parse("roll 1 6")
    assert RULES.outcome("draw", "civ-07") is RULES.parse("draw civ-07")
    for words, said in {
        ("place", "hunt", 1): "no kind of outcome; there are draw, roll",
        ("roll", 7): "a die shows 1 to 6",
    }.items():
        with pytest.raises(sa.InvalidAction, match=said):
            RULES.outcome(*words)


def test_what_can_be_asked_one_by_one_can_be_asked_whole() -> None:
    rules = sa.load({"players": 3, "modules": ["base"]})
    state = rules.initial_state()
    assert state.players == tuple(state.player(seat) for seat in range(3))
    assert rules.definition("item", "civ-23") is rules.item("civ-23")


@pytest.mark.parametrize(
    "setting",
    [{"players": "3"}, {"players": True}, {"modules": "igloos"}, {"options": []}, {"allow_reconstructed": 1}],
)
def test_a_table_of_settings_of_another_type_is_refused_when_it_is_made(setting: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=f"`{next(iter(setting))}` of a table cannot be"):
        sa.Table(**setting)


def test_a_game_that_is_replayed_has_the_bound_that_is_asked_for() -> None:
    game = sa.Game(RULES, seed=1)
    for longest in (7, None):
        assert sa.replay(game.record, allow_unfinished=True, longest=longest).longest == longest
    with pytest.raises(TypeError, match="`longest` is a whole number"):
        sa.replay(game.record, allow_unfinished=True, longest="7")  # type: ignore[arg-type]
