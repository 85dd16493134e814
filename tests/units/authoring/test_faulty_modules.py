"""The checks of modules: each finds the plugin that is made to fail it, and none finds fault with a good one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from authoring.faulty_modules import CONTENT, FAULTY, GOOD, ChangesAnother, Door, Module
from shipped import HERE
from stoneage_rules.authoring.pack_checks import AFTER, PACK_CHECKS
from stoneage_rules.plugin import PackPlugin, hookimpl
from stoneage_rules.testing import Result, check_module
from writing import write_pack


def checks(folder: Path, *plugins: object, content: str = CONTENT, requires: str = "meadow") -> list[Result]:
    """The results of all checks of a pack with plugins."""
    return check_module(write_pack(folder, {"rules.toml": content}, requires=requires), plugins=plugins, games=1)


def assert_failed(results: list[Result], *checks: str) -> None:
    """Asserts that these checks have failed, and no others."""
    assert [result.name for result in results if result.outcome == "failed"] == [*checks], "\n".join(map(str, results))


def test_a_good_plugin_passes_every_check(tmp_path: Path) -> None:
    results = checks(tmp_path, GOOD)
    assert_failed(results)
    skipped = {result.name for result in results if result.outcome == "skipped"}
    assert skipped == {"options", "scenarios", "properties", "together"}
    assert [result.name for result in results] == [*PACK_CHECKS]


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_found_by_its_check_alone_and_said(fault: str, tmp_path: Path) -> None:
    check, plugin, said = FAULTY[fault]
    results = checks(tmp_path, plugin, content=getattr(plugin, "content", CONTENT))
    assert_failed(results, check)
    (found,) = [result for result in results if result.name == check]
    assert re.search(said, found.detail), found.detail
    assert type(plugin).__name__ in found.detail or check not in ("answers", "quiet", "steady", "random")


@pytest.mark.parametrize("fault", ["a list for a tuple", "an exception in the second round", "a counter in the handler"])
def test_a_check_alone_says_the_same(fault: str, tmp_path: Path) -> None:
    check, plugin, said = FAULTY[fault]
    (result,) = check_module(write_pack(tmp_path, {"rules.toml": CONTENT}), plugins=[plugin], only=[check])
    assert re.search(said, result.detail), result.detail


def test_a_plugin_that_cannot_be_loaded_fails_one_check(tmp_path: Path) -> None:
    class Nameless(Door):
        name = None  # type: ignore[assignment]

    results = checks(tmp_path, Module(Nameless))
    assert_failed(results, "loads")
    assert [result.detail.count("the class Nameless has no `name`") for result in results if result.name == "loads"] == [1]
    assert {result.outcome for result in results if result.name != "loads"} == {"skipped"}


class OtherEachTime:
    """Hands over another pack each time."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders
        self.times = 0

    @hookimpl
    def stoneage_content(self) -> Path:
        self.times += 1
        return self.folders[self.times % len(self.folders)]


def test_a_module_that_is_another_one_each_time_does_not_repeat(tmp_path: Path) -> None:
    charm = '[[charm]]\nid = "straw"\ncost = {{ berry = {} }}\neffects = [{{ do = "points", amount = 1 }}]'
    one, other = (write_pack(tmp_path / f"{price}", {"rules.toml": charm.format(price)}, id="straw") for price in (1, 2))
    results = checks(tmp_path, OtherEachTime(one, other), content="")
    assert_failed(results, "repeats")


def test_a_module_that_changes_the_game_without_it_is_not_apart(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"rules.toml": CONTENT})
    results = check_module(pack, plugins=[ChangesAnother(tmp_path)])
    assert_failed(results, "apart")


@pytest.mark.skipif("igloos" not in HERE, reason="needs a module with a place of its own")
def test_a_module_that_breaks_another_one_is_found_together(tmp_path: Path) -> None:
    places = {place.id for place in sa.load(players=2, modules=["igloos"]).places} - {p.id for p in sa.load(players=2).places}

    class Breaks(Module):
        @hookimpl
        def stoneage_placement_barred(self, state: sa.State, seat: int) -> int:
            if any(place.id in places for place in state.rules.places):
                raise LookupError("a place that I do not know")
            return 0

    results = checks(tmp_path, Breaks(Door), content="", requires="base")
    assert_failed(results, "together")
    (found,) = [result for result in results if result.name == "together"]
    assert re.search(r"Breaks, hook stoneage_placement_barred: .*; without stranger, igloos has no fault", found.detail)


def test_copies_that_share_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they would with a plugin that puts something into a state that can be changed in place."""

    def copy(state: sa.State, copy: Any = sa.State.copy) -> sa.State:
        new: sa.State = copy(state)
        new.goods = state.goods
        return new

    monkeypatch.setattr(sa.State, "copy", copy)
    results = checks(tmp_path, GOOD)
    assert_failed(results, "copies")


def test_an_option_that_does_not_say_what_it_does(tmp_path: Path) -> None:
    more = '[options.knots]\ntype = "int"\nmin = 1\nmax = 2\ndefault = 1\nhelp = "knots"'
    pack = write_pack(tmp_path, {"rules.toml": CONTENT.replace('do = "knock"', 'do = "points", amount = 1')}, more=more)
    results = check_module(pack, plugins=[PackPlugin(write_pack(tmp_path / "other", {}, id="other"))])
    assert_failed(results, "options")


def test_every_check_is_proved() -> None:
    """Those of content by `test_kit`."""
    here = {check for check, _, _ in FAULTY.values()} | {"repeats", "apart", "copies", "together", "options"}
    assert {*PACK_CHECKS} - here == {"loads", "edits", "used", "scenarios", "properties"}
    assert {*AFTER} | {other for others in AFTER.values() for other in others} <= {*PACK_CHECKS}


def test_a_module_that_is_not_installed_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(sa.UnknownName, match=r"no module is called `iglos`"):
        check_module("iglos")
    with pytest.raises(sa.UnknownName, match=r"a pack in a folder is for `check_pack`"):
        check_module(write_pack(tmp_path, {}))
