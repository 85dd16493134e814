"""Zip files of packs: where in them the pack may be, and what is said of those that are packed otherwise."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import stoneage_rules as sa
from packs.toy import refused, write
from writing import manifest_text

MANIFEST = manifest_text("mine", requires={"base": ">=1"})
CARD = '[[card]]\nid = "feast"\neffects = [{ do = "tool" }]\n'


def packed(path: Path, *names: str) -> Path:
    """A zip file of a manifest or card under each name, spelt as it is."""
    with zipfile.ZipFile(path, "w") as made:
        for name in names:
            entry = zipfile.ZipInfo("x")
            entry.filename = name
            made.writestr(entry, MANIFEST if name.endswith("pack.toml") else CARD)
    return path


@pytest.mark.parametrize(
    "names",
    [
        ("pack.toml", "cards/feast.toml"),
        ("mine/pack.toml", "mine/cards/feast.toml"),
        ("all/mine/pack.toml", "all/mine/feast.toml", "all/readme.txt"),
        ("mine/pack.toml", "mine/feast.toml", "__MACOSX/mine/._pack.toml"),
    ],
    ids=len,
)
def test_a_pack_may_lie_in_a_folder_of_its_own(names: tuple[str, ...], tmp_path: Path) -> None:
    rules = sa.load(players=2, modules=[str(packed(tmp_path / "mine.zip", *names))])
    assert [entry.name for entry in rules.content.of("card") if entry.pack == "mine"] == ["feast"]


WRONG = {
    ("mine\\pack.toml", "mine\\feast.toml"): (
        "", "the names in it are written with backslashes, such as `mine\\pack.toml`", "python -m zipfile -c"
    ),
    ("a/pack.toml", "b/pack.toml", "a/feast.toml"): (
        "", "there are 2 packs in it: `a/`, `b/`", "make a zip file of each of these folders"
    ),
    ("a/pack.toml", "b/feast.toml"): (
        "/b/feast.toml", "it lies beside the pack, which is in `a/`", "move it into `a/`, or leave it out"
    ),
    ("pack.toml", "../feast.toml"): ("/../feast.toml", "it leads out of the pack", ""),
    ("pack.toml", "/feast.toml"): ("//feast.toml", "it leads out of the pack", ""),
    ("pack.toml", "feast.TOML"): ("/feast.TOML", "its name must end with .toml, in small letters", ""),
}  # fmt: skip


@pytest.mark.parametrize("names", WRONG, ids=str)
def test_a_zip_that_is_packed_otherwise_is_told_so_once(names: tuple[str, ...], tmp_path: Path) -> None:
    (found,) = refused(packed(tmp_path / "mine.zip", *names)).diagnostics
    file, label, help = WRONG[names]
    assert (found.code, found.place.file.partition("mine.zip")[2], found.place.label) == ("SA103", file, label)
    assert help in found.help
    assert bool(help) == bool(found.help)


def spoilt(path: Path, old: bytes, new: bytes) -> Path:
    """A zip file with some bytes in place of others."""
    data = packed(path, "pack.toml").read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new))
    return path


HEADERS = b"PK\x03\x04\x14\x00", b"PK\x01\x02\x14\x03\x14\x00"
"""The beginnings of what stands before a file in a zip file, and in its list of files."""


@pytest.mark.parametrize(
    ("old", "new", "label"),
    [
        (HEADERS[1] + b"\x00\x00", HEADERS[1] + b"\x01\x00", "it is encrypted"),
        (HEADERS[1] + b"\x00\x00\x00\x00", HEADERS[1] + b"\x00\x00\x63\x00", "it is packed in a way that Python cannot undo"),
        (b"PK\x05\x06", b"PK\x05\x07", "it is damaged, or of another form"),
        (b"format", b"farmat", "it is damaged, or of another form"),
    ],
)
def test_a_zip_that_cannot_be_read_is_told_so_in_our_words(old: bytes, new: bytes, label: str, tmp_path: Path) -> None:
    found = refused(spoilt(tmp_path / "mine.zip", old, new)).diagnostics[0]
    assert (found.code, found.place.label) == ("SA103", f"it is no zip file that can be read: {label}")


def test_a_file_of_a_folder_that_is_named_otherwise_is_told_so_too(tmp_path: Path) -> None:
    pack = write(tmp_path, "mine", CARD, MANIFEST)
    (pack / "all.toml").rename(pack / "all.TOML")
    (found,) = refused(pack).diagnostics
    assert (found.code, found.place.label) == ("SA103", "its name must end with .toml, in small letters")


def test_what_the_help_says_of_backslashes_makes_a_pack(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pack.toml").write_text(MANIFEST, "utf-8")
    (tmp_path / "mine" / "feast.toml").write_text(CARD, "utf-8")
    subprocess.run([sys.executable, "-m", "zipfile", "-c", "mine.zip", "mine/"], cwd=tmp_path, check=True)
    assert "mine" in sa.load(players=2, modules=[str(tmp_path / "mine.zip")]).packs


@pytest.mark.parametrize(
    ("folders", "help"),
    [
        (["inner"], "there is a pack in `{}/inner`: name that folder"),
        (["inner/deep"], "there is a pack in `{}/inner/deep`: name that folder"),
        (["a", "b"], "there are packs in `{0}/a` and `{0}/b`: name one of these folders"),
    ],
)
def test_a_folder_around_a_pack_is_told_where_it_is(folders: list[str], help: str, tmp_path: Path) -> None:
    for folder in folders:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "pack.toml").write_text(MANIFEST, "utf-8")
    (found,) = refused(tmp_path).diagnostics
    assert (found.code, found.help) == ("SA104", help.format(found.place.file.rstrip("/")))


def test_files_of_other_programs_are_no_content_in_a_folder_or_a_zip(tmp_path: Path) -> None:
    """A pack can be the root of a repository, with Python's settings, an environment and whatever tools hide there."""
    folder = tmp_path / "rules"
    written = {
        "pack.toml": MANIFEST,
        "rules.toml": '[[patch.location]]\ntarget = "base:hunt"\nappend.effects = [{ do = "points", amount = 1 }]\nwhy = "it"\n',
        "pyproject.toml": "[tool.pytest]\nx = 1\n",
        ".taplo.toml": "[formatting]\n",
        ".venv/lib/other.toml": "this is not TOML",
    }
    for name, text in written.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    with zipfile.ZipFile(tmp_path / "rules.zip", "w") as made:
        for name, text in written.items():
            made.writestr(name, text)
    assert sa.load(players=2, modules=[str(folder)]).digest == sa.load(players=2, modules=[str(tmp_path / "rules.zip")]).digest


def test_a_zip_has_at_most_five_hundred_files(tmp_path: Path) -> None:
    made = packed(tmp_path / "mine.zip", "pack.toml", *(f"cards/{number}.toml" for number in range(500)))
    with pytest.raises(sa.ContentError) as error:
        sa.load(players=2, modules=[str(made)])
    assert "a pack has at most 500 files" in [each.place.label for each in error.value.diagnostics]
