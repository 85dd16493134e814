"""A copy of the base game, loaded as anybody would: the nearest right word of each sort, which mends the fault.

Whether every possible fault is found where it stands is tried in `test_every_fault`; whole messages are in `bad`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import stoneage_base
import stoneage_rules as sa
from writing import write_pack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the base game that a test may spoil."""
    here = Path(stoneage_base.__file__).parent
    return Path(shutil.copytree(here, tmp_path / "copy", ignore=shutil.ignore_patterns("__pycache__")))


def spoil(file: Path, old: str, new: str) -> None:
    """Writes `new` in place of the first `old`."""
    text = file.read_text("utf-8")
    assert old in text, f"{file} has no {old!r}"
    file.write_text(text.replace(old, new, 1), "utf-8")


FAULTS = {
    # name: (file, what stands before the fault, the right word, what is written in its place, code)
    "unknown key of an effect": ("cards.toml", 'good = "food", ', "amount", "amuont", "SA202"),
    "unknown key within": ("locations.toml", "figures = { ", "exactly", "exacty", "SA202"),
    "unknown key of a cost": ("locations.toml", 'of = "resource", ', "amount", "anount", "SA202"),
    "misspelt do": ("locations.toml", "{ ", "do", "od", "SA202"),
    "one table for many": ("scoring.toml", "[[", "tie_break", "tie_brake", "SA205"),
    "dangling good as a key": ("buildings.toml", "cost = { ", "wood", "wodo", "SA203"),
    "dangling group": ("course.toml", 'group = "', "village", "vilage", "SA203"),
    "dangling zone": ("rows.toml", 'from = "', "deck", "dekc", "SA203"),
    "dangling icon": ("cards.toml", "icons = { ", "toolmaker", "tolmaker", "SA203"),
    "dangling track of a quantity": ("scoring.toml", 'times = { track = "', "agriculture", "agricultre", "SA203"),
    "unknown choice": ("rows.toml", 'when_short = "', "end", "edn", "SA207"),
    "unknown option": ("scoring.toml", 'option = "', "edition", "editoin", "SA203"),
    "manifest, unknown key": ("pack.toml", "\n", "summary", "sumary", "SA202"),
    "manifest, confidence": ("pack.toml", 'confidence = "', "rulebook", "rulebok", "SA207"),
}


@pytest.mark.parametrize(("file", "before", "word", "slip", "code"), FAULTS.values(), ids=FAULTS)
def test_the_nearest_word_is_told_and_never_written(
    file: str, before: str, word: str, slip: str, code: str, folder: Path
) -> None:
    spoil(folder / file, before + word, before + slip)
    above = (folder / file).read_text("utf-8").partition(before + slip)[0] + before
    with pytest.raises(sa.ContentError) as refused:
        sa.load(players=3, modules=[str(folder)])
    (found,) = [each for each in refused.value.diagnostics if slip in f"{each.title} {each.place.label}"]
    assert (found.code, found.place.span.line, found.fixes) == (code, above.count("\n") + 1, ())
    assert f"did you mean `{word}`?" in found.help


def test_the_copy_itself_loads_with_the_words_that_people_read(folder: Path) -> None:
    """Names and sentences do not bear on play, so the digest is the same; what people read is the copy's all the same."""
    printed = sa.load(players=3)
    spoil(folder / "statements.toml", "The base game takes 2, 3 or 4 players.", "Two, three or four play.")
    rules = sa.load(players=3, modules=[str(folder)])
    assert rules.digest == printed.digest
    assert rules.sentences["base.setup.players"] == "Two, three or four play."
    assert printed.sentences["base.setup.players"] == "The base game takes 2, 3 or 4 players."


def test_files_are_named_as_seen_from_the_current_folder(tmp_path, monkeypatch) -> None:
    pack = write_pack(tmp_path / "club", {"oak.toml": ""}, requires="base")
    held = []
    for folder, name in ((tmp_path, "club/stranger"), (tmp_path / "club", "stranger")):
        monkeypatch.chdir(folder)
        held.append(sa.load(players=2, modules=[str(pack)]))
        assert f"{name}/oak.toml" in {file for each in held[-1].content.packs for file in each.files.texts}
