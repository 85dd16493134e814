"""Packs with one fault each, and exactly what their author is told: as text and as JSON.

The folders under `bad` are named by the code; a folder is a pack, or has several packs, or a table file.  After a change
of wording, `--bless` writes the texts anew: read the difference as somebody who knows the game and nothing else.
"""

from __future__ import annotations

import json

import pytest

from packs.kept import compare
from stoneage_rules.packs.diagnostics import Severity
from stoneage_rules.packs.render import narrate
from units.packs.findings import BAD, findings_here, marked, only_ours

FOREIGN = {"object", "property", "int", "str", "dict", "none", "array", "boolean", "integer", "null", "tuple"}
"""Words of Python and JSON, which no message has."""


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the packs installed beside the library, and the library's version, the same everywhere."""
    monkeypatch.setattr("stoneage_rules.loading.load.installed_modules", only_ours)
    monkeypatch.setattr("stoneage_rules.loading.load.__version__", "0.1.0")


@pytest.mark.parametrize("name", [marked(path.name) for path in sorted(BAD.iterdir())])
def test_what_the_author_is_told(name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One finding, of the code in the folder's name, and this very text; the same in every form, in plain English."""
    monkeypatch.chdir(BAD / name)
    diagnostics, text = findings_here()
    assert [diagnostic.code for diagnostic in diagnostics] == [name[:5]]
    compare(BAD / name / "expected.txt", text, request)
    data = [diagnostic.to_dict() for diagnostic in diagnostics]
    compare(BAD / name / "expected.json", json.dumps(data, indent=2, ensure_ascii=False) + "\n", request)
    (found,) = diagnostics
    labels = [place.label for place in (found.place, *found.others)]
    told = narrate([found])
    for part in (found.title, *labels, *found.notes):
        assert part in text
        assert " ".join(part.replace("`", "").split())[1:] in told
    assert found.severity is not Severity.ERROR or not name.startswith("SA5"), "what is only odd is no error"
    said = " ".join([found.title, found.help, *found.notes, *labels]).lower()
    assert not {*said.replace("`", " ").replace(".", " ").replace(",", " ").split()} & FOREIGN
    assert not found.title.endswith(".")
    assert found.title[:1].islower() or found.title[:1] in "`1234567890"
    assert not (found.fixes and "did you mean" in found.help), "a word that is only similar is shown and never written"
