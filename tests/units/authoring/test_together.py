"""The check `together`: a module is not blamed for faults of another, and the culprit is named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import attrs
import pytest

from shipped import needs
from stoneage_rules.authoring import trial_tables
from stoneage_rules.plugin import Effect, Linker, Mechanism, State, Verb
from stoneage_rules.testing import Result, check_module, check_pack
from writing import write_metadata, write_pack

CALM = '[[patch.location]]\ntarget = "base:forest"\nappend.effects = [{ do = "points", amount = 1 }]\n'
GLOOM = '[[patch.location]]\ntarget = "base:hunt"\nappend.effects = [{{ do = "gloom" }}, {{ do = "points", amount = {} }}]\n'
POINTS = count(1)
"""Rules of equal content are the same for the library, whatever a plugin does, so no two have the same points."""

PLUGIN = """
import attrs
from stoneage_rules.plugin import Verb, hookimpl, operations


@attrs.frozen
class Gloom(Verb):
    do = "gloom"

    def bind(self, link):
        def effect(state, seat, place, n):
            {}

        return effect


@hookimpl
def stoneage_register_verbs():
    return [Gloom]
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs the module `gloom`, and no other: the hunt does what is given."""
    site = tmp_path / "site"

    def install(body: str, *others: str) -> None:
        files = {"rules.toml": GLOOM.format(next(POINTS)), "__init__.py": "", "plugin.py": PLUGIN.format(body)}
        write_pack(site, files, requires="base", id="gloom")
        write_metadata(site, "gloom", "gloom = gloom.plugin")
        monkeypatch.syspath_prepend(str(site))
        monkeypatch.setattr(trial_tables.Trial, "others", ["gloom", *others])
        for name in ("gloom", "gloom.plugin"):
            monkeypatch.delitem(sys.modules, name, raising=False)

    return install


def together(folder: Path, content: str = CALM) -> Result:
    (result,) = check_pack(write_pack(folder, {"rules.toml": content}, requires="base", id="calm"), only=["together"], games=1)
    return result


def test_a_sound_module_is_found_good_beside_a_sound_one(install: Install, tmp_path: Path) -> None:
    install("operations.score(state, seat, 1)")
    result = together(tmp_path)
    assert (result.outcome, result.detail) == ("passed", "a game with each of 1 other module")


AT_FAULT = "at fault themselves: gloom ("


@pytest.mark.parametrize(
    ("body", "begins", "told"),
    [
        ("state.points[seat] and [].pop()", f"{AT_FAULT}2 players, ", "plugin gloom (gloom.plugin), verb gloom: IndexError"),
        ("state.figures = (1,) * state.rules.players", f"{AT_FAULT}2 players, ", "without calm"),
        ("operations.score(", f"{AT_FAULT}module gloom cannot be imported: ", ""),
    ],
    ids=["it raises beside the pack", "a fault that names nobody is that of the module that has it alone", "it cannot be loaded"],
)
def test_another_module_at_fault_is_named(body: str, begins: str, told: str, install: Install, tmp_path: Path) -> None:
    install(body)
    result = together(tmp_path)
    assert (result.outcome, result.detail.startswith(begins), told in result.detail) == ("skipped", True, True), result.detail


@attrs.frozen
class Spoil(Verb):
    do = "spoil"

    def bind(self, link: Linker) -> Effect:
        def effect(state: State, seat: int, place: int, n: int) -> None:
            if "gloom" in [pack.id for pack in state.rules.content.packs]:
                state.figures = (1,) * state.rules.players

        return effect


def test_a_pack_at_fault_is_named(install: Install, tmp_path: Path) -> None:
    """It breaks the count of figures, but only beside the other module."""
    install("operations.score(state, seat, 1)")
    content = CALM.replace('do = "points", amount = 1', 'do = "spoil"')
    pack = write_pack(tmp_path, {"rules.toml": content}, requires="base", id="calm")
    (result,) = check_module(pack, plugins=[Mechanism("calm", verbs=(Spoil,))], only=["together"], games=1)
    assert result.outcome == "failed", result.detail
    assert result.detail.endswith("; without calm, gloom has no fault")


@needs("igloos")
def test_the_other_modules_are_played_with_all_the_same(install: Install, tmp_path: Path) -> None:
    install("[].pop()", "igloos")
    result = together(tmp_path)
    assert result.outcome == "passed"
    assert result.detail.startswith("a game with each of 1 other module; at fault themselves: gloom (")
