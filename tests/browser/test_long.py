"""Whole evenings at the page: a table of five with all modules by mouse alone, and policies that think for long."""

from __future__ import annotations

import os
import random
import time
from typing import Any

import pytest

import stoneage_rules as sa
from shipped import SHIPPED, needs

from .test_playing import answers
from .test_table import address_of, begin, clicked, is_over, record_of, same_in_cpython, settled

pytestmark = pytest.mark.skipif(
    not {"STONEAGE_BROWSER", "STONEAGE_SLOW"} <= {*os.environ}, reason="needs STONEAGE_BROWSER and STONEAGE_SLOW to be set"
)

STANDS = "() => [document.body.dataset.step, document.querySelector('main:not([hidden])').innerText].join()"
GAPS = """() => {
window.gaps = [];
let last = performance.now();
requestAnimationFrame(function step(now) { window.gaps.push(now - last); last = now; requestAnimationFrame(step); }); }"""


ASKED = """step => document.body.dataset.step !== step && !document.body.dataset.busy
&& document.querySelectorAll('#options button').length > 0"""


@needs(*SHIPPED)
def test_a_whole_game_of_five_with_all_modules_by_mouse(page: Any) -> None:
    """Two people and three policies; no key is pressed, and no list of answers is opened."""
    begin(page, "person", "sensible", "person", "sensible", "sensible", modules=tuple(SHIPPED))
    page.evaluate("document.querySelector('#list').open = false")
    draw, clicks, covers = random.Random(6).random, 0, 0
    while not is_over(page):
        settled(page)
        covers += page.is_visible("#cover")
        found = page.locator("#cover button") if page.is_visible("#cover") else answers(page)
        if not found.count():  # goods are still to be chosen
            found = page.locator("#answers .piece button:enabled:last-of-type")
        one = found.nth(int(draw() * found.count()))
        before = page.evaluate(STANDS)
        for _ in range(5):
            one.click()
            clicks += 1
            page.wait_for_timeout(20)
            settled(page)
            if page.is_visible("#pop") or page.evaluate(STANDS) != before:
                break
            page.wait_for_timeout(400)  # it lay where the last click was
        else:
            raise AssertionError("the click does nothing")
    print(clicks, "clicks,", covers, "covers")
    assert covers
    same_in_cpython(record_of(page))


@needs(*SHIPPED)
def test_a_long_think_leaves_the_page_alive_and_can_be_stopped(page: Any, address: str) -> None:
    """Four policies with more playouts than usual: for 15 seconds and more the page draws, and stop works."""
    policies = ["person", *["thoughtful(playouts=400)"] * 4]
    table = sa.load(players=5, modules=[*SHIPPED])
    page.goto(address_of(address, str(sa.Game(table, seed=5, skip_forced=True, policies=policies).record)))
    page.wait_for_selector("#board .place")
    settled(page)
    page.evaluate(GAPS)
    thought = 0.0
    while thought < 15:
        began = time.monotonic()
        page.evaluate("document.querySelector('#list').open = true")
        page.wait_for_timeout(50)
        step = page.evaluate("document.body.dataset.step")
        page.locator("#options button").first.press("Enter")
        page.wait_for_function(ASKED, arg=step, timeout=300_000)
        thought = time.monotonic() - began
    gaps = sorted(page.evaluate("window.gaps"))
    print(f"thought {thought:.1f} s in one go; {len(gaps)} frames, worst gap {gaps[-1]:.0f} ms")
    assert gaps[-1] < 1000
    page.evaluate("document.querySelector('#list').open = true")
    page.wait_for_timeout(50)
    page.locator("#options button").first.press("Enter")
    page.wait_for_selector("#stop:not([hidden])")
    before, began = record_of(page), time.monotonic()
    page.click("#stop")
    page.wait_for_selector("#answers button:text('have sensible choose for it')")
    settled(page)
    print(f"stopped and loaded again after {time.monotonic() - began:.1f} s")
    assert record_of(page) == before
    clicked(page, "#answers button:text('let it think again')")
    page.wait_for_function(
        "before => JSON.parse(localStorage.getItem(sessionStorage.getItem('key'))).record !== before", arg=before
    )
