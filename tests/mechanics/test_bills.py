"""The bill of a purchase: whatever stands on it is paid before anything on it takes effect.

The add-ons here are a pack's own; those of the modules are proved with them.
"""

from __future__ import annotations

import pickle

import pytest

import stoneage_rules as sa
from dealt import assert_no_state, resolved
from mechanics.games import read_again
from stoneage_rules.testing import legal_texts, play, position
from writing import base_with

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


@pytest.fixture
def rules() -> sa.Ruleset:
    """Rules for two with three add-ons: the first brings what the second takes, the last is another choice."""
    return base_with(ADD_ONS)


def paid(rules: sa.Ruleset, **goods: int) -> sa.State:
    """Seat 0 has paid one wood for a card that brings food."""
    return resolved(rules, "card-1", "pay 1 wood", item="civ-17", goods={"wood": 1, "food": 0} | goods)


@pytest.mark.parametrize("card", ["civ-01", "civ-17"])
def test_a_saved_bill_has_the_price_of_what_lies_there(rules: sa.Ruleset, card: str) -> None:
    """Of whichever card, the first of all as well."""
    state = resolved(rules, "card-1", "pay 1 wood", item=card, goods={"wood": 3})
    assert legal_texts(state) == ("add nugget", "skip nugget")
    saved = state.to_dict()
    assert rules.state_from_dict(saved) == state
    saved["stack"][-1][3] = rules.parse("pay 2 wood").index
    assert_no_state(rules, saved, "`pay 2 wood` does not pay what lies there")


PLACE, PAYMENT, BILL = 2, 3, 4
"""Their places in a saved frame of a bill."""
FAULTS = [
    (BILL, 8, r"add-ons of a bill: \d+ is no number from 0 to 7"),
    (BILL, -1, "-1 is no whole number"),
    (PAYMENT, -1, "payment: -1 is no whole number"),
    (PAYMENT, "pay 2 wood", "does not pay what lies there"),
    (PLACE, "card-2", "does not pay what lies there"),
    (PLACE, "hunt", "nothing with a price lies there"),
]


def number(rules: sa.Ruleset, value: object) -> object:
    """The value as a frame is saved with it: actions by their indexes."""
    return rules.parse(value).index if isinstance(value, str) and value.startswith("pay") else value


@pytest.mark.parametrize("steps", [[], ["add nugget"], ["skip nugget"], ["add nugget", "add offering", "add feast"]])
def test_a_bill_can_be_copied_saved_and_pickled(rules: sa.Ruleset, steps: list[str]) -> None:
    state = paid(rules, wood=2, gold=1, food=2)
    play(state, *steps)
    saved = read_again(state)
    for other in (state.copy(), saved, pickle.loads(pickle.dumps(state))):
        assert (other, legal_texts(other)) == (state, legal_texts(state))


@pytest.mark.parametrize(("more", "name"), [((), "take-or-skip"), (("add offering", "add feast"), "close-bill")])
@pytest.mark.parametrize(("field", "value", "said"), [*FAULTS, (BILL, 0, "a bill without an add-on in question")])
def test_a_saved_bill_that_cannot_be_is_refused(
    rules: sa.Ruleset, more: tuple[str, ...], name: str, field: int, value: object, said: str
) -> None:
    """Of a bill that is closed nothing is in question, so that 0 is the bill of somebody who adds nothing."""
    state = paid(rules, wood=2, gold=1, food=2)
    play(state, "add nugget", *more)
    saved = state.to_dict()
    (frame,) = [frame for frame in saved["stack"] if frame[0] == name]
    frame[field] = number(rules, value)
    if value == 0 and more:
        assert rules.state_from_dict(saved)
    else:
        assert_no_state(rules, saved, said)


LATE = ADD_ONS.replace('id = "offering"\n', 'id = "offering"\noffered = "after"\n').replace(
    'id = "feast"\n', 'id = "feast"\noffered = "after"\n'
)
"""The offering and the feast are offered when the card has taken effect."""


@pytest.fixture
def late() -> sa.Ruleset:
    """Rules for two with the same add-ons, two of them offered afterwards."""
    return base_with(LATE)


@pytest.mark.parametrize("answers", range(8))
def test_every_choice_of_late_lines_is_carried_out(late: sa.Ruleset, answers: int) -> None:
    state = paid(late, wood=2, gold=1, food=1)
    nugget, offering, feast = (answers >> number & 1 for number in range(3))
    play(state, f"{'add' if nugget else 'skip'} nugget", *["take 1 clay"] * nugget)
    play(state, f"{'add' if offering else 'skip'} offering")
    assert state.player(0).points == 6 * offering, "each takes effect at once"
    play(state, f"{'add' if feast else 'skip'} feast", *["take 1 clay"] * feast)
    after = state.player(0)
    assert (after.goods["gold"], after.goods["clay"], after.goods["food"]) == (
        1 - offering + 2 * nugget, nugget + feast, 2 - 2 * feast
    )  # fmt: skip
    assert (after.items, state.seat) == (("civ-17",), 1)


@pytest.mark.parametrize(
    ("offered", "said"),
    [
        (0b001, "nugget cannot be added"), (0b100, "feast cannot be added"), (0b110, "feast cannot be added"),
        (0, "add-ons after an item"), (0b1000, "add-ons after an item"),
    ],
)  # fmt: skip
def test_saved_late_lines_are_those_that_fit_what_was_taken(late: sa.Ruleset, offered: int, said: str) -> None:
    """A building, after which the offering alone is offered."""
    goods = {"wood": 2, "clay": 1, "gold": 1}
    state = resolved(late, "building-1", "pay 2 wood, 1 clay", item="bld-01", goods=goods)
    saved = state.to_dict()
    assert (saved["stack"][-1][0], saved["stack"][-1][4]) == ("add-late", 0b010)
    assert [frame[0] for frame in saved["stack"]][-2:] == ["lay-item", "add-late"], "the next tile is drawn afterwards"
    assert late.state_from_dict(saved) == state
    saved["stack"][-1][4] = offered
    assert_no_state(late, saved, said)


AFTERWARDS = """
[[add_on]]
id = "dance"
applies = ["{}"]
offered = "after"
cost = {{ wood = 1 }}
effects = [
    {{ do = "choose", of = "resource", amount = 1 }},
    {{ do = "pay", cost = {{ food = 1 }}, effects = [{{ do = "points", amount = 1 }}] }},
]
"""


def test_the_effects_of_a_late_line_are_those_of_no_place_and_saved_in_the_middle() -> None:
    state = paid(base_with(AFTERWARDS.format("card")), wood=2)
    play(state, "add dance")
    saved = state.to_dict()
    assert [frame[0] for frame in saved["stack"]][-2:] == ["effects", "choose-goods"]
    assert saved["stack"][-2][3:] == [-1, 0]
    assert state.rules.state_from_dict(saved) == state
    play(state, "take 1 clay")
    assert (state.pending.kind, state.pending.place) == ("pay-or-decline", None)
    read_again(state)


def test_after_what_no_late_line_fits_nothing_is_offered() -> None:
    rules = base_with(AFTERWARDS.format("building"))
    state = resolved(rules, "card-1", "pay 1 wood", item="civ-23", goods={"wood": 1})
    assert state.is_chance
    assert "offer-late" not in {frame[0] for frame in state.to_dict()["stack"]}


def test_late_lines_wait_while_a_tile_takes_effect_and_are_saved() -> None:
    """The next tile of the pile is drawn when all this is done."""
    asks = '[[patch.building]]\ntarget = "base:bld-01"\nset.effects = [{ do = "choose", of = "resource" }]\n'
    rules = base_with(AFTERWARDS.format("building") + asks)
    state = resolved(rules, "building-1", "pay 2 wood, 1 clay", item="bld-01", goods={"wood": 3, "clay": 1})
    saved = state.to_dict()
    assert [frame[0] for frame in saved["stack"]][-3:] == ["lay-item", "offer-late", "choose-goods"]
    assert rules.state_from_dict(saved) == state


def test_late_lines_lie_above_no_question(late: sa.Ruleset) -> None:
    given = {"phase": "take-actions", "figures": {"card-1": [1, 0], "hunt": [2, 0]}, "seats": {0: {"items": ["civ-17"]}}}
    saved = position(late, given).to_dict()
    saved["stack"].append(["add-late", 0, "civ-17", "card-1", 0b110])
    assert_no_state(late, saved, "add-ons after an item cannot lie above a question")


def test_the_digest_tells_when_an_add_on_is_offered(rules: sa.Ruleset, late: sa.Ruleset) -> None:
    said = ADD_ONS.replace('id = "feast"\n', 'id = "feast"\noffered = "before"\n')
    assert base_with(said).digest == rules.digest != late.digest


def test_a_line_that_leaves_a_choice_of_payment_is_refused() -> None:
    composed = ADD_ONS.replace("cost = { gold = 1 }", 'cost = { of = "resource", amount = 1 }')
    with pytest.raises(sa.ContentError, match="SA207") as refused:
        base_with(composed)
    (found,) = refused.value.diagnostics
    assert (found.place.file[-10:], found.place.label) == ("rules.toml", "what is added to a bill costs goods by name")
