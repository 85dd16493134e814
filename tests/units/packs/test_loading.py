"""Faults in a copy of the base game, loaded as anybody would: code, file, line, column, and the nearest right word.

Whether every possible fault is found at all is proved in `test_every_fault`; how findings are shown in `test_diagnostics`.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import stoneage_base
import stoneage_rules as sa
from stoneage_rules.packs.diagnostics import Diagnostic, TextEdit, edited
from writing import write_pack

BASE = Path(stoneage_base.__file__).parent
COPY = "my_base"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the base game that a test may spoil."""
    return Path(shutil.copytree(BASE, tmp_path / COPY, ignore=shutil.ignore_patterns("__pycache__")))


def found_in(folder: Path) -> tuple[Diagnostic, ...]:
    """Returns what is found when the copy is loaded; nothing when it loads."""
    try:
        rules = sa.load(players=3, modules=[str(folder)])
    except sa.ContentError as error:
        return tuple(error.diagnostics)
    assert rules.packs == ("base",)
    return ()


def spoil(folder: Path, file: str, old: str, new: str) -> tuple[str, int, int]:
    """Writes `new` in place of the first `old`; the guillemets in it mark where the fault stands, and are not written."""
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text, f"{file} has no {old!r}"
    before, _, after = text.partition(old)
    start = before + new.partition("«")[0]
    path.write_text(before + new.replace("«", "").replace("»", "") + after, "utf-8")
    return f"{COPY}/{file}", start.count("\n") + 1, len(start) - start.rfind("\n")


def place_of(diagnostic: Diagnostic) -> tuple[str, int, int]:
    """File, line and column."""
    return diagnostic.place.file, diagnostic.place.span.line, diagnostic.place.span.column


def test_the_copy_itself_loads(folder: Path) -> None:
    assert found_in(folder) == ()
    assert sa.load(players=3, modules=[str(folder)]).digest == sa.load(players=3).digest


FAULTS = {
    # name: (file, what stands there, what is written, code, nearest right word)
    "unknown key": ("locations.toml", "circles = 7", "«circels» = 7", "SA202", "circles"),
    "unknown key of an effect": ("cards.toml", 'good = "food", amount = 7', 'good = "food", «amuont» = 7', "SA202", "amount"),
    "unknown key within": ("locations.toml", "{ exactly = 1 }", "{ «exacty» = 1 }", "SA202", "exactly"),
    "unknown quantity": ("scoring.toml", '{ goods = "resource" }', '{ «godos» = "resource" }', "SA202", "goods"),
    "unknown key of a cost": ("locations.toml", "amount = 1 }", "«anount» = 1 }", "SA202", "amount"),
    "misspelt do": ("locations.toml", "{ do = ", "{ «od» = ", "SA202", "do"),
    "text for a number": ("locations.toml", "circles = 7", 'circles = «"7x"»', "SA207", None),
    "text for a count": ("rows.toml", "pile = 7", 'pile = «"7"»', "SA201", None),
    "number for text": ("cards.toml", 'symbol = "pottery"', "symbol = «7»", "SA201", None),
    "number for the name of an effect": ("locations.toml", 'do = "roll", divide', 'do = "roll", id = «7», divide', "SA201", None),
    "point for a whole number": ("supplies.toml", "value = 3", "value = «3.0»", "SA201", None),
    "truth for a number": ("supplies.toml", "top = 10", "top = «true»", "SA201", None),
    "one for a list": ("locations.toml", 'groups = ["village"]', 'groups = «"village"»', "SA201", None),
    "list for one": ("rows.toml", 'kind = "card"', 'kind = «["card"]»', "SA201", None),
    "one table for many": ("scoring.toml", '[[tie_break]]\nid = "tool-value"', '[«tie_brake»]\nid = "x"', "SA205", "tie_break"),
    "dangling good": ("locations.toml", 'yields = ["wood"]', 'yields = [«"wod"»]', "SA203", "wood"),
    "dangling good as a key": ("buildings.toml", "{ wood = 2, clay = 1 }", "{ «wodo» = 2, clay = 1 }", "SA203", "wood"),
    "dangling group": ("course.toml", 'group = "village"', 'group = «"vilage"»', "SA203", "village"),
    "dangling zone": ("rows.toml", 'from = "deck"', 'from = «"dekc"»', "SA203", "deck"),
    "dangling icon": ("cards.toml", "icons = { toolmaker = 2 }", "icons = { «tolmaker» = 2 }", "SA203", "toolmaker"),
    "dangling track of a quantity": (
        "scoring.toml",
        'times = { track = "agriculture"',
        'times = { track = «"agricultre"»',
        "SA203",
        "agriculture",
    ),
    "dangling statement": ("locations.toml", '"base.place.hunt"', '«"base.place.hutn"»', "SA203", "base.place.hunt"),
    "unknown verb": ("locations.toml", 'do = "roll"', 'do = «"rol"»', "SA208", "roll"),
    "unknown table": ("locations.toml", "[[location]]", "[[«locaton»]]", "SA205", "location"),
    "unknown check": (
        "statements.toml",
        'checks = ["placement.once"]',
        'checks = [«"placement.onec"»]',
        "SA210",
        "placement.once",
    ),
    "unknown choice": ("rows.toml", 'when_short = "end"', 'when_short = «"edn"»', "SA207", "end"),
    "unknown option": (
        "scoring.toml",
        'option = "edition", is = "2018"',
        'option = «"editoin"», is = "2018"',
        "SA203",
        "edition",
    ),
    "impossible number": ("locations.toml", "circles = 7", "circles = «-1»", "SA207", None),
    "impossible tool": ("cards.toml", "one_use_tool = 4", "one_use_tool = «13»", "SA207", None),
    "impossible cost": ("buildings.toml", "{ wood = 2, clay = 1 }", "{ wood = «0», clay = 1 }", "SA207", None),
    "impossible range": ("supplies.toml", "most = 4", "most = «1»", "SA207", None),
    "impossible face": ("cards.toml", "faces.6", "faces.«7»", "SA207", None),
    "impossible kinds": ("buildings.toml", "amount = 4, kinds = 4", "amount = 4, kinds = «5»", "SA207", None),
    "malformed id": ("locations.toml", 'id = "forest"', 'id = «"The_Forest"»', "SA209", "the-forest"),
    "reserved id": ("locations.toml", 'id = "forest"', 'id = «"track"»', "SA209", None),
    "malformed statement id": ("statements.toml", 'id = "base.setup.players"', 'id = «"players"»', "SA209", None),
    "missing key": (
        "rows.toml",
        '[[row]]\nid = "card-row"\nname = "card spaces"\nkind = "card"',
        '«[[row]]»\nid = "card-row"',
        "SA204",
        None,
    ),
    "missing verb": ("locations.toml", '{ do = "tool" }', "«{ amount = 1 }»", "SA204", None),
    "missing id": ("scoring.toml", '[[score]]\nid = "resources-left"', "«[[score]]»", "SA204", None),
    "manifest, unknown key": ("pack.toml", 'summary = "', '«sumary» = "', "SA202", "summary"),
    "manifest, wrong type": ("pack.toml", "format = 1", 'format = «"1"»', "SA201", None),
    "manifest, other format": ("pack.toml", "format = 1", "format = «2»", "SA104", None),
    "manifest, version": ("pack.toml", 'version = "1.0.0"', 'version = «"one"»', "SA104", None),
    "manifest, confidence": ("pack.toml", 'confidence = "rulebook"', 'confidence = «"rulebok"»', "SA207", "rulebook"),
    "manifest, default": ("pack.toml", 'default = "2018"', 'default = «"2019"»', "SA207", None),
    "no TOML": ("locations.toml", 'id = "hunt"', "id = «hunt", "SA101", None),
    "no end of a text": ("locations.toml", 'id = "hunt"', 'id = "hunt«', "SA101", None),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_its_place_and_the_nearest_right_word(name: str, folder: Path) -> None:
    file, old, new, code, word = FAULTS[name]
    place = spoil(folder, file, old, new)
    found = [diagnostic for diagnostic in found_in(folder) if place_of(diagnostic) == place]
    assert [diagnostic.code for diagnostic in found] == [code]
    (diagnostic,) = found
    assert ("did you mean" in diagnostic.help) == bool(word)
    assert (word or "") in diagnostic.help
    assert diagnostic.title
    assert not (word and diagnostic.fixes), "what is only similar is not written"


@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if fault[4]])
def test_the_word_that_is_offered_mends_it(name: str, folder: Path) -> None:
    file, old, new, _, word = FAULTS[name]
    place = spoil(folder, file, old, new)
    (diagnostic,) = [diagnostic for diagnostic in found_in(folder) if place_of(diagnostic) == place]
    text = (folder / file).read_text("utf-8")
    written = json.dumps(word) if new.partition("«")[2].startswith('"') else str(word)
    (folder / file).write_text(edited(text, [TextEdit(file, diagnostic.place.span, written)]), "utf-8")
    assert place not in map(place_of, found_in(folder))


def test_two_records_with_one_id_show_both(folder: Path) -> None:
    place = spoil(folder, "supplies.toml", 'id = "clay"', 'id = «"wood"»')
    (twin,) = [diagnostic for diagnostic in found_in(folder) if diagnostic.code == "SA206"]
    assert place_of(twin) == place
    (first,) = twin.others
    assert (first.file, first.label) == (f"{COPY}/supplies.toml", "first used here")
    assert first.span.line < twin.place.span.line


def test_a_file_that_is_no_text_is_named(folder: Path) -> None:
    (folder / "rows.toml").write_bytes(b'[[zone]]\nid = "d\xe4ck"\n')
    found = [diagnostic for diagnostic in found_in(folder) if diagnostic.place.file == f"{COPY}/rows.toml"]
    assert [diagnostic.code for diagnostic in found] == ["SA103"]
    assert found[0].place.label == "this character is not UTF-8"
    assert (found[0].place.span.line, found[0].place.span.column) == (2, 8)


def test_a_folder_without_a_manifest_is_no_pack(folder: Path) -> None:
    (folder / "pack.toml").unlink()
    with pytest.raises(sa.ContentError) as refused:
        sa.load(players=2, modules=[str(folder)])
    assert {diagnostic.code for diagnostic in refused.value.diagnostics} == {"SA104"}


MANY = ["unknown key", "text for a count", "dangling icon", "unknown verb", "impossible tool", "malformed statement id",
        "unknown check", "unknown option", "missing key", "dangling good as a key"]  # fmt: skip


def spoil_many(folder: Path) -> set[tuple[tuple[str, int, int], str]]:
    """Several faults at once, in files from the end to the start, so that none moves another."""
    for name in MANY:
        file, old, new, _, _ = FAULTS[name]
        spoil(folder, file, old, new)
    expected = set()
    for name in MANY:
        file, _, new, code, _ = FAULTS[name]
        written = new.replace("«", "").replace("»", "")
        start = (folder / file).read_text("utf-8").partition(written)[0] + new.partition("«")[0]
        expected.add(((f"{COPY}/{file}", start.count("\n") + 1, len(start) - start.rfind("\n")), code))
    return expected


def test_several_faults_are_all_told_at_once_and_in_order(folder: Path) -> None:
    expected = spoil_many(folder)
    found = found_in(folder)
    assert expected <= {(place_of(diagnostic), diagnostic.code) for diagnostic in found}
    places = [place_of(diagnostic) for diagnostic in found]
    assert places == sorted(places)
    assert len({(place_of(diagnostic), diagnostic.code, diagnostic.title) for diagnostic in found}) == len(found)


def test_the_same_faults_give_the_same_report(folder: Path) -> None:
    spoil_many(folder)
    texts = []
    for _ in range(2):
        with pytest.raises(sa.ContentError) as refused:
            sa.load(players=3, modules=[str(folder)])
        texts.append((str(refused.value), refused.value.diagnostics))
    assert texts[0] == texts[1]


def test_a_fault_in_one_record_is_no_news_about_others(folder: Path) -> None:
    """A record that cannot be read still declares its id, so that nothing dangles because of it."""
    place = spoil(folder, "supplies.toml", "value = 3", 'value = «"three"»')
    assert [(diagnostic.code, place_of(diagnostic)) for diagnostic in found_in(folder)] == [("SA201", place)]


def test_words_that_changed_are_those_of_the_copy(folder: Path) -> None:
    """Names and sentences do not bear on play, so the digest is the same; what people read is the copy's all the same."""
    printed = sa.load(players=3)
    spoil(folder, "statements.toml", "The base game takes 2, 3 or 4 players.", "Two, three or four play.")
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
