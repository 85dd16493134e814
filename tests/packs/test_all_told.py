"""The faults of several packs and a table that one run tells, those that it holds back, and what it says it did not look at.

That generated faults are all told is proved in `test_every_fault`.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from stoneage_rules.testing import inspect_pack
from writing import manifest_text

BASE = Path(__file__).parents[2] / "content" / "stoneage_base"
GOODS = '[[good]]\nid = "fish"\n\n[[location]]\nid = "pond"\ncircles = 7\neffects = [{ do = "gain", good = "fish" }]\n'


def write(folder: Path, id: str, text: str, manifest: str = "", **more: Any) -> Path:
    """A pack with one file, as a folder."""
    (folder / id).mkdir()
    (folder / id / "pack.toml").write_text(manifest or manifest_text(id, **more), "utf-8")
    (folder / id / "all.toml").write_text(text, "utf-8")
    return folder / id


def refused(*packs: Path, **settings: Any) -> sa.ContentError:
    """Why packs cannot be loaded."""
    with pytest.raises(sa.ContentError) as error:
        sa.load(modules=[str(pack) for pack in packs], **{"players": 3, **settings})
    return error.value


def told(error: sa.ContentError) -> list[tuple[str, str, int]]:
    """Code, file and line of each finding."""
    return [(found.code, found.place.file.rpartition("/")[0], found.place.span.line) for found in error.diagnostics]


# --- what follows from a fault ------------------------------------------------------------------------------------

HELD = {
    # what it is: (the one fault's code, text, code of each finding that is held back)
    "a key that is misspelt and missing": ("SA202", "[[track]]\nid = 'x'\ntpo = 3\n", ["SA204"]),
    "the target of an edit": ("SA202", "[[patch.location]]\ntagret = 'base:hut'\nset.circles = 4\n", ["SA204"]),
    "a record of an unknown kind": (
        "SA205",
        "[[tracks]]\nid = 'luck'\ntop = 3\n\n[[location]]\nid = 'x'\ncircles = 1\n"
        "effects = [{ do = 'advance', track = 'luck' }, { do = 'tool' }]\n",
        ["SA203"],
    ),
    "a record with a misspelt id": (
        "SA202",
        "[[track]]\nidd = 'luck'\ntop = 3\n\n"
        "[[location]]\nid = 'x'\ncircles = 1\neffects = [{ do = 'advance', track = 'luck' }]\n",
        ["SA204", "SA203"],
    ),
    "a group of a record of an unknown kind": (
        "SA205",
        "[[goods]]\nid = 'fish'\ngroups = ['wet']\n\n[[location]]\nid = 'x'\ncircles = 1\n"
        "effects = [{ do = 'choose', of = 'wet', amount = 1 }]\n",
        ["SA203"],
    ),
    "a kind of item with a misspelt id": (
        "SA202",
        "[[zone]]\nid = 'sea'\n\n[[kind]]\nidd = 'boat'\nstarts_in = 'sea'\n\n[[boat]]\nid = 'x'\n",
        ["SA204"],
    ),
    "an option that is not there": (
        "SA203",
        "[[location]]\nid = 'x'\ncircles = { option = 'many' }\neffects = [{ do = 'tool' }]\n",
        ["SA201"],
    ),
}


@pytest.mark.parametrize("name", HELD)
def test_what_follows_from_a_fault_is_counted_and_not_told(name: str, tmp_path: Path) -> None:
    code, text, held = HELD[name]
    error = refused(write(tmp_path, "mine", text))
    assert [found.code for found in error.diagnostics] == [code]
    assert sorted(found.code for found in error.held_back) == sorted(held)
    said = f"1 error; {len(held)} follow-up error{'s' * (len(held) > 1)} held back"
    assert said in str(error).rpartition("\n")[2]


def test_an_edit_of_what_cannot_be_read_is_no_second_fault(tmp_path: Path) -> None:
    ours = write(tmp_path, "ours", GOODS.replace("gain", "gian"))
    theirs = write(
        tmp_path, "theirs", "[[patch.location]]\ntarget = 'pond'\nset.effects.gain.amount = 2\n", requires={"ours": ">=1"}
    )
    error = refused(ours, theirs)
    assert told(error) == [("SA208", "ours", 7)]
    assert [found.code for found in error.held_back] == ["SA203"]


def test_without_follow_up_errors_none_are_spoken_of(tmp_path: Path) -> None:
    error = refused(write(tmp_path, "mine", "[[patch.location]]\ntarget = 'base:hut'\nset.circles = 2\n"))
    assert (error.held_back, error.unchecked) == ((), ())
    assert str(error).endswith("\n1 error. Nothing was loaded.")


# --- several packs ------------------------------------------------------------------------------------------------


def test_what_does_not_build_on_a_broken_manifest_is_looked_at(tmp_path: Path) -> None:
    """The content of a pack is looked at where its manifest and those of all that it builds on are right."""
    broken = write(tmp_path, "broken", "[[good]]\nid = 7\n", options={"x": {"type": "int"}}, requires={"nobody": "1"})
    upon = write(tmp_path, "upon", "[[good]]\nid = 7\n", optional={"broken": ">=1"})
    other = write(tmp_path, "other", "[[good]]\nid = 7\n\n[[location]]\nid = 'x'\ncircels = 3\n")
    error = refused(broken, upon, other)
    codes = [("SA201", "other", 2), ("SA202", "other", 6), ("SA104", "broken", 4), ("SA107", "broken", 4)]
    assert sorted(told(error)) == sorted([*codes, ("SA204", "broken", 3), ("SA204", "broken", 3)])
    assert "the content of broken and upon" in error.unchecked
    assert "not checked yet: the content of broken and upon" in str(error)


def test_a_word_for_people_keeps_no_content_from_being_looked_at(tmp_path: Path) -> None:
    manifest = manifest_text("mine").replace("license", "licence")
    error = refused(write(tmp_path, "mine", "[[good]]\nid = 'x'\nvalue = 'y'\n", manifest))
    assert told(error) == [("SA201", "mine", 3), ("SA202", "mine", 2)]
    assert [found.code for found in error.held_back] == ["SA204"]


def test_a_pack_that_is_named_in_vain_is_missed_once(tmp_path: Path) -> None:
    """The module is not there, so it is no news that a pack requires it, or that it has no options."""
    mine = write(tmp_path, "mine", "[[good]]\nid = 7\n", requires={"rivers": ">=1"})
    with pytest.raises(sa.ContentError) as refusal:
        sa.load(players=3, modules=["rivers", str(mine)], options={"rivers": {"fish": 1}})
    error = refusal.value
    assert [found.code for found in error.diagnostics] == ["SA301"]
    assert sorted(found.code for found in error.held_back) == ["SA107", "SA303"]
    assert error.unchecked == ("the content of mine",)


def test_findings_come_in_pack_order(tmp_path: Path) -> None:
    """A pack comes after those that it builds on, whatever its folder is called."""
    later = write(tmp_path, "aaa", "[[good]]\nid = 7\n", requires={"zzz": ">=1"})
    earlier = write(tmp_path, "zzz", "[[good]]\nid = 7\n\n[[good]]\nid = 8\n")
    for packs in ((later, earlier), (earlier, later)):
        assert told(refused(*packs)) == [("SA201", "zzz", 2), ("SA201", "zzz", 5), ("SA201", "aaa", 2)]


# --- edits --------------------------------------------------------------------------------------------------------


def test_every_fault_of_one_edit_is_told(tmp_path: Path) -> None:
    text = """
[[patch.location]]
target = "base:hut"
why = 3
whne = 1
set.circles = "4"
set.circels = 4
adjust.figures.exactly = { add = "1", ruond = "up" }
append.groups = "x"
insert.rules = { value = 3, aftr = 4 }
unset = ["again", 5]

[[patch.location]]
where = { circels = 1, cots = 2, figures = { exacty = 2 } }
set.circles = "4"

[[patch.location]]
target = "base:hunt"
when = [{ optoin = 1, cots = 2 }, { players = ["2"] }]
set.circles = "4"
set.circels = 4

[[replace.location]]
target = "base:hnut"
record = { circles = "4", effects = [{ do = "pionts" }] }
why = "the other was dull"
"""
    error = refused(write(tmp_path, "mine", text))
    lines = [line for _, _, line in told(error)]
    assert lines == [4, 5, 6, 7, 8, 8, 9, 10, 11, 11, 14, 14, 14, 19, 19, 19, 20, 21, 24, 25, 25]
    assert "what edits with an error in `when` change" in error.unchecked
    assert "what edits without a target change" in error.unchecked


def test_a_record_that_cannot_be_read_is_missed_by_nothing(tmp_path: Path) -> None:
    """Also where another pack has edits, so that the record is looked at more than once."""
    base = shutil.copytree(BASE, tmp_path / "base")
    text = (base / "buildings.toml").read_text("utf-8")
    (base / "buildings.toml").write_text(text.replace("wood = 2", "wood = true", 1), "utf-8")
    mine = write(tmp_path, "mine", "[[patch.location]]\ntarget = 'base:hut'\nset.circles = 4\n")
    error = refused(base, mine)
    assert [found.code for found in error.diagnostics] == ["SA201"]
    assert error.unchecked == ("how the records work together",)


# --- one table ----------------------------------------------------------------------------------------------------

DECISION = '{ datum = "good base:wood value", use = "base" }'
WRONG: Mapping[str, tuple[str, str]] = {
    # what it is: (code, line of the table file)
    "players": ("SA302", "players = 9"),
    "starting seat": ("SA303", "first_seat = 30"),
    "edition": ("SA303", 'edition = "1999"'),
    "seats": ("SA303", "seats = [" + "{}, " * 12 + "]"),
    "an option": ("SA303", "options.base.river = 1"),
    "another option": ("SA303", "options.base.lake = 2"),
    "options of a pack": ("SA303", "options.nobody.river = 1"),
    "decisions": ("SA303", f"resolve = [{DECISION}, {DECISION}]"),
}
NAMED = {
    "modules": ("SA301", 'modules = ["rivers", "lakes", "./nowhere"]'),
}


@pytest.mark.parametrize("names", [(*pair,) for pair in combinations(WRONG, 2)] + [(*WRONG,)], ids=" and ".join)
def test_every_wrong_setting_is_told_at_once(names: tuple[str, ...], tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text("\n".join(WRONG[name][1] for name in names), "utf-8")
    with pytest.raises(sa.ContentError) as error:
        sa.load(table)
    found = [(found.code, found.place.span.line) for found in error.value.diagnostics]
    assert found == [(WRONG[name][0], line) for line, name in enumerate(names, 1)]


def test_modules_that_are_not_there_are_told_with_the_other_settings(tmp_path: Path) -> None:
    """How many can play may be theirs to say."""
    table = tmp_path / "table.toml"
    table.write_text("\n".join(line for _, line in (NAMED | WRONG).values()), "utf-8")
    with pytest.raises(sa.ContentError) as error:
        sa.load(table)
    lines = [found.place.span.line for found in error.value.diagnostics]
    assert lines == [1, 1, 1, 3, 4, 5, 6, 7, 8, 9]
    assert error.value.unchecked == ("the number of players",)


def test_a_table_that_cannot_be_read_says_that_its_packs_were_not_looked_at(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('playres = 4\nseed = "7"\n', "utf-8")
    with pytest.raises(sa.ContentError) as error:
        sa.load(table)
    assert [found.place.span.line for found in error.value.diagnostics] == [1, 2]
    assert str(error.value).endswith("\n2 errors; not checked yet: the packs of the table. Nothing was loaded.")


def test_settings_and_content_are_told_together(tmp_path: Path) -> None:
    mine = write(tmp_path, "mine", "[[good]]\nid = 'x'\nvalue = 'y'\n")
    error = refused(mine, first_seat=7, options={"base": {"river": 1}})
    assert sorted(found.code for found in error.diagnostics) == ["SA201", "SA303", "SA303"]
    assert "the number of players" not in error.unchecked
    assert "the number of players" in refused(mine, players=9).unchecked


# --- check --------------------------------------------------------------------------------------------------------


def test_a_pack_is_looked_at_with_each_optional_one_even_where_it_is_wrong_without(tmp_path: Path) -> None:
    """Faults that appear only beside another pack are told in the same run."""
    write(tmp_path, "beside", GOODS)
    mine = write(tmp_path, "mine", "[[patch.location]]\ntarget = 'base:hut'\nset.circles = '4'\n", optional={"beside": ">=1"})
    edit = "only_if.packs = ['beside']\n\n[[patch.location]]\ntarget = 'pond'\nset.circles = '4'\n"
    (mine / "with.toml").write_text(edit, "utf-8")
    found = inspect_pack(mine)
    places = [(each.code, each.place.file.rpartition("/")[2], each.place.span.line) for each in found.findings]
    assert places == [("SA201", "all.toml", 3), ("SA201", "with.toml", 5)]


def test_what_a_pack_makes_odd_in_another_is_told_of_the_pack(tmp_path: Path) -> None:
    """The lines are the other's, and nothing is wrong with them without the pack."""
    text = "[[patch.row]]\ntarget = 'base:card-row'\ndrop.spaces = ['card-4']\n"
    found = inspect_pack(write(tmp_path, "mine", text)).findings
    assert {each.place.file for each in found} == {"stoneage_base/locations.toml"}
    for each in found:
        assert each.notes[-1] == "without mine this is all right: look at what mine changes around it"


def test_what_is_odd_in_another_pack_anyhow_is_not_told_of_this_one(tmp_path: Path) -> None:
    write(tmp_path, "odd", "[[good]]\nid = 'pearl'\n")
    mine = write(tmp_path, "mine", "[[good]]\nid = 'shell'\n", requires={"odd": ">=1"})
    notes = {each.packs: each.notes for each in inspect_pack(mine).findings}
    assert {*notes} == {("odd",), ("mine",)}
    assert not any("without" in note for its in notes.values() for note in its)


def test_texts_in_a_list_of_a_manifest_are_told_each_at_its_place(tmp_path: Path) -> None:
    """A wrong type among them shifts nothing."""
    manifest = manifest_text("mine").replace("license", "statements = [8.5, 'no-point'], license")
    error = refused(write(tmp_path, "mine", "", manifest))
    columns = {found.code: found.place.span.column for found in error.diagnostics}
    line = next(line for line in manifest.split("\n") if "8.5" in line)
    assert columns == {"SA201": line.index("8.5") + 1, "SA209": line.index("'no-point'") + 1}


def test_a_manifest_with_a_fault_still_says_what_the_pack_needs(tmp_path: Path) -> None:
    write(tmp_path, "beside", GOODS)
    manifest = manifest_text("mine", requires={"beside": ">=1"}).replace("license", "licence")
    mine = write(tmp_path, "mine", "[[patch.location]]\ntarget = 'pond'\nset.circles = '4'\n", manifest)
    found = inspect_pack(mine)
    assert [each.code for each in found.findings] == ["SA201", "SA202"]
    assert (found.held_back, found.unchecked) == (1, ("how the records work together",))
