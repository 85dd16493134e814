"""Rows with a list of numbers, the number of players, closed options and none at all, and effects of each placement."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state
from mechanics.games import against, chosen, read_again, whole_games
from stoneage_rules.plugin import IfRow, Phrases
from stoneage_rules.testing import inspect_pack, legal_texts, play, position
from writing import base_pack, base_with


def at_hut(effects: str, more: str = "") -> str:
    return f'[[location]]\nid = "lodge"\ncircles = 4\nagain = true\n{more}effects = [{effects}]\n'


def resolved(rules: sa.Ruleset, **seat: object) -> sa.State:
    """Seat 0 has resolved the lodge; seat 1 has still to act."""
    given = {"phase": "take-actions", "figures": {"lodge": {0: 1}, "hunt": {1: 1}}, "seats": {0: seat} if seat else {}}
    state = position(rules, given)
    state._noted = []
    return play(state, "resolve lodge")


def codes(text: str) -> list[str]:
    return sorted(finding.code for finding in inspect_pack(base_pack(text)).findings)


# --- numbers in a list ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round", "points"), [(3, 0), (4, 2), (5, 0), (9, 2)])
def test_a_row_with_a_list_holds_for_its_numbers_alone(round: int, points: int) -> None:
    rules = base_with(at_hut('{ do = "points", amount = 2, if = [{ round = "now", in = [4, 9] }] }'))
    given = {"round": round, "phase": "take-actions", "figures": {"lodge": {0: 1}, "hunt": {1: 1}}}
    assert play(position(rules, given), "resolve lodge").player(0).points == points


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (IfRow("round", "now", in_=(4,)), "in round 4"),
        (IfRow("round", "now", in_=(4, 7, 9)), "in rounds 4, 7 and 9"),
        (IfRow("goods", "food", in_=(0, 2)), "if the number of food is 0 or 2"),
    ],
)
def test_lists_are_told_in_words(row: IfRow, words: str) -> None:
    assert base_with(at_hut('{ do = "tool" }')).service(Phrases).row(row) == words


ROWS = {
    "beside a range": ("in = [1, 2], min = 1", ["SA207"]),
    "twice": ("in = [1, 2, 1]", ["SA207"]),
    "empty": ("in = []", ["SA207"]),
    "out of reach": ("in = [1, 12]", ["SA507"]),
    "within reach": ("in = [1, 10]", []),
}


@pytest.mark.parametrize("case", ROWS)
def test_lists_that_make_no_sense_are_told(case: str) -> None:
    row, expected = ROWS[case]
    text = at_hut('{ do = "tool", if = [{ track = "agriculture", ROW }] }').replace("ROW", row)
    assert {*codes(text)} == {*expected}


# --- players ----------------------------------------------------------------------------------------------------------


def test_the_number_of_players_is_a_quantity() -> None:
    text = at_hut('{ do = "points", amount = { players = "count", times = 2 } }')
    for players in (2, 3, 4):
        state = position(base_with(text, players), {"phase": "take-actions", "figures": {"lodge": {0: 1}, "hunt": {1: 1}}})
        assert play(state, "resolve lodge").player(0).points == 2 * players


def test_a_number_behind_players_is_told_where_it_belongs() -> None:
    findings = inspect_pack(base_pack(at_hut('{ do = "tool", if = [{ players = 2 }] }'))).findings
    assert findings[0].code == "SA201"
    assert "when = [{ players = [2] }]" in str(findings[0])
    assert not codes(at_hut('{ do = "tool", if = [{ players = "count", min = 3 }] }'))


# --- closed options, and none -----------------------------------------------------------------------------------------

TRADE = """{ do = "one-of", offer = "open"%s, effects = [
    { do = "all-of", if = [{ goods = "food", min = 20 }], effects = [{ do = "lose", good = "food", amount = 20 }, { do = "points", amount = 9 }] },
    { do = "tool", if = [{ tools = "count", max = 0 }] },
] }, { do = "points", amount = 1 }"""  # noqa: E501


def test_closed_options_are_refused_with_their_condition() -> None:
    state = resolved(base_with(at_hut(TRADE % "")), goods={"food": 5})
    assert legal_texts(state) == ("choose 2",)
    (reason,) = against(state, "choose 1")
    assert (reason.check, reason.needed, reason.found) == (
        "choice.open", "effect 1 is open only if the number of food is 20 or more", "the number of food is 5",
    )  # fmt: skip
    assert [reason.check for reason in against(state, "choose 3")] == ["choice.listed"]
    read_again(state)


def test_if_all_are_closed_nothing_is_asked() -> None:
    for decline in ("", ", decline = true"):
        state = resolved(base_with(at_hut(TRADE % decline)), goods={"food": 5}, tools=[[1, False]])
        assert (state.seat, state.player(0).points) == (1, 1)


def test_none_of_the_effects_may_be_taken() -> None:
    state = resolved(base_with(at_hut(TRADE % ", decline = true")), goods={"food": 5})
    assert legal_texts(state) == ("choose 2", "decline")
    assert state.pending.prompt.endswith(", or none of them")
    read_again(state)
    play(state, "decline")
    assert (state.player(0).tools, state.player(0).points) == ((), 1)
    assert "seat 0 takes none of the effects" in [str(line) for line in sa.Narrator(state.rules).tell(state.events)]


def test_where_one_must_be_taken_declining_is_refused() -> None:
    rules = base_with(at_hut(f'{TRADE % ""}, {{ do = "one-of", decline = true, effects = [{{ do = "figure" }}] }}'))
    state = resolved(rules, goods={"food": 5})
    assert [reason.check for reason in against(state, "decline")] == ["choice.must"]
    play(state, "choose 2")
    assert legal_texts(state) == ("choose 1", "decline")


def test_a_use_at_any_time_that_closes_all_opens_all() -> None:
    card = '[[card]]\nid = "snack"\nanytime = [{ do = "gain", good = "food", amount = 3 }]\n'
    poor = '{ do = "one-of", offer = "open", effects = [{ do = "tool", if = [{ goods = "food", max = 2 }] }, %s] }'
    rules = base_with(at_hut(poor % '{ do = "figure", if = [{ goods = "food", max = 1 }] }') + card)
    state = resolved(rules, goods={"food": 0}, items=["snack"])
    play(state, "use snack")
    assert {"choose 1", "choose 2"} <= {*legal_texts(state)}
    read_again(state)
    play(state, "choose 1")
    assert not state.player(0).tools


def test_a_saved_question_in_which_all_is_closed_is_refused() -> None:
    state = resolved(base_with(at_hut(TRADE % "")), goods={"food": 5})
    saved = state.to_dict()
    saved["seats"][0]["tools"] = [[1, False]]
    assert_no_state(state.rules, saved, "a choice of effects that are all closed")


def test_the_policy_declines_what_only_costs() -> None:
    rules = base_with(at_hut('{ do = "one-of", decline = true, effects = [{ do = "points", amount = -9 }] }'))
    assert chosen(resolved(rules)) == {"decline"}
    rules = base_with(at_hut('{ do = "one-of", decline = true, effects = [{ do = "points", amount = 9 }] }'))
    assert chosen(resolved(rules)) == {"choose 1"}


OFFERS = {
    "one effect": ('{ do = "one-of", effects = [{ do = "tool" }] }', ["SA207"]),
    "one effect or none": ('{ do = "one-of", decline = true, effects = [{ do = "tool" }] }', []),
    "open without a condition": ('{ do = "one-of", offer = "open", effects = [{ do = "tool" }, { do = "figure" }] }', ["SA207"]),
    "a condition that hides nothing": (
        '{ do = "one-of", effects = [{ do = "tool", if = [{ tools = "count", max = 0 }] }, { do = "figure" }] }', ["SA514"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", OFFERS)
def test_faults_of_offers_are_told(case: str) -> None:
    effects, expected = OFFERS[case]
    assert codes(at_hut(effects)) == expected


def test_games_with_open_offers_are_whole() -> None:
    whole_games(base_with(at_hut(TRADE % ", decline = true")), 3, "one-of")


# --- each placement ---------------------------------------------------------------------------------------------------

SCORED = 'each_placement = [{ do = "points", amount = { figures = "here", times = 2 } }, { do = "choose", of = "resource" }]\n'


def test_effects_of_a_placement_happen_before_the_next_turn() -> None:
    rules = base_with(at_hut('{ do = "tool" }', SCORED))
    state = play(position(rules, {"phase": "placing"}), "place lodge 2")
    assert (state.seat, state.player(0).points, state.pending.kind) == (0, 4, "choose-goods")
    read_again(state)
    play(state, "take 1 wood")
    assert state.seat == 1
    saved = play(position(rules, {"phase": "placing"}), "place lodge 2").to_dict()
    assert "at each placement" in rules.describe(rules.parse("place lodge 2"), position(rules, {"phase": "placing"}))
    assert saved["seats"][0]["points"] == 4


def test_copies_of_a_location_have_the_effects_each() -> None:
    rules = base_with(at_hut('{ do = "tool" }', SCORED + "copies = 2\n"))
    state = play(position(rules, {"phase": "placing"}), "place lodge-2 1")
    assert state.player(0).points == 2
    read_again(state)


PLACEMENTS = {
    "without an end": (at_hut("", 'stays = true\neach_placement = [{ do = "bring-home", from = "lodge" }]\n'), ["SA211"]),
    "in a circle": (
        at_hut("", 'stays = true\neach_placement = [{ do = "bring-home", from = "den" }]\n')
        + '[[location]]\nid = "den"\nstays = true\neach_placement = [{ do = "bring-home", from = "lodge" }]\n', ["SA211"],
    ),
    "from elsewhere": (
        at_hut("", 'stays = true\neach_placement = [{ do = "points", amount = 1 }]\n')
        + '[[location]]\nid = "den"\nstays = true\neach_placement = [{ do = "bring-home", from = "lodge" }]\n', [],
    ),
    "where nobody places": (
        '[[location]]\nid = "tomb"\ncircles = 0\neach_placement = [{ do = "points", amount = 1 }]\n', ["SA514"],
    ),
    "where it cannot be": (at_hut("", 'each_placement = [{ do = "buy" }]\n'), ["SA215"]),
}  # fmt: skip


@pytest.mark.parametrize("case", PLACEMENTS)
def test_faults_of_placements_are_told(case: str) -> None:
    text, expected = PLACEMENTS[case]
    assert codes(text) == expected


def test_games_with_effects_of_placements_are_whole() -> None:
    whole_games(base_with(at_hut('{ do = "tool" }', SCORED)), 3, "choose-goods")
