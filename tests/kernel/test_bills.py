"""The bill of a purchase: whatever stands on it is paid before anything on it takes effect.

The add-ons here are a pack's own; those of the modules are proved with them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from authors.writing import write_pack
from stoneage_rules.testing import options, play, position

ADD_ONS = """
[[add_on]]
id = "nugget"
applies = ["card"]
cost = { wood = 1 }
effects = [{ do = "gain", good = "gold", amount = 2 }, { do = "choose", of = "resource", amount = 1 }]

[[add_on]]
id = "offering"
applies = ["card", "building"]
cost = { gold = 1 }
effects = [{ do = "points", amount = 6 }]

[[add_on]]
id = "feast"
applies = ["card"]
cost = { food = 2 }
effects = [{ do = "choose", of = "resource", amount = 1 }]
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> sa.Ruleset:
    """Rules for two with three add-ons: the first brings what the second takes, the last is another choice."""
    root = write_pack(tmp_path_factory.mktemp("bills"), {"bills.toml": ADD_ONS}, requires="base")
    return sa.load(players=2, modules=[str(root)])


def paid(rules: sa.Ruleset, **goods: int) -> sa.State:
    """Seat 0 has paid one wood for a card that brings food."""
    given = {
        "phase": "take-actions",
        "figures": {"card-1": [1, 0], "hunt": [0, 1]},
        "spaces": {"card-1": "civ-17"},
        "seats": {0: {"goods": {"wood": 1, "food": 0} | goods}},
    }
    state = position(rules, given)
    play(state, "resolve card-1", "pay 1 wood")
    return state


def test_what_one_line_brings_cannot_pay_another(rules: sa.Ruleset) -> None:
    state = paid(rules, wood=2)
    assert options(state) == ("add nugget", "skip nugget")
    play(state, "add nugget")
    assert state.good(0, "gold") == 2, "no gold to offer while the bill was open, so it is closed"
    assert options(state)[0] == "take 1 wood"


def test_the_lines_take_effect_in_their_order_when_all_are_paid(rules: sa.Ruleset) -> None:
    state = paid(rules, wood=2, gold=1, food=2)
    play(state, "add nugget", "add offering")
    assert (state.good(0, "gold"), state.player(0).points) == (0, 0)
    play(state, "add feast")
    assert (state.good(0, "gold"), state.player(0).points) == (2, 0), "the choice of the first comes before the second"
    play(state, "take 1 gold")
    assert (state.player(0).points, state.item_on("card-1")) == (6, "civ-17")
    play(state, "take 1 stone")
    after = state.player(0)
    assert (after.goods["gold"], after.goods["stone"], after.items) == (3, 1, ("civ-17",))


@pytest.mark.parametrize("answers", range(8))
def test_every_choice_of_lines_is_carried_out(rules: sa.Ruleset, answers: int) -> None:
    state = paid(rules, wood=2, gold=1, food=2)
    for number, line in enumerate(("nugget", "offering", "feast")):
        play(state, f"{'add' if answers >> number & 1 else 'skip'} {line}")
    for line in (0, 2):
        play(state, *["take 1 clay"] * (answers >> line & 1))
    nugget, offering, feast = (answers >> number & 1 for number in range(3))
    after = state.player(0)
    assert (after.goods["wood"], after.goods["gold"]) == (1 - nugget, 1 - offering + 2 * nugget)
    assert (after.points, after.goods["clay"]) == (6 * offering, nugget + feast)
    assert (after.items, state.seat) == (("civ-17",), 1)


@pytest.mark.parametrize("others", [1, 2])
def test_a_card_that_brings_goods_counts_only_while_the_supply_has_them(tmp_path: Path, others: int) -> None:
    small = '\n[[patch.good]]\ntarget = "base:gold"\nset.supply = 2\nwhy = "a small box"\n'
    root = write_pack(tmp_path, {"bills.toml": ADD_ONS + small}, requires="base")
    given = {
        "phase": "take-actions",
        "figures": {"card-1": [1, 0], "hunt": [0, 1]},
        "spaces": {"card-1": "civ-17"},
        "seats": {
            0: {"goods": {"wood": 1, "food": 0}, "items": ["civ-36"], "unspent": ["civ-36"]},
            1: {"goods": {"gold": others}},
        },
    }
    state = position(sa.load(players=2, modules=[str(root)]), given)
    play(state, "resolve card-1", "pay 1 wood", "skip nugget")
    assert ("skip offering" in options(state)) == (others == 1)


def test_a_line_that_leaves_a_choice_of_payment_is_refused(tmp_path: Path) -> None:
    composed = ADD_ONS.replace("cost = { gold = 1 }", 'cost = { of = "resource", amount = 1 }')
    root = write_pack(tmp_path, {"bills.toml": composed}, requires="base")
    with pytest.raises(sa.ContentError, match="SA207") as refused:
        sa.load(players=2, modules=[str(root)])
    (found,) = refused.value.diagnostics
    assert (found.place.file[-10:], found.place.label) == ("bills.toml", "what is added to a bill costs goods by name")
