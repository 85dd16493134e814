"""The effect `bring-home`: figures come home without acting; saving, sentences, refusals, whole games."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from gallery import GALLERY
from mechanics.games import read_again, whole_games
from stoneage_rules.testing import inspect_pack, play, position
from writing import base_pack, base_with

CAMP = """
[[location]]
id = "camp"
circles = 6
again = true
stays = true
{more}
[[location]]
id = "horn"
circles = 2
effects = [{effects}]
"""
ALL = '{ do = "bring-home", from = "camp" }'
HUNTERS = '{ do = "bring-home", from = "hunt" }'


def blown(effects: str, camp: dict[int, int]) -> sa.State:
    """Seat 0 blows the horn, with figures in the camp."""
    rules = base_with(CAMP.format(effects=effects, more=""))
    figures = {"horn": {0: 1}, "hunt": {0: 1, 1: 1}, "camp": camp}
    state = position(rules, {"phase": "take-actions", "figures": figures})
    state._noted = []
    return play(state, "resolve horn")


@pytest.mark.parametrize(("camp", "told"), [(3, ["seat 0 takes 3 figures home from camp"]), (0, [])])
def test_figures_that_stay_come_home(camp: int, told: list[str]) -> None:
    state = blown(ALL, {0: camp, 1: 2})
    assert state.figures_at("camp") == (0, 2)
    assert state.player(0).at_home == 4
    lines = [str(line) for line in sa.Narrator(state.rules).tell(state.events)]
    assert [line for line in lines if "home from" in line] == told
    read_again(state)


def test_a_full_place_has_room_again() -> None:
    state = blown(ALL, {0: 3, 1: 3})
    camp = state.rules.place("camp").index
    assert not state._full_places >> camp & 1


def test_figures_that_wait_to_act_come_home_without_acting() -> None:
    state = blown(HUNTERS, {})
    assert state.figures_at("hunt") == (0, 1)
    assert state.player(0).at_home == 5
    assert state.seat == 1


FAULTS = {
    "at any time": (ALL + ']\n[[card]]\nid = "call"\nanytime = [' + ALL, "SA207"),
    "from nowhere": ('{ do = "bring-home", from = "grave" }] \n[[location]]\nid = "grave"\ncircles = 0\neffects = [', "SA514"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_are_told(case: str) -> None:
    effects, code = FAULTS[case]
    findings = inspect_pack(base_pack(CAMP.format(effects=effects, more="effects = []"))).findings
    assert code in {finding.code for finding in findings}


def test_a_camp_that_something_counts_needs_no_effects() -> None:
    counting = CAMP.format(effects='{ do = "points", amount = { figures = "camp" } }, ' + ALL, more="")
    assert not inspect_pack(base_pack(counting)).findings
    silent = inspect_pack(base_pack(CAMP.format(effects=ALL, more=""))).findings
    assert [finding.code for finding in silent] == ["SA511"]


def test_games_with_figures_that_come_home_are_whole() -> None:
    whole_games(base_with(CAMP.format(effects=ALL, more="")), 3)


def test_rounds_in_which_nobody_can_answer_are_in_the_record() -> None:
    """All figures are away until the end of round 6, so that rounds 5 and 6 pass after one answer."""
    rules = sa.load(players=2, modules=[str(GALLERY / "expedition")])
    seats = {seat: {"goods": {"food": 90}} for seat in (0, 1)}
    given = {"round": 4, "phase": "placing", "figures": {"expedition": {0: 5}}, "seats": seats}
    game = sa.Game(rules, seed=1, start=position(rules, given))
    game.play("place expedition 5")
    assert game.state.round == 7
    assert sa.replay(str(game.record), allow_unfinished=True, packs_from=GALLERY).state == game.state
