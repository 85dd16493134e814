"""Values of verbs that take, deal, turn up and clear can be edited at their addresses, and `why` names the pack and line."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from authors.writing import write_pack
from stoneage_rules.explain import why

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


@pytest.mark.parametrize("case", ["price of a good", "loss", "what paying brings"])
def test_packs_that_add_agree_in_both_orders(case: str, tmp_path: Path) -> None:
    modules = [pack(tmp_path, "den", DEN, "base"), *(pack(tmp_path, id, editing(case), "den") for id in ("alpha", "beta"))]
    orders = ([0, 1, 2], [0, 2, 1])
    first, second = (sa.load(players=2, modules=[modules[index] for index in order]) for order in orders)
    assert first.digest == second.digest


def test_packs_that_set_one_price_differently_disagree(tmp_path: Path) -> None:
    line = CASES["price of a good"][1]
    texts = {
        id: editing("price of a good").replace(line, f"set.effects.pay.cost.wood = {n}") for id, n in (("alpha", 3), ("beta", 4))
    }
    modules = [pack(tmp_path, "den", DEN, "base"), *(pack(tmp_path, id, text, "den") for id, text in texts.items())]
    for order in ([0, 1, 2], [0, 2, 1]):
        with pytest.raises(sa.ContentError, match=r"effects\.pay\.cost"):
            sa.load(players=2, modules=[modules[index] for index in order])
