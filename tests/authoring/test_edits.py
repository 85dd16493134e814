"""Values of verbs that take, deal, turn up and clear can be edited at their addresses, and `why` names the pack and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
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
EDITS = """
location den:den | set.effects.pay.cost = { clay = 1 } | effects.pay.cost
location den:den | adjust.effects.pay.cost.wood.add = 1 | effects.pay.cost.wood
location den:den | append.effects.pay.effects = [{ do = "tool" }] | effects.pay.effects.tool
location den:den | drop.effects.pay.else = ["mark"] | effects.pay.else
location den:den | set.effects.pay.effects.points.amount.plus = 3 | effects.pay.effects.points.amount.plus
location den:den | set.effects.pay.effects.points.amount.divide = 2 | effects.pay.effects.points.amount.divide
location den:den | unset = ["effects.pay.effects.points.amount.plus"] | effects.pay.effects.points.amount
location den:den | adjust.effects.lose.amount.add = 2 | effects.lose.amount
location den:den | set.effects.draft.row = "building-row" | effects.draft.row
location den:den | set.effects.deal.keep = 2 | effects.deal.keep
location den:den | insert.effects = { value = { do = "figure" }, before = "lose" } | effects.figure
goal den:hall | set.workplace.effects.owner.effects.points.amount = 3 | workplace.effects.owner.effects.points.amount
goal den:hall | append.workplace.effects.owner.effects = [{ do = "tool" }] | workplace.effects.owner.effects.tool
track den:fame | adjust.each_advance.points.amount.add = 1 | each_advance.points.amount
track den:fame | append.each_advance = [{ do = "tool" }] | each_advance.tool
building den:barn | set.cost.at_least = 2 | cost.at_least
building den:barn | adjust.cost.at_most.add = 1 | cost.at_most
building den:barn | set.effects.points.amount.at_least = 3 | effects.points.amount.at_least
building den:barn | set.effects.points.amount.at_most = 12 | effects.points.amount.at_most
building den:barn | unset = ["effects.points.amount.at_most"] | effects.points.amount
phase base:placing | set.effects.place.order = "there-and-back" | effects.place.order
phase base:placing | set.effects.place.pass = true | effects.place.pass
phase base:new-round | set.effects.pass-first.to = "drawn" | effects.pass-first.to
phase base:new-round | set.effects.pass-first.most = { goods = "food" } | effects.pass-first.most
phase den:clearing | set.effects.sweep.spaces = ["card-1"] | effects.sweep.spaces
phase den:clearing | set.effects.reveal.reshuffle = true | effects.reveal.reshuffle
mark den:fed | set.lasts = "game" | lasts
"""
"""By line: the record, what an edit of it says, and the path of what is changed."""


def pack(folder: Path, id: str, text: str, requires: str) -> str:
    return str(write_pack(folder, {"rules.toml": text}, requires=requires, id=id))


@pytest.mark.parametrize("edit", EDITS.strip().splitlines())
def test_an_edit_changes_the_value_and_why_names_its_line(edit: str, tmp_path: Path, stoneage: Callable[..., Any]) -> None:
    address, line, path = edit.split(" | ")
    kind, target = address.split()
    den = pack(tmp_path, "den", DEN, "base")
    editor = pack(tmp_path, "editor", f'[[patch.{kind}]]\ntarget = "{target}"\n{line}\n', target.partition(":")[0])
    assert sa.load(players=2, modules=[den, editor]).digest != sa.load(players=2, modules=[den]).digest
    told = stoneage("why", f"{address} {path}", "--players", 2, "--module", den, "--module", editor).out.splitlines()[1]
    assert "editor 1.0.0 " in told
    assert "editor/rules.toml:3" in told


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
