"""The statement that a refusal cites, where a record of a house rule meets statements about other records."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import position
from writing import manifest_text

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


def test_a_limit_without_a_statement_cites_none_and_names_its_condition(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(manifest_text("house", requires={"base": ">=1.0"}), "utf-8")
    limit = '[[limit]]\nid = "enough-wood"\ncounts = "occupied-places"\ngroup = "woods"\nat_most = { 2 = 0 }\n'
    limit += 'if = [{ goods = "wood", min = 5 }]\n[[patch.location]]\ntarget = "base:forest"\nappend.groups = ["woods"]\n'
    (tmp_path / "house.toml").write_text(limit, "utf-8")
    state = position(
        sa.load(players=2, modules=[str(tmp_path)]), {"phase": "placing", "seats": {0: {"goods": {"wood": 6}}}, "acting": 0}
    )
    (against,) = state.why_not(state.rules.parse("place forest 1"))
    assert against.to_dict()["address"] == against.address
    assert (against.address, against.statement, against.sentence) == ("limit house:enough-wood", None, "")
    assert against.needed == "with 2 players no place of the woods is occupied if the number of wood is 5 or more"
    assert against.found == "nobody may place there, and the number of wood is 6"


def test_a_location_of_a_house_rule_is_not_refused_with_the_words_of_another(state: sa.State) -> None:
    assert cited(state, "place shrine 2") == [("placement.figures", "house.shrine")]


def test_a_statement_about_all_locations_is_cited_for_each(state: sa.State) -> None:
    placed(state, "place shrine 1", "place shrine 1")
    assert cited(state, "place shrine 1") == [("placement.circles", "base.place.full")]
    placed(state, "place fields 1")
    assert cited(state, "place fields 1") == [("placement.circles", "base.place.full")]


ANSWERED = """
[[statement]]
id = "house.{id}"
text = "There is always something to do."
{keys}
"""


def with_statement(folder: Path, keys: str) -> sa.Ruleset:
    (folder / "pack.toml").write_text(manifest_text("house", requires={"base": ">=1.0"}), "utf-8")
    (folder / "house.toml").write_text(ANSWERED.format(id="busy", keys=keys), "utf-8")
    return sa.load(players=2, modules=[str(folder)])


def test_a_statement_answers_a_word_at_its_own_decision(tmp_path: Path) -> None:
    rules = with_statement(tmp_path, 'kernel = ["resolve-place"]\nanswers = ["wait", "pass"]')
    placing = position(rules, {"phase": "placing"})
    resolving = position(rules, {"phase": "take-actions", "figures": {"fields": [1, 0], "hunt": [1, 0]}})
    assert cited(resolving, "wait") == cited(resolving, "pass") == [("decision.kind", "house.busy")]
    assert cited(placing, "pass") == [("decision.kind", "base.place.no-pass")]
    assert cited(placing, "wait") == [("decision.kind", "base.round.phases")]
    assert str(rules.parse("wait")) == "wait"
    with pytest.raises(sa.InvalidAction, match="`wait now` cannot be read"):
        rules.parse("wait now")
    with pytest.raises(sa.InvalidAction, match="known are decline, draw, pay"):
        rules.parse("sleep")


@pytest.mark.parametrize(("keys", "said"), [
    ('answers = ["wait"]', "nothing is asked at which these words could be typed"),
    ('kernel = ["place-figures"]\nanswers = ["Wait a bit"]', "a word is written in small letters, without blanks"),
])  # fmt: skip
def test_words_that_nobody_could_type_are_refused(tmp_path: Path, keys: str, said: str) -> None:
    with pytest.raises(sa.ContentError, match=said):
        with_statement(tmp_path, keys)
