"""Chance is exact: outcomes with their true probabilities, draws like from a shuffled deck, nothing impossible accepted.

What a roll or a draw then does is proved in `tests/rules`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

import pytest

import stoneage_rules as sa
from play.positions import at_hunt, cards_left, first_choice, give_texts
from stoneage_rules.kernel.chance import MOST_WALKED
from stoneage_rules.plugin import Chance, DiceRoll, roll_dice

RULES = sa.load(players=2)
SPACES = ("card-1", "card-2", "card-3", "card-4")


# --- dice ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", range(1, 7))
def test_a_roll_has_exactly_the_probabilities_of_its_dice(dice: int) -> None:
    expected = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    odds = at_hunt(RULES, dice).outcomes()
    assert all(type(chance) is Fraction for _, chance in odds)
    assert {outcome.args: chance for outcome, chance in odds} == {
        faces: Fraction(count, 6**dice) for faces, count in expected.items()
    }
    assert sum(chance for _, chance in odds) == 1


def test_the_ways_to_rolls_of_many_dice_are_not_kept() -> None:
    rolls = RULES.rolls
    for dice in (MOST_WALKED, MOST_WALKED + 1):
        outcome = roll_dice(RULES.initial_state(), dice, random.Random(1).random)
        assert len(outcome.args) == dice
        assert list(outcome.args) == sorted(outcome.args)
    assert max(map(len, rolls.walks)) == MOST_WALKED


def test_what_is_no_roll_has_no_dice() -> None:
    others = [handler for handler in RULES.handlers if isinstance(handler, Chance) and not isinstance(handler, DiceRoll)]
    assert {"deal", "draw-hidden"} <= {handler.name for handler in others}
    assert {handler.most_dice for handler in others} == {0}


LEAST_EXPECTED = 8
"""Outcomes that are expected less often are counted together: chi-square is of no use for them."""


def surprise(state: sa.State, samples: int, seed: int, source_of: type[random.Random] = random.Random) -> float:
    """Samples the pending event: how far chi-square is above its mean, in standard deviations; above 4 about once in 5,000."""
    source, odds = source_of(seed), dict(state.outcomes())
    met = Counter(state.sample(source) for _ in range(samples))
    assert met.keys() <= odds.keys()
    pairs = [(samples * chance, met[outcome]) for outcome, chance in odds.items()]
    often = [pair for pair in pairs if pair[0] >= LEAST_EXPECTED]
    rare = [sum(part) for part in zip(*(pair for pair in pairs if pair[0] < LEAST_EXPECTED), strict=True)]
    groups = [*often, *([rare] if rare else [])]
    chi_square = sum((seen - expected) ** 2 / expected for expected, seen in groups)
    return float(chi_square - (len(groups) - 1)) / (2 * (len(groups) - 1)) ** 0.5


@pytest.mark.parametrize("dice", range(1, 8))
def test_sampled_rolls_follow_the_probabilities(dice: int) -> None:
    assert surprise(at_hunt(RULES, dice), 20_000, dice) < 4


@pytest.mark.parametrize("left", [2, 9, 32])
def test_sampled_draws_follow_the_probabilities(left: int) -> None:
    assert surprise(cards_left(RULES, left), 20_000, left) < 4


def test_a_view_has_the_odds_of_the_state_while_nothing_is_face_down() -> None:
    state = RULES.initial_state()
    assert state.view(0).outcomes() == state.outcomes()


def test_a_die_that_is_loaded_is_noticed() -> None:
    class Loaded(random.Random):
        def random(self) -> float:
            return super().random() ** 1.05

    state = at_hunt(RULES, 2)
    assert surprise(state, 20_000, 1) < 4 < surprise(state, 20_000, 1, Loaded)


# --- draws --------------------------------------------------------------------------------------------------------


def orders(state: sa.State, chance: Fraction = Fraction(1)) -> Iterator[tuple[tuple[str | None, ...], Fraction]]:
    """Every way to fill the card spaces, with its probability: the whole tree of draws."""
    on_cards = [state.item_on(space) for space in SPACES]
    if all(on_cards):
        yield tuple(on_cards), chance
        return
    for outcome, part in state.outcomes():
        yield from orders(state.after(outcome), chance * part)


def test_drawing_from_the_bag_is_drawing_from_a_shuffled_deck() -> None:
    """Exactly: each of the orders of the last cards has the same probability as in a shuffled deck."""
    state = cards_left(RULES, 5)
    cards = state.unseen("deck")
    found = dict(orders(state))
    assert found == dict.fromkeys(permutations(cards, 4), Fraction(1, 120))


def test_what_was_drawn_cannot_be_drawn_again() -> None:
    state = RULES.initial_state()
    left = set(state.unseen("deck"))
    for _ in SPACES:
        assert {outcome.args[0] for outcome, _ in state.outcomes()} == left
        outcome = state.outcomes()[-1][0]
        state.apply(outcome)
        left.remove(outcome.args[0])
        assert set(state.unseen("deck")) == left


def test_a_sample_calls_random_and_nothing_else() -> None:
    class Source:
        calls = 0

        def random(self) -> float:
            self.calls += 1
            return 0.999999

    source = Source()
    assert str(at_hunt(RULES, 3).sample(source)) == "roll 6 6 6"
    assert source.calls == 3
    assert str(RULES.initial_state().sample(source)) == "draw civ-36"


# --- what is impossible -------------------------------------------------------------------------------------------

PENDING = {
    "draw": RULES.initial_state(),
    "roll": at_hunt(RULES, 2),
    "choice": first_choice(RULES),
    "card": give_texts(RULES.initial_state(), "draw civ-07"),
}


@pytest.mark.parametrize(
    ("pending", "text", "said"),
    [
        ("roll", "roll 1 2 3", "first a roll of 2 dice for seat 0;"),
        ("roll", "roll 1", "first a roll of 2 dice for seat 0;"),
        ("roll", "draw civ-01", "first a roll of 2 dice for seat 0;"),
        ("roll", "place hunt 1", "first a roll of 2 dice for seat 0"),
        ("draw", "roll 1 2", "first a draw from the deck;"),
        ("draw", "draw bld-01", "first a draw from the deck;"),
        ("card", "draw civ-07", "first a draw from the deck;"),
        ("draw", "place hunt 1", "first a draw from the deck"),
        ("choice", "roll 1 2", "`roll 1 2` is an outcome of chance"),
        ("choice", "draw civ-36", "`draw civ-36` is an outcome of chance"),
    ],
)
def test_an_impossible_outcome_is_refused_and_changes_nothing(pending: str, text: str, said: str) -> None:
    state = PENDING[pending].copy()
    before = state.key()
    answer = RULES.parse(text)
    reasons = state.why_not(answer)
    assert reasons
    assert not state.is_legal(answer)
    with pytest.raises(sa.IllegalAction, match=said) as refused:
        state.apply(answer)
    assert refused.value.reasons == reasons
    assert state.key() == before
    assert state == PENDING[pending]


@pytest.mark.parametrize("pending", ["roll", "draw"])
def test_an_outcome_can_be_asked_about_as_an_action_can(pending: str) -> None:
    """A server that takes real dice asks before it applies them, of a state or of a view."""
    state = PENDING[pending]
    for outcome, _ in state.outcomes():
        assert state.is_legal(outcome)
        assert state.view(1).is_legal(outcome)
        assert state.why_not(outcome) == state.view(1).why_not(outcome) == ()
        assert not PENDING["choice"].is_legal(outcome)
        (reason,) = PENDING["choice"].why_not(outcome)
        assert (reason.check, reason.found) == ("decision.kind", f"`{outcome}` is an outcome of chance")


OF_OTHER_RULES = map(sa.load(players=3).parse, ("roll 1 2", "draw civ-01", "place hunt 1"))


@pytest.mark.parametrize("pending", PENDING)
@pytest.mark.parametrize("answer", [None, "roll 1 2", 3, (1, 2), *OF_OTHER_RULES], ids=str)
def test_what_is_no_answer_of_these_rules_is_refused(pending: str, answer: object) -> None:
    """Indexes and numbers of other rules could mean something else, even where the text is the same."""
    state = PENDING[pending].copy()
    with pytest.raises(sa.InvalidAction, match=r"rules\.parse"):
        state.apply(answer)  # type: ignore[arg-type]
    assert state == PENDING[pending]


def test_nothing_is_drawn_or_rolled_where_nothing_is_pending() -> None:
    state = first_choice(RULES)
    assert state.outcomes() == ()
    with pytest.raises(ValueError, match="no chance event is pending"):
        state.sample(random.Random(1))
