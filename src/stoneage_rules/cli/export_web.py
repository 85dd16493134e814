"""`stoneage export-web`: a folder with a table for the browser, which any web server can serve as it is."""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.modules import facts_of
from stoneage_rules.cli.screen import screen
from stoneage_rules.loading.installed import installed_modules
from stoneage_rules.policies.registry import policy_names
from stoneage_rules.web.export import earlier_page, packages, page_files, write_page

NETWORK = "https://cdn.jsdelivr.net/pyodide/v{}/full/"
PYODIDE = {"3.11": "0.25.1", "3.12": "0.27.7", "3.13": "0.29.4"}
"""The version of Pyodide by its Python version."""

OFFLINE = "sw.js"
"""The service worker, which keeps the page for times without a network."""
UNNEEDED = ".map", ".ts", OFFLINE
"""How the names of files end that no browser asks for, or that are kept by the browser itself."""


def export_web(
    folder: Annotated[Path, Parameter(help="A new folder, or that of an earlier page, which is replaced; files beside it stay.")],
    /,
    *,
    wheel: Annotated[Path | None, Parameter(help="The library's wheel; without it, it is made of the installed files.")] = None,
    pyodide: Annotated[
        Path | None,
        Parameter(
            help="A folder with the files of the npm package `pyodide`, which are copied so that the page needs no network. "
            "Without it, browsers fetch Pyodide from its public network."
        ),
    ] = None,
) -> None:
    """Write a page to play the installed modules in the browser, without a server.

    The page runs this library, as it is, by Pyodide, which is Python for browsers. It starts faster if this command runs
    on the same version of Python as Pyodide has, because then the bytecode can be written, too.
    """
    earlier_page(folder)  # refuses wrong values before anything is done
    own = "{}.{}".format(*sys.version_info)
    python, place = own if own in PYODIDE else max(PYODIDE), "./"
    if pyodide:
        python = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))["info"]["python"].rpartition(".")[0]
    else:
        place = NETWORK.format(PYODIDE[python])
    site = f"/lib/python{python}/site-packages"
    files = page_files(place) | {file.name: file.read_bytes() for file in (pyodide.glob("py*") if pyodide else ())}
    files["packages.zip"] = packages(wheel, site if python == own else "")
    modules = [facts_of(known, None) for known in installed_modules().values()]
    setup = {"pyodide": place, "packages": site, "policies": policy_names(), "modules": modules}
    files["setup.json"] = json.dumps(setup).encode()
    write_page(folder, files | {OFFLINE: _offline(files, place.removeprefix("./"))})
    screen.say(f"{folder} is written; look at it with: python -m http.server --directory {folder}")
    if python != own:
        screen.say(
            f"it starts faster if Python {python} writes it, which Pyodide has: this is {own}, so that there is no bytecode"
        )


def _offline(files: Mapping[str, bytes], elsewhere: str) -> bytes:
    """Returns the service worker with the sums of all files that it keeps, and the address of Pyodide on another server."""
    sums = {name: b64encode(sha256(data).digest()).decode() for name, data in files.items() if not name.endswith(UNNEEDED)}
    worker = files[OFFLINE].replace(b"{}; // @files", f"{json.dumps(sums)};".encode())
    return worker.replace(b'""; // @elsewhere', f"{json.dumps(elsewhere)}; //".encode())
