"""The faults of several packs and a table that one run tells, those that it holds back, and what it says it did not look at.

That generated faults are all told is proved in `test_every_fault`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import stoneage_base
import stoneage_rules as sa
from packs.toy import refused, told, write
from stoneage_rules.testing import inspect_pack
from writing import manifest_text

GOODS = '[[good]]\nid = "fish"\n\n[[location]]\nid = "pond"\ncircles = 7\neffects = [{ do = "gain", good = "fish" }]\n'
BAD_GOOD = "[[good]]\nid = 7\n"
HUT = "[[patch.location]]\ntarget = 'base:hut'\nset.circles = {}\n"


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
    edit = "[[patch.location]]\ntarget = 'pond'\nset.effects.gain.amount = 2\n"
    packs = write(tmp_path, "ours", GOODS.replace("gain", "gian")), write(tmp_path, "theirs", edit, requires={"ours": ">=1"})
    error = refused(*packs)
    assert told(error.diagnostics) == [("SA208", "ours", 7)]
    assert [found.code for found in error.held_back] == ["SA203"]


def test_without_follow_up_errors_none_are_spoken_of(tmp_path: Path) -> None:
    error = refused(write(tmp_path, "mine", HUT.format(2)))
    assert (error.held_back, error.unchecked) == ((), ())
    assert str(error).endswith("\n1 error. Nothing was loaded.")


# --- several packs ------------------------------------------------------------------------------------------------


def test_what_does_not_build_on_a_broken_manifest_is_looked_at(tmp_path: Path) -> None:
    """The content of a pack is looked at where its manifest and those of all that it builds on are right."""
    broken = write(tmp_path, "broken", BAD_GOOD, options={"x": {"type": "int"}}, requires={"nobody": "1"})
    upon = write(tmp_path, "upon", BAD_GOOD, optional={"broken": ">=1"})
    other = write(tmp_path, "other", f"{BAD_GOOD}\n[[location]]\nid = 'x'\ncircels = 3\n")
    error = refused(broken, upon, other)
    codes = [("SA201", "other", 2), ("SA202", "other", 6), ("SA104", "broken", 4), ("SA107", "broken", 4)]
    assert sorted(told(error.diagnostics)) == sorted([*codes, ("SA204", "broken", 3), ("SA204", "broken", 3)])
    assert "not checked yet: the content of broken and upon" in str(error)


def test_a_word_for_people_keeps_no_content_from_being_looked_at(tmp_path: Path) -> None:
    manifest = manifest_text("mine").replace("license", "licence")
    error = refused(write(tmp_path, "mine", "[[good]]\nid = 'x'\nvalue = 'y'\n", manifest))
    assert told(error.diagnostics) == [("SA201", "mine", 3), ("SA202", "mine", 2)]
    assert [found.code for found in error.held_back] == ["SA204"]


@pytest.mark.parametrize("before", ["", "git+"])
def test_an_address_in_a_table_is_told_how_to_be_installed(tmp_path: Path, before: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'players = 2\nmodules = ["{before}https://example.org/x.git"]\n', "utf-8")
    for table in (file, {"players": 2, "modules": [f"{before}https://example.org/x.git"]}):
        with pytest.raises(sa.ContentError) as error:
            sa.load(table)
        (found,) = error.value.diagnostics
        assert found.code == "SA301"
        told = str(error.value)
        assert "this is an address, not a path" in told
        assert 'help: `pip install "git+https://example.org/x.git"` installs it; then name the module by its id' in told


@pytest.mark.parametrize("name", ["$(reboot)/x.git", "x.zip"], ids=["a shell would carry it out", "no repository"])
def test_an_address_that_cannot_be_installed_so_is_no_advice(name: str) -> None:
    with pytest.raises(sa.ContentError, match="SA301") as error:
        sa.load(players=2, modules=[f"https://example.org/{name}"])
    assert "pip" not in str(error.value)


def test_a_pack_that_is_named_in_vain_is_missed_once(tmp_path: Path) -> None:
    """The module is not there, so it is no news that a pack requires it, or that it has no options."""
    mine = write(tmp_path, "mine", BAD_GOOD, requires={"rivers": ">=1"})
    error = refused(Path("rivers"), mine, options={"rivers": {"fish": 1}})
    assert [found.code for found in error.diagnostics] == ["SA301"]
    assert sorted(found.code for found in error.held_back) == ["SA107", "SA303"]
    assert error.unchecked == ("the content of mine",)


def test_findings_come_in_pack_order(tmp_path: Path) -> None:
    """A pack comes after those that it builds on, whatever its folder is called."""
    later = write(tmp_path, "aaa", BAD_GOOD, requires={"zzz": ">=1"})
    earlier = write(tmp_path, "zzz", f"{BAD_GOOD}\n[[good]]\nid = 8\n")
    for packs in ((later, earlier), (earlier, later)):
        assert told(refused(*packs).diagnostics) == [("SA201", "zzz", 2), ("SA201", "zzz", 5), ("SA201", "aaa", 2)]


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
    lines = [line for _, _, line in told(error.diagnostics)]
    assert lines == [4, 5, 6, 7, 8, 8, 9, 10, 11, 11, 14, 14, 14, 19, 19, 19, 20, 21, 24, 25, 25]
    assert "what edits with an error in `when` change" in error.unchecked
    assert "what edits without a target change" in error.unchecked


def test_a_record_that_cannot_be_read_is_missed_by_nothing(tmp_path: Path) -> None:
    """Also where another pack has edits, so that the record is looked at more than once."""
    base = Path(shutil.copytree(Path(stoneage_base.__file__).parent, tmp_path / "base"))
    text = (base / "buildings.toml").read_text("utf-8")
    (base / "buildings.toml").write_text(text.replace("wood = 2", "wood = true", 1), "utf-8")
    mine = write(tmp_path, "mine", HUT.format(4))
    error = refused(base, mine)
    assert [found.code for found in error.diagnostics] == ["SA201"]
    assert error.unchecked == ("how the records work together",)


# --- one table ----------------------------------------------------------------------------------------------------

DECISION = '{ datum = "good base:wood value", use = "base" }'
WRONG = f"""
modules = ["rivers", "lakes", "./nowhere"]
players = 9
first_seat = 30
edition = "1999"
seats = [{"{}, " * 12}]
options.base.river = 1
options.base.lake = 2
options.nobody.river = 1
resolve = [{DECISION}, {DECISION}]
"""


def refused_table(folder: Path, text: str) -> sa.ContentError:
    (folder / "table.toml").write_text(text, "utf-8")
    with pytest.raises(sa.ContentError) as error:
        sa.load(folder / "table.toml")
    return error.value


@pytest.mark.parametrize("modules", [False, True])
def test_every_wrong_setting_is_told_at_once(modules: bool, tmp_path: Path) -> None:
    """With modules that are not there, how many can play may be theirs to say."""
    error = refused_table(tmp_path, WRONG if modules else WRONG.replace("modules", "#"))
    found = [(found.code, found.place.span.line) for found in error.diagnostics]
    rest = [("SA303", line) for line in range(4, 11)]
    assert found == ([("SA301", 2)] * 3 if modules else [("SA302", 3)]) + rest
    assert error.unchecked == (("the number of players",) if modules else ())


def test_a_table_that_cannot_be_read_says_that_its_packs_were_not_looked_at(tmp_path: Path) -> None:
    error = refused_table(tmp_path, 'playres = 4\nseed = "7"\n')
    assert [found.place.span.line for found in error.diagnostics] == [1, 2]
    assert str(error).endswith("\n2 errors; not checked yet: the packs of the table. Nothing was loaded.")


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
    mine = write(tmp_path, "mine", HUT.format("'4'"), optional={"beside": ">=1"})
    edit = "only_if.packs = ['beside']\n\n" + HUT.format("'4'").replace("base:hut", "pond")
    (mine / "with.toml").write_text(edit, "utf-8")
    places = [(each.code, each.place.file.rpartition("/")[2], each.place.span.line) for each in inspect_pack(mine).findings]
    assert places == [("SA201", "all.toml", 3), ("SA201", "with.toml", 5)]


def test_what_a_pack_makes_odd_in_another_is_told_at_the_lines_of_the_other(tmp_path: Path) -> None:
    text = "[[patch.row]]\ntarget = 'base:card-row'\ndrop.spaces = ['card-4']\n"
    found = inspect_pack(write(tmp_path, "mine", text)).findings
    assert {each.place.file for each in found} == {"stoneage_base/locations.toml"}


def test_texts_in_a_list_of_a_manifest_are_told_each_at_its_place(tmp_path: Path) -> None:
    """A wrong type among them shifts nothing."""
    manifest = manifest_text("mine").replace('"license"', "statements = [8.5, 'no-point'], license")
    error = refused(write(tmp_path, "mine", "", manifest))
    columns = {found.code: found.place.span.column for found in error.diagnostics}
    line = next(line for line in manifest.split("\n") if "8.5" in line)
    assert columns == {"SA201": line.index("8.5") + 1, "SA209": line.index("'no-point'") + 1}


def test_a_manifest_with_a_fault_still_says_what_the_pack_needs(tmp_path: Path) -> None:
    write(tmp_path, "beside", GOODS)
    manifest = manifest_text("mine", requires={"beside": ">=1"}).replace("license", "licence")
    found = inspect_pack(write(tmp_path, "mine", HUT.format("'4'").replace("base:hut", "pond"), manifest))
    assert [each.code for each in found.findings] == ["SA201", "SA202"]
    assert (found.held_back, found.unchecked) == (1, ("how the records work together",))
