"""The page without a network: after one visit it begins without its server, and a newer version of it reaches who plays."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from .conftest import Quiet, faultless
from .test_table import OPTIONS, begin, choose, record_of, same_in_cpython, settled

pytestmark = pytest.mark.skipif("STONEAGE_BROWSER" not in os.environ, reason="needs STONEAGE_BROWSER to be set")

READY = "#begin:enabled"
KEPT = "body[data-offline]"


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[str]:
    """Serves a folder until the block is left; then nothing answers at its address."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def exported(folder: Path, *words: object) -> Path:
    command = [sys.executable, "-m", "stoneage_rules", "export-web", str(folder), *map(str, words)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture
def visitor(browser: Any) -> Iterator[Any]:
    with faultless(browser, 25_000, reduced_motion="reduce") as context:
        yield context


def visited(page: Any, address: str) -> None:
    """Opens the page, and waits until all of it is kept."""
    page.goto(address)
    page.wait_for_selector(READY)
    page.wait_for_selector(KEPT)


def test_after_one_visit_a_game_begins_and_is_played_without_the_server(visitor: Any, tmp_path: Path, pyodide: Path) -> None:
    page = visitor.new_page()
    with served(exported(tmp_path / "page", "--pyodide", pyodide)) as address:
        visited(page, address)
    with pytest.raises(OSError, match="refused"):
        __import__("urllib.request").request.urlopen(address)
    page.reload()
    page.wait_for_selector(READY)
    begin(page, "person", "sensible")
    for _ in range(6):
        choose(page, page.locator(OPTIONS).first)
    record = record_of(page)
    assert record.count("\n0 ") >= 4
    page.reload()
    page.wait_for_selector("#board .place")
    settled(page)
    assert record_of(page) == record
    other = visitor.new_page()
    other.goto(address)
    other.wait_for_selector(READY)
    begin(other, "sensible", "sensible")
    other.wait_for_selector(".podium .step")
    settled(other)
    same_in_cpython(record_of(other))


def test_pyodide_of_another_server_is_kept_too(visitor: Any, tmp_path: Path, pyodide: Path) -> None:
    class Open(Quiet):
        """Lets other pages load from it, as public networks do."""

        def end_headers(self) -> None:
            self.send_header("Access-Control-Allow-Origin", "*")
            super().end_headers()

    page, folder = visitor.new_page(), exported(tmp_path / "page")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Open, directory=str(pyodide))) as network:
        threading.Thread(target=network.serve_forever, daemon=True).start()
        place = f"http://127.0.0.1:{network.server_port}/"
        known = next(line for line in (folder / "sw.js").read_text().splitlines() if line.startswith("const ELSEWHERE"))
        elsewhere = known.split('"')[1]
        changed(folder, lambda text: text.replace(elsewhere, place))
        with served(folder) as address:
            visited(page, address)
        network.shutdown()
    page.reload()
    page.wait_for_selector(READY)
    begin(page, "person", "sensible")
    choose(page, page.locator(OPTIONS).first)
    assert "\n0 " in record_of(page)


def changed(folder: Path, change: Callable[[str], str]) -> None:
    """Changes the texts of a page, and writes the sums anew, as an export of a changed library does."""
    for name in ("index.html", "setup.json"):
        (folder / name).write_text(change((folder / name).read_text("utf-8")), "utf-8")
    files, line, rest = (folder / "sw.js").read_text("utf-8").partition("\nconst ELSEWHERE")
    before, _, sums = files.rpartition("const FILES = ")
    new = {name: b64encode(sha256((folder / name).read_bytes()).digest()).decode() for name in json.loads(sums.rstrip(";"))}
    (folder / "sw.js").write_text(f"{before}const FILES = {json.dumps(new)};{line}{change(rest)}", "utf-8")


def test_a_newer_version_reaches_who_comes_again_and_who_plays(visitor: Any, tmp_path: Path, pyodide: Path) -> None:
    """At the beginning it is loaded at once; in a game a button loads it, and the game goes on."""
    folder = exported(tmp_path / "page", "--pyodide", pyodide)
    page = visitor.new_page()
    with served(folder) as address:
        visited(page, address)
        changed(folder, lambda text: text.replace("<h1>Stone Age</h1>", "<h1>Second</h1>"))
        page.reload()
        page.wait_for_selector("h1:has-text('Second')")
        page.wait_for_selector(READY)
        begin(page, "person", "sensible")
        choose(page, page.locator(OPTIONS).first)
        record = record_of(page)
        changed(folder, lambda text: text.replace("<h1>Second</h1>", "<h1>Third</h1>"))
        page.reload()
        page.wait_for_selector("#newer:not([hidden])")
        assert page.inner_text("h1") == "Second", "a game goes on with the files that it began with"
        page.click("#newer")
        page.wait_for_selector("h1:has-text('Third')")
        page.wait_for_selector("#board .place")
        settled(page)
        assert record_of(page) == record
        page.wait_for_selector(KEPT)
    page.reload()
    page.wait_for_selector("#board .place")
    assert page.inner_text("h1") == "Third"
    kept = page.evaluate("caches.keys().then(async names => (await (await caches.open(names[0])).keys()).map(one => one.url))")
    assert len([url for url in kept if "index.html" in url]) == 1, "older versions are gone"


def test_a_page_that_is_half_written_is_not_kept(visitor: Any, tmp_path: Path, pyodide: Path) -> None:
    """A file of another version does not fit its sum: the page works with its server, and keeps nothing wrong."""
    folder = exported(tmp_path / "page", "--pyodide", pyodide)
    (folder / "table.css").write_text("body{}")
    page = visitor.new_page()
    with served(folder) as address:
        page.goto(address)
        page.wait_for_selector(READY)
        page.wait_for_timeout(2000)
        assert page.locator(KEPT).count() == 0
        found = "navigator.serviceWorker.getRegistration().then(one => Boolean(one?.active))"
        assert page.evaluate(found) is False


def test_a_folder_without_an_exported_page_forgets_the_earlier_one(visitor: Any, tmp_path: Path, pyodide: Path) -> None:
    """As at a port that serves something else the next day: the file as it is here keeps nothing and goes."""
    folder = exported(tmp_path / "page", "--pyodide", pyodide)
    page = visitor.new_page()
    with served(folder) as address:
        visited(page, address)
        text = (folder / "sw.js").read_text("utf-8")
        (folder / "sw.js").write_text(re.sub("const FILES = {.*}", "const FILES = {}", text), "utf-8")
        page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.update())")
        page.wait_for_function("caches.keys().then(names => !names.length)")
        page.wait_for_function("navigator.serviceWorker.getRegistration().then(one => !one)")


def test_the_browser_finds_the_page_fit_to_be_installed(visitor: Any, tmp_path: Path, pyodide: Path) -> None:
    page = visitor.new_page()
    with served(exported(tmp_path / "page", "--pyodide", pyodide)) as address:
        visited(page, address)
        tools = visitor.new_cdp_session(page)
        manifest = tools.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert "Stone Age" in manifest["data"]
        found = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [one for one in found if one["errorId"] != "in-incognito"] == []
