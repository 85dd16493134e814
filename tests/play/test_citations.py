"""The statement that a refusal cites, where a record of a house rule meets statements about other records."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from play.positions import first_choice
from stoneage_rules.testing import play, position
from writing import base_with

HOUSE = """
[[statement]]
id = "stranger.village"
text = "With four players, too, only two places of the village can be occupied."
{checks}

[[limit]]
id = "village-of-four"
counts = "occupied-places"
group = "village"
at_most = {{ 4 = 2 }}
rules = ["stranger.village"]

[[statement]]
id = "stranger.shrine"
text = "The shrine makes a point."

[[location]]
id = "shrine"
circles = 2
figures = {{ exactly = 1 }}
effects = [{{ do = "points", amount = 1 }}]
rules = ["stranger.shrine"]
"""


@pytest.fixture(params=["", 'checks = ["placement.limit"]'], ids=["names-no-check", "names-the-check"])
def state(request: pytest.FixtureRequest) -> sa.State:
    """The first choice of a game of four with the house rules."""
    return first_choice(base_with(HOUSE.format(checks=request.param), 4))


def cited(state: sa.State, action: str) -> list[tuple[str, str | None]]:
    """The check and the statement of each reason against an action."""
    return [(reason.check, reason.statement) for reason in state.why_not(state.rules.parse(action))]


def test_a_limit_of_a_house_rule_is_told_in_its_own_words(state: sa.State) -> None:
    play(state, "place fields 1", "place toolmaker-hut 1")
    assert cited(state, "place hut 2") == [("placement.limit", "stranger.village")]


def test_a_limit_without_a_statement_cites_none_and_names_its_condition() -> None:
    limit = '[[limit]]\nid = "enough-wood"\ncounts = "occupied-places"\ngroup = "woods"\nat_most = { 2 = 0 }\n'
    limit += 'if = [{ goods = "wood", min = 5 }]\n[[patch.location]]\ntarget = "base:forest"\nappend.groups = ["woods"]\n'
    state = position(base_with(limit), {"phase": "placing", "seats": {0: {"goods": {"wood": 6}}}, "acting": 0})
    (against,) = state.why_not(state.rules.parse("place forest 1"))
    assert against.to_dict()["address"] == against.address
    assert (against.address, against.statement, against.sentence) == ("limit stranger:enough-wood", None, "")
    assert against.needed == "with 2 players no place of the woods is occupied if the number of wood is 5 or more"
    assert against.found == "nobody may place there, and the number of wood is 6"


def test_a_location_of_a_house_rule_is_not_refused_with_the_words_of_another(state: sa.State) -> None:
    assert cited(state, "place shrine 2") == [("placement.figures", "stranger.shrine")]


def test_a_statement_about_all_locations_is_cited_for_each(state: sa.State) -> None:
    play(state, "place shrine 1", "place shrine 1")
    assert cited(state, "place shrine 1") == [("placement.circles", "base.place.full")]
    play(state, "place fields 1")
    assert cited(state, "place fields 1") == [("placement.circles", "base.place.full")]


ANSWERED = """
[[statement]]
id = "stranger.busy"
text = "There is always something to do."
{keys}
"""


def test_a_statement_answers_a_word_at_its_own_decision() -> None:
    rules = base_with(ANSWERED.format(keys='kernel = ["resolve-place"]\nanswers = ["wait", "pass"]'))
    placing = position(rules, {"phase": "placing"})
    resolving = position(rules, {"phase": "take-actions", "figures": {"fields": [1, 0], "hunt": [1, 0]}})
    assert cited(resolving, "wait") == cited(resolving, "pass") == [("decision.kind", "stranger.busy")]
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
def test_words_that_nobody_could_type_are_refused(keys: str, said: str) -> None:
    with pytest.raises(sa.ContentError, match=said):
        base_with(ANSWERED.format(keys=keys))
