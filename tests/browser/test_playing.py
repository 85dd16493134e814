"""Playing at the page of `stoneage export-web` as people do: with two clicks too many, by touch, at any size, by ear."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from payloads import PAYLOAD, pack_with
from shipped import SHIPPED, needs

from .conftest import installed, served
from .test_table import BUSY, begin, choose, clicked, is_over, listed, record_of, same_in_cpython, settled, typed

pytestmark = pytest.mark.skipif("STONEAGE_BROWSER" not in os.environ, reason="needs STONEAGE_BROWSER to be set")

MANY = int(os.environ.get("STONEAGE_CLICKS", "20"))
"""How many double clicks are tried."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
AMOUNT = re.compile(r"=\s*(\d+)")
ANSWERS = "#board .glow, #own .glow, #answers .answer:enabled"
COUNT_PLAYS = """() => {
window.plays = 0;
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (told, ...more) {
  if (told.name === "play") window.plays += 1;
  return postMessage.call(this, told, ...more);
}; }"""


KEEP_WORKER = """(() => {
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (...given) { window.rules = this; return postMessage.apply(this, given); };
})()"""
BREAK = """() => {
if (document.querySelector('#stop').hidden) return false;
window.rules.dispatchEvent(new ErrorEvent('error'));
return true; }"""
"""Breaks the worker off as soon as a policy thinks in it: afterwards it may have done so before a test goes on."""


def answers(page: Any) -> Any:
    """Returns all that can be pressed to answer: amounts if a place is open, or else places and buttons."""
    return page.locator("#pop .answer" if page.is_visible("#pop") else ANSWERS)


# --- one press, one answer ----------------------------------------------------------------------------------------


def test_a_double_click_plays_one_answer(page: Any) -> None:
    """At random moments; a place that asks how many is opened by it, and nothing is played."""
    page.evaluate(COUNT_PLAYS)
    begin(page, "person", "sensible")
    page.evaluate("document.querySelector('#list').open = false")
    draw, played = random.Random(4).random, 0
    for _ in range(MANY):
        settled(page)
        page.wait_for_timeout(int(400 + draw() * 100))
        if is_over(page):
            break
        found = answers(page)
        one = found.nth(int(draw() * found.count()))
        opens, before = not page.is_visible("#pop"), page.evaluate("window.plays")
        one.dblclick(delay=int(draw() * 60))
        page.wait_for_timeout(30)
        settled(page)
        now = page.evaluate("window.plays")
        assert now - before == (0 if opens and page.is_visible("#pop") else 1)
        played += now - before
    assert played >= MANY // 4
    assert record_of(page).count("\n0 ") >= played


def test_two_quick_taps_play_one_answer(opened: Callable[..., Any]) -> None:
    """Every place is opened by them, to be read before it is chosen, and nothing is played; two taps on its amount play once."""
    page = opened(**PHONE)
    page.evaluate(COUNT_PLAYS)
    begin(page, "person", "person")
    page.evaluate("document.querySelector('#list').open = false")
    opened = 0
    for _ in range(8):
        settled(page)
        page.wait_for_timeout(450)
        place = page.locator("#pop .answer, #board .spread.glow, #board [data-place=fields].glow")
        one = place.last if page.is_visible("#pop") else place.first
        is_place, before = bool(one.evaluate("one => one.matches('.place')")), page.evaluate("window.plays")
        box = one.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for wait in (70, 0):
            page.touchscreen.tap(x, y)
            page.wait_for_timeout(wait)
        page.wait_for_timeout(50)
        settled(page)
        assert page.is_visible("#pop") == is_place
        assert page.evaluate("window.plays") - before == (0 if is_place else 1)
        opened += is_place
    assert opened >= 3


def test_a_place_that_was_not_chosen_after_all_is_told(opened: Callable[..., Any]) -> None:
    """By touch, a hut asks as a card does; a tap elsewhere or a button closes the window, and the former is told."""
    page = opened(**PHONE)
    page.evaluate(COUNT_PLAYS)
    begin(page, "person", "sensible")
    page.evaluate("document.querySelector('#list').open = false")
    for place, name in (("hut", "family hut"), ("card-2", "card space 2")):
        page.wait_for_timeout(400)
        page.tap(f"[data-place={place}]")
        assert page.locator("#pop .answer").count() == 1
        page.tap("#asked")
        assert not page.is_visible("#pop")
        assert page.inner_text("#status") == f"nothing chosen at {name}"
    page.wait_for_timeout(400)
    page.tap("[data-place=card-2]")
    page.tap("#pop button:text('cancel')")
    assert not page.is_visible("#pop")
    assert page.evaluate("window.plays") == 0


# --- by touch, at the size of a telephone -------------------------------------------------------------------------

OFF_SCREEN = """() => [...document.querySelectorAll('body *')].filter(one => one.checkVisibility({ visibilityProperty: true }))
.map(one => [one, one.getBoundingClientRect()]).filter(([one, box]) => box.width && (box.right > innerWidth + 1 || box.left < -1))
.map(([one, box]) => `${one.tagName} ${one.className} ${box.left} ${box.right}`)"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('body *')]
.filter(one => one.checkVisibility() && [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
.map(one => parseFloat(getComputedStyle(one).fontSize)))"""
PARTS = ("#board", "#asked", "#own")


def is_in_view(page: Any, part: str) -> bool:
    """Returns whether all of a part can be seen without scrolling, nothing of the page lying over it."""
    return bool(
        page.evaluate(
            """part => { const one = document.querySelector(part), box = one.getBoundingClientRect();
            const frame = one.closest('#view, aside').getBoundingClientRect();
            return box.top >= frame.top - 1 && box.bottom <= Math.min(frame.bottom, innerHeight) + 1; }""",
            part,
        )
    )


def test_a_whole_game_by_touch_on_a_telephone(opened: Callable[..., Any]) -> None:
    """Nothing is off the screen sideways or too small, the whole board is in view at each placement, no keyboard opens."""
    page = opened(**PHONE)
    begin(page, "person", "sensible", "sensible", "sensible")
    page.evaluate("document.querySelector('#list').open = false")
    draw = random.Random(2).random
    while not is_over(page):
        settled(page)
        assert page.evaluate(OFF_SCREEN) == []
        assert page.evaluate(SMALLEST) >= 12
        assert page.evaluate("document.activeElement.id") != "typed"
        if page.locator("#board .glow").count():
            assert [part for part in PARTS if not is_in_view(page, part)] == []
        found, step = answers(page), page.evaluate("document.body.dataset.step")
        if not found.count():  # goods are still to be chosen
            found = page.locator("#answers .piece button:enabled:last-of-type")
        found.nth(int(draw() * found.count())).tap()
        page.wait_for_timeout(20)
        settled(page)
        if page.evaluate("document.body.dataset.step") == step:
            page.wait_for_timeout(400)
    assert page.locator(".podium .step").count() == 4
    assert page.inner_text("#answers .note").endswith(": the game ends")
    same_in_cpython(record_of(page))


@needs(*SHIPPED)
def test_all_of_a_large_table_is_in_view_on_a_screen(opened: Callable[..., Any]) -> None:
    """Five seats with all modules at 1440x900: board, question, own stocks and the log's end without scrolling, at 13 px."""
    page = opened(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    begin(page, "person", "sensible", "sensible", "sensible", "sensible", modules=tuple(SHIPPED))
    page.evaluate("document.querySelector('#list').open = false")
    for _ in range(25):
        settled(page)
        assert [part for part in (*PARTS, "#others") if not is_in_view(page, part)] == []
        assert page.evaluate("(log => log.scrollTop + log.clientHeight >= log.scrollHeight - 1)(document.querySelector('#log'))")
        assert page.evaluate(SMALLEST) >= 13
        assert page.evaluate(OFF_SCREEN) == []
        page.evaluate("document.querySelector('#list').open = true")
        page.locator("#options button").first.press("Enter")
        page.wait_for_timeout(20)
        settled(page)
        page.evaluate("document.querySelector('#list').open = false")


# --- by ear -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The checks of accessibility of the npm package `axe-core`."""
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("axe")
    done = npm and subprocess.run([npm, "pack", "axe-core@4.10.2"], cwd=folder, capture_output=True, check=False)
    if not done or done.returncode:
        pytest.skip("npm has no axe-core")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return (folder / "package" / "axe.min.js").read_text("utf-8")


def faults(page: Any, axe: str) -> list[str]:
    """Returns what the checks find on a screen."""
    page.evaluate(f"() => {{ {axe}; window.axe = axe; }}")
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [f"{one['id']}: {node['html'][:150]} {node['failureSummary']}" for one in found["violations"] for node in one["nodes"]]


@needs(*SHIPPED)
@pytest.mark.parametrize(("scheme", "phone"), [("light", False), ("dark", True)])
def test_nothing_is_in_the_way_of_people_who_hear_the_page(
    opened: Callable[..., Any], axe: str, scheme: str, phone: bool
) -> None:
    """On eight screens: the form, a list, a placement, an amount, a refusal, a payment, a cover, the end."""
    page = opened(**(PHONE if phone else {"reduced_motion": "reduce"}), color_scheme=scheme)
    screens = {"beginning": faults(page, axe)}
    begin(page, "person", "person", "sensible", modules=tuple(SHIPPED), seed=12)
    screens["list"] = faults(page, axe)
    page.evaluate("document.querySelector('#list').open = false")
    screens["placement"] = faults(page, axe)
    page.locator("[data-place=forest]").click()
    screens["amount"] = faults(page, axe)
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#list').open = true")
    typed(page, "why hut 1")
    screens["refusal"] = faults(page, axe)
    draw, games = random.Random(7).random, iter(range(13, 18))
    while len(screens) < 7:
        settled(page)
        if is_over(page):  # without a payment of many ways
            page.click("#leave")
            page.reload()
            page.wait_for_selector("#begin:enabled")
            begin(page, "person", "person", "sensible", modules=tuple(SHIPPED), seed=next(games))
            continue
        if page.is_visible("#cover"):
            screens["cover"] = faults(page, axe)
            page.locator("#cover button").press("Enter")
            settled(page)
            continue
        if page.locator(".composed").count():
            page.wait_for_timeout(300)
            screens["payment"] = faults(page, axe)
        page.evaluate("document.querySelector('#list').open = true")
        page.wait_for_timeout(30)
        found = page.locator("#options button")
        found.nth(int(draw() * found.count())).press("Enter")
        page.wait_for_timeout(20)
        settled(page)
    page.click("#leave")
    page.reload()
    page.wait_for_selector("#begin:enabled")
    begin(page, "sensible", "sensible")
    page.wait_for_selector(".podium .step")
    settled(page)
    screens["end"] = faults(page, axe)
    assert {name: found for name, found in screens.items() if found} == {}
    assert len(screens) == 8


def test_places_and_stocks_are_sentences_and_the_log_speaks(page: Any) -> None:
    begin(page, "person", "sensible")
    said = page.get_attribute("[data-place=forest]", "aria-label")
    assert said.startswith("forest: dice ÷ 3 wood; 7 of 7 free")
    said = page.get_attribute("[data-place=card-1]", "aria-label")
    assert said.startswith("card space 1: card “")
    assert "costs 1 resource" in said
    assert page.locator("#own [aria-label='12 food']").count() == 1
    assert page.get_attribute("#log", "role") == "log"


# --- what happened ------------------------------------------------------------------------------------------------


def test_what_happened_since_my_last_answer_is_marked(page: Any) -> None:
    begin(page, "person", "sensible")
    page.locator("[data-place=fields]").click()
    page.wait_for_timeout(20)
    settled(page)
    assert page.locator("#board .spot.new").count() >= 2, "mine and the other one's"
    assert page.locator("#log .news").count() >= 2
    seen = set[str]()
    for _ in range(20):
        page.locator("#options button").first.press("Enter")
        page.wait_for_timeout(20)
        settled(page)
        seen |= {mark for mark in ("#rolls .die", "#own .change", ".seat .change") if page.locator(mark).count()}
    assert len(seen) == 3


def test_my_last_roll_stays_while_others_play_and_after(opened: Callable[..., Any]) -> None:
    """On a telephone, whose question has room for few lines, my roll and the last one of others are both in view."""
    page = opened(**PHONE)
    begin(page, "person", "sensible", seed=3)
    for _ in range(60):
        listed(page)
        choose(page, page.locator("#options button").last)
        rows = page.locator("#rolls .roll").all()
        mine = [row.is_visible() for row in rows if row.get_attribute("class") == "roll mine"]
        others = [row.is_visible() for row in rows if row.get_attribute("class") == "roll"]
        assert all(mine)
        if mine and others and others[-1]:
            return
    raise AssertionError("no roll of mine was followed by one of the other seat")


def test_a_question_about_a_roll_shows_it_after_a_step_back_too(page: Any) -> None:
    begin(page, "person", "sensible")
    while "which tools" not in page.inner_text("#asked"):
        choose(page, page.locator("#options button").first)
    asked = page.inner_text("#asked")
    dice = page.get_attribute("#rolls .roll [role=img]", "aria-label")
    choose(page, page.locator("#options button").first)
    clicked(page, "#undo")
    assert page.inner_text("#asked") == asked
    assert page.locator("#rolls .roll [role=img]").last.get_attribute("aria-label") == dice
    lines = page.locator("#answers .lines .answer").all_inner_texts()
    gains = [int(found[1]) for text in lines if (found := AMOUNT.search(text))]
    assert gains == sorted(gains)
    assert gains


def test_a_stock_of_which_some_came_and_some_went_says_both(page: Any) -> None:
    """Food that was hunted and eaten between two answers."""
    begin(page, "person", "sensible")
    for _ in range(40):
        choose(page, page.locator("#options button").first)
        if both := [text for text in page.locator(".change").all_inner_texts() if re.fullmatch(r"\+\d+ \W\d+", text)]:
            break
    assert both


def test_cards_that_slid_are_told_from_those_that_came(page: Any) -> None:
    begin(page, "person", "sensible")
    items = "kind => [...document.querySelectorAll(`#board .place${kind} [data-item]`)].map(one => one.dataset.item)"
    slid, came = set[str](), set[str]()
    for _ in range(40):
        before = {*page.evaluate(items, "")}
        choose(page, page.locator("#options button").first)
        assert {*page.evaluate(items, ".slid")} <= before
        assert {*page.evaluate(items, ".came")}.isdisjoint(before)
        slid |= {*page.evaluate(items, ".slid")}
        came |= {*page.evaluate(items, ".came")}
    assert slid
    assert came


@needs("style-is-the-goal")
def test_a_split_marks_the_place_that_it_is_for(page: Any) -> None:
    begin(page, "person", "sensible", modules=("style-is-the-goal",))
    for _ in range(30):
        if "split" in page.inner_text("#asked"):
            break
        if page.locator("[data-place=hunt].glow").count():
            typed(page, "hunt 5")
        choose(page, page.locator("#options button").first)
    assert page.locator("#board .place.now").evaluate_all("all => all.map(one => one.dataset.place)") == ["hunt"]


def test_a_figure_that_returns_to_its_place_in_the_next_round_is_marked(page: Any) -> None:
    begin(page, "person", "sensible")
    theirs = """[...document.querySelectorAll('#board [data-figure="1"]')]
        .map(one => [one.closest('.place').dataset.place, one.classList.contains('new')])"""
    returned = set()
    for _ in range(60):
        before, begun = page.inner_text("#moment b"), {place for place, _ in page.evaluate(theirs)}
        choose(page, page.locator("#options button").first)
        if page.inner_text("#moment b").split(":")[0] != before.split(":")[0]:
            figures = page.evaluate(theirs)
            assert all(is_new for _, is_new in figures), "all have been put since the last answer"
            returned |= {place for place, _ in figures if place in begun}
        if returned:
            break
    assert returned


def test_turns_of_others_are_shown_step_by_step_unless_less_motion_is_wished(opened: Callable[..., Any]) -> None:
    page = opened(viewport={"width": 1440, "height": 900})
    begin(page, "person", "sensible", "sensible", "sensible")
    page.select_option("#speed", "400")
    page.locator("[data-place=fields]").click()
    page.wait_for_selector("#board .place.now")
    assert page.is_visible(BUSY), "nothing can be answered meanwhile"
    seen = page.inner_text("#asked")
    assert "puts" in seen
    page.wait_for_function("seen => document.querySelector('#asked').textContent !== seen", arg=seen)
    page.mouse.click(1200, 800)  # the rest at once
    settled(page)
    assert "where to place" in page.inner_text("#asked")


# --- policies that take their time ------------------------------------------------------------------------------


def test_a_policy_that_thinks_leaves_the_page_alive_and_can_be_stopped(page: Any) -> None:
    begin(page, "person", "thoughtful")
    frames = """() => new Promise(done => {
      let last = performance.now(), worst = 0, count = 0;
      requestAnimationFrame(function step(now) {
        worst = Math.max(worst, now - last);
        last = now;
        count += 1;
        if (count < 40) requestAnimationFrame(step);
        else done(worst);
      });
    })"""
    page.locator("#options button").first.press("Enter")
    page.wait_for_function(
        "() => !document.querySelector('#stop').hidden && document.querySelector('#status').textContent.includes('thinks')"
    )
    assert page.evaluate(frames) < 500, "the page goes on drawing"
    if page.is_visible("#stop"):
        before = record_of(page)
        page.click("#stop")
        page.wait_for_selector("#answers button:text('have sensible choose for it')")
        settled(page)
        assert record_of(page) == before
        page.click("#answers button:text('have sensible choose for it')")
        page.wait_for_selector("#play:not([inert])")
        settled(page)
        assert record_of(page) != before


STOP = """() => {
const stop = document.querySelector('#stop');
if (stop.hidden) return false;
stop.click();
return true; }"""


def test_after_a_stop_another_answer_is_played_and_the_policy_thinks_again(page: Any) -> None:
    begin(page, "person", "thoughtful")
    page.locator("#options button").first.press("Enter")
    page.wait_for_function(STOP)  # at once, before it has chosen
    page.wait_for_selector("#answers button:text('have sensible choose for it')")
    settled(page)
    clicked(page, "#undo")
    before = record_of(page)
    clicked(page, "#redo")
    page.wait_for_selector("#play:not([inert])")
    settled(page)
    assert len(record_of(page)) > len(before)
    assert "Player 0: where" in page.inner_text("#asked")


def test_two_tabs_in_which_a_policy_thinks_have_the_same_game(page: Any, context: Any, address: str) -> None:
    """Both let it think; the first choice counts in both."""
    begin(page, "person", "thoughtful")
    other = context.new_page()
    other.goto(address)
    other.click("#games button:text('go on'):enabled")
    other.wait_for_selector("#board .place")
    for _ in range(2):
        settled(page)
        page.locator("#options button").first.press("Enter")
        for one in (page, other):
            one.wait_for_selector("#play[inert]")
        for one in (page, other):
            one.wait_for_selector("#play:not([inert])")
            settled(one)
        other.wait_for_function("told => document.querySelector('#log').textContent === told", arg=page.text_content("#log"))
        assert page.evaluate("document.body.dataset.step.split('.')[0]") == other.evaluate(
            "document.body.dataset.step.split('.')[0]"
        )
        assert record_of(page) == record_of(other)


def test_a_game_that_is_left_while_turns_are_shown_stays_left_and_kept(opened: Callable[..., Any]) -> None:
    page = opened(viewport={"width": 1440, "height": 900})
    begin(page, "person", "sensible", "sensible", "thoughtful")
    page.select_option("#speed", "1000")
    before = record_of(page)
    page.locator("[data-place=fields]").click()
    page.wait_for_selector("#board .place.now")
    page.click("#leave")
    page.wait_for_timeout(3000)
    settled(page)
    assert page.is_visible("#start")
    assert not page.is_visible("#play")
    kept = page.evaluate("JSON.parse(Object.entries(localStorage).find(([name]) => name.startsWith('stoneage/'))[1]).record")
    assert kept.startswith(before.rstrip())
    assert "\n0 place fields 1" in kept


# --- a pack of a stranger -----------------------------------------------------------------------------------------

HUGE = "W" * 60


@pytest.fixture(scope="session")
def strange_address(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page that has a base game whose texts are all made to harm."""
    site, folder = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("strange")
    pack_with(PAYLOAD + HUGE, site / "stranger")
    yield from served(pyodide, folder, installed(site, "stranger"))


@pytest.mark.parametrize("phone", [False, True])
def test_a_pack_made_to_harm_is_text_and_can_be_played(browser: Any, strange_address: str, phone: bool) -> None:
    context = browser.new_context(**(PHONE if phone else {"reduced_motion": "reduce"}))
    page = context.new_page()
    page.goto(strange_address)
    page.wait_for_selector("#begin:enabled", timeout=120_000)
    assert HUGE in page.inner_text("#modules")
    begin(page, "person", "sensible", modules=("stranger",))
    draw = random.Random(3).random
    for _ in range(25):
        settled(page)
        assert page.locator("main img, main script, main [onload], main [onerror]").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
        page.evaluate("document.querySelector('#list').open = true")
        page.wait_for_timeout(40)
        found = page.locator("#options button")
        found.nth(int(draw() * found.count())).press("Enter")
        page.wait_for_timeout(20)
    settled(page)
    assert HUGE in page.inner_text("#board")
    assert page.title() == "Stone Age table"
    assert record_of(page).count("\n0 ") > 5
    context.close()


# --- faults -----------------------------------------------------------------------------------------------------

ASK_NONSENSE = """() => {
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (told, ...more) {
  return postMessage.call(this, told.name === "play" ? { ...told, name: "nonsense" } : told, ...more);
}; }"""


def test_a_fault_of_the_rules_is_one_sentence(page: Any) -> None:
    begin(page, "person", "sensible")
    page.evaluate(ASK_NONSENSE)
    page.locator("#options button").first.press("Enter")
    settled(page)
    said = page.inner_text("#against")
    assert said == "the rules have failed ('Session' object has no attribute 'nonsense'); the game is kept: load this page again"


def test_a_worker_that_breaks_off_leaves_nobody_waiting(page: Any) -> None:
    page.evaluate(KEEP_WORKER)
    begin(page, "person", "thoughtful")
    page.locator("#options button").first.press("Enter")
    page.wait_for_function(BREAK)
    settled(page)
    assert "the rules have broken off" in page.inner_text("#against")
    record = record_of(page)
    page.reload()
    page.wait_for_selector("#play:not([inert]) #board .place")
    settled(page)
    assert record_of(page).startswith(record.rstrip())


# --- names and ends -------------------------------------------------------------------------------------------


def test_a_name_is_a_name(page: Any) -> None:
    payload = "<img src=x onerror='window.ran=1'><script>window.ran=2</script>"
    page.locator("#seats input").first.fill(payload)
    page.click("#table summary")
    page.fill("#seed", "5")
    page.click("#begin")
    page.wait_for_selector("#board .place")
    settled(page)
    assert payload in page.inner_text("#own")
    assert payload in page.inner_text("#log")
    assert payload in page.inner_text("#asked")
    assert page.locator("#play img, #play script").count() == 0
    page.click("#leave")
    assert payload in page.inner_text("#games")
    assert page.locator("#games img").count() == 0
    assert page.evaluate("window.ran") is None


def test_the_end_has_a_podium_a_sheet_and_another_game(page: Any) -> None:
    begin(page, "sensible", "random", "sensible")
    page.wait_for_selector(".podium .step")
    settled(page)
    assert is_over(page)
    steps = page.locator(".podium .step").all_inner_texts()
    points = [int(step.split()[-2]) for step in steps]
    assert points == sorted(points, reverse=True)
    assert page.is_visible("#scores table")
    record = record_of(page)
    clicked(page, "#answers button:text('play again')")
    kept = "JSON.parse(localStorage.getItem(sessionStorage.getItem('key'))).record"
    page.wait_for_function(f"record => {kept} !== record", arg=record)
    page.wait_for_selector(".podium .step")
    settled(page)
    assert record_of(page) != record
    assert page.locator(".podium .step").count() == 3


STRANGE = """() => {
const { parse } = JSON;
JSON.parse = (...given) => {
  const told = parse(...given);
  if (told?.options?.length && told.view) {
    const bids = Array.from({ length: 14 }, (_, bid) => ["bid", [bid], ""]);
    told.options = [...bids, ["wave-at", ["old-friend", "forest"], "3 shells"], ["pass", [], ""]];
    told.view.pending = { kind: "auction", seat: 0, prompt: "what to bid", more: { hammer: 1 } };
  }
  return told;
}; }"""


def test_a_question_that_no_form_fits_is_a_list(page: Any) -> None:
    """What a stranger's plugin may ask: kinds of answers, things and goods that the page has never heard of."""
    page.evaluate(STRANGE)
    begin(page, "person", "sensible")
    said = page.locator("#answers .answer").all_inner_texts()
    assert len(said) == 16
    assert said[3] == "bid 3"
    assert said[14].split("\n")[0] == "wave at old friend forest"
    assert "3 shells" in said[14]
    assert page.inner_text("#asked") == "Player 0: what to bid"
    page.evaluate(COUNT_PLAYS)
    page.locator("#answers .answer").nth(3).press("Enter")
    page.wait_for_timeout(50)
    settled(page)
    assert page.evaluate("window.plays") == 1
