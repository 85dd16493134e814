"""A page of `stoneage export-web` on a server of this process, and a browser that looks at it: what the tests need is skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from board.boxes import BROWSER

PYODIDE = {(3, 11): "0.25.1", (3, 12): "0.27.7", (3, 13): "0.29.4"}.get(sys.version_info[:2], "0.29.4")
PATIENCE = 120_000
"""How long anything may take, in milliseconds."""


@pytest.fixture(scope="session")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of Pyodide: of the folder that the variable STONEAGE_PYODIDE names, or as npm has them."""
    if folder := os.environ.get("STONEAGE_PYODIDE"):
        return Path(folder)
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("pyodide")
    if npm is None:
        pytest.skip("npm is not here")
    done = subprocess.run([npm, "pack", f"pyodide@{PYODIDE}"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"npm has no Pyodide: {done.stderr[-300:]}")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def served(pyodide: Path, folder: Path, settings: dict[str, str]) -> Iterator[str]:
    """Exports a page, with these settings of the environment, and serves it."""
    wheel = ["--wheel", os.environ["STONEAGE_WHEEL"]] if "STONEAGE_WHEEL" in os.environ else []
    command = [sys.executable, "-m", "stoneage_rules", "export-web", str(folder), "--pyodide", str(pyodide), *wheel]
    subprocess.run(command, check=True, env=os.environ | settings)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def installed(site: Path, *packs: str) -> dict[str, str]:
    """Makes an installed distribution of these packs, folders of `site`; returns the settings with which Python finds it."""
    about = site / "stranger-1.0.dist-info"
    about.mkdir()
    for pack in packs:
        (site / pack / "__init__.py").write_text("", "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n", "utf-8")
    entries = "".join(f"{pack} = {pack}\n" for pack in packs)
    (about / "entry_points.txt").write_text(f"[stoneage.modules]\n{entries}", "utf-8")
    files = [file.relative_to(site) for file in site.rglob("*") if file.is_file()]
    (about / "RECORD").write_text("".join(f"{file},,\n" for file in files), "utf-8")
    return {"PYTHONPATH": str(site)}


@pytest.fixture(scope="session")
def address(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page."""
    yield from served(pyodide, tmp_path_factory.mktemp("table"), {})


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The browser of the system."""
    playwright = pytest.importorskip("playwright.sync_api")
    if BROWSER is None:
        pytest.skip("no browser is here")
    with playwright.sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def faultless(browser: Any, patience: int, **settings: Any) -> Iterator[Any]:
    """Opens a browser without a past, whose tabs share their storage; no tab may have an error or break the policy."""
    context = browser.new_context(**settings)
    context.set_default_timeout(patience)
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on("console", lambda said: errors.extend([said.text] * ("Content Security Policy" in said.text)))
    yield context
    context.close()
    assert errors == []


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    with faultless(browser, PATIENCE, viewport={"width": 1500, "height": 950}, reduced_motion="reduce") as context:
        yield context


@pytest.fixture
def page(context: Any, address: str) -> Any:
    """A tab with the form of a new game, once it can begin."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#begin:enabled")
    return page


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """A function that opens the page, until it can begin, in a new browser with the settings that it is given."""
    contexts = []

    def open_page(**settings: Any) -> Any:
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#begin:enabled", timeout=120_000)
        return page

    yield open_page
    for context in contexts:
        context.close()
