"""Packs with one fault each, and exactly what their author is told: as text and as JSON.

The folders under `bad` are named by the code; a folder is a pack, or has several packs, or a table file.  After a change
of wording, `--bless` writes the texts anew: read the difference as somebody who knows the game and nothing else.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

import stoneage_rules as sa
from packs.findings import BAD, findings_here, only_ours
from packs.kept import compare
from shipped import named_in, needs, texts_below
from stoneage_rules.loading import load as modules
from stoneage_rules.packs.findings.diagnostics import Diagnostic, Severity, edited
from stoneage_rules.packs.findings.render import narrate, to_json
from stoneage_rules.packs.findings.sarif import to_sarif

NAMES = [pytest.param(path.name, marks=needs(*named_in(*texts_below(path))), id=path.name) for path in sorted(BAD.iterdir())]
"""Every folder; what its author is told may name modules, and asks for them."""


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the packs installed beside the library, and the library's version, the same everywhere."""
    monkeypatch.setattr(modules, "installed_modules", only_ours)
    monkeypatch.setattr(modules, "__version__", "0.1.0")


def findings(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Sequence[Diagnostic], str]:
    """Returns what is found in a folder, and the text of the error or warnings."""
    monkeypatch.chdir(BAD / name)
    return findings_here()


@pytest.mark.parametrize("name", NAMES)
def test_what_the_author_is_told(name: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """One finding, of the code in the folder's name, and this very text."""
    found, text = findings(name, monkeypatch)
    assert [diagnostic.code for diagnostic in found] == [name[:5]]
    compare(BAD / name / "expected.txt", text, request)
    compare(BAD / name / "expected.json", json.dumps(to_json(found), indent=2, ensure_ascii=False) + "\n", request)


@pytest.mark.parametrize("name", NAMES)
def test_every_form_tells_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Title, places, labels, notes and help are in the text, in the narration and in the SARIF log."""
    (found,), text = findings(name, monkeypatch)
    told = narrate([found])
    logged = to_sarif([found])["runs"][0]["results"][0]
    assert logged["ruleId"] == found.code
    assert len(logged.get("relatedLocations", ())) == len(found.others)
    for part in (found.title, *(place.label for place in (found.place, *found.others)), *found.notes):
        assert part in text
        plain = " ".join(part.replace("`", "").split())
        assert plain[1:] in told
        assert plain[1:] in logged["message"]["text"]


@pytest.mark.parametrize("name", [case for case in NAMES if str(case.id).startswith("SA5")])
def test_what_is_only_odd_is_no_error(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (found,), _ = findings(name, monkeypatch)
    assert found.severity is not Severity.ERROR


@pytest.mark.parametrize("name", NAMES)
def test_a_message_is_plain_english(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of TOML and of the game, never of Python."""
    (found,), _ = findings(name, monkeypatch)
    said = " ".join([found.title, found.help, *found.notes, *(place.label for place in (found.place, *found.others))]).lower()
    words = set(said.replace("`", " ").replace(".", " ").replace(",", " ").split())
    assert not words & {"object", "property", "int", "str", "dict", "none", "array", "boolean", "integer", "null", "tuple"}
    assert not found.title.endswith(".")
    assert found.title[:1].islower() or found.title[:1] in "`1234567890"


@pytest.mark.parametrize("name", [case for case in NAMES if str(case.id)[:5] != "SA509"])
def test_the_fix_that_is_offered_mends_the_fault(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the edits of the fix, the pack or table loads."""
    (found,), _ = findings(name, monkeypatch)
    if not found.fixes:
        assert "did you mean" not in found.help
        return
    copy = tmp_path / name
    shutil.copytree(BAD / name, copy)
    shown = found.place.file
    file = copy / shown if not shown.startswith(name) else tmp_path / shown
    file.write_text(edited(file.read_text("utf-8"), found.fixes), "utf-8")
    monkeypatch.chdir(copy)
    sa.load("table.toml") if (copy / "table.toml").is_file() else sa.load(players=4, modules=[str(copy)])
