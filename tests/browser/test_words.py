"""Plays what a pack can add to the table in the browser: secret numbers, a track of all, a game that nobody or everybody wins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from writing import write_pack

from .conftest import faultless, installed, served
from .test_table import begin, is_over, record_of, settled

pytestmark = pytest.mark.skipif("STONEAGE_BROWSER" not in os.environ, reason="needs STONEAGE_BROWSER to be set")

RULES = """track = [{{ id = "bid", top = 40 }}, {{ id = "doom", top = 9, shared = true }}]
[[phase]]
id = "bidding"
effects = [{{ do = "seal", track = "bid", at_most = {{ goods = "food", plus = 20 }} }}]
[[patch.course]]
target = "base:order-of-play"
insert.phases = {{ value = "bidding", before = "placing" }}
[[patch.location]]
target = "base:hunt"
append.effects = [{{ do = "advance", track = "doom" }}]
[[patch.phase]]
target = "base:new-round"
unset = ["effects.end-game.when_empty"]
set.effects.end-game = {{ after_round = 2, wins = "{id}" }}
"""
FIELD, BID = "#answers input[type=number]", "#answers .confirm"
NONE = "\N{EN DASH}"
WATCH = """() => {
window.told = [];
new MutationObserver(() => {
  const levels = [...document.querySelectorAll('[data-seat] [aria-label^="doom "]')].map(one => one.ariaLabel);
  if (levels.length === 2) window.told.push(levels);
}).observe(document.querySelector('#play'), { subtree: true, childList: true }); }"""
"""Notes the level of `doom` at both seats whenever something is drawn."""


@pytest.fixture(scope="session")
def words_address(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page that has a pack that nobody wins, and one that all win."""
    site = tmp_path_factory.mktemp("packs")
    for pack in ("nobody", "all"):
        write_pack(site, {"rules.toml": RULES.format(id=pack)}, requires="base", id=pack)
    yield from served(pyodide, tmp_path_factory.mktemp("words"), installed(site, "nobody", "all"))


@pytest.fixture
def words_page(browser: Any, words_address: str) -> Iterator[Any]:
    with faultless(browser, 120_000, viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.goto(words_address)
        page.wait_for_selector("#begin:enabled")
        yield page


def test_a_secret_number_of_many_is_typed_into_a_field(words_page: Any) -> None:
    begin(words_page, "person", "sensible", modules=("nobody",))
    assert words_page.inner_text("#answers").startswith("0 to 32:")
    for wrong in ("33", "-1", ""):
        words_page.fill(FIELD, wrong)
        assert words_page.is_disabled(BID)
    words_page.fill(FIELD, "27")
    words_page.press(FIELD, "Enter")
    settled(words_page)
    assert "\n0 seal 27" in record_of(words_page)


@pytest.mark.parametrize(("pack", "ranks"), [("nobody", [NONE, NONE]), ("all", ["1", "1"])])
def test_a_game_that_nobody_or_everybody_wins_has_its_podium(words_page: Any, pack: str, ranks: list[str]) -> None:
    begin(words_page, "sensible", "sensible", modules=(pack,))
    words_page.wait_for_selector(".podium .step")
    settled(words_page)
    assert is_over(words_page)
    assert words_page.locator(".podium .rank").all_inner_texts() == ranks
    assert words_page.locator(".podium .first").count() == ranks.count("1")


def test_a_track_of_all_moves_at_all_seats_at_once(words_page: Any) -> None:
    begin(words_page, "person", "sensible", modules=("nobody",))
    words_page.select_option("#speed", "400")
    words_page.evaluate(WATCH)
    for answer in ("0", "hunt 5"):
        words_page.fill("#typed", answer)
        words_page.press("#typed", "Enter")
        settled(words_page)
    while "Round 1" in words_page.inner_text("#moment"):
        words_page.locator("#options button").first.press("Enter")
        settled(words_page)
    told = words_page.evaluate("window.told")
    assert all(one == other for one, other in told)
    assert {one for one, _ in told} >= {"doom 0 of 9", "doom 1 of 9"}
