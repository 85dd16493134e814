"""Every invariant of the kit can fail: a state, or an answer of it, that breaks one is told by it, in these words."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from stoneage_rules.authoring.positions import waiting_for
from stoneage_rules.testing import assert_refused, invariants, leaks, position
from stoneage_rules.testing import invariants as copies
from writing import base_with

RULES = sa.load(players=2)
CARDS = {"card-1": "civ-01", "card-2": "civ-02", "card-3": "civ-03", "card-4": "civ-04"}
OVER = {"over": True, "seats": {0: {"points": 9}}}


@cache
def placing() -> sa.State:
    """Seat 0 is to place figures."""
    return position(RULES, {"spaces": CARDS})


@cache
def rolling() -> sa.State:
    """Seat 0 is to roll for its hunters."""
    state = position(RULES, {"phase": "take-actions", "figures": {"hunt": [2, 0]}, "spaces": CARDS})
    state.apply(state.legal()[0])
    return state


def expect_broken(name: str, state: sa.State, message: str) -> None:
    """Asserts that an invariant tells what is wrong with a state."""
    with pytest.raises(AssertionError, match=message):
        invariants.ALL[name](state)


# --- numbers --------------------------------------------------------------------------------------------------------


def set_points(state: sa.State) -> None:
    state.points = (0.5, 0)  # type: ignore[assignment]


def set_track(state: sa.State) -> None:
    state.tracks = (99, *state.tracks[1:])


def stand_nowhere(state: sa.State) -> None:
    state.occupancy[0] += 1


def crowd(state: sa.State) -> None:
    place = RULES.place_index["toolmaker-hut"]
    state.placed[place * 2] = state.occupancy[place] = 2
    state.at_home[0] -= 2
    state.occupied_by = (1 << place, 0)
    state._full_places |= 1 << place


def hide(state: sa.State) -> None:
    state.face_down = (1, 0)


def use_again(state: sa.State) -> None:
    state.unspent = (1, 0)


def lay_on_the_hunt(state: sa.State) -> None:
    deck = RULES.zones.index("deck")
    items = list(state.item_at)
    items[RULES.place_index["hunt"]] = state.zones[deck][0]
    state.item_at = type(state.item_at)(items)
    state.zones = tuple(zone[1:] if index == deck else zone for index, zone in enumerate(state.zones))


NUMBERS: dict[Callable[[sa.State], None], tuple[str, str]] = {
    set_points: ("numbers_are_in_range", r"points are \(0.5, 0\)"),
    set_track: ("numbers_are_in_range", "a track is at 99, which must be from 0 to 10"),
    stand_nowhere: ("figures_are_conserved", "the places count"),
    crowd: ("figures_are_conserved", "toolmaker-hut has 1 circles, but 2 figures"),
    hide: ("items_are_conserved", "seat 0 counts 1 items face down, but has 0"),
    use_again: ("items_are_conserved", "seat 0 has uses left of what it does not own"),
    lay_on_the_hunt: ("places_follow_their_items", "hunt"),
}


@pytest.mark.parametrize("change", NUMBERS)
def test_numbers_that_contradict_each_other_are_told(change: Callable[[sa.State], None]) -> None:
    name, message = NUMBERS[change]
    state = placing().copy()
    invariants.ALL[name](state)
    change(state)
    expect_broken(name, state, message)


def test_more_goods_than_there_are_are_told() -> None:
    rules = base_with('[[patch.good]]\ntarget = "base:gold"\nset.supply = 3\n')
    state = position(rules, {"seats": {0: {"goods": {"gold": 2}}}})
    invariants.goods_fit_the_supply(state)
    state.goods[len(rules.goods) + rules.goods.index("gold")] = 2
    expect_broken("goods_fit_the_supply", state, "4 gold are held, but there are 3 in all")


# --- answers --------------------------------------------------------------------------------------------------------

LEGAL, OUTCOMES, COPY, WHY_NOT = sa.State.legal, sa.State.outcomes, sa.State.copy, sa.State.why_not
SHEET, SAVED = sa.State.score_sheet, sa.State.to_dict
NUMBER = count()
OTHER = sa.load(players=3).actions[0]


def moved(state: sa.State) -> sa.State:
    """A copy that is not equal."""
    copy = COPY(state)
    copy.points = (7, 7)
    return copy


def noting(state: sa.State) -> tuple[int, ...]:
    """Scores that leave an event behind."""
    if state._noted is not None:
        state._noted.append(("refresh", -1))
    return (0, 0)


def without_parts(state: sa.State, seat: int) -> Any:
    """A score sheet whose lines lack the first of their parts."""
    sheet = SHEET(state, seat)
    return attrs.evolve(sheet, lines=tuple(attrs.evolve(line, parts=line.parts[1:]) for line in sheet.lines))


FARMING = {"seats": {0: {"goods": {"wood": 1, "gold": 2}}}}
ANSWERS: list[tuple[str, Callable[[], sa.State], str, Any, str]] = [
    ("somebody_is_asked", lambda: position(RULES, OVER), "winners", property(lambda state: ()), "the winners are"),
    ("somebody_is_asked", placing, "winners", property(lambda state: (1,)), "the game goes on, but winners are"),
    ("somebody_is_asked", placing, "legal", lambda state: LEGAL(state) * 2, "an action is offered twice"),
    ("somebody_is_asked", placing, "legal", lambda state: (OTHER,), "not all actions of these rules"),
    ("asking_changes_nothing", placing, "outcomes", lambda state: (next(NUMBER),), "the outcomes, asked for twice, are"),
    ("asking_changes_nothing", placing, "scores", property(noting), "it is another state after"),
    ("odds_are_certain", rolling, "outcomes", lambda state: (), "a chance event without outcomes"),
    ("odds_are_certain", rolling, "outcomes", lambda state: tuple((o, p / 2) for o, p in OUTCOMES(state) * 2), "outcomes have"),
    ("odds_are_certain", rolling, "sample", lambda state, source: RULES.parse("roll 1"), "`roll 1` was drawn, which is none"),
    ("score_sheets_add_up", placing, "score_sheet",
     lambda state, seat: attrs.evolve(SHEET(state, seat), track=99), "the score sheet of seat 0 does not add up"),
    ("score_sheets_add_up", lambda: position(RULES, FARMING), "score_sheet", without_parts, "a line of the score sheet"),
    ("legality_agrees", placing, "is_legal", lambda state, action: True, "is_legal says True, and why_not"),
    ("legality_agrees", placing, "why_not",
     lambda state, action, seat=None: tuple(attrs.evolve(r, check="") for r in WHY_NOT(state, action)), "without words or check"),
    ("legality_agrees", placing, "why_not",
     lambda state, action, seat=None: tuple(attrs.evolve(r, found="?") for r in WHY_NOT(state, action)), "for other reasons"),
    ("copies_are_independent", placing, "copy", moved, "a copy is another state"),
    ("copies_are_independent", placing, "after", lambda state, answer: COPY(state), "`after` makes another state"),
    ("saves_are_read_back", placing, "to_dict", lambda state: {**SAVED(state), "waiting": ()}, "not the same as JSON"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "method", "answer", "message"), ANSWERS)
def test_answers_that_contradict_each_other_are_told(
    name: str, given: Callable[[], sa.State], method: str, answer: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = given().copy()
    state._noted = []
    invariants.ALL[name](state)
    monkeypatch.setattr(sa.State, method, answer)
    expect_broken(name, state, message)


def test_rules_that_read_or_describe_answers_wrongly_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = placing()
    monkeypatch.setattr(sa.Ruleset, "parse", lambda rules, text: RULES.actions[0])
    expect_broken("notation_reads_back", state, "is offered, but read as")
    monkeypatch.setattr(sa.Ruleset, "describe", lambda rules, answer, state: None)
    expect_broken("questions_can_be_told", state, "is described by None, which is no text")


def test_a_policy_without_an_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "sensible_policy", lambda seed: lambda view, legal: None)
    expect_broken("questions_can_be_told", placing(), "the policy `sensible` chooses `None`, which is no option")


def test_states_that_go_on_in_other_ways_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "play_at_random", lambda state, source, steps: [next(NUMBER)])
    expect_broken("copies_are_independent", placing(), "two copies, played on alike, go different ways")
    expect_broken("pickles_are_read_back", placing(), "pickled and read again, it goes on in another way")
    state = placing()
    monkeypatch.setattr(sa.State, "legal", lambda other: LEGAL(other)[:: 1 if other is state else -1])
    expect_broken("pickles_are_read_back", state, "it has other options: ")


def test_refusals_that_contradict_each_other_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    apply, refused = sa.State.apply, "place hut 1"

    def expect(message: str, action: str = refused) -> None:
        with pytest.raises(AssertionError, match=message):
            assert_refused(placing().copy(), action)

    assert_refused(placing().copy(), refused)
    expect("is an outcome of chance", "roll 3")
    with monkeypatch.context() as patch:
        patch.setattr(sa.State, "is_legal", lambda state, action: True)
        expect("`place hut 1` is among the options")
    with monkeypatch.context() as patch:
        patch.setattr(sa.State, "apply", lambda state, action: None)
        expect("`place hut 1` was carried out")
    with monkeypatch.context() as patch:
        patch.setattr(sa.State, "why_not", lambda state, action, seat=None: WHY_NOT(state, action)[:1] * 2)
        expect("was refused for other reasons")

    def careless(state: sa.State, action: sa.Action) -> None:
        state.points = (7, 7)
        apply(state, action)

    monkeypatch.setattr(sa.State, "apply", careless)
    expect("was refused, but the state has changed")


def test_actions_that_are_nearly_options_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """An action of another decision is refused for its kind alone, which says nothing about the checks of this one."""
    asked: list[sa.Action] = []
    why_not = sa.State.why_not
    monkeypatch.setattr(sa.State, "why_not", lambda state, action, seat=None: asked.append(action) or why_not(state, action))
    state = placing()
    invariants.legality_agrees(state)
    assert sum(action.kind == "place" and action not in state.legal() for action in asked) >= 10


def test_of_many_leaks_a_few_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "leaks", lambda state, source: iter("abcde"))
    with pytest.raises(AssertionError, match=r"^a; b; c; and 2 more$"):
        invariants.views_keep_secrets(placing())


def test_guesses_that_a_seat_can_tell_apart_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not [*leaks(placing(), random.Random(1))]
    monkeypatch.setattr(sa.View, "guess", lambda view, source: moved(placing()))
    assert next(leaks(placing(), random.Random(1))).startswith("seat 0 sees which of two states is so")


def test_a_game_that_is_over_waits_for_nothing() -> None:
    assert waiting_for(position(RULES, OVER)) == "the game is over"
