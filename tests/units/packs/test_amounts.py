"""Numbers that would take goods away, move markers back or do nothing: refused wherever they come from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_rules.language.quantity import at_least_zero
from stoneage_rules.plugin import Amount, Quantity

MANIFEST = """
format = 1
[pack]
id = "toll"
name = "Toll"
version = "1.0.0"
kind = "house-rules"
license = "CC0-1.0"
[requires]
base = ">=1.0,<2"
[options.taken]
type = "int"
min = -3
max = 3
default = 1
help = "how many"
"""
TOLL = '[[location]]\nid = "toll"\ncircles = 3\neffects = [{ do = %s }]'
SCORE = '[[score]]\nid = "more"\ncount = { figures = "all" }\n'


def codes(tmp_path: Path, text: str, **options: int) -> list[tuple[str, str]]:
    """Code and label of everything found in a pack with this one file."""
    pack = tmp_path / "toll"
    pack.mkdir()
    (pack / "pack.toml").write_text(MANIFEST, "utf-8")
    (pack / "toll.toml").write_text(text, "utf-8")
    try:
        sa.load(sa.Table(players=3, modules=("base", str(pack)), options={"toll": options}))
    except sa.ContentError as error:
        return [(found.code, found.place.label) for found in error.diagnostics]
    return []


ONE = "must be 1 or more"
OTHER = "with 0 this does nothing: `{}` must be another number"
REFUSED = {
    "no goods": (TOLL % '"gain", good = "wood", amount = 0', f"`amount` {ONE}"),
    "goods below 0": (TOLL % '"gain", good = "wood", amount = -1', f"`amount` {ONE}"),
    "goods times 0": (TOLL % '"gain", good = "wood", amount = { figures = "all", times = 0 }', f"`times` {ONE}"),
    "no steps": (TOLL % '"advance", track = "agriculture", steps = 0', f"`steps` {ONE}"),
    "steps times less": (TOLL % '"advance", track = "agriculture", steps = { figures = "all", times = -1 }', f"`times` {ONE}"),
    "no points": (TOLL % '"points", amount = 0', OTHER.format("amount")),
    "points times 0": (TOLL % '"points", amount = { figures = "all", times = 0 }', OTHER.format("times")),
    "nothing for each": (SCORE + "each = 0", OTHER.format("each")),
    "counted times 0": ('[[score]]\nid = "more"\ncount = { figures = "all", times = 0 }', OTHER.format("times")),
    "a sum of nothing": ('[[tie_break]]\nid = "more"\nsum = [{ figures = "all", times = 0 }]', OTHER.format("times")),
    "adjusted to 0": (
        '[[patch.building]]\ntarget = "base:bld-01"\nadjust.effects.points.amount = { add = -10 }',
        OTHER.format("amount"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_takes_away_or_does_nothing_is_refused(name: str, tmp_path: Path) -> None:
    text, label = REFUSED[name]
    assert codes(tmp_path, text) == [("SA207", label)]


ALLOWED = {
    "points lost": TOLL % '"points", amount = -2',
    "points lost for each": TOLL % '"points", amount = { figures = "all", times = -1 }',
    "points lost at the end": SCORE + "each = -1",
    "what breaks a tie the other way": '[[tie_break]]\nid = "more"\nsum = [{ figures = "all", times = -1 }]',
    "goods for each": TOLL % '"gain", good = "wood", amount = { figures = "all", times = 2 }',
}


@pytest.mark.parametrize("name", ALLOWED)
def test_points_may_be_lost(name: str, tmp_path: Path) -> None:
    assert codes(tmp_path, ALLOWED[name]) == []


@pytest.mark.parametrize(("taken", "refused"), [(-3, True), (0, True), (1, False)])
@pytest.mark.parametrize("amount", ['{ option = "taken" }', '{ figures = "all", times = { option = "taken" } }'])
def test_an_option_gives_no_other_number(amount: str, taken: int, refused: bool, tmp_path: Path) -> None:
    found = codes(tmp_path, TOLL % f'"gain", good = "wood", amount = {amount}', taken=taken)
    assert [code for code, _ in found] == ["SA207"] * refused


@pytest.mark.parametrize(("counted", "given"), [(-4, 0), (0, 0), (3, 3)])
def test_a_quantity_of_a_plugin_takes_nothing_away(counted: int, given: int) -> None:
    """The number that it gives is known in the game alone."""

    def amount(amount: Amount) -> Callable[..., int]:
        return lambda state, seat, n: counted

    link: Any = SimpleNamespace(amount=amount, range_of=lambda amount: (None, None))
    state: Any = None
    assert at_least_zero(link, Quantity("ships", "all"))(state, 0, 0) == given
