"""A guess is a state that agrees with a view, each equally likely; a view answers for its seat what the state answers.

Secrets of plugins are proved in `tests/toy/test_curios.py`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import jsonschema
import pytest

import stoneage_rules as sa
from long_profile import LONG
from properties.play import states
from properties.tables import ALL, FEW, MAIN, rules_of
from stoneage_rules.plugin import has_kind, odds_in


def sampled(name: str, seed: int, every: int) -> Iterator[sa.State]:
    """One of every so many states of one random game, and the last one; the same object each time."""
    for step, state in enumerate(states(rules_of(name), seed)):
        if step % every == seed % every or state.is_over:
            yield state


@pytest.mark.parametrize("name", ALL if LONG else MAIN)
def test_a_guess_gives_the_same_view_back_and_can_be_saved(name: str) -> None:
    source = random.Random(name)
    for state in sampled(name, 1, 397):
        for seat in range(state.rules.players):
            view = state.view(seat)
            guess = view.guess(source)
            assert type(guess) is sa.State
            assert guess.view(seat) == view
            assert state.rules.state_from_dict(guess.to_dict()) == guess
            assert state.view(seat) == view


@pytest.mark.parametrize("name", MAIN)
def test_a_view_has_the_options_of_its_seat_and_no_others(name: str) -> None:
    for state in sampled(name, 3, 41):
        for seat in range(state.rules.players):
            view = state.view(seat)
            assert view.legal() == (state.legal() if state.seat == seat else ())
            assert all(view.is_legal(action) and not view.why_not(action) for action in view.legal()[:3])
            assert view.score_sheet(seat) == state.score_sheet(seat)


@pytest.mark.parametrize("name", FEW)
def test_a_view_refuses_for_its_seat_what_the_state_refuses(name: str) -> None:
    for state in sampled(name, 4, 97):
        actions = state.rules.actions[:: len(state.rules.actions) // 23]
        for seat in range(state.rules.players):
            view = state.view(seat)
            for action in actions:
                reasons = view.why_not(action)
                assert bool(reasons) is not view.is_legal(action)
                expected = state.why_not(action, seat)
                assert set(reasons) <= set(expected)
                assert reasons == expected or state.seat != seat


def consistent(state: sa.State, seat: int) -> list[sa.State]:
    """Every state with the same view of a seat, by brute force: all ways to deal the hidden items."""
    rules, secrets = state.rules, state.rules._secrets
    saved, view = state.to_dict(), state.view(seat)
    found = {state.key(): state}
    others = [other for other in range(rules.players) if other != seat]
    hidden = [item for other in others for item in saved["seats"][other]["face_down"]]
    (zone,) = {rules.zones[zone] for zone in secrets.zones.values()}
    pool = sorted({*hidden, *saved["zones"][zone]})
    for deal in _deals(pool, [len(saved["seats"][other]["face_down"]) for other in others]):
        other_saved = json.loads(json.dumps(saved))
        for other, hand in zip(others, deal, strict=True):
            other_saved["seats"][other]["face_down"] = hand
        dealt = {item for hand in deal for item in hand}
        other_saved["zones"][zone] = [item for item in pool if item not in dealt]
        try:
            candidate = rules.state_from_dict(other_saved)
        except sa.InvalidState:
            continue
        if candidate.view(seat) == view:
            found[candidate.key()] = candidate
    return [*found.values()]


def _deals(pool: list[str], counts: list[int]) -> Iterator[list[list[str]]]:
    if not counts:
        yield []
        return
    for hand in combinations(pool, counts[0]):
        for rest in _deals([item for item in pool if item not in hand], counts[1:]):
            yield [list(hand), *rest]


def endgame(name: str) -> sa.State:
    """A draw with four cards left, and two animals if there are any; seat 1 hides a card, seat 2 two, seat 0 has the others."""
    rules = rules_of(name)
    saved = rules.initial_state().to_dict()
    deck = saved["zones"]["deck"]
    saved["seats"][1]["face_down"], saved["seats"][2]["face_down"], saved["seats"][0]["face_down"] = (
        deck[:1],
        deck[1:3],
        deck[3:4],
    )
    saved["seats"][0]["items"] = deck[8:]
    animals = saved["zones"].get("animal-box", [])
    saved["zones"]["deck"] = deck[4:8] + animals[:2]
    del animals[:2]
    return rules.state_from_dict(saved)


TRIED = 6_000


@pytest.mark.parametrize("name", ["base-3", "wild_animals-3"])
def test_every_state_that_agrees_with_a_view_is_equally_likely(name: str) -> None:
    """Chi-square against all that can be found by brute force: with a fixed seed, far below one in a thousand."""
    state = endgame(name)
    every = consistent(state, 0)
    assert len(every) == 7 * 15
    source, view = random.Random(name), state.view(0)
    counts = Counter(view.guess(source).key() for _ in range(TRIED))
    assert counts.keys() == {one.key() for one in every}
    expected = TRIED / len(every)
    chi_square = sum((counts[one.key()] - expected) ** 2 / expected for one in every)
    freedom = len(every) - 1
    assert chi_square < freedom + 3.1 * (2 * freedom) ** 0.5, (chi_square, freedom)


@pytest.mark.parametrize("name", ["base-3", "wild_animals-3"])
def test_the_odds_of_a_view_are_those_of_all_states_that_agree_with_it(name: str) -> None:
    state = endgame(name)
    mixture: Counter[sa.Outcome] = Counter()
    every = consistent(state, 0)
    for one in every:
        for outcome, chance in one.outcomes():
            mixture[outcome] += chance / len(every)
    assert dict(state.view(0).outcomes()) == dict(mixture)
    assert sum(mixture.values()) == Fraction(1)


@pytest.mark.parametrize("name", ["base-3", "wild_animals-3"])
def test_a_bag_of_which_others_hold_all_has_nothing_to_draw(name: str) -> None:
    state = next(state for state in states(rules_of(name), 1) if not state.is_chance)
    saved = state.to_dict()
    saved["seats"][0]["items"], saved["seats"][1]["face_down"] = saved["zones"]["deck"][1:], saved["zones"]["deck"][:1]
    saved["zones"]["deck"] = []
    view = state.rules.state_from_dict(saved).view(0)
    deck = state.rules.zones.index("deck")
    assert (odds_in(view, deck), view.left_in("deck"), len(view.unseen("deck"))) == ((), 0, 1)
    assert not any(has_kind(view, deck, kind) for kind in range(len(state.rules.kinds)))


@pytest.mark.parametrize("name", MAIN)
def test_the_data_of_a_view_fits_its_schema_and_names_no_secret(name: str) -> None:
    validator = jsonschema.Draft7Validator(sa.View.schema())
    for state in sampled(name, 6, 131):
        for seat in range(state.rules.players):
            text = json.dumps(state.view(seat).to_dict())
            data = json.loads(text)
            validator.validate(data)
            hidden = {item for other in range(state.rules.players) if other != seat for item in state.player(other).face_down}
            assert state.is_over or not hidden & {item for entry in data["seats"] for item in entry["face_down"]}
            assert [sum(entry["hidden"].values()) for entry in data["seats"]] == [
                0 if state.is_over or other == seat else count for other, count in enumerate(state.face_down)
            ]
            assert {zone: entry["left"] for zone, entry in data["zones"].items()} == {
                zone: state.left_in(zone) for zone in state.rules.zones
            }


@pytest.mark.parametrize("name", MAIN)
def test_who_learns_an_answer_is_whose_view_tells_it_from_others(name: str) -> None:
    """Of two answers that a seat does not see, its views afterwards are equal; of two draws that it sees, they are not."""
    compared = 0
    for state in sampled(name, 7, 3):
        if not state.is_chance or state.outcomes()[0][0].kind != "draw":
            continue
        answers = [outcome for outcome, _ in state.outcomes()][:6]
        after = [state.after(answer) for answer in answers]
        for seat in range(state.rules.players):
            views = [one.view(seat).key() for one in after]
            for (one, first), (two, second) in combinations(zip(answers, views, strict=True), 2):
                sees = seat in state.seen_by(one) or seat in state.seen_by(two)
                assert (first != second) is sees, (str(one), str(two), seat)
                compared += 1
    assert compared
