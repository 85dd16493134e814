"""Values of verbs that take, deal, turn up and clear can be edited at their addresses, and `why` names the pack and line."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.authoring.explain import why
from stoneage_rules.testing import position
from writing import write_pack

DEN = """
[[zone]]
id = "discard"

[[zone]]
id = "goals"

[[kind]]
id = "goal"
starts_in = "goals"

[[goal]]
id = "hunter"
copies = 4
effects = [{ do = "points", amount = 1 }]

[[goal]]
id = "hall"
workplace = { circles = 2, open = true, effects = [
    { do = "gain", good = "wood" },
    { do = "owner", effects = [{ do = "points", amount = 1 }] },
] }

[[track]]
id = "fame"
top = 9
each_advance = [{ do = "points", amount = 2 }]

[[building]]
id = "barn"
cost = { of = "resource", at_least = 1, at_most = 4 }
effects = [{ do = "points", amount = { paid = "value", at_least = 2, at_most = 9 } }]

[[mark]]
id = "fed"
lasts = "round"

[[location]]
id = "den"
circles = 2
effects = [
    { do = "pay", cost = { wood = 2 }, effects = [{ do = "points", amount = { tools = "count", plus = 1 } }], else = [
        { do = "mark", mark = "fed" },
    ] },
    { do = "lose", good = "food", amount = 1 },
    { do = "draft", row = "card-row" },
    { do = "deal", kind = "goal", from = "goals", amount = 3 },
]

[[phase]]
id = "clearing"
effects = [
    { do = "sweep", row = "card-row", to = "discard" },
    { do = "reveal", kind = "goal", from = "goals", to = "discard" },
]

[[patch.course]]
target = "base:order-of-play"
append.phases = ["clearing"]
"""
DEN_EDIT = "patch.location", "den:den", "location den:den"
CLEARING = "patch.phase", "den:clearing", "phase den:clearing"
HALL = "patch.goal", "den:hall", "goal den:hall"
FAME = "patch.track", "den:fame", "track den:fame"
BARN = "patch.building", "den:barn", "building den:barn"
PLACING = "patch.phase", "base:placing", "phase base:placing"
NEW_ROUND = "patch.phase", "base:new-round", "phase base:new-round"
CASES = {
    "price": (DEN_EDIT, "set.effects.pay.cost = { clay = 1 }", "effects.pay.cost"),
    "price of a good": (DEN_EDIT, "adjust.effects.pay.cost.wood.add = 1", "effects.pay.cost.wood"),
    "what paying brings": (DEN_EDIT, 'append.effects.pay.effects = [{ do = "tool" }]', "effects.pay.effects.tool"),
    "what it brings instead": (DEN_EDIT, 'drop.effects.pay.else = ["mark"]', "effects.pay.else"),
    "summand": (DEN_EDIT, "set.effects.pay.effects.points.amount.plus = 3", "effects.pay.effects.points.amount.plus"),
    "divisor": (DEN_EDIT, "set.effects.pay.effects.points.amount.divide = 2", "effects.pay.effects.points.amount.divide"),
    "no summand": (DEN_EDIT, 'unset = ["effects.pay.effects.points.amount.plus"]', "effects.pay.effects.points.amount"),
    "loss": (DEN_EDIT, "adjust.effects.lose.amount.add = 2", "effects.lose.amount"),
    "row": (DEN_EDIT, 'set.effects.draft.row = "building-row"', "effects.draft.row"),
    "dealt": (DEN_EDIT, "set.effects.deal.keep = 2", "effects.deal.keep"),
    "inserted": (DEN_EDIT, 'insert.effects = { value = { do = "figure" }, before = "lose" }', "effects.figure"),
    "owner's share": (
        HALL,
        "set.workplace.effects.owner.effects.points.amount = 3",
        "workplace.effects.owner.effects.points.amount",
    ),
    "more for the owner": (
        HALL,
        'append.workplace.effects.owner.effects = [{ do = "tool" }]',
        "workplace.effects.owner.effects.tool",
    ),
    "advance of a track": (FAME, "adjust.each_advance.points.amount.add = 1", "each_advance.points.amount"),
    "more at an advance": (FAME, 'append.each_advance = [{ do = "tool" }]', "each_advance.tool"),
    "least price": (BARN, "set.cost.at_least = 2", "cost.at_least"),
    "highest price": (BARN, "adjust.cost.at_most.add = 1", "cost.at_most"),
    "least number": (BARN, "set.effects.points.amount.at_least = 3", "effects.points.amount.at_least"),
    "highest number": (BARN, "set.effects.points.amount.at_most = 12", "effects.points.amount.at_most"),
    "no highest number": (BARN, 'unset = ["effects.points.amount.at_most"]', "effects.points.amount"),
    "order of placing": (PLACING, 'set.effects.place.order = "there-and-back"', "effects.place.order"),
    "passing": (PLACING, "set.effects.place.pass = true", "effects.place.pass"),
    "next first player": (NEW_ROUND, 'set.effects.pass-first.to = "drawn"', "effects.pass-first.to"),
    "first player by most": (NEW_ROUND, 'set.effects.pass-first.most = { goods = "food" }', "effects.pass-first.most"),
    "swept": (CLEARING, 'set.effects.sweep.spaces = ["card-1"]', "effects.sweep.spaces"),
    "turned up": (CLEARING, "set.effects.reveal.reshuffle = true", "effects.reveal.reshuffle"),
    "duration of a mark": (("patch.mark", "den:fed", "mark den:fed"), 'set.lasts = "game"', "lasts"),
}


def pack(folder: Path, id: str, text: str, requires: str) -> str:
    return str(write_pack(folder, {"rules.toml": text}, requires=requires, id=id))


def editing(case: str) -> str:
    (table, target, _), line, _ = CASES[case]
    return f'[[{table}]]\ntarget = "{target}"\n{line}\n'


@pytest.mark.parametrize("case", CASES)
def test_an_edit_changes_the_value_and_why_names_its_line(case: str, tmp_path: Path) -> None:
    (_, _, address), _, path = CASES[case]
    den = pack(tmp_path, "den", DEN, "base")
    plain, edited = (sa.load(players=2, modules=[den, *more]) for more in ([], [pack(tmp_path, "editor", editing(case), "den")]))
    assert edited.digest != plain.digest
    step = why(edited, f"{address} {path}")[0]
    assert (step.pack, step.line) == ("editor", 3)


OPENING = '[[patch.location]]\ntarget = "base:hut"\nappend.if = [{{ {} }}]\n'
ROWS = {"alpha": 'round = "now", min = 2', "beta": 'goods = "food", max = 3'}


def test_rows_that_two_packs_append_must_both_hold_whoever_comes_first(tmp_path: Path) -> None:
    packs = [pack(tmp_path, id, OPENING.format(row), "base") for id, row in ROWS.items()]
    first, second = (sa.load(players=2, modules=order) for order in (packs, packs[::-1]))
    assert first.digest == second.digest
    for rules in (first, second):
        for round, food, is_open in ((1, 0, False), (2, 4, False), (1, 4, False), (2, 3, True)):
            state = position(rules, {"phase": "placing", "round": round, "seats": {0: {"goods": {"food": food}}}})
            assert any(action.args[0] == "hut" for action in state.legal()) is is_open
        assert [why(rules, f"location base:hut if.{row}")[0].pack for row in ("round.min", "goods.max")] == ["alpha", "beta"]


PRICED = """
[[location]]
id = "den"
circles = 2
effects = [{}]
"""
PAY = '{{ do = "pay", {}cost = {{ wood = 2 }}, effects = [{{ do = "points", amount = {} }}] }}'


def test_a_price_that_is_set_keeps_the_goods_that_it_does_not_name(tmp_path: Path) -> None:
    """Two packs that add the same good agree, and it is asked for once; to give a price anew is `unset` and `set`."""
    den = pack(tmp_path, "den", PRICED.format(PAY.format("", 1)), "base")
    adding, anew = "set.effects.pay.cost = { clay = 1 }", 'unset = ["effects.pay.cost"]\nset.effects.pay.cost = { clay = 1 }'
    edits = {id: f'[[patch.location]]\ntarget = "den:den"\n{line}\n' for id, line in (("a", adding), ("b", adding), ("c", anew))}
    packs = {id: pack(tmp_path, id, text, "den") for id, text in edits.items()}
    for more, price in (("a", "2 wood, 1 clay"), ("ab", "2 wood, 1 clay"), ("c", "1 clay")):
        told = sa.load(players=2, modules=[den, *(packs[id] for id in more)]).location("den").words
        assert told == f"1 point for {price}"


def test_of_two_effects_with_one_verb_an_edit_says_which_by_its_id(tmp_path: Path) -> None:
    line = '[[patch.location]]\ntarget = "den:den"\nset.effects.{}.cost.wood = 3\n'
    for number, (ids, name) in enumerate(((("", ""), "pay"), (('id = "dear", ', ""), "dear"))):
        folder = tmp_path / str(number)
        den = pack(folder, "den", PRICED.format(", ".join(PAY.format(id, n) for n, id in enumerate(ids, 1))), "base")
        editor = pack(folder, "editor", line.format(name), "den")
        if name == "pay":
            with pytest.raises(sa.ContentError) as refused:
                sa.load(players=2, modules=[den, editor])
            assert "id" in str(refused.value)
        else:
            assert "3 wood" in sa.load(players=2, modules=[den, editor]).location("den").words
