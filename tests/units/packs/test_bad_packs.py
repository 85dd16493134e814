"""Packs with one fault each, and exactly what their author is told: as text and as JSON.

The folders under `bad` are named by the code; a folder is a pack, or has several packs, or a table file.  After a change
of wording, `--bless` writes the texts anew: read the difference as somebody who knows the game and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from packs.kept import compare
from stoneage_rules.packs.diagnostics import Diagnostic, Severity
from stoneage_rules.packs.render import narrate
from units.packs.findings import BAD, findings_here, marked, only_ours


class Found(NamedTuple):
    """A folder, what is found in it, and the text of the error or warnings."""

    name: str
    diagnostics: Sequence[Diagnostic]
    text: str

    @property
    def only(self) -> Diagnostic:
        (found,) = self.diagnostics
        return found


@pytest.fixture(scope="module", autouse=True)
def _same_everywhere() -> Iterator[None]:
    """Makes the packs installed beside the library, and the library's version, the same everywhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("stoneage_rules.loading.load.installed_modules", only_ours)
        patch.setattr("stoneage_rules.loading.load.__version__", "0.1.0")
        yield


@pytest.fixture(scope="module", params=[marked(path.name) for path in sorted(BAD.iterdir())])
def bad(request: pytest.FixtureRequest, _same_everywhere: None) -> Found:
    """Each folder in turn, looked at once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(BAD / request.param)
        return Found(request.param, *findings_here())


def test_what_the_author_is_told(bad: Found, request: pytest.FixtureRequest) -> None:
    """One finding, of the code in the folder's name, and this very text."""
    name, found, text = bad
    assert [diagnostic.code for diagnostic in found] == [name[:5]]
    compare(BAD / name / "expected.txt", text, request)
    data = [diagnostic.to_dict() for diagnostic in found]
    compare(BAD / name / "expected.json", json.dumps(data, indent=2, ensure_ascii=False) + "\n", request)


def test_every_form_tells_the_same(bad: Found) -> None:
    """Title, places, labels, notes and help are in the text and in the narration."""
    found, text = bad.only, bad.text
    told = narrate([found])
    for part in (found.title, *(place.label for place in (found.place, *found.others)), *found.notes):
        assert part in text
        plain = " ".join(part.replace("`", "").split())
        assert plain[1:] in told


def test_what_is_only_odd_is_no_error(bad: Found) -> None:
    """A code that begins with SA5 is of a warning."""
    assert bad.only.severity is not Severity.ERROR or not bad.name.startswith("SA5")


def test_a_message_is_plain_english(bad: Found) -> None:
    """The words of TOML and of the game, never of Python."""
    found = bad.only
    said = " ".join([found.title, found.help, *found.notes, *(place.label for place in (found.place, *found.others))]).lower()
    words = set(said.replace("`", " ").replace(".", " ").replace(",", " ").split())
    assert not words & {"object", "property", "int", "str", "dict", "none", "array", "boolean", "integer", "null", "tuple"}
    assert not found.title.endswith(".")
    assert found.title[:1].islower() or found.title[:1] in "`1234567890"


def test_a_word_that_is_only_similar_is_shown_and_never_written(bad: Found) -> None:
    assert not (bad.only.fixes and "did you mean" in bad.only.help)
