"""`stoneage export-web`: what is in the folder of a page."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import marshal
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import stoneage_rules as sa
from board.contrast import ratio
from long_profile import some
from shipped import HERE
from sources import ROOT

NETWORK = "https://cdn.jsdelivr.net/pyodide/v{}/full/"
PYODIDE = {"3.11": "0.25.1", "3.12": "0.27.7"}
OWN = "{}.{}".format(*sys.version_info)
TABLE = ("index.html", "table.css", "table.js", "board.js", "asking.js", "worker.js")
OWN_FILES = (*TABLE, "past.js", "offline.js", "remote.js", "sw.js", "table.webmanifest", "icon.svg")
MOST_BYTES = {TABLE: 106_000, OWN_FILES: 118_000}
"""The largest table, and the largest page, which has the past, rooms on servers and times without a network as well."""


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """A folder like that of Pyodide's package, with the Python that runs here."""
    folder = tmp_path / "package"
    folder.mkdir()
    info = {"python": "{}.{}.{}".format(*sys.version_info), "version": "0.0.1"}
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": info}))
    for name in ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "README.md"):
        (folder / name).write_text(name)
    return folder


WHEEL = {
    "stoneage_rules/__init__.py": b"x = 1\n",
    "stoneage_rules-9.dist-info/METADATA": b"Name: stoneage-rules\nVersion: 9\n",
}


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A wheel of one small file, packed sooner than the library."""
    wheel = tmp_path / "wheel" / "stoneage_rules-9-py3-none-any.whl"
    wheel.parent.mkdir()
    with ZipFile(wheel, "w") as archive:
        for name, data in WHEEL.items():
            archive.writestr(name, data)
    return wheel


def test_the_folder_has_the_page_python_and_all_packages(says: Callable[..., Any], tmp_path: Path, pyodide: Path) -> None:
    page = tmp_path / "page"
    says(f"export-web {page} --pyodide {pyodide}", 0, "python -m http.server --directory")
    own = [page / name for name in OWN_FILES]
    for files, most in MOST_BYTES.items():
        assert sum((page / name).stat().st_size for name in files) <= most
    assert {path.name for path in page.iterdir()} == {
        *(path.name for path in own), "setup.json", "packages.zip",
        "pyodide-lock.json", "pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "stoneage-page.sha256",
    }  # fmt: skip
    setup = json.loads((page / "setup.json").read_text())
    assert setup["pyodide"] == "./"
    assert {module["id"] for module in setup["modules"]} == {"base", *HERE}
    with ZipFile(page / "packages.zip") as archive:
        names = archive.namelist()
        assert {name.partition("/")[0] for name in names} >= {
            "stoneage_rules",
            "stoneage_base",
            "attr",
            "cattrs",
            "pluggy",
            "tomli",
        }
        assert not [name for name in names if name.endswith((".so", ".pth"))]
        assert not [name for name in names if str(ROOT).encode() in archive.read(name)], "no folder of ours"
        assert [name for name in names if name.startswith("stoneage_rules-") and name.endswith("entry_points.txt")]
        file = Path(str(sa.__file__))
        assert archive.read("stoneage_rules/__init__.py") == file.read_bytes()
        compiled = archive.read(f"stoneage_rules/__pycache__/__init__.{sys.implementation.cache_tag}.pyc")
    assert compiled[:4] == importlib.util.MAGIC_NUMBER
    assert compiled[4:8] == (1).to_bytes(4, "little"), "it is never compared with its text"
    assert marshal.loads(compiled[16:]).co_filename == f"{setup['packages']}/stoneage_rules/__init__.py"


def test_an_equal_page_is_the_same_to_the_byte(says: Callable[..., Any], tmp_path: Path, pyodide: Path) -> None:
    """So browsers fetch none of its files again; neither the date nor what the process has loaded changes it."""
    for page in ("one", "other"):
        says(f"export-web {tmp_path / page} --pyodide {pyodide}", 0)
    words = [sys.executable, "-m", "stoneage_rules", "export-web", tmp_path / "third", "--pyodide", pyodide]
    subprocess.run(words, check=True, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "other") == files_of(tmp_path / "third")


def test_a_wheel_is_taken_as_it_is(says: Callable[..., Any], tmp_path: Path, pyodide: Path, wheel: Path) -> None:
    says(f"export-web {tmp_path / 'page'} --pyodide {pyodide} --wheel {wheel}", 0)
    with ZipFile(tmp_path / "page" / "packages.zip") as archive:
        kept = [name for name in archive.namelist() if name.startswith("stoneage_") and not name.endswith((".pyc", "/"))]
        assert {name: archive.read(name) for name in kept} == WHEEL


def test_without_a_folder_the_network_has_the_python_that_runs_here(
    says: Callable[..., Any], tmp_path: Path, wheel: Path
) -> None:
    says(f"export-web {tmp_path / 'page'} --wheel {wheel}", 0)
    assert json.loads((tmp_path / "page" / "setup.json").read_text())["pyodide"].startswith("https://")


def test_another_python_gets_no_bytecode_and_it_is_said(says: Callable[..., Any], tmp_path: Path, pyodide: Path) -> None:
    (pyodide / "pyodide-lock.json").write_text(json.dumps({"info": {"python": "3.99.1", "version": "9.9.9"}}))
    says(f"export-web {tmp_path / 'page'} --pyodide {pyodide}", 0, "Python 3.99", "no bytecode")
    with ZipFile(tmp_path / "page" / "packages.zip") as archive:
        assert not [name for name in archive.namelist() if name.endswith(".pyc")]
    assert json.loads((tmp_path / "page" / "setup.json").read_text())["packages"] == "/lib/python3.99/site-packages"


def test_no_folder_of_somebody_else_is_written_over(says: Callable[..., Any], tmp_path: Path, pyodide: Path, wheel: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    says(f"export-web {tmp_path} --pyodide {pyodide}", 2, "has other files")
    assert (tmp_path / "mine.txt").read_text() == "mine"
    page = tmp_path / "page"
    says(f"export-web {page} --pyodide {pyodide} --wheel {wheel}", 0)
    says(f"export-web {page} --pyodide {pyodide} --wheel {wheel}", 0)


def test_a_project_with_a_file_that_pages_have_is_no_page(says: Callable[..., Any], tmp_path: Path, wheel: Path) -> None:
    project = tmp_path / "project"
    (project / "thesis").mkdir(parents=True)
    (project / "setup.json").write_text('{"mine": true}')
    (project / "thesis" / "chapter1.tex").write_text("years of work")
    says(f"export-web {project} --wheel {wheel}", 2, f"{project} has other files; name a new folder")
    assert (project / "thesis" / "chapter1.tex").read_text() == "years of work"


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_what_is_put_beside_a_page_stays_and_what_is_no_longer_of_it_goes(
    says: Callable[..., Any], tmp_path: Path, pyodide: Path, wheel: Path
) -> None:
    page = tmp_path / "page"
    says(f"export-web {page} --pyodide {pyodide} --wheel {wheel}", 0)
    (page / "records").mkdir()
    for theirs in (page / "robots.txt", page / "records" / "game.txt", page / "pyodide.mjs"):
        theirs.write_text("theirs")
    (page / "other.wasm").symlink_to(pyodide / "pyodide.asm.wasm")
    says(f"export-web {page} --wheel {wheel}", 0)
    assert {*files_of(page)} == {
        *OWN_FILES, "setup.json", "packages.zip", "stoneage-page.sha256",
        "robots.txt", "other.wasm", "pyodide.mjs",
    }  # fmt: skip
    assert (page / "pyodide.mjs").read_text() == (page / "records" / "game.txt").read_text() == "theirs"
    before = files_of(page)
    says(f"export-web {page} --pyodide {pyodide} --wheel {wheel}", 2, f"{page / 'pyodide.mjs'}: ", "not written by this command")
    assert files_of(page) == before


class Killed(BaseException):
    """The end of a process, after which nothing of it is done."""


@pytest.mark.parametrize("done", some([0, 1, 4, 9], 3))
@pytest.mark.parametrize("is_new", [True, False])
def test_an_export_that_is_killed_can_be_begun_again(
    says: Callable[..., Any], tmp_path: Path, pyodide: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool, done: int
) -> None:
    """After some of its files are in place; the parts of the others are left beside, as no handler runs then."""
    page, line = tmp_path / "page", f"export-web {tmp_path / 'page'} --wheel {wheel}"
    if not is_new:
        says(line, 0)
    replace, count = os.replace, iter(range(100))

    def replaced(*paths: Any) -> None:
        if next(count) == done:
            raise Killed
        replace(*paths)

    with monkeypatch.context() as killed:
        killed.setattr("os.replace", replaced)
        killed.setattr("pathlib.Path.unlink", lambda *_, **__: None)
        with pytest.raises(Killed):
            says(f"{line} --pyodide {pyodide}", 0)
    assert [path for path in page.iterdir() if path.suffix == ".part"]
    says(line, 0)
    assert {path.name for path in page.iterdir() if path.suffix != ".part"} == {
        *OWN_FILES, "setup.json", "packages.zip", "stoneage-page.sha256",
    }  # fmt: skip


def test_a_page_may_load_from_its_own_folder_and_the_one_of_pyodide_alone(
    says: Callable[..., Any], tmp_path: Path, pyodide: Path, wheel: Path
) -> None:
    for words, sources in (("", f"'self' {NETWORK.format(PYODIDE[OWN])}"), (f"--pyodide {pyodide}", "'self'")):
        says(f"export-web {tmp_path / 'page'} --wheel {wheel} {words}", 0)
        (policy,) = re.findall(r'Security-Policy" content="([^"]*)"', (tmp_path / "page" / "index.html").read_text())
        assert dict(rule.split(" ", 1) for rule in policy.split("; ")) == {
            "default-src": "'none'", "script-src": f"'wasm-unsafe-eval' {sources}", "connect-src": sources,
            "worker-src": "'self' blob:",
            "style-src": "'self'", "img-src": "'self'", "manifest-src": "'self'", "base-uri": "'none'", "form-action": "'none'",
        }  # fmt: skip


def kept_by(page: Path) -> tuple[dict[str, str], str]:
    """Returns the sums of the files that a page keeps for times without a network, and where it has Pyodide."""
    text = (page / "sw.js").read_text("utf-8")
    sums, elsewhere = (re.findall(f"^const {name} = (.*?);", text, re.MULTILINE)[0] for name in ("FILES", "ELSEWHERE"))
    return json.loads(sums), json.loads(elsewhere)


def test_a_page_keeps_all_its_files_by_their_sums(says: Callable[..., Any], tmp_path: Path, pyodide: Path, wheel: Path) -> None:
    page = tmp_path / "page"
    (pyodide / "pyodide.mjs.map").write_text("for who mends Pyodide")
    says(f"export-web {page} --pyodide {pyodide} --wheel {wheel}", 0)
    sums, elsewhere = kept_by(page)
    files = files_of(page)
    assert {name: base64.b64encode(hashlib.sha256(files[name]).digest()).decode() for name in sums} == sums
    assert {*files} - {*sums} == {"sw.js", "stoneage-page.sha256", "pyodide.mjs.map"}
    assert elsewhere == ""
    (pyodide / "python_stdlib.zip").write_text("another one")
    says(f"export-web {page} --pyodide {pyodide} --wheel {wheel}", 0)
    again, _ = kept_by(page)
    assert {name for name in sums if again[name] != sums[name]} == {"python_stdlib.zip"}, "what changed is new"


def test_a_page_with_pyodide_elsewhere_keeps_that_too(says: Callable[..., Any], tmp_path: Path, wheel: Path) -> None:
    says(f"export-web {tmp_path / 'page'} --wheel {wheel}", 0)
    sums, elsewhere = kept_by(tmp_path / "page")
    assert elsewhere == NETWORK.format(PYODIDE[OWN])
    assert not [name for name in sums if name.startswith("py")]


def test_the_page_can_be_installed(says: Callable[..., Any], tmp_path: Path, wheel: Path) -> None:
    """The manifest has what browsers ask for, and its icon is a file of the page."""
    page = tmp_path / "page"
    says(f"export-web {page} --wheel {wheel}", 0)
    manifest = json.loads((page / "table.webmanifest").read_text("utf-8"))
    assert {"name", "short_name", "start_url", "display", "icons"} <= {*manifest}
    assert all((page / icon["src"]).is_file() for icon in manifest["icons"])
    assert 'rel="manifest" href="table.webmanifest"' in (page / "index.html").read_text("utf-8")


def test_what_is_no_wheel_is_said(says: Callable[..., Any], tmp_path: Path, pyodide: Path) -> None:
    for wheel in (pyodide / "README.md", tmp_path / "nothing.whl"):
        says(f"export-web {tmp_path / 'page'} --pyodide {pyodide} --wheel {wheel}", 2, f"{wheel} is no wheel")
    assert not (tmp_path / "page").exists()


def test_the_page_and_the_library_agree_on_how_large_a_record_can_be() -> None:
    text = (Path(sa.__file__).parent / "web" / "page" / "table.js").read_text("utf-8")
    most = int(re.findall(r"MOST_BYTES = ([\d_]+);", text)[0])
    with pytest.raises(sa.RecordError, match=f"at most {most} bytes"):
        sa.read_record("\n" * (most + 1))


def test_a_folder_without_pyodide_is_refused(says: Callable[..., Any], tmp_path: Path) -> None:
    says(f"export-web {tmp_path / 'page'} --pyodide {tmp_path}", 2, "pyodide-lock.json")
    assert not (tmp_path / "page").exists()


GROUNDS = ("ground", "paper", "bar", "press", "mark", "news")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_of_the_page_can_be_told_apart(scheme: str) -> None:
    """WCAG AA: texts on every ground of the page by 4.5 to 1, edges of places that glow on the grounds of places by 3 to 1."""
    style = (Path(sa.__file__).parent / "web" / "page" / "table.css").read_text("utf-8")
    light, dark = (dict(re.findall(r"--(\w+):(#\w{6})", part)) for part in re.findall(r":root\{([^}]*)\}", style))
    colours = light | (dark if scheme == "dark" else {})
    pairs = [(text, ground) for text in ("ink", "soft") for ground in GROUNDS] + [("wrong", "paper"), ("paper", "accent")]
    assert [pair for pair in pairs if ratio(*map(colours.__getitem__, pair)) < 4.5] == []
    assert (
        min(ratio(text, ground) for text, ground in (("#241c12", "#fffdf5"), ("#54483a", "#fffdf5"), ("#000000", "#e0a100")))
        > 4.5
    )
    for good in ("#c8601a", "#7a4b1e", "#b5523b", "#5d6a75", "#d9a400", "#4d7a27"):  # places have a fifth of their colour
        mixed = zip(*(bytes.fromhex(colour[1:]) for colour in (good, colours["paper"])), strict=True)
        assert ratio(colours["accent"], "#" + "".join(f"{round(0.2 * one + 0.8 * other):02x}" for one, other in mixed)) > 3
