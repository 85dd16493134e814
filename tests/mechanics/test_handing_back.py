"""Items handed back: which, how many, what goes with them and what stays; refused, saved in the middle, played to the end."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import against, chosen, read_again, whole_games
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

YARD = """
[[zone]]
id = "rubble"

[[location]]
id = "yard"
circles = 2
effects = [{ do = "hand-back", of = "building", amount = 2, to = "rubble", effects = [{ do = "points", amount = 3 }] }]
"""
MILL = """
[[building]]
id = "mill"
cost = { wood = 2 }
anytime = [{ do = "gain", good = "food" }]
workplace = { circles = 3, open = true, effects = [{ do = "gain", good = "wood" }] }
"""
EVERYWHERE = """
[[zone]]
id = "bin"

[[patch.card]]
where = {}
append.effects = [
    { do = "hand-back", of = "card", amount = { owned = "card", plus = -3 }, to = "bin", effects = [
        { do = "choose", of = "resource" },
    ] },
    { do = "points", amount = 1 },
]

[[patch.location]]
target = "base:hut"
append.effects = [
    { do = "hand-back", of = "building", to = "bin", effects = [{ do = "draft", row = "building-row" }, { do = "tool" }] },
]

[[phase]]
id = "raids"
effects = [{ do = "each-seat", effects = [
    { do = "choose-seat", among = [{ owned = "card", min = 1 }], effects = [{ do = "hand-back", of = "card", to = "bin" }] },
    { do = "pay", cost = { wood = 1 }, effects = [
        { do = "hand-back", of = "card", amount = 2, to = "bin", effects = [{ do = "choose", of = "resource" }] },
    ] },
] }]

[[patch.course]]
target = "base:order-of-play"
insert.phases = { value = "raids", after = "feed-tribe" }
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    return base_with(YARD)


def at_yard(rules: sa.Ruleset, *items: str, **more: object) -> sa.State:
    return resolved(rules, "yard", items=list(items), points=0, **more)


# --- handing back -------------------------------------------------------------------------------------------------


def test_each_item_is_chosen_and_has_its_effects(rules: sa.Ruleset) -> None:
    state = at_yard(rules, "bld-01", "bld-02", "bld-03", "civ-01")
    assert legal_texts(state) == ("hand-back bld-01", "hand-back bld-02", "hand-back bld-03")
    play(state, "hand-back bld-02")
    assert (state.points[0], legal_texts(state)) == (3, ("hand-back bld-01", "hand-back bld-03"))
    play(state, "hand-back bld-01")
    assert (state.seat, state.points[0]) == (1, 6)
    assert {*state.player(0).items} == {"civ-01", "bld-03"}


@pytest.mark.parametrize(("items", "points"), [((), 0), (("bld-04",), 3), (("bld-04", "bld-07"), 6)])
def test_where_there_is_no_choice_nobody_is_asked(rules: sa.Ruleset, items: tuple[str, ...], points: int) -> None:
    state = at_yard(rules, *items)
    assert (state.seat, state.points[0], len(state.player(0).items)) == (1, points, 0)


def test_items_that_cannot_be_handed_back_are_refused(rules: sa.Ruleset) -> None:
    state = at_yard(rules, "bld-01", "bld-02", "bld-03")
    (reason,) = against(state, "hand-back bld-09")
    assert (reason.check, reason.address) == ("hand-back.owned", "location stranger:yard")
    assert str(reason) == "an open item of yours of `building`; yours are bld-01, bld-02, bld-03"


def test_face_down_items_stay(rules: sa.Ruleset) -> None:
    text = YARD.replace('"building", amount = 2', '"card"')
    state = resolved(base_with(text), "yard", items=["civ-01"], face_down=["civ-02"])
    assert [len(zone) for zone in (state.player(0).items, state.player(0).face_down)] == [0, 1]


def test_uses_and_the_place_go_with_the_item() -> None:
    rules = base_with(YARD + MILL)
    state = position(rules, {
        "phase": "take-actions", "figures": {"yard": [1, 0], "mill": [0, 2]}, "seats": {0: {"items": ["mill"]}},
    })  # fmt: skip
    assert "use mill" in legal_texts(state)
    home = state.at_home[1]
    state._noted = []
    play(state, "resolve yard")
    assert state.at_home[1] == home + 2
    assert [event[0] for event in state._noted if event[0] in ("come-home", "give-back")] == ["come-home", "give-back"]
    assert "use mill" not in legal_texts(read_again(state))
    assert "mill" in rules.item_ids


def test_copies_are_named_together() -> None:
    text = (
        YARD.replace('of = "building", amount = 2', 'of = "shed"')
        + '[[building]]\nid = "shed"\ncopies = 3\ncost = { wood = 1 }\n'
    )
    state = resolved(base_with(text), "yard", items=["bld-01", "shed-1", "shed-3"])
    assert legal_texts(state) == ("hand-back shed-1", "hand-back shed-3")


# --- packs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[card]]\nid = "x"\nanytime = [{ do = "hand-back", of = "x", to = "deck" }]\n', "a loss at any time"),
        ('[[location]]\nid = "x"\neffects = [{ do = "hand-back", of = "cord", to = "deck" }]\n', "did you mean `card`"),
        ('[[location]]\nid = "x"\neffects = [{ do = "hand-back", of = "card", to = "dock" }]\n', "did you mean `deck`"),
        ('[[location]]\nid = "x"\neffects = [{ do = "hand-back", of = "card" }]\n', "`to`"),
    ],
)
def test_faults_are_told(text: str, said: str) -> None:
    with pytest.raises(sa.ContentError) as error:
        base_with(text)
    assert said in str(error.value)


# --- saving -------------------------------------------------------------------------------------------------------


def test_a_choice_that_could_not_be_asked_is_refused(rules: sa.Ruleset) -> None:
    saved = read_again(at_yard(rules, "bld-01", "bld-02", "bld-03")).to_dict()
    frame, seat, entry, place, left = saved["stack"][-1]
    assert (frame, left) == ("hand-back", 2)
    assert_no_state(rules, saved, "makes no difference", top=[frame, seat, entry, place, 3])
    for wrong in ([frame, seat, entry, "hunt", left], [frame, 1, entry, place, left], [frame, seat, 9, place, left]):
        assert_no_state(rules, saved, top=wrong)
    stack = [*saved["stack"][:-1], ["hand-back-more", seat, entry, "hunt", 1], saved["stack"][-1]]
    assert_no_state(rules, {**saved, "stack": stack})


# --- whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [(), ("style-is-the-goal",)])
def test_whole_games_keep_every_law(modules: tuple[str, ...]) -> None:
    whole_games(base_with(EVERYWHERE, 3, *modules), 6, "hand-back", "hand-back-more")


def test_the_sensible_policy_hands_back_what_it_misses_least(rules: sa.Ruleset) -> None:
    card = '[[score]]\nid = "mills"\ncount = { owned = "mill" }\neach = 9\n'
    state = at_yard(base_with(YARD.replace(", amount = 2", "") + MILL + card), "bld-01", "mill")
    assert chosen(state) == {"hand-back bld-01"}
    game = sa.Game(base_with(EVERYWHERE), seed=1)
    game.run([sensible_policy(1), sensible_policy(2)])
    assert any(" back to bin" in sentence for sentence in game.log)
