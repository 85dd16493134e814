"""Dice of a roll and numbers of limits that are read from the game, listed when the rules are compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from dealt import resolved
from mechanics.games import against, whole_games
from stoneage_rules.authoring.explain import why
from stoneage_rules.plugin import TAKING_ITEMS
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import inspect_pack, play, position
from writing import base_pack, base_with, write_pack

DICE = '[[patch.location]]\ntarget = "base:hunt"\nset.effects.roll.dice = {}\n'
LIMIT = '[[patch.limit]]\ntarget = "base:village-places"\nset.at_most.2 = {}\n'


def hunting(rules: sa.Ruleset, **given: object) -> sa.State:
    """Seat 0 has hunted with two figures."""
    return play(position(rules, {"phase": "take-actions", "figures": {"hunt": [2, 0], "fields": [0, 1]}} | given), "resolve hunt")


def test_where_the_number_is_0_or_less_nothing_is_rolled() -> None:
    state = hunting(base_with(DICE.format('{ tools = "count", plus = -1 }')))
    assert not state.is_chance
    assert state.pending.seat == 1


@pytest.mark.parametrize("gold", [0, 2])
def test_where_the_number_is_0_nothing_is_chosen_and_nobody_joins(gold: int) -> None:
    effects = (
        '{ do = "figure", amount = { goods = "gold", at_most = 3 } }, '
        '{ do = "choose", of = "resource", amount = { goods = "gold", at_most = 3 } }'
    )
    rules = base_with(f'[[patch.location]]\ntarget = "fields"\nappend.effects = [{effects}]\n')
    state = resolved(rules, "fields", goods={"gold": gold})
    assert state.player(0).figures == rules.initial_state().player(0).figures + gold
    assert (state.pending.kind, state.pending.amount) == (("choose-goods", gold) if gold else ("resolve-place", None))


@pytest.mark.parametrize(
    ("gains", "then"),
    [
        ('do = "gain", good = "wood"', ()),
        ('do = "gain", good = "wood", if = [{ goods = "gold", max = 0 }]', ()),
        ('do = "choose", of = "resource"', ("take 2 wood",)),
    ],
)
def test_what_an_item_brings_at_any_time_may_be_such_a_number(gains: str, then: tuple[str, ...]) -> None:
    """It pays nothing then, because nobody can say beforehand how much it is."""
    effects = f'[{{ {gains}, amount = {{ goods = "food", at_most = 2 }} }}]'
    rules = base_with(f'[[patch.card]]\ntarget = "civ-05"\nset.anytime = {effects}\n')
    state = position(rules, {"phase": "placing", "seats": {0: {"items": ["civ-05"], "goods": {"food": 5}}}})
    item = rules.item_index["civ-05"]
    assert (rules.items[item].bonus, rules.entries(TAKING_ITEMS)) == (((0,) * len(rules.goods),), (item,))
    play(state, "use civ-05", *then)
    assert state.good(0, "wood") == 2


def test_gains_at_any_time_in_more_ways_than_can_be_listed_are_refused() -> None:
    chosen = ", ".join(f'{{ do = "choose", of = "resource", amount = 12, id = "{name}" }}' for name in ("one", "two"))
    with pytest.raises(sa.ContentError, match="what can be had at any time comes in more than 50000 ways"):
        base_with(f'[[patch.card]]\ntarget = "civ-05"\nset.anytime = [{chosen}]\n')


def test_without_a_tie_break_tied_seats_share_the_victory() -> None:
    away = "".join(f'[[remove.tie_break]]\ntarget = "{name}"\nwhy = "nobody minds"\n' for name in ("tool-value", "tool-count"))
    given = {"over": True, "seats": {0: {"points": 9, "tracks": {"agriculture": 3}}, 1: {"points": 9}}}
    shared, broken = position(base_with(away), given), position(sa.load(players=2), given)
    assert (shared.score_sheet(0).total, broken.winners) == (shared.score_sheet(1).total, (0,))
    assert (shared.score_sheet(0).tie_break, shared.winners) == (None, (0, 1))
    assert shared.score_sheet(0).to_dict()["tie_break"] is None


def test_dice_that_change_are_described_and_valued() -> None:
    rules = base_with(DICE.format('{ round = "now", at_most = 6 }'))
    assert "dice, as many as the round, at most 6, / 2 food" in rules.location("hunt").words
    state = position(rules, {"phase": "placing", "round": 2})
    assert sensible_policy(1)(state.view(state.pending.seat), state.legal()) in state.legal()


LIMITED = LIMIT.format('{ round = "now", at_most = 2 }')


@pytest.mark.parametrize(("round", "is_open"), [(1, False), (2, True), (5, True)])
def test_a_limit_is_what_its_number_is_now(round: int, is_open: bool) -> None:
    rules = base_with(LIMITED)
    state = position(rules, {"phase": "placing", "round": round, "figures": {"fields": {1: 1}}, "acting": 0})
    reasons = {reason.check: reason for reason in against(state, "place toolmaker-hut 1")}
    assert (not reasons) is is_open
    assert any(action.args[0] == "toolmaker-hut" for action in state.legal()) is is_open
    if not is_open:
        assert "at most 1 place of the village is occupied" in reasons["placement.limit"].needed


@pytest.mark.parametrize("round", [1, 2])
def test_a_limit_of_0_or_less_now_closes_its_places(round: int) -> None:
    rules = base_with(LIMIT.format('{ round = "now", plus = -2, at_most = 2 }'))
    state = position(rules, {"phase": "placing", "round": round})
    (reason,) = against(state, "place fields 1")
    assert (reason.check, reason.needed) == ("placement.limit", "with 2 players no place of the village is occupied")
    assert {"toolmaker-hut", "hut", "fields"}.isdisjoint(action.args[0] for action in state.legal())


def test_whole_games_keep_every_law() -> None:
    whole_games(base_with(LIMITED), 2, "place-figures", every=60)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (DICE.format('{ goods = "wood" }'), "this can be any number; 20 is the most"),
        (DICE.format('{ figures = "all", times = 3 }'), "this can be 30; 20 is the most"),
        (LIMIT.format('{ goods = "wood" }'), "this can be any number; 99 is the most"),
    ],
)
def test_a_number_without_an_end_is_refused(text: str, told: str) -> None:
    (error,) = inspect_pack(base_pack(text)).findings
    assert (error.code, error.place.label) == ("SA211", told)


def test_a_limit_that_never_binds_is_told() -> None:
    text = LIMIT.format('{ round = "now", at_least = 7, at_most = 9 }')
    assert "SA515" in {found.code for found in inspect_pack(base_pack(text)).findings}


@pytest.mark.parametrize(
    ("text", "edit", "address"),
    [
        (DICE.format('{ round = "now", at_most = 6 }'), ("location", "base:hunt", "set.effects.roll.dice.at_most = 4"),
         "effects.roll.dice.at_most"),
        (LIMITED, ("limit", "base:village-places", "set.at_most.2.at_most = 3"), "at_most.2.at_most"),
    ],
)  # fmt: skip
def test_the_number_is_edited_at_its_address(text: str, edit: tuple[str, str, str], address: str, tmp_path: Path) -> None:
    kind, target, line = edit
    plain = str(write_pack(tmp_path, {"x.toml": text}, requires="base", id="plain"))
    editing = f'[[patch.{kind}]]\ntarget = "{target}"\n{line}\n'
    edited = sa.load(players=2, modules=[plain, str(write_pack(tmp_path, {"x.toml": editing}, requires="plain", id="editor"))])
    step = why(edited, f"{kind} {target} {address}")[0]
    assert (step.pack, step.line) == ("editor", 3)
    assert edited.digest != sa.load(players=2, modules=[plain]).digest
