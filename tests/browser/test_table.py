"""The page of `stoneage export-web` in a real browser: whole games by clicks and by keys, nothing lost, nothing fetched."""

from __future__ import annotations

import base64
import os
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from shipped import SHIPPED, needs

pytestmark = pytest.mark.skipif("STONEAGE_BROWSER" not in os.environ, reason="needs STONEAGE_BROWSER to be set")

GLOWING = "#board .glow, #own .glow"
OPTIONS = "#options button"
BUSY = "body[data-busy]"


def settled(page: Any) -> None:
    """Waits until nothing is under way: the rules run in a worker, and the page waits for its answers."""
    page.wait_for_function("() => !document.body.dataset.busy")


def begin(page: Any, *policies: str, modules: tuple[str, ...] = (), seed: int = 5) -> None:
    """Fills the form in, begins a game, and opens the list of all answers."""
    for _ in range(len(policies) - 2):
        page.click("#more")
    for seat, policy in enumerate(policies):
        row = page.locator("#seats li").nth(seat)
        row.locator("select").select_option(policy)
        row.locator("input").fill(f"Player {seat}")
    for module in modules:
        page.check(f"input[value={module}]")
    if not page.is_visible("#seed"):
        page.click("#table summary")
    page.fill("#seed", str(seed))
    page.click("#begin")
    page.wait_for_selector("#board .place, #cover:not([hidden]), #wrong:not(:empty)")
    settled(page)
    listed(page)


def listed(page: Any) -> None:
    """Opens the list of all answers, whose buttons have the numbers that can be typed."""
    page.evaluate("document.querySelector('#list').open = true")
    page.wait_for_timeout(50)


def choose(page: Any, option: Any) -> None:
    """Presses a button, and waits for what comes of it."""
    settled(page)
    option.press("Enter")
    page.wait_for_timeout(20)
    settled(page)


def typed(page: Any, line: str) -> None:
    """Types a line, and waits for what comes of it."""
    settled(page)
    page.fill("#typed", line)
    page.press("#typed", "Enter")
    page.wait_for_timeout(20)
    settled(page)


def clicked(page: Any, button: str) -> None:
    """Clicks a button beside the board, as soon as it is no part of a double click, and waits for what comes of it."""
    settled(page)
    page.wait_for_timeout(400)
    page.click(button)
    page.wait_for_timeout(20)
    settled(page)


def record_of(page: Any) -> str:
    """Returns the record that the browser keeps."""
    return str(page.evaluate("JSON.parse(localStorage.getItem(sessionStorage.getItem('key'))).record"))


def shown(page: Any) -> list[str]:
    """Returns the board with its figures, the options, the log and the question; marks of what is new go with a reload."""
    figures = page.evaluate(
        "[...document.querySelectorAll('#board .figure')].map(one => [one.closest('.place').dataset.place, one.dataset.figure])"
    )
    return [
        page.inner_text("#board"),
        str(figures),
        page.inner_text("#options"),
        page.inner_text("#log"),
        page.inner_text("#asked"),
    ]


def is_over(page: Any) -> bool:
    return bool(page.inner_text("#status") == "the game is over")


def same_in_cpython(record: str) -> sa.Game:
    """Plays the choices of a record here, by their texts alone; the record must come out the same, byte for byte."""
    read, answers = sa.read_record(record), sa.replay(record).answers()
    names, policies = [seat.name for seat in read.table.seats], [seat.policy for seat in read.table.seats]
    game = sa.Game(sa.load(read.table), read.seed, skip_forced=True, names=names, policies=policies)
    while not game.is_over:
        seat, answer = answers[game.length]
        game.play(str(answer), seat)
    assert str(game.record) == record
    return game


@needs(*SHIPPED)
def test_a_whole_game_of_all_modules_by_clicks(page: Any) -> None:
    """Two people click on the board, wherever a place glows, and on options; covers are lifted; a policy plays, too."""
    begin(page, "person", "person", "sensible", modules=tuple(SHIPPED))
    draw, on_board, covers, amounts = random.Random(7).random, 0, 0, 0
    while not is_over(page):
        settled(page)
        if on_board == 5:
            page.context.set_offline(True)  # nothing is asked of the network in a game
        if page.is_visible("#cover"):
            assert not page.is_visible("#board")
            pressed(page, page.locator("#cover button"))
            covers += 1
            continue
        glowing = page.locator(GLOWING)
        count = glowing.count()
        if count and draw() < 0.5:
            pressed(page, glowing.nth(int(draw() * count)))
            on_board += 1
            if page.is_visible("#pop"):
                buttons = page.locator("#pop button")
                pressed(page, buttons.nth(int(draw() * buttons.count())))
                amounts += 1
        else:
            buttons = page.locator(OPTIONS)
            pressed(page, buttons.nth(int(draw() * buttons.count())))
    assert min(on_board, amounts) > 10
    assert covers
    game = same_in_cpython(record_of(page))
    assert page.inner_text("#asked") == "Player {} wins".format(*game.state.winners)
    totals = page.locator("#scores tr:last-child td").all_inner_texts()
    assert [int(total) for total in totals] == [*game.state.scores]


STANDS = "() => [document.body.dataset.step, ...['#pop', '#cover'].map(one => document.querySelector(one).hidden)].join()"


def pressed(page: Any, button: Any) -> None:
    """Clicks until it counts: a click where the last one was counts only once what lies there can have been seen."""
    before = page.evaluate(STANDS)
    for _ in range(5):
        button.click()
        page.wait_for_timeout(20)
        settled(page)
        if page.evaluate(STANDS) != before:
            return
        page.wait_for_timeout(400)
    raise AssertionError("the click does nothing")


def test_a_whole_game_by_keyboard_alone(page: Any) -> None:
    """From the form to the end no mouse is touched: numbers, words, arrow keys, places reached by Tab, undo and redo."""
    page.evaluate("document.querySelector('#seed').value = '5'")  # the same game in each run
    page.focus("#begin")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .place")
    settled(page)
    listed(page)
    draw, turn = random.Random(2).random, 0
    keys = page.keyboard
    while not is_over(page):
        turn += 1
        assert turn < 3000, "the game does not come to its end"
        assert page.evaluate("document.activeElement.id") == "typed", "whoever types goes on typing"
        count = page.locator(OPTIONS).count()
        match turn % 4:
            case 0:
                keys.type(str(1 + int(draw() * count)))
                keys.press("Enter")
            case 1:
                for _ in range(1 + int(draw() * 3)):
                    keys.press("ArrowDown")
                keys.press("Enter")
            case 2:
                option = page.locator(OPTIONS).nth(int(draw() * count))
                keys.type(option.evaluate("button => button.childNodes[1].textContent"))
                keys.press("Enter")
            case _:
                tab_to_a_place(page)
        page.wait_for_timeout(20)
        settled(page)
        if turn == 9:
            before = shown(page)
            typed(page, "undo")
            assert shown(page) != before
            typed(page, "redo")
            assert shown(page) == before
    assert turn > 20
    same_in_cpython(record_of(page))


def tab_to_a_place(page: Any) -> None:
    """Plays at a place that glows, or takes the first option if none does."""
    if not page.locator(GLOWING).count():
        page.keyboard.type("1")
        page.keyboard.press("Enter")
        return
    for _ in range(200):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.matches('.glow')"):
            break
    page.keyboard.press("Enter")
    if page.is_visible("#pop"):
        assert page.evaluate("document.activeElement.matches('#pop button')"), "the first of its amounts has the focus"
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")


def test_a_refused_move_and_what_does_not_glow_tell_the_rule(page: Any) -> None:
    begin(page, "person", "sensible")
    before = shown(page)
    typed(page, "place hut 1")
    said = page.inner_text("#against")
    assert "hut takes exactly 2 figures" in said
    assert sa.load(players=2).sentences["base.place.hut"] in said
    assert "base." not in said, "ids are not for players"
    typed(page, "forest 1")
    page.locator("[data-place=forest]").click(position={"x": 20, "y": 8})
    settled(page)
    said = page.inner_text("#against")
    assert "A player who already has figures" in said
    typed(page, "why forest")
    assert page.inner_text("#against") == said
    clicked(page, "#undo")
    assert not page.is_visible("#against")
    assert shown(page)[0] == before[0]


def test_reload_and_a_closed_tab_lose_nothing(page: Any, context: Any, address: str) -> None:
    begin(page, "person", "sensible")
    for number in (0, 3, 1):
        choose(page, page.locator(OPTIONS).nth(number))
    after = shown(page)
    clicked(page, "#undo")
    before = shown(page)
    page.evaluate("localStorage['stoneage/other'] = '{'")
    page.reload()
    page.wait_for_selector("#board .place")
    settled(page)
    listed(page)
    assert shown(page) == before
    page.close()
    page = context.new_page()
    page.goto(address)
    page.click("#games button:text('go on'):enabled")
    page.wait_for_selector("#board .place")
    settled(page)
    listed(page)
    assert shown(page) == before
    clicked(page, "#redo")
    assert shown(page) == after, "what was taken back is kept, too"


def test_an_address_has_the_whole_game(page: Any, browser: Any, context: Any) -> None:
    begin(page, "person", "random")
    for _ in range(8):
        choose(page, page.locator(OPTIONS).first)
    page.click("#share")
    page.wait_for_selector("#shared[open]")
    link = page.input_value("#shared textarea")
    assert len(link) < 4_000
    stranger = browser.new_context(viewport={"width": 1500, "height": 950})
    other = stranger.new_page()
    other.goto(link)
    other.wait_for_selector("#board .place", timeout=120_000)
    settled(other)
    listed(other)
    assert shown(other) == shown(page)
    assert record_of(other) == record_of(page)
    assert "#" not in other.url, "a reload goes on with the game, and does not begin it again"
    other.goto("about:blank")
    other.goto(link[:-9])
    other.wait_for_selector("#wrong:not(:empty)", timeout=120_000)
    assert "was all of it copied?" in other.inner_text("#wrong")
    stranger.close()


def address_of(address: str, record: str | bytes) -> str:
    """Returns the address by which the page opens a record."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = pack.compress(record if isinstance(record, bytes) else record.encode()) + pack.flush()
    return f"{address}#game={base64.urlsafe_b64encode(data).decode().rstrip('=')}"


COUNT_DECODED = """() => {
window.decoded = 0;
const decode = TextDecoder.prototype.decode;
TextDecoder.prototype.decode = function (...given) {
  window.decoded += given[0]?.byteLength ?? 0;
  return decode.apply(this, given);
}; }"""


def test_an_address_that_inflates_is_read_no_further_than_a_record_can_be(page: Any, address: str) -> None:
    page.evaluate(COUNT_DECODED)
    page.goto(address_of(address, bytes(300_000_000)))
    page.wait_for_selector("#wrong:not(:empty)")
    assert page.inner_text("#wrong") == "a record has at most 4000000 bytes"
    assert page.evaluate("window.decoded") <= 4_000_000
    page.goto(address_of(address, f"{'# a note' * 100}\n" * 4_000))
    page.wait_for_selector("#wrong:has-text('line')")
    assert page.evaluate("window.decoded") > 2_000_000, "what a record may have is read whole"


def test_a_file_that_is_no_record_by_its_size_is_not_read(page: Any, tmp_path: Path) -> None:
    page.evaluate("""() => {
      const { text } = Blob.prototype;
      Blob.prototype.text = function () { window.read = this.size; return text.call(this); };
    }""")
    for size, words, read in ((4_000_001, "at most 4000000 bytes", None), (10, "line", 10)):
        (tmp_path / "game.txt").write_bytes(b"#" * size)
        page.set_input_files("#file", tmp_path / "game.txt")
        page.wait_for_selector(f"#wrong:has-text('{words}')")
        assert page.evaluate("window.read") == read


def test_the_record_of_a_stranger_leaves_the_page_usable(page: Any, address: str) -> None:
    """Policies that think for too long are people's seats; while others think, the page does what it is asked."""
    for playouts, players in ((10_000, 2), (100, 4)):
        policies = [f"thoughtful(playouts={playouts})"] * players
        page.goto(address_of(address, str(sa.Game(sa.load(players=players), seed=1, policies=policies).record)))
        page.wait_for_selector("nav:not([hidden])")
        if playouts == 100:
            while "place" not in record_of(page):
                page.wait_for_timeout(50)
            assert not is_over(page)
            assert page.evaluate("document.querySelector('#play').inert")
        else:
            settled(page)
            listed(page)
            assert page.locator(OPTIONS).count() > 10
        page.click("#leave", timeout=20_000)
        assert page.is_visible("#games button:text('go on')")
    page.reload()
    page.wait_for_selector("#games button:text('go on'):enabled")


def test_a_slow_policy_and_a_person_play_by_turns(page: Any) -> None:
    begin(page, "person", "thoughtful")
    for _ in range(8):
        page.wait_for_selector("#play:not([inert])")
        settled(page)
        choose(page, page.locator(OPTIONS).first)
    page.wait_for_selector("#play:not([inert])")
    assert {seat for seat, _ in sa.replay(record_of(page), allow_unfinished=True).answers()} >= {0, 1}
    assert shown(page)


def test_nothing_that_gets_into_the_page_can_run_or_send(opened: Callable[..., Any]) -> None:
    page = opened()
    page.evaluate("""() => {
      document.querySelector('#board').innerHTML = '<svg onload="window.ran = 1"></svg><img src="x" onerror="window.ran = 2">';
      const script = document.createElement('script');
      script.textContent = 'window.ran = 3';
      const other = Object.assign(document.createElement('script'), { src: 'data:text/javascript,window.ran = 4' });
      const style = Object.assign(document.createElement('style'), { textContent: 'h1 { color: rgb(1, 2, 3) }' });
      document.body.append(script, other, style);
    }""")
    sent = "fetch('http://127.0.0.1:9/').then(() => 'sent', error => error.message)"
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.evaluate(sent)
    page.wait_for_timeout(500)
    assert any("connect-src" in text for text in said), said
    assert page.workers[0].evaluate(f"() => {sent}") != "sent", "the rules cannot send anything either"
    assert page.evaluate("window.ran") is None
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") != "rgb(1, 2, 3)"


def test_a_record_is_saved_as_a_file(page: Any) -> None:
    begin(page, "person", "sensible")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.path().read_text("utf-8") == record_of(page)


@needs(*SHIPPED)
def test_with_the_network_closed_a_game_is_played_to_its_end(page: Any, context: Any) -> None:
    """Everything was fetched from the page's own server; after that nothing is asked for."""
    hosts = page.evaluate("performance.getEntriesByType('resource').map(entry => new URL(entry.name).host)")
    assert set(hosts) == {page.evaluate("location.host")}
    context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page, "sensible", "sensible", "random", "sensible", "sensible", modules=tuple(SHIPPED))
    page.wait_for_selector(".podium .step")
    settled(page)
    assert is_over(page)
    page.click("#share")
    page.wait_for_selector("#shared[open]")
    assert len(page.input_value("#shared textarea")) < 4_700, "the address of the longest games"
    assert asked == []
    same_in_cpython(record_of(page))


def test_the_library_is_ready_no_later_than_python_itself(context: Any, address: str) -> None:
    """Import, rules and first drawing take no longer than Pyodide's own start before them; the best of four runs."""
    shares: list[float] = []
    while len(shares) < 4 and min(shares, default=2) > 1:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#begin:enabled")
        begin(page, "person", "sensible")
        took = page.evaluate("Object.fromEntries(performance.getEntriesByType('measure').map(one => [one.name, one.duration]))")
        shares.append((took["library"] + took["drawn"]) / took["python"])
        page.close()
    print("library and first drawing, as a share of Pyodide's own start:", [round(share, 2) for share in shares])
    assert min(shares) <= 1


@needs("style-is-the-goal")
def test_a_table_that_cannot_be_is_refused_and_another_one_chosen_with_an_option(page: Any) -> None:
    begin(page, *["person"] * 6)
    assert "players" in page.inner_text("#wrong")
    page.click("#fewer")
    page.check("input[value=style-is-the-goal]")
    page.locator(".options input[type=checkbox]:visible").first.check()
    page.click("#begin")
    page.wait_for_selector("#board .place")
    settled(page)
    table = sa.read_record(record_of(page)).table
    assert (table.players, table.modules) == (5, ("style-is-the-goal",))
    assert next(iter(table.options["style-is-the-goal"].values())) is True


def test_places_can_be_typed_as_the_board_names_them(page: Any) -> None:
    begin(page, "person", "person")
    for line, said in (
        ("forst 2", "did you mean `forest`?"),
        ("why forst", "did you mean `forest`?"),
        ("forest", "`place forest 1` to `place forest 5`; say which"),
        ("99", "the options are numbered 1 to"),
        ("why hut 1", "hut takes exactly 2 figures"),
        ("why", "name an option"),
        ("Help", "arrow keys walk"),
        ("undo 3", "cannot be taken back"),
        ("HINT", "1 forward on agriculture"),
    ):
        typed(page, line)
        assert said in page.inner_text("#against"), line
    for line in ("FOREST 2", "hunting grounds 3"):
        typed(page, line)
        assert not page.is_visible("#against")
    assert [str(answer) for seat, answer in sa.replay(record_of(page), allow_unfinished=True).answers() if seat is not None] == [
        "place forest 2",
        "place hunt 3",
    ]
    choose(page, page.locator(OPTIONS).last)
    assert page.evaluate("document.querySelector('#question').scrollTop") == 0, "a new question is shown from its beginning"


def test_two_tabs_of_a_game_lose_nothing_of_each_other(page: Any, context: Any, address: str) -> None:
    """The list of a tab may be old, and a tab that slept may have heard nothing: neither writes over later steps."""
    page.add_init_script("addEventListener('storage', event => { if (window.asleep) event.stopImmediatePropagation(); })")
    page.reload()
    page.wait_for_selector("#begin:enabled")
    begin(page, "person", "sensible")
    other = context.new_page()
    other.goto(address)
    other.wait_for_selector("#games button:enabled")
    choose(page, page.locator(OPTIONS).first)
    choose(page, page.locator(OPTIONS).first)
    other.click("#games button:text('go on')")
    other.wait_for_selector("#board .place")
    settled(other)
    listed(other)
    assert shown(other) == shown(page)
    choose(other, other.locator(OPTIONS).first)
    page.wait_for_function("told => document.querySelector('#log').innerText === told", arg=shown(other)[3])
    assert shown(page) == shown(other), "a tab follows the other one"
    page.evaluate("window.asleep = true")
    choose(other, other.locator(OPTIONS).first)
    record = record_of(other)
    page.locator(OPTIONS).first.press("Enter")
    settled(page)
    assert "played on in another tab" in page.inner_text("#against")
    assert shown(page) == shown(other)
    assert record_of(page) == record
    choose(page, page.locator(OPTIONS).first)
    assert record_of(page) != record, "from there it goes on"


def test_a_browser_that_keeps_nothing_says_so_and_plays(context: Any, address: str) -> None:
    refuse = "{ configurable: true, get() { throw new DOMException('no storage', 'SecurityError'); } }"
    for name in ("localStorage", "sessionStorage"):
        context.add_init_script(f"Object.defineProperty(window, '{name}', {refuse})")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#begin:enabled")
    begin(page, "person", "sensible")
    before = shown(page)
    choose(page, page.locator(OPTIONS).first)
    assert shown(page) != before
    assert "does not keep the game" in page.inner_text("#status")
