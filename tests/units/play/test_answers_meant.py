"""Answers as people type them: cut short, in capitals, with the names that a board shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from packs.toy import write
from shipped import needs
from stoneage_rules.play.meanings import Several, answer_meant
from stoneage_rules.testing import position


@pytest.fixture(scope="module")
def state() -> sa.State:
    return sa.Game(sa.load(players=2), seed=5).state


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("hunt 3", "place hunt 3"),
        ("  HUNT   3 ", "place hunt 3"),
        ("Hunting grounds 3", "place hunt 3"),
        ("place clay pit 2", "place clay-pit 2"),
        ("toolmaker's hut", "place toolmaker-hut 1"),
        ("card space 1", "place card-1 1"),
        ("hut", "place hut 2"),
    ],
)
def test_an_option_is_found_by_the_beginning_of_its_words_and_the_names_of_places(state: sa.State, line: str, meant: str) -> None:
    assert answer_meant(line, state) is state.rules.parse(meant)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("hut 1", "place hut 1"),
        ("Clay pit 99", "place clay-pit 99"),
        ("pay 2 Wood", "pay 2 wood"),
        ("roll 6 6", "roll 6 6"),
        ("resolve", "resolve"),
    ],
)
def test_what_is_no_option_comes_back_in_full_to_be_refused_with_reasons(state: sa.State, line: str, text: str) -> None:
    assert answer_meant(line, state) == text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hunt", "several options begin so, `place hunt 1` to `place hunt 5`; say which, as `hunt 5`"),
        ("farm", "nothing here is called `farm`; `?` tells what you can type"),
        ("forst 2", "nothing here is called `forst`; did you mean `forest`?"),
        ("hnit", "nothing here is called `hnit`; did you mean `hint`?"),
        ("dance", "nothing here is called `dance`; `?` tells what you can type"),
    ],
)
def test_what_can_mean_nothing_or_several_things_is_said_so(state: sa.State, line: str, said: str) -> None:
    with pytest.raises(sa.InvalidAction) as refused:
        answer_meant(line, state, ("hint",))
    assert str(refused.value) == said


def test_after_the_end_any_line_comes_back(state: sa.State) -> None:
    over = position(state.rules, {"over": True})
    assert [answer_meant(line, over) for line in ("", "hunt 3", "Place hunt 3")] == ["", "hunt 3", "place hunt 3"]


def test_why_takes_the_first_of_several(state: sa.State) -> None:
    assert str(answer_meant("forest", state, any_of=True)) == "place forest 1"


@needs("style-is-the-goal")
def test_a_name_of_one_word_is_understood(state: sa.State) -> None:
    with_trader = sa.Game(sa.load(players=2, modules=["style-is-the-goal"]), seed=5).state
    assert str(answer_meant("trader", with_trader)) == "place trader-post 2"
    assert answer_meant("place trader 9", with_trader) == "place trader-post 9"


def test_a_place_that_is_called_like_a_good_leaves_the_good_alone(tmp_path: Path) -> None:
    edit = '[[patch.location]]\ntarget = "base:river"\nset.name = "wood"\nwhy = "to see"\n'
    rules = sa.load(players=2, modules=[str(write(tmp_path, "lumber", edit, requires={"base": ">=1"}))])
    assert str(answer_meant("wood 2", sa.Game(rules, seed=5).state)) == "place river 2"
    game, choose = sa.Game(rules, seed=5), sa.policies.make_policy("sensible", 5)
    while not any(action.text.startswith("pay") and "wood" in action.text for action in game.legal()):
        game.play(choose(game.view(game.seat), game.legal()))
    for action in game.legal():
        assert answer_meant(action.text, game.state) is action


@pytest.fixture(scope="module")
def paying() -> sa.State:
    """The payment of 1 to 7 resources."""
    given = {
        "phase": "take-actions",
        "seats": {0: {"goods": {"wood": 2, "clay": 1, "stone": 2, "gold": 3}}},
        "spaces": {"building-1": "bld-27"},
        "figures": {"building-1": [1, 0]},
    }
    state = position(sa.load(players=2), given)
    return state.after(state.rules.parse("resolve building-1"))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("pay 3 gold 2 stone", "pay 2 stone, 3 gold"),
        ("pay 2 stone 3 gold", "pay 2 stone, 3 gold"),
        ("Pay 3 gold, 2 stone", "pay 2 stone, 3 gold"),
        ("3 gold 2 stone 1 clay 1 wood", "pay 1 wood, 1 clay, 2 stone, 3 gold"),
        ("pay 3 gold", "pay 3 gold"),
    ],
)
def test_goods_stand_in_any_order_with_commas_or_without(paying: sa.State, line: str, meant: str) -> None:
    assert answer_meant(line, paying) is paying.rules.parse(meant)


@pytest.mark.parametrize(
    ("line", "text"),
    [("4 gold 2 stone", "pay 4 gold, 2 stone"), ("pay 4 gold", "pay 4 gold"), ("pay 8 wood 1 food", "pay 8 wood, 1 food")],
)
def test_goods_that_cannot_be_paid_are_refused_with_reasons(paying: sa.State, line: str, text: str) -> None:
    assert answer_meant(line, paying) == text
    assert paying.why_not(paying.rules.parse(text))


def test_a_part_of_a_payment_finds_all_that_have_it(paying: sa.State) -> None:
    with pytest.raises(Several) as raised:
        answer_meant("3 gold", paying)
    found = [*map(str, raised.value.options)]
    assert "pay 3 gold" in found
    assert "pay 2 wood, 1 clay, 1 stone, 3 gold" in found
    assert all("3 gold" in text for text in found)
    assert len(found) == sum("3 gold" in action.text for action in paying.legal())


@pytest.mark.parametrize("line", ["all", "pay all"])
def test_all_is_as_many_goods_as_can_be(paying: sa.State, line: str) -> None:
    with pytest.raises(Several) as raised:
        answer_meant(line, paying)
    assert {sum(action.data) for action in raised.value.options} == {7}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("forest all", "place forest 5"),
        ("all", None),
        ("wood 3", "place forest 3"),
        ("wood all", "place forest 5"),
        ("hunting grounds all", "place hunt 5"),
        ("hunting ground 3", "place hunt 3"),
        ("grounds 2", "place hunt 2"),
        ("card", None),
        ("c 2", None),
    ],
)
def test_parts_of_names_and_what_a_place_brings_find_it_but_nothing_unsure_is_played(
    state: sa.State, line: str, meant: str | None
) -> None:
    if meant:
        assert str(answer_meant(line, state)) == meant
        return
    with pytest.raises(Several) as raised:
        answer_meant(line, state)
    assert raised.value.options
