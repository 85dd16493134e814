"""A new pack: complete or not there at all, with tests of its own that pass."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from stoneage_rules import StoneAgeError
from stoneage_rules.testing import check_pack, write_starter


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

    def write_text(path: Path, *args: str) -> int:
        if len(written) == fails_at:
            raise OSError("the disk is full")
        written.append(path)
        return write(path, *args)

    monkeypatch.setattr(Path, "write_text", write_text)
    with pytest.raises(OSError, match="the disk is full"):
        write_starter(tmp_path / "late-harvest")
    assert len(written) == fails_at
    assert not list(tmp_path.iterdir())
