"""Values of one word that cannot stand together: refused at the key that says too much, or the wrong thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from packs.toy import found

HUT = '[[location]]\nid = "hut"\ncircles = 6\nfigures = {{ {} }}\neffects = [{{ do = "figure" }}]'
CLOUDS = '[[location]]\nid = "clouds"\ncircles = 6\neffects = [{ do = "points", amount = 2, at_least = 0 }]'
PRICE = '[[location]]\nid = "mill"\ncost = { %s }\neffects = [{ do = "tool" }]'
TRADE = """
[[zone]]
id = "box"
[[kind]]
id = "card"
starts_in = "box"
[[track]]
id = "trading"
top = 9
[[mark]]
id = "traded"
[[exchange]]
id = "barter"
goods = "resource"
applies = ["card"]
track = "trading"
mark = "traded"
rates = [{{ at_least = 0, give = 2, get = 1 }}, {{ at_least = 5, give = 1, get = 1 }}, {{ at_least = {}, give = 1, get = 2 }}]
"""
REFUSED = {
    '[[figure]]\nid = "tribe"\nstart = 6\nmost = 5': "a colour has 5 figures in all",
    '[[players]]\nid = "people"\nat_least = 4\nat_most = 3': "`at_most` is less than `at_least`, which is 4",
    HUT.format("exactly = 2, at_least = 2"): "it leaves no room for `at_least` and `at_most`",
    HUT.format("exactly = 2, at_most = 3"): "it leaves no room for `at_least` and `at_most`",
    HUT.format("at_least = 3, at_most = 2"): "`at_most` is less than `at_least`, which is 3",
    CLOUDS: "no points are lost here",
    PRICE % "wood = 0": "`wood` must be from 1 to 99",
    PRICE % 'of = "resource", amount = 2, kinds = 3': "`kinds` must be from 1 to 2",
    TRADE.format(5): "the rate before begins at 5: rates stand in rising order",
}


@pytest.mark.parametrize("text", REFUSED)
def test_values_that_contradict_each_other_are_refused(text: str, tmp_path: Path) -> None:
    assert [(fault.code, fault.place.label) for fault in found(tmp_path, text)] == [("SA207", REFUSED[text])]


AGREEING = (
    '[[patch.figure]]\ntarget = "base:gnomes"\nset.start = 5',
    '[[patch.players]]\ntarget = "base:two-to-four"\nset.at_most = 2',
    HUT.format("exactly = 2"),
    HUT.format("at_least = 3, at_most = 3"),
    CLOUDS.replace("2", "-2"),
    TRADE.format(6),
)


@pytest.mark.parametrize("text", AGREEING)
def test_values_that_just_agree_are_not(text: str, tmp_path: Path) -> None:
    assert found(tmp_path, text) == ()
