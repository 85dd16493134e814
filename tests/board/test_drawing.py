"""Drawings of positions: they say what the view says, can be read, and show what packs add."""

from __future__ import annotations

import re
import runpy
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from board.contrast import ratio, texts_on_grounds
from board.read_back import facts_drawn, facts_known, played, views
from long_profile import LONG
from packs.toy import write
from shipped import SHIPPED, needs
from sources import ROOT
from stoneage_rules.testing import position

ANN = '<A&"B">'
FACE_DOWN = {"seats": {0: {"face_down": ["civ-07"]}, 1: {"face_down": ["civ-08"]}}}


@pytest.mark.parametrize("seed", range(25 if LONG else 8))
def test_views_are_read_back_from_their_drawings(seed: int) -> None:
    """A thousand with the long profile."""
    for view in views(40, seed):
        drawn = facts_drawn(sa.svg(view))
        assert drawn == facts_known(view, drawn["places"])


def test_the_question_stands_above_the_board() -> None:
    state = played(3, phase="placing")
    names = ["Ann", "Ben", "Cleo"]
    assert state.pending is not None
    root = ET.fromstring(sa.svg(state, names))
    assert f"{names[state.pending.seat]} chooses {state.pending.prompt}" in "".join(root.itertext())
    assert {place for place, part in legal_in(root) if place} == {str(action.args[0]) for action in state.legal()}


def legal_in(root: ET.Element) -> Iterator[tuple[str, ET.Element]]:
    return ((part.get("data-place", ""), part) for part in root.iter() if part.get("data-legal") is not None)


def test_names_are_shown_as_they_are_typed() -> None:
    root = ET.fromstring(sa.svg(sa.load(players=2).initial_state(), [ANN, "\x1b[2J"]))
    texts = [element.text or "" for element in root.iter()]
    assert ANN in texts
    assert not any("\x1b" in text for text in texts)


def test_a_state_shows_all_that_is_hidden() -> None:
    state = position(sa.load(players=2), FACE_DOWN)
    assert [seat["face_down"] for seat in facts_drawn(sa.svg(state))["seats"]] == [["civ-07"], ["civ-08"]]


@pytest.mark.parametrize("table", ["base", pytest.param("all", marks=needs(*SHIPPED))])
def test_text_can_be_read_on_its_ground(table: str) -> None:
    """WCAG AA: a contrast of 4.5 to 1 for text and for glyphs."""
    modules = () if table == "base" else tuple(SHIPPED)
    for players in (2, 4):
        pairs = texts_on_grounds(sa.svg(played(players, modules, 6)))
        assert len(pairs) > 10
        assert {pair: round(ratio(*pair), 2) for pair in pairs if ratio(*pair) < 4.5} == {}


@pytest.mark.parametrize("colour", ["#ffffff", "#000000", "#777777", "#ff0000", "#00ff00", "#808000", "#757575"])
def test_a_pack_may_choose_any_colour(colour: str, tmp_path: Path) -> None:
    state = sa.load(players=2, modules=[pack(tmp_path, colour=colour)]).initial_state()
    pairs = texts_on_grounds(sa.svg(state))
    assert any(ground == colour for _, ground in pairs)
    assert min(ratio(*pair) for pair in pairs) >= 4.5


def test_colour_is_never_the_only_sign() -> None:
    """Figures differ in shape and number, goods in glyph."""
    given = {"figures": {"forest": [1, 1, 1, 1]}}
    root = ET.fromstring(sa.svg(position(sa.load(players=4), given)))
    figures = {part.get("data-figure"): part for part in root.iter() if part.get("data-figure")}
    assert len({path_of(part) for part in figures.values()}) == len(figures) == 4
    assert all(seat in "".join(part.itertext()) for seat, part in figures.items())
    goods = {part.get("data-good"): path_of(part) for part in root.iter() if part.get("data-good")}
    assert len(set(goods.values())) == len(goods) == 5


def path_of(part: ET.Element) -> str | None:
    return next(element.get("d") for element in part.iter() if element.tag.endswith("path"))


LAYOUT = """
[[location]]
id = "{id}"
name = "salt pans"
copies = 2
circles = 20
effects = [{{ do = "gain", good = "salt", amount = 2 }}, {{ do = "points", amount = {{ goods = "salt" }} }}]

[[good]]
id = "salt"
colour = "{colour}"
{more}
"""


def pack(folder: Path, *, id: str = "pans", colour: str = "#123456", more: str = "", layout: str = "") -> str:
    """Writes a pack with a good and two places, and returns its path."""
    return str(write(folder, "salt", LAYOUT.format(id=id, colour=colour, more=more) + layout))


def places_in_order(rules: sa.Ruleset) -> list[str]:
    root = ET.fromstring(sa.svg(rules.initial_state()))
    return [part.get("data-place", "") for part in root.iter() if part.get("data-place")]


def test_places_without_a_layout_come_last(tmp_path: Path) -> None:
    rules = sa.load(players=2, modules=[pack(tmp_path)])
    order = places_in_order(rules)
    assert order[:5] == ["hunt", "forest", "clay-pit", "quarry", "river"]
    assert order[-2:] == ["pans-1", "pans-2"]
    assert {*order} == {place.id for place in rules.places}


@needs(*SHIPPED)
def test_every_place_of_the_modules_has_a_layout() -> None:
    rules = sa.load(players=5, modules=tuple(SHIPPED), options={"style-is-the-goal": {"older-tiles": True}})
    named = {word for layout in rules.definitions("layout") for word in layout.values["places"]}  # type: ignore[union-attr]
    for place in rules.places:
        row = {rules.definitions("row")[place.row].id} if place.row >= 0 else set()
        assert named & {place.id, *place.record, *place.groups, *row}, place.id


@pytest.mark.parametrize("word", ["pans", "salt:pans"])
def test_a_layout_puts_places_where_it_says(word: str, tmp_path: Path) -> None:
    layout = f'[[layout]]\nid = "salt-works"\nregion = "top"\nplaces = ["{word}", "river"]\n'
    assert places_in_order(sa.load(players=2, modules=[pack(tmp_path, layout=layout)]))[4:8] == [
        "river",
        "pans-1",
        "pans-2",
        "fields",
    ]


def test_looks_and_layouts_make_no_difference_in_play(tmp_path: Path) -> None:
    plain = sa.load(players=2, modules=[pack(tmp_path)])
    looks = 'glyph = "M1 1h9z"\n'
    layout = '[[layout]]\nid = "salt-works"\nregion = "top"\nplaces = ["pans"]\n'
    drawn = sa.load(players=2, modules=[pack(tmp_path, colour="#654321", more=looks, layout=layout)])
    assert plain.digest == drawn.digest
    assert "M1 1h9z" in sa.svg(drawn.initial_state())


def test_a_good_without_a_glyph_is_shown_by_its_first_letters(tmp_path: Path) -> None:
    root = ET.fromstring(sa.svg(sa.load(players=2, modules=[pack(tmp_path)]).initial_state()))
    pans = next(part for part in root.iter() if part.get("data-place") == "pans-1")
    words = "".join(pans.itertext())
    assert "+2 sal" in words
    assert "salt pans 1" in words
    assert "+(the number of salt)" in words


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('colour = "red"', "`colour` cannot be read"),
        ('glyph = "M0 0<script>"', "`glyph` cannot be read"),
        ('glyph = "url(#a)"', "`glyph` cannot be read"),
    ],
)
def test_looks_of_another_form_are_refused(written: str, said: str, tmp_path: Path) -> None:
    folder = pack(tmp_path, more='[[symbol]]\nid = "shell"\n' + written)
    with pytest.raises(sa.ContentError, match=said):
        sa.load(players=2, modules=[folder])


def test_a_layout_that_names_nothing_is_found(tmp_path: Path, stoneage: Callable[..., Any]) -> None:
    layout = '[[layout]]\nid = "salt-works"\nregion = "top"\nplaces = ["pan", "resource-place"]\n'
    said = stoneage("check", pack(tmp_path, layout=layout)).out
    assert "nothing is called `pan`" in said
    assert "did you mean `pans`?" in said
    assert "`resource-place`" not in said


# --- pages ----------------------------------------------------------------------------------------------------------


def test_the_page_tells_of_every_attribute() -> None:
    hidden = position(sa.load(players=2), FACE_DOWN).view(0)
    drawn = {name for view in (hidden, *views(60)) for name in re.findall(r" (data-[a-z-]+)=", sa.svg(view))}
    assert drawn == set(re.findall(r"`(data-[a-z-]+)`", (ROOT / "docs" / "board.md").read_text("utf-8")))


def test_the_picture_of_the_readme_is_drawn_by_its_command() -> None:
    drawn = runpy.run_path(str(ROOT / "docs/pictures/draw.py"))["drawn"]()
    assert (ROOT / "docs/pictures/board.svg").read_text("utf-8") == drawn, "draw it anew: python docs/pictures/draw.py"
