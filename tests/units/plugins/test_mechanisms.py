"""The library's mechanisms enter by the hooks of plugins: each can be left out."""

from __future__ import annotations

import random
import weakref

import pytest

import stoneage_rules as sa
from long_profile import LONG
from properties.play import random_game
from shipped import HERE
from stoneage_rules.language.events import binding_order
from stoneage_rules.loading import load, plugin_manager
from stoneage_rules.mechanics import MECHANISMS
from stoneage_rules.plugin import Mechanism
from writing import pack

UNUSED = ("add_ons", "one_of", "standing", "trading", "workplaces")
"""Mechanisms that the base game does not use."""


def register(monkeypatch: pytest.MonkeyPatch, mechanisms: tuple[Mechanism, ...]) -> None:
    """Registers these mechanisms, and forgets the rules compiled so far: rules of equal digest are shared."""
    monkeypatch.setattr(plugin_manager, "MECHANISMS", mechanisms)
    monkeypatch.setattr(load, "_loaded", weakref.WeakValueDictionary())


@pytest.fixture
def leave_out(monkeypatch):
    """Takes mechanisms out of the registration."""

    def leave(*names: str) -> None:
        assert {*names} <= {mechanism.name for mechanism in MECHANISMS}
        register(monkeypatch, tuple(one for one in MECHANISMS if one.name not in names))

    return leave


@pytest.mark.parametrize("names", [*UNUSED, " ".join(UNUSED)])
def test_the_base_game_plays_alike_without_mechanisms_that_it_does_not_use(leave_out, names: str) -> None:
    before = sa.load(players=3)
    whole = [random_game(before, seed)[0].scores for seed in range(2)]
    leave_out(*names.split())
    rules = sa.load(players=3)
    assert rules is not before
    assert [random_game(rules, seed)[0].scores for seed in range(2)] == whole


GILD = '[[add_on]]\nid = "gild"\napplies = ["building"]\ncost = { gold = 1 }\neffects = [{ do = "points", amount = 1 }]\n'
EITHER = '{ do = "one-of", effects = [{ do = "tool" }, { do = "figure" }] }'
NEEDS = {
    "add_ons": (GILD, "`add_on`"),
    "one_of": (f'[[patch.location]]\ntarget = "hut"\nappend.effects = [{EITHER}]\n', "`one-of`"),
    "standing": ('[[patch.building]]\ntarget = "bld-01"\nset.standing = []\n', "`standing`"),
    "trading": ('[[exchange]]\nid = "swap"\n', "`exchange`"),
    "workplaces": ('[[patch.building]]\ntarget = "bld-01"\nset.workplace = { circles = 1 }\n', "`workplace`"),
}
"""Content that needs a mechanism, and the word that is then missing."""


@pytest.mark.parametrize("name", UNUSED)
def test_a_pack_that_needs_what_is_not_there_is_told_what_is_missing(leave_out, name: str) -> None:
    content, missing = NEEDS[name]
    plugin = pack(content)
    leave_out(name)
    with pytest.raises(sa.ContentError) as raised:
        sa.load(players=2, plugins=[plugin])
    assert missing in str(raised.value)


def test_a_manifest_can_require_what_a_mechanism_does(leave_out) -> None:
    plugin = pack("# Of exchanges alone.\n")
    manifest = plugin.root / "pack.toml"
    manifest.write_text(manifest.read_text("utf-8") + '\n[engine]\nfeatures = ["exchanges"]\n', "utf-8")
    leave_out("trading")
    with pytest.raises(sa.ContentError, match="exchanges"):
        sa.load(players=2, plugins=[plugin])


# --- the order in which records are bound -------------------------------------------------------------------------


def transcript(rules: sa.Ruleset, seed: int) -> list[object]:
    """Plays a random game; returns the answers in notation, which are those of the same options, and the scores."""
    state, answers = random_game(rules, seed)
    return [rules.digest, [place.id for place in rules.places], [str(answer) for answer in answers], state.scores]


@pytest.mark.parametrize("seed", range(3 if LONG else 1))
def test_every_order_that_is_allowed_gives_the_same_games(monkeypatch, seed: int) -> None:
    tables = [{"players": 3}, {"players": 3, "modules": HERE}]
    before = [sa.load(**table) for table in tables]
    register(monkeypatch, tuple(random.Random(seed).sample(MECHANISMS, len(MECHANISMS))))
    for table, rules in zip(tables, before, strict=True):
        assert transcript(sa.load(**table), seed) == transcript(rules, seed)


def test_what_comes_after_is_a_mechanism() -> None:
    assert {name for one in MECHANISMS for name in one.after} <= {one.name for one in MECHANISMS}


def test_an_impossible_order_names_who_wait_for_each_other() -> None:
    with pytest.raises(sa.PluginError, match="wait for each other: hen, egg"):
        binding_order([Mechanism("hen", after=("egg",)), Mechanism("nest"), Mechanism("egg", after=("hen",))])


def test_records_that_are_bound_too_early_are_refused_by_name(monkeypatch) -> None:
    monkeypatch.setattr(next(one for one in MECHANISMS if one.name == "items"), "after", ())
    register(monkeypatch, tuple(sorted(MECHANISMS, key=lambda one: one.name != "items")))
    with pytest.raises(sa.PluginError, match=r"`good` adds to the table good, which `.*` has read"):
        sa.load(players=2)
