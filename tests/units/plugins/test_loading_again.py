"""Loading a table again: the rules are not made anew as long as all that they are made of is as it was."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules.loading import load as loading
from stoneage_rules.loading.load import MOST_KEPT, RECENT
from stoneage_rules.plugin import PackPlugin, hookimpl
from writing import manifest_text, write_metadata

FEAST = '[[card]]\nid = "feast"\neffects = [{{ do = "points", amount = {amount} }}]\n'


@pytest.fixture(autouse=True)
def nothing_is_kept() -> Iterator[None]:
    """Begins and ends with no rules of other tests."""
    RECENT.clear()
    yield
    RECENT.clear()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[sa.Table]:
    """The tables whose rules have been made, so far."""
    tables: list[sa.Table] = []
    load = loading._Loader.load

    def noted(loader: loading._Loader) -> sa.Ruleset:
        tables.append(loader.table)
        return load(loader)

    monkeypatch.setattr(loading._Loader, "load", noted)
    return tables


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack with one card, `feast`."""
    return write_pack(tmp_path / "trial", 3)


def write_pack(root: Path, amount: int, id: str = "trial") -> Path:
    root.mkdir(exist_ok=True)
    (root / "pack.toml").write_text(manifest_text(id, requires={"base": ">=1.0"}), "utf-8")
    (root / "cards.toml").write_text(FEAST.format(amount=amount), "utf-8")
    return root


def feast(root: Path | str) -> int:
    """The points of the card, under rules that are loaded now."""
    cards = sa.load(players=2, modules=[str(root)]).content.of("card")
    return next(int(card.record.effects[0].amount) for card in cards if card.id == "feast")


# --- nothing has changed ------------------------------------------------------------------------------------------


def test_the_same_table_is_made_once(made: list[sa.Table]) -> None:
    rules = sa.load(players=3)
    assert sa.load(players=3) is rules
    assert sa.load(sa.Table(players=3)) is rules
    assert len(made) == 1
    assert sa.load(players=2) is not rules
    assert len(made) == 2


def test_the_table_that_was_not_asked_for_longest_goes_first(monkeypatch: pytest.MonkeyPatch, made: list[sa.Table]) -> None:
    monkeypatch.setattr("stoneage_rules.loading.load.MOST_KEPT", 2)
    for players in (2, 3, 2, 4):
        sa.load(players=players)
    assert (len(RECENT), len(made)) == (2, 3)
    sa.load(players=2)
    assert len(made) == 3
    sa.load(players=3)
    assert len(made) == 4
    assert MOST_KEPT == 16


def test_threads_get_the_same_rules() -> None:
    with ThreadPoolExecutor(8) as pool:
        rules = list(pool.map(lambda players: sa.load(players=players), [2, 3] * 8))
    assert len({id(each) for each in rules}) == 2
    assert len(RECENT) == 2


def test_options_of_equal_value_and_other_types_are_other_tables(made: list[sa.Table]) -> None:
    sa.load(players=3, first_seat=1)
    with pytest.raises(sa.ContentError):
        sa.load(players=3, first_seat=True)


# --- packs that change --------------------------------------------------------------------------------------------


def test_a_changed_file_is_seen_even_if_its_size_and_time_are_the_same(folder: Path) -> None:
    assert feast(folder) == 3
    path = folder / "cards.toml"
    before = path.stat()
    write_pack(folder, 4)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert feast(folder) == 4
    write_pack(folder, 3)
    assert feast(folder) == 3


def test_words_that_change_no_game_are_seen_too(folder: Path) -> None:
    first = sa.load(players=2, modules=[str(folder)])
    (folder / "cards.toml").write_text(
        '# A comment.\n[[card]]\nid = "feast"\neffects = [{ do = "points", amount = 3 }]\n', "utf-8"
    )
    second = sa.load(players=2, modules=[str(folder)])
    assert first.digest == second.digest
    assert first._locate("card trial:feast") != second._locate("card trial:feast")


def test_files_that_come_and_go_are_seen(folder: Path) -> None:
    feast(folder)
    more = folder / "more" / "cards.toml"
    more.parent.mkdir()
    more.write_text('[[card]]\nid = "dance"\neffects = [{ do = "tool" }]\n', "utf-8")
    assert "dance" in {card.id for card in sa.load(players=2, modules=[str(folder)]).content.of("card")}
    more.unlink()
    assert "dance" not in {card.id for card in sa.load(players=2, modules=[str(folder)]).content.of("card")}
    shutil.rmtree(folder)
    with pytest.raises(sa.ContentError, match="a pack that is not there"):
        sa.load(players=2, modules=[str(folder)])


def test_a_changed_zip_file_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "trial.zip"
    for amount in (3, 4):
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr("pack.toml", manifest_text("trial", requires={"base": ">=1.0"}))
            packed.writestr("cards.toml", FEAST.format(amount=amount))
        assert feast(path) == feast(path) == amount


def test_the_same_relative_path_elsewhere_is_another_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for amount in (3, 4):
        place = tmp_path / str(amount)
        place.mkdir()
        write_pack(place / "trial", amount)
        monkeypatch.chdir(place)
        assert feast("./trial") == amount


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_file_behind_a_link_is_read_again(folder: Path, made: list[sa.Table]) -> None:
    (folder / "cards.toml").rename(folder / "cards.txt")
    (folder / "cards.toml").symlink_to(folder / "cards.txt")
    feast(folder)
    (folder / "cards.txt").write_text(FEAST.format(amount=4), "utf-8")
    assert feast(folder) == 4
    assert len(made) == 2


def test_errors_are_not_kept(folder: Path) -> None:
    (folder / "cards.toml").write_text(FEAST.format(amount='"many"'), "utf-8")
    with pytest.raises(sa.ContentError) as first:
        feast(folder)
    with pytest.raises(sa.ContentError) as second:
        feast(folder)
    assert str(first.value) == str(second.value)
    assert first.value is not second.value
    assert len(RECENT) == 0
    write_pack(folder, 3)
    assert feast(folder) == 3
    (folder / "cards.toml").write_text(FEAST.format(amount='"many"'), "utf-8")
    with pytest.raises(sa.ContentError):
        feast(folder)


# --- modules and plugins that change ------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Writes a package with a pack, as if it were installed; returns the folder with its entry point."""
    place = tmp_path / "site"
    place.mkdir()
    monkeypatch.syspath_prepend(str(place))

    def write(name: str, entry: str, python: str = "") -> Path:
        root = write_pack(place / name, 3, id="again")
        (root / "__init__.py").write_text(python, "utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
        return write_metadata(place, name, entry)

    return write


def test_an_installed_module_that_changes_or_goes_is_seen(package: Callable[..., Path], tmp_path: Path) -> None:
    metadata = package("trial_again", "again = trial_again")
    assert feast("again") == 3
    write_pack(tmp_path / "site" / "trial_again", 4, id="again")
    assert feast("again") == 4
    shutil.rmtree(metadata)
    with pytest.raises(sa.ContentError, match="a pack that is not installed"):
        feast("again")


def test_another_module_of_the_same_name_is_seen(package: Callable[..., Path]) -> None:
    package("trial_again", "again = trial_again")
    assert feast("again") == 3
    metadata = package("trial_other", "again = trial_other")
    with pytest.raises(sa.PluginError, match="installed more than once"):
        feast("again")
    shutil.rmtree(metadata)
    assert feast("again") == 3


BARRED = """
from stoneage_rules.plugin import hookimpl

@hookimpl
def stoneage_placement_barred(state, seat):
    return 0
"""


def test_a_module_whose_python_is_changed_is_asked_again(package: Callable[..., Path], made: list[sa.Table]) -> None:
    package("trial_again", "again = trial_again", BARRED)
    first = sa.load(players=2, modules=["again"])
    assert sa.load(players=2, modules=["again"]) is first
    assert len(made) == 2

    @hookimpl
    def barred(state: object, seat: int) -> int:
        return 1

    sys.modules["trial_again"].stoneage_placement_barred = barred  # type: ignore[attr-defined]
    del first
    gc.collect()
    sa.load(players=2, modules=["again"])
    assert len(made) == 3
    assert len(RECENT) == 0


def test_a_path_among_the_paths_of_imports_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", [tmp_path, *sys.path])
    assert sa.load(players=2).players == 2


def test_plugins_that_are_handed_over_are_always_asked(folder: Path, made: list[sa.Table]) -> None:
    for _ in range(2):
        sa.load(players=2, plugins=[PackPlugin(folder)])
    assert len(made) == 2
    assert len(RECENT) == 0
