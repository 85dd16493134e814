"""Every action and outcome has a text that reads back as the same value, and what cannot be read is told what to write.

Which action is legal when is proved elsewhere; here no state is played.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stoneage_rules as sa
from properties.play import states
from properties.tables import FEW, rules_of
from stoneage_rules.testing.strategies import loose_texts

RULES = rules_of("base-3")


@pytest.mark.parametrize("name", FEW)
def test_every_action_reads_back_as_itself(name: str) -> None:
    rules = rules_of(name)
    for index, action in enumerate(rules.actions):
        assert action.index == index
        assert rules.parse(action.text) is action
        assert rules.action(action.kind, *action.args) is action
        assert str(action) == action.text
        assert action.text.split(" ")[0] == action.kind
    assert len({action.text for action in rules.actions}) == len(rules.actions)


@pytest.mark.parametrize("name", FEW)
def test_every_outcome_met_reads_back_as_itself(name: str) -> None:
    rules = rules_of(name)
    kinds = set()
    for state in states(rules, 2):
        for outcome, _ in state.outcomes()[:50]:
            assert rules.parse(outcome.text) is outcome
            assert str(outcome) == outcome.text
            kinds.add(outcome.kind)
    assert kinds == {"roll", "draw"}


@pytest.mark.parametrize(
    ("loose", "exact"),
    [
        ("  place   hunt  3 ", "place hunt 3"),
        ("place hunt 03", "place hunt 3"),
        ("pay 1 clay, 2 wood", "pay 2 wood, 1 clay"),
        ("pay 2 wood , 1 clay", "pay 2 wood, 1 clay"),
        ("pay 2 wood, 0 clay", "pay 2 wood"),
        ("tools 1 + 2", "tools 2+1"),
        ("tools civ-33+1+2", "tools 2+1+civ-33"),
        ("tools civ-34+civ-33", "tools civ-33+civ-34"),
        ("roll 6 1 3", "roll 1 3 6"),
        ("decline ", "decline"),
    ],
)
def test_a_free_spelling_means_the_same(loose: str, exact: str) -> None:
    assert RULES.parse(loose) is RULES.parse(exact)
    assert RULES.parse(loose).text == exact


BAD = [
    ("", "no kind of action or outcome; known are .*decline.*draw.*pay"),
    ("frobnicate", "`frobnicate` is no kind of action or outcome"),
    ("plaec hunt 3", "did you mean `place`"),
    ("place", "a place and a number of figures belong here; the form is `place PLACE NUMBER`"),
    ("place hunt", "a place and a number of figures belong here"),
    ("place hunt 3 4", "a place and a number of figures belong here"),
    ("place huntt 3", "no place is called `huntt`; did you mean `hunt`"),
    ("place 3 hunt", "no place is called `3`"),
    ("place hunt three", "`three` stands where a whole number belongs"),
    ("place hunt -1", "`-1` stands where a whole number belongs"),
    ("place hunt 1.5", "`1.5` stands where a whole number belongs"),
    ("place hunt ²", "`²` stands where a whole number belongs"),
    ("place hunt 1234567", "`1234567` stands where a whole number belongs"),
    ("place civ-01 1", "no place is called `civ-01`"),
    ("resolve", "no place is called ``"),
    ("resolve river bank", "no place is called `river bank`; did you mean `river`"),
    ("pay", "no goods are named; .*the form is `pay NUMBER GOOD"),
    ("pay 2 wod", "no good is called `wod`; did you mean `wood`"),
    ("pay wood", "no good is called ``"),
    ("pay two wood", "`two` stands where a whole number belongs"),
    ("pay 2 wood, 1 wood", "`wood` stands twice; add the numbers up"),
    ("pay 2 wood 1 clay", "no good is called `wood 1 clay`"),
    ("pay 2 wood,", "cannot be read"),
    ("take 2 civ-36", "no good is called `civ-36`; there are food, wood, clay, stone, gold"),
    ("tools", "no item is called ``"),
    ("tools 2+", "no item is called ``"),
    ("tools 2+civ33", "no item is called `civ33`; did you mean `civ-33`"),
    ("use", "no item is called ``; .*the form is `use ITEM`"),
    ("use civ-99", "no item is called `civ-99`"),
    ("pick", "`` stands where a whole number belongs"),
    ("pick six", "`six` stands where a whole number belongs"),
    ("decline now", "nothing may follow here, but `now` does; the form is `decline`"),
    ("starve 2", "nothing may follow here, but `2` does"),
    ("roll", "`` stands where a whole number belongs"),
    ("roll 7", "a die shows 1 to 6"),
    ("roll 0", "a die shows 1 to 6"),
    ("roll 1,2", "`1,2` stands where a whole number belongs"),
    ("roll" + " 1" * 11, "a roll of 11 dice cannot be: no roll has more than 10"),
    ("draw", "no item is called ``"),
    ("draw card", "no item is called `card`"),
    ("draw civ-01 civ-02", "no item is called `civ-01 civ-02`"),
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=[text[:24] for text, _ in BAD])
def test_what_cannot_be_read_is_told_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(sa.InvalidAction, match=said):
        RULES.parse(text)


@pytest.mark.parametrize("value", [None, 3, b"decline", ["decline"]])
def test_what_is_no_text_cannot_be_read(value: object) -> None:
    with pytest.raises(sa.InvalidAction, match="text"):
        RULES.parse(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("frobnicate", ()),
        ("roll", ((1, 2),)),
        ("draw", ("civ-01",)),
        ("place", ()),
        ("place", ("nowhere", 2)),
        ("place", ("hunt", "2")),
        ("place", ("hunt", -2)),
        ("pay", (("wood", 2), ("wood", 1))),
        ("pay", (("wool", 2),)),
        ("pick", ("six",)),
        ("decline", ("now",)),
        ("tools", ((2,), ("civ-99",))),
        ("place", ("hunt", [2])),
    ],
)
def test_no_action_is_made_of_arguments_that_its_kind_does_not_take(kind: str, args: tuple[object, ...]) -> None:
    with pytest.raises(sa.InvalidAction):
        RULES.action(kind, *args)


@given(st.text(max_size=40) | st.from_regex(r"\A(place|pay|tools|use|roll|draw|take|pick|resolve) [ -~]{0,20}\Z"))
def test_any_text_is_read_or_refused_as_invalid(text: str) -> None:
    try:
        answer = RULES.parse(text)
    except sa.InvalidAction:
        return
    assert RULES.parse(answer.text).text == answer.text


@given(loose_texts(RULES))
def test_what_no_rule_offers_can_still_be_read_and_written(text: str) -> None:
    action = RULES.parse(text)
    assert isinstance(action, sa.Action)
    again = RULES.parse(action.text)
    assert (again.kind, again.args, again.text) == (action.kind, action.args, action.text)
    assert again is action
    assert {action: True}[again]
    assert (action.index >= 0) is any(action is known for known in RULES.actions)


def test_equal_digests_number_actions_and_outcomes_alike() -> None:
    """In rules that are not shared, as those of one table are."""
    again = sa.load(players=3, options={"base": {}})
    assert again.digest == RULES.digest
    for own, same in ((RULES.actions, again.actions), (RULES.outcomes[::101], again.outcomes[::101])):
        assert own[0] is not same[0]
        assert [*map(str, own)] == [*map(str, same)]


@pytest.mark.parametrize("blank", ["\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\u2028", "\u3000", "\n"])
def test_only_spaces_and_tabs_are_blanks(blank: str) -> None:
    """A line of play is one line for every other program, too."""
    assert str(RULES.parse("\t place  hunt\t 2 ")) == "place hunt 2"
    for text in (f"place{blank}hunt 2", f"place hunt{blank}2"):
        with pytest.raises(sa.InvalidAction):
            RULES.parse(text)


@pytest.mark.parametrize(
    "start", ["", "place hunt ", "place ", "pay ", "pay 2 wood, ", "pay 2 ", "tools 1+", "roll ", "decline ", "use "]
)
def test_a_long_text_is_not_repeated_whole(start: str) -> None:
    state, long = RULES.initial_state(), "x" * 990_000
    asked = [(RULES.parse, start + text) for text in (long, "x " * 990_000, "9" * 990_000)]
    asked += [(ask, long) for ask in (state.apply, state.why_not, state.is_legal, RULES.action)]
    for ask, *words in (*asked, (RULES.action, "place", "hunt", 10**990)):
        with pytest.raises(sa.InvalidAction) as refused:
            ask(*words)
        assert len(str(refused.value)) < 1000
