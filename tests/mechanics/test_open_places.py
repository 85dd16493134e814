"""Places, limits and score lines with `if`: closed by the named check, for whom and while it says, told with the statement."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from mechanics.games import against, read_again, whole_games
from stoneage_rules.plugin import Phrases
from stoneage_rules.testing import position
from writing import base_with, write_pack

SHAMAN = """
[[patch.location]]
target = "base:hut"
set.if = [{ track = "agriculture", min = 3 }]
append.rules = ["stranger.open"]

[[patch.location]]
target = "base:forest"
set.if = [{ goods = "wood", max = 2 }, { goods = "food", of = "all", max = 30 }]

[[statement]]
id = "stranger.open"
text = "The hut is for those who know the fields: agriculture 3 or more."
source = "house rule"
checks = ["placement.closed"]

[[limit]]
id = "hungry-village"
counts = "occupied-places"
group = "village"
at_most = { 2 = 1 }
if = [{ goods = "food", max = 3 }]

[[score]]
id = "harvest"
count = { goods = "food" }
each = 2
if = [{ goods = "food", min = 5 }]
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(SHAMAN)


def placing(rules: sa.Ruleset, *, track: int = 0, figures: dict[str, dict[int, int]] | None = None, **goods: int) -> sa.State:
    """Seat 0 places next."""
    seat = {"tracks": {"agriculture": track}, "goods": goods}
    return position(rules, {"phase": "placing", "figures": figures or {}, "seats": {0: seat}})


def offered(state: sa.State) -> set[str]:
    """The places where the seat may place."""
    return {action.args[0] for action in state.legal() if action.kind == "place"}


@pytest.mark.parametrize(("track", "is_open"), [(0, False), (2, False), (3, True), (10, True)])
def test_a_place_is_open_only_while_its_condition_holds(rules: sa.Ruleset, track: int, is_open: bool) -> None:
    state = placing(rules, track=track)
    assert ("hut" in offered(state)) is is_open
    assert bool(against(state, "place hut 2")) is not is_open


def test_the_reason_quotes_the_statement_of_the_pack_and_what_is_now(rules: sa.Ruleset) -> None:
    (reason,) = against(placing(rules, track=1), "place hut 2")
    assert reason.check == "placement.closed"
    assert reason.needed == "hut is open only if the position on agriculture is 3 or more"
    assert reason.found == "the position on agriculture is 1"
    assert reason.sentence == "The hut is for those who know the fields: agriculture 3 or more."
    assert reason.where == "stranger/rules.toml:4", "the line of the row, not of the place"


def test_all_rows_must_hold_and_the_reason_names_those_that_do_not(rules: sa.Ruleset) -> None:
    assert "forest" in offered(placing(rules, wood=2, food=1))
    (reason,) = against(placing(rules, wood=3, food=1), "place forest 1")
    assert reason.found == "the number of wood is 3"
    (reason,) = against(placing(rules, wood=2, food=31), "place forest 1")
    assert "the number of wood" not in str(reason)


def test_a_limit_applies_only_while_its_condition_holds(rules: sa.Ruleset) -> None:
    there = {"fields": {1: 1}}
    assert "toolmaker-hut" not in offered(placing(rules, food=3, figures=there))
    assert "toolmaker-hut" in offered(placing(rules, food=4, figures=there))
    assert "placement.limit" in {
        reason.check for reason in against(placing(rules, food=3, figures=there), "place toolmaker-hut 1")
    }


def test_a_score_line_counts_only_while_its_condition_holds(rules: sa.Ruleset) -> None:
    for food, points in (4, 0), (5, 10), (6, 12):
        state = placing(rules, food=food)
        lines = {line.id: line.points for line in state.score_sheet(0).lines}
        assert lines["harvest"] == points
        assert state.score_sheet(0).total == sum(lines.values()) == rules._scoring.total(state, 0)


def test_figures_that_came_before_a_place_closed_stay_and_are_saved(rules: sa.Ruleset) -> None:
    state = placing(rules, figures={"hut": {0: 2}})
    read_again(state)


def test_whole_games_keep_every_law(rules: sa.Ruleset) -> None:
    whole_games(rules, 2, "place-figures", every=40)


def test_packs_in_either_order_close_the_same_places(tmp_path: Path) -> None:
    one = '[[patch.location]]\ntarget = "base:hut"\nappend.if = [{ goods = "wood", min = 1 }]\n'
    other = '[[patch.location]]\ntarget = "base:hut"\nappend.if = [{ goods = "clay", min = 1 }]\n'
    offers = []
    for folder, texts in (tmp_path / "1", (one, other)), (tmp_path / "2", (other, one)):
        packs = [
            write_pack(folder, {"x.toml": text}, requires="base", id=id) for id, text in zip(("aa", "bb"), texts, strict=True)
        ]
        for modules in packs, packs[::-1]:
            rules = sa.load(players=2, modules=list(map(str, modules)))
            offers.append([offered(placing(rules, **goods)) for goods in ({}, {"wood": 1}, {"clay": 1}, {"wood": 1, "clay": 1})])
    assert all(offer == offers[0] for offer in offers)
    assert ["hut" in places for places in offers[0]] == [False, False, False, True]


LATE = """
[[patch.location]]
target = "base:hut"
set.if = [{ round = "now", min = 3 }]

[[patch.location]]
target = "base:hunt"
set.if = [{ round = "now", every = 2 }, { seat = "order", max = 1 }]
"""


def test_what_depends_on_the_round_is_told_in_its_words_and_asked_in_each_round() -> None:
    rules = base_with(LATE)
    for number, hut, hunt in (1, False, False), (2, False, True), (3, True, False), (4, True, True), (2, False, True):
        state = position(rules, {"phase": "placing", "round": number})
        assert ("hut" in offered(state), "hunt" in offered(state)) == (hut, hunt)
    reasons = against(position(rules, {"phase": "placing", "round": 2}), "place hut 2")
    assert str(reasons[0]).startswith("hut is open only from round 3 on; the round is 2")
    assert rules.location("hunt").record.describe(rules.service(Phrases)) != ""


def test_a_limit_counts_no_place_without_figures() -> None:
    """Nor the first place of all."""
    patches = [f'[[patch.location]]\ntarget = "base:{place}"\nappend.groups = ["wild"]\n' for place in ("hunt", "forest")]
    limit = '[[limit]]\nid = "one-wild"\ncounts = "occupied-places"\ngroup = "wild"\nat_most = { 2 = 1 }\n'
    rules = base_with(limit + "".join(patches))
    assert rules.places[0].id == "hunt"
    assert offered(placing(rules)) >= {"hunt", "forest"}
    assert offered(placing(rules, figures={"hunt": {1: 1}})) & {"hunt", "forest"} == {"hunt"}


def test_a_reason_cites_a_statement_that_is_about_all_places_if_none_is_about_one() -> None:
    text = '[[patch.location]]\ntarget = "base:forest"\nset.if = [{ goods = "wood", max = 2 }]\n'
    statement = '[[statement]]\nid = "stranger.closed"\ntext = "Some close."\nsource = "a rule"\nchecks = ["placement.closed"]\n'
    for more, cited in (("", None), (statement, "stranger.closed")):
        (reason,) = against(placing(base_with(text + more), wood=3), "place forest 1")
        assert (reason.check, reason.statement) == ("placement.closed", cited)
