"""Numbers that would take goods away, move markers back or do nothing: refused wherever they come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from packs.toy import codes, found

OPTION = '[options.taken]\ntype = "int"\nmin = -3\nmax = 3\ndefault = 1\nhelp = "how many"\n---\n'
TOLL = '[[location]]\nid = "toll"\ncircles = 3\neffects = [{ do = %s }]'
ADVANCE = '[[track]]\nid = "path"\ntop = 9\n' + TOLL % '"advance", track = "path", steps = %s'
SCORE = '[[score]]\nid = "more"\ncount = { figures = "all" }\n'
TIE = '[[tie_break]]\nid = "more"\nsum = [{ figures = "all", times = %s }]'

ONE = "must be 1 or more"
OTHER = "with 0 this does nothing: `{}` must be another number"
REFUSED = {
    TOLL % '"gain", good = "wood", amount = 0': f"`amount` {ONE}",
    TOLL % '"gain", good = "wood", amount = -1': f"`amount` {ONE}",
    TOLL % '"gain", good = "wood", amount = { figures = "all", times = 0 }': f"`times` {ONE}",
    ADVANCE % "0": f"`steps` {ONE}",
    ADVANCE % '{ figures = "all", times = -1 }': f"`times` {ONE}",
    TOLL % '"points", amount = 0': OTHER.format("amount"),
    TOLL % '"points", amount = { figures = "all", times = 0 }': OTHER.format("times"),
    SCORE + "each = 0": OTHER.format("each"),
    '[[score]]\nid = "more"\ncount = { figures = "all", times = 0 }': OTHER.format("times"),
    TIE % 0: OTHER.format("times"),
    '[[patch.location]]\ntarget = "base:forest"\nadjust.effects.extra.amount.add = -1': f"`amount` {ONE}",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_takes_away_or_does_nothing_is_refused(text: str, tmp_path: Path) -> None:
    assert [(each.code, each.place.label) for each in found(tmp_path, text)] == [("SA207", REFUSED[text])]


@pytest.mark.parametrize(
    "text",
    [
        TOLL % '"points", amount = -2',
        TOLL % '"points", amount = { figures = "all", times = -1 }',
        SCORE + "each = -1",
        TIE % -1,
        TOLL % '"gain", good = "wood", amount = { figures = "all", times = 2 }',
    ],
)
def test_points_may_be_lost_and_ties_broken_the_other_way(text: str, tmp_path: Path) -> None:
    assert codes(tmp_path, text) == []


@pytest.mark.parametrize(("taken", "refused"), [(-3, True), (0, True), (1, False)])
@pytest.mark.parametrize("amount", ['{ option = "taken" }', '{ figures = "all", times = { option = "taken" } }'])
def test_an_option_gives_no_other_number(amount: str, taken: int, refused: bool, tmp_path: Path) -> None:
    text = OPTION + TOLL % f'"gain", good = "wood", amount = {amount}'
    assert codes(tmp_path, text, options={"alpha": {"taken": taken}}) == ["SA207"] * refused
