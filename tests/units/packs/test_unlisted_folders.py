"""Folders that are no packs, named as if they were: nothing in them is read, and no walk through them is endless."""

from __future__ import annotations

import os

import pytest

from packs.toy import refused, write
from stoneage_rules.packs import find as pack_paths
from stoneage_rules.packs.find import read_pack


def test_without_a_manifest_nothing_is_read(tmp_path):
    """A file of secrets is not quoted in the message."""
    (tmp_path / "deep").mkdir()
    for path in (tmp_path / "s.toml", tmp_path / "deep" / "s.toml"):
        path.write_text("password = hunter2-secret\n", "utf-8")
    error = refused(tmp_path)
    assert [found.code for found in error.diagnostics] == ["SA104"]
    assert "hunter2" not in str(error) + repr(error.sources)


@pytest.mark.parametrize("folder", ["/", "/proc", "/dev"])
def test_the_folders_of_the_system_are_no_packs(folder):
    assert [found.code for found in refused(folder).diagnostics] == ["SA104"]


def test_a_folder_that_cannot_be_read_is_a_finding(tmp_path, monkeypatch):
    write(tmp_path, "home", "")

    def refusing(path):
        raise OSError(22, "Invalid argument", str(path))

    monkeypatch.setattr(pack_paths.os, "scandir", refusing)
    (fault,) = read_pack(tmp_path / "home", "home").faults
    assert (fault.code, fault.place.label) == ("SA103", "Invalid argument")


def test_a_walk_ends(tmp_path, monkeypatch):
    write(tmp_path, "home", "")
    for number in range(30):
        (tmp_path / "home" / f"folder-{number}").mkdir()
        (tmp_path / "home" / f"folder-{number}" / "notes.txt").touch()
    assert read_pack(tmp_path / "home", "home").faults == ()
    monkeypatch.setattr(pack_paths, "MOST_ENTRIES", 50)
    (fault,) = read_pack(tmp_path / "home", "home").faults
    assert (fault.code, fault.place.label) == ("SA103", "there are more than 50 files and folders")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_manifest_that_is_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pack.toml")
    assert "SA103" in {found.code for found in refused(tmp_path).diagnostics}
