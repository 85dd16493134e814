"""A new pack: complete or absent, with tests that pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

import stoneage_rules as sa
from gallery import GALLERY, NAMES
from long_profile import some
from shipped import named_in, needs, texts_below
from stoneage_rules import StoneAgeError, UnknownName
from stoneage_rules.testing import check_pack, run_scenarios, write_starter


def test_it_has_one_edit_one_scenario_and_one_property_that_pass(tmp_path: Path) -> None:
    files = write_starter(tmp_path / "late-harvest")
    assert set(files) == {path for path in (tmp_path / "late-harvest").rglob("*") if path.is_file()}
    results = check_pack(tmp_path / "late-harvest", only=["loads", "edits", "scenarios", "properties"])
    assert [result.detail for result in results] == [
        "3 tables: 2, 3, 4 players",
        "1 edit, 1 record",
        "1 scenario",
        "1 property in 15 games",
    ]
    assert all(result.passed for result in results)


def test_the_id_is_the_folder_s_name_or_another(tmp_path: Path) -> None:
    for folder, id, found in (("one", None, "one"), ("Two", "number-two", "number-two")):
        write_starter(tmp_path / folder, id)
        manifest = tomli.loads((tmp_path / folder / "pack.toml").read_text())
        assert manifest["pack"]["id"] == found
        assert "statements" not in manifest["pack"]
        assert manifest["pack"]["name"] == found.replace("-", " ").capitalize()
        text = "".join(path.read_text() for path in (tmp_path / folder).rglob("*.toml"))
        assert "@" not in text
        assert f'"{found}.fields"' in text


@pytest.mark.parametrize("id", ["Late", "late_harvest", "1st", "late-", "", "läte"])
def test_an_id_that_is_none_is_refused(id: str, tmp_path: Path) -> None:
    with pytest.raises(StoneAgeError, match="cannot be the id of a pack"):
        write_starter(tmp_path / "new", id)
    assert not list(tmp_path.iterdir())


def test_the_id_of_an_installed_module_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoneAgeError, match="the id of an installed module"):
        write_starter(tmp_path / "base")


@pytest.mark.parametrize("what", ["folder", "file", "link"])
def test_what_exists_is_never_touched(what: str, tmp_path: Path) -> None:
    there = tmp_path / "late-harvest"
    if what == "folder":
        there.mkdir()
    elif what == "file":
        there.write_text("mine")
    else:
        there.symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoneAgeError, match="exists already"):
        write_starter(there)
    assert list(tmp_path.iterdir()) == [there]


def test_a_folder_without_a_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoneAgeError, match="is no folder"):
        write_starter(tmp_path / "no" / "late-harvest")


@pytest.mark.parametrize("fails_at", range(4))
def test_what_fails_half_way_leaves_nothing(fails_at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    write = Path.write_text

    def write_text(path: Path, *args: str, **named: str) -> int:
        if len(written) == fails_at:
            raise OSError("the disk is full")
        written.append(path)
        return write(path, *args, **named)

    monkeypatch.setattr(Path, "write_text", write_text)
    with pytest.raises(OSError, match="the disk is full"):
        write_starter(tmp_path / "late-harvest")
    assert len(written) == fails_at
    assert not list(tmp_path.iterdir())


# --- from an example ------------------------------------------------------------------------------------------------

NEEDED = {name: named_in(*texts_below(GALLERY / name)) for name in NAMES}


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*NEEDED[name])) for name in some(NAMES, 5)])
def test_a_pack_that_begins_as_an_example_has_its_rules_under_a_new_id(name: str, tmp_path: Path) -> None:
    pack = tmp_path / "my-rules"
    files = {path.relative_to(pack) for path in write_starter(pack, example=name, schemas=True)}
    assert {path.relative_to(GALLERY / name) for path in (GALLERY / name).rglob("*.toml")} == {
        path for path in files if path.suffix == ".toml"
    }
    manifest = (pack / "pack.toml").read_text("utf-8")
    assert f"\n# Begun as the example `{name}` of stoneage-rules " in manifest
    assert tomli.loads(manifest)["pack"] == {
        **tomli.loads((GALLERY / name / "pack.toml").read_text("utf-8"))["pack"], "id": "my-rules", "name": "My rules"
    }  # fmt: skip
    for path in pack.rglob("*.toml"):
        schema = path.read_text("utf-8").split()[1]
        assert (path.parent / schema).resolve().is_relative_to(pack / "schemas")
    if (pack / "tests").is_dir():
        results = run_scenarios(pack / "tests")
        assert [str(result) for result in results if not result.passed] == []
    players = 1 if name == "solo-rival" else 2
    mine, theirs = (sa.load(players=players, modules=[*NEEDED[name], str(path)]) for path in (pack, GALLERY / name))
    assert mine.packs[-1] == "my-rules"
    assert [*mine.sentences] == [re.sub(rf"^{name}\.", "my-rules.", id) for id in theirs.sentences]


def test_an_example_that_is_not_there_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no example is called `short-gme`; did you mean `short-game`"):
        write_starter(tmp_path / "my-rules", example="short-gme")
    assert not list(tmp_path.iterdir())


def test_examples_are_no_modules() -> None:
    with pytest.raises(StoneAgeError, match="bakery"):
        sa.load(players=2, modules=["bakery"])
