"""The statement that a refusal cites, where a record of a house rule meets statements about other records."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from packs.toy import manifest_text

HOUSE = """
[[statement]]
id = "house.village"
text = "With four players, too, only two places of the village can be occupied."
{checks}

[[limit]]
id = "village-of-four"
counts = "occupied-places"
group = "village"
at_most = {{ 4 = 2 }}
rules = ["house.village"]

[[statement]]
id = "house.shrine"
text = "The shrine makes a point."

[[location]]
id = "shrine"
circles = 2
figures = {{ exactly = 1 }}
effects = [{{ do = "points", amount = 1 }}]
rules = ["house.shrine"]
"""


@pytest.fixture(params=["", 'checks = ["placement.limit"]'], ids=["names-no-check", "names-the-check"])
def state(tmp_path: Path, request: pytest.FixtureRequest) -> sa.State:
    """The first choice of a game of four with the house rules."""
    (tmp_path / "pack.toml").write_text(manifest_text("house", requires={"base": ">=1.0"}), "utf-8")
    (tmp_path / "house.toml").write_text(HOUSE.format(checks=request.param), "utf-8")
    state = sa.load(players=4, modules=[str(tmp_path)]).initial_state()
    while state.is_chance:
        state.apply(state.outcomes()[0][0])
    return state


def cited(state: sa.State, action: str) -> list[tuple[str, str | None]]:
    """The check and the statement of each reason against an action."""
    return [(reason.check, reason.statement) for reason in state.why_not(state.rules.parse(action))]


def placed(state: sa.State, *actions: str) -> sa.State:
    for action in actions:
        state.apply(state.rules.parse(action))
    return state


def test_a_limit_of_a_house_rule_is_told_in_its_own_words(state: sa.State) -> None:
    placed(state, "place fields 1", "place toolmaker-hut 1")
    assert cited(state, "place hut 2") == [("placement.limit", "house.village")]


def test_a_location_of_a_house_rule_is_not_refused_with_the_words_of_another(state: sa.State) -> None:
    assert cited(state, "place shrine 2") == [("placement.figures", "house.shrine")]


def test_a_statement_about_all_locations_is_cited_for_each(state: sa.State) -> None:
    placed(state, "place shrine 1", "place shrine 1")
    assert cited(state, "place shrine 1") == [("placement.circles", "base.place.full")]
    placed(state, "place fields 1")
    assert cited(state, "place fields 1") == [("placement.circles", "base.place.full")]
