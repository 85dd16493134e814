"""Four people at a table of `stoneage serve`, each in a browser that shares nothing with the others."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_server import Room, Server

from .test_table import settled

pytestmark = pytest.mark.skipif("STONEAGE_BROWSER" not in os.environ, reason="needs STONEAGE_BROWSER to be set")

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
OFFLINE = int(os.environ.get("STONEAGE_OFFLINE", "5"))
"""The seconds for which one of the browsers has no network."""
LONGEST = 60
"""The seconds after which a wait has failed."""


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Waits until something holds, and fails after as many seconds as any other wait."""
    last = time.monotonic() + LONGEST
    while not holds():
        assert time.monotonic() < last, "nothing has changed"
        page.wait_for_timeout(5)


class Friends:
    """A room on a server of this process, and a page for each seat."""

    def __init__(self, browser: Any, folder: Path) -> None:
        game = sa.Game(sa.load(players=4), 11, skip_forced=True, names=NAMES, policies=["person"] * 4)
        self.room = Room(game, folder / "game.txt")
        self.server = Server(self.room, "127.0.0.1", 0)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.links = [f"http://127.0.0.1:{self.server.server_port}/{link}/" for link in self.room.links]
        self.contexts = [
            browser.new_context(viewport={"width": 1300, "height": 850}, reduced_motion="reduce") for _ in self.links
        ]
        self.errors: list[str] = []
        for context in self.contexts:
            context.set_default_timeout(LONGEST * 1000)
            context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.pages = [context.new_page() for context in self.contexts]
        for page, link in zip(self.pages, self.links, strict=True):
            page.goto(link)
            page.wait_for_selector("#board .place")

    def shows(self, page: Any) -> None:
        """Waits until a page shows the step that is open."""
        step = self.room.chairs[0].step
        page.wait_for_function("step => document.body.dataset.step === step", arg=step)
        settled(page)

    def answer(self, draw: random.Random) -> None:
        """Has the person who is asked choose at random, by a key."""
        seat, game = self.room.game.seat, self.room.game
        assert seat is not None
        page = self.pages[seat]
        self.shows(page)
        assert page.title() == "● it is your turn"
        length = game.length
        page.evaluate("document.querySelector('#list').open = true")
        buttons = page.locator("#options button")
        buttons.first.wait_for()
        buttons.nth(draw.randrange(buttons.count())).press("Enter")
        until(page, lambda: game.length != length)

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def friends(browser: Any, tmp_path: Path) -> Iterator[Friends]:
    friends = Friends(browser, tmp_path)
    yield friends
    friends.close()
    assert friends.errors == []


def test_four_friends_play_a_whole_game(friends: Friends) -> None:
    """One reloads, one leaves for a policy and comes back, one loses the network, one takes back what the others allow."""
    draw, game, room = random.Random(3), friends.room.game, friends.room
    ada, ben, cleo, dan, watching = friends.pages
    for _ in range(6):
        friends.answer(draw)
    for page in friends.pages:
        friends.shows(page)
    assert [page.title() for page in friends.pages].count("● it is your turn") == 1
    ben.reload()
    ben.wait_for_selector("#board .place")
    friends.shows(ben)

    dan.once("dialog", lambda asked: asked.dismiss())
    dan.click("#leave")
    assert room.away == set()
    dan.once("dialog", lambda asked: asked.accept())
    dan.click("#leave")
    ada.wait_for_selector("#room >> text=sensible chooses for Dan, who is away.")
    for _ in range(8):
        until(ada, lambda: game.seat != 3)
        friends.answer(draw)
    dan.click("#room button >> text=I am back")
    ada.wait_for_selector("#room", state="hidden")

    friends.contexts[2].set_offline(True)
    cleo.wait_for_selector("#room >> text=The table cannot be reached")
    while game.seat != 2:
        friends.answer(draw)
    cleo.wait_for_timeout(OFFLINE * 1000)
    assert game.seat == 2
    friends.contexts[2].set_offline(False)
    friends.shows(cleo)
    friends.answer(draw)

    while game.seat != 0:
        friends.answer(draw)
    friends.answer(draw)
    while game.seat == 0:
        friends.answer(draw)
    friends.answer(draw)  # what one alone has done is taken back without a question
    before, past = game.length, room.past
    friends.shows(ada)
    ada.click("#undo")
    for page in (ben, cleo, dan):
        page.click("#room button >> text=agree")
    until(ada, lambda: room.past != past)
    assert game.length < before
    for page in friends.pages:
        friends.shows(page)
        page.wait_for_selector("#room >> text=Steps were taken back.")

    while not game.is_over:
        friends.answer(draw)
    for page in friends.pages:
        friends.shows(page)
        page.wait_for_selector(".podium")
        assert [int(text.split()[-2]) for text in page.locator(".podium .step").all_inner_texts()] == sorted(game.state.scores)[
            ::-1
        ]
        assert page.title() == "the game is over"
        assert page.is_visible("#save")
        assert page.is_hidden("#leave")
    assert watching.locator("#own").is_hidden()
    assert watching.locator("#answers button").count() == 0

    cleo.click("#answers button >> text=play again")
    until(cleo, lambda: room.game is not game)
    for page in friends.pages:
        friends.shows(page)
        page.wait_for_selector(".podium", state="detached")
    for _ in range(3):
        friends.answer(draw)
