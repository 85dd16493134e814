"""Items of another kind in a supply, by a pack of data: drawing diverts them, whichever supply it is.

The animals of the deck are proved in their own folder; here is what no module has: something hidden among the tiles.
"""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from mechanics.games import read_again
from play.positions import first_choice
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

IDOLS = """
[[zone]]
id = "unearthed"
order = "queue"

[[kind]]
id = "idol"
starts_in = "tile-supply"
drawn_to = "unearthed"

[[idol]]
id = "idol-of-clay"

[[idol]]
id = "idol-of-bone"
"""


@pytest.fixture
def rules() -> sa.Ruleset:
    """Rules for two with two idols among the tiles."""
    return base_with(IDOLS)


def test_an_idol_met_in_the_set_up_is_set_aside_and_a_tile_laid_instead(rules):
    state = rules.initial_state()
    while "idol-of-clay" not in {outcome.args[0] for outcome, _ in state.outcomes()}:
        state.apply(state.outcomes()[0][0])
    play(state, "draw idol-of-bone", "draw idol-of-clay", "draw bld-09", "draw bld-01")
    assert state.unseen("unearthed") == ("idol-of-bone", "idol-of-clay")
    assert (state.item_on("building-1"), state.item_on("building-2")) == ("bld-09", "bld-01")
    assert (state.phase, state.player(0).items) == ("placing", ())


def test_an_idol_met_when_a_stack_shows_its_next_tile(rules):
    """Nothing but the draw itself carries on here: it must be made again."""
    state = position(rules, {
        "phase": "take-actions", "figures": {"building-1": [1, 0], "hunt": [1, 0]}, "spaces": {"building-1": "bld-01"},
        "seats": {0: {"goods": {"wood": 2, "clay": 1}}},
    })  # fmt: skip
    before = state.to_dict()["places"]["building-1"]["pile"]
    play(state, "resolve building-1", "pay 2 wood, 1 clay", "draw idol-of-clay")
    assert state.is_chance
    play(state, "draw idol-of-bone", "draw bld-20")
    assert (state.item_on("building-1"), state.to_dict()["places"]["building-1"]["pile"]) == ("bld-20", before - 1)
    assert state.unseen("unearthed") == ("idol-of-clay", "idol-of-bone")
    assert legal_texts(state) == ("resolve hunt",)


PROCESSION = """
[[zone]]
id = "procession"
order = "queue"

[[zone]]
id = "gone"

[[kind]]
id = "ghost"
starts_in = "procession"
drawn_to = "gone"

[[kind]]
id = "relic"
starts_in = "procession"

[[ghost]]
id = "pale-ghost"

[[relic]]
id = "carved-bone"
cost = { wood = 1 }

[[relic]]
id = "painted-skull"
cost = { wood = 1 }

[[location]]
id = "shrine"
circles = 1
effects = [{ do = "buy" }]

[[row]]
id = "shrines"
kind = "relic"
from = "procession"
spaces = ["shrine"]
pile = 2

[[set_up]]
id = "relics"
effects = [{ do = "fill", row = "shrines" }]

[[patch.course]]
target = "base:order-of-play"
append.set_up = ["relics"]
"""


def test_a_row_that_is_filled_from_a_queue_lets_other_kinds_pass():
    state = first_choice(base_with(PROCESSION))
    assert state.unseen("gone") == ("pale-ghost",)
    assert (state.item_on("shrine"), state.unseen("procession")) == ("carved-bone", ("painted-skull",))


def test_a_pile_on_a_queue_shows_the_next_item_without_a_draw():
    state = position(base_with(PROCESSION), {
        "phase": "take-actions", "figures": {"shrine": [1, 0], "hunt": [1, 0]}, "seats": {0: {"goods": {"wood": 2}}},
        "spaces": {"shrine": "carved-bone"},
    })  # fmt: skip
    play(state, "resolve shrine", "pay 1 wood")
    assert (state.player(0).items, state.item_on("shrine"), legal_texts(state)) == (
        ("carved-bone",), "painted-skull", ("resolve hunt",),
    )  # fmt: skip
    assert state.to_dict()["places"]["shrine"]["pile"] == 0
    read_again(state)


SACK = """
[[zone]]
id = "sack"
order = "ORDER"

[[zone]]
id = "gone"

[[kind]]
id = "ghost"
starts_in = "sack"
drawn_to = "gone"

[[kind]]
id = "relic"
starts_in = "sack"

[[ghost]]
id = "pale-ghost"

[[relic]]
id = "carved-bone"
effects = [{ do = "points", amount = 2 }]

[[relic]]
id = "painted-skull"

[[location]]
id = "shrine"
circles = 1
effects = [WAY]
"""
REVEALED = '{ do = "reveal", kind = "relic", from = "sack", to = "gone" }'
DEALT = '{ do = "deal", kind = "relic", from = "sack", amount = 2, keep = 2 }'
HIDDEN = '{ do = "draw-hidden", kind = "relic", from = "sack" }'


def at_shrine(way: str, order: str, sack: list[str]) -> sa.State:
    """Seat 0 has just come to the shrine, and a zone holds these items in this order."""
    rules = base_with(SACK.replace("WAY", way).replace('order = "ORDER"\n', order))
    gone = sorted({"pale-ghost", "carved-bone", "painted-skull"} - {*sack})
    given = {"phase": "take-actions", "figures": {"shrine": [1, 0], "hunt": [1, 0]}, "zones": {"sack": sack, "gone": gone}}
    return play(position(rules, given), "resolve shrine")


@pytest.mark.parametrize("way", [REVEALED, DEALT, HIDDEN])
def test_a_draw_is_made_again_after_one_of_another_kind(way):
    """The seat that was to get or see one does; the other has gone where it belongs."""
    state = at_shrine(way, "", ["pale-ghost", "carved-bone"])
    play(state, "draw pale-ghost")
    assert state.unseen("gone") == ("pale-ghost", "painted-skull")
    assert [str(outcome) for outcome, _ in state.outcomes()] == ["draw carved-bone"]
    read_again(state)
    play(state, "draw carved-bone")
    assert legal_texts(state) == ("resolve hunt",)
    owned, points = (() if way == REVEALED else ("carved-bone",)), 0 if way == HIDDEN else 2
    assert (state.player(0).items + state.player(0).face_down, state.points[0]) == (owned, points)


@pytest.mark.parametrize("way", [REVEALED, DEALT])
def test_of_a_queue_the_next_one_of_the_kind_comes(way):
    state = at_shrine(way, 'order = "queue"\n', ["pale-ghost", "carved-bone"])
    assert legal_texts(state) == ("resolve hunt",)
    assert (state.points[0], state.unseen("sack")) == (2, ())
    assert "pale-ghost" in state.unseen("gone")


def test_what_is_dealt_and_has_no_effects_is_kept_all_the_same():
    state = at_shrine(DEALT, "", ["painted-skull", "carved-bone"])
    play(state, "draw carved-bone", "draw painted-skull")
    assert (state.player(0).items, state.points[0]) == (("carved-bone", "painted-skull"), 2)


def test_nothing_is_turned_up_where_a_queue_has_none_of_the_kind():
    state = at_shrine(REVEALED, 'order = "queue"\n', ["pale-ghost"])
    assert (legal_texts(state), state.points[0], state.unseen("sack")) == (("resolve hunt",), 0, ("pale-ghost",))


def test_only_items_of_the_kind_are_moved_or_shuffled_in_again():
    moved = at_shrine('{ do = "move", kind = "relic", from = "gone", to = "sack" }', "", [])
    assert (moved.unseen("gone"), set(moved.unseen("sack"))) == (("pale-ghost",), {"carved-bone", "painted-skull"})
    shuffled = at_shrine(REVEALED.replace(" }", ", reshuffle = true }"), "", [])
    assert (shuffled.unseen("gone"), len(shuffled.outcomes())) == (("pale-ghost",), 2)


def test_idols_that_could_come_to_lie_on_a_stack_are_refused():
    content = IDOLS.replace('drawn_to = "unearthed"\n', "")
    with pytest.raises(sa.ContentError, match="SA214"):
        base_with(content)
    elsewhere = content.replace('starts_in = "tile-supply"', 'starts_in = "unearthed"')
    assert base_with(elsewhere).initial_state().unseen("unearthed") == ("idol-of-clay", "idol-of-bone")
