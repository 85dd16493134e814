"""The past at the page: a line of the log shows its moment, nothing is played there, and Escape shows the present again."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

import stoneage_rules as sa

from .test_playing import ANSWERS, axe, faults
from .test_table import OPTIONS, begin, choose, clicked, is_over, listed, record_of, settled, shown, typed

__all__ = ["axe"]
pytestmark = pytest.mark.skipif("STONEAGE_BROWSER" not in os.environ, reason="needs STONEAGE_BROWSER to be set")

LINES = "#log > button"


def figures(page: Any) -> dict[str, int]:
    """Returns how many figures are seen on each place."""
    found = page.evaluate("[...document.querySelectorAll('#board .figure')].map(one => one.closest('.place').dataset.place)")
    return {place: found.count(place) for place in found}


def stocks(page: Any) -> str:
    return str(page.evaluate("[...document.querySelectorAll('#own .stocks [aria-label]')].map(one => one.ariaLabel).join('; ')"))


def look(page: Any, line: int) -> None:
    """Clicks a line of the log, and waits for its moment."""
    settled(page)
    page.locator(LINES).nth(line).click()
    page.wait_for_selector("#then:not([hidden])")
    settled(page)


def test_each_line_of_the_log_shows_its_moment_and_escape_the_present(page: Any) -> None:
    begin(page, "person", "sensible")
    for _ in range(12):
        choose(page, page.locator(OPTIONS).first)
    before, held, kept = shown(page), stocks(page), record_of(page)
    game = sa.replay(kept, allow_unfinished=True, skip_forced=True, auto_chance=True)
    ends, texts = [0], page.locator(LINES).all_inner_texts()
    for events in [game.opening, *game.events()]:
        ends.append(ends[-1] + len([*sa.Narrator(game.rules, game.names, 0).tell(events)]))
    assert ends[-1] == len(texts)
    for line in (0, 20, len(texts) // 2, len(texts) - 1):
        look(page, line)
        step = next(step for step, end in enumerate(ends[1:]) if line < end)
        view = game.state_after(step).view(0)
        placed = {place.id: sum(view.figures_at(place.id)) for place in view.rules.places}
        assert figures(page) == {place: count for place, count in placed.items() if count}, line
        for good, count in view.player(0).goods.items():
            assert f"{count} {good}" in stocks(page)
        assert texts[line] in page.inner_text("#then")
        if step:
            asked = game.state_after(step - 1).view(0).pending
            assert asked.is_chance or "is asked:" in page.inner_text("#then .about")
    page.keyboard.press("Escape")
    assert not page.is_visible("#then")
    assert (shown(page), stocks(page), record_of(page)) == (before, held, kept)
    choose(page, page.locator(OPTIONS).first)
    assert record_of(page) != kept, "from there it goes on"


def test_nothing_is_played_in_the_past(page: Any) -> None:
    """No press and no key: places that answered then, those that answer now, the buttons above, and the typed line."""
    begin(page, "person", "person")
    for _ in range(6):
        choose(page, page.locator(OPTIONS).last)
    kept = record_of(page)
    look(page, page.locator(LINES).count() - 4)
    assert "the past" in page.inner_text("#status").lower()
    assert page.locator(ANSWERS).locator("visible=true").count() == 0
    assert not page.is_visible("#question")
    assert [page.is_disabled(f"#{name}") for name in ("undo", "redo", "hint")] == [True] * 3
    for place in page.locator("#board .place").all():
        page.wait_for_timeout(400)
        place.click(force=True)
        assert page.locator("#pop button").count() == 0, "it is told what the place is, and nothing is asked"
    for key in ("1", "Enter", "ArrowDown", "Enter", " "):
        page.keyboard.press(key)
    page.evaluate("document.querySelector('#typing').requestSubmit()")
    page.evaluate("document.querySelector('#options button').click()")
    settled(page)
    assert record_of(page) == kept
    page.keyboard.press("Escape")
    assert page.is_visible("#question")
    assert record_of(page) == kept


def test_a_payment_that_is_half_done_is_there_after_the_past(page: Any) -> None:
    begin(page, "person", "sensible", seed=12)
    while not page.locator(".composed .piece").count() and not is_over(page):
        choose(page, page.locator(OPTIONS).first)
        listed(page)
    page.locator(".piece button:enabled").last.click()
    page.wait_for_timeout(500)
    before = page.inner_text("#answers")
    look(page, 12)
    page.keyboard.press("Escape")
    assert page.inner_text("#answers") == before


def test_the_past_by_keyboard_alone(page: Any) -> None:
    begin(page, "person", "sensible")
    for _ in range(4):
        choose(page, page.locator(OPTIONS).first)
    typed(page, "log")
    last = page.locator(LINES).count() - 1
    assert page.evaluate("document.activeElement.matches('#log > button:last-child')")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector("#then:not([hidden])")
    settled(page)
    assert page.locator(LINES).nth(last - 2).get_attribute("aria-current") == "true"
    said = page.inner_text("#then [role=status]")
    page.keyboard.press("ArrowLeft")
    settled(page)
    assert page.inner_text("#then [role=status]") != said
    for _ in range(last):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(20)
        settled(page)
        if not page.is_visible("#then"):
            break
    assert page.is_visible("#question"), "later than the last line is the present"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "typed"


def test_a_game_of_policies_alone_is_shown_can_be_stopped_and_looked_at(opened: Callable[..., Any]) -> None:
    page = opened(viewport={"width": 1500, "height": 950})
    for seat in range(2):
        page.locator("#seats li").nth(seat).locator("select").select_option("sensible")
    page.click("#begin")
    page.wait_for_selector("#board .place", timeout=120_000)
    seen = set()
    for _ in range(20):
        seen.add(page.inner_text("#asked"))
        page.wait_for_timeout(150)
    assert len(seen) > 3, "it is shown as it happens"
    page.click("#stop")
    page.wait_for_selector("#answers button:text('let it think again')")
    settled(page)
    count = page.locator(LINES).count()
    page.wait_for_timeout(1000)
    assert page.locator(LINES).count() == count, "it waits"
    look(page, count - 3)
    page.keyboard.press("Escape")
    page.select_option("#speed", "0")
    page.click("#answers button:text('let it think again')")
    page.wait_for_selector(".podium .step", timeout=120_000)
    look(page, 0)
    assert "The game is set up" in page.inner_text("#then")
    page.locator("#then button:text('earlier')").is_disabled()


def test_words_of_the_terminal_show_what_the_page_has(page: Any) -> None:
    begin(page, "person", "sensible")
    for line, said in (
        ("look hut", "family hut: "),
        ("look 1", "Player 1: "),
        ("look player 0", "Player 0: "),
        ("look deck", " left"),
        ("look civ-01", "card"),
        ("look", "look at a place, a seat"),
        ("look nothing", "nothing here is called “nothing”"),
        ("scor", "did you mean `score`?"),
    ):
        typed(page, line)
        assert said in page.inner_text("#against"), line
    typed(page, "score")
    assert page.is_visible("#scores table")
    typed(page, "board")
    assert page.evaluate("document.activeElement.matches('#board .place')")
    with page.expect_download():
        typed(page, "save")
    typed(page, "quit")
    assert page.is_visible("#games button:text('go on')")


def test_the_form_says_in_words_what_cannot_be(page: Any) -> None:
    for policies, said in (
        (["person"] * 6, "6 players are too many"),
        (["person"] * 5, "5 players are too many: base is for 2 to 4"),
    ):
        page.reload()
        page.wait_for_selector("#begin:enabled")
        begin(page, *policies)
        assert said in page.inner_text("#wrong")
        assert "SA" not in page.inner_text("#wrong")
    page.reload()
    page.wait_for_selector("#begin:enabled")
    page.click("#fewer")
    begin(page, "person")
    assert "1 player is too few" in page.inner_text("#wrong")
    page.click("#more")
    page.fill("#seed", "1" * 23)
    page.click("#begin")
    page.wait_for_selector("#wrong:has-text('15 digits')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_people_who_hear_the_page_hear_the_past(opened: Callable[..., Any], axe: str, scheme: str) -> None:
    page = opened(color_scheme=scheme, reduced_motion="reduce")
    begin(page, "person", "sensible")
    for _ in range(4):
        choose(page, page.locator(OPTIONS).first)
    look(page, page.locator(LINES).count() - 2)
    assert faults(page, axe) == []
    clicked(page, "#then button:text('back')")
    assert page.is_visible("#question")
