"""Items that are dealt and partly kept: by whose choice, who sees which, what they bring, and how it is saved."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, held, noted
from mechanics.games import chosen, read_again, whole_games
from properties.invariants import check_all
from properties.play import states
from stoneage_rules.testing import assert_refused, leaks, legal_texts, play
from writing import base_with

KINDS = """
[[zone]]
id = "goals"

[[zone]]
id = "clans"

[[zone]]
id = "unused"

[[kind]]
id = "goal"
starts_in = "goals"

[[kind]]
id = "clan"
starts_in = "clans"

[[icon]]
id = "herd"

[[score]]
id = "herds"
count = { icons = "herd" }
times = { figures = "all" }
"""
GOALS = "".join(f'\n[[goal]]\nid = "g{number}"\nicons = {{ herd = {number} }}\n' for number in range(1, 8))
CLANS = "".join(
    f"""
[[clan]]
id = "c{number}"
effects = [{{ do = "points", amount = {number} }}]
standing = [{{ at_start_of = "take-actions", effects = [{{ do = "gain", good = "clay", amount = {number} }}] }}]
anytime = [{{ do = "deal", kind = "goal", from = "goals", amount = 3, keep = 2, hidden = true }}]
"""
    for number in range(1, 6)
)
DEALT = """
[[set_up]]
id = "dealt"
effects = [{{ do = "each-seat", effects = [{}] }}]

[[patch.course]]
target = "base:order-of-play"
append.set_up = ["dealt"]
"""
CLAN = '{ do = "deal", kind = "clan", from = "clans", amount = 2, keep = 1 }'
GOAL = '{ do = "deal", kind = "goal", from = "goals", amount = 2, keep = 1, hidden = true }'
TWICE = f'{CLAN}, {GOAL}, {{ do = "draw-hidden", kind = "card", from = "deck" }}, {GOAL.replace("amount = 2", "amount = 3")}'


def loaded(effects: str, players: int = 2, kinds: str = KINDS) -> sa.Ruleset:
    text = kinds + GOALS + CLANS + DEALT.format(effects)
    return base_with(text, players)


def begun(rules: sa.Ruleset, *answers: str) -> sa.State:
    """The deals of the set-up have begun, after these answers."""
    state = rules.initial_state(listen=True)
    while not state.pending or state.pending.kind not in ("deal", "keep"):
        state.apply(state.outcomes()[0][0])
    play(state, *answers)
    return state


# --- open ones ------------------------------------------------------------------------------------------------------


def test_what_is_kept_takes_effect_and_acts_again_and_the_other_goes_back() -> None:
    state = begun(loaded(CLAN), "draw c2")
    assert dict(state.outcomes()) == {state.rules.parse(f"draw c{n}"): Fraction(1, 4) for n in (1, 3, 4, 5)}
    assert state.seen_by(state.rules.parse("draw c4")) == (0, 1)
    play(state, "draw c4")
    assert legal_texts(state) == ("keep c2", "keep c4")
    assert state.points == (0, 0), "nothing happens before the choice"
    assert state.seen_by(state.legal()[0]) == (0, 1)
    assert not state.player(0).unspent
    assert (state.view(1).pending == state.pending) is True
    play(state, "keep c4")
    assert (state.points, state.player(0).items, state.player(0).unspent) == ((4, 0), ("c4",), ("c4",))
    assert set(state.unseen("clans")) == {"c1", "c2", "c3", "c5"}
    play(state, "draw c1", "draw c2", "keep c1")
    assert state.phase == "placing"
    play(state, *(f"{turn}" for turn in ("place hunt 5", "place forest 5")))
    assert held(state, "clay") == [4, 1]


def test_of_what_is_unfinished_nothing_but_the_deal_says_that_it_deals() -> None:
    state = begun(loaded(GOAL), "draw g1", "draw g2")
    handlers = [state.rules.handlers[frame[0]] for frame in state.stack]
    assert [hasattr(handler, "dealt") for handler in handlers] == [False] * (len(handlers) - 1) + [True]
    assert handlers[-1].dealt(state.stack[-1]) == (True, 2)
    assert len(handlers) > 1


def test_the_question_is_told_as_facts_and_words() -> None:
    state = begun(loaded(CLAN), "draw c2", "draw c4")
    assert (state.pending.prompt, state.pending.among, state.pending.amount) == ("which 1 of 2 clans to keep", ("c2", "c4"), 1)
    assert state.rules.describe(state.legal()[0], state).startswith("2 points")
    assert_refused(state, "keep c3", check="deal.kept", needed="1 of c2, c4")
    assert [event.to_dict() for event in noted(state, "deal")] == [
        {"event": "deal", "seat": 0, "round": 0, "item": "c2"},
        {"event": "deal", "seat": 0, "round": 0, "item": "c4"},
    ]


def test_effects_of_several_that_are_kept_come_in_the_order_of_content() -> None:
    both = CLAN.replace("amount = 2, keep = 1", "amount = 2, keep = 2")
    state = begun(loaded(both), "draw c4", "draw c1")
    assert state.points == (5, 0), "if all are kept, nothing is asked"
    assert [event.fields["points"] for event in noted(state, "score")] == [1, 4]


def test_what_an_item_brings_waits_saved_until_the_one_before_is_answered() -> None:
    """An item that was dealt lies nowhere, so that what it brings is about no place."""
    asking = KINDS + '\n[[clan]]\nid = "c0"\neffects = [{ do = "choose", of = "resource" }]\n'
    both = CLAN.replace("amount = 2, keep = 1", "amount = 2, keep = 2")
    state = begun(loaded(both, kinds=asking), "draw c4", "draw c0")
    again = read_again(state)
    play(again, "take 1 wood")
    assert (again.points, again.good(0, "wood")) == ((4, 0), 1)
    saved = state.to_dict()
    (spot,) = (number for number, frame in enumerate(saved["stack"]) if frame[:2] == ["effects", 0])
    for place in state.rules.places:
        saved["stack"][spot][3] = place.id
        assert_no_state(state.rules, saved, "effects of an item from elsewhere")


def test_with_fewer_left_those_are_kept_and_with_none_nothing_happens() -> None:
    rules = loaded(CLAN.replace("amount = 2, keep = 1", "amount = 4, keep = 4"), players=3)
    state = begun(rules, "draw c1", "draw c2", "draw c3", "draw c4", "draw c5")
    assert [len(state.player(seat).items) for seat in range(3)] == [4, 1, 0]
    assert "none-left" in {event.name for event in state.events}


# --- hidden ones ----------------------------------------------------------------------------------------------------


def test_of_hidden_ones_nobody_else_sees_which() -> None:
    rules = loaded(GOAL)
    one, two = begun(rules, "draw g2", "draw g5"), begun(rules, "draw g3", "draw g7")
    assert one.view(1).key() == two.view(1).key()
    assert one.view(1).pending == two.view(1).pending
    assert one.view(0).key() != two.view(0).key()
    assert one.view(0).legal() == one.legal() != ()
    assert one.view(1).legal() == ()
    assert one.seen_by(one.legal()[0]) == (0,)
    first, second = one.after(rules.parse("keep g2")), one.after(rules.parse("keep g5"))
    assert first.view(1).key() == second.view(1).key()
    play(one, "keep g5")
    assert (one.player(0).face_down, one.view(1).player(0).face_down_count) == (("g5",), 1)
    assert not {"g2", "g5"} & {str(event.for_viewer(1).fields.get("item")) for event in one.events}
    assert one.score_sheet(0).total == 5 * 5


def test_a_hidden_one_is_seen_by_its_seat_and_what_is_met_on_the_way_by_all() -> None:
    strangers = '[[kind]]\nid = "stranger"\nstarts_in = "goals"\ndrawn_to = "unused"\n\n[[stranger]]\nid = "s1"\n'
    state = begun(loaded(GOAL, kinds=KINDS + strangers))
    assert [state.seen_by(state.rules.parse(text)) for text in ("draw g1", "draw s1", "place hunt 1")] == [(0,), (0, 1), (0, 1)]


@pytest.mark.parametrize("effects", [GOAL, TWICE])
def test_secrets_are_kept_in_every_state_of_the_deals(effects: str) -> None:
    rules, source = loaded(effects, players=3), random.Random(1)
    for seed in range(2):
        for state in states(rules, seed):
            if state.round and seed:
                break
            if not state.is_over and (not state.round or rules.handlers[state.stack[-1][0]].name in ("deal", "keep")):
                assert not list(leaks(state, source))


def possible(state: sa.State, seat: int) -> Iterator[tuple[int, ...]]:
    """The keys of all states with the same view of a seat, by brute force: every deal of the unseen items of each kind."""
    rules, saved, view = state.rules, state.to_dict(), state.view(seat)
    for other in range(rules.players):
        assert other == seat or len(saved["seats"][other]["face_down"]) in (0, 3)
    (holder,) = [other for other in range(rules.players) if other != seat and saved["seats"][other]["face_down"]]
    hand = saved["seats"][holder]["face_down"]
    goals = [id for id in rules.item_ids if id in {*saved["zones"]["goals"], *hand}]
    for first in goals:
        for pair in combinations([goal for goal in goals if goal != first], 2):
            guess = copy.deepcopy(saved)
            guess["seats"][holder]["face_down"] = [first, *pair]
            guess["zones"]["goals"] = [goal for goal in goals if goal != first and goal not in pair]
            candidate = rules.state_from_dict(guess)
            assert candidate.view(seat) == view
            yield candidate.key()


TRIED = 4_000


def test_a_guess_while_a_choice_is_pending_is_uniform() -> None:
    """Chi-square against all that can be: one goal that was kept before, and two that are being dealt."""
    rules = loaded(f"{GOAL}, {GOAL}")
    state = begun(rules, "draw g2", "draw g5", "keep g5", "draw g1", "draw g6")
    assert legal_texts(state) == ("keep g1", "keep g6")
    every = set(possible(state, 1))
    assert len(every) == 7 * comb(6, 2)
    view, source = state.view(1), random.Random(5)
    counts = Counter(view.guess(source).key() for _ in range(TRIED))
    assert counts.keys() == every
    expected, freedom = TRIED / len(every), len(every) - 1
    chi_square = sum((counts[key] - expected) ** 2 / expected for key in every)
    assert chi_square < freedom + 3.1 * (2 * freedom) ** 0.5, (chi_square, freedom)


def test_the_choice_is_among_those_dealt_now_whatever_the_seat_has() -> None:
    """Goals that were kept before, or drawn while the choice waits, are not among them."""
    rules = loaded(f"{CLAN}, {GOAL}")
    state = begun(rules, "draw c1", "draw c2", "keep c1", "draw g3", "draw g6")
    assert legal_texts(state) == ("keep g3", "keep g6", "use c1")
    play(state, "use c1", "draw g7", "draw g1", "draw g4")
    assert legal_texts(state) == ("keep g1, g4", "keep g1, g7", "keep g4, g7")
    below = next(frame for frame in state.stack if rules.handlers[frame[0]].name == "keep")
    assert [str(action) for action in rules.handlers[below[0]].options(state, below)] == ["keep g3", "keep g6"], "as before"
    assert state == rules.state_from_dict(state.to_dict())
    play(state, "keep g1, g7")
    assert state.player(0).face_down == ("g1", "g7", "g3", "g6")
    assert legal_texts(state) == ("keep g3", "keep g6")
    assert state == rules.state_from_dict(state.to_dict())
    play(state, "keep g3")
    assert state.player(0).face_down == ("g1", "g3", "g7")
    assert set(state.unseen("goals")) == {"g2", "g4", "g5", "g6"}


def test_of_two_choices_alike_the_later_one_is_asked_about_what_was_dealt_for_it() -> None:
    rules = loaded(CLAN.replace("keep = 1", "keep = 2"))
    assert {item[0] for action in rules.actions_of("keep") for item in action.args} == {"g"}, (
        "of clans all that are dealt are kept"
    )
    state = begun(rules, "draw c1", "draw c2", "draw c3", "draw c4")
    play(state, "use c1", "draw g1", "draw g2", "draw g3", "use c2", "draw g4", "draw g5", "draw g6")
    assert state.stack[-1] in state.stack[:-1]
    assert legal_texts(state) == ("keep g4, g5", "keep g4, g6", "keep g5, g6")
    play(state, "keep g4, g6")
    assert legal_texts(state) == ("keep g1, g2", "keep g1, g3", "keep g2, g3")


# --- actions, saves, games ------------------------------------------------------------------------------------------


def test_every_way_to_keep_some_is_an_option_once() -> None:
    """Against brute force, for all that can be dealt."""
    effect = GOAL.replace("amount = 2, keep = 1", "amount = 5, keep = 3")
    rules = loaded(effect)
    assert sum(len(action.args) == 3 for action in rules.actions_of("keep")) == comb(7, 3)
    for hand in combinations(range(1, 8), 5):
        state = begun(rules, *(f"draw g{number}" for number in hand))
        assert [set(action.args) for action in state.legal()] == [{f"g{n}" for n in way} for way in combinations(hand, 3)]
        for action in rules.actions_of("keep"):
            assert bool(state.why_not(action)) is (action not in state.legal())


def test_the_notation_is_read_back() -> None:
    rules = loaded(GOAL.replace("amount = 2, keep = 1", "amount = 4, keep = 2"))
    for action in rules.actions_of("keep"):
        assert rules.parse(action.text) is action
    assert rules.parse("keep g5,  g2") is rules.action("keep", "g2", "g5")
    with pytest.raises(sa.InvalidAction, match="an item stands twice"):
        rules.parse("keep g2, g2")
    with pytest.raises(sa.InvalidAction, match="keep ITEM, ITEM"):
        rules.parse("keep wood")


def test_a_deal_that_cannot_be_is_refused_in_a_saved_state() -> None:
    rules = loaded(GOAL)
    state = begun(rules, "draw g2", "draw g5")
    saved = state.to_dict()
    assert saved["stack"][-1] == ["keep", 0, 1, 2]
    for wrong, said in (
        (["keep", 0, 1, 1], "kept in any case"),
        (["keep", 0, 1, 3], "kept in any case"),
        (["keep", 1, 1, 2], "no 2 items that are being dealt"),
        (["deal", 0, 1, 2], "all are dealt"),
        (["deal", 1, 1, 1], "no 1 items that are being dealt"),
        (["keep", 0, 2, 2], "no whole number from 0 to 1"),
        (["keep", 0, 1, 9], "no whole number from 0 to 3"),
    ):
        assert_no_state(rules, saved, said, top=wrong)


def test_two_deals_to_a_seat_at_once_need_the_items_of_both() -> None:
    state = begun(loaded(f"{CLAN}, {GOAL}"), "draw c1", "draw c2", "keep c1", "draw g3", "draw g6")
    play(state, "use c1", "draw g7", "draw g1", "draw g4")
    saved = state.to_dict()
    saved["zones"]["goals"].append(saved["seats"][0]["face_down"].pop())
    assert_no_state(state.rules, saved, "no 2 items that are being dealt")


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_keep_every_law(players: int) -> None:
    whole_games(loaded(TWICE, players), 3, "deal", "keep")


@pytest.mark.parametrize("decisions", [2, 3, 40])
def test_the_record_of_a_seat_replays_what_it_has_seen_and_names_no_secret(decisions: int) -> None:
    """Also where it ends in the middle of a choice that is not the seat's own."""
    game = sa.Game(loaded(f"{CLAN}, {GOAL}"), seed=4)
    for _ in range(decisions):
        game.play(game.legal()[0])
    for seat in (0, 1):
        text = str(game.record.for_seat(seat))
        secrets = [item for item in game.state.player(1 - seat).face_down if item.startswith("g")]
        assert secrets or decisions == 2
        assert not [item for item in secrets if f"draw {item}" in text or f"keep {item}" in text]
        again = sa.replay(text, rules=game.rules, allow_unfinished=True)
        assert again.length == game.length
        assert again.state.view(seat) == game.state.view(seat)


def test_the_sensible_policy_keeps_what_is_worth_most() -> None:
    state = begun(loaded(f"{CLAN}, {GOAL}"), "draw c1", "draw c5")
    assert chosen(state) == {"keep c5"}
    play(state, "keep c5", "draw g3", "draw g4")
    assert chosen(state) == {"keep g4"}


def test_places_of_dealt_items_are_theirs_until_they_go_back() -> None:
    """An item that is being dealt lies before the seat, with the place that it is for its owner."""
    huts = CLANS.replace("anytime = ", 'workplace = { circles = 1, effects = [{ do = "figure" }] }\nanytime = ')
    state = begun(base_with(KINDS + GOALS + huts + DEALT.format(CLAN)))
    for answer in ("draw c2", "draw c3"):
        play(state, answer)
        check_all(state)
        saved = read_again(state)
        assert (saved, saved._closed_places) == (state, state._closed_places)
    play(state, "keep c3")
    check_all(state)
    assert [state._closed_places >> state.rules.place(clan).index & 1 for clan in ("c2", "c3")] == [1, 0]
