"""In a real browser nothing overlaps and nothing is cut off; only with `STONEAGE_BROWSER`, where there is one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import stoneage_rules as sa
from board.boxes import BROWSER, boxes, faults
from board.read_back import played
from shipped import SHIPPED, needs
from stoneage_rules.testing import position

pytestmark = pytest.mark.skipif(
    BROWSER is None or "STONEAGE_BROWSER" not in os.environ, reason="needs a browser, and STONEAGE_BROWSER to be set"
)

EVERYTHING = tuple(SHIPPED)
NAMES = ("Ada", "Bartholomew of the Hill", "Cleo", "WWWWWWWWWWWWWWWW", "Eva")


@pytest.mark.parametrize("rounds", [1, 6, 99])
@pytest.mark.parametrize(
    ("players", "modules"), [(2, ()), (4, ()), pytest.param(5, EVERYTHING, marks=needs(*SHIPPED))], ids=["2", "4", "all"]
)
def test_nothing_overlaps_and_nothing_is_cut_off(players: int, modules: tuple[str, ...], rounds: int, tmp_path: Path) -> None:
    parts = boxes(sa.svg(played(players, modules, rounds), NAMES[:players]), tmp_path)
    assert len(parts) > 100
    assert faults(parts) == []


@needs(*SHIPPED)
def test_the_fullest_table_has_room(tmp_path: Path) -> None:
    """Five seats with ten figures each on the hunt, all items taken, and hundreds of goods."""
    rules = sa.load(players=5, modules=EVERYTHING)
    cards = [item.id for item in rules.items if rules.kinds[item.kind] == "card"]
    goods = dict.fromkeys(rules.goods, 199)
    seats = {seat: {"figures": 10, "goods": goods, "points": 999, "items": cards[seat * 8 : seat * 8 + 8]} for seat in range(5)}
    state = position(rules, {"seats": seats, "figures": {"hunt": [9, 8, 9, 8, 9]}})
    assert faults(boxes(sa.svg(state, NAMES), tmp_path)) == []


def test_an_overlap_and_a_word_that_is_cut_off_are_found(tmp_path: Path) -> None:
    drawing = sa.svg(sa.load(players=2).initial_state())
    text = '<text x="5" y="17" font-size="12" fill="#1c1c1c" font-weight="bold">'
    assert text in drawing
    longer = drawing.replace(text, text + "very long words that nobody has measured before they were drawn ", 1)
    said = "\n".join(faults(boxes(longer, tmp_path)))
    assert "sticks out of" in said
    assert "overlaps" in said
