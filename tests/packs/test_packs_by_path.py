"""Packs that a program names by the path of their folder."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

import stoneage_rules as sa
from running import python
from sources import ROOT
from writing import write_pack

HUT = '[[patch.location]]\ntarget = "base:hut"\nset.circles = 4\n'


def test_a_path_names_a_pack_like_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `Path` of one word, too, which as text would be the id of an installed module."""
    write_pack(tmp_path, {"x.toml": HUT}, requires="base", id="wide")
    monkeypatch.chdir(tmp_path)
    assert sa.load(players=2, modules=[Path("wide")]).location("hut").circles == 4
    assert sa.load(players=2, modules=["./wide"]).digest == sa.load(players=2, modules=[Path("wide")]).digest


@pytest.mark.parametrize(
    ("modules", "first"),
    [
        (["./wide", "./wide"], "./wide"),
        (["./wide", "wide/"], "./wide"),
        (["./link", "./wide"], "./link"),
        (["./wide", Path("wide")], "./wide"),
        (["base", "base"], "base"),
        (["base", str(ROOT / "content" / "stoneage_base")], "base"),
        (["./wide", "../{}/wide"], "./wide"),
    ],
)
def test_a_module_is_named_once_by_whatever_path(
    modules: list[str | Path], first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pack(tmp_path, {"x.toml": HUT}, requires="base", id="wide")
    Path(tmp_path / "link").symlink_to("wide")
    monkeypatch.chdir(tmp_path)
    spelt = [each.format(tmp_path.name) if isinstance(each, str) else each for each in modules]
    with pytest.raises(sa.ContentError) as error:
        sa.load(players=2, modules=spelt)
    (found,) = error.value.diagnostics
    assert (found.code, found.title, found.help) == ("SA303", "a module that is named twice", "delete one of the two")
    assert found.place.label == f"the same as `{first}` before"


def test_a_library_in_a_zip_file_says_that_packs_need_folders(tmp_path):
    with ZipFile(tmp_path / "library.zip", "w") as packed:
        for root in (ROOT / "src", ROOT / "content"):
            for file in root.rglob("*"):
                if file.is_file() and file.suffix in (".py", ".toml", ".md"):
                    packed.write(file, file.relative_to(root))
    program = "import stoneage_rules; assert '.zip' in stoneage_rules.__file__; stoneage_rules.load(players=2)"
    done = python("-c", program, code=1, PYTHONPATH=str(tmp_path / "library.zip"))
    assert "help: packs are read from folders: install the library and its modules unpacked" in done.stderr
    assert "pack.toml there that begins" not in done.stderr
